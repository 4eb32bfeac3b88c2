/// How a layer shows its sublayers; the choices of `ExtraProperty.sublayerMode`.
package enum SublayerMode: UInt8, CaseIterable, Sendable {
  /// In its plane.
  case flat
  /// In the space in which the layer itself lies: it draws nothing and makes no plane.
  case spatial
  /// Several times.
  case replicated

  /// As the property's value.
  package var value: PropertyValue { .number(Double(rawValue)) }
}

extension LayerValues {
  package var sublayerMode: SublayerMode {
    get {
      guard hasExtras, case .number(let n) = extras[.sublayerMode] else { return .flat }
      return SublayerMode(rawValue: UInt8(n)) ?? .flat
    }
    set { self[extra: .sublayerMode] = newValue.value }
  }

  /// The sublayers keep their depth instead of lying in the layer's plane.
  package var keepsDepth: Bool {
    // Most layers have no such properties.
    guard hasExtras else { return false }
    switch sublayerMode {
    case .flat: return false
    case .spatial: return true
    case .replicated: return extras[.preservesDepth] == .flag(true)
    }
  }
}
