import Glibc

extension Matrix4 {
  /// A rotation about an axis of any length, in radians. About z it turns +x towards +y. An axis of
  /// length zero, or one that is not finite, gives the identity.
  package static func rotation(_ angle: Double, _ x: Double, _ y: Double, _ z: Double) -> Matrix4 {
    let length = (x * x + y * y + z * z).squareRoot()
    guard length > 0, length.isFinite, angle.isFinite else { return .identity }
    let (x, y, z) = (x / length, y / length, z / length)
    let c = cos(angle), s = sin(angle), t = 1 - c
    // Rodrigues' formula, transposed for row vectors.
    return Matrix4(
      SIMD4(c + x * x * t, x * y * t + z * s, x * z * t - y * s, 0),
      SIMD4(x * y * t - z * s, c + y * y * t, y * z * t + x * s, 0),
      SIMD4(x * z * t + y * s, y * z * t - x * s, c + z * z * t, 0),
      SIMD4(0, 0, 0, 1))
  }

  /// The affine map of the plane `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`.
  @inlinable package init(
    affine a: Double, _ b: Double, _ c: Double, _ d: Double, _ tx: Double, _ ty: Double
  ) {
    self.init(SIMD4(a, b, 0, 0), SIMD4(c, d, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(tx, ty, 0, 1))
  }

  /// Sixteen numbers, row by row: m11, m12, … m44.
  package init(rowMajor m: [Double]) {
    precondition(m.count == 16, "a 4×4 matrix has sixteen numbers")
    self.init(
      SIMD4(m[0], m[1], m[2], m[3]), SIMD4(m[4], m[5], m[6], m[7]),
      SIMD4(m[8], m[9], m[10], m[11]), SIMD4(m[12], m[13], m[14], m[15]))
  }

  /// m11, m12, … m44.
  package var rowMajor: [Double] {
    [r0, r1, r2, r3].flatMap { [$0.x, $0.y, $0.z, $0.w] }
  }

  /// A translation acts first, then `self`.
  @inlinable package func afterTranslation(_ x: Double, _ y: Double, _ z: Double = 0) -> Matrix4 {
    Matrix4(r0, r1, r2, r0 * x + r1 * y + r2 * z + r3)
  }

  /// `self` acts first, then a translation.
  @inlinable package func translated(_ x: Double, _ y: Double, _ z: Double = 0) -> Matrix4 {
    let t = SIMD4(x, y, z, 0)
    return Matrix4(r0 + t * r0.w, r1 + t * r1.w, r2 + t * r2.w, r3 + t * r3.w)
  }

  /// `self` with the given point in the place of the origin.
  package func about(_ x: Double, _ y: Double, _ z: Double = 0) -> Matrix4 {
    afterTranslation(-x, -y, -z).translated(x, y, z)
  }

  /// The images of all points moved into the plane z = 0, as a layer does to its sublayers.
  package var flattened: Matrix4 {
    let keep = SIMD4(1.0, 1.0, 0.0, 1.0)
    return Matrix4(r0 * keep, r1 * keep, SIMD4(0, 0, 1, 0), r3 * keep)
  }

  package var determinant: Double {
    let m = minors
    return m.a0 * m.b5 - m.a1 * m.b4 + m.a2 * m.b3 + m.a3 * m.b2 - m.a4 * m.b1 + m.a5 * m.b0
  }

  /// Nil when the matrix is singular or not finite.
  package var inverse: Matrix4? {
    let m = minors
    let det = m.a0 * m.b5 - m.a1 * m.b4 + m.a2 * m.b3 + m.a3 * m.b2 - m.a4 * m.b1 + m.a5 * m.b0
    guard det != 0, det.isFinite else { return nil }
    let result = Matrix4(
      SIMD4(
        r1.y * m.b5 - r1.z * m.b4 + r1.w * m.b3, -r0.y * m.b5 + r0.z * m.b4 - r0.w * m.b3,
        r3.y * m.a5 - r3.z * m.a4 + r3.w * m.a3, -r2.y * m.a5 + r2.z * m.a4 - r2.w * m.a3) / det,
      SIMD4(
        -r1.x * m.b5 + r1.z * m.b2 - r1.w * m.b1, r0.x * m.b5 - r0.z * m.b2 + r0.w * m.b1,
        -r3.x * m.a5 + r3.z * m.a2 - r3.w * m.a1, r2.x * m.a5 - r2.z * m.a2 + r2.w * m.a1) / det,
      SIMD4(
        r1.x * m.b4 - r1.y * m.b2 + r1.w * m.b0, -r0.x * m.b4 + r0.y * m.b2 - r0.w * m.b0,
        r3.x * m.a4 - r3.y * m.a2 + r3.w * m.a0, -r2.x * m.a4 + r2.y * m.a2 - r2.w * m.a0) / det,
      SIMD4(
        -r1.x * m.b3 + r1.y * m.b1 - r1.z * m.b0, r0.x * m.b3 - r0.y * m.b1 + r0.z * m.b0,
        -r3.x * m.a3 + r3.y * m.a1 - r3.z * m.a0, r2.x * m.a3 - r2.y * m.a1 + r2.z * m.a0) / det)
    return result.isFinite ? result : nil
  }

  /// The 2×2 minors of the upper two rows (a) and of the lower two (b), in the column order
  /// 01, 02, 03, 12, 13, 23.
  private var minors:
    (
      a0: Double, a1: Double, a2: Double, a3: Double, a4: Double, a5: Double,
      b0: Double, b1: Double, b2: Double, b3: Double, b4: Double, b5: Double
    )
  {
    (
      r0.x * r1.y - r0.y * r1.x, r0.x * r1.z - r0.z * r1.x, r0.x * r1.w - r0.w * r1.x,
      r0.y * r1.z - r0.z * r1.y, r0.y * r1.w - r0.w * r1.y, r0.z * r1.w - r0.w * r1.z,
      r2.x * r3.y - r2.y * r3.x, r2.x * r3.z - r2.z * r3.x, r2.x * r3.w - r2.w * r3.x,
      r2.y * r3.z - r2.z * r3.y, r2.y * r3.w - r2.w * r3.y, r2.z * r3.w - r2.w * r3.z
    )
  }

  /// The straight line from `self` to `other`, number by number.
  package func lerp(to other: Matrix4, at t: Double) -> Matrix4 {
    Matrix4(
      r0 + (other.r0 - r0) * t, r1 + (other.r1 - r1) * t, r2 + (other.r2 - r2) * t,
      r3 + (other.r3 - r3) * t)
  }
}
