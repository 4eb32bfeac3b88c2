import Foundation
import Geometry

extension CGContext {
  /// Draws a line of text in the fill colour.
  ///
  /// - Parameters:
  ///   - font: As a text layer's font: "Inter Medium".
  ///   - size: Points.
  ///   - anchor: Which point of the text's box lies at `point`, from (0, 0), its top left, to (1, 1).
  package func draw(
    _ string: String, font: String, size: CGFloat, at point: CGPoint, anchor: CGPoint = .zero
  ) {
    let style = TextStyle(family: font, size: Double(size))
    let box = TextRasterizer.size(string, style: style)
    saveGState()
    translateBy(
      x: point.x - anchor.x * CGFloat(box.width), y: point.y - anchor.y * CGFloat(box.height))
    // A rounding error must not cut the last letter.
    draw(
      TextRequest(
        string: string, style: style, boxSize: Size(box.width.rounded(.up) + 1, box.height)))
    restoreGState()
  }

  /// The width of a line of text, in points.
  package static func width(of string: String, font: String, size: CGFloat) -> CGFloat {
    CGFloat(TextRasterizer.size(string, style: TextStyle(family: font, size: Double(size))).width)
  }
}
