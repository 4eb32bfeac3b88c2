import AnimationCore
import Geometry

/// A rectangle with its rounded corners, in a layer's own space.
package struct RoundedBounds: Hashable, Sendable {
  package var rect: Rect
  /// Of the corners min-min, max-min, min-max, max-max; zero for a square one.
  package var radii: SIMD4<Double>
  /// Corners begin further out and bend more evenly than a quarter of a circle does.
  package var isContinuous = false

  /// What an instance's edge flags say of the corners.
  var cornerFlag: Float { isContinuous && isRounded ? 16 : 0 }

  /// `radius` is limited to half the shorter side; a negative one is zero. `corners` has the bits
  /// of `CornerBits`.
  package init(rect: Rect, radius: Double, corners: UInt8 = CornerBits.all) {
    self.rect = rect
    let limit = min(rect.size.width, rect.size.height) / 2
    let r = radius > 0 ? min(radius, max(limit, 0)) : 0
    radii = SIMD4(
      corners & CornerBits.minXMinY != 0 ? r : 0, corners & CornerBits.maxXMinY != 0 ? r : 0,
      corners & CornerBits.minXMaxY != 0 ? r : 0, corners & CornerBits.maxXMaxY != 0 ? r : 0)
  }

  package var isRounded: Bool { radii != .zero }

  /// Whether a point lies inside. Least edges belong to the rectangle, greatest edges do not.
  package func contains(_ p: Point) -> Bool {
    guard rect.contains(p) else { return false }
    let isLeft = p.x < rect.midX, isTop = p.y < rect.midY
    let r = radii[(isTop ? 0 : 2) + (isLeft ? 0 : 1)]
    let dx = r - (isLeft ? p.x - rect.minX : rect.maxX - p.x)
    let dy = r - (isTop ? p.y - rect.minY : rect.maxY - p.y)
    return dx <= 0 || dy <= 0 || dx * dx + dy * dy <= r * r
  }

  /// Whether a point lies inside and at least `margin` from the edge; points on the edge count.
  func encloses(_ p: Point, margin: Double) -> Bool {
    let left = p.x - rect.minX - margin, right = rect.maxX - p.x - margin
    let top = p.y - rect.minY - margin, bottom = rect.maxY - p.y - margin
    guard left >= 0, right >= 0, top >= 0, bottom >= 0 else { return false }
    let r = radii[(top < bottom ? 0 : 2) + (left < right ? 0 : 1)] - margin
    let dx = r - min(left, right), dy = r - min(top, bottom)
    return dx <= 0 || dy <= 0 || dx * dx + dy * dy <= r * r
  }

  /// The same shape with all edges moved outwards, for a drawing whose edge a clip decides.
  func outset(by d: Double) -> RoundedBounds {
    var shape = self
    shape.rect = Rect(
      rect.minX - d, rect.minY - d, rect.size.width + 2 * d, rect.size.height + 2 * d)
    for i in 0..<4 where radii[i] > 0 { shape.radii[i] = max(radii[i] + d, 0) }
    return shape
  }
}

extension RoundedBounds {
  init(_ values: [LayerValues], _ slot: Int) {
    self.init(
      rect: values[slot].bounds, radius: values[slot].cornerRadius,
      corners: values[slot].maskedCorners)
    guard isRounded, values[slot].hasExtras, case .number(1) = values[slot].extras[.cornerCurve]
    else { return }
    isContinuous = true
  }

  /// Whether all pixels of `box` lie inside; `inverse` leads from device pixels to this space.
  func encloses(_ box: PixelRect, mappedBy inverse: Matrix3, marginInPixels margin: Double) -> Bool
  {
    let x0 = Double(box.x) - margin, x1 = Double(box.maxX) + margin
    let y0 = Double(box.y) - margin, y1 = Double(box.maxY) + margin
    // The shape is convex: it holds the box when it holds the corners.
    return encloses(x0, y0, inverse) && encloses(x1, y0, inverse) && encloses(x0, y1, inverse)
      && encloses(x1, y1, inverse)
  }

  private func encloses(_ x: Double, _ y: Double, _ inverse: Matrix3) -> Bool {
    guard let p = inverse.project(Point(x, y)) else { return false }
    return encloses(p, margin: 0)
  }
}
