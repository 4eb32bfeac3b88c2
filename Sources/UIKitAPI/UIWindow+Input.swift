import CoreGraphicsAPI
import LayerCommit

extension UIWindow {
  /// Turns what the user did into an event and sends it. False for what nobody wanted.
  final func handle(_ input: InputEvent) -> Bool {
    switch input {
    case .key(let event): return presses.receive(event, in: self)
    case .pointer(let event): touches.receive(event, in: self)
    case .touch(let event): touches.receive(event, in: self)
    case .scroll(let event): scroll(event)
    }
    return true
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
    case .presses: if let event = event as? UIPressesEvent { presses.deliver(event) }
    case .scroll: if let scroll = event.scroll { scroll.view?.scroll(scroll, with: event) }
    case .hover: break
    }
  }
}
