import Geometry

/// One animated property: a leaf of an animation or of a group, with all the time maps above it.
///
/// All of it lies in one immutable object that commit, frame loop and `presentation()` share. What
/// does not depend on time is worked out when the leaf is made or changed, so that sampling
/// numbers, vectors and matrices allocates nothing.
package struct AnimationLeaf: Sendable {
  private(set) var program: LeafProgram

  /// Outermost first; the last is the leaf's own.
  package init(target: AnimationTarget, timings: [AnimationTiming], curve: AnimationCurve) {
    program = LeafProgram(
      target: target, groups: Array(timings.dropLast()), own: timings.last, curve: curve,
      function: nil, path: nil, isAdditive: false, isCumulative: false, plan: nil)
  }

  /// Below `groups`, outermost first, with a timing of its own. With a `function` the target is a
  /// whole matrix, and the curve's values are what goes into the function. With a `path` that makes
  /// the progress of what the timing says.
  package init(
    target: AnimationTarget, groups: [AnimationTiming], timing: AnimationTiming,
    curve: AnimationCurve, function: ValueFunction? = nil, path: ProgressPath? = nil,
    isAdditive: Bool, isCumulative: Bool
  ) {
    program = LeafProgram(
      target: target, groups: groups, own: timing, curve: curve, function: function, path: path,
      isAdditive: isAdditive, isCumulative: isCumulative, plan: nil)
  }

  /// The same with other time maps and another path: nothing is worked out anew.
  package func led(by path: ProgressPath, groups: [AnimationTiming], timing: AnimationTiming)
    -> AnimationLeaf
  {
    var leaf = self
    leaf.program = LeafProgram(
      target: program.target, groups: groups, own: timing, curve: program.curve,
      function: program.function, path: path, isAdditive: program.isAdditive,
      isCumulative: program.isCumulative, plan: program.plan)
    return leaf
  }

  package var target: AnimationTarget {
    get { program.target }
    set { replace(target: newValue) }
  }

  /// Outermost first; the last is the leaf's own.
  package var timings: [AnimationTiming] {
    get { program.timings }
    set { replace(timings: newValue) }
  }

  package var curve: AnimationCurve {
    get { program.curve }
    set { replace(curve: newValue) }
  }

  package var function: ValueFunction? { program.function }
  package var path: ProgressPath? { program.path }

  package var isAdditive: Bool {
    get { program.isAdditive }
    set { replace(isAdditive: newValue) }
  }

  package var isCumulative: Bool {
    get { program.isCumulative }
    set { replace(isCumulative: newValue) }
  }

  private mutating func replace(
    target: AnimationTarget? = nil, timings: [AnimationTiming]? = nil,
    curve: AnimationCurve? = nil, isAdditive: Bool? = nil, isCumulative: Bool? = nil
  ) {
    let timings = timings ?? program.timings
    program = LeafProgram(
      target: target ?? program.target, groups: Array(timings.dropLast()), own: timings.last,
      curve: curve ?? program.curve, function: program.function, path: program.path,
      isAdditive: isAdditive ?? program.isAdditive,
      isCumulative: isCumulative ?? program.isCumulative,
      plan: target == nil && curve == nil ? program.plan : nil)
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
        && a.function == b.function && a.path == b.path && a.isAdditive == b.isAdditive
        && a.isCumulative == b.isCumulative)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(target)
    hasher.combine(timings)
    hasher.combine(curve)
    hasher.combine(function)
    hasher.combine(path)
    hasher.combine(isAdditive)
    hasher.combine(isCumulative)
  }
}
