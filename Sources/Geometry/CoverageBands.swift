/// The parts of a row of pixels between the heights at which lines begin or end.
///
/// In such a band all lines run from its top to its bottom. Where they cross, it is divided once more,
/// so that their order in each part is the same throughout.
struct CoverageBands {
  /// A line from the top of the band to its bottom.
  private struct Crossing {
    var top: Double
    var bottom: Double
    var winding: Int32
  }

  /// Of more chains than this the row is cut evenly instead, which is exact only to the height of
  /// the parts: so many that overlap in one row of pixels are no shape that anybody sees.
  private static let maximumChains = 64
  private static let maximumHeights = 600
  private static let maximumCuts = 256
  private static let evenParts = 16
  /// Fewer parts, where these would be more lines.
  private static let evenLines = 40_000

  private var heights: [Double] = []
  private var row = 0.0
  private var count = 0
  private var isEven = false
  private var isSorted = false
  private var index = 0
  private var top = 0.0
  private var bottom = 0.0
  private var lines: [Crossing] = []
  private var parts: [Crossing] = []
  private var cuts: [Double] = []

  /// For a number of chains in the row of pixels below `row`.
  mutating func begin(top row: Double, chains: Int) {
    heights.removeAll(keepingCapacity: true)
    self.row = row
    count = chains
    isEven = chains > Self.maximumChains
    isSorted = false
    index = 0
  }

  mutating func addHeights(_ pieces: [CoverageLine], _ range: Range<Int>) {
    guard !isEven, !range.isEmpty else { return }
    // Where one piece ends the next begins.
    heights.append(pieces[range.lowerBound].y0)
    for i in range { heights.append(pieces[i].y1) }
    isEven = heights.count > Self.maximumHeights
  }

  private mutating func sortHeights() {
    isSorted = true
    if isEven {
      heights.removeAll(keepingCapacity: true)
      let parts = min(max(Self.evenLines / count, 1), Self.evenParts)
      for i in 0...parts { heights.append(row + Double(i) / Double(parts)) }
    } else {
      heights.sort()
    }
  }

  /// Goes on to the next band; false after the last.
  mutating func next() -> Bool {
    if !isSorted { sortHeights() }
    while index + 1 < heights.count {
      (top, bottom) = (heights[index], heights[index + 1])
      index += 1
      if bottom > top {
        lines.removeAll(keepingCapacity: true)
        return true
      }
    }
    return false
  }

  /// Adds what a chain does in the band. Its pieces in the row end at `end`; those before `first` lie
  /// above the band, and the result says the same for the next one.
  @inline(__always) mutating func add(
    _ pieces: [CoverageLine], from first: Int, to end: Int, _ winding: Int32
  ) -> Int {
    // In an even part the piece in its middle stands for the chain.
    let height = isEven ? (top + bottom) / 2 : top
    var i = first
    while i < end, pieces[i].y1 <= height { i += 1 }
    guard i < end, pieces[i].y0 <= height else { return i }
    lines.append(
      Crossing(top: pieces[i].x(at: top), bottom: pieces[i].x(at: bottom), winding: winding))
    return i
  }

  /// Adds the band's coverage; to the left of its lines there is a winding already.
  mutating func finish(_ rule: FillRule, from winding: Int32, into sums: inout CoverageSums) {
    let height = bottom - top
    if isEven {
      lines.sort { $0.top + $0.bottom < $1.top + $1.bottom }
      Self.add(lines, height, rule, winding, &sums)
      return
    }
    sortByTop()
    findCuts()
    if cuts.isEmpty {
      Self.add(lines, height, rule, winding, &sums)
      return
    }
    var from = 0.0
    for i in 0...cuts.count {
      let to = i < cuts.count ? cuts[i] : 1
      guard to > from else { continue }
      parts.removeAll(keepingCapacity: true)
      for line in lines {
        let along = line.bottom - line.top
        parts.append(
          Crossing(
            top: line.top + along * from, bottom: line.top + along * to, winding: line.winding))
      }
      parts.sort { $0.top + $0.bottom < $1.top + $1.bottom }
      Self.add(parts, height * (to - from), rule, winding, &sums)
      from = to
    }
  }

  private mutating func sortByTop() {
    for i in lines.indices.dropFirst() where Self.isBefore(lines[i], lines[i - 1]) {
      let moved = lines[i]
      var j = i
      while j > 0, Self.isBefore(moved, lines[j - 1]) {
        lines[j] = lines[j - 1]
        j -= 1
      }
      lines[j] = moved
    }
  }

  private static func isBefore(_ a: Crossing, _ b: Crossing) -> Bool {
    a.top < b.top || a.top == b.top && a.bottom < b.bottom
  }

  /// Where lines meet, as shares of the band's height in order.
  private mutating func findCuts() {
    cuts.removeAll(keepingCapacity: true)
    var isOrdered = true
    for i in lines.indices.dropFirst() where lines[i].bottom < lines[i - 1].bottom {
      isOrdered = false
      break
    }
    if isOrdered { return }
    for i in lines.indices {
      for j in lines.indices.dropFirst(i + 1) where lines[j].bottom < lines[i].bottom {
        let before = lines[j].top - lines[i].top, after = lines[i].bottom - lines[j].bottom
        cuts.append(before / (before + after))
      }
    }
    if cuts.count > Self.maximumCuts {
      cuts.removeAll(keepingCapacity: true)
      for i in 1..<Self.evenParts { cuts.append(Double(i) / Double(Self.evenParts)) }
    }
    cuts.sort()
  }

  /// `lines` from left to right.
  private static func add(
    _ lines: [Crossing], _ height: Double, _ rule: FillRule, _ before: Int32,
    _ sums: inout CoverageSums
  ) {
    var differences = sums.differences.mutableSpan
    var winding = before
    for line in lines {
      let was = rule.isInside(winding)
      winding &+= line.winding
      let isInside = rule.isInside(winding)
      guard was != isInside else { continue }
      CoverageSums.add(line.top, line.bottom, isInside ? height : -height, to: &differences)
    }
  }
}
