import AnimationCore
import Geometry
import Renderer

/// Groups that end in a group, as those of nested cards and screens do: one pass serves all of them.
///
/// The last sublayer is on top. It is drawn first, into the pass of its superlayer, which is empty
/// then; what would have been done to its own pass is done to that one in place; then its siblings
/// are put below it, the uppermost first. A pass costs as much as some ten thousand pixels.
extension Scene {
  /// More siblings are not looked through, one after the other in every frame.
  private static let mostSiblings = 64

  /// Whether the last sublayer of a group is one whose picture can be made in the group's own pass.
  ///
  /// Only what says so in every frame alike counts, not what is damaged: pixels that a frame leaves as
  /// they are must not differ from those that it would draw.
  func foldsLast(_ slot: Int) -> Bool {
    guard optimizations.contains(.foldedGroups) else { return false }
    let placement = placements[slot]
    guard placement.needsPass, !placement.isPicture, !placement.isSpace, !placement.hasExtras,
      placement.rasterRoot < 0, !placement.hasFill, !placement.hasBorder, !placement.hasShadow,
      placement.contentCount == 0, emitters.pieces(of: slot) == 0, !isBlend(slot),
      orders[Int32(slot)] == nil, placement.clipsPass || cutsWholePixels(slot)
    else { return false }
    let ranks = tree.sublayerRanks[slot]
    guard ranks.count > 1, ranks.count <= Self.mostSiblings, let last = lastGroup(of: slot) else {
      return false
    }
    for rank in ranks {
      let child = Int(tree.order[rank])
      guard child != last, placements[child].isVisible else { continue }
      guard plainBodies[child].isPlain, placements[child].piecesBelow == 0,
        plainBodies[child].edges == 15, placements[child].plane.isAxisAligned,
        !movingFills.contains(child)
      else { return false }
    }
    return true
  }

  /// The uppermost sublayer that is seen, where it is a group that nothing more is done to than cutting
  /// it to whole pixels or round corners and fading it.
  func lastGroup(of slot: Int) -> Int? {
    for rank in tree.sublayerRanks[slot].reversed() {
      let child = Int(tree.order[rank])
      let placement = placements[child]
      guard placement.isVisible, factor(of: child).w > 0 else { continue }
      let factor = factor(of: child)
      guard placement.needsPass, !placement.fadesApart, !placement.isPicture,
        !placement.isSpace, !isBlend(child),
        !tree.isMask(child), factor == SIMD4(repeating: factor.w)
      else { return nil }
      guard placement.clipsPass else { return child }
      return RoundedBounds(tree.values, child).cornerFlag == 0
        && placement.plane.wholePixels(
          of: RoundedBounds(tree.values, child).rect, within: bounds) != nil
        ? child : nil
    }
    return nil
  }

  private func cutsWholePixels(_ slot: Int) -> Bool {
    guard tree.values[slot].masksToBounds else { return true }
    return placements[slot].plane.wholePixels(
      of: RoundedBounds(tree.values, slot).rect, within: bounds) != nil
  }
}

extension FrameBuilder {
  /// The sublayers of a group whose last one is a group.
  mutating func folded(_ scene: Scene, _ slot: Int, fading: Fading, clip: Clip) {
    let last = scene.lastGroup(of: slot) ?? -1
    for rank in scene.tree.sublayerRanks[slot].reversed() {
      let child = Int(scene.tree.order[rank])
      if child == last {
        group(scene, child, inPlace: scene.placements[child], clip: clip)
      } else {
        under(scene, child, factor: fading.factor * scene.factor(of: child), clip: clip)
      }
    }
  }

  /// Draws a group into the innermost target, which holds nothing else yet.
  private mutating func group(
    _ scene: Scene, _ slot: Int, inPlace placement: Placement, clip: Clip
  ) {
    var box = placement.subtreeBox.intersection(clip.scissor).intersection(area)
    let shape = RoundedBounds(scene.tree.values, slot)
    if placement.clipsPass {
      box = box.intersection(placement.plane.wholePixels(of: shape.rect, within: limits) ?? .zero)
    }
    guard !box.isEmpty, region.intersects(box) else {
      culled += 1
      return
    }
    contents(scene, slot, placement, fading: .none, clip: Clip(chain: -1, scissor: box))
    let kept = SIMD4<Float>(repeating: Float(scene.factor(of: slot).w))
    if placement.clipsPass {
      append(
        .shape, .none, blend: .destinationIn,
        instance(
          placement.plane, shape.rect, kept, radii: SIMD4<Float>(shape.radii),
          params: SIMD2(0, 15), clip: -1))
    } else {
      append(DrawList.Solid(box, kept), blend: .destinationIn)
    }
  }

  /// Puts a plain fill below what the innermost target holds.
  private mutating func under(_ scene: Scene, _ slot: Int, factor: SIMD4<Double>, clip: Clip) {
    guard scene.placements[slot].isVisible else { return }
    let body = scene.plainBodies[slot]
    let box = visible(scene.ownBox(of: slot), clip)
    guard body.fill.w > 0, !box.isEmpty else {
      culled += 1
      return
    }
    drawn += 1
    let plane = scene.plane(of: slot), color = SIMD4<Float>(body.fill * factor)
    let limit = clip.scissor.intersection(area)
    if let pixels = plane.wholePixels(of: body.rect, within: limit) {
      append(DrawList.Solid(pixels, color), blend: .under)
      return
    }
    // Edges that the clip cuts off lie between pixels.
    let device = plane.box(of: body.rect), cut = device.intersection(limit.rect)
    guard device.isFinite, !cut.isEmpty else { return }
    let edges: UInt32 =
      (cut.minX == device.minX ? 1 : 0) | (cut.maxX == device.maxX ? 2 : 0)
      | (cut.minY == device.minY ? 4 : 0) | (cut.maxY == device.maxY ? 8 : 0)
    append(
      DrawList.Solid(
        matrix: SIMD4(1, 0, 0, 1), offset: .zero, rect: SIMD4<Float>(cut), color: color,
        edges: edges),
      blend: .under)
  }
}
