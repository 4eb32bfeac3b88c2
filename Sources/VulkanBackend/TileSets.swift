import Geometry

/// Tiles of a target, the last ones included.
struct TileBox {
  var x: ClosedRange<Int>
  var y: ClosedRange<Int>
}

/// Some sets of a target's tiles, a bit for each.
struct TileSets {
  private static let leastSide = 8
  private static let mostColumns = 256

  private let count: Int
  private var side: Float = 1
  private var origin = SIMD2<Float>.zero
  private var columns = 0
  private var rows = 0
  /// Words a row, and a set.
  private var stride = 0
  private var size = 0
  private var words: [UInt64] = []

  init(count: Int) { self.count = count }

  /// Tiles for the pixels of `area`. What the sets hold is not said.
  mutating func begin(_ area: PixelRect) {
    var tile = Self.leastSide
    while max(area.width, area.height) > tile * Self.mostColumns { tile *= 2 }
    side = Float(tile)
    origin = SIMD2(Float(area.x), Float(area.y))
    columns = max((area.width + tile - 1) / tile, 1)
    rows = max((area.height + tile - 1) / tile, 1)
    stride = (columns + 63) / 64
    size = stride * rows
    while words.count < size * count { words.append(0) }
  }

  mutating func empty(_ set: Int) {
    for i in set * size..<(set + 1) * size { words[i] = 0 }
  }

  /// Nil for none.
  func box(of reach: QuadReach) -> TileBox? {
    let low = (reach.low - origin) / side, high = (reach.high - origin) / side
    let most = SIMD2(Float(columns), Float(rows))
    guard high.x >= 0, high.y >= 0, low.x < most.x, low.y < most.y else { return nil }
    // Not negative: whole numbers below.
    let first = pointwiseMax(low, .zero), last = pointwiseMin(high, most - 1)
    return TileBox(
      x: Int(first.x)...Int(max(last.x, first.x)), y: Int(first.y)...Int(max(last.y, first.y)))
  }

  mutating func add(_ boxes: [TileBox], to set: Int) {
    for box in boxes {
      for word in box.x.lowerBound / 64...box.x.upperBound / 64 {
        let bits = Self.bits(box.x, word)
        for row in box.y { words[set * size + row * stride + word] |= bits }
      }
    }
  }

  func meets(_ boxes: [TileBox], in set: Int) -> Bool {
    for box in boxes {
      for word in box.x.lowerBound / 64...box.x.upperBound / 64 {
        let bits = Self.bits(box.x, word)
        for row in box.y where words[set * size + row * stride + word] & bits != 0 { return true }
      }
    }
    return false
  }

  /// Those of a range of columns that lie in a word.
  private static func bits(_ columns: ClosedRange<Int>, _ word: Int) -> UInt64 {
    let first = max(columns.lowerBound - word * 64, 0)
    let last = min(columns.upperBound - word * 64, 63)
    return (~0 << UInt64(first)) & (~0 >> UInt64(63 - last))
  }
}
