import Geometry

/// Decides in which order siblings that share one 3D space are drawn, so that they hide each other
/// as real planes would; cuts those that pass through each other.
///
/// All happens in the parent's plane after projection, looking along −z: there the siblings are
/// convex polygons, and the height of each over the plane is a linear function of x and y. Two that
/// overlap are compared over their common area: one is above everywhere, or they are coplanar, or
/// they cross along a line that cuts one of them in two. Only a cut that is really seen is made:
/// every cut draws a subtree twice and softens the pixels of a line.
struct DepthSorter {
  /// A sibling, or a part of one, in drawing order.
  struct Fragment: Hashable {
    /// The index passed to `add`.
    var item: Int
    /// Half planes (a, b, c) in the parent's points, a·x + b·y + c ≥ 0 inside, (a, b) of length 1.
    var lines: [SIMD3<Double>] = []
    /// Something shines through the item: its parts must neither overlap nor leave a gap, so they are
    /// divided between pixels.
    var isTranslucent = false
  }

  private struct Piece {
    var item: Int
    var isTranslucent: Bool
    var bias: Int
    /// Height over the parent's plane: z = plane · (x, y, 1).
    var plane: SIMD3<Double>
    var polygon: [SIMD2<Double>]
    var low: SIMD2<Double>
    var high: SIMD2<Double>
    var lines: [SIMD3<Double>] = []
  }

  private enum Relation { case apart, coplanar, above, below, crossing(SIMD3<Double>) }

  private var pieces: [Piece] = []
  /// By how much the lower part of a cut reaches under the upper one, in the parent's points:
  /// about a pixel, so that the two softened edges leave no gap in an opaque layer.
  private let overlap: Double
  /// Bounds the work of a scene made to be hard.
  private static let maximumPieces = 128
  /// Rings cut before the order of the siblings has to do: each look for one compares all pairs.
  private static let maximumRings = 8

  init(overlap: Double) {
    self.overlap = overlap
  }

  /// Adds a sibling: its bounds under `matrix`, which leads to the parent's space with depth.
  /// Siblings are added in the order that decides between coplanar ones.
  mutating func add(item: Int, isTranslucent: Bool = false, bounds: Rect, matrix: Matrix4) {
    var polygon = Self.clippedQuad(bounds, matrix)
    // (x/w, y/w) back to the layer's plane, from there to z/w.
    let plane: SIMD3<Double>
    if let back = matrix.homography.inverse {
      let zRow = SIMD3(matrix.r0.z, matrix.r1.z, matrix.r3.z)
      // z/w is linear in the projected x and y: (x, y, 1) · H⁻¹ = (u, v, 1) / w.
      plane = SIMD3(
        (back.r0 * zRow).sum(), (back.r1 * zRow).sum(), (back.r2 * zRow).sum())
    } else {
      plane = .zero
      polygon = []
    }
    var low = SIMD2<Double>(repeating: .infinity), high = -low
    for p in polygon {
      low = pointwiseMin(low, p)
      high = pointwiseMax(high, p)
    }
    pieces.append(
      Piece(
        item: item, isTranslucent: isTranslucent, bias: pieces.count, plane: plane,
        polygon: polygon, low: low, high: high))
  }

  /// The drawing order, back to front.
  mutating func sorted() -> [Fragment] {
    cutCrossings()
    for _ in 0...Self.maximumRings {
      if let order = topologicalOrder() { return merged(order) }
      if !cutCycle() { break }
    }
    // A ring that cannot be cut any more: the order of the siblings decides.
    return pieces.map { Self.fragment(of: $0) }
  }

  // MARK: - Comparing

  /// Every piece after all that lie below it; nil when some lie above each other in a ring.
  private func topologicalOrder() -> [Fragment]? {
    var above = [[Int]](repeating: [], count: pieces.count)
    var below = [Int](repeating: 0, count: pieces.count)
    for i in pieces.indices {
      for j in 0..<i {
        let isUpper: Bool
        switch relation(i, j) {
        case .apart: continue
        case .above: isUpper = true
        case .below: isUpper = false
        case .coplanar, .crossing: isUpper = pieces[i].bias >= pieces[j].bias
        }
        let (lower, upper) = isUpper ? (j, i) : (i, j)
        above[lower].append(upper)
        below[upper] += 1
      }
    }
    // Among those that may come next, siblings keep their order and parts stay together.
    var ready = pieces.indices.filter { below[$0] == 0 }
    var result: [Fragment] = []
    while let k = ready.indices.min(by: { pieces[ready[$0]].bias < pieces[ready[$1]].bias }) {
      let i = ready.remove(at: k)
      result.append(Self.fragment(of: pieces[i]))
      for upper in above[i] {
        below[upper] -= 1
        if below[upper] == 0 { ready.append(upper) }
      }
    }
    return result.count == pieces.count ? result : nil
  }

  private static func fragment(of piece: Piece) -> Fragment {
    Fragment(item: piece.item, lines: piece.lines, isTranslucent: piece.isTranslucent)
  }

  private func relation(_ i: Int, _ j: Int) -> Relation {
    let a = pieces[i], b = pieces[j]
    guard a.low.x < b.high.x, b.low.x < a.high.x, a.low.y < b.high.y, b.low.y < a.high.y else {
      return .apart
    }
    var common = a.polygon
    Self.intersect(&common, with: b.polygon)
    guard common.count >= 3, Self.area(common) > 1e-9 else { return .apart }
    let difference = a.plane - b.plane
    var least = Double.infinity, most = -Double.infinity
    for p in common {
      let d = difference.x * p.x + difference.y * p.y + difference.z
      least = min(least, d)
      most = max(most, d)
    }
    // Heights are in points; a thousandth of a point is rounding or does not matter.
    let tolerance = 1e-3
    if least >= -tolerance && most <= tolerance { return .coplanar }
    if least >= -tolerance { return .above }
    if most <= tolerance { return .below }
    let length = (difference.x * difference.x + difference.y * difference.y).squareRoot()
    return .crossing(difference / length)
  }

