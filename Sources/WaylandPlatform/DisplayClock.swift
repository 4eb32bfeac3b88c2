import Synchronization

/// What time it is for the surfaces of a display: media time, that is the monotonic clock, or a time
/// that a test sets.
///
/// Handed down to whatever needs it, so that a test that stops its clock stops nobody else's.
package final class DisplayClock: Sendable {
  /// The machine's clock.
  package static let monotonic = DisplayClock()

  /// The bits of the time in seconds; those of NaN while the clock runs by itself.
  private let bits: Atomic<UInt64>

  private init() { bits = Atomic(Double.nan.bitPattern) }

  /// A clock that stands at `time`, in seconds, and moves by `stand(at:)` only.
  package init(standingAt time: Double) { bits = Atomic(time.bitPattern) }

  /// Nil on the machine's clock.
  package var virtualTime: Double? {
    let time = Double(bitPattern: bits.load(ordering: .acquiring))
    return time.isNaN ? nil : time
  }

  /// Media time in seconds. Any thread.
  package var now: Double { virtualTime ?? MonotonicClock.machineTime }

  /// From now on it is `time`, in seconds. Who sleeps until then must be woken.
  package func stand(at time: Double) {
    precondition(virtualTime != nil, "The machine's clock cannot be set.")
    bits.store(time.bitPattern, ordering: .releasing)
  }
}
