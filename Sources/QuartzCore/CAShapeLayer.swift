import AnimationCore
import CoreGraphicsAPI

/// Which points are inside a path that crosses itself.
public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let nonZero = CAShapeLayerFillRule(rawValue: "non-zero")
  public static let evenOdd = CAShapeLayerFillRule(rawValue: "even-odd")
}

public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let butt = CAShapeLayerLineCap(rawValue: "butt")
  public static let round = CAShapeLayerLineCap(rawValue: "round")
  public static let square = CAShapeLayerLineCap(rawValue: "square")
}

public struct CAShapeLayerLineJoin: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let miter = CAShapeLayerLineJoin(rawValue: "miter")
  public static let round = CAShapeLayerLineJoin(rawValue: "round")
  public static let bevel = CAShapeLayerLineJoin(rawValue: "bevel")
}

/// A path in the layer's space, filled and stroked.
open class CAShapeLayer: CALayer {
  public override init() { super.init() }
  public override init(layer: Any) { super.init(layer: layer) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Not cut off by the bounds. A new path is shown at once, unless an animation says otherwise.
  open var path: CGPath? {
    get { extraObject(.path) as? CGPath }
    // A copy, so that a mutable path may change afterwards.
    set { setExtra(.path, object: newValue.map { CGPath($0.path) }) }
  }

  open var fillColor: CGColor? {
    get { extraObject(.fillColor) as? CGColor }
    set { setExtra(.fillColor, object: newValue) }
  }

  open var fillRule: CAShapeLayerFillRule {
    get { CAShapeLayerFillRule(rawValue: choice(.fillRule)) }
    set { setChoice(.fillRule, newValue.rawValue) }
  }

  open var strokeColor: CGColor? {
    get { extraObject(.strokeColor) as? CGColor }
    set { setExtra(.strokeColor, object: newValue) }
  }

  /// Where along the path the stroke begins, 0…1.
  open var strokeStart: CGFloat {
    get { CGFloat(number(.strokeStart)) }
    set { setExtra(.strokeStart, to: .number(Double(newValue))) }
  }

  open var strokeEnd: CGFloat {
    get { CGFloat(number(.strokeEnd)) }
    set { setExtra(.strokeEnd, to: .number(Double(newValue))) }
  }

  open var lineWidth: CGFloat {
    get { CGFloat(number(.lineWidth)) }
    set { setExtra(.lineWidth, to: .number(Double(newValue))) }
  }

  open var miterLimit: CGFloat {
    get { CGFloat(number(.miterLimit)) }
    set { setExtra(.miterLimit, to: .number(Double(newValue))) }
  }

  open var lineCap: CAShapeLayerLineCap {
    get { CAShapeLayerLineCap(rawValue: choice(.lineCap)) }
    set { setChoice(.lineCap, newValue.rawValue) }
  }

  open var lineJoin: CAShapeLayerLineJoin {
    get { CAShapeLayerLineJoin(rawValue: choice(.lineJoin)) }
    set { setChoice(.lineJoin, newValue.rawValue) }
  }

  /// Where in the dash pattern the stroke begins.
  open var lineDashPhase: CGFloat {
    get { CGFloat(number(.lineDashPhase)) }
    set { setExtra(.lineDashPhase, to: .number(Double(newValue))) }
  }

  /// Lengths of dashes and gaps in turn; nil for a solid line.
  open var lineDashPattern: [NSNumber]? {
    get { extraObject(.lineDashPattern) as? [NSNumber] }
    set { setExtra(.lineDashPattern, object: newValue) }
  }

  // MARK: Values by key

  private static let properties: [ExtraProperty] =
    extrasOfAnyLayer + [
      .path, .fillColor, .fillRule, .strokeColor, .strokeStart, .strokeEnd, .lineWidth,
      .miterLimit, .lineCap, .lineJoin, .lineDashPattern, .lineDashPhase,
    ]

  override class var extraProperties: [ExtraProperty] { properties }

  override func assign(_ new: ExtraInput, to property: ExtraProperty) {
    switch property {
    case .path: path = new.object()
    case .fillColor: fillColor = new.object()
    case .fillRule: fillRule = CAShapeLayerFillRule(rawValue: new.name)
    case .strokeColor: strokeColor = new.object()
    case .strokeStart: strokeStart = new.cgFloat
    case .strokeEnd: strokeEnd = new.cgFloat
    case .lineWidth: lineWidth = new.cgFloat
    case .miterLimit: miterLimit = new.cgFloat
    case .lineCap: lineCap = CAShapeLayerLineCap(rawValue: new.name)
    case .lineJoin: lineJoin = CAShapeLayerLineJoin(rawValue: new.name)
    case .lineDashPhase: lineDashPhase = new.cgFloat
    case .lineDashPattern: lineDashPattern = new.numbers
    default: super.assign(new, to: property)
    }
  }
}