  // MARK: - Cutting

  private mutating func cutCrossings() {
    var i = 0
    while i < pieces.count {
      var j = 0
      while j < i {
        if pieces.count < Self.maximumPieces, case .crossing(let line) = relation(i, j) {
          cut(i, along: line)
          // Piece i is smaller now: what it was compared with before stays right.
        }
        j += 1
      }
      i += 1
    }
  }

  /// Splits piece `i` into the part where the line's function is positive, which keeps the index,
  /// and the other, which is appended.
  private mutating func cut(_ i: Int, along line: SIMD3<Double>) {
    var other = pieces[i]
    Self.clip(&pieces[i].polygon, by: line)
    Self.clip(&other.polygon, by: -line)
    if pieces[i].isTranslucent {
      // A little beside, so that no line of pixels has its middles on it.
      let divided = line - SIMD3(0, 0, 1e-4)
      pieces[i].lines.append(divided)
      other.lines.append(-divided)
    } else {
      pieces[i].lines.append(line)
      other.lines.append(SIMD3(-line.x, -line.y, overlap - line.z))
    }
    pieces.append(other)
  }

  /// Three or more lie above each other in a ring: one is cut by the plane of another that it
  /// overlaps. False when no cut is left to make.
  private mutating func cutCycle() -> Bool {
    guard pieces.count < Self.maximumPieces else { return false }
    for i in pieces.indices {
      for j in pieces.indices where j != i {
        switch relation(i, j) {
        case .apart, .coplanar, .crossing: continue
        case .above, .below: break
        }
        let difference = pieces[i].plane - pieces[j].plane
        let length = (difference.x * difference.x + difference.y * difference.y).squareRoot()
        guard length > 1e-9 else { continue }
        let line = difference / length
        var least = Double.infinity, most = -Double.infinity
        for p in pieces[i].polygon {
          let d = line.x * p.x + line.y * p.y + line.z
          least = min(least, d)
          most = max(most, d)
        }
        if least < -0.01 && most > 0.01 {
          cut(i, along: line)
          return true
        }
      }
    }
    return false
  }

  /// Two parts of one sibling that came out next to each other, divided by their last cut, are one
  /// again.
  private func merged(_ fragments: [Fragment]) -> [Fragment] {
    var result: [Fragment] = []
    for fragment in fragments {
      if let last = result.last, last.item == fragment.item, let a = last.lines.last,
        let b = fragment.lines.last, a.x == -b.x, a.y == -b.y, abs(a.z + b.z) <= 1.001 * overlap,
        last.lines.dropLast() == fragment.lines.dropLast()
      {
        result[result.count - 1].lines.removeLast()
      } else {
        result.append(fragment)
      }
    }
    return result
  }

  // MARK: - Polygons

  /// The projected bounds without the part at and behind the eye, counter-clockwise.
  private static func clippedQuad(_ bounds: Rect, _ matrix: Matrix4) -> [SIMD2<Double>] {
    let near = Matrix4.nearestW
    let quad = [
      matrix.applied(to: Point(bounds.minX, bounds.minY)),
      matrix.applied(to: Point(bounds.maxX, bounds.minY)),
      matrix.applied(to: Point(bounds.maxX, bounds.maxY)),
      matrix.applied(to: Point(bounds.minX, bounds.maxY)),
    ]
    var polygon: [SIMD2<Double>] = []
    for i in 0..<4 {
      let a = quad[i], b = quad[(i + 1) % 4]
      if a.w >= near { polygon.append(SIMD2(a.x, a.y) / a.w) }
      if (a.w >= near) != (b.w >= near) {
        let v = a + (b - a) * ((near - a.w) / (b.w - a.w))
        polygon.append(SIMD2(v.x, v.y) / near)
      }
    }
    if area(polygon) < 0 { polygon.reverse() }
    return polygon
  }

  private static func area(_ polygon: [SIMD2<Double>]) -> Double {
    var sum = 0.0
    for i in polygon.indices {
      let a = polygon[i], b = polygon[(i + 1) % polygon.count]
      sum += a.x * b.y - a.y * b.x
    }
    return sum / 2
  }

  /// Keeps the part where line.x·x + line.y·y + line.z ≥ 0.
  private static func clip(_ polygon: inout [SIMD2<Double>], by line: SIMD3<Double>) {
    var kept: [SIMD2<Double>] = []
    for i in polygon.indices {
      let a = polygon[i], b = polygon[(i + 1) % polygon.count]
      let da = line.x * a.x + line.y * a.y + line.z
      let db = line.x * b.x + line.y * b.y + line.z
      if da >= 0 { kept.append(a) }
      if (da >= 0) != (db >= 0) { kept.append(a + (b - a) * (da / (da - db))) }
    }
    polygon = kept
  }

  /// Both polygons counter-clockwise and convex.
  private static func intersect(_ a: inout [SIMD2<Double>], with b: [SIMD2<Double>]) {
    for i in b.indices {
      let p = b[i], q = b[(i + 1) % b.count]
      let normal = SIMD2(p.y - q.y, q.x - p.x)
      clip(&a, by: SIMD3(normal.x, normal.y, -(normal.x * p.x + normal.y * p.y)))
      if a.isEmpty { return }
    }
  }
}
