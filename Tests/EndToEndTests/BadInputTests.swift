import CoreGraphics
import Foundation
import Geometry
import LayerStage
import QuartzCore
import Testing

/// A change that cannot be drawn, by name.
struct BadChange: Sendable, CustomTestStringConvertible {
  let name: String
  let apply: @Sendable (CALayer, CGFloat) -> Void
  var testDescription: String { name }

  static let numbers: [BadChange] = [
    BadChange(name: "position") { $0.position = CGPoint(x: $1, y: 10) },
    BadChange(name: "bounds origin") { $0.bounds.origin.y = $1 },
    BadChange(name: "bounds size") { $0.bounds.size = CGSize(width: $1, height: 20) },
    BadChange(name: "frame") { $0.frame = CGRect(x: 10, y: $1, width: 20, height: $1) },
    BadChange(name: "anchorPoint") { $0.anchorPoint = CGPoint(x: 0.5, y: $1) },
    BadChange(name: "zPosition") { $0.zPosition = $1 },
    BadChange(name: "transform scale") { $0.transform = CATransform3DMakeScale($1, 1, 1) },
    BadChange(name: "transform rotation") {
      $0.transform = CATransform3DMakeRotation($1, 0, 0, 1)
    },
    BadChange(name: "transform m34") { $0.transform.m34 = $1 },
    BadChange(name: "sublayerTransform") { $0.sublayerTransform.m41 = $1 },
    BadChange(name: "opacity") { $0.opacity = Float($1) },
    BadChange(name: "cornerRadius") { $0.cornerRadius = $1 },
    BadChange(name: "borderWidth") { $0.borderWidth = $1 },
    BadChange(name: "shadowRadius") {
      $0.shadowOpacity = 1
      $0.shadowRadius = $1
    },
    BadChange(name: "shadowOffset") {
      $0.shadowOpacity = 1
      $0.shadowOffset = CGSize(width: $1, height: 0)
    },
    BadChange(name: "shadowOpacity") { $0.shadowOpacity = Float($1) },
    BadChange(name: "backgroundColor") {
      $0.backgroundColor = CGColor(srgbRed: $1, green: 0, blue: 0, alpha: 1)
    },
    BadChange(name: "contentsScale") { $0.contentsScale = $1 },
    BadChange(name: "contentsRect") { $0.contentsRect = CGRect(x: 0, y: 0, width: $1, height: 1) },
    BadChange(name: "contentsCenter") {
      $0.contentsCenter = CGRect(x: $1, y: 0, width: 0.5, height: 1)
    },
    BadChange(name: "layer beginTime") { $0.beginTime = Double($1) },
    BadChange(name: "layer timeOffset") { $0.timeOffset = Double($1) },
    BadChange(name: "layer speed") { $0.speed = Float($1) },
    BadChange(name: "shadowPath") {
      $0.shadowOpacity = 1
      $0.shadowPath = CGPath(rect: CGRect(x: $1, y: 0, width: 10, height: $1), transform: nil)
    },
  ]

