/// Goes down over chains row by row and writes how much of each pixel lies inside.
///
/// Most chains pass through a row without meeting others, and add what they cover by themselves. Those
/// that overlap along x, or begin or end in the row, go through `CoverageBands` together.
struct CoverageSweep {
  /// A chain that has begun and not ended, and what it does in the row at hand.
  private struct Active {
    /// The point that its present line starts at, and its last one.
    var point: Int
    var last: Int
    var winding: Int32
    /// Where it enters the row.
    var x: Double
    var y: Double
    /// Its pieces in the row.
    var pieces = 0..<0
    /// The first of them that reaches below the band at hand.
    var current = 0
    /// Between which it stays.
    var minX = 0.0
    var maxX = 0.0
    var isFromTop = false
    var isToBottom = false
    var hasEnded = false

    var isWhole: Bool { isFromTop && isToBottom }
  }

  private var active: [Active] = []
  /// Straight parts of chains within a row.
  private var pieces: [CoverageLine] = []
  private var bands = CoverageBands()
  /// Heights within the row at which chains begin or end, with the change of winding to their right.
  private var events: [(y: Double, winding: Int32)] = []
  private var sums = CoverageSums()

  /// `box` in pixels from the corner that the chains count from; `bytes` are those of the box, zero.
  mutating func fill(
    _ bytes: inout [UInt8], _ box: PixelRect, _ chains: CoverageChains, _ rule: FillRule
  ) {
    active.removeAll(keepingCapacity: true)
    sums.prepare(columns: Int(chains.size.x))
    var next = 0
    for row in box.y..<box.maxY {
      while next < chains.chains.count, chains.chains[next].row <= row {
        let chain = chains.chains[next]
        let start = chains.points[chain.first]
        active.append(
          Active(
            point: chain.first, last: chain.last, winding: chain.winding, x: start.x, y: start.y))
        next += 1
      }
      guard !active.isEmpty else { continue }
      cutPieces(row, chains.points)
      sortActive()
      addRow(row, rule)
      Self.write(
        active, &sums, to: &bytes, from: (row - box.y) * box.width - box.x,
        columns: box.x..<box.maxX)
      active.removeAll(where: \.hasEnded)
    }
  }

  /// Takes all chains down to the bottom of a row.
  private mutating func cutPieces(_ row: Int, _ points: [SIMD2<Double>]) {
    pieces.removeAll(keepingCapacity: true)
    let top = Double(row), bottom = top + 1
    for i in active.indices {
      var (x, y, point) = (active[i].x, active[i].y, active[i].point)
      let last = active[i].last
      let first = pieces.count
      let isFromTop = y <= top
      var (least, greatest) = (x, x)
      while y < bottom, point < last {
        let end = points[point + 1]
        var next = end
        if end.y > bottom {
          let start = points[point]
          let crossing = start.x + (end.x - start.x) * ((bottom - start.y) / (end.y - start.y))
          next = SIMD2(crossing.limited(x, end.x), bottom)
        } else {
          point += 1
        }
        pieces.append(CoverageLine(x0: x, y0: y, x1: next.x, y1: next.y))
        (x, y) = (next.x, next.y)
        if x < least { least = x }
        if x > greatest { greatest = x }
      }
      active[i].x = x
      active[i].y = y
      active[i].point = point
      active[i].pieces = first..<pieces.count
      active[i].current = first
      active[i].minX = least
      active[i].maxX = greatest
      active[i].isFromTop = isFromTop
      active[i].isToBottom = y >= bottom
      active[i].hasEnded = point == last
    }
  }

  /// From left to right, as most are already.
  private mutating func sortActive() {
    if active.count > 64 {
      active.sort { $0.minX < $1.minX }
      return
    }
    for i in active.indices.dropFirst() where active[i].minX < active[i - 1].minX {
      let moved = active[i]
      var j = i
      while j > 0, moved.minX < active[j - 1].minX {
        active[j] = active[j - 1]
        j -= 1
      }
      active[j] = moved
    }
  }

  // MARK: Chains of a row

  private mutating func addRow(_ row: Int, _ rule: FillRule) {
    // To the left of what comes next, at every height.
    var winding: Int32 = 0
    var first = 0
    while first < active.count {
      var end = endOfGroup(first)
      if end == first + 1, active[first].isWhole {
        let was = rule.isInside(winding)
        winding &+= active[first].winding
        let isInside = rule.isInside(winding)
        if was != isInside {
          Self.add(active[first].pieces, of: pieces, covers: isInside, to: &sums)
        }
      } else {
        end = endOfClosed(first, end)
        addBands(row, first..<end, winding, rule)
        for i in first..<end where active[i].isFromTop { winding &+= active[i].winding }
      }
      first = end
    }
  }

