import Geometry

/// How a keyframe animation gets from one value to the next.
package enum CalculationMode: UInt8, CaseIterable, Sendable {
  case linear, discrete, paced, cubic, cubicPaced
}

/// What a track that follows a path shows of it.
package enum PathOutput: UInt8, Sendable {
  /// The point reached.
  case point
  /// The turn from +x to the direction of travel, or to the opposite one, as a matrix.
  case rotation, reverseRotation
}

/// The values of a keyframe animation, validated when it was compiled.
package struct KeyframeTrack: Hashable, Sendable {
  package var values: [PropertyValue]
  /// Takes the place of the values: each of its segments leads from one key to the next.
  package var path: Path?
  package var pathOutput = PathOutput.point
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

  package init(path: Path, output: PathOutput = .point, mode: CalculationMode = .linear) {
    self.init(values: [], mode: mode)
    self.path = path
    pathOutput = output
  }
}