  static let animations: [BadChange] = [
    BadChange(name: "fromValue") { layer, bad in
      layer.add(basic { $0.fromValue = bad }, forKey: "bad")
    },
    BadChange(name: "toValue") { layer, bad in
      layer.add(basic { $0.toValue = Double(bad) }, forKey: "bad")
    },
    BadChange(name: "byValue") { layer, bad in
      layer.add(basic { $0.byValue = bad }, forKey: "bad")
    },
    BadChange(name: "duration") { layer, bad in
      layer.add(basic { $0.duration = Double(bad) }, forKey: "bad")
    },
    BadChange(name: "beginTime") { layer, bad in
      layer.add(basic { $0.beginTime = Double(bad) }, forKey: "bad")
    },
    BadChange(name: "timeOffset") { layer, bad in
      layer.add(basic { $0.timeOffset = Double(bad) }, forKey: "bad")
    },
    BadChange(name: "speed") { layer, bad in
      layer.add(basic { $0.speed = Float(bad) }, forKey: "bad")
    },
    BadChange(name: "repeatCount") { layer, bad in
      layer.add(basic { $0.repeatCount = Float(bad) }, forKey: "bad")
    },
    BadChange(name: "repeatDuration") { layer, bad in
      layer.add(basic { $0.repeatDuration = Double(bad) }, forKey: "bad")
    },
    BadChange(name: "timing function") { layer, bad in
      layer.add(
        basic {
          $0.timingFunction = CAMediaTimingFunction(controlPoints: Float(bad), 0, 0.5, Float(bad))
        }, forKey: "bad")
    },
    BadChange(name: "spring velocity") { layer, bad in
      let spring = CASpringAnimation(keyPath: "position.x")
      spring.toValue = 100.0
      spring.initialVelocity = bad
      layer.add(spring, forKey: "bad")
    },
    BadChange(name: "key frame") { layer, bad in
      layer.add(keyframes { $0.values = [0.0, Double(bad), 10.0] }, forKey: "bad")
    },
    BadChange(name: "key time") { layer, bad in
      layer.add(
        keyframes { $0.keyTimes = [0, NSNumber(value: Double(bad)), 1] }, forKey: "bad")
    },
    BadChange(name: "tension") { layer, bad in
      layer.add(
        keyframes {
          $0.calculationMode = .cubic
          $0.tensionValues = [0, NSNumber(value: Double(bad)), 0]
        }, forKey: "bad")
    },
  ]

  private static func basic(_ change: (CABasicAnimation) -> Void) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: "position.x")
    animation.toValue = 100.0
    animation.duration = 1
    change(animation)
    return animation
  }

  private static func keyframes(_ change: (CAKeyframeAnimation) -> Void) -> CAKeyframeAnimation {
    let animation = CAKeyframeAnimation(keyPath: "position.x")
    animation.values = [0.0, 5.0, 10.0]
    animation.duration = 1
    change(animation)
    return animation
  }
}

@MainActor @Suite("Bad input is ignored and the next good frame is right")
struct BadInputTests {
  private static let badNumbers: [CGFloat] = [
    .nan, .infinity, -.infinity, 1e30, -1e30, 0, -5, .leastNonzeroMagnitude,
  ]

  /// A red layer to spoil beside a green one that must stay as it is.
  private func twoLayers() throws -> (stage: TestStage, layer: CALayer) {
    let stage = try TestStage(width: 60, height: 40, background: .opaque(0, 0, 0))
    stage.add(CALayer()) {
      $0.frame = CGRect(x: 40, y: 10, width: 20, height: 20)
      $0.backgroundColor = .opaque(0, 1, 0)
      // Above whatever the spoilt layer may cover.
      $0.zPosition = 1
    }
    let layer = stage.add(CALayer()) { good($0) }
    stage.mark()
    stage.at(0.1)
    return (stage, layer)
  }

  private func good(_ layer: CALayer) {
    layer.removeAllAnimations()
    layer.beginTime = 0
    layer.timeOffset = 0
    layer.speed = 1
    layer.transform = CATransform3DIdentity
    layer.sublayerTransform = CATransform3DIdentity
    layer.anchorPoint = CGPoint(x: 0.5, y: 0.5)
    layer.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
    layer.position = CGPoint(x: 15, y: 20)
    layer.zPosition = 0
    layer.opacity = 1
    layer.cornerRadius = 0
    layer.borderWidth = 0
    layer.backgroundColor = .opaque(1, 0, 0)
    layer.contents = nil
    layer.contentsScale = 1
    layer.contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
    layer.contentsCenter = CGRect(x: 0, y: 0, width: 1, height: 1)
    layer.shadowOpacity = 0
    layer.shadowRadius = 3
    layer.shadowOffset = CGSize(width: 0, height: -3)
    layer.shadowPath = nil
  }

