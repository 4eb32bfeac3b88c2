import Glibc

/// What the render thread has to say to the user.
enum HostLog {
  /// Something outside did something odd, one line for each cause.
  static func warn(_ message: String) {
    let line = Array("compositor: \(message)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}
