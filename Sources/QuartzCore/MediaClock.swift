import CoreGraphicsAPI
import Synchronization

/// A time or a span of time, in seconds.
public typealias CFTimeInterval = Double

/// Seconds on a monotonic clock that stands still while the machine sleeps; on a virtual clock
/// wherever the process runs on one, as headless rendering and tests do.
public func CACurrentMediaTime() -> CFTimeInterval { MediaClock.now }

/// The one clock of layers and animations.
package enum MediaClock {
  /// Bits of the virtual time in seconds; those of NaN while real time counts.
  private static let virtualBits = Atomic<UInt64>(Double.nan.bitPattern)

  /// From now on `now` answers `time`; nil returns to the monotonic clock. Any thread.
  package static func useVirtual(_ time: Double?) {
    virtualBits.store((time ?? .nan).bitPattern, ordering: .releasing)
  }

  /// Media time in seconds. Any thread.
  package static var now: Double {
    let virtual = Double(bitPattern: virtualBits.load(ordering: .acquiring))
    guard virtual.isNaN else { return virtual }
    var t = timespec()
    // Safety: the call fills `t`, which it does not keep.
    unsafe clock_gettime(CLOCK_MONOTONIC, &t)
    return Double(t.tv_sec) + Double(t.tv_nsec) / 1e9
  }
}
