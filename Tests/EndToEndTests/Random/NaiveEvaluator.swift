import Foundation

// A second reading of the animation rules, for comparison only: slow, plain, and sharing no code
// with the product. Every value is an array of numbers; nothing is precomputed.

/// The members of CAMediaTiming, and the control points of the timing function.
struct NaiveTiming {
  enum Fill: String, CaseIterable { case removed, backwards, forwards, both }

  /// Zero means the moment of the commit at top level, and the group's start inside a group.
  var begin = 0.0
  var offset = 0.0
  var speed = 1.0
  /// Zero means the group's duration, and at top level 0.25 s.
  var duration = 0.0
  var repeatCount = 0.0
  var repeatDuration = 0.0
  var autoreverses = false
  var fill = Fill.removed
  /// x1, y1, x2, y2; nil is linear.
  var curve: [Double]?
}

/// The part of a property that an animation drives.
struct NaiveTarget {
  var keyPath: String
  /// The property whose array of numbers it is a part of.
  var property: String
  /// Which of those numbers.
  var places: [Int]
  /// One number for all places, as for `transform.scale`.
  var isSpread = false
  var kind = NaiveKind.numbers
}

/// How two values interpolate.
enum NaiveKind {
  /// One by one.
  case numbers
  /// Shows its second value as soon as time begins to run.
  case flag
  /// Shows its second value from half of the way on.
  case choice
  /// Its structure as a number, then the points; nothing at all for none.
  case path
  /// 16 numbers in reading order.
  case matrix
  /// One by one where there are as many; nothing at all for none.
  case list
  /// A number without a fraction.
  case integer
}

/// Which properties a layer has beyond those of every layer.
enum NaiveClass: CaseIterable { case plain, shape, gradient, replicator }

/// A spring in physical units.
struct NaiveSpring {
  var mass = 1.0
  var stiffness = 100.0
  var damping = 10.0
  var velocity = 0.0
  var allowsOverdamping = false

  /// The value of the spring from 0 to 1 after `t` seconds.
  func value(at t: Double) -> Double {
    let w = (stiffness / mass).squareRoot()
    var z = damping / (2 * (stiffness * mass).squareRoot())
    if z > 1 && !allowsOverdamping { z = 1 }
    if z < 1 {
      let wd = w * (1 - z * z).squareRoot()
      let b = (z * w - velocity) / wd
      return 1 - exp(-z * w * t) * (cos(wd * t) + b * sin(wd * t))
    }
    if z == 1 { return 1 - (1 + (w - velocity) * t) * exp(-w * t) }
    let root = w * (z * z - 1).squareRoot()
    let plus = -z * w + root
    let minus = -z * w - root
    let a = (velocity + minus) / (plus - minus)
    return 1 + a * exp(plus * t) - (1 + a) * exp(minus * t)
  }
}

struct NaiveKeyframes {
  enum Mode: String, CaseIterable { case linear, discrete, paced, cubic, cubicPaced }

  var values: [[Double]]
  var mode = Mode.linear
  var keyTimes: [Double]?
  var curves: [[Double]?] = []
  var tension: [Double]?
  var continuity: [Double]?
  var bias: [Double]?
}

/// One animation of a layer's list.
struct NaiveAnimation {
  enum Content {
    case basic(from: [Double]?, to: [Double]?, by: [Double]?)
    case spring(NaiveSpring, from: [Double]?, to: [Double]?, by: [Double]?)
    case keyframes(NaiveKeyframes)
    case group([NaiveAnimation])
  }

  var timing: NaiveTiming
  var content: Content
  /// Nil for groups.
  var target: NaiveTarget?
  /// Makes a matrix of its numbers: the name of a value function.
  var function: String?
  var isAdditive = false
  var isCumulative = false
  var isRemovedOnCompletion = false
  var key: String?
  /// For an animation without ends: what was on screen when it was added.
  var captured: [Double]?
  /// Ends that are given with values of a type that does not fit: as good as none.
  var misfits: Set<NaiveEnd> = []
  /// Its begin and duration no longer wait for the commit.
  var isCommitted = false
}

