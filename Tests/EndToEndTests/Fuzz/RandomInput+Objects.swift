import AnimationCore
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport

/// Layers and what belongs to them, with any values under any keys.
extension SeededGenerator {
  mutating func anyLayer(depth: Int = 0) -> CALayer {
    let layer: CALayer
    switch Int.random(in: 0..<11, using: &self) {
    case 0: layer = CAShapeLayer()
    case 1: layer = CAGradientLayer()
    case 2: layer = CATextLayer()
    case 3: layer = CAReplicatorLayer()
    case 4: layer = CAEmitterLayer()
    case 5: layer = CATransformLayer()
    case 6: layer = CAScrollLayer()
    case 7: layer = CATiledLayer()
    case 8: layer = DrawnLayer()
    default: layer = CALayer()
    }
    layer.frame = CGRect(
      x: number(-10...40), y: number(-10...40), width: number(0...60), height: number(0...60))
    if chance(0.5) { layer.backgroundColor = anyColor() }
    // Something to see, of each class.
    (layer as? CAShapeLayer)?.path = anyPath()
    (layer as? CAGradientLayer)?.colors = [anyColor(), anyColor()]
    (layer as? CATextLayer)?.string = "Text"
    (layer as? CAReplicatorLayer)?.instanceCount = 3
    (layer as? CAEmitterLayer)?.emitterCells = [anyCell()]
    if depth < 3 {
      for _ in 0..<Int.random(in: 0...2, using: &self) {
        layer.addSublayer(anyLayer(depth: depth + 1))
      }
    }
    return layer
  }

  mutating func anyCell(depth: Int = 0) -> CAEmitterCell {
    let cell = CAEmitterCell()
    cell.name = "a"
    cell.contents = anyImage()
    cell.birthRate = 20
    cell.lifetime = 1
    cell.velocity = 30
    for _ in 0..<Int.random(in: 0...4, using: &self) {
      cell.setValue(anyValue(depth: depth + 1), forKey: pick(Self.cellKeys))
    }
    return cell
  }

  mutating func anyFilter() -> CAFilter {
    let filter = CAFilter(type: pick(Self.filterTypes))
    filter.name = "a"
    for _ in 0..<Int.random(in: 0...3, using: &self) {
      filter.setValue(chance(0.5) ? anyNumber() : anyValue(depth: 1), forKey: pick(Self.filterKeys))
    }
    return filter
  }

  mutating func anyAnimation(depth: Int = 0) -> CAAnimation {
    let keyPath = anyKeyPath()
    let animation: CAAnimation
    switch Int.random(in: 0..<6, using: &self) {
    case 0, 1:
      let basic =
        chance(0.5) ? CABasicAnimation(keyPath: keyPath) : CASpringAnimation(keyPath: keyPath)
      if let spring = basic as? CASpringAnimation {
        // Those of the wrong sign are errors of the program.
        spring.mass = CGFloat(number(0.001...1000))
        spring.stiffness = CGFloat(number(0.001...1e6))
        spring.damping = CGFloat(number(0...1000))
      }
      basic.fromValue = fitting(keyPath)
      basic.toValue = fitting(keyPath)
      if chance(0.2) { basic.byValue = fitting(keyPath) }
      animation = basic
    case 2, 3:
      let keyframes = CAKeyframeAnimation(keyPath: keyPath)
      keyframes.values = (0..<Int.random(in: 0...4, using: &self)).map { _ in fitting(keyPath) ?? 0
      }
      if chance(0.2) { keyframes.path = anyPath() }
      animation = keyframes
    case 4:
      let transition = CATransition()
      transition.type = pick([.fade, .push, .moveIn, .reveal])
      animation = transition
    default:
      let group = CAAnimationGroup()
      if depth < 3 {
        group.animations = (0..<Int.random(in: 0...3, using: &self)).map { _ in
          anyAnimation(depth: depth + 1)
        }
      }
      animation = group
    }
    animation.duration = number(0...1)
    animation.isRemovedOnCompletion = chance(0.7)
    for _ in 0..<Int.random(in: 0...3, using: &self) {
      animation.setValue(
        chance(0.5) ? anyNumber() : anyValue(depth: 1), forKey: pick(Self.animationKeys))
    }
    return animation
  }

  /// Mostly of the type that the property has.
  mutating func fitting(_ keyPath: String) -> Any? {
    guard chance(0.8), let target = AnimationTarget(keyPath: keyPath) else { return anyValue() }
    switch target.kind {
    case .number, .integer, .flag, .choice: return anyNumber()
    case .point: return anyPoint()
    case .size: return anySize()
    case .rect: return anyRect()
    case .color: return anyColor()
    case .matrix: return anyTransform()
    case .path: return anyPath()
    case .contents: return anyImage()
    case .numbers:
      return (0..<Int.random(in: 0...5, using: &self)).map { _ in NSNumber(value: anyNumber()) }
    case .colors: return (0..<Int.random(in: 0...5, using: &self)).map { _ in anyColor() }
    case .records:
      return (0..<Int.random(in: 0...2, using: &self)).map { _ -> Any in
        keyPath == "emitterCells" ? anyCell() : anyFilter()
      }
    }
  }

