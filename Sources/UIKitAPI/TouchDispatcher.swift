import CoreGraphicsAPI
import LayerCommit

/// The touches of one window: follows fingers and the pointer, and hands what they do to gesture
/// recognisers first and to views then.
@MainActor
final class TouchDispatcher {
  enum Source: Hashable {
    case finger(Int32)
    /// Each button of the pointer makes a touch of its own.
    case pointer(PointerEvent.Button)
  }

  /// What comes with a touch event besides the touch.
  private struct Circumstances {
    var time: Double
    var flags: UIKeyModifierFlags = []
    var buttons: UIEvent.ButtonMask = []
  }

  private var active: [Source: UITouch] = [:]
  /// Recognisers that have followed a touch or a scroll since they were last reset.
  private(set) var inPlay: [UIGestureRecognizer] = []
  /// The touch before, for counting taps.
  private var lastTap: (touch: UITouch, end: Double)?
  /// The pointer's buttons that are down.
  private var buttons: UIEvent.ButtonMask = []
  private let views = TouchDelivery()
  private let hover = HoverTracker()
  let scrolling = ScrollDispatcher()
  /// Events being delivered: views wait until all recognisers have seen one.
  private var deliveries = 0

  /// Between two taps that count as one after the other: seconds, and points.
  static let longestGap = 0.35
  static let farthestTap = 45.0

  // MARK: From the display

  func receive(_ event: TouchEvent, in window: UIWindow) {
    let position = CGPoint(event.position), source = Source.finger(event.id)
    let now = Circumstances(time: event.time)
    switch event.phase {
    case .began: begin(source, .direct, at: position, now, in: window)
    case .moved: change(source, to: .moved, at: position, now, in: window)
    case .ended: change(source, to: .ended, at: position, now, in: window)
    case .cancelled: change(source, to: .cancelled, at: position, now, in: window)
    }
  }

  /// The pointer with a button down is a touch. Views are told of the primary button's only;
  /// recognisers may ask for others.
  func receive(_ event: PointerEvent, in window: UIWindow) {
    let position = CGPoint(event.position)
    var now = Circumstances(
      time: event.time, flags: UIKeyModifierFlags(event.modifiers), buttons: buttons)
    switch event.phase {
    case .pressed(let button):
      buttons.formUnion(UIEvent.ButtonMask(button))
      now.buttons = buttons
      begin(.pointer(button), .indirectPointer, at: position, now, in: window)
    case .released(let button):
      buttons.subtract(UIEvent.ButtonMask(button))
      change(.pointer(button), to: .ended, at: position, now, in: window)
    case .entered, .moved:
      let sources = pressedSources
      if sources.isEmpty { return hover.move(to: position, at: event.time, in: window) }
      for source in sources { change(source, to: .moved, at: position, now, in: window) }
    case .left:
      // Its buttons went up unseen: what comes later is no drag.
      buttons = []
      for source in pressedSources {
        change(source, to: .cancelled, at: position, now, in: window)
      }
      hover.leave()
    }
  }

  private var pressedSources: [Source] {
    guard !active.isEmpty else { return [] }
    return active.keys.filter { source in
      switch source {
      case .finger: false
      case .pointer: true
      }
    }
  }

  private func begin(
    _ source: Source, _ type: UITouch.TouchType, at position: CGPoint, _ now: Circumstances,
    in window: UIWindow
  ) {
    // A finger that comes down twice has gone up unseen.
    if let old = active[source], !old.isOver {
      change(source, to: .cancelled, at: position, now, in: window)
    }
    scrolling.end(at: now.time, in: window)
    let button: UIEvent.ButtonMask =
      switch source {
      case .finger: []
      case .pointer(let button): UIEvent.ButtonMask(button)
      }
    let touch = UITouch(
      type: type, at: position, time: now.time,
      tapCount: taps(of: button, at: position, now.time), window: window, button: button)
    touch.view = admitted(window.hitTest(position, with: nil))
    touch.isWithheld = !button.subtracting(.primary).isEmpty
    active[source] = touch
    let event = makeEvent(touch, now, in: window)
    follow(touch, event)
    UIApplication.shared.sendEvent(event)
  }

