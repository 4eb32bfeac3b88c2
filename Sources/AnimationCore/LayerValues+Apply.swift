import Geometry

extension LayerValues {
  /// Replaces what the animations animate by what they show at a moment of the layer's local time,
  /// in list order. Begin these values as the model's: an animation that has not begun, or is over
  /// and does not fill, leaves them as they are.
  package mutating func apply(_ animations: [LayerAnimation], at localTime: Double) {
    // Held open over the whole list, so that their parts meet as numbers and not as matrices.
    var transform: RunningValue?
    var sublayerTransform: RunningValue?
    for animation in animations {
      for leaf in animation.leaves {
        guard let sample = leaf.sample(at: localTime) else { continue }
        let property = leaf.target.property
        if property == .transform {
          if transform == nil { transform = RunningValue(property, self[property]) }
          transform?.apply(leaf, sample)
        } else if property == .sublayerTransform {
          if sublayerTransform == nil { sublayerTransform = RunningValue(property, self[property]) }
          sublayerTransform?.apply(leaf, sample)
        } else {
          var running = RunningValue(property, self[property])
          running.apply(leaf, sample)
          self[property] = running.value
        }
      }
    }
    if let transform { self[.transform] = transform.value }
    if let sublayerTransform { self[.sublayerTransform] = sublayerTransform.value }
  }
}