enum NaiveEnd: CaseIterable { case from, to, by }

/// One layer with the time of its ancestors.
struct NaiveLayer {
  struct Time {
    var begin = 0.0
    var offset = 0.0
    var speed = 1.0
  }

  /// From the outermost layer that changes time to this one.
  var times: [Time]
  /// Model values by property name.
  var model: [String: [Double]]
  var kind = NaiveClass.plain
  /// How its random matrices are made.
  var styles: [String: RandomAnimations.MatrixStyle] = [:]
  var animations: [NaiveAnimation]

  func localTime(atMediaTime media: Double) -> Double {
    var time = media
    for layer in times {
      time = time < layer.begin ? 0 : (time - layer.begin) * layer.speed + layer.offset
    }
    return time
  }

  /// Settles the animations added since the last commit: begins of zero become this moment, and what
  /// is not given comes from the transaction.
  mutating func commit(atMediaTime media: Double, duration: Double?, curve: [Double]?) {
    let now = max(0, localTime(atMediaTime: media))
    for i in animations.indices where !animations[i].isCommitted {
      animations[i].isCommitted = true
      if animations[i].timing.begin == 0 { animations[i].timing.begin = now }
      if animations[i].timing.duration <= 0 { animations[i].timing.duration = duration ?? 0.25 }
      if animations[i].timing.curve == nil { animations[i].timing.curve = curve }
    }
  }

  /// Adds an animation, in place of the one under its key.
  mutating func add(_ animation: NaiveAnimation, shown: [String: [Double]]) {
    if let key = animation.key { animations.removeAll { $0.key == key } }
    animations.append(animation.capturing(shown))
  }

  /// What is shown at `media`.
  func presented(atMediaTime media: Double) -> [String: [Double]] {
    let now = localTime(atMediaTime: media)
    var values = model
    for animation in animations {
      if animation.isRemovedOnCompletion && NaiveEvaluator.isOver(animation.timing, at: now) {
        continue
      }
      NaiveEvaluator.apply(animation, atParentTime: now, to: &values)
    }
    // Once, over all that makes it up.
    values["instanceCount"] = values["instanceCount"].map { $0.map { $0.rounded() } }
    return values
  }
}

extension NaiveAnimation {
  /// Notes what is on screen in every leaf without ends.
  func capturing(_ shown: [String: [Double]]) -> NaiveAnimation {
    var result = self
    switch content {
    case .group(let children): result.content = .group(children.map { $0.capturing(shown) })
    case .basic(nil, nil, nil), .spring(_, from: nil, to: nil, by: nil):
      if let target, function == nil, let whole = shown[target.property] {
        result.captured = target.kind == .numbers ? target.places.map { whole[$0] } : whole
      }
    case .basic, .spring, .keyframes: break
    }
    return result
  }
}

enum NaiveEvaluator {
  static func isOver(_ timing: NaiveTiming, at parentTime: Double) -> Bool {
    let elapsed = parentTime - timing.begin
    return timing.speed != 0 && elapsed >= 0 && elapsed * abs(timing.speed) > activeTime(timing)
  }

  static func apply(
    _ animation: NaiveAnimation, atParentTime time: Double, to values: inout [String: [Double]]
  ) {
    guard let place = position(animation.timing, at: time) else { return }
    let progress = follow(animation.timing.curve, place.fraction)
    if case .group(let children) = animation.content {
      let inner = progress * animation.timing.duration
      for child in children {
        var resolved = child
        if resolved.timing.duration <= 0 { resolved.timing.duration = animation.timing.duration }
        apply(resolved, atParentTime: inner, to: &values)
      }
      return
    }
    guard let target = animation.target, var whole = values[target.property] else { return }
    if let function = animation.function {
      values[target.property] = evaluateFunction(
        animation, function, progress, place.iteration, whole)
      return
    }
    if target.kind != .numbers {
      values[target.property] = evaluateWhole(
        animation, target.kind, progress, place.iteration, whole)
      return
    }
    let below = target.isSpread ? [whole[target.places[0]]] : target.places.map { whole[$0] }
    guard var shown = evaluate(animation, progress: progress, below: below) else { return }
    if animation.isCumulative && !animation.timing.autoreverses {
      let end = endValue(animation)
      for i in shown.indices { shown[i] += Double(place.iteration) * end[i] }
    }
    if animation.isAdditive { for i in shown.indices { shown[i] += below[i] } }
    for (i, place) in target.places.enumerated() { whole[place] = shown[target.isSpread ? 0 : i] }
    values[target.property] = whole
  }

