import AnimationCore
import Geometry
import Renderer

/// Layers of whose picture more is made than fading and cutting it: shadows of what they draw,
/// filters, masks, blend modes, and what lies behind seen through a filter.
extension FrameBuilder {
  /// What a pass holds, and the matrix that its colours have still to be put through.
  struct Picture {
    var pass: Int
    var area: PixelRect
    var color: ColorMatrix?
  }

  /// Draws a layer with everything below it as far as it is seen in `visible`.
  mutating func picture(
    _ scene: Scene, _ slot: Int, _ placement: Placement, visible: PixelRect,
    fading: Fading, clip: Clip
  ) {
    guard let extras = scene.extras[Int32(slot)] else {
      // The shadow of what is drawn is all there is.
      let extras = LayerExtras()
      return pictureInGroup(scene, slot, placement, extras, visible, fading: fading, clip: clip)
    }
    if !extras.backdropFilters.isEmpty {
      backdrop(scene, slot, placement, extras, visible, factor: fading.factor, clip: clip)
    }
    pictureInGroup(scene, slot, placement, extras, visible, fading: fading, clip: clip)
  }

  mutating func pictureInGroup(
    _ scene: Scene, _ slot: Int, _ placement: Placement, _ extras: LayerExtras,
    _ visible: PixelRect, fading: Fading, clip: Clip
  ) {
    let clipsPass = placement.clipsPass && extras.filters.isEmpty
    guard extras.mask >= 0 || extras.blendMode != nil || placement.fadesAsOne || clipsPass else {
      return pieces(scene, slot, placement, extras, visible, fading: fading, clip: clip)
    }
    open(Target(whole: visible))
    pieces(
      scene, slot, placement, extras, visible, fading: fading.inside,
      clip: Clip(chain: -1, scissor: visible))
    if extras.mask >= 0 { mask(scene, Int(extras.mask), visible) }
    let group = Picture(pass: close(), area: visible)
    var chain = clipsPass ? passClip(scene, slot, placement, clip) : clip.chain
    if extras.blendMode?.changesAll == true, !clipsPass {
      chain = add(
        clip: RoundedBounds(scene.tree.values, slot), placement.plane, parent: clip.chain)
    }
    draw(group, extras.blendMode, factor: fading.outside, chain: chain)
  }

  /// Shadow and contents, the contents through the filters.
  private mutating func pieces(
    _ scene: Scene, _ slot: Int, _ placement: Placement, _ extras: LayerExtras,
    _ visible: PixelRect, fading: Fading, clip: Clip
  ) {
    let factor = fading.factor
    let shadow =
      placement.castsSilhouette
      ? SilhouetteShadow(scene.tree.values, slot, placement.plane) : nil
    guard shadow != nil || !extras.filters.isEmpty else {
      contents(scene, slot, placement, fading: fading, clip: clip)
      return
    }
    if extras.filters.isEmpty, let shadow,
      fading.isApart || !shadow.isSoft || !placement.plane.isSimilarity
    {
      self.shadow(shadow, scene, slot, visible, factor: factor, clip: clip)
      contents(scene, slot, placement, fading: fading, clip: clip)
      return
    }
    let needed = shadow.map { visible.union($0.source(of: visible)) } ?? visible
    let scale = placement.plane.pixelsPerPoint
    var source = needed.outset(by: extras.filters.reach(scale: scale)).intersection(
      inSpace(scene.pictureBoxes[Int32(slot)]?.content ?? .zero))
    let isCut = extras.filters.contains(where: \.isExtended)
    if isCut {
      // All that is there to go on: even where nothing is drawn.
      source = needed.outset(by: extras.filters.reach(scale: scale)).intersection(
        placement.plane.pixels(
          of: RoundedBounds(scene.tree.values, slot), within: .everywhere))
    }
    guard !source.isEmpty else { return }
    open(Target(whole: source))
    let inside = Clip(chain: -1, scissor: source)
    if placement.clipsPass && !extras.filters.isEmpty {
      group(scene, slot, placement, source, fading: .none, clip: inside)
    } else {
      contents(scene, slot, placement, fading: .none, clip: inside)
    }
    var picture = filtered(
      Picture(pass: close(), area: source), extras.filters, needed: needed, scale: scale,
      isCut: isCut)
    if let shadow {
      picture = finished(picture)
      draw(shadow, of: picture, visible, factor: factor, clip: clip)
    }
    picture.area = picture.area.intersection(visible)
    draw(picture, nil, factor: factor, chain: clip.chain)
  }

