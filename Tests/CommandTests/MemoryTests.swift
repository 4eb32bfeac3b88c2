import Foundation
import Geometry
import ScriptedCompositor
import TestSupport
import Testing

/// Memory that grows with time ends every program that runs for long. The command is watched from
/// outside, because other tests share this process.
@Suite(
  "Memory of the command", .serialized,
  .disabled(if: Sanitizer.isActive, "sanitizers keep what was freed: sizes say nothing"))
struct MemoryTests {
  /// What the resident size may gain in the second half of a run, in bytes. Allocators and drivers
  /// settle slowly, so a short run is given more; a bitmap lost every now and then comes to more
  /// still.
  private static let slack = SeededGenerator.isDeepRun ? 1_000_000.0 : 3_000_000

  @Test(
    "It stays the same over thousands of frames", .timeLimit(.minutes(10)),
    arguments: ["gallery", "keyframes"])
  func frames(demo: String) throws {
    // A last step of a megabyte or two comes within the first 15,000.
    let frames = SeededGenerator.isDeepRun ? 40_000 : 1_200
    let memory = try watch([
      "--demo", demo, "--headless", "--frames", "\(frames)", "--size", "320x180",
    ])
    #expect(memory.samples.count >= 20)
    #expect(memory.growth(after: 0.5) < Self.slack, "\(memory)")
  }

  @Test(
    "It stays the same while tiles of the gallery are opened and closed", .timeLimit(.minutes(10)))
  func use() throws {
    // Virtual time: ten minutes, or enough to open each tile a few times.
    let seconds = SeededGenerator.isDeepRun ? 600 : 60
    let folder = try CommandRunner.Folder()
    try Data(Self.visits(seconds: seconds).utf8).write(
      to: folder.url.appendingPathComponent("use.json"))
    let memory = try watch([
      "--demo", "gallery", "--headless", "--size", "320x180", "--fps", "20", "--frames",
      "\(seconds * 20)", "--input", folder.path("use.json"),
    ])
    #expect(memory.samples.count >= 20)
    #expect(memory.growth(after: 0.5) < Self.slack, "\(memory)")
  }

  /// An input script: every two seconds a click at another place, then the wheel and Escape.
  private static func visits(seconds: Int) -> String {
    var events = [#"{"at": 0, "kind": "pointer", "phase": "entered", "x": 10, "y": 10}"#]
    for visit in 0..<(seconds / 2) {
      let place = "\"x\": \(20 + visit * 67 % 280), \"y\": \(30 + visit * 41 % 130)"
      func add(_ offset: Double, _ fields: String) {
        events.append("{\"at\": \(Double(2 * visit) + offset), \(fields)}")
      }
      add(0.2, #""kind": "pointer", "phase": "pressed", "button": "primary", \#(place)"#)
      add(0.3, #""kind": "pointer", "phase": "released", "button": "primary", \#(place)"#)
      add(0.8, #""kind": "scroll", "source": "wheel", "dy": \#(visit % 2 * 60 - 30), \#(place)"#)
      add(1.2, #""kind": "key", "phase": "pressed", "key": "Escape""#)
      add(1.3, #""kind": "key", "phase": "released", "key": "Escape""#)
    }
    return #"{"version": 1, "events": ["# + events.joined(separator: ", ") + "]}"
  }

  @Test("It stays the same over hundreds of resizes", .timeLimit(.minutes(10)))
  func resizes() throws {
    let compositor = try ScriptedCompositor {
      $0.pacing = .timed(hz: 120)
      $0.initialSize = Size(320, 200)
    }
    let process = try start(
      ["--demo", "keyframes"], environment: ["WAYLAND_DISPLAY": compositor.socketPath])
    defer { CommandRunner.wait(for: process, seconds: 0) }
    let window = try compositor.waitForWindow()
    try compositor.waitForCommit(window, after: 0)
    var memory = ResidentMemory()
    let count = 500
    for i in 0..<count {
      // Some sizes come again and again; no two that follow each other are equal.
      let size = Size(Double(200 + i * 37 % 200), Double(150 + i * 53 % 150))
      try compositor.configure(window, size.width, size.height)
      try compositor.wait("a frame of \(size)") { $0[window]?.size == size ? true : nil }
      memory.sample(process.processIdentifier)
    }
    #expect(memory.samples.count == count)
    #expect(memory.growth(after: 0.5) < Self.slack, "\(memory)")
    #expect(compositor.violations.isEmpty)
    try compositor.requestClose(window)
    CommandRunner.wait(for: process)
    #expect(process.terminationStatus == 0)
  }

  @Test("A process that grows is noticed, one that only warms up is not")
  func trend() {
    let noise = (0..<100).map { Double($0 * 7919 % 13) * 10_000 }
    let warm = ResidentMemory(
      samples: noise.enumerated().map { $1 + 1e8 - 5e7 * pow(0.8, Double($0)) })
    #expect(abs(warm.growth(after: 0.5)) < 100_000)
    let growing = ResidentMemory(samples: noise.enumerated().map { $1 + 1e8 + 60_000 * Double($0) })
    #expect(abs(growing.growth(after: 0.5) - 49 * 60_000) < 100_000)
  }

  private func start(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Process {
    let process = Process()
    process.executableURL = CommandRunner.executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Runs the command to its end and looks at its memory on the way.
  private func watch(_ arguments: [String]) throws -> ResidentMemory {
    var memory = ResidentMemory()
    let process = try start(arguments)
    defer { CommandRunner.wait(for: process, seconds: 0) }
    let limit = Date(timeIntervalSinceNow: 540)
    while process.isRunning, Date() < limit {
      memory.sample(process.processIdentifier)
      Thread.sleep(forTimeInterval: 0.02)
    }
    try #require(!process.isRunning, "the command took too long")
    #expect(process.terminationStatus == 0)
    return memory
  }
}
