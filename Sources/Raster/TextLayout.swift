import CText
import Geometry
import Locks

/// Text as pixels and as measurements. Callable from any thread; calls take turns.
///
/// Pixels depend on the request and the installed fonts alone.
package enum TextLayout {
  private static let engine = Guarded(TextEngine())

  /// The family of text that names none.
  package static var defaultFamily: String { engine.withLock { $0.defaultFamily } }

  /// The text in a bitmap of the box's size × scale, rounded up: coverage where all of it has one
  /// colour; colours where runs bring their own or glyphs are pictures, as colour emoji are. `color`
  /// is then that of the rest.
  ///
  /// Nil where nothing is to be seen or cannot be: no text, an empty, infinite or not-a-number box,
  /// font size or scale, more pixels than `limits` allow.
  package static func rasterize(
    _ request: TextRequest, color: Color = .black, limits: ImageLimits = .standard
  ) -> Bitmap? {
    guard let size = pixelSize(of: request), limits.allow(size), isVisible(request) else {
      return nil
    }
    return engine.withLock { engine in
      let lines = engine.lines(of: request, boxSize: request.boxSize)
      let format = lines.isColored ? Bitmap.Format.bgra8Premultiplied : .alpha8
      guard let canvas = Canvas(size: size, format: format) else { return nil }
      canvas.transform = .scale(request.scale, request.scale)
      // A mask is coloured where it is shown, and by a colour that is not opaque only there.
      canvas.state.fillColor = lines.isColored ? color : .black
      canvas.drawText(in: request.boxSize) { lines.draw(in: $0, $1) }
      return canvas.bitmap()
    }
  }

  /// The room the text takes, in points: the widest line's advances × the height of its lines.
  /// `width` is where lines break; nil: at newlines only. Empty text has the height of one line.
  /// Zero for a font size that cannot be drawn.
  package static func measure(_ string: String, style: TextStyle, width: Double? = nil) -> Size {
    measure(TextRequest(string: string, style: style, boxSize: .zero), width: width)
  }

  /// As above, for a text with runs and paragraphs. Its box and `wraps` are not looked at.
  package static func measure(_ request: TextRequest, width: Double? = nil) -> Size {
    guard request.style.size.isFinite, request.style.size >= TextEngine.minimumFontSize else {
      return .zero
    }
    var request = request
    var box: Size?
    request.truncation = .none
    if let width, !width.isNaN {
      request.wraps = true
      box = Size(width, .infinity)
    }
    return engine.withLock { $0.lines(of: request, boxSize: box).size }
  }

  /// Draws the text into a context whose user space is points from the top left of the box.
  static func draw(_ request: TextRequest, in cairo: OpaquePointer, _ ink: TextInk) {
    guard isVisible(request) else { return }
    let target = Target(cairo: cairo)
    engine.withLock { engine in
      engine.lines(of: request, boxSize: request.boxSize).draw(in: target.cairo, ink)
    }
  }

  /// Safety: lent for the time of one call, on one thread.
  private struct Target: @unchecked Sendable {
    let cairo: OpaquePointer
  }

  private static func isVisible(_ request: TextRequest) -> Bool {
    !request.string.isEmpty && request.style.size.isFinite
      && request.style.size >= TextEngine.minimumFontSize && !request.boxSize.isEmpty
  }

  private static func pixelSize(of request: TextRequest) -> PixelSize? {
    let width = (request.boxSize.width * request.scale).rounded(.up)
    let height = (request.boxSize.height * request.scale).rounded(.up)
    // Any number beyond all limits, but within Int.
    let most = Double(Int32.max)
    guard request.scale > 0, width > 0, height > 0, width < most, height < most else { return nil }
    return PixelSize(Int(width), Int(height))
  }
}
