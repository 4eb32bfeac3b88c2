import CLinux
import Glibc
import WaylandPlatform

/// A counter that wakes whoever polls it. Any thread may signal it.
struct EventDescriptor: ~Copyable, Sendable {
  let raw: Int32

  init() {
    raw = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    precondition(raw >= 0, "the process has no file descriptors left")
  }

  deinit { close(raw) }

  func signal() {
    // Fails only when 2^64 signals are pending: it is readable then in any case.
    _ = eventfd_write(raw, 1)
  }

  /// Forgets all signals so far.
  func clear() {
    var count: eventfd_t = 0
    _ = eventfd_read(raw, &count)
  }

  /// Whether a signal came within `seconds`.
  func wait(seconds: Double) -> Bool {
    let end = MonotonicClock.machineTime + seconds
    while true {
      let left = end - MonotonicClock.machineTime
      var entry = pollfd(fd: raw, events: Int16(POLLIN), revents: 0)
      let result = poll(&entry, 1, Int32(max(0, min(left, 1e6) * 1000).rounded(.up)))
      if result > 0 { return true }
      if left <= 0 { return false }
    }
  }
}

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
      // Zero would disarm, and the longest useful sleep is far below overflow.
      let clamped = min(max(time, 1e-9), 1e9)
      spec.it_value.tv_sec = Int(clamped.rounded(.down))
      spec.it_value.tv_nsec = min(999_999_999, Int((clamped - clamped.rounded(.down)) * 1e9))
    }
    timerfd_settime(raw, Int32(TFD_TIMER_ABSTIME), &spec, nil)
  }

  /// Takes the expiry, after which `arm` arms anew.
  mutating func clear() {
    var expirations: UInt64 = 0
    if read(raw, &expirations, 8) > 0 { armed = nil }
  }
}

/// Waits for the render thread's descriptors: its wake-up, its timer and the displays' sockets.
struct Waiter {
  private var entries: [pollfd]

  init(wake: Int32, timer: Int32) {
    entries = [wake, timer].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  }

  /// Forgets the sockets of the last wait.
  mutating func removeDisplays() { entries.removeSubrange(2...) }

  /// Adds a display's socket.
  ///
  /// - Parameter writing: Also return when the socket takes data again.
  mutating func add(display: Int32, writing: Bool) {
    let events = Int16(POLLIN) | (writing ? Int16(POLLOUT) : 0)
    entries.append(pollfd(fd: display, events: events, revents: 0))
  }

  /// Returns when there is something, and after at most `seconds`.
  mutating func wait(seconds: Double) {
    for index in entries.indices { entries[index].revents = 0 }
    _ = poll(&entries, nfds_t(entries.count), Int32(max(0, min(seconds, 1e6)) * 1000))
  }

  /// Whether the display added at `index` can be read, or its other end is gone.
  func isReadable(display index: Int) -> Bool {
    entries[2 + index].revents & (Int16(POLLIN) | Int16(POLLHUP) | Int16(POLLERR)) != 0
  }
}
