import Geometry

/// What an animation does at a progress, with everything worked out that does not depend on time
/// or on the value below.
enum CurvePlan: Sendable {
  /// Shows the value below.
  case nothing
  case vector(VectorBlend)
  case matrix(MatrixPlan)
  /// By the table of ends; a missing one comes from the value below.
  indirect case ends(from: PropertyValue?, to: PropertyValue?, by: PropertyValue?)
  case keyframes(KeyframeTable)

  init(_ curve: AnimationCurve, target: AnimationTarget) {
    switch curve {
    case .basic(let from, let to, let by):
      self.init(from: from, to: to, by: by, target: target)
    case .spring(_, _, let from, let to, let by):
      self.init(from: from, to: to, by: by, target: target)
    case .keyframes(let track):
      self = KeyframeTable(track, target: target).map { .keyframes($0) } ?? .nothing
    }
  }

  /// Of what goes into a function, all of whose ends are known: the missing ones are zero.
  init(_ curve: AnimationCurve, _ function: ValueFunction) {
    self.init(curve, target: function.input)
    switch (curve, self) {
    case (.basic, .nothing), (.spring, .nothing):
      self = .vector(VectorBlend(from: .zero, to: .zero, by: nil))
    case (_, _): break
    }
  }

  /// Ends that do not fit the target count as not set.
  private init(
    from: PropertyValue?, to: PropertyValue?, by: PropertyValue?, target: AnimationTarget
  ) {
    func fitting(_ value: PropertyValue?) -> PropertyValue? {
      value.flatMap { target.accepts($0) ? $0 : nil }
    }
    let kind = target.kind
    let from = fitting(from)
    let to = fitting(to)
    let by = kind.addsUp ? fitting(by) : nil
    if from == nil && to == nil && by == nil {
      self = .nothing
      return
    }
    func isNumeric(_ end: PropertyValue?) -> Bool { end.map { $0.numbers != nil } ?? true }
    if kind.isNumeric, isNumeric(from), isNumeric(to), isNumeric(by) {
      self = .vector(VectorBlend(from: from?.numbers, to: to?.numbers, by: by?.numbers))
      return
    }
    switch (from, to, by) {
    case (.matrix(let a)?, .matrix(let b)?, _):
      self = .matrix(MatrixPlan(from: a, to: b))
    case (.matrix(let a)?, nil, .matrix(let d)?):
      let b = d.concat(a)
      self = .matrix(MatrixPlan(from: a, to: b))
    case (nil, .matrix(let b)?, .matrix(let d)?):
      let a = (d.inverse ?? .identity).concat(b)
      self = .matrix(MatrixPlan(from: a, to: b))
    case (_, _, _): self = .ends(from: from, to: to, by: by)
    }
  }
}

extension LayerProperty.Kind {
  /// A number or a vector, interpolated number by number.
  var isNumeric: Bool {
    switch self {
    case .number, .integer, .point, .size, .rect, .color: true
    case .flag, .choice, .matrix, .path, .contents, .numbers, .colors, .records: false
    }
  }

  /// Takes part in additive, cumulative and by-value animation. Colours, paths, images and choices
  /// do not.
  var addsUp: Bool {
    switch self {
    case .number, .integer, .point, .size, .rect, .matrix: true
    case .flag, .choice, .color, .path, .contents, .numbers, .colors, .records: false
    }
  }
}

/// From one number or vector to another, either of which may be the value below, as
/// `constant + slope·p + (below + belowSlope·p)·U`.
struct VectorBlend: Hashable, Sendable {
  private var constant: SIMD4<Double>
  private var slope: SIMD4<Double>
  /// Factors of U, the value below.
  private var below: Double
  private var belowSlope: Double
  /// What each cumulative repetition adds.
  private(set) var end: SIMD4<Double>

  init(from: SIMD4<Double>?, to: SIMD4<Double>?, by: SIMD4<Double>?) {
    (constant, slope, below, belowSlope) = (.zero, .zero, 0, 0)
    end = to ?? by ?? .zero
    switch (from, to, by) {
    case (let a?, let b?, _): (constant, slope) = (a, b - a)
    case (let a?, nil, let d?):
      (constant, slope) = (a, d)
      end = a + d
    case (nil, let b?, let d?): (constant, slope) = (b - d, d)
    case (let a?, nil, nil): (constant, slope, belowSlope) = (a, -a, 1)
    case (nil, let b?, nil): (slope, below, belowSlope) = (b, 1, -1)
    case (nil, nil, let d?): (slope, below) = (d, 1)
    case (nil, nil, nil): below = 1
    }
  }

  private var needsBelow: Bool { below != 0 || belowSlope != 0 }

  /// Start and slope where both ends are known; nil where the value below takes part.
  var line: (start: SIMD4<Double>, slope: SIMD4<Double>)? {
    needsBelow ? nil : (constant, slope)
  }

  func value(at p: Double, over u: SIMD4<Double>) -> SIMD4<Double> {
    constant + slope * p + u * (below + belowSlope * p)
  }

  /// Over a nil colour: nothing can be interpolated with it, so the end that is known is shown on
  /// its own half of the way and nil on the other.
  func valueOverNil(at p: Double) -> SIMD4<Double>? {
    if !needsBelow { return value(at: p, over: .zero) }
    if p < 0.5 { return below == 0 ? constant : nil }
    return below + belowSlope == 0 ? constant + slope : nil
  }
}

/// The way between two known matrices. A reference, because the parts of two matrices are much to
/// copy for every frame.
final class MatrixPlan: Sendable {
  private let blend: MatrixBlend
  /// What each cumulative repetition adds.
  let end: Matrix4

  init(from start: Matrix4, to end: Matrix4) {
    blend = MatrixBlend(from: start, to: end)
    self.end = end
  }

  func value(at p: Double) -> Matrix4 { blend.value(at: p) }
}

/// How a spring bends an animation's progress.
struct SpringProgress: Hashable, Sendable {
  private var motion: SpringMotion
  /// Of the animation, in seconds: the spring is cut off there and not stretched to it.
  private var duration: Double

  init?(_ curve: AnimationCurve) {
    guard case .spring(let parameters, let duration, _, _, _) = curve else { return nil }
    motion = SpringMotion(parameters)
    self.duration = duration.isFinite ? duration : 0
  }

  func value(at progress: Double) -> Double { motion.value(at: progress * duration) }

  func value(after seconds: Double) -> Double { motion.value(at: seconds) }
}
