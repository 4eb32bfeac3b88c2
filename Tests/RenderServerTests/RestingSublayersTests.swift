import AnimationCore
import Geometry
import LayerCommit
import RenderServer
import Renderer
import TestSupport
import Testing

/// Sublayers that rest in a layer that moves, beside a server that places all of them anew.
@Suite("Resting sublayers")
struct RestingSublayersTests {
  /// Labels in a column, four points apart, in layer 2.
  private func column(_ count: Int, _ configure: (inout LayerValues) -> Void = { _ in }) -> Node {
    let rows = (0..<count).map { i in
      Node(UInt64(10 + i)) { values in
        values.frame(5, Double(i) * 4, 50, 3)
        values.backgroundColor = .black
      }
    }
    return Node(
      2,
      {
        $0.bounds = Rect(0, 0, 60, 40)
        $0.anchorPoint = .zero
        configure(&$0)
      }, rows)
  }

  @Test("Only those that come into view, stay or leave are placed when their layer moves")
  func onlyInView() throws {
    let h = Harness(60, 40, [column(2000)])
    h.animate(
      2,
      [
        basic(
          1, .position, from: .point(Point(0, 0)), to: .point(Point(0, -6000)), duration: 10)
      ])
    for frame in 0..<40 {
      #expect(try h.draw(at: Double(frame) / 60) == .drawn)
      guard frame > 3 else { continue }
      // Ten points a frame: eleven rows are seen, three come and three go.
      #expect(h.record.visited < 25)
      #expect(h.record.drawn + h.record.culled >= 2000 && h.record.drawn <= 12)
    }
  }

  @Test("A layer that jumps shows what lies where it is now")
  func jump() throws {
    let h = Harness(60, 40, [column(500)])
    for i in 0..<5 {
      h.set(2, .position, .point(Point(0, Double(-i))))
      try h.draw()
    }
    h.set(2, .position, .point(Point(0, -1200)))
    try h.draw()
    #expect(h.list.quads.map { $0.rect.y }.sorted() == (0..<10).map { Float($0 * 4) })
  }

  @Test("What rests out of view is where it belongs when something below it moves into view")
  func belowResting() throws {
    let long = column(100)
    let mover = Node(500) {
      $0.frame(0, 0, 10, 2)
      $0.backgroundColor = Color(1, 0, 0, 1)
    }
    // Row 80 lies at 320 points.
    long.children[80].children = [mover]
    let h = Harness(60, 40, [long])
    for i in 0..<6 {
      h.set(2, .position, .point(Point(0, Double(-i) * 5)))
      try h.draw()
    }
    // 25 points up, 320 down, 290 up again.
    h.set(500, .position, .point(Point(5, -290)))
    #expect(try h.draw() == .drawn)
    #expect(h.list.quads.contains { $0.color == SIMD4(1, 0, 0, 1) && $0.rect.y == 4 })
  }

  // MARK: - Beside the general way

  private final class Pair {
    let quick = Harness(60, 40)
    let slow = Harness(60, 40)
    var canvas = ReferenceRasterizer()

    init() { slow.renderer.optimizations.remove(.restingSublayers) }

    func commit(at time: Double, _ ops: [CommitOp]) {
      quick.commit(at: time, ops)
      slow.commit(at: time, ops)
    }

    /// Draws both and compares what they draw, what is redrawn and what they wait for.
    func check(at time: Double, _ comment: Comment) throws {
      let outcome = try quick.draw(at: time)
      try #require(try slow.draw(at: time) == outcome, comment)
      try #require(quick.renderer.isAnimating == slow.renderer.isAnimating, comment)
      let list = quick.renderer.drawList(at: time, full: true)
      try #require(list == slow.renderer.drawList(at: time, full: true), comment)
      // What was drawn piece by piece is the same picture as a whole one.
      if outcome == .drawn, let drawn = quick.backend.lastList { canvas.draw(drawn) }
      // With the images that it has by now.
      var reference = canvas
      reference.draw(list)
      let worst =
        zip(canvas.pixels, reference.pixels).map { max(($0 - $1).max(), ($1 - $0).max()) }.max()
        ?? 0
      try #require(worst < 1.0 / 1000, comment)
    }
  }

