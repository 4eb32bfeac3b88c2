import Foundation
import LayerStage
import Profiling
import Testing

/// Input scripts, recordings and traces of the built command.
@Suite("compositor with input and traces", .serialized)
struct RunRecordTests {
  static let script = """
    {"version": 1, "events": [
      {"at": 0.05, "kind": "pointer", "phase": "entered", "x": 10, "y": 20},
      {"at": 0.1, "kind": "pointer", "phase": "moved", "x": 60.5, "y": 20, "modifiers": ["shift"]},
      {"at": 0.2, "kind": "touch", "phase": "began", "id": 4, "x": 10, "y": 20},
      {"at": 0.2, "kind": "touch", "phase": "ended", "id": 4, "x": 10, "y": 20},
      {"at": 0.3, "kind": "key", "phase": "pressed", "key": "a", "text": "å"},
      {"at": 0.3, "kind": "key", "phase": "released", "key": "a"}
    ]}
    """
  private let small = ["--demo", "gallery", "--size", "320x180"]

  private func folder(script: String? = nil) throws -> CommandRunner.Folder {
    let folder = try CommandRunner.Folder()
    if let script { try Data(script.utf8).write(to: folder.url.appendingPathComponent("in.json")) }
    return folder
  }

  @Test("A headless run records exactly the script it was given")
  func recordReplay() throws {
    let folder = try folder(script: Self.script)
    let result = try CommandRunner.run(
      small + [
        "--headless", "--duration", "0.5", "--input", "in.json", "--record-input", "o.json",
      ],
      folder: folder.url)
    #expect(result.code == 0, "\(result.stderr)")
    let given = try InputScript(parsing: Array(Self.script.utf8))
    #expect(try InputScript(parsing: [UInt8](folder.data("o.json"))) == given)
  }

  @Test("The same script twice gives the same pixels")
  func deterministic() throws {
    let folder = try folder(script: Self.script)
    for name in ["a", "b"] {
      let result = try CommandRunner.run(
        small + ["--frames", "4", "--fps", "10", "--output", name, "--input", "in.json"],
        folder: folder.url)
      #expect(result.code == 0, "\(result.stderr)")
    }
    for frame in 0..<4 {
      let first = try folder.data("a/gallery-0000\(frame).png")
      #expect(try folder.data("b/gallery-0000\(frame).png") == first)
    }
  }

  @Test("Without an end of its own a run lasts until after the script's last event")
  func lasts() throws {
    let folder = try folder(
      script: """
        {"version": 1, "events": [
          {"at": 100.5, "kind": "key", "phase": "pressed", "key": "a"}]}
        """)
    let result = try CommandRunner.run(
      small + ["--headless", "--fps", "1", "--input", "in.json", "--record-input", "o.json"],
      folder: folder.url)
    #expect(result.code == 0, "\(result.stderr)")
    #expect(try InputScript(parsing: [UInt8](folder.data("o.json"))).duration == 100.5)
  }

  @Test(
    "A script that cannot be read is one line and its own exit code",
    arguments: [
      ("missing.json", 66, "'missing.json'"), (".", 66, "directory"),
      ("bad.json", 65, "event 0: 'kind' is missing"), ("/dev/null", 65, "line 1"),
    ] as [(String, Int32, String)])
  func badScripts(path: String, code: Int32, part: String) throws {
    let folder = try folder()
    try Data("{\"version\": 1, \"events\": [{\"at\": 0}]}".utf8)
      .write(to: folder.url.appendingPathComponent("bad.json"))
    let result = try CommandRunner.run(
      small + ["--headless", "--duration", "0.1", "--input", path], folder: folder.url)
    #expect(result.code == code && result.stdout.isEmpty)
    #expect(result.stderr.contains(part) && result.stderr.split(separator: "\n").count == 1)
  }

