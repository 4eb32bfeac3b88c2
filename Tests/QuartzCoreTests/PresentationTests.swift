import CoreGraphicsAPI
import Geometry
import QuartzCore
import TestSupport
import Testing

@MainActor
@Suite struct PresentationTests {
  @Test("F01 h01: an animation never writes the model, and the layer snaps back")
  func snapBack() {
    withStage { stage in
      @MainActor func dot() -> CALayer { stage.layer { $0.position = CGPoint(x: 100, y: 50) } }
      let plain = dot(), frozen = dot()
      let drop = CABasicAnimation(keyPath: "position.y")
      drop.toValue = 300
      drop.duration = 1
      plain.add(drop, forKey: "drop")
      drop.fillMode = .forwards
      drop.isRemovedOnCompletion = false
      frozen.add(drop, forKey: "drop")
      stage.mark()
      stage.at(0.5)
      #expect(isNear(plain.shownY, 175, 1e-4) && plain.position.y == 50)
      stage.at(0.999)
      #expect(isNear(plain.shownY, 299.75, 1e-4))
      stage.at(1.001)
      #expect(isNear(plain.shownY, 50) && plain.animation(forKey: "drop") == nil)
      #expect(isNear(frozen.shownY, 300) && frozen.position.y == 50)
      #expect(frozen.animation(forKey: "drop") != nil)
    }
  }

  @Test("F19 h04: pausing and resuming a layer never jumps")
  func pauseResume() {
    withStage { stage in
      let train = stage.layer { $0.position = CGPoint(x: -5, y: 0) }
      let ride = CABasicAnimation(keyPath: "position.x")
      ride.fromValue = 0.0
      ride.toValue = 100.0
      ride.duration = 10
      train.add(ride, forKey: "ride")
      stage.mark()
      @MainActor func pause() {
        let local = train.convertTime(CACurrentMediaTime(), from: nil)
        train.speed = 0
        train.timeOffset = local
        stage.commit()
      }
      @MainActor func resume() {
        let frozen = train.timeOffset
        train.speed = 1
        train.timeOffset = 0
        train.beginTime = 0
        train.beginTime = train.convertTime(CACurrentMediaTime(), from: nil) - frozen
        stage.commit()
      }
      @MainActor func expect(_ x: Double, at time: Double) {
        #expect(isNear(train.shownX, x, 1e-4), "at \(time): \(train.shownX ?? .nan)")
      }
      stage.at(3)
      expect(30, at: 3)
      pause()
      expect(30, at: 3)
      stage.at(8)
      expect(30, at: 8)
      resume()
      expect(30, at: 8)
      stage.at(10)
      expect(50, at: 10)
      pause()
      stage.at(11)
      expect(50, at: 11)
      resume()
      stage.at(15.9)
      expect(99, at: 15.9)
      stage.at(16.1)
      expect(-5, at: 16.1)
    }
  }

  @Test("F23 h05: a matrix loses whole turns, an angle does not and keeps the scale")
  func rotation() throws {
    try withStage { stage in
      let byMatrix = stage.layer(), byAngle = stage.layer()
      let scaled = stage.layer { $0.transform = CATransform3DMakeScale(2, 2, 1) }
      let m = CABasicAnimation(keyPath: "transform")
      m.fromValue = CATransform3DIdentity
      m.toValue = CATransform3DMakeRotation(.pi * 2, 0, 0, 1)
      m.duration = 1
      byMatrix.add(m, forKey: nil)
      let a = CABasicAnimation(keyPath: "transform.rotation")
      a.fromValue = 0
      a.toValue = CGFloat.pi * 2
      a.duration = 1
      byAngle.add(a, forKey: nil)
      let q = CABasicAnimation(keyPath: "transform.rotation.z")
      q.fromValue = 0.0
      q.toValue = Double.pi / 2
      q.duration = 1
      scaled.add(q, forKey: nil)
      stage.mark()
      stage.at(0.25)
      #expect(isNear(byMatrix.presentation().map { Double($0.transform.m11) }, 1, 1e-6))
      let turned = try #require(byAngle.presentation())
      #expect(isNear(Double(turned.transform.m11), 0, 1e-6))
      #expect(isNear(Double(turned.transform.m12), 1, 1e-6))
      let angle = turned.value(forKeyPath: "transform.rotation.z") as? Double
      #expect(isNear(angle, .pi / 2, 1e-6))
      stage.at(0.5)
      let shown = try #require(scaled.presentation()).transform
      #expect(isNear(Double(shown.m11), 1.414214, 1e-4))
      #expect(isNear(Double(shown.m12), 1.414214, 1e-4))
    }
  }

