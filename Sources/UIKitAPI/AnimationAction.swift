import CoreGraphicsAPI
import QuartzCore

extension UIView {
  /// What a change of a property of a layer does: in an animation block it animates where the property
  /// does so, otherwise it happens at once.
  final func animationAction(for layer: CALayer, _ event: String) -> (any CAAction)? {
    guard let (settings, block) = AnimationBlocks.current, !settings.isImmediate,
      let property = AnimatedProperty(event, of: layer), layer === self.layer || property == .tint
    else { return NSNull() }
    return AnimationAction(
      view: self, block: block, settings: settings, property: property, layer: layer)
  }
}

/// What animates in blocks.
enum AnimatedProperty {
  case position, bounds, transform, cornerRadius
  case number(String)
  case color(String)
  /// The colour of a label's text.
  case tint

  init?(_ key: String, of layer: CALayer) {
    switch key {
    case "position": self = .position
    case "bounds": self = .bounds
    case "transform": self = .transform
    case "cornerRadius": self = .cornerRadius
    case "opacity", "borderWidth": self = .number(key)
    case "backgroundColor", "borderColor": self = .color(key)
    case "foregroundColor": self = .tint
    default: return nil
    }
  }
}

extension AnimatedProperty: Equatable {}

/// Adds the animations of one changed property. Geometry adds up: the animation runs from the
/// difference between old and new to nothing, so that motion under way goes on beneath it. Colours and
/// opacity do not: a new animation takes the place of the one that runs.
@MainActor
private final class AnimationAction: @MainActor CAAction {
  private let view: UIView
  private let block: AnimationBlock
  private let settings: AnimationSettings
  private let property: AnimatedProperty
  // Before the change.
  private let position: CGPoint
  private let bounds: CGRect
  private let transform: CATransform3D
  private let cornerRadius: CGFloat
  private let value: Any?
  private let shownValue: Any?

