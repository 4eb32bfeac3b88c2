import CText
import Geometry
import Synchronization

/// Shapes and places text with Pango.
///
/// Pango's font maps, contexts and layouts must not be used by two threads at once, so the process
/// has one of each behind a lock (`TextLayout`), and nothing of Pango leaves it. Layout happens at
/// one pixel per point without hinting, whatever the scale it is drawn at: a text has the same line
/// breaks on every screen.
struct TextEngine: ~Copyable {
  private let fontMap: UnsafeMutablePointer<PangoFontMap>
  private let context: OpaquePointer
  /// What text without a family gets.
  let defaultFamily: String

  /// Sizes beyond are drawn at this many points.
  static let maximumFontSize = 10_000.0
  /// Smaller text leaves no mark.
  static let minimumFontSize = 0.05
  /// Boxes are cut to this many points: Pango counts 1/1024 points in 32 bits.
  private static let maximumExtent = 1_000_000.0

  init() {
    fontMap = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT)
    pango_cairo_font_map_set_resolution(OpaquePointer(fontMap), 72)
    context = pango_font_map_create_context(fontMap)
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    pango_context_set_round_glyph_positions(context, 0)
    // Not the environment's: the same text gives the same pixels in every locale.
    pango_context_set_language(context, pango_language_from_string("en"))
    let map = fontMap
    let preferred: [String] = ["Inter", "DejaVu Sans"]
    let installed = preferred.first { family in pango_font_map_get_family(map, family) != nil }
    defaultFamily = installed ?? "sans-serif"
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(context))
    g_object_unref(fontMap)
  }

  /// Places the lines of a request, in points from the top left of its box. With `boxSize` nil the
  /// text takes the room it wants. Lines wholly below the box are left out.
  func lines(of request: TextRequest, boxSize: Size?) -> TextLines {
    let result = TextLines()
    let text = request.boundedString(boxSize: boxSize)
    let layout = result.adopt(pango_layout_new(context))
    setText(text, of: layout)
    setFont(request.style, of: layout)
    pango_layout_set_width(layout, -1)
    if let boxSize {
      if request.wraps {
        wrap(layout, to: boxSize.width, justified: request.alignment == .justified)
      } else if request.truncation != .none {
        truncate(layout, to: boxSize.width, request.truncation)
      }
    }
    result.addLines(of: layout, below: 0, height: boxSize?.height ?? .infinity)
    if let boxSize, request.wraps, request.truncation != .none {
      truncateLastLine(of: result, request, text, boxSize)
    }
    result.align(request.alignment, width: boxSize?.width ?? result.size.width)
    return result
  }

  /// The distance from the top of one line to the next, in points.
  func lineHeight(_ style: TextStyle) -> Double {
    var request = TextRequest(string: "", style: style, boxSize: .zero)
    request.wraps = false
    return lines(of: request, boxSize: nil).size.height
  }

  /// Where wrapped text has more lines than fit, the last one that does takes all that is left and
  /// is cut by an ellipsis.
  private func truncateLastLine(
    of result: TextLines, _ request: TextRequest, _ text: String, _ boxSize: Size
  ) {
    let slack = 1.0 / 64
    let fitting = result.lines.prefix { $0.bottom <= boxSize.height + slack }.count
    guard let last = result.lines.indices.prefix(max(1, fitting)).last else { return }
    let line = result.lines[last]
    let utf8 = text.utf8
    let rest = utf8.dropFirst(line.endByte)
    guard rest.contains(where: { $0 > UInt8(ascii: " ") }) else { return }
    let tail = utf8.dropFirst(line.startByte).map {
      $0 < UInt8(ascii: " ") ? UInt8(ascii: " ") : $0
    }
    // A paragraph keeps its direction although its beginning is gone.
    let mark = line.isRightToLeft ? "\u{200F}" : "\u{200E}"
    let layout = result.adopt(pango_layout_new(context))
    setText(mark + String(decoding: tail, as: UTF8.self), of: layout)
    setFont(request.style, of: layout)
    truncate(layout, to: boxSize.width, request.truncation)
    result.lines.removeSubrange(last...)
    result.addLines(of: layout, below: line.top, height: boxSize.height, atMost: 1)
  }

  private func setText(_ text: String, of layout: OpaquePointer) {
    var text = text
    text.withUTF8 { utf8 in
      // Safety: Pango copies the bytes; CChar and UInt8 have one layout.
      utf8.withMemoryRebound(to: CChar.self) {
        pango_layout_set_text(layout, $0.baseAddress ?? nil, Int32($0.count))
      }
    }
  }

  private func setFont(_ style: TextStyle, of layout: OpaquePointer) {
    let name = FontName(style.family)
    let description = pango_font_description_new()
    defer { pango_font_description_free(description) }
    pango_font_description_set_family(
      description, name.family.isEmpty ? defaultFamily : name.family)
    let size = min(max(style.size, Self.minimumFontSize), Self.maximumFontSize)
    pango_font_description_set_absolute_size(description, size * Double(PANGO_SCALE))
    let weight = min(max(style.weight ?? name.weight ?? 400, 100), 1000)
    pango_font_description_set_weight(description, PangoWeight(rawValue: numericCast(weight)))
    if style.isItalic || name.isItalic {
      pango_font_description_set_style(description, PANGO_STYLE_ITALIC)
    }
    pango_layout_set_font_description(layout, description)
  }

  private func wrap(_ layout: OpaquePointer, to width: Double, justified: Bool) {
    pango_layout_set_width(layout, Self.units(width))
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    pango_layout_set_justify(layout, justified ? 1 : 0)
  }

  private func truncate(
    _ layout: OpaquePointer, to width: Double, _ truncation: TextRequest.Truncation
  ) {
    pango_layout_set_width(layout, Self.units(width))
    let mode: PangoEllipsizeMode
    switch truncation {
    case .none: mode = PANGO_ELLIPSIZE_NONE
    case .start: mode = PANGO_ELLIPSIZE_START
    case .middle: mode = PANGO_ELLIPSIZE_MIDDLE
    case .end: mode = PANGO_ELLIPSIZE_END
    }
    pango_layout_set_ellipsize(layout, mode)
  }

  /// Rounded up, so that a box as wide as its measured text holds it.
  private static func units(_ points: Double) -> Int32 {
    Int32((min(max(points, 0), maximumExtent) * Double(PANGO_SCALE)).rounded(.up))
  }
}
