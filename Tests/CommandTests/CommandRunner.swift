import Foundation
import Testing

/// Runs the built `compositor` and collects what it says.
struct CommandRunner {
  struct Result {
    var code: Int32
    var stdout: String
    var stderr: String
  }

  /// Beside the test bundle, wherever the build folder is.
  static let executable: URL = {
    let own = Bundle.allBundles.map(\.bundleURL) + [URL(fileURLWithPath: CommandLine.arguments[0])]
    let folders = own.flatMap { [$0, $0.deletingLastPathComponent()] }
    let candidates = folders.map { $0.appendingPathComponent("compositor") }
    return candidates.first {
      var isDirectory: ObjCBool = false
      return FileManager.default.fileExists(atPath: $0.path, isDirectory: &isDirectory)
        && !isDirectory.boolValue
    } ?? URL(fileURLWithPath: "/nonexistent/compositor")
  }()

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
    _ arguments: [String], environment: [String: String?] = [:], folder: URL? = nil
  ) throws -> Result {
    let process = Process()
    process.executableURL = executable
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
    process.waitUntilExit(orKillAfter: 240)
    return Result(code: process.terminationStatus, stdout: output.text, stderr: errors.text)
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
