import AnimationCore
import CoreGraphicsAPI
import LayerCommit
import QuartzCore
import Testing

@MainActor
@Suite struct TransitionTests {
  private func transition(_ tag: String, duration: Double = 1, log: Log? = nil) -> CATransition {
    let transition = CATransition()
    transition.duration = duration
    transition.delegate = log
    transition.setValue(tag, forKey: "tag")
    return transition
  }

  /// The last list of animations that the server was told of.
  private func sent(_ stage: Stage) -> [LayerAnimation] {
    var result: [LayerAnimation] = []
    for commit in stage.service.commits {
      for case .setAnimations(_, let list) in commit.ops { result = list }
    }
    return result
  }

  @Test("A transition is kept under its own key whatever it is given, one at a time")
  func key() {
    withStage { stage in
      let layer = stage.layer(), log = Log()
      layer.add(transition("first", log: log), forKey: "mine")
      #expect(layer.animationKeys() == [kCATransition] && kCATransition == "transition")
      stage.mark()
      layer.add(transition("second", log: log), forKey: nil)
      #expect(layer.animationKeys() == ["transition"])
      stage.commit()
      #expect(log.lines == ["start first", "start second", "stop first false"])
      layer.removeAnimation(forKey: "mine")
      #expect(layer.animationKeys() == ["transition"])
      layer.removeAnimation(forKey: kCATransition)
      stage.commit()
      #expect(layer.animationKeys() == nil && log.lines.last == "stop second false")
    }
  }

  @Test("It starts, ends and completes as any animation, and takes its pace from the transaction")
  func life() throws {
    try withStage { stage in
      let layer = stage.layer(), log = Log()
      let ease = CAMediaTimingFunction(name: .easeIn)
      CATransaction.begin()
      CATransaction.setAnimationDuration(2)
      CATransaction.setAnimationTimingFunction(ease)
      CATransaction.setCompletionBlock { log.lines.append("completion") }
      layer.add(transition("a", duration: 0, log: log), forKey: nil)
      CATransaction.commit()
      let stored = try #require(layer.animation(forKey: "transition"))
      #expect(stored.duration == 2 && stored.timingFunction == ease)
      stage.mark()
      stage.at(1.9)
      #expect(log.lines == ["start a"])
      stage.at(2.1)
      #expect(log.lines == ["start a", "completion", "stop a true"])
      #expect(layer.animationKeys() == nil)
      layer.add(transition("b", duration: 0), forKey: nil)
      #expect(layer.animation(forKey: "transition")?.duration == 0.25)
      #expect(layer.animation(forKey: "transition")?.timingFunction == nil)
    }
  }

