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
      let scale = extras.rasterizationScale
    else { return false }
    let id = scene.tree.ids[slot]
    let version = scene.rasterVersions[Int32(slot)] ?? 0
    let entry: RasterCache.Entry
    if !isTrial, let hit = rasters.hit(id, version: version, scale: scale) {
      entry = hit
    } else {
      guard let inverse = placement.plane.matrix.inverse,
        let rect = extent(scene, slot, placement, inverse, scale: scale),
        let new = isTrial
          ? RasterCache.trial(id, rect: rect, scale: scale, surface: list.size)
          : rasters.miss(
            id, rect: rect, scale: scale, version: version, surface: list.size, time: time)
      else { return false }
      entry = new
      draw(entry, scene, slot, extras, inverse)
    }
    draw(entry, extras, placement, factor: factor, clip: clip)
    return true
  }

  /// What a layer covers with everything below it, in its own points and whole pixels of the bitmap.
  private func extent(
    _ scene: Scene, _ slot: Int, _ placement: Placement, _ inverse: Matrix3, scale: Double
  ) -> Rect? {
    let bounds = RoundedBounds(rect: scene.tree.values[slot].bounds, radius: 0)
    let content = scene.pictureBoxes[Int32(slot)]?.result ?? .zero
    guard !content.isEmpty else { return nil }
    var rect = bounds.rect
    if !bounds.encloses(content, mappedBy: inverse, marginInPixels: -1) {
      rect = DevicePlane(inverse).box(of: content.rect)
    }
    // The bitmap's pixels are those of the screen where the layer lies on whole ones.
    let origin = bounds.rect.origin
    func down(_ x: Double, _ o: Double) -> Double { ((x - o) * scale).rounded(.down) / scale + o }
    func up(_ x: Double, _ o: Double) -> Double { ((x - o) * scale).rounded(.up) / scale + o }
    let x = down(rect.minX, origin.x), y = down(rect.minY, origin.y)
    let snapped = Rect(x, y, up(rect.maxX, origin.x) - x, up(rect.maxY, origin.y) - y)
    return snapped.isFinite && !snapped.isEmpty ? snapped : nil
  }

  private mutating func draw(
    _ entry: RasterCache.Entry, _ scene: Scene, _ slot: Int, _ extras: LayerExtras,
    _ inverse: Matrix3
  ) {
    let s = entry.scale
    let toBitmap = Matrix3(
      SIMD3(s, 0, 0), SIMD3(0, s, 0), SIMD3(-entry.rect.minX * s, -entry.rect.minY * s, 1))
    var target = Target(whole: entry.size.bounds)
    target.image = (entry.image, entry.size)
    open(target)
    rasterSpace = inverse.concat(toBitmap)
    let placement = placement(scene, slot)
    let all = Clip(chain: -1, scissor: area)
    if placement.hasEffects {
      var extras = extras
      extras.blendMode = nil
      pictureInGroup(scene, slot, placement, extras, area, factor: .one, clip: all)
    } else if placement.clipsPass {
      group(scene, slot, placement, area, factor: .one, clip: all)
    } else {
      contents(scene, slot, placement, factor: .one, fadesAsOne: true, clip: all)
    }
    rasterSpace = nil
    close()
  }

  private mutating func draw(
    _ entry: RasterCache.Entry, _ extras: LayerExtras, _ placement: Placement,
    factor: SIMD4<Double>, clip: Clip
  ) {
    let plane = placement.plane
    let box = plane.pixels(of: entry.rect, within: limits)
    let shown = visible(box, clip)
    guard !shown.isEmpty, plane.isDrawable(entry.rect) else { return }
    func draw(_ factor: SIMD4<Double>, _ clip: Clip) {
      append(
        .image, .image(entry.image, .linear),
        instance(
          plane, entry.rect, SIMD4<Float>(factor), extra: SIMD4(0, 0, 1, 1),
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
    guard let rasterSpace else { return scene.placements[slot] }
    var placement = scene.placements[slot]
    placement.plane = DevicePlane(scene.plane(of: slot).matrix.concat(rasterSpace))
    placement.ownBox = inSpace(placement.ownBox)
    placement.subtreeBox = inSpace(placement.subtreeBox)
    return placement
  }

  /// Pixels of the screen as pixels of the bitmap that is being made, as far as it reaches.
  func inSpace(_ box: PixelRect) -> PixelRect {
    guard let rasterSpace, !box.isEmpty else { return box }
    return PixelRect(covering: DevicePlane(rasterSpace).box(of: box.rect), within: limits)
  }
}
