import Geometry

extension PropertyValue {
  /// The part of a value that a key path's last words name; nil when there is no such part.
  package func component(_ component: PropertyComponent) -> PropertyValue? {
    if component == .whole { return self }
    switch self {
    case .vector(let v):
      switch component {
      case .x, .originX, .width: return .number(v.x)
      case .y, .originY, .height: return .number(v.y)
      case .sizeWidth: return .number(v.z)
      case .sizeHeight: return .number(v.w)
      case .origin: return .vector(SIMD4(v.x, v.y, 0, 0))
      case .size: return .vector(SIMD4(v.z, v.w, 0, 0))
      case .whole, .rotationX, .rotationY, .rotationZ, .scale, .scaleX, .scaleY, .scaleZ,
        .translation, .translationX, .translationY, .translationZ:
        return nil
      }
    case .matrix(let m): return TransformParts(m).value(of: component)
    case .none, .number, .path, .contents: return nil
    }
  }

  /// Replaces one part and keeps the others; does nothing when there is no such part or `value` is
  /// not one. A part of a matrix is replaced as in `scale · Rx · Ry · Rz · translation`.
  package mutating func setComponent(_ component: PropertyComponent, to value: PropertyValue) {
    if component == .whole {
      self = value
      return
    }
    switch self {
    case .vector(var v):
      guard let n = value.numbers else { return }
      switch component {
      case .x, .originX, .width: v.x = n.x
      case .y, .originY, .height: v.y = n.x
      case .sizeWidth: v.z = n.x
      case .sizeHeight: v.w = n.x
      case .origin: (v.x, v.y) = (n.x, n.y)
      case .size: (v.z, v.w) = (n.x, n.y)
      case .whole, .rotationX, .rotationY, .rotationZ, .scale, .scaleX, .scaleY, .scaleZ,
        .translation, .translationX, .translationY, .translationZ:
        return
      }
      self = .vector(v)
    case .matrix(let m):
      var parts = TransformParts(m)
      parts.set(component, to: value)
      self = .matrix(parts.matrix)
    case .none, .number, .path, .contents: return
    }
  }
}

extension TransformParts {
  /// Nil for parts that a matrix does not have.
  package func value(of component: PropertyComponent) -> PropertyValue? {
    switch component {
    case .rotationX: .number(rotation.x)
    case .rotationY: .number(rotation.y)
    case .rotationZ: .number(rotation.z)
    case .scale: .number((scale.x + scale.y + scale.z) / 3)
    case .scaleX: .number(scale.x)
    case .scaleY: .number(scale.y)
    case .scaleZ: .number(scale.z)
    case .translation: .vector(SIMD4(translation.x, translation.y, 0, 0))
    case .translationX: .number(translation.x)
    case .translationY: .number(translation.y)
    case .translationZ: .number(translation.z)
    case .whole, .x, .y, .width, .height, .origin, .size, .originX, .originY, .sizeWidth,
      .sizeHeight:
      nil
    }
  }

  /// Does nothing for parts that a matrix does not have and values that are no numbers.
  package mutating func set(_ component: PropertyComponent, to value: PropertyValue) {
    guard let n = value.numbers else { return }
    switch component {
    case .rotationX: rotation.x = n.x
    case .rotationY: rotation.y = n.x
    case .rotationZ: rotation.z = n.x
    case .scale: scale = SIMD3(repeating: n.x)
    case .scaleX: scale.x = n.x
    case .scaleY: scale.y = n.x
    case .scaleZ: scale.z = n.x
    case .translation: (translation.x, translation.y) = (n.x, n.y)
    case .translationX: translation.x = n.x
    case .translationY: translation.y = n.x
    case .translationZ: translation.z = n.x
    case .whole, .x, .y, .width, .height, .origin, .size, .originX, .originY, .sizeWidth,
      .sizeHeight:
      return
    }
  }
}
