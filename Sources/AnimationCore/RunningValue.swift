import Geometry

/// One property of one layer on its way through single leaves: begins as the model's value, and
/// each leaf in list order changes what the next one sees. `PropertyAnimation` does the same for a
/// kept list, faster.
package struct RunningValue: Sendable {
  package let property: LayerProperty
  private var whole: PropertyValue
  /// Newer than `whole` when set: parts of a matrix are kept apart between leaves, so that an angle
  /// of several turns is not folded back into one by the matrix in between.
  private var parts: TransformParts?

  package init(_ property: LayerProperty, _ modelValue: PropertyValue) {
    self.property = property
    whole = modelValue
  }

  /// The value as the leaves so far have left it.
  package var value: PropertyValue {
    guard let matrix = parts?.matrix, matrix.isFinite else { return whole }
    return .matrix(matrix)
  }

  /// The leaf must animate this property.
  package mutating func apply(_ leaf: AnimationLeaf, _ sample: LeafSample) {
    let component = leaf.target.component
    if component == .whole {
      whole = leaf.value(sample, over: value)
      parts = nil
    } else if component.isMatrixPart, case .matrix(let m) = whole {
      var p = parts ?? TransformParts(m)
      let below = p[component]
      p[component] = leaf.program.numbers(sample, over: below) ?? below
      parts = p
    } else if let below = whole.component(component) {
      whole.setComponent(component, to: leaf.value(sample, over: below))
    }
  }
}
