import AnimationCore
import Geometry
import LayerCommit
import Renderer
import TestSupport
import Testing

/// One change among hundreds of sublayers.
@Suite("Many siblings")
struct SiblingTests {
  /// In a group that draws nothing itself, ids from 10.
  private func siblings(_ places: [Point]) -> [Node] {
    let children = places.enumerated().map { i, place in
      Node(
        UInt64(10 + i),
        {
          $0.frame(place.x, place.y, 4, 4)
          $0.backgroundColor = Color(1, 0, 0)
        })
    }
    return [Node(2, { $0.frame(0, 0, 400, 400) }, children)]
  }

  @Test("One that moves is drawn with those that lie under it, the others are left out")
  func one() throws {
    let places = (0..<300).map { Point(Double($0 % 20) * 20, Double($0 / 20) * 20) }
    let h = Harness(400, 400, siblings(places))
    #expect(try h.draw() == .drawn)
    #expect(h.record.drawn == 300 && h.record.culled == 0)
    // From the first place in the second row to where the 299th lies.
    h.set(30, .position, .point(Point(362, 282)))
    #expect(try h.draw() == .drawn)
    #expect(
      try Set(#require(h.backend.lastList).damage.rects)
        == [PixelRect(0, 20, 4, 4), PixelRect(360, 280, 4, 4)])
    #expect(h.backend.lastList?.quads.count == 2)
    #expect(h.record.drawn == 2 && h.record.culled == 298)
  }

  @Test("Whatever moves, hides, comes or goes, the increments show the same as the whole")
  func same() throws {
    var g = SeededGenerator(seed: 7)
    func place() -> Point { Point(g.number(-50...430), g.number(-50...430)) }
    var places = (0..<200).map { _ in place() }
    let h = Harness(400, 400, siblings(places))
    var hidden: Set<Int> = []
    var count = places.count
    for step in 0..<60 {
      let i = Int(g.number(0...Double(count) - 0.01))
      let id = LayerID(raw: UInt64(10 + i))
      switch step % 4 {
      case 0, 1:
        places[i] = place()
        h.commit([.set(id, .position, .point(Point(places[i].x + 2, places[i].y + 2)))])
      case 2:
        if hidden.remove(i) == nil { hidden.insert(i) }
        h.commit([.set(id, .hidden, .flag(hidden.contains(i)))])
      case _:
        count += step % 8 == 3 ? -1 : 1
        h.commit([
          .setSublayers(
            LayerID(raw: 2), (0..<count).map { LayerID(raw: UInt64(10 + $0)) })
        ])
      }
      try h.draw()
      let fresh = Harness(400, 400, siblings(Array(places[..<count])))
      fresh.commit(
        hidden.filter { $0 < count }.map {
          .set(LayerID(raw: UInt64(10 + $0)), .hidden, .flag(true))
        })
      try #require(fresh.draw() == .drawn)
      let whole = fresh.renderer.drawList(at: 0, full: true)
      let list = h.renderer.drawList(at: 0, full: true)
      #expect(list.quads == whole.quads && list.passes == whole.passes, "step \(step)")
    }
  }
}
