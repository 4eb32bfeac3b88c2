extension Matrix4 {
  /// Points nearer to the eye's plane than this are cut off: dividing by a smaller w would only
  /// give coordinates too large to draw.
  package static let nearestW = 1e-5

  /// The image of a point after the perspective divide, depth dropped; nil at and behind the eye
  /// (w ≤ 0).
  package func project(_ p: Point, z: Double = 0) -> Point? {
    let v = applied(toRow: SIMD4(p.x, p.y, z, 1))
    guard v.w > 0 else { return nil }
    let q = Point(v.x / v.w, v.y / v.w)
    return q.isFinite ? q : nil
  }

  /// What the matrix does to the plane z = 0 when the depth of the result does not matter.
  @inlinable package var homography: Matrix3 {
    Matrix3(SIMD3(r0.x, r0.y, r0.w), SIMD3(r1.x, r1.y, r1.w), SIMD3(r3.x, r3.y, r3.w))
  }

  /// The point of the plane z = 0 whose image is `p`: the way down from a screen to a tilted layer.
  /// Nil when the plane is seen edge-on or the point would lie behind the eye.
  package func unproject(_ p: Point) -> Point? {
    guard let back = homography.inverse else { return nil }
    let v = back.applied(to: p)
    guard v.z != 0 else { return nil }
    let q = Point(v.x / v.z, v.y / v.z)
    guard q.isFinite, applied(to: q).w > 0 else { return nil }
    return q
  }

  /// The smallest rectangle that holds the image of a rectangle of the plane z = 0, the part at and
  /// behind the eye cut off; zero when nothing is left.
  package func boundingBox(of rect: Rect) -> Rect {
    let p00 = applied(to: Point(rect.minX, rect.minY))
    let p10 = applied(to: Point(rect.maxX, rect.minY))
    let p11 = applied(to: Point(rect.maxX, rect.maxY))
    let p01 = applied(to: Point(rect.minX, rect.maxY))
    var box = Extent()
    if p00.w == 1 && p10.w == 1 && p11.w == 1 && p01.w == 1 {
      box.add(p00.x, p00.y)
      box.add(p10.x, p10.y)
      box.add(p11.x, p11.y)
      box.add(p01.x, p01.y)
    } else {
      box.addEdge(from: p00, to: p10)
      box.addEdge(from: p10, to: p11)
      box.addEdge(from: p11, to: p01)
      box.addEdge(from: p01, to: p00)
    }
    return box.rect
  }

  /// By how much the projection scales signed areas of the plane z = 0 near `p`: negative where the
  /// plane is seen from behind, zero at and behind the eye.
  package func areaScale(at p: Point) -> Double {
    let h = homography
    let v = h.applied(to: p)
    // The sign of the Jacobian of (x/w, y/w), which is det(H) / w³.
    return v.z > 0 ? h.determinant / (v.z * v.z * v.z) : 0
  }
}

/// Grows around points.
private struct Extent {
  private var low = SIMD2<Double>(repeating: .infinity)
  private var high = SIMD2<Double>(repeating: -.infinity)

  mutating func add(_ x: Double, _ y: Double) {
    let p = SIMD2(x, y)
    low.replace(with: p, where: p .< low)
    high.replace(with: p, where: p .> high)
  }

  /// The start of the edge if it is in front of the eye, and the point where the edge meets the
  /// near limit if it does.
  mutating func addEdge(from a: SIMD4<Double>, to b: SIMD4<Double>) {
    let near = Matrix4.nearestW
    if a.w >= near { add(a.x / a.w, a.y / a.w) }
    if (a.w >= near) != (b.w >= near) {
      let v = a + (b - a) * ((near - a.w) / (b.w - a.w))
      add(v.x / near, v.y / near)
    }
  }

  var rect: Rect {
    low.x <= high.x && low.y <= high.y
      ? Rect(low.x, low.y, high.x - low.x, high.y - low.y) : .zero
  }
}
