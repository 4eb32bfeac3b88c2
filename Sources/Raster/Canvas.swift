import CText
import Geometry

/// A bitmap to draw on, by Cairo. y runs down, user space begins as device pixels.
///
/// Belongs to the thread that uses it. Input that is not finite, empty, or mapped by a singular
/// transform draws nothing; coordinates far outside any bitmap are pulled back to a limit, so no
/// input makes Cairo fail or run long.
package final class Canvas {
  /// Which space a path is given in.
  package enum PathSpace {
    /// Mapped by the transform in force when it is drawn.
    case user
    /// Mapped already; only the pen of a stroke still follows the transform.
    case device
  }

  package let size: PixelSize
  package let format: Bitmap.Format
  package var state = CanvasState()
  private var saved: [CanvasState] = []
  /// How many were saved when each open layer began.
  var layers: [Int] = []

  // Safety: both live as long as the canvas and never leave it.
  private let surface: OpaquePointer
  let cairo: OpaquePointer

  /// Device coordinates are kept within ± this many pixels: Cairo counts 1/256 pixels in 32 bits.
  static let maximumCoordinate = 4_000_000.0
  /// Curves become lines that stray from them by at most this many pixels. Cairo's own 0.1 shows in
  /// the area of dots and small letters.
  private static let flatness = 0.02
  private static let maximumPenWidth = 2_000_000.0
  /// In the matrices that lead from pixels to what they show, Cairo has 16 bits before the point.
  static func fitsPattern(_ entries: [Double]) -> Bool { entries.allSatisfy { abs($0) < 30_000 } }
  private static let maximumDashes = 100_000.0

  /// Transparent. Nil for an empty size or one beyond the limits.
  package init?(size: PixelSize, format: Bitmap.Format, limits: ImageLimits = .standard) {
    guard limits.allow(size) else { return nil }
    let cairoFormat = format == .alpha8 ? CAIRO_FORMAT_A8 : CAIRO_FORMAT_ARGB32
    let surface = cairo_image_surface_create(
      cairoFormat, Int32(clamping: size.width), Int32(clamping: size.height))
    guard let surface, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      return nil
    }
    guard let cairo = cairo_create(surface), cairo_status(cairo) == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      return nil
    }
    self.size = size
    self.format = format
    self.surface = surface
    self.cairo = cairo
    cairo_set_tolerance(cairo, Self.flatness)
  }

  deinit {
    cairo_destroy(cairo)
    cairo_surface_destroy(surface)
  }

  /// A copy of what has been drawn.
  package func bitmap() -> Bitmap {
    cairo_surface_flush(surface)
    var bitmap = Bitmap(size: size, format: format)
    let stride = Int(cairo_image_surface_get_stride(surface)), rowBytes = bitmap.bytesPerRow
    guard let data = cairo_image_surface_get_data(surface) else { return bitmap }
    bitmap.bytes.withUnsafeMutableBytes { to in
      for y in 0..<size.height {
        // Safety: the surface has `height` rows of `stride` ≥ `rowBytes` bytes.
        let row = UnsafeRawBufferPointer(start: data + y * stride, count: rowBytes)
        UnsafeMutableRawBufferPointer(rebasing: to[(y * rowBytes)..<((y + 1) * rowBytes)])
          .copyMemory(from: row)
      }
    }
    return bitmap
  }

  // MARK: State

  package var transform: Matrix4 {
    get { state.transform }
    set { state.transform = newValue }
  }

  package func save() {
    saved.append(state)
    cairo_save(cairo)
  }

  var savedCount: Int { saved.count }

  /// Without a matching `save` in the same layer, false and nothing happens.
  @discardableResult
  package func restore() -> Bool {
    guard saved.count > layers.last ?? 0, let last = saved.popLast() else { return false }
    state = last
    cairo_restore(cairo)
    return true
  }

  // MARK: Paths

  package func fill(_ path: Path, rule: FillRule = .nonZero, in space: PathSpace = .user) {
    castingShadow {
      add(path, in: space)
      applyState(color: state.fillColor)
      cairo_set_fill_rule(cairo, rule.cairoRule)
      if state.blendMode.actsOutsideShape {
        cairo_save(cairo)
        cairo_clip(cairo)
        cairo_paint(cairo)
        cairo_restore(cairo)
      } else {
        cairo_fill(cairo)
      }
    }
  }

  package func fill(_ rect: Rect) { fill(Path(rect: rect)) }

  package func stroke(_ path: Path, in space: PathSpace = .user) {
    guard state.lineWidth > 0, let pen = cairoMatrix(state.transform) else { return }
    castingShadow { stroke(path, in: space, pen) }
  }

  private func stroke(_ path: Path, in space: PathSpace, _ pen: cairo_matrix_t) {
    let length = add(path, in: space)
    applyState(color: state.strokeColor)
    cairo_set_line_cap(cairo, state.lineCap.cairoCap)
    cairo_set_line_join(cairo, state.lineJoin.cairoJoin)
    cairo_set_miter_limit(cairo, max(1, state.miterLimit))
    let scale = max(Point(pen.xx, pen.yx).length, Point(pen.xy, pen.yy).length)
    setDash(pathLength: length, scale: scale)
    withMatrix(pen) {
      cairo_set_line_width(cairo, min(state.lineWidth, Self.maximumPenWidth / scale))
      cairo_stroke(cairo)
    }
  }

  package func clip(
    to path: Path, rule: FillRule = .nonZero, in space: PathSpace = .user
  ) {
    add(path, in: space)
    setAntialias()
    cairo_set_fill_rule(cairo, rule.cairoRule)
    cairo_clip(cairo)
  }

  package func clip(to rect: Rect) { clip(to: Path(rect: rect)) }

  /// A rectangle around all that the clip leaves, in device pixels.
  package var clipBounds: Rect {
    var x0 = 0.0, y0 = 0.0, x1 = 0.0, y1 = 0.0
    cairo_clip_extents(cairo, &x0, &y0, &x1, &y1)
    return Rect(x0, y0, max(0, x1 - x0), max(0, y1 - y0))
  }

  /// Makes a rectangle transparent.
  package func clear(_ rect: Rect) {
    add(Path(rect: rect), in: .user)
    setAntialias()
    cairo_set_operator(cairo, CAIRO_OPERATOR_CLEAR)
    cairo_fill(cairo)
  }

  // MARK: Sources

  /// Draws an image into a rectangle of user space, its top row at the rectangle's least y. A mask
  /// is drawn in the fill colour.
  package func draw(_ image: Bitmap, in rect: Rect) {
    guard !image.size.isEmpty, rect.isFinite, !rect.isEmpty else { return }
    let perPixel = Matrix4.scale(
      rect.size.width / Double(image.size.width), rect.size.height / Double(image.size.height))
    let placed = perPixel.concat(.translation(rect.minX, rect.minY)).concat(state.transform)
    let inReach = rect.corners.allSatisfy {
      let p = state.transform.applied(to: $0)
      return abs(p.x) < Self.maximumCoordinate && abs(p.y) < Self.maximumCoordinate
    }
    // Cairo finds a pixel's place in an image by the inverse.
    guard inReach, let matrix = cairoMatrix(placed), let inverse = placed.inverse,
      Self.fitsPattern([inverse.r0.x, inverse.r0.y, inverse.r1.x, inverse.r1.y]),
      let source = makeSurface(image)
    else { return }
    defer { cairo_surface_destroy(source) }
    guard let pattern = cairo_pattern_create_for_surface(source) else { return }
    defer { cairo_pattern_destroy(pattern) }
    cairo_pattern_set_filter(pattern, state.interpolation.cairoFilter)
    // Edge pixels go on outwards and the rectangle cuts them: no fringe at the edges.
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    castingShadow {
      cairo_save(cairo)
      add(Path(rect: rect), in: .user)
      applyState(color: state.fillColor)
      cairo_clip(cairo)
      if image.format == .alpha8 {
        withMatrix(matrix) { cairo_mask(cairo, pattern) }
      } else {
        withMatrix(matrix) { cairo_set_source(cairo, pattern) }
        cairo_paint_with_alpha(cairo, state.alpha)
      }
      cairo_restore(cairo)
    }
  }

  /// Draws text in the fill colour, the top left of its box at the origin of user space; the box
  /// clips it. The request's scale is not looked at: the transform says how large a point is.
  package func drawText(_ request: TextRequest) {
    drawText(in: request.boxSize) { TextLayout.draw(request, in: $0, $1) }
  }

  func drawText(in boxSize: Size, _ draw: (OpaquePointer, TextInk) -> Void) {
    guard let matrix = cairoMatrix(state.transform) else { return }
    castingShadow {
      cairo_save(cairo)
      clip(to: Rect(origin: .zero, size: boxSize))
      applyState(color: state.fillColor)
      let ink = TextInk(color: state.fillColor, alpha: state.alpha, isMask: format == .alpha8)
      withMatrix(matrix) { draw(cairo, ink) }
      cairo_restore(cairo)
    }
  }

  // MARK: Private

  func makeSurface(_ image: Bitmap) -> OpaquePointer? {
    let cairoFormat = image.format == .alpha8 ? CAIRO_FORMAT_A8 : CAIRO_FORMAT_ARGB32
    guard
      let surface = cairo_image_surface_create(
        cairoFormat, Int32(clamping: image.size.width), Int32(clamping: image.size.height))
    else { return nil }
    guard let data = cairo_image_surface_get_data(surface) else {
      cairo_surface_destroy(surface)
      return nil
    }
    let stride = Int(cairo_image_surface_get_stride(surface)), rowBytes = image.bytesPerRow
    image.bytes.withUnsafeBytes { from in
      for y in 0..<image.size.height {
        // Safety: the surface has `height` rows of `stride` ≥ `rowBytes` bytes.
        UnsafeMutableRawBufferPointer(start: data + y * stride, count: rowBytes)
          .copyMemory(
            from: UnsafeRawBufferPointer(rebasing: from[(y * rowBytes)..<((y + 1) * rowBytes)]))
      }
    }
    cairo_surface_mark_dirty(surface)
    return surface
  }

  /// Makes `path` Cairo's current path; Cairo keeps paths in device pixels. Returns an upper bound
  /// of its length in pixels.
  @discardableResult
  private func add(_ path: Path, in space: PathSpace) -> Double {
    let limit = Self.maximumCoordinate
    let transform = space == .user ? state.transform : .identity
    func device(_ p: Point) -> Point? {
      let q = transform.applied(to: p)
      guard q.x.isFinite, q.y.isFinite else { return nil }
      return Point(min(max(q.x, -limit), limit), min(max(q.y, -limit), limit))
    }
    var start = Point.zero, current = Point.zero, length = 0.0
    func advance(to p: Point) {
      length += (p - current).length
      current = p
    }
    cairo_new_path(cairo)
    for element in path.elements {
      switch element {
      case .move(let p):
        guard let p = device(p) else { continue }
        cairo_move_to(cairo, p.x, p.y)
        (start, current) = (p, p)
      case .line(let p):
        guard let p = device(p) else { continue }
        cairo_line_to(cairo, p.x, p.y)
        advance(to: p)
      case .quad(let c, let p):
        guard let c = device(c), let p = device(p) else { continue }
        let c1 = current + (c - current) * (2.0 / 3), c2 = p + (c - p) * (2.0 / 3)
        cairo_curve_to(cairo, c1.x, c1.y, c2.x, c2.y, p.x, p.y)
        advance(to: c)
        advance(to: p)
      case .cubic(let c1, let c2, let p):
        guard let c1 = device(c1), let c2 = device(c2), let p = device(p) else { continue }
        cairo_curve_to(cairo, c1.x, c1.y, c2.x, c2.y, p.x, p.y)
        advance(to: c1)
        advance(to: c2)
        advance(to: p)
      case .close:
        cairo_close_path(cairo)
        advance(to: start)
      }
    }
    return length
  }

  private func setAntialias() {
    cairo_set_antialias(cairo, state.antialiases ? CAIRO_ANTIALIAS_DEFAULT : CAIRO_ANTIALIAS_NONE)
  }

  func applyState(color: Color) {
    setAntialias()
    cairo_set_operator(cairo, state.blendMode.cairoOperator)
    cairo_set_source_rgba(
      cairo, color.red, color.green, color.blue, min(max(color.alpha, 0), 1) * state.alpha)
  }

  /// Solid where the pattern is no pattern, or so fine on so long a path that drawing it would take
  /// forever.
  private func setDash(pathLength: Double, scale: Double) {
    let lengths = state.dash?.lengths ?? []
    let period = lengths.reduce(0, +)
    let isPattern = lengths.allSatisfy { $0 >= 0 } && period > 0 && period.isFinite
    guard let dash = state.dash, dash.phase.isFinite, isPattern,
      pathLength / (period * scale) * Double(lengths.count) < Self.maximumDashes
    else {
      cairo_set_dash(cairo, nil, 0, 0)
      return
    }
    cairo_set_dash(cairo, lengths, Int32(clamping: lengths.count), dash.phase)
  }

  func withMatrix(_ matrix: cairo_matrix_t, _ body: () -> Void) {
    var matrix = matrix
    cairo_set_matrix(cairo, &matrix)
    body()
    cairo_identity_matrix(cairo)
  }

  /// Nil for a matrix Cairo would refuse: not finite, or without an inverse.
  private func cairoMatrix(_ m: Matrix4) -> cairo_matrix_t? {
    let determinant = m.r0.x * m.r1.y - m.r0.y * m.r1.x
    guard m.isFinite, determinant.isFinite, determinant != 0 else { return nil }
    return cairo_matrix_t(
      xx: m.r0.x, yx: m.r0.y, xy: m.r1.x, yy: m.r1.y, x0: m.r3.x, y0: m.r3.y)
  }
}
