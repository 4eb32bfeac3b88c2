import CoreGraphicsAPI
import Geometry
import QuartzCore
import TestSupport

/// Values and animations for random operations.
enum RandomValues {
  typealias Change = (CALayer, inout SeededGenerator) -> Void

  /// Changes a property, each as likely as the others.
  static func setAny(_ layer: CALayer, _ g: inout SeededGenerator) {
    changes[Int.random(in: changes.indices, using: &g)](layer, &g)
  }

  // Immutable, and only read.
  nonisolated(unsafe) private static let changes: [Change] = [
    { $0.bounds = CGRect(x: 0, y: 0, width: $1.grid(0...40), height: $1.grid(0...40)) },
    { $0.position = point(&$1) },
    { $0.frame = CGRect(origin: point(&$1), size: size(&$1)) },
    { $0.zPosition = CGFloat($1.grid(-2...2)) },
    { $0.anchorPoint = CGPoint(x: $1.grid(0...1), y: $1.grid(0...1)) },
    { $0.anchorPointZ = CGFloat($1.grid(-1...1)) },
    { $0.transform = transform(&$1) },
    { $0.sublayerTransform = transform(&$1) },
    { $0.opacity = Float($1.grid(0...1)) },
    { $0.isHidden = $1.chance(0.5) },
    { $0.isDoubleSided = $1.chance(0.5) },
    { $0.isGeometryFlipped = $1.chance(0.3) },
    { $0.masksToBounds = $1.chance(0.5) },
    { $0.allowsGroupOpacity = $1.chance(0.5) },
    { $0.backgroundColor = color(&$1) },
    { $0.cornerRadius = CGFloat($1.grid(0...8)) },
    { $0.maskedCorners = $1.chance(0.5) ? .layerMinXMinYCorner : .layerMaxXMaxYCorner },
    { $0.borderWidth = CGFloat($1.grid(0...4)) },
    { $0.borderColor = color(&$1) },
    { $0.contents = $1.chance(0.3) ? nil : $1.pick(images) },
    { $0.contentsRect = CGRect(x: 0, y: 0, width: 1, height: $1.grid(0.25...1)) },
    { $0.contentsCenter = CGRect(x: 0, y: 0, width: 1, height: $1.grid(0.25...1)) },
    { $0.contentsScale = CGFloat($1.grid(1...2)) },
    { $0.contentsGravity = $1.pick([.resize, .center, .topLeft, .resizeAspectFill]) },
    { $0.minificationFilter = $1.pick([.linear, .nearest, .trilinear]) },
    { $0.magnificationFilter = $1.pick([.linear, .nearest]) },
    { $0.shadowColor = color(&$1) },
    { $0.shadowOpacity = Float($1.grid(0...1)) },
    { $0.shadowOffset = size(&$1) },
    { $0.shadowRadius = CGFloat($1.grid(0...4)) },
    { $0.shadowPath = $1.chance(0.3) ? nil : path(&$1) },
    { $0.allowsEdgeAntialiasing = $1.chance(0.5) },
    { $0.edgeAntialiasingMask = $1.chance(0.5) ? .layerLeftEdge : .layerTopEdge },
  ]

  // MARK: Animations

  /// A key path with a value for it.
  // Immutable, and only read.
  nonisolated(unsafe) private static let targets:
    [(path: String, value: (inout SeededGenerator) -> Any?)] = [
      ("position", { point(&$0) }), ("position.x", { $0.grid(-20...20) }),
      ("bounds.size", { size(&$0) }), ("opacity", { $0.grid(0...1) }),
      ("zPosition", { $0.grid(-2...2) }), ("cornerRadius", { $0.grid(0...8) }),
      ("backgroundColor", { color(&$0) }), ("transform", { transform(&$0) }),
      ("transform.rotation.z", { $0.grid(-6...6) }), ("transform.scale", { $0.grid(0.5...2) }),
      ("sublayerTransform", { transform(&$0) }), ("hidden", { $0.chance(0.5) }),
      ("contents", { $0.pick(images) }), ("shadowPath", { path(&$0) }),
      ("shadowOffset.width", { $0.grid(-4...4) }), ("no such thing", { $0.grid(0...1) }),
      ("level", { $0.grid(0...4) }), ("level", { $0.grid(-1...1) }),
    ]

