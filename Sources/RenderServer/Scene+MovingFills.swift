import AnimationCore
import Geometry

/// The quick way for fills and pictures that move; see `MovingFills`.
extension Scene {
  // MARK: - Coming and leaving

  /// After a layer has been placed: lets it move the quick way from the next frame on, if it can.
  mutating func offerQuickWay(_ slot: Int, parent: Int, _ sampler: Sampler) {
    guard usesQuickWay, parent >= 0, placements[slot].isVisible,
      plainBodies[slot].isPlain ? placements[slot].hasFill : readyFills[slot].picture >= 0,
      placements[slot].spread == 0,
      placements[slot].rasterRoot < 0, !tree.isMask(slot),
      tree.sublayerRanks[slot].isEmpty,
      sampler.isFlat(slot), tree.timings[slot] == .identity, keepsFlat(parent),
      tree.values[slot].anchorPointZ == 0, tree.values[slot].transform.keepsPlane,
      sampler.canTurn(slot)
    else { return }
    if !resting.isEmpty { loosen(slot) }
    movingFills.offer(slot)
  }

  /// Whether sublayers that stay in this layer's plane are seen where one matrix puts them.
  func keepsFlat(_ slot: Int) -> Bool {
    placements[slot].isVisible && placements[slot].plane.matrix.isAffine && !hasSublayerPart(slot)
      && !isBlend(slot)
      && !isInDepth(orderOwner(of: slot))
      && (!placements[slot].isSpace || spaces[Int32(slot)]?.isFlat == true)
  }

  /// Brings presented values and placement of a layer up to date with where it was last moved, and
  /// from now on they are. Nothing happens for one that is not among those that move quickly.
  mutating func leaveQuickWay(_ slot: Int) {
    guard let row = movingFills.row(of: slot) else { return }
    movingFills.motions.present(row, in: &tree.values[slot])
    placements[slot].plane = plane(of: slot)
    placements[slot].ownBox = ownBox(of: slot)
    placements[slot].subtreeBox = placements[slot].ownBox
    movingFills.leave(slot)
  }

  /// As above, at another moment than the last.
  mutating func leaveQuickWay(_ slot: Int, at time: Double) {
    guard let row = movingFills.row(of: slot) else { return }
    movingFills.motions.evaluate(
      row..<row + 1, at: tree.localTime(of: slot, at: time), into: &matrices)
    leaveQuickWay(slot)
  }

  /// Before sampling: layers that anything else has happened to leave.
  mutating func leaveQuickWayIfChanged() {
    guard !movingFills.isEmpty else { return }
    leaving.removeAll(keepingCapacity: true)
    tree.forEachChanged { if movingFills.contains($0) { leaving.append($0) } }
    for slot in leaving { leaveQuickWay(slot) }
    leaving.removeAll(keepingCapacity: true)
  }

  /// Every layer leaves.
  mutating func leaveQuickWay() {
    for row in movingFills.rows where row.slot >= 0 { leaveQuickWay(Int(row.slot)) }
  }

  /// Brings the presented values up to date, for those who want to see them.
  mutating func presentMovingFills() {
    for i in movingFills.rows.indices where movingFills.rows[i].slot >= 0 {
      movingFills.motions.present(i, in: &tree.values[Int(movingFills.rows[i].slot)])
    }
  }

  mutating func presentMovingFill(_ slot: Int) {
    guard let row = movingFills.row(of: slot) else { return }
    movingFills.motions.present(row, in: &tree.values[slot])
  }

  // MARK: - Where they are

  /// `ownBox` of a layer, moving quickly or not.
  func ownBox(of slot: Int) -> PixelRect {
    guard let row = movingFills.row(of: slot) else { return placements[slot].ownBox }
    return reach.boxes[Int(movingFills.rows[row].rank)].rect
  }

  /// `subtreeBox` of a layer, moving quickly or not.
  func subtreeBox(of slot: Int) -> PixelRect {
    movingFills.contains(slot) ? ownBox(of: slot) : placements[slot].subtreeBox
  }

  /// `plane` of a layer, moving quickly or not.
  func plane(of slot: Int) -> DevicePlane {
    guard let row = movingFills.row(of: slot) else { return placements[slot].plane }
    let parent = tree.superlayer(of: slot)
    guard parent >= 0 else { return placements[slot].plane }
    return DevicePlane(
      movingFills.motions.lastMatrix(of: row).matrix3.concat(placements[parent].plane.matrix))
  }

  // MARK: - One moment

  /// Moves all of them and adds what they uncover and cover.
  mutating func moveFills(at time: Double, damage: inout PixelRegion) {
    for i in movingFills.runs.indices {
      move(movingFills.runs[i], at: time, damage: &damage)
    }
    for slot in leaving {
      // Seen edge-on or from behind now.
      leaveQuickWay(slot)
      place(slot, parent: tree.superlayer(of: slot), after: .place, damage: &damage)
      touched.insert(Int(tree.rank[slot]))
    }
    leaving.removeAll(keepingCapacity: true)
  }

  private mutating func move(
    _ run: MovingFills.Run, at time: Double, damage: inout PixelRegion
  ) {
    let parent = Int(run.parent)
    // All of a run have left when their superlayer has become their sublayer's.
    guard parent >= 0 else { return }
    let outer = AffineMatrix(placements[parent].plane.matrix)
    let isYUp = placements[parent].isYUp
    let limit = FlatPlane.Limit(placements[parent].clipBox)
    let localTime = tree.localTime(of: parent, at: time)
    // Most boxes lie in a part of the damage that is known already.
    var damaged = BoxEdges.none
    var hasMoved = false
    visited += run.rows.count
    var first = run.rows.lowerBound
    while first < run.rows.upperBound {
      let end = min(first + matrices.count, run.rows.upperBound)
      movingFills.motions.evaluate(first..<end, at: localTime, into: &matrices)
      for i in first..<end {
        let row = movingFills.rows[i]
        let slot = Int(row.slot), rank = Int(row.rank)
        guard slot >= 0 else { continue }
        let plane = FlatPlane(matrices[i - first].concat(outer))
        guard !plane.isDegenerate,
          row.isDoubleSided || (plane.matrix.determinant < 0) == isYUp
        else {
          leaving.append(slot)
          continue
        }
        let box = plane.pixels(of: row.rect, within: limit)
        let old = reach.boxes[rank]
        guard readyFills[slot].place(plane, row.rect, within: bounds) || box != old else {
          continue
        }
        hasMoved = true
        if box != old {
          reach.move(rank, parent: parent, to: box)
          if box.isEmpty != old.isEmpty {
            reach.setPiece(rank, parent: parent, isSeen: !box.isEmpty)
          }
        }
        if !damaged.contains(old) || !damaged.contains(box) {
          damaged = Self.add(old, box, to: &damage)
        }
      }
      first = end
    }
    if hasMoved { touched.insert(Int(tree.rank[parent])) }
  }

  /// Adds both boxes and returns a part of the damage with the second in it.
  @inline(never)
  private static func add(_ old: BoxEdges, _ new: BoxEdges, to damage: inout PixelRegion)
    -> BoxEdges
  {
    add(old.rect, to: &damage)
    add(new.rect, to: &damage)
    for rect in damage.rects where BoxEdges(rect).contains(new.isEmpty ? old : new) {
      return BoxEdges(rect)
    }
    return .none
  }
}
