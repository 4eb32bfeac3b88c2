import LayerCommit

/// Predicts when the next frame will be seen. Media time, in seconds.
///
/// ```
///   last seen            startBy        presentTime
///   ──┼────────────────────┼───────────────┼──────▶ time
///     │◀───────────── interval ───────────▶│
///     timestamp            │◀ cost+margin ▶│
/// ```
///
/// A display's clock is learnt from what it reports: its refresh period where that agrees with the
/// frames really seen, the measured cadence where the period is missing or wrong. Headless output
/// has a fixed rate, frame k at exactly `origin + k / rate`.
package struct FrameClock: Hashable, Sendable {
  /// The refresh interval in use.
  package private(set) var interval: Double
  private let fixed: Fixed?
  private var lastPresented: Double?
  /// `lastPresented` is when the display asked for a frame, for want of better news.
  private var isEstimate = false
  private var lastTarget: Double?
  /// The period the display claims; nil when absent or not believable.
  private var claimed: Double?
  /// Frames that did not fit the claimed period, less those that did: 0…8. One that fits by chance
  /// does not prove the claim again.
  private var misfits = 0
  /// Distances between frames that followed each other, as a ring.
  private var gaps = SIMD8<Double>.zero
  private var gapCount = 0
  /// How long a frame takes from its start to its submission; the last ones, as a ring.
  package private(set) var cost = 0.0
  private var costs = SIMD8<Double>.zero
  private var costCount = 0

  private struct Fixed: Hashable, Sendable {
    var rate: Double
    var origin: Double
  }

  /// Periods outside this range are errors of the report: 1,000 Hz and 5 Hz.
  private static let believable = 0.001...0.2
  /// Seconds. Times beyond are errors of the report.
  private static let endOfTime = 1e9
  private static let longestStepBack = 1.0
  /// Periods that differ by less than this share are the same one: reports tremble.
  private static let tremble = 0.01
  /// An interval that becomes shorter than this share of the last one makes old targets void.
  package static let shrinkage = 0.75
  /// Frames that must agree.
  private static let strideEvidence = 4
  /// Kept free before the display's deadline, because timers fire late.
  private static let margin = 0.001

  /// A display whose cadence is not known yet.
  package init(estimatedInterval: Double = 1.0 / 60) {
    interval = Self.believable.contains(estimatedInterval) ? estimatedInterval : 1.0 / 60
    fixed = nil
  }

  /// Frames at `origin + k / rate`. A rate that is not positive counts as 60.
  package init(fixedRate rate: Double, origin: Double = 0) {
    let rate = rate > 0 && rate.isFinite ? rate : 60
    interval = 1 / rate
    fixed = Fixed(rate: rate, origin: origin)
  }

  /// A frame was seen at `time`. `refresh` is the display's period where it names one.
  ///
  /// - Parameter follows: The frame was drawn right after the one before: their distance is the
  ///   display's, and not a pause of the application's.
  package mutating func presented(at time: Double, refresh: Double?, follows: Bool = true) {
    guard fixed == nil, abs(time) < Self.endOfTime else { return }
    if let refresh, Self.believable.contains(refresh) {
      if let claimed, abs(claimed - refresh) > Self.tremble * claimed { misfits = 0 }
      claimed = refresh
    } else {
      claimed = nil
    }
    note(time, isEstimate: false, follows: follows)
  }

  /// The display asked for a frame at `time` and says nothing better about when frames are seen.
  /// `follows` as for `presented`.
  package mutating func asked(at time: Double, follows: Bool = true) {
    guard fixed == nil, abs(time) < Self.endOfTime else { return }
    note(time, isEstimate: true, follows: follows)
  }

  private mutating func note(_ time: Double, isEstimate: Bool, follows: Bool) {
    if let last = lastPresented, self.isEstimate == isEstimate {
      let gap = time - last
      // A report from before the last one teaches nothing; far before it, the clock was set.
      if gap <= 0, gap > -Self.longestStepBack { return }
      // A long gap is a pause, not a period.
      if Self.believable.contains(gap) { learn(gap, follows: follows) }
    }
    self.isEstimate = isEstimate
    lastPresented = time
    let before = interval
    interval = currentInterval
    if interval < Self.shrinkage * before { lastTarget = nil }
  }

  /// A frame took `seconds` from its start to its submission; moves `startBy`.
  package mutating func frameTook(_ seconds: Double) {
    guard seconds.isFinite, seconds >= 0 else { return }
    costs[costCount % 8] = min(seconds, interval)
    costCount += 1
    cost = expectedCost
  }

  /// The frame to prepare at `now`: the first that can still be seen. Never before an earlier one.
  package mutating func nextTarget(now: Double) -> FrameTarget {
    if let fixed {
      // The tolerance keeps a `now` computed as k / rate from counting as just before frame k.
      let frame = ((now - fixed.origin) * fixed.rate + 1e-6).rounded(.down) + 1
      return target(frame: frame.isFinite ? Int(min(max(frame, 0), 1e15)) : 0)
    }
    var time: Double
    if let last = lastPresented, now - last < 1e6 {
      var frames = max(1, ((now - last) / interval + 1e-6).rounded(.down) + 1)
      if now - last < interval / 2 { frames = max(frames, stride) }
      // Displays report whole nanoseconds, and what they report shall equal the target.
      time = ((last + frames * interval) * 1e9).rounded() / 1e9
    } else {
      time = now + interval
    }
    if let lastTarget, time < lastTarget, lastTarget - time < interval { time = lastTarget }
    lastTarget = time
    let lead = min(cost + Self.margin, interval)
    return FrameTarget(
      timestamp: time - interval, presentTime: time, startBy: time - lead, interval: interval)
  }

  /// Frame number `frame` of a fixed rate; of a measured display, counted from its last frame.
  package func target(frame: Int) -> FrameTarget {
    let origin = fixed?.origin ?? lastPresented ?? 0
    let rate = fixed?.rate ?? 1 / interval
    // Divided, not summed, so that frame 600 of 60 Hz is exactly 10 s.
    let time = origin + Double(frame) / rate
    return FrameTarget(
      timestamp: origin + Double(frame - 1) / rate, presentTime: time, startBy: time,
      interval: interval)
  }

  private mutating func learn(_ gap: Double, follows: Bool) {
    if let claimed {
      let periods = max(1, (gap / claimed).rounded())
      let fits = abs(gap - periods * claimed) <= 0.15 * claimed
      misfits = min(max(misfits + (fits ? -1 : 1), 0), 8)
    }
    guard follows else { return }
    gaps[gapCount % 8] = gap
    gapCount += 1
  }

  private var currentInterval: Double {
    if let claimed, misfits < 4 { return claimed }
    guard gapCount >= 3 else { return claimed ?? interval }
    return shortGap(ofShortest: claimed == nil ? 4 : 2)
  }

  /// How many refreshes lie between two frames when each is started as soon as the one before was
  /// seen: more than one where the display shows only some of them. If the frames take long it is
  /// they that are late.
  private var stride: Double {
    guard let claimed, claimed == interval, gapCount >= Self.strideEvidence, cost < interval / 2
    else { return 1 }
    var least = Double.infinity
    for i in (gapCount - Self.strideEvidence)..<gapCount {
      least = min(least, (gaps[i % 8] / claimed).rounded())
    }
    return max(1, least)
  }

  /// The second longest of the last frames: a single hitch does not make every later frame start
  /// too early, two are a reason to.
  private var expectedCost: Double {
    if costCount == 1 { return costs[0] }
    var longest = 0.0, second = 0.0
    for i in 0..<min(costCount, 8) {
      second = max(second, min(costs[i], longest))
      longest = max(longest, costs[i])
    }
    return second
  }

  /// The longest gap of the shortest 1 / `parts` of the last ones: skipped frames make gaps
  /// longer, never shorter, and one report that came early is not believed for long.
  private func shortGap(ofShortest parts: Int) -> Double {
    var sorted = gaps
    let count = min(gapCount, 8)
    for i in 1..<count {
      var j = i
      while j > 0 && sorted[j - 1] > sorted[j] {
        (sorted[j - 1], sorted[j]) = (sorted[j], sorted[j - 1])
        j -= 1
      }
    }
    return sorted[(count - 1) / parts]
  }
}
