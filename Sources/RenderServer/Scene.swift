import AnimationCore
import Geometry
import Renderer

/// The tree with everything derived from its presented values: places, boxes, groups, order.
///
/// `update` works from the root down and then back up, but stops at nothing it does not have to
/// touch: an unchanged layer costs a bit. It collects the pixels that no longer show what they
/// should.
struct Scene {
  var tree = RenderTree()
  var placements: [Placement] = []
  /// Of those slots that have any.
  var extras: [Int32: LayerExtras] = [:]
  /// Of slots with effects or a bitmap.
  var pictureBoxes: [Int32: PictureBoxes] = [:]
  /// Of slots that are drawn by one.
  var bitmaps: [Int32: BitmapPlan] = [:]
  /// Slots through which what lies behind is seen changed.
  var backdrops: Set<Int32> = []
  /// Slots of layers whose shadow is taken from what they draw.
  var silhouettes: Set<Int32> = []
  /// Of `completePictures`, kept from frame to frame.
  var indivisible: [PixelRect] = []
  /// Layers whose shadow is no longer taken from where it was: what lies below is to be placed anew.
  private var recast: [Int] = []
  private(set) var plainBodies: [PlainBody] = []
  /// By slot.
  var readyFills: [ReadyFill] = []
  var pictures = PlainPictures()
  var movingFills = MovingFills()
  var resting = RestingLayers()
  var emitters = Emitters()
  var optimizations = Optimizations.all
  var usesQuickWay: Bool { optimizations.contains(.quickFills) }
  /// Only of layers whose sublayers are not drawn in their own order.
  var orders: [Int32: SublayerOrder] = [:]
  /// Only of layers that do not flatten their sublayers.
  var spaces: [Int32: DepthSpace] = [:]
  /// What copies of a replicator are coloured by: of premultiplied colours, by slot.
  var tints: [Int32: SIMD4<Double>] = [:]
  /// Of layers that hold the pictures of a transition.
  var blends: [Int32: PictureBlend] = [:]
  /// How far pictures of transitions lie from their places, in their own points.
  var shifts: [Int32: Point] = [:]
  /// The surface in device pixels.
  private(set) var bounds = PixelRect.zero
  /// Images with more pixels along a side are not drawn.
  var maximumImageSize = 16_384
  /// Images that were not drawn for want or excess of pixels, since they were last asked for.
  var refusedImages: [ImageID] = []
  private(set) var base = DevicePlane()
  private var previousParents: [Int32] = []
  var reach = SubtreeReach()
  /// Layers looked at by updates, until somebody sets it to 0.
  var visited = 0
  /// Ranks of layers whose subtree's result must be put together again.
  var touched = RankSet()
  /// Per slot, valid within one update: the order of the sublayers must be found again.
  private var orderIsStale: [Bool] = []
  /// For `MovingFills`, kept from frame to frame: of some rows, and slots that leave.
  var matrices = [AffineMatrix](repeating: .identity, count: 128)
  var leaving: [Int] = []
  /// For `RestingSublayers`: those that are placed.
  var drifting: [Int] = []

  /// Points to pixels by `scale`; everything is placed anew.
  mutating func setSurface(_ bounds: PixelRect, scale: Double) {
    self.bounds = bounds
    base = DevicePlane(
      Matrix3(SIMD3(scale, 0, 0), SIMD3(0, scale, 0), SIMD3(0, 0, 1)))
    if tree.root >= 0 { tree.mark(Int(tree.root), .place) }
  }

  /// Forgets what a slot drew before it is destroyed; the damage is what it covered.
  mutating func forget(_ slot: Int, damage: inout PixelRegion) {
    emitters.forget(slot)
    tints[Int32(slot)] = nil
    blends[Int32(slot)] = nil
    shifts[Int32(slot)] = nil
    guard slot < placements.count else { return }
    add(subtreeBox(of: slot), of: slot, to: &damage)
    movingFills.leave(slot)
    reset(slot)
  }

  private mutating func reset(_ slot: Int) {
    placements[slot] = Placement()
    orders[Int32(slot)] = nil
    spaces[Int32(slot)] = nil
    extras[Int32(slot)] = nil
    pictureBoxes[Int32(slot)] = nil
    backdrops.remove(Int32(slot))
    silhouettes.remove(Int32(slot))
    bitmaps[Int32(slot)] = nil
    pictures.remove(plainBodies[slot].picture)
    plainBodies[slot].picture = -1
    readyFills[slot] = ReadyFill()
  }

