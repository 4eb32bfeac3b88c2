import AnimationCore
import Geometry
import LayerCommit

/// The bitmap that a layer is drawn into once, with everything below it.
struct BitmapPlan: Equatable {
  /// How often what is in it has changed.
  var version = 0
  /// Pixels a point.
  var scale = 0.0
  /// What of the layer's own space is in it: whole pixels of the bitmap.
  var rect = Rect.zero
  var size = PixelSize(0, 0)
  /// What was planned for last.
  fileprivate var plannedVersion = -1
  fileprivate var surface = PixelRect.zero
}

/// Layers that are drawn by a bitmap.
extension Scene {
  /// Counts what a bitmap that the layer is in, or its own, must be drawn again for; all that such a
  /// bitmap shows is damaged. A layer's own place and opacity are none of its bitmap's business.
  mutating func noteBitmaps(_ slot: Int, _ change: Dirty, damage: inout PixelRegion) {
    if placements[slot].isRasterized, !change.isDisjoint(with: [.own, .order, .sublayers]) {
      noteBitmap(slot, damage: &damage)
    }
    // What only goes along with layers above has not changed.
    guard !change.isDisjoint(with: [.own, .order, .sublayers, .moved, .opacity]) else { return }
    var root = Int(placements[slot].rasterRoot)
    while root >= 0 {
      noteBitmap(root, damage: &damage)
      root = Int(placements[root].rasterRoot)
    }
  }

  private mutating func noteBitmap(_ slot: Int, damage: inout PixelRegion) {
    bitmaps[Int32(slot), default: BitmapPlan()].version += 1
    add(placements[slot].subtreeBox, of: slot, to: &damage)
    blended.append(slot)
  }

  /// Nil for a layer that draws nothing, or would need more pixels than bitmaps may have.
  mutating func plannedBitmap(_ slot: Int) -> BitmapPlan? {
    // What is not seen is planned for when it comes into view: then it has a place.
    guard let scale = extras[Int32(slot)]?.rasterizationScale, placements[slot].isVisible else {
      return nil
    }
    var plan = bitmaps[Int32(slot)] ?? BitmapPlan()
    if plan.plannedVersion != plan.version || plan.scale != scale || plan.surface != bounds {
      plan.surface = bounds
      plan.plannedVersion = plan.version
      plan.scale = scale
      plan.rect = extent(slot, scale: scale)
      let width = (plan.rect.size.width * scale).rounded()
      let height = (plan.rect.size.height * scale).rounded()
      let limit = Double(maximumImageSize)
      let isPossible =
        width >= 1 && height >= 1 && width <= limit && height <= limit
        && width * height <= RasterCache.surfaces * Double(bounds.area)
      plan.size = isPossible ? PixelSize(Int(width), Int(height)) : PixelSize(0, 0)
      bitmaps[Int32(slot)] = plan
    }
    return plan.size.isEmpty ? nil : plan
  }

  /// What a layer touches with everything below it, in its own points. The bitmap's pixels are those
  /// of the screen where the layer lies on whole ones.
  private func extent(_ slot: Int, scale s: Double) -> Rect {
    guard let inverse = placements[slot].plane.matrix.inverse else { return .zero }
    let origin = tree.values[slot].bounds.origin
    let space = inverse.concat(
      Matrix3(SIMD3(s, 0, 0), SIMD3(0, s, 0), SIMD3(-origin.x * s, -origin.y * s, 1)))
    let box = bitmapBox(slot, space, within: .everywhere).rect
    let rect = Rect(
      box.minX / s + origin.x, box.minY / s + origin.y, box.size.width / s, box.size.height / s)
    return rect.isFinite ? rect : .zero
  }

  /// The pixels of a layer and everything below it in a space that device pixels are mapped to.
  private func bitmapBox(_ slot: Int, _ space: Matrix3, within limit: PixelRect) -> PixelRect {
    guard placements[slot].isVisible else { return .zero }
    if placements[slot].isSpace { return bitmapBox(below: slot, space, within: limit) }
    var box = contentBox(slot, space, within: limit)
    guard placements[slot].hasEffects else { return box }
    let plane = DevicePlane(self.plane(of: slot).matrix.concat(space))
    let extras = extras[Int32(slot)]
    if let extras { box = box.outset(by: extras.filters.reach(scale: plane.pixelsPerPoint)) }
    if placements[slot].castsSilhouette,
      let shadow = SilhouetteShadow(tree.values, slot, plane)
    {
      let fallen =
        if !shadow.isSoft, let space = shadowSpace(slot, plane, in: space) {
          contentBox(slot, space, within: limit)
        } else {
          shadow.target(of: box)
        }
      box = box.union(fallen)
    }
    if let mask = extras?.mask, mask >= 0 {
      box = box.intersection(bitmapBox(Int(mask), space, within: limit))
    }
    if extras?.blendMode?.changesAll == true {
      let shape = RoundedBounds(tree.values, slot)
      box = shape.rect.isEmpty ? .zero : plane.pixels(of: shape, within: limit)
    }
    return box.intersection(limit)
  }

  /// The pixels of what a layer and everything below it draw, before anything is done to their picture
  /// as a whole: without mask, filters, and the shadow of the picture.
  func contentBox(_ slot: Int, _ space: Matrix3, within limit: PixelRect) -> PixelRect {
    let plane = DevicePlane(self.plane(of: slot).matrix.concat(space))
    var body = LayerBody(
      tree.values, slot, isYUp: placements[slot].isYUp, maximumImageSize: maximumImageSize)
    if placements[slot].castsSilhouette { body.shadow = nil }
    let boxes = boxes(of: body, slot, in: plane, within: limit)
    let box = boxes.own.union(bitmapBox(below: slot, space, within: boxes.inner))
    guard emitters.pieces(of: slot) > 0 else { return box }
    let particles = particleBox(slot, within: .everywhere)
    return box.union(
      PixelRect(covering: DevicePlane(space).box(of: particles.rect), within: boxes.inner))
  }

  private func bitmapBox(below slot: Int, _ space: Matrix3, within limit: PixelRect) -> PixelRect {
    tree.sublayerRanks[slot].reduce(.zero) {
      $0.union(bitmapBox(Int(tree.order[$1]), space, within: limit))
    }
  }

  /// Whether a layer may be seen now or at the next look.
  func isSeen(_ id: LayerID) -> Bool {
    guard let slot = tree.slotOf[id], slot < placements.count else { return false }
    return placements[slot].isVisible && !placements[slot].subtreeBox.isEmpty
  }
}
