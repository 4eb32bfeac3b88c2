import CLinux

/// The machine's monotonic clock, on which media time runs.
package enum MonotonicClock {
  /// Seconds. For limits on waiting, which pass whatever `DisplayClock` a test has stopped.
  package static var machineTime: Double {
    Double(clinux_clock_nanoseconds(CLOCK_MONOTONIC)) / 1e9
  }
}