  private func change(
    _ source: Source, to phase: UITouch.Phase, at position: CGPoint, _ now: Circumstances,
    in window: UIWindow
  ) {
    guard let touch = active[source], !touch.isOver else { return }
    // Where a cancelled touch was has no meaning.
    if phase != .cancelled {
      touch.previousPosition = touch.position
      touch.position = position
      if touch.position.distance(to: touch.start) > Self.farthestTap { touch.tapCount = 0 }
    }
    touch.phase = phase
    touch.timestamp = now.time
    if touch.isOver { lastTap = phase == .ended && touch.tapCount > 0 ? (touch, now.time) : nil }
    UIApplication.shared.sendEvent(makeEvent(touch, now, in: window))
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

  private func taps(
    of button: UIEvent.ButtonMask, at position: CGPoint, _ time: Double
  ) -> Int {
    guard let (touch, end) = lastTap, time - end <= Self.longestGap, touch.button == button,
      position.distance(to: touch.start) <= Self.farthestTap
    else { return 1 }
    return touch.tapCount + 1
  }

  private func makeEvent(_ touch: UITouch, _ now: Circumstances, in window: UIWindow) -> UIEvent {
    let all = Set(active.values)
    for other in all where other !== touch && !other.isOver { other.phase = .stationary }
    return UIEvent(
      .touches, in: window, at: now.time, modifierFlags: now.flags, buttonMask: now.buttons,
      touches: all, changed: [touch])
  }

  // MARK: To recognisers and views

  /// Finds the recognisers that see a touch: those of its view and of the views around it.
  private func follow(_ touch: UITouch, _ event: UIEvent) {
    var view = touch.view
    while let current = view {
      for recognizer in current.recognizers where recognizer.accepts(touch, event) {
        recognizer.begin(touch, by: self)
        touch.recognizers.append(recognizer)
        play(recognizer)
      }
      view = current.storedSuperview
    }
  }

  func play(_ recognizer: UIGestureRecognizer) {
    if !inPlay.contains(where: { $0 === recognizer }) { inPlay.append(recognizer) }
  }

  func deliver(_ event: UIEvent) {
    deliveries += 1
    for touch in event.changedTouches {
      let phase = touch.phase
      for recognizer in touch.recognizers { recognizer.receive(touch, phase, event) }
      tellView(of: touch, phase, event)
      guard touch.isOver else { continue }
      for recognizer in touch.recognizers { recognizer.end(touch) }
      touch.recognizers = []
    }
    deliveries -= 1
    settle()
  }

  private func tellView(of touch: UITouch, _ phase: UITouch.Phase, _ event: UIEvent) {
    // A recogniser's callback may have ended the touch.
    guard !touch.isOver || touch.phase == phase else { return }
    if phase == .began, let view = touch.view, !view.isMultipleTouchEnabled {
      let isSecond = active.values.contains {
        $0 !== touch && $0.view === view && !$0.isWithheld && !$0.isOver
      }
      if isSecond { touch.isWithheld = true }
    }
    views.deliver(touch, phase, event)
  }

  /// A recogniser takes its touches for itself.
  func withholdTouches(of recognizer: UIGestureRecognizer, while isStill: () -> Bool) {
    let ended = views.delayed.filter { $0.isOver && recognizer.sequence.contains($0) }
    for touch in ended + recognizer.followed where isStill() {
      views.withhold(touch, recognizer.lastEvent)
    }
  }

  /// A recogniser has decided; views may have waited for that.
  func resumeViews() {
    if deliveries == 0 { views.resume(inPlay) }
  }

  /// Makes recognisers whose sequence is over ready for the next.
  func settle() {
    let isStuck = isStuck
    let over = inPlay.filter { $0.isOver || isStuck }
    inPlay.removeAll { recognizer in over.contains { $0 === recognizer } }
    for recognizer in over { recognizer.becomeReady() }
    resumeViews()
  }

  /// No touch is down and nobody is left who decides: the rest wait for each other to fail.
  private var isStuck: Bool {
    active.isEmpty && !inPlay.isEmpty
      && inPlay.allSatisfy { !$0.isScrolled && ($0.arbiter.isWaiting || $0.arbiter.isDone) }
  }

  // MARK: Ends

  /// What is going on ends, because the window goes.
  func cancelAll(in window: UIWindow) {
    scrolling.cancel()
    for (source, touch) in active {
      change(
        source, to: .cancelled, at: touch.position, Circumstances(time: touch.timestamp),
        in: window)
    }
    for touch in views.delayed { views.withhold(touch, nil) }
    for recognizer in inPlay { recognizer.abandon() }
    inPlay = []
    lastTap = nil
    buttons = []
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
    resumeViews()
  }
}

extension CGPoint {
  func distance(to other: CGPoint) -> Double {
    let dx = Double(x - other.x), dy = Double(y - other.y)
    return (dx * dx + dy * dy).squareRoot()
  }
}
