import Foundation
import Geometry
import Raster
import Testing

import compositor

@Suite("compositor bench", .serialized)
struct BenchCommandTests {
  private func options(_ arguments: String...) throws(Failure) -> BenchOptions {
    guard case .bench(let options) = try Invocation(arguments: ["bench"] + arguments) else {
      throw Failure(.software, "not a bench invocation")
    }
    return options
  }

  private func message(_ arguments: String...) -> String? {
    do throws(Failure) {
      _ = try Invocation(arguments: ["bench"] + arguments)
      return nil
    } catch {
      #expect(error.code == .usage)
      return error.message
    }
  }

  @Test("A scene brings its own number of layers and its clock")
  func defaults() throws {
    let a = try options("--scene", "a")
    #expect(a.layers == 1000 && a.frames == 300 && a.warmup == 30 && a.backend == .offscreen)
    #expect(a.clock == .fixed(rate: 60) && a.softensEdges && a.tracksDamage && a.block == nil)
    #expect(try options("--scene", "f").layers == 10000)
    #expect(try options("--scene", "h").clock == .vsync)
    #expect(try options("--scene", "i").block == 1000)
    #expect(try options("--scene", "a", "--backend", "wayland").clock == .vsync)
    #expect(try options("--scene", "a", "--clock", "fixed:120").clock == .fixed(rate: 120))
  }

  @Test("Options that do not fit together say so")
  func refused() {
    #expect(message()?.contains("--scene") == true)
    #expect(message("--scene", "z")?.contains("unknown scene") == true)
    #expect(message("--scene", "a", "--backend", "null", "--png", "a.png") != nil)
    #expect(message("--scene", "a", "--png-frame", "3")?.contains("--png") == true)
    #expect(message("--scene", "a", "--png", "a.jpg")?.contains(".png") == true)
    #expect(message("--scene", "a", "--block-app", "10")?.contains("vsync") == true)
    #expect(message("--scene", "a", "--backend", "wayland", "--clock", "free") != nil)
    #expect(message("--scene", "a", "--clock", "fixed:0")?.contains("out of range") == true)
    #expect(message("--scene", "a", "--clock", "slow")?.contains("fixed:60") == true)
    #expect(message("--scene", "a", "--edge-aa", "maybe")?.contains("neither") == true)
    #expect(message("--scene", "a", "--backend", "nil")?.contains("nearest is 'null'") == true)
  }

  private func report(_ arguments: [String]) throws -> [String: Any] {
    let result = try CommandRunner.run(["bench"] + arguments + ["--json"])
    #expect(result.code == 0, "\(result.stderr)")
    #expect(result.stdout.split(separator: "\n").count == 1)
    let json = try JSONSerialization.jsonObject(with: Data(result.stdout.utf8))
    return try #require(json as? [String: Any])
  }