  private func expectGoodFrame(
    _ stage: TestStage, _ why: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let pixels = stage.pixels()
    pixels.expect(
      15, 20, near: [255, 0, 0, 255], within: 0, why, sourceLocation: sourceLocation)
    pixels.expect(
      50, 20, near: [0, 255, 0, 255], within: 0, why, sourceLocation: sourceLocation)
    pixels.expect(30, 20, near: [0, 0, 0, 255], within: 0, why, sourceLocation: sourceLocation)
    pixels.expect(5, 5, near: [0, 0, 0, 255], within: 0, why, sourceLocation: sourceLocation)
  }

  private func isFinite(_ layer: CALayer) -> Bool {
    ShownValues.presented(layer).values.joined().allSatisfy(\.isFinite)
  }

  @Test("Numbers that cannot be drawn", arguments: BadChange.numbers)
  func properties(_ change: BadChange) throws {
    let (stage, layer) = try twoLayers()
    for bad in Self.badNumbers {
      withoutActions { change.apply(layer, bad) }
      stage.commit()
      stage.at(CACurrentMediaTime() - stage.zero + 0.1)
      _ = stage.pixels()
      if let shown = layer.presentation() {
        #expect(isFinite(shown), "\(change.name) = \(bad) reached the presentation")
      }
      withoutActions { good(layer) }
      stage.commit()
      stage.at(CACurrentMediaTime() - stage.zero + 0.1)
      expectGoodFrame(stage, "after \(change.name) = \(bad)")
    }
  }

  @Test("Not-a-number and infinity leave the property as it was")
  func keepsTheValue() throws {
    let (stage, layer) = try twoLayers()
    withoutActions {
      for bad in [CGFloat.nan, .infinity, -.infinity] {
        layer.position = CGPoint(x: bad, y: 1)
        layer.bounds = CGRect(x: 0, y: 0, width: bad, height: 1)
        layer.transform.m11 = bad
        layer.opacity = Float(bad)
        layer.cornerRadius = bad
      }
    }
    #expect(layer.position == CGPoint(x: 15, y: 20))
    #expect(layer.bounds == CGRect(x: 0, y: 0, width: 20, height: 20))
    #expect(CATransform3DIsIdentity(layer.transform))
    #expect(layer.opacity == 1)
    #expect(layer.cornerRadius == 0)
    stage.commit()
    stage.at(0.2)
    expectGoodFrame(stage, "unchanged")
  }

  @Test("Animations with such numbers", arguments: BadChange.animations)
  func animations(_ change: BadChange) throws {
    let (stage, layer) = try twoLayers()
    for bad in Self.badNumbers {
      change.apply(layer, bad)
      stage.commit()
      for _ in 0..<3 {
        stage.at(CACurrentMediaTime() - stage.zero + 0.3)
        _ = stage.pixels()
        if let shown = layer.presentation() {
          #expect(isFinite(shown), "\(change.name) = \(bad) reached the presentation")
        }
      }
      withoutActions { good(layer) }
      stage.commit()
      stage.at(CACurrentMediaTime() - stage.zero + 0.1)
      expectGoodFrame(stage, "after an animation with \(change.name) = \(bad)")
    }
  }

  @Test("A layer added to itself or to its descendant leaves the tree as it was")
  func cycles() throws {
    let (stage, layer) = try twoLayers()
    let child = CALayer(), grandchild = CALayer()
    withoutActions {
      layer.addSublayer(child)
      child.addSublayer(grandchild)
      layer.addSublayer(layer)
      grandchild.addSublayer(layer)
      grandchild.insertSublayer(child, at: 0)
      child.sublayers = [child]
      layer.replaceSublayer(child, with: layer)
    }
    #expect(layer.superlayer === stage.root)
    #expect(layer.sublayers?.contains { $0 === layer } != true)
    stage.commit()
    stage.at(0.2)
    expectGoodFrame(stage, "after cycles were refused")
  }

  @Test("An unknown key path animates nothing; its delegate still hears of start and end")
  func unknownKeyPath() throws {
    let (stage, layer) = try twoLayers()
    for keyPath in ["nonsense", "position.q", "transform.rotation.w", "", "frame", "bounds..x"] {
      let log = AnimationLog()
      let animation = CABasicAnimation(keyPath: keyPath)
      animation.toValue = 5.0
      animation.duration = 0.1
      animation.delegate = log
      layer.add(animation, forKey: nil)
      stage.commit()
      stage.at(CACurrentMediaTime() - stage.zero + 0.2)
      #expect(log.events == [.started, .stopped(finished: true)], "\(keyPath)")
      expectGoodFrame(stage, "after the key path '\(keyPath)'")
    }
  }

