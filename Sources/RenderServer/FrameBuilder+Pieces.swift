import AnimationCore
import Geometry
import Renderer

/// The single pieces: fill, border, images, shadow.
extension FrameBuilder {
  // MARK: - Fill and border

  /// The background, with the border in the same piece where nothing lies between them. `inset`: how
  /// far its edge lies inside, where a border above hides that. `over`: what its shadow may touch.
  mutating func drawFill(
    _ body: LayerBody, _ placement: Placement, over shadow: PixelRect, withBorder: Bool,
    fading: Fading, inset: Double, edges: Float, clip: Clip
  ) {
    let factor = fading.factor
    let border = withBorder && body.hasBorder
    guard body.hasFill || border else { return }
    let fill = body.fill * factor
    if placement.clipsPass && !border {
      // The pass is cut to the rounded bounds afterwards: fill all of it, softened edges included.
      solid(area.intersection(clip.scissor), fill)
      return
    }
    var shape = body.shape.outset(by: -inset)
    if !border && !body.shape.isRounded && placement.plane.isAxisAligned {
      rectangle(shape.rect, placement.plane, fill, edges: edges, clip: clip)
      return
    }
    var width = border ? body.borderWidth : 0
    if placement.clipsPass { (shape, width) = outset(shape, width, placement) }
    self.shape(
      shape, placement.plane, fill: fill,
      border: !border
        ? .zero : fading.isApart ? body.border * factor : Self.border(body, factor: factor),
      width: width, edges: edges, clip: clip, with: shadow)
  }

  /// As `drawFill`, for a layer that is nothing but a fill and draws in the pixels of `box`.
  mutating func draw(
    _ body: PlainBody, _ plane: DevicePlane, box: PixelRect, factor: SIMD4<Double>, clip: Clip
  ) {
    guard body.fill.w > 0 else { return }
    let fill = body.fill * factor, edges = Float(body.edges)
    if plane.isAxisAligned {
      rectangle(body.rect, plane, fill, edges: edges, clip: clip)
    } else if clip.chain < 0, clip.scissor.contains(area), plane.matrix.isAffine {
      guard !visible(box, clip).isEmpty, plane.isDrawable(body.rect) else { return }
      append(DrawList.Solid(body.rect, in: plane, fill, edges: body.edges))
    } else {
      shape(
        RoundedBounds(rect: body.rect, radius: 0), plane, fill: fill, border: .zero, width: 0,
        edges: edges, clip: clip)
    }
  }

  /// The border by itself, above contents and sublayers.
  mutating func drawBorder(
    _ body: LayerBody, _ placement: Placement, factor: SIMD4<Double>, edges: Float, clip: Clip
  ) {
    var shape = body.shape
    var width = body.borderWidth
    if placement.clipsPass { (shape, width) = outset(shape, width, placement) }
    self.shape(
      shape, placement.plane, fill: .zero, border: body.border * factor, width: width,
      edges: edges, clip: clip)
  }

  /// The border's colour such that painting it over the faded fill comes to the two of them faded
  /// as one picture: `b + o·F·(1 − b.a) = o·(B + F·(1 − B.a))`. Components may be negative, where
  /// the border is darker than the fill that already shows below it.
  private static func border(_ body: LayerBody, factor o: SIMD4<Double>) -> SIMD4<Double> {
    let b = body.border, f = body.fill
    guard o.w < 1, f.w > 0 else { return b * o }
    let alpha = o.w * b.w * (1 - f.w) / (1 - o.w * f.w)
    var color = (b + f * (alpha - b.w)) * o
    color.w = alpha
    return color
  }

  /// Moves the outer edge beyond the clip that will cut it, so that it is softened only once.
  private func outset(_ shape: RoundedBounds, _ width: Double, _ placement: Placement)
    -> (RoundedBounds, Double)
  {
    let scale = placement.plane.pixelsPerPoint
    let d = scale > 1e-6 ? 1.5 / scale : 1
    return (shape.outset(by: d), width > 0 ? width + d : 0)
  }

