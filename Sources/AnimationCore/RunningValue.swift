import Geometry

/// One property of one layer on its way through the layer's animations in a frame: begins as the
/// model's value, and each animation in list order changes what the next one sees.
///
/// Parts of a matrix are kept apart between animations, so that an angle of several turns is not
/// folded back into one by the matrix in between.
package struct RunningValue: Sendable {
  package let property: LayerProperty
  private var whole: PropertyValue
  /// Newer than `whole` when set.
  private var parts: TransformParts?

  package init(_ property: LayerProperty, _ modelValue: PropertyValue) {
    self.property = property
    whole = modelValue
  }

  /// The value as the animations so far have left it.
  package var value: PropertyValue {
    guard let parts else { return whole }
    let matrix = parts.matrix
    return matrix.isFinite ? .matrix(matrix) : whole
  }

  /// The leaf must animate this property.
  package mutating func apply(_ leaf: AnimationLeaf, _ sample: LeafSample) {
    let component = leaf.target.component
    if component == .whole {
      whole = leaf.value(sample, over: value)
      parts = nil
      return
    }
    if case .matrix(let m) = whole {
      var p = parts ?? TransformParts(m)
      guard let below = p.value(of: component) else { return }
      p.set(component, to: leaf.value(sample, over: below))
      parts = p
    } else if let below = whole.component(component) {
      whole.setComponent(component, to: leaf.value(sample, over: below))
    }
  }
}