  private mutating func draw(
    _ shadow: SilhouetteShadow, of picture: Picture, _ visible: PixelRect, factor: SIMD4<Double>,
    clip: Clip
  ) {
    let source = shadow.source(of: visible)
    var area = source.intersection(picture.area)
    var pass = picture.pass
    if shadow.isSoft {
      area = source.intersection(picture.area.outset(by: shadow.blurReach))
      guard !area.isEmpty else { return }
      pass = blur(picture.pass, area, sigma: shadow.sigma, edge: .transparent)
    } else if area != picture.area {
      area = picture.area
    }
    guard !area.isEmpty else { return }
    let rect = area.rect.offsetBy(shadow.offset.x, shadow.offset.y)
    let box = PixelRect(covering: rect, within: limits)
    guard !self.visible(box, clip).isEmpty else { return }
    append(
      .image, .coverage(pass),
      instance(
        DevicePlane(), rect, SIMD4<Float>(shadow.color * factor), extra: SIMD4(0, 0, 1, 1),
        radii: SIMD4(0, 0, 1, 1), params: SIMD2(0, 0), clip: chain(clip, for: box)))
  }

  // MARK: - Masks

  /// Keeps of what the innermost target holds in `area` only what lies under the mask.
  private mutating func mask(_ scene: Scene, _ slot: Int, _ area: PixelRect) {
    let box = inSpace(scene.subtreeBox(of: slot)).intersection(area)
    open(Target(whole: box))
    layer(scene, slot, fading: .none, clip: Clip(chain: -1, scissor: box))
    let pass = close()
    append(.pass, .pass(pass), blend: .destinationIn, passInstance(area, .one))
  }

  // MARK: - What lies behind

  private mutating func backdrop(
    _ scene: Scene, _ slot: Int, _ placement: Placement, _ extras: LayerExtras,
    _ visible: PixelRect, factor: SIMD4<Double>, clip: Clip
  ) {
    let shape = RoundedBounds(scene.tree.values, slot)
    let shown = placement.plane.pixels(of: shape, within: visible)
    guard !shown.isEmpty else { return }
    let scale = placement.plane.pixelsPerPoint
    let reach = extras.backdropFilters.reach(scale: scale)
    let source = shown.outset(by: reach).intersection(area)
    let behind = filtered(
      Picture(pass: copyBackdrop(source), area: source), extras.backdropFilters, needed: shown,
      scale: scale, isCut: true)
    if extras.mask >= 0 {
      open(Target(whole: shown))
      let inside = add(clip: shape, placement.plane, parent: -1)
      draw(behind, nil, factor: .one, chain: inside)
      mask(scene, Int(extras.mask), shown)
      draw(pass: close(), shown, factor: factor, chain: clip.chain)
    } else {
      let chain = add(clip: shape, placement.plane, parent: clip.chain)
      // What was there is replaced, not covered: it may be translucent.
      draw(behind, factor == .one ? .copy : nil, factor: factor, chain: chain)
    }
  }

  // MARK: - Filters

