import Geometry

extension PropertyValue {
  /// The part of a value that a key path's last words name; nil when there is no such part.
  package func component(_ component: PropertyComponent) -> PropertyValue? {
    if component == .whole { return self }
    switch self {
    case .vector(let v) where component.isVectorPart:
      let part = v.component(component)
      return component.isPair ? .vector(part) : .number(part.x)
    case .matrix(let m) where component.isMatrixPart:
      let part = TransformParts(m)[component]
      return component.isPair ? .vector(part) : .number(part.x)
    case .none, .number, .vector, .matrix, .path, .contents, .list, .records: return nil
    }
  }

  /// Replaces one part and keeps the others; does nothing when there is no such part or `value` is
  /// not one. A part of a matrix is replaced as in `scale · Rx · Ry · Rz · translation`.
  package mutating func setComponent(_ component: PropertyComponent, to value: PropertyValue) {
    if component == .whole {
      self = value
      return
    }
    guard let numbers = value.numbers else { return }
    switch self {
    case .vector(var v) where component.isVectorPart:
      v.setComponent(component, to: numbers)
      self = .vector(v)
    case .matrix(let m) where component.isMatrixPart:
      var parts = TransformParts(m)
      parts[component] = numbers
      self = .matrix(parts.matrix)
    case .none, .number, .vector, .matrix, .path, .contents, .list, .records: return
    }
  }
}

extension PropertyComponent {
  /// A part of a point, size or rectangle.
  var isVectorPart: Bool {
    switch self {
    case .x, .y, .width, .height, .origin, .size, .originX, .originY, .sizeWidth, .sizeHeight: true
    case .whole, .rotationX, .rotationY, .rotationZ, .scale, .scaleX, .scaleY, .scaleZ,
      .translation, .translationX, .translationY, .translationZ:
      false
    }
  }

  var isMatrixPart: Bool { self != .whole && !isVectorPart }

  /// Two numbers and not one.
  var isPair: Bool { self == .origin || self == .size || self == .translation }
}

extension SIMD4<Double> {
  /// A part of a point, size or rectangle; one number stands in x.
  func component(_ component: PropertyComponent) -> SIMD4<Double> {
    switch component {
    case .x, .originX, .width: SIMD4(x, 0, 0, 0)
    case .y, .originY, .height: SIMD4(y, 0, 0, 0)
    case .sizeWidth: SIMD4(z, 0, 0, 0)
    case .sizeHeight: SIMD4(w, 0, 0, 0)
    case .origin: SIMD4(x, y, 0, 0)
    case .size: SIMD4(z, w, 0, 0)
    case .whole, .rotationX, .rotationY, .rotationZ, .scale, .scaleX, .scaleY, .scaleZ,
      .translation, .translationX, .translationY, .translationZ:
      self
    }
  }

  mutating func setComponent(_ component: PropertyComponent, to n: SIMD4<Double>) {
    switch component {
    case .x, .originX, .width: x = n.x
    case .y, .originY, .height: y = n.x
    case .sizeWidth: z = n.x
    case .sizeHeight: w = n.x
    case .origin: (x, y) = (n.x, n.y)
    case .size: (z, w) = (n.x, n.y)
    case .whole, .rotationX, .rotationY, .rotationZ, .scale, .scaleX, .scaleY, .scaleZ,
      .translation, .translationX, .translationY, .translationZ:
      return
    }
  }
}

extension TransformParts {
  /// A part of a matrix; one number stands in x. Parts of vectors are zero and cannot be set.
  subscript(component: PropertyComponent) -> SIMD4<Double> {
    get {
      switch component {
      case .rotationX: SIMD4(rotation.x, 0, 0, 0)
      case .rotationY: SIMD4(rotation.y, 0, 0, 0)
      case .rotationZ: SIMD4(rotation.z, 0, 0, 0)
      case .scale: SIMD4((scale.x + scale.y + scale.z) / 3, 0, 0, 0)
      case .scaleX: SIMD4(scale.x, 0, 0, 0)
      case .scaleY: SIMD4(scale.y, 0, 0, 0)
      case .scaleZ: SIMD4(scale.z, 0, 0, 0)
      case .translation: SIMD4(translation.x, translation.y, 0, 0)
      case .translationX: SIMD4(translation.x, 0, 0, 0)
      case .translationY: SIMD4(translation.y, 0, 0, 0)
      case .translationZ: SIMD4(translation.z, 0, 0, 0)
      case .whole, .x, .y, .width, .height, .origin, .size, .originX, .originY, .sizeWidth,
        .sizeHeight:
        .zero
      }
    }
    set {
      switch component {
      case .rotationX: rotation.x = newValue.x
      case .rotationY: rotation.y = newValue.x
      case .rotationZ: rotation.z = newValue.x
      case .scale: scale = SIMD3(repeating: newValue.x)
      case .scaleX: scale.x = newValue.x
      case .scaleY: scale.y = newValue.x
      case .scaleZ: scale.z = newValue.x
      case .translation: (translation.x, translation.y) = (newValue.x, newValue.y)
      case .translationX: translation.x = newValue.x
      case .translationY: translation.y = newValue.x
      case .translationZ: translation.z = newValue.x
      case .whole, .x, .y, .width, .height, .origin, .size, .originX, .originY, .sizeWidth,
        .sizeHeight:
        return
      }
    }
  }
}
