import AnimationCore
import Geometry
import Renderer

/// Layers that are drawn once into a bitmap, and then as an image.
extension FrameBuilder {
  /// Draws a layer by its bitmap, after drawing that if it is not as it should be. False when it has
  /// none and must be drawn in another way.
  mutating func rasterized(
    _ scene: Scene, _ slot: Int, _ placement: Placement, factor: SIMD4<Double>, clip: Clip
  ) -> Bool {
    guard rasterSpace == nil, let extras = scene.extras[Int32(slot)],
      let plan = scene.bitmaps[Int32(slot)], !plan.size.isEmpty,
      let inverse = placement.plane.matrix.inverse
    else { return false }
    let shown = visible(placement.plane.pixels(of: plan.rect, within: limits), clip)
    guard !shown.isEmpty, placement.plane.isDrawable(plan.rect) else { return true }
    let image = rasters.image(of: scene.tree.ids[slot], plan, list.size, isTrial ? nil : time)
    var texture = DrawList.TextureSource.none
    switch image {
    case .ready(let id): texture = .image(id, .linear)
    case .stale(let id):
      texture = .image(id, .linear)
      draw(plan, into: id, scene, slot, extras, inverse)
    case .noRoom: texture = .pass(draw(plan, into: nil, scene, slot, extras, inverse))
    }
    draw(texture, plan, extras, placement, shown, factor: factor, clip: clip)
    return true
  }

  /// Into an image that is kept, or a pass.
  @discardableResult private mutating func draw(
    _ plan: BitmapPlan, into image: ImageID?, _ scene: Scene, _ slot: Int, _ extras: LayerExtras,
    _ inverse: Matrix3
  ) -> Int {
    let s = plan.scale
    let toBitmap = Matrix3(
      SIMD3(s, 0, 0), SIMD3(0, s, 0), SIMD3(-plan.rect.minX * s, -plan.rect.minY * s, 1))
    var target = Target(whole: plan.size.bounds)
    target.image = image.map { ($0, plan.size) }
    open(target)
    rasterSpace = inverse.concat(toBitmap)
    let placement = placement(scene, slot)
    let all = Clip(chain: -1, scissor: area)
    if placement.hasEffects {
      var extras = extras
      extras.blendMode = nil
      pictureInGroup(scene, slot, placement, extras, area, fading: .none, clip: all)
    } else if placement.clipsPass {
      group(scene, slot, placement, area, fading: .none, clip: all)
    } else {
      contents(scene, slot, placement, fading: .none, clip: all)
    }
    rasterSpace = nil
    return close()
  }

  private mutating func draw(
    _ texture: DrawList.TextureSource, _ plan: BitmapPlan, _ extras: LayerExtras,
    _ placement: Placement, _ shown: PixelRect, factor: SIMD4<Double>, clip: Clip
  ) {
    let plane = placement.plane
    let box = plane.pixels(of: plan.rect, within: limits)
    func draw(_ factor: SIMD4<Double>, _ clip: Clip) {
      append(
        .image, texture,
        instance(
          plane, plan.rect, SIMD4<Float>(factor), extra: SIMD4(0, 0, 1, 1),
          radii: SIMD4(0, 0, 1, 1), params: SIMD2(0, 15), clip: chain(clip, for: box)))
    }
    guard let mode = extras.blendMode else { return draw(factor, clip) }
    open(Target(whole: shown))
    draw(.one, Clip(chain: -1, scissor: shown))
    self.draw(Picture(pass: close(), area: shown), mode, factor: factor, chain: clip.chain)
  }

  // MARK: - Spaces

  /// Where a layer is drawn: on the screen, or in the bitmap that is being made.
  func placement(_ scene: Scene, _ slot: Int) -> Placement {
    var placement = scene.placements[slot]
    if scene.movingFills.contains(slot) {
      placement.plane = scene.plane(of: slot)
      placement.ownBox = scene.ownBox(of: slot)
      placement.subtreeBox = placement.ownBox
    }
    guard let rasterSpace else { return placement }
    placement.plane = DevicePlane(placement.plane.matrix.concat(rasterSpace))
    placement.ownBox = inSpace(placement.ownBox)
    placement.subtreeBox = inSpace(placement.subtreeBox)
    return placement
  }

  /// The plane in which the order of a layer's sublayers was found.
  func orderPlane(_ scene: Scene, _ slot: Int) -> DevicePlane {
    let plane = scene.orderPlane(of: slot)
    return rasterSpace.map { DevicePlane(plane.matrix.concat($0)) } ?? plane
  }

  /// Pixels of the screen as pixels of the bitmap that is being made, as far as it reaches.
  func inSpace(_ box: PixelRect) -> PixelRect {
    guard let rasterSpace, !box.isEmpty else { return box }
    return PixelRect(covering: DevicePlane(rasterSpace).box(of: box.rect), within: limits)
  }
}
