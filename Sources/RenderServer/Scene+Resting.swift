import AnimationCore
import Geometry

/// What the new place of a layer means for what is below it.
struct LayerMove {
  /// The layer draws at all, or did.
  var isSeen = false
  /// Whatever lies in its plane lies in its plane still, drawn as before and only elsewhere.
  var keepsPlane = false
  /// Fills that move quickly look at the layer's place in every frame.
  var leavesFills = false
  /// Seen from behind before.
  var wasMirrored = false
  /// Nothing below was let through before.
  var wasCut = false
}

/// Sublayers that go along with a layer; see `RestingSublayers`.
///
/// One that rests out of view has a placement that is out of date, except that it is nowhere: its
/// boxes are empty, and of its plane only follows that they are. Before anything happens to it or
/// below it, it is placed.
extension Scene {
  /// Fewer sublayers are placed one by one. As many as `foldsLast` looks at, wherever they are.
  static let fewestResting = 65
  /// Pixels that drawing may reach beyond what values tell, and more.
  private static let rim = 4.0

  /// Has those sublayers placed that a layer's new place, and what its clip lets through there, are
  /// something to.
  mutating func passOn(_ move: LayerMove, of slot: Int, damage: inout PixelRegion) {
    guard move.isSeen else { return }
    if !tree.masks.isEmpty, let mask = tree.masks[Int32(slot)] { tree.mark(Int(mask), .place) }
    let ranks = tree.sublayerRanks[slot]
    if ranks.count >= Self.fewestResting, leavesResting(move, of: slot, damage: &damage) { return }
    for rank in ranks { passOn(move, to: rank) }
  }

  private mutating func passOn(_ move: LayerMove, to rank: Int) {
    let child = Int(tree.order[rank])
    if !move.leavesFills || !movingFills.contains(child) { tree.mark(child, .place) }
  }

  /// True when those that are to be placed are marked, and no others need be.
  private mutating func leavesResting(
    _ move: LayerMove, of slot: Int, damage: inout PixelRegion
  ) -> Bool {
    guard optimizations.contains(.restingSublayers), move.keepsPlane, !placements[slot].isSpace,
      move.wasMirrored == isMirrored(slot), move.wasCut == placements[slot].clipBox.isEmpty,
      placements[slot].plane.isClear, let inverse = placements[slot].plane.matrix.inverse
    else {
      if let i = resting.index(of: slot) { resting.layers[i].arriveAll() }
      return false
    }
    let i = resting.index(of: slot) ?? resting.add(slot, of: tree.count)
    let ranks = tree.sublayerRanks[slot]
    if resting.layers[i].countMove() {
      var reach = 0
      let extents = ranks.map { extent(Int(tree.order[$0]), in: .identity, beyond: 0, &reach) }
      resting.layers[i].index(extents, reach: Double(reach))
      return false
    }
    guard resting.layers[i].isIndexed else { return false }
    let rim = Self.rim + resting.layers[i].reach * placements[slot].plane.mostPixelsPerPoint
    let seen = placements[slot].clipBox.outset(by: Int(min(rim, 1e6)))
    drifting.removeAll(keepingCapacity: true)
    resting.layers[i].move(
      to: seen.isEmpty ? .none : Extent(DevicePlane(inverse).box(of: seen.rect))
    ) { drifting.append($0) }
    let rest = resting.layers[i]
    for place in drifting {
      let rank = ranks.lowerBound + place
      if rest.isLoose[place] || !carry(Int(tree.order[rank]), rank, in: slot, damage: &damage) {
        passOn(move, to: rank)
      }
    }
    return true
  }

  /// Places a sublayer that rests and is nothing but a quad. False for any other.
  private mutating func carry(
    _ slot: Int, _ rank: Int, in parent: Int, damage: inout PixelRegion
  ) -> Bool {
    guard readyFills[slot].isKept, !tree.isMarked(slot), placements[slot].isVisible else {
      return false
    }
    visited += 1
    let matrix = LayerGeometry.flatToSuper(
      bounds: tree.values[slot].bounds, position: tree.values[slot].position,
      anchorPoint: tree.values[slot].anchorPoint, transform: tree.values[slot].transform)
    let plane = DevicePlane(matrix.concat(placements[parent].plane.matrix))
    let clip = placements[parent].clipBox
    let old = reach.boxes[rank]
    let rect = plainBodies[slot].rect, pixels = plane.pixels(of: rect, within: clip)
    let box = BoxEdges(pixels)
    placements[slot].plane = plane
    placements[slot].clipBox = clip
    placements[slot].isClipped = placements[parent].isClipped
    placements[slot].ownBox = pixels
    placements[slot].subtreeBox = pixels
    readyFills[slot].place(FlatPlane(AffineMatrix(plane.matrix)), rect, within: bounds)
    if box != old {
      reach.move(rank, parent: parent, to: box)
      if box.isEmpty != old.isEmpty {
        reach.setPiece(rank, parent: parent, isSeen: !box.isEmpty)
      }
    }
    Self.add(old.rect, to: &damage)
    Self.add(pixels, to: &damage)
    return true
  }

