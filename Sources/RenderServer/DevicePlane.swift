import Geometry

/// How a layer's plane lies on the device: a matrix from the plane's points to device pixels, with
/// what follows from it.
struct DevicePlane: Hashable {
  /// (x, y, 1) in the layer's own points to (X, Y, W) in device pixels.
  var matrix = Matrix3.identity
  /// Neither rotated nor skewed except by quarter turns, no perspective: rectangles stay
  /// rectangles.
  var isAxisAligned = true

  /// Positions closer to a whole pixel than this count as on it: no eye sees the difference, and
  /// anchors and scales leave such crumbs.
  static let crumb = 1.0 / 1024
  /// A square point that covers fewer square pixels is a point: a scale that passes through zero
  /// leaves crumbs as well, and no layer is large enough to be seen then.
  static let leastArea = 1e-24

  init() {}

  init(_ matrix: Matrix3) {
    self.matrix = matrix
    isAxisAligned = matrix.isAffine && FlatPlane(AffineMatrix(matrix)).isAxisAligned
  }

  /// A plane that is seen as a line or a point, or not a number at all.
  var isDegenerate: Bool {
    guard matrix.isFinite else { return true }
    let m = matrix
    let size = max(abs(m.r0.x) + abs(m.r1.x), abs(m.r0.y) + abs(m.r1.y))
    let depth = max(abs(m.r0.z) * size, abs(m.r1.z) * size, abs(m.r2.z))
    return !(abs(m.determinant) > max(1e-11 * size * size, Self.leastArea) * depth)
  }

  /// The smallest device rectangle that holds the image of `rect`, the part behind the eye cut
  /// off; zero when nothing is left or the numbers are out of range.
  func box(of rect: Rect) -> Rect {
    let m = matrix
    let corner = m.applied(to: rect.origin)
    let across = m.r0 * rect.size.width, down = m.r1 * rect.size.height
    if m.isAffine {
      let x = corner.x + min(across.x, 0) + min(down.x, 0)
      let y = corner.y + min(across.y, 0) + min(down.y, 0)
      return Rect(x, y, abs(across.x) + abs(down.x), abs(across.y) + abs(down.y))
    }
    var low = SIMD2<Double>(repeating: .infinity)
    var high = SIMD2<Double>(repeating: -.infinity)
    func add(_ v: SIMD3<Double>) {
      let p = SIMD2(v.x, v.y) / v.z
      low = pointwiseMin(low, p)
      high = pointwiseMax(high, p)
    }
    let near = Matrix4.nearestW
    let quad = (corner, corner + across, corner + across + down, corner + down)
    func edge(_ a: SIMD3<Double>, _ b: SIMD3<Double>) {
      if a.z >= near { add(a) }
      if (a.z >= near) != (b.z >= near) { add(a + (b - a) * ((near - a.z) / (b.z - a.z))) }
    }
    edge(quad.0, quad.1)
    edge(quad.1, quad.2)
    edge(quad.2, quad.3)
    edge(quad.3, quad.0)
    return low.x <= high.x && low.y <= high.y
      ? Rect(low.x, low.y, high.x - low.x, high.y - low.y) : .zero
  }

  /// The pixels that drawing `rect` may touch, antialiased edges included, within `limit`.
  func pixels(of rect: Rect, within limit: PixelRect) -> PixelRect {
    let box = box(of: rect)
    guard box.size != .zero else { return .zero }
    // An edge that is not axis-aligned is softened over up to a pixel on either side.
    let margin = isAxisAligned ? -Self.crumb : 1
    return PixelRect(
      covering: Rect(
        box.minX - margin, box.minY - margin, box.size.width + 2 * margin,
        box.size.height + 2 * margin), within: limit)
  }

  /// The same for a shape: where its straight edges lie between pixels, its corners may soften a
  /// pixel more.
  func pixels(of shape: RoundedBounds, within limit: PixelRect) -> PixelRect {
    let box = pixels(of: shape.rect, within: limit)
    guard shape.isRounded, !box.isEmpty, wholePixels(of: shape.rect, within: limit) == nil else {
      return box
    }
    return PixelRect(box.x - 1, box.y - 1, box.width + 2, box.height + 2).intersection(limit)
  }

  /// The device rectangle of `rect` when it consists of whole pixels, limited to `limit`: nil when
  /// it does not, or is not axis-aligned.
  func wholePixels(of rect: Rect, within limit: PixelRect) -> PixelRect? {
    guard isAxisAligned else { return nil }
    let box = box(of: rect)
    guard box.isFinite else { return nil }
    // Edges outside the limit do not matter: they are not seen.
    let x0 = max(box.minX, Double(limit.x)), y0 = max(box.minY, Double(limit.y))
    let x1 = min(box.maxX, Double(limit.maxX)), y1 = min(box.maxY, Double(limit.maxY))
    guard x0 < x1, y0 < y1 else { return .zero }
    func isWhole(_ v: Double) -> Bool { abs(v - v.rounded()) <= Self.crumb }
    guard isWhole(x0), isWhole(y0), isWhole(x1), isWhole(y1) else { return nil }
    let x = Int(x0.rounded()), y = Int(y0.rounded())
    return PixelRect(x, y, Int(x1.rounded()) - x, Int(y1.rounded()) - y)
  }

  /// Whether all numbers that drawing `rect` needs stay where single precision still serves.
  func isDrawable(_ rect: Rect) -> Bool {
    let m = matrix
    let a = m.applied(to: rect.origin), b = m.applied(to: Point(rect.maxX, rect.maxY))
    func isSmall(_ a: Double, _ b: Double, _ across: Double, _ down: Double) -> Bool {
      max(abs(a), abs(b)) + abs(across) + abs(down) < 1e9
    }
    return isSmall(a.x, b.x, m.r0.x, m.r1.x) && isSmall(a.y, b.y, m.r0.y, m.r1.y)
      && isSmall(a.z, b.z, m.r0.z, m.r1.z) && rect.size.width < 1e9 && rect.size.height < 1e9
  }

  /// Device pixels per point, averaged over directions; for perspective at the plane's origin.
  var pixelsPerPoint: Double {
    let w = matrix.r2.z
    let jacobian = w != 0 ? matrix.determinant / (w * w * w) : 1
    return abs(jacobian).squareRoot()
  }
}

extension DevicePlane {
  /// The same plane with y running the other way inside `rect`.
  func mirrored(in rect: Rect) -> DevicePlane {
    var mirrored = self
    mirrored.matrix = Matrix3(
      SIMD3(1, 0, 0), SIMD3(0, -1, 0), SIMD3(0, rect.minY + rect.maxY, 1)
    ).concat(matrix)
    return mirrored
  }
}
