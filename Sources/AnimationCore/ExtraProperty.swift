import Geometry

/// A property that only some classes of layers have, or that hardly any layer sets.
///
/// Those at their defaults take no room; the others lie together (`ExtraValues`).
package enum ExtraProperty: UInt8, CaseIterable, Sendable {
  // Of any layer.
  case shouldRasterize, rasterizationScale, minificationFilterBias, cornerCurve
  case filters, backgroundFilters, compositingFilter
  /// What becomes of the sublayers (`SublayerMode`): fixed by the layer's class.
  case sublayerMode
  // Of shapes.
  case path, fillColor, fillRule, strokeColor, strokeStart, strokeEnd
  case lineWidth, miterLimit, lineCap, lineJoin, lineDashPattern, lineDashPhase
  // Of gradients.
  case colors, locations, startPoint, endPoint, gradientType
  // Of replicators.
  case instanceCount, instanceDelay, instanceTransform, instanceColor
  case instanceRedOffset, instanceGreenOffset, instanceBlueOffset, instanceAlphaOffset
  /// Also of emitters.
  case preservesDepth
  // Of emitters.
  case emitterCells, birthRate, lifetime
  case emitterPosition, emitterZPosition, emitterSize, emitterDepth
  case emitterShape, emitterMode, renderMode
  case velocity, scale, spin, seed

  /// What is known of a property.
  package struct Traits: Sendable {
    package var kind: LayerProperty.Kind
    /// The value of a layer that was never given one.
    package var initial: PropertyValue
    package var implicitAction: ImplicitAction
    /// Of a choice: what the API calls the raw values, from 0.
    package var choices: [String]

    fileprivate init(
      _ kind: LayerProperty.Kind, _ initial: PropertyValue,
      implicit implicitAction: ImplicitAction = .none, choices: [String] = []
    ) {
      self.kind = kind
      self.initial = initial
      self.implicitAction = implicitAction
      self.choices = choices
    }

    /// Of the right kind, finite, and among the choices if there are any.
    func accepts(_ value: PropertyValue) -> Bool {
      guard kind == .choice, case .number(let n) = value else { return kind.accepts(value) }
      return choices.indices.contains { Double($0) == n }
    }

    fileprivate static func number(_ n: Double) -> Traits {
      Traits(.number, .number(n), implicit: .basic)
    }

    fileprivate static let flag = Traits(.flag, .flag(false))

    fileprivate static func choice(_ names: String..., initial: Double = 0) -> Traits {
      Traits(.choice, .number(initial), choices: names)
    }

    fileprivate static func color(_ color: Color?) -> Traits {
      Traits(.color, .color(color), implicit: .basic)
    }
  }

  package var traits: Traits {
    // A table: some defaults are objects, which are not made again for each question.
    Self.table[Int(rawValue)]
  }

  private static let table = allCases.map(\.definition)

  private var definition: Traits {
    switch self {
    case .shouldRasterize, .preservesDepth: .flag
    case .rasterizationScale: Traits(.number, .number(1))
    case .minificationFilterBias: Traits(.number, .number(0))
    case .cornerCurve: .choice("circular", "continuous")
    case .filters, .backgroundFilters, .compositingFilter:
      Traits(.records, .none, implicit: .transition)
    case .sublayerMode: .choice("flat", "spatial", "replicated")
    case .path: Traits(.path, .none)
    case .fillColor: .color(.black)
    case .strokeColor: .color(nil)
    case .strokeStart, .lineDashPhase, .instanceRedOffset, .instanceGreenOffset,
      .instanceBlueOffset, .instanceAlphaOffset, .instanceDelay, .emitterZPosition, .emitterDepth:
      .number(0)
    case .strokeEnd, .lineWidth, .birthRate, .lifetime, .velocity, .scale, .spin: .number(1)
    case .miterLimit: .number(10)
    case .fillRule: .choice("non-zero", "even-odd")
    case .lineCap: .choice("butt", "round", "square")
    case .lineJoin: .choice("miter", "round", "bevel")
    case .lineDashPattern: Traits(.numbers, .none)
    case .colors: Traits(.colors, .none, implicit: .basic)
    case .locations: Traits(.numbers, .none, implicit: .basic)
    case .startPoint: Traits(.point, .point(Point(0.5, 0)), implicit: .basic)
    case .endPoint: Traits(.point, .point(Point(0.5, 1)), implicit: .basic)
    case .gradientType: .choice("axial", "radial", "conic")
    case .instanceCount: Traits(.integer, .number(1), implicit: .basic)
    case .instanceTransform: Traits(.matrix, .matrix(.identity), implicit: .basic)
    case .instanceColor: .color(.white)
    case .emitterCells: Traits(.records, .none)
    case .emitterPosition: Traits(.point, .point(.zero), implicit: .basic)
    case .emitterSize: Traits(.size, .size(.zero), implicit: .basic)
    case .emitterShape: .choice("point", "line", "rectangle", "cuboid", "circle", "sphere")
    case .emitterMode: .choice("points", "outline", "surface", "volume", initial: 3)
    case .renderMode:
      .choice("unordered", "oldestFirst", "oldestLast", "backToFront", "additive")
    case .seed: Traits(.integer, .number(0))
    }
  }

  /// The API's name.
  package var name: String { self == .gradientType ? "type" : String(describing: self) }
}

/// What a change of a property starts by itself.
package enum ImplicitAction: Sendable {
  case none
  /// A basic animation from the value seen.
  case basic
  /// A fade from the picture seen.
  case transition
}

/// Those extra properties of a layer that differ from their defaults.
@usableFromInline package struct ExtraValues: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package var property: ExtraProperty
    package var value: PropertyValue
  }

  /// By property, each once. Few: no layer has all of them.
  package private(set) var entries: [Entry] = []

  package init() {}

  package subscript(property: ExtraProperty) -> PropertyValue {
    get {
      entries.first { $0.property == property }?.value ?? property.traits.initial
    }
    set {
      let traits = property.traits
      guard traits.accepts(newValue) else { return }
      let i = entries.firstIndex { $0.property.rawValue >= property.rawValue } ?? entries.endIndex
      let isThere = i < entries.endIndex && entries[i].property == property
      switch (isThere, newValue == traits.initial) {
      case (true, true): entries.remove(at: i)
      case (true, false): entries[i].value = newValue
      case (false, true): break
      case (false, false): entries.insert(Entry(property: property, value: newValue), at: i)
      }
    }
  }

  /// The properties whose values differ.
  package func differences(from other: ExtraValues) -> [ExtraProperty] {
    guard self != other else { return [] }
    return ExtraProperty.allCases.filter { self[$0] != other[$0] }
  }
}
