import CLinux
import Glibc

/// An alarm at a moment of the monotonic clock, so that no time is lost between reading the clock and
/// arming.
struct TimerDescriptor: ~Copyable {
  let raw: Int32
  private var armed: Double?

  init() {
    raw = timerfd_create(
      CLOCK_MONOTONIC, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
    precondition(raw >= 0, "the process has no file descriptors left")
  }

  deinit { close(raw) }

  /// Arms for `time` in seconds, or disarms for nil. A moment in the past fires at once.
  mutating func arm(at time: Double?) {
    guard time != armed else { return }
    armed = time
    var spec = itimerspec()
    if let time, time.isFinite {
      // Zero would disarm.
      spec.it_value = timespec(seconds: max(time, 1e-9))
    }
    timerfd_settime(raw, Int32(TFD_TIMER_ABSTIME), &spec, nil)
  }

  /// Takes the expiry, after which `arm` arms anew.
  mutating func clear() {
    var expirations: UInt64 = 0
    if read(raw, &expirations, 8) > 0 { armed = nil }
  }
}
