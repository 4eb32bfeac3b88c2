import CoreGraphicsAPI
import LayerCommit

extension UIWindow {
  /// Turns what the user did into an event and sends it. False for what nobody wanted.
  final func handle(_ input: InputEvent) -> Bool {
    switch input {
    case .key(let event): return press(event)
    case .pointer(let event): touches.receive(event, in: self)
    case .touch(let event): touches.receive(event, in: self)
    case .scroll(let event): scroll(event)
    }
    return true
  }

  /// A held key is pressed once.
  private func press(_ key: KeyEvent) -> Bool {
    guard !key.isRepeat else { return true }
    let event = UIPressesEvent(UIPress(key, in: self), in: self)
    UIApplication.shared.sendEvent(event)
    return !event.isUnanswered
  }

  private func scroll(_ scroll: ScrollEvent) {
    let position = CGPoint(scroll.position)
    let step = UIScroll(
      translation: CGPoint(x: scroll.dx, y: scroll.dy), isEnd: scroll.isEnd,
      isWheel: scroll.source == .wheel, at: scroll.time, over: hitTest(position, with: nil),
      position: position)
    UIApplication.shared.sendEvent(
      UIEvent(
        .scroll, in: self, at: scroll.time, modifierFlags: UIKeyModifierFlags(scroll.modifiers),
        scroll: step))
  }

  final func dispatch(_ event: UIEvent) {
    switch event.type {
    case .touches: touches.deliver(event)
    case .presses: if let event = event as? UIPressesEvent { deliver(event) }
    case .scroll: if let scroll = event.scroll { scroll.view?.scroll(scroll, with: event) }
    case .hover: break
    }
  }

  /// Keys go to the first responder; where there is none, to the controller that fills the window.
  private func deliver(_ event: UIPressesEvent) {
    let target: UIResponder = firstResponder ?? rootViewController ?? self
    for press in event.allPresses {
      switch press.phase {
      case .began: target.pressesBegan([press], with: event)
      case .changed, .stationary: target.pressesChanged([press], with: event)
      case .ended: target.pressesEnded([press], with: event)
      case .cancelled: target.pressesCancelled([press], with: event)
      }
    }
  }
}
