import AnimationCore
import Geometry
import Renderer

/// Turns the scene into a draw list, back to front, limited to the damaged pixels.
///
/// Doubles become floats here and nowhere else. Arrays are kept from frame to frame and emptied.
struct FrameBuilder {
  var list: DrawList
  /// Layers drawn and layers left out, for the frame's record.
  var drawn = 0
  var culled = 0
  /// Clips in the longest chain of the list.
  var longestChain = 0
  /// Backends follow chains no further: what lies outside of the rest is not cut.
  static let maximumChain = 65
  /// Images that the backend has.
  var uploaded: Set<ImageID> = []
  /// The masks of shapes and of the shadows of paths.
  var coverage = CoverageCache()

  /// The clip in force: a chain of shapes, and whole pixels outside of which nothing is drawn.
  struct Clip {
    /// Index into the list's clips, or −1.
    var chain: Int32
    var scissor: PixelRect
  }

  /// What a clip of the list cuts, to find out who needs it.
  struct ClipShape {
    var shape: RoundedBounds
    /// Device pixels to the shape's space.
    var inverse: Matrix3
    /// How far inside pixels must lie not to be touched by the softened edge.
    var margin: Double
    var isHalfPlane: Bool
    /// Clips in the chain from here outwards, this one included.
    var depth: Int
  }

  /// Those of the list's uploads.
  private var uploading: Set<ImageID> = []
  /// The passes that are being filled, the innermost last.
  var targets: [Target] = []
  var spareBatches: [[DrawList.Batch]] = []
  var clipShapes: [ClipShape] = []
  /// What of the innermost target is drawn.
  var region = PixelRegion()
  var rasters = RasterCache()
  /// Off, all layers get quads, wherever they are.
  var culls = true
  /// Off, arcs are drawn by masks as all other paths.
  var computesArcs = true
  /// What the surface holds can be read while it is drawn.
  var copiesSurface = true
  /// The list will not be drawn: caches stay as they are.
  var isTrial = false
  /// Media time that the list is for.
  var time = 0.0
  /// From pixels of the screen to those of the bitmap that is being made, if one is.
  var rasterSpace: Matrix3?

  init() {
    list = DrawList(size: PixelSize(0, 0), damage: PixelRegion(), clearColor: .zero)
  }

  /// Builds the list for `damage`. `background` is premultiplied.
  mutating func build(
    _ scene: Scene, at time: Double, damage: PixelRegion, background: SIMD4<Double>,
    releases: [ImageID]
  ) {
    recycle()
    if !isTrial { coverage.beginFrame() }
    list.size = PixelSize(scene.bounds.width, scene.bounds.height)
    list.damage = damage
    list.clearColor = SIMD4<Float>(background)
    list.releases = releases
    self.time = time
    if !isTrial { rasters.begin(at: time) { scene.isSeen($0) } }
    open(
      Target(
        area: scene.bounds, region: culls ? damage : PixelRegion(scene.bounds), isSurface: true))
    if copiesSurface || !scene.readsBehind {
      root(scene)
    } else {
      // All is drawn aside, where it can be copied from.
      openGroup(scene.bounds)
      root(scene)
      draw(pass: close(), scene.bounds)
    }
    close()
    if !isTrial {
      coverage.endFrame()
      list.releases += rasters.releases
      for id in coverage.releases where uploaded.contains(id) { list.releases.append(id) }
    }
  }

  private mutating func root(_ scene: Scene) {
    guard scene.tree.root >= 0 else { return }
    layer(
      scene, Int(scene.tree.root), fading: .none,
      clip: Clip(chain: -1, scissor: scene.bounds))
  }

  /// After drawing: whoever clears the region next need not copy it.
  mutating func letGoOfDamage() { list.damage = PixelRegion() }

  private mutating func recycle() {
    targets.removeAll(keepingCapacity: true)
    for i in list.passes.indices {
      var batches: [DrawList.Batch] = []
      swap(&batches, &list.passes[i].batches)
      batches.removeAll(keepingCapacity: true)
      spareBatches.append(batches)
    }
    list.passes.removeAll(keepingCapacity: true)
    list.instances.removeAll(keepingCapacity: true)
    list.solids.removeAll(keepingCapacity: true)
    list.clips.removeAll(keepingCapacity: true)
    list.ramps.removeAll(keepingCapacity: true)
    list.uploads.removeAll(keepingCapacity: true)
    uploading.removeAll(keepingCapacity: true)
    clipShapes.removeAll(keepingCapacity: true)
    drawn = 0
    culled = 0
    longestChain = 0
  }

  // MARK: - Batches

