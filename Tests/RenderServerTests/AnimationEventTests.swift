import AnimationCore
import Geometry
import LayerCommit
import Testing

@Suite("Begin and end of animations")
struct AnimationEventTests {
  private func harness() -> Harness {
    Harness(100, 80, [Node(2, { $0.frame(0, 0, 10, 10) }, [Node(3, { $0.frame(0, 0, 5, 5) })])])
  }

  @Test("An animation reports its begin and its end once each, at the exact times")
  func onceEach() {
    let h = harness()
    h.animate(2, [basic(7, .opacity, to: .number(0), begin: 1, duration: 0.5)])
    #expect(h.renderer.nextEventTime == 1)
    #expect(h.events(to: 0.9) == [])
    #expect(h.events(to: 1) == ["start 7 at 1"])
    #expect(h.renderer.nextEventTime == 1.5)
    #expect(h.events(to: 9) == ["finish 7 at 1.5"])
    #expect(h.events(to: 99) == [])
    #expect(h.renderer.nextEventTime == .infinity)
  }

  @Test("Both arrive in one step when the step is long")
  func longStep() {
    let h = harness()
    h.animate(2, [basic(7, .opacity, to: .number(0), begin: 1, duration: 0.5)])
    #expect(h.events(to: 5) == ["start 7 at 1", "finish 7 at 1.5"])
  }

