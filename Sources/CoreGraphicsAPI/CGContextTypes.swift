import Foundation
import Geometry
import Raster

public enum CGLineCap: Int32, Sendable { case butt, round, square }
public enum CGLineJoin: Int32, Sendable { case miter, round, bevel }
public enum CGPathFillRule: Int, Sendable { case winding, evenOdd }
public enum CGPathDrawingMode: Int32, Sendable {
  case fill, eoFill, stroke, fillStroke, eoFillStroke
}
public enum CGInterpolationQuality: Int32, Sendable {
  case `default` = 0
  case none = 1
  case low = 2
  case high = 3
  case medium = 4
}

/// `plusDarker` is not drawn: it warns once and acts like `normal`.
public enum CGBlendMode: Int32, Sendable {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight
  case hardLight, difference, exclusion, hue, saturation, color, luminosity, clear, copy
  case sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn, destinationOut
  case destinationAtop, xor, plusDarker, plusLighter
}

public struct CGGradientDrawingOptions: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
  public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}

/// Colours at locations from 0 to 1, for `drawLinearGradient` and `drawRadialGradient`. The initializer
/// takes Swift arrays where Apple's takes a `CFArray` and a pointer.
public final class CGGradient: Sendable {
  let stops: [CanvasGradient.Stop]

  /// Without `locations` the colours are spread evenly. Nil without colours, and where the counts
  /// differ or a location is no finite number.
  public init?(colors: [CGColor], locations: [CGFloat]? = nil) {
    let step = 1 / Double(max(1, colors.count - 1))
    let places = locations?.map { Double($0) } ?? colors.indices.map { Double($0) * step }
    guard !colors.isEmpty, places.count == colors.count, places.allSatisfy(\.isFinite) else {
      Warnings.once("CGGradient", "a gradient needs colors and as many finite locations")
      return nil
    }
    stops = zip(colors, places).map {
      CanvasGradient.Stop(color: $0.color, location: min(max($1, 0), 1))
    }
  }
}

extension CGLineCap {
  var lineCap: LineCap {
    switch self {
    case .butt: .butt
    case .round: .round
    case .square: .square
    }
  }
}

extension CGLineJoin {
  var lineJoin: LineJoin {
    switch self {
    case .miter: .miter
    case .round: .round
    case .bevel: .bevel
    }
  }
}

extension CGPathFillRule {
  var fillRule: FillRule { self == .evenOdd ? .evenOdd : .nonZero }
}

extension CGInterpolationQuality {
  var interpolation: Interpolation {
    switch self {
    case .none: .none
    case .low: .low
    case .default, .medium, .high: .high
    }
  }
}

extension CGBlendMode {
  /// Nil for what is not drawn.
  var blendMode: BlendMode? {
    switch self {
    case .normal: .normal
    case .multiply: .multiply
    case .screen: .screen
    case .overlay: .overlay
    case .darken: .darken
    case .lighten: .lighten
    case .colorDodge: .colorDodge
    case .colorBurn: .colorBurn
    case .softLight: .softLight
    case .hardLight: .hardLight
    case .difference: .difference
    case .exclusion: .exclusion
    case .hue: .hue
    case .saturation: .saturation
    case .color: .color
    case .luminosity: .luminosity
    case .clear: .clear
    case .copy: .copy
    case .sourceIn: .sourceIn
    case .sourceOut: .sourceOut
    case .sourceAtop: .sourceAtop
    case .destinationOver: .destinationOver
    case .destinationIn: .destinationIn
    case .destinationOut: .destinationOut
    case .destinationAtop: .destinationAtop
    case .xor: .xor
    case .plusLighter: .plusLighter
    case .plusDarker: nil
    }
  }
}
