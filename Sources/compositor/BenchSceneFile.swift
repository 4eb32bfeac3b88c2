import Geometry
import Profiling

/// The scene file: JSON whose numbers may be expressions; docs/bench-scenes.md describes it.
package struct BenchSceneFile {
  private let document: JSON
  private let name: String

  /// Bytes. Many layers are one with `repeat`.
  package static let maximumFileSize = 16 << 20

  /// - Parameter name: For messages.
  package init(json: [UInt8], name: String) throws(Failure) {
    self.name = name
    guard json.count <= Self.maximumFileSize else {
      throw Self.wrong(
        name,
        "it is larger than \(Self.maximumFileSize >> 20) MiB; 'repeat' makes many layers of one")
    }
    do throws(JSONSyntaxError) {
      document = try JSON(parsing: json)
    } catch {
      throw Self.wrong(name, "line \(error.line): \(error.message)")
    }
  }

  package init(path: String) throws(Failure) {
    try self.init(
      json: try InputFile.contents(of: path, limit: Self.maximumFileSize), name: path)
  }

  /// - Parameters:
  ///   - layers: What `N` stands for.
  ///   - size: In points; nil takes the file's own, or 1280 × 720.
  package func scene(layers: Int, size: Size?, seed: Int) throws(Failure) -> BenchScene {
    do throws(JSONFieldError) {
      var root = try JSONFields(document, place: "the file")
      let own = try Self.size(&root)
      let size = size ?? own ?? BenchScene.usualSize
      let background = try Self.background(&root)
      var planner = BenchScenePlanner(
        scope: BenchExpression.Scope(
          layers: layers, width: size.width, height: size.height, seed: seed))
      if let definitions = root.take("define") { try planner.define(definitions) }
      let list = try root.array("layers")
      try root.finish(suggesting: nearestName)
      let planned = try planner.plan(list, place: "", depth: 1)
      return BenchScene(
        size: size, background: background, layers: planned, count: planner.count)
    } catch {
      throw Self.wrong(name, error.message)
    }
  }

  private static func wrong(_ name: String, _ what: String) -> Failure {
    Failure(
      .malformed, "scene '\(name.shortened)': \(what) (docs/bench-scenes.md describes the format)")
  }

  private static func size(_ root: inout JSONFields) throws(JSONFieldError) -> Size? {
    guard let list = try root.optionalArray("size") else { return nil }
    let sides = list.compactMap(\.doubleValue)
    guard list.count == 2, sides.count == 2, sides.allSatisfy({ $0 >= 1 && $0 <= 16384 }) else {
      throw root.error("size", "is not two numbers, each of 1 to 16384 points")
    }
    return Size(sides[0], sides[1])
  }

  private static func background(_ root: inout JSONFields) throws(JSONFieldError) -> SIMD4<Double> {
    guard let text = try root.optionalText("background") else {
      return BenchScene.usualBackground
    }
    guard text.hasPrefix("#"), text.count == 7, let bits = UInt32(text.dropFirst(), radix: 16)
    else { throw root.error("background", "is '\(text.shortened)' and not like #18181c") }
    func part(_ shift: UInt32) -> Double { Double(bits >> shift & 255) / 255 }
    return SIMD4(part(16), part(8), part(0), 1)
  }
}

/// Turns a file's layers into numbers.
private struct BenchScenePlanner {
  var scope: BenchExpression.Scope
  private var names: [String: Double] = [:]
  private(set) var count = 0

  private static let maximumDepth = 30

  init(scope: BenchExpression.Scope) { self.scope = scope }

  /// With N, W and H only, which are known before there are layers.
  mutating func define(_ definitions: JSON) throws(JSONFieldError) {
    var fields = try JSONFields(definitions, place: "define")
    for name in fields.names {
      let expression = try fields.expression(name, names: names)
      names[name] = expression.value(in: scope)
    }
  }

  mutating func plan(
    _ layers: [JSON], place: String, depth: Int
  ) throws(JSONFieldError) -> [BenchScene.Layer] {
    guard depth <= Self.maximumDepth else {
      throw JSONFieldError(
        message: "layers are nested deeper than \(Self.maximumDepth); put some side by side")
    }
    var planned: [BenchScene.Layer] = []
    for (index, json) in layers.enumerated() {
      let place = "\(place)layer \(index)"
      var fields = try JSONFields(json, place: place)
      let repeats = try fields.optionalExpression("repeat", names: names)
      let template = try BenchLayerTemplate(&fields, names)
      let sublayers = try fields.optionalArray("sublayers") ?? []
      try fields.finish(suggesting: nearestName)
      let times = repeats?.value(in: scope) ?? 1
      guard times >= 0, times <= Double(BenchScene.maximumLayers) else {
        throw fields.error("repeat", tooMany)
      }
      let outer = scope.index
      for index in 0..<Int(times) {
        scope.index = index
        count += 1
        guard count <= BenchScene.maximumLayers else { throw fields.error("repeat", tooMany) }
        var made = try template.layer(in: scope)
        if !sublayers.isEmpty {
          made.sublayers = try plan(sublayers, place: "\(place), sub", depth: depth + 1)
        }
        planned.append(made)
      }
      scope.index = outer
    }
    return planned
  }

  private var tooMany: String {
    "makes more than \(BenchScene.maximumLayers) layers, or no number of them; '--layers' sets N"
  }
}
