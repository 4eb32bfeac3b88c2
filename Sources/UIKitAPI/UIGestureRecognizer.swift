import CoreGraphicsAPI
import LayerStage

/// Recognises one kind of gesture among the touches of its view and of the views in it.
///
/// Subclasses follow touches in `touchesBegan` and its companions and say what they make of them by
/// setting `state`. By default only one recogniser of a chain of views succeeds; the others then
/// fail. The closures of `addTarget` are called for every state but `possible` and `failed`.
@MainActor
open class UIGestureRecognizer: UIGestureHandling {
  public enum State: Int, Sendable {
    case possible, began, changed, ended, cancelled, failed

    /// The end of a gesture that is one moment.
    public static var recognized: State { .ended }
  }

  /// What `addTarget` has added, to take it away again.
  public struct TargetToken: Hashable, Sendable {
    let number: Int
  }

  public required init() {}

  open weak var delegate: (any UIGestureRecognizerDelegate)?
  public internal(set) final weak var view: UIView?
  open var name: String?

  /// Off: what is going on is cancelled, and no touches are seen.
  open var isEnabled = true {
    didSet { if !isEnabled { view?.window?.touches.drop(self) } }
  }

  /// A gesture that succeeds takes its touches from the view.
  open var cancelsTouchesInView = true
  /// Views hear of touches when this gesture has failed, and of none that it recognises.
  open var delaysTouchesBegan = false
  /// Views hear of the end of touches when this gesture cannot be made of them any more. Where it is
  /// made of them, they are cancelled.
  open var delaysTouchesEnded = true

  /// Raw values of `UITouch.TouchType`.
  open var allowedTouchTypes: [NSNumber] = UITouch.TouchType.all
  /// Of touches of different types only those of the first one's are followed.
  open var requiresExclusiveTouchType = true
  /// Stored: presses are no gestures here.
  open var allowedPressTypes: [NSNumber] = []

  /// Set by subclasses. A gesture that may not succeed, or not yet, keeps the state it has.
  open var state: State {
    get { arbiter.state }
    set { arbiter.request(newValue, of: self) }
  }

  /// Takes away what an `addTarget` has added.
  public final func removeTarget(_ token: TargetToken) { actions.remove(token) }

  /// Not before `otherGestureRecognizer` has failed.
  open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {
    arbiter.requirements.append(GestureArbiter.Requirement(recognizer: otherGestureRecognizer))
  }

  // MARK: Touches

  open var numberOfTouches: Int { followed.count }

  /// Keys and buttons that were held at the latest event.
  public private(set) final var modifierFlags: UIKeyModifierFlags = []
  public private(set) final var buttonMask: UIEvent.ButtonMask = []

  /// The middle of the touches, in a view's space; in that of the window for nil.
  open func location(in view: UIView?) -> CGPoint {
    view.map { $0.convert(middle, from: nil) } ?? middle
  }

  open func location(ofTouch touchIndex: Int, in view: UIView?) -> CGPoint {
    guard followed.indices.contains(touchIndex) else {
      Warnings.once("gesture.location", "location(ofTouch:) was asked for a touch there is not")
      return location(in: view)
    }
    return followed[touchIndex].location(in: view)
  }

  /// The gesture sees no more of a touch.
  open func ignore(_ touch: UITouch, for event: UIEvent) {
    end(touch)
    touch.recognizers.removeAll { $0 === self }
  }

  // MARK: For subclasses

  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {}

  /// False: the gesture sees nothing of a touch that begins, or a scroll.
  open func shouldReceive(_ event: UIEvent) -> Bool {
    delegate?.gestureRecognizer(self, shouldReceive: event) ?? true
  }

  /// The sequence is over; `state` becomes `possible` after this.
  open func reset() {}

  /// May keep another one from succeeding.
  open func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { true }
  open func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { true }
  open func shouldRequireFailure(of otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }
  open func shouldBeRequiredToFail(by otherGestureRecognizer: UIGestureRecognizer) -> Bool {
    false
  }

  // MARK: For the dispatcher

  final let arbiter = GestureArbiter()
  /// The touches that are down, or go up in the event being told, oldest first.
  private(set) final var followed: [UITouch] = []
  /// Those of the whole sequence.
  private(set) final var sequence: Set<UITouch> = []
  /// The middle of the touches when there were some; points of the window.
  private final var middle = CGPoint.zero
  /// What follows its touches.
  private(set) final weak var dispatcher: TouchDispatcher?
  final let actions = GestureActions()
  private(set) final var lastEvent: UIEvent?

