import QuartzCore
import TestSupport
import Testing

/// Thirty days after the machine was started, in seconds of media time. A double counts nanoseconds
/// by halves there.
private let thirtyDays = 2_600_000.0

@MainActor @Suite("After thirty days of uptime")
struct UptimeTests {
  // MARK: Time

  /// A sum of two doubles, about twice as exact as one.
  private struct Precise {
    var high: Double
    var low = 0.0

    static func + (a: Precise, b: Double) -> Precise {
      let sum = a.high + b
      let part = sum - a.high
      let lost = (a.high - (sum - part)) + (b - part)
      return Precise(normal: sum, lost + a.low)
    }

    static func * (a: Precise, b: Double) -> Precise {
      let product = a.high * b
      return Precise(normal: product, (-product).addingProduct(a.high, b) + a.low * b)
    }

    private init(normal high: Double, _ low: Double) {
      self.high = high + low
      self.low = (high - self.high) + low
    }

    init(_ value: Double) { high = value }

    func distance(to value: Double) -> Double { abs((value - high) - low) }
  }

  @Test("Local times of nested layers, there and back, are exact to four units of the clock")
  func layerTimes() {
    var random = SeededGenerator.printed("layer times after thirty days")
    for _ in 0..<2_000 {
      let media = thirtyDays + Double(Int.random(in: 0..<102_400, using: &random)) / 1024
      let count = Int.random(in: 1...5, using: &random)
      // Sublayers do not keep the layers around them.
      var chain: [CALayer] = []
      var product = 1.0
      var exact = Precise(media)
      for level in 1...count {
        let layer = CALayer()
        chain.last?.addSublayer(layer)
        chain.append(layer)
        layer.speed = Float(random.number(0.3...3))
        layer.timeOffset = random.number(-10...10)
        if level == count {
          // Time that runs backwards, or was stopped and resumed, has no later begin in it.
          if random.chance(0.2) { layer.speed.negate() }
          if random.chance(0.4) { layer.beginTime = exact.high - random.number(0...100) }
        }
        let speed = Double(layer.speed)
        product *= abs(speed)
        exact = (exact + -layer.beginTime) * speed + layer.timeOffset
      }
      let units = 4 * thirtyDays.ulp
      let local = chain.last?.convertTime(media, from: nil) ?? .nan
      let back = chain.last?.convertTime(local, to: nil) ?? .nan
      if !(exact.distance(to: local) <= units * product) || !(abs(back - media) <= 2 * units) {
        Issue.record("\(count) layers, speeds \(product): \(local), \(exact); \(back), \(media)")
      }
    }
  }

  @Test("Display links keep to the display's frames, a thousand of them", arguments: [0, 30])
  func displayLink(framesPerSecond: Int) throws {
    let rate = 59.94, stride = framesPerSecond == 30 ? 2 : 1
    let stage = try TestStage(
      width: 16, height: 16, draws: false, startTime: thirtyDays, rate: rate)
    var times: [(shown: Double, next: Double)] = []
    let link = CADisplayLink { times.append(($0.timestamp, $0.targetTimestamp)) }
    link.preferredFramesPerSecond = framesPerSecond
    link.add(to: .main, forMode: .common)
    stage.at((Double(1_000 * stride) - 0.5) / rate)
    #expect(times.count == 1_000)
    for (index, time) in times.enumerated() {
      let shown = thirtyDays + Double(index * stride) / rate
      let next = thirtyDays + Double((index + 1) * stride) / rate
      #expect(abs(time.shown - shown) <= 4 * shown.ulp && abs(time.next - next) <= 4 * next.ulp)
    }
    link.invalidate()
  }

  // MARK: Events

  /// Notes what is told when, and what is on screen then.
  private final class EdgeLog: NSObject, CAAnimationDelegate {
    private(set) var told: [(isStart: Bool, time: Double, shown: Double)] = []
    weak var layer: CALayer?

    func animationDidStart(_ anim: CAAnimation) { note(isStart: true) }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { note(isStart: false) }

    private func note(isStart: Bool) {
      let shown = layer?.presentation().map { Double($0.position.x) } ?? .nan
      told.append((isStart, CACurrentMediaTime(), shown))
    }
  }

  @Test("Begins and ends are told once, at their time, with the first value on screen")
  func events() throws {
    let stage = try TestStage(width: 16, height: 16, draws: false, startTime: thirtyDays)
    var logs: [(log: EdgeLog, begin: Double, end: Double, label: String)] = []
    for speed in [1, 0.3, 6, 96] as [Float] {
      for inner in [1, 0.97] as [Float] {
        let outer = stage.add(CALayer()) { $0.speed = speed }
        for step in 1...12 {
          let layer = stage.add(CALayer(), to: outer) {
            $0.speed = inner
            $0.position.x = -1000
          }
          stage.commit()
          let log = EdgeLog(), animation = CABasicAnimation(keyPath: "position.x")
          log.layer = layer
          let begin = stage.zero + 0.0371 * Double(step)
          animation.fromValue = 0.0
          animation.toValue = 100.0
          // In the layer's own seconds, where it may lie between two that the clock can count.
          animation.beginTime =
            layer.convertTime(stage.zero, from: nil)
            + 0.0371 * Double(step) * Double(speed) * Double(inner)
          animation.duration = 0.1
          animation.delegate = log
          layer.add(animation, forKey: "a")
          logs.append(
            (
              log, begin, begin + 0.1 / (Double(speed) * Double(inner)),
              "speed \(speed * inner), \(step)"
            ))
        }
      }
    }
    stage.at(2)
    for (log, begin, end, label) in logs {
      #expect(log.told.map(\.isStart) == [true, false], "\(label)")
      expect(log.told.map(\.time), near: [begin, end], within: 1e-8, label)
      expect(log.told.first?.shown, near: 0, within: 1e-3, label)
    }
  }

