import AnimationCore
import Geometry
import LayerCommit
import Profiling
import RenderServer
import Renderer
import Testing

/// What is drawn over the tree on request.
@Suite("Overlays")
struct OverlayTests {
  private func box(_ id: UInt64, _ x: Double, _ y: Double, _ w: Double, _ h: Double) -> Node {
    Node(
      id,
      {
        $0.frame(x, y, w, h)
        $0.backgroundColor = Color(1, 0, 0)
      })
  }

  /// A surface with two boxes far apart, drawn once without overlays.
  private func harness(_ width: Double = 100, _ height: Double = 80) throws -> Harness {
    let h = Harness(width, height, [box(2, 0, 0, 10, 10), box(3, 40, 0, 10, 10)])
    try h.draw()
    return h
  }

  private func show(_ overlays: Overlays, on h: Harness) {
    h.commit([.request(.overlays(overlays))])
  }

  private func paint(_ id: UInt64, _ color: Color, on h: Harness) {
    h.set(id, .backgroundColor, .color(color))
  }

  private func damage(_ h: Harness) throws -> Set<PixelRect> {
    Set(try #require(h.backend.lastList).damage.rects)
  }

  /// The tints of the last list: nothing else in it has a border of one pixel, but the panel's card.
  private func tints(_ h: Harness) throws -> [DrawList.Instance] {
    try #require(h.backend.lastList).quads.filter { $0.params.x == 1 }
  }

  private func rects(_ instances: [DrawList.Instance]) -> Set<PixelRect> {
    Set(
      instances.map {
        PixelRect(Int($0.rect.x), Int($0.rect.y), Int($0.rect.z), Int($0.rect.w))
      })
  }

  @Test("The renderer takes the request itself and leaves the others for its driver")
  func request() throws {
    let h = try harness()
    h.commit([.request(.title("a")), .request(.overlays([.damage, .fps])), .request(.minimize)])
    #expect(h.renderer.overlays == [.damage, .fps])
    #expect(h.renderer.takeRequests() == [.title("a"), .minimize])
    show([], on: h)
    #expect(h.renderer.overlays == [])
  }

  @Test("Exactly what the tree changes is tinted, each rectangle with an outline")
  func tint() throws {
    let h = try harness()
    show(.damage, on: h)
    #expect(try h.draw(at: 1) == .nothingChanged)
    paint(2, .black, on: h)
    paint(3, .black, on: h)
    try h.draw(at: 2)
    let changed: Set = [PixelRect(0, 0, 10, 10), PixelRect(40, 0, 10, 10)]
    #expect(try damage(h) == changed)
    #expect(try rects(tints(h)) == changed)
    #expect(try tints(h).allSatisfy { $0.color.w == 0.25 && $0.extra.w > 0.5 })
    let list = try #require(h.backend.lastList)
    #expect(list.passes.last?.batches.last?.instances.upperBound == list.instances.count)
    #expect(list.quads.last?.params.x == 1)
  }

  @Test("A whole frame is tinted whole")
  func whole() throws {
    let h = Harness(100, 80, [box(2, 0, 0, 10, 10)])
    h.renderer.overlays = .damage
    try h.draw()
    #expect(try rects(tints(h)) == [PixelRect(0, 0, 100, 80)])
  }

  @Test("One frame cleans up after the last change, untinted; then nothing is drawn")
  func cleanUp() throws {
    let h = try harness()
    show(.damage, on: h)
    paint(2, .black, on: h)
    try h.draw(at: 1)
    #expect(h.renderer.needsFrame)
    #expect(try h.draw(at: 2) == .drawn)
    #expect(try damage(h) == [PixelRect(0, 0, 10, 10)])
    #expect(try tints(h).isEmpty)
    #expect(!h.renderer.needsFrame)
    #expect(try h.draw(at: 3) == .nothingChanged)
    #expect(h.backend.frames == 3)
  }

  @Test("A frame that changes another place cleans the first and tints the second, in another hue")
  func moves() throws {
    let h = try harness()
    show(.damage, on: h)
    paint(2, .black, on: h)
    try h.draw(at: 1)
    let first = try tints(h)
    paint(3, .black, on: h)
    try h.draw(at: 2)
    let second = try tints(h)
    #expect(try damage(h) == [PixelRect(0, 0, 10, 10), PixelRect(40, 0, 10, 10)])
    #expect(rects(second) == [PixelRect(40, 0, 10, 10)])
    #expect(first[0].color != second[0].color)
    // The hues come round.
    paint(3, .white, on: h)
    try h.draw(at: 3)
    paint(3, .black, on: h)
    try h.draw(at: 4)
    #expect(try tints(h).map(\.color) == first.map(\.color))
  }

  @Test("Older targets get the tints of the frames between taken off")
  func ages() throws {
    let h = try harness()
    show(.damage, on: h)
    paint(2, .black, on: h)
    try h.draw(at: 1)
    try h.draw(at: 2)
    paint(3, .black, on: h)
    h.backend.slotAge = 3
    try h.draw(at: 3)
    #expect(try damage(h) == [PixelRect(0, 0, 10, 10), PixelRect(40, 0, 10, 10)])
    #expect(try rects(tints(h)) == [PixelRect(40, 0, 10, 10)])
  }

  @Test("No image of a swapchain keeps a tint or a panel of an earlier frame", arguments: 1...4)
  func swapchain(length: Int) throws {
    let h = Harness(60, 20, [box(2, 0, 0, 10, 10)])
    h.renderer.overlays = .damage
    var images = Array(repeating: ReferenceRasterizer(), count: length)
    for i in 0..<16 {
      // Moves, rests now and then, is without overlays for a while.
      if i < 12, i % 4 != 3 { h.set(2, .position, .point(Point(Double(5 + 3 * i), 5))) }
      if i == 6 { h.renderer.overlays = [] }
      if i == 9 { h.renderer.overlays = [.damage, .fps] }
      if i == 14 { h.renderer.overlays = [] }
      h.backend.slotAge = h.backend.frames < length ? 0 : length
      let frame = h.backend.frames
      guard try h.draw(at: Double(i)) == .drawn else { continue }
      images[frame % length].draw(try #require(h.backend.lastList))
      var plain = ReferenceRasterizer()
      plain.draw(h.renderer.drawList(at: Double(i), full: true))
      let tinted = try rects(tints(h))
      // The panel covers more than this small surface.
      if h.renderer.overlays.contains(.fps) { continue }
      for y in 0..<20 {
        for x in 0..<60 {
          let isTinted = tinted.contains { $0.contains(PixelRect(x, y, 1, 1)) }
          #expect((images[frame % length][x, y] != plain[x, y]) == isTinted, "\(x), \(y) at \(i)")
        }
      }
    }
    #expect(h.backend.frames >= 12)
  }

  @Test("Without a free target neither change nor clean-up is lost")
  func noSlot() throws {
    let h = try harness()
    show(.damage, on: h)
    paint(2, .black, on: h)
    h.backend.busySlots = 1
    #expect(try h.draw(at: 1) == .noSlot)
    try h.draw(at: 2)
    #expect(try rects(tints(h)) == [PixelRect(0, 0, 10, 10)])
    h.backend.busySlots = 1
    #expect(try h.draw(at: 3) == .noSlot)
    #expect(h.renderer.needsFrame)
    #expect(try h.draw(at: 4) == .drawn)
    #expect(try damage(h) == [PixelRect(0, 0, 10, 10)])
    #expect(try tints(h).isEmpty)
  }

  @Test("After a smaller size no damage lies outside of the surface")
  func shrinks() throws {
    let h = try harness(400, 200)
    show([.damage, .fps], on: h)
    try h.draw(at: 1)
    h.renderer.resize(size: Size(50, 40), scale: 1)
    h.backend.slotAge = 4
    for i in 2..<8 {
      paint(2, i % 2 == 0 ? .black : .white, on: h)
      try h.draw(at: Double(i))
      for rect in try damage(h) { #expect(PixelRect(0, 0, 50, 40).contains(rect)) }
    }
  }

  @Test("Turned off, tint and panel go with one frame")
  func off() throws {
    let h = try harness(400, 200)
    show([.damage, .fps], on: h)
    paint(2, .black, on: h)
    try h.draw(at: 1)
    show([], on: h)
    #expect(h.renderer.needsFrame)
    #expect(try h.draw(at: 2) == .drawn)
    let panel = PixelRect(400 - 8 - 224, 8, 224, 94)
    #expect(try damage(h) == [PixelRect(0, 0, 10, 10), panel])
    #expect(h.backend.lastList?.quads.count == 1)
    #expect(try h.draw(at: 3) == .nothingChanged)
  }

  @Test("Without overlays a frame's list is the same as if there had never been any")
  func identical() throws {
    let never = try harness(), once = try harness()
    show([.damage, .fps], on: once)
    try once.draw(at: 1)
    try once.draw(at: 2)
    show([], on: once)
    try once.draw(at: 3)
    for (i, color) in [Color.black, .white, Color(0, 1, 0)].enumerated() {
      for h in [never, once] {
        paint(2, color, on: h)
        try h.draw(at: 4 + Double(i))
      }
      #expect(never.backend.lastList == once.backend.lastList)
    }
  }

  @Test("The panel comes with one frame, stands at the top right and keeps nothing awake")
  func panel() throws {
    let h = try harness(400, 200)
    show(.fps, on: h)
    #expect(h.renderer.needsFrame)
    try h.draw(at: 1)
    #expect(try damage(h) == [PixelRect(400 - 8 - 224, 8, 224, 94)])
    #expect(!h.renderer.needsFrame)
    #expect(try h.draw(at: 2) == .nothingChanged)
    // It is part of whatever is drawn next.
    paint(2, .black, on: h)
    try h.draw(at: 3)
    #expect(try damage(h) == [PixelRect(0, 0, 10, 10), PixelRect(400 - 8 - 224, 8, 224, 94)])
    #expect(try h.draw(at: 4) == .nothingChanged)
  }

  @Test("The panel's own pixels are not shown as damage")
  func panelIsNoDamage() throws {
    let h = try harness(400, 200)
    show([.damage, .fps], on: h)
    try h.draw(at: 1)
    // The card has a rim.
    #expect(try tints(h).count == 1)
    paint(2, .black, on: h)
    try h.draw(at: 2)
    #expect(try rects(tints(h)).contains(PixelRect(0, 0, 10, 10)))
    #expect(try tints(h).count == 2)
  }

  @Test("The panel is drawn on surfaces of every size and scale within their bounds")
  func sizes() throws {
    for (width, height, scale) in [(1.0, 1.0, 1.0), (60, 20, 1), (300, 200, 1.25), (900, 90, 3)] {
      let h = Harness(width, height, scale: scale)
      h.renderer.overlays = [.fps, .damage]
      for i in 0..<4 {
        h.set(1, .backgroundColor, .color(Color(0, 0, Double(i % 2))))
        try h.draw(at: Double(i))
        for rect in try damage(h) { #expect(h.renderer.pixelSize.bounds.contains(rect)) }
      }
    }
  }

  // MARK: - Numbers

  /// The panel's columns, one for each frame shown.
  private func columns(_ h: Harness) throws -> [DrawList.Instance] {
    try #require(h.backend.lastList).quads.filter { $0.rect.z == 1 && $0.rect.w > 1 }
  }

  @Test("Frames that follow each other fill the graph; a missed refresh is red; a rest is no frame")
  func graph() throws {
    let h = try harness(400, 200)
    // Bars of work would be as high as the machine is slow.
    h.renderer.showsMeasuredWork = false
    h.animate(2, [basic(1, .opacity, from: .number(0), to: .number(1), duration: 100)], at: 0)
    show(.fps, on: h)
    for i in 1...10 { try h.draw(at: Double(i) / 60) }
    let even = try columns(h)
    let intervals = even.filter { $0.rect.w >= 10 }
    // The last frame's own column comes with the next frame.
    #expect(intervals.count == 8)
    #expect(Set(intervals.map(\.color)).count == 1)
    try h.draw(at: 12 / 60.0)
    try h.draw(at: 13 / 60.0)
    let late = try columns(h).filter { $0.rect.w >= 10 && $0.color != intervals[0].color }
    #expect(late.count == 1)
    #expect(abs(late[0].rect.w - 2 * intervals[0].rect.w) <= 1)

    let resting = try harness(400, 200)
    resting.renderer.showsMeasuredWork = false
    show(.fps, on: resting)
    for i in 1...5 {
      paint(2, i % 2 == 0 ? .black : .white, on: resting)
      try resting.draw(at: Double(i))
    }
    #expect(try columns(resting).isEmpty)
  }

  @Test("The graph leaves out what was measured where pixels must be the same on every run")
  func withoutWork() throws {
    for showsWork in [true, false] {
      let h = try harness(400, 200)
      h.renderer.showsMeasuredWork = showsWork
      h.animate(2, [basic(1, .opacity, from: .number(0), to: .number(1), duration: 100)], at: 0)
      show(.fps, on: h)
      for i in 1...10 { try h.draw(at: Double(i) / 60) }
      let bars = try #require(h.backend.lastList).quads.filter { $0.rect.z == 1 }
      #expect(bars.count == (showsWork ? 16 : 8))
    }
  }

  @Test("The text changes four times a second at most")
  func textRate() throws {
    let h = try harness(400, 200)
    h.animate(2, [basic(1, .opacity, from: .number(0), to: .number(1), duration: 100)], at: 0)
    show(.fps, on: h)
    var texts: [[DrawList.Instance]] = []
    for i in 1...60 {
      // Uneven, so that the numbers differ.
      try h.draw(at: Double(i) / 60 + (i % 7 == 0 ? 0.003 : 0))
      // Strokes are rounded; nothing else here is, but the card.
      texts.append(
        try #require(h.backend.lastList).quads.filter {
          $0.radii.x > 0 && $0.radii.x < 5
        })
    }
    #expect(!texts[0].isEmpty)
    let changes = zip(texts, texts.dropFirst()).filter { $0 != $1 }.count
    #expect((1...4).contains(changes))
  }
}
