import Geometry

/// The value of any layer property or of one of its components.
package enum PropertyValue: Hashable, Sendable {
  /// A nil colour, nil contents, nil path.
  case none
  /// A number; an integer; a flag as 0 or 1; a choice by its raw value.
  case number(Double)
  /// A point or size (x, y, 0, 0), a rectangle (x, y, width, height), a colour (r, g, b, a).
  case vector(SIMD4<Double>)
  /// Elsewhere, so that lists of values, most of which are numbers, stay small.
  indirect case matrix(Matrix4)
  indirect case path(Path)
  case contents(Contents)
  /// Colours, or numbers in x.
  case list([SIMD4<Double>])
  case records([Record])

  package static func point(_ p: Point) -> PropertyValue { .vector(SIMD4(p.x, p.y, 0, 0)) }
  package static func size(_ s: Size) -> PropertyValue { .vector(SIMD4(s.width, s.height, 0, 0)) }
  package static func rect(_ r: Rect) -> PropertyValue {
    .vector(SIMD4(r.minX, r.minY, r.size.width, r.size.height))
  }
  package static func color(_ c: Color?) -> PropertyValue {
    c.map { .vector($0.components) } ?? .none
  }
  package static func numbers(_ list: [Double]?) -> PropertyValue {
    list.map { .list($0.map { SIMD4($0, 0, 0, 0) }) } ?? .none
  }
  package static func colors(_ list: [Color]?) -> PropertyValue {
    list.map { .list($0.map(\.components)) } ?? .none
  }
  package static func flag(_ on: Bool) -> PropertyValue { .number(on ? 1 : 0) }
}

/// What a layer shows inside its bounds: an image, or two during a cross-dissolve.
@usableFromInline package struct Contents: Hashable, Sendable {
  package var image: PixelImage
  /// Set while a contents animation runs: drawn at 1 − `progress`, each placed by gravity.
  package var previous: PixelImage?
  /// 0…1, how much of `image` is seen over `previous`.
  package var progress: Double

  package init(_ image: PixelImage, previous: PixelImage? = nil, progress: Double = 1) {
    self.image = image
    self.previous = previous
    self.progress = progress
  }
}
