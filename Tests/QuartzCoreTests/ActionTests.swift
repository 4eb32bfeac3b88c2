import CoreGraphicsAPI
import QuartzCore
import Testing

/// Says when it ran and what it saw.
private final class Recording: CAAction {
  let name: String
  let log: ActionLog
  init(_ name: String, _ log: ActionLog) { (self.name, self.log) = (name, log) }

  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    log.ran.append("\(name) \(event)")
    if let layer = anObject as? CALayer { log.seenWhenRun.append(layer.opacity) }
  }
}

private final class ActionLog {
  var ran: [String] = []
  var asked: [String] = []
  var seenWhenAsked: [Float] = []
  var shownWhenAsked: [Float?] = []
  var seenWhenRun: [Float] = []
}

/// Answers for the first and the fourth step of a search.
private final class Searched: CALayer {
  /// Of the class, by key. Only the main thread's tests use this class, one after the other.
  nonisolated(unsafe) static var defaults: [String: any CAAction] = [:]

  override class func defaultAction(forKey event: String) -> (any CAAction)? { defaults[event] }
}

private final class Answering: CALayerDelegate {
  let log: ActionLog
  var answers: [String: any CAAction] = [:]
  init(_ log: ActionLog) { self.log = log }

  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    log.asked.append(event)
    log.seenWhenAsked.append(layer.opacity)
    log.shownWhenAsked.append(layer.presentation()?.opacity)
    return answers[event]
  }
}

@MainActor
@Suite("The search for actions", .serialized)
struct ActionTests {
  enum Step: CaseIterable { case delegate, actions, style, classDefault, builtIn }
  enum Answer: CaseIterable { case action, null, none }

  /// How an event comes about on a shown layer. `builtIn` is the key of the animation that the layer
  /// has for it by itself.
  struct Event: CustomStringConvertible, Sendable {
    let key: String
    let builtIn: String?
    let cause: @MainActor @Sendable (CALayer, Stage) -> Void
    var description: String { key }
  }

  nonisolated static let events = [
    Event(key: "opacity", builtIn: "opacity") { layer, _ in layer.opacity = 0.5 },
    Event(key: "hidden", builtIn: "transition") { layer, _ in layer.isHidden = true },
    Event(key: "allowsGroupOpacity", builtIn: nil) { layer, _ in
      layer.allowsGroupOpacity = false
    },
    Event(key: "sublayers", builtIn: "transition") { layer, _ in layer.addSublayer(CALayer()) },
    Event(key: "mine", builtIn: nil) { layer, _ in
      layer.action(forKey: "mine")?.run(forKey: "mine", object: layer, arguments: nil)
    },
    Event(key: kCAOnLayout, builtIn: nil) { layer, stage in
      layer.setNeedsLayout()
      stage.commit()
    },
    Event(key: kCAOnOrderOut, builtIn: nil) { layer, _ in layer.removeFromSuperlayer() },
    Event(key: kCAOnOrderIn, builtIn: nil) { layer, stage in
      layer.removeFromSuperlayer()
      stage.root.addSublayer(layer)
    },
  ]

  @Test("Each step's answer counts before the next one's, null ends the search", arguments: events)
  func steps(event: Event) {
    for (index, step) in Step.allCases.enumerated() {
      for answer in Answer.allCases {
        withStage { stage in
          let log = ActionLog(), layer = Searched(), delegate = Answering(log)
          Searched.defaults = [:]
          defer { Searched.defaults = [:] }
          stage.root.addSublayer(layer)
          stage.commit()
          for (i, later) in Step.allCases.enumerated() where i >= index {
            let answer = i == index ? answer : .action
            let action: (any CAAction)? =
              switch answer {
              case .action: Recording("\(later)", log)
              case .null: NSNull()
              case .none: nil
              }
            switch later {
            case .delegate: delegate.answers[event.key] = action
            case .actions: layer.actions = action.map { [event.key: $0] }
            case .style: layer.style = action.map { ["actions": [event.key: $0]] }
            case .classDefault: Searched.defaults[event.key] = action
            case .builtIn: break
            }
          }
          layer.delegate = delegate
          event.cause(layer, stage)

          // The step that decides: this one, or the next where it has no answer.
          let deciding = answer == .none ? index + 1 : index
          let isBuiltIn = deciding >= Step.allCases.count - 1
          let isNull = answer == .null && step != .builtIn
          let expected =
            isNull || isBuiltIn ? [] : ["\(Step.allCases[deciding]) \(event.key)"]
          #expect(log.ran == expected, "\(step) \(answer)")
          let keys = isBuiltIn && !isNull ? event.builtIn.map { [$0] } : nil
          #expect(layer.animationKeys() == keys, "\(step) \(answer)")
          #expect(log.asked.contains(event.key))
        }
      }
    }
  }

  @Test("A search that null ends answers nil, to overrides as well")
  func nullIsNil() {
    final class Asking: CALayer {
      var fromSuper: [String] = []
      override func action(forKey event: String) -> (any CAAction)? {
        let action = super.action(forKey: event)
        fromSuper.append(action == nil ? "nil" : "\(type(of: action!))")
        return action ?? NSNull()
      }
    }
    withStage { stage in
      let layer = Asking()
      layer.actions = ["opacity": NSNull()]
      #expect(layer.action(forKey: "opacity") is NSNull && layer.fromSuper == ["nil"])
      stage.root.addSublayer(layer)
      stage.commit()
      layer.fromSuper = []
      layer.opacity = 0.5
      #expect(layer.fromSuper == ["nil"] && layer.animationKeys() == nil)
    }
  }

