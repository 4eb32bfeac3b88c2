import Geometry

/// A leaf with everything worked out that does not depend on time: immutable, and so shared by
/// reference between the commit, the frame loop and `presentation()`.
final class LeafProgram: Sendable {
  let target: AnimationTarget
  private let kind: LayerProperty.Kind
  let isAdditive: Bool
  let isCumulative: Bool
  /// Nil for a leaf that never shows anything.
  private let own: AnimationTiming?
  /// Outermost first.
  private let groups: [AnimationTiming]
  let curve: AnimationCurve
  /// Makes a matrix of what the plan gives.
  let function: ValueFunction?
  let plan: CurvePlan
  private let spring: SpringProgress?
  /// Between timing and curve, for an animation that is led from outside.
  let path: ProgressPath?
  private let accumulates: Bool

  var component: PropertyComponent { target.component }

  /// As the leaf names them: its own at the end.
  var timings: [AnimationTiming] { groups + (own.map { [$0] } ?? []) }

  /// `plan` is that of an earlier program with the same target and curve, if there is one.
  init(
    target: AnimationTarget, groups: [AnimationTiming], own: AnimationTiming?,
    curve: AnimationCurve, function: ValueFunction?, path: ProgressPath?, isAdditive: Bool,
    isCumulative: Bool, plan: CurvePlan?
  ) {
    self.target = target
    kind = target.kind
    self.groups = groups
    self.own = own
    self.curve = curve
    self.function = function
    self.plan =
      plan ?? function.map { CurvePlan(curve, $0) } ?? CurvePlan(curve, target: target)
    spring = SpringProgress(curve)
    self.path = path
    self.isAdditive = isAdditive
    self.isCumulative = isCumulative
    accumulates = isCumulative && own?.autoreverses != true
  }

  /// The leaf as a line that its own timing runs along; nil when it is of another shape.
  var plain: (timing: AnimationTiming, line: (start: SIMD4<Double>, slope: SIMD4<Double>))? {
    guard let bent, bent.spring == nil else { return nil }
    return (bent.timing, bent.line)
  }

  /// The same with a spring, if the leaf has one, between timing and line.
  var bent:
    (
      timing: AnimationTiming, spring: SpringProgress?,
      line: (start: SIMD4<Double>, slope: SIMD4<Double>)
    )?
  {
    guard target.field == nil, let own, groups.isEmpty, !isAdditive, !accumulates, kind != .integer,
      function == nil, path == nil,
      spring == nil || own.duration.isFinite, case .vector(let blend) = plan,
      let line = blend.line
    else { return nil }
    return (own, spring, line)
  }

  /// Where a moment of the layer's local time lies in the leaf; nil when it contributes nothing
  /// then.
  func sample(at localTime: Double) -> LeafSample? {
    guard let own else { return nil }
    var time = localTime
    for i in groups.indices {
      let group = groups[i].sample(at: time)
      guard group.isApplied else { return nil }
      // A share of an endless duration says nothing; the curve has not left its start then.
      time =
        groups[i].duration.isFinite
        ? groups[i].progress(group.fraction) * groups[i].duration : group.localTime
    }
    let sample = own.sample(at: time)
    guard sample.isApplied else { return nil }
    var progress = own.progress(sample.fraction)
    if let path { progress = path.value(at: progress) }
    if let spring {
      // As above: a spring goes by seconds, and those of an endless duration pass all the same.
      progress =
        own.duration.isFinite
        ? spring.value(at: progress) : spring.value(after: sample.localTime)
    }
    return LeafSample(progress: progress, repetitions: accumulates ? sample.iteration : 0)
  }

  /// What the leaf shows over the value below it: the model's, or what earlier animations made of
  /// it. Where that is not finite the value below stays.
  func value(_ sample: LeafSample, over below: PropertyValue) -> PropertyValue {
    switch kind {
    case .number, .integer:
      guard case .number(let n) = below else { return below }
      return .number(number(sample, over: n))
    case .point, .size, .rect, .color:
      return numbers(sample, over: below.numbers).map { .vector($0) } ?? .none
    case .matrix:
      guard case .matrix(let m) = below else { return below }
      return .matrix(matrix(sample, over: m))
    case .flag, .choice, .path, .contents, .numbers, .colors, .records:
      return other(sample, over: below)
    }
  }

