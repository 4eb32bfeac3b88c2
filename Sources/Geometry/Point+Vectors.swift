// Points as vectors, for the geometry of paths.

extension Point {
  package static prefix func - (a: Point) -> Point { Point(-a.x, -a.y) }

  package func dot(_ other: Point) -> Double { x * other.x + y * other.y }

  /// The area they span; positive where `other` lies on the side that +y has from +x.
  package func cross(_ other: Point) -> Double { x * other.y - y * other.x }

  /// Turned by a quarter from +x towards +y.
  package var quarterTurn: Point { Point(-y, x) }

  /// The vector of length 1 in this direction; nil for zero.
  var direction: Point? {
    let length = length
    guard length > 0, length.isFinite else { return nil }
    return Point(x / length, y / length)
  }

  package func interpolated(to other: Point, at t: Double) -> Point {
    Point(x + (other.x - x) * t, y + (other.y - y) * t)
  }
}
