import AnimationCore
import Geometry
import Profiling

/// A keyframe animation as a file describes it, for `plot`.
///
/// An object with `values`, numbers or arrays of two or four of them, or a `path` of rows such as
/// `["C", x1, y1, x2, y2, x, y]`; and as in `CAKeyframeAnimation` `keyTimes`, `timingFunctions`,
/// `calculationMode`, `tensionValues`, `continuityValues`, `biasValues`, `duration`,
/// `timingFunction`.
struct KeyframeFile {
  private(set) var curve: KeyframeCurve
  private(set) var mode = CalculationMode.linear
  /// Of the whole.
  private(set) var function = UnitBezier.linear
  /// Seconds.
  private(set) var duration = 1.0
  /// A name for each number of a value.
  private(set) var names: [String]
  /// In words.
  private(set) var summary: String

  private static let maximumCount = 10_000
  private static let maximumFileSize = 16 << 20

  init(path: String) throws(Failure) {
    let bytes = try InputFile.contents(of: path, limit: Self.maximumFileSize)
    let json: JSON
    do throws(JSONSyntaxError) {
      json = try JSON(parsing: bytes)
    } catch {
      throw Failure(.malformed, "keyframes '\(path)': line \(error.line): \(error.message)")
    }
    do throws(Problem) {
      try self.init(json)
    } catch {
      throw Failure(.malformed, "keyframes '\(path)': \(error.message)")
    }
  }

  /// Why a document describes no animation.
  private struct Problem: Error {
    var message: String
    init(_ message: String) { self.message = message }
  }

  private static let keys = [
    "values", "path", "keyTimes", "timingFunctions", "calculationMode", "tensionValues",
    "continuityValues", "biasValues", "duration", "timingFunction",
  ]

  private init(_ json: JSON) throws(Problem) {
    guard case .object(let members) = json else { throw Problem("it is no object") }
    for (key, _) in members where !Self.keys.contains(key) {
      let nearest = nearestName(to: key, among: Self.keys) ?? ""
      throw Problem("unknown member '\(key.shortened)'; the nearest is '\(nearest)'")
    }
    if let name = json["calculationMode"] { mode = try Self.mode(name) }
    var track = try Self.track(json, mode: mode)
    names = try Self.names(track, json)
    track.keyTimes = try json["keyTimes"].map { (list) throws(Problem) in
      try Self.numbers(list, "keyTimes")
    }
    if let list = json["timingFunctions"] {
      track.functions = try Self.functions(list)
    }
    track.tensions = try Self.numbers(json["tensionValues"], "tensionValues")
    track.continuities = try Self.numbers(json["continuityValues"], "continuityValues")
    track.biases = try Self.numbers(json["biasValues"], "biasValues")
    if let value = json["timingFunction"] {
      function = try Self.function(value, "timingFunction") ?? .linear
    }
    if let value = json["duration"] {
      guard let seconds = value.doubleValue, (0.001...PlotOptions.maximumDuration).contains(seconds)
      else { throw Problem("'duration' is not a number of seconds from 0.001 to 3600") }
      duration = seconds
    }
    guard let curve = KeyframeCurve(track) else {
      throw Problem(
        "the animation shows nothing: it takes two values, or a path with a line or curve, and "
          + "'keyTimes' from 0 to 1 that never fall")
    }
    self.curve = curve
    let count = track.path == nil ? "\(track.values.count) values" : "along a path"
    summary = "\(count)   \(mode)   \(duration.plain) s"
  }

  private static func mode(_ json: JSON) throws(Problem) -> CalculationMode {
    let names = CalculationMode.allCases.map { "\($0)" }
    guard case .string(let name) = json else {
      throw Problem("'calculationMode' is none of \(names.joined(separator: ", "))")
    }
    if let mode = CalculationMode.allCases.first(where: { "\($0)" == name }) { return mode }
    let nearest = nearestName(to: name, among: names) ?? ""
    throw Problem("unknown calculation mode '\(name.shortened)'; the nearest is '\(nearest)'")
  }

