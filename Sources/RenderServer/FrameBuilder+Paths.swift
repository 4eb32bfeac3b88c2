import Geometry
import Renderer

/// Shapes and the shadows of paths: masks that the coverage cache keeps.
extension FrameBuilder {
  /// A shape's fill and then its stroke. Their colours are multiplied by `tint`.
  mutating func drawShape(
    _ shape: ShapeContents, _ plane: DevicePlane, tint: SIMD4<Double>, clip: Clip
  ) {
    let reach = shape.pixels(in: plane, within: limits)
    guard !visible(reach, clip).isEmpty, let phase = PixelPhase(plane.matrix) else { return }
    if shape.hasFill {
      drawMask(
        CoverageKey(
          path: shape.path, bounds: shape.bounds, ink: .fill(shape.rule), matrix: phase.matrix),
        of: shape.slot, .fill, shape.bounds, phase, color: shape.fillColor * tint, reach: reach,
        clip: clip)
    }
    if shape.hasStroke {
      if computesArcs, let arc = shape.arc,
        let drawn = DeviceArc(arc, shape.stroke, phase.matrix)
      {
        self.draw(drawn, phase, color: shape.strokeColor * tint, reach: reach, clip: clip)
        return
      }
      drawMask(
        CoverageKey(
          path: shape.path, bounds: shape.bounds, ink: .stroke(shape.stroke),
          matrix: phase.matrix),
        of: shape.slot, .stroke, shape.extent, phase, color: shape.strokeColor * tint,
        reach: reach, clip: clip)
    }
  }

  /// The shadow of a path, to be drawn before what casts it.
  mutating func drawPathShadow(
    _ shadow: PathShadow, _ plane: DevicePlane, tint: SIMD4<Double>, clip: Clip
  ) {
    let reach = shadow.pixels(in: plane, within: limits)
    guard !visible(reach, clip).isEmpty else { return }
    let offset = Matrix3(
      SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(shadow.offset.width, shadow.offset.height, 1))
    let matrix = offset.concat(plane.matrix)
    let scale = plane.pixelsPerPoint
    let sigma = shadow.sigma * scale
    var key = CoverageKey(
      path: shadow.path, bounds: shadow.bounds, ink: .fill(.nonZero), matrix: matrix)
    let isSharp = sigma < BlurredPlane.leastSigma
    if isSharp || sigma < BlurredPlane.wideSigma && matrix.keepsCircles {
      guard let phase = PixelPhase(matrix) else { return }
      key.matrix = phase.matrix
      key.sigma = isSharp ? 0 : sigma
      drawMask(
        key, of: shadow.slot, .shadow, shadow.bounds, phase, color: shadow.color * tint,
        reach: reach, clip: clip)
      return
    }
    guard
      let blurred = BlurredPlane(
        sigma: shadow.sigma, around: shadow.bounds, plane: DevicePlane(matrix),
        pixelsPerPoint: scale, limits: limits)
    else { return }
    key.matrix = blurred.matrix
    key.sigma = blurred.sigma
    drawBlurred(key, shadow, blurred, color: shadow.color * tint, reach: reach, clip: clip)
  }

  /// Draws a mask pixel for pixel. `extent`, in the plane's points, holds all of the path's ink;
  /// nothing outside of `reach` is drawn, so that rounding never leaves the damaged pixels.
  private mutating func drawMask(
    _ wanted: CoverageKey, of slot: Int, _ role: CoverageCache.Role, _ extent: Rect,
    _ phase: PixelPhase, color: SIMD4<Double>, reach: PixelRect, clip: Clip
  ) {
    guard color != .zero else { return }
    var key = wanted
    let seen = PixelRect(
      limits.x - phase.x, limits.y - phase.y, limits.width, limits.height)
    let area = MaskArea(
      of: DevicePlane(key.matrix).box(of: extent), margin: CoverageBlur.reach(key.sigma),
      seen: seen)
    key.cut = area.cut
    let mask = coverage.mask(key, of: slot, role, within: area.pixels)
    guard let image = mask.image else { return }
    let box = PixelRect(
      mask.box.x + phase.x, mask.box.y + phase.y, mask.box.width, mask.box.height)
    let rest = visible(box.intersection(reach), clip)
    guard !rest.isEmpty,
      let part = ImagePart(rect: box.rect, texture: .unit, innerEdges: 0).cropped(to: rest.rect)
    else { return }
    upload(image)
    append(
      .image, .image(image.id, .nearest),
      instance(
        DevicePlane(), part.rect, SIMD4<Float>(color), extra: SIMD4<Float>(part.texture),
        radii: SIMD4<Float>(part.limits), params: .zero, clip: needed(clip.chain, by: rest)))
  }

  /// Draws a mask that lies in the plane of what casts the shadow, between its pixels.
  private mutating func drawBlurred(
    _ wanted: CoverageKey, _ shadow: PathShadow, _ blurred: BlurredPlane, color: SIMD4<Double>,
    reach: PixelRect, clip: Clip
  ) {
    var key = wanted
    let area = MaskArea(
      of: DevicePlane(key.matrix).box(of: shadow.bounds), margin: CoverageBlur.reach(key.sigma),
      seen: blurred.seen)
    key.cut = area.cut
    let mask = coverage.mask(key, of: shadow.slot, .shadow, within: area.pixels)
    guard let image = mask.image else { return }
    let rect = blurred.points(mask.box)
    guard blurred.plane.isDrawable(rect) else { return }
    upload(image)
    append(
      .image, .image(image.id, .linear),
      instance(
        blurred.plane, rect, SIMD4<Float>(color), extra: SIMD4<Float>(Rect.unit),
        radii: SIMD4<Float>(Rect.unit), params: .zero, clip: chain(clip, for: reach)))
  }
}

