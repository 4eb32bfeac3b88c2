import CLinux

/// The clock of the server's presentation times, and the one place where they become media time.
///
/// Both clocks are read again for each conversion: only one of CLOCK_MONOTONIC and
/// CLOCK_MONOTONIC_RAW follows time servers, so their difference changes all the time.
struct PresentationClock {
  /// The other clock read between two readings of media time, all in nanoseconds.
  struct Bracket {
    var before: Int64
    var other: Int64
    var after: Int64

    /// Add this to a time of the other clock; wrong by at most half the bracket's width.
    var offset: Int64 { before + (after - before) / 2 - other }
  }

  /// What the server announced; until then the media clock itself.
  var id: clockid_t = CLOCK_MONOTONIC

  /// Media time in seconds of a moment on the server's clock, given in nanoseconds. Nil when this
  /// machine has no such clock.
  func mediaTime(nanoseconds: Int64) -> Double? {
    guard id != CLOCK_MONOTONIC else { return Double(nanoseconds) / 1e9 }
    guard let offset = Self.offset(between: (sample(), sample(), sample())) else { return nil }
    let (sum, overflow) = nanoseconds.addingReportingOverflow(offset)
    return overflow ? nil : Double(sum) / 1e9
  }

  /// The offset of the narrowest bracket: the one that was interrupted least.
  static func offset(between samples: (Bracket?, Bracket?, Bracket?)) -> Int64? {
    guard var best = samples.0, let second = samples.1, let third = samples.2 else { return nil }
    if second.after - second.before < best.after - best.before { best = second }
    if third.after - third.before < best.after - best.before { best = third }
    return best.offset
  }

  private func sample() -> Bracket? {
    let before = clinux_clock_nanoseconds(CLOCK_MONOTONIC)
    let other = clinux_clock_nanoseconds(id)
    let after = clinux_clock_nanoseconds(CLOCK_MONOTONIC)
    return other < 0 ? nil : Bracket(before: before, other: other, after: after)
  }
}
