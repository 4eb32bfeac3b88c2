import Geometry

/// Which boxes may touch a part of the surface, found without looking at all of them.
///
/// The surface is cut into columns and, once more, into rows. For each strip a bit for each rank says
/// whether its box reaches into it: what touches a window is in one of its columns and in one of its
/// rows, comes out in order, and moving one box changes a few bits. A hierarchy of boxes would be of
/// no use: neighbours in the tree lie anywhere.
struct BoxStrips {
  private static let count = 32

  /// The bits of 64 ranks in all columns, then in all rows, and so on for the next 64.
  private var bits: [UInt64] = []
  private var columnWidth = 1
  private var rowHeight = 1

  /// All boxes anew. They lie within `surface`, in order of rank.
  mutating func fill(_ boxes: [BoxEdges], surface: PixelRect) {
    columnWidth = max(1, (surface.maxX + Self.count - 1) / Self.count)
    rowHeight = max(1, (surface.maxY + Self.count - 1) / Self.count)
    bits.removeAll(keepingCapacity: true)
    bits.append(
      contentsOf: repeatElement(0, count: (boxes.count + 63) / 64 * 2 * Self.count))
    for rank in boxes.indices { toggle(rank, boxes[rank]) }
  }

  mutating func move(_ rank: Int, from old: BoxEdges, to new: BoxEdges) {
    let (before, after) = (strips(old), strips(new))
    if let before, let after, before == after { return }
    toggle(rank, before)
    toggle(rank, after)
  }

  private mutating func toggle(_ rank: Int, _ box: BoxEdges) { toggle(rank, strips(box)) }

  private mutating func toggle(_ rank: Int, _ strips: Strips?) {
    guard let strips else { return }
    let first = (rank >> 6) * 2 * Self.count
    let bit: UInt64 = 1 << UInt64(rank & 63)
    for i in strips.columns { bits[first + i] ^= bit }
    for i in strips.rows { bits[first + Self.count + i] ^= bit }
  }

  private struct Strips: Equatable {
    var columns: ClosedRange<Int>
    var rows: ClosedRange<Int>
  }

  /// Nil for an empty box.
  private func strips(_ box: BoxEdges) -> Strips? {
    box.isEmpty ? nil : strips(box.rect)
  }

  private func strips(_ box: PixelRect) -> Strips {
    func range(_ first: Int, _ end: Int, _ length: Int) -> ClosedRange<Int> {
      let last = min(max((end - 1) / length, 0), Self.count - 1)
      return min(max(first / length, 0), last)...last
    }
    return Strips(
      columns: range(box.x, box.maxX, columnWidth), rows: range(box.y, box.maxY, rowHeight))
  }

  /// The strips of a region's rectangles, of which there are at most four.
  private struct Windows {
    private(set) var count = 0
    private(set) var first = Strips(columns: 0...0, rows: 0...0)
    private(set) var second = Strips(columns: 0...0, rows: 0...0)
    private(set) var third = Strips(columns: 0...0, rows: 0...0)
    private(set) var fourth = Strips(columns: 0...0, rows: 0...0)

    init(_ region: PixelRegion, within limit: PixelRect, _ all: BoxStrips) {
      for rect in region.rects { add(rect.intersection(limit), all) }
    }

    init(_ rect: PixelRect, _ all: BoxStrips) { add(rect, all) }

    private mutating func add(_ window: PixelRect, _ all: BoxStrips) {
      guard !window.isEmpty else { return }
      (first, second, third, fourth) = (all.strips(window), first, second, third)
      count += 1
    }
  }

  /// Those of 64 ranks, the first of which is `64 · word`, that may touch the window.
  private func ranks(_ word: Int, touching window: Strips) -> UInt64 {
    let first = word * 2 * Self.count
    var inColumns: UInt64 = 0, inRows: UInt64 = 0
    for i in window.columns { inColumns |= bits[first + i] }
    if inColumns == 0 { return 0 }
    for i in window.rows { inRows |= bits[first + Self.count + i] }
    return inColumns & inRows
  }

  /// Calls `body` in order with those of the ranks whose boxes may touch the region within `limit`.
  @inline(__always) func forEach(
    _ ranks: Range<Int>, touching region: PixelRegion, within limit: PixelRect,
    _ body: (Int) -> Void
  ) {
    forEach(ranks, in: Windows(region, within: limit, self), body)
  }

  /// The same for one rectangle.
  @inline(__always) func forEach(
    _ ranks: Range<Int>, touching rect: PixelRect, _ body: (Int) -> Void
  ) {
    forEach(ranks, in: Windows(rect, self), body)
  }

  @inline(__always) private func forEach(
    _ ranks: Range<Int>, in windows: Windows, _ body: (Int) -> Void
  ) {
    guard !ranks.isEmpty, windows.count > 0 else { return }
    for word in ranks.lowerBound >> 6...(ranks.upperBound - 1) >> 6 {
      var found = self.ranks(word, touching: windows.first)
      if windows.count > 1 { found |= self.ranks(word, touching: windows.second) }
      if windows.count > 2 { found |= self.ranks(word, touching: windows.third) }
      if windows.count > 3 { found |= self.ranks(word, touching: windows.fourth) }
      while found != 0 {
        let rank = word << 6 | found.trailingZeroBitCount
        found &= found - 1
        if ranks.contains(rank) { body(rank) }
      }
    }
  }
}
