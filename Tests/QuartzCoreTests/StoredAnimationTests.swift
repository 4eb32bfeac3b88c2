import CoreGraphicsAPI
import LayerCommit
import QuartzCore
import Testing

/// What becomes of animations between `add` and the end.
@MainActor
@Suite("Animations in a layer's list")
struct StoredAnimationTests {
  private typealias Setter = (name: String, set: (CAAnimation) -> Void)

  private static let common: [Setter] = [
    ("beginTime", { $0.beginTime = 1 }), ("duration", { $0.duration = 9 }),
    ("speed", { $0.speed = 2 }), ("timeOffset", { $0.timeOffset = 1 }),
    ("repeatCount", { $0.repeatCount = 2 }), ("repeatDuration", { $0.repeatDuration = 2 }),
    ("autoreverses", { $0.autoreverses = true }), ("fillMode", { $0.fillMode = .both }),
    ("timingFunction", { $0.timingFunction = CAMediaTimingFunction(name: .easeIn) }),
    ("delegate", { $0.delegate = Log() }), ("delay", { $0.delay = 1 }),
    ("isRemovedOnCompletion", { $0.isRemovedOnCompletion = false }),
    ("preferredFrameRateRange", { $0.preferredFrameRateRange = .default }),
    ("tag", { $0.setValue(1, forKey: "tag") }),
    ("duration by key", { $0.setValue(9, forKey: "duration") }),
  ]

  private static func on<T: CAAnimation>(
    _ type: T.Type, _ setters: [(String, (T) -> Void)]
  ) -> [Setter] {
    setters.map { name, set in (name, { ($0 as? T).map(set) }) }
  }

  private static let property: [Setter] = on(
    CAPropertyAnimation.self,
    [
      ("keyPath", { $0.keyPath = "opacity" }), ("isAdditive", { $0.isAdditive = true }),
      ("isCumulative", { $0.isCumulative = true }),
      ("valueFunction", { $0.valueFunction = CAValueFunction(name: .rotateZ) }),
    ])

  private static let basic: [Setter] = on(
    CABasicAnimation.self,
    [
      ("fromValue", { $0.fromValue = 1 }), ("toValue", { $0.toValue = 1 }),
      ("byValue", { $0.byValue = 1 }),
    ])

  private static let spring: [Setter] = on(
    CASpringAnimation.self,
    [
      ("mass", { $0.mass = 2 }), ("stiffness", { $0.stiffness = 2 }),
      ("damping", { $0.damping = 2 }), ("initialVelocity", { $0.initialVelocity = 2 }),
      ("allowsOverdamping", { $0.allowsOverdamping = true }),
    ])

  private static let keyframes: [Setter] = on(
    CAKeyframeAnimation.self,
    [
      ("values", { $0.values = [1, 2] }), ("keyTimes", { $0.keyTimes = [0, 1] }),
      ("path", { $0.path = CGPath(rect: .zero, transform: nil) }),
      ("rotationMode", { $0.rotationMode = .rotateAuto }),
      ("timingFunctions", { $0.timingFunctions = [] }),
      ("calculationMode", { $0.calculationMode = .cubic }),
      ("tensionValues", { $0.tensionValues = [1] }),
      ("continuityValues", { $0.continuityValues = [1] }),
      ("biasValues", { $0.biasValues = [1] }),
    ])

  private static let group: [Setter] = on(
    CAAnimationGroup.self, [("animations", { $0.animations = [] })])

  private static var kinds: [(animation: CAAnimation, setters: [Setter])] {
    [
      (CAAnimation(), common),
      (CABasicAnimation(keyPath: "position.x"), common + property + basic),
      (CASpringAnimation(keyPath: "position.x"), common + property + basic + spring),
      (CAKeyframeAnimation(keyPath: "position.x"), common + property + keyframes),
      (CAAnimationGroup(), common + group),
    ]
  }

