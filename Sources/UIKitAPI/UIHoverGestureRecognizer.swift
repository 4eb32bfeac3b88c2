import CoreGraphicsAPI

/// Follows the pointer over a view while no button is down: begins where it comes in, ends where it
/// leaves.
@MainActor
open class UIHoverGestureRecognizer: UIGestureRecognizer {
  fileprivate var place = CGPoint.zero

  open override func location(in view: UIView?) -> CGPoint {
    view.map { $0.convert(place, from: nil) } ?? place
  }

  /// Hovering goes on while a button is down, and competes with nobody for the touch.
  override func accepts(_ touch: UITouch) -> Bool { false }
}

/// Where the pointer of one window hovers. Views do not compete for it.
@MainActor
final class HoverTracker {
  private var hovered: [UIHoverGestureRecognizer] = []

  func move(to position: CGPoint, at time: Double, in window: UIWindow) {
    var found: [UIHoverGestureRecognizer] = []
    var view = window.hitTest(position, with: nil)
    while let current = view {
      found += current.recognizers.compactMap { $0 as? UIHoverGestureRecognizer }
        .filter(\.isEnabled)
      view = current.storedSuperview
    }
    for old in hovered where !found.contains(old) { end(old) }
    let before = hovered
    hovered = found
    for recognizer in found {
      recognizer.place = position
      recognizer.state = before.contains(recognizer) ? .changed : .began
    }
  }

  func leave() {
    let left = hovered
    hovered = []
    for recognizer in left { end(recognizer) }
  }

  private func end(_ recognizer: UIHoverGestureRecognizer) {
    recognizer.state = .ended
    recognizer.becomeReady()
  }
}
