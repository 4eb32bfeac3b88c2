import TestSupport
/// Makes random layers with random animations, within what the rules define without doubt: no
/// infinite slopes, no cumulative animation without an end, no additive colours.
struct RandomAnimations {
  var random: SeededGenerator
  /// How the matrices of the layer at hand are made.
  private var styles: [String: MatrixStyle] = [:]
  /// Of the layer at hand.
  private var kind = NaiveClass.plain

  init(random: SeededGenerator) { self.random = random }

  static let keys = ["a", "b", "c"]
  private static let matrixProperties = ["transform", "sublayerTransform"]

  /// What a property's matrices have in common, so that the rules leave nothing open: a matrix does
  /// not say by which parts it was made, or how it came to mirror.
  enum MatrixStyle: CaseIterable {
    /// Scales, angles and translations, animated one by one.
    case parts
    /// Flat, mirrored or not, never unturned.
    case flat
    /// Turned in space, some with perspective, none mirrored.
    case spatial
    /// Of all kinds, some of them singular: nothing is interpolated with what comes of these.
    case named
  }

  private static let targets: [NaiveTarget] = [
    NaiveTarget(keyPath: "position", property: "position", places: [0, 1]),
    NaiveTarget(keyPath: "position.x", property: "position", places: [0]),
    NaiveTarget(keyPath: "position.y", property: "position", places: [1]),
    NaiveTarget(keyPath: "bounds", property: "bounds", places: [0, 1, 2, 3]),
    NaiveTarget(keyPath: "bounds.origin", property: "bounds", places: [0, 1]),
    NaiveTarget(keyPath: "bounds.size", property: "bounds", places: [2, 3]),
    NaiveTarget(keyPath: "bounds.origin.x", property: "bounds", places: [0]),
    NaiveTarget(keyPath: "bounds.size.height", property: "bounds", places: [3]),
    NaiveTarget(keyPath: "anchorPoint", property: "anchorPoint", places: [0, 1]),
    NaiveTarget(keyPath: "zPosition", property: "zPosition", places: [0]),
    NaiveTarget(keyPath: "opacity", property: "opacity", places: [0]),
    NaiveTarget(keyPath: "cornerRadius", property: "cornerRadius", places: [0]),
    NaiveTarget(keyPath: "borderWidth", property: "borderWidth", places: [0]),
    NaiveTarget(keyPath: "shadowRadius", property: "shadowRadius", places: [0]),
    NaiveTarget(keyPath: "shadowOffset", property: "shadowOffset", places: [0, 1]),
    NaiveTarget(keyPath: "shadowOffset.width", property: "shadowOffset", places: [0]),
    NaiveTarget(keyPath: "backgroundColor", property: "backgroundColor", places: [0, 1, 2, 3]),
    NaiveTarget(keyPath: "borderColor", property: "borderColor", places: [0, 1, 2, 3]),
    NaiveTarget(keyPath: "hidden", property: "hidden", places: [0], kind: .flag),
    NaiveTarget(keyPath: "masksToBounds", property: "masksToBounds", places: [0], kind: .flag),
    NaiveTarget(keyPath: "doubleSided", property: "doubleSided", places: [0], kind: .flag),
    NaiveTarget(
      keyPath: "contentsGravity", property: "contentsGravity", places: [0], kind: .choice),
    NaiveTarget(keyPath: "shadowPath", property: "shadowPath", places: [], kind: .path),
    NaiveTarget(keyPath: "shadowPath", property: "shadowPath", places: [], kind: .path),
  ]

  private static let classTargets: [NaiveClass: [NaiveTarget]] = [
    .plain: [],
    .shape: [
      NaiveTarget(keyPath: "path", property: "path", places: [], kind: .path),
      NaiveTarget(keyPath: "lineCap", property: "lineCap", places: [0], kind: .choice),
      NaiveTarget(
        keyPath: "lineDashPattern", property: "lineDashPattern", places: [], kind: .list),
      NaiveTarget(keyPath: "strokeColor", property: "strokeColor", places: [0, 1, 2, 3]),
      NaiveTarget(keyPath: "lineWidth", property: "lineWidth", places: [0]),
      NaiveTarget(keyPath: "strokeEnd", property: "strokeEnd", places: [0]),
      NaiveTarget(keyPath: "lineDashPhase", property: "lineDashPhase", places: [0]),
    ],
    .gradient: [
      NaiveTarget(keyPath: "colors", property: "colors", places: [], kind: .list),
      NaiveTarget(keyPath: "locations", property: "locations", places: [], kind: .list),
      NaiveTarget(keyPath: "startPoint", property: "startPoint", places: [0, 1]),
      NaiveTarget(keyPath: "startPoint.x", property: "startPoint", places: [0]),
      NaiveTarget(keyPath: "endPoint.y", property: "endPoint", places: [1]),
    ],
    .replicator: [
      NaiveTarget(
        keyPath: "instanceCount", property: "instanceCount", places: [0], kind: .integer),
      NaiveTarget(keyPath: "instanceDelay", property: "instanceDelay", places: [0]),
      NaiveTarget(keyPath: "instanceColor", property: "instanceColor", places: [0, 1, 2, 3]),
    ],
  ]

