import CText
import Geometry
import Locks

/// Text as pixels and as measurements. Callable from any thread; calls take turns.
///
/// Pixels depend on the request and the installed fonts alone. Colour emoji are drawn as
/// silhouettes: the result is a mask.
package enum TextLayout {
  private static let engine = Guarded(TextEngine())

  /// The family of text that names none.
  package static var defaultFamily: String { engine.withLock { $0.defaultFamily } }

  /// Coverage of the text in a bitmap of the box's size × scale, rounded up. Nil where nothing is to
  /// be seen or cannot be: no text, an empty, infinite or not-a-number box, font size or scale, more
  /// pixels than `limits` allow.
  package static func rasterize(
    _ request: TextRequest, limits: ImageLimits = .standard
  ) -> Bitmap? {
    guard let size = pixelSize(of: request), limits.allow(size), isVisible(request) else {
      return nil
    }
    var bitmap: Bitmap?
    if let canvas = Canvas(size: size, format: .alpha8) {
      canvas.transform = .scale(request.scale, request.scale)
      canvas.drawText(request)
      bitmap = canvas.bitmap()
    }
    return bitmap
  }

  /// The room the text takes, in points: the widest line's advances × the height of its lines.
  /// `width` is where lines break; nil: at newlines only. Empty text has the height of one line.
  /// Zero for a font size that cannot be drawn.
  package static func measure(_ string: String, style: TextStyle, width: Double? = nil) -> Size {
    guard style.size.isFinite, style.size >= TextEngine.minimumFontSize else { return .zero }
    var request = TextRequest(string: string, style: style, boxSize: .zero)
    var box: Size?
    if let width, !width.isNaN {
      request.wraps = true
      box = Size(width, .infinity)
    }
    return engine.withLock { $0.lines(of: request, boxSize: box).size }
  }

  /// Fills the text with the current source of a context whose user space is points from the top
  /// left of the box.
  static func draw(_ request: TextRequest, in cairo: OpaquePointer) {
    guard isVisible(request) else { return }
    let target = Target(cairo: cairo)
    engine.withLock { engine in
      engine.lines(of: request, boxSize: request.boxSize).draw(in: target.cairo)
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
