import Geometry
import Raster

package typealias TextStyle = Raster.TextStyle
package typealias TextRequest = Raster.TextRequest
package typealias TextRun = Raster.TextRun
package typealias TextParagraphs = Raster.TextParagraphs

/// Text as pixels, for layers that show text. Callable from any thread; calls take turns.
package enum TextRasterizer {
  /// The text in a bitmap of the box's size × scale, rounded up: a mask where all of it has one
  /// colour, else an image, with `color` for what has none of its own. Nil where nothing is to be
  /// seen: no text, an empty box; and, with a warning, where the box or the font size is no finite
  /// number or the bitmap would be larger than an image may be.
  package static func rasterize(_ request: TextRequest, color: Color = .black) -> Bitmap? {
    if let bitmap = TextLayout.rasterize(request, color: color) { return bitmap }
    let size = request.boxSize
    if !request.string.isEmpty, !size.isEmpty, request.scale > 0, request.style.size > 0 {
      Warnings.once(
        "text.size", "text in a box of \(size.width) × \(size.height) points cannot be drawn")
    }
    return nil
  }

  /// The room the text takes, in points, its lines broken at `width`, or at newlines only for nil.
  /// Empty text has the height of one line.
  package static func size(_ string: String, style: TextStyle, width: Double? = nil) -> Size {
    TextLayout.measure(string, style: style, width: width)
  }

  /// As above, for a text with runs and paragraphs.
  package static func size(_ request: TextRequest, width: Double? = nil) -> Size {
    TextLayout.measure(request, width: width)
  }
}
