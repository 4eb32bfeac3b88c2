import Geometry

/// A `DevicePlane` without perspective, for loops over thousands: it gives the same answers.
struct FlatPlane {
  let matrix: AffineMatrix
  let isAxisAligned: Bool

  init(_ m: AffineMatrix) {
    matrix = m
    let (a, b, c, d) = (abs(m.a), abs(m.b), abs(m.c), abs(m.d))
    // What counts is how far a side of the greatest surface leaves its row of pixels.
    let most = DevicePlane.crumb / 16_384 * (a + b + c + d)
    isAxisAligned = (b <= most && c <= most) || (a <= most && d <= most)
  }

  /// A plane that is seen as a line or a point, or not a number at all.
  var isDegenerate: Bool {
    let m = matrix
    let size = max(abs(m.a) + abs(m.c), abs(m.b) + abs(m.d))
    // The comparison is false for what is not finite, too; the offset adds up to zero or to NaN.
    let least = max(1e-11 * size * size, DevicePlane.leastArea)
    return !(abs(m.determinant) > least + (m.tx - m.tx) + (m.ty - m.ty))
  }

  var devicePlane: DevicePlane { DevicePlane(matrix.matrix3) }

  /// As `DevicePlane.pixels`; the limit's edges are whole pixels that are not negative.
  @inline(__always) func pixels(of rect: Rect, within limit: Limit) -> BoxEdges {
    let m = matrix
    let (ax, ay) = (m.a * rect.size.width, m.b * rect.size.width)
    let (dx, dy) = (m.c * rect.size.height, m.d * rect.size.height)
    let margin = isAxisAligned ? -DevicePlane.crumb : 1
    let x = m.a * rect.minX + m.c * rect.minY + m.tx + min(ax, 0) + min(dx, 0) - margin
    let y = m.b * rect.minX + m.d * rect.minY + m.ty + min(ay, 0) + min(dy, 0) - margin
    let maxX = min(x + (abs(ax) + abs(dx) + 2 * margin), limit.maxX)
    let maxY = min(y + (abs(ay) + abs(dy) + 2 * margin), limit.maxY)
    let minX = max(x, limit.minX), minY = max(y, limit.minY)
    guard minX < maxX, minY < maxY else { return .none }
    let right = Int32(maxX), bottom = Int32(maxY)
    return BoxEdges(
      x: Int32(minX), y: Int32(minY), maxX: Double(right) < maxX ? right + 1 : right,
      maxY: Double(bottom) < maxY ? bottom + 1 : bottom)
  }

  /// The edges of a rectangle of pixels as numbers.
  struct Limit {
    let minX: Double
    let minY: Double
    let maxX: Double
    let maxY: Double

    init(_ r: PixelRect) {
      minX = Double(r.x)
      minY = Double(r.y)
      maxX = Double(r.maxX)
      maxY = Double(r.maxY)
    }
  }

  /// Whether single precision serves for drawing `rect`; false where that needs a closer look.
  @inline(__always) func isSurelyDrawable(_ rect: Rect) -> Bool {
    let m = matrix
    let reach = abs(rect.minX) + abs(rect.minY) + abs(rect.size.width) + abs(rect.size.height)
    let scale = abs(m.a) + abs(m.b) + abs(m.c) + abs(m.d)
    return (reach + 1) * (scale + 1) + abs(m.tx) + abs(m.ty) < 1e8
  }
}