  /// A square rectangle of one colour in an axis-aligned plane.
  private mutating func rectangle(
    _ rect: Rect, _ plane: DevicePlane, _ color: SIMD4<Double>, edges: Float, clip: Clip
  ) {
    let box = visible(plane.pixels(of: rect, within: limits), clip)
    guard !box.isEmpty else { return }
    let limit = clip.scissor.intersection(area)
    let chain = needed(clip.chain, by: box)
    if chain < 0, let pixels = plane.wholePixels(of: rect, within: limit) {
      solid(pixels, color)
      return
    }
    // In device pixels, cut to a little more than can be seen: no number gets out of hand.
    let around = limit.rect
    let device = plane.box(of: rect).intersection(
      Rect(
        around.minX - 4, around.minY - 4, around.size.width + 8, around.size.height + 8))
    guard !device.isEmpty, device.isFinite else { return }
    append(
      .shape, .none,
      instance(
        DevicePlane(), device, SIMD4<Float>(color), params: SIMD2(0, 15),
        clip: self.chain(clip, for: PixelRect(covering: device, within: limits))))
  }

  private mutating func solid(_ pixels: PixelRect, _ color: SIMD4<Double>) {
    guard region.intersects(pixels) else { return }
    append(DrawList.Solid(pixels, SIMD4<Float>(color)))
  }

  private mutating func shape(
    _ shape: RoundedBounds, _ plane: DevicePlane, fill: SIMD4<Double>, border: SIMD4<Double>,
    width: Double, edges: Float, clip: Clip, with shadow: PixelRect = .zero
  ) {
    let box = plane.pixels(of: shape, within: limits)
    guard !visible(box.union(shadow), clip).isEmpty, plane.isDrawable(shape.rect) else { return }
    let chain = chain(clip, for: box)
    // Squares that are turned are many, and the cheapest shader is enough for them.
    if chain < 0, width == 0, !shape.isRounded, plane.matrix.isAffine {
      append(DrawList.Solid(shape.rect, in: plane, fill, edges: UInt8(edges)))
      return
    }
    append(
      .shape, .none,
      instance(
        plane, shape.rect, SIMD4<Float>(fill), extra: SIMD4<Float>(border),
        radii: SIMD4<Float>(shape.radii), params: SIMD2(Float(width), edges + shape.cornerFlag),
        clip: chain))
  }

  // MARK: - Shadow

  /// Returns what it may touch. Backends draw a shadow and what casts it together, so that either is
  /// drawn where the other is seen: what comes out must not depend on how much of it is damaged.
  mutating func draw(
    _ shadow: ShadowPiece, of body: LayerBody, _ plane: DevicePlane, factor: SIMD4<Double>,
    clip: Clip
  ) -> PixelRect {
    let isSoft = shadow.sigma * plane.pixelsPerPoint > 0.05
    let box = plane.pixels(of: shadow.extent, within: limits)
    let both = box.union(plane.pixels(of: body.shape, within: limits))
    guard !visible(both, clip).isEmpty, plane.isDrawable(shadow.extent) else { return .zero }
    append(
      isSoft ? .shadow : .shape, .none,
      instance(
        plane, shadow.shape.rect, SIMD4<Float>(shadow.color * factor),
        radii: SIMD4<Float>(shadow.shape.radii),
        params: isSoft
          ? SIMD2(Float(shadow.sigma), shadow.shape.cornerFlag)
          : SIMD2(0, 15 + shadow.shape.cornerFlag), clip: chain(clip, for: box)))
    return both
  }

  // MARK: - Images

  mutating func drawImages(
    _ body: LayerBody, _ values: [LayerValues], _ slot: Int, _ placement: Placement,
    factor: SIMD4<Double>, edges: Float, clip: Clip
  ) {
    let plane =
      placement.isYUp ? placement.plane.mirrored(in: body.shape.rect) : placement.plane
    guard let contents = values[slot].contents else { return }
    var edges = UInt8(edges)
    // Mirrored, the top edge is the bottom one.
    if placement.isYUp { edges = edges & 3 | (edges & 4) << 1 | (edges & 8) >> 1 }
    if let piece = body.firstImage {
      draw(piece, of: contents, values, slot, plane, factor: factor, edges: edges, clip: clip)
    }
    if let piece = body.secondImage {
      draw(piece, of: contents, values, slot, plane, factor: factor, edges: edges, clip: clip)
    }
  }

