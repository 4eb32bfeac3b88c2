/// Lines cut to a rectangle of pixels and put together to chains that run downwards all the way.
///
/// What lies beside the rectangle is moved to its side, where it covers nothing and still counts for
/// what lies to the right of it.
struct CoverageChains {
  struct Chain {
    /// The range of its points, from the least y to the greatest.
    var first: Int
    var last: Int
    /// 1 where the path ran downwards, −1 where it ran upwards.
    var winding: Int32
    /// The row of pixels it begins in.
    var row: Int
  }

  /// In pixels from the rectangle's corner.
  private(set) var points: [SIMD2<Double>] = []
  private(set) var chains: [Chain] = []
  private(set) var size = SIMD2<Double>.zero
  /// Around all points.
  private var low = SIMD2<Double>(repeating: .infinity)
  private var high = SIMD2<Double>(repeating: -.infinity)
  /// The winding of the chain that goes on, or 0.
  private var winding: Int32 = 0
  private var first = 0

  /// So many points that curves are followed less closely, to bound the memory.
  var isCrowded: Bool { points.count > 1 << 21 }

  mutating func begin(width: Int, height: Int) {
    // A path beyond the ordinary leaves no memory behind.
    points.removeAll(keepingCapacity: points.capacity <= 1 << 17)
    chains.removeAll(keepingCapacity: chains.capacity <= 1 << 15)
    size = SIMD2(Double(width), Double(height))
    low = SIMD2(repeating: .infinity)
    high = SIMD2(repeating: -.infinity)
    winding = 0
  }

  /// Ends the last chain and puts all in order of their rows.
  mutating func finish() {
    endChain()
    chains.sort { $0.row < $1.row }
  }

  /// The pixels around all points.
  var box: PixelRect {
    guard low.x < high.x, low.y < high.y else { return .zero }
    let x = Int(low.x.rounded(.down)), y = Int(low.y.rounded(.down))
    return PixelRect(
      x, y, Int(high.x.rounded(.up)) - x, Int(high.y.rounded(.up)) - y)
  }

  /// Whether all of some points lie beyond one and the same side: whatever leads from the first to
  /// the last within their hull then counts like a line.
  @inline(__always) func isBeyond(_ least: SIMD2<Double>, _ greatest: SIMD2<Double>) -> Bool {
    greatest.x <= 0 || greatest.y <= 0 || least.x >= size.x || least.y >= size.y
  }

  @inline(__always) mutating func line(from a: SIMD2<Double>, to b: SIMD2<Double>) {
    let least = pointwiseMin(a, b), greatest = pointwiseMax(a, b)
    if least.x >= 0, least.y >= 0, greatest.x <= size.x, greatest.y <= size.y {
      append(a, b)
    } else if greatest.y > 0, least.y < size.y {
      cut(a, b)
    }
  }

  private mutating func cut(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
    let along = b - a
    guard along.y != 0 else { return }
    func atHeight(_ y: Double) -> SIMD2<Double> { SIMD2(a.x + along.x * ((y - a.y) / along.y), y) }
    func inside(_ p: SIMD2<Double>) -> SIMD2<Double> {
      p.y < 0 ? atHeight(0) : p.y > size.y ? atHeight(size.y) : p
    }
    let from = inside(a), to = inside(b)
    var last = from
    // The sides in the order in which they are met.
    let sides = along.x < 0 ? (size.x, 0) : (0, size.x)
    for x in [sides.0, sides.1] where (from.x < x) != (to.x < x) {
      let y = from.y + (to.y - from.y) * ((x - from.x) / (to.x - from.x))
      let low = min(last.y, to.y), high = max(last.y, to.y)
      let next = SIMD2(x, min(max(y, low), high))
      appendBeside(last, next)
      last = next
    }
    appendBeside(last, to)
  }

  /// A line that lies wholly within the sides or beyond one of them.
  private mutating func appendBeside(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
    append(SIMD2(min(max(a.x, 0), size.x), a.y), SIMD2(min(max(b.x, 0), size.x), b.y))
  }

  @inline(__always) private mutating func append(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
    guard a.y != b.y else { return }
    let direction: Int32 = b.y > a.y ? 1 : -1
    if winding == direction, points[points.count - 1].y == a.y {
      // A level stretch before this line has moved the chain aside.
      if points[points.count - 1].x != a.x { add(a) }
    } else {
      endChain()
      winding = direction
      first = points.count
      add(a)
    }
    add(b)
  }

  @inline(__always) private mutating func add(_ p: SIMD2<Double>) {
    points.append(p)
    low = pointwiseMin(low, p)
    high = pointwiseMax(high, p)
  }

  mutating func endChain() {
    guard winding != 0 else { return }
    let last = points.count - 1
    if winding < 0 {
      var (i, j) = (first, last)
      while i < j {
        points.swapAt(i, j)
        (i, j) = (i + 1, j - 1)
      }
    }
    let top = points[first].y
    if top < size.y {
      chains.append(Chain(first: first, last: last, winding: winding, row: Int(top)))
    }
    winding = 0
  }
}
