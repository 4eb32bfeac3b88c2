import CoreGraphicsAPI
import QuartzCore
import Testing

@MainActor
@Suite struct AnimationLifeTests {
  @Test("add keeps a copy: later changes do not reach it, and changing it traps")
  func copy() {
    withStage { stage in
      let layer = stage.layer()
      let animation = move(to: 300)
      layer.add(animation, forKey: "a")
      animation.toValue = 7
      animation.duration = 9
      let stored = layer.animation(forKey: "a") as? CABasicAnimation
      #expect(stored !== animation)
      #expect(stored?.toValue as? Double == 300 && stored?.duration == 1)
      let messages = traps {
        stored?.toValue = 8
        stored?.speed = 2
        stored?.setValue("x", forKey: "tag")
        stored?.keyPath = "opacity"
      }
      #expect(messages.count == 4)
      #expect(stored?.toValue as? Double == 300 && stored?.speed == 1)
      #expect(stored?.value(forKey: "tag") as? String == "a")
      let group = CAAnimationGroup()
      group.animations = [animation]
      layer.add(group, forKey: "g")
      let child = (layer.animation(forKey: "g") as? CAAnimationGroup)?.animations?.first
      #expect(traps { child?.duration = 3 }.count == 1)
      animation.duration = 4
    }
  }

  @Test("A copy has the class of the original")
  func copyOfSubclass() {
    final class Tagged: CASpringAnimation {
      var note = "none"
      override init() {
        super.init()
        note = "made"
      }
      required init?(coder: NSCoder) { super.init(coder: coder) }
    }
    let animation = Tagged()
    animation.mass = 3
    let copy = animation.copy() as? Tagged
    #expect(copy?.note == "made" && copy?.mass == 3)
  }

  @Test("Duration and pace come from the transaction where the animation has none")
  func defaults() {
    withStage { stage in
      let layer = stage.layer()
      let ease = CAMediaTimingFunction(name: .easeIn)
      layer.add(move(to: 1, duration: 0), forKey: "a")
      CATransaction.begin()
      CATransaction.setAnimationDuration(3)
      CATransaction.setAnimationTimingFunction(ease)
      layer.add(move(to: 1, duration: 0), forKey: "b")
      layer.add(move(to: 1, duration: 2), forKey: "c")
      CATransaction.commit()
      #expect(layer.animation(forKey: "a")?.duration == 0.25)
      #expect(layer.animation(forKey: "a")?.timingFunction == nil)
      #expect(layer.animation(forKey: "b")?.duration == 3)
      #expect(layer.animation(forKey: "b")?.timingFunction == ease)
      #expect(layer.animation(forKey: "c")?.duration == 2)
    }
  }

  @Test("The same key replaces; a nil key is kept without one")
  func keys() {
    withStage { stage in
      let layer = stage.layer(), log = Log()
      layer.add(move("first", to: 1, log: log), forKey: "a")
      layer.add(move("nameless", to: 1, log: log), forKey: nil)
      layer.add(move("b", to: 1, log: log), forKey: "b")
      layer.add(move("second", to: 1, log: log), forKey: "a")
      #expect(layer.animationKeys() == ["b", "a"])
      #expect(log.lines.isEmpty, "no call from inside add")
      stage.mark()
      #expect(log.lines.contains("stop first false"))
      layer.removeAnimation(forKey: "b")
      #expect(layer.animationKeys() == ["a"])
      layer.removeAllAnimations()
      #expect(layer.animationKeys() == nil)
      stage.commit()
      #expect(log.lines.suffix(3) == ["stop second false", "stop b false", "stop nameless false"])
    }
  }

