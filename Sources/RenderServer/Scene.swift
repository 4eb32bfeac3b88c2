import AnimationCore
import Geometry

/// The tree with everything derived from its presented values: places, boxes, groups, order.
///
/// `update` works from the root down and then back up, but stops at nothing it does not have to
/// touch: an unchanged layer costs one look at its flags. It collects the pixels that no longer show
/// what they should.
struct Scene {
  var tree = RenderTree()
  private(set) var placements: [Placement] = []
  /// Only of layers whose sublayers are not drawn in their own order.
  private(set) var orders: [Int32: SublayerOrder] = [:]
  /// The surface in device pixels.
  private(set) var bounds = PixelRect.zero
  /// Images with more pixels along a side are not drawn.
  var maximumImageSize = 16_384
  /// Images that were not drawn for want or excess of pixels, since they were last asked for.
  var refusedImages: [ImageID] = []
  private var base = DevicePlane()
  private var previousParents: [Int32] = []
  /// Per slot, valid within one update: the change passes on to all sublayers; the subtree's result
  /// must be put together again; so must the order of its sublayers.
  private var passesOn: [Bool] = []
  private var isTouched: [Bool] = []
  private var orderIsStale: [Bool] = []

  /// Points to pixels by `scale`; everything is placed anew.
  mutating func setSurface(_ bounds: PixelRect, scale: Double) {
    self.bounds = bounds
    base = DevicePlane(
      Matrix3(SIMD3(scale, 0, 0), SIMD3(0, scale, 0), SIMD3(0, 0, 1)))
    if tree.root >= 0 { tree.dirty[Int(tree.root)].insert(.place) }
  }

  /// Forgets what a slot drew before it is destroyed; the damage is what it covered.
  mutating func forget(_ slot: Int, damage: inout PixelRegion) {
    guard slot < placements.count else { return }
    damage.add(placements[slot].subtreeBox)
    placements[slot] = Placement()
    orders[Int32(slot)] = nil
  }

  // MARK: - Update

  /// Adds to `damage` every pixel that differs from the last update.
  mutating func update(damage: inout PixelRegion) {
    updateStructure(damage: &damage)
    placeDownwards(damage: &damage)
    gatherUpwards(damage: &damage)
  }

  /// Finds out which layers are attached; the damage is what the others covered.
  mutating func updateStructure(damage: inout PixelRegion) {
    while placements.count < tree.count {
      placements.append(Placement())
      passesOn.append(false)
      isTouched.append(false)
      orderIsStale.append(false)
    }
    guard tree.isStructureStale else { return }
    var left: [Int] = []
    tree.updateOrder(previousParents: &previousParents) { left.append($0) }
    for slot in left {
      Self.add(placements[slot].ownBox, to: &damage)
      placements[slot] = Placement()
      orders[Int32(slot)] = nil
    }
  }

  private mutating func placeDownwards(damage: inout PixelRegion) {
    for index in tree.order.indices {
      let slot = Int(tree.order[index])
      let parent = tree.superlayer(of: slot)
      var change = tree.dirty[slot]
      if parent >= 0 && passesOn[parent] { change.insert(.place) }
      passesOn[slot] = false
      guard !change.isEmpty else { continue }
      tree.dirty[slot] = []
      isTouched[slot] = true
      if change.contains(.order) || change.contains(.sublayers) { orderIsStale[slot] = true }
      let old = placements[slot]
      if change.contains(.opacity) {
        let isOpaqueEnough = tree.values[slot].opacity > 0
        if isOpaqueEnough != old.isVisible { change.insert(.place) }
        Self.add(old.subtreeBox, to: &damage)
      }
      if change.contains(.order) { Self.add(old.subtreeBox, to: &damage) }
      if change.contains(.place) {
        place(slot, parent: parent)
        passesOn[slot] = placements[slot].isVisible || old.isVisible
        if parent >= 0 { noteOrder(parent, old: old, new: placements[slot]) }
      }
      if change.contains(.place) || change.contains(.own) {
        drawBody(slot, parent: parent)
        Self.add(old.ownBox, to: &damage)
        Self.add(placements[slot].ownBox, to: &damage)
      }
      // What must be repeated upwards, once the new box is known.
      if change.contains(.opacity) || change.contains(.order) { blended.append(slot) }
    }
  }

