import Geometry

/// The many sublayers of a layer that moves, by where they lie in that layer's own space.
///
/// A list that scrolls is one layer that moves: what is in it stays where it is in it, and of
/// thousands a few are seen. Only those within what the layer's clip lets through are placed anew,
/// now and as long as they were there the last time; the others are left where they were placed
/// last, when they were out of view too. Those that change by themselves are loose from then on:
/// they are placed wherever they are.
struct RestingSublayers {
  /// Moves of the layer since its sublayers were others.
  private(set) var moves = 0
  private var indexedMove = -1
  /// In cells of a grid over all of them; none for what draws nothing and what is loose.
  private var boxes: [BoxEdges] = []
  private(set) var isLoose: [Bool] = []
  /// In no order.
  private(set) var loose: [Int] = []
  /// How far, in the layer's points, boxes of those that rest go beyond what is let through.
  private(set) var reach = 0.0
  private var strips = BoxStrips()
  private var origin = SIMD2<Double>.zero
  private var cellsPerPoint = SIMD2<Double>.one
  /// The part of the grid in which all are where they should be; nil for everywhere.
  private var window: PixelRect?

  private static let cells = 1 << 20
  private static let all = PixelRect(0, 0, cells, cells)

  var isIndexed: Bool { indexedMove >= 0 }

  /// Counts a move. True when it is time to look where the sublayers lie: a layer that moves once
  /// is not worth it, nor are sublayers that never rest.
  mutating func countMove() -> Bool {
    moves += 1
    guard isIndexed else { return moves > 1 }
    return loose.count > 16 + boxes.count / 4 && moves - indexedMove > 64
  }

  /// All anew: what each touches, in the layer's own points. All that is not nil keeps its place.
  mutating func index(_ extents: [Extent?], reach: Double) {
    indexedMove = moves
    self.reach = reach
    window = nil
    var whole = Extent.none
    for case let extent? in extents { whole.formUnion(extent) }
    origin = whole.least
    cellsPerPoint = Double(Self.cells - 4) / pointwiseMax(whole.greatest - origin, .one)
    boxes.removeAll(keepingCapacity: true)
    isLoose.removeAll(keepingCapacity: true)
    loose.removeAll(keepingCapacity: true)
    for (i, extent) in extents.enumerated() {
      isLoose.append(extent == nil)
      if extent == nil { loose.append(i) }
      boxes.append(extent.map { BoxEdges(cells(of: $0)) } ?? .none)
    }
    strips.fill(boxes, surface: Self.all)
  }

  /// The cells that it touches, and one more around.
  private func cells(of extent: Extent) -> PixelRect {
    guard !extent.isEmpty else { return .zero }
    let limit = SIMD2(repeating: Double(Self.cells))
    func cell(_ place: SIMD2<Double>) -> SIMD2<Double> {
      ((place - origin) * cellsPerPoint + 2).clamped(lowerBound: .zero, upperBound: limit)
    }
    let low = cell(extent.least), high = cell(extent.greatest)
    let x = max(Int(low.x) - 1, 0), y = max(Int(low.y) - 1, 0)
    return PixelRect(x, y, Int(high.x) + 2 - x, Int(high.y) + 2 - y)
  }

  /// The sublayer rests no longer. True when it is not where it should be.
  mutating func loosen(_ i: Int) -> Bool {
    guard isIndexed, !isLoose[i] else { return false }
    let wasAdrift = isAdrift(i)
    isLoose[i] = true
    loose.append(i)
    boxes[i] = .none
    return wasAdrift
  }

  private func isAdrift(_ i: Int) -> Bool {
    guard let window else { return false }
    return !isLoose[i] && !BoxEdges.Window(window).overlaps(boxes[i])
  }

  /// Calls `body` with those that are not where they should be.
  func forEachAdrift(_ body: (Int) -> Void) {
    for i in boxes.indices where isAdrift(i) { body(i) }
  }

  /// Nothing is where it was any more: all sublayers are placed.
  mutating func arriveAll() { window = nil }

  /// Calls `body` with those that are to be placed when what is seen of the layer's own points is now
  /// `seen`.
  @inline(__always) mutating func move(to seen: Extent, _ body: (Int) -> Void) {
    let new = cells(of: seen)
    let both = window.map { $0.union(new) } ?? Self.all
    window = new
    for i in loose { body(i) }
    let overlapped = BoxEdges.Window(both)
    strips.forEach(boxes.indices, touching: both) {
      if overlapped.overlaps(boxes[$0]) { body($0) }
    }
  }
}

/// A rectangle that may be a line or a point, or nothing.
struct Extent {
  private(set) var least: SIMD2<Double>
  private(set) var greatest: SIMD2<Double>

  static let none = Extent(
    least: SIMD2(repeating: .infinity), greatest: SIMD2(repeating: -.infinity))

  private init(least: SIMD2<Double>, greatest: SIMD2<Double>) {
    (self.least, self.greatest) = (least, greatest)
  }

  init(_ rect: Rect) {
    self.init(least: SIMD2(rect.minX, rect.minY), greatest: SIMD2(rect.maxX, rect.maxY))
  }

  var isEmpty: Bool { !(least.x <= greatest.x && least.y <= greatest.y) }

  /// Not nothing, and its numbers are still exact.
  var isSound: Bool { !isEmpty && least.min() > -1e9 && greatest.max() < 1e9 }

  mutating func formUnion(_ other: Extent) {
    least = pointwiseMin(least, other.least)
    greatest = pointwiseMax(greatest, other.greatest)
  }
}

/// The layers that move with many sublayers resting in them.
struct RestingLayers {
  var layers: [RestingSublayers] = []
  /// By slot; negative for most.
  private var indexOf: [Int32] = []

  var isEmpty: Bool { layers.isEmpty }

  func index(of slot: Int) -> Int? {
    guard slot < indexOf.count, indexOf[slot] >= 0 else { return nil }
    return Int(indexOf[slot])
  }

  /// Of a layer in a tree of `count`.
  mutating func add(_ slot: Int, of count: Int) -> Int {
    indexOf.append(contentsOf: repeatElement(-1, count: max(0, count - indexOf.count)))
    indexOf[slot] = Int32(layers.count)
    layers.append(RestingSublayers())
    return layers.count - 1
  }

  mutating func removeAll() {
    layers.removeAll(keepingCapacity: true)
    indexOf.removeAll(keepingCapacity: true)
  }
}