  // MARK: - Update

  /// Adds to `damage` every pixel that differs from the last update.
  /// Animated values that the quick way does not bring are those of media time `time` already.
  mutating func update(at time: Double, _ sampler: Sampler, damage: inout PixelRegion) {
    updateStructure(damage: &damage)
    if !emitters.isEmpty { updateEmitters(at: time) }
    placeDownwards(at: time, sampler, damage: &damage)
    moveFills(at: time, damage: &damage)
    gatherUpwards(damage: &damage)
    if !recast.isEmpty {
      for slot in recast { tree.mark(slot, .place) }
      recast.removeAll(keepingCapacity: true)
      placeDownwards(at: time, sampler, damage: &damage)
      gatherUpwards(damage: &damage)
    }
    if !orders.isEmpty, !movingFills.coming.isEmpty {
      let kept = movingFills.coming.filter { keepsFlat(tree.superlayer(of: Int($0))) }
      movingFills.coming = kept
    }
    movingFills.settle(tree, plainBodies, sampler, at: time)
    reach.settle(surface: bounds)
  }

  /// Finds out which layers are attached; the damage is what the others covered.
  mutating func updateStructure(damage: inout PixelRegion) {
    while placements.count < tree.count {
      placements.append(Placement())
      plainBodies.append(PlainBody())
      readyFills.append(ReadyFill())
      orderIsStale.append(false)
    }
    guard tree.isStructureStale else { return }
    wakeSublayers()
    for row in movingFills.rows where row.slot >= 0 {
      let box = reach.boxes[Int(row.rank)].rect
      placements[Int(row.slot)].ownBox = box
      placements[Int(row.slot)].subtreeBox = box
    }
    var left: [Int] = []
    tree.updateOrder(previousParents: &previousParents) { left.append($0) }
    for slot in left {
      addOwn(slot, to: &damage)
      if placements[slot].isPicture {
        add(placements[slot].subtreeBox, of: slot, to: &damage)
      }
      leaveQuickWay(slot)
      reset(slot)
    }
    movingFills.followOrder(of: tree)
    touched.reset(count: tree.order.count)
    reach.rebuild(tree, placements)
  }

  private mutating func placeDownwards(
    at time: Double, _ sampler: Sampler, damage: inout PixelRegion
  ) {
    if !resting.isEmpty { wakeChanged() }
    var next = 0
    while let (rank, change) = tree.takeChange(from: next) {
      next = rank
      touched.insert(rank)
      let slot = Int(tree.order[rank])
      let parent = tree.superlayer(of: slot)
      leaveQuickWay(slot, at: time)
      place(slot, parent: parent, after: change, damage: &damage)
      offerQuickWay(slot, parent: parent, sampler)
    }
  }

  /// Places a layer again, as far as what has changed about it asks for.
  mutating func place(
    _ slot: Int, parent: Int, after marked: Dirty, damage: inout PixelRegion
  ) {
    var change = marked
    if change.contains(.order) || change.contains(.sublayers) { orderIsStale[slot] = true }
    if change.contains(.own) {
      readBody(slot)
      if placements[slot].isPicture { change.formUnion(.picture) }
      if placements[slot].isVisible,
        pictureReach(slot, placements[slot].plane) != placements[slot].reach
      {
        change.insert(.place)
      }
    }
    // A picture that is changed as a whole may show something where nothing of it is drawn.
    if placements[slot].isPicture, change.contains(.place) { change.insert(.opacity) }
    if change.contains(.opacity) {
      let isOpaqueEnough = tree.values[slot].opacity > 0
      if isOpaqueEnough != placements[slot].isVisible { change.insert(.place) }
    }
    if change.contains(.opacity) || change.contains(.order) {
      add(placements[slot].subtreeBox, of: slot, to: &damage)
    }
    if change.contains(.place) || change.contains(.own) { addOwn(slot, to: &damage) }
    let wasVisible = placements[slot].isVisible
    let move = change.contains(.place) ? replace(slot, parent: parent) : nil
    if change.contains(.opacity), placements[slot].isSpace { fadeSpace(slot, parent: parent) }
    if wasVisible != placements[slot].isVisible { change.insert(.moved) }
    noteBitmaps(slot, change, damage: &damage)
    if change.contains(.place) || change.contains(.own) {
      if plainBodies[slot].isPlain {
        drawPlainBody(slot, parent: parent)
      } else {
        drawBody(slot, parent: parent)
      }
      addOwn(slot, to: &damage)
    }
    if let move { passOn(move, of: slot, damage: &damage) }
    // What must be repeated upwards, once the new box is known.
    if change.contains(.opacity) || change.contains(.order) { blended.append(slot) }
    if parent >= 0, !change.isDisjoint(with: [.own, .opacity]), isInDepth(orderOwner(of: parent)) {
      // Planes that are translucent are cut otherwise.
      orderIsStale[parent] = true
    }
    makeReady(slot)
  }