  /// As `apply`, for values that are no list of independent numbers.
  private static func evaluateWhole(
    _ animation: NaiveAnimation, _ kind: NaiveKind, _ progress: Double, _ iteration: Int,
    _ below: [Double]
  ) -> [Double] {
    guard var shown = evaluate(animation, progress: progress, below: below) else { return below }
    guard kind == .matrix else { return shown }
    if animation.isCumulative && !animation.timing.autoreverses {
      let end = endValue(animation)
      for _ in 0..<iteration { shown = NaiveMatrix.multiply(shown, end) }
    }
    return animation.isAdditive ? NaiveMatrix.multiply(shown, below) : shown
  }

  /// As `apply`, for numbers that a value function makes a matrix of. Nothing is below them.
  private static func evaluateFunction(
    _ animation: NaiveAnimation, _ function: String, _ progress: Double, _ iteration: Int,
    _ below: [Double]
  ) -> [Double] {
    let nothing = Array(repeating: 0.0, count: NaiveMatrix.inputs(of: function))
    guard var input = evaluate(animation, progress: progress, below: nothing) else { return below }
    if animation.isCumulative && !animation.timing.autoreverses {
      let end = endValue(animation)
      for i in input.indices { input[i] += Double(iteration) * end[i] }
    }
    let matrix = NaiveMatrix.made(by: function, of: input)
    return animation.isAdditive ? NaiveMatrix.multiply(matrix, below) : matrix
  }

  // MARK: Time

  private static func period(_ timing: NaiveTiming) -> Double {
    timing.autoreverses ? timing.duration * 2 : timing.duration
  }

  private static func activeTime(_ timing: NaiveTiming) -> Double {
    if timing.repeatDuration > 0 { return timing.repeatDuration }
    return timing.repeatCount > 0 ? period(timing) * timing.repeatCount : period(timing)
  }

  /// Nil when the animation does not apply.
  private static func position(
    _ timing: NaiveTiming, at parentTime: Double
  ) -> (iteration: Int, fraction: Double)? {
    let elapsed = parentTime - timing.begin
    let active = activeTime(timing)
    let travelled = elapsed * abs(timing.speed)
    var own: Double
    if elapsed < 0 {
      guard timing.fill == .backwards || timing.fill == .both else { return nil }
      own = timing.offset
    } else if timing.speed != 0 && travelled > active {
      guard timing.fill == .forwards || timing.fill == .both else { return nil }
      own = active * (timing.speed < 0 ? -1 : 1) + timing.offset
    } else {
      own = elapsed * timing.speed + timing.offset
    }
    let isAtEnd = timing.speed != 0 && elapsed >= 0 && travelled >= active
    let cycle = period(timing)
    // It never leaves its beginning.
    if cycle == .infinity { return (0, 0) }
    var count = (own / cycle).rounded(.down)
    var within = own - count * cycle
    if isAtEnd && within == 0 && own > 0 {
      within = cycle
      count -= 1
    }
    if timing.autoreverses && within > timing.duration { within = cycle - within }
    let fraction = min(max(within / timing.duration, 0), 1)
    return (max(0, Int(count)), fraction)
  }

