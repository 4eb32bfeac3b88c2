import AnimationCore
import Geometry
import LayerCommit
import Renderer
import Testing

/// What becomes of particles when emitters change.
@Suite("Changing emitters")
struct EmitterChangeTests {
  private let plain = ["birthRate": 10.0, "lifetime": 2, "velocity": 100]

  private func near(
    _ values: [Double], _ expected: [Double], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      values.count == expected.count && zip(values, expected).allSatisfy { abs($0 - $1) <= 1e-3 },
      "\(values) instead of \(expected)", sourceLocation: sourceLocation)
  }

  @Test("What is left of a birth counts for the next when the rate changes")
  func carryOver() {
    let h = emitterStage([emitterCell("a", plain)])
    _ = h.particles(at: 1)
    var slow = plain
    slow["birthRate"] = 5
    // Half of a birth is due: the other half takes a tenth of a second.
    h.set(2, .extra(.emitterCells), .records([emitterCell("a", slow)]), at: 1.05)
    near(h.particles(at: 1.2).suffix(2).map(\.x), [120, 105])
    near(h.particles(at: 1.4).suffix(3).map(\.x), [140, 125, 105])
  }

  @Test("Without a rate those that live finish as they were born")
  func stop() throws {
    let h = emitterStage([emitterCell("a", plain)])
    try h.draw(at: 1)
    h.set(2, .extra(.birthRate), .number(0), at: 1.05)
    #expect(h.particles(at: 1.5).count == 10)
    h.set(2, .extra(.emitterCells), .none, at: 1.5)
    #expect(h.particles(at: 2.55).count == 5)
    try h.draw(at: 2.6)
    #expect(h.renderer.isAnimating)
    try h.draw(at: 3.2)
    #expect(h.particles(at: 3.2).isEmpty)
    #expect(!h.renderer.isAnimating && !h.renderer.needsFrame)
  }

  @Test("Particles stay where they were born when the emitter moves on")
  func move() {
    let h = emitterStage([emitterCell("a", ["birthRate": 10, "lifetime": 9])])
    h.set(2, .extra(.emitterPosition), .point(Point(200, 100)), at: 0.25)
    near(h.particles(at: 0.45).map(\.x), [100, 100, 200, 200])
  }

  @Test("A moving emitter leaves its particles all along the way")
  func animatedMove() {
    let h = emitterStage([emitterCell("a", ["birthRate": 100, "lifetime": 9])])
    h.set(2, .extra(.emitterPosition), .point(Point(300, 100)), at: 10)
    h.animate(
      2,
      [
        basic(
          1, .extra(.emitterPosition), from: .point(Point(100, 100)),
          to: .point(Point(300, 100)), begin: 10)
      ], at: 10)
    let drawn = h.particles(at: 11.005).suffix(100)
    for (i, particle) in drawn.enumerated() {
      #expect(abs(particle.x - (102 + 2 * Double(i))) < 0.01, "\(i)")
    }
  }

  @Test("A rate that grows gives as many as lie below its line")
  func animatedRate() {
    let h = emitterStage([emitterCell("a", ["birthRate": 100, "lifetime": 90])])
    h.set(2, .extra(.birthRate), .number(0))
    h.animate(2, [basic(1, .extra(.birthRate), from: .number(0), to: .number(2), duration: 4)])
    for time in [1.0, 2, 3, 4, 9] {
      let wanted = min(time, 4) * min(time, 4) / 2 * 50
      #expect(abs(Double(h.particles(at: time).count) - wanted) <= 1)
    }
  }

  @Test("A cell's value animates by its key path, for those born from then on")
  func keyPath() {
    let h = emitterStage([
      emitterCell("other", ["birthRate": 1, "lifetime": 0.01]),
      emitterCell("a", ["birthRate": 10, "lifetime": 5, "velocity": 10]),
    ])
    let field = RecordField("a", "velocity", .number)
    var timing = AnimationTiming()
    timing.beginTime = 1
    timing.duration = 0.5
    let animation = LayerAnimation(
      id: AnimationID(raw: 1), timing: timing,
      leaves: [
        AnimationLeaf(
          target: AnimationTarget(.extra(.emitterCells), field: field), timings: [timing],
          curve: .basic(from: .number(100), to: .number(100), by: nil))
      ])
    h.animate(2, [animation], at: 1)
    let drawn = h.particles(at: 2.05).map { $0.x - 100 }
    let wanted = (1...20).map { i in
      let birth = Double(i) / 10
      return (birth > 1.01 && birth < 1.51 ? 100 : 10) * (2.05 - birth)
    }
    for (a, b) in zip(drawn.suffix(20), wanted) { #expect(abs(a - b) < 0.02, "\(a) \(b)") }
  }

  @Test("Moments seen in common look alike, however many frames lie between")
  func framesDoNotMatter() {
    func run(_ times: [Double], frame: Double) -> [[DrawnParticle]] {
      let spark = emitterCell(
        "spark", ["birthRate": 5, "lifetime": 0.7, "velocity": 20, "emissionRange": 6])
      var cell = [
        "birthRate": 12.0, "lifetime": 1.5, "lifetimeRange": 0.5, "velocity": 40,
        "velocityRange": 20, "emissionRange": 2, "yAcceleration": 30, "scaleRange": 1,
        "redRange": 1, "spinRange": 3,
      ]
      let h = emitterStage([emitterCell("a", cell, color: Color(0.5, 1, 1), [spark])])
      cell["birthRate"] = 25
      let faster = emitterCell("a", cell, [spark])
      let commits: [(time: Double, body: () -> Void)] = [
        (
          0.53,
          {
            h.animate(
              2, [basic(1, .extra(.birthRate), from: .number(1), to: .number(3), begin: 0.53)],
              at: 0.53)
          }
        ),
        (1.217, { h.set(2, .extra(.emitterCells), .records([faster]), at: 1.217) }),
        (
          1.3,
          {
            h.animate(
              2,
              [
                basic(
                  2, .extra(.emitterPosition), from: .point(Point(50, 90)),
                  to: .point(Point(200, 200)), begin: 1.3, duration: 0.5)
              ], at: 1.3)
          }
        ),
        (1.9, { h.animate(2, [], at: 1.9) }),
      ]
      // Frames are drawn a little before they are seen; a commit may come in between.
      var events = commits.map { ($0.time, $0.body) }
      var seen: [[DrawnParticle]] = []
      for time in times { events.append((time + 1e-6, { seen.append(h.particles(at: time)) })) }
      for i in 0..<Int(3 / frame) {
        let time = frame * Double(i)
        events.append((time - 0.03, { _ = try? h.draw(at: time) }))
      }
      for event in events.sorted(by: { $0.0 < $1.0 }) { event.1() }
      return seen
    }
    let times = [0.5, 1.2, 1.31, 1.6, 2.0, 2.8]
    let often = run(times, frame: 1.0 / 60), seldom = run(times, frame: 1.0 / 7)
    for (a, b) in zip(often, seldom) {
      #expect(a.count >= 10)
      #expect(a == b)
    }
    #expect(run(times, frame: 10) == often)
  }

  @Test("A pause of the layer keeps all particles, and asks for no frames")
  func pause() throws {
    let h = emitterStage([emitterCell("a", plain)])
    try h.draw(at: 5)
    let seen = h.particles(at: 5)
    var timing = LayerTiming()
    timing.speed = 0
    timing.timeOffset = 5
    h.commit(at: 5.01, [.setTiming(LayerID(raw: 2), timing)])
    try h.draw(at: 6)
    #expect(h.particles(at: 6) == seen)
    #expect(!h.renderer.isAnimating && !h.renderer.needsFrame)
    timing = LayerTiming()
    timing.beginTime = 2
    h.commit(at: 7, [.setTiming(LayerID(raw: 2), timing)])
    #expect(h.particles(at: 7) == seen)
  }
}
