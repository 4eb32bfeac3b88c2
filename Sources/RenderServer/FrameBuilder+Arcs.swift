import Geometry
import Glibc
import Renderer

/// Lines along arcs of circles, such as show progress: computed for each fragment, they need no mask
/// however they grow.
extension FrameBuilder {
  /// `reach`: outside of it nothing may be drawn.
  mutating func draw(
    _ arc: DeviceArc, _ phase: PixelPhase, color: SIMD4<Double>, reach: PixelRect, clip: Clip
  ) {
    guard color != .zero, !visible(reach, clip).isEmpty else { return }
    var rect = arc.bounds
    rect.origin = rect.origin + Point(Double(phase.x), Double(phase.y))
    append(
      .arc, .none,
      instance(
        DevicePlane(), rect, SIMD4<Float>(color),
        extra: SIMD4<Float>(SIMD4(arc.radius, arc.halfWidth, arc.halfSweep, arc.flatEnd)),
        radii: SIMD4<Float>(SIMD4(arc.middle.x, arc.middle.y, arc.joint.x, arc.joint.y)),
        params: SIMD2(Float(arc.bulge), 15), clip: chain(clip, for: reach)))
  }
}

/// A line along an arc in device pixels.
struct DeviceArc {
  /// Around the whole circle with its line.
  let bounds: Rect
  let radius: Double
  let halfWidth: Double
  /// Half the angle that it goes through.
  let halfSweep: Double
  /// How far flat ends reach beyond the arc; −1 for round ones and for none.
  let flatEnd: Double
  /// From the centre, of length 1.
  let middle: Point
  /// Cosine and sine of four times the angle from the middle to where two curves of the path meet.
  let joint: Point
  /// How far the curves lie outside of the circle.
  let bulge: Double

  /// Pixels that a place may be wrong by.
  private static let tolerance = 0.0015

  /// Nil where a mask is more exact: of lines thinner than the boxes that fragments look at, of rings
  /// without a hole, where ends come so close that both are in a box, of circles that are none on the
  /// device.
  init?(_ arc: CircularArc, _ stroke: PathStroke, _ matrix: Matrix3) {
    guard stroke.dashes == nil, !stroke.isEmpty, matrix.isAffine else { return nil }
    let across = Point(matrix.r0.x, matrix.r0.y), down = Point(matrix.r1.x, matrix.r1.y)
    let area = across.cross(down)
    let scale = abs(area).squareRoot()
    let radius = arc.radius * scale, halfWidth = stroke.style.width / 2 * scale
    let outer = radius + halfWidth
    guard halfWidth >= 0.75, radius - halfWidth >= 1.5, outer < 4096 else { return nil }
    let skew = max(abs(across.dot(across) - down.dot(down)), abs(across.dot(down)))
    guard skew * outer <= scale * scale * Self.tolerance else { return nil }
    let bulge = CircularArc.bulge * radius
    if !arc.isOfQuarters {
      let share = arc.step / (.pi / 2)
      guard bulge * share * share * share * share * share * share <= Self.tolerance else {
        return nil
      }
    }
    var from = arc.start, to = arc.start + arc.sweep
    let isWhole = arc.isWhole && stroke.end - stroke.start >= 1
    if !isWhole {
      from = arc.angle(at: stroke.start)
      to = arc.angle(at: stroke.end)
    }
    let halfSweep = isWhole ? .pi : abs(to - from) / 2
    let gap = .pi - halfSweep, inner = radius - halfWidth
    switch stroke.style.cap {
    case _ where isWhole && arc.isClosed: flatEnd = -1
    case .round:
      guard isWhole || gap > asin(min((halfWidth + 0.75) / radius, 1)) else { return nil }
      flatEnd = -1
    case .butt:
      guard isWhole || (gap * inner >= 1 && halfSweep * inner >= 0.5) else { return nil }
      flatEnd = isWhole ? -1 : 0
    case .square:
      guard !isWhole, gap > atan2(halfWidth + 1, inner) else { return nil }
      flatEnd = halfWidth
    }
    self.radius = radius
    self.halfWidth = halfWidth
    self.halfSweep = halfSweep
    self.bulge = arc.isOfQuarters ? bulge : 0
    let angle = (from + to) / 2
    middle = across * (cos(angle) / scale) + down * (sin(angle) / scale)
    let turn = 4 * (arc.start - angle)
    joint = Point(cos(turn), area < 0 ? -sin(turn) : sin(turn))
    let center = matrix.applied(to: arc.center)
    let reach = max(outer, Point(outer, max(flatEnd, 0)).length) + self.bulge
    bounds = Rect(center.x - reach, center.y - reach, 2 * reach, 2 * reach)
  }
}
