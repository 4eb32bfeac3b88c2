import Glibc
import Testing

/// Processes that do nothing but take the processor's time, one for each of two cores.
///
/// They end with this object, and by themselves when the process of the test is gone: each looks for
/// it every few milliseconds. At a lower priority, so that other people's work goes on; they still
/// take all that is left of both cores.
final class BurningProcesses {
  private let ids: [pid_t]

  /// The shell's `PPID` is the process of the test: `nice` becomes the shell.
  private static let script = """
    while kill -0 $PPID; do i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; done
    """

  init(count: Int = 2) throws {
    var ids: [pid_t] = []
    for _ in 0..<count {
      if let id = Self.start() { ids.append(id) }
    }
    self.ids = ids
    try #require(ids.count == count, "no other processes can be started")
  }

  deinit {
    for id in ids {
      // Other signals may be blocked there.
      kill(id, SIGKILL)
      var status: Int32 = 0
      waitpid(id, &status, 0)
    }
  }

  /// None has ended.
  var areRunning: Bool {
    ids.allSatisfy { id in
      var status: Int32 = 0
      return waitpid(id, &status, WNOHANG) == 0
    }
  }

  private static func start() -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Whoever reads the output of the tests does not wait for them.
    for descriptor in 0...2 as ClosedRange<Int32> {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    let arguments = Self.words(["nice", "-n", "10", "sh", "-c", script])
    let environment = Self.words(["PATH=/usr/bin:/bin"])
    defer { for word in arguments + environment { free(word) } }
    var id = pid_t()
    let code = posix_spawnp(&id, "nice", &actions, nil, arguments, environment)
    return code == 0 ? id : nil
  }

  /// For C, ended by nil; to be freed.
  private static func words(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { strdup($0) } + [nil]
  }
}
