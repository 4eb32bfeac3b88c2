import AnimationCore
import Geometry
import Renderer

/// Turns the scene into a draw list, back to front, limited to the damaged pixels.
///
/// Doubles become floats here and nowhere else. Arrays are kept from frame to frame and emptied.
struct FrameBuilder {
  private(set) var list: DrawList
  /// Layers drawn and layers left out, for the frame's record.
  private(set) var drawn = 0
  private(set) var culled = 0
  /// Clips in the longest chain of the list.
  private(set) var longestChain = 0
  /// Backends follow chains no further: what lies outside of the rest is not cut.
  static let maximumChain = 65
  /// Images that the backend has.
  var uploaded: Set<ImageID> = []

  /// The clip in force: a chain of shapes, and whole pixels outside of which nothing is drawn.
  struct Clip {
    /// Index into the list's clips, or −1.
    var chain: Int32
    var scissor: PixelRect
  }

  /// A pass that is being filled.
  private struct Target {
    var area: PixelRect
    var isSurface: Bool
    var batches: [DrawList.Batch]
  }

  /// What a clip of the list cuts, to find out who needs it.
  private struct ClipShape {
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
  private var targets: [Target] = []
  private var spareBatches: [[DrawList.Batch]] = []
  private var clipShapes: [ClipShape] = []
  private var damageBounds = PixelRect.zero

  init() {
    list = DrawList(size: PixelSize(0, 0), damage: PixelRegion(), clearColor: .zero)
  }

  /// Builds the list for `damage`. `background` is premultiplied.
  mutating func build(
    _ scene: Scene, damage: PixelRegion, background: SIMD4<Double>, releases: [ImageID]
  ) {
    recycle()
    list.size = PixelSize(scene.bounds.width, scene.bounds.height)
    list.damage = damage
    list.clearColor = SIMD4<Float>(background)
    list.releases = releases
    damageBounds = damage.bounds
    open(scene.bounds, isSurface: true)
    let root = Int(scene.tree.root)
    if root >= 0 {
      layer(
        scene, root, opacity: 1, fadesAsOne: true, clip: Clip(chain: -1, scissor: scene.bounds))
    }
    close()
  }

  /// After drawing: whoever clears the region next need not copy it.
  mutating func letGoOfDamage() { list.damage = PixelRegion() }

  private mutating func recycle() {
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
    list.uploads.removeAll(keepingCapacity: true)
    uploading.removeAll(keepingCapacity: true)
    clipShapes.removeAll(keepingCapacity: true)
    drawn = 0
    culled = 0
    longestChain = 0
  }

  // MARK: - Passes and batches

  private mutating func open(_ area: PixelRect, isSurface: Bool) {
    targets.append(Target(area: area, isSurface: isSurface, batches: spareBatches.popLast() ?? []))
  }

  /// Ends the innermost target and answers with its place in the list.
  @discardableResult
  private mutating func close() -> Int {
    let target = targets.removeLast()
    list.passes.append(
      DrawList.Pass(
        target: target.isSurface ? .surface : .offscreen(area: target.area),
        batches: target.batches))
    return list.passes.count - 1
  }

  private var area: PixelRect { targets[targets.count - 1].area }

  mutating func append(
    _ kind: DrawList.Kind, _ texture: DrawList.TextureSource, _ instance: DrawList.Instance
  ) {
    list.instances.append(instance)
    targets[targets.count - 1].batches.extend(
      kind, texture, by: list.instances.count - 1..<list.instances.count)
  }

  mutating func append(_ solid: DrawList.Solid) {
    list.solids.append(solid)
    addBatch(from: list.solids.count - 1)
  }

  /// Draws the solid quads from this one on.
  private mutating func addBatch(from first: Int) {
    guard first < list.solids.count else { return }
    targets[targets.count - 1].batches.extend(.solid, .none, by: first..<list.solids.count)
  }

  /// Adds to the surface's pass after all layers; only between `build` and drawing the list.
  mutating func drawOnTop(_ kind: DrawList.Kind, _ instance: DrawList.Instance) {
    list.instances.append(instance)
    list.passes[list.passes.count - 1].batches.extend(
      kind, .none, by: list.instances.count - 1..<list.instances.count)
  }