  private static let seeds: [UInt64] =
    SeededGenerator.isDeepRun
    ? (0..<200).map { _ in .random(in: 1...999_999_999) }
    : Array(1...3) + [329_185_227, 255_400_334]

  @Test("Whatever happens, they are drawn as if all were placed", arguments: seeds)
  func same(seed: UInt64) throws {
    print("resting sublayers: seed \(seed)")
    var g = SeededGenerator(seed: seed)
    var tree = RandomLists(&g)
    let pair = Pair()
    pair.commit(at: 0, tree.ops)
    var time = 0.0
    for step in 0..<60 {
      try pair.check(at: time, "seed \(seed) step \(step)")
      if g.chance(0.6) { pair.commit(at: time, tree.scroll(&g, at: time)) }
      if g.chance(0.35) { pair.commit(at: time, tree.change(&g, at: time)) }
      time += g.pick([0, 1.0 / 60, 1.0 / 60, 1.0 / 60, 0.1])
    }
  }
}

/// A list whose cells have sublayers, one of which is a list again.
private struct RandomLists {
  private(set) var ops: [CommitOp] = []
  private var cells: [LayerID] = []
  private var parts: [LayerID] = []
  private var lists: [LayerID] = []
  private var next: UInt64 = 1
  private var nextAnimation: UInt64 = 1

  init(_ g: inout SeededGenerator) {
    ops = Node(1, { $0.frame(0, 0, 60, 40) }).ops
    let outer = make(Rect(0, 0, 60, 40), at: Point(30, 20))
    lists.append(outer)
    var inner: [LayerID] = []
    for i in 0..<90 {
      let cell = make(
        Rect(0, 0, 14, 5), at: Point(g.pick([8, 8, 30, 52]), Double(i) * 3 - 60), g.color())
      dress(cell, &g)
      cells.append(cell)
      var below: [LayerID] = []
      if i == 30 {
        lists.append(cell)
        for j in 0..<70 {
          let part = make(
            Rect(0, 0, 3, 2), at: Point(Double(j % 10) * 4 - 10, Double(j / 10) * 3), g.color())
          inner.append(part)
          below.append(part)
        }
      }
      while g.chance(0.3) {
        let part = make(
          Rect(0, 0, 4, 4), at: Point(g.number(-5...18), g.number(-5...9)), g.color())
        dress(part, &g)
        below.append(part)
      }
      parts += below
      ops.append(.setSublayers(cell, below))
    }
    ops += [
      .setSublayers(outer, cells), .setSublayers(LayerID(raw: 1), [outer]),
      .setRoot(LayerID(raw: 1)),
    ]
  }

  private mutating func make(_ bounds: Rect, at position: Point, _ color: Color? = nil) -> LayerID {
    next += 1
    let id = LayerID(raw: next)
    ops += [
      .create(id), .set(id, .bounds, .rect(bounds)), .set(id, .position, .point(position)),
    ]
    if let color { ops.append(.set(id, .backgroundColor, .color(color))) }
    return id
  }

  private mutating func dress(_ id: LayerID, _ g: inout SeededGenerator) {
    while g.chance(0.3) { ops.append(look(id, &g)) }
  }

  private func look(_ id: LayerID, _ g: inout SeededGenerator) -> CommitOp {
    switch Int(g.number(0...15.99)) {
    case 0: .set(id, .cornerRadius, .number(2))
    case 1: .set(id, .masksToBounds, .flag(g.chance(0.5)))
    case 2: .set(id, .opacity, .number(g.pick([0, 0.5, 1])))
    case 3: .set(id, .hidden, .flag(g.chance(0.5)))
    case 4: .set(id, .borderWidth, .number(1))
    case 5: .set(id, .shadowOpacity, .number(g.pick([0, 0.7])))
    case 6: .set(id, .transform, .matrix(.rotation(g.pick([0, 0.4, .pi / 2]), 0, 0, 1)))
    case 7: .set(id, .transform, .matrix(.scale(g.pick([1, 0.5, 0, -1]), 1, 1)))
    case 8: .set(id, .doubleSided, .flag(g.chance(0.5)))
    case 9: .set(id, .zPosition, .number(g.pick([0, 0, 1])))
    case 10: .set(id, .backgroundColor, g.chance(0.3) ? .none : .color(g.color()))
    case 11: .set(id, .contents, .contents(Contents(image(3, 3, SIMD4(90, 9, 200, 255)))))
    case 12: .set(id, .geometryFlipped, .flag(g.chance(0.5)))
    case 13: .set(id, .position, .point(Point(g.number(0...60), g.number(-40...80))))
    case 14:
      .set(id, .transform, .matrix(g.chance(0.7) ? .identity : .rotation(0.5, 0, 1, 0)))
    case _: .set(id, .bounds, .rect(Rect(0, 0, g.number(0...20), g.number(0...6))))
    }
  }

