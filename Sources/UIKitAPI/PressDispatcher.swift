import CoreGraphicsAPI
import LayerCommit

/// The keys of one window: performs commands, and follows each other key from down to up and hands it
/// to the responder that it went down for.
@MainActor
final class PressDispatcher {
  /// Those that are down, oldest first.
  private var held: [UIPress] = []

  /// Those that performed a command when they went down: nobody else hears of them.
  private var performing: [UIPress] = []

  /// A held key is pressed once; its command is performed again and again. False for what nobody
  /// wanted.
  func receive(_ key: KeyEvent, in window: UIWindow) -> Bool {
    guard key.isPressed else { return release(key, in: window) }
    guard key.isRepeat else { return press(key, in: window) }
    if performing.contains(where: { $0.isOf(key) }) {
      _ = UIKeyCommand.perform(UIKey(key), from: window.keyTarget)
    }
    return true
  }

  private func press(_ key: KeyEvent, in window: UIWindow) -> Bool {
    // A key that goes down twice has gone up unseen.
    performing.removeAll { $0.isOf(key) }
    if let old = held.first(where: { $0.isOf(key) }) { end(old, .cancelled, key.time, in: window) }
    let press = UIPress(key, in: window), target = window.keyTarget
    if let key = press.key {
      // It is down while the command is performed, which may close the window.
      performing.append(press)
      if UIKeyCommand.perform(key, from: target) { return true }
      performing.removeAll { $0 === press }
    }
    press.responder = target
    held.append(press)
    return send(press, in: window) || moveFocus(by: press, in: window)
  }

  /// Tab that nobody wanted.
  private func moveFocus(by press: UIPress, in window: UIWindow) -> Bool {
    guard let key = press.key, key.keyCode == .keyboardTab,
      key.modifierFlags.isDisjoint(with: [.control, .alternate, .command])
    else { return false }
    return window.focus.move(key.modifierFlags.contains(.shift) ? .previous : .next)
  }

  /// What a key is called depends on the modifiers: where just one is held, that is meant.
  private func release(_ key: KeyEvent, in window: UIWindow) -> Bool {
    let all = held + performing
    let only = all.count == 1 ? all.first : nil
    guard let press = all.first(where: { $0.isOf(key) }) ?? only else { return true }
    if performing.contains(where: { $0 === press }) {
      performing.removeAll { $0 === press }
      return true
    }
    return end(press, .ended, key.time, in: window)
  }

  @discardableResult private func end(
    _ press: UIPress, _ phase: UIPress.Phase, _ time: Double, in window: UIWindow
  ) -> Bool {
    held.removeAll { $0 === press }
    press.phase = phase
    press.timestamp = time
    return send(press, in: window)
  }

  private func send(_ press: UIPress, in window: UIWindow) -> Bool {
    for other in held where other !== press { other.phase = .stationary }
    let event = UIPressesEvent(press, among: held, in: window)
    UIApplication.shared.sendEvent(event)
    return !event.isUnanswered
  }

  /// The keyboard goes to others, or the window goes.
  func cancelAll(in window: UIWindow) {
    performing = []
    while let press = held.last { end(press, .cancelled, press.timestamp, in: window) }
  }

  func deliver(_ event: UIPressesEvent) {
    let press = event.changedPress
    guard let target = press.responder else { return }
    switch press.phase {
    case .began: target.pressesBegan([press], with: event)
    case .changed, .stationary: target.pressesChanged([press], with: event)
    case .ended: target.pressesEnded([press], with: event)
    case .cancelled: target.pressesCancelled([press], with: event)
    }
  }
}

extension UIWindow {
  /// Who hears of a key first: the first responder, or the controller that fills the window; a view in
  /// it that has the focus comes before.
  final var keyTarget: UIResponder {
    let first = firstResponder ?? rootViewController ?? self
    guard let focused = focus.view else { return first }
    let chain = sequence(first: focused as UIResponder, next: { $0.next })
    return chain.contains { $0 === first } ? focused : first
  }
}
