import AnimationCore
import Geometry

/// The layers that are nothing but a fill or a picture, have nothing below them and are moved in
/// their superlayer's plane by plain animations: what thousands of moving layers mostly are.
///
/// A frame moves them in loops over rows in the order of the tree, without the presented values and
/// placements that others have. They are out of date for a layer as long as it is in here: its box is
/// in `SubtreeReach`, its place in `motions`. Whatever else happens to such a layer makes it leave,
/// which brings them up to date; after it has been placed like any other it may come back.
struct MovingFills {
  struct Row {
    /// Negative when the layer has left.
    var slot: Int32
    var rank: Int32
    var rect: Rect
    var isDoubleSided: Bool
  }

  /// Neighbours with a common superlayer.
  struct Run {
    var parent: Int32
    var rows: Range<Int>
  }

  private(set) var rows: [Row] = []
  private(set) var runs: [Run] = []
  /// One for each row.
  var motions = FlatMotions()
  /// By slot; negative for layers that are not in here.
  private var rowOf: [Int32] = []
  /// Rows whose layers have left.
  private var leftRows = 0
  /// Slots that come in when the frame is done.
  var coming: [Int32] = []
  /// Slots that have come or left since the sampler was last told.
  private(set) var exchanged: [Int32] = []
  private var isDisordered = false
  private var placed = [AffineMatrix](repeating: .identity, count: 128)
  private var spareMotions = FlatMotions()
  private var spareRows: [Row] = []

  var isEmpty: Bool { leftRows == rows.count }

  func contains(_ slot: Int) -> Bool { slot < rowOf.count && rowOf[slot] >= 0 }

  func row(of slot: Int) -> Int? {
    guard contains(slot) else { return nil }
    return Int(rowOf[slot])
  }

  /// The layer comes in when the frame is done. Once only, until it leaves again.
  mutating func offer(_ slot: Int) { coming.append(Int32(slot)) }

  mutating func leave(_ slot: Int) {
    guard let row = row(of: slot) else { return }
    rows[row].slot = -1
    rowOf[slot] = -1
    leftRows += 1
    exchanged.append(Int32(slot))
  }

  mutating func exchangesAreKnown() { exchanged.removeAll(keepingCapacity: true) }

  /// The ranks of the tree have changed; all layers in here are still attached.
  mutating func followOrder(of tree: RenderTree) {
    var last: Int32 = -1
    for i in rows.indices where rows[i].slot >= 0 {
      rows[i].rank = tree.rank[Int(rows[i].slot)]
      if rows[i].rank < last { isDisordered = true }
      last = rows[i].rank
    }
    if isDisordered { rebuild(tree, [], nil, at: 0) }
  }

  /// Ends a frame: lets in those that come.
  mutating func settle(
    _ tree: RenderTree, _ bodies: [PlainBody], _ sampler: Sampler, at time: Double
  ) {
    guard !coming.isEmpty || leftRows > rows.count / 2 else { return }
    rebuild(tree, bodies, sampler, at: time)
  }

  /// Makes all rows anew, without those that have left and with those that come.
  private mutating func rebuild(
    _ tree: RenderTree, _ bodies: [PlainBody], _ sampler: Sampler?, at time: Double
  ) {
    swap(&rows, &spareRows)
    swap(&motions, &spareMotions)
    rows.removeAll(keepingCapacity: true)
    motions.removeAll()
    runs.removeAll(keepingCapacity: true)
    if rowOf.count < tree.count {
      rowOf.append(contentsOf: repeatElement(-1, count: tree.count - rowOf.count))
    }
    var old = spareRows.indices.filter { spareRows[$0].slot >= 0 }
    if isDisordered { old.sort { spareRows[$0].rank < spareRows[$1].rank } }
    if coming.count > old.count {
      rows.reserveCapacity(old.count + coming.count)
      motions.reserve(old.count + coming.count)
    }
    coming.sort { tree.rank[Int($0)] < tree.rank[Int($1)] }
    var next = 0
    for slot in coming {
      let rank = tree.rank[Int(slot)]
      while next < old.count, spareRows[old[next]].rank < rank {
        keep(old[next], tree)
        next += 1
      }
      if let sampler { add(Int(slot), bodies[Int(slot)].rect, tree, sampler) }
    }
    while next < old.count {
      keep(old[next], tree)
      next += 1
    }
    if sampler != nil {
      // Until it is moved, each lies where the general way has placed it: at this moment all lie there.
      for run in runs { evaluate(run, tree, at: time) }
      coming.removeAll(keepingCapacity: true)
    }
    leftRows = 0
    isDisordered = false
  }

  private mutating func keep(_ i: Int, _ tree: RenderTree) {
    motions.append(i, of: spareMotions)
    append(spareRows[i], tree)
  }

  private mutating func evaluate(_ run: Run, _ tree: RenderTree, at time: Double) {
    let localTime = run.parent >= 0 ? tree.localTime(of: Int(run.parent), at: time) : time
    for first in stride(from: run.rows.lowerBound, to: run.rows.upperBound, by: placed.count) {
      let end = min(first + placed.count, run.rows.upperBound)
      motions.evaluate(first..<end, at: localTime, into: &placed)
    }
  }

  private mutating func add(_ slot: Int, _ rect: Rect, _ tree: RenderTree, _ sampler: Sampler) {
    let anchor = LayerGeometry.anchor(
      bounds: tree.values[slot].bounds, anchorPoint: tree.values[slot].anchorPoint,
      anchorPointZ: 0)
    let flat = sampler.flatAnimations(of: slot)
    motions.append(
      anchor: Point(anchor.x, anchor.y),
      position: flat.moving?.base ?? tree.values[slot].position,
      moving: flat.moving?.animation, transform: flat.turning?.base ?? tree.values[slot].transform,
      turning: flat.turning?.animation)
    exchanged.append(Int32(slot))
    append(
      Row(
        slot: Int32(slot), rank: tree.rank[slot], rect: rect,
        isDoubleSided: tree.values[slot].isDoubleSided), tree)
  }

  private mutating func append(_ row: Row, _ tree: RenderTree) {
    rowOf[Int(row.slot)] = Int32(rows.count)
    let parent = Int32(tree.superlayer(of: Int(row.slot)))
    if let last = runs.indices.last, runs[last].parent == parent {
      runs[last].rows = runs[last].rows.lowerBound..<(rows.count + 1)
    } else {
      runs.append(Run(parent: parent, rows: rows.count..<(rows.count + 1)))
    }
    rows.append(row)
  }
}
