import CoreGraphics
import Foundation
import Geometry
import Renderer

/// The options of `bench`, checked against each other.
package struct BenchOptions {
  package enum Backend: String, CaseIterable, Sendable {
    /// Drawn into memory, without a display.
    case offscreen
    /// In a window.
    case wayland
    /// Nothing is drawn: what the processor does besides drawing.
    case null
  }

  package enum Clock: Equatable, Sendable {
    /// Frame f shows second f / rate, however long it takes.
    case fixed(rate: Double)
    /// As the display asks for frames; without one, a timer of 60 Hz stands in.
    case vsync
    /// As fast as possible; each frame shows the time at which it was begun.
    case free
  }

  package enum Source: Equatable, Sendable {
    case builtIn(BuiltInScene)
    case file(String)
  }

  package var source: Source
  package var layers: Int
  /// Points; nil for a scene file's own.
  package var size: CGSize?
  package var frames: Int
  package var warmup: Int
  package var backend: Backend
  package var clock: Clock
  package var seed: Int
  package var softensEdges: Bool
  /// Measures the device's time offscreen, which adds to the time of the frames.
  package var timesDevice: Bool
  package var tracksDamage: Bool
  /// Bitmaps of layers and coverage of paths are kept.
  package var caches: Bool
  /// Milliseconds for which the main thread is blocked.
  package var block: Double?
  package var png: String?
  /// The frame in the picture, counted from time 0.
  package var pngFrame: Int
  package var device: String?
  package var wantsJSON: Bool

  package var optimizations: Optimizations {
    var all = Optimizations.all
    if !tracksDamage { all.remove(.damage) }
    if !caches { all.subtract(.caches) }
    return all
  }

  init(_ parsed: ParsedArguments) throws(Failure) {
    source = try Self.source(parsed.text("--scene"))
    var scene: BuiltInScene?
    if case .builtIn(let builtIn) = source { scene = builtIn }
    layers =
      try parsed.integer("--layers", in: 1...BenchScene.maximumLayers)
      ?? scene?.defaultLayers ?? 1000
    size = try parsed.size("--size", in: 1...DemoOptions.maximumSize)
    frames = try parsed.integer("--frames", in: 1...1_000_000) ?? 300
    warmup = try parsed.integer("--warmup", in: 1...100_000) ?? 30
    backend = try Self.choice(parsed, "--backend", Backend.self) ?? .offscreen
    seed = try parsed.integer("--seed", in: 0...1_000_000) ?? 0
    softensEdges = try Self.flag(parsed, "--edge-aa")
    timesDevice = parsed.has("--gpu-time")
    tracksDamage = try Self.flag(parsed, "--damage")
    caches = try Self.flag(parsed, "--cache")
    block = try parsed.number("--block-app", in: 1...60_000)
    png = try parsed.picture("--png")
    pngFrame = try parsed.integer("--png-frame", in: 0...1_000_000) ?? 0
    device = parsed.text("--device")
    wantsJSON = parsed.has("--json")
    // Scenes h and i are about time that passes by itself.
    let isPaced = backend == .wayland || scene == .h || scene == .i
    clock = try Self.clock(parsed.text("--clock")) ?? (isPaced ? .vsync : .fixed(rate: 60))
    if scene == .i { block = block ?? 1000 }
    try checkTogether(hasPNGFrame: parsed.has("--png-frame"))
  }

  private func checkTogether(hasPNGFrame: Bool) throws(Failure) {
    if backend == .wayland, clock != .vsync {
      throw .usage("a window has its display's clock; use '--clock vsync' with '--backend wayland'")
    }
    if block != nil, clock != .vsync {
      throw .usage("'--block-app' needs '--clock vsync': on other clocks nothing moves by itself")
    }
    guard png != nil || !hasPNGFrame else { throw .usage("'--png-frame' needs '--png OUT.png'") }
    if png != nil {
      guard backend == .offscreen, case .fixed = clock else {
        throw .usage("'--png' needs '--backend offscreen' and a fixed clock")
      }
    }
  }

  private static func source(_ text: String?) throws(Failure) -> Source {
    guard let text else { throw .usage("bench needs '--scene a…i|FILE.json'") }
    if text.lowercased().hasSuffix(".json") { return .file(text) }
    guard let scene = BuiltInScene(rawValue: text) else {
      throw .usage("unknown scene '\(text.shortened)'; there are a to i and FILE.json")
    }
    return .builtIn(scene)
  }

  private static func clock(_ text: String?) throws(Failure) -> Clock? {
    switch text {
    case nil: return nil
    case "vsync": return .vsync
    case "free": return .free
    case let text?:
      guard text.hasPrefix("fixed:") else {
        throw .usage("--clock '\(text.shortened)' is none of fixed:60, vsync, free")
      }
      let rate = OptionValue(option: "--clock fixed:", text: String(text.dropFirst(6)))
      return .fixed(rate: try rate.number(in: 1...10_000))
    }
  }

  private static func choice<Choice: RawRepresentable & CaseIterable>(
    _ parsed: ParsedArguments, _ name: String, _: Choice.Type
  ) throws(Failure) -> Choice? where Choice.RawValue == String {
    guard let text = parsed.text(name) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let nearest = nearestName(to: text, among: Choice.allCases.map(\.rawValue)) ?? ""
    throw .usage("\(name) '\(text.shortened)' is not known; the nearest is '\(nearest)'")
  }

  private static func flag(_ parsed: ParsedArguments, _ name: String) throws(Failure) -> Bool {
    switch parsed.text(name) {
    case nil, "on": return true
    case "off": return false
    case let text?: throw .usage("\(name) '\(text.shortened)' is neither on nor off")
    }
  }

  /// The scene's numbers.
  package func scene() throws(Failure) -> BenchScene {
    let points = size.map { Size(Double($0.width), Double($0.height)) }
    let file: BenchSceneFile
    switch source {
    case .builtIn(let scene):
      guard let json = scene.json else {
        let points = points ?? BenchScene.usualSize
        let layers = scene.drawnLayers(
          BenchExpression.Scope(
            layers: layers, width: points.width, height: points.height, seed: seed))
        return BenchScene(
          size: points, background: BenchScene.usualBackground, layers: layers,
          count: layers.reduce(0) { $0 + $1.count })
      }
      file = try BenchSceneFile(json: Array(json.utf8), name: scene.rawValue)
    case .file(let path):
      file = try BenchSceneFile(path: path)
    }
    return try file.scene(layers: layers, size: points, seed: seed)
  }

  var sceneName: String {
    switch source {
    case .builtIn(let scene): scene.rawValue
    case .file(let path): path
    }
  }
}

