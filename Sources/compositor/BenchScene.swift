import Foundation
import Geometry

/// A bench scene as numbers: everything that is random or computed is known before the first layer
/// is made, so that none of it is measured.
package struct BenchScene {
  package struct Layer {
    /// Points.
    package var size: Size
    package var position: Point
    /// Red, green, blue, alpha, 0…1; nil for no background.
    package var color: SIMD4<Double>?
    /// One of `BenchTexture.all`.
    package var texture: Int?
    /// Numbers by key path.
    package var values: [(keyPath: String, value: Double)] = []
    package var animations: [Animation] = []
    package var sublayers: [Layer] = []
  }

  /// Linear, from time 0 on.
  package struct Animation: Equatable {
    package var keyPath: String
    package var from: Double
    package var to: Double
    /// Seconds.
    package var duration: Double
    /// May be infinite.
    package var repeatCount: Double

    package init(
      keyPath: String, from: Double, to: Double, duration: Double, repeatCount: Double
    ) {
      self.keyPath = keyPath
      self.from = from
      self.to = to
      self.duration = duration
      self.repeatCount = repeatCount
    }
  }

  /// Points.
  package var size: Size
  package var background: SIMD4<Double>
  package var layers: [Layer]
  /// All layers, those inside others included.
  package var count: Int

  /// More would not fit the memory of small machines.
  package static let maximumLayers = 200_000
  fileprivate static let maximumDepth = 64
}

/// The scene file: JSON whose numbers may be expressions.
package struct BenchSceneFile: Decodable {
  fileprivate var size: [Double]?
  fileprivate var background: String?
  fileprivate var define: [String: Number]?
  fileprivate var layers: [Layer]

  fileprivate struct Layer: Decodable {
    var `repeat`: Number?
    var bounds: [Number]
    var position: [Number]
    var backgroundColor: [Number]?
    var texture: Number?
    var values: [String: Number]?
    var animations: [Animation]?
    var sublayers: [Layer]?
  }

  fileprivate struct Animation: Decodable {
    var keyPath: String
    var from: Number
    var to: Number
    var duration: Number
    var repeatCount: Number?
  }

  /// A number, an expression, or `"inf"`.
  fileprivate struct Number: Decodable {
    var text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let value = try? container.decode(Double.self) {
        text = "\(value)"
      } else {
        text = try container.decode(String.self)
      }
    }
  }

  package init(json: Data, name: String) throws(Failure) {
    do {
      self = try JSONDecoder().decode(BenchSceneFile.self, from: json)
    } catch let error as DecodingError {
      throw .usage("the scene '\(name.shortened)' cannot be read: \(Self.reason(error))")
    } catch {
      throw .usage("the scene '\(name.shortened)' cannot be read: \(error)")
    }
  }

  package init(path: String) throws(Failure) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .usage("the scene file '\(path.shortened)' cannot be read")
    }
    try self.init(json: data, name: path)
  }

  private static func reason(_ error: DecodingError) -> String {
    func path(_ context: DecodingError.Context) -> String {
      let path = context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
      return path.isEmpty ? "" : " at \(path.joined(separator: "."))"
    }
    switch error {
    case .keyNotFound(let key, let context):
      return "'\(key.stringValue)' is missing\(path(context))"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return "a value of another kind is expected\(path(context))"
    case .dataCorrupted(let context): return "it is not JSON\(path(context))"
    @unknown default: return "\(error)"
    }
  }

  /// - Parameters:
  ///   - layers: What `N` stands for.
  ///   - size: In points; nil takes the file's own, or 1280 × 720.
  package func scene(layers: Int, size: Size?, seed: Int) throws(Failure) -> BenchScene {
    let own = self.size.flatMap { $0.count == 2 ? Size($0[0], $0[1]) : nil }
    let size = size ?? own ?? Size(1280, 720)
    guard min(size.width, size.height) >= 1, max(size.width, size.height) <= 16384 else {
      throw .usage("a scene is 1 to 16384 points wide and high")
    }
    var planner = Planner(
      scope: BenchExpression.Scope(
        layers: layers, width: size.width, height: size.height, seed: seed))
    for (name, text) in define ?? [:] {
      // With N, W and H only: known before there are layers.
      let value = try BenchExpression(text.text)
      planner.names[name] = value.value(in: planner.scope)
    }
    let planned = try planner.plan(self.layers, depth: 1)
    return BenchScene(
      size: size, background: try Self.color(background ?? "#18181c"), layers: planned,
      count: planner.count)
  }

  private static func color(_ text: String) throws(Failure) -> SIMD4<Double> {
    guard text.hasPrefix("#"), text.count == 7, let bits = UInt32(text.dropFirst(), radix: 16)
    else { throw .usage("the scene's background '\(text.shortened)' is not like #18181c") }
    func part(_ shift: UInt32) -> Double { Double(bits >> shift & 255) / 255 }
    return SIMD4(part(16), part(8), part(0), 1)
  }
}

