import CoreGraphicsAPI
import Geometry
import LayerCommit
import QuartzCore
import Testing

/// Values under keys of a subclass that are drawn, and animate.
@MainActor
@Suite struct CustomPropertyTests {
  @Test("An explicit animation is drawn once for every frame, once more at its end, and no more")
  func explicit() {
    withStage { stage in
      let dial = Dial.shown(on: stage)
      #expect(dial.log.take() == [0], "the layer itself")
      dial.level = 1
      dial.add(sweep(from: 0, to: 1, duration: 0.1), forKey: "sweep")
      stage.mark()
      #expect(near(dial.log.take(), [0]), "the first value, not the model's")
      #expect(dial.log.models == 1 && stage.host.wantsTicks)
      for frame in 1...6 {
        stage.frame(frame)
        #expect(near(dial.log.take(), [Double(frame) / 6]), "frame \(frame)")
      }
      #expect(dial.log.models == 1)
      stage.frame(7)
      #expect(dial.log.take() == [1] && dial.log.models == 2, "the last one, by the layer itself")
      #expect(!stage.host.wantsTicks && stage.lastOps.contains("ticks false"))
      let commits = stage.service.commits.count
      for frame in 8...20 { stage.frame(frame) }
      #expect(dial.log.take().isEmpty && stage.service.commits.count == commits)
    }
  }

  @Test("An implicit animation starts from what is on screen, also in mid-run")
  func implicit() {
    withStage { stage in
      let dial = Dial.shown(on: stage)
      dial.animatesLevel = true
      dial.level = 1
      stage.mark()
      _ = dial.log.take()
      for frame in 1...3 { stage.frame(frame) }
      #expect(near(dial.log.take(), [1 / 6.0, 2 / 6.0, 3 / 6.0]))
      // The third frame is seen at this moment.
      stage.at(3 / 60.0)
      dial.level = 0
      #expect(isNear(dial.shownLevel, 0.5), "what was set is not committed")
      stage.mark()
      #expect(isNear(dial.shownLevel, 0.5))
      _ = dial.log.take()
      for frame in 1...3 { stage.frame(frame) }
      #expect(near(dial.log.take(), [5 / 12.0, 4 / 12.0, 3 / 12.0]))
      #expect(dial.animationKeys() == ["level"])
    }
  }