  /// The same for whole pixels of one colour.
  mutating func drawOnTop(_ pixels: PixelRect, _ color: SIMD4<Float>) {
    list.solids.append(DrawList.Solid(pixels, color))
    list.passes[list.passes.count - 1].batches.extend(
      .solid, .none, by: list.solids.count - 1..<list.solids.count)
  }

  mutating func upload(_ image: PixelImage) {
    guard !uploaded.contains(image.id), uploading.insert(image.id).inserted else { return }
    list.uploads.append(image)
  }

  // MARK: - Layers

  /// Draws a layer with everything below it. `opacity` comes from layers above that hand theirs
  /// down instead of making a group; `fadesAsOne` unless one of those may not make a group, so that
  /// every piece fades by itself.
  private mutating func layer(
    _ scene: Scene, _ slot: Int, opacity: Double, fadesAsOne: Bool, clip: Clip
  ) {
    if isLoneFill(scene, slot) {
      loneFill(scene, slot, opacity: opacity, clip: clip)
      return
    }
    let placement = scene.placements[slot]
    guard placement.isVisible else { return }
    let box = placement.subtreeBox.intersection(clip.scissor)
    guard !box.isEmpty, list.damage.intersects(box) else {
      culled += 1
      return
    }
    let faded = scene.opacity(of: slot)
    let own = opacity * faded
    guard placement.needsPass else {
      let fadesAsOne = faded < 1 ? !placement.fadesApart : fadesAsOne
      contents(scene, slot, placement, opacity: own, fadesAsOne: fadesAsOne, clip: clip)
      return
    }
    let area = box.intersection(damageBounds)
    open(area, isSurface: false)
    contents(
      scene, slot, placement, opacity: 1, fadesAsOne: true,
      clip: Clip(chain: -1, scissor: area))
    let pass = close()
    var chain = clip.chain
    if placement.clipsPass {
      chain = add(
        clip: RoundedBounds(scene.tree.values, slot), placement.plane, parent: chain)
    }
    append(
      .pass, .pass(pass),
      DrawList.Instance(
        row0: SIMD4(1, 0, 0, 0), row1: SIMD4(0, 1, 0, 0), row2: SIMD4(0, 0, 1, 0),
        rect: SIMD4<Float>(area), color: SIMD4(repeating: Float(own)),
        params: .zero, clip: needed(chain, by: area)))
  }

  /// A layer that is nothing but a fill and has nothing below it, as most are.
  private func isLoneFill(_ scene: Scene, _ slot: Int) -> Bool {
    scene.plainBodies[slot].isPlain && scene.placements[slot].piecesBelow == 0
  }

  /// As `layer`, without a look at what such a layer does not have.
  private mutating func loneFill(_ scene: Scene, _ slot: Int, opacity: Double, clip: Clip) {
    guard scene.placements[slot].isVisible else { return }
    let box = scene.ownBox(of: slot)
    guard list.damage.intersects(box.intersection(clip.scissor)) else {
      culled += 1
      return
    }
    guard box.intersects(area) else { return }
    drawn += 1
    draw(
      scene.plainBodies[slot], scene.plane(of: slot), box: box,
      opacity: opacity * scene.opacity(of: slot), clip: clip)
  }

