/// What a time map does outside the active duration.
package enum FillMode: UInt8, CaseIterable, Sendable {
  case removed, backwards, forwards, both

  package var coversBefore: Bool { self == .backwards || self == .both }
  package var coversAfter: Bool { self == .forwards || self == .both }
}

/// CAMediaTiming of one animation, resolved: maps its parent's time to a fraction of its duration.
/// Seconds throughout.
package struct AnimationTiming: Hashable, Sendable {
  /// In the parent's time: the layer's local time for a top-level animation, the group's inner time
  /// for a child.
  package var beginTime = 0.0
  package var timeOffset = 0.0
  package var speed = 1.0
  /// Greater than 0.
  package var duration = 0.25
  package var repeatCount = 0.0
  package var repeatDuration = 0.0
  package var autoreverses = false
  package var fillMode = FillMode.removed
  /// Acts on the fraction. Nil is linear.
  package var function: UnitBezier?

  package init() {}

  /// Where in the parent's time the active duration ends; infinity when it never does.
  package var endTime: Double {
    speed == 0 ? .infinity : beginTime + activeDuration / abs(speed)
  }

  /// In the animation's own time, before `speed`.
  package var activeDuration: Double {
    repeatDuration > 0 ? repeatDuration : (repeatCount > 0 ? period * repeatCount : period)
  }

  /// One forward run and, with autoreverses, the way back.
  private var period: Double { duration * (autoreverses ? 2 : 1) }

  /// Media time is kept in nanoseconds: a moment this close to a boundary is meant to be on it, and
  /// only the rounding of sums has moved it off. After days of uptime, and for layers that run faster
  /// than media time, a few units in the last place are more than that.
  @inline(__always) static func resolution(of time: Double) -> Double {
    max(1e-9, abs(time) * 0x1p-50)
  }

  /// Where the parent's time lies in this animation.
  package func sample(at parentTime: Double) -> TimingSample {
    let moment = moment(at: parentTime)
    guard moment.isApplied else { return TimingSample(phase: moment.phase) }
    let (fraction, count) = cycle(of: moment)
    return TimingSample(
      phase: moment.phase, isApplied: true, localTime: moment.localTime,
      iteration: count > 0 ? Int(min(count, 1e15)) : 0, fraction: fraction)
  }

  /// `fraction` of the sample; nil where it is not applied.
  @inline(__always) func fraction(at parentTime: Double) -> Double? {
    let moment = moment(at: parentTime)
    guard moment.isApplied else { return nil }
    return cycle(of: moment).fraction
  }

  /// The animation's own time, and whether that is the end of its active duration.
  private struct Moment {
    var phase: TimingSample.Phase
    var isApplied: Bool
    var localTime: Double
    var isEnd: Bool
    /// Within this many seconds of its own time two moments are the same.
    var resolution: Double
  }

  @inline(__always) private func moment(at parentTime: Double) -> Moment {
    let active = activeDuration
    let rate = abs(speed)
    var elapsed = parentTime - beginTime
    if abs(elapsed) < Self.resolution(of: parentTime) { elapsed = 0 }
    var scaled = elapsed * rate
    let resolution = Self.resolution(of: parentTime * rate)
    if abs(scaled - active) < resolution { scaled = active }

    let isEnd = speed != 0 && elapsed >= 0 && scaled >= active
    if elapsed < 0 {
      return Moment(
        phase: .before, isApplied: fillMode.coversBefore, localTime: timeOffset, isEnd: isEnd,
        resolution: resolution)
    }
    if speed != 0 && scaled > active {
      let end = speed < 0 ? -active : active
      return Moment(
        phase: .after, isApplied: fillMode.coversAfter, localTime: end + timeOffset,
        isEnd: isEnd, resolution: resolution)
    }
    let own = speed < 0 ? -scaled : scaled
    return Moment(
      phase: .active, isApplied: true, localTime: own + timeOffset, isEnd: isEnd,
      resolution: resolution)
  }

  /// The fraction of the duration and the number of the repetition. At the very end a full cycle
  /// counts as the end of the last one, not as the start of another.
  @inline(__always) private func cycle(of moment: Moment) -> (fraction: Double, count: Double) {
    let (localTime, isEnd) = (moment.localTime, moment.isEnd)
    let period = period
    guard period > 0, localTime.isFinite else { return (localTime > 0 || isEnd ? 1 : 0, 0) }
    guard period.isFinite else {
      // It never gets to the end of its first cycle, nor anywhere near.
      let fraction = localTime / duration
      return (fraction > 0 ? min(fraction, 1) : 0, 0)
    }
    var count = (localTime / period).rounded(.down)
    var x = localTime - count * period
    if isEnd && x < moment.resolution && localTime > moment.resolution {
      x = period
      count -= 1
    }
    if autoreverses && x > duration { x = period - x }
    let fraction = x > 0 ? (x < duration ? x / duration : 1) : 0
    return (fraction, count)
  }

  /// The fraction after the timing function; leaves 0…1 where the function overshoots.
  @inline(__always) package func progress(_ fraction: Double) -> Double {
    guard let function else { return fraction }
    return function.value(at: fraction)
  }
}

/// What a time map answers for one moment.
package struct TimingSample: Hashable, Sendable {
  package enum Phase: Sendable { case before, active, after }

  package var phase: Phase
  /// Off outside the active duration unless the fill mode covers that side; the rest is then 0.
  package var isApplied = false
  /// The animation's own time, `speed` and `timeOffset` included, in seconds.
  package var localTime = 0.0
  /// Completed repetitions, from 0.
  package var iteration = 0
  /// 0…1 of the duration, before the timing function.
  package var fraction = 0.0
}

/// A layer's own place in time: `local = (parent − beginTime) · speed + timeOffset`.
///
/// After weeks of uptime a unit in the last place is half a nanosecond, and trees are deep: one way
/// or the other a level rounds once, and once more where it has a begin.
package struct LayerTiming: Hashable, Sendable {
  package var beginTime = 0.0
  package var timeOffset = 0.0
  package var speed = 1.0

  package static let identity = LayerTiming()

  package init() {}

  /// Zero before `beginTime`.
  package func local(fromParent t: Double) -> Double {
    t < beginTime ? 0 : timeOffset.addingProduct(t - beginTime, speed)
  }

  /// Zero for a layer that stands still, as measured on Apple's systems.
  package func parent(fromLocal t: Double) -> Double {
    guard speed != 0 else { return 0 }
    let time = t - timeOffset
    // What the difference has lost.
    let part = t - time
    let lost = part - timeOffset + (t - (part + time))
    let quotient = time / speed
    // What the division has lost, which is exact, and that.
    let rest = time.addingProduct(-quotient, speed) + lost
    let correction = rest / speed
    return (correction.isFinite ? quotient + correction : quotient) + beginTime
  }
}
