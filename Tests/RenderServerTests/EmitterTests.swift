import AnimationCore
import Geometry
import LayerCommit
import Renderer
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Where particles are and what they look like, against closed forms.
@Suite("Particles")
struct EmitterTests {
  private func near(
    _ values: [Double], _ expected: [Double], within tolerance: Double = 1e-3,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      values.count == expected.count
        && zip(values, expected).allSatisfy { abs($0 - $1) <= tolerance },
      "\(values) instead of \(expected)", sourceLocation: sourceLocation)
  }

  @Test("A particle goes on a straight line with a constant acceleration")
  func motion() throws {
    try VectorFile(named: "rendering-numbers").run(kind: "emitter-motion") { c in
      let age = try #require(c["age"].double), a = c["acceleration"].doubles
      let h = emitterStage([
        emitterCell([
          "birthRate": 1, "lifetime": 9, "velocity": try #require(c["velocity"].double),
          "emissionLongitude": try #require(c["emissionLongitude"].double),
          "xAcceleration": a[0], "yAcceleration": a[1],
        ])
      ])
      let first = try #require(h.particles(at: 1 + age).first)
      let wanted = c["displacement"].doubles
      near([first.x - 100, first.y - 100], wanted)
    }
  }

  @Test("As many live as are born in a lifetime")
  func count() throws {
    try VectorFile(named: "rendering-numbers").run(kind: "emitter-count") { c in
      func number(_ key: String) throws -> Double { try #require(c[key].double) }
      let (rate, lifetime) = (try number("birthRate"), try number("lifetime"))
      let factors = (try number("layerBirthRate"), try number("layerLifetime"))
      let h = emitterStage([emitterCell(["birthRate": rate, "lifetime": lifetime])]) { v in
        v[.extra(.birthRate)] = .number(factors.0)
        v[.extra(.lifetime)] = .number(factors.1)
      }
      let counts = (0..<40).map { h.particles(at: 1000.01 + 0.05 * Double($0)).count }
      let wanted = try number("steadyLiveCount")
      #expect(counts.allSatisfy { abs(Double($0) - wanted) <= 1 })
      #expect(Double(counts.reduce(0, +)) / 40 == wanted)
    }
  }

  @Test("Particles are born at equal distances in time, the first after the first of them")
  func spacing() {
    let h = emitterStage([emitterCell(["birthRate": 4, "lifetime": 1.1, "velocity": 100])])
    #expect(h.particles(at: 0.2).isEmpty)
    near(h.particles(at: 0.3).map(\.x), [105])
    near(h.particles(at: 0.8).map(\.x), [155, 130, 105])
    // The first has gone.
    near(h.particles(at: 1.4).map(\.x), [190, 165, 140, 115])
  }

  @Test("Size, turn, colour and opacity grow with age and stop at their limits")
  func growth() {
    let h = emitterStage([
      emitterCell(
        [
          "birthRate": 1, "lifetime": 5, "scale": 2, "scaleSpeed": -0.5, "spin": 0.5,
          "redSpeed": 0.5, "greenSpeed": -0.5, "alphaSpeed": -0.2,
        ], color: Color(0.25, 1, 0.5, 0.8))
    ])
    let drawn = h.particles(at: 4)
    // Aged 3, 2, 1, 0.
    near(drawn.map(\.scale), [0.5, 1, 1.5, 2])
    near(drawn.map(\.angle), [1.5, 1, 0.5, 0])
    for (particle, age) in zip(drawn, [3.0, 2, 1, 0]) {
      let alpha = 0.8 - 0.2 * age
      let straight = [min(1, 0.25 + 0.5 * age), max(0, 1 - 0.5 * age), 0.5, 1]
      near((0..<4).map { Double(particle.color[$0]) }, straight.map { $0 * alpha })
    }
    // Too small to be seen and faded away, before the end of the lifetime.
    #expect(h.particles(at: 5).count == 4)
  }

  @Test("The layer multiplies rate, lifetime, velocity, scale and spin")
  func factors() {
    let h = emitterStage([
      emitterCell(["birthRate": 2, "lifetime": 1, "velocity": 30, "scale": 3, "spin": 1])
    ]) { v in
      v[.extra(.birthRate)] = .number(0.5)
      v[.extra(.lifetime)] = .number(2)
      v[.extra(.velocity)] = .number(-2)
      v[.extra(.scale)] = .number(0.5)
      v[.extra(.spin)] = .number(0.25)
    }
    let drawn = h.particles(at: 2.5)
    near(drawn.map(\.x), [100 - 60 * 1.5, 100 - 60 * 0.5])
    near(drawn.map(\.scale), [1.5, 1.5])
    near(drawn.map(\.angle), [0.375, 0.125])
  }

  @Test("Ranges are the width of an interval about the mean, that of lifetimes on either side")
  func ranges() {
    let h = emitterStage([
      emitterCell([
        "birthRate": 100, "lifetime": 10, "lifetimeRange": 2, "velocity": 10,
        "velocityRange": 4, "scale": 1, "scaleRange": 0.5,
      ])
    ])
    let drawn = h.particles(at: 20.005)
    let scales = drawn.map(\.scale)
    #expect(scales.allSatisfy { 0.75...1.25 ~= $0 })
    #expect(scales.min() ?? 1 < 0.78 && scales.max() ?? 1 > 1.22)
    // Born at 12.5 or later none has died, born before 8 all have.
    #expect(drawn.count > 900 && drawn.count < 1100)
    let speeds = zip(drawn.reversed(), 0...).prefix(750).map { particle, i in
      (particle.x - 100) / (0.005 + 0.01 * Double(i))
    }
    #expect(speeds.dropFirst(100).allSatisfy { 8 - 0.01...12 + 0.01 ~= $0 })
    #expect(speeds.dropFirst(100).min() ?? 10 < 8.2 && speeds.dropFirst(100).max() ?? 10 > 11.8)
  }

  @Test("Directions lie about the longitude, as far as half the range; latitude leaves the plane")
  func directions() {
    let h = emitterStage([
      emitterCell([
        "birthRate": 50, "lifetime": 2, "velocity": 50, "emissionLongitude": .pi / 2,
        "emissionRange": 1, "emissionLatitude": .pi / 3,
      ])
    ])
    let drawn = h.particles(at: 10.01).dropLast(5)
    let angles = drawn.map { atan2($0.y - 100, $0.x - 100) - .pi / 2 }
    #expect(angles.allSatisfy { abs($0) <= 0.501 })
    #expect(angles.min() ?? 0 < -0.4 && angles.max() ?? 0 > 0.4)
    let first = drawn.first.map { hypot($0.x - 100, $0.y - 100) } ?? 0
    #expect(abs(first - 50 * 1.99 * 0.5) < 0.01)
  }

  @Test("The same seed gives the same particles, another one others")
  func seeds() {
    func drawn(_ seed: Double) -> [DrawnParticle] {
      emitterStage([
        emitterCell(["birthRate": 20, "lifetime": 2, "velocity": 50, "emissionRange": 2 * .pi])
      ]) { $0[.extra(.seed)] = .number(seed) }.particles(at: 7)
    }
    #expect(drawn(3) == drawn(3))
    #expect(drawn(3) != drawn(4))
  }

  @Test("A cell emits from its begin time for its duration, and its own seconds may be shorter")
  func schedule() {
    let burst = [
      "birthRate": 10.0, "lifetime": 5, "beginTime": 1, "duration": 0.5, "velocity": 10,
    ]
    let h = emitterStage([emitterCell(burst)])
    #expect(h.particles(at: 1.05).isEmpty)
    #expect(h.particles(at: 1.25).count == 2)
    #expect(h.particles(at: 4).count == 5)
    #expect(h.particles(at: 7).isEmpty)
    var thrice = burst
    thrice["repeatCount"] = 3
    #expect(emitterStage([emitterCell(thrice)]).particles(at: 4).count == 15)
    var fast = burst
    fast["speed"] = 2
    let quick = emitterStage([emitterCell(fast)])
    // Born at 1.05, …, 1.25; each second is two of the cell's.
    near(quick.particles(at: 1.3).map(\.x), [105, 104, 103, 102, 101])
    #expect(quick.particles(at: 3.7).isEmpty)
  }

  @Test("An old layer looks as if it had run for ever, a new one begins with nothing")
  func begin() {
    let cell = emitterCell(["birthRate": 10, "lifetime": 2])
    let old = emitterStage([cell])
    #expect(old.particles(at: 1e6 + 0.05).count == 20)
    let new = emitterStage([cell])
    var timing = LayerTiming()
    timing.beginTime = 1e6
    new.commit(at: 1e6, [.setTiming(LayerID(raw: 2), timing)])
    #expect(new.particles(at: 1e6).isEmpty)
    #expect(new.particles(at: 1e6 + 0.55).count == 5)
  }
}
