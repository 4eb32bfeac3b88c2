import AnimationCore
import CoreGraphicsAPI
import Geometry

/// In which directions a scroll layer scrolls.
public struct CAScrollLayerScrollMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let none = CAScrollLayerScrollMode(rawValue: "none")
  public static let vertically = CAScrollLayerScrollMode(rawValue: "vertically")
  public static let horizontally = CAScrollLayerScrollMode(rawValue: "horizontally")
  public static let both = CAScrollLayerScrollMode(rawValue: "both")

  fileprivate var isHorizontal: Bool { self == .horizontally || self == .both }
  fileprivate var isVertical: Bool { self == .vertically || self == .both }
}

/// Shows a part of its sublayers, which is moved by the origin of the bounds.
open class CAScrollLayer: CALayer {
  public override init() {
    super.init()
    values.masksToBounds = true
    changes.insert(LayerChanges(.masksToBounds))
    touched.insert(LayerChanges(.masksToBounds))
  }

  public override init(layer: Any) {
    super.init(layer: layer)
    if let layer = layer as? CAScrollLayer { scrollMode = layer.scrollMode }
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open var scrollMode = CAScrollLayerScrollMode.both {
    didSet { if !mayChange() { scrollMode = oldValue } }
  }

  /// Brings a point of the layer's space to the origin of what is seen, as far as the mode allows.
  open func scroll(to p: CGPoint) {
    var origin = bounds.origin
    if scrollMode.isHorizontal { origin.x = p.x }
    if scrollMode.isVertical { origin.y = p.y }
    bounds.origin = origin
  }

  /// Scrolls as little as it takes to show all of `r`, or as much of it as there is room for.
  open func scroll(to r: CGRect) {
    let seen = bounds, wanted = r.standardized
    scroll(
      to: CGPoint(
        x: seen.minX + Self.step(from: (seen.minX, seen.maxX), to: (wanted.minX, wanted.maxX)),
        y: seen.minY + Self.step(from: (seen.minY, seen.maxY), to: (wanted.minY, wanted.maxY))))
  }

  /// To where one interval lies within the other.
  private static func step(from seen: (CGFloat, CGFloat), to wanted: (CGFloat, CGFloat)) -> CGFloat
  {
    let start = wanted.0 - seen.0, end = wanted.1 - seen.1
    if start < 0, end < 0 { return max(start, end) }
    if start > 0, end > 0 { return min(start, end) }
    return 0
  }

  // MARK: Values by key

  open override class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "scrollMode": CAScrollLayerScrollMode.both.rawValue
    case "masksToBounds": NSNumber(value: true)
    default: super.defaultValue(forKey: key)
    }
  }

  open override func value(forKey key: String) -> Any? {
    key == "scrollMode" ? scrollMode.rawValue : super.value(forKey: key)
  }

  open override func setValue(_ value: Any?, forKey key: String) {
    guard key == "scrollMode" else { return super.setValue(value, forKey: key) }
    name(value, key) { scrollMode = CAScrollLayerScrollMode(rawValue: $0) }
  }
}

extension CALayer {
  private var scrollAncestor: CAScrollLayer? {
    var next = superlayer
    while let layer = next {
      if let layer = layer as? CAScrollLayer { return layer }
      next = layer.superlayer
    }
    return nil
  }

  final var rectInScrollLayer: CGRect {
    guard let ancestor = scrollAncestor else { return bounds }
    let seen = bounds.intersection(convert(ancestor.bounds, from: ancestor))
    return seen.isNull ? .zero : seen
  }

  final func scrollAncestor(to p: CGPoint) {
    guard let ancestor = scrollAncestor else { return }
    ancestor.scroll(to: convert(p, to: ancestor))
  }

  final func scrollAncestor(toShow r: CGRect) {
    guard let ancestor = scrollAncestor else { return }
    ancestor.scroll(to: convert(r, to: ancestor))
  }
}
