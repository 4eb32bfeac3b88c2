import AnimationCore
import Geometry
import LayerCommit
import Renderer
import Testing

/// What nobody sees costs no frames, and what is left out is said once.
@Suite("Rest")
struct IdleTests {
  enum Unseen: CaseIterable { case hidden, faded, outside, empty }

  private func layer(_ unseen: Unseen) -> Harness {
    let harness = Harness(
      100, 80,
      [
        Node(
          2,
          { v in
            v.frame(10, 10, 40, 40)
            if unseen != .empty { v.backgroundColor = Color(1, 0, 0) }
            switch unseen {
            case .hidden: v.isHidden = true
            case .faded: v.opacity = 0
            case .outside: v.position = Point(-500, 0)
            case .empty: break
            }
          })
      ])
    return harness
  }

  private func endless(_ property: LayerProperty, _ from: PropertyValue, _ to: PropertyValue)
    -> LayerAnimation
  {
    basic(1, property, from: from, to: to) { $0.repeatCount = .infinity }
  }

  private func rests(_ harness: Harness) throws -> Bool {
    _ = harness.events(to: 0.1)
    try harness.draw(at: 0.1)
    return !harness.renderer.isAnimating && !harness.renderer.needsFrame
  }

  @Test("An endless animation on what is not seen asks for no frames", arguments: Unseen.allCases)
  func rest(unseen: Unseen) throws {
    let harness = layer(unseen)
    harness.animate(2, [endless(.cornerRadius, .number(0), .number(9))])
    #expect(try rests(harness))
  }

  @Test("It goes on as soon as the layer comes into view")
  func wakes() throws {
    let harness = layer(.hidden)
    harness.animate(2, [endless(.cornerRadius, .number(0), .number(9))])
    #expect(try rests(harness))
    harness.set(2, .hidden, .flag(false))
    #expect(harness.renderer.needsFrame)
    try harness.draw(at: 0.2)
    #expect(harness.renderer.isAnimating)
  }

  @Test("An animation that stands still asks for no frames once it is seen")
  func standing() throws {
    let harness = layer(.hidden)
    harness.set(2, .hidden, .flag(false))
    harness.animate(
      2, [basic(1, .cornerRadius, from: .number(0), to: .number(9)) { $0.speed = 0 }])
    #expect(try rests(harness))
  }

  @Test("An animation that may bring a layer into view goes on")
  func mayAppear() throws {
    let faded = layer(.faded)
    faded.animate(2, [endless(.opacity, .number(0), .number(0))])
    #expect(try !rests(faded))
    let outside = layer(.outside)
    outside.animate(
      2, [endless(.position, .vector(SIMD4(-500, 0, 0, 0)), .vector(SIMD4(-400, 0, 0, 0)))])
    #expect(try !rests(outside))
    let empty = layer(.empty)
    empty.animate(2, [endless(.backgroundColor, .vector(.zero), .vector(.zero))])
    #expect(try !rests(empty))
  }

  @Test("Layers nested too deep to be drawn are named in one warning")
  func depth() throws {
    var node = Node(1000)
    for id in (2..<800).reversed() { node = Node(UInt64(id), { _ in }, [node]) }
    let harness = Harness(100, 80, [node])
    try harness.draw()
    #expect(harness.renderer.takeWarnings().count == 1)
    harness.set(900, .opacity, .number(0.5))
    harness.commit([
      .create(LayerID(raw: 5000)), .setSublayers(LayerID(raw: 1000), [LayerID(raw: 5000)]),
    ])
    try harness.draw(at: 1)
    #expect(harness.renderer.takeWarnings().isEmpty)
    let shallow = Harness(100, 80, [Node(2, { _ in }, [Node(3)])])
    try shallow.draw()
    #expect(shallow.renderer.takeWarnings().isEmpty)
  }

  @Test("Clips that are nested too deep to be followed are named in one warning")
  func clips() throws {
    func nested(_ count: Int) throws -> [String] {
      var node = Node(
        1000,
        {
          $0.frame(-10, -10, 60, 60)
          $0.backgroundColor = Color(1, 0, 0)
        })
      for id in 0..<count {
        let isOutermost = id == count - 1
        node = Node(
          UInt64(id + 2),
          {
            $0.frame(0, 0, 40, 40)
            $0.masksToBounds = true
            if isOutermost {
              $0.position = Point(50, 40)
              $0.transform = .rotation(0.5, 0, 0, 1)
            }
          }, [node])
      }
      let harness = Harness(100, 80, [node])
      try harness.draw()
      harness.set(1000, .backgroundColor, .color(Color(0, 1, 0)))
      try harness.draw(at: 1)
      return harness.renderer.takeWarnings()
    }
    #expect(try nested(65).isEmpty)
    #expect(try nested(66).count == 1)
  }
}