  @Test("A repetition of thirty days comes to its end, at its time")
  func thirtyDaysOfRepeats() throws {
    let stage = try TestStage(width: 16, height: 16, draws: false, startTime: thirtyDays)
    let layer = stage.add(CALayer()) { $0.position.x = -1000 }
    let log = AnimationLog(), animation = CABasicAnimation(keyPath: "position.x")
    animation.fromValue = 0.0
    animation.toValue = 100.0
    animation.duration = 0.25
    animation.beginTime = 0.5
    animation.repeatDuration = thirtyDays + 2.1
    animation.delegate = log
    layer.add(animation, forKey: "a")
    stage.mark()
    stage.at(2.5999)
    expect(try stage.served(layer).position.x, near: 39.96, within: 1e-4)
    #expect(log.events == [.started])
    stage.at(2.6001)
    #expect(log.events == [.started, .stopped(finished: true)])
    expect(try stage.served(layer).position.x, near: -1000)
  }

  // MARK: Values

  /// The largest error found, in parts of the range that a property moves in.
  private func error(_ shown: [String: [Double]], _ expected: [String: [Double]]) -> Double {
    let ranges = ["backgroundColor": 1.0, "borderColor": 1]
    return expected.map { property, wanted in
      guard let got = shown[property], got.count == wanted.count else { return .infinity }
      // Opacity is single precision to the application; a multiple of its range says nothing more.
      let range = ranges[property] ?? 200
      return zip(wanted, got).map { abs($0 - $1) / range }.max() ?? 0
    }.max() ?? 0
  }

  @Test("Random graphs that begin then show what the same graphs show at the start of time")
  func randomGraphs() throws {
    let random = SeededGenerator.printed("animation graphs after thirty days")
    let seed = random.seed
    var graphs = RandomAnimations(random: random)
    var worst = 0.0
    for _ in 0..<(SeededGenerator.isDeepRun ? 40 : 4) {
      let stage = try TestStage(width: 16, height: 16, draws: false, startTime: thirtyDays)
      stage.at(1.5)
      var batch = (0..<50).map { _ in graphs.layer().runningForward }
      let moved = batch.map { $0.moved(by: thirtyDays) }
      let layers = moved.map { $0.makeLayer(on: stage) }
      stage.mark()
      for (naive, layer) in zip(moved, layers) { naive.begin(on: layer) }
      stage.commit()
      for i in batch.indices {
        batch[i].commit(
          atMediaTime: CACurrentMediaTime() - thirtyDays, duration: nil, curve: nil)
      }
      var milliseconds = 0
      for _ in 0..<4 {
        milliseconds += Int.random(in: 1...1_600, using: &graphs.random)
        stage.at((Double(milliseconds) + 0.37) / 1_000)
        // Exact: both are near each other.
        let now = CACurrentMediaTime() - thirtyDays
        for (naive, layer) in zip(batch, layers) {
          // Nobody knows exactly where constant speed along a spline leads to.
          let expected = naive.shown(atMediaTime: now).filter { !naive.isPaced($0.key) }
          let errors = [
            error(ShownValues.served(try stage.served(layer)), expected),
            error(layer.presentation().map(ShownValues.presented) ?? [:], expected),
          ]
          worst = errors.reduce(worst, max)
          if !errors.allSatisfy({ $0 <= 1e-6 }) {
            Issue.record("\(errors) of the range, seed \(seed), \(milliseconds) ms: \(naive)")
          }
        }
      }
    }
    print("animation graphs after thirty days: off by \(worst) of the range at most")
  }