  /// Bisection for the parameter whose x is `x`; then its y.
  private static func follow(_ curve: [Double]?, _ x: Double) -> Double {
    guard let curve else { return x }
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    func along(_ a: Double, _ b: Double, _ s: Double) -> Double {
      3 * (1 - s) * (1 - s) * s * a + 3 * (1 - s) * s * s * b + s * s * s
    }
    var low = 0.0
    var high = 1.0
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if along(curve[0], curve[2], middle) < x { low = middle } else { high = middle }
    }
    return along(curve[1], curve[3], (low + high) / 2)
  }

  // MARK: Values

  private static func mix(_ a: [Double], _ b: [Double], _ t: Double) -> [Double] {
    zip(a, b).map { $0 + ($1 - $0) * t }
  }

  private static func mix(_ kind: NaiveKind, _ a: [Double], _ b: [Double], _ t: Double) -> [Double]
  {
    switch kind {
    case .numbers, .integer: mix(a, b, t)
    case .list: a.count == b.count ? mix(a, b, t) : t < 0.5 ? a : b
    case .flag: t > 0 ? b : a
    case .choice: t < 0.5 ? a : b
    case .path: !a.isEmpty && a.first == b.first ? mix(a, b, t) : t < 0.5 ? a : b
    case .matrix: NaiveMatrix.mix(a, b, t)
    }
  }

  private static func plus(_ a: [Double], _ b: [Double]) -> [Double] { zip(a, b).map { $0 + $1 } }
  private static func minus(_ a: [Double], _ b: [Double]) -> [Double] { zip(a, b).map { $0 - $1 } }

  private static func ends(
    _ kind: NaiveKind, from: [Double]?, to: [Double]?, by: [Double]?, below: [Double]
  ) -> (first: [Double], last: [Double]) {
    func sum(_ a: [Double], _ step: [Double]) -> [Double] {
      kind == .matrix ? NaiveMatrix.multiply(step, a) : plus(a, step)
    }
    func difference(_ a: [Double], _ step: [Double]) -> [Double] {
      guard kind == .matrix else { return minus(a, step) }
      return NaiveMatrix.multiply(NaiveMatrix.inverse(step) ?? NaiveMatrix.identity, a)
    }
    return switch (from, to, by) {
    case (let from?, let to?, _): (from, to)
    case (let from?, nil, let by?): (from, sum(from, by))
    case (nil, let to?, let by?): (difference(to, by), to)
    case (let from?, nil, nil): (from, below)
    case (nil, let to?, nil): (below, to)
    case (nil, nil, let by?): (below, sum(below, by))
    case (nil, nil, nil): (below, below)
    }
  }

  /// Nil when it animates nothing.
  private static func evaluate(
    _ animation: NaiveAnimation, progress: Double, below: [Double]
  ) -> [Double]? {
    let kind = animation.function == nil ? animation.target?.kind ?? .numbers : .numbers
    switch animation.content {
    case .basic(let from, let to, let by):
      let (first, last) = ends(
        kind, from: from ?? animation.captured, to: to, by: by, below: below)
      return mix(kind, first, last, progress)
    case .spring(let spring, let from, let to, let by):
      let (first, last) = ends(
        kind, from: from ?? animation.captured, to: to, by: by, below: below)
      return mix(kind, first, last, spring.value(at: progress * animation.timing.duration))
    case .keyframes(let keyframes):
      return keyframes.values.count < 2 ? nil : value(of: keyframes, kind, at: progress)
    case .group: return nil
    }
  }

  /// What a repetition adds; only asked of animations that name their end.
  private static func endValue(_ animation: NaiveAnimation) -> [Double] {
    switch animation.content {
    case .basic(_, let to?, _), .spring(_, _, let to?, _): to
    case .keyframes(let keyframes): keyframes.values.last ?? []
    default: []
    }
  }

  private static func value(
    of keyframes: NaiveKeyframes, _ kind: NaiveKind, at f: Double
  ) -> [Double] {
    let values = keyframes.values
    let count = values.count
    if keyframes.mode == .discrete {
      let times = keyframes.keyTimes ?? (0...count).map { Double($0) / Double(count) }
      let index = times.lastIndex { $0 <= f } ?? 0
      return values[min(index, count - 1)]
    }
    if keyframes.mode == .cubicPaced { return paced(keyframes, at: f) }
    var times = keyframes.keyTimes ?? (0..<count).map { Double($0) / Double(count - 1) }
    if keyframes.mode == .paced && keyframes.keyTimes == nil {
      var reached = [0.0]
      for i in 1..<count {
        let step = minus(values[i], values[i - 1]).reduce(0) { $0 + $1 * $1 }.squareRoot()
        reached.append(reached[i - 1] + step)
      }
      // A way of no length takes its time all the same.
      if reached[count - 1] > 0 { times = reached.map { $0 / reached[count - 1] } }
    }
    // The last key at or before f begins the segment; at the very end the last segment is full.
    let index = times.lastIndex { $0 <= f } ?? 0
    guard index < count - 1 else { return values[count - 1] }
    var u = (f - times[index]) / (times[index + 1] - times[index])
    if keyframes.mode != .paced && index < keyframes.curves.count {
      u = follow(keyframes.curves[index], u)
    }
    let hasSpline = Set(values.map(\.count)).count == 1
    guard keyframes.mode == .cubic, hasSpline else {
      return mix(kind, values[index], values[index + 1], u)
    }
    return spline(keyframes, times, segment: index, at: u)
  }

  /// The spline of the cubic mode at even times, travelled at constant speed: found among very many
  /// points that lie close together.
  private static func paced(_ keyframes: NaiveKeyframes, at f: Double) -> [Double] {
    let segments = keyframes.values.count - 1
    let times = (0...segments).map { Double($0) / Double(segments) }
    let steps = 400
    let points = (0...segments * steps).map { i in
      let segment = min(i / steps, segments - 1)
      return spline(
        keyframes, times, segment: segment, at: Double(i - segment * steps) / Double(steps))
    }
    let lengths = zip(points, points.dropFirst()).map { a, b in
      minus(b, a).reduce(0) { $0 + $1 * $1 }.squareRoot()
    }
    var left = lengths.reduce(0, +) * f
    for (i, length) in lengths.enumerated() {
      if left < length { return mix(points[i], points[i + 1], left / length) }
      left -= length
    }
    return points[points.count - 1]
  }

  private static func spline(
    _ keyframes: NaiveKeyframes, _ times: [Double], segment index: Int, at u: Double
  ) -> [Double] {
    let values = keyframes.values
    let outgoing = tangents(keyframes, times, at: index).outgoing
    let incoming = tangents(keyframes, times, at: index + 1).incoming
    let u2 = u * u
    let u3 = u2 * u
    return values[index].indices.map { i in
      (2 * u3 - 3 * u2 + 1) * values[index][i] + (u3 - 2 * u2 + u) * outgoing[i]
        + (3 * u2 - 2 * u3) * values[index + 1][i] + (u3 - u2) * incoming[i]
    }
  }

  private static func tangents(
    _ keyframes: NaiveKeyframes, _ times: [Double], at i: Int
  ) -> (outgoing: [Double], incoming: [Double]) {
    let values = keyframes.values
    if i == 0 { return (minus(values[1], values[0]), []) }
    if i == values.count - 1 { return ([], minus(values[i], values[i - 1])) }
    let t = keyframes.tension?[i] ?? 0
    let c = keyframes.continuity?[i] ?? 0
    let b = keyframes.bias?[i] ?? 0
    let before = minus(values[i], values[i - 1])
    let after = minus(values[i + 1], values[i])
    let d0 = times[i] - times[i - 1]
    let d1 = times[i + 1] - times[i]
    func blend(_ wp: Double, _ wn: Double, _ share: Double) -> [Double] {
      zip(before, after).map { (wp * $0 + wn * $1) * share }
    }
    return (
      blend(
        (1 - t) * (1 + c) * (1 + b) / 2, (1 - t) * (1 - c) * (1 - b) / 2, 2 * d1 / (d0 + d1)),
      blend(
        (1 - t) * (1 - c) * (1 + b) / 2, (1 - t) * (1 + c) * (1 - b) / 2, 2 * d0 / (d0 + d1))
    )
  }
}