  @Test("F32 h07: a begin time is in the layer's own time; backwards fill covers the wait")
  func beginTimeSpace() {
    withStage { stage in
      @MainActor func fast() -> CALayer {
        stage.layer {
          $0.speed = 2
          $0.position = CGPoint(x: 100, y: 0)
        }
      }
      let bare = fast(), filled = fast()
      @MainActor func slide(on layer: CALayer, fill: CAMediaTimingFillMode) {
        let slide = CABasicAnimation(keyPath: "position.x")
        slide.fromValue = 0.0
        slide.toValue = 100.0
        slide.duration = 1
        slide.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) + 1
        slide.fillMode = fill
        layer.add(slide, forKey: "slide")
      }
      slide(on: bare, fill: .removed)
      slide(on: filled, fill: .backwards)
      stage.mark()
      stage.at(0.25)
      #expect(isNear(bare.shownX, 100) && isNear(filled.shownX, 0))
      stage.at(0.75)
      #expect(isNear(bare.shownX, 50, 1e-4) && isNear(filled.shownX, 50, 1e-4))
      stage.at(1.01)
      #expect(isNear(bare.shownX, 100) && bare.animation(forKey: "slide") == nil)
    }
  }

  @Test("Begin times are resolved once: later commits do not restart an animation")
  func beginOnce() {
    withStage { stage in
      let layer = stage.layer()
      layer.add(move(to: 100), forKey: "a")
      stage.mark()
      stage.at(0.3)
      layer.add(move(to: 100, duration: 5), forKey: "b")
      layer.removeAnimation(forKey: "b")
      stage.at(0.4)
      #expect(isNear(layer.shownX, 40, 1e-6))
      #expect(layer.animation(forKey: "a")?.beginTime == 0)
    }
  }

  @Test("Ends that are not set come from the value below, as in the table")
  func ends() throws {
    try VectorFile(named: "interpolation").run(kind: "basic-ends") { c in
      withStage { stage in
        let layer = stage.layer { $0.position.x = CGFloat(c["underlying"].double ?? 0) }
        let animation = CABasicAnimation(keyPath: "position.x")
        animation.fromValue = c["fromValue"].double
        animation.toValue = c["toValue"].double
        animation.byValue = c["byValue"].double
        animation.duration = 1
        animation.fillMode = .forwards
        animation.isRemovedOnCompletion = false
        layer.add(animation, forKey: nil)
        stage.mark()
        for sample in c["samples"].array {
          stage.at(sample[0].double ?? 0)
          #expect(isNear(layer.shownX, sample[1].double ?? .nan, 1e-6), "\(c.id)")
        }
      }
    }
  }

  @Test("A value of the wrong type counts as not set")
  func mismatch() throws {
    try VectorFile(named: "interpolation").run(kind: "type-mismatch") { c in
      withStage { stage in
        let path = c["keyPath"].string ?? ""
        let layer = stage.layer { $0.setValue(c["underlying"].double, forKeyPath: path) }
        let animation = CABasicAnimation(keyPath: path)
        animation.fromValue = c["fromValue"].string ?? CGPoint.zero as Any
        animation.toValue = c["toValue"].double
        animation.duration = 1
        animation.fillMode = .forwards
        animation.isRemovedOnCompletion = false
        let said = warnings {
          layer.add(animation, forKey: nil)
          stage.mark()
        }
        #expect(said.count == 1)
        for sample in c["samples"].array {
          stage.at(sample[0].double ?? 0)
          let shown = layer.presentation()?.value(forKeyPath: path) as? Double
          #expect(isNear(shown, sample[1].double ?? .nan, 1e-6), "\(c.id)")
        }
      }
    }
  }

  @Test("Without any end, an animation starts from what was on screen when it was added")
  func noEnds() {
    withStage { stage in
      let layer = stage.layer()
      layer.add(move(to: 100), forKey: "a")
      stage.mark()
      stage.at(0.5)
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.position.x = 200
      let bare = CABasicAnimation(keyPath: "position.x")
      bare.duration = 1
      layer.add(bare, forKey: "a")
      CATransaction.commit()
      stage.mark()
      #expect(isNear(layer.shownX, 50, 1e-6))
      stage.at(0.5)
      #expect(isNear(layer.shownX, 125, 1e-6))
    }
  }

  @Test("presentation() shows the committed state only, and nothing before the first commit")
  func committedOnly() {
    withStage { stage in
      let layer = CALayer()
      #expect(layer.presentation() == nil)
      stage.root.addSublayer(layer)
      #expect(layer.presentation() == nil)
      stage.commit()
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.position = CGPoint(x: 9, y: 9)
      layer.add(move(to: 50), forKey: "a")
      #expect(layer.presentation()?.position == .zero)
      CATransaction.commit()
      #expect(layer.presentation()?.position == CGPoint(x: 9, y: 9))
      layer.removeFromSuperlayer()
      #expect(layer.presentation() != nil, "still on screen")
      stage.commit()
      #expect(layer.presentation() == nil)
    }
  }

  @Test("A presentation layer has the class, its relatives are presentations, and it cannot change")
  func presentationLayer() throws {
    final class Gauge: CALayer {
      var level = 0
      init(level: Int) {
        self.level = level
        super.init()
      }
      override init(layer: Any) {
        super.init(layer: layer)
        level = (layer as? Gauge)?.level ?? -1
      }
      required init?(coder: NSCoder) { super.init(coder: coder) }
    }
    try withStage { stage in
      let gauge = Gauge(level: 7), child = CALayer()
      gauge.name = "gauge"
      gauge.addSublayer(child)
      stage.root.addSublayer(gauge)
      stage.commit()
      let shown = try #require(gauge.presentation())
      #expect(type(of: shown) == Gauge.self && shown.level == 7 && shown.name == "gauge")
      #expect(shown.model() === gauge && gauge.model() === gauge && shown !== gauge)
      #expect(shown.superlayer?.model() === stage.root)
      #expect(shown.superlayer !== stage.root)
      #expect(shown.sublayers?.first?.model() === child)
      #expect(shown.presentation() === shown)
      let messages = traps {
        shown.position = CGPoint(x: 1, y: 1)
        shown.add(move(to: 4), forKey: "a")
        shown.addSublayer(CALayer())
        shown.removeFromSuperlayer()
        shown.speed = 0
        CALayer().addSublayer(shown)
      }
      #expect(messages.count == 6)
      #expect(shown.position == .zero && gauge.animationKeys() == nil)
    }
  }

  @Test("No property of a presentation layer can be set")
  func presentationSetters() throws {
    final class Answering: CALayerDelegate {}
    let new: [(String, Any?)] = [
      ("bounds", CGRect(x: 0, y: 0, width: 1, height: 2)), ("position", CGPoint(x: 1, y: 1)),
      ("zPosition", 1), ("anchorPoint", CGPoint.zero), ("anchorPointZ", 1),
      ("transform", CATransform3DMakeScale(2, 2, 2)),
      ("sublayerTransform", CATransform3DMakeScale(2, 2, 2)), ("opacity", 0.5), ("hidden", true),
      ("doubleSided", false), ("geometryFlipped", true), ("masksToBounds", true),
      ("allowsGroupOpacity", false), ("backgroundColor", CGColor.white), ("cornerRadius", 1),
      ("maskedCorners", CACornerMask.layerMinXMinYCorner), ("borderWidth", 1),
      ("borderColor", CGColor.white),
      ("contents", CGImage(Bitmap(size: PixelSize(1, 1), format: .bgra8Premultiplied))),
      ("contentsRect", CGRect.zero), ("contentsCenter", CGRect.zero), ("contentsScale", 2),
      ("contentsGravity", "center"), ("minificationFilter", "nearest"),
      ("magnificationFilter", "nearest"), ("shadowColor", CGColor.white), ("shadowOpacity", 1),
      ("shadowOffset", CGSize(width: 4, height: 4)), ("shadowRadius", 9),
      ("shadowPath", CGPath(rect: .zero, transform: nil)),
      ("allowsEdgeAntialiasing", !CALayer().allowsEdgeAntialiasing), ("edgeAntialiasingMask", 1),
      ("sublayers", [CALayer()]), ("delegate", Answering()), ("name", "other"),
      ("style", ["a": 1]), ("actions", ["a": NSNull()]), ("opaque", true),
      ("cornerCurve", "continuous"), ("contentsFormat", "Gray8Uint"),
      ("needsDisplayOnBoundsChange", true), ("drawsAsynchronously", true), ("beginTime", 1),
      ("timeOffset", 1), ("speed", 2), ("duration", 1), ("repeatCount", 1), ("repeatDuration", 1),
      ("autoreverses", true), ("fillMode", "both"), ("own", 1),
    ]
    let text: [(String, Any?)] = [
      ("string", "a"), ("font", "Serif"), ("fontSize", 9), ("foregroundColor", CGColor.black),
      ("wrapped", true), ("truncationMode", "end"), ("alignmentMode", "right"),
      ("allowsFontSubpixelQuantization", true),
    ]
    try withStage { stage in
      let label = CATextLayer()
      stage.root.addSublayer(label)
      stage.commit()
      let shown = try #require(label.presentation())
      for (key, value) in new + text {
        let old = shown.value(forKey: key).map { "\($0)" }
        let messages = traps { shown.setValue(value, forKey: key) }
        #expect(messages.count == 1, "\(key)")
        #expect(shown.value(forKey: key).map { "\($0)" } == old, "\(key)")
      }
      let setters: [(String, () -> Void)] = [
        ("frame", { shown.frame = CGRect(x: 1, y: 2, width: 3, height: 4) }),
        ("removeAnimation", { shown.removeAnimation(forKey: "a") }),
        ("removeAllAnimations", { shown.removeAllAnimations() }),
        ("insertSublayer", { shown.insertSublayer(CALayer(), at: 0) }),
        ("setAffineTransform", { shown.setAffineTransform(CGAffineTransform(scaleX: 2, y: 2)) }),
      ]
      for (name, set) in setters { #expect(!traps { set() }.isEmpty, "\(name)") }
      #expect(label.position == .zero && label.name == nil && label.sublayers == nil)
    }
  }

  @Test("A presentation layer answers for the animations that are committed")
  func presentedAnimations() throws {
    try withStage { stage in
      let layer = stage.layer()
      layer.add(move(to: 100), forKey: "old")
      stage.mark()
      layer.add(move(to: 200), forKey: "new")
      layer.removeAnimation(forKey: "old")
      let shown = try #require(layer.presentation())
      #expect(shown.animationKeys() == ["old"] && shown.animation(forKey: "new") == nil)
      #expect(shown.animation(forKey: "old") != nil && layer.animationKeys() == ["new"])
      stage.commit()
      #expect(layer.presentation()?.animationKeys() == ["new"])
    }
  }

  @Test("Hit tests and conversions on presentation layers use what is shown")
  func presentedGeometry() throws {
    try withStage { stage in
      let box = stage.layer { $0.bounds = CGRect(x: 0, y: 0, width: 20, height: 20) }
      box.add(move(to: 200), forKey: "a")
      stage.mark()
      stage.at(0.5)
      let root = try #require(stage.root.presentation())
      #expect(root.hitTest(CGPoint(x: 100, y: 0))?.model() === box)
      #expect(stage.root.hitTest(CGPoint(x: 100, y: 0)) === stage.root)
      let shown = try #require(box.presentation())
      let p = shown.convert(CGPoint(x: 10, y: 10), to: root)
      #expect(isNear(Double(p.x), 100, 1e-6) && isNear(Double(p.y), 0, 1e-6))
    }
  }

  @Test("Keyframes, springs and every calculation mode run through a layer")
  func kinds() {
    withStage { stage in
      let shake = stage.layer(), spring = stage.layer(), broken = stage.layer()
      let frames = CAKeyframeAnimation(keyPath: "position.x")
      frames.values = [0, 10.0, CGFloat(-10), NSNumber(value: 0)]
      frames.keyTimes = [0, 0.25, 0.75, 1]
      frames.duration = 1
      shake.add(frames, forKey: nil)
      let bounce = CASpringAnimation(keyPath: "position.x")
      bounce.fromValue = 0
      bounce.toValue = 100
      bounce.duration = bounce.settlingDuration
      spring.add(bounce, forKey: nil)
      let bad = CAKeyframeAnimation(keyPath: "position.x")
      bad.values = [50, 60, 70]
      bad.keyTimes = [0, 1, 2]
      bad.duration = 2
      let said = warnings {
        broken.add(bad, forKey: nil)
        stage.mark()
      }
      #expect(said.count == 1, "F10: key times in seconds show nothing")
      stage.at(0.5)
      #expect(isNear(shake.shownX, 0, 1e-9))
      // m 1, k 100, c 10: ζ = 0.5, ω = 10, x(0.5) = 1 − e^−2.5 (cos 4.3301 + sin 4.3301 / √3)
      let x = 1 - exp(-2.5) * (cos(4.330127018922193) + sin(4.330127018922193) / 3.0.squareRoot())
      #expect(isNear(spring.shownX, 100 * x, 1e-6))
      #expect(isNear(broken.shownX, 0))
      stage.at(0.75)
      #expect(isNear(shake.shownX, -10, 1e-6))
    }
  }

  @Test("The difference of two rectangles keeps its sign as an additive offset")
  func negativeOffset() {
    withStage { stage in
      let layer = stage.layer { $0.bounds = CGRect(x: 0, y: 0, width: 100, height: 80) }
      let offset = CABasicAnimation(keyPath: "bounds")
      offset.fromValue = CGRect(x: 4, y: 0, width: -60, height: -20)
      offset.toValue = CGRect.zero
      offset.isAdditive = true
      offset.duration = 1
      layer.add(offset, forKey: nil)
      stage.mark()
      stage.at(0.5)
      let shown = layer.presentation()?.bounds ?? .zero
      #expect(isNear(Double(shown.origin.x), 2, 1e-6) && isNear(Double(shown.width), 70, 1e-6))
      #expect(isNear(Double(shown.height), 70, 1e-6))
    }
  }

  @Test("Additive animations stack over the model")
  func additive() throws {
    try VectorFile(named: "interpolation").run(kind: "additive-stack") { c in
      withStage { stage in
        let layer = stage.layer { $0.position.x = CGFloat(c["model"].double ?? 0) }
        stage.mark()
        for row in c["animations"].array {
          let animation = CABasicAnimation(keyPath: "position.x")
          animation.fromValue = row["fromValue"].double
          animation.toValue = row["toValue"].double
          animation.duration = row["duration"].double ?? 0
          animation.beginTime = stage.zero + (row["beginTime"].double ?? 0)
          animation.fillMode = .removed
          animation.isAdditive = true
          animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
          layer.add(animation, forKey: nil)
        }
        for sample in c["samples"].array {
          let time = sample[0].double ?? 0
          // Before the second begins, the vectors' fill mode "both" shows its first value.
          guard c["animations"].array.allSatisfy({ ($0["beginTime"].double ?? 0) <= time }) else {
            continue
          }
          stage.at(time)
          #expect(isNear(layer.shownX, sample[1].double ?? .nan, 1e-6), "\(c.id) at \(time)")
        }
      }
    }
  }
}
