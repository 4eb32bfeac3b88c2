extension AnimationTarget {
  /// Parses a key path such as `position.x`, `transform.rotation.z` or `isHidden`; nil when no
  /// layer property or no part of it has that name.
  package init?(keyPath: String) {
    guard let target = Self.named[keyPath] else { return nil }
    self = target
  }

  /// All there are, by every name that the API knows: one look answers, because the API parses a
  /// key path for every animation that is made.
  private static let named: [String: AnimationTarget] = {
    var result: [String: AnimationTarget] = [:]
    for (name, property) in LayerProperty.named {
      result[name] = AnimationTarget(property)
      for component in PropertyComponent.allCases where property.kind.hasComponent(component) {
        guard let part = component.name else { continue }
        result[name + "." + part] = AnimationTarget(property, component)
      }
      if property.kind == .matrix {
        result[name + ".rotation"] = AnimationTarget(property, .rotationZ)
      }
    }
    return result
  }()

  /// A field of an object in a property, or a part of it; nil where the field has no such part.
  package init?(_ property: LayerProperty, field: RecordField, part: String?) {
    guard let part else {
      self.init(property, field: field)
      return
    }
    let name = field.kind == .matrix && part == "rotation" ? "rotation.z" : part
    let component = PropertyComponent.allCases.first {
      $0.name == name && field.kind.hasComponent($0)
    }
    guard let component else { return nil }
    self.init(property, component, field: field)
  }

  /// The key path that parses to this target.
  package var keyPath: String {
    let object = field.map { property.name + "." + $0.name + "." + $0.key } ?? property.name
    return component.name.map { object + "." + $0 } ?? object
  }

  /// What the values of this target are made of.
  package var kind: LayerProperty.Kind {
    switch component {
    case .whole: field?.kind ?? property.kind
    case .origin: .point
    case .size, .translation: .size
    case .x, .y, .width, .height, .originX, .originY, .sizeWidth, .sizeHeight, .rotationX,
      .rotationY, .rotationZ, .scale, .scaleX, .scaleY, .scaleZ, .translationX, .translationY,
      .translationZ:
      .number
    }
  }

  /// Whether a value can be shown by this target: a point does not fit `position.x`, and nothing
  /// that is not finite fits anywhere. A value that does not fit counts as not set.
  package func accepts(_ value: PropertyValue) -> Bool { kind.accepts(value) }
}

extension LayerProperty.Kind {
  /// Whether a value is of this kind, and finite.
  ///
  /// Points, sizes, rectangles and colours are all vectors here; the API's edge tells them apart.
  func accepts(_ value: PropertyValue) -> Bool {
    switch (self, value) {
    case (.number, .number), (.integer, .number), (.flag, .number), (.choice, .number),
      (.point, .vector), (.size, .vector), (.rect, .vector), (.color, .vector),
      (.color, .none), (.matrix, .matrix), (.path, .path), (.path, .none),
      (.contents, .contents), (.contents, .none), (.numbers, .list), (.numbers, .none),
      (.colors, .list), (.colors, .none), (.records, .records), (.records, .none):
      value.isFinite
    case (.number, _), (.integer, _), (.flag, _), (.choice, _), (.point, _), (.size, _),
      (.rect, _), (.color, _), (.matrix, _), (.path, _), (.contents, _), (.numbers, _),
      (.colors, _), (.records, _):
      false
    }
  }

  /// Nil is a value of this kind.
  package var isOptional: Bool { accepts(.none) }
}

extension LayerProperty {
  /// The API's name without an `is`.
  package var name: String {
    if case .extra(let property) = self { return property.name }
    return String(describing: self)
  }

  /// By every name that the API knows. `contentsTint` has none: it is how other layer classes'
  /// colours arrive.
  fileprivate static let named: [String: LayerProperty] = {
    var result: [String: LayerProperty] = [:]
    for property in allCases where property != .contentsTint { result[property.name] = property }
    result["isHidden"] = .hidden
    result["isDoubleSided"] = .doubleSided
    result["isGeometryFlipped"] = .geometryFlipped
    return result
  }()
}

extension LayerProperty.Kind {
  fileprivate func hasComponent(_ component: PropertyComponent) -> Bool {
    switch component {
    case .whole: false
    case .x, .y: self == .point
    case .width, .height: self == .size
    case .origin, .size, .originX, .originY, .sizeWidth, .sizeHeight: self == .rect
    case .rotationX, .rotationY, .rotationZ, .scale, .scaleX, .scaleY, .scaleZ, .translation,
      .translationX, .translationY, .translationZ:
      self == .matrix
    }
  }
}

extension PropertyComponent {
  /// Nil for the whole.
  fileprivate var name: String? {
    switch self {
    case .whole: nil
    case .x: "x"
    case .y: "y"
    case .width: "width"
    case .height: "height"
    case .origin: "origin"
    case .size: "size"
    case .originX: "origin.x"
    case .originY: "origin.y"
    case .sizeWidth: "size.width"
    case .sizeHeight: "size.height"
    case .rotationX: "rotation.x"
    case .rotationY: "rotation.y"
    case .rotationZ: "rotation.z"
    case .scale: "scale"
    case .scaleX: "scale.x"
    case .scaleY: "scale.y"
    case .scaleZ: "scale.z"
    case .translation: "translation"
    case .translationX: "translation.x"
    case .translationY: "translation.y"
    case .translationZ: "translation.z"
    }
  }
}