  /// Slots whose whole subtree is blended or ordered in another way.
  private var blended: [Int] = []

  private mutating func gatherUpwards(damage: inout PixelRegion) {
    for index in tree.order.indices.reversed() {
      let slot = Int(tree.order[index])
      guard isTouched[slot] else { continue }
      isTouched[slot] = false
      let old = placements[slot]
      var box = old.ownBox
      var below = 0
      if old.isVisible {
        for child in tree.children[slot] where placements[Int(child)].isVisible {
          box = box.union(placements[Int(child)].subtreeBox)
          below += placements[Int(child)].pieces
        }
      }
      placements[slot].subtreeBox = box
      placements[slot].piecesBelow = below
      if orderIsStale[slot] {
        orderIsStale[slot] = false
        if updateSublayerOrder(slot) {
          Self.add(old.subtreeBox, to: &damage)
          Self.add(box, to: &damage)
        }
      }
      decideGroup(slot)
      // Fill and border join or part, the group is drawn aside or no longer: pixels may differ.
      if old.needsPass != placements[slot].needsPass
        || old.clipsPass != placements[slot].clipsPass
        || (old.piecesBelow == 0) != (below == 0) && old.hasBorder
      {
        Self.add(old.subtreeBox, to: &damage)
        Self.add(box, to: &damage)
      }
      let parent = tree.superlayer(of: slot)
      if parent >= 0 { isTouched[parent] = true }
    }
    for slot in blended { Self.add(placements[slot].subtreeBox, to: &damage) }
    blended.removeAll(keepingCapacity: true)
  }

  private static func add(_ box: PixelRect, to damage: inout PixelRegion) {
    guard !box.isEmpty else { return }
    for rect in damage.rects where rect.contains(box) { return }
    damage.add(box)
  }

  mutating func setGroup(_ slot: Int, needsPass: Bool, clipsPass: Bool) {
    placements[slot].needsPass = needsPass
    placements[slot].clipsPass = clipsPass
  }

  mutating func setFadesApart(_ slot: Int, _ isApart: Bool) {
    placements[slot].fadesApart = isApart
  }

  // MARK: - One layer

  /// The matrix of a layer to its superlayer's own plane, depth included.
  private func matrixToSuper(_ slot: Int, parent: Int) -> Matrix4 {
    // Field by field: the computed properties of a layer's values would copy all of them.
    let own = LayerGeometry.toSuper(
      bounds: tree.values[slot].bounds, position: tree.values[slot].position,
      zPosition: tree.values[slot].zPosition, anchorPoint: tree.values[slot].anchorPoint,
      anchorPointZ: tree.values[slot].anchorPointZ, transform: tree.values[slot].transform)
    guard parent >= 0,
      tree.values[parent].isGeometryFlipped || !tree.values[parent].sublayerTransform.isIdentity
    else { return own }
    return own.concat(tree.values[parent].sublayerPart)
  }

  private mutating func place(_ slot: Int, parent: Int) {
    var placement = Placement()
    let outside = parent >= 0 ? placements[parent].plane.matrix : base.matrix
    let isReached = parent >= 0 ? placements[parent].isVisible : true
    if parent >= 0 {
      placement.isYUp = placements[parent].isYUp != tree.values[parent].isGeometryFlipped
    }
    guard isReached, !tree.values[slot].isHidden, tree.values[slot].opacity > 0 else {
      placements[slot] = placement
      return
    }
    let matrix = matrixToSuper(slot, parent: parent)
    placement.isFlat =
      abs(matrix.r0.z) < 1e-9 && abs(matrix.r1.z) < 1e-9 && abs(matrix.r0.w) < 1e-9
      && abs(matrix.r1.w) < 1e-9
    let height = matrix.r3.w == 1 ? matrix.r3.z : matrix.r3.z / matrix.r3.w
    placement.height = height.isFinite ? height : 0
    placement.plane = DevicePlane(matrix.homography.concat(outside))
    let isMirrored = placement.plane.matrix.determinant < 0
    let facesAway = isMirrored != placement.isYUp
    placement.isVisible =
      !placement.plane.isDegenerate && (tree.values[slot].isDoubleSided || !facesAway)
    placements[slot] = placement
  }

