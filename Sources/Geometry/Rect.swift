/// An axis-aligned rectangle, `origin` at its least x and y.
@usableFromInline package struct Rect: Hashable, Sendable {
  @usableFromInline package var origin: Point
  @usableFromInline package var size: Size

  @inlinable package static var zero: Rect { Rect(0, 0, 0, 0) }
  /// The whole of something measured in unit coordinates.
  @inlinable package static var unit: Rect { Rect(0, 0, 1, 1) }

  @inlinable package init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    origin = Point(x, y)
    size = Size(width, height)
  }

  @inlinable package init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// The smallest rectangle that holds all the points; zero for none.
  package init(bounding points: some Sequence<Point>) {
    var low = Point(.infinity, .infinity)
    var high = Point(-.infinity, -.infinity)
    for p in points {
      low = Point(min(low.x, p.x), min(low.y, p.y))
      high = Point(max(high.x, p.x), max(high.y, p.y))
    }
    self = low.x <= high.x ? Rect(low.x, low.y, high.x - low.x, high.y - low.y) : .zero
  }

  @inlinable package var minX: Double { origin.x }
  @inlinable package var minY: Double { origin.y }
  @inlinable package var maxX: Double { origin.x + size.width }
  @inlinable package var maxY: Double { origin.y + size.height }
  @inlinable package var midX: Double { origin.x + size.width / 2 }
  @inlinable package var midY: Double { origin.y + size.height / 2 }
  @inlinable package var isEmpty: Bool { size.isEmpty }
  @inlinable package var isFinite: Bool { origin.isFinite && size.isFinite }

  /// Corners in the order min-min, max-min, max-max, min-max.
  package var corners: [Point] {
    [Point(minX, minY), Point(maxX, minY), Point(maxX, maxY), Point(minX, maxY)]
  }

  @inlinable package func insetBy(_ dx: Double, _ dy: Double) -> Rect {
    Rect(minX + dx, minY + dy, max(0, size.width - 2 * dx), max(0, size.height - 2 * dy))
  }

  @inlinable package func offsetBy(_ dx: Double, _ dy: Double) -> Rect {
    Rect(minX + dx, minY + dy, size.width, size.height)
  }

  /// The common part; a zero-sized rectangle when there is none.
  @inlinable package func intersection(_ other: Rect) -> Rect {
    let x = max(minX, other.minX), y = max(minY, other.minY)
    return Rect(
      x, y, max(0, min(maxX, other.maxX) - x), max(0, min(maxY, other.maxY) - y))
  }

  /// The smallest rectangle that holds both; an empty one does not count.
  @inlinable package func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let x = min(minX, other.minX), y = min(minY, other.minY)
    return Rect(x, y, max(maxX, other.maxX) - x, max(maxY, other.maxY) - y)
  }

  @inlinable package func intersects(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// Least edges belong to the rectangle, greatest edges do not.
  @inlinable package func contains(_ p: Point) -> Bool {
    p.x >= minX && p.x < maxX && p.y >= minY && p.y < maxY
  }
}
