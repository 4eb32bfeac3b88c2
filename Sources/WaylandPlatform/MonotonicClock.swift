import CLinux
import Synchronization

/// The monotonic clock, on which media time runs.
package enum MonotonicClock {
  /// Media time in seconds: that of the machine, or the one a test has set.
  package static var now: Double {
    let bits = virtualTime.load(ordering: .acquiring)
    return bits == noTime ? machineTime : Double(bitPattern: bits)
  }

  /// Seconds of the machine's clock, for limits on waiting that must pass whatever a test has set.
  package static var machineTime: Double {
    Double(clinux_clock_nanoseconds(CLOCK_MONOTONIC)) / 1e9
  }

  /// Makes the clock stand at `time`, in seconds; nil lets it run again. For tests.
  package static func useVirtual(_ time: Double?) {
    virtualTime.store(time?.bitPattern ?? noTime, ordering: .releasing)
  }

  /// The pattern of a value that is no time.
  private static let noTime = Double.nan.bitPattern
  private static let virtualTime = Atomic<UInt64>(Double.nan.bitPattern)
}
