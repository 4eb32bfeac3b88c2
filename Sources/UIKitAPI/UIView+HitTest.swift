import CoreGraphicsAPI
import QuartzCore

extension UIView {
  /// Views nested deeper below the one asked are not found: the search is a recursion through
  /// `hitTest(_:with:)`, which subclasses override.
  private static let deepestHit = 512
  private static var hitDepth = 0

  /// With model geometry, front to back: a view under way to another place is hit where it will be, but
  /// for one that a property animator moves, which is hit where it is seen.
  final func view(at point: CGPoint, _ event: UIEvent?) -> UIView? {
    guard takesTouches, self.point(inside: point, with: event), Self.hitDepth < Self.deepestHit
    else { return nil }
    Self.hitDepth += 1
    defer { Self.hitDepth -= 1 }
    for view in storedSubviews.reversed() {
      let layer = view.seenHits > 0 ? view.layer.presentation() ?? view.layer : view.layer
      guard let inside = layer.point(fromSuperlayer: point) else { continue }
      if let hit = view.hitTest(inside, with: event) { return hit }
    }
    return self
  }

  /// Visible enough, enabled, and not moved by an animation that keeps touches away.
  private var takesTouches: Bool {
    // As the layer has it: 0.01 and `CGFloat(Float(0.01))` are two numbers.
    isUserInteractionEnabled && !isHidden && Float(alpha) >= 0.01 && touchBlocks == 0
  }
}