  /// A scroll drives it, which counts as one touch that nobody sees.
  private(set) final var isScrolled = false

  /// The pointer's buttons that make touches for it, of which it takes one.
  var acceptedButtons: UIEvent.ButtonMask { .primary }

  /// It is not done when no touch is down: more taps may come.
  var awaitsMoreTouches: Bool { false }

  /// Whether it follows the touch.
  func accepts(_ touch: UITouch, _ event: UIEvent) -> Bool {
    guard isEnabled, !arbiter.isDone, !isScrolled else { return false }
    guard touch.button.isSubset(of: acceptedButtons), isAllowed(touch.type) else { return false }
    return shouldReceive(event)
      && delegate?.gestureRecognizer(self, shouldReceive: touch) ?? true
  }

  private func isAllowed(_ type: UITouch.TouchType) -> Bool {
    if requiresExclusiveTouchType, let first = followed.first, first.type != type { return false }
    return allowedTouchTypes.contains { $0.intValue == type.rawValue }
  }

  final func begin(scroll standIn: UITouch, by dispatcher: TouchDispatcher) {
    self.dispatcher = dispatcher
    sequence.insert(standIn)
    isScrolled = true
  }

  /// A scroll happens at this place of the window.
  final func follow(_ scroll: UIScroll, _ event: UIEvent) {
    middle = scroll.location(in: nil)
    note(event)
  }

  final func endFollowingScroll() { isScrolled = false }

  private func note(_ event: UIEvent) {
    modifierFlags = event.modifierFlags
    buttonMask = event.buttonMask
  }

  final func begin(_ touch: UITouch, by dispatcher: TouchDispatcher) {
    self.dispatcher = dispatcher
    followed.append(touch)
    sequence.insert(touch)
  }

  final func receive(_ touch: UITouch, _ phase: UITouch.Phase, _ event: UIEvent) {
    findMiddle()
    guard !arbiter.isDone, followed.contains(touch) else { return }
    lastEvent = event
    note(event)
    switch phase {
    case .began: touchesBegan([touch], with: event)
    case .moved: touchesMoved([touch], with: event)
    case .ended: touchesEnded([touch], with: event)
    case .cancelled: touchesCancelled([touch], with: event)
    case .stationary: break
    }
    lastEvent = nil
  }

  final func end(_ touch: UITouch) { followed.removeAll { $0 === touch } }

  final func findMiddle() {
    guard !followed.isEmpty else { return }
    let count = CGFloat(followed.count)
    middle = CGPoint(
      x: followed.reduce(0) { $0 + $1.position.x } / count,
      y: followed.reduce(0) { $0 + $1.position.y } / count)
  }

  /// Decided, and none of the touches is down any more.
  final var isOver: Bool { arbiter.isDone && followed.isEmpty && !isScrolled }

  final func becomeReady() {
    reset()
    arbiter.reset()
    sequence = []
  }

  /// Ends in the middle, because the recogniser, its view or its window is taken away.
  final func abandon() {
    if !arbiter.isDone { state = .cancelled }
    followed = []
    isScrolled = false
    becomeReady()
  }

  /// Calls back at a media time in seconds, so long as the window is shown.
  final func wake(at time: Double, _ action: @escaping @MainActor () -> Void) -> ScheduledCall? {
    let window = view?.window
    return window?.stage?.schedule(at: time) { [weak window] in
      action()
      window?.touches.settle()
    }
  }

  /// An action may take the recogniser out of the state that is being announced: the others do not
  /// hear of it then.
  final func callActions() {
    let state = arbiter.state, round = arbiter.round
    for action in actions.all {
      guard arbiter.state == state, arbiter.round == round else { return }
      action(self)
    }
  }
}

extension UIGestureRecognizer: Hashable {
  nonisolated public static func == (a: UIGestureRecognizer, b: UIGestureRecognizer) -> Bool {
    a === b
  }
  nonisolated public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension UIView {
  final func replaceRecognizers(_ new: [UIGestureRecognizer]) {
    for old in recognizers where !new.contains(old) { detach(old) }
    for recognizer in new { attach(recognizer) }
  }

  final func attach(_ recognizer: UIGestureRecognizer) {
    guard recognizer.view !== self else { return }
    recognizer.view?.detach(recognizer)
    recognizers.append(recognizer)
    recognizer.view = self
  }

  final func detach(_ recognizer: UIGestureRecognizer) {
    guard recognizer.view === self else { return }
    window?.touches.drop(recognizer)
    recognizers.removeAll { $0 === recognizer }
    recognizer.view = nil
  }
}
