import CLinux
import Glibc

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