  /// Own drawing and sublayers, in the order of the specification.
  private mutating func contents(
    _ scene: Scene, _ slot: Int, _ placement: Placement, opacity: Double, fadesAsOne: Bool,
    clip: Clip
  ) {
    let isDrawn =
      !placement.ownBox.isEmpty && list.damage.intersects(placement.ownBox)
      && placement.ownBox.intersects(area)
    var inner = clip
    let hasInside = placement.imageCount > 0 || placement.piecesBelow > 0
    if hasInside && scene.tree.values[slot].masksToBounds && !placement.clipsPass
      && !placement.isSpace
    {
      inner = narrowed(clip, by: RoundedBounds(scene.tree.values, slot), placement.plane)
    }
    guard isDrawn else {
      sublayers(
        scene, slot, placement, opacity: opacity, fadesAsOne: fadesAsOne, clip: inner)
      return
    }
    drawn += 1
    if scene.plainBodies[slot].isPlain {
      draw(
        scene.plainBodies[slot], placement.plane, box: placement.ownBox, opacity: opacity,
        clip: clip)
      sublayers(
        scene, slot, placement, opacity: opacity, fadesAsOne: fadesAsOne, clip: inner)
      return
    }
    let body = LayerBody(
      scene.tree.values, slot, isYUp: placement.isYUp,
      maximumImageSize: scene.maximumImageSize)
    let edges = Float(scene.tree.values[slot].edgeAntialiasingMask & 15)
    if let shadow = body.shadow {
      draw(shadow, placement.plane, opacity: opacity, clip: clip)
    }
    let joinsBorder = !hasInside
    drawFill(
      body, placement, withBorder: joinsBorder, opacity: opacity, fadesAsOne: fadesAsOne,
      edges: edges, clip: clip)
    if placement.imageCount > 0 {
      drawImages(
        body, scene.tree.values, slot, placement, opacity: opacity, edges: edges, clip: inner)
    }
    sublayers(
      scene, slot, placement, opacity: opacity, fadesAsOne: fadesAsOne, clip: inner)
    if !joinsBorder && body.hasBorder {
      drawBorder(body, placement, opacity: opacity, edges: edges, clip: clip)
    }
  }

  private mutating func sublayers(
    _ scene: Scene, _ slot: Int, _ placement: Placement, opacity: Double, fadesAsOne: Bool,
    clip: Clip
  ) {
    guard placement.piecesBelow > 0 else { return }
    switch scene.orders.isEmpty ? nil : scene.orders[Int32(slot)] {
    case nil:
      // Most of many siblings are passed over here, without a look at anything but their boxes.
      culled += scene.reach.counts(below: slot).visible
      let open = opacity == 1 ? OpenArea(clip, in: area, of: list) : OpenArea()
      var firstReady = list.solids.count
      scene.reach.forEach(
        scene.tree.sublayerRanks[slot], touching: list.damage, within: clip.scissor
      ) { rank in
        let child = Int(scene.tree.order[rank])
        culled -= 1
        if scene.readyFills[child].isReady, open.holds(scene.reach.boxes[rank]) {
          drawn += 1
          list.solids.append(scene.readyFills[child].solid)
        } else {
          addBatch(from: firstReady)
          layer(scene, child, opacity: opacity, fadesAsOne: fadesAsOne, clip: clip)
          firstReady = list.solids.count
        }
      }
      addBatch(from: firstReady)
    case .sorted(let order):
      for child in order {
        layer(scene, Int(child), opacity: opacity, fadesAsOne: fadesAsOne, clip: clip)
      }
    case .depth(let fragments):
      for fragment in fragments {
        var part = clip
        for line in fragment.lines {
          part.chain = add(halfPlane: line, scene.orderPlane(of: slot), parent: part.chain)
        }
        layer(scene, fragment.item, opacity: opacity, fadesAsOne: fadesAsOne, clip: part)
      }
    }
  }

  /// Where a quad is drawn as it is: nothing cuts or fades it, and all of it is damaged or none.
  private struct OpenArea {
    private var isAll = false
    private var box = BoxEdges.none

    /// Nowhere.
    init() {}

