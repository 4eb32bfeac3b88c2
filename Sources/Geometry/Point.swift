/// A position or an offset. Points or device pixels: the property that holds it says which.
@usableFromInline package struct Point: Hashable, Sendable {
  @usableFromInline package var x: Double
  @usableFromInline package var y: Double

  @inlinable package static var zero: Point { Point(0, 0) }

  @inlinable package init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  @inlinable package static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
  @inlinable package static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
  @inlinable package static func * (a: Point, s: Double) -> Point { Point(a.x * s, a.y * s) }

  @inlinable package var length: Double { (x * x + y * y).squareRoot() }
  @inlinable package var isFinite: Bool { x.isFinite && y.isFinite }
}

/// A width and a height, never negative where a property holds one.
@usableFromInline package struct Size: Hashable, Sendable {
  @usableFromInline package var width: Double
  @usableFromInline package var height: Double

  @inlinable package static var zero: Size { Size(0, 0) }

  @inlinable package init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }

  @inlinable package var isEmpty: Bool { !(width > 0 && height > 0) }
  @inlinable package var isFinite: Bool { width.isFinite && height.isFinite }
}