  @Test("Actions of own keys are asked for before the change and run after it")
  func actions() {
    final class Noting: CAAction {
      var log: [String] = []
      func run(forKey event: String, object: Any, arguments dict: [AnyHashable: Any]?) {
        log.append("run \(event) at \((object as? Dial)?.level ?? -1)")
      }
    }
    final class Answering: CALayerDelegate {
      let action = Noting()
      func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        guard event == "level" || event == "tag" else { return nil }
        action.log.append("ask \(event) at \((layer as? Dial)?.level ?? -1)")
        return action
      }
    }
    withStage { stage in
      let dial = Dial.shown(on: stage), delegate = Answering()
      dial.delegate = delegate
      dial.level = 1
      dial.level = 1
      dial.setValue("a", forKey: "tag")
      dial.setValue("a", forKey: "tag")
      #expect(
        delegate.action.log
          == ["ask level at 0.0", "run level at 1.0", "ask tag at 1.0", "run tag at 1.0"])
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      dial.level = 2
      CATransaction.commit()
      #expect(delegate.action.log.count == 4)
    }
  }

  @Test(
    "Every kind of animation shows under an own key what it shows of a property",
    arguments: [
      "basic", "from only", "by", "additive", "cumulative", "spring", "keyframes", "group",
      "two", "captured", "negative",
    ])
  func kinds(_ kind: String) throws {
    try withStage { stage in
      let dial = Dial.shown(on: stage), plain = stage.layer()
      dial.level = 3
      plain.zPosition = 3
      plain.removeAllAnimations()
      stage.commit()
      for (layer, path) in [(dial, "level"), (plain, "zPosition")] as [(CALayer, String)] {
        for (index, animation) in animations(kind, path).enumerated() {
          layer.add(animation, forKey: "\(index)")
        }
      }
      stage.mark()
      for step in 1...30 {
        stage.at(Double(step) * 0.04)
        let shown = try #require(dial.presentation()?.value(forKey: "level") as? Double)
        let property = try #require(plain.presentation()?.zPosition)
        #expect(isNear(shown, Double(property), 1e-12), "at \(step)")
      }
    }
  }

  private func animations(_ kind: String, _ path: String) -> [CAAnimation] {
    func basic(_ from: Double?, _ to: Double?, _ by: Double? = nil) -> CABasicAnimation {
      let animation = CABasicAnimation(keyPath: path)
      (animation.fromValue, animation.toValue, animation.byValue) = (from, to, by)
      animation.duration = 0.8
      return animation
    }
    switch kind {
    case "from only": return [basic(9, nil)]
    case "by": return [basic(nil, nil, 4)]
    case "additive":
      let offset = basic(-5, 0)
      offset.isAdditive = true
      return [offset]
    case "cumulative":
      let steps = basic(0, 1)
      steps.isCumulative = true
      steps.duration = 0.2
      steps.repeatCount = 4.5
      return [steps]
    case "spring":
      let spring = CASpringAnimation(keyPath: path)
      (spring.fromValue, spring.toValue, spring.duration) = (0, 3, spring.settlingDuration)
      return [spring]
    case "keyframes":
      let frames = CAKeyframeAnimation(keyPath: path)
      frames.values = [0, 5.0, CGFloat(-2), 3]
      frames.calculationMode = .cubic
      frames.duration = 0.9
      frames.autoreverses = true
      return [frames]
    case "group":
      let inner = CAAnimationGroup(), group = CAAnimationGroup(), child = basic(0, 8)
      child.beginTime = 0.1
      inner.animations = [child]
      inner.speed = 2
      inner.duration = 1
      inner.fillMode = .forwards
      group.animations = [inner]
      group.duration = 0.7
      group.timingFunction = CAMediaTimingFunction(name: .easeIn)
      return [group]
    case "two":
      let second = basic(1, 0)
      second.isAdditive = true
      second.duration = 0.5
      return [basic(0, 3), second]
    case "captured": return [basic(0, 8), basic(nil, nil)]
    case "negative":
      let back = basic(0, 3)
      back.speed = -1
      back.timeOffset = 0.8
      return [back]
    default: return [basic(0, 3)]
    }
  }

  @Test("Values of every type that properties have, and parts of them, animate")
  func types() throws {
    try withStage { stage in
      let dial = Dial.shown(on: stage)
      let square = CGPath(rect: CGRect(x: 0, y: 0, width: 2, height: 2), transform: nil)
      let wide = CGPath(rect: CGRect(x: 0, y: 0, width: 6, height: 2), transform: nil)
      dial.setValue(CGPoint(x: 1, y: 2), forKey: "center")
      dial.setValue(CGSize(width: 2, height: 4), forKey: "extent")
      dial.setValue(CGColor.white, forKey: "tint")
      dial.setValue(CATransform3DIdentity, forKey: "turn")
      dial.setValue(CGAffineTransform.identity, forKey: "flat")
      dial.setValue(true, forKey: "on")
      dial.setValue(square, forKey: "outline")
      stage.commit()
      for (path, from, to) in [
        ("center.x", 0, 8), ("extent", CGSize.zero, CGSize(width: 8, height: 8)),
        ("area", CGRect.zero, CGRect(x: 0, y: 0, width: 4, height: 4)),
        ("tint", CGColor.black, CGColor(red: 1, green: 0, blue: 0, alpha: 1)),
        ("turn.rotation.z", 0, 1), ("flat.translation.y", 0, 6), ("on", false, true),
        ("outline", square, wide), ("fresh", 0, 4),
      ] as [(String, Any, Any)] {
        let animation = CABasicAnimation(keyPath: path)
        (animation.fromValue, animation.toValue, animation.duration) = (from, to, 1)
        dial.add(animation, forKey: path)
      }
      stage.mark()
      stage.at(0.5)
      let shown = try #require(dial.presentation())
      #expect(shown.value(forKey: "center") as? CGPoint == CGPoint(x: 4, y: 2))
      #expect(shown.value(forKey: "extent") as? CGSize == CGSize(width: 4, height: 4))
      #expect(shown.value(forKey: "area") as? CGRect == CGRect(x: 0, y: 0, width: 2, height: 2))
      #expect(isNear((shown.value(forKey: "tint") as? CGColor)?.color.red, 0.5))
      #expect(isNear(shown.value(forKeyPath: "turn.rotation.z") as? Double, 0.5))
      #expect((shown.value(forKey: "flat") as? CGAffineTransform)?.ty == 3)
      #expect(shown.value(forKey: "on") as? Bool == true)
      #expect((shown.value(forKey: "outline") as? CGPath)?.boundingBox.width == 4)
      #expect(shown.value(forKey: "fresh") as? Double == 2)
      #expect(dial.value(forKey: "fresh") == nil && dial.value(forKey: "on") as? Bool == true)
    }
  }

  @Test("What cannot animate says so once, is drawn as it is, and asks for no frames")
  func unknownTypes() {
    withStage { stage in
      let dial = Dial.shown(on: stage)
      _ = dial.log.take()
      let said = warnings {
        for path in ["title", "center.q", "nobody's", "nothing"] {
          for _ in 0..<2 {
            let animation = CABasicAnimation(keyPath: path)
            animation.toValue = "text"
            animation.duration = 1
            dial.add(animation, forKey: path)
          }
        }
        dial.setValue("text", forKey: "title")
        stage.commit()
      }
      #expect(said.count == 4)
      #expect(dial.log.take().count == 1 && dial.log.models == 2)
      #expect(!stage.host.wantsTicks)
    }
  }

  @Test("Copies have what init(layer:) copies, the committed values, and the moment's bounds")
  func copies() throws {
    try withStage { stage in
      let dial = Dial.shown(on: stage)
      dial.stroke = 7
      dial.level = 0.5
      #expect(dial.presentation()?.value(forKey: "level") == nil, "not committed")
      #expect(dial.presentation()?.stroke == 7)
      stage.commit()
      let shown = try #require(dial.presentation())
      #expect(shown.level == 0.5 && shown.log === dial.log)
      #expect(traps { shown.level = 1 }.count == 1 && shown.level == 0.5)
      let grow = CABasicAnimation(keyPath: "bounds.size.width")
      (grow.fromValue, grow.toValue, grow.duration) = (10, 30, 0.1)
      dial.add(grow, forKey: "grow")
      dial.add(sweep(from: 0, to: 1, duration: 0.1), forKey: "sweep")
      stage.mark()
      for frame in 1...3 { stage.frame(frame) }
      #expect((dial.contents as? CGImage)?.width == 20)
    }
  }

  @Test("Delegates and overrides of display() may provide the contents of a copy")
  func displayedCopies() throws {
    final class Painter: CALayerDelegate {
      var levels: [Double] = []
      func draw(_ layer: CALayer, in ctx: CGContext) {
        levels.append(layer.value(forKey: "level") as? Double ?? -1)
      }
    }
    final class Provider: CALayerDelegate {
      var last: CALayer?
      func display(_ layer: CALayer) {
        last = layer
        let level = layer.presentation()?.value(forKey: "level") as? Double ?? 0
        layer.contents = CGImage(
          Bitmap(size: PixelSize(1 + Int((level * 12).rounded()), 1), format: .bgra8Premultiplied))
      }
    }
    try withStage { stage in
      let painted = Dial.shown(on: stage), provided = Dial.shown(on: stage)
      let painter = Painter(), provider = Provider()
      painted.delegate = painter
      painted.callsDelegate = true
      provided.delegate = provider
      for dial in [painted, provided] {
        dial.add(sweep(from: 0, to: 1, duration: 0.1), forKey: "sweep")
      }
      stage.mark()
      for frame in 1...3 { stage.frame(frame) }
      #expect(near(painter.levels, [0, 1 / 6.0, 2 / 6.0, 3 / 6.0]))
      let image = try #require(provided.contents as? CGImage)
      #expect(image.width == 7 && provided.animationKeys() == ["sweep"])
      #expect(traps { provider.last?.contents = nil }.count == 1, "its time is over")
    }
  }

  @Test("The size of text animates by itself and by key path, drawn for every frame")
  func fontSize() throws {
    try withStage { stage in
      let label = CATextLayer()
      label.string = "Hello"
      label.bounds = CGRect(x: 0, y: 0, width: 200, height: 60)
      label.fontSize = 12
      stage.root.addSublayer(label)
      stage.commit()
      CATransaction.begin()
      CATransaction.setAnimationDuration(0.1)
      label.fontSize = 36
      CATransaction.commit()
      stage.mark()
      #expect(label.animationKeys() == ["fontSize"] && label.fontSize == 36)
      var heights: [Int] = []
      for frame in 1...8 {
        stage.frame(frame)
        heights.append(try inkHeight(of: #require(label.contents as? CGImage)))
      }
      #expect(zip(heights, heights.dropFirst()).allSatisfy { $0 <= $1 } && heights[0] < 20)
      let still = CATextLayer()
      still.string = "Hello"
      still.bounds = label.bounds
      still.fontSize = 36
      still.display()
      #expect(heights.last == (try inkHeight(of: #require(still.contents as? CGImage))))
      let image = label.contents as? CGImage
      for frame in 9...12 { stage.frame(frame) }
      #expect(label.contents as? CGImage === image && label.animationKeys() == nil)

      let shrink = CABasicAnimation(keyPath: "fontSize")
      (shrink.toValue, shrink.duration) = (-36, 1)
      label.add(shrink, forKey: nil)
      stage.mark()
      stage.at(0.25)
      #expect(isNear((label.presentation()?.fontSize).map { Double($0) }, 18, 1e-9))
      for frame in 36...40 { stage.frame(frame) }
      #expect(label.contents == nil, "below zero there is no text")
    }
  }

  /// Rows of an alpha mask that have something on them.
  private func inkHeight(of image: CGImage) -> Int {
    let bitmap = image.pixelImage.bitmap
    return (0..<bitmap.size.height).count { y in
      (0..<bitmap.size.width).contains { bitmap[$0, y].max() > 64 }
    }
  }
}