  @Test("Events are ordered by time, among equals the animation added last leads")
  func order() {
    let h = harness()
    h.animate(2, [basic(1, .opacity, to: .number(0)), basic(2, .cornerRadius, to: .number(4))])
    h.animate(3, [basic(3, .opacity, to: .number(0), duration: 0.5)])
    #expect(
      h.events(to: 2) == [
        "start 3 at 0", "start 2 at 0", "start 1 at 0", "finish 3 at 0.5", "finish 2 at 1",
        "finish 1 at 1",
      ])
  }

  @Test("A list committed again keeps what was reported")
  func recommitted() {
    let h = harness()
    let a = basic(1, .opacity, to: .number(0)),
      b = basic(2, .cornerRadius, to: .number(4), begin: 1)
    h.animate(2, [a])
    #expect(h.events(to: 0.5) == ["start 1 at 0"])
    h.animate(2, [a, b], at: 0.6)
    #expect(h.events(to: 1) == ["start 2 at 1", "finish 1 at 1"])
  }

  @Test("A removed animation reports nothing more")
  func removed() {
    let h = harness()
    h.animate(2, [basic(1, .opacity, to: .number(0))])
    _ = h.events(to: 0.5)
    h.animate(2, [], at: 0.5)
    #expect(h.events(to: 5) == [])
  }

  @Test("A begin in the past is reported at the commit that brought it")
  func past() {
    let h = harness()
    h.animate(2, [basic(1, .opacity, to: .number(0), begin: 1, duration: 3)], at: 2)
    #expect(h.events(to: 9) == ["start 1 at 2", "finish 1 at 4"])
  }

  @Test("Repeats and a speed count for the end, endless ones never end")
  func repeats() {
    let h = harness()
    h.animate(
      2,
      [
        basic(1, .opacity, to: .number(0)) {
          $0.repeatCount = 2.5
          $0.autoreverses = true
        },
        basic(2, .cornerRadius, to: .number(0)) { $0.repeatCount = .infinity },
        basic(3, .zPosition, to: .number(0)) { $0.speed = 4 },
      ])
    _ = h.events(to: 0)
    #expect(h.events(to: 1000) == ["finish 3 at 0.25", "finish 1 at 5"])
  }

  @Test("A paused layer never ends its animations, and goes on where it stopped")
  func paused() {
    let h = harness()
    h.animate(3, [basic(1, .opacity, to: .number(0), begin: 0, duration: 1)])
    _ = h.events(to: 0.5)
    var timing = LayerTiming()
    timing.speed = 0
    timing.timeOffset = 0.5
    h.commit(at: 0.5, [.setTiming(LayerID(raw: 2), timing)])
    #expect(h.events(to: 100) == [])
    #expect(h.renderer.nextEventTime == .infinity)
    #expect(!h.renderer.isAnimating)
    timing.speed = 1
    timing.timeOffset = 0
    timing.beginTime = 99.5
    h.commit(at: 100, [.setTiming(LayerID(raw: 2), timing)])
    #expect(h.events(to: 200) == ["finish 1 at 100.5"])
  }

  @Test("A layer's own speed and offset shift the times of everything below it")
  func layerTime() {
    let h = harness()
    var timing = LayerTiming()
    timing.beginTime = 10
    timing.speed = 2
    h.commit([.setTiming(LayerID(raw: 2), timing)])
    h.animate(3, [basic(1, .opacity, to: .number(0), begin: 1, duration: 1)])
    #expect(h.events(to: 99) == ["start 1 at 10.5", "finish 1 at 11"])
  }

  /// The events up to `end` of an animation that comes at `time` into a layer with the last of these
  /// timings, which lies in one with the first.
  private func events(
    of timings: [LayerTiming], begin: Double, duration: Double, at time: Double, to end: Double
  ) -> [String] {
    let h = harness()
    for (i, timing) in timings.enumerated() {
      h.commit([.setTiming(LayerID(raw: UInt64(2 + i)), timing)])
    }
    h.animate(
      UInt64(1 + timings.count),
      [basic(1, .opacity, to: .number(0), begin: begin, duration: duration)], at: time)
    return h.events(to: end)
  }

  private func timing(begin: Double = 0, offset: Double = 0, speed: Double = 1) -> LayerTiming {
    var timing = LayerTiming()
    (timing.beginTime, timing.timeOffset, timing.speed) = (begin, offset, speed)
    return timing
  }

  @Test("A layer that stands before the begin does not report it, and does once it is moved on")
  func pausedBefore() {
    let h = harness()
    let layer = LayerID(raw: 2)
    h.commit([.setTiming(layer, timing(offset: -0.5, speed: 0))])
    h.animate(2, [basic(1, .opacity, to: .number(0))], at: 1)
    #expect(h.events(to: 50) == [])
    h.commit(at: 60, [.setTiming(layer, timing(offset: 0.25, speed: 0))])
    #expect(h.events(to: 70) == ["start 1 at 60"])
  }

  @Test("A layer that runs backwards reports what lies at its time or before, and nothing later")
  func backwards() {
    // At media time 100 the layer is at −100, and goes on to −101.
    let back = [timing(speed: -1)]
    #expect(
      events(of: back, begin: -100.25, duration: 0.75, at: 100, to: 999) == ["start 1 at 100"])
    #expect(events(of: back, begin: -99, duration: 1, at: 100, to: 999) == [])
    #expect(
      events(of: back, begin: -102, duration: 1, at: 100, to: 999)
        == ["start 1 at 100", "finish 1 at 100"])
    // Twice turned around it runs forwards, but below the inner layer's begin it stands at zero.
    let twice = [timing(offset: 200, speed: -1), timing(begin: 50, offset: 4, speed: -1)]
    #expect(events(of: twice, begin: 5, duration: 1, at: 100, to: 999) == [])
    #expect(
      events(of: twice, begin: -40, duration: 2, at: 100, to: 999) == [
        "start 1 at 106", "finish 1 at 108",
      ])
  }

  @Test("A layer that jumps back at its own begin has been at zero before")
  func jumpsBack() {
    let later = [timing(begin: 20, offset: -5)]
    #expect(
      events(of: later, begin: -1, duration: 2, at: 10, to: 999)
        == ["start 1 at 10", "finish 1 at 26"])
    #expect(
      events(of: later, begin: -1, duration: 2, at: 21, to: 999)
        == ["start 1 at 24", "finish 1 at 26"])
  }

  @Test("What was reached before a layer's time was changed is reported at its time all the same")
  func reachedBefore() {
    let h = harness()
    h.animate(2, [basic(1, .opacity, to: .number(0), begin: 1, duration: 1)])
    #expect(h.renderer.nextEventTime == 1)
    h.commit(at: 1.5, [.setTiming(LayerID(raw: 2), timing(speed: -1))])
    #expect(h.events(to: 9) == ["start 1 at 1"])
  }

  @Test("A layer outside the tree reports nothing until it comes in")
  func detached() {
    let h = harness()
    h.commit([.create(LayerID(raw: 9))])
    h.animate(9, [basic(1, .opacity, to: .number(0), begin: 0, duration: 1)])
    #expect(h.events(to: 5) == [])
    h.commit(at: 5, [.setSublayers(LayerID(raw: 2), [LayerID(raw: 9)])])
    #expect(h.events(to: 6) == ["start 1 at 0", "finish 1 at 1"])
  }

  @Test("A group is one animation and reports once, whatever its children do")
  func group() {
    let h = harness()
    var outer = AnimationTiming()
    outer.duration = 2
    var inner = AnimationTiming()
    inner.duration = 0.5
    let group = LayerAnimation(
      id: AnimationID(raw: 5), timing: outer,
      leaves: [
        AnimationLeaf(
          target: AnimationTarget(.opacity), timings: [outer, inner],
          curve: .basic(from: .number(0), to: .number(1), by: nil)),
        AnimationLeaf(
          target: AnimationTarget(.position, .x), timings: [outer, outer],
          curve: .basic(from: .number(0), to: .number(8), by: nil)),
      ])
    h.animate(2, [group])
    #expect(h.events(to: 9) == ["start 5 at 0", "finish 5 at 2"])
    #expect(h.presented(2, .opacity, at: 0.25) == "0.5")
    #expect(h.presented(2, .opacity, at: 1) == "default")
    #expect(h.presented(2, .position, at: 1) == "(4, 5, 0, 0)")
  }

  @Test("A timer without properties reports but draws nothing")
  func emptyGroup() throws {
    let h = harness()
    try h.draw()
    var timing = AnimationTiming()
    timing.duration = 1
    h.animate(2, [LayerAnimation(id: AnimationID(raw: 5), timing: timing, leaves: [])])
    #expect(h.events(to: 2) == ["start 5 at 0", "finish 5 at 1"])
    #expect(try h.draw(at: 0.5) == .nothingChanged)
  }

  @Test("Lists that change at random report what a look at all of them would")
  func randomChanges() {
    var random = Numbers(state: 42)
    let layers: UInt64 = 12
    let h = Harness(100, 80, (0..<layers).map { i in Node(2 + i, { $0.frame(0, 0, 10, 10) }) })
    var lists: [UInt64: [(id: UInt64, begin: Double, end: Double)]] = [:]
    var reported: Set<String> = []
    var nextID: UInt64 = 1
    var now = 0.0
    for _ in 0..<500 {
      let layer = 2 + random.next(layers)
      var list = lists[layer] ?? []
      if random.next(3) == 0, !list.isEmpty {
        list.remove(at: Int(random.next(UInt64(list.count))))
      } else {
        // Eighths, so that sums are exact.
        let begin = now + Double(1 + random.next(40)) / 8
        list.append((nextID, begin, begin + Double(1 + random.next(40)) / 8))
        nextID += 1
      }
      lists[layer] = list
      h.animate(
        layer,
        list.map {
          basic($0.id, .opacity, to: .number(0), begin: $0.begin, duration: $0.end - $0.begin)
        }, at: now)
      now += Double(random.next(12)) / 8
      var expected: [(time: Double, isEnd: Int, id: UInt64)] = []
      for entry in lists.values.joined() {
        if entry.begin <= now { expected.append((entry.begin, 0, entry.id)) }
        if entry.end <= now { expected.append((entry.end, 1, entry.id)) }
      }
      let texts = expected.sorted { a, b in
        (a.time, a.isEnd, b.id) < (b.time, b.isEnd, a.id)
      }.map { "\($0.isEnd == 0 ? "start" : "finish") \($0.id) at \($0.time.dump)" }
      #expect(h.events(to: now) == texts.filter { reported.insert($0).inserted })
    }
  }
}

/// Numbers that look random and are the same on every run (Knuth's MMIX generator).
private struct Numbers {
  var state: UInt64

  /// 0 up to `limit`.
  mutating func next(_ limit: UInt64) -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) % limit
  }
}
