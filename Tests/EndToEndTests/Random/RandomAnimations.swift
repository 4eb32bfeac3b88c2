import TestSupport
/// Makes random layers with random animations, within what the rules define without doubt: no
/// infinite slopes, no cumulative animation without an end, no additive colours.
struct RandomAnimations {
  var random: SeededGenerator

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
    let model = [
      "position": numbers(2, -100...100),
      "bounds": numbers(2, -50...50) + numbers(2, 200...300),
      "anchorPoint": numbers(2, 0...1),
      "zPosition": numbers(1, -50...50),
      // Exact in the API's single precision.
      "opacity": [random.grid(0...1)],
      "cornerRadius": numbers(1, 0...50),
      "borderWidth": numbers(1, 0...20),
      "shadowRadius": numbers(1, 0...20),
      "shadowOffset": numbers(2, -20...20),
      "backgroundColor": numbers(4, 0...1),
      "borderColor": numbers(4, 0...1),
      "transform": numbers(3, 2...2.5) + numbers(3, -1...1) + numbers(3, -100...100),
    ]
    // An animation that goes away at its end needs an end that comes.
    let runsForward = times.allSatisfy { $0.speed > 0 }
    var animations: [NaiveAnimation] = []
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      var animation = makeAnimation(depth: 0)
      animation.isRemovedOnCompletion = runsForward && random.chance(0.3)
      animations.append(animation)
    }
    return NaiveLayer(times: times, model: model, animations: animations)
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
    let target = random.pick(Self.targets)
    let isColor = target.keyPath.hasSuffix("Color")
    // A matrix tells neither negative scales nor more than a quarter turn about y from other
    // matrices, so these two must not grow by adding.
    let isBounded = target.keyPath.contains("scale") || target.keyPath.hasSuffix("rotation.y")
    let mayAdd = !isColor && !isBounded
    var animation = NaiveAnimation(timing: timing, content: .group([]), target: target)
    animation.isAdditive = mayAdd && random.chance(0.3)
    // What an end taken from below means is open for additive animations, and for the scale of
    // all axes at once, which reads as their mean; a matrix forgets whole turns.
    let namesEnds =
      animation.isAdditive || target.isSpread || target.keyPath.contains("rotation")
    var hasEnd = true
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4:
      let ends = ends(of: target, named: namesEnds, allowsBy: mayAdd)
      hasEnd = ends.to != nil
      animation.content = .basic(from: ends.from, to: ends.to, by: ends.by)
    case 4..<6:
      let ends = ends(of: target, named: namesEnds, allowsBy: mayAdd)
      hasEnd = ends.to != nil
      animation.content = .spring(spring(), from: ends.from, to: ends.to, by: ends.by)
    default: animation.content = .keyframes(keyframes(target))
    }
    if case .basic = animation.content {
    } else {
      // There are no keyframes before the first and after the last, and no spring before its start.
      animation.timing.curve = animation.timing.curve.map { $0.map { min(max($0, 0), 1) } }
    }
    animation.isCumulative = hasEnd && mayAdd && random.chance(0.2)
    return animation
  }

  private mutating func ends(
    of target: NaiveTarget, named: Bool, allowsBy: Bool
  ) -> (from: [Double]?, to: [Double]?, by: [Double]?) {
    let choices = named ? 0..<(allowsBy ? 3 : 1) : 0..<(allowsBy ? 6 : 3)
    let (from, to, by) = (value(of: target), value(of: target), value(of: target))
    let order: [(from: [Double]?, to: [Double]?, by: [Double]?)] =
      named || allowsBy
      ? [
        (from, to, nil), (from, nil, by), (nil, to, by), (from, nil, nil), (nil, to, nil),
        (nil, nil, by),
      ]
      : [(from, to, nil), (from, nil, nil), (nil, to, nil)]
    return order[Int.random(in: choices, using: &random)]
  }

  private mutating func value(of target: NaiveTarget) -> [Double] {
    let count = target.isSpread ? 1 : target.places.count
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
    let modes = NaiveKeyframes.Mode.allCases.filter { $0 != .paced || target.places.count <= 2 }
    keyframes.mode = random.pick(modes)
    if random.chance(0.5) {
      let times = keyframes.mode == .discrete && random.chance(0.5) ? count + 1 : count
      let inner = (0..<(times - 2)).map { _ in random.grid(0.0625...0.9375) }.sorted()
      // Equal neighbours would make the tangents of a cubic 0/0.
      let hasJump = zip(inner, inner.dropFirst()).contains { $0 == $1 }
      if !(hasJump && keyframes.mode == .cubic) { keyframes.keyTimes = [0] + inner + [1] }
    }
    if keyframes.mode != .paced && random.chance(0.5) {
      keyframes.curves = (0..<Int.random(in: 0..<count, using: &random)).map { _ in
        random.chance(0.3) ? nil : curve()
      }
      // The API's list has no gaps.
      keyframes.curves = keyframes.curves.map { $0 ?? [0, 0, 1, 1] }
    }
    if keyframes.mode == .cubic {
      if random.chance(0.4) { keyframes.tension = numbers(count, -1...1) }
      if random.chance(0.4) { keyframes.continuity = numbers(count, -1...1) }
      if random.chance(0.4) { keyframes.bias = numbers(count, -1...1) }
    }
    return keyframes
  }

  private mutating func numbers(_ count: Int, _ range: ClosedRange<Double>) -> [Double] {
    (0..<count).map { _ in Double.random(in: range, using: &random) }
  }
}