  @Test("Every setter of a kept animation traps and changes nothing, in nested groups as well")
  func setters() throws {
    try withStage { stage in
      let layer = stage.layer()
      for (animation, setters) in Self.kinds {
        let inner = CAAnimationGroup(), outer = CAAnimationGroup()
        inner.animations = [animation]
        outer.animations = [inner]
        layer.add(animation, forKey: "a")
        layer.add(outer, forKey: "g")
        let kept = try #require(layer.animation(forKey: "a"))
        let keptInner = (layer.animation(forKey: "g") as? CAAnimationGroup)?.animations?.first
        let child = try #require((keptInner as? CAAnimationGroup)?.animations?.first)
        for (name, set) in setters {
          #expect(traps { set(kept) }.count == 1, "\(type(of: animation)).\(name)")
          #expect(traps { set(child) }.count == 1, "\(type(of: animation)).\(name) in a group")
          #expect(traps { set(animation) }.isEmpty, "\(type(of: animation)).\(name): free")
        }
        #expect(kept.speed == 1 && child.speed == 1 && animation.speed == 2)
      }
    }
  }

  @Test("A layer's list can be filled again after everything was removed, with and without keys")
  func afterRemovingAll() {
    withStage { stage in
      let layer = stage.layer(), log = Log()
      layer.add(move("a", to: 1, log: log), forKey: nil)
      layer.add(move("b", to: 1, log: log), forKey: nil)
      #expect(layer.animationKeys() == nil, "they have none")
      stage.mark()
      layer.removeAllAnimations()
      layer.removeAllAnimations()
      layer.add(move("c", to: 1, log: log), forKey: nil)
      layer.add(move("d", to: 1, log: log), forKey: "d")
      stage.mark()
      #expect(layer.animationKeys() == ["d"])
      stage.at(1.1)
      #expect(
        log.lines == [
          "start b", "start a", "start d", "start c", "stop b false", "stop a false", "stop d true",
          "stop c true",
        ])
    }
  }

  @Test("One that is replaced in the transaction it was added in stops once and never starts")
  func replacedAtOnce() {
    withStage { stage in
      let layer = stage.layer(), log = Log()
      var completed = 0
      CATransaction.begin()
      CATransaction.setCompletionBlock { completed += 1 }
      for tag in ["a", "b", "c"] { layer.add(move(tag, to: 1, log: log), forKey: "same") }
      CATransaction.commit()
      stage.mark()
      #expect(log.lines == ["start c", "stop b false", "stop a false"] && completed == 0)
      stage.at(1.1)
      #expect(log.lines.count == 4 && log.lines.last == "stop c true" && completed == 1)
    }
  }

  @Test("A hidden layer keeps its animations, which start and end on time")
  func hidden() {
    withStage { stage in
      let layer = stage.layer(), log = Log()
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.isHidden = true
      CATransaction.commit()
      layer.add(move("a", to: 100, log: log), forKey: "a")
      stage.mark()
      stage.at(0.5)
      #expect(layer.animationKeys() == ["a"] && isNear(layer.shownX, 50))
      #expect(log.lines == ["start a"])
      stage.at(1.1)
      #expect(log.lines == ["start a", "stop a true"] && layer.animationKeys() == nil)
    }
  }

  @Test("One that repeats for ever ends by removal only, whatever else happens to its layer")
  func endless() {
    withStage { stage in
      let layer = stage.layer(), log = Log()
      for (tag, endless) in [("count", true), ("duration", false)] {
        let animation = move(tag, to: 1, log: log)
        if endless {
          animation.repeatCount = .infinity
        } else {
          animation.repeatDuration = .infinity
        }
        layer.add(animation, forKey: tag)
      }
      stage.mark()
      stage.at(20)
      #expect(log.lines == ["start duration", "start count"])
      let other = stage.layer()
      other.addSublayer(layer)
      stage.commit()
      #expect(layer.animationKeys() == ["count", "duration"] && log.lines.count == 2)
      layer.removeAnimation(forKey: "count")
      layer.removeFromSuperlayer()
      stage.commit()
      #expect(log.lines.suffix(2) == ["stop duration false", "stop count false"])
    }
  }

  @Test("One that is told of its end and stays is removed in silence, by every way there is")
  func silentRemoval() {
    withStage { stage in
      let log = Log()
      let ways: [(CALayer) -> Void] = [
        { $0.removeAnimation(forKey: "a") }, { $0.removeAllAnimations() },
        { $0.removeFromSuperlayer() }, { $0.add(move("new", to: 2), forKey: "a") },
      ]
      let layers = ways.map { _ in stage.layer() }
      for layer in layers {
        let animation = move("a", to: 1, log: log)
        animation.isRemovedOnCompletion = false
        layer.add(animation, forKey: "a")
      }
      stage.mark()
      stage.at(1.1)
      #expect(log.lines.filter { $0 == "stop a true" }.count == ways.count)
      for (layer, way) in zip(layers, ways) { way(layer) }
      stage.commit()
      #expect(log.lines.count == 2 * ways.count)
    }
  }

  @Test("A delegate may add and remove animations in its calls")
  func changesInCalls() {
    @MainActor
    final class Busy: @MainActor CAAnimationDelegate {
      weak var layer: CALayer?
      let log = Log()

      func animation(_ tag: String) -> CABasicAnimation {
        let animation = move(tag, to: 1, duration: 0.5)
        animation.delegate = self
        return animation
      }

      func animationDidStart(_ anim: CAAnimation) {
        log.animationDidStart(anim)
        guard anim.value(forKey: "tag") as? String == "first" else { return }
        layer?.removeAnimation(forKey: "first")
        layer?.add(animation("second"), forKey: "second")
      }

      func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
        log.animationDidStop(anim, finished: flag)
        guard anim.value(forKey: "tag") as? String == "second" else { return }
        layer?.removeAllAnimations()
        layer?.add(animation("third"), forKey: "second")
      }
    }
    withStage { stage in
      let layer = stage.layer(), busy = Busy()
      busy.layer = layer
      layer.add(busy.animation("first"), forKey: "first")
      layer.add(busy.animation("beside"), forKey: "beside")
      stage.mark()
      stage.at(0.1)
      #expect(layer.animationKeys() == ["beside", "second"])
      #expect(
        busy.log.lines == ["start beside", "start first", "start second", "stop first false"])
      stage.at(0.7)
      #expect(layer.animationKeys() == ["second"])
      #expect(busy.log.lines.suffix(3) == ["stop second true", "stop beside true", "start third"])
      stage.at(1.5)
      #expect(busy.log.lines.last == "stop third true" && busy.log.lines.count == 8)
    }
  }

  // MARK: - Captured at add

  /// No end at all; `value` reads what is shown.
  private func endless(_ keyPath: String) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: keyPath)
    animation.duration = 1
    return animation
  }

  @Test(
    "Without ends it starts from what the screen showed at add, not from the model",
    arguments: [0, 1, 2])
  func capture(depth: Int) {
    withStage { stage in
      let layer = stage.layer()
      let run = CABasicAnimation(keyPath: "position")
      run.toValue = CGPoint(x: 100, y: 40)
      run.duration = 1
      let turn = CABasicAnimation(keyPath: "transform.rotation.z")
      turn.toValue = 2
      turn.duration = 1
      layer.add(run, forKey: "run")
      layer.add(turn, forKey: "turn")
      stage.mark()
      stage.at(0.5)
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.position = CGPoint(x: 200, y: 0)
      CATransaction.commit()
      // On the way from the new model to 100.
      #expect(isNear(layer.shownX, 150))
      for keyPath in ["position.x", "transform.rotation.z"] {
        var animation: CAAnimation = endless(keyPath)
        for _ in 0..<depth {
          let group = CAAnimationGroup()
          group.duration = 1
          group.animations = [animation]
          animation = group
        }
        layer.add(animation, forKey: keyPath)
      }
      // Neither a later change nor the end of what was on screen moves the start.
      layer.removeAnimation(forKey: "run")
      layer.removeAnimation(forKey: "turn")
      stage.mark()
      let angle = { layer.presentation()?.value(forKeyPath: "transform.rotation.z") as? Double }
      #expect(isNear(layer.shownX, 150) && isNear(angle(), 1))
      stage.at(0.5)
      #expect(isNear(layer.shownX, 175) && isNear(layer.shownY, 0) && isNear(angle(), 0.5))
    }
  }
}