  @Test("What it does crosses to the server beside no leaves")
  func crossing() throws {
    try withStage { stage in
      let layer = stage.layer()
      let push = transition("push")
      push.type = .push
      push.subtype = .fromTop
      push.startProgress = 0.25
      push.endProgress = 0.75
      layer.add(push, forKey: nil)
      stage.mark()
      let sent = try #require(sent(stage).first)
      #expect(sent.leaves.isEmpty && sent.timing.duration == 1)
      #expect(sent.transition == Transition(.push, from: .top, start: 0.25, end: 0.75))
      #expect(isNear(sent.transitionProgress(at: stage.zero + 0.5), 0.5))
      #expect(sent.transitionProgress(at: stage.zero + 2) == nil)
      #expect(
        move(to: 1).keyPath == "position.x"
          && LayerAnimation(id: sent.id, timing: sent.timing, leaves: [])
            .transitionProgress(at: stage.zero) == nil
      )
    }
  }

  @Test(
    "Every name of Apple's has its kind and side",
    arguments: zip(Transition.Kind.allCases, ["fade", "moveIn", "push", "reveal"]))
  func names(kind: Transition.Kind, name: String) {
    let sides: [(CATransitionSubtype?, Transition.Side)] = [
      (nil, .left), (.fromLeft, .left), (.fromRight, .right), (.fromTop, .top),
      (.fromBottom, .bottom),
    ]
    withStage { stage in
      let layer = stage.layer()
      for (subtype, side) in sides {
        let transition = CATransition()
        transition.type = CATransitionType(rawValue: name)
        transition.subtype = subtype
        layer.add(transition, forKey: nil)
        stage.commit()
        #expect(sent(stage).first?.transition == Transition(kind, from: side))
      }
    }
  }

  @Test("Names that nobody knows are a fade from the left, with a warning each")
  func unknownNames() {
    withStage { stage in
      let layer = stage.layer()
      let transition = CATransition()
      transition.type = CATransitionType(rawValue: "cube")
      transition.subtype = CATransitionSubtype(rawValue: "fromBehind")
      layer.add(transition, forKey: nil)
      #expect(warnings { stage.commit() }.count == 2)
      #expect(sent(stage).first?.transition == Transition())
    }
  }

  @Test("The way shown runs from the start to the end progress, beyond it where a curve overshoots")
  func progress() {
    let part = Transition(start: 0.25, end: 0.75)
    #expect(isNear(part.progress(0), 0.25) && isNear(part.progress(1), 0.75))
    #expect(isNear(part.progress(0.5), 0.5) && isNear(part.progress(1.5), 1))
    let back = Transition(start: 1, end: 0)
    #expect(isNear(back.progress(0.25), 0.75))
  }

  @Test("Values by key go both ways; those of no use are refused with a warning")
  func values() {
    let transition = CATransition()
    transition.setValue("reveal", forKey: "type")
    transition.setValue(CATransitionSubtype.fromRight, forKey: "subtype")
    transition.setValue(0.25, forKey: "startProgress")
    transition.setValue(0.5, forKey: "endProgress")
    transition.setValue("a filter", forKey: "filter")
    #expect(transition.type == .reveal && transition.subtype == .fromRight)
    #expect(transition.startProgress == 0.25 && transition.endProgress == 0.5)
    #expect(transition.filter as? String == "a filter")
    #expect(transition.value(forKey: "type") as? String == "reveal")
    #expect(transition.value(forKey: "subtype") as? String == "fromRight")
    #expect(transition.value(forKey: "startProgress") as? Double == 0.25)
    #expect(transition.value(forKey: "filter") as? String == "a filter")
    for (key, value) in [
      ("type", 1), ("subtype", 1), ("startProgress", "word"), ("endProgress", "word"),
    ] as [(String, Any)] {
      #expect(warnings { transition.setValue(value, forKey: key) }.count == 1, "\(key)")
    }
    #expect(warnings { transition.startProgress = -0.5 }.count == 1)
    #expect(warnings { transition.endProgress = .nan }.count == 1)
    #expect(transition.startProgress == 0.25 && transition.endProgress == 0.5)
    transition.setValue(nil, forKey: "subtype")
    #expect(transition.subtype == nil && transition.type == .reveal)
  }

  @Test("The kept copy has all of it and cannot be changed")
  func copy() throws {
    try withStage { stage in
      let layer = stage.layer()
      let original = transition("a")
      original.type = .moveIn
      original.subtype = .fromBottom
      original.endProgress = 0.5
      original.filter = "a filter"
      layer.add(original, forKey: nil)
      let stored = try #require(layer.animation(forKey: "transition") as? CATransition)
      #expect(stored !== original && stored.type == .moveIn && stored.subtype == .fromBottom)
      #expect(stored.endProgress == 0.5 && stored.filter as? String == "a filter")
      let messages = traps {
        stored.type = .fade
        stored.subtype = nil
        stored.startProgress = 0.5
        stored.endProgress = 1
        stored.filter = nil
      }
      #expect(messages.count == 5 && stored.type == .moveIn && stored.endProgress == 0.5)
    }
  }

  @Test("As the action of a property it takes the transition's place")
  func action() {
    withStage { stage in
      let layer = stage.layer()
      layer.actions = ["contents": transition("a"), "opacity": transition("b")]
      layer.opacity = 0.5
      #expect(layer.animationKeys() == ["transition"])
      #expect(layer.animation(forKey: "transition")?.value(forKey: "tag") as? String == "b")
    }
  }

  @Test("In a group it shows nothing, with a warning; the group's time runs")
  func inGroup() {
    withStage { stage in
      let layer = stage.layer(), log = Log()
      let group = CAAnimationGroup()
      group.duration = 1
      group.delegate = log
      group.animations = [transition("a")]
      layer.add(group, forKey: "g")
      #expect(warnings { stage.mark() }.count == 1)
      #expect(sent(stage).first?.transition == nil)
      stage.at(1.1)
      #expect(log.lines == ["start ?", "stop ? true"])
    }
  }

  // MARK: - By itself

  @Test(
    "What changes the picture as a whole fades by itself, at the transaction's pace",
    arguments: ["hidden", "masksToBounds", "maskedCorners", "geometryFlipped", "sublayers"])
  func implicit(key: String) throws {
    @MainActor func change(_ layer: CALayer) {
      switch key {
      case "hidden": layer.isHidden.toggle()
      case "masksToBounds": layer.masksToBounds.toggle()
      case "maskedCorners": layer.maskedCorners.formSymmetricDifference(.layerMinXMinYCorner)
      case "geometryFlipped": layer.isGeometryFlipped.toggle()
      default: layer.addSublayer(CALayer())
      }
    }
    try withStage { stage in
      let layer = CALayer()
      change(layer)
      stage.root.addSublayer(layer)
      change(layer)
      #expect(layer.animationKeys() == nil, "nothing was shown yet")
      stage.commit()
      change(layer)
      let fade = try #require(layer.animation(forKey: kCATransition) as? CATransition)
      #expect(layer.animationKeys() == [kCATransition])
      #expect(fade.type == .fade && fade.subtype == nil && fade.duration == 0.25)
      #expect(fade.timingFunction == CAMediaTimingFunction(name: .default))
      #expect(fade.fillMode == .removed)
      stage.mark()
      #expect(sent(stage).map(\.transition) == [Transition()])
      stage.at(0.3)
      #expect(layer.animationKeys() == nil)
      CATransaction.begin()
      CATransaction.setAnimationDuration(2)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeIn))
      change(layer)
      CATransaction.commit()
      let slow = try #require(layer.animation(forKey: kCATransition))
      #expect(slow.duration == 2)
      #expect(slow.timingFunction == CAMediaTimingFunction(name: .easeIn))
      layer.removeAllAnimations()
      for (duration, isDisabled) in [(0.0, false), (1, true)] {
        CATransaction.begin()
        CATransaction.setAnimationDuration(duration)
        CATransaction.setDisableActions(isDisabled)
        change(layer)
        CATransaction.commit()
        #expect(layer.animationKeys() == nil)
      }
    }
  }

  @Test(
    "Many changes in one commit are one transition; the next commit's is a new one",
    arguments: [false, true])
  func once(isPlain: Bool) {
    /// Layers of the application's own classes are asked for actions each time.
    final class Special: CALayer {}
    withStage { stage in
      let layer = isPlain ? CALayer() : Special()
      stage.root.addSublayer(layer)
      stage.commit()
      layer.addSublayer(CALayer())
      let first = layer.animation(forKey: kCATransition)
      for _ in 0..<100 { layer.addSublayer(CALayer()) }
      layer.isHidden = true
      #expect(layer.animation(forKey: kCATransition) === first)
      stage.commit()
      layer.addSublayer(CALayer())
      #expect(layer.animation(forKey: kCATransition) !== first)
      #expect(layer.animationKeys() == [kCATransition])
    }
  }

  @Test("The application's transition shows the changes of its transaction; no fade replaces it")
  func applicationsOwn() {
    withStage { stage in
      let layer = stage.layer()
      let push = transition("push")
      push.type = .push
      layer.add(push, forKey: nil)
      layer.addSublayer(CALayer())
      layer.isHidden = true
      #expect(layer.animation(forKey: kCATransition)?.value(forKey: "tag") as? String == "push")
      stage.commit()
      // One that comes after the change replaces the fade.
      layer.isHidden = false
      layer.add(push, forKey: nil)
      #expect(layer.animation(forKey: kCATransition)?.value(forKey: "tag") as? String == "push")
    }
  }

  @Test("A completion block set after the transition was added waits for it, once")
  func completion() {
    withStage { stage in
      let layer = stage.layer()
      var ran: [String] = []
      layer.isHidden = true
      CATransaction.begin()
      CATransaction.setCompletionBlock { ran.append("second") }
      layer.addSublayer(CALayer())
      layer.addSublayer(CALayer())
      CATransaction.commit()
      CATransaction.begin()
      CATransaction.setCompletionBlock { ran.append("none") }
      CATransaction.commit()
      stage.mark()
      #expect(ran == ["none"])
      stage.at(0.2)
      #expect(ran == ["none"])
      stage.at(0.3)
      #expect(ran == ["none", "second"])
      CATransaction.begin()
      CATransaction.setCompletionBlock { ran.append("removed") }
      layer.isHidden = false
      layer.addSublayer(CALayer())
      layer.removeAllAnimations()
      CATransaction.commit()
      stage.commit()
      #expect(ran == ["none", "second", "removed"])
    }
  }

  @Test("A layer that moves fades in both lists, and its own animations go on")
  func moving() {
    withStage { stage in
      let one = stage.layer(), two = stage.layer(), child = CALayer()
      one.addSublayer(child)
      stage.mark()
      stage.at(0.3)
      child.add(move(to: 100), forKey: "a")
      stage.mark()
      two.addSublayer(child)
      #expect(one.animationKeys() == [kCATransition] && two.animationKeys() == [kCATransition])
      #expect(child.animationKeys() == ["a"])
      stage.at(0.3)
      #expect(one.animationKeys() == nil && two.animationKeys() == nil)
      #expect(isNear(child.shownX, 30))
      #expect(stage.root.animationKeys() == nil)
    }
  }
}
