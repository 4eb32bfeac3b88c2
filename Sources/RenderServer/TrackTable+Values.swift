import AnimationCore
import Geometry

extension Double: TrackValue {
  static func base(_ value: PropertyValue) -> Double? {
    guard case .number(let n) = value else { return nil }
    return n
  }

  static func propertyValue(_ base: Double) -> PropertyValue { .number(base) }

  static func value(of animation: PropertyAnimation, over base: Double, at localTime: Double)
    -> Double
  {
    animation.number(over: base, at: localTime)
  }

  static func value(
    of leaves: PlainLeaves, _ range: Range<Int>, over base: Double, at localTime: Double
  ) -> Double {
    leaves.number(range, over: base, at: localTime)
  }

  func present(in values: inout LayerValues, as property: LayerProperty) -> Bool {
    values.present(self, as: property)
  }
}

/// Nil is a nil colour.
extension SIMD4<Double>?: TrackValue {
  static func base(_ value: PropertyValue) -> SIMD4<Double>?? { .some(value.numbers) }

  static func propertyValue(_ base: SIMD4<Double>?) -> PropertyValue {
    base.map { .vector($0) } ?? .none
  }

  static func value(
    of animation: PropertyAnimation, over base: SIMD4<Double>?, at localTime: Double
  ) -> SIMD4<Double>? {
    animation.vector(over: base, at: localTime)
  }

  static func value(
    of leaves: PlainLeaves, _ range: Range<Int>, over base: SIMD4<Double>?, at localTime: Double
  ) -> SIMD4<Double>? {
    leaves.vector(range, over: base, at: localTime)
  }

  func present(in values: inout LayerValues, as property: LayerProperty) -> Bool {
    values.present(self, as: property)
  }
}

extension Matrix4: TrackValue {
  /// A matrix and what it looks like taken apart.
  struct Base {
    var matrix: Matrix4
    var parts: TransformParts
  }

  static func base(_ value: PropertyValue) -> Base? {
    guard case .matrix(let m) = value else { return nil }
    return Base(matrix: m, parts: TransformParts(m))
  }

  static func propertyValue(_ base: Base) -> PropertyValue { .matrix(base.matrix) }

  static func value(of animation: PropertyAnimation, over base: Base, at localTime: Double)
    -> Matrix4
  {
    animation.matrix(over: base.matrix, at: localTime)
  }

  static func value(
    of leaves: PlainLeaves, _ range: Range<Int>, over base: Base, at localTime: Double
  ) -> Matrix4 {
    leaves.matrix(range, over: base.parts, at: localTime) ?? base.matrix
  }

  func present(in values: inout LayerValues, as property: LayerProperty) -> Bool {
    values.present(self, as: property)
  }
}

extension PropertyValue: TrackValue {
  static func base(_ value: PropertyValue) -> PropertyValue? { value }

  static func propertyValue(_ base: PropertyValue) -> PropertyValue { base }

  static func value(
    of animation: PropertyAnimation, over base: PropertyValue, at localTime: Double
  ) -> PropertyValue {
    animation.value(over: base, at: localTime)
  }

  static func value(
    of leaves: PlainLeaves, _ range: Range<Int>, over base: PropertyValue, at localTime: Double
  ) -> PropertyValue {
    base
  }

  func present(in values: inout LayerValues, as property: LayerProperty) -> Bool {
    let before = values[property]
    values[property] = self
    return values[property] != before
  }
}
