import Geometry

/// All animations of one property of one layer, in list order: what a frame loop keeps and asks.
///
/// The typed questions allocate nothing and copy nothing but numbers; ask the one that fits how the
/// property is stored. An answer equal to the model's value may mean that nothing is shown now.
package struct PropertyAnimation: Sendable {
  package let property: LayerProperty
  private(set) var leaves: [LeafProgram] = []
  /// A number is shown rounded; those that add up to it need not be whole.
  private let isWhole: Bool

  package init(_ property: LayerProperty) {
    self.property = property
    isWhole = property.kind == .integer
  }

  /// One for each property that the animations of a layer animate, in order of first appearance.
  package static func grouping(_ animations: [LayerAnimation]) -> [PropertyAnimation] {
    var result: [PropertyAnimation] = []
    for animation in animations { gather(animation, into: &result) }
    return result
  }

  /// Adds the leaves of one more animation.
  package static func gather(
    _ animation: LayerAnimation, into result: inout [PropertyAnimation]
  ) {
    for leaf in animation.leaves {
      let property = leaf.target.property
      let i = result.firstIndex { $0.property == property } ?? result.endIndex
      if i == result.endIndex { result.append(PropertyAnimation(property)) }
      result[i].append(leaf)
    }
  }

  /// The leaf must animate this property.
  package mutating func append(_ leaf: AnimationLeaf) {
    leaves.append(leaf.program)
  }

  /// For properties that are one number. `localTime` is the layer's.
  package func number(over model: Double, at localTime: Double) -> Double {
    var value = model
    for leaf in leaves {
      if let sample = leaf.sample(at: localTime) {
        value = leaf.number(sample, over: value)
      }
    }
    return isWhole ? value.rounded() : value
  }

  /// For points, sizes, rectangles and colours; nil is a nil colour.
  package func vector(over model: SIMD4<Double>?, at localTime: Double) -> SIMD4<Double>? {
    var value = model
    for leaf in leaves {
      guard let sample = leaf.sample(at: localTime) else { continue }
      let component = leaf.component
      if component == .whole {
        value = leaf.numbers(sample, over: value)
      } else if var whole = value {
        let below = whole.component(component)
        whole.setComponent(component, to: leaf.numbers(sample, over: below) ?? below)
        value = whole
      }
    }
    return value
  }

  /// For matrices. Parts are kept apart between animations, so that an angle of several turns is
  /// not folded back into one by the matrix in between.
  package func matrix(over model: Matrix4, at localTime: Double) -> Matrix4 {
    var value = model
    var parts: TransformParts?
    for leaf in leaves {
      guard let sample = leaf.sample(at: localTime) else { continue }
      let component = leaf.component
      if component == .whole {
        if let p = parts { value = p.matrix }
        parts = nil
        value = leaf.matrix(sample, over: value)
      } else {
        var p = parts ?? TransformParts(value)
        let below = p[component]
        p[component] = leaf.numbers(sample, over: below) ?? below
        parts = p
      }
    }
    guard let matrix = parts?.matrix else { return value }
    return matrix.isFinite ? matrix : value
  }

  /// For properties of any kind.
  package func value(over model: PropertyValue, at localTime: Double) -> PropertyValue {
    switch property.kind {
    case .number, .integer:
      guard case .number(let n) = model else { return model }
      return .number(number(over: n, at: localTime))
    case .point, .size, .rect, .color:
      return vector(over: model.numbers, at: localTime).map { .vector($0) } ?? .none
    case .matrix:
      guard case .matrix(let m) = model else { return model }
      return .matrix(matrix(over: m, at: localTime))
    case .flag, .choice, .path, .contents, .numbers, .colors, .records:
      var value = model
      for leaf in leaves {
        guard let sample = leaf.sample(at: localTime) else { continue }
        if let field = leaf.target.field {
          leaf.apply(sample, to: field, in: &value)
        } else {
          value = leaf.value(sample, over: value)
        }
      }
      return value
    }
  }
}