  @Test("The report is one line with every key, null where nobody measured")
  func keys() throws {
    let report = try report(
      ["--scene", "f", "--layers", "50", "--frames", "7", "--warmup", "2", "--backend", "null"])
    let expected = [
      "peer", "scene", "N", "W", "H", "frames", "backend", "device", "driver", "cpu_ms",
      "cpu_user_ms", "cpu_sys_ms", "wall_ms", "fps", "frame_ms", "stage_us", "cpu_by_thread_ms",
      "counts", "pacing", "startup_ms", "first_frame_ms", "rss_mb", "gpu_mb",
    ]
    for key in expected { #expect(report[key] != nil, "\(key)") }
    #expect(report["frames"] as? Int == 7 && report["N"] as? Int == 50)
    #expect(report["device"] as? String == "null")
    let stages = try #require(report["stage_us"] as? [String: Any])
    #expect(
      Set(stages.keys) == [
        "commit", "apply", "evaluate", "cull", "build", "record", "submit", "gpu", "present",
      ])
    let counts = try #require(report["counts"] as? [String: Any])
    #expect(counts["layers"] as? Int == 51 && counts["animated"] as? Int == 1)
    // The square and the root above it.
    #expect(counts["visited"] as? Int == 2 && counts["overdraw"] as? Int == 1)
    let threads = try #require(report["cpu_by_thread_ms"] as? [String: Double])
    #expect(Set(threads.keys) == ["app", "server", "driver"] && threads["server"] ?? 0 > 0)
    for key in [
      "visited", "drawn", "culled", "quads", "draws", "pipeline_switches", "descriptor_binds",
      "offscreen_passes", "damage_px", "shaded_px", "overdraw", "upload_bytes", "cache_hits",
      "cache_bytes", "pipelines_created", "allocations",
    ] { #expect(counts[key] != nil, "\(key)") }
  }

  @Test("Without damage every frame is drawn whole, with damage only what moved")
  func damage() throws {
    let arguments = [
      "--scene", "f", "--layers", "50", "--size", "320x200", "--frames", "5", "--backend", "null",
    ]
    func pixels(_ report: [String: Any]) throws -> Double {
      let counts = try #require(report["counts"] as? [String: Any])
      return try #require(counts["damage_px"] as? Double)
    }
    #expect(try pixels(report(arguments + ["--damage", "off"])) == 320 * 200)
    let part = try pixels(report(arguments))
    #expect(part > 64 * 64 && part < 100 * 100)
  }

  @Test("A frame's picture is the same with and without damage, warm-up and measured frames")
  func picture() throws {
    let folder = try CommandRunner.Folder()
    let scene = ["--scene", "f", "--layers", "50", "--size", "320x200", "--png-frame", "9"]
    let runs = [
      ["--frames", "5", "--warmup", "8"], ["--frames", "2", "--warmup", "1"],
      ["--frames", "5", "--warmup", "20", "--damage", "off"],
    ]
    for (index, run) in runs.enumerated() {
      _ = try report(scene + run + ["--png", folder.path("\(index).png")])
    }
    let first = try folder.data("0.png")
    #expect(first.count > 1000)
    #expect(try folder.data("1.png") == first)
    #expect(try folder.data("2.png") == first)
  }

  @Test("Frames go on while the application is blocked, and are counted apart")
  func blocked() throws {
    let report = try report(
      ["--scene", "i", "--layers", "5", "--frames", "6", "--block-app", "200", "--backend", "null"])
    let blocked = try #require(report["blocked"] as? [String: Any])
    #expect(blocked["ms"] as? Int == 200)
    #expect(blocked["frames"] is Int && blocked["frames_before"] is Int)
    #expect(blocked["ratio"] is NSNumber && blocked["rounds"] as? Int == 3)
    let pacing = try #require(report["pacing"] as? [String: Any])
    #expect(pacing["hitch_ms_per_s"] != nil)
  }

  @Test("In a window the report says how the display saw the frames")
  func window() throws {
    let display = CommandRunner.program("scripted-display")
    let bench = ["--scene", "f", "--layers", "20", "--size", "320x200", "--frames", "30"]
    let result = try CommandRunner.run(
      [CommandRunner.executable.path, "bench"] + bench + ["--backend", "wayland", "--json"],
      program: display)
    #expect(result.code == 0, "\(result.stderr)")
    let json = try JSONSerialization.jsonObject(with: Data(result.stdout.utf8))
    let report = try #require(json as? [String: Any])
    let pacing = try #require(report["pacing"] as? [String: Any])
    for key in [
      "late_frames", "hitch_ms_per_s", "interval_stddev_ms", "interval_p99_error_ms",
      "time_error_p99_ms",
    ] { #expect(pacing[key] is NSNumber, "\(key)") }
    let stages = try #require(report["stage_us"] as? [String: Any])
    #expect(stages["present"] is [String: Any])
    #expect(report["driver"] is String)
  }

  @Test(
    "A display that is told nonsense says how it is used",
    arguments: [[], ["--hz"], ["--hz", "0", "true"], ["--fast", "true"]])
  func displayUsage(arguments: [String]) throws {
    let result = try CommandRunner.run(
      arguments, program: CommandRunner.program("scripted-display"))
    #expect(result.code == 64 && result.stderr.hasPrefix("usage: scripted-display"))
  }

  @Test("A display ends as its command does")
  func displayStatus() throws {
    let display = CommandRunner.program("scripted-display")
    let result = try CommandRunner.run(["sh", "-c", "exit 7"], program: display)
    #expect(result.code == 7)
  }

  @Test("At rest nothing is drawn")
  func rest() throws {
    let report = try report(["--scene", "h", "--layers", "50", "--frames", "20"])
    #expect(report["frames_drawn"] as? Int == 0)
  }

  @Test(
    "A scene file that is none ends with a status and a reason, and does not hang",
    arguments: [
      ("folder", 66, "it is a directory"), ("pipe", 66, "not a regular file"),
      ("missing", 66, "No such file"), ("huge", 65, "larger than 16 MiB"), ("text", 65, "line 1"),
    ])
  func badSceneFile(kind: String, code: Int32, reason: String) throws {
    let folder = try CommandRunner.Folder()
    let path = folder.path("\(kind).json")
    switch kind {
    case "folder":
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case "pipe": #expect(mkfifo(path, 0o600) == 0)
    case "huge":
      // With a hole: takes no room.
      _ = FileManager.default.createFile(atPath: path, contents: nil)
      #expect(truncate(path, 1 << 40) == 0)
    case "text": try Data("layers: []".utf8).write(to: URL(fileURLWithPath: path))
    default: break
    }
    let result = try CommandRunner.run(["bench", "--scene", path, "--backend", "null"])
    #expect(result.code == code)
    #expect(result.stderr.contains(reason), "\(result.stderr)")
    #expect(result.stdout.isEmpty)
  }

  @Test(
    "Every kind of animation moves what it animates",
    arguments: ["springs", "keyframes", "groups", "additive"])
  func kinds(name: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let path = root.appendingPathComponent("tools/bench/scenes/\(name).json").path
    let report = try report(
      ["--scene", path, "--layers", "12", "--frames", "10", "--warmup", "1", "--backend", "null"])
    #expect(report["frames_drawn"] as? Int == 10)
    #expect((report["counts"] as? [String: Any])?["animated"] as? Int == 12)
  }

  @Test("A scene file is drawn as it says")
  func sceneFile() throws {
    let folder = try CommandRunner.Folder()
    let path = folder.path("scene.json")
    let json = #"""
      {"size": [40, 20], "background": "#000000", "layers": [
        {"bounds": ["W / 2", "H"], "position": ["W / 4", "H / 2"], "backgroundColor": [0, 1, 0, 1]}]}
      """#
    try Data(json.utf8).write(to: URL(fileURLWithPath: path))
    _ = try report(
      ["--scene", path, "--frames", "1", "--warmup", "1", "--png", folder.path("a.png")])
    let picture = try ImageCodec.decode(bytes: [UInt8](folder.data("a.png")))
    #expect(picture.size == PixelSize(40, 20))
    #expect(picture[5, 5] == SIMD4(0, 255, 0, 255) && picture[30, 5] == SIMD4(0, 0, 0, 255))
  }
}