  mutating func append(
    _ kind: DrawList.Kind, _ texture: DrawList.TextureSource, blend: DrawList.Blend = .over,
    backdrop: Int = -1, _ instance: DrawList.Instance
  ) {
    list.instances.append(instance)
    targets[targets.count - 1].batches.extend(
      by: DrawList.Batch(
        kind: kind, texture: texture, blend: blend, backdrop: Int32(backdrop),
        instances: list.instances.count - 1..<list.instances.count))
  }

  mutating func append(_ solid: DrawList.Solid, blend: DrawList.Blend = .over) {
    list.solids.append(solid)
    addBatch(from: list.solids.count - 1, blend: blend)
  }

  /// Draws the solid quads from this one on.
  private mutating func addBatch(from first: Int, blend: DrawList.Blend = .over) {
    guard first < list.solids.count else { return }
    targets[targets.count - 1].batches.extend(
      by: DrawList.Batch(
        kind: .solid, texture: .none, blend: blend, instances: first..<list.solids.count))
  }

  /// Adds to the surface's pass after all layers; only between `build` and drawing the list.
  mutating func drawOnTop(_ kind: DrawList.Kind, _ instance: DrawList.Instance) {
    list.instances.append(instance)
    list.passes[list.passes.count - 1].batches.extend(
      by: DrawList.Batch(
        kind: kind, texture: .none, instances: list.instances.count - 1..<list.instances.count))
  }

  /// The same for whole pixels of one colour.
  mutating func drawOnTop(_ pixels: PixelRect, _ color: SIMD4<Float>) {
    list.solids.append(DrawList.Solid(pixels, color))
    list.passes[list.passes.count - 1].batches.extend(
      by: DrawList.Batch(
        kind: .solid, texture: .none, instances: list.solids.count - 1..<list.solids.count))
  }

  mutating func upload(_ image: PixelImage) {
    guard !uploaded.contains(image.id), uploading.insert(image.id).inserted else { return }
    list.uploads.append(image)
  }

  // MARK: - Layers

  /// Draws a layer with everything below it. `fading` comes from layers above that hand their opacity
  /// down instead of making a group.
  mutating func layer(
    _ scene: Scene, _ slot: Int, fading: Fading, clip: Clip
  ) {
    if rasterSpace == nil, isLoneFill(scene, slot) {
      loneFill(scene, slot, factor: fading.factor, clip: clip)
      return
    }
    let placement = placement(scene, slot)
    guard placement.isVisible else { return }
    let box = placement.subtreeBox.intersection(clip.scissor)
    guard !box.isEmpty, region.intersects(box) else {
      culled += 1
      return
    }
    let faded = scene.factor(of: slot)
    let own = Fading(
      factor: fading.factor * faded,
      isApart: faded.w < 1 ? placement.fadesApart : fading.isApart)
    guard placement.needsPass else {
      contents(scene, slot, placement, fading: own, clip: clip)
      return
    }
    if placement.isRasterized,
      rasterized(scene, slot, placement, factor: own.factor, clip: clip)
    {
      return
    }
    let area = box.intersection(region.bounds)
    if placement.hasEffects {
      picture(scene, slot, placement, visible: area, fading: own, clip: clip)
    } else {
      group(scene, slot, placement, area, fading: own, clip: clip)
    }
  }

  /// Draws what belongs to a layer aside, and then as one picture.
  mutating func group(
    _ scene: Scene, _ slot: Int, _ placement: Placement, _ area: PixelRect, fading: Fading,
    clip: Clip
  ) {
    openGroup(area)
    contents(
      scene, slot, placement, fading: fading.inside, clip: Clip(chain: -1, scissor: area))
    let pass = close()
    draw(pass: pass, area, factor: fading.outside, chain: passClip(scene, slot, placement, clip))
  }

  /// The clip of a layer's finished picture.
  mutating func passClip(
    _ scene: Scene, _ slot: Int, _ placement: Placement, _ clip: Clip
  ) -> Int32 {
    guard placement.clipsPass else { return clip.chain }
    return add(clip: RoundedBounds(scene.tree.values, slot), placement.plane, parent: clip.chain)
  }

  /// A layer that is nothing but a fill and has nothing below it, as most are.
  private func isLoneFill(_ scene: Scene, _ slot: Int) -> Bool {
    scene.plainBodies[slot].isPlain && scene.placements[slot].piecesBelow == 0
  }

  /// As `layer`, without a look at what such a layer does not have.
  private mutating func loneFill(_ scene: Scene, _ slot: Int, factor: SIMD4<Double>, clip: Clip) {
    guard scene.placements[slot].isVisible else { return }
    let box = scene.ownBox(of: slot)
    guard region.intersects(box.intersection(clip.scissor)) else {
      culled += 1
      return
    }
    guard box.intersects(area) else { return }
    drawn += 1
    draw(
      scene.plainBodies[slot], scene.plane(of: slot), box: box,
      factor: factor * scene.factor(of: slot), clip: clip)
  }

