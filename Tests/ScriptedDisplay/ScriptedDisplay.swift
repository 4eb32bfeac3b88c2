import Foundation
import Geometry
import ScriptedCompositor

/// `scripted-display`: a Wayland display with exact vblanks, for measuring windows.
///
/// Runs a command with WAYLAND_DISPLAY set, then ends with its exit status. Nothing is shown: pictures
/// are taken at each vblank, and reported as seen at its exact time. Compositors without a display of
/// their own have no such vblanks. What the command does against the protocols is said on stderr, and
/// ends in status 1.
@main
struct ScriptedDisplay {
  static let usage = """
    usage: scripted-display [--hz RATE] [--hold] [--urgent] COMMAND [ARGUMENT…]

      --hz RATE   refreshes a second, 1 to 1000; 60
      --hold      keep buffers until the next frame, as where they are scanned out
      --urgent    the command comes before the machine's other work too, so that what is late is
                  late by its own doing
    """

  private var rate = 60.0
  private var holdsBuffers = false
  private var isUrgent = false
  private var command: [String] = []

  static func main() {
    guard let display = ScriptedDisplay(Array(CommandLine.arguments.dropFirst())) else {
      FileHandle.standardError.write(Data((usage + "\n").utf8))
      exit(64)
    }
    do {
      exit(try display.run())
    } catch {
      FileHandle.standardError.write(Data("scripted-display: \(error)\n".utf8))
      exit(69)
    }
  }

  /// Nil for arguments that make no sense.
  private init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let option = rest.first, option.hasPrefix("-") {
      rest = rest.dropFirst()
      switch option {
      case "--hz":
        guard let rate = rest.popFirst().flatMap({ Double($0) }), (1...1000).contains(rate) else {
          return nil
        }
        self.rate = rate
      case "--hold": holdsBuffers = true
      case "--urgent": isUrgent = true
      default: return nil
      }
    }
    guard !rest.isEmpty else { return nil }
    command = Array(rest)
  }

  private func run() throws -> Int32 {
    // A display does not wait for a processor: its thread comes before ordinary ones.
    Self.becomeUrgent(true)
    let compositor = try ScriptedCompositor {
      $0.pacing = .timed(hz: rate)
      $0.refreshNanoseconds = UInt32(1e9 / rate)
      $0.outputs[0].refresh = Int32(rate * 1000)
      $0.holdsBuffers = holdsBuffers
      $0.keepsPictures = false
    }
    Self.becomeUrgent(isUrgent)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["WAYLAND_DISPLAY": compositor.socketPath]
    ) { $1 }
    try process.run()
    process.waitUntilExit()
    let violations = compositor.violations
    compositor.kill()
    for violation in violations {
      FileHandle.standardError.write(Data("scripted-display: violation: \(violation)\n".utf8))
    }
    if process.terminationReason == .uncaughtSignal { return 128 + process.terminationStatus }
    return process.terminationStatus == 0 && !violations.isEmpty ? 1 : process.terminationStatus
  }

  /// Whether threads and programs started from now on come before ordinary ones, where the system
  /// allows that.
  private static func becomeUrgent(_ isUrgent: Bool) {
    var priority = sched_param(sched_priority: isUrgent ? 1 : 0)
    pthread_setschedparam(pthread_self(), isUrgent ? SCHED_RR : SCHED_OTHER, &priority)
  }
}
