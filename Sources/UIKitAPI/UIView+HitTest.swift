import CoreGraphicsAPI
import QuartzCore

extension UIView {
  /// Views nested deeper below the one asked are not found: the search is a recursion through
  /// `hitTest(_:with:)`, which subclasses override.
  private static let deepestHit = 512
  private static var hitDepth = 0

  /// With model geometry, front to back: a view under way to another place is hit where it will be. One
  /// that a property animator moves is hit where it is shown.
  final func view(at point: CGPoint, _ event: UIEvent?) -> UIView? {
    guard takesTouches, self.point(inside: point, with: event), Self.hitDepth < Self.deepestHit
    else { return nil }
    Self.hitDepth += 1
    defer { Self.hitDepth -= 1 }
    for view in storedSubviews.reversed() {
      guard let inside = view.inner(point) else { continue }
      if let hit = view.hitTest(inside, with: event) { return hit }
    }
    return self
  }

  /// A point of the superview in the space in which touches reach this view.
  private func inner(_ point: CGPoint) -> CGPoint? {
    guard seenHits > 0, let shown = layer.presentation() else {
      return layer.point(fromSuperlayer: point)
    }
    guard let inside = shown.point(fromSuperlayer: point) else { return nil }
    // Where the size is under way, what lies inside takes its share of it.
    let from = shown.bounds, to = bounds
    func share(
      _ p: CGFloat, _ start: CGFloat, _ length: CGFloat, _ newStart: CGFloat, _ new: CGFloat
    )
      -> CGFloat
    {
      newStart + (p - start) * (length > 0 ? new / length : 1)
    }
    return CGPoint(
      x: share(inside.x, from.minX, from.width, to.minX, to.width),
      y: share(inside.y, from.minY, from.height, to.minY, to.height))
  }

  /// Visible enough, enabled, and not moved by an animation that keeps touches away.
  private var takesTouches: Bool {
    // As the layer has it: 0.01 and `CGFloat(Float(0.01))` are two numbers.
    isUserInteractionEnabled && !isHidden && Float(alpha) >= 0.01 && touchBlocks == 0
  }
}
