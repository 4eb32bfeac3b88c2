/// A position or an offset. Points or device pixels: the property that holds it says which.
package struct Point: Hashable, Sendable {
  package var x: Double
  package var y: Double

  package static let zero = Point(0, 0)

  @inlinable package init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  @inlinable package static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
  @inlinable package static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
  @inlinable package static func * (a: Point, s: Double) -> Point { Point(a.x * s, a.y * s) }

  package var length: Double { (x * x + y * y).squareRoot() }
  package var isFinite: Bool { x.isFinite && y.isFinite }
}

/// A width and a height, never negative where a property holds one.
package struct Size: Hashable, Sendable {
  package var width: Double
  package var height: Double

  package static let zero = Size(0, 0)

  @inlinable package init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }

  package var isEmpty: Bool { !(width > 0 && height > 0) }
  package var isFinite: Bool { width.isFinite && height.isFinite }
}