  private mutating func draw(
    _ piece: ImagePiece, of contents: Contents, _ values: [LayerValues], _ slot: Int,
    _ plane: DevicePlane, factor: SIMD4<Double>, edges: UInt8, clip: Clip
  ) {
    if piece.id == contents.image.id {
      upload(contents.image)
    } else if let previous = contents.previous {
      upload(previous)
    }
    var color = SIMD4<Double>(repeating: 1)
    if piece.isMask { color = (values[slot].contentsTint ?? .black).premultiplied }
    guard color.sum().isFinite else { return }
    // A pixel of the image on the screen: larger than one pixel is magnified.
    let scale =
      plane.pixelsPerPoint * (piece.rect.size.width / piece.pixels.width)
    let filter = scale > 1 ? values[slot].magnificationFilter : values[slot].minificationFilter
    let texture = DrawList.TextureSource.image(
      piece.id, Self.sampling(by: filter, isMagnified: scale > 1))
    let bias =
      filter == .trilinear && values[slot].hasExtras
      ? values[slot].extras[.minificationFilterBias].numbers?.x ?? 0 : 0
    let image = ImageRun(
      piece: piece, plane: plane, texture: texture, color: color, factor: factor, edges: edges,
      bias: Float(bias), clip: clip)
    if let slices = ImageSlices(piece, values, slot) {
      for row in 0..<3 {
        for column in 0..<3 { drawUncovered(slices.part(column, row), image) }
      }
      return
    }
    drawUncovered(ImagePart(rect: piece.rect, texture: piece.texture, innerEdges: 0), image)
  }

  private static func sampling(by filter: ContentsFilter, isMagnified: Bool)
    -> DrawList.ImageFilter
  {
    switch filter {
    case .linear: .linear
    case .nearest: .nearest
    // What is magnified has no smaller copies to be sampled from.
    case .trilinear: isMagnified ? .linear : .trilinear
    }
  }

  /// Draws a part at the image's weight, stronger where a picture painted over it will weaken it.
  private mutating func drawUncovered(_ part: ImagePart, _ image: ImageRun) {
    let weight = image.piece.weight
    guard let inner = image.piece.inner else {
      draw(part, image, weight)
      return
    }
    for band in part.bands(around: inner) { draw(band, image, weight) }
    if let common = part.cropped(to: inner) {
      draw(common, image, weight / (1 - image.factor.w * image.piece.covering))
    }
  }

  /// What all parts of one image have in common.
  private struct ImageRun {
    var piece: ImagePiece
    var plane: DevicePlane
    var texture: DrawList.TextureSource
    var color: SIMD4<Double>
    var factor: SIMD4<Double>
    var edges: UInt8
    /// Of the level of detail.
    var bias: Float
    var clip: Clip
  }

  private mutating func draw(_ part: ImagePart, _ image: ImageRun, _ weight: Double) {
    guard !part.rect.isEmpty, weight > 0, image.plane.isDrawable(part.rect) else { return }
    var part = part
    let box = image.plane.pixels(of: part.rect, within: limits)
    guard !visible(box, image.clip).isEmpty else { return }
    var clip = image.clip
    var reach = box
    if image.plane.isAxisAligned, !clip.scissor.contains(box),
      let inverse = image.plane.matrix.inverse,
      let cropped = part.cropped(to: DevicePlane(inverse).box(of: clip.scissor.rect))
    {
      // Cut by whole pixels: a smaller part of the image instead of a clip.
      part = cropped
      clip.scissor = area
      reach = box.intersection(image.clip.scissor)
    }
    let edges = Float(image.edges & ~part.innerEdges)
    append(
      .image, image.texture,
      instance(
        image.plane, part.rect, SIMD4<Float>(image.color * image.factor * weight),
        extra: SIMD4<Float>(part.texture), radii: SIMD4<Float>(part.limits),
        params: SIMD2(image.bias, edges), clip: chain(clip, for: reach)))
  }

  func instance(
    _ plane: DevicePlane, _ rect: Rect, _ color: SIMD4<Float>, extra: SIMD4<Float> = .zero,
    radii: SIMD4<Float> = .zero, params: SIMD2<Float>, clip: Int32, ramp: Int32 = 0
  ) -> DrawList.Instance {
    DrawList.Instance(
      row0: SIMD4<Float>(plane.matrix.r0), row1: SIMD4<Float>(plane.matrix.r1),
      row2: SIMD4<Float>(plane.matrix.r2), rect: SIMD4<Float>(rect), color: color, extra: extra,
      radii: radii, params: params, clip: clip, ramp: ramp)
  }
}

