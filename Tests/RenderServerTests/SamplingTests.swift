import AnimationCore
import Geometry
import LayerCommit
import Testing

@Suite("Sampling")
struct SamplingTests {
  private func harness() -> Harness { Harness(100, 80, [Node(2, { $0.frame(0, 0, 10, 10) })]) }

  @Test("A frame at the very end still shows the end value, a later one the committed value")
  func inclusiveEnd() {
    let h = harness()
    h.animate(2, [basic(1, .cornerRadius, from: .number(1), to: .number(5))])
    #expect(h.presented(2, .cornerRadius, at: 0) == "1")
    #expect(h.presented(2, .cornerRadius, at: 0.5) == "3")
    #expect(h.presented(2, .cornerRadius, at: 1) == "5")
    #expect(h.presented(2, .cornerRadius, at: 1.001) == "default")
  }

  @Test("Fill modes hold the first and the last value")
  func fill() {
    let h = harness()
    h.animate(
      2,
      [
        basic(1, .cornerRadius, from: .number(1), to: .number(5), begin: 1) { $0.fillMode = .both }
      ])
    #expect(h.presented(2, .cornerRadius, at: 0) == "1")
    #expect(h.presented(2, .cornerRadius, at: 9) == "5")
  }

  @Test("Changing the committed value under a running animation moves a missing end")
  func liveModel() {
    let h = harness()
    h.animate(2, [basic(1, .cornerRadius, from: .number(0))])
    h.set(2, .cornerRadius, .number(8))
    #expect(h.presented(2, .cornerRadius, at: 0.5) == "4")
    h.set(2, .cornerRadius, .number(4), at: 0.5)
    #expect(h.presented(2, .cornerRadius, at: 0.5) == "2")
    h.animate(2, [], at: 0.6)
    #expect(h.presented(2, .cornerRadius, at: 0.6) == "4")
  }

  @Test("Animations of one property act in list order, additive ones on top")
  func additive() {
    let h = harness()
    var offset = basic(2, .cornerRadius, from: .number(10), to: .number(0))
    offset.leaves[0].isAdditive = true
    h.animate(2, [basic(1, .cornerRadius, from: .number(0), to: .number(2)), offset])
    #expect(h.presented(2, .cornerRadius, at: 0.5) == "6")
  }

  @Test("Angles of several turns meet in one transform with a scale")
  func components() {
    let h = harness()
    var turn = basic(1, .transform)
    turn.leaves[0].target = AnimationTarget(.transform, .rotationZ)
    turn.leaves[0].curve = .basic(from: .number(0), to: .number(4 * .pi), by: nil)
    var grow = basic(2, .transform)
    grow.leaves[0].target = AnimationTarget(.transform, .scaleX)
    grow.leaves[0].curve = .basic(from: .number(1), to: .number(3), by: nil)
    h.animate(2, [turn, grow])
    // A quarter of the way: a half turn more than none, twice as wide half way.
    #expect(h.presented(2, .transform, at: 0.5) == "[2 0 0 1 0 0]")
    #expect(h.presented(2, .transform, at: 0.125) == "[0 1.25 -1 0 0 0]")
  }

  @Test("A paused layer shows one moment at all times")
  func paused() {
    let h = harness()
    h.animate(2, [basic(1, .cornerRadius, from: .number(0), to: .number(4))])
    var timing = LayerTiming()
    timing.speed = 0
    timing.timeOffset = 0.25
    h.commit([.setTiming(LayerID(raw: 2), timing)])
    #expect(h.presented(2, .cornerRadius, at: 0.9) == "1")
    #expect(h.presented(2, .cornerRadius, at: 50) == "1")
  }

  @Test(
    "A running animation asks for frames; before its begin, after its end and hidden it does not")
  func isAnimating() throws {
    let h = harness()
    h.set(2, .backgroundColor, .color(.black))
    try h.draw()
    #expect(!h.renderer.isAnimating)
    #expect(!h.renderer.needsFrame)
    h.animate(2, [basic(1, .opacity, from: .number(0), to: .number(1), begin: 1)])
    try h.draw(at: 0.1)
    #expect(!h.renderer.isAnimating)
    _ = h.events(to: 1)
    #expect(h.renderer.needsFrame)
    try h.draw(at: 1)
    #expect(h.renderer.isAnimating)
    #expect(try h.draw(at: 1.5) == .drawn)
    h.commit(at: 1.5, [.set(LayerID(raw: 1), .hidden, .flag(true))])
    try h.draw(at: 1.6)
    #expect(!h.renderer.isAnimating)
    h.commit(at: 1.7, [.set(LayerID(raw: 1), .hidden, .flag(false))])
    try h.draw(at: 1.7)
    #expect(h.renderer.isAnimating)
    try h.draw(at: 2.5)
    #expect(!h.renderer.isAnimating)
  }
}
