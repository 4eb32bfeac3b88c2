import CLinux
import Glibc

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
}