  mutating func anyValue(depth: Int = 0) -> Any? {
    switch Int.random(in: 0..<28, using: &self) {
    case 0..<4: return anyNumber()
    case 4: return anyLength()
    case 5: return Float(anyNumber())
    case 6: return pick([0, 1, -1, 7, .max, .min])
    case 7: return NSNumber(value: anyNumber())
    case 8: return chance(0.5)
    case 9: return UInt64.max
    case 10, 11: return pick(Self.names)
    case 12: return anyString()
    case 13: return anyPoint()
    case 14: return anySize()
    case 15: return anyRect()
    case 16: return anyColor()
    case 17: return anyPath()
    case 18: return anyTransform()
    case 19: return anyAffineTransform()
    case 20: return NSValue(caTransform3D: anyTransform())
    case 21: return anyImage()
    case 22: return depth < 2 ? anyFilter() : nil
    case 23: return depth < 2 ? anyCell(depth: depth) : nil
    case 24: return depth < 2 ? anyLayer(depth: 3) : NSObject()
    case 25: return depth < 2 ? anyAttributedString() : Date()
    case 26:
      guard depth < 2 else { return [Any]() }
      return (0..<Int.random(in: 0...4, using: &self)).map { _ in anyValue(depth: depth + 1) ?? 0 }
    default:
      return pick(
        [nil, NSNull(), NSObject(), ["a": 1], Data(), UIntOptions(rawValue: .max)] as [Any?])
    }
  }

  /// Of a layer: a property, a part of one, a field of an object in one, or nothing that exists.
  mutating func anyKeyPath() -> String {
    let key = pick(Self.layerKeys)
    guard chance(0.35) else { return key }
    return key + "." + pick(Self.parts) + (chance(0.3) ? "." + pick(Self.parts) : "")
  }

  private static let layerKeys =
    LayerProperty.allCases.map { AnimationTarget($0).keyPath } + [
      "frame", "sublayers", "mask", "delegate", "name", "style", "actions", "opaque",
      "contentsFormat", "needsDisplayOnBoundsChange", "drawsAsynchronously", "beginTime",
      "timeOffset", "speed", "duration", "repeatCount", "repeatDuration", "autoreverses",
      "fillMode",
      "string", "font", "fontSize", "foregroundColor", "wrapped", "truncationMode", "alignmentMode",
      "tileSize", "levelsOfDetail", "levelsOfDetailBias", "scrollMode", "superlayer", "", ".",
      "own",
      "filters.a.inputRadius", "filters.a.enabled", "emitterCells.a.birthRate",
      "emitterCells.a.lifetime", "emitterCells.a.velocity", "emitterCells.a.contents",
    ]

  private static let parts = [
    "x", "y", "z", "width", "height", "origin", "size", "rotation", "scale", "translation", "a",
    "inputRadius", "inputAmount", "birthRate", "emitterCells", "", "position", "rotation.z",
  ]

  private static let cellKeys = [
    "birthRate", "lifetime", "lifetimeRange", "emissionLatitude", "emissionLongitude",
    "emissionRange", "velocity", "velocityRange", "xAcceleration", "yAcceleration", "zAcceleration",
    "scale", "scaleRange", "scaleSpeed", "spin", "spinRange", "color", "redRange", "redSpeed",
    "alphaSpeed", "contents", "contentsRect", "contentsScale", "minificationFilter", "emitterCells",
    "beginTime", "duration", "speed", "timeOffset", "repeatCount", "repeatDuration", "autoreverses",
    "fillMode", "enabled", "name", "style", "own",
  ]

  private static let filterTypes = [
    "gaussianBlur", "variableBlur", "colorMatrix", "colorInvert", "colorMonochrome",
    "colorSaturate",
    "colorBrightness", "colorContrast", "colorHueRotate", "luminanceToAlpha", "multiplyColor",
    "colorAdd", "colorSubtract", "multiply", "screenBlendMode", "clear", "xor", "nothing", "",
  ]

  private static let filterKeys = [
    "inputRadius", "inputAmount", "inputColor", "inputBias", "inputAngle", "inputColorMatrix",
    "inputNormalizeEdges", "inputQuality", "inputMaskImage", "enabled", "name", "type", "own",
  ]

  private static let animationKeys = [
    "beginTime", "duration", "speed", "timeOffset", "repeatCount", "repeatDuration", "autoreverses",
    "fillMode", "timingFunction", "keyPath", "fromValue", "toValue", "byValue", "additive",
    "cumulative", "valueFunction", "values", "path", "keyTimes", "timingFunctions",
    "calculationMode", "tensionValues", "continuityValues", "biasValues", "rotationMode",
    "initialVelocity", "animations", "type", "subtype", "startProgress",
    "endProgress", "removedOnCompletion", "delegate", "own",
  ]

  private static let names = [
    "linear", "resize", "center", "topLeft", "nearest", "trilinear", "continuous", "even-odd",
    "round", "bevel", "radial", "conic", "gray8Uint", "RGBA16Float", "sphere", "outline",
    "additive",
    "multiply", "sourceOut", "xorBlendMode", "paced", "cubic", "auto", "forwards", "end", "middle",
    "justified", "nonsense", "",
  ]
}

/// Of a type that no property has.
private struct UIntOptions: OptionSet {
  let rawValue: UInt
}

/// A layer with contents of its own drawing.
final class DrawnLayer: CALayer {
  override init() {
    super.init()
    needsDisplayOnBoundsChange = true
    setNeedsDisplay()
  }

  override init(layer: Any) { super.init(layer: layer) }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  override func draw(in ctx: CGContext) {
    ctx.setFillColor(.straight([1, 0.5, 0, 0.5]))
    ctx.fillEllipse(in: bounds)
  }
}
