import AnimationCore
import Geometry
import LayerCommit
import Renderer
import Testing

@Suite("Damage")
struct DamageTests {
  private func box(_ id: UInt64, _ x: Double, _ y: Double, _ w: Double, _ h: Double) -> Node {
    Node(
      id,
      {
        $0.frame(x, y, w, h)
        $0.backgroundColor = Color(1, 0, 0)
      })
  }

  private func damage(_ h: Harness, at time: Double = 0) throws -> [PixelRect] {
    try h.draw(at: time) == .drawn ? h.backend.lastList?.damage.rects ?? [] : []
  }

  @Test("Nothing changed: nothing is acquired or submitted")
  func nothing() throws {
    let h = Harness(100, 80, [box(2, 10, 10, 20, 20)])
    #expect(try h.draw() == .drawn)
    #expect(try h.draw() == .nothingChanged)
    h.set(2, .backgroundColor, .color(Color(1, 0, 0)))
    #expect(try h.draw() == .nothingChanged)
    h.commit([])
    #expect(try h.draw(at: 9) == .nothingChanged)
    #expect(h.backend.frames == 1)
    #expect(!h.renderer.needsFrame)
  }

  @Test("A moved layer damages where it was and where it is")
  func moved() throws {
    let h = Harness(100, 80, [box(2, 10, 10, 20, 20), box(3, 0, 60, 5, 5)])
    #expect(try damage(h) == [PixelRect(0, 0, 100, 80)])
    h.set(2, .position, .point(Point(60, 20)))
    #expect(try Set(damage(h)) == [PixelRect(10, 10, 20, 20), PixelRect(50, 10, 20, 20)])
    // Only what lies in the damage is drawn.
    #expect(h.backend.lastList?.quads.count == 1)
    #expect(h.record.culled == 1)
    #expect(h.record.damagedPixels == 800)
  }

  @Test("A layer that leaves damages where it was")
  func removed() throws {
    let h = Harness(100, 80, [box(2, 10, 10, 20, 20), box(3, 40, 60, 5, 5)])
    try h.draw()
    h.commit([.setSublayers(LayerID(raw: 1), [LayerID(raw: 3)]), .destroy(LayerID(raw: 2))])
    #expect(try damage(h) == [PixelRect(10, 10, 20, 20)])
  }

  @Test("Shadow, fractional edges and rotation count with everything they touch")
  func extents() throws {
    let h = Harness(100, 80, [box(2, 30, 30, 20, 20)])
    try h.draw()
    h.commit([
      .set(LayerID(raw: 2), .shadowOpacity, .number(1)),
      .set(LayerID(raw: 2), .shadowOffset, .size(Size(0, 4))),
      .set(LayerID(raw: 2), .shadowRadius, .number(2)),
    ])
    // Three deviations around the moved copy, joined with the layer.
    #expect(try damage(h) == [PixelRect(24, 28, 32, 32)])
    h.set(2, .shadowOpacity, .number(0))
    _ = try damage(h)
    h.set(2, .position, .point(Point(40.5, 40)))
    #expect(try damage(h) == [PixelRect(30, 30, 21, 20)])
  }

  @Test("What a clip hides does not count")
  func clipped() throws {
    let clip = Node(
      2,
      {
        $0.frame(10, 10, 20, 20)
        $0.masksToBounds = true
      }, [box(3, 0, 0, 60, 60)])
    let h = Harness(100, 80, [clip])
    try h.draw()
    h.set(3, .backgroundColor, .color(.black))
    #expect(try damage(h) == [PixelRect(10, 10, 20, 20)])
    h.set(3, .position, .point(Point(200, 200)))
    #expect(try damage(h) == [PixelRect(10, 10, 20, 20)])
    h.set(3, .position, .point(Point(300, 200)))
    #expect(try h.draw() == .nothingChanged)
  }

  @Test("Targets of greater age are brought up to date with the damage of the frames between")
  func ages() throws {
    let h = Harness(100, 80, [box(2, 0, 0, 4, 4), box(3, 50, 50, 4, 4), box(4, 90, 0, 4, 4)])
    try h.draw()
    h.set(2, .backgroundColor, .color(.black))
    try h.draw()
    h.set(3, .backgroundColor, .color(.black))
    h.backend.slotAge = 2
    #expect(try Set(damage(h)) == [PixelRect(0, 0, 4, 4), PixelRect(50, 50, 4, 4)])
    h.set(4, .backgroundColor, .color(.black))
    h.backend.slotAge = 0
    #expect(try damage(h) == [PixelRect(0, 0, 100, 80)])
    h.set(4, .backgroundColor, .color(.white))
    h.backend.slotAge = 100
    #expect(try damage(h) == [PixelRect(0, 0, 100, 80)])
    h.set(4, .backgroundColor, .color(.black))
    h.backend.slotAge = 4
    #expect(try Set(damage(h)) == [PixelRect(90, 0, 4, 4), PixelRect(50, 50, 4, 4)])
    h.backend.slotAge = 1
    h.set(4, .backgroundColor, .color(.white))
    #expect(try damage(h) == [PixelRect(90, 0, 4, 4)])
  }

  @Test("Without a free target the damage is kept for the next attempt")
  func noSlot() throws {
    let h = Harness(100, 80, [box(2, 0, 0, 4, 4)])
    try h.draw()
    h.set(2, .backgroundColor, .color(.black))
    h.backend.busySlots = 2
    #expect(try h.draw() == .noSlot)
    #expect(h.renderer.needsFrame)
    #expect(try h.draw() == .noSlot)
    #expect(try damage(h) == [PixelRect(0, 0, 4, 4)])
  }

  @Test("A reordered list and a new zPosition damage what they may change")
  func order() throws {
    let h = Harness(100, 80, [box(2, 0, 0, 10, 10), box(3, 5, 5, 10, 10), box(4, 60, 60, 9, 9)])
    try h.draw()
    h.set(2, .zPosition, .number(1))
    #expect(try damage(h) == [PixelRect(0, 0, 10, 10)])
    let ids = h.backend.lastList?.quads.map(\.rect.x)
    #expect(ids == [5, 0])
    h.commit([.setSublayers(LayerID(raw: 1), [4, 3, 2].map { LayerID(raw: $0) })])
    #expect(try !damage(h).isEmpty)
  }

  @Test("A new size or scale and a failed frame lead to a whole frame", arguments: [0, 1, 2])
  func wholeFrames(cause: Int) throws {
    let h = Harness(100, 80, [box(2, 0, 0, 4, 4)])
    try h.draw()
    switch cause {
    case 0: h.renderer.resize(size: Size(50, 40), scale: 2)
    case 1: h.renderer.replaceBackend(h.backend)
    default:
      h.set(2, .backgroundColor, .color(.black))
      h.backend.nextError = .surfaceOutOfDate
      #expect(throws: BackendError.surfaceOutOfDate) { try h.draw() }
    }
    #expect(h.renderer.needsFrame)
    #expect(try damage(h) == [PixelRect(0, 0, 100, 80)])
  }

  @Test("A surface without size draws nothing and wants nothing")
  func emptySurface() throws {
    let h = Harness(0, 80, [box(2, 0, 0, 4, 4)])
    #expect(try h.draw() == .nothingChanged)
    #expect(!h.renderer.needsFrame)
    #expect(h.backend.frames == 0)
  }
}