  /// Reads again what the layer draws of its own, as far as that is kept.
  private mutating func readBody(_ slot: Int) {
    pictures.remove(plainBodies[slot].picture)
    guard !tree.values[slot].keepsDepth else {
      forgetExtras(slot)
      plainBodies[slot] = .nothing
      return
    }
    updateExtras(slot)
    plainBodies[slot] = PlainBody(tree.values, slot)
    if placements[slot].hasExtras || emitters.contains(slot) {
      plainBodies[slot].isPlain = false
    } else if !plainBodies[slot].isPlain, optimizations.contains(.readyPictures),
      let picture = PlainPicture(
        tree.values, slot, maximumImageSize: maximumImageSize, body: &plainBodies[slot])
    {
      plainBodies[slot].picture = pictures.add(picture)
    }
  }

  /// Keeps the quad of a layer that is drawn as one.
  private mutating func makeReady(_ slot: Int) {
    guard usesQuickWay, placements[slot].isVisible, tree.sublayerRanks[slot].isEmpty else {
      readyFills[slot] = ReadyFill()
      return
    }
    if plainBodies[slot].picture >= 0, !placements[slot].isYUp, placements[slot].contentCount == 1,
      factor(of: slot) == .one
    {
      readyFills[slot] = ReadyFill(picture: plainBodies[slot], placements[slot].plane)
      return
    }
    guard plainBodies[slot].isPlain, plainBodies[slot].fill.w > 0 else {
      readyFills[slot] = ReadyFill()
      return
    }
    readyFills[slot] = ReadyFill(
      plainBodies[slot], factor: factor(of: slot), placements[slot].plane,
      within: bounds)
  }

  /// Slots whose whole subtree is blended or ordered in another way.
  var blended: [Int] = []

  private mutating func gatherUpwards(damage: inout PixelRegion) {
    var end = tree.order.count
    while let rank = touched.popLast(below: end) {
      end = rank
      visited += 1
      let slot = Int(tree.order[rank])
      let oldBox = placements[slot].subtreeBox, oldBelow = placements[slot].piecesBelow
      let needed = placements[slot].needsPass, clipped = placements[slot].clipsPass
      let folded = placements[slot].foldsLast
      var box = placements[slot].ownBox
      var below = 0
      if placements[slot].isVisible && !tree.sublayerRanks[slot].isEmpty {
        box = box.union(reach.box(below: slot, tree.sublayerRanks[slot]))
        below = reach.counts(below: slot).pieces
      }
      placements[slot].piecesBelow = below
      let isRecast = updateSilhouette(slot)
      box = shownBox(slot, box)
      placements[slot].subtreeBox = box
      let parent = tree.superlayer(of: slot)
      if isBlend(slot), parent >= 0, !tree.isMask(slot),
        turnToFace(slot) || isInDepth(orderOwner(of: parent))
      {
        orderIsStale[parent] = true
      }
      if orderIsStale[slot] {
        orderIsStale[slot] = false
        if joinsSiblings(slot) {
          orders[Int32(slot)] = nil
          orderIsStale[tree.superlayer(of: slot)] = true
        } else if updateSublayerOrder(slot) {
          add(oldBox, of: slot, to: &damage)
          add(box, of: slot, to: &damage)
        }
      }
      decideGroup(slot)
      // Fill and border join or part, the group is drawn aside or no longer: pixels may differ.
      if needed != placements[slot].needsPass || clipped != placements[slot].clipsPass
        || folded != placements[slot].foldsLast
        || (oldBelow == 0) != (below == 0) && placements[slot].hasBorder || isRecast
      {
        add(oldBox, of: slot, to: &damage)
        add(box, of: slot, to: &damage)
      }
      if parent >= 0 {
        let isVisible = placements[slot].isVisible
        // A mask is looked at by itself.
        guard !tree.isMask(slot) else {
          touched.insert(Int(tree.rank[parent]))
          continue
        }
        reach.update(
          rank, parent: parent, box: isVisible ? box : .zero,
          counts: isVisible
            ? SubtreeCounts(pieces: pieces(slot), visible: 1) : SubtreeCounts())
        touched.insert(Int(tree.rank[parent]))
      }
    }
    for slot in blended { add(placements[slot].subtreeBox, of: slot, to: &damage) }
    blended.removeAll(keepingCapacity: true)
  }

