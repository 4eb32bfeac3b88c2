import Geometry
import Raster

package typealias TextStyle = Raster.TextStyle
package typealias TextRequest = Raster.TextRequest

/// Text as a mask, for layers that show text. Callable from any thread; calls take turns.
package enum TextRasterizer {
  /// Coverage of the text in a bitmap of the box's size × scale, rounded up. Nil where nothing is to
  /// be seen: no text, an empty box; and, with a warning, where the box or the font size is no
  /// finite number or the bitmap would be larger than an image may be.
  package static func rasterize(_ request: TextRequest) -> Bitmap? {
    if let bitmap = TextLayout.rasterize(request) { return bitmap }
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
}