  @Test("A value of the wrong type counts as not set, whatever it is")
  func wrongTypes() throws {
    let (stage, layer) = try twoLayers()
    let values: [Any] = ["text", [1, 2, 3], CGPoint.zero, NSObject(), true, CGColor.black, 3]
    let keyPaths = [
      "position", "bounds", "opacity", "backgroundColor", "transform", "contents", "shadowPath",
      "hidden", "contentsGravity",
    ]
    for keyPath in keyPaths {
      for value in values {
        let animation = CABasicAnimation(keyPath: keyPath)
        animation.fromValue = value
        animation.duration = 0.05
        layer.add(animation, forKey: "wrong")
        let keyframes = CAKeyframeAnimation(keyPath: keyPath)
        keyframes.values = [value, value, "mixed"]
        keyframes.duration = 0.05
        layer.add(keyframes, forKey: "wrong too")
        stage.commit()
        stage.at(CACurrentMediaTime() - stage.zero + 0.02)
        _ = stage.pixels()
      }
      stage.at(CACurrentMediaTime() - stage.zero + 0.1)
      expectGoodFrame(stage, "after wrong values for \(keyPath)")
    }
    withoutActions {
      layer.setValue("text", forKey: "position")
      layer.setValue(CGPoint.zero, forKey: "opacity")
      layer.setValue("text", forKeyPath: "transform.rotation.z")
      layer.contents = "no image"
    }
    stage.commit()
    stage.at(CACurrentMediaTime() - stage.zero + 0.1)
    expectGoodFrame(stage, "after wrong values for the model")
  }

  @Test("Images without pixels and images that no device takes")
  func images() throws {
    let (stage, layer) = try twoLayers()
    #expect(CGImage(Bitmap(size: PixelSize(0, 0), format: .bgra8Premultiplied)) == nil)
    for size in [PixelSize(40_000, 1), PixelSize(1, 40_000)] {
      withoutActions {
        layer.contents = CGImage(Bitmap(size: size, format: .bgra8Premultiplied))
      }
      stage.commit()
      stage.at(CACurrentMediaTime() - stage.zero + 0.1)
      stage.pixels().expect(50, 20, near: [0, 255, 0, 255], within: 0, "the layer beside it")
      withoutActions { layer.contents = nil }
      stage.commit()
      stage.at(CACurrentMediaTime() - stage.zero + 0.1)
      expectGoodFrame(stage, "after an image of \(size)")
    }
  }

  @Test("Damaged image files give no image")
  func damagedFiles() throws {
    let (stage, _) = try twoLayers()
    let png = stage.image().pngData()
    #expect(CGImage(data: png) != nil, "the undamaged file")
    // The header's width, claiming 2³¹ − 1 pixels with a matching checksum would still be refused;
    // here the checksum no longer fits either.
    var lying = png
    lying.replaceSubrange(16..<20, with: [0x7f, 0xff, 0xff, 0xff])
    #expect(CGImage(data: lying) == nil)
    #expect(CGImage(data: png.prefix(20)) == nil)
    #expect(CGImage(data: Data()) == nil)
    #expect(CGImage(data: Data([0xff, 0xd8, 0xff, 0xe0])) == nil)
    #expect(CGImage(contentsOfFile: "/nonexistent/image.png") == nil)
  }

  @Test(
    "A stage of impossible size is refused with an error",
    arguments: [(0.0, 10.0), (-5.0, 10.0), (.nan, 10.0), (.infinity, 10.0), (1e30, 1e30)])
  func stageSizes(width: Double, height: Double) {
    #expect(throws: StageError.self) {
      _ = try LayerStage(LayerStage.Configuration(size: CGSize(width: width, height: height)))
    }
  }
}
