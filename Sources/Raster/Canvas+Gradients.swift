import CText
import Geometry

extension Canvas {
  /// Paints a gradient over all of the clip. One that is too far from the page, or too thin, for Cairo
  /// to tell its colours draws nothing.
  package func draw(_ gradient: CanvasGradient) {
    guard !gradient.stops.isEmpty, let (shape, matrix) = gradient.shape.inPixels(state.transform)
    else { return }
    guard let pattern = makePattern(shape) else { return }
    defer { cairo_pattern_destroy(pattern) }
    let stops = gradient.stops.filter { $0.location.isFinite }
    if !gradient.coversBefore { addStop(to: pattern, at: 0, .clear) }
    for stop in stops { addStop(to: pattern, at: stop.location, stop.color) }
    if !gradient.coversAfter { addStop(to: pattern, at: 1, .clear) }
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    castingShadow {
      applyState(color: .black)
      withMatrix(matrix) { cairo_set_source(cairo, pattern) }
      cairo_paint_with_alpha(cairo, state.alpha)
    }
  }

  private func makePattern(_ shape: CanvasGradient.Shape) -> OpaquePointer? {
    switch shape {
    case .linear(let from, let to):
      cairo_pattern_create_linear(from.x, from.y, to.x, to.y)
    case .radial(let from, let fromRadius, let to, let toRadius):
      cairo_pattern_create_radial(
        from.x, from.y, max(0, fromRadius), to.x, to.y, max(0, toRadius))
    }
  }

  private func addStop(to pattern: OpaquePointer, at location: Double, _ color: Color) {
    cairo_pattern_add_color_stop_rgba(
      pattern, location, color.red, color.green, color.blue, color.alpha)
  }
}

extension CanvasGradient.Shape {
  /// Pixels between the page and the points of a gradient.
  private static let mostPixels = 1e9

  /// The same in a space whose transform to the page only turns and slants: its origin and its unit
  /// are the page's.
  ///
  /// Cairo finds a pixel's place in a gradient by a matrix with 16 bits before the point, and where
  /// those do not do it draws nothing from then on. Nil where that would be so.
  fileprivate func inPixels(_ m: Matrix4) -> (shape: Self, matrix: cairo_matrix_t)? {
    let determinant = m.r0.x * m.r1.y - m.r0.y * m.r1.x
    guard m.isFinite, determinant.isFinite, determinant != 0 else { return nil }
    let scale = abs(determinant).squareRoot()
    let x = Point(m.r0.x, m.r0.y) * (1 / scale), y = Point(m.r1.x, m.r1.y) * (1 / scale)
    guard Canvas.fitsPattern([x.x, x.y, y.x, y.y]) else { return nil }
    // Where the translation comes from, in the new space.
    let translation = Point(m.r3.x, m.r3.y)
    let sign = determinant < 0 ? -1.0 : 1
    let origin = Point(translation.cross(y), x.cross(translation)) * sign
    func place(_ p: Point) -> Point? {
      let q = p * scale + origin
      return abs(q.x) < Self.mostPixels && abs(q.y) < Self.mostPixels ? q : nil
    }
    func length(_ r: Double) -> Double? { r * scale < Self.mostPixels ? r * scale : nil }
    let shape: Self
    switch self {
    case .linear(let from, let to):
      guard let from = place(from), let to = place(to) else { return nil }
      shape = .linear(from: from, to: to)
    case .radial(let from, let fromRadius, let to, let toRadius):
      guard let from = place(from), let to = place(to), let fromRadius = length(fromRadius),
        let toRadius = length(toRadius)
      else { return nil }
      shape = .radial(from: from, fromRadius: fromRadius, to: to, toRadius: toRadius)
    }
    return (shape, cairo_matrix_t(xx: x.x, yx: x.y, xy: y.x, yy: y.y, x0: 0, y0: 0))
  }
}
