import CoreGraphics
import Demos
import Foundation

/// What the command line asks for, checked.
package enum Invocation {
  case help
  case version
  case listDemos
  case demo(DemoOptions)
  case info(json: Bool)
  case dump(DumpKind, DemoOptions)
  case bench(BenchOptions)

  /// What `dump` prints.
  package enum DumpKind: String, CaseIterable, Sendable {
    case commit, tree, drawlist
  }

  /// - Parameter arguments: Without the program's name.
  package init(arguments: [String]) throws(Failure) {
    switch arguments.first {
    case "info":
      let parsed = try Self.parse(arguments.dropFirst(), specs: OptionTable.info, words: 0)
      self = parsed.has("--help") ? .help : .info(json: parsed.has("--json"))
    case "dump":
      let parsed = try Self.parse(arguments.dropFirst(), specs: OptionTable.dump, words: 1)
      self = parsed.has("--help") ? .help : try Self.dump(parsed)
    case "bench":
      let parsed = try Self.parse(arguments.dropFirst(), specs: OptionTable.bench, words: 0)
      self = parsed.has("--help") ? .help : .bench(try BenchOptions(parsed))
    default:
      let parsed = try Self.parse(arguments[...], specs: OptionTable.main, words: 0)
      self = try Self.main(parsed)
    }
  }

  private static func parse(
    _ arguments: ArraySlice<String>, specs: [OptionSpec], words: Int
  ) throws(Failure) -> ParsedArguments {
    let parsed = try ParsedArguments(Array(arguments), specs: specs)
    if parsed.words.count > words {
      let word = parsed.words[words]
      let nearest = nearestName(to: word, among: OptionTable.commands) ?? "--help"
      throw .usage("unexpected argument '\(word.shortened)'; the nearest is '\(nearest)'")
    }
    return parsed
  }

  private static func main(_ parsed: ParsedArguments) throws(Failure) -> Invocation {
    if parsed.has("--help") { return .help }
    if parsed.has("--version") { return .version }
    if parsed.has("--list-demos") { return .listDemos }
    guard parsed.has("--demo") else {
      throw .usage("nothing to do; the nearest is '--demo gallery', '--help' lists the rest")
    }
    return .demo(try DemoOptions(parsed))
  }

  private static func dump(_ parsed: ParsedArguments) throws(Failure) -> Invocation {
    let names = DumpKind.allCases.map(\.rawValue)
    guard let word = parsed.words.first else {
      throw .usage("dump needs one of \(names.joined(separator: ", "))")
    }
    guard let kind = DumpKind(rawValue: word) else {
      let nearest = nearestName(to: word, among: names) ?? names[0]
      throw .usage("unknown dump '\(word.shortened)'; the nearest is '\(nearest)'")
    }
    guard parsed.has("--demo") else { throw .usage("dump needs --demo NAME") }
    return .dump(kind, try DemoOptions(parsed, isDump: true))
  }
}

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
  package var slowFactor: Double
  package var device: String?
  package var validates: Bool

  /// Greatest width or height in points and in pixels.
  static let maximumSize = 16384
  static let maximumSeconds = 3600.0

  private static let deterministic = ["--headless", "--at", "--frames", "--output", "--sheet"]

  init(_ parsed: ParsedArguments, isDump: Bool = false) throws(Failure) {
    demos = try Self.demos(named: parsed.text("--demo") ?? "", forSheet: parsed.has("--sheet"))
    duration = try parsed.number("--duration", in: 0.001...86400)
    frames = try parsed.integer("--frames", in: 1...1_000_000)
    times = try parsed.numbers("--at", in: 0...Self.maximumSeconds, atMost: 1000)
      .map { Array(Set($0)).sorted() }
    slowFactor = try parsed.number("--slow", in: 0.01...1000) ?? 1
    sheet = parsed.text("--sheet")
    wantsProfile = parsed.has("--profile")
    profilePath = parsed.text("--profile")
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
    if let sheet, (sheet as NSString).pathExtension.lowercased() != "png" {
      throw .usage("--sheet '\(sheet.shortened)' is not a .png file")
    }
  }
}

/// Every option, for parsing and for the help.
enum OptionTable {
  static let commands = ["--demo", "--list-demos", "--version", "--help", "info", "dump", "bench"]

  private static let help = OptionSpec("--help", help: "print this text")
  private static let demo = OptionSpec(
    "--demo", .required("NAME"),
    help: "show a demo: in a window when WAYLAND_DISPLAY names a compositor, else headless")
  private static let size = OptionSpec(
    "--size", .required("WxH"), help: "size in points, default 1280x720")
  private static let scale = OptionSpec(
    "--scale", .required("S"), help: "pixels per point, default 1 (headless)")
  private static let fps = OptionSpec(
    "--fps", .required("F"), help: "frames per second, default 60 (headless)")
  private static let slow = OptionSpec(
    "--slow", .required("FACTOR"), help: "run animations FACTOR times slower")
  private static let device = OptionSpec(
    "--device", .required("NAME"), help: "use the Vulkan device whose name contains NAME")
  private static let at = OptionSpec(
    "--at", .required("T[,T…]"), help: "picture the demo T seconds after its start (headless)")

  static let main: [OptionSpec] = [
    demo,
    OptionSpec("--list-demos", help: "list the demos"),
    OptionSpec("--version", help: "print the version"),
    help,
    OptionSpec("--duration", .required("T"), help: "stop after T seconds"),
    OptionSpec("--headless", help: "render without a display, on a deterministic clock"),
    size, scale, fps,
    OptionSpec("--frames", .required("N"), help: "render the first N frames (headless)"),
    at,
    OptionSpec(
      "--output", .required("FILE.png|DIR"), help: "write the picture, or numbered ones (headless)"),
    OptionSpec(
      "--sheet", .required("FILE.png"),
      help: "write a contact sheet; '--demo all' takes every demo (headless)"),
    OptionSpec(
      "--profile", .optional("FILE.json"), help: "measure every frame; print or write the profile"),
    slow, device,
    OptionSpec("--validate", help: "check the use of Vulkan; exit 70 on any message"),
  ]

  static let info: [OptionSpec] = [
    OptionSpec("--json", help: "as JSON with stable keys"), help,
  ]

  static let dump: [OptionSpec] = [demo, at, size, scale, fps, slow, device, help]

  static var text: String {
    func rows(_ specs: [OptionSpec]) -> String {
      specs.map { spec in
        "  " + spec.usage.padding(toLength: 26, withPad: " ", startingAt: 0) + spec.help
      }.joined(separator: "\n")
    }
    return """
      usage: compositor --demo NAME [options]
             compositor --list-demos | --version | --help
             compositor info [--json]
             compositor dump commit|tree|drawlist --demo NAME [--at T]
             compositor bench --scene S [options]

      \(rows(main))

      bench:
      \(rows(bench))

      Exit codes: 0 done, 64 bad option or value, 69 no device or display, 70 a check failed,
      73 a file cannot be written.
      """
  }
}
