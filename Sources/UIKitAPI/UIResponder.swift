import CoreGraphicsAPI

/// Something that can answer events: what it does not answer goes on to `next`.
@MainActor
open class UIResponder {
  public init() {}

  /// Who is asked when this responder does not answer.
  open var next: UIResponder? { nil }

  // MARK: Touches

  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesBegan(touches, with: event)
  }

  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesMoved(touches, with: event)
  }

  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesEnded(touches, with: event)
  }

  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesCancelled(touches, with: event)
  }

  // MARK: Keys

  open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    if let next { next.pressesBegan(presses, with: event) } else { event?.isUnanswered = true }
  }

  open func pressesChanged(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    if let next { next.pressesChanged(presses, with: event) } else { event?.isUnanswered = true }
  }

  open func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    if let next { next.pressesEnded(presses, with: event) } else { event?.isUnanswered = true }
  }

  open func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    if let next { next.pressesCancelled(presses, with: event) } else { event?.isUnanswered = true }
  }

  // MARK: Scrolling

  /// A wheel was turned or fingers moved on a touchpad over a view, which is asked first. Not part of
  /// Apple's API, where only scroll views and pan recognisers see this.
  open func scroll(_ scroll: UIScroll, with event: UIEvent?) { next?.scroll(scroll, with: event) }

  // MARK: Commands

  /// Keys that do something while this responder is the first one or above it.
  open var keyCommands: [UIKeyCommand]? { nil }

  /// Whether a command may be performed here now. Takes the command itself where Apple's takes a
  /// selector.
  open func canPerformAction(_ command: UIKeyCommand, withSender sender: Any?) -> Bool { true }

  // MARK: First responder

  open var canBecomeFirstResponder: Bool { false }
  open var canResignFirstResponder: Bool { true }
  open var isFirstResponder: Bool { window(of: self)?.firstResponder === self }

  /// Keys go to this responder first from now on. False where it may not, or is in no window.
  @discardableResult open func becomeFirstResponder() -> Bool {
    guard let window = window(of: self) else { return false }
    if window.firstResponder === self { return true }
    guard canBecomeFirstResponder else { return false }
    if let old = window.firstResponder, !old.resignFirstResponder() { return false }
    window.firstResponder = self
    return true
  }

  @discardableResult open func resignFirstResponder() -> Bool {
    guard let window = window(of: self), window.firstResponder === self else { return true }
    guard canResignFirstResponder else { return false }
    window.firstResponder = nil
    return true
  }

  /// The window on the way up from a responder.
  private func window(of responder: UIResponder) -> UIWindow? {
    var current: UIResponder? = responder
    while let responder = current {
      if let view = responder as? UIView { return view.window }
      if let controller = responder as? UIViewController { return controller.viewIfLoaded?.window }
      current = responder.next
    }
    return nil
  }
}

extension UIResponder {
  /// Reaches the `init()` of the dynamic class, which is not `required`, as Apple's is not.
  convenience init(emptyLike: Void) { self.init() }

  // The allocating entry of the initialiser above, whose `self` is the class to make.
  @_silgen_name("$s8UIKitAPI11UIResponderC9emptyLikeACyt_tcfC")
  private static func makeEmpty(_: Void) -> UIResponder

  /// A new object of this class.
  static func makeEmpty() -> UIResponder { makeEmpty(()) }
}

extension UIResponder: Hashable {
  nonisolated public static func == (a: UIResponder, b: UIResponder) -> Bool { a === b }
  nonisolated public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