/// Which part of a mask is made.
private struct MaskArea {
  /// Where coverage is looked for.
  var pixels: PixelRect
  /// The same if that is not all there is.
  var cut: PixelRect?

  /// Cut areas begin and end at multiples of this, so that a moved layer finds the mask it had.
  private static let grid = 256.0
  /// A mask that is cut to what is seen has to be made again as it moves; so it may take up some
  /// times as many pixels.
  private static let spare = 2.0

  /// `box` holds the path's ink and `seen` what can be seen, both in the mask's pixels; a blur
  /// spreads the ink by `margin`.
  init(of box: Rect, margin: Int, seen: PixelRect) {
    let d = Double(margin + 1)
    let all = Rect(
      box.minX - d, box.minY - d, box.size.width + 2 * d, box.size.height + 2 * d)
    let around = seen.rect
    let most = Self.spare * around.size.width * around.size.height
    if all.size.width * all.size.height <= most, max(all.size.width, all.size.height) < 8192,
      max(abs(all.minX), abs(all.minY)) < 1e9
    {
      let x = Int(all.minX.rounded(.down)), y = Int(all.minY.rounded(.down))
      pixels = PixelRect(
        x, y, Int(all.maxX.rounded(.up)) - x, Int(all.maxY.rounded(.up)) - y)
      return
    }
    func down(_ v: Double) -> Int { Int((v / Self.grid).rounded(.down) * Self.grid) }
    func up(_ v: Double) -> Int { Int((v / Self.grid).rounded(.up) * Self.grid) }
    let x = down(around.minX), y = down(around.minY)
    pixels = PixelRect(x, y, up(around.maxX) - x, up(around.maxY) - y)
    cut = pixels
  }
}

/// The scale at which a wide blur is made: in the plane of what casts the shadow, with pixels that
/// are small beside the blur and not beside anything else. So it stays while the plane turns.
private struct BlurredPlane {
  /// Of what casts the shadow.
  let plane: DevicePlane
  /// Mask pixels per point, a power of two.
  let scale: Double
  /// In mask pixels.
  let sigma: Double
  /// The mask pixels that may be seen.
  let seen: PixelRect

  /// Blurs of fewer pixels are not seen.
  static let leastSigma = 0.1
  /// From so many pixels on the pixels of a blur need not be those of the device: interpolated
  /// between pixels a third of the deviation apart, an edge strays by 0.3 %.
  static let wideSigma = 3.0
  /// A mask may have so many times the pixels of the device.
  private static let mostPixels = 8.0

  /// For what lies in `around`. Nil where the numbers are out of range.
  init?(
    sigma: Double, around: Rect, plane: DevicePlane, pixelsPerPoint: Double, limits: PixelRect
  ) {
    // Where the device's pixels are wider, as in a plane seen from far, finer ones show nothing.
    let wanted = min(Self.wideSigma / sigma, 2 * pixelsPerPoint)
    guard wanted > 1e-9, wanted < 1e9 else { return nil }
    var scale = Double(
      sign: .plus, exponent: wanted.exponent + (wanted.significand > 1 ? 1 : 0), significand: 1)
    let most = Self.mostPixels * Double(limits.area)
    func isSmall(_ box: Rect) -> Bool { box.size.width * box.size.height * scale * scale <= most }
    let reach = 3 * sigma
    var box = Rect(
      around.minX - reach, around.minY - reach, around.size.width + 2 * reach,
      around.size.height + 2 * reach)
    if !isSmall(box) {
      guard let back = plane.matrix.inverse else { return nil }
      box = box.intersection(DevicePlane(back).box(of: limits.rect))
      // Under perspective much of the plane may be seen.
      while !isSmall(box), scale * sigma > 0.5 { scale /= 2 }
    }
    let edges = SIMD4(box.minX, box.minY, box.maxX, box.maxY) * scale
    guard isSmall(box), max(abs(edges.x), abs(edges.y), abs(edges.z), abs(edges.w)) < 1e9 else {
      return nil
    }
    let x = Int(edges.x.rounded(.down)), y = Int(edges.y.rounded(.down))
    seen = PixelRect(x, y, Int(edges.z.rounded(.up)) - x, Int(edges.w.rounded(.up)) - y)
    self.plane = plane
    self.scale = scale
    self.sigma = sigma * scale
  }

  var matrix: Matrix3 {
    Matrix3(SIMD3(scale, 0, 0), SIMD3(0, scale, 0), SIMD3(0, 0, 1))
  }

  func points(_ box: PixelRect) -> Rect {
    Rect(
      Double(box.x) / scale, Double(box.y) / scale, Double(box.width) / scale,
      Double(box.height) / scale)
  }
}

extension Matrix3 {
  /// A circle stays one: turned, moved, mirrored and scaled alike in all directions.
  fileprivate var keepsCircles: Bool {
    guard isAffine else { return false }
    let across = r0.x * r0.x + r0.y * r0.y, down = r1.x * r1.x + r1.y * r1.y
    let mixed = r0.x * r1.x + r0.y * r1.y
    return abs(across - down) <= 1e-3 * across && abs(mixed) <= 1e-3 * across
  }
}
