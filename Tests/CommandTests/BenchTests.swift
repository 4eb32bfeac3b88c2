import Foundation
import Geometry
import Raster
import Testing

import compositor

@Suite("Bench scenes")
struct BenchSceneTests {
  private let scope = BenchExpression.Scope(layers: 100, width: 1280, height: 720)

  private func value(_ text: String) throws -> Double {
    try BenchExpression(text, names: ["d": 96]).value(in: scope)
  }

  private func scene(
    _ json: String, layers: Int = 10, size: Size? = nil, seed: Int = 0
  ) throws(Failure) -> BenchScene {
    try BenchSceneFile(json: Data(json.utf8), name: "test.json")
      .scene(layers: layers, size: size, seed: seed)
  }

  private func message(_ body: () throws(Failure) -> Void) -> String? {
    do throws(Failure) {
      try body()
      return nil
    } catch {
      #expect(error.code == .usage)
      return error.message
    }
  }

  @Test(
    "Expressions follow the usual order of operations",
    arguments: [
      ("1 + 2 * 3", 7), ("(1 + 2) * 3", 9), ("8 - 4 - 2", 2), ("8 / 4 / 2", 1), ("-2 * 3", -6),
      ("sqrt(W * H / N)", 96), ("d", 96), ("max(1, min(5, 3))", 3), ("7 % 4", 3), ("-1 % 8", 7),
      ("N <= 200 ? 128 : 48", 128), ("N < 100 ? 1 : N == 100 ? 2 : 3", 2), ("abs(-.5)", 0.5),
      ("floor(2.7)", 2), ("2 * pi", 2 * Double.pi), ("i", 0),
    ])
  func operations(text: String, expected: Double) throws {
    #expect(try abs(value(text) - expected) < 1e-12)
  }

  @Test("Random numbers are those the other toolkits' benches draw from")
  func random() {
    // fract(abs(sin(i * 12.9898 + k * 78.233) * 43758.5453)), worked out in C.
    let expected = [(0, 0, 0.0), (1, 0, 0.92169039), (7, 3, 0.87905807), (9999, 6, 0.02412418)]
    for (index, k, number) in expected {
      var scope = scope
      scope.index = index
      #expect(abs(scope.random(k) - number) < 1e-6, "r(\(index), \(k))")
    }
  }

  @Test(
    "An expression that cannot be read is one message, however it is broken",
    arguments: [
      "", "1 +", "(1", "1)", "nobody", "sqrt(1, 2)", "sqrt", "1 2", "1 ? 2", "r", "r1000", "1..2",
      String(repeating: "(", count: 100_000), String(repeating: "-", count: 100_000),
    ])
  func brokenExpressions(text: String) {
    let said = message { () throws(Failure) in _ = try BenchExpression(text) }
    #expect(said?.contains("cannot be read") == true)
    #expect((said ?? "").count < 200)
  }

  @Test("Scene a covers the surface once with squares that turn and glide")
  func squares() throws {
    let scene = try scene(try #require(BuiltInScene.a.json), layers: 1000, size: Size(1280, 720))
    #expect(scene.count == 1000 && scene.layers.count == 1000)
    let area = scene.layers.reduce(0) { $0 + $1.size.width * $1.size.height }
    #expect(abs(area - 1280 * 720) < 1)
    var scope = BenchExpression.Scope(layers: 1000, width: 1280, height: 720)
    scope.index = 17
    let layer = scene.layers[17]
    #expect(layer.position == Point(scope.random(0) * 1280, scope.random(1) * 720))
    #expect(layer.color == SIMD4(scope.random(2), scope.random(3), scope.random(4), 1))
    let x = layer.position.x
    #expect(
      layer.animations == [
        BenchScene.Animation(
          keyPath: "transform.rotation.z", from: 0, to: 2 * Double.pi,
          duration: 2 * (1 + scope.random(5)), repeatCount: .infinity),
        BenchScene.Animation(
          keyPath: "position.x", from: x, to: x + 100, duration: 1 + scope.random(6),
          repeatCount: .infinity),
      ])
  }

  @Test("Every built-in scene can be read, and another seed moves its layers")
  func builtIn() throws {
    for builtIn in BuiltInScene.allCases {
      guard let json = builtIn.json else { continue }
      let scene = try scene(json, layers: 20)
      let extra = builtIn == .f ? 1 : 0
      #expect(scene.count == 20 + extra, "\(builtIn)")
      let other = try self.scene(json, layers: 20, seed: 1)
      #expect(other.layers[3].position != scene.layers[3].position, "\(builtIn)")
    }
  }

  @Test("Layers inside layers count their own repeats")
  func nested() throws {
    let scene = try scene(
      #"""
      {"size": [100, 50], "background": "#ff0080", "layers": [
        {"repeat": 2, "bounds": [10, 10], "position": ["i", 0], "sublayers": [
          {"repeat": 3, "bounds": [1, 1], "position": ["i", "W"], "texture": "i - 1",
           "values": {"opacity": 0.5}}]}]}
      """#)
    #expect(scene.size == Size(100, 50) && scene.background == SIMD4(1, 0, 128.0 / 255, 1))
    #expect(scene.count == 8)
    #expect(scene.layers.map(\.position.x) == [0, 1])
    #expect(scene.layers[1].sublayers.map(\.position.x) == [0, 1, 2])
    #expect(scene.layers[1].sublayers.allSatisfy { $0.position.y == 100 })
    #expect(scene.layers[1].sublayers.map(\.texture) == [7, 0, 1])
    #expect(scene.layers[0].sublayers[0].values.map(\.keyPath) == ["opacity"])
  }

  @Test(
    "A scene file that makes no sense is one message",
    arguments: [
      ("", "it is not JSON"), ("{}", "'layers' is missing"),
      (#"{"layers": [{"position": [0, 0]}]}"#, "'bounds' is missing at layers.0"),
      (#"{"layers": [{"bounds": [1], "position": [0, 0]}]}"#, "bounds has 2 numbers, not 1"),
      (#"{"layers": [{"bounds": ["1/0", 1], "position": [0, 0]}]}"#, "no finite value"),
      (#"{"layers": [{"repeat": 1e9, "bounds": [1, 1], "position": [0, 0]}]}"#, "more than 200000"),
      (#"{"layers": [{"repeat": "0/0", "bounds": [1, 1], "position": [0, 0]}]}"#, "more than"),
      (#"{"background": "red", "layers": []}"#, "is not like #18181c"),
      (#"{"size": [0, 0], "layers": []}"#, "1 to 16384 points"),
      (#"{"define": {"x": "y"}, "layers": []}"#, "'y' is not known"),
    ])
  func brokenFiles(json: String, expected: String) {
    let said = message { () throws(Failure) in _ = try scene(json) }
    #expect(said?.contains(expected) == true, "\(said ?? "accepted")")
  }

  @Test("Textures are the patterns the other benches read from files")
  func textures() {
    let even = BenchTexture.bitmap(0), odd = BenchTexture.bitmap(3)
    #expect(even.isOpaque && odd.isOpaque)
    #expect(even[200, 7] == SIMD4<UInt8>(200, 242, 7, 255))
    #expect(odd[200, 7] == SIMD4<UInt8>(207, 223, 28, 255))
  }
}

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
    #expect(message("--scene", "b")?.contains("cannot be drawn yet") == true)
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
