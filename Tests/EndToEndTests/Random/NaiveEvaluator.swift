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
}

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
  enum Mode: String, CaseIterable { case linear, discrete, paced, cubic }

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
  var isAdditive = false
  var isCumulative = false
  var isRemovedOnCompletion = false
}

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
  var animations: [NaiveAnimation]

  func localTime(atMediaTime media: Double) -> Double {
    var time = media
    for layer in times {
      time = time < layer.begin ? 0 : (time - layer.begin) * layer.speed + layer.offset
    }
    return time
  }

  /// What is shown at `media`, when the animations were committed at `commit`; media times.
  func presented(atMediaTime media: Double, committedAt commit: Double) -> [String: [Double]] {
    let now = localTime(atMediaTime: media)
    let started = max(0, localTime(atMediaTime: commit))
    var values = model
    for animation in animations {
      var resolved = animation
      if resolved.timing.begin == 0 { resolved.timing.begin = started }
      if resolved.timing.duration <= 0 { resolved.timing.duration = 0.25 }
      if resolved.isRemovedOnCompletion && NaiveEvaluator.isOver(resolved.timing, at: now) {
        continue
      }
      NaiveEvaluator.apply(resolved, atParentTime: now, to: &values)
    }
    return values
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

  private static func plus(_ a: [Double], _ b: [Double]) -> [Double] { zip(a, b).map { $0 + $1 } }
  private static func minus(_ a: [Double], _ b: [Double]) -> [Double] { zip(a, b).map { $0 - $1 } }

  private static func ends(
    from: [Double]?, to: [Double]?, by: [Double]?, below: [Double]
  ) -> (first: [Double], last: [Double]) {
    switch (from, to, by) {
    case (let from?, let to?, _): (from, to)
    case (let from?, nil, let by?): (from, plus(from, by))
    case (nil, let to?, let by?): (minus(to, by), to)
    case (let from?, nil, nil): (from, below)
    case (nil, let to?, nil): (below, to)
    case (nil, nil, let by?): (below, plus(below, by))
    case (nil, nil, nil): (below, below)
    }
  }

  /// Nil when it animates nothing.
  private static func evaluate(
    _ animation: NaiveAnimation, progress: Double, below: [Double]
  ) -> [Double]? {
    switch animation.content {
    case .basic(let from, let to, let by):
      let (first, last) = ends(from: from, to: to, by: by, below: below)
      return mix(first, last, progress)
    case .spring(let spring, let from, let to, let by):
      let (first, last) = ends(from: from, to: to, by: by, below: below)
      return mix(first, last, spring.value(at: progress * animation.timing.duration))
    case .keyframes(let keyframes):
      return keyframes.values.count < 2 ? nil : value(of: keyframes, at: progress)
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

  private static func value(of keyframes: NaiveKeyframes, at f: Double) -> [Double] {
    let values = keyframes.values
    let count = values.count
    if keyframes.mode == .discrete {
      let times = keyframes.keyTimes ?? (0...count).map { Double($0) / Double(count) }
      let index = times.lastIndex { $0 <= f } ?? 0
      return values[min(index, count - 1)]
    }
    var times = keyframes.keyTimes ?? (0..<count).map { Double($0) / Double(count - 1) }
    if keyframes.mode == .paced && keyframes.keyTimes == nil {
      var reached = [0.0]
      for i in 1..<count {
        let step = minus(values[i], values[i - 1]).reduce(0) { $0 + $1 * $1 }.squareRoot()
        reached.append(reached[i - 1] + step)
      }
      times = reached.map { $0 / reached[count - 1] }
    }
    // The last key at or before f begins the segment; at the very end the last segment is full.
    let index = times.lastIndex { $0 <= f } ?? 0
    guard index < count - 1 else { return values[count - 1] }
    var u = (f - times[index]) / (times[index + 1] - times[index])
    if keyframes.mode != .paced && index < keyframes.curves.count {
      u = follow(keyframes.curves[index], u)
    }
    guard keyframes.mode == .cubic else { return mix(values[index], values[index + 1], u) }
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

  // MARK: Transforms

  /// Row-major entries of scale, then rotations about x, y, z, then translation, for row vectors.
  /// `parts` are the three scales, three angles and three translations.
  static func matrix(_ parts: [Double]) -> [Double] {
    func multiply(_ a: [[Double]], _ b: [[Double]]) -> [[Double]] {
      (0..<3).map { row in
        (0..<3).map { column in (0..<3).reduce(0) { $0 + a[row][$1] * b[$1][column] } }
      }
    }
    let (x, y, z) = (parts[3], parts[4], parts[5])
    let scale = [[parts[0], 0, 0], [0, parts[1], 0], [0, 0, parts[2]]]
    let aboutX = [[1, 0, 0], [0, cos(x), sin(x)], [0, -sin(x), cos(x)]]
    let aboutY = [[cos(y), 0, -sin(y)], [0, 1, 0], [sin(y), 0, cos(y)]]
    let aboutZ = [[cos(z), sin(z), 0], [-sin(z), cos(z), 0], [0, 0, 1]]
    let linear = multiply(multiply(multiply(scale, aboutX), aboutY), aboutZ)
    return linear.flatMap { $0 + [0] } + [parts[6], parts[7], parts[8], 1]
  }
}
