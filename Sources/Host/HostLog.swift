import Glibc
import Locks

/// What the render thread has to say to the user.
enum HostLog {
  private static let said = Guarded<Set<String>>([])

  /// Something outside did something odd: one line for each cause in this process. False when it was
  /// said before.
  @discardableResult static func warn(_ message: String) -> Bool {
    guard said.withLock({ $0.insert(message).inserted }) else { return false }
    let line = Array("compositor: \(message)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    return true
  }
}
