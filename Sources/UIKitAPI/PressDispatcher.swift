import CoreGraphicsAPI
import LayerCommit

/// The keys of one window: follows each from down to up and hands it to the responder that it went
/// down for.
@MainActor
final class PressDispatcher {
  /// Those that are down, oldest first.
  private var held: [UIPress] = []

  /// A held key is pressed once. False for what nobody wanted.
  func receive(_ key: KeyEvent, in window: UIWindow) -> Bool {
    guard !key.isRepeat else { return true }
    return key.isPressed ? press(key, in: window) : release(key, in: window)
  }

  private func press(_ key: KeyEvent, in window: UIWindow) -> Bool {
    // A key that goes down twice has gone up unseen.
    if let old = held.first(where: { $0.isOf(key) }) { end(old, .cancelled, key.time, in: window) }
    let press = UIPress(key, in: window)
    press.responder = window.firstResponder ?? window.rootViewController ?? window
    held.append(press)
    return send(press, in: window)
  }

  /// What a key is called depends on the modifiers: where just one is held, that is meant.
  private func release(_ key: KeyEvent, in window: UIWindow) -> Bool {
    let only = held.count == 1 ? held.first : nil
    guard let press = held.first(where: { $0.isOf(key) }) ?? only else { return true }
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
    while let press = held.last { end(press, .cancelled, press.timestamp, in: window) }
  }

  /// Keys go to the first responder; where there is none, to the controller that fills the window.
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
