import AnimationCore
import Geometry

extension Double: TrackValue {
  static func base(_ value: PropertyValue) -> Double? {
    guard case .number(let n) = value else { return nil }
    return n
  }

  static func propertyValue(_ base: Double) -> PropertyValue { .number(base) }

  static func present(
    _ animation: PropertyAnimation, over base: Double, at localTime: Double,
    in values: inout LayerValues
  ) -> Bool {
    values.present(animation.number(over: base, at: localTime), as: animation.property)
  }

  static func present(
    _ leaves: PlainLeaves, _ range: Range<Int>, over base: Double, at localTime: Double,
    in values: inout LayerValues, as property: LayerProperty
  ) -> Bool {
    values.present(leaves.number(range, over: base, at: localTime), as: property)
  }
}

/// Nil is a nil colour.
extension SIMD4<Double>?: TrackValue {
  static func base(_ value: PropertyValue) -> SIMD4<Double>?? { .some(value.numbers) }

  static func propertyValue(_ base: SIMD4<Double>?) -> PropertyValue {
    base.map { .vector($0) } ?? .none
  }

  static func present(
    _ animation: PropertyAnimation, over base: SIMD4<Double>?, at localTime: Double,
    in values: inout LayerValues
  ) -> Bool {
    values.present(animation.vector(over: base, at: localTime), as: animation.property)
  }

  static func present(
    _ leaves: PlainLeaves, _ range: Range<Int>, over base: SIMD4<Double>?, at localTime: Double,
    in values: inout LayerValues, as property: LayerProperty
  ) -> Bool {
    values.present(leaves.vector(range, over: base, at: localTime), as: property)
  }
}

extension Matrix4: TrackValue {
  /// A matrix and what it looks like taken apart.
  struct Base {
    var matrix: Matrix4
    var parts: TransformParts

    init(_ matrix: Matrix4) {
      self.matrix = matrix
      parts = TransformParts(matrix)
    }
  }

  static func base(_ value: PropertyValue) -> Base? {
    guard case .matrix(let m) = value else { return nil }
    return Base(m)
  }

  static func propertyValue(_ base: Base) -> PropertyValue { .matrix(base.matrix) }

  static func present(
    _ animation: PropertyAnimation, over base: Base, at localTime: Double,
    in values: inout LayerValues
  ) -> Bool {
    values.present(animation.matrix(over: base.matrix, at: localTime), as: animation.property)
  }

  @inline(__always) static func present(
    _ leaves: PlainLeaves, _ range: Range<Int>, over base: Base, at localTime: Double,
    in values: inout LayerValues, as property: LayerProperty
  ) -> Bool {
    var parts = base.parts
    if leaves.apply(range, to: &parts, at: localTime) {
      let matrix = parts.matrix
      if matrix.isFinite { return values.present(matrix, as: property) }
    }
    return values.present(base.matrix, as: property)
  }
}

extension PropertyValue: TrackValue {
  static func base(_ value: PropertyValue) -> PropertyValue? { value }

  static func propertyValue(_ base: PropertyValue) -> PropertyValue { base }

  static func present(
    _ animation: PropertyAnimation, over base: PropertyValue, at localTime: Double,
    in values: inout LayerValues
  ) -> Bool {
    let before = values[animation.property]
    values[animation.property] = animation.value(over: base, at: localTime)
    return values[animation.property] != before
  }

  /// None of these is plain.
  static func present(
    _ leaves: PlainLeaves, _ range: Range<Int>, over base: PropertyValue, at localTime: Double,
    in values: inout LayerValues, as property: LayerProperty
  ) -> Bool {
    false
  }
}
