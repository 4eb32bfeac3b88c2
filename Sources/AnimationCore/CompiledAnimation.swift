import Geometry

/// Identifies one animation as added to a layer; never reused.
package struct AnimationID: Hashable, Sendable {
  package let raw: UInt64
  package init(raw: UInt64) { self.raw = raw }
}

/// A spring in physical units, moving a value from 0 to 1.
package struct SpringParameters: Hashable, Sendable {
  package var mass = 1.0
  package var stiffness = 100.0
  package var damping = 10.0
  /// Distances per second, positive towards the end value.
  package var initialVelocity = 0.0
  /// Off: a damping ratio above 1 counts as 1.
  package var allowsOverdamping = false

  package init() {}
}

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

/// What an animation does to the value below it.
package enum AnimationCurve: Hashable, Sendable {
  /// A nil end is taken from the others or from the value below, by the table of §6.
  case basic(from: PropertyValue?, to: PropertyValue?, by: PropertyValue?)
  /// As `basic`, its progress run by a spring over `duration` seconds.
  case spring(
    SpringParameters, duration: Double, from: PropertyValue?, to: PropertyValue?,
    by: PropertyValue?)
  case keyframes(KeyframeTrack)
}

/// One animated property: a leaf of an animation or of a group, with all the time maps above it.
package struct AnimationLeaf: Hashable, Sendable {
  package var target: AnimationTarget
  /// Outermost first; the last is the leaf's own.
  package var timings: [AnimationTiming]
  package var curve: AnimationCurve
  package var isAdditive = false
  package var isCumulative = false

  package init(target: AnimationTarget, timings: [AnimationTiming], curve: AnimationCurve) {
    self.target = target
    self.timings = timings
    self.curve = curve
  }
}

/// One animation of a layer's list, compiled for the server and for `presentation()` alike.
package struct LayerAnimation: Hashable, Sendable {
  package var id: AnimationID
  /// The top-level time map: start and end of this animation, in the layer's local time.
  package var timing: AnimationTiming
  /// What it animates; empty for a group that is only a timer and for unknown key paths.
  package var leaves: [AnimationLeaf]

  package init(id: AnimationID, timing: AnimationTiming, leaves: [AnimationLeaf]) {
    self.id = id
    self.timing = timing
    self.leaves = leaves
  }
}