  init(
    view: UIView, block: AnimationBlock, settings: AnimationSettings, property: AnimatedProperty,
    layer: CALayer
  ) {
    self.view = view
    self.block = block
    self.settings = settings
    self.property = property
    position = layer.position
    bounds = layer.bounds
    transform = layer.transform
    cornerRadius = layer.cornerRadius
    let key: String? =
      switch property {
      case .number(let key), .color(let key): key
      case .tint: "foregroundColor"
      case .transform: "transform"
      case .position, .bounds, .cornerRadius: nil
      }
    value = key.flatMap { layer.value(forKey: $0) }
    let startsFromScreen = settings.options.contains(.beginFromCurrentState)
    shownValue = startsFromScreen ? key.flatMap { layer.presentation()?.value(forKey: $0) } : nil
  }

  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    guard let layer = anObject as? CALayer else { return }
    if let gatherer = settings.gatherer {
      for change in changes(layer) { gatherer.note(change, of: layer, in: view, settings.span) }
      return
    }
    switch property {
    case .position: movePosition(layer)
    case .bounds:
      let new = layer.bounds
      if bounds.origin != new.origin {
        let difference = CGPoint(
          x: bounds.origin.x - new.origin.x, y: bounds.origin.y - new.origin.y)
        offset(layer, "bounds.origin", by: difference, to: CGPoint.zero, from: bounds.origin)
      }
      if bounds.size != new.size {
        let difference = CGSize(
          width: bounds.size.width - new.size.width, height: bounds.size.height - new.size.height)
        offset(layer, "bounds.size", by: difference, to: CGSize.zero, from: bounds.size)
      }
    case .cornerRadius:
      offset(
        layer, "cornerRadius", by: cornerRadius - layer.cornerRadius, to: 0, from: cornerRadius)
    case .transform: moveTransform(layer)
    case .number(let key): replace(layer, key)
    case .color(let key): replaceColor(layer, key)
    case .tint: replaceColor(layer, "foregroundColor")
    }
  }

  /// What has changed, for a keyframe animation.
  private func changes(_ layer: CALayer) -> [KeyframeGatherer.Change] {
    typealias Change = KeyframeGatherer.Change
    func looks(_ key: String) -> [Change] {
      [
        Change(
          keyPath: key, old: shownValue ?? value, new: layer.value(forKey: key), addsUp: false)
      ]
    }
    switch property {
    case .position:
      return [Change(keyPath: "position", old: position, new: layer.position, addsUp: true)]
    case .bounds:
      let new = layer.bounds
      return [
        Change(keyPath: "bounds.origin", old: bounds.origin, new: new.origin, addsUp: true),
        Change(keyPath: "bounds.size", old: bounds.size, new: new.size, addsUp: true),
      ].filter {
        $0.keyPath == "bounds.size" ? bounds.size != new.size : bounds.origin != new.origin
      }
    case .transform:
      return [Change(keyPath: "transform", old: transform, new: layer.transform, addsUp: true)]
    case .cornerRadius:
      return [
        Change(keyPath: "cornerRadius", old: cornerRadius, new: layer.cornerRadius, addsUp: true)
      ]
    case .number(let key), .color(let key): return looks(key)
    case .tint: return looks("foregroundColor")
    }
  }

  /// `old` is the property's value before the change.
  private func add(
    _ animation: CABasicAnimation, to layer: CALayer, key: String, from old: Any?,
    start: Any? = nil, isVertical: Bool = false
  ) {
    if let lead = settings.lead {
      animation.lead(by: isVertical ? lead.y ?? lead.x : lead.x, from: old)
    }
    block.add(animation, to: layer, key: key, of: view, settings, start: start)
  }

  /// An additive animation from a difference to none, under the first free of `key`, `key-2`, ….
  private func offset(
    _ layer: CALayer, _ keyPath: String, by difference: Any, to none: Any, from old: Any,
    isVertical: Bool = false
  ) {
    let animation = settings.makeAnimation(keyPath)
    animation.fromValue = difference
    animation.toValue = none
    animation.isAdditive = true
    add(
      animation, to: layer, key: layer.freeKey(keyPath), from: old, isVertical: isVertical)
  }

  /// Each coordinate for itself where a spring sends them off with velocities of their own.
  private func movePosition(_ layer: CALayer) {
    let new = layer.position
    let difference = CGPoint(x: position.x - new.x, y: position.y - new.y)
    guard let lead = settings.lead, let y = lead.y, y !== lead.x else {
      return offset(layer, "position", by: difference, to: CGPoint.zero, from: position)
    }
    offset(layer, "position.x", by: difference.x, to: 0, from: position.x)
    offset(layer, "position.y", by: difference.y, to: 0, from: position.y, isVertical: true)
  }

  /// What is flat has no difference to anything else: such a change, and the next one while it is
  /// under way, go from what is on screen and end what adds up.
  private func moveTransform(_ layer: CALayer) {
    let new = layer.transform
    let running = layer.animation(forKey: "transform") as? CABasicAnimation
    guard let inverse = new.matrix.inverse, transform.matrix.inverse != nil,
      running?.isAdditive ?? true
    else { return replaceTransform(layer) }
    offset(
      layer, "transform", by: CATransform3D(transform.matrix.concat(inverse)),
      to: CATransform3DIdentity, from: transform)
  }

  private func replaceTransform(_ layer: CALayer) {
    let animation = settings.makeAnimation("transform")
    let from =
      block.earlier("transform", of: layer)?.start ?? layer.presentation()?.transform
      ?? transform
    animation.fromValue = from
    var number = 2
    while layer.animation(forKey: "transform-\(number)") != nil {
      layer.removeAnimation(forKey: "transform-\(number)")
      number += 1
    }
    add(animation, to: layer, key: "transform", from: transform, start: from)
  }

  /// A change of a change in the same block starts where the first did.
  private func start(_ layer: CALayer, _ key: String) -> Any? {
    block.earlier(key, of: layer)?.start ?? shownValue ?? value
  }

  private func replace(_ layer: CALayer, _ key: String) {
    let animation = settings.makeAnimation(key), from = start(layer, key)
    animation.fromValue = from
    add(animation, to: layer, key: key, from: value, start: from)
  }

  /// No colour is the other one, transparent.
  private func replaceColor(_ layer: CALayer, _ key: String) {
    let animation = settings.makeAnimation(key)
    func color(_ value: Any?) -> CGColor? { value.flatMap { $0 as? CGColor } }
    let from = color(start(layer, key)), to = color(layer.value(forKey: key))
    animation.fromValue = from ?? to?.copy(alpha: 0)
    if to == nil { animation.toValue = from?.copy(alpha: 0) }
    add(animation, to: layer, key: key, from: value, start: from)
  }
}

extension CALayer {
  /// The first of `key`, `key-2`, … that no animation has.
  final func freeKey(_ key: String) -> String {
    var free = key, number = 1
    while animation(forKey: free) != nil {
      number += 1
      free = "\(key)-\(number)"
    }
    return free
  }
}
