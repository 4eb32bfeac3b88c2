import CoreGraphicsAPI
import LayerCommit
import QuartzCore
import Testing

@MainActor
@Suite struct TransactionTests {
  @Test("Settings are looked up from the innermost transaction outwards")
  func settings() {
    CATransaction.flush()
    #expect(CATransaction.animationDuration() == 0.25)
    #expect(CATransaction.animationTimingFunction() == nil && !CATransaction.disableActions())
    CATransaction.begin()
    CATransaction.setAnimationDuration(2)
    CATransaction.setValue("outer", forKey: "mine")
    CATransaction.begin()
    #expect(CATransaction.animationDuration() == 2)
    CATransaction.setDisableActions(true)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeIn))
    CATransaction.setValue("inner", forKey: "mine")
    #expect(CATransaction.value(forKey: "mine") as? String == "inner")
    CATransaction.commit()
    #expect(!CATransaction.disableActions() && CATransaction.animationTimingFunction() == nil)
    #expect(CATransaction.value(forKey: "mine") as? String == "outer")
    CATransaction.commit()
    #expect(CATransaction.animationDuration() == 0.25)
  }

  @Test("Every setting by key is inherited, set for itself and taken back with nil")
  func settingsByKey() {
    let ease = CAMediaTimingFunction(name: .easeIn)
    func text(_ value: Any?) -> String {
      switch value {
      case let number as Double: "\(number)"
      case let flag as Bool: "\(flag)"
      case let function as CAMediaTimingFunction: function == ease ? "ease in" : "other"
      case let block as () -> Void:
        block() == () ? "block" : ""
      case let word as String: word
      case let value: value.map { "\(type(of: $0))" } ?? "nil"
      }
    }
    let cases: [(key: String, start: String, value: Any, shown: String)] = [
      (kCATransactionAnimationDuration, "0.25", 2.5, "2.5"),
      (kCATransactionDisableActions, "false", true, "true"),
      (kCATransactionAnimationTimingFunction, "nil", ease, "ease in"),
      (kCATransactionCompletionBlock, "nil", {} as () -> Void, "block"),
      ("custom", "nil", "word", "word"),
    ]
    for (key, start, value, shown) in cases {
      func now() -> String { text(CATransaction.value(forKey: key)) }
      CATransaction.begin()
      #expect(now() == start, "\(key)")
      CATransaction.setValue(value, forKey: key)
      #expect(now() == shown, "\(key)")
      CATransaction.begin()
      #expect(now() == shown, "\(key) is inherited")
      if key != kCATransactionCompletionBlock {
        CATransaction.commit()
        CATransaction.begin()
        CATransaction.setValue(value, forKey: key)
      }
      let said = warnings { CATransaction.setValue(nil, forKey: key) }
      #expect(said == [] && now() == shown, "\(key) taken back shows the outer one's")
      CATransaction.commit()
      CATransaction.setValue(nil, forKey: key)
      #expect(now() == start, "\(key)")
      CATransaction.commit()
    }
    LayerHost.drainDeferred()
  }

  @Test("A value of the wrong type is ignored with a warning, and the setting stays")
  func wrongTypes() {
    CATransaction.begin()
    let ease = CAMediaTimingFunction(name: .easeIn)
    CATransaction.setAnimationTimingFunction(ease)
    CATransaction.setAnimationDuration(2)
    CATransaction.setDisableActions(true)
    for key in [
      kCATransactionAnimationDuration, kCATransactionDisableActions,
      kCATransactionAnimationTimingFunction, kCATransactionCompletionBlock,
    ] {
      #expect(warnings { CATransaction.setValue(CALayer(), forKey: key) }.count == 1, "\(key)")
    }
    #expect(warnings { CATransaction.setAnimationDuration(-1) }.count == 1)
    #expect(warnings { CATransaction.setAnimationDuration(.nan) }.count == 1)
    #expect(CATransaction.animationDuration() == 2 && CATransaction.disableActions())
    #expect(CATransaction.animationTimingFunction() == ease)
    CATransaction.commit()
  }

  @Test("Transactions inside layout are part of the commit that lays out")
  func insideLayout() {
    final class Laying: CALayer {
      var log: [String] = []
      override func layoutSublayers() {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        sublayers?.first?.opacity = 0.5
        CATransaction.commit()
        CATransaction.flush()
        log.append("\(CATransaction.animationDuration())")
      }
    }
    withStage { stage in
      let layer = Laying()
      layer.addSublayer(CALayer())
      stage.root.addSublayer(layer)
      stage.commit()
      layer.log = []
      layer.sublayers?.first?.opacity = 1
      stage.commit()
      let before = stage.service.commits.count
      CATransaction.begin()
      CATransaction.setAnimationDuration(7)
      layer.setNeedsLayout()
      CATransaction.commit()
      #expect(stage.service.commits.count == before + 1)
      #expect(stage.lastOps == ["set #2 opacity 0.5"])
      #expect(layer.log == ["7.0"], "the outermost transaction is still open")
    }
  }

  @Test("Nested changes reach the server together, when the outermost transaction commits")
  func nesting() {
    withStage { stage in
      let layer = stage.layer()
      let before = stage.service.commits.count
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.opacity = 0.5
      CATransaction.begin()
      layer.cornerRadius = 4
      CATransaction.commit()
      CATransaction.flush()
      #expect(stage.service.commits.count == before)
      CATransaction.commit()
      #expect(stage.service.commits.count == before + 1)
      #expect(stage.lastOps == ["set #1 opacity 0.5", "set #1 cornerRadius 4.0"])
    }
  }

  @Test("Inside an implicit transaction an explicit one waits for it")
  func implicitOutside() {
    withStage { stage in
      let layer = stage.layer()
      let before = stage.service.commits.count
      layer.isHidden = true
      CATransaction.begin()
      layer.isDoubleSided = false
      CATransaction.commit()
      #expect(stage.service.commits.count == before)
      CATransaction.flush()
      #expect(stage.service.commits.count == before + 1)
    }
  }

  @Test("A commit too many is ignored with a warning")
  func unbalanced() {
    CATransaction.flush()
    #expect(warnings { CATransaction.commit() }.count == 1)
    CATransaction.setAnimationDuration(1)
    #expect(warnings { CATransaction.commit() }.count == 1)
    #expect(CATransaction.animationDuration() == 1)
    CATransaction.flush()
  }

  @Test("Only layers that were shown animate by themselves; the first appearance does not")
  func implicitOnlyWhenShown() {
    withStage { stage in
      let loose = CALayer()
      loose.position = CGPoint(x: 5, y: 5)
      #expect(loose.animationKeys() == nil)
      stage.root.addSublayer(loose)
      loose.position = CGPoint(x: 6, y: 6)
      #expect(loose.animationKeys() == nil)
      stage.commit()
      loose.position = CGPoint(x: 7, y: 6)
      #expect(loose.animationKeys() == ["position"])
      loose.backgroundColor = .white
      #expect(loose.animationKeys() == ["position"], "no animation from no colour")
      loose.isDoubleSided = false
      loose.position = CGPoint(x: 7, y: 6)
      #expect(loose.animationKeys() == ["position"])
      loose.isHidden = true
      #expect(loose.animationKeys() == ["position", "transition"])
    }
  }

  @Test("The implicit animation goes from what is shown to the model, at the transaction's pace")
  func implicitAnimation() throws {
    try withStage { stage in
      let layer = stage.layer { $0.position = CGPoint(x: 10, y: 0) }
      layer.position = CGPoint(x: 110, y: 0)
      let action = try #require(layer.animation(forKey: "position") as? CABasicAnimation)
      #expect(action.keyPath == "position" && action.toValue == nil && action.duration == 0.25)
      #expect(action.fromValue as? CGPoint == CGPoint(x: 10, y: 0))
      #expect(action.fillMode == .backwards)
      #expect(action.timingFunction == CAMediaTimingFunction(name: .default))
      #expect(layer.position.x == 110)
      stage.mark()
      #expect(isNear(layer.shownX, 10))
      stage.at(0.1)
      let halfway = try #require(layer.shownX)
      #expect(halfway > 60 && halfway < 110)
      // A second change replaces the animation and starts from what is on screen.
      CATransaction.begin()
      CATransaction.setAnimationDuration(1)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      layer.position = CGPoint(x: 10, y: 0)
      CATransaction.commit()
      #expect(layer.animationKeys() == ["position"])
      stage.mark()
      #expect(isNear(layer.shownX, halfway))
      stage.at(0.5)
      #expect(isNear(layer.shownX, (halfway + 10) / 2, 1e-6))
      stage.at(1.1)
      #expect(isNear(layer.shownX, 10) && layer.animationKeys() == nil)
    }
  }

  @Test("Disabled actions and a duration of zero change at once")
  func noActions() {
    withStage { stage in
      let layer = stage.layer()
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.opacity = 0
      layer.add(move(to: 9), forKey: "explicit")
      CATransaction.commit()
      #expect(layer.animationKeys() == ["explicit"])
      CATransaction.begin()
      CATransaction.setAnimationDuration(0)
      layer.opacity = 1
      CATransaction.commit()
      #expect(layer.animationKeys() == ["explicit"])
      #expect(layer.presentation()?.opacity == 1)
    }
  }

  @Test("Actions are asked of delegate, actions, style and class in this order")
  func actionLookup() {
    final class Answering: CALayerDelegate {
      var answer: (any CAAction)?
      var old: [Double] = []
      func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        if event == "position" { old.append(Double(layer.position.x)) }
        return answer
      }
    }
    final class Recording: CAAction {
      let name: String
      static nonisolated(unsafe) var ran: [String] = []
      init(_ name: String) { self.name = name }
      func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        let x = (anObject as? CALayer).map { Double($0.position.x) } ?? .nan
        Self.ran.append("\(name) \(event) \(x)")
      }
    }
    final class Special: CALayer {
      override class func defaultAction(forKey event: String) -> (any CAAction)? {
        event == "position" ? Recording("class") : nil
      }
    }
    withStage { stage in
      Recording.ran = []
      let layer = Special(), delegate = Answering()
      stage.root.addSublayer(layer)
      stage.commit()
      layer.position.x = 1
      layer.style = ["style": ["actions": ["position": Recording("style")]]]
      layer.position.x = 2
      layer.actions = ["position": Recording("actions")]
      layer.position.x = 3
      layer.delegate = delegate
      delegate.answer = Recording("delegate")
      layer.position.x = 4
      delegate.answer = NSNull()
      layer.position.x = 5
      delegate.answer = nil
      layer.actions = ["position": NSNull()]
      layer.position.x = 6
      #expect(
        Recording.ran == [
          "class position 1.0", "style position 2.0", "actions position 3.0",
          "delegate position 4.0",
        ])
      #expect(delegate.old == [3, 4, 5], "the delegate is asked before the value changes")
      #expect(layer.animationKeys() == nil)
    }
  }

  @Test("Entering and leaving a shown tree and layout are events with actions")
  func events() {
    final class Recording: CAAction {
      static nonisolated(unsafe) var ran: [String] = []
      func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        Self.ran.append(event)
      }
    }
    withStage { stage in
      Recording.ran = []
      let layer = CALayer()
      layer.actions = [
        kCAOnOrderIn: Recording(), kCAOnOrderOut: Recording(), kCAOnLayout: Recording(),
      ]
      stage.root.addSublayer(layer)
      #expect(Recording.ran == [kCAOnOrderIn])
      stage.commit()
      layer.setNeedsLayout()
      stage.commit()
      layer.removeFromSuperlayer()
      #expect(Recording.ran == [kCAOnOrderIn, kCAOnLayout, kCAOnOrderOut])
    }
  }

  @Test("An action without a key path animates the property that changed")
  func actionWithoutKeyPath() {
    withStage { stage in
      let layer = stage.layer()
      let action = CABasicAnimation()
      action.fromValue = CGPoint(x: -10, y: 0)
      layer.actions = ["position": action]
      layer.position = CGPoint(x: 10, y: 0)
      let added = layer.animation(forKey: "position") as? CABasicAnimation
      #expect(added?.keyPath == "position" && action.keyPath == nil)
      stage.mark()
      #expect(isNear(layer.shownX, -10))
    }
  }

  @Test("Every layer of a subtree hears that it enters or leaves a shown tree")
  func eventsOfSubtrees() {
    final class Listening: CALayerDelegate {
      var heard: [String] = []
      func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        if event.hasPrefix("onOrder") { heard.append("\(layer.name ?? "?") \(event)") }
        return NSNull()
      }
    }
    withStage { stage in
      let listener = Listening(), parent = CALayer(), child = CALayer()
      (parent.name, child.name) = ("parent", "child")
      parent.addSublayer(child)
      (parent.delegate, child.delegate) = (listener, listener)
      stage.root.addSublayer(parent)
      stage.commit()
      parent.removeFromSuperlayer()
      #expect(
        listener.heard == [
          "parent onOrderIn", "child onOrderIn", "parent onOrderOut", "child onOrderOut",
        ])
    }
  }
}
