import Geometry
import Profiling

/// A layer of a scene file with its expressions read.
struct BenchLayerTemplate {
  private let place: String
  private let bounds: [BenchExpression]
  private let position: [BenchExpression]
  private let color: [BenchExpression]?
  private let texture: BenchExpression?
  private let values: [(keyPath: String, value: BenchExpression)]
  private let animations: [BenchAnimationTemplate]

  init(_ fields: inout JSONFields, _ names: [String: Double]) throws(JSONFieldError) {
    place = fields.place
    bounds = try fields.expressions("bounds", count: 2, names: names)
    position = try fields.expressions("position", count: 2, names: names)
    let hasColor = fields.peek("backgroundColor") != nil
    color =
      try hasColor ? fields.expressions("backgroundColor", count: 4, names: names) : nil
    texture = try fields.optionalExpression("texture", names: names)
    var values: [(keyPath: String, value: BenchExpression)] = []
    if let json = fields.take("values") {
      var members = try JSONFields(json, place: "\(place), values")
      for keyPath in members.names.sorted() {
        values.append((keyPath, try members.expression(keyPath, names: names)))
      }
    }
    self.values = values
    animations = try BenchAnimationTemplate.list(
      try fields.optionalArray("animations") ?? [], place: "\(place), animation", names)
    if !hasColor { _ = fields.take("backgroundColor") }
  }

  func layer(in scope: BenchExpression.Scope) throws(JSONFieldError) -> BenchScene.Layer {
    func finite(
      _ name: String, _ expression: BenchExpression
    ) throws(JSONFieldError) -> Double {
      try expression.finiteValue(in: scope, "\(place): '\(name)'")
    }
    var layer = BenchScene.Layer(
      size: Size(try finite("bounds", bounds[0]), try finite("bounds", bounds[1])),
      position: Point(try finite("position", position[0]), try finite("position", position[1])))
    if let color {
      var made = SIMD4<Double>.zero
      for (index, part) in color.enumerated() { made[index] = try finite("backgroundColor", part) }
      layer.color = made
    }
    if let texture {
      let count = Double(BenchTexture.count)
      let index = try finite("texture", texture).rounded(.down)
      layer.texture = Int(index - (index / count).rounded(.down) * count)
    }
    for (keyPath, value) in values { layer.values.append((keyPath, try finite(keyPath, value))) }
    for animation in animations { layer.animations.append(try animation.animation(in: scope)) }
    return layer
  }
}

/// An animation of a scene file with its expressions read.
struct BenchAnimationTemplate {
  private enum Content {
    case basic(from: BenchExpression, to: BenchExpression)
    case spring(
      mass: BenchExpression, stiffness: BenchExpression, damping: BenchExpression,
      velocity: BenchExpression, from: BenchExpression, to: BenchExpression)
    case keyframes([BenchExpression])
    case countedKeyframes(BenchExpression, value: BenchExpression)
    case group([BenchAnimationTemplate])
  }

  private let place: String
  private let keyPath: String
  private let content: Content
  private let duration: BenchExpression?
  private let repeatCount: BenchExpression
  private let autoreverses: Bool
  private let isAdditive: Bool
  private let timing: String?

  private static let timings = ["linear", "easeIn", "easeOut", "easeInEaseOut", "default"]
  private static let maximumKeyframes = 10_000
  private static let maximumDepth = 8

  static func list(
    _ items: [JSON], place: String, _ names: [String: Double], depth: Int = 1
  ) throws(JSONFieldError) -> [BenchAnimationTemplate] {
    var list: [BenchAnimationTemplate] = []
    for (index, item) in items.enumerated() {
      list.append(try BenchAnimationTemplate(item, place: "\(place) \(index)", names, depth: depth))
    }
    return list
  }

  private init(
    _ json: JSON, place: String, _ names: [String: Double], depth: Int
  ) throws(JSONFieldError) {
    self.place = place
    var fields = try JSONFields(json, place: place)
    let (members, keyframes) = (try fields.optionalArray("group"), fields.take("keyframes"))
    let spring = fields.take("spring")
    guard [members != nil, keyframes != nil, spring != nil].count(where: { $0 }) <= 1 else {
      throw JSONFieldError(message: "\(place): only one of 'group', 'keyframes', 'spring' goes")
    }
    keyPath = try members == nil ? fields.text("keyPath") : ""
    if let members {
      guard depth < Self.maximumDepth else {
        throw fields.error("group", "is nested deeper than \(Self.maximumDepth)")
      }
      content = .group(
        try Self.list(members, place: "\(place), member", names, depth: depth + 1))
    } else if let keyframes {
      content = try Self.keyframes(keyframes, &fields, names)
    } else {
      let from = try fields.expression("from", names: names)
      let to = try fields.expression("to", names: names)
      if let spring {
        var parts = try JSONFields(spring, place: "\(place), spring")
        func part(_ name: String, _ usual: Double) throws(JSONFieldError) -> BenchExpression {
          try parts.optionalExpression(name, names: names) ?? .constant(usual)
        }
        content = .spring(
          mass: try part("mass", 1), stiffness: try part("stiffness", 100),
          damping: try part("damping", 10), velocity: try part("velocity", 0), from: from, to: to)
        try parts.finish(suggesting: nearestName)
      } else {
        content = .basic(from: from, to: to)
      }
    }
    duration =
      try spring == nil
      ? fields.expression("duration", names: names)
      : fields.optionalExpression("duration", names: names)
    repeatCount = try fields.optionalExpression("repeatCount", names: names) ?? .constant(1)
    autoreverses = try fields.flag("autoreverses")
    isAdditive = try fields.flag("additive")
    timing = try fields.peek("timing") == nil ? nil : fields.choice("timing", of: Self.timings)
    if timing == nil { _ = fields.take("timing") }
    try fields.finish(suggesting: nearestName)
  }

