import CoreGraphics
import Demos
import Foundation
import LayerCommit

/// The options of `--demo` and `dump`, checked against each other.
package struct DemoOptions {
  /// Where pictures go.
  package enum Output: Equatable {
    case file(String)
    case directory(String)

    var path: String {
      switch self {
      case .file(let path), .directory(let path): path
      }
    }
  }

  /// The demos to show; more than one only for a contact sheet of `all`.
  package var demos: [Demo]
  package var isHeadless: Bool
  /// Seconds.
  package var duration: Double?
  /// Points.
  package var size = CGSize(width: 1280, height: 720)
  package var scale = 1.0
  package var fps = 60.0
  package var frames: Int?
  /// Seconds after the start, ascending and without repeats.
  package var times: [Double]?
  package var output: Output?
  package var sheet: String?
  package var wantsProfile: Bool
  package var profilePath: String?
  /// A script of what the user does.
  package var input: String?
  /// Where to write down what the user did.
  package var inputRecording: String?
  package var trace: String?
  package var overlays: Overlays
  package var slowFactor: Double
  package var reducesMotion: Bool
  package var device: String?
  package var validates: Bool

  /// Greatest width or height in points and in pixels.
  static let maximumSize = 16384
  static let maximumSeconds = 3600.0

  private static let deterministic = ["--headless", "--at", "--frames", "--output", "--sheet"]

  init(_ parsed: ParsedArguments, isDump: Bool = false) throws(Failure) {
    let name = parsed.text("--demo") ?? ""
    if name == "all", !isDump, !parsed.has("--sheet") {
      throw .usage("'--demo all' needs '--sheet FILE.png'")
    }
    demos = try Self.demos(named: name, forSheet: parsed.has("--sheet"))
    duration = try parsed.number("--duration", in: 0.001...86400)
    frames = try parsed.integer("--frames", in: 1...1_000_000)
    times = try parsed.numbers("--at", in: 0...Self.maximumSeconds, atMost: 1000)
      .map { Array(Set($0)).sorted() }
    slowFactor = try parsed.number("--slow", in: 0.01...1000) ?? 1
    reducesMotion = parsed.has("--reduce-motion")
    sheet = try parsed.picture("--sheet")
    wantsProfile = parsed.has("--profile")
    profilePath = parsed.text("--profile")
    input = parsed.text("--input")
    inputRecording = parsed.text("--record-input")
    trace = parsed.text("--trace")
    overlays = try parsed.overlays("--overlay")
    device = parsed.text("--device")
    validates = parsed.has("--validate")
    output = try parsed.text("--output").map(Self.output)
    // What only makes sense on the deterministic clock asks for it.
    isHeadless = isDump || Self.deterministic.contains { parsed.has($0) }
    if !isHeadless, let option = ["--fps", "--scale"].first(where: { parsed.has($0) }) {
      throw .usage("'\(option)' works headless only; add '--headless'")
    }
    if let size = try parsed.size("--size", in: 1...Self.maximumSize) { self.size = size }
    if let scale = try parsed.number("--scale", in: 0.1...16) { self.scale = scale }
    if let fps = try parsed.number("--fps", in: 1...1000) { self.fps = fps }
    try checkTogether()
    try checkSheet(parsed)
    try checkFiles()
  }

  private static func demos(named name: String, forSheet: Bool) throws(Failure) -> [Demo] {
    if name == "all", forSheet { return DemoCatalog.all }
    if let demo = DemoCatalog.demo(named: name) { return [demo] }
    let known = DemoCatalog.all.map(\.name) + (forSheet ? ["all"] : [])
    let nearest = nearestName(to: name, among: known) ?? ""
    throw .usage("unknown demo '\(name.shortened)'; the nearest is '\(nearest)'")
  }

  private static func output(_ path: String) throws(Failure) -> Output {
    let ending = (path as NSString).pathExtension.lowercased()
    if ending == "png" { return .file(path) }
    let otherImages = ["jpg", "jpeg", "gif", "webp", "tif", "tiff", "bmp", "avif", "heic", "svg"]
    guard !otherImages.contains(ending) else {
      throw .usage("--output '\(path.shortened)' is not a .png file or a directory")
    }
    return .directory(path)
  }

  private func checkTogether() throws(Failure) {
    if times != nil, frames != nil { throw .usage("--at and --frames exclude each other") }
    if frames != nil, duration != nil {
      throw .usage("--frames and --duration exclude each other")
    }
    let pixels = max(size.width, size.height) * scale
    guard pixels <= Double(Self.maximumSize), min(size.width, size.height) * scale >= 1 else {
      throw .usage(
        "--size times --scale is \(Int(size.width * scale))x\(Int(size.height * scale)) pixels; "
          + "1 to \(Self.maximumSize) are possible")
    }
    if case .file(let path) = output, (times?.count ?? 1) > 1 || (frames ?? 1) > 1 {
      throw .usage("--output '\(path.shortened)' is one file; several pictures need a directory")
    }
  }

  /// A sheet alone has its own times; what belongs to a run would be lost without a word.
  private func checkSheet(_ parsed: ParsedArguments) throws(Failure) {
    guard sheet != nil else { return }
    let runs = ["--duration", "--frames", "--input", "--record-input", "--trace"]
    if let option = runs.first(where: { parsed.has($0) }) {
      throw .usage("--sheet and \(option) exclude each other")
    }
  }

  private func checkFiles() throws(Failure) {
    if demos.count > 1 {
      if case .file(let path) = output {
        throw .usage("--output '\(path.shortened)' is one file; several demos need a directory")
      }
      guard profilePath == nil else {
        throw .usage("--profile FILE.json is about one demo; '--demo all' prints all of them")
      }
    }
    if inputRecording != nil, isHeadless, input == nil {
      throw .usage("--record-input records nothing without a window or '--input'")
    }
    let files = [
      ("--output", output?.path), ("--sheet", sheet), ("--profile", profilePath),
      ("--record-input", inputRecording), ("--trace", trace), ("--input", input),
    ]
    var owners: [String: String] = [:]
    for case (let option, let path?) in files {
      // Devices and pipes take what several options write.
      let full = URL(fileURLWithPath: path).standardizedFileURL.path
      guard !full.hasPrefix("/dev/"), !full.hasPrefix("/proc/") else { continue }
      if let owner = owners[full] {
        throw .usage("\(owner) and \(option) name the same file '\(path.shortened)'")
      }
      owners[full] = option
    }
  }
}
