import CText
import Geometry

/// How an image is resampled.
package enum Interpolation: Hashable, Sendable {
  /// The nearest pixel.
  case none
  /// Between the four nearest pixels, also where many source pixels fall into one.
  case low
  /// As `low`, but averaging where the image shrinks.
  case high
}

/// How drawn colours meet those below (W3C compositing names; `plusLighter` is the sum).
package enum BlendMode: Hashable, Sendable, CaseIterable {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight
  case hardLight, difference, exclusion, hue, saturation, color, luminosity
  case clear, copy, sourceIn, sourceOut, sourceAtop
  case destinationOver, destinationIn, destinationOut, destinationAtop, xor, plusLighter
}

/// A line pattern: lengths on and off in turn, starting `phase` into the pattern. User space.
package struct LineDash: Hashable, Sendable {
  package var phase: Double
  package var lengths: [Double]

  package init(phase: Double, lengths: [Double]) {
    self.phase = phase
    self.lengths = lengths
  }
}

/// Colours along a line or between two circles, interpolated straight in gamma-encoded sRGB.
package struct CanvasGradient: Hashable, Sendable {
  package enum Shape: Hashable, Sendable {
    case linear(from: Point, to: Point)
    case radial(from: Point, fromRadius: Double, to: Point, toRadius: Double)
  }

  package struct Stop: Hashable, Sendable {
    package var color: Color
    /// 0…1.
    package var location: Double

    package init(color: Color, location: Double) {
      self.color = color
      self.location = location
    }
  }

  package var shape: Shape
  package var stops: [Stop]
  /// The first colour goes on before the start, and the last one after the end.
  package var coversBefore: Bool
  package var coversAfter: Bool

  package init(
    shape: Shape, stops: [Stop], coversBefore: Bool = true, coversAfter: Bool = true
  ) {
    self.shape = shape
    self.stops = stops
    self.coversBefore = coversBefore
    self.coversAfter = coversAfter
  }
}

/// What everything drawn casts.
package struct CanvasShadow: Hashable, Sendable {
  /// Device pixels.
  package var offset: Point
  /// The standard deviation of the blur, in device pixels.
  package var deviation: Double
  package var color: Color

  package init(offset: Point, deviation: Double, color: Color) {
    self.offset = offset
    self.deviation = deviation
    self.color = color
  }
}

/// Everything `save` and `restore` keep, apart from the clip.
package struct CanvasState: Hashable, Sendable {
  /// User space to device pixels; affine.
  package var transform = Matrix4.identity
  package var fillColor = Color.black
  package var strokeColor = Color.black
  /// Multiplies whatever is drawn.
  package var alpha = 1.0
  package var blendMode = BlendMode.normal
  package var shadow: CanvasShadow?
  /// User space.
  package var lineWidth = 1.0
  package var lineCap = LineCap.butt
  package var lineJoin = LineJoin.miter
  package var miterLimit = 10.0
  package var dash: LineDash?
  package var interpolation = Interpolation.high
  package var antialiases = true

  package init() {}
}

extension BlendMode {
  var cairoOperator: cairo_operator_t {
    switch self {
    case .normal: CAIRO_OPERATOR_OVER
    case .multiply: CAIRO_OPERATOR_MULTIPLY
    case .screen: CAIRO_OPERATOR_SCREEN
    case .overlay: CAIRO_OPERATOR_OVERLAY
    case .darken: CAIRO_OPERATOR_DARKEN
    case .lighten: CAIRO_OPERATOR_LIGHTEN
    case .colorDodge: CAIRO_OPERATOR_COLOR_DODGE
    case .colorBurn: CAIRO_OPERATOR_COLOR_BURN
    case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
    case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
    case .difference: CAIRO_OPERATOR_DIFFERENCE
    case .exclusion: CAIRO_OPERATOR_EXCLUSION
    case .hue: CAIRO_OPERATOR_HSL_HUE
    case .saturation: CAIRO_OPERATOR_HSL_SATURATION
    case .color: CAIRO_OPERATOR_HSL_COLOR
    case .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY
    case .clear: CAIRO_OPERATOR_CLEAR
    case .copy: CAIRO_OPERATOR_SOURCE
    case .sourceIn: CAIRO_OPERATOR_IN
    case .sourceOut: CAIRO_OPERATOR_OUT
    case .sourceAtop: CAIRO_OPERATOR_ATOP
    case .destinationOver: CAIRO_OPERATOR_DEST_OVER
    case .destinationIn: CAIRO_OPERATOR_DEST_IN
    case .destinationOut: CAIRO_OPERATOR_DEST_OUT
    case .destinationAtop: CAIRO_OPERATOR_DEST_ATOP
    case .xor: CAIRO_OPERATOR_XOR
    case .plusLighter: CAIRO_OPERATOR_ADD
    }
  }

  /// Cairo applies these outside the drawn shape too, as if it were drawn transparent there.
  var actsOutsideShape: Bool {
    switch self {
    case .sourceIn, .sourceOut, .destinationIn, .destinationAtop: true
    default: false
    }
  }
}

extension LineCap {
  var cairoCap: cairo_line_cap_t {
    switch self {
    case .butt: CAIRO_LINE_CAP_BUTT
    case .round: CAIRO_LINE_CAP_ROUND
    case .square: CAIRO_LINE_CAP_SQUARE
    }
  }
}

extension LineJoin {
  var cairoJoin: cairo_line_join_t {
    switch self {
    case .miter: CAIRO_LINE_JOIN_MITER
    case .round: CAIRO_LINE_JOIN_ROUND
    case .bevel: CAIRO_LINE_JOIN_BEVEL
    }
  }
}

extension FillRule {
  var cairoRule: cairo_fill_rule_t {
    self == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING
  }
}

extension Interpolation {
  var cairoFilter: cairo_filter_t {
    switch self {
    case .none: CAIRO_FILTER_NEAREST
    case .low: CAIRO_FILTER_BILINEAR
    case .high: CAIRO_FILTER_GOOD
    }
  }
}