    init(_ clip: Clip, in target: PixelRect, of list: DrawList) {
      guard clip.chain < 0, list.damage.rects.count <= 1 else { return }
      if clip.scissor.contains(target), target == list.size.bounds {
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

  // MARK: - Clips

  /// The clip of a layer's contents: whole pixels where the bounds are some, a shape otherwise.
  private mutating func narrowed(_ clip: Clip, by shape: RoundedBounds, _ plane: DevicePlane)
    -> Clip
  {
    var clip = clip
    if !shape.isRounded, let pixels = plane.wholePixels(of: shape.rect, within: clip.scissor) {
      clip.scissor = pixels
      return clip
    }
    clip.chain = add(clip: shape, plane, parent: clip.chain)
    return clip
  }

  private mutating func add(clip shape: RoundedBounds, _ plane: DevicePlane, parent: Int32)
    -> Int32
  {
    // A plane without an inverse is not visible and never gets here.
    let inverse = plane.matrix.inverse ?? .identity
    list.clips.append(
      DrawList.Clip(
        row0: SIMD4<Float>(inverse.r0), row1: SIMD4<Float>(inverse.r1),
        row2: SIMD4<Float>(inverse.r2), rect: SIMD4<Float>(shape.rect),
        radii: SIMD4<Float>(shape.radii), parent: parent))
    let isCrisp = plane.wholePixels(of: shape.rect, within: list.size.bounds) != nil
    clipShapes.append(
      ClipShape(
        shape: shape, inverse: inverse, margin: isCrisp ? 0 : 1, isHalfPlane: false,
        depth: depth(below: parent)))
    return Int32(list.clips.count - 1)
  }

  private mutating func add(halfPlane line: SIMD3<Double>, _ plane: DevicePlane, parent: Int32)
    -> Int32
  {
    let inverse = plane.matrix.inverse ?? .identity
    list.clips.append(
      DrawList.Clip(
        row0: SIMD4<Float>(inverse.r0), row1: SIMD4<Float>(inverse.r1),
        row2: SIMD4<Float>(inverse.r2), rect: SIMD4<Float>(line),
        parent: parent, shape: 1))
    clipShapes.append(
      ClipShape(
        shape: RoundedBounds(rect: .zero, radius: 0), inverse: inverse, margin: 0,
        isHalfPlane: true, depth: depth(below: parent)))
    return Int32(list.clips.count - 1)
  }

  private mutating func depth(below parent: Int32) -> Int {
    let depth = parent >= 0 ? clipShapes[Int(parent)].depth + 1 : 1
    longestChain = max(longestChain, depth)
    return depth
  }

  /// The chain without those innermost shapes that `box` lies wholly inside.
  func needed(_ chain: Int32, by box: PixelRect) -> Int32 {
    var chain = chain
    while chain >= 0 {
      let clip = clipShapes[Int(chain)]
      guard !clip.isHalfPlane,
        clip.shape.encloses(box, mappedBy: clip.inverse, marginInPixels: clip.margin)
      else { break }
      chain = list.clips[Int(chain)].parent
    }
    return chain
  }

  /// The chain for something that touches `box`: with the scissor in it where that cuts.
  mutating func chain(_ clip: Clip, for box: PixelRect) -> Int32 {
    let chain = needed(clip.chain, by: box.intersection(clip.scissor))
    if clip.scissor.contains(box.intersection(area)) { return chain }
    let last = list.clips.count - 1
    let scissor = RoundedBounds(rect: clip.scissor.rect, radius: 0)
    if last >= 0, list.clips[last].parent == chain, clipShapes[last].shape == scissor,
      !clipShapes[last].isHalfPlane, clipShapes[last].inverse == .identity
    {
      return Int32(last)
    }
    return add(clip: scissor, DevicePlane(), parent: chain)
  }

  /// What is left of `box` in the target, nothing when it is not damaged.
  func visible(_ box: PixelRect, _ clip: Clip) -> PixelRect {
    let rest = box.intersection(clip.scissor).intersection(area)
    return list.damage.intersects(rest) ? rest : .zero
  }

  var targetArea: PixelRect { area }
}

extension [DrawList.Batch] {
  /// Adds neighbouring quads to the last batch if they can join it, or as a new one.
  fileprivate mutating func extend(
    _ kind: DrawList.Kind, _ texture: DrawList.TextureSource, by quads: Range<Int>
  ) {
    let last = count - 1
    if last >= 0, self[last].kind == kind, self[last].texture == texture,
      self[last].instances.upperBound == quads.lowerBound
    {
      self[last].instances = self[last].instances.lowerBound..<quads.upperBound
    } else {
      append(DrawList.Batch(kind: kind, texture: texture, instances: quads))
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