  @Test("Delegates hear of start and end once, of the animation added last first")
  func delegateOrder() {
    withStage { stage in
      let layer = stage.layer(), log = Log()
      CATransaction.begin()
      CATransaction.setCompletionBlock { log.lines.append("completion") }
      layer.add(move("a", to: 1, log: log), forKey: "a")
      layer.add(move("b", to: 1, log: log), forKey: "b")
      CATransaction.commit()
      stage.mark()
      #expect(log.lines == ["start b", "start a"])
      stage.at(0.95)
      #expect(log.lines.count == 2)
      stage.at(1.05)
      #expect(
        log.lines == ["start b", "start a", "completion", "stop b true", "stop a true"])
      #expect(layer.animationKeys() == nil)
      stage.at(3)
      #expect(log.lines.count == 5)
    }
  }

  @Test("F28: the delegate gets the stored copy, known by its tag and not by identity")
  func delegateGetsCopy() {
    final class Keeping: CAAnimationDelegate {
      var stopped: CAAnimation?
      func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { stopped = anim }
    }
    withStage { stage in
      let layer = stage.layer(), delegate = Keeping()
      let animation = move("mine", to: 1)
      animation.delegate = delegate
      layer.add(animation, forKey: "a")
      let stored = layer.animation(forKey: "a")
      stage.mark()
      stage.at(1.1)
      #expect(delegate.stopped === stored && delegate.stopped !== animation)
      #expect(delegate.stopped?.value(forKey: "tag") as? String == "mine")
    }
  }

  @Test("Not removed on completion: told once, stays in the list, told no more when removed")
  func staysInList() {
    withStage { stage in
      let layer = stage.layer(), log = Log()
      let animation = move("a", to: 9, log: log)
      animation.isRemovedOnCompletion = false
      animation.fillMode = .forwards
      layer.add(animation, forKey: "a")
      stage.mark()
      stage.at(2)
      #expect(log.lines == ["start a", "stop a true"])
      #expect(layer.animationKeys() == ["a"] && isNear(layer.shownX, 9))
      layer.removeAnimation(forKey: "a")
      stage.commit()
      #expect(log.lines.count == 2 && isNear(layer.shownX, 0))
    }
  }

  @Test("Outside a shown tree, animations stop unfinished at the next commit")
  func loose() {
    withStage { stage in
      let layer = CALayer(), log = Log()
      layer.add(move("a", to: 1, log: log), forKey: "a")
      #expect(layer.animationKeys() == ["a"])
      stage.commit()
      #expect(layer.animationKeys() == nil && log.lines == ["stop a false"])
      // Added before the commit, but shown by then.
      layer.add(move("b", to: 1, log: log), forKey: "b")
      stage.root.addSublayer(layer)
      stage.commit()
      #expect(layer.animationKeys() == ["b"])
    }
  }

  @Test("Leaving the tree stops animations; moving inside it keeps them and their begin times")
  func leaving() {
    withStage { stage in
      let one = stage.layer(), two = stage.layer(), child = CALayer(), log = Log()
      one.addSublayer(child)
      stage.commit()
      child.add(move("a", to: 100, log: log), forKey: "a")
      stage.mark()
      stage.at(0.5)
      two.addSublayer(child)
      stage.commit()
      #expect(isNear(child.shownX, 50))
      two.removeFromSuperlayer()
      stage.commit()
      #expect(child.animationKeys() == nil && child.presentation() == nil)
      #expect(log.lines == ["start a", "stop a false"])
      // Out and in again within one transaction is a move.
      stage.root.addSublayer(two)
      stage.commit()
      child.add(move("b", to: 100, log: log), forKey: "b")
      stage.mark()
      two.removeFromSuperlayer()
      stage.root.addSublayer(two)
      stage.commit()
      #expect(child.animationKeys() == ["b"])
    }
  }

  @Test("Closing the host stops what runs")
  func closing() {
    let stage = Stage()
    let layer = stage.layer(), log = Log()
    layer.add(move("a", to: 1, log: log), forKey: "a")
    stage.mark()
    stage.close()
    #expect(log.lines == ["start a", "stop a false"])
    #expect(layer.presentation() == nil && layer.host == nil)
  }

  @Test("F09 h03: only the group's delegate counts, and the group cuts children off")
  func groups() {
    withStage { stage in
      let box = stage.layer {
        $0.position = CGPoint(x: 7, y: 7)
        $0.opacity = 0.9
      }
      let childLog = Log(), groupLog = Log()
      let long = CABasicAnimation(keyPath: "position.x")
      long.fromValue = 0.0
      long.toValue = 100.0
      long.duration = 10
      long.delegate = childLog
      let late = CABasicAnimation(keyPath: "opacity")
      late.fromValue = 0.0
      late.toValue = 1.0
      late.beginTime = 1
      late.duration = 2
      let held = CABasicAnimation(keyPath: "position.y")
      held.fromValue = 0.0
      held.toValue = 60.0
      held.duration = 2
      held.fillMode = .forwards
      let group = CAAnimationGroup()
      group.animations = [long, late, held]
      group.duration = 5
      group.delegate = groupLog
      box.add(group, forKey: "g")
      stage.mark()
      let opacity = { box.presentation().map { Double($0.opacity) } }
      stage.at(0.5)
      #expect(isNear(opacity(), 0.9, 1e-3))
      stage.at(2)
      #expect(isNear(opacity(), 0.5, 1e-3) && isNear(box.shownY, 60, 1e-4))
      stage.at(4)
      #expect(
        isNear(box.shownX, 40, 1e-4) && isNear(box.shownY, 60) && isNear(opacity(), 0.9, 1e-3))
      stage.at(5.01)
      #expect(isNear(box.shownX, 7) && isNear(box.shownY, 7))
      #expect(groupLog.lines == ["start ?", "stop ? true"] && childLog.lines.isEmpty)
      group.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
      box.add(group, forKey: "g")
      stage.mark()
      stage.at(1.25)
      #expect(isNear(box.shownX, 6.4581, 5e-3))
    }
  }

  @Test("An unknown key path shows nothing, but the delegate hears of start and end")
  func unknownKeyPath() {
    withStage { stage in
      let layer = stage.layer(), log = Log()
      let animation = CABasicAnimation(keyPath: "position.w")
      animation.toValue = 5
      animation.duration = 0.5
      animation.delegate = log
      let said = warnings {
        layer.add(animation, forKey: "a")
        layer.add(animation, forKey: "b")
        stage.mark()
      }
      #expect(said.count == 1)
      stage.at(0.6)
      #expect(log.lines.sorted() == ["start ?", "start ?", "stop ? true", "stop ? true"])
      #expect(layer.animationKeys() == nil)
    }
  }

  @Test("S38: spring parameters outside their range trap; those that are no numbers are ignored")
  func springs() {
    let spring = CASpringAnimation(keyPath: "position.x")
    let messages = traps {
      spring.mass = 0
      spring.stiffness = -1
      spring.damping = -1
      spring.mass = .nan
      spring.initialVelocity = .infinity
    }
    #expect(messages.count == 3)
    #expect(spring.mass == 1 && spring.stiffness == 100 && spring.damping == 10)
    #expect(spring.initialVelocity == 0)
    #expect(isNear(spring.settlingDuration, 1.4727003346780927, 1e-12))
    let bouncy = CASpringAnimation(perceptualDuration: 0.5, bounce: 0.3)
    #expect(isNear(Double(bouncy.bounce), 0.3) && isNear(bouncy.perceptualDuration, 0.5))
    #expect(bouncy.duration == bouncy.settlingDuration && bouncy.allowsOverdamping)
  }

  @Test("Timing functions have the documented control points")
  func timingFunctions() {
    func points(_ f: CAMediaTimingFunction) -> [Float] {
      (0..<4).flatMap { i in
        var xy: [Float] = [0, 0]
        f.getControlPoint(at: i, values: &xy)
        return xy
      }
    }
    #expect(points(.init(name: .default)) == [0, 0, 0.25, 0.1, 0.25, 1, 1, 1])
    #expect(points(.init(name: .easeInEaseOut)) == [0, 0, 0.42, 0, 0.58, 1, 1, 1])
    #expect(points(.init(controlPoints: -1, 2, 3, -4)) == [0, 0, 0, 2, 1, -4, 1, 1])
    #expect(points(.init(controlPoints: .nan, 0, 1, 1)) == [0, 0, 0, 0, 1, 1, 1, 1])
  }

  @Test("A lone end of the wrong type counts as not set: the start is what was on screen")
  func wrongEnd() {
    withStage { stage in
      let layer = stage.layer { $0.position = CGPoint(x: 10, y: 0) }
      let animation = CABasicAnimation(keyPath: "position.x")
      animation.toValue = "far"
      animation.duration = 1
      layer.add(animation, forKey: "a")
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.position.x = 20
      CATransaction.commit()
      stage.mark()
      stage.at(0.5)
      #expect(isNear(layer.shownX, 15, 1e-6))
    }
  }

  @Test("Layers and groups keep copies made by an overridden copy()")
  func overriddenCopy() {
    final class Noted: CABasicAnimation {
      var note = "none"
      override func copy() -> Any {
        let copy = super.copy()
        (copy as? Noted)?.note = note
        return copy
      }
    }
    withStage { stage in
      let layer = stage.layer()
      let animation = Noted(keyPath: "opacity")
      animation.note = "mine"
      let group = CAAnimationGroup()
      group.animations = [animation]
      layer.add(animation, forKey: "a")
      layer.add(group, forKey: "g")
      let child = (layer.animation(forKey: "g") as? CAAnimationGroup)?.animations?.first
      #expect((layer.animation(forKey: "a") as? Noted)?.note == "mine")
      #expect((child as? Noted)?.note == "mine" && child !== animation)
    }
  }

  @Test("A group inside itself is left out, with one warning")
  func groupInItself() {
    withStage { stage in
      let layer = stage.layer()
      let group = CAAnimationGroup(), inner = CAAnimationGroup()
      inner.animations = [group, group]
      group.animations = [inner, move(to: 8), group]
      group.duration = 1
      let said = warnings {
        layer.add(group, forKey: "g")
        layer.add(group, forKey: "h")
        stage.commit()
      }
      #expect(said.count == 1)
      let kept = (layer.animation(forKey: "g") as? CAAnimationGroup)?.animations
      #expect(kept?.count == 2 && (kept?.first as? CAAnimationGroup)?.animations?.isEmpty == true)
      group.animations = nil
    }
  }
}
