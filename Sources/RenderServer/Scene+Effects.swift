import AnimationCore
import Geometry

/// What is done to the pictures of layers, and how far pixels reach by it.
extension Scene {
  /// Reads again what only few layers have.
  mutating func updateExtras(_ slot: Int) {
    let mask = tree.masks.isEmpty ? RenderTree.none : tree.masks[Int32(slot)] ?? RenderTree.none
    let new = LayerExtras(
      tree.values, slot, mask: mask,
      previous: placements[slot].hasExtras ? extras[Int32(slot)] : nil)
    if new != nil || placements[slot].hasExtras { extras[Int32(slot)] = new }
    placements[slot].hasExtras = new != nil
    placements[slot].changesPicture = new?.changesPicture ?? false
    placements[slot].isRasterized = new?.rasterizationScale != nil
    let readsBehind = new.map { !$0.backdropFilters.isEmpty } ?? false
    placements[slot].readsBehind = readsBehind || new?.blendMode != nil
    if readsBehind { backdrops.insert(Int32(slot)) } else { backdrops.remove(Int32(slot)) }
  }

  /// A layer that draws nothing has nothing done to its picture.
  mutating func forgetExtras(_ slot: Int) {
    guard placements[slot].hasExtras else { return }
    extras[Int32(slot)] = nil
    backdrops.remove(Int32(slot))
    placements[slot].hasExtras = false
    placements[slot].changesPicture = false
    placements[slot].readsBehind = false
    placements[slot].isRasterized = false
  }

  /// How many pixels filters and shadow take the layer's own picture beyond what is drawn.
  func pictureReach(_ slot: Int, _ plane: DevicePlane) -> Int {
    guard !plainBodies[slot].isPlain else { return 0 }
    let filters = placements[slot].hasExtras ? extras[Int32(slot)]?.filters ?? [] : []
    return filters.reach(scale: plane.pixelsPerPoint)
      + (SilhouetteShadow(tree.values, slot, plane)?.reach ?? 0)
  }

  func shadowOfPicture(_ slot: Int) -> SilhouetteShadow? {
    guard placements[slot].castsSilhouette else { return nil }
    return SilhouetteShadow(tree.values, slot, placements[slot].plane)
  }

  /// `space`, moved such that a layer in `plane` of it lies where its shadow does.
  func shadowSpace(_ slot: Int, _ plane: DevicePlane, in space: Matrix3) -> Matrix3? {
    let move = tree.values[slot].shadowOffset
    let moved = Matrix3(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(move.width, move.height, 1))
    return plane.matrix.inverse.map {
      space.concat($0).concat(moved).concat(plane.matrix)
    }
  }

  /// What is seen of a layer that draws in `content` with everything below it.
  mutating func shownBox(_ slot: Int, _ content: PixelRect) -> PixelRect {
    guard placements[slot].isPicture else { return content }
    let parent = tree.superlayer(of: slot)
    let outer = parent >= 0 ? placements[parent].clipBox : bounds
    var box = content
    if let extras = extras[Int32(slot)] {
      box = box.outset(by: extras.filters.reach(scale: placements[slot].plane.pixelsPerPoint))
    }
    if let shadow = shadowOfPicture(slot) { box = box.union(shadow.target(of: box)) }
    if let mask = extras[Int32(slot)]?.mask, mask >= 0 {
      box = placements[Int(mask)].isVisible ? box.intersection(subtreeBox(of: Int(mask))) : .zero
    }
    if extras[Int32(slot)]?.blendMode?.changesAll == true {
      let shape = RoundedBounds(tree.values, slot)
      box = shape.rect.isEmpty ? .zero : placements[slot].plane.pixels(of: shape, within: outer)
    }
    pictureBoxes[Int32(slot)] = PictureBoxes(content: content, result: box)
    if placements[slot].isRasterized, let bitmap = plannedBitmap(slot) {
      box = placements[slot].plane.pixels(of: bitmap.rect, within: outer)
    }
    return box.intersection(outer)
  }