  @Test("A headless trace has its frames on their tracks")
  func trace() throws {
    let folder = try folder()
    let result = try CommandRunner.run(
      small + ["--headless", "--duration", "0.5", "--trace", "t.json"], folder: folder.url)
    #expect(result.code == 0, "\(result.stderr)")
    let trace = try TraceReader(folder.data("t.json"))
    #expect(trace.processName == "Gallery")
    #expect(trace.events(of: "render", named: "frame").count == 30)
    #expect(trace.events(of: "presentation", named: "target").count == 30)
    #expect(trace.events(of: "counters").count == 30)
    #expect(!trace.events(of: "main", named: "commit").isEmpty)
    let targets = trace.events(of: "presentation").compactMap {
      $0.arguments["target_s"] as? Double
    }
    for (a, b) in zip(targets, targets.dropFirst()) { #expect(abs(b - a - 1.0 / 60) < 1e-5) }
  }

  @Test("A run longer than a profile remembers is traced as a whole")
  func longTrace() throws {
    let folder = try folder()
    let result = try CommandRunner.run(
      [
        "--demo", "carousel", "--size", "64x36", "--headless", "--duration", "12", "--trace",
        "t.json", "--profile", "p.json",
      ], folder: folder.url)
    #expect(result.code == 0, "\(result.stderr)")
    #expect(try TraceReader(folder.data("t.json")).events(of: "counters").count == 720)
  }

  @Test("An overlay changes the picture")
  func overlay() throws {
    let folder = try folder()
    for (name, extra) in [("a.png", []), ("b.png", ["--overlay", "damage,fps"])] {
      let result = try CommandRunner.run(
        small + ["--at", "0.5", "--output", name] + extra, folder: folder.url)
      #expect(result.code == 0, "\(result.stderr)")
    }
    #expect(try folder.data("a.png") != folder.data("b.png"))
  }

  @Test("Without a display there is nothing to record, and nothing is written")
  func recordWithoutDisplay() throws {
    let folder = try folder()
    let result = try CommandRunner.run(small + ["--record-input", "o.json"], folder: folder.url)
    #expect(result.code == 69 && result.stderr.contains("--record-input"))
    #expect(folder.names.isEmpty)
  }

  @Test("The example that the documentation shows is a script")
  func documentedScript() throws {
    let text = try document("input-scripts.md")
    let parts = text.components(separatedBy: "```json\n")
    #expect(parts.count == 2)
    let example = parts.last?.components(separatedBy: "```").first ?? ""
    #expect(try InputScript(parsing: Array(example.utf8)).events.count == 5)
  }

  @Test("The documentation names every key of a profile and every track of a trace")
  func documentedProfile() throws {
    let text = try document("profile.md")
    let profile = FrameProfile().json(interval: nil)
    guard case .object(let frame) = FrameRecord().json,
      case .object(let summary) = profile["summary"]
    else {
      Issue.record("no objects")
      return
    }
    #expect(frame.count > 20 && summary.count > 10)
    for (key, _) in frame + summary { #expect(text.contains("`\(key)`"), "\(key)") }
    let trace = try TraceReader(Data(ChromeTrace([], process: "none").text.utf8))
    for (name, number) in trace.tracks { #expect(text.contains("\(number) `\(name)`"), "\(name)") }
  }

  private func document(_ name: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appendingPathComponent("docs/\(name)"), encoding: .utf8)
  }

  @Test("One interruption ends a long way to a picture, and its own code says so")
  func interruption() throws {
    let folder = try folder()
    let process = Process()
    process.executableURL = CommandRunner.executable
    process.arguments = small + ["--fps", "1000", "--at", "3600", "--output", "a.png"]
    process.currentDirectoryURL = folder.url
    process.standardError = FileHandle.nullDevice
    try process.run()
    CommandRunner.waitUntilSignalsAreWatched(by: process)
    process.interrupt()
    CommandRunner.wait(for: process)
    #expect(process.terminationReason == .exit && process.terminationStatus == 130)
    #expect(folder.names.isEmpty)
  }
}