  /// `pieces` of the placement, most of which need not be looked at for most layers.
  private func pieces(_ slot: Int) -> Int {
    guard plainBodies[slot].isPlain else { return placements[slot].pieces }
    let isDrawn = placements[slot].hasFill && !placements[slot].ownBox.isEmpty
    return (isDrawn ? 1 : 0) + placements[slot].piecesBelow
  }

  /// Finds out what the shadow is that of. True when that has changed.
  private mutating func updateSilhouette(_ slot: Int) -> Bool {
    let was = placements[slot].castsSilhouette
    guard was || !plainBodies[slot].isPlain && tree.values[slot].shadowOpacity > 0 else {
      return false
    }
    let below =
      tree.sublayerRanks[slot].isEmpty
      ? .zero : reach.box(below: slot, tree.sublayerRanks[slot])
    let isNow = needsSilhouette(slot, below: below)
    guard isNow != was else { return false }
    placements[slot].castsSilhouette = isNow
    if isNow { silhouettes.insert(Int32(slot)) } else { silhouettes.remove(Int32(slot)) }
    recast.append(slot)
    return true
  }

  /// Adds the pixels where what the layer itself draws is seen.
  private func addOwn(_ slot: Int, to damage: inout PixelRegion) {
    let box = placements[slot].ownBox
    let spread = placements[slot].spread
    Self.add(box.outset(by: spread).intersection(bounds), to: &damage)
  }

  /// Adds the pixels where something is seen that the layer with everything below it shows in `box`.
  func add(_ box: PixelRect, of slot: Int, to damage: inout PixelRegion) {
    let spread = max(placements[slot].spreadAbove, placements[slot].oldSpreadAbove)
    Self.add(box.outset(by: spread).intersection(bounds), to: &damage)
  }

  static func add(_ box: PixelRect, to damage: inout PixelRegion) {
    guard !box.isEmpty else { return }
    for rect in damage.rects where rect.contains(box) { return }
    damage.add(box)
  }

  // MARK: - One layer

  /// The matrix of a layer to its superlayer's own plane, depth included; a mask's to that of what it
  /// masks.
  func matrixToSuper(_ slot: Int, parent: Int) -> Matrix4 {
    // Field by field: the computed properties of a layer's values would copy all of them.
    let own = LayerGeometry.toSuper(
      bounds: tree.values[slot].bounds, position: tree.values[slot].position,
      zPosition: tree.values[slot].zPosition, anchorPoint: tree.values[slot].anchorPoint,
      anchorPointZ: tree.values[slot].anchorPointZ, transform: tree.values[slot].transform)
    return hasSublayerPart(parent) && !tree.isMask(slot)
      ? own.concat(tree.values[parent].sublayerPart) : own
  }

  /// Whether a layer stays in its superlayer's plane, or parallel to it, as far as that is up to the
  /// layer itself.
  func liesFlat(_ slot: Int) -> Bool {
    tree.values[slot].transform.isAffine2D
      || tree.values[slot].transform.keepsPlane && tree.values[slot].anchorPointZ == 0
  }

  /// Whether a superlayer, if there is one, turns or moves its sublayers.
  func hasSublayerPart(_ parent: Int) -> Bool {
    parent >= 0
      && (tree.values[parent].isGeometryFlipped
        || !tree.values[parent].sublayerTransform.isIdentity)
  }

