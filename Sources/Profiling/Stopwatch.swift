/// Measures spans on the monotonic clock.
package struct Stopwatch: Sendable {
  private var start = ContinuousClock.now

  package init() {}

  /// Nanoseconds since the last lap or since creation; starts the next lap.
  package mutating func lap() -> Int64 {
    let now = ContinuousClock.now
    let (seconds, attoseconds) = (now - start).components
    start = now
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