  /// Puts a picture through filters, such that all that is needed of the result is there. `isCut`: the
  /// result ends where the picture does, and blurs go on with the pixels at its edge.
  private mutating func filtered(
    _ picture: Picture, _ filters: [PictureFilter], needed: PixelRect, scale: Double, isCut: Bool
  ) -> Picture {
    var picture = picture
    for (i, filter) in filters.enumerated() {
      picture = finished(picture)
      switch filter {
      case .color(let matrix): picture.color = matrix
      case .blur(let sigma, _):
        let pixels = min(sigma * scale, PictureFilter.greatestSigma)
        guard pixels > 0.05 else { continue }
        let rest = filters[(i + 1)...].reduce(0) { $0 + $1.reach(scale: scale) }
        let wanted = needed.outset(by: rest)
        let reached = isCut ? picture.area : picture.area.outset(by: filter.reach(scale: scale))
        let area = wanted.intersection(reached)
        guard !area.isEmpty else { continue }
        let pass = blur(
          picture.pass, area, sigma: SIMD2(repeating: pixels),
          edge: isCut ? .extended : .transparent)
        picture = Picture(pass: pass, area: area)
      }
    }
    return picture
  }

  /// The picture with its colours as they are to be seen.
  private mutating func finished(_ picture: Picture) -> Picture {
    guard let color = picture.color else { return picture }
    open(Target(whole: picture.area))
    let ramp = color.append(to: &list.ramps)
    append(.filter, .pass(picture.pass), passInstance(picture.area, .one, ramp: ramp))
    return Picture(pass: close(), area: picture.area)
  }

  /// Draws a picture in its place; with a blend mode, depending on what is there.
  mutating func draw(
    _ picture: Picture, _ mode: DrawList.BlendMode?, factor: SIMD4<Double>, chain: Int32
  ) {
    let area = picture.area
    guard !area.isEmpty else { return }
    guard let mode else {
      guard let color = picture.color else {
        return draw(pass: picture.pass, area, factor: factor, chain: chain)
      }
      let ramp = color.append(to: &list.ramps)
      append(
        .filter, .pass(picture.pass),
        passInstance(area, factor, clip: needed(chain, by: area), ramp: ramp))
      return
    }
    let picture = finished(picture)
    switch mode {
    case .plusLighter:
      draw(pass: picture.pass, area, blend: .plus, factor: factor, chain: chain)
    case .screen:
      draw(pass: picture.pass, area, blend: .screen, factor: factor, chain: chain)
    case .multiply, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .softLight, .hardLight,
      .difference, .exclusion, .hue, .saturation, .color, .luminosity, .plusDarker, .sourceIn,
      .sourceOut, .sourceAtop, .destinationOver, .destinationIn, .destinationOut,
      .destinationAtop, .xor, .clear, .copy:
      let backdrop = copyBackdrop(area)
      append(
        .blend, .pass(picture.pass), backdrop: backdrop,
        passInstance(
          area, factor, clip: needed(chain, by: area), own: Float(mode.rawValue)))
    }
  }

  // MARK: - Contents of their own sort

  /// What a layer draws between its background and its images. `under`: a background that is drawn
  /// with it, so that its edge is softened once.
  mutating func drawGradient(
    _ gradient: GradientContents, under: SIMD4<Double>, _ body: LayerBody, _ placement: Placement,
    factor: SIMD4<Double>, inset: Double, edges: Float, clip: Clip
  ) {
    let plane = placement.plane
    let box = plane.pixels(of: body.shape, within: limits)
    guard !visible(box, clip).isEmpty, plane.isDrawable(body.shape.rect) else { return }
    var clip = clip
    if inset > 0 {
      clip.chain = add(clip: body.shape.outset(by: -inset), plane, parent: clip.chain)
    }
    // What cuts the finished picture softens the edge.
    let isCut = placement.clipsPass
    let scale = plane.pixelsPerPoint
    let reach = isCut ? scale > 1e-6 ? 1.5 / scale : 1 : 0
    append(
      .gradient, .none,
      instance(
        plane, body.shape.rect, SIMD4<Float>(factor),
        extra: SIMD4(
          Float(gradient.start.x), Float(gradient.start.y), Float(gradient.end.x),
          Float(gradient.end.y)),
        radii: isCut ? .zero : SIMD4<Float>(body.shape.radii),
        params: SIMD2(0, isCut ? 0 : edges + body.shape.cornerFlag), clip: chain(clip, for: box),
        ramp: gradient.append(to: &list.ramps, reach: reach, under: under)))
  }
}
