import AnimationCore
import Geometry
import LayerCommit
import TestSupport
import Testing

@testable import RenderServer

/// Which subtrees touch a part of the surface, where there are so many that not all are looked at.
@Suite("Reach of many subtrees")
struct SubtreeReachTests {
  /// A root with many sublayers, the first of which has some, or many, of its own.
  private struct Forest {
    static let surface = PixelRect(0, 0, 640, 400)

    var tree = RenderTree()
    var placements: [Placement] = []
    var reach = SubtreeReach()
    private var previousParents: [Int32] = []
    private var nextID: UInt64 = 1
    private var outer: [LayerID] = []
    private var inner: [LayerID] = []

    init(_ count: Int, below: Int, _ g: inout SeededGenerator) {
      tree.setRoot(make(.zero))
      outer = (0..<count).map { _ in make(Self.box(&g)) }
      inner = (0..<below).map { _ in make(Self.box(&g)) }
      link()
    }

    /// Anywhere: partly or wholly outside the surface, without area, as large as all of it.
    static func box(_ g: inout SeededGenerator) -> PixelRect {
      if g.chance(0.1) { return .zero }
      if g.chance(0.02) { return surface }
      return PixelRect(
        Int(g.number(-60...700)), Int(g.number(-60...460)), Int(g.number(0...50)),
        Int(g.number(0...50)))
    }

    private mutating func make(_ box: PixelRect) -> LayerID {
      let id = LayerID(raw: nextID)
      nextID += 1
      guard let slot = tree.create(id, LayerValues()) else { return id }
      while placements.count <= slot { placements.append(Placement()) }
      placements[slot] = Placement()
      placements[slot].isVisible = true
      placements[slot].hasFill = true
      placements[slot].ownBox = box
      placements[slot].subtreeBox = box
      return id
    }

    private mutating func link() {
      tree.setSublayers(of: LayerID(raw: 1), to: outer)
      tree.setSublayers(of: outer[0], to: inner)
      tree.finishCommit()
      tree.updateOrder(previousParents: &previousParents) { _ in }
      reach.rebuild(tree, placements)
    }

    /// Takes some out, the rest keep their order, and puts others in anywhere.
    mutating func exchange(_ g: inout SeededGenerator) {
      for _ in 0..<5 {
        let gone = Int(g.number(1...Double(outer.count) - 0.001))
        tree.destroy(outer.remove(at: gone))
        if g.chance(0.6) { outer.insert(make(Self.box(&g)), at: gone) }
      }
      link()
    }

    mutating func move(_ g: inout SeededGenerator) {
      let rank = Int(g.number(1...Double(tree.order.count) - 0.001))
      let slot = Int(tree.order[rank]), parent = tree.superlayer(of: slot)
      let box = Self.box(&g)
      if g.chance(0.5) {
        reach.move(rank, parent: parent, to: BoxEdges(box))
      } else {
        placements[slot].hasFill.toggle()
        let pieces = placements[slot].hasFill ? 1 : 0
        reach.update(
          rank, parent: parent, box: box, counts: SubtreeCounts(pieces: pieces, visible: 1))
      }
      placements[slot].subtreeBox = box
    }

    func box(_ rank: Int) -> PixelRect { placements[Int(tree.order[rank])].subtreeBox }

    /// Holds what is found in a part of the surface against a look at every box.
    func check(_ g: inout SeededGenerator) {
      var region = PixelRegion()
      for _ in 0..<g.pick([0, 1, 1, 2, 4]) { region.add(Self.box(&g)) }
      let limit = g.chance(0.3) ? Self.box(&g) : Self.surface
      let windows = region.rects.map { $0.intersection(limit) }.filter { !$0.isEmpty }
      let bounds = region.bounds.intersection(limit)
      for slot in [0, Int(tree.order[1])] {
        let ranks = tree.sublayerRanks[slot]
        var found: [Int] = []
        reach.forEach(ranks, touching: region, within: limit) { found.append($0) }
        let near = ranks.filter { overlap(box($0), bounds) }
        if windows.count < 2 && windows.first ?? .zero == bounds || !reach.hasStrips {
          #expect(found == near)
        } else {
          // What lies between the rectangles of a region may be left out.
          let touching = ranks.filter { rank in windows.contains { overlap(box(rank), $0) } }
          #expect(found == found.sorted() && Set(found).count == found.count)
          #expect(Set(found).isSubset(of: near) && Set(found).isSuperset(of: touching))
        }
      }
    }

    private func overlap(_ a: PixelRect, _ b: PixelRect) -> Bool {
      !a.isEmpty && !b.isEmpty && a.x < b.maxX && b.x < a.maxX && a.y < b.maxY && b.y < a.maxY
    }

    mutating func checkTotals() {
      for slot in [0, Int(tree.order[1])] {
        let ranks = tree.sublayerRanks[slot]
        let all = ranks.map { box($0) }.filter { !$0.isEmpty }
        #expect(reach.box(below: slot, ranks) == all.reduce(.zero) { $0.union($1) })
        #expect(reach.counts(below: slot).visible == ranks.count)
      }
    }
  }

  @Test("Few or many moving ones among many are found as a look at every box finds them")
  func asOneByOne() {
    var g = SeededGenerator.printed("reach of many subtrees")
    for round in 0..<(SeededGenerator.isDeepRun ? 100 : 6) {
      let count = round == 0 ? 300 : Int(g.number(300...2000))
      var forest = Forest(count, below: g.pick([0, 40, 300]), &g)
      var framesWith = 0, framesWithout = 0, exchanges = 0
      for frame in 0..<60 {
        // Long quiet spells, and busy ones between.
        let isBusy = frame / 10 % 2 == 1
        let most = forest.tree.order.count / 64
        let moves = isBusy ? g.pick([most + 1, most * 8]) : Int(g.number(0...Double(most)))
        for _ in 0..<moves { forest.move(&g) }
        if frame % 23 == 22 {
          forest.exchange(&g)
          exchanges += 1
        }
        for _ in 0..<4 { forest.check(&g) }
        forest.checkTotals()
        forest.reach.settle(surface: Forest.surface)
        for _ in 0..<4 { forest.check(&g) }
        if forest.reach.hasStrips { framesWith += 1 } else { framesWithout += 1 }
      }
      #expect(framesWith > 10 && framesWithout > 10 && exchanges > 1)
    }
  }
}
