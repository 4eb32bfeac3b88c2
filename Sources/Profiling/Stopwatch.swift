/// Measures spans on the monotonic clock, on which media time runs too: it stands still while the
/// machine sleeps. (`ContinuousClock` does not.)
package struct Stopwatch: Sendable {
  private var start = SuspendingClock.now

  package init() {}

  /// Nanoseconds since the last lap or since creation; starts the next lap.
  package mutating func lap() -> Int64 {
    let now = SuspendingClock.now
    let (seconds, attoseconds) = (now - start).components
    start = now
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
