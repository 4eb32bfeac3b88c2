/// A 3×3 matrix for homogeneous row vectors of the plane, `(x', y', w') = (x, y, 1) · M`.
///
/// What is left of a `Matrix4` once only points of one plane go in and depth does not come out.
@usableFromInline package struct Matrix3: Hashable, Sendable {
  @usableFromInline package var r0: SIMD3<Double>
  @usableFromInline package var r1: SIMD3<Double>
  @usableFromInline package var r2: SIMD3<Double>

  @inlinable package static var identity: Matrix3 {
    Matrix3(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))
  }

  @inlinable package init(_ r0: SIMD3<Double>, _ r1: SIMD3<Double>, _ r2: SIMD3<Double>) {
    self.r0 = r0
    self.r1 = r1
    self.r2 = r2
  }

  /// The product: `self` acts first, then `next`.
  @inlinable package func concat(_ next: Matrix3) -> Matrix3 {
    Matrix3(next.applied(toRow: r0), next.applied(toRow: r1), next.applied(toRow: r2))
  }

  /// `v · self`.
  @inlinable package func applied(toRow v: SIMD3<Double>) -> SIMD3<Double> {
    r0 * v.x + r1 * v.y + r2 * v.z
  }

  /// The homogeneous image (x, y, w) of a point.
  @inlinable package func applied(to p: Point) -> SIMD3<Double> { r0 * p.x + r1 * p.y + r2 }

  /// The image of a point after the perspective divide; nil at and behind the eye (w ≤ 0).
  @inlinable package func project(_ p: Point) -> Point? {
    let v = applied(to: p)
    guard v.z > 0 else { return nil }
    let q = Point(v.x / v.z, v.y / v.z)
    return q.isFinite ? q : nil
  }

  /// No perspective.
  @inlinable package var isAffine: Bool { r0.z == 0 && r1.z == 0 && r2.z == 1 }

  @inlinable package var determinant: Double {
    r0.x * (r1.y * r2.z - r1.z * r2.y) - r0.y * (r1.x * r2.z - r1.z * r2.x)
      + r0.z * (r1.x * r2.y - r1.y * r2.x)
  }

  /// Nil when the matrix is singular or not finite.
  package var inverse: Matrix3? {
    // The cofactors, transposed.
    let c0 = SIMD3(
      r1.y * r2.z - r1.z * r2.y, r0.z * r2.y - r0.y * r2.z, r0.y * r1.z - r0.z * r1.y)
    let c1 = SIMD3(
      r1.z * r2.x - r1.x * r2.z, r0.x * r2.z - r0.z * r2.x, r0.z * r1.x - r0.x * r1.z)
    let c2 = SIMD3(
      r1.x * r2.y - r1.y * r2.x, r0.y * r2.x - r0.x * r2.y, r0.x * r1.y - r0.y * r1.x)
    let det = r0.x * c0.x + r0.y * c1.x + r0.z * c2.x
    guard det != 0, det.isFinite else { return nil }
    let result = Matrix3(c0 / det, c1 / det, c2 / det)
    return result.isFinite ? result : nil
  }

  @inlinable package var isFinite: Bool {
    let sum = r0 + r1 + r2
    return (sum.x + sum.y + sum.z).isFinite
  }
}
