import CoreGraphicsAPI
import QuartzCore

/// A view that is operated: it follows one touch, says what happens to it by events, and is reached by
/// the Tab key.
///
/// What listens is a closure, a method of an object, or a `UIAction`; where Apple's takes a selector,
/// `addTarget` takes the method itself and does not keep the target.
@MainActor
open class UIControl: UIView {
  /// Which events; several at once where something listens to them.
  public struct Event: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let touchDown = Event(rawValue: 1 << 0)
    public static let touchDownRepeat = Event(rawValue: 1 << 1)
    public static let touchDragInside = Event(rawValue: 1 << 2)
    public static let touchDragOutside = Event(rawValue: 1 << 3)
    public static let touchDragEnter = Event(rawValue: 1 << 4)
    public static let touchDragExit = Event(rawValue: 1 << 5)
    public static let touchUpInside = Event(rawValue: 1 << 6)
    public static let touchUpOutside = Event(rawValue: 1 << 7)
    public static let touchCancel = Event(rawValue: 1 << 8)
    public static let valueChanged = Event(rawValue: 1 << 12)
    /// What the control is there for: a button is pressed, a switch turned.
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
    public static let allTouchEvents = Event(rawValue: 0xFFF)
    public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
  }

  public struct State: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let normal: State = []
    public static let highlighted = State(rawValue: 1 << 0)
    public static let disabled = State(rawValue: 1 << 1)
    public static let selected = State(rawValue: 1 << 2)
    public static let focused = State(rawValue: 1 << 3)
  }

  /// How far, in points, a finger may leave the bounds and still be inside.
  private static let slack: CGFloat = 70

  final let listeners = ControlListeners()
  /// The touch being followed.
  private weak var followed: UITouch?
  private final lazy var focusRing = FocusRing(self)
  /// A key that is held on it.
  private var isKeyDown = false

  open var state: State {
    var state: State = []
    if isHighlighted { state.insert(.highlighted) }
    if !isEnabled { state.insert(.disabled) }
    if isSelected { state.insert(.selected) }
    if isFocused { state.insert(.focused) }
    return state
  }

  /// Off: it is shown fainter by subclasses, and takes no touches and no focus.
  open var isEnabled = true {
    didSet {
      guard isEnabled != oldValue else { return }
      if !isEnabled { cancelTracking() }
      if !isEnabled, isFocused { window?.focus.clear() }
      stateChanged()
    }
  }

  open var isSelected = false { didSet { if isSelected != oldValue { stateChanged() } } }
  open var isHighlighted = false { didSet { if isHighlighted != oldValue { stateChanged() } } }

  /// Takes up what the state has become: for subclasses of this module.
  func stateChanged() {}

  // MARK: Tracking

  open private(set) var isTracking = false
  open private(set) var isTouchInside = false

  /// A touch has come down. False lets go of it.
  open func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
  /// The touch has moved. False lets go of it.
  open func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
  /// The touch has gone up, or been let go of.
  open func endTracking(_ touch: UITouch?, with event: UIEvent?) {}
  /// The touch has been taken away, or the view has.
  open func cancelTracking(with event: UIEvent?) {}

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard isEnabled, followed == nil, let touch = touches.first else { return }
    followed = touch
    isTracking = true
    isTouchInside = true
    isHighlighted = true
    guard beginTracking(touch, with: event) else { return letGo(touch, event) }
    sendActions(for: touch.tapCount > 1 ? [.touchDown, .touchDownRepeat] : .touchDown, event)
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = followed, touches.contains(touch) else { return }
    let wasInside = isTouchInside
    isTouchInside = isInside(touch)
    isHighlighted = isTouchInside
    guard continueTracking(touch, with: event) else { return letGo(touch, event) }
    if wasInside != isTouchInside {
      sendActions(for: isTouchInside ? .touchDragEnter : .touchDragExit, event)
    }
    sendActions(for: isTouchInside ? .touchDragInside : .touchDragOutside, event)
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = followed, touches.contains(touch) else { return }
    let isUpInside = isInside(touch)
    isTouchInside = isUpInside
    letGo(touch, event)
    sendActions(for: isUpInside ? .touchUpInside : .touchUpOutside, event)
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = followed, touches.contains(touch) else { return }
    cancelTracking(event)
  }

  private func isInside(_ touch: UITouch) -> Bool {
    bounds.insetBy(dx: -Self.slack, dy: -Self.slack).contains(touch.location(in: self))
  }

  private func letGo(_ touch: UITouch?, _ event: UIEvent?) {
    followed = nil
    isTracking = false
    isHighlighted = false
    endTracking(touch, with: event)
    isTouchInside = false
  }

  private func cancelTracking(_ event: UIEvent? = nil) {
    guard isTracking else { return }
    followed = nil
    isTracking = false
    isHighlighted = false
    isTouchInside = false
    cancelTracking(with: event)
    sendActions(for: .touchCancel, event)
  }

  open override func willMove(toWindow newWindow: UIWindow?) {
    super.willMove(toWindow: newWindow)
    if newWindow == nil { cancelTracking() }
  }

  // MARK: Keyboard

  open override var canBecomeFocused: Bool { isEnabled }

  open override func didUpdateFocus(
    in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator
  ) {
    super.didUpdateFocus(in: context, with: coordinator)
    focusRing.isShown = isFocused
    if !isFocused, isKeyDown { (isKeyDown, isHighlighted) = (false, false) }
    stateChanged()
  }

  /// What the ring of the focus goes around.
  var focusShape: (rect: CGRect, cornerRadius: CGFloat) { (bounds, layer.cornerRadius) }

  /// `focusShape` has become another without a layout.
  final func focusShapeChanged() { if isFocused { focusRing.layOut() } }

  open override func layoutSubviews() {
    super.layoutSubviews()
    focusRing.layOut()
  }

  open override func tintColorDidChange() {
    super.tintColorDidChange()
    focusRing.layOut()
  }

  /// Space and Return press a control that has the focus.
  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard isEnabled, isFocused, presses.contains(where: \.pressesControls) else {
      return super.pressesBegan(presses, with: event)
    }
    isKeyDown = true
    isHighlighted = true
  }

  open override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard isKeyDown, presses.contains(where: \.pressesControls) else {
      return super.pressesEnded(presses, with: event)
    }
    isKeyDown = false
    isHighlighted = false
    pressedByKey()
  }

  open override func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard isKeyDown else { return super.pressesCancelled(presses, with: event) }
    isKeyDown = false
    isHighlighted = false
  }

  /// As if touched: for subclasses of this module.
  func pressedByKey() { sendActions(for: .touchUpInside) }

  // MARK: Actions

  /// Calls what listens to any of these.
  open func sendActions(for controlEvents: Event) { sendActions(for: controlEvents, nil) }

  func sendActions(for events: Event, _ event: UIEvent?) {
    listeners.call(self, events, event)
  }

  /// Calls one action.
  open func sendAction(_ action: UIAction) { action.perform(from: self) }

  /// An action that has an identifier takes the place of one with the same.
  open func addAction(_ action: UIAction, for controlEvents: Event) {
    listeners.add(action, controlEvents)
  }

  open func removeAction(_ action: UIAction, for controlEvents: Event) {
    listeners.remove(action.identifier, controlEvents)
  }

  open func removeAction(
    identifiedBy actionIdentifier: UIAction.Identifier, for controlEvents: Event
  ) {
    listeners.remove(actionIdentifier, controlEvents)
  }

  /// Takes away what an `addTarget` has added.
  public final func removeTarget(_ token: UIGestureRecognizer.TargetToken) {
    listeners.remove(token)
  }

  /// All that something listens to.
  open var allControlEvents: Event { listeners.events }
}

extension UIPress {
  /// Space, Return and Enter.
  fileprivate var pressesControls: Bool {
    switch key?.keyCode {
    case .keyboardSpacebar, .keyboardReturnOrEnter, .keypadEnter: true
    default: type == .select
    }
  }
}
