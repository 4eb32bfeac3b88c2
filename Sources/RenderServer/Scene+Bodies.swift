import AnimationCore
import Geometry

/// What layers draw of their own, and where.
extension Scene {
  /// As `drawBody`, for a layer that is nothing but a fill.
  mutating func drawPlainBody(_ slot: Int, parent: Int) {
    guard placements[slot].isVisible else {
      placements[slot].ownBox = .zero
      return
    }
    let outer = parent >= 0 ? placements[parent].clipBox : bounds
    let hasFill = plainBodies[slot].fill.w > 0
    placements[slot].ownBox =
      hasFill
      ? placements[slot].plane.pixels(of: plainBodies[slot].rect, within: outer) : .zero
    placements[slot].clipBox = outer
    placements[slot].hasShadow = false
    placements[slot].hasFill = hasFill
    placements[slot].hasBorder = false
    placements[slot].contentCount = 0
  }

  /// What the layer draws of its own and the clip it sets for the rest.
  mutating func drawBody(_ slot: Int, parent: Int) {
    guard placements[slot].isVisible else {
      placements[slot].ownBox = .zero
      return
    }
    let plane = placements[slot].plane
    // What lies beyond is seen through filters and shadows.
    let outer =
      placements[slot].isRasterized
      ? .everywhere
      : (parent >= 0 ? placements[parent].clipBox : bounds).outset(by: placements[slot].reach)
    let body = LayerBody(
      tree.values, slot, isYUp: placements[slot].isYUp, maximumImageSize: maximumImageSize)
    if let refused = body.refusedImage { refusedImages.append(refused) }
    let boxes = boxes(of: body, slot, in: plane, within: outer)
    placements[slot].clipBox = boxes.inner
    placements[slot].ownBox = boxes.own
    placements[slot].hasShadow = body.shadow != nil
    placements[slot].hasFill = body.hasFill
    placements[slot].hasBorder = body.hasBorder
    placements[slot].contentCount = body.imageCount
    let particles = emitters.pieces(of: slot)
    if particles > 0 {
      placements[slot].contentCount += particles
      placements[slot].ownBox = boxes.own.union(particleBox(slot, within: boxes.inner))
    }
    guard placements[slot].hasExtras, let extras = extras[Int32(slot)] else { return }
    placements[slot].contentCount += extras.contentCount
    if extras.pathShadow != nil { placements[slot].hasShadow = true }
  }

  /// The pixels that own drawing touches, and those that contents and sublayers are limited to, where
  /// the layer lies in `plane`.
  func boxes(of body: LayerBody, _ slot: Int, in plane: DevicePlane, within outer: PixelRect)
    -> (own: PixelRect, inner: PixelRect)
  {
    var inner = outer
    let isMasked = tree.values[slot].masksToBounds
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
    if placements[slot].hasExtras, let extras = extras[Int32(slot)] {
      if extras.gradient != nil || !extras.backdropFilters.isEmpty {
        box = box.union(plane.pixels(of: body.shape, within: outer))
      }
      if let shape = extras.shape { box = box.union(shape.pixels(in: plane, within: inner)) }
      if let shadow = extras.pathShadow { box = box.union(shadow.pixels(in: plane, within: outer)) }
    }
    return (box, inner)
  }
}
