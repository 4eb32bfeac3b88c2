import AnimationCore
import CoreGraphics
import Foundation

/// The options of `plot`, checked against each other.
package struct PlotOptions {
  package enum Source: Equatable, Sendable {
    case spring(SpringParameters)
    /// A timing function; its name where it was given by one.
    case bezier(UnitBezier, name: String?)
    case keyframes(String)
  }

  package var source: Source
  /// Seconds; nil: until a spring has settled, a second of a timing function, what a file says.
  package var duration: Double?
  package var output: String?
  package var wantsJSON: Bool
  /// Points.
  package var size: CGSize
  package var scale: Double

  static let maximumDuration = 3600.0

  init(_ parsed: ParsedArguments) throws(Failure) {
    let given = ["--spring", "--bezier", "--keyframes"].filter { parsed.has($0) }
    guard let kind = given.first else {
      throw .usage("plot needs '--spring', '--bezier CURVE' or '--keyframes FILE.json'")
    }
    guard given.count == 1 else {
      throw .usage("plot takes one of \(given.joined(separator: ", "))")
    }
    switch kind {
    case "--spring": source = .spring(try Self.spring(parsed.text(kind) ?? ""))
    case "--bezier": source = try Self.bezier(parsed.text(kind) ?? "")
    case _: source = .keyframes(parsed.text(kind) ?? "")
    }
    duration = try parsed.number("--duration", in: 0.001...Self.maximumDuration)
    output = try parsed.picture("--output")
    wantsJSON = parsed.has("--json")
    size = try parsed.size("--size", in: 100...4096) ?? CGSize(width: 1280, height: 800)
    scale = try parsed.number("--scale", in: 0.1...4) ?? 1
    if let output {
      try OutputFile.checkWritable(file: output)
    } else if let option = ["--size", "--scale"].first(where: { parsed.has($0) }) {
      throw .usage("'\(option)' is for a picture; add '--output FILE.png'")
    }
  }

  // MARK: Springs

  /// What a list of settings may hold, with the least and the greatest value.
  private static let springKeys: [(name: String, range: ClosedRange<Double>)] = [
    ("mass", 0.001...1_000_000), ("stiffness", 0.001...1_000_000_000),
    ("damping", 0...1_000_000_000), ("velocity", -1_000_000...1_000_000),
    ("duration", 0.001...3600), ("bounce", -0.999...1), ("overdamping", 0...1),
  ]

  private static func spring(_ text: String) throws(Failure) -> SpringParameters {
    var settings: [String: Double] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: text.isEmpty) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(pair[0])
      let names = springKeys.map(\.name)
      guard let key = springKeys.first(where: { $0.name == name }) else {
        let nearest = nearestName(to: name, among: names) ?? names[0]
        throw .usage("--spring has no '\(name.shortened)'; the nearest is '\(nearest)'")
      }
      guard pair.count == 2 else { throw .usage("--spring \(name) needs a value: \(name)=NUMBER") }
      guard settings[name] == nil else { throw .usage("--spring has '\(name)' twice") }
      settings[name] = try OptionValue(option: "--spring \(name)", text: String(pair[1]))
        .number(in: key.range)
    }
    let physical = ["mass", "stiffness", "damping", "overdamping"].first { settings[$0] != nil }
    var spring = SpringParameters()
    if settings["duration"] != nil || settings["bounce"] != nil {
      if let physical {
        throw .usage("--spring takes 'duration' and 'bounce' or '\(physical)', not both")
      }
      spring = SpringParameters(
        perceptualDuration: settings["duration"] ?? 0.5, bounce: settings["bounce"] ?? 0)
    } else {
      spring.mass = settings["mass"] ?? spring.mass
      spring.stiffness = settings["stiffness"] ?? spring.stiffness
      spring.damping = settings["damping"] ?? spring.damping
      spring.allowsOverdamping = settings["overdamping"] == 1
    }
    spring.initialVelocity = settings["velocity"] ?? 0
    return spring
  }

  // MARK: Timing functions

  private static let curves: [(name: String, curve: UnitBezier)] = [
    ("linear", .linear), ("easeIn", .easeIn), ("easeOut", .easeOut),
    ("easeInEaseOut", .easeInEaseOut), ("default", .standard),
  ]

  static func curve(named name: String) -> UnitBezier? { curves.first { $0.name == name }?.curve }
  static var curveNames: [String] { curves.map(\.name) }

  private static func bezier(_ text: String) throws(Failure) -> Source {
    if let curve = curve(named: text) { return .bezier(curve, name: text) }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 4 else {
      guard parts.count == 1 else {
        throw .usage("--bezier '\(text.shortened)' is not x1,y1,x2,y2")
      }
      let nearest = nearestName(to: text, among: curveNames) ?? ""
      throw .usage(
        "--bezier '\(text.shortened)' is no curve: x1,y1,x2,y2 or a name; the nearest is '\(nearest)'"
      )
    }
    var numbers: [Double] = []
    for (part, name) in zip(parts, ["x1", "y1", "x2", "y2"]) {
      let range = name.hasPrefix("x") ? 0.0...1 : -1000.0...1000
      numbers.append(
        try OptionValue(option: "--bezier \(name)", text: String(part)).number(in: range))
    }
    return .bezier(UnitBezier(numbers[0], numbers[1], numbers[2], numbers[3]), name: nil)
  }
}

extension OptionTable {
  static let plot: [OptionSpec] = [
    OptionSpec(
      "--spring", .optional("KEY=VALUE,…"),
      help: "mass, stiffness, damping, overdamping=1, or duration, bounce; velocity"),
    OptionSpec(
      "--bezier", .required("CURVE"),
      help: "x1,y1,x2,y2, linear, easeIn, easeOut, easeInEaseOut or default"),
    OptionSpec(
      "--keyframes", .required("FILE.json"), help: "values or a path with key times and mode"),
    OptionSpec("--duration", .required("T"), help: "plot T seconds; default until it is at rest"),
    OptionSpec("--output", .required("FILE.png"), help: "write a picture instead of a table"),
    OptionSpec("--size", .required("WxH"), help: "size in points, default 1280x800"),
    OptionSpec("--scale", .required("S"), help: "pixels per point, default 1"),
    OptionSpec("--json", help: "print 101 samples and what is known of the curve as JSON"),
    OptionSpec("--help", help: "print this text"),
  ]
}
