import Foundation
import Geometry

extension CGPath {
  /// Whether a point lies inside when the path is filled; open subpaths count as closed.
  ///
  /// - Parameter transform: Acts on the point first.
  public func contains(
    _ point: CGPoint, using rule: CGPathFillRule = .winding,
    transform: CGAffineTransform = .identity
  ) -> Bool {
    path.contains(Point(point.applying(transform)), rule: rule.fillRule)
  }

  /// The outline of the path drawn with a pen: filled by the winding rule it is what a stroke
  /// draws. Curves stay curves, within a thousandth of the pen's width. Empty where the width is not
  /// above 0.
  ///
  /// - Parameter transform: Acts on the outline.
  public func copy(
    strokingWithWidth lineWidth: CGFloat, lineCap: CGLineCap, lineJoin: CGLineJoin,
    miterLimit: CGFloat, transform: CGAffineTransform = .identity
  ) -> CGPath {
    guard lineWidth.isFinite, miterLimit.isFinite else {
      Warnings.once(
        "CGPath.stroke", "a line width or miter limit that is not finite strokes nothing")
      return CGPath(Path())
    }
    let style = StrokeStyle(
      width: Double(lineWidth), cap: lineCap.lineCap, join: lineJoin.lineJoin,
      miterLimit: Double(miterLimit))
    return CGPath(path.stroked(style)).transformed(transform)
  }

  /// The dashes of the path as subpaths of their own, starting `phase` into the pattern. A pattern
  /// that is none (no lengths, negative ones or nothing but zeros) leaves the path as it is.
  ///
  /// - Parameter transform: Acts on the dashes.
  public func copy(
    dashingWithPhase phase: CGFloat, lengths: [CGFloat], transform: CGAffineTransform = .identity
  ) -> CGPath {
    guard !lengths.isEmpty else { return transformed(transform) }
    let pattern = DashPattern(lengths: lengths.map { Double($0) }, phase: Double(phase))
    guard let dashed = pattern.flatMap({ path.dashed($0) }) else {
      Warnings.once(
        "CGPath.dash", "a dash pattern that is none, or by far too fine, leaves a path solid")
      return transformed(transform)
    }
    return CGPath(dashed).transformed(transform)
  }

  /// The path with lines for curves, which stray from them by `threshold` at most; 0.1 where that is
  /// not above 0.
  public func flattened(threshold: CGFloat) -> CGPath {
    CGPath(path.flattened(tolerance: threshold > 0 ? Double(threshold) : 0.1))
  }

  /// Every subpath from its end to its start, the last one first.
  package var reversed: CGPath { CGPath(path.reversed) }

  private func transformed(_ t: CGAffineTransform) -> CGPath {
    withUnsafePointer(to: t) { unsafe copy(using: $0) } ?? self
  }
}
