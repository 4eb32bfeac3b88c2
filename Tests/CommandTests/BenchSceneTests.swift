import Foundation
import Geometry
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
    try BenchSceneFile(json: Array(json.utf8), name: "test.json")
      .scene(layers: layers, size: size, seed: seed)
  }

  private func message(_ body: () throws(Failure) -> Void) -> String? {
    do throws(Failure) {
      try body()
      return nil
    } catch {
      #expect(error.code == .malformed)
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

  @Test(
    "Scenes that are no scene file have all their layers, each with what it shows",
    arguments: [(BuiltInScene.b, 100, 100), (.d, 10, 510), (.e, 200, 400), (.g, 2000, 2001)])
  func drawn(scene: BuiltInScene, layers: Int, count: Int) throws {
    #expect(scene.json == nil && scene.defaultLayers == layers)
    let made = scene.drawnLayers(
      BenchExpression.Scope(layers: layers, width: 1280, height: 720))
    #expect(made.reduce(0) { $0 + $1.count } == count)
    func all(_ layers: [BenchScene.Layer]) -> [BenchScene.Layer] {
      layers + layers.flatMap { all($0.sublayers) }
    }
    let flat = all(made)
    #expect(flat.flatMap(\.animations).allSatisfy { $0.repeatCount == .infinity })
    // Cards fade, turn and grow; a square moves in each chain; each arc grows; the column scrolls.
    #expect(
      flat.reduce(0) { $0 + $1.animations.count }
        == [300, 10, 200, 1][
          [BuiltInScene.b, .d, .e, .g].firstIndex(of: scene)!])
    if scene == .g {
      #expect(flat.contains { $0.content == .text("Label 0042", size: 12) })
    }
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
          keyPath: "transform.rotation.z", .basic(from: 0, to: 2 * Double.pi),
          duration: 2 * (1 + scope.random(5)), repeatCount: .infinity),
        BenchScene.Animation(
          keyPath: "position.x", .basic(from: x, to: x + 100), duration: 1 + scope.random(6),
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
    "A scene file that makes no sense is one message that says where and what would do",
    arguments: [
      ("", "line 1: "), ("{}", "the file: 'layers' is missing"),
      (#"{"layers": [{"position": [0, 0]}]}"#, "layer 0: 'bounds' is missing"),
      (#"{"layers": [{"bounds": [1], "position": [0, 0]}]}"#, "'bounds' has 2 numbers, not 1"),
      (#"{"layers": [{"bounds": ["1/0", 1], "position": [0, 0]}]}"#, "no finite value for i = 0"),
      (#"{"layers": [{"bounds": [true, 1], "position": [0, 0]}]}"#, "neither a number nor an"),
      (#"{"layers": [{"repeat": 1e9, "bounds": [1, 1], "position": [0, 0]}]}"#, "more than 200000"),
      (#"{"layers": [{"repeat": "0/0", "bounds": [1, 1], "position": [0, 0]}]}"#, "more than"),
      (#"{"background": "red", "layers": []}"#, "is 'red' and not like #18181c"),
      (#"{"size": [0, 0], "layers": []}"#, "1 to 16384 points"),
      (#"{"size": 7, "layers": []}"#, "'size' is not an array"),
      (#"{"define": {"x": "y"}, "layers": []}"#, "'y' is not known; there are N, W, H, i, k"),
      (#"{"layer": [], "layers": []}"#, "unknown field 'layer'; the nearest is 'layers'"),
      (
        #"{"layers": [{"bounds": [1, 1], "position": [0, 0], "colour": 1}]}"#,
        "layer 0: unknown field 'colour'"
      ),
    ])
  func brokenFiles(json: String, expected: String) {
    let said = message { () throws(Failure) in _ = try scene(json) }
    #expect(said?.contains(expected) == true, "\(said ?? "accepted")")
    #expect(said?.contains("docs/bench-scenes.md") == true)
  }

  private func animations(_ json: String) throws(Failure) -> [BenchScene.Animation] {
    try scene(
      #"{"layers": [{"bounds": [1, 1], "position": [0, 0], "animations": [\#(json)]}]}"#
    ).layers[0].animations
  }

  @Test("Springs, keyframes and groups are read with their own numbers")
  func animationKinds() throws {
    let spring = try animations(
      #"""
      {"keyPath": "position.x", "from": 0, "to": "N", "spring": {"stiffness": 50, "damping": 8}}
      """#)
    let physics = BenchScene.Animation.Spring(mass: 1, stiffness: 50, damping: 8, velocity: 0)
    #expect(spring[0].content == .spring(physics, from: 0, to: 10) && spring[0].duration == nil)
    let listed = try animations(
      #"{"keyPath": "opacity", "keyframes": [0, "1 / 2", 1], "duration": 2, "additive": true}"#)
    #expect(listed[0].content == .keyframes([0, 0.5, 1]) && listed[0].isAdditive)
    let counted = try animations(
      #"{"keyPath": "opacity", "keyframes": {"count": 4, "value": "k * k"}, "duration": 2}"#)
    #expect(counted[0].content == .keyframes([0, 1, 4, 9]))
    let group = try animations(
      #"""
      {"duration": 3, "repeatCount": "inf", "group": [
        {"keyPath": "opacity", "from": 0, "to": 1, "duration": 1, "timing": "easeIn",
         "autoreverses": true}]}
      """#)
    guard case .group(let members) = group[0].content else {
      Issue.record("not a group")
      return
    }
    #expect(group[0].repeatCount == .infinity && members.count == 1)
    #expect(members[0].timing == "easeIn" && members[0].autoreverses)
  }

  @Test(
    "An animation that makes no sense is one message",
    arguments: [
      (#"{"from": 0, "to": 1, "duration": 1}"#, "'keyPath' is missing"),
      (#"{"keyPath": "opacity", "from": 0, "to": 1}"#, "animation 0: 'duration' is missing"),
      (#"{"group": [], "spring": {}, "duration": 1}"#, "only one of 'group'"),
      (
        #"{"keyPath": "opacity", "keyframes": {"count": 1, "value": 0}, "duration": 1}"#,
        "no number of values from 2 to"
      ),
      (
        #"{"keyPath": "opacity", "from": 0, "to": 1, "duration": 1, "timing": "fast"}"#,
        "known are linear, easeIn"
      ),
      (
        #"{"keyPath": "opacity", "from": 0, "to": 1, "spring": {"dampening": 1}}"#,
        "animation 0, spring: unknown field 'dampening'; the nearest is 'damping'"
      ),
      (
        String(repeating: #"{"duration": 1, "group": ["#, count: 12)
          + String(repeating: "]}", count: 12),
        "nested deeper than 8"
      ),
    ])
  func brokenAnimations(json: String, expected: String) {
    let said = message { () throws(Failure) in _ = try animations(json) }
    #expect(said?.contains(expected) == true, "\(said ?? "accepted")")
  }

  @Test(
    "The scene files that come with the benches can be read",
    arguments: ["additive", "groups", "keyframes", "springs"])
  func files(name: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let path = root.appendingPathComponent("tools/bench/scenes/\(name).json").path
    let scene = try BenchSceneFile(path: path).scene(layers: 30, size: nil, seed: 0)
    #expect(scene.count == 30 && scene.layers.allSatisfy { !$0.animations.isEmpty })
  }

  @Test("Textures are the patterns the other benches read from files")
  func textures() {
    let even = BenchTexture.bitmap(0), odd = BenchTexture.bitmap(3)
    #expect(even.isOpaque && odd.isOpaque)
    #expect(even[200, 7] == SIMD4<UInt8>(200, 242, 7, 255))
    #expect(odd[200, 7] == SIMD4<UInt8>(207, 223, 28, 255))
  }
}