  /// What the layer draws of its own and the clip it sets for the rest.
  private mutating func drawBody(_ slot: Int, parent: Int) {
    guard placements[slot].isVisible else {
      placements[slot].ownBox = .zero
      return
    }
    let outer = parent >= 0 ? placements[parent].clipBox : bounds
    let plane = placements[slot].plane
    let isMasked = tree.values[slot].masksToBounds
    let body = LayerBody(
      tree.values, slot, isYUp: placements[slot].isYUp, maximumImageSize: maximumImageSize)
    if let refused = body.refusedImage { refusedImages.append(refused) }
    var inner = outer
    if isMasked {
      // Bounds without area let nothing through, not even the softened edge of a clip.
      inner =
        body.shape.rect.isEmpty ? .zero : plane.pixels(of: body.shape, within: outer)
    }
    var box = PixelRect.zero
    if body.hasFill || body.hasBorder {
      box = isMasked ? inner : plane.pixels(of: body.shape, within: outer)
    }
    if body.imageCount > 0 {
      let upright =
        placements[slot].isYUp ? plane.mirrored(in: body.shape.rect) : plane
      if let image = body.firstImage {
        box = box.union(upright.pixels(of: image.rect, within: inner))
      }
      if let image = body.secondImage {
        box = box.union(upright.pixels(of: image.rect, within: inner))
      }
    }
    if let shadow = body.shadow {
      box = box.union(plane.pixels(of: shadow.extent, within: outer))
    }
    placements[slot].clipBox = inner
    placements[slot].ownBox = box
    placements[slot].hasShadow = body.shadow != nil
    placements[slot].hasFill = body.hasFill
    placements[slot].hasBorder = body.hasBorder
    placements[slot].imageCount = body.imageCount
  }

  // MARK: - Order of sublayers

  private mutating func noteOrder(_ parent: Int, old: Placement, new: Placement) {
    if case .depth? = orders[Int32(parent)] {
      orderIsStale[parent] = true
    } else if old.height != new.height || old.isFlat != new.isFlat
      || old.isVisible != new.isVisible
    {
      orderIsStale[parent] = true
    }
  }

  /// True when sublayers that did not change themselves may look different: those cut in depth.
  private mutating func updateSublayerOrder(_ slot: Int) -> Bool {
    let key = Int32(slot)
    let old = orders[key]
    let new = sublayerOrder(slot)
    guard old != new else { return false }
    orders[key] = new
    if case .depth? = old { return true }
    if case .depth? = new { return true }
    return false
  }

  /// Nil for the order of the list.
  private func sublayerOrder(_ slot: Int) -> SublayerOrder? {
    let children = tree.children[slot]
    var isSorted = true, isFlat = true
    var last = -Double.infinity
    for child in children where placements[Int(child)].isVisible {
      if !placements[Int(child)].isFlat { isFlat = false }
      let height = placements[Int(child)].height
      if height < last { isSorted = false }
      last = height
    }
    if isFlat {
      guard !isSorted else { return nil }
      let order = children.enumerated().filter { placements[Int($0.element)].isVisible }.sorted {
        let a = placements[Int($0.element)].height, b = placements[Int($1.element)].height
        return a != b ? a < b : $0.offset < $1.offset
      }
      return .sorted(order.map(\.element))
    }
    let scale = placements[slot].plane.pixelsPerPoint
    var sorter = DepthSorter(overlap: scale > 1e-6 ? 1 / scale : 1)
    let visible = children.enumerated().filter { placements[Int($0.element)].isVisible }
    let byBias = visible.sorted {
      let a = tree.values[Int($0.element)].zPosition, b = tree.values[Int($1.element)].zPosition
      return a != b ? a < b : $0.offset < $1.offset
    }
    for (_, child) in byBias {
      sorter.add(
        item: Int(child), bounds: tree.values[Int(child)].bounds,
        matrix: matrixToSuper(Int(child), parent: slot))
    }
    return .depth(sorter.sorted())
  }
}