  private var classTargets: [NaiveTarget] { Self.classTargets[kind] ?? [] }

  /// Parts of a matrix that is made of parts.
  private static let partTargets: [NaiveTarget] = [
    NaiveTarget(keyPath: "transform.rotation", property: "transform", places: [5]),
    NaiveTarget(keyPath: "transform.rotation.x", property: "transform", places: [3]),
    NaiveTarget(keyPath: "transform.rotation.y", property: "transform", places: [4]),
    NaiveTarget(keyPath: "transform.rotation.z", property: "transform", places: [5]),
    NaiveTarget(
      keyPath: "transform.scale", property: "transform", places: [0, 1, 2], isSpread: true),
    NaiveTarget(keyPath: "transform.scale.x", property: "transform", places: [0]),
    NaiveTarget(keyPath: "transform.scale.y", property: "transform", places: [1]),
    NaiveTarget(keyPath: "transform.translation", property: "transform", places: [6, 7]),
    NaiveTarget(keyPath: "transform.translation.x", property: "transform", places: [6]),
    NaiveTarget(keyPath: "transform.translation.z", property: "transform", places: [8]),
  ]

  mutating func layer() -> NaiveLayer {
    let times = (0..<Int.random(in: 1...3, using: &random)).map { _ in layerTime() }
    for property in Self.matrixProperties { styles[property] = random.pick(MatrixStyle.allCases) }
    styles["sublayerTransform"] = random.pick([.flat, .spatial, .named])
    kind = random.pick(NaiveClass.allCases)
    var model: [String: [Double]] = [:]
    for property in Set((Self.targets + classTargets).map(\.property)).sorted()
      + Self.matrixProperties
    {
      model[property] = modelValue(of: property)
    }
    var layer = NaiveLayer(
      times: times, model: model, kind: kind, styles: styles, animations: [])
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      layer.add(topLevelAnimation(of: layer), shown: model)
    }
    return layer
  }

  /// From now on makes values that go with those of `layer`.
  mutating func prepare(for layer: NaiveLayer) {
    styles = layer.styles
    kind = layer.kind
  }

  mutating func modelValue(of property: String) -> [Double] {
    switch property {
    case "position": numbers(2, -100...100)
    case "bounds": numbers(2, -50...50) + numbers(2, 200...300)
    case "anchorPoint": numbers(2, 0...1)
    case "zPosition": numbers(1, -50...50)
    // Exact in the API's single precision.
    case "opacity": [random.grid(0...1)]
    case "cornerRadius": numbers(1, 0...50)
    case "borderWidth", "shadowRadius": numbers(1, 0...20)
    case "shadowOffset": numbers(2, -20...20)
    case "backgroundColor", "borderColor": numbers(4, 0...1)
    case "hidden", "masksToBounds", "doubleSided": [random.chance(0.5) ? 1 : 0]
    case "contentsGravity":
      [Double(Int.random(in: 0..<ShownValues.gravities.count, using: &random))]
    case "shadowPath", "path": random.chance(0.2) ? [] : path()
    case "lineCap": [Double(Int.random(in: 0..<3, using: &random))]
    case "lineDashPattern", "locations", "colors": random.chance(0.1) ? [] : list(property)
    case "strokeColor", "instanceColor": numbers(4, 0...1)
    case "lineWidth", "strokeEnd", "lineDashPhase", "instanceDelay": numbers(1, 0...20)
    case "startPoint", "endPoint": numbers(2, -1...1)
    case "instanceCount": [Double(Int.random(in: 0...20, using: &random))]
    default: matrix(property)
    }
  }

  /// The structure is 1 for a triangle, 2 and 3 for one curved line of that degree.
  private mutating func path() -> [Double] {
    let structure = random.pick([1, 1, 2, 3])
    return [Double(structure)] + numbers(structure == 3 ? 8 : 6, -50...50)
  }

  /// Mostly of two entries.
  private mutating func list(_ property: String) -> [Double] {
    numbers((property == "colors" ? 4 : 1) * (random.chance(0.8) ? 2 : 3), 0...1)
  }

  private mutating func matrix(_ property: String) -> [Double] {
    let parts = numbers(3, 2...2.5) + numbers(3, -1...1) + numbers(3, -100...100)
    switch styles[property] ?? .parts {
    case .parts: return parts
    case .flat: return flatMatrix(mayMirror: true)
    case .spatial: return spatialMatrix(parts)
    case .named:
      switch Int.random(in: 0..<5, using: &random) {
      case 0: return NaiveMatrix.identity
      case 1: return NaiveMatrix.made(of: [0, 2, 1, 0, 0, 0, 3, 4, 0])
      case 2: return NaiveMatrix.made(of: [0] + parts.dropFirst())
      // How a matrix in space comes to mirror is left open.
      case 3: return flatMatrix(mayMirror: false)
      default: return spatialMatrix(parts)
      }
    }
  }

  private mutating func flatMatrix(mayMirror: Bool) -> [Double] {
    func side() -> Double { random.number(2...2.5) * (mayMirror && random.chance(0.2) ? -1 : 1) }
    var m = NaiveMatrix.made(
      of: [side(), side(), 1, 0, 0, random.number(0.1...3), 0, 0, 0])
    (m[12], m[13]) = (random.number(-100...100), random.number(-100...100))
    return m
  }

  private mutating func spatialMatrix(_ parts: [Double]) -> [Double] {
    let m = NaiveMatrix.made(of: parts)
    guard random.chance(0.4) else { return m }
    var perspective = NaiveMatrix.identity
    perspective[11] = -1 / random.number(400...900)
    return NaiveMatrix.multiply(m, perspective)
  }

  mutating func topLevelAnimation(of layer: NaiveLayer) -> NaiveAnimation {
    var animation = makeAnimation(depth: 0)
    // An animation that goes away at its end needs an end that comes.
    let runsForward = layer.times.allSatisfy { $0.speed > 0 }
    animation.isRemovedOnCompletion = runsForward && random.chance(0.3)
    if random.chance(0.4) { animation.key = random.pick(Self.keys) }
    return animation
  }

  private mutating func layerTime() -> NaiveLayer.Time {
    var time = NaiveLayer.Time()
    if random.chance(0.5) {
      time.speed = random.pick([0.25, 0.5, 1, 1.5, 2, 3, -1, 0])
      time.offset = random.grid(-2...4)
    }
    if random.chance(0.3) { time.begin = random.grid(0...2) }
    return time
  }

  private mutating func timing(isChild: Bool) -> NaiveTiming {
    var timing = NaiveTiming()
    timing.begin = random.chance(0.5) ? 0 : random.grid((isChild ? 0 : -1)...3)
    timing.duration = random.chance(0.1) ? 0 : random.grid(0.25...4)
    // These two place a group that stands still. Off the grid it never stands exactly on the
    // begin or end of a child, where one rounding decides what shows.
    if random.chance(0.3) { timing.offset = random.grid(0...2) + 1.0 / 1024 }
    if random.chance(0.3) { timing.speed = random.pick([0.25, 0.5, 1.5, 2, -1, -0.5, 0]) }
    if random.chance(0.4) { timing.repeatCount = random.pick([1, 1.5, 2, 2.25, 3, .infinity]) }
    if random.chance(0.15) { timing.repeatDuration = random.grid(0.5...6) + 1.0 / 2048 }
    timing.autoreverses = random.chance(0.3)
    timing.fill = random.pick(NaiveTiming.Fill.allCases)
    if random.chance(0.5) { timing.curve = curve() }
    return timing
  }

  /// Control points on the grid survive the API's single precision; none gives an infinite slope.
  private mutating func curve() -> [Double] {
    [
      random.grid(0.125...0.875), random.grid(-0.5...1.5), random.grid(0.125...0.875),
      random.grid(-0.5...1.5),
    ]
  }

  private mutating func makeAnimation(depth: Int) -> NaiveAnimation {
    let timing = timing(isChild: depth > 0)
    if depth < 3 && random.chance(0.3) {
      let children = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        makeAnimation(depth: depth + 1)
      }
      return NaiveAnimation(timing: timing, content: .group(children))
    }
    let target = anyTarget()
    let isColor = target.keyPath.hasSuffix("Color")
    // A matrix tells neither negative scales nor more than a quarter turn about y from other
    // matrices, so these two must not grow by adding.
    let isBounded = target.keyPath.contains("scale") || target.keyPath.hasSuffix("rotation.y")
    let mayAdd = !isColor && !isBounded && (target.kind == .numbers || target.kind == .matrix)
    var animation = NaiveAnimation(timing: timing, content: .group([]), target: target)
    animation.isAdditive = mayAdd && random.chance(0.3)
    // What a function makes may be anything, even singular.
    if target.kind == .matrix, styles[target.property] == .named, random.chance(0.5) {
      animation.function = random.pick(NaiveMatrix.functions)
    }
    let values = animation.function.map { input(of: $0, target) } ?? target
    // What an end taken from below means is open for the scale of all axes at once, which reads as
    // their mean; a matrix forgets whole turns.
    let namesEnds =
      target.isSpread || target.keyPath.contains("rotation")
      || (values.kind == .matrix && styles[target.property] == .named)
    var hasEnd = true
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4:
      let ends = ends(of: values, named: namesEnds, allowsBy: mayAdd)
      hasEnd = ends.to != nil
      animation.content = .basic(from: ends.from, to: ends.to, by: ends.by)
    case 4..<6:
      let ends = ends(of: values, named: namesEnds, allowsBy: mayAdd)
      hasEnd = ends.to != nil
      animation.content = .spring(spring(), from: ends.from, to: ends.to, by: ends.by)
    default: animation.content = .keyframes(keyframes(values))
    }
    if case .basic = animation.content {
    } else {
      // There are no keyframes before the first and after the last, and no spring before its start.
      animation.timing.curve = animation.timing.curve.map { $0.map { min(max($0, 0), 1) } }
    }
    animation.isCumulative = hasEnd && mayAdd && random.chance(0.2)
    if target.kind == .matrix {
      let timing = animation.timing
      if timing.repeatCount > 3 || timing.repeatDuration > 0 { animation.isCumulative = false }
    } else if !namesEnds && !animation.isCumulative && random.chance(0.1) {
      misfit(&animation)
    }
    if case .spring = animation.content {
    } else if random.chance(0.02) {
      animation.timing.duration = .infinity
    }
    return animation
  }

  /// What a function takes, as a target of its own.
  private func input(of function: String, _ target: NaiveTarget) -> NaiveTarget {
    NaiveTarget(
      keyPath: function, property: target.property,
      places: Array(0..<NaiveMatrix.inputs(of: function)))
  }

  private mutating func anyTarget() -> NaiveTarget {
    if !classTargets.isEmpty && random.chance(0.4) { return random.pick(classTargets) }
    if random.chance(0.7) { return random.pick(Self.targets) }
    let property = random.pick(Self.matrixProperties)
    if styles[property] == .parts { return random.pick(Self.partTargets) }
    return NaiveTarget(
      keyPath: property, property: property, places: Array(0..<16), kind: .matrix)
  }

  /// Gives one end a value of a wrong type, which is as good as none.
  private mutating func misfit(_ animation: inout NaiveAnimation) {
    let end = random.pick(NaiveEnd.allCases)
    func without(_ value: [Double]?, _ other: NaiveEnd) -> [Double]? { end == other ? nil : value }
    switch animation.content {
    case .basic(let from, let to, let by):
      animation.content = .basic(
        from: without(from, .from), to: without(to, .to), by: without(by, .by))
    case .spring(let spring, let from, let to, let by):
      animation.content = .spring(
        spring, from: without(from, .from), to: without(to, .to), by: without(by, .by))
    case .keyframes, .group: return
    }
    animation.misfits = [end]
  }

  private mutating func ends(
    of target: NaiveTarget, named: Bool, allowsBy: Bool
  ) -> (from: [Double]?, to: [Double]?, by: [Double]?) {
    let choices = named ? 0..<(allowsBy ? 3 : 1) : 0..<(allowsBy ? 7 : 4)
    let (from, to, by) = (value(of: target), value(of: target), value(of: target))
    let order: [(from: [Double]?, to: [Double]?, by: [Double]?)] =
      named || allowsBy
      ? [
        (from, to, nil), (from, nil, by), (nil, to, by), (from, nil, nil), (nil, to, nil),
        (nil, nil, by), (nil, nil, nil),
      ]
      : [(from, to, nil), (from, nil, nil), (nil, to, nil), (nil, nil, nil)]
    return order[Int.random(in: choices, using: &random)]
  }

  private mutating func value(of target: NaiveTarget) -> [Double] {
    let count = target.isSpread ? 1 : target.places.count
    switch target.kind {
    case .numbers: break
    case .path: return path()
    case .list: return list(target.property)
    case .flag, .choice, .matrix, .integer: return modelValue(of: target.property)
    }
    switch target.keyPath {
    // Far enough from zero for what overshoots.
    case let path where path.contains("scale"): return numbers(count, 2...2.5)
    case "transform.rotation.y": return numbers(count, -0.4...0.4)
    case let path where path.contains("rotation"): return numbers(count, -7...7)
    case let path where path.hasSuffix("Color"): return numbers(count, 0...1)
    default: return numbers(count, -100...100)
    }
  }

  private mutating func spring() -> NaiveSpring {
    var spring = NaiveSpring()
    spring.mass = random.pick([0.5, 1, 2])
    spring.stiffness = Double(Int.random(in: 20...400, using: &random))
    spring.damping = Double(Int.random(in: 2...60, using: &random))
    spring.velocity = Double(Int.random(in: -10...10, using: &random))
    spring.allowsOverdamping = random.chance(0.5)
    // The formulas lose digits where damping is almost critical.
    let ratio = spring.damping / (2 * (spring.stiffness * spring.mass).squareRoot())
    if abs(ratio - 1) < 0.02 { spring.damping *= 0.9 }
    return spring
  }

  private mutating func keyframes(_ target: NaiveTarget) -> NaiveKeyframes {
    let count = Int.random(in: 2...5, using: &random)
    var keyframes = NaiveKeyframes(values: (0..<count).map { _ in value(of: target) })
    // How far apart two rectangles or colours are is not defined.
    keyframes.mode = random.pick(modes(of: target))
    if random.chance(0.5) {
      let times = keyframes.mode == .discrete && random.chance(0.5) ? count + 1 : count
      let inner = (0..<(times - 2)).map { _ in random.grid(0.0625...0.9375) }.sorted()
      // Equal neighbours would make the tangents of a cubic 0/0.
      let hasJump = zip(inner, inner.dropFirst()).contains { $0 == $1 }
      if !(hasJump && keyframes.mode == .cubic) && keyframes.mode != .cubicPaced {
        keyframes.keyTimes = [0] + inner + [1]
      }
    }
    if keyframes.mode != .paced && keyframes.mode != .cubicPaced && random.chance(0.5) {
      keyframes.curves = (0..<Int.random(in: 0..<count, using: &random)).map { _ in
        random.chance(0.3) ? nil : curve()
      }
      // The API's list has no gaps.
      keyframes.curves = keyframes.curves.map { $0 ?? [0, 0, 1, 1] }
    }
    if keyframes.mode == .cubic || keyframes.mode == .cubicPaced {
      if random.chance(0.4) { keyframes.tension = numbers(count, -1...1) }
      if random.chance(0.4) { keyframes.continuity = numbers(count, -1...1) }
      if random.chance(0.4) { keyframes.bias = numbers(count, -1...1) }
    }
    return keyframes
  }

  private mutating func modes(of target: NaiveTarget) -> [NaiveKeyframes.Mode] {
    switch target.kind {
    case .flag, .choice, .path: [.linear, .discrete]
    case .list, .integer: [.linear, .discrete, .cubic]
    case .matrix: [.linear, .discrete, .paced]
    // How far apart two rectangles or colours are is not defined.
    case .numbers: target.places.count > 2 ? [.linear, .discrete, .cubic] : modesOfFew()
    }
  }

  /// Constant speed along a spline is rare: it takes long to find out where it is.
  private mutating func modesOfFew() -> [NaiveKeyframes.Mode] {
    random.chance(0.2) ? [.cubicPaced] : [.linear, .discrete, .paced, .cubic]
  }

  private mutating func numbers(_ count: Int, _ range: ClosedRange<Double>) -> [Double] {
    (0..<count).map { _ in Double.random(in: range, using: &random) }
  }
}