  /// Whether the shadow of a layer must be taken from what is drawn, because it is not that of a
  /// rounded rectangle. `below`: what the sublayers cover.
  func needsSilhouette(_ slot: Int, below: PixelRect) -> Bool {
    guard tree.values[slot].shadowOpacity > 0, placements[slot].isVisible,
      !placements[slot].isSpace,
      placements[slot].plane.matrix.isFinite,
      SilhouetteShadow(tree.values, slot, placements[slot].plane) != nil
    else { return false }
    if let extras = extras[Int32(slot)], !extras.filters.isEmpty { return true }
    if !optimizations.contains(.analyticShadows) { return true }
    let body = LayerBody(
      tree.values, slot, isYUp: placements[slot].isYUp, maximumImageSize: maximumImageSize)
    let others = placements[slot].contentCount + placements[slot].piecesBelow
    guard body.hasFill else {
      // An opaque image casts a full shadow; anything else must be looked at.
      return others > 0 || body.hasBorder
        ? body.shadow == nil || others != 1 || body.hasBorder : false
    }
    let alpha = body.fill.w
    if alpha < 1 {
      // The border's share of the blurred silhouette, which is a thin ring, may be too small to see.
      let sigma = max(tree.values[slot].shadowRadius, 1e-3)
      let share = (1 - alpha) * body.border.w * min(1, body.borderWidth / (sigma * 2.5066))
      return others > 0 || share > 0.02
    }
    guard others > 0, let inverse = placements[slot].plane.matrix.inverse else { return false }
    var inside = below
    let upright =
      placements[slot].isYUp
      ? placements[slot].plane.mirrored(in: body.shape.rect) : placements[slot].plane
    for image in [body.firstImage, body.secondImage] {
      if let image { inside = inside.union(upright.pixels(of: image.rect, within: .everywhere)) }
    }
    if let shape = extras[Int32(slot)]?.shape {
      inside = inside.union(shape.pixels(in: placements[slot].plane, within: .everywhere))
    }
    if emitters.pieces(of: slot) > 0 {
      inside = inside.union(particleBox(slot, within: .everywhere))
    }
    // Boxes are whole pixels: what sticks out by less is not seen.
    return !inside.isEmpty
      && !body.shape.encloses(inside, mappedBy: inverse, marginInPixels: -1)
  }

  // MARK: - What lies behind

  /// Some layer depends on what has been drawn before it.
  var readsBehind: Bool {
    extras.values.contains { $0.blendMode != nil || !$0.backdropFilters.isEmpty }
  }

  /// Adds all of what cannot be drawn in part, where a part of it is drawn anew.
  mutating func completePictures(in region: inout PixelRegion) {
    guard !backdrops.isEmpty || !silhouettes.isEmpty,
      region.bounds != bounds || region.rects.count > 1
    else { return }
    indivisible.removeAll(keepingCapacity: true)
    for slot in backdrops where isShown(Int(slot)) {
      indivisible.append(backdropBox(Int(slot)).intersection(bounds))
    }
    for slot in silhouettes where isShown(Int(slot)) && isSoftAndTilted(Int(slot)) {
      indivisible.append(placements[Int(slot)].subtreeBox.intersection(bounds))
    }
    var hasGrown = true
    while hasGrown {
      hasGrown = false
      for i in indivisible.indices where region.intersects(indivisible[i]) {
        region.add(indivisible[i])
        indivisible[i] = .zero
        hasGrown = true
      }
    }
  }

  private func isShown(_ slot: Int) -> Bool {
    slot < placements.count && placements[slot].isVisible && tree.rank[slot] >= 0
  }

  /// What is there of the last frame has the layer itself in it.
  private func backdropBox(_ slot: Int) -> PixelRect {
    let reach = extras[Int32(slot)]?.backdropFilters.reach(
      scale: placements[slot].plane.pixelsPerPoint)
    return placements[slot].ownBox.outset(by: reach ?? 0)
  }

  /// How the pixels of such a shadow are rounded depends on how large the silhouette is.
  private func isSoftAndTilted(_ slot: Int) -> Bool {
    !placements[slot].plane.isSimilarity && shadowOfPicture(slot)?.isSoft == true
  }
}

/// What a layer touches with everything below it, beyond the surface too where that can be seen.
struct PictureBoxes {
  /// Before filters, shadow and mask.
  var content: PixelRect
  /// After them.
  var result: PixelRect
}

extension PixelRect {
  /// More than can ever be drawn.
  static let everywhere = PixelRect(-(1 << 20), -(1 << 20), 1 << 21, 1 << 21)
}
