import CLinux
import Glibc
import WaylandPlatform

/// Something that happens once, and that threads wait for with a limit. Needs no file descriptor.
final class Latch: Sendable {
  /// Safety: used through the pthread functions alone, which may be called from any thread; it stays at
  /// its address until `deinit`.
  private nonisolated(unsafe) let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(
    capacity: 1)
  /// Safety: as for `mutex`.
  private nonisolated(unsafe) let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(
    capacity: 1)
  /// Safety: read and written with `mutex` held.
  private nonisolated(unsafe) let isOpen = UnsafeMutablePointer<Bool>.allocate(capacity: 1)

  init() {
    isOpen.initialize(to: false)
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // Waiting is not to be changed by whoever sets the time of day.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
    isOpen.deallocate()
  }

  func open() {
    pthread_mutex_lock(mutex)
    isOpen.pointee = true
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Whether it was opened within `seconds`.
  func wait(seconds: Double) -> Bool {
    var deadline = timespec(seconds: MonotonicClock.machineTime + max(0, seconds))
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isOpen.pointee {
      if pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT { return isOpen.pointee }
    }
    return true
  }
}

extension timespec {
  /// A moment on the monotonic clock.
  init(seconds: Double) {
    let seconds = min(max(seconds, 0), 1e9), whole = seconds.rounded(.down)
    self.init(tv_sec: Int(whole), tv_nsec: min(999_999_999, Int((seconds - whole) * 1e9)))
  }
}