  /// Own drawing and sublayers, in the order of the specification.
  mutating func contents(
    _ scene: Scene, _ slot: Int, _ placement: Placement, fading: Fading, clip: Clip
  ) {
    let factor = fading.factor
    let isDrawn =
      !placement.ownBox.isEmpty && region.intersects(placement.ownBox)
      && placement.ownBox.intersects(area)
    var inner = clip
    let hasInside = placement.contentCount > 0 || placement.piecesBelow > 0
    if hasInside && scene.tree.values[slot].masksToBounds && !placement.clipsPass
      && !placement.isSpace
    {
      inner = narrowed(clip, by: RoundedBounds(scene.tree.values, slot), placement.plane)
    }
    guard isDrawn else {
      sublayers(scene, slot, placement, fading: fading, clip: inner)
      return
    }
    drawn += 1
    if scene.plainBodies[slot].isPlain {
      draw(
        scene.plainBodies[slot], placement.plane, box: placement.ownBox, factor: factor,
        clip: clip)
      sublayers(scene, slot, placement, fading: fading, clip: inner)
      return
    }
    let body = LayerBody(
      scene.tree.values, slot, isYUp: placement.isYUp,
      maximumImageSize: scene.maximumImageSize)
    let edges = Float(scene.tree.values[slot].edgeAntialiasingMask & 15)
    var shadowed = PixelRect.zero
    if !placement.castsSilhouette, let shadow = body.shadow {
      shadowed = draw(shadow, of: body, placement.plane, factor: factor, clip: clip)
    }
    let extras = placement.hasExtras ? scene.extras[Int32(slot)] : nil
    if let shadow = extras?.pathShadow {
      drawPathShadow(shadow, placement.plane, tint: factor, clip: clip)
    }
    let joinsBorder = !hasInside
    let hasBorderAbove = !joinsBorder && body.hasBorder
    let inset = hasBorderAbove ? body.hiddenRim(placement, factor: factor) : 0
    let joinsFill = extras?.gradient != nil && !fading.isApart && !placement.clipsPass
    if !joinsFill {
      drawFill(
        body, placement, over: shadowed, withBorder: joinsBorder, fading: fading, inset: inset,
        edges: edges, clip: clip)
    }
    if let gradient = extras?.gradient {
      drawGradient(
        gradient, under: joinsFill ? body.fill : .zero, body, placement, factor: factor,
        inset: inset, edges: edges, clip: clip)
    }
    if body.imageCount > 0 {
      drawImages(
        body, scene.tree.values, slot, placement, factor: factor, edges: edges, clip: inner)
    }
    if let shape = extras?.shape {
      drawShape(shape, placement.plane, tint: factor, clip: inner)
    }
    let isEmitter = scene.emitters.contains(slot)
    if isEmitter {
      // Above the border, unlike other contents; sublayers are above both.
      if hasBorderAbove {
        drawBorder(body, placement, factor: factor, edges: edges, clip: clip)
      }
      drawParticles(scene, slot, placement, factor: factor, clip: inner)
    }
    sublayers(scene, slot, placement, fading: fading, clip: inner)
    if hasBorderAbove && !isEmitter {
      drawBorder(body, placement, factor: factor, edges: edges, clip: clip)
    }
  }

