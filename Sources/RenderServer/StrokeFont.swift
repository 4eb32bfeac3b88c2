import Geometry
import Renderer

#if canImport(Glibc)
  import Glibc
#endif

/// The few characters of the frame panel, as strokes with round ends: sharp at every scale, and made
/// of the quads that everything else is made of.
struct StrokeFont {
  /// Height of a capital letter between the middles of its outermost strokes. Device pixels.
  var height: Double
  /// Width of the strokes. Device pixels.
  var weight: Double

  /// Middles of the strokes: the unit is the height, y runs down from the top to the baseline at 1.
  private struct Glyph {
    var width: Double
    var strokes: [[Point]]
  }

  private static let gap = 0.2

  /// From the middle of the first stroke to that of the last. Device pixels.
  func width(of text: String) -> Double {
    let widths = text.map { Self.glyphs[$0]?.width ?? 0 }
    let gaps = Double(max(0, widths.count - 1))
    return widths.reduce(0, +) * height + gaps * (Self.gap * height + weight)
  }

  /// Appends one capsule for each straight piece of a stroke. Characters the font lacks are blank.
  ///
  /// - Parameters:
  ///   - x: Middle of the first stroke, in device pixels.
  ///   - baseline: Middle of the lowest stroke, in device pixels.
  func draw(
    _ text: String, x: Double, baseline: Double, _ color: SIMD4<Float>,
    into instances: inout [DrawList.Instance]
  ) {
    var left = x
    for character in text {
      guard let glyph = Self.glyphs[character] else { continue }
      for stroke in glyph.strokes {
        for (a, b) in zip(stroke, stroke.dropFirst()) {
          instances.append(
            capsule(
              Point(left + a.x * height, baseline + (a.y - 1) * height),
              Point(left + b.x * height, baseline + (b.y - 1) * height), color))
        }
      }
      left += (glyph.width + Self.gap) * height + weight
    }
  }

  private func capsule(_ a: Point, _ b: Point, _ color: SIMD4<Float>) -> DrawList.Instance {
    let dx = b.x - a.x, dy = b.y - a.y
    let length = (dx * dx + dy * dy).squareRoot()
    let along = length > 0 ? SIMD2(dx, dy) / length : SIMD2(1, 0)
    let r = weight / 2
    return DrawList.Instance(
      row0: SIMD4(Float(along.x), Float(along.y), 0, 0),
      row1: SIMD4(Float(-along.y), Float(along.x), 0, 0),
      row2: SIMD4(Float(a.x), Float(a.y), 1, 0),
      rect: SIMD4<Float>(Rect(-r, -r, length + weight, weight)), color: color,
      radii: SIMD4(repeating: Float(r)))
  }

  // MARK: - Glyphs

  /// A part of an ellipse; degrees, 0 to the right and 90 downwards.
  private static func arc(
    _ x: Double, _ y: Double, _ rx: Double, _ ry: Double, _ from: Double, _ to: Double
  ) -> [Point] {
    let steps = max(1, Int((abs(to - from) / 22.5).rounded(.up)))
    return (0...steps).map { i in
      let angle = (from + (to - from) * Double(i) / Double(steps)) * .pi / 180
      return Point(x + rx * cos(angle), y + ry * sin(angle))
    }
  }

  private static func line(_ coordinates: Double...) -> [Point] {
    stride(from: 0, to: coordinates.count, by: 2).map {
      Point(coordinates[$0], coordinates[$0 + 1])
    }
  }

  private static func digit(_ strokes: [Point]...) -> Glyph { Glyph(width: 0.6, strokes: strokes) }

  private static let glyphs: [Character: Glyph] = [
    "0": digit(arc(0.3, 0.3, 0.3, 0.3, 180, 360) + arc(0.3, 0.7, 0.3, 0.3, 0, 180) + line(0, 0.3)),
    "1": digit(line(0.1, 0.22, 0.36, 0, 0.36, 1)),
    "2": digit(arc(0.3, 0.29, 0.29, 0.29, 195, 400) + line(0.01, 1, 0.6, 1)),
    "3": digit(
      arc(0.3, 0.25, 0.27, 0.25, 200, 450), arc(0.3, 0.75, 0.3, 0.25, 270, 520)),
    "4": digit(line(0.45, 1, 0.45, 0, 0, 0.71, 0.62, 0.71)),
    "5": digit(line(0.55, 0, 0.1, 0) + arc(0.29, 0.67, 0.31, 0.33, 228, 510)),
    "6": digit(arc(0.3, 0.69, 0.3, 0.31, 0, 360), arc(0.5, 0.69, 0.5, 0.69, 180, 268)),
    "7": digit(line(0, 0, 0.59, 0, 0.19, 1)),
    "8": digit(arc(0.3, 0.25, 0.26, 0.25, 0, 360), arc(0.3, 0.75, 0.3, 0.25, 0, 360)),
    "9": digit(arc(0.3, 0.31, 0.3, 0.31, 0, 360), arc(0.1, 0.31, 0.5, 0.69, 0, 88)),
    ".": Glyph(width: 0, strokes: [line(0, 1, 0, 1)]),
    "–": Glyph(width: 0.5, strokes: [line(0.05, 0.56, 0.45, 0.56)]),
    " ": Glyph(width: 0.1, strokes: []),
    "f": Glyph(
      width: 0.34,
      strokes: [arc(0.34, 0.2, 0.2, 0.2, 290, 180) + line(0.14, 1), line(0, 0.36, 0.32, 0.36)]),
    "m": Glyph(
      width: 0.76,
      strokes: [
        line(0, 0.34, 0, 1), arc(0.19, 0.55, 0.19, 0.2, 180, 360) + line(0.38, 1),
        arc(0.57, 0.55, 0.19, 0.2, 180, 360) + line(0.76, 1),
      ]),
    "p": Glyph(
      width: 0.5, strokes: [line(0, 0.35, 0, 1.3), arc(0.25, 0.675, 0.25, 0.325, 0, 360)]),
    "s": Glyph(
      width: 0.42,
      strokes: [
        arc(0.21, 0.51, 0.19, 0.16, 330, 90) + arc(0.21, 0.835, 0.21, 0.165, 270, 515)
      ]),
  ]
}