  /// Finds the place of a layer again, and what follows from the old and the new for its siblings.
  private mutating func replace(_ slot: Int, parent: Int) -> LayerMove {
    var move = LayerMove()
    move.wasMirrored = isMirrored(slot)
    move.wasCut = placements[slot].clipBox.isEmpty
    let wasYUp = placements[slot].isYUp, wasClipped = placements[slot].isClipped
    let wasVisible = placements[slot].isVisible, wasFlat = placements[slot].isFlat
    let oldHeight = placements[slot].height, oldSpread = placements[slot].spread
    let wasSpace = placements[slot].isSpace, oldSpace = wasSpace ? spaces[Int32(slot)] : nil
    place(slot, parent: parent)
    if placements[slot].isSpace {
      makeSpace(slot, parent: parent)
    } else if wasSpace {
      spaces[Int32(slot)] = nil
    }
    let isVisible = placements[slot].isVisible
    move.isSeen = isVisible || wasVisible
    move.keepsPlane =
      wasVisible && keepsFlat(slot) && placements[slot].isYUp == wasYUp
      && placements[slot].spread == 0 && oldSpread == 0 && placements[slot].rasterRoot < 0
      && !placements[slot].isRasterized
    move.leavesFills =
      !movingFills.isEmpty && move.keepsPlane && !wasClipped && !placements[slot].isClipped
      && keepsHeights(slot, since: oldSpace)
    if placements[slot].isSpace != wasSpace {
      orderIsStale[slot] = true
      if parent >= 0 { orderIsStale[parent] = true }
    }
    guard parent >= 0, !orderIsStale[parent], !tree.isMask(slot) else { return move }
    if oldHeight != placements[slot].height || wasFlat != placements[slot].isFlat
      || wasVisible != isVisible || isInDepth(orderOwner(of: parent))
    {
      orderIsStale[parent] = true
    }
    return move
  }

  private mutating func place(_ slot: Int, parent: Int) {
    var placement = Placement()
    placement.hasExtras = placements[slot].hasExtras
    placement.changesPicture = placements[slot].changesPicture
    placement.readsBehind = placements[slot].readsBehind
    placement.castsSilhouette = placements[slot].castsSilhouette
    placement.isRasterized = placements[slot].isRasterized
    if parent >= 0 {
      placement.rasterRoot =
        placements[parent].isRasterized ? Int32(parent) : placements[parent].rasterRoot
    }
    placement.oldSpreadAbove = placements[slot].spreadAbove
    placement.spreadAbove = parent >= 0 ? placements[parent].spread : 0
    placement.spread = placement.spreadAbove
    let outside = parent >= 0 ? placements[parent].plane.matrix : base.matrix
    let isReached = parent >= 0 ? placements[parent].isVisible : true
    if parent >= 0 {
      placement.isYUp = placements[parent].isYUp != tree.values[parent].isGeometryFlipped
      placement.isClipped = placements[parent].isClipped
    }
    placement.isSpace = tree.values[slot].keepsDepth
    if tree.values[slot].masksToBounds, !placement.isSpace { placement.isClipped = true }
    guard isReached, !tree.values[slot].isHidden, tree.values[slot].opacity > 0 else {
      placements[slot] = placement
      return
    }
    if placement.isSpace {
      // It has no plane: seen edge-on it shows its sublayers all the same.
      placement.isVisible = true
      placements[slot] = placement
      return
    }
    if parent >= 0, placements[parent].isSpace {
      place(slot, inSpaceOf: parent, &placement)
    } else if liesFlat(slot) && (!hasSublayerPart(parent) || tree.isMask(slot)) {
      // Most layers stay in their superlayer's plane.
      let matrix = LayerGeometry.flatToSuper(
        bounds: tree.values[slot].bounds, position: tree.values[slot].position,
        anchorPoint: tree.values[slot].anchorPoint, transform: tree.values[slot].transform)
      placement.height = tree.values[slot].zPosition - tree.values[slot].anchorPointZ
      placement.plane = DevicePlane(matrix.concat(outside))
    } else {
      placement.lie(under: matrixToSuper(slot, parent: parent), outside: outside)
    }
    if !shifts.isEmpty, let shift = shifts[Int32(slot)] {
      placement.plane = DevicePlane(
        Matrix3(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(shift.x, shift.y, 1))
          .concat(placement.plane.matrix))
    }
    let isMirrored = placement.plane.matrix.determinant < 0
    let facesAway = isMirrored != placement.isYUp
    placement.isVisible =
      !placement.plane.isDegenerate && (tree.values[slot].isDoubleSided || !facesAway)
    placement.reach = placement.isVisible ? pictureReach(slot, placement.plane) : 0
    placement.spread += placement.hasEffects ? placement.reach : 0
    placements[slot] = placement
  }
}
