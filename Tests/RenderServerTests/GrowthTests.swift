import AnimationCore
import Geometry
import Glibc
import LayerCommit
import Testing

@testable import RenderServer

/// What thousands of layers cost, compared with fewer of them: processor time of this thread only,
/// so that a busy machine does not matter.
@Suite("Cost of many layers")
struct GrowthTests {
  /// How much more four times as many cost. In proportion that is 4, by the square 16. The least of
  /// a few tries, because caches and allocators have their moods.
  private func growth(from count: UInt64, _ body: (UInt64) -> Void) -> Double {
    func seconds(_ count: UInt64) -> Double {
      var start = timespec(), end = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
      body(count)
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
      return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) * 1e-9
    }
    var least = Double.infinity
    for _ in 0..<3 where least > 8 { least = min(least, seconds(4 * count) / seconds(count)) }
    return least
  }

  @Test("An animation that ends and is taken off costs no more among many than among few")
  func ends() {
    var wrong = 0
    let growth = growth(from: 2000) { count in
      let h = Harness(100, 80, (0..<count).map { i in Node(2 + i, { $0.frame(0, 0, 10, 10) }) })
      // Ends in a scrambled order: 7,919 is prime to the count.
      func end(_ i: UInt64) -> Double { 1 + Double(i * 7919 % count) }
      h.commit(
        (0..<count).map { i in
          .setAnimations(
            LayerID(raw: 2 + i), [basic(i, .opacity, to: .number(0), duration: end(i))])
        })
      if h.events(to: 0.5).count != Int(count) { wrong += 1 }
      for i in (0..<count).sorted(by: { end($0) < end($1) }) {
        if h.renderer.nextEventTime != end(i) { wrong += 1 }
        if h.events(to: end(i)) != ["finish \(i) at \(end(i).dump)"] { wrong += 1 }
        h.animate(2 + i, [], at: end(i))
      }
      if h.renderer.nextEventTime != .infinity { wrong += 1 }
    }
    #expect(wrong == 0)
    #expect(growth < 8)
  }

  @Test("A layer destroyed among many sublayers costs no more than among few")
  func destroyed() {
    var wrong = 0
    let growth = growth(from: 8000) { count in
      let h = Harness()
      let children = (0..<count).map { LayerID(raw: 2 + $0) }
      h.commit(
        [.create(LayerID(raw: 1)), .setRoot(LayerID(raw: 1))] + children.map { .create($0) } + [
          .setSublayers(LayerID(raw: 1), children)
        ])
      h.commit(children.dropFirst().map { .destroy($0) })
      // One line for the surface, one for each layer.
      if h.renderer.dumpTree(at: 0).split(separator: "\n").count != 3 { wrong += 1 }
    }
    #expect(wrong == 0)
    #expect(growth < 8)
  }

  @Test(
    "Frames with copies of what is behind and with blurs keep as many lists as one of them needs")
  func lists() throws {
    let h = Harness(
      100, 80,
      [
        Node(2) {
          $0.frame(0, 0, 60, 60)
          $0.backgroundColor = Color(1, 0, 0)
          $0[.extra(.compositingFilter)] = .records([Record(type: "difference")])
        },
        Node(3) {
          $0.frame(20, 20, 60, 60)
          $0[.extra(.backgroundFilters)] = .records([
            Record(type: "gaussianBlur", fields: [.init("inputRadius", .number(3), .number)])
          ])
        },
      ])
    try h.draw()
    let passes = h.renderer.builder.list.passes.count
    #expect(passes > 3)
    for frame in 1...20 {
      h.set(2, .position, .point(Point(30 + Double(frame), 30)), at: Double(frame) / 60)
      try h.draw(at: Double(frame) / 60)
    }
    #expect(h.renderer.builder.list.passes.count == passes)
    #expect(h.renderer.builder.spareBatches.count <= passes)
  }
}
