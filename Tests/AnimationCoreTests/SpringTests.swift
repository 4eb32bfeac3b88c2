import AnimationCore
import TestSupport
import Testing

extension SpringParameters {
  fileprivate init(_ c: VectorValue) {
    self.init()
    mass = c["mass"].double ?? 1
    stiffness = c["stiffness"].double ?? 100
    damping = c["damping"].double ?? 10
    initialVelocity = c["initialVelocity"].double ?? c["v0"].double ?? 0
    allowsOverdamping = c["allowsOverdamping"].bool ?? false
  }
}

@Suite("Springs")
struct SpringTests {
  @Test("Value and velocity at every sample of the table")
  func samples() throws {
    try VectorFile(named: "springs").run { c in
      let spring = SpringParameters(c.value)
      let from = c["fromValue"].double ?? 0
      let to = c["toValue"].double ?? 1
      // Of the distance.
      let tolerance = (c.tolerance ?? 1e-9) * abs(to - from)
      for sample in c["samples"].array {
        let t = try #require(sample[0].double)
        let value = from + (to - from) * spring.value(at: t)
        #expect(isClose(value, sample[1].double!, tolerance), "\(c.id) at \(t)")
        if let velocity = sample[2].double {
          #expect(
            isClose((to - from) * spring.velocity(at: t), velocity, max(1, abs(velocity)) * 1e-9),
            "\(c.id) velocity at \(t)")
        }
      }
    }
  }

  @Test("Settling durations are Apple's, step of a tenth included")
  func settling() throws {
    try VectorFile(named: "spring-settling").run { c in
      var spring = SpringParameters(c.value)
      if let duration = c["perceptualDuration"].double {
        spring = SpringParameters(
          perceptualDuration: duration, bounce: try #require(c["bounce"].double))
        if let k = c["stiffness"].double {
          #expect(isClose(spring.stiffness, k, 1e-9 * k), "\(c.id)")
          #expect(isClose(spring.damping, c["damping"].double!, 1e-9 * k), "\(c.id)")
        }
        #expect(isClose(spring.perceptualDuration, duration, 1e-12), "\(c.id)")
        #expect(isClose(spring.bounce, c["bounce"].double!, 1e-12), "\(c.id)")
      }
      if c.id == "measured-undamped" {
        #expect(spring.settlingDuration == 3.4028234663852886e38)
      } else {
        let expected = try #require(c["settlingDuration"].double)
        #expect(isClose(spring.settlingDuration, expected, c.tolerance ?? 1e-9), "\(c.id)")
      }
    }
  }

  @Test("Springs reported as going wrong elsewhere come out right")
  func fieldCases() throws {
    let field = try VectorValue(fixture: "FieldCases/h09-springs.json")
    for entry in field["springs"].array {
      let spring = SpringParameters(entry["params"])
      let tolerance = try #require(entry["tol"].double)
      for (t, x) in entry["x"].fields {
        #expect(isClose(spring.value(at: Double(t)!), x.double!, tolerance), "\(spring) at \(t)")
      }
      for (t, x) in entry["value"].fields {
        let (from, to) = (entry["params"]["from"].double!, entry["params"]["to"].double!)
        let value = from + (to - from) * spring.value(at: Double(t)!)
        #expect(isClose(value, x.double!, tolerance), "\(spring) at \(t)")
      }
      if let slope = entry["slopeAtZero"].double { #expect(spring.velocity(at: 0) == slope) }
    }
    for entry in field["durationBounce"].array {
      let tolerance = try #require(entry["tol"].double)
      let spring = SpringParameters(
        perceptualDuration: entry["duration"].double!, bounce: entry["bounce"].double!)
      #expect(isClose(spring.stiffness, entry["stiffness"].double!, tolerance))
      #expect(isClose(spring.damping, entry["damping"].double!, tolerance))
      for (t, x) in entry["x"].fields {
        #expect(isClose(spring.value(at: Double(t)!), x.double!, tolerance))
      }
    }
    for entry in field["settlingDuration"].array {
      #expect(
        isClose(
          SpringParameters(entry).settlingDuration, entry["seconds"].double!, entry["tol"].double!))
    }
  }

  @Test("The closed form obeys the equation of motion, stepped numerically")
  func equationOfMotion() {
    var random = SeededGenerator.printed("SpringTests.equationOfMotion")
    for _ in 0..<60 {
      var spring = SpringParameters()
      spring.mass = .random(in: 0.3...4, using: &random)
      spring.stiffness = .random(in: 20...800, using: &random)
      spring.damping = .random(in: 0...60, using: &random)
      spring.initialVelocity = .random(in: -20...20, using: &random)
      spring.allowsOverdamping = true
      let (m, k, c) = (spring.mass, spring.stiffness, spring.damping)
      // Classical Runge–Kutta on x'' = (k·(1 − x) − c·x') / m.
      var x = 0.0
      var v = spring.initialVelocity
      let h = 1.0 / 4000
      func acceleration(_ x: Double, _ v: Double) -> Double { (k * (1 - x) - c * v) / m }
      for step in 1...4000 {
        let a1 = acceleration(x, v)
        let (x2, v2) = (x + h / 2 * v, v + h / 2 * a1)
        let a2 = acceleration(x2, v2)
        let (x3, v3) = (x + h / 2 * v2, v + h / 2 * a2)
        let a3 = acceleration(x3, v3)
        let (x4, v4) = (x + h * v3, v + h * a3)
        let a4 = acceleration(x4, v4)
        x += h / 6 * (v + 2 * v2 + 2 * v3 + v4)
        v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
        if step % 800 == 0 {
          let t = Double(step) * h
          #expect(isClose(spring.value(at: t), x, 1e-6), "\(spring) at \(t)")
          #expect(isClose(spring.velocity(at: t), v, 1e-5), "\(spring) at \(t)")
        }
      }
    }
  }

  @Test("Every damped spring starts at 0 with its velocity and ends at 1")
  func ends() {
    var random = SeededGenerator.printed("SpringTests.ends")
    for _ in 0..<500 {
      var spring = SpringParameters()
      spring.mass = .random(in: 0.1...5, using: &random)
      spring.stiffness = .random(in: 1...2000, using: &random)
      spring.damping = .random(in: 0.5...150, using: &random)
      spring.initialVelocity = .random(in: -50...50, using: &random)
      spring.allowsOverdamping = .random(using: &random)
      #expect(spring.value(at: 0) == 0)
      #expect(isClose(spring.velocity(at: 0), spring.initialVelocity, 1e-9))
      #expect(isClose(spring.value(at: 1e6), 1, 1e-9))
      let settled = spring.settlingDuration
      #expect(settled > 0 && settled.isFinite)
    }
  }

  @Test("Parameters that describe no spring, and times that are none, give finite answers")
  func notFinite() {
    let odd = [Double.nan, .infinity, -.infinity, 0, -1, 1e300, 1e-300]
    for mass in odd {
      for stiffness in odd {
        for damping in odd {
          var spring = SpringParameters()
          (spring.mass, spring.stiffness, spring.damping) = (mass, stiffness, damping)
          for time in odd {
            spring.initialVelocity = time
            for overdamps in [true, false] {
              spring.allowsOverdamping = overdamps
              #expect(spring.value(at: time).isFinite, "\(spring) at \(time)")
            }
          }
        }
      }
    }
    for d in odd {
      for b in odd {
        let spring = SpringParameters(perceptualDuration: d, bounce: b)
        #expect(spring.value(at: 1).isFinite && spring.settlingDuration.isFinite)
      }
    }
  }

  @Test("A start speed far too large still comes to rest")
  func fastStart() {
    var spring = SpringParameters(perceptualDuration: 0.5, bounce: 0.49)
    spring.initialVelocity = 5000
    #expect(isClose(spring.value(at: 20), 1, 1e-9))
  }
}