  func isMirrored(_ slot: Int) -> Bool { placements[slot].plane.matrix.determinant < 0 }

  // MARK: - What rests

  /// What a layer touches with everything below it, and its bounds, in a space that `outer` leads to
  /// from its superlayer's. Nil where that cannot be told from values alone, or where something looks
  /// at its place in every frame. `reach` becomes the most that boxes go beyond clips there, for the
  /// sake of shadows, `beyond` that of layers above.
  private func extent(_ slot: Int, in outer: Matrix3, beyond: Int, _ reach: inout Int) -> Extent? {
    // Nothing of it or below it is placed.
    if tree.values[slot].isHidden || !(tree.values[slot].opacity > 0) { return Extent.none }
    guard placements[slot].isVisible, liesFlat(slot),
      !placements[slot].isSpace, !placements[slot].isPicture, placements[slot].spread == 0,
      placements[slot].rasterRoot < 0, !hasSublayerPart(slot), !isBlend(slot),
      shifts[Int32(slot)] == nil, !emitters.contains(slot), !movingFills.contains(slot)
    else { return nil }
    let plane = DevicePlane(
      LayerGeometry.flatToSuper(
        bounds: tree.values[slot].bounds, position: tree.values[slot].position,
        anchorPoint: tree.values[slot].anchorPoint, transform: tree.values[slot].transform
      ).concat(outer))
    guard plane.isClear else { return nil }
    var extent = ownExtent(slot, in: plane)
    guard extent.isSound else { return nil }
    let beyond = beyond + pictureReach(slot, plane)
    reach = max(reach, beyond)
    for rank in tree.sublayerRanks[slot] {
      let child = Int(tree.order[rank])
      guard let below = self.extent(child, in: plane.matrix, beyond: beyond, &reach) else {
        return nil
      }
      if !tree.values[slot].masksToBounds { extent.formUnion(below) }
    }
    return extent
  }

  private func ownExtent(_ slot: Int, in plane: DevicePlane) -> Extent {
    let body = LayerBody(
      tree.values, slot, isYUp: placements[slot].isYUp, maximumImageSize: maximumImageSize)
    var extent = Extent(plane.box(of: body.shape.rect))
    let upright = placements[slot].isYUp ? plane.mirrored(in: body.shape.rect) : plane
    if let image = body.firstImage { extent.formUnion(Extent(upright.box(of: image.rect))) }
    if let image = body.secondImage { extent.formUnion(Extent(upright.box(of: image.rect))) }
    if let shadow = body.shadow { extent.formUnion(Extent(plane.box(of: shadow.extent))) }
    guard placements[slot].hasExtras, let extras = extras[Int32(slot)] else { return extent }
    if let shape = extras.shape { extent.formUnion(Extent(plane.box(of: shape.extent))) }
    if let shadow = extras.pathShadow { extent.formUnion(Extent(plane.box(of: shadow.extent))) }
    return extent
  }

  // MARK: - What rests no longer

  /// Before layers are placed: those above changed ones are to be placed first.
  mutating func wakeChanged() {
    drifting.removeAll(keepingCapacity: true)
    tree.forEachChanged { drifting.append($0) }
    for slot in drifting { loosen(slot) }
  }

  /// Whatever rests with this layer in it, or is it, does so no longer.
  mutating func loosen(_ slot: Int) {
    var below = slot, above = tree.superlayer(of: slot)
    while above >= 0 {
      if let i = resting.index(of: above), !tree.isMask(below) {
        let place = Int(tree.rank[below]) - tree.sublayerRanks[above].lowerBound
        if resting.layers[i].loosen(place) { tree.mark(below, .place) }
      }
      (below, above) = (above, tree.superlayer(of: above))
    }
  }

  /// Nothing rests any more, until it is found out anew.
  mutating func wakeSublayers() {
    guard !resting.isEmpty else { return }
    for slot in tree.order {
      guard let i = resting.index(of: Int(slot)) else { continue }
      let ranks = tree.sublayerRanks[Int(slot)]
      resting.layers[i].forEachAdrift { tree.mark(Int(tree.order[ranks.lowerBound + $0]), .place) }
    }
    resting.removeAll()
  }
}

extension DevicePlane {
  /// Far from being seen as a line or a point, and where numbers are still exact.
  fileprivate var isClear: Bool {
    let m = AffineMatrix(matrix)
    let size = mostPixelsPerPoint
    return matrix.isAffine && abs(m.determinant) > 1e-6 * size * size && size > 1e-4 && size < 1e4
      && abs(m.tx) < 1e9 && abs(m.ty) < 1e9
  }

  /// No vector of a point becomes longer, along x and along y. Without perspective.
  fileprivate var mostPixelsPerPoint: Double {
    let m = AffineMatrix(matrix)
    return max(abs(m.a) + abs(m.c), abs(m.b) + abs(m.d))
  }
}
