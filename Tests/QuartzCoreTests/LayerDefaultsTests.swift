import CoreGraphicsAPI
import Geometry
import QuartzCore
import TestSupport
import Testing

@MainActor
@Suite struct LayerDefaultsTests {
  /// Classes that come later, with what they wait for.
  static func waits(_ type: String) -> String? {
    switch type {
    case "UIView", "UIViewPropertyAnimator": "UIKit"
    default: nil
    }
  }

  /// A layer of the class with that name.
  static func layer(_ type: String) -> CALayer? {
    switch type {
    case "CALayer", "CAMediaTiming (layer)": CALayer()
    case "CATextLayer": CATextLayer()
    case "CAShapeLayer": CAShapeLayer()
    case "CAGradientLayer": CAGradientLayer()
    case "CAReplicatorLayer": CAReplicatorLayer()
    case "CAEmitterLayer": CAEmitterLayer()
    case "CAScrollLayer": CAScrollLayer()
    case "CATiledLayer": CATiledLayer()
    default: nil
    }
  }

  static func object(_ type: String) -> ((String) -> Any?)? {
    if let layer = layer(type) {
      return {
        $0 == "fadeDuration (class)" ? CATiledLayer.fadeDuration() : layer.value(forKey: $0)
      }
    }
    func animation(_ a: CAAnimation) -> (String) -> Any? { { a.value(forKey: $0) } }
    switch type {
    case "CAMediaTiming (animation)", "CAAnimation": return animation(CAAnimation())
    case "CAPropertyAnimation": return animation(CAPropertyAnimation(keyPath: "x"))
    case "CAKeyframeAnimation": return animation(CAKeyframeAnimation())
    case "CASpringAnimation": return animation(CASpringAnimation())
    case "CAEmitterCell":
      let cell = CAEmitterCell()
      return { cell.value(forKey: $0) }
    case "CATransition": return animation(CATransition())
    case "CATransaction": return { CATransaction.value(forKey: $0) }
    default: return nil
    }
  }

  @Test("Properties have the documented defaults and implicit actions")
  func defaults() throws {
    var ran = 0, ranActions = 0
    var excluded: [String] = []
    for c in try VectorFile(named: "layer-defaults").cases {
      guard case .object(let properties) = c["properties"] else { continue }
      for (key, row) in properties.sorted(by: { $0.key < $1.key }) {
        if let reason = Self.waits(c.id) {
          excluded.append("\(c.id).\(key) (\(reason))")
          continue
        }
        let read = try #require(Self.object(c.id), "no object for \(c.id)")
        CATransaction.flush()
        #expect(
          Self.matches(read(key), row["default"], type: row["type"].string ?? ""),
          "\(c.id).\(key): \(String(describing: read(key)))")
        ran += 1
        guard let layer = Self.layer(c.id) else { continue }
        let kind = row["implicit"].string ?? "none"
        #expect(Self.implicitKind(layer, key) == kind, "\(c.id).\(key)")
        ranActions += 1
      }
    }
    print(
      "vectors layer-defaults: ran \(ran) defaults and \(ranActions) implicit actions, excluded: "
        + excluded.joined(separator: ", "))
    #expect(ran == 167 && excluded.count == 7)
  }

  /// What a committed layer whose property has a usable value answers for a change of it.
  static func implicitKind(_ layer: CALayer, _ key: String) -> String {
    var result = "none"
    withStage { stage in
      layer.backgroundColor = .white
      let image = CGImage(Bitmap(size: PixelSize(1, 1), format: .bgra8Premultiplied))
      layer.contents = image
      layer.shadowPath = CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil)
      (layer as? CAShapeLayer)?.strokeColor = .white
      (layer as? CAShapeLayer)?.path = layer.shadowPath
      (layer as? CAGradientLayer)?.colors = [CGColor.black, CGColor.white]
      (layer as? CAGradientLayer)?.locations = [0, 1]
      stage.root.addSublayer(layer)
      stage.commit()
      switch layer.action(forKey: key) {
      case is CABasicAnimation: result = "basic"
      case is CATransition: result = "transition"
      case .some: result = "another"
      case nil: break
      }
    }
    return result
  }

  static func matches(_ value: Any?, _ expected: VectorValue, type: String) -> Bool {
    switch (value, expected) {
    case (nil, .null): return true
    case (let color as CGColor, .values(let v)):
      return [color.color.red, color.color.green, color.color.blue, color.color.alpha]
        == v.map { $0.double ?? .nan }
    case (let point as CGPoint, .values(let v)):
      return [Double(point.x), Double(point.y)] == v.map { $0.double ?? .nan }
    case (let size as CGSize, .values(let v)):
      return [Double(size.width), Double(size.height)] == v.map { $0.double ?? .nan }
    case (let rect as CGRect, .values(let v)):
      let numbers = [rect.origin.x, rect.origin.y, rect.width, rect.height].map { Double($0) }
      return numbers == v.map { $0.double ?? .nan }
    case (let t as CATransform3D, .string("identity")): return t == CATransform3DIdentity
    case (let flag as NSNumber, .bool(let b)): return flag.boolValue == b
    case (let flag as Bool, .bool(let b)): return flag == b
    case (let number as NSNumber, _): return number.doubleValue == expected.double
    case (let number as Double, _): return number == expected.double
    case (let name as String, .string(let s)): return name == s
    default: return false
    }
  }

  @Test("What subclasses and callers of Apple's API find with its defaults")
  func compatibility() {
    #expect(CALayer.cornerCurveExpansionFactor(.circular) == 1)
    #expect(CALayer.cornerCurveExpansionFactor(.continuous) == 1.528665)
    #expect(CAFrameRateRange.default.preferred == nil)
    #expect(CAFrameRateRange(minimum: 30, maximum: 60).preferred == nil)
    #expect(CAAnimation.defaultValue(forKey: "speed") as? Float == 1)
    #expect(CABasicAnimation.defaultValue(forKey: "additive") as? Bool == false)
    #expect(CASpringAnimation.defaultValue(forKey: "stiffness") as? Double == 100)
    #expect(CAAnimation.defaultValue(forKey: "unknown") == nil)
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 3, height: 4)
    layer.transform = CATransform3DMakeScale(2, 2, 1)
    #expect(layer.preferredFrameSize() == CGSize(width: 6, height: 8))
  }

  @Test("The box of a path itself leaves control points out")
  func pathBounds() {
    let path = CGMutablePath()
    #expect(path.boundingBoxOfPath.isNull)
    path.move(to: .zero)
    // Halfway a quadratic curve reaches half the height of its control point.
    path.addQuadCurve(to: CGPoint(x: 10, y: 0), control: CGPoint(x: 5, y: 8))
    let box = path.boundingBoxOfPath
    #expect(path.boundingBox.height == 8)
    #expect(box.minX == 0 && box.maxX == 10 && isNear(Double(box.height), 4))
    let circle = CGPath(
      ellipseIn: CGRect(x: 1, y: 2, width: 6, height: 6), transform: nil)
    let round = circle.boundingBoxOfPath
    #expect(isNear(Double(round.minX), 1) && isNear(Double(round.maxY), 8))
    // At three quarters of its control points' height a symmetric cubic turns round.
    let arch = CGMutablePath()
    arch.move(to: .zero)
    arch.addCurve(
      to: CGPoint(x: 4, y: 0), control1: CGPoint(x: 0, y: 4), control2: CGPoint(x: 4, y: 4))
    #expect(isNear(Double(arch.boundingBoxOfPath.maxY), 3))
    #expect(isNear(Double(arch.boundingBoxOfPath.maxX), 4))
  }
}