  private static func track(_ json: JSON, mode: CalculationMode) throws(Problem) -> KeyframeTrack {
    switch (json["values"], json["path"]) {
    case (nil, let rows?): return KeyframeTrack(path: try path(rows), mode: mode)
    case (.array(let items)?, nil):
      guard items.count <= maximumCount else { throw Problem("'values' has too many items") }
      var values: [PropertyValue] = []
      for (i, item) in items.enumerated() {
        let row = item.doubleValue == nil ? item : .array([item])
        let n = try numbers(row, "values[\(i)]")
        switch n.count {
        case 1: values.append(.number(n[0]))
        case 2: values.append(.point(Point(n[0], n[1])))
        case 4: values.append(.rect(Rect(n[0], n[1], n[2], n[3])))
        case _: throw Problem("values[\(i)] is not a number or an array of 2 or 4")
        }
      }
      return KeyframeTrack(values: values, mode: mode)
    case (.some, nil): throw Problem("'values' is no array")
    case (nil, nil): throw Problem("'values' or 'path' is missing")
    case (.some, .some): throw Problem("'values' and 'path' exclude each other")
    }
  }

  private static func names(_ track: KeyframeTrack, _ json: JSON) throws(Problem) -> [String] {
    if track.path != nil { return ["x", "y"] }
    guard case .array(let items)? = json["values"] else { return ["value"] }
    let counts = Set(
      items.map { item in
        if case .array(let numbers) = item { numbers.count } else { 1 }
      })
    guard counts.count <= 1 else { throw Problem("'values' are not all of one kind") }
    switch counts.first {
    case 2: return ["x", "y"]
    case 4: return ["x", "y", "width", "height"]
    case _: return ["value"]
    }
  }

  private static func path(_ json: JSON) throws(Problem) -> Path {
    guard case .array(let rows) = json, rows.count <= maximumCount else {
      throw Problem("'path' is no array of rows")
    }
    var path = Path()
    for (i, row) in rows.enumerated() {
      guard case .array(let items) = row, case .string(let letter)? = items.first else {
        throw Problem("path[\(i)] does not begin with one of M, L, Q, C, Z")
      }
      let n = try numbers(.array(Array(items.dropFirst())), "path[\(i)]")
      func p(_ k: Int) -> Point { Point(n[2 * k], n[2 * k + 1]) }
      switch (letter, n.count) {
      case ("M", 2): path.elements.append(.move(p(0)))
      case ("L", 2): path.elements.append(.line(p(0)))
      case ("Q", 4): path.elements.append(.quad(control: p(0), to: p(1)))
      case ("C", 6): path.elements.append(.cubic(control1: p(0), control2: p(1), to: p(2)))
      case ("Z", 0): path.elements.append(.close)
      case _:
        throw Problem(
          "path[\(i)] is none of M x y, L x y, Q x1 y1 x y, C x1 y1 x2 y2 x y and Z")
      }
      guard i > 0 || letter == "M" else { throw Problem("path[0] is not M, where it begins") }
    }
    return path
  }

  private static func functions(_ json: JSON) throws(Problem) -> [UnitBezier?] {
    guard case .array(let items) = json, items.count <= maximumCount else {
      throw Problem("'timingFunctions' is no array")
    }
    var result: [UnitBezier?] = []
    for (i, item) in items.enumerated() {
      result.append(try function(item, "timingFunctions[\(i)]"))
    }
    return result
  }

  private static func function(_ json: JSON, _ what: String) throws(Problem) -> UnitBezier? {
    switch json {
    case .null: return nil
    case .string(let name):
      if let curve = PlotOptions.curve(named: name) { return curve }
      let nearest = nearestName(to: name, among: PlotOptions.curveNames) ?? ""
      throw Problem("\(what) '\(name.shortened)' is no curve; the nearest is '\(nearest)'")
    case .array:
      let n = try numbers(json, what)
      guard n.count == 4, (0...1).contains(n[0]), (0...1).contains(n[2]) else {
        throw Problem("\(what) is not [x1, y1, x2, y2] with x from 0 to 1")
      }
      return UnitBezier(n[0], n[1], n[2], n[3])
    case .bool, .int, .number, .object: throw Problem("\(what) is neither a name nor four numbers")
    }
  }

  private static func numbers(_ json: JSON?, _ what: String) throws(Problem) -> [Double] {
    guard let json else { return [] }
    guard case .array(let items) = json, items.count <= maximumCount else {
      throw Problem("'\(what)' is no array of numbers")
    }
    let numbers = items.compactMap(\.doubleValue)
    guard numbers.count == items.count else { throw Problem("'\(what)' is no array of numbers") }
    guard numbers.allSatisfy({ abs($0) < 1e12 }) else {
      throw Problem("'\(what)' has a number too large to plot")
    }
    return numbers
  }
}