extension OptionTable {
  static let bench: [OptionSpec] = [
    OptionSpec("--scene", .required("S"), help: "a to i, or FILE.json"),
    OptionSpec("--layers", .required("N"), help: "how many; the scene's own default"),
    OptionSpec("--size", .required("WxH"), help: "size in points, default 1280x720"),
    OptionSpec("--frames", .required("F"), help: "measured frames, default 300"),
    OptionSpec("--warmup", .required("F"), help: "frames before those, default 30"),
    OptionSpec("--backend", .required("B"), help: "offscreen (default), wayland or null"),
    OptionSpec("--clock", .required("C"), help: "fixed:60, vsync or free"),
    OptionSpec("--seed", .required("S"), help: "other random numbers, default 0"),
    OptionSpec("--edge-aa", .required("on|off"), help: "antialiased edges"),
    OptionSpec("--damage", .required("on|off"), help: "draw only what differs"),
    OptionSpec("--cache", .required("on|off"), help: "bitmaps of layers, coverage of paths"),
    OptionSpec("--block-app", .required("MS"), help: "block the main thread on the way (vsync)"),
    OptionSpec("--png", .required("OUT.png"), help: "write a frame's picture (offscreen)"),
    OptionSpec("--png-frame", .required("K"), help: "which frame, counted from time 0"),
    OptionSpec("--device", .required("NAME"), help: "the Vulkan device whose name has NAME"),
    OptionSpec("--gpu-time", help: "time the device offscreen; makes frames slower"),
    OptionSpec("--json", help: "one JSON object on one line"),
    OptionSpec("--help", help: "print the help"),
  ]
}
