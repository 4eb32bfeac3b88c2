/// A 2D affine map for row vectors: `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`.
///
/// What is left of a `Matrix3` where there is no perspective: half the numbers and a third of the
/// work, for loops over thousands of layers.
@usableFromInline package struct AffineMatrix: Hashable, Sendable {
  @usableFromInline package var a: Double
  @usableFromInline package var b: Double
  @usableFromInline package var c: Double
  @usableFromInline package var d: Double
  @usableFromInline package var tx: Double
  @usableFromInline package var ty: Double

  @inlinable package static var identity: AffineMatrix { AffineMatrix(1, 0, 0, 1, 0, 0) }

  @inlinable package init(
    _ a: Double, _ b: Double, _ c: Double, _ d: Double, _ tx: Double, _ ty: Double
  ) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// A matrix that `isAffine`, the rest of which is not looked at.
  @inlinable package init(_ m: Matrix3) {
    self.init(m.r0.x, m.r0.y, m.r1.x, m.r1.y, m.r2.x, m.r2.y)
  }

  @inlinable package var matrix3: Matrix3 {
    Matrix3(SIMD3(a, b, 0), SIMD3(c, d, 0), SIMD3(tx, ty, 1))
  }

  /// The product: `self` acts first, then `next`.
  @inlinable package func concat(_ next: AffineMatrix) -> AffineMatrix {
    AffineMatrix(
      a * next.a + b * next.c, a * next.b + b * next.d,
      c * next.a + d * next.c, c * next.b + d * next.d,
      tx * next.a + ty * next.c + next.tx, tx * next.b + ty * next.d + next.ty)
  }

  @inlinable package var determinant: Double { a * d - b * c }
}
