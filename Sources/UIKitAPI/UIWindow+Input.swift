import CoreGraphicsAPI
import LayerCommit

extension UIWindow {
  /// Turns what the user did into an event and sends it. False for what nobody wanted.
  final func handle(_ input: InputEvent) -> Bool {
    switch input {
    case .key(let event): return presses.receive(event, in: self)
    case .pointer(let event): touches.receive(event, in: self)
    case .touch(let event): touches.receive(event, in: self)
    case .scroll(let event): touches.scrolling.receive(event, in: self)
    }
    return true
  }

  final func dispatch(_ event: UIEvent) {
    switch event.type {
    case .touches: touches.deliver(event)
    case .presses: if let event = event as? UIPressesEvent { presses.deliver(event) }
    case .scroll: touches.scrolling.deliver(event)
    case .hover: break
    }
  }
}
