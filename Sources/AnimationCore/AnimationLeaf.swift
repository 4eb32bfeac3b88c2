import Geometry

/// One animated property: a leaf of an animation or of a group, with all the time maps above it.
///
/// What does not depend on time is worked out when the leaf is made, so that sampling numbers,
/// vectors and matrices allocates nothing.
package struct AnimationLeaf: Sendable {
  package var target: AnimationTarget { didSet { plan = CurvePlan(curve, target: target) } }
  /// Outermost first; the last is the leaf's own.
  package var timings: [AnimationTiming]
  package var curve: AnimationCurve { didSet { plan = CurvePlan(curve, target: target) } }
  package var isAdditive = false
  package var isCumulative = false

  /// Follows from `curve` and `target`.
  private var plan: CurvePlan

  package init(target: AnimationTarget, timings: [AnimationTiming], curve: AnimationCurve) {
    self.target = target
    self.timings = timings
    self.curve = curve
    plan = CurvePlan(curve, target: target)
  }

  /// Where a moment of the layer's local time lies in the leaf; nil when it contributes nothing
  /// then.
  package func sample(at localTime: Double) -> LeafSample? {
    let last = timings.count - 1
    guard last >= 0 else { return nil }
    var time = localTime
    for i in 0..<last {
      let outer = timings[i].sample(at: time)
      guard outer.isApplied else { return nil }
      time = timings[i].progress(outer.fraction) * timings[i].duration
    }
    let own = timings[last].sample(at: time)
    guard own.isApplied else { return nil }
    let accumulates = isCumulative && !timings[last].autoreverses
    return LeafSample(
      progress: timings[last].progress(own.fraction),
      repetitions: accumulates ? own.iteration : 0)
  }

  /// What the leaf shows over the value below it: the model's, or what earlier animations made of
  /// it.
  package func value(_ sample: LeafSample, over below: PropertyValue) -> PropertyValue {
    let result = evaluate(plan, sample, over: below)
    return result.isFinite ? result : below
  }

  private func evaluate(_ plan: CurvePlan, _ sample: LeafSample, over below: PropertyValue)
    -> PropertyValue
  {
    let p = sample.progress
    switch plan {
    case .nothing: return below
    case .spring(let motion, let duration, let inner):
      var sprung = sample
      sprung.progress = motion.value(at: p * duration)
      return evaluate(inner, sprung, over: below)
    case .vector(let blend):
      guard let u = below.numbers ?? (blend.needsBelow ? nil : .zero) else {
        return blend.valueOverNothing(at: p).map { .vector($0) } ?? below
      }
      var v = blend.value(at: p, over: u)
      if target.kind.addsUp {
        if sample.repetitions > 0 { v += blend.end * Double(sample.repetitions) }
        if isAdditive { v += u }
      }
      switch target.kind {
      case .number: return .number(v.x)
      case .integer: return .number(v.x.rounded())
      case .flag, .choice, .point, .size, .rect, .color, .matrix, .path, .contents:
        return .vector(v)
      }
    case .matrix(let blend, let end):
      return combined(.matrix(blend.value(at: p)), end: .matrix(end), sample, over: below)
    case .ends(let from, let to, let by):
      var start = from ?? below
      var end = to ?? below
      if case .matrix(let d)? = by, case .matrix(let u) = below {
        start = below
        end = .matrix(d.concat(u))
      }
      let value = start.interpolated(to: end, at: p, kind: target.kind)
      return combined(value, end: end, sample, over: below)
    case .keyframes(let table):
      return combined(table.value(at: p), end: table.end, sample, over: below)
    }
  }

  /// Adds earlier repetitions and the value below where the animation and the type ask for it.
  private func combined(
    _ value: PropertyValue, end: PropertyValue, _ sample: LeafSample, over below: PropertyValue
  ) -> PropertyValue {
    guard sample.repetitions > 0 || isAdditive, target.kind.addsUp else { return value }
    switch (value, end, below) {
    case (.number(var n), .number(let e), .number(let u)):
      n += e * Double(sample.repetitions)
      return .number(isAdditive ? n + u : n)
    case (.vector(var v), .vector(let e), .vector(let u)):
      v += e * Double(sample.repetitions)
      return .vector(isAdditive ? v + u : v)
    case (.matrix(var m), .matrix(let e), .matrix(let u)):
      if sample.repetitions > 0 { m = m.concat(e.power(sample.repetitions)) }
      return .matrix(isAdditive ? m.concat(u) : m)
    case (.none, _, _), (.number, _, _), (.vector, _, _), (.matrix, _, _), (.path, _, _),
      (.contents, _, _):
      return value
    }
  }
}

/// Where a moment lies in a leaf.
package struct LeafSample: Hashable, Sendable {
  /// After the timing function; leaves 0…1 where that overshoots. A spring is not in it yet.
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
    a.target == b.target && a.timings == b.timings && a.curve == b.curve
      && a.isAdditive == b.isAdditive && a.isCumulative == b.isCumulative
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(target)
    hasher.combine(timings)
    hasher.combine(curve)
    hasher.combine(isAdditive)
    hasher.combine(isCumulative)
  }
}