/// Turns a file's layers into numbers.
private struct Planner {
  var scope: BenchExpression.Scope
  var names: [String: Double] = [:]
  private(set) var count = 0

  init(scope: BenchExpression.Scope) { self.scope = scope }

  mutating func plan(
    _ layers: [BenchSceneFile.Layer], depth: Int
  ) throws(Failure) -> [BenchScene.Layer] {
    guard depth <= BenchScene.maximumDepth else {
      throw .usage("the scene's layers are nested deeper than \(BenchScene.maximumDepth)")
    }
    var planned: [BenchScene.Layer] = []
    for layer in layers {
      let template = try Template(layer, names)
      let repeats = try layer.repeat.map { (n) throws(Failure) in try compile(n) }
      let times = repeats?.value(in: scope) ?? 1
      guard times >= 0, times <= Double(BenchScene.maximumLayers) else { throw tooMany }
      let outer = scope.index
      for index in 0..<Int(times) {
        scope.index = index
        count += 1
        guard count <= BenchScene.maximumLayers else { throw tooMany }
        var made = try template.layer(in: scope)
        if let sublayers = layer.sublayers, !sublayers.isEmpty {
          made.sublayers = try plan(sublayers, depth: depth + 1)
        }
        planned.append(made)
      }
      scope.index = outer
    }
    return planned
  }

  private var tooMany: Failure {
    .usage("the scene has more than \(BenchScene.maximumLayers) layers")
  }

  private func compile(_ number: BenchSceneFile.Number) throws(Failure) -> BenchExpression {
    try BenchExpression(number.text, names: names)
  }
}

/// A layer of the file with its expressions read.
private struct Template {
  private struct Animation {
    var keyPath: String
    var from: BenchExpression
    var to: BenchExpression
    var duration: BenchExpression
    var repeatCount: BenchExpression
  }

  private let bounds: [BenchExpression]
  private let position: [BenchExpression]
  private let color: [BenchExpression]?
  private let texture: BenchExpression?
  private let values: [(keyPath: String, value: BenchExpression)]
  private let animations: [Animation]

  init(_ layer: BenchSceneFile.Layer, _ names: [String: Double]) throws(Failure) {
    func compile(_ number: BenchSceneFile.Number) throws(Failure) -> BenchExpression {
      if number.text == "inf" { return .constant(.infinity) }
      return try BenchExpression(number.text, names: names)
    }
    func compile(
      _ list: [BenchSceneFile.Number], _ count: Int, _ what: String
    ) throws(Failure) -> [BenchExpression] {
      guard list.count == count else {
        throw .usage("a layer's \(what) has \(count) numbers, not \(list.count)")
      }
      var compiled: [BenchExpression] = []
      for number in list { compiled.append(try compile(number)) }
      return compiled
    }
    bounds = try compile(layer.bounds, 2, "bounds")
    position = try compile(layer.position, 2, "position")
    var color: [BenchExpression]?
    if let list = layer.backgroundColor { color = try compile(list, 4, "backgroundColor") }
    self.color = color
    var texture: BenchExpression?
    if let number = layer.texture { texture = try compile(number) }
    self.texture = texture
    var values: [(keyPath: String, value: BenchExpression)] = []
    for (keyPath, number) in (layer.values ?? [:]).sorted(by: { $0.key < $1.key }) {
      values.append((keyPath, try compile(number)))
    }
    self.values = values
    var animations: [Animation] = []
    for animation in layer.animations ?? [] {
      var repeatCount = BenchExpression.constant(1)
      if let number = animation.repeatCount { repeatCount = try compile(number) }
      animations.append(
        Animation(
          keyPath: animation.keyPath, from: try compile(animation.from),
          to: try compile(animation.to), duration: try compile(animation.duration),
          repeatCount: repeatCount))
    }
    self.animations = animations
  }

  func layer(in scope: BenchExpression.Scope) throws(Failure) -> BenchScene.Layer {
    func finite(_ expression: BenchExpression) throws(Failure) -> Double {
      let value = expression.value(in: scope)
      guard value.isFinite else {
        throw .usage("an expression of the scene has no finite value for i = \(scope.index)")
      }
      return value
    }
    var layer = BenchScene.Layer(
      size: Size(try finite(bounds[0]), try finite(bounds[1])),
      position: Point(try finite(position[0]), try finite(position[1])))
    if let color {
      layer.color = SIMD4(
        try finite(color[0]), try finite(color[1]), try finite(color[2]), try finite(color[3]))
    }
    if let texture {
      let count = Double(BenchTexture.count)
      let index = try finite(texture).rounded(.down)
      layer.texture = Int(index - (index / count).rounded(.down) * count)
    }
    for (keyPath, value) in values { layer.values.append((keyPath, try finite(value))) }
    for animation in animations {
      layer.animations.append(
        BenchScene.Animation(
          keyPath: animation.keyPath, from: try finite(animation.from),
          to: try finite(animation.to), duration: try finite(animation.duration),
          repeatCount: animation.repeatCount.value(in: scope)))
    }
    return layer
  }
}
