/// How a keyframe animation gets from one value to the next.
package enum CalculationMode: UInt8, CaseIterable, Sendable {
  case linear, discrete, paced, cubic, cubicPaced
}

/// The values of a keyframe animation, validated when it was compiled.
package struct KeyframeTrack: Hashable, Sendable {
  package var values: [PropertyValue]
  /// As given; nil for the mode's own.
  package var keyTimes: [Double]?
  package var mode: CalculationMode
  /// One per segment; nil entries and missing ones are linear.
  package var functions: [UnitBezier?]
  package var tensions: [Double]
  package var continuities: [Double]
  package var biases: [Double]

  package init(values: [PropertyValue], mode: CalculationMode = .linear) {
    self.values = values
    self.mode = mode
    keyTimes = nil
    functions = []
    tensions = []
    continuities = []
    biases = []
  }
}