  @Test("What began thirty days ago and repeats for ever is where its cycle says")
  func begunLongAgo() throws {
    let stage = try TestStage(width: 16, height: 16, draws: false, startTime: thirtyDays)
    let model = ["position": [7.0, 7], "transform": [1.0, 1, 1, 0, 0, 0, 0, 0, 0]]
    var naives = Self.endless.map { NaiveLayer(times: [], model: model, animations: $0.animations) }
    let layers = naives.map { naive in
      var placed = naive
      placed.times = [NaiveLayer.Time()]
      return placed.makeLayer(on: stage)
    }
    stage.mark()
    for (naive, layer) in zip(naives, layers) { naive.begin(on: layer) }
    stage.commit()
    for i in naives.indices { naives[i].commit(atMediaTime: 0, duration: nil, curve: nil) }
    for milliseconds in [3, 130, 251, 777, 1_300, 2_900, 4_450, 7_990] {
      stage.at((Double(milliseconds) + 0.37) / 1_000)
      // The eight seconds after the begin are the same in every cycle of all of them.
      let now = CACurrentMediaTime() - thirtyDays + 8
      for (index, layer) in layers.enumerated() {
        let (label, _, perCycle, cycle) = Self.endless[index]
        var expected = naives[index].presented(atMediaTime: now)
        // What the cycles between have added up to.
        let sum = perCycle * (thirtyDays - 8) / cycle
        if label.contains("turn") {
          expected["transform"]?[5] += sum
        } else {
          expected["position"]?[0] += sum
        }
        expected["transform"] = expected["transform"].map(NaiveMatrix.made)
        for shown in [
          ShownValues.served(try stage.served(layer)),
          layer.presentation().map(ShownValues.presented) ?? [:],
        ] {
          for (property, wanted) in expected {
            expect(
              shown[property], near: wanted, within: property == "transform" ? 1e-6 : 1e-4,
              "\(label), \(milliseconds) ms, \(property)")
          }
        }
      }
    }
  }

  /// Animations that begin half a second after the clock and never end. Eight seconds are a whole
  /// number of cycles of each. `perCycle` is what a cumulative one adds each time.
  private static let endless:
    [(label: String, animations: [NaiveAnimation], perCycle: Double, cycle: Double)] = {
      func timing(_ duration: Double, _ change: (inout NaiveTiming) -> Void = { _ in })
        -> NaiveTiming
      {
        var timing = NaiveTiming()
        timing.begin = 0.5
        timing.duration = duration
        timing.repeatCount = .infinity
        change(&timing)
        return timing
      }
      let x = NaiveTarget(keyPath: "position.x", property: "position", places: [0])
      let turn = NaiveTarget(keyPath: "transform.rotation.z", property: "transform", places: [5])
      func line(
        _ timing: NaiveTiming, by end: Double = 100, _ target: NaiveTarget = x, adds: Bool = false
      ) -> NaiveAnimation {
        NaiveAnimation(
          timing: timing, content: .basic(from: [0], to: [end], by: nil), target: target,
          isAdditive: adds)
      }
      var sum = line(timing(0.25), by: 3)
      sum.isCumulative = true
      var turns = line(timing(1), by: 1, turn)
      turns.isCumulative = true
      let child = {
        var timing = NaiveTiming()
        timing.begin = 0.5
        timing.duration = 1
        timing.fill = .both
        return line(timing)
      }()
      var keyframes = NaiveKeyframes(values: [[0], [80], [-20], [50]])
      keyframes.mode = .cubic
      return [
        ("line", [line(timing(0.25))], 0, 0.25),
        ("eased", [line(timing(4) { $0.curve = [0.25, 0.125, 0.25, 1] })], 0, 4),
        ("there and back", [line(timing(2) { $0.autoreverses = true })], 0, 4),
        ("twice as fast", [line(timing(1) { $0.speed = 2 })], 0, 0.5),
        ("two, one on top", [line(timing(2)), line(timing(0.5), by: 10, adds: true)], 0, 2),
        (
          "spring",
          [
            NaiveAnimation(
              timing: timing(2), content: .spring(NaiveSpring(), from: [0], to: [100], by: nil),
              target: x)
          ], 0, 2
        ),
        (
          "keyframes",
          [NaiveAnimation(timing: timing(1), content: .keyframes(keyframes), target: x)], 0, 1
        ),
        ("group", [NaiveAnimation(timing: timing(2), content: .group([child]))], 0, 2),
        ("sum", [sum], 3, 0.25),
        ("turns", [turns], 1, 1),
      ]
    }()
}

extension NaiveLayer {
  fileprivate func begin(on layer: CALayer) {
    layer.apply(animations.map { .add($0) }, in: NaiveTransaction())
  }

  /// With the transform as a matrix.
  fileprivate func shown(atMediaTime time: Double) -> [String: [Double]] {
    var shown = presented(atMediaTime: time)
    if let parts = shown["transform"], parts.count == 9 {
      shown["transform"] = NaiveMatrix.made(of: parts)
    }
    return shown
  }

  /// The same with time that runs forward from zero, so that shifting the clock is all that differs.
  fileprivate var runningForward: NaiveLayer {
    var layer = self
    for i in times.indices {
      layer.times[i].speed = abs(times[i].speed)
      layer.times[i].offset = abs(times[i].offset)
    }
    return layer
  }

  /// The same for a clock that is ahead by `seconds`, and with a local time that is ahead as much.
  fileprivate func moved(by seconds: Double) -> NaiveLayer {
    var layer = self
    layer.times[0].begin += seconds
    // From before zero, where a layer that has not begun is.
    layer.times.append(Time(begin: -1_000, offset: seconds - 1_000, speed: 1))
    for i in animations.indices where animations[i].timing.begin != 0 {
      layer.animations[i].timing.begin += seconds
    }
    return layer
  }
}
