/// A colour in gamma-encoded sRGB, straight (not premultiplied). Components may leave 0…1 and are
/// clamped where they are drawn.
@usableFromInline package struct Color: Hashable, Sendable {
  /// Red, green, blue, alpha.
  @usableFromInline package var components: SIMD4<Double>

  @inlinable package static var clear: Color { Color(0, 0, 0, 0) }
  @inlinable package static var black: Color { Color(0, 0, 0, 1) }
  @inlinable package static var white: Color { Color(1, 1, 1, 1) }

  @inlinable package init(components: SIMD4<Double>) { self.components = components }

  @inlinable package init(_ r: Double, _ g: Double, _ b: Double, _ a: Double = 1) {
    components = SIMD4(r, g, b, a)
  }

  package var red: Double { components.x }
  package var green: Double { components.y }
  package var blue: Double { components.z }
  package var alpha: Double { components.w }

  /// Clamped to 0…1 and multiplied by its alpha, ready to blend.
  @inlinable package var premultiplied: SIMD4<Double> {
    let c = components.clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
    return SIMD4(c.x * c.w, c.y * c.w, c.z * c.w, c.w)
  }
}
