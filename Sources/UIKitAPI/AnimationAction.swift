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
    switch property {
    case .position:
      let new = layer.position
      offset(
        layer, "position", by: CGPoint(x: position.x - new.x, y: position.y - new.y),
        to: CGPoint.zero)
    case .bounds:
      let new = layer.bounds
      if bounds.origin != new.origin {
        let difference = CGPoint(
          x: bounds.origin.x - new.origin.x, y: bounds.origin.y - new.origin.y)
        offset(layer, "bounds.origin", by: difference, to: CGPoint.zero)
      }
      if bounds.size != new.size {
        let difference = CGSize(
          width: bounds.size.width - new.size.width, height: bounds.size.height - new.size.height)
        offset(layer, "bounds.size", by: difference, to: CGSize.zero)
      }
    case .cornerRadius:
      offset(layer, "cornerRadius", by: cornerRadius - layer.cornerRadius, to: 0)
    case .transform: moveTransform(layer)
    case .number(let key): replace(layer, key)
    case .color(let key): replaceColor(layer, key)
    case .tint: replaceColor(layer, "foregroundColor")
    }
  }

  private func add(_ animation: CABasicAnimation, to layer: CALayer, key: String, start: Any? = nil)
  {
    block.add(
      animation, to: layer, key: key, of: view,
      allowsTouches: settings.options.contains(.allowUserInteraction), start: start)
  }

  /// An additive animation from a difference to none, under the first free of `key`, `key-2`, ….
  private func offset(_ layer: CALayer, _ keyPath: String, by difference: Any, to none: Any) {
    let animation = settings.makeAnimation(keyPath)
    animation.fromValue = difference
    animation.toValue = none
    animation.isAdditive = true
    var key = keyPath, number = 1
    while layer.animation(forKey: key) != nil {
      number += 1
      key = "\(keyPath)-\(number)"
    }
    add(animation, to: layer, key: key)
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
      to: CATransform3DIdentity)
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
    add(animation, to: layer, key: "transform", start: from)
  }

  /// A change of a change in the same block starts where the first did.
  private func start(_ layer: CALayer, _ key: String) -> Any? {
    block.earlier(key, of: layer)?.start ?? shownValue ?? value
  }

  private func replace(_ layer: CALayer, _ key: String) {
    let animation = settings.makeAnimation(key), from = start(layer, key)
    animation.fromValue = from
    add(animation, to: layer, key: key, start: from)
  }

  /// No colour is the other one, transparent.
  private func replaceColor(_ layer: CALayer, _ key: String) {
    let animation = settings.makeAnimation(key)
    func color(_ value: Any?) -> CGColor? { value.flatMap { $0 as? CGColor } }
    let from = color(start(layer, key)), to = color(layer.value(forKey: key))
    animation.fromValue = from ?? to?.copy(alpha: 0)
    if to == nil { animation.toValue = from?.copy(alpha: 0) }
    add(animation, to: layer, key: key, start: from)
  }
}
