import Foundation

/// What the process must be able to get before work that cannot fail halfway begins: libraries below
/// end the process where they get no file descriptor or no thread.
enum ProcessLimits {
  /// Besides those that are open; a window with its fonts and device takes fewer.
  private static let neededDescriptors = 16
  /// Those of the command itself: for rendering, for images, and one to spare.
  private static let neededThreads = 3

  static func check() throws(Failure) {
    try checkDescriptors()
    try checkThreads()
  }

  private static func checkDescriptors() throws(Failure) {
    var descriptors: [Int32] = []
    defer { for descriptor in descriptors { close(descriptor) } }
    while descriptors.count < neededDescriptors {
      let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw Failure(
          .unavailable,
          "cannot open \(neededDescriptors) more files: \(String(cString: strerror(errno))); "
            + "'ulimit -n' sets how many a process may have")
      }
      descriptors.append(descriptor)
    }
  }

  private static func checkThreads() throws(Failure) {
    let end = DispatchSemaphore(value: 0)
    var threads: [pthread_t] = []
    defer {
      for _ in threads { end.signal() }
      for thread in threads { pthread_join(thread, nil) }
    }
    while threads.count < neededThreads {
      var thread = pthread_t()
      let held = Unmanaged.passRetained(end)
      let code = pthread_create(
        &thread, nil,
        { context in
          // Safety: `held` of the thread that made this one.
          if let context {
            Unmanaged<DispatchSemaphore>.fromOpaque(context).takeRetainedValue().wait()
          }
          return nil
        }, held.toOpaque())
      guard code == 0 else {
        held.release()
        throw Failure(
          .unavailable,
          "cannot start a thread: \(String(cString: strerror(code))); "
            + "'ulimit -v' and 'ulimit -u' limit them")
      }
      threads.append(thread)
    }
  }
}