  /// Moves one of the lists, or turns it, or lets it move by itself.
  mutating func scroll(_ g: inout SeededGenerator, at time: Double) -> [CommitOp] {
    let list = lists[g.chance(0.75) ? 0 : 1]
    switch Int(g.number(0...9.99)) {
    case 0...3: return [.set(list, .position, .point(Point(30, g.number(-160...160))))]
    case 4: return [.set(list, .bounds, .rect(Rect(0, g.number(-20...200), 60, 40)))]
    case 5:
      return [.set(list, .transform, .matrix(.rotation(g.pick([0, 0, 0.3, 1]), 0, 0, 1)))]
    case 6: return [.set(list, .transform, .matrix(.scale(g.pick([1, 1, 0.3, 0, -1]), 1, 1)))]
    case 7: return [.set(list, .masksToBounds, .flag(g.chance(0.7)))]
    case _:
      return [
        .setAnimations(
          list, g.chance(0.4) ? [] : [animation(.position, Point(30, 20), Point(30, -160), time)])
      ]
    }
  }

  private mutating func animation(
    _ property: LayerProperty, _ from: Point, _ to: Point, _ time: Double
  ) -> LayerAnimation {
    nextAnimation += 1
    return basic(
      nextAnimation, property, from: .point(from), to: .point(to), begin: time, duration: 0.4)
  }

  /// Something happens to a cell, to what is in one, or to the lists as a whole.
  mutating func change(_ g: inout SeededGenerator, at time: Double) -> [CommitOp] {
    let some = (g.chance(0.5) ? cells : parts).randomElement(using: &g) ?? LayerID(raw: 1)
    switch Int(g.number(0...11.99)) {
    case 0:
      return [
        .setAnimations(
          some,
          g.chance(0.3)
            ? [] : [animation(.position, Point(g.number(0...60), -80), Point(8, 90), time)])
      ]
    case 1:
      nextAnimation += 1
      return [
        .setAnimations(
          some,
          [
            basic(
              nextAnimation, .backgroundColor, from: .color(.black), to: .color(.white),
              begin: time + 0.1)
          ])
      ]
    case 2:
      cells.shuffle(using: &g)
      return [.setSublayers(lists[0], cells)]
    case 3:
      guard cells.count > 70, let gone = cells.popLast(), gone != lists[1] else { return [] }
      return [.setSublayers(lists[0], cells), .destroy(gone)]
    case 4:
      return [.set(lists[0], .opacity, .number(g.pick([0, 0.5, 1])))]
    case 5:
      return [.set(lists[0], .hidden, .flag(g.chance(0.3)))]
    case 6:
      return [
        .set(
          lists[0], .sublayerTransform,
          .matrix(g.chance(0.7) ? .identity : .rotation(0.2, g.pick([0, 1]), 0, 1)))
      ]
    case 7:
      // From anywhere into view.
      return (0..<4).map { _ in
        .set(
          parts.randomElement(using: &g) ?? some, .position,
          .point(Point(g.number(-20...40), g.number(-200...200))))
      }
    case _: return [look(some, &g)]
    }
  }
}

extension SeededGenerator {
  fileprivate mutating func color() -> Color {
    Color(number(0...1), number(0...1), 0.5, chance(0.7) ? 1 : 0.5)
  }
}
