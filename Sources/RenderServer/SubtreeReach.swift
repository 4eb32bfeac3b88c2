import Geometry

/// A rectangle of pixels such that two of them are put together or compared in one instruction.
struct BoxEdges {
  /// Least x and y, and the greatest x and y with the sign turned; all at their most for none.
  private var edges: SIMD4<Int32>

  static let none = BoxEdges(edges: SIMD4(repeating: .max))

  private init(edges: SIMD4<Int32>) { self.edges = edges }

  init(_ rect: PixelRect) {
    if rect.isEmpty {
      self = .none
    } else {
      edges = SIMD4<Int32>(
        truncatingIfNeeded: SIMD4<Int>(rect.x, rect.y, -rect.maxX, -rect.maxY))
    }
  }

  var rect: PixelRect {
    guard edges.x != .max else { return .zero }
    return PixelRect(
      Int(edges.x), Int(edges.y), -Int(edges.z) - Int(edges.x), -Int(edges.w) - Int(edges.y))
  }

  mutating func formUnion(_ other: BoxEdges) { edges = pointwiseMin(edges, other.edges) }

  /// Whether a union with this stays as it is without the other, as no edge of it is the other's.
  func doesNotOwe(to other: BoxEdges) -> Bool { all(other.edges .> edges) }

  func contains(_ other: BoxEdges) -> Bool { all(other.edges .>= edges) }

  /// A window that boxes are held against.
  struct Window {
    private var limits: SIMD4<Int32>

    /// Nothing overlaps an empty one.
    init(_ rect: PixelRect) {
      limits =
        rect.isEmpty
        ? SIMD4(repeating: .min)
        : SIMD4<Int32>(
          truncatingIfNeeded: SIMD4<Int>(rect.maxX, rect.maxY, -rect.x, -rect.y))
    }

    func overlaps(_ box: BoxEdges) -> Bool { all(box.edges .< limits) }
  }
}

/// How many things there are in some subtrees.
struct SubtreeCounts: Equatable {
  /// Pieces that are drawn.
  var pieces = 0
  /// Subtrees whose topmost layer is visible.
  var visible = 0

  static func - (a: SubtreeCounts, b: SubtreeCounts) -> SubtreeCounts {
    SubtreeCounts(pieces: a.pieces - b.pieces, visible: a.visible - b.visible)
  }

  static func += (a: inout SubtreeCounts, b: SubtreeCounts) {
    a.pieces += b.pieces
    a.visible += b.visible
  }
}

/// What the subtree of each layer covers, and what all sublayers of each cover together.
///
/// The subtrees lie in the order of the tree, so that sublayers are neighbours. One that changes
/// among thousands of siblings passes on the difference; only when it was or becomes one of the
/// outermost are all of them looked at.
struct SubtreeReach {
  /// By rank.
  private(set) var boxes: [BoxEdges] = []
  private var counts: [SubtreeCounts] = []

  private struct Total {
    var box = BoxEdges.none
    var counts = SubtreeCounts()
    var boxIsStale = false
  }
  /// By slot.
  private var below: [Total] = []

  /// After the order has changed.
  mutating func rebuild(_ tree: RenderTree, _ placements: [Placement]) {
    boxes.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    for slot in tree.order {
      let placement = placements[Int(slot)]
      boxes.append(BoxEdges(placement.isVisible ? placement.subtreeBox : .zero))
      counts.append(
        placement.isVisible
          ? SubtreeCounts(pieces: placement.pieces, visible: 1) : SubtreeCounts())
    }
    below.removeAll(keepingCapacity: true)
    below.append(contentsOf: repeatElement(Total(), count: tree.count))
    for slot in tree.order {
      let ranks = tree.sublayerRanks[Int(slot)]
      guard !ranks.isEmpty else { continue }
      below[Int(slot)].boxIsStale = true
      for rank in ranks { below[Int(slot)].counts += counts[rank] }
    }
  }

  /// Notes what a subtree covers now and how much there is in it.
  mutating func update(_ rank: Int, parent: Int, box: PixelRect, counts count: SubtreeCounts) {
    let box = BoxEdges(box)
    if !below[parent].boxIsStale {
      let isInner = below[parent].box.doesNotOwe(to: boxes[rank])
      if !isInner || !below[parent].box.contains(box) { below[parent].boxIsStale = true }
    }
    below[parent].counts += count - counts[rank]
    boxes[rank] = box
    counts[rank] = count
  }

  /// What the sublayers in these ranks, all of one layer, cover together.
  mutating func box(below slot: Int, _ ranks: Range<Int>) -> PixelRect {
    if below[slot].boxIsStale {
      var box = BoxEdges.none
      for rank in ranks { box.formUnion(boxes[rank]) }
      below[slot].box = box
      below[slot].boxIsStale = false
    }
    return below[slot].box.rect
  }

  func counts(below slot: Int) -> SubtreeCounts { below[slot].counts }
}
