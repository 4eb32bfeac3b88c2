import Geometry

/// An animation's curve with everything worked out that does not depend on time or on the value
/// below.
enum CurvePlan: Sendable {
  /// Shows the value below.
  case nothing
  case vector(VectorBlend)
  /// The inner plan, its progress run by a spring over the duration.
  indirect case spring(SpringMotion, duration: Double, CurvePlan)
  indirect case matrix(MatrixBlend, end: Matrix4)
  /// By the table of ends; a missing one comes from the value below.
  indirect case ends(from: PropertyValue?, to: PropertyValue?, by: PropertyValue?)
  case keyframes(KeyframeTable)

  init(_ curve: AnimationCurve, target: AnimationTarget) {
    switch curve {
    case .basic(let from, let to, let by):
      self.init(from: from, to: to, by: by, target: target)
    case .spring(let parameters, let duration, let from, let to, let by):
      self = .spring(
        SpringMotion(parameters), duration: duration.isFinite ? duration : 0,
        CurvePlan(from: from, to: to, by: by, target: target))
    case .keyframes(let track):
      self = KeyframeTable(track, target: target).map { .keyframes($0) } ?? .nothing
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
    if kind.isNumeric, [from, to, by].allSatisfy({ $0 == nil || $0?.numbers != nil }) {
      self = .vector(VectorBlend(from: from?.numbers, to: to?.numbers, by: by?.numbers))
      return
    }
    switch (from, to, by) {
    case (.matrix(let a)?, .matrix(let b)?, _):
      self = .matrix(MatrixBlend(from: a, to: b), end: b)
    case (.matrix(let a)?, nil, .matrix(let d)?):
      let b = d.concat(a)
      self = .matrix(MatrixBlend(from: a, to: b), end: b)
    case (nil, .matrix(let b)?, .matrix(let d)?):
      let a = (d.inverse ?? .identity).concat(b)
      self = .matrix(MatrixBlend(from: a, to: b), end: b)
    case (_, _, _): self = .ends(from: from, to: to, by: by)
    }
  }
}

extension LayerProperty.Kind {
  /// A number or a vector, interpolated number by number.
  var isNumeric: Bool {
    switch self {
    case .number, .integer, .point, .size, .rect, .color: true
    case .flag, .choice, .matrix, .path, .contents: false
    }
  }

  /// Takes part in additive, cumulative and by-value animation. Colours, paths, images and choices
  /// do not.
  var addsUp: Bool {
    switch self {
    case .number, .integer, .point, .size, .rect, .matrix: true
    case .flag, .choice, .color, .path, .contents: false
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

  var needsBelow: Bool { below != 0 || belowSlope != 0 }

  func value(at p: Double, over u: SIMD4<Double>) -> SIMD4<Double> {
    constant + slope * p + u * (below + belowSlope * p)
  }

  /// For a value below that is no number at all (a nil colour): the end that is known, where that
  /// end is shown; nil where the value below is.
  func valueOverNothing(at p: Double) -> SIMD4<Double>? {
    if p < 0.5 { return below == 0 ? constant : nil }
    return below + belowSlope == 0 ? constant + slope : nil
  }
}