  /// A list of values, or how many there are and what number `k` is.
  private static func keyframes(
    _ json: JSON, _ fields: inout JSONFields, _ names: [String: Double]
  ) throws(JSONFieldError) -> Content {
    if case .array(let items) = json {
      guard items.count <= maximumKeyframes else { throw fields.error("keyframes", tooMany) }
      return .keyframes(
        try fields.expressions("keyframes", count: items.count, names: names))
    }
    var parts = try JSONFields(json, place: "\(fields.place), keyframes")
    let content = Content.countedKeyframes(
      try parts.expression("count", names: names),
      value: try parts.expression("value", names: names))
    try parts.finish(suggesting: nearestName)
    return content
  }

  private static var tooMany: String { "has no number of values from 2 to \(maximumKeyframes)" }

  func animation(in scope: BenchExpression.Scope) throws(JSONFieldError) -> BenchScene.Animation {
    func finite(
      _ name: String, _ expression: BenchExpression
    ) throws(JSONFieldError) -> Double {
      try expression.finiteValue(in: scope, "\(place): '\(name)'")
    }
    let made: BenchScene.Animation.Content
    switch content {
    case .basic(let from, let to):
      made = .basic(from: try finite("from", from), to: try finite("to", to))
    case .spring(let mass, let stiffness, let damping, let velocity, let from, let to):
      let spring = BenchScene.Animation.Spring(
        mass: try finite("mass", mass), stiffness: try finite("stiffness", stiffness),
        damping: try finite("damping", damping), velocity: try finite("velocity", velocity))
      made = .spring(spring, from: try finite("from", from), to: try finite("to", to))
    case .keyframes(let values):
      var list: [Double] = []
      for value in values { list.append(try finite("keyframes", value)) }
      made = .keyframes(list)
    case .countedKeyframes(let count, let value):
      let count = try finite("count", count)
      guard count >= 2, count <= Double(Self.maximumKeyframes) else {
        throw JSONFieldError(message: "\(place): 'keyframes' \(Self.tooMany)")
      }
      var scope = scope
      var list: [Double] = []
      for key in 0..<Int(count) {
        scope.key = key
        list.append(try value.finiteValue(in: scope, "\(place): 'value' of key \(key)"))
      }
      made = .keyframes(list)
    case .group(let members):
      var list: [BenchScene.Animation] = []
      for member in members { list.append(try member.animation(in: scope)) }
      made = .group(list)
    }
    var seconds: Double?
    if let duration { seconds = try finite("duration", duration) }
    var animation = BenchScene.Animation(
      keyPath: keyPath, made, duration: seconds, repeatCount: repeatCount.value(in: scope))
    animation.autoreverses = autoreverses
    animation.isAdditive = isAdditive
    animation.timing = timing
    return animation
  }
}

extension BenchExpression {
  fileprivate func finiteValue(
    in scope: Scope, _ what: @autoclosure () -> String
  ) throws(JSONFieldError) -> Double {
    let value = value(in: scope)
    guard value.isFinite else {
      throw JSONFieldError(message: "\(what()) has no finite value for i = \(scope.index)")
    }
    return value
  }
}

extension JSONFields {
  /// A number, an expression, or `"inf"`.
  mutating func expression(
    _ name: String, names: [String: Double]
  ) throws(JSONFieldError) -> BenchExpression {
    try compile(try value(name), name, names)
  }

  mutating func optionalExpression(
    _ name: String, names: [String: Double]
  ) throws(JSONFieldError) -> BenchExpression? {
    take(name) == nil ? nil : try expression(name, names: names)
  }

  mutating func expressions(
    _ name: String, count: Int, names: [String: Double]
  ) throws(JSONFieldError) -> [BenchExpression] {
    let items = try array(name)
    guard items.count == count else {
      throw error(name, "has \(count) numbers, not \(items.count)")
    }
    var compiled: [BenchExpression] = []
    for item in items { compiled.append(try compile(item, name, names)) }
    return compiled
  }

  private func compile(
    _ json: JSON, _ name: String, _ names: [String: Double]
  ) throws(JSONFieldError) -> BenchExpression {
    if let number = json.doubleValue { return .constant(number) }
    guard case .string(let text) = json else {
      throw error(name, "is \(json.brief), neither a number nor an expression in quotes")
    }
    if text == "inf" { return .constant(.infinity) }
    do throws(Failure) {
      return try BenchExpression(text, names: names)
    } catch {
      throw JSONFieldError(message: "\(place): '\(name)': \(error.message)")
    }
  }
}
