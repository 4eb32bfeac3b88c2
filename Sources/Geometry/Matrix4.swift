/// A 4×4 matrix for row vectors, `p' = p · M`; `rows.0` is m11…m14, `rows.3` holds the translation.
@usableFromInline package struct Matrix4: Hashable, Sendable {
  @usableFromInline package var r0: SIMD4<Double>
  @usableFromInline package var r1: SIMD4<Double>
  @usableFromInline package var r2: SIMD4<Double>
  @usableFromInline package var r3: SIMD4<Double>

  @inlinable package static var identity: Matrix4 {
    Matrix4(SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 1))
  }

  @inlinable package init(
    _ r0: SIMD4<Double>, _ r1: SIMD4<Double>, _ r2: SIMD4<Double>, _ r3: SIMD4<Double>
  ) {
    self.r0 = r0
    self.r1 = r1
    self.r2 = r2
    self.r3 = r3
  }

  package static func translation(_ x: Double, _ y: Double, _ z: Double = 0) -> Matrix4 {
    Matrix4(SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(x, y, z, 1))
  }

  package static func scale(_ x: Double, _ y: Double, _ z: Double = 1) -> Matrix4 {
    Matrix4(SIMD4(x, 0, 0, 0), SIMD4(0, y, 0, 0), SIMD4(0, 0, z, 0), SIMD4(0, 0, 0, 1))
  }

  /// The product: `self` acts first, then `next`.
  @inlinable package func concat(_ next: Matrix4) -> Matrix4 {
    Matrix4(
      next.applied(toRow: r0), next.applied(toRow: r1), next.applied(toRow: r2),
      next.applied(toRow: r3))
  }

  /// `v · self` for a homogeneous row vector.
  @inlinable package func applied(toRow v: SIMD4<Double>) -> SIMD4<Double> {
    r0 * v.x + r1 * v.y + r2 * v.z + r3 * v.w
  }

  /// The homogeneous image (x, y, z, w) of a point of the plane z = 0.
  @inlinable package func applied(to p: Point) -> SIMD4<Double> {
    r0 * p.x + r1 * p.y + r3
  }

  /// No z, no perspective: x and y depend on x and y alone, z stays what it is.
  @inlinable package var isAffine2D: Bool {
    r0.z == 0 && r0.w == 0 && r1.z == 0 && r1.w == 0 && r2.x == 0 && r2.y == 0 && r2.z == 1
      && r2.w == 0 && r3.z == 0 && r3.w == 1
  }

  /// The same for points of the plane z = 0, which stay in it: z may be scaled.
  @inlinable package var keepsPlane: Bool {
    r0.z == 0 && r0.w == 0 && r1.z == 0 && r1.w == 0 && r2.x == 0 && r2.y == 0
      && (r2.z - r2.z) == 0 && r2.w == 0 && r3.z == 0 && r3.w == 1
  }

  @inlinable package var isIdentity: Bool { self == .identity }

  /// Written out so that it can be inlined.
  @inlinable package static func == (a: Matrix4, b: Matrix4) -> Bool {
    a.r0 == b.r0 && a.r1 == b.r1 && a.r2 == b.r2 && a.r3 == b.r3
  }

  @inlinable package var isFinite: Bool {
    let sum = r0 + r1 + r2 + r3
    return (sum.x + sum.y + sum.z + sum.w).isFinite
  }
}
