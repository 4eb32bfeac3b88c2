import Geometry

/// The built-in scenes that a scene file has no words for: borders, shadows, nested groups, gradients,
/// arcs and text.
extension BuiltInScene {
  /// Of scenes that are no scene file.
  ///
  /// - Parameter scope: With the number of layers, the size in points and the seed.
  package func drawnLayers(_ scope: BenchExpression.Scope) -> [BenchScene.Layer] {
    switch self {
    case .b: Self.each(scope, Self.card)
    case .d: Self.each(scope, Self.chain)
    case .e: Self.each(scope, Self.dial)
    case .g: [Self.column(scope)]
    case .a, .c, .f, .h, .i: []
    }
  }

  private static func each(
    _ scope: BenchExpression.Scope, _ make: (BenchExpression.Scope) -> BenchScene.Layer
  ) -> [BenchScene.Layer] {
    (0..<scope.layers).map { index in
      var scope = scope
      scope.index = index
      return make(scope)
    }
  }

  private static func loop(
    _ keyPath: String, from: Double, to: Double, seconds: Double
  ) -> BenchScene.Animation {
    BenchScene.Animation(
      keyPath: keyPath, .basic(from: from, to: to), duration: seconds, repeatCount: .infinity)
  }

  /// Fades in, turns and grows. Its parts fade one by one, as in the other toolkits.
  private static func card(_ scope: BenchExpression.Scope) -> BenchScene.Layer {
    let size = Size(160, 100)
    var layer = BenchScene.Layer(
      size: size,
      position: Point(
        scope.random(0) * (scope.width - size.width) + size.width / 2,
        scope.random(1) * (scope.height - size.height) + size.height / 2),
      color: SIMD4(scope.random(2), scope.random(3), scope.random(4), 0.8))
    layer.borderColor = SIMD4(repeating: 1)
    layer.values = [
      ("cornerRadius", 12), ("borderWidth", 2), ("shadowRadius", 8), ("shadowOffset.height", 4),
      // The shadow is that of a fill of 0.8, and is to be 0.4.
      ("shadowOpacity", 0.5), ("allowsGroupOpacity", 0),
    ]
    layer.animations = [
      loop("opacity", from: 0.3, to: 1, seconds: 1 + scope.random(5)),
      loop(
        "transform.rotation.z", from: -15 * .pi / 180, to: 15 * .pi / 180,
        seconds: 1 + scope.random(6)),
      loop("transform.scale", from: 0.8, to: 1.2, seconds: 1 + scope.random(7)),
    ]
    return layer
  }

  /// Groups within groups, the last with a square that moves.
  private static func chain(_ scope: BenchExpression.Scope) -> BenchScene.Layer {
    let depth = 10
    var inner: BenchScene.Layer?
    for level in (0..<depth).reversed() {
      var numbers = scope
      var squares = (0..<4).map { j in
        numbers.index = scope.index * depth + level
        let red = numbers.random(j)
        numbers.index = j
        return square(
          Double(20 + j * 50), Double(15 + level * 20), side: 50,
          SIMD4(red, numbers.random(level), 0.6, 1))
      }
      if let inner {
        squares.append(inner)
      } else {
        var moving = square(0, 100, side: 40, SIMD4(1, 0, 0, 1))
        moving.animations = [loop("position.x", from: 20, to: 220, seconds: 1)]
        squares.append(moving)
      }
      var group = BenchScene.Layer(size: Size(240, 240), position: Point(123, 123))
      group.values = [("opacity", 0.9), ("masksToBounds", 1)]
      if level % 2 == 0 { group.values.append(("cornerRadius", 40)) }
      group.sublayers = squares
      inner = group
    }
    var chain = inner ?? BenchScene.Layer(size: .zero, position: .zero)
    chain.position = Point(
      Double(scope.index % 5) * scope.width / 5 + 128,
      Double(scope.index / 5) * scope.height / 2 + 140)
    return chain
  }

  private static func square(
    _ x: Double, _ y: Double, side: Double, _ color: SIMD4<Double>
  ) -> BenchScene.Layer {
    BenchScene.Layer(
      size: Size(side, side), position: Point(x + side / 2, y + side / 2), color: color)
  }

  /// A gradient under an arc that grows.
  private static func dial(_ scope: BenchExpression.Scope) -> BenchScene.Layer {
    let cell = Size(scope.width / 20, scope.height / 10)
    let size = Size(cell.width - 8, cell.height - 8)
    var dial = BenchScene.Layer(
      size: size,
      position: Point(
        (Double(scope.index % 20) + 0.5) * cell.width,
        (Double(scope.index / 20) + 0.5) * cell.height))
    dial.content = .gradient([
      SIMD4(scope.random(2), scope.random(3), scope.random(4), 1), SIMD4(0.13, 0.13, 0.13, 1),
    ])
    dial.values = [("cornerRadius", 10)]
    var arc = BenchScene.Layer(size: size, position: Point(size.width / 2, size.height / 2))
    arc.content = .arc(radius: size.height * 0.35, width: 6)
    arc.animations = [loop("strokeEnd", from: 0, to: 1, seconds: 1 + scope.random(5))]
    dial.sublayers = [arc]
    return dial
  }

  /// All labels scroll up as one.
  private static func column(_ scope: BenchExpression.Scope) -> BenchScene.Layer {
    let height = 2250.0
    let middle = height / 2
    var column = BenchScene.Layer(
      size: Size(scope.width, height), position: Point(scope.width / 2, middle))
    column.animations = [
      loop("position.y", from: middle, to: middle - (height - scope.height), seconds: 10)
    ]
    column.sublayers = (0..<scope.layers).map { i in
      let digits = String(i)
      let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
      var label = BenchScene.Layer(
        size: Size(70, 15),
        position: Point(Double(i % 16) * scope.width / 16 + 35, Double(i / 16 * 18) + 7.5))
      label.content = .text("Label \(zeros)\(digits)", size: 12)
      return label
    }
    return column
  }
}
