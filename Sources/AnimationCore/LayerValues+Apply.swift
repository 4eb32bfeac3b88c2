extension LayerValues {
  /// Replaces what the animations animate by what they show at a moment of the layer's local time,
  /// in list order. Begin these values as the model's: an animation that has not begun, or is over
  /// and does not fill, leaves them as they are.
  package mutating func apply(_ animations: [LayerAnimation], at localTime: Double) {
    apply(PropertyAnimation.grouping(animations), at: localTime)
  }

  /// As above, with the animations sorted by property beforehand.
  package mutating func apply(_ animations: [PropertyAnimation], at localTime: Double) {
    for animation in animations {
      self[animation.property] = animation.value(over: self[animation.property], at: localTime)
    }
  }
}