  /// As `value`, for a field of an object in the property, or for a part of one. Where there is no
  /// such field nothing changes.
  func apply(_ sample: LeafSample, to field: RecordField, in property: inout PropertyValue) {
    guard var whole = field.value(in: property), let below = whole.component(component) else {
      return
    }
    whole.setComponent(component, to: value(sample, over: below))
    field.store(whole, in: &property)
  }

  /// As `value`, for a target that is a number.
  func number(_ sample: LeafSample, over below: Double) -> Double {
    numbers(sample, over: SIMD4(below, 0, 0, 0))?.x ?? below
  }

  /// As `value`, for targets that are vectors; nil is a nil colour.
  func numbers(_ sample: LeafSample, over below: SIMD4<Double>?) -> SIMD4<Double>? {
    guard let shown = curveNumbers(sample, over: below) else { return nil }
    return shown.isFinite ? shown : below
  }

  /// As `numbers`, finite or not.
  @inline(__always)
  private func curveNumbers(_ sample: LeafSample, over below: SIMD4<Double>?) -> SIMD4<Double>? {
    let p = sample.progress
    var v: SIMD4<Double>
    let end: SIMD4<Double>
    switch plan {
    case .nothing: return below
    case .vector(let blend):
      guard let below else { return blend.valueOverNil(at: p) }
      v = blend.value(at: p, over: below)
      end = blend.end
    case .keyframes(let table):
      guard let shown = table.numbers(at: p) ?? table.value(at: p).numbers else { return nil }
      v = shown
      end = sample.repetitions > 0 ? table.end.numbers ?? .zero : .zero
    case .ends, .matrix: return other(sample, over: below.map { .vector($0) } ?? .none).numbers
    }
    if kind.addsUp, let below {
      if sample.repetitions > 0 { v += end * Double(sample.repetitions) }
      if isAdditive { v += below }
    }
    return v
  }

  /// As `value`, for a target that is a whole matrix.
  func matrix(_ sample: LeafSample, over below: Matrix4) -> Matrix4 {
    if let function { return matrix(sample, over: below, by: function) }
    let p = sample.progress
    var m: Matrix4
    let end: Matrix4
    switch plan {
    case .nothing, .vector: return below
    case .matrix(let plan): (m, end) = (plan.value(at: p), plan.end)
    case .keyframes(let table):
      if let shown = table.matrix(at: p) {
        m = shown
      } else if case .matrix(let shown) = table.value(at: p) {
        m = shown
      } else {
        return below
      }
      guard case .matrix(let last) = table.end else { return below }
      end = last
    case .ends(let from, let to, let by):
      var (start, last) = (below, below)
      if case .matrix(let given)? = from { start = given }
      if case .matrix(let given)? = to { last = given }
      if case .matrix(let step)? = by { last = step.concat(below) }
      m = MatrixBlend(from: start, to: last).value(at: p)
      end = last
    }
    if sample.repetitions > 0 { m = m.concat(end.power(sample.repetitions)) }
    if isAdditive { m = m.concat(below) }
    return m.isFinite ? m : below
  }

  /// What the function makes of the numbers. These accumulate and add up before it sees them; what
  /// is below only follows, as with every matrix that is added.
  private func matrix(_ sample: LeafSample, over below: Matrix4, by function: ValueFunction)
    -> Matrix4
  {
    if case .nothing = plan { return below }
    guard let numbers = curveNumbers(sample, over: .zero), numbers.isFinite else { return below }
    let m = function.matrix(numbers)
    let shown = isAdditive ? m.concat(below) : m
    return shown.isFinite ? shown : below
  }

  /// Flags, choices, paths and images: nothing adds up. A colour with a nil end also comes here.
  private func other(_ sample: LeafSample, over below: PropertyValue) -> PropertyValue {
    switch plan {
    case .nothing, .vector, .matrix: return below
    case .keyframes(let table):
      let value = table.value(at: sample.progress)
      return value.isFinite ? value : below
    case .ends(let from, let to, _):
      // Objects within objects change at once, lists of filters half way as all that does not mix.
      let isAtOnce = target.field?.kind == .records && sample.progress > 0
      let value = (from ?? below).interpolated(
        to: to ?? below, at: isAtOnce ? 1 : sample.progress, kind: kind)
      return value.isFinite ? value : below
    }
  }
}