  @Test("Styles are searched inwards, however deep; one without an end ends the search")
  func nestedStyles() {
    let log = ActionLog()
    func style(_ depth: Int) -> [AnyHashable: Any] {
      var style: [AnyHashable: Any] = ["actions": ["opacity": Recording("deep", log)]]
      for _ in 0..<depth { style = ["style": style] }
      return style
    }
    let layer = CALayer()
    layer.style = style(3)
    #expect(layer.action(forKey: "opacity") is Recording)
    #expect(layer.action(forKey: "hidden") is CATransition)
    layer.style = style(100)
    #expect(layer.action(forKey: "opacity") is CABasicAnimation)
    layer.style = ["actions": "no actions", "style": "no style"]
    #expect(layer.action(forKey: "opacity") is CABasicAnimation)
  }

  @Test("An action is asked for before the change and run after it")
  func order() {
    withStage { stage in
      let log = ActionLog(), layer = stage.layer { $0.opacity = 0.25 }
      let delegate = Answering(log)
      delegate.answers["opacity"] = Recording("delegate", log)
      layer.delegate = delegate
      let fade = CABasicAnimation(keyPath: "opacity")
      fade.fromValue = 1
      fade.toValue = 1
      fade.duration = 1
      layer.add(fade, forKey: "fade")
      stage.mark()
      (log.asked, log.seenWhenAsked, log.shownWhenAsked) = ([], [], [])
      layer.opacity = 0.5
      #expect(log.asked == ["opacity"] && log.seenWhenAsked == [0.25] && log.seenWhenRun == [0.5])
      #expect(log.shownWhenAsked == [1], "what is on screen can be read then")
      layer.opacity = 0.5
      #expect(log.asked == ["opacity"], "no change is none")
    }
  }

  @Test("Nobody is asked where actions are disabled; of a layer never shown only the delegate is")
  func notAsked() {
    withStage { stage in
      let log = ActionLog(), layer = CALayer(), delegate = Answering(log)
      layer.delegate = delegate
      layer.actions = ["opacity": Recording("actions", log), "sublayers": Recording("s", log)]
      layer.opacity = 0.5
      layer.addSublayer(CALayer())
      #expect(log.asked == ["opacity", "sublayers"] && log.ran == [])
      delegate.answers["opacity"] = Recording("delegate", log)
      layer.opacity = 0.75
      #expect(log.ran == ["delegate opacity"])
      stage.root.addSublayer(layer)
      stage.commit()
      (log.asked, log.ran) = ([], [])
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.opacity = 1
      layer.isHidden = true
      layer.addSublayer(CALayer())
      layer.sublayers = nil
      layer.removeFromSuperlayer()
      stage.root.addSublayer(layer)
      layer.setNeedsLayout()
      stage.commit()
      CATransaction.commit()
      #expect(log.asked == [] && log.ran == [])
    }
  }

  @Test("One change of the sublayers is one question, to every layer whose list changes")
  func questionsAboutSublayers() {
    withStage { stage in
      let log = ActionLog(), other = ActionLog()
      let layer = stage.layer(), second = stage.layer()
      let delegate = Answering(log), secondDelegate = Answering(other)
      (layer.delegate, second.delegate) = (delegate, secondDelegate)
      let (a, b, c) = (CALayer(), CALayer(), CALayer())
      func expect(
        _ questions: Int, _ others: Int = 0, sourceLocation: SourceLocation = #_sourceLocation
      ) {
        #expect(
          log.asked.filter { $0 == "sublayers" }.count == questions
            && other.asked.filter { $0 == "sublayers" }.count == others,
          "\(log.asked) \(other.asked)", sourceLocation: sourceLocation)
        (log.asked, other.asked) = ([], [])
      }
      layer.sublayers = [a, b]
      expect(1)
      layer.replaceSublayer(a, with: c)
      expect(1)
      layer.insertSublayer(b, at: 0)
      expect(1)
      second.addSublayer(b)
      expect(1, 1)
      second.sublayers = [b, c]
      expect(1, 2)
      c.removeFromSuperlayer()
      expect(0, 1)
      #expect(second.sublayers == [b] && layer.sublayers == nil)
      b.addSublayer(a)
      b.addSublayer(second)
      expect(0, 0)
    }
  }

  @Test("A delegate that moves layers about while it is asked leaves a tree")
  func movingWhileAsked() {
    final class Meddling: CALayerDelegate {
      var meddle: (() -> Void)?
      func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        guard event == "sublayers", let meddle else { return nil }
        self.meddle = nil
        meddle()
        return nil
      }
    }
    withStage { stage in
      let parent = stage.layer(), delegate = Meddling()
      let (a, b) = (CALayer(), CALayer())
      parent.sublayers = [a, b]
      parent.delegate = delegate
      let child = CALayer()
      delegate.meddle = { b.removeFromSuperlayer() }
      parent.insertSublayer(child, above: b)
      #expect(parent.sublayers == [a, child])
      // The one that is about to come becomes an ancestor.
      let grand = CALayer()
      delegate.meddle = {
        parent.delegate = nil
        grand.addSublayer(parent)
      }
      #expect(warnings { parent.addSublayer(grand) }.count == 1, "it would contain itself")
      #expect(grand.sublayers == [parent] && parent.sublayers == [a, child])
      delegate.meddle = { a.removeFromSuperlayer() }
      parent.delegate = delegate
      a.removeFromSuperlayer()
      #expect(parent.sublayers == [child] && a.superlayer == nil)
    }
  }
}
