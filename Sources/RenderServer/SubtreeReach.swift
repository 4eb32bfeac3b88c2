import Geometry

/// A rectangle of pixels such that two of them are put together or compared in one instruction.
struct BoxEdges: Equatable {
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

  /// Without area when an edge lies at or beyond the opposite one.
  init(x: Int32, y: Int32, maxX: Int32, maxY: Int32) {
    edges =
      x < maxX && y < maxY
      ? SIMD4(x, y, -maxX, -maxY) : SIMD4(repeating: .max)
  }

  var isEmpty: Bool { edges.x == .max }

  var rect: PixelRect {
    guard edges.x != .max else { return .zero }
    return PixelRect(
      Int(edges.x), Int(edges.y), -Int(edges.z) - Int(edges.x), -Int(edges.w) - Int(edges.y))
  }

  static func == (a: BoxEdges, b: BoxEdges) -> Bool { a.edges == b.edges }

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

  /// Of `boxes`; worth its upkeep where few of many move.
  private var strips = BoxStrips()
  private(set) var hasStrips = false
  /// Boxes that have moved since the last frame, and the frames in which few had.
  private var moves = 0
  private var quietFrames = 0
  /// Fewer boxes than this are looked at one by one.
  static let many = 256

  /// After the order has changed.
  mutating func rebuild(_ tree: RenderTree, _ placements: [Placement]) {
    hasStrips = false
    quietFrames = 0
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
    move(rank, parent: parent, to: BoxEdges(box))
    below[parent].counts += count - counts[rank]
    counts[rank] = count
  }

  /// Notes that a subtree covers something else.
  @inline(__always) mutating func move(_ rank: Int, parent: Int, to box: BoxEdges) {
    let old = boxes[rank]
    if old == box { return }
    if !below[parent].boxIsStale {
      let isInner = below[parent].box.doesNotOwe(to: old)
      if !isInner || !below[parent].box.contains(box) { below[parent].boxIsStale = true }
    }
    boxes[rank] = box
    moves += 1
    if hasStrips { moveInStrips(rank, from: old, to: box) }
  }

  @inline(never)
  private mutating func moveInStrips(_ rank: Int, from old: BoxEdges, to new: BoxEdges) {
    if isQuiet { strips.move(rank, from: old, to: new) } else { hasStrips = false }
  }

  private var isQuiet: Bool { moves <= boxes.count / 64 }

  /// Ends an update: keeps strips from the time on in which only few boxes move.
  mutating func settle(surface: PixelRect) {
    quietFrames = isQuiet ? quietFrames + 1 : 0
    moves = 0
    guard !hasStrips, quietFrames >= 2, boxes.count >= Self.many else { return }
    strips.fill(boxes, surface: surface)
    hasStrips = true
  }

  /// Calls `body` in order with the ranks, all of one layer's sublayers, whose boxes overlap the
  /// bounds of the region within `limit`; with strips, of those only the ones that may touch the
  /// region itself.
  @inline(__always) func forEach(
    _ ranks: Range<Int>, touching region: PixelRegion, within limit: PixelRect,
    _ body: (Int) -> Void
  ) {
    let bounds = region.bounds.intersection(limit)
    let window = BoxEdges.Window(bounds)
    if hasStrips, ranks.count >= Self.many {
      strips.forEach(ranks, touching: region, within: limit) {
        if window.overlaps(boxes[$0]) { body($0) }
      }
    } else {
      for rank in ranks where window.overlaps(boxes[rank]) { body(rank) }
    }
  }

  /// A subtree that is one piece has come into view or left it.
  mutating func setPiece(_ rank: Int, parent: Int, isSeen: Bool) {
    counts[rank].pieces = isSeen ? 1 : 0
    below[parent].counts.pieces += isSeen ? 1 : -1
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
