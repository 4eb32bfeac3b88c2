import CoreGraphicsAPI
import LayerCommit

extension UIWindow {
  /// Turns what the user did into an event and sends it. False for what nobody wanted.
  final func handle(_ input: InputEvent) -> Bool { false }

  final func dispatch(_ event: UIEvent) {}
}
