import Glibc

/// A value that only one thread at a time can get at.
///
/// `Mutex` of the standard library does the same, but waits in a way that the thread sanitizer does
/// not see: two threads that had to wait for each other count as racing there.
package final class Guarded<Value: ~Copyable>: @unchecked Sendable {
  // Safety of the conformance: `value` is touched with `mutex` held, and what is in it comes from and
  // goes to one place only, as `sending` demands.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  /// Not stored in place: there a value without size shares its address with the object's header,
  /// which is read without the lock.
  private let value: UnsafeMutablePointer<Value>

  package init(_ value: consuming sending Value) {
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Waits for the others. Not from within `body`: that would wait for ever.
  package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }
}
