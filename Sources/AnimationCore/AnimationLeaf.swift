import Geometry

/// One animated property: a leaf of an animation or of a group, with all the time maps above it.
///
/// What does not depend on time is worked out when the leaf is made or changed, so that sampling
/// numbers, vectors and matrices allocates nothing.
package struct AnimationLeaf: Sendable {
  package var target: AnimationTarget { didSet { program = makeProgram(plan: nil) } }
  /// Outermost first; the last is the leaf's own.
  package var timings: [AnimationTiming] { didSet { program = makeProgram(plan: program.plan) } }
  package var curve: AnimationCurve { didSet { program = makeProgram(plan: nil) } }
  package var isAdditive = false { didSet { program = makeProgram(plan: program.plan) } }
  package var isCumulative = false { didSet { program = makeProgram(plan: program.plan) } }

  /// Follows from all of these.
  private(set) var program: LeafProgram

  package init(target: AnimationTarget, timings: [AnimationTiming], curve: AnimationCurve) {
    self.target = target
    self.timings = timings
    self.curve = curve
    program = LeafProgram(
      target: target, timings: timings, curve: curve, isAdditive: false, isCumulative: false,
      plan: nil)
  }

  private func makeProgram(plan: CurvePlan?) -> LeafProgram {
    LeafProgram(
      target: target, timings: timings, curve: curve, isAdditive: isAdditive,
      isCumulative: isCumulative, plan: plan)
  }

  /// Where a moment of the layer's local time lies in the leaf; nil when it contributes nothing
  /// then.
  package func sample(at localTime: Double) -> LeafSample? { program.sample(at: localTime) }

  /// What the leaf shows over the value below it: the model's, or what earlier animations made of
  /// it. Where that is not finite the value below stays.
  package func value(_ sample: LeafSample, over below: PropertyValue) -> PropertyValue {
    program.value(sample, over: below)
  }
}

/// Where a moment lies in a leaf.
package struct LeafSample: Hashable, Sendable {
  /// After the timing function and the spring, if any; leaves 0…1 where they overshoot.
  package var progress: Double
  /// How many completed repetitions a cumulative animation adds up; 0 for all others.
  package var repetitions: Int

  package init(progress: Double, repetitions: Int = 0) {
    self.progress = progress
    self.repetitions = repetitions
  }
}

extension AnimationLeaf: Hashable {
  package static func == (a: AnimationLeaf, b: AnimationLeaf) -> Bool {
    a.program === b.program
      || (a.target == b.target && a.timings == b.timings && a.curve == b.curve
        && a.isAdditive == b.isAdditive && a.isCumulative == b.isCumulative)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(target)
    hasher.combine(timings)
    hasher.combine(curve)
    hasher.combine(isAdditive)
    hasher.combine(isCumulative)
  }
}
