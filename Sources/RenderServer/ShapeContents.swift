import AnimationCore
import Geometry

/// A path that a layer draws, filled, stroked or both: what its presented values come to.
///
/// Made when they change; what follows from the path alone is taken over from the one before.
struct ShapeContents {
  /// The layer's.
  let slot: Int
  /// In the layer's own space.
  let path: Path
  /// Around the path without its stroke.
  let bounds: Rect
  let rule: FillRule
  let stroke: PathStroke
  /// Premultiplied; zero for none.
  let fillColor: SIMD4<Double>
  let strokeColor: SIMD4<Double>
  /// The path as an arc, if it is one and has a stroke.
  let arc: CircularArc?
  /// How far from the path the stroke reaches.
  private let reach: Double

  var hasFill: Bool { fillColor.w > 0 }
  var hasStroke: Bool { strokeColor.w > 0 }
  /// Pieces of drawing, which overlap.
  var pieces: Int { (hasFill ? 1 : 0) + (hasStroke ? 1 : 0) }

  /// Nil for a layer that draws no path.
  init?(_ values: [LayerValues], _ slot: Int, previous: ShapeContents? = nil) {
    let extras = values[slot].extras
    guard case .path(let path) = extras[.path], !path.isEmpty else { return nil }
    let fillColor = Self.color(extras[.fillColor])
    var strokeColor = Self.color(extras[.strokeColor])
    let stroke = strokeColor.w > 0 ? PathStroke(extras) : PathStroke(StrokeStyle(width: 0))
    if stroke.isEmpty { strokeColor = .zero }
    guard fillColor.w > 0 || strokeColor.w > 0 else { return nil }
    let isKnown = previous?.path == path
    guard let bounds = isKnown ? previous?.bounds : path.bounds, bounds.isFinite else { return nil }
    self.slot = slot
    self.path = path
    self.bounds = bounds
    self.fillColor = fillColor
    self.strokeColor = strokeColor
    self.stroke = stroke
    if stroke.isEmpty || strokeColor.w == 0 {
      arc = nil
    } else if isKnown, let previous, previous.hasStroke {
      arc = previous.arc
    } else {
      arc = path.circularArc
    }
    rule = extras[.fillRule] == .number(1) ? .evenOdd : .nonZero
    if isKnown, let previous, previous.hasStroke, previous.stroke.style == stroke.style {
      reach = previous.reach
    } else {
      reach = strokeColor.w > 0 ? stroke.reach(of: path) : 0
    }
  }

  private static func color(_ value: PropertyValue) -> SIMD4<Double> {
    guard case .vector(let components) = value else { return .zero }
    return LayerBody.drawn(Color(components: components))
  }

  /// What drawing may touch, in the layer's own space.
  var extent: Rect {
    hasStroke
      ? Rect(
        bounds.minX - reach, bounds.minY - reach, bounds.size.width + 2 * reach,
        bounds.size.height + 2 * reach)
      : bounds
  }

  /// The pixels that drawing may touch.
  func pixels(in plane: DevicePlane, within limit: PixelRect) -> PixelRect {
    plane.pixels(of: extent, within: limit)
  }
}

// By their raw values.
private let lineCaps = [LineCap.butt, .round, .square]
private let lineJoins = [LineJoin.miter, .round, .bevel]

extension PathStroke {
  /// A solid line where the dash pattern is none.
  fileprivate init(_ extras: ExtraValues) {
    func number(_ property: ExtraProperty) -> Double {
      if case .number(let n) = extras[property] { n } else { 0 }
    }
    var dashes: DashPattern?
    if case .list(let lengths) = extras[.lineDashPattern] {
      dashes = DashPattern(lengths: lengths.map(\.x), phase: number(.lineDashPhase))
    }
    self.init(
      StrokeStyle(
        width: number(.lineWidth), cap: lineCaps[Int(number(.lineCap))],
        join: lineJoins[Int(number(.lineJoin))], miterLimit: number(.miterLimit)),
      start: max(number(.strokeStart), 0), end: min(number(.strokeEnd), 1), dashes: dashes)
  }
}
