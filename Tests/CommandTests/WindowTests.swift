import Foundation
import LayerStage
import TestSupport
import Testing

/// Windows on a real compositor; skipped where weston is not installed.
@Suite(
  "compositor in a window", .serialized,
  .enabled(if: Weston.isInstalled, "needs the program weston"))
struct WindowTests {
  @Test("A window shows its frames for as long as asked, and exits 0")
  func duration() throws {
    let weston = try Weston()
    let folder = try CommandRunner.Folder()
    let result = try CommandRunner.run(
      [
        "--demo", "gallery", "--size", "640x360", "--duration", "1.5", "--profile", "p.json",
        "--validate",
      ],
      environment: weston.environment, folder: folder.url)
    #expect(result.code == 0, "\(result.stderr)")
    let object = try JSONSerialization.jsonObject(with: folder.data("p.json"))
    let root = try #require(object as? [String: Any])
    let frames = try #require(root["frames"] as? [[String: Any]])
    #expect(frames.count > 1)
    // weston gives presentation feedback for every frame but the last ones.
    #expect(frames.contains { $0["present_s"] is Double })
    let targets = frames.compactMap { $0["target_s"] as? Double }
    #expect(zip(targets, targets.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test("A window replays a script in real time, records it and traces its frames")
  func replay() throws {
    let weston = try Weston()
    let folder = try CommandRunner.Folder()
    try Data(RunRecordTests.script.utf8).write(to: folder.url.appendingPathComponent("in.json"))
    // Long enough for a busy machine to have shown its first frame by then.
    let result = try CommandRunner.run(
      [
        "--demo", "gallery", "--size", "640x360", "--duration", "4", "--input", "in.json",
        "--record-input", "out.json", "--trace", "t.json",
      ], environment: weston.environment, folder: folder.url)
    #expect(result.code == 0, "\(result.stderr)")
    let given = try InputScript(parsing: Array(RunRecordTests.script.utf8))
    let recorded = try InputScript(parsing: [UInt8](folder.data("out.json")))
    // The times are those of the script, rounded with the clock's large numbers.
    #expect(recorded.events.count == given.events.count)
    for (a, b) in zip(recorded.events, given.events) {
      var event = a
      event.time = b.time
      #expect(event == b && abs(a.time - b.time) < 2e-6)
    }
    let trace = try TraceReader(folder.data("t.json"))
    #expect(!trace.events(of: "render", named: "frame").isEmpty)
    #expect(trace.events(of: "presentation").contains { $0.name != "target" })
  }

  @Test("A recording is written although the compositor dies")
  func recordingSurvives() throws {
    let folder = try CommandRunner.Folder()
    try Data(RunRecordTests.script.utf8).write(to: folder.url.appendingPathComponent("in.json"))
    // A window that is not open yet has nothing to record. Nothing outside tells when it is open, so
    // a busy machine gets more time, twice.
    for delay in [0.5, 8, 60] where !folder.names.contains("out.json") {
      let weston = try Weston()
      let process = try weston.start([
        "--demo", "gallery", "--size", "640x360", "--input", folder.path("in.json"),
        "--record-input", folder.path("out.json"),
      ])
      CommandRunner.waitUntilSignalsAreWatched(by: process)
      Thread.sleep(forTimeInterval: delay)
      weston.kill()
      CommandRunner.wait(for: process)
      #expect(process.terminationReason == .exit && process.terminationStatus == 69)
    }
    // How much of it had happened depends on how busy the machine is.
    _ = try InputScript(parsing: [UInt8](folder.data("out.json")))
  }

  @Test("Termination closes the window and exits 0")
  func termination() throws {
    let weston = try Weston()
    let process = try weston.start(["--demo", "gallery", "--size", "640x360"])
    CommandRunner.waitUntilSignalsAreWatched(by: process)
    Thread.sleep(forTimeInterval: 0.5)
    process.terminate()
    CommandRunner.wait(for: process)
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
  }

  @Test("A compositor that dies ends the command with 69 and one line")
  func deadCompositor() throws {
    let weston = try Weston()
    let err = Pipe()
    let process = try weston.start(["--demo", "gallery", "--size", "640x360"], stderr: err)
    CommandRunner.waitUntilSignalsAreWatched(by: process)
    Thread.sleep(forTimeInterval: 0.5)
    weston.kill()
    CommandRunner.wait(for: process)
    let text = String(decoding: err.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(process.terminationReason == .exit && process.terminationStatus == 69)
    #expect(text.split(separator: "\n").count == 1 && text.hasPrefix("compositor: "), "\(text)")
  }
}

/// A weston of its own, without a screen.
final class Weston {
  private let folder: CommandRunner.Folder
  private let process = Process()

  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/weston") }

  init() throws {
    folder = try CommandRunner.Folder()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700], ofItemAtPath: folder.url.path)
    process.executableURL = URL(fileURLWithPath: "/usr/bin/weston")
    process.arguments = [
      "--backend=headless-backend.so", "--use-pixman", "--socket=test", "--no-config",
      "--idle-time=0", "--width=800", "--height=600",
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["XDG_RUNTIME_DIR": folder.url.path]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let limit = Date(timeIntervalSinceNow: 20)
    while !isListening(at: folder.path("test")) {
      try #require(Date() < limit && process.isRunning, "weston did not start")
      Thread.sleep(forTimeInterval: 0.02)
    }
  }

  deinit { kill() }

  var environment: [String: String?] {
    ["XDG_RUNTIME_DIR": folder.url.path, "WAYLAND_DISPLAY": "test"]
  }

  func start(_ arguments: [String], stderr: Pipe? = nil) throws -> Process {
    let command = Process()
    command.executableURL = CommandRunner.executable
    command.arguments = arguments
    var variables = ProcessInfo.processInfo.environment
    for (name, value) in environment { variables[name] = value }
    command.environment = variables
    command.standardOutput = FileHandle.nullDevice
    command.standardError = stderr ?? FileHandle.nullDevice
    try command.run()
    return command
  }

  func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