  private mutating func sublayers(
    _ scene: Scene, _ slot: Int, _ placement: Placement, fading: Fading, clip: Clip
  ) {
    guard placement.piecesBelow > 0 else { return }
    if placement.foldsLast, rasterSpace == nil, !fading.isApart {
      folded(scene, slot, fading: fading, clip: clip)
      return
    }
    switch scene.orders.isEmpty ? nil : scene.orders[Int32(slot)] {
    case nil where rasterSpace != nil:
      for rank in scene.tree.sublayerRanks[slot] {
        layer(scene, Int(scene.tree.order[rank]), fading: fading, clip: clip)
      }
    case nil:
      // Most of many siblings are passed over here, without a look at anything but their boxes.
      culled += scene.reach.counts(below: slot).visible
      let open = fading.factor == .one ? openArea(clip) : OpenArea()
      var firstReady = list.solids.count
      scene.reach.forEach(
        scene.tree.sublayerRanks[slot], touching: region, within: clip.scissor
      ) { rank in
        let child = Int(scene.tree.order[rank])
        culled -= 1
        let isReady = scene.readyFills[child].isReady && open.holds(scene.reach.boxes[rank])
        if isReady, scene.readyFills[child].picture < 0 {
          drawn += 1
          list.solids.append(scene.readyFills[child].solid)
        } else {
          addBatch(from: firstReady)
          if isReady {
            drawReadyPicture(scene, child)
          } else {
            layer(scene, child, fading: fading, clip: clip)
          }
          firstReady = list.solids.count
        }
      }
      addBatch(from: firstReady)
    case .sorted(let order):
      for child in order {
        layer(scene, Int(child), fading: fading, clip: clip)
      }
    case .mixed(let shares):
      for share in shares {
        let box = self.placement(scene, Int(share.slot)).subtreeBox.intersection(clip.scissor)
          .intersection(area)
        guard !box.isEmpty, region.intersects(box) else { continue }
        openGroup(box)
        layer(
          scene, Int(share.slot), fading: fading.inside, clip: Clip(chain: -1, scissor: box))
        draw(
          pass: close(), box, blend: .plus, factor: fading.outside * share.weight, chain: clip.chain
        )
      }
    case .depth(let fragments):
      for fragment in fragments {
        var part = clip
        for line in fragment.lines {
          part.chain = add(
            halfPlane: line, isSharp: fragment.isTranslucent, orderPlane(scene, slot),
            parent: part.chain)
        }
        layer(scene, fragment.item, fading: fading, clip: part)
      }
    }
  }

  private mutating func drawReadyPicture(_ scene: Scene, _ slot: Int) {
    drawn += 1
    let picture = scene.pictures[scene.readyFills[slot].picture]
    if !uploaded.contains(picture.image), let contents = scene.tree.values[slot].contents {
      upload(contents.image)
    }
    append(.image, picture.texture, scene.readyFills[slot].instance(picture))
  }

  private func openArea(_ clip: Clip) -> OpenArea {
    // Quads that are ready have been cut to the surface.
    guard region.rects.count <= 1, !targets[targets.count - 1].isWhole else { return OpenArea() }
    return OpenArea(clip, in: area, surface: list.size.bounds)
  }

  /// Where a quad is drawn as it is: nothing cuts or fades it, and all of it is damaged or none.
  private struct OpenArea {
    private var isAll = false
    private var box = BoxEdges.none

    /// Nowhere.
    init() {}

    init(_ clip: Clip, in target: PixelRect, surface: PixelRect) {
      guard clip.chain < 0 else { return }
      if clip.scissor.contains(target), target == surface {
        isAll = true
        return
      }
      // A box that ends within was not cut.
      let inside = clip.scissor.intersection(target)
      guard inside.width > 2, inside.height > 2 else { return }
      box = BoxEdges(PixelRect(inside.x + 1, inside.y + 1, inside.width - 2, inside.height - 2))
    }

    func holds(_ box: BoxEdges) -> Bool { isAll || self.box.contains(box) }
  }
}

extension [DrawList.Batch] {
  /// Adds neighbouring quads to the last batch if they can join it, or as a new one.
  fileprivate mutating func extend(by batch: DrawList.Batch) {
    let last = count - 1
    if last >= 0, self[last].kind == batch.kind, self[last].texture == batch.texture,
      self[last].blend == batch.blend, self[last].backdrop == batch.backdrop,
      self[last].instances.upperBound == batch.instances.lowerBound
    {
      self[last].instances = self[last].instances.lowerBound..<batch.instances.upperBound
    } else {
      append(batch)
    }
  }
}

extension DrawList.Solid {
  /// Whole pixels.
  init(_ pixels: PixelRect, _ color: SIMD4<Float>) {
    self.init(
      matrix: SIMD4(1, 0, 0, 1), offset: .zero, rect: SIMD4<Float>(pixels), color: color, edges: 0)
  }

  /// A rectangle in a plane without perspective.
  init(_ rect: Rect, in plane: DevicePlane, _ color: SIMD4<Double>, edges: UInt8) {
    let m = plane.matrix
    self.init(
      matrix: SIMD4<Float>(SIMD4(m.r0.x, m.r0.y, m.r1.x, m.r1.y)),
      offset: SIMD2<Float>(SIMD2(m.r2.x, m.r2.y)), rect: SIMD4<Float>(rect),
      color: SIMD4<Float>(color), edges: UInt32(edges))
  }
}

extension SIMD4<Float> {
  init(_ r: PixelRect) {
    self.init(Float(r.x), Float(r.y), Float(r.width), Float(r.height))
  }

  init(_ r: Rect) {
    self.init(Float(r.minX), Float(r.minY), Float(r.size.width), Float(r.size.height))
  }

  init(_ v: SIMD3<Double>) {
    self.init(Float(v.x), Float(v.y), Float(v.z), 0)
  }
}
