import AnimationCore
import Geometry

/// Which subtrees must be drawn aside and blended as one picture.
extension Scene {
  /// Decides for one layer from its pieces and those below, which must be up to date.
  mutating func decideGroup(_ slot: Int) {
    let isFaint = factor(of: slot).w < 1
    let allowsGroup = tree.values[slot].allowsGroupOpacity
    placements[slot].fadesApart = isFaint && !allowsGroup
    var fades = false, clips = false
    // A single piece needs no group.
    if placements[slot].isVisible, placements[slot].piecesBelow > 0 || !plainBodies[slot].isPlain,
      placements[slot].pieces > (optimizations.contains(.singlePieces) ? 1 : 0)
    {
      fades = isFaint && allowsGroup
      if tree.values[slot].masksToBounds && tree.values[slot].cornerRadius > 0,
        !placements[slot].isSpace
      {
        let shape = RoundedBounds(tree.values, slot)
        // A bitmap must not depend on where it was drawn first.
        let isInBitmap = placements[slot].isRasterized || placements[slot].rasterRoot >= 0
        clips =
          shape.isRounded
          && (fades || isInBitmap || !optimizations.contains(.analyticClips)
            || piecesMeetAtEdge(slot, shape))
      }
    }
    placements[slot].fadesAsOne = fades
    placements[slot].clipsPass = clips
    placements[slot].needsPass =
      fades || clips
      || placements[slot].isVisible && (placements[slot].isPicture || isMixed(slot))
    placements[slot].foldsLast = foldsLast(slot)
  }

  private func isMixed(_ slot: Int) -> Bool {
    guard isBlend(slot), case .mixed? = orders[Int32(slot)] else { return false }
    return true
  }

  /// Whether two or more pieces are cut by the same softened part of a rounded clip. Cutting them
  /// one by one would let the lower show through the upper there.
  private func piecesMeetAtEdge(_ slot: Int, _ shape: RoundedBounds) -> Bool {
    var edge = EdgeCounter(shape, placements[slot].plane, within: bounds)
    let own = placements[slot]
    if own.hasFill || (own.hasBorder && own.contentCount + own.piecesBelow > 0) {
      edge.add(own.clipBox, count: (own.hasFill ? 1 : 0) + (own.hasBorder ? 1 : 0))
    }
    if own.contentCount > 0 {
      let body = LayerBody(
        tree.values, slot, isYUp: own.isYUp, maximumImageSize: maximumImageSize)
      let upright = own.isYUp ? own.plane.mirrored(in: body.shape.rect) : own.plane
      if let image = body.firstImage {
        edge.add(upright.pixels(of: image.rect, within: own.clipBox), count: 1)
      }
      if let image = body.secondImage {
        edge.add(upright.pixels(of: image.rect, within: own.clipBox), count: 1)
      }
    }
    if let extras = extras[Int32(slot)], own.hasExtras {
      edge.add(own.ownBox, count: extras.contentCount)
    }
    edge.add(own.ownBox, count: emitters.pieces(of: slot))
    countBelow(slot, &edge)
    return edge.isCrowded
  }

  private func countBelow(_ slot: Int, _ edge: inout EdgeCounter) {
    for child in tree.children[slot] where placements[Int(child)].isVisible {
      if edge.isCrowded { return }
      let box = subtreeBox(of: Int(child))
      guard edge.touches(box) else { continue }
      if movingFills.contains(Int(child)) {
        edge.add(box, count: 1)
        continue
      }
      let placement = placements[Int(child)]
      if placement.needsPass {
        // Drawn aside itself, it arrives as one piece, and what is made from it or behind it apart.
        let isTwofold = placement.castsSilhouette || placement.readsBehind
        edge.add(placement.subtreeBox, count: isTwofold ? 2 : 1)
      } else {
        edge.add(placement.ownBox, count: placement.ownPieces)
        countBelow(Int(child), &edge)
      }
    }
  }
}

/// Counts the pieces that lie on each softened part of a rounded clip's edge.
private struct EdgeCounter {
  private let shape: RoundedBounds
  private let inverse: Matrix3?
  /// The pixels of the four corners; only the first counts where the whole edge is soft.
  private var corners = (PixelRect.zero, PixelRect.zero, PixelRect.zero, PixelRect.zero)
  private var counts = SIMD4<Int>.zero
  /// The straight edges lie between pixels: only the corners are soft.
  private let isCrisp: Bool

  init(_ shape: RoundedBounds, _ plane: DevicePlane, within limit: PixelRect) {
    self.shape = shape
    inverse = plane.matrix.inverse
    isCrisp = plane.wholePixels(of: shape.rect, within: limit) != nil
    guard isCrisp else { return }
    let r = shape.rect
    func corner(_ i: Int, _ x: Double, _ y: Double) -> PixelRect {
      let radius = shape.radii[i]
      return plane.pixels(
        of: Rect(
          x == 0 ? r.minX : r.maxX - radius, y == 0 ? r.minY : r.maxY - radius, radius, radius),
        within: limit)
    }
    corners = (corner(0, 0, 0), corner(1, 1, 0), corner(2, 0, 1), corner(3, 1, 1))
  }

  var isCrowded: Bool { counts.max() > 1 }

  func touches(_ box: PixelRect) -> Bool {
    if isCrisp {
      return corners.0.intersects(box) || corners.1.intersects(box) || corners.2.intersects(box)
        || corners.3.intersects(box)
    }
    return !box.isEmpty && !isInside(box)
  }

  mutating func add(_ box: PixelRect, count: Int) {
    if isCrisp {
      if corners.0.intersects(box) { counts.x += count }
      if corners.1.intersects(box) { counts.y += count }
      if corners.2.intersects(box) { counts.z += count }
      if corners.3.intersects(box) { counts.w += count }
    } else if touches(box) {
      counts.x += count
    }
  }

  private func isInside(_ box: PixelRect) -> Bool {
    guard let inverse else { return false }
    return shape.encloses(box, mappedBy: inverse, marginInPixels: 1)
  }
}