/// A rectangle of an image and the part of the picture in it.
struct ImagePart {
  var rect: Rect
  /// In unit coordinates.
  var texture: Rect
  /// What may be sampled: the texture rectangle before any cropping, so that cropping changes no
  /// pixel.
  private(set) var limits: Rect
  /// Edges that meet another part and are not softened, in the bits of edge antialiasing.
  var innerEdges: UInt8

  init(rect: Rect, texture: Rect, innerEdges: UInt8) {
    self.rect = rect
    self.texture = texture
    limits = texture
    self.innerEdges = innerEdges
  }

  private static let left: UInt8 = 1, right: UInt8 = 2, top: UInt8 = 4, bottom: UInt8 = 8

  /// Nil when nothing is left.
  func cropped(to limit: Rect) -> ImagePart? {
    let r = rect.intersection(limit)
    guard !r.isEmpty else { return nil }
    let sx = texture.size.width / rect.size.width, sy = texture.size.height / rect.size.height
    var part = self
    part.rect = r
    part.texture = Rect(
      texture.minX + (r.minX - rect.minX) * sx, texture.minY + (r.minY - rect.minY) * sy,
      r.size.width * sx, r.size.height * sy)
    // An edge that only rounding has moved is where it was.
    let little = 1e-9 * (rect.size.width + rect.size.height)
    if r.minX > rect.minX + little { part.innerEdges |= Self.left }
    if r.maxX < rect.maxX - little { part.innerEdges |= Self.right }
    if r.minY > rect.minY + little { part.innerEdges |= Self.top }
    if r.maxY < rect.maxY - little { part.innerEdges |= Self.bottom }
    return part
  }

  /// What lies outside `hole`, in up to four parts.
  func bands(around hole: Rect) -> [ImagePart] {
    let h = rect.intersection(hole)
    guard !h.isEmpty else { return [self] }
    let full = rect
    return [
      Rect(full.minX, full.minY, full.size.width, h.minY - full.minY),
      Rect(full.minX, h.maxY, full.size.width, full.maxY - h.maxY),
      Rect(full.minX, h.minY, h.minX - full.minX, h.size.height),
      Rect(h.maxX, h.minY, full.maxX - h.maxX, h.size.height),
    ].compactMap { $0.isEmpty ? nil : cropped(to: $0) }
  }
}

/// The nine parts of a stretched image.
private struct ImageSlices {
  let x: ContentsPlacement.Slices
  let y: ContentsPlacement.Slices
  let piece: ImagePiece

  /// Nil when the whole image stretches alike.
  init?(_ piece: ImagePiece, _ values: [LayerValues], _ slot: Int) {
    let center = values[slot].contentsCenter
    guard center != .unit, center.isFinite else { return nil }
    switch values[slot].contentsGravity {
    case .resize, .resizeAspect, .resizeAspectFill: break
    case .center, .top, .bottom, .left, .right, .topLeft, .topRight, .bottomLeft, .bottomRight:
      return nil
    }
    let scale = values[slot].contentsScale > 0 ? values[slot].contentsScale : 1
    self.piece = piece
    x = ContentsPlacement.slices(
      start: center.minX, length: center.size.width, image: piece.pixels.width / scale,
      pixels: piece.pixels.width, target: piece.rect.size.width)
    y = ContentsPlacement.slices(
      start: center.minY, length: center.size.height, image: piece.pixels.height / scale,
      pixels: piece.pixels.height, target: piece.rect.size.height)
  }

  func part(_ column: Int, _ row: Int) -> ImagePart {
    let texture = piece.texture
    let u = x.source[column], v = y.source[row]
    let dx = x.destination[column], dy = y.destination[row]
    return ImagePart(
      rect: Rect(
        piece.rect.minX + dx, piece.rect.minY + dy, x.destination[column + 1] - dx,
        y.destination[row + 1] - dy),
      texture: Rect(
        texture.minX + u * texture.size.width, texture.minY + v * texture.size.height,
        (x.source[column + 1] - u) * texture.size.width,
        (y.source[row + 1] - v) * texture.size.height),
      innerEdges: (column > 0 ? 1 : 0) | (column < 2 ? 2 : 0) | (row > 0 ? 4 : 0)
        | (row < 2 ? 8 : 0))
  }
}
