import Geometry

/// Storing what an animation shows, by the type of the property: nothing is wrapped and no other
/// property is touched. True when the value differs from the one that was there; a property of
/// another type keeps its value.
extension LayerValues {
  package mutating func present(_ number: Double, as property: LayerProperty) -> Bool {
    switch property {
    case .zPosition: replace(&zPosition, number)
    case .anchorPointZ: replace(&anchorPointZ, number)
    case .opacity: replace(&opacity, number)
    case .cornerRadius: replace(&cornerRadius, number)
    case .borderWidth: replace(&borderWidth, number)
    case .contentsScale: replace(&contentsScale, number)
    case .shadowOpacity: replace(&shadowOpacity, number)
    case .shadowRadius: replace(&shadowRadius, number)
    case .bounds, .position, .anchorPoint, .transform, .sublayerTransform, .hidden, .doubleSided,
      .geometryFlipped, .masksToBounds, .allowsGroupOpacity, .backgroundColor, .maskedCorners,
      .borderColor, .contents, .contentsRect, .contentsCenter, .contentsGravity,
      .minificationFilter, .magnificationFilter, .contentsTint, .shadowColor, .shadowOffset,
      .shadowPath, .allowsEdgeAntialiasing, .edgeAntialiasingMask:
      false
    case .extra(let property): present(.number(number), as: property)
    }
  }

  /// For points, sizes, rectangles and colours; nil is a nil colour.
  package mutating func present(_ vector: SIMD4<Double>?, as property: LayerProperty) -> Bool {
    if let vector, !vector.isFinite { return false }
    switch property {
    case .backgroundColor: return replace(&backgroundColor, vector.map(Color.init(components:)))
    case .borderColor: return replace(&borderColor, vector.map(Color.init(components:)))
    case .contentsTint: return replace(&contentsTint, vector.map(Color.init(components:)))
    case .shadowColor: return replace(&shadowColor, vector.map(Color.init(components:)))
    case .position: return replaceKnown(&position, vector.map { Point($0.x, $0.y) })
    case .anchorPoint: return replaceKnown(&anchorPoint, vector.map { Point($0.x, $0.y) })
    case .shadowOffset: return replaceKnown(&shadowOffset, vector.map { Size($0.x, $0.y) })
    case .bounds: return replaceKnown(&bounds, vector.map(Rect.init(components:)))
    case .contentsRect: return replaceKnown(&contentsRect, vector.map(Rect.init(components:)))
    case .contentsCenter: return replaceKnown(&contentsCenter, vector.map(Rect.init(components:)))
    case .zPosition, .anchorPointZ, .transform, .sublayerTransform, .opacity, .hidden,
      .doubleSided, .geometryFlipped, .masksToBounds, .allowsGroupOpacity, .cornerRadius,
      .maskedCorners, .borderWidth, .contents, .contentsScale, .contentsGravity,
      .minificationFilter, .magnificationFilter, .shadowOpacity, .shadowRadius, .shadowPath,
      .allowsEdgeAntialiasing, .edgeAntialiasingMask:
      return false
    case .extra(let property):
      return present(vector.map { .vector($0) } ?? .none, as: property)
    }
  }

  package mutating func present(_ matrix: Matrix4, as property: LayerProperty) -> Bool {
    switch property {
    case .transform: replace(&transform, matrix)
    case .sublayerTransform: replace(&sublayerTransform, matrix)
    case .bounds, .position, .zPosition, .anchorPoint, .anchorPointZ, .opacity, .hidden,
      .doubleSided, .geometryFlipped, .masksToBounds, .allowsGroupOpacity, .backgroundColor,
      .cornerRadius, .maskedCorners, .borderWidth, .borderColor, .contents, .contentsRect,
      .contentsCenter, .contentsScale, .contentsGravity, .minificationFilter,
      .magnificationFilter, .contentsTint, .shadowColor, .shadowOpacity, .shadowOffset,
      .shadowRadius, .shadowPath, .allowsEdgeAntialiasing, .edgeAntialiasingMask:
      false
    case .extra(let property): present(.matrix(matrix), as: property)
    }
  }

  private mutating func present(_ value: PropertyValue, as property: ExtraProperty) -> Bool {
    guard value != extras[property] else { return false }
    self[extra: property] = value
    // One that is refused is not there now either.
    return value == extras[property]
  }
}

private func replace<T: Equatable>(_ stored: inout T, _ value: T) -> Bool {
  if stored == value { return false }
  stored = value
  return true
}

private func replaceKnown<T: Equatable>(_ stored: inout T, _ value: T?) -> Bool {
  value.map { replace(&stored, $0) } ?? false
}

extension Rect {
  fileprivate init(components v: SIMD4<Double>) { self.init(v.x, v.y, v.z, v.w) }
}
