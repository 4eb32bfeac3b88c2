import Foundation
import Testing

/// Runs the built `compositor` and collects what it says.
struct CommandRunner {
  struct Result {
    var code: Int32
    var stdout: String
    var stderr: String
  }

  static let executable = program("compositor")

  /// Beside the test bundle, wherever the build folder is.
  static func program(_ name: String) -> URL {
    let own = Bundle.allBundles.map(\.bundleURL) + [URL(fileURLWithPath: CommandLine.arguments[0])]
    let folders = own.flatMap { [$0, $0.deletingLastPathComponent()] }
    let candidates = folders.map { $0.appendingPathComponent(name) }
    return candidates.first {
      var isDirectory: ObjCBool = false
      return FileManager.default.fileExists(atPath: $0.path, isDirectory: &isDirectory)
        && !isDirectory.boolValue
    } ?? URL(fileURLWithPath: "/nonexistent/\(name)")
  }

  /// A folder of its own for each test, removed with it.
  final class Folder {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("compositor-tests-\(UUID().uuidString)")

    init() throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }
    func data(_ name: String) throws -> Data {
      try Data(contentsOf: url.appendingPathComponent(name))
    }
    var names: [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
    }
  }

  /// - Parameters:
  ///   - environment: Set on top of the test's own; nil values are removed. There is no display
  ///     unless one is set.
  ///   - folder: The working directory.
  static func run(
    _ arguments: [String], program: URL = executable, environment: [String: String?] = [:],
    folder: URL? = nil
  ) throws -> Result {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    var variables = ProcessInfo.processInfo.environment
    variables["WAYLAND_DISPLAY"] = nil
    variables["WAYLAND_SOCKET"] = nil
    for (name, value) in environment { variables[name] = value }
    process.environment = variables
    if let folder { process.currentDirectoryURL = folder }
    let out = Pipe(), err = Pipe()
    process.standardOutput = out
    process.standardError = err
    try process.run()
    // Both pipes are read at once, or a full one would stop the command.
    let errors = Reader(err)
    let output = Reader(out)
    wait(for: process)
    return Result(code: process.terminationStatus, stdout: output.text, stderr: errors.text)
  }

  /// Waits, but not for ever: a command that hangs is killed, and its status says so.
  static func wait(for process: Process, seconds: Double = 120) {
    let limit = Date(timeIntervalSinceNow: seconds)
    while process.isRunning, Date() < limit { Thread.sleep(forTimeInterval: 0.01) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// Before it blocks SIGTERM to take it in order, the command would die of it.
  static func waitUntilSignalsAreWatched(by process: Process) {
    let limit = Date(timeIntervalSinceNow: 30)
    let bit = UInt64(1) << UInt64(SIGTERM - 1)
    while process.isRunning, Date() < limit {
      let status = try? String(
        contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
      let line = status?.split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
      let mask = line.flatMap { UInt64($0.split(separator: "\t").last ?? "", radix: 16) } ?? 0
      if mask & bit != 0 { return }
      Thread.sleep(forTimeInterval: 0.01)
    }
  }

  private final class Reader: @unchecked Sendable {
    // Safety: `data` is written before the semaphore is signalled and read after.
    private var data = Data()
    private let done = DispatchSemaphore(value: 0)

    init(_ pipe: Pipe) {
      Thread.detachNewThread { [self] in
        data = pipe.fileHandleForReading.readDataToEndOfFile()
        done.signal()
      }
    }

    var text: String {
      done.wait()
      done.signal()
      return String(decoding: data, as: UTF8.self)
    }
  }
}
