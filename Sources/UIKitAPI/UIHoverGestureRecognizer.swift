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
  override func accepts(_ touch: UITouch, _ event: UIEvent) -> Bool { false }
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
    let before = hovered
    hovered = found
    for old in before where !found.contains(old) { end(old) }
    // Actions may take away those that come after them.
    for recognizer in found where hovered.contains(recognizer) {
      recognizer.place = position
      recognizer.state = before.contains(recognizer) ? .changed : .began
    }
  }

  /// Hovers no more, and hears nothing of that.
  func drop(_ recognizer: UIGestureRecognizer) {
    hovered.removeAll { $0 === recognizer }
  }

  func leave() {
    let left = hovered
    hovered = []
    for recognizer in left { end(recognizer) }
  }

  private func end(_ recognizer: UIHoverGestureRecognizer) {
    if recognizer.arbiter.isUnderWay { recognizer.state = .ended }
    recognizer.becomeReady()
  }
}
