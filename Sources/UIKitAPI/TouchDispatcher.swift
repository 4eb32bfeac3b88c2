import CoreGraphicsAPI
import LayerCommit

/// The touches of one window: follows fingers and the pointer, and hands what they do to gesture
/// recognisers first and to views then.
@MainActor
final class TouchDispatcher {
  enum Source: Hashable {
    case finger(Int32)
    case pointer
  }

  private var active: [Source: UITouch] = [:]
  /// Recognisers that have followed a touch since they were last reset.
  private(set) var inPlay: [UIGestureRecognizer] = []
  /// The touch before, for counting taps.
  private var lastTap: (touch: UITouch, end: Double)?
  private let hover = HoverTracker()

  /// Between two taps that count as one after the other: seconds, and points.
  static let longestGap = 0.35
  static let farthestTap = 45.0

  // MARK: From the display

  func receive(_ event: TouchEvent, in window: UIWindow) {
    let position = CGPoint(event.position), source = Source.finger(event.id)
    switch event.phase {
    case .began: begin(source, .direct, at: position, event.time, in: window)
    case .moved: change(source, to: .moved, at: position, event.time, in: window)
    case .ended: change(source, to: .ended, at: position, event.time, in: window)
    case .cancelled: change(source, to: .cancelled, at: position, event.time, in: window)
    }
  }

  /// The pointer with its primary button down is a touch.
  func receive(_ event: PointerEvent, in window: UIWindow) {
    let position = CGPoint(event.position)
    let flags = UIKeyModifierFlags(event.modifiers)
    switch event.phase {
    case .pressed(.primary):
      begin(.pointer, .indirectPointer, at: position, event.time, flags, in: window)
    case .released(.primary):
      change(.pointer, to: .ended, at: position, event.time, flags, in: window)
    case .entered, .moved:
      if active[.pointer] != nil {
        change(.pointer, to: .moved, at: position, event.time, flags, in: window)
      } else {
        hover.move(to: position, at: event.time, in: window)
      }
    case .left:
      // Its button went up unseen: what comes later is no drag.
      change(.pointer, to: .cancelled, at: position, event.time, flags, in: window)
      hover.leave()
    case .pressed, .released: break
    }
  }

  private func begin(
    _ source: Source, _ type: UITouch.TouchType, at position: CGPoint, _ time: Double,
    _ flags: UIKeyModifierFlags = [], in window: UIWindow
  ) {
    // A finger that comes down twice has gone up unseen.
    if let old = active[source], !old.isOver {
      change(source, to: .cancelled, at: position, time, flags, in: window)
    }
    let touch = UITouch(
      type: type, at: position, time: time, tapCount: taps(at: position, time), window: window)
    touch.view = admitted(window.hitTest(position, with: nil))
    active[source] = touch
    follow(touch)
    send(touch, time, flags, in: window)
  }

  private func change(
    _ source: Source, to phase: UITouch.Phase, at position: CGPoint, _ time: Double,
    _ flags: UIKeyModifierFlags = [], in window: UIWindow
  ) {
    guard let touch = active[source], !touch.isOver else { return }
    // Where a cancelled touch was has no meaning.
    if phase != .cancelled {
      touch.previousPosition = touch.position
      touch.position = position
      if touch.position.distance(to: touch.start) > Self.farthestTap { touch.tapCount = 0 }
    }
    touch.phase = phase
    touch.timestamp = time
    if touch.isOver { lastTap = phase == .ended && touch.tapCount > 0 ? (touch, time) : nil }
    send(touch, time, flags, in: window)
    guard touch.isOver else { return }
    // A new one may have begun in the callbacks.
    if active[source] === touch { active[source] = nil }
    touch.releaseView()
    settle()
  }

  /// A view that is touched exclusively, and the other views, are not touched together.
  private func admitted(_ view: UIView?) -> UIView? {
    let isExcluded = active.values.contains { touch in
      guard !touch.isOver, let other = touch.view, other !== view else { return false }
      return other.isExclusiveTouch || view?.isExclusiveTouch ?? false
    }
    return isExcluded ? nil : view
  }

  private func taps(at position: CGPoint, _ time: Double) -> Int {
    guard let (touch, end) = lastTap, time - end <= Self.longestGap,
      position.distance(to: touch.start) <= Self.farthestTap
    else { return 1 }
    return touch.tapCount + 1
  }

