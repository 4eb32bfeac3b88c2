import QuartzCore
import TestSupport
import Testing

extension CASpringAnimation {
  /// A spring along `position.x` from 0 to 1, with the numbers of a fixture.
  fileprivate convenience init(_ fixture: VectorValue) {
    self.init(keyPath: "position.x")
    mass = CGFloat(fixture["mass"].double ?? 1)
    stiffness = CGFloat(fixture["stiffness"].double ?? 100)
    damping = CGFloat(fixture["damping"].double ?? 10)
    initialVelocity = CGFloat(fixture["v0"].double ?? 0)
    fromValue = fixture["from"].double ?? 0
    toValue = fixture["to"].double ?? 1
    // A power of two: dividing by it and multiplying again changes nothing.
    duration = 1024
  }
}

@MainActor @Suite("h09: springs that went wrong elsewhere, through layer, commit and server")
struct SpringFieldTests {
  @Test(
    "F44 F52: springs by mass, stiffness and damping take their own time and start at the right speed"
  )
  func physical() throws {
    let field = try fieldCase("h09-springs")
    let batch = try ValueBatch()
    for entry in field["springs"].array {
      let why = entry["why"].string ?? ""
      let layer = batch.add([CASpringAnimation(entry["params"])])
      for (key, samples) in [("x", entry["x"]), ("value", entry["value"])] {
        // Without its own numbers a row counts from 0 to 1.
        guard key == "value" || entry["params"]["from"].isNull else { continue }
        for (t, x) in samples.fields {
          let time = try #require(Double(t)), value = try #require(x.double)
          batch.expect(
            layer, at: time, .positionX, near: [value], within: entry["tol"].double ?? 0, why)
        }
      }
      guard let slope = entry["slopeAtZero"].double else { continue }
      let step = 0x1p-20
      batch.expect(
        layer, at: step, .positionX, near: [slope * step], within: 1e-4 * step, "slope: \(why)")
    }
    try batch.run()
  }

  @Test("F44: a duration cuts a spring off and never stretches it")
  func durationCuts() throws {
    let batch = try ValueBatch()
    for duration in [0.125, 0.5, 1024] {
      let spring = CASpringAnimation(try fieldCase("h09-springs")["none"])
      spring.duration = duration
      expect(spring.settlingDuration, near: 1.4727, within: 1e-3)
      let layer = batch.add([spring])
      batch.expect(layer, at: 0.1, .positionX, near: [0.3403], within: 1e-5, "\(duration)")
    }
    try batch.run()
  }

  @Test("F48: perceptual duration and bounce give the documented stiffness and damping, and back")
  func durationAndBounce() throws {
    let batch = try ValueBatch()
    for entry in try fieldCase("h09-springs")["durationBounce"].array {
      let tolerance = try #require(entry["tol"].double)
      let duration = try #require(entry["duration"].double)
      let bounce = try #require(entry["bounce"].double)
      let spring = CASpringAnimation(perceptualDuration: duration, bounce: CGFloat(bounce))
      expect(Double(spring.mass), near: entry["mass"].double ?? 1, within: tolerance)
      expect(Double(spring.stiffness), near: entry["stiffness"].double ?? 0, within: tolerance)
      expect(Double(spring.damping), near: entry["damping"].double ?? 0, within: tolerance)
      let physical = CASpringAnimation(entry)
      expect(physical.perceptualDuration, near: duration, within: tolerance, "the way back")
      expect(Double(physical.bounce), near: bounce, within: tolerance, "the way back")
      spring.keyPath = "position.x"
      spring.fromValue = 0.0
      spring.toValue = 1.0
      let layer = batch.add([spring])
      for (t, x) in entry["x"].fields {
        let time = try #require(Double(t)), value = try #require(x.double)
        batch.expect(layer, at: time, .positionX, near: [value], within: tolerance, "x")
      }
    }
    try batch.run()
  }

  @Test("Settling durations are those on Apple's pages")
  func settling() throws {
    for entry in try fieldCase("h09-springs")["settlingDuration"].array {
      expect(
        CASpringAnimation(entry).settlingDuration, near: entry["seconds"].double ?? 0,
        within: entry["tol"].double ?? 0)
    }
  }

  /// What display links and the server see of a spring, by the number of 1/120 s since its start.
  private func samples(rate: Double) throws -> [Int: [Double]] {
    let stage = try TestStage(width: 16, height: 16, draws: false, rate: rate)
    let layer = stage.add(CALayer())
    stage.commit()
    layer.add(CASpringAnimation(try fieldCase("h09-springs")["none"]), forKey: "spring")
    stage.mark()
    var seen: [Int: [Double]] = [:]
    let link = CADisplayLink { link in
      let index = Int(((link.targetTimestamp - stage.zero) * 120).rounded())
      seen[index] = layer.presentation().map { [Double($0.position.x)] } ?? []
    }
    link.preferredFramesPerSecond = 0
    link.add(to: .main, forMode: .common)
    for frame in 1...Int(2 * rate) {
      stage.at(Double(frame) / rate)
      let index = frame * Int(120 / rate)
      seen[index]?.append(try stage.served(layer).position.x)
    }
    link.invalidate()
    stage.stage.close()
    return seen
  }

  @Test("F51: at 30 and at 120 frames a second a spring shows the same at the same times")
  func frameRate() throws {
    let field = try fieldCase("h09-springs")["frameRate"]
    let tolerance = try #require(field["tol"].double)
    let slow = try samples(rate: 30), fast = try samples(rate: 120)
    #expect(slow.count == 60 && fast.count == 240)
    for (index, values) in slow {
      #expect(values.count == 2)
      expect(fast[index], near: values, within: tolerance, "\(index)/120 s")
    }
  }

  @Test("F56: a spring by duration and bounce keeps both, whatever speed it inherits, and settles")
  func inheritedSpeed() throws {
    let stage = try TestStage(width: 16, height: 16, draws: false)
    let layer = stage.add(CALayer()) { $0.position.x = 0.49 }
    stage.commit()
    let plain = CASpringAnimation(perceptualDuration: 0.5, bounce: 0.2)
    let spring = CASpringAnimation(perceptualDuration: 0.5, bounce: 0.2)
    spring.initialVelocity = 5000
    #expect(spring.stiffness == plain.stiffness && spring.damping == plain.damping)
    #expect(spring.perceptualDuration == plain.perceptualDuration && spring.bounce == plain.bounce)
    #expect(spring.settlingDuration > plain.settlingDuration && spring.settlingDuration < 3)
    let log = AnimationLog()
    spring.keyPath = "position.x"
    spring.fromValue = 0.5
    spring.toValue = 0.49
    spring.duration = spring.settlingDuration
    spring.delegate = log
    layer.add(spring, forKey: "spring")
    stage.mark()
    // ω and ζω of the spring; the distance is −0.01.
    let w = 2 * Double.pi / 0.5, decay = 0.8 * w, turn = (w * w - decay * decay).squareRoot()
    let end = spring.duration
    for step in 1..<100 {
      let t = end * Double(step) / 100
      stage.at(t)
      let x = 1 - exp(-decay * t) * (cos(turn * t) + (decay - 5000) / turn * sin(turn * t))
      expect(try stage.served(layer).position.x, near: 0.5 - 0.01 * x, within: 1e-9, "at \(t)")
    }
    stage.at(end - 1e-6)
    expect(try stage.served(layer).position.x, near: 0.49, within: 1e-5, "it has settled")
    stage.at(end + 1e-6)
    #expect(log.stops == [true] && layer.animationKeys() == nil)
  }
}