  /// Behind the chains that overlap with one another, from the first on.
  private func endOfGroup(_ first: Int) -> Int {
    var reach = active[first].maxX
    var end = first + 1
    while end < active.count, active[end].minX < reach {
      if active[end].maxX > reach { reach = active[end].maxX }
      end += 1
    }
    return end
  }

  /// Goes on to where the winding to the right is the same at all heights.
  private mutating func endOfClosed(_ first: Int, _ end: Int) -> Int {
    var end = end
    var tries = 0
    while end < active.count, !isClosed(first..<end) {
      tries += 1
      end = tries < 8 ? endOfGroup(end) : active.count
    }
    return end
  }

  private mutating func isClosed(_ range: Range<Int>) -> Bool {
    events.removeAll(keepingCapacity: true)
    for i in range where !active[i].isWhole && !active[i].pieces.isEmpty {
      let (winding, all) = (active[i].winding, active[i].pieces)
      if !active[i].isFromTop { events.append((pieces[all.lowerBound].y0, winding)) }
      if !active[i].isToBottom { events.append((pieces[all.upperBound - 1].y1, -winding)) }
    }
    events.sort { $0.y < $1.y }
    var sum: Int32 = 0
    for i in events.indices {
      if sum != 0, events[i].y != events[i - 1].y { return false }
      sum &+= events[i].winding
    }
    return sum == 0
  }

  private static func add(
    _ range: Range<Int>, of pieces: [CoverageLine], covers: Bool, to sums: inout CoverageSums
  ) {
    var differences = sums.differences.mutableSpan
    for i in range {
      let piece = pieces[i]
      CoverageSums.add(
        piece.x0, piece.x1, covers ? piece.y1 - piece.y0 : piece.y0 - piece.y1, to: &differences)
    }
  }

  private mutating func addBands(
    _ row: Int, _ range: Range<Int>, _ winding: Int32, _ rule: FillRule
  ) {
    bands.begin(top: Double(row), chains: range.count)
    for i in range { bands.addHeights(pieces, active[i].pieces) }
    while bands.next() {
      for i in range {
        active[i].current = bands.add(
          pieces, from: active[i].current, to: active[i].pieces.upperBound, active[i].winding)
      }
      bands.finish(rule, from: winding, into: &sums)
    }
  }

  /// Adds up along the row; between chains nothing changes. `start` is where column 0 would lie.
  private static func write(
    _ active: [Active], _ sums: inout CoverageSums, to bytes: inout [UInt8], from start: Int,
    columns: Range<Int>
  ) {
    var differences = sums.differences.mutableSpan
    var pixels = bytes.mutableSpan
    var column = columns.lowerBound
    var sum = 0.0
    for i in active.indices {
      let first = Int(active[i].minX), last = Int(active[i].maxX) + 1
      if first > column {
        let byte = CoverageSums.byte(sum)
        if byte != 0 { for x in column..<first { pixels[start + x] = byte } }
        column = first
      }
      while column <= last {
        sum += differences[column]
        differences[column] = 0
        if column < columns.upperBound { pixels[start + column] = CoverageSums.byte(sum) }
        column += 1
      }
    }
  }
}

extension FillRule {
  @inline(__always) func isInside(_ winding: Int32) -> Bool {
    switch self {
    case .nonZero: winding != 0
    case .evenOdd: winding & 1 != 0
    }
  }
}

/// A straight line downwards, in pixels.
struct CoverageLine {
  var x0: Double
  var y0: Double
  var x1: Double
  var y1: Double

  /// For y between its ends.
  @inline(__always) func x(at y: Double) -> Double {
    (x0 + (x1 - x0) * ((y - y0) / (y1 - y0))).limited(x0, x1)
  }
}

extension Double {
  /// Held between two limits in either order. Comparisons are quicker than `min` and `max`, which
  /// have to mind what is no number.
  @inline(__always) fileprivate func limited(_ a: Double, _ b: Double) -> Double {
    let low = a < b ? a : b, high = a < b ? b : a
    return self < low ? low : self > high ? high : self
  }
}
