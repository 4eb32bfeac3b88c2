import CoreGraphicsAPI
import QuartzCore

extension UIView {
  /// Runs `change` and lets the subviews follow a new size.
  final func resizing(_ change: () -> Void) {
    let old = layer.bounds.size
    change()
    let new = layer.bounds.size
    guard new != old, autoresizesSubviews else { return }
    for view in storedSubviews where !view.autoresizingMask.isEmpty {
      view.autoresize(superviewFrom: old, to: new)
    }
  }

  /// Follows a change of the superview's size: what is flexible takes its share of the difference.
  private func autoresize(superviewFrom old: CGSize, to new: CGSize) {
    let mask = autoresizingMask, size = bounds.size, anchor = layer.anchorPoint
    let origin = CGPoint(
      x: center.x - size.width * anchor.x, y: center.y - size.height * anchor.y)
    let x = Self.shared(
      new.width - old.width, among: (origin.x, size.width, old.width - origin.x - size.width),
      flexible: (
        mask.contains(.flexibleLeftMargin), mask.contains(.flexibleWidth),
        mask.contains(.flexibleRightMargin)
      ))
    let y = Self.shared(
      new.height - old.height, among: (origin.y, size.height, old.height - origin.y - size.height),
      flexible: (
        mask.contains(.flexibleTopMargin), mask.contains(.flexibleHeight),
        mask.contains(.flexibleBottomMargin)
      ))
    let fitted = CGSize(width: max(0, x.length), height: max(0, y.length))
    if fitted != size { bounds.size = fitted }
    center = CGPoint(
      x: x.start + fitted.width * anchor.x, y: y.start + fitted.height * anchor.y)
  }

  /// The new start and length along one axis. Flexible parts share `difference` in proportion to what
  /// they have, and equally where they have nothing.
  private static func shared(
    _ difference: CGFloat, among parts: (CGFloat, CGFloat, CGFloat), flexible: (Bool, Bool, Bool)
  ) -> (start: CGFloat, length: CGFloat) {
    let total =
      (flexible.0 ? parts.0 : 0) + (flexible.1 ? parts.1 : 0) + (flexible.2 ? parts.2 : 0)
    let count = [flexible.0, flexible.1, flexible.2].filter(\.self).count
    func share(_ part: CGFloat, _ isFlexible: Bool) -> CGFloat {
      guard isFlexible else { return part }
      return part + (total > 0 ? difference * part / total : difference / CGFloat(count))
    }
    return (share(parts.0, flexible.0), share(parts.1, flexible.1))
  }

  final func layOutNow() {
    UITraitCollection.with(traitCollection) {
      controller?.viewWillLayoutSubviews()
      layoutSubviews()
      controller?.viewDidLayoutSubviews()
    }
  }

  final func fitSize() {
    let size = sizeThatFits(bounds.size)
    guard size != bounds.size else { return }
    let anchor = layer.anchorPoint, old = bounds.size
    bounds.size = size
    center = CGPoint(
      x: center.x + (size.width - old.width) * anchor.x,
      y: center.y + (size.height - old.height) * anchor.y)
  }

  final func contentModeChanged() {
    layer.contentsGravity = contentMode.gravity
    layer.needsDisplayOnBoundsChange = contentMode == .redraw
  }
}