  private func send(
    _ touch: UITouch, _ time: Double, _ flags: UIKeyModifierFlags, in window: UIWindow
  ) {
    let all = Set(active.values)
    for other in all where other !== touch && !other.isOver {
      other.phase = .stationary
    }
    UIApplication.shared.sendEvent(
      UIEvent(
        .touches, in: window, at: time, modifierFlags: flags, touches: all, changed: [touch]))
  }

  // MARK: To recognisers and views

  /// Finds the recognisers that see a touch: those of its view and of the views around it.
  private func follow(_ touch: UITouch) {
    var view = touch.view
    while let current = view {
      for recognizer in current.recognizers where recognizer.accepts(touch) {
        recognizer.begin(touch, by: self)
        touch.recognizers.append(recognizer)
        if !inPlay.contains(where: { $0 === recognizer }) { inPlay.append(recognizer) }
      }
      view = current.storedSuperview
    }
  }

  func deliver(_ event: UIEvent) {
    for touch in event.changedTouches {
      let phase = touch.phase
      for recognizer in touch.recognizers { recognizer.receive(touch, phase, event) }
      tellView(of: touch, phase, event)
      guard touch.isOver else { continue }
      for recognizer in touch.recognizers { recognizer.end(touch) }
      touch.recognizers = []
    }
    settle()
  }

  /// A view is told of the end of what it has been told the beginning of, and of nothing after that.
  private func tellView(of touch: UITouch, _ phase: UITouch.Phase, _ event: UIEvent) {
    // A recogniser's callback may have ended the touch.
    guard !touch.isWithheld, !touch.isOver || touch.phase == phase, let view = touch.view,
      touch.isTold || phase == .began
    else { return }
    switch phase {
    case .began:
      let isSecond = active.values.contains {
        $0 !== touch && $0.view === view && !$0.isWithheld && !$0.isOver
      }
      if isSecond, !view.isMultipleTouchEnabled {
        touch.isWithheld = true
      } else {
        touch.isTold = true
        view.touchesBegan([touch], with: event)
      }
    case .moved: view.touchesMoved([touch], with: event)
    case .ended: view.touchesEnded([touch], with: event)
    case .cancelled: view.touchesCancelled([touch], with: event)
    case .stationary: break
    }
  }

  /// A recogniser takes the touch for itself: its view hears no more of it.
  static func withhold(_ touch: UITouch, _ event: UIEvent?) {
    guard !touch.isWithheld else { return }
    touch.isWithheld = true
    if touch.isTold { touch.view?.touchesCancelled([touch], with: event) }
  }

  /// Makes recognisers whose sequence is over ready for the next.
  func settle() {
    let isStuck = isStuck
    let over = inPlay.filter { $0.isOver || isStuck }
    inPlay.removeAll { recognizer in over.contains { $0 === recognizer } }
    for recognizer in over { recognizer.becomeReady() }
  }

  /// No touch is down and nobody is left who decides: the rest wait for each other to fail.
  private var isStuck: Bool {
    active.isEmpty && !inPlay.isEmpty
      && inPlay.allSatisfy { $0.arbiter.isWaiting || $0.arbiter.isDone }
  }

  // MARK: Ends

  /// What is going on ends, because the window goes.
  func cancelAll(in window: UIWindow) {
    for (source, touch) in active {
      change(source, to: .cancelled, at: touch.position, touch.timestamp, in: window)
    }
    for recognizer in inPlay { recognizer.abandon() }
    inPlay = []
    lastTap = nil
    hover.leave()
  }

  func loses(_ view: UIView) {
    for recognizer in view.recognizers { drop(recognizer) }
  }

  /// Ends what a recogniser is at. It is out of play before its actions are called.
  func drop(_ recognizer: UIGestureRecognizer) {
    hover.drop(recognizer)
    let isInPlay = inPlay.contains { $0 === recognizer }
    guard isInPlay || recognizer.arbiter.state != .possible else { return }
    inPlay.removeAll { $0 === recognizer }
    for touch in active.values { touch.recognizers.removeAll { $0 === recognizer } }
    recognizer.abandon()
  }
}

extension CGPoint {
  func distance(to other: CGPoint) -> Double {
    let dx = Double(x - other.x), dy = Double(y - other.y)
    return (dx * dx + dy * dy).squareRoot()
  }
}