  static func animation(_ world: LayerWorld, _ layer: CALayer, _ g: inout SeededGenerator)
    -> CAAnimation
  {
    let target = g.pick(targets)
    var (value, function) = (target.value, CAValueFunctionName?.none)
    if target.path.hasSuffix("ransform"), g.chance(0.4) {
      let name = g.pick([CAValueFunctionName.rotateX, .rotateZ, .scale, .translate])
      let takesThree = name == .scale || name == .translate
      value = { g in
        let numbers = (0..<3).map { _ in g.grid(-2...2) }
        return takesThree ? numbers as Any : numbers[0] * 4
      }
      function = name
    }
    let animation: CAPropertyAnimation
    switch Int.random(in: 0..<4, using: &g) {
    case 0:
      let keyframes = CAKeyframeAnimation(keyPath: target.path)
      keyframes.values = (0..<Int.random(in: 1...5, using: &g)).compactMap { _ in value(&g) }
      keyframes.calculationMode = g.pick([.linear, .discrete, .paced, .cubic, .cubicPaced])
      animation = keyframes
    case 1:
      let spring = CASpringAnimation(keyPath: target.path)
      spring.damping = CGFloat(g.grid(2...20))
      spring.toValue = value(&g)
      animation = spring
    default:
      let basic = CABasicAnimation(keyPath: target.path)
      if g.chance(0.6) { basic.fromValue = value(&g) }
      if g.chance(0.6) { basic.toValue = value(&g) }
      if g.chance(0.2) { basic.byValue = value(&g) }
      animation = basic
    }
    animation.valueFunction = function.flatMap { CAValueFunction(name: $0) }
    animation.isAdditive = g.chance(0.2)
    animation.isCumulative = g.chance(0.1)
    time(animation, world, layer, &g)
    return animation
  }

  static func time(
    _ animation: CAAnimation, _ world: LayerWorld, _ layer: CALayer, _ g: inout SeededGenerator
  ) {
    animation.duration = world.makeDuration(g.grid(0.125...2))
    if g.chance(0.3) {
      animation.beginTime =
        layer.convertTime(CACurrentMediaTime(), from: nil) + g.grid(-1...1)
    }
    if g.chance(0.2) { animation.timeOffset = g.grid(0...1) }
    if g.chance(0.2) { animation.speed = g.pick([0.5, 2, -1, 0]) }
    if g.chance(0.3) { animation.repeatCount = g.pick([1.5, 2, 3, .infinity]) }
    if g.chance(0.1) { animation.repeatDuration = g.grid(0.25...2) }
    animation.autoreverses = g.chance(0.2)
    animation.fillMode = g.pick([.removed, .backwards, .forwards, .both])
    animation.isRemovedOnCompletion = g.chance(0.7)
    if g.chance(0.3) { animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut) }
  }

  // MARK: Values

  private static func point(_ g: inout SeededGenerator) -> CGPoint {
    CGPoint(x: g.grid(-20...60), y: g.grid(-20...60))
  }

  private static func size(_ g: inout SeededGenerator) -> CGSize {
    CGSize(width: g.grid(0...30), height: g.grid(0...30))
  }

  private static func color(_ g: inout SeededGenerator) -> CGColor? {
    if g.chance(0.2) { return nil }
    return CGColor(red: g.grid(0...1), green: g.grid(0...1), blue: g.grid(0...1), alpha: 1)
  }

  private static func transform(_ g: inout SeededGenerator) -> CATransform3D {
    switch Int.random(in: 0..<4, using: &g) {
    case 0: CATransform3DIdentity
    case 1: CATransform3DMakeRotation(g.grid(-3...3), 0, 0, 1)
    case 2: CATransform3DMakeScale(g.grid(0...2), g.grid(-1...2), 1)
    default: CATransform3DMakeRotation(g.grid(-3...3), 1, g.grid(0...1), 0)
    }
  }

  private static func path(_ g: inout SeededGenerator) -> CGPath {
    let rect = CGRect(origin: point(&g), size: size(&g))
    return g.chance(0.5)
      ? CGPath(rect: rect, transform: nil) : CGPath(ellipseIn: rect, transform: nil)
  }

  private static let images: [CGImage] = [(1, 1), (3, 2)].map { size in
    CGImage(
      PixelImage(Bitmap(size: PixelSize(size.0, size.1), format: .bgra8Premultiplied)))
  }
}
