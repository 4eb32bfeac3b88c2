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
  /// For paragraphs that run from right to left whatever their letters are; the other one's direction
  /// is from left to right.
  private let rightToLeftContext: OpaquePointer
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
    context = Self.makeContext(fontMap)
    rightToLeftContext = Self.makeContext(fontMap)
    pango_context_set_base_dir(rightToLeftContext, PANGO_DIRECTION_RTL)
    let map = fontMap
    let preferred: [String] = ["Inter", "DejaVu Sans"]
    let installed = preferred.first { family in pango_font_map_get_family(map, family) != nil }
    defaultFamily = installed ?? "sans-serif"
  }

  private static func makeContext(_ fontMap: UnsafeMutablePointer<PangoFontMap>) -> OpaquePointer {
    // Safety: never nil; GLib ends the process where memory does.
    let context = pango_font_map_create_context(fontMap)!
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    pango_context_set_round_glyph_positions(context, 0)
    // Not the environment's: the same text gives the same pixels in every locale.
    pango_context_set_language(context, pango_language_from_string("en"))
    return context
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(context))
    g_object_unref(UnsafeMutableRawPointer(rightToLeftContext))
    g_object_unref(fontMap)
  }

  /// Places the lines of a request, in points from the top left of its box. With `boxSize` nil the
  /// text takes the room it wants. Lines wholly below the box are left out.
  func lines(of request: TextRequest, boxSize: Size?) -> TextLines {
    var text = request.bounded(boxSize: boxSize)
    var result = place(text, of: request, boxSize: boxSize)
    if let boxSize, request.wraps {
      let breaks = breaksInWords(of: result, text, request, width: boxSize.width)
      if !breaks.isEmpty {
        text.breakLines(at: breaks)
        result = place(text, of: request, boxSize: boxSize)
      }
      if request.truncation != .none { truncateLastLine(of: result, request, text, boxSize) }
    }
    result.align(request.alignment, width: boxSize?.width ?? result.size.width)
    return result
  }

  private func place(_ text: BoundedText, of request: TextRequest, boxSize: Size?) -> TextLines {
    let result = TextLines(runs: request.runs)
    for section in Self.sections(of: text, request) {
      guard result.bottom < boxSize?.height ?? .infinity || result.lines.isEmpty else { break }
      let layout = result.adopt(
        makeLayout(
          text.bytes[section.bytes], at: section.bytes.lowerBound, of: text, request,
          section.style.direction))
      if let boxSize {
        if request.wraps {
          let justified = (section.style.alignment ?? request.alignment) == .justified
          wrap(layout, to: boxSize.width, section.style, justified: justified)
        } else if request.truncation != .none {
          let extent = section.style.extent(isFirstLine: true, width: boxSize.width)
          truncate(layout, to: extent.end - extent.start, request.truncation)
        }
      }
      result.addLines(
        of: layout, section.style, bytes: section.bytes,
        height: boxSize?.height ?? .infinity)
    }
    return result
  }

  /// Where words that are wider than their line are to be broken, in the text's bytes.
  ///
  /// Pango could do that by itself (`PANGO_WRAP_WORD_CHAR`), but ends the process by an assertion for
  /// some texts whose parts differ in font or direction. Breaking between words, or between letters,
  /// it does not.
  private func breaksInWords(
    of lines: TextLines, _ text: BoundedText, _ request: TextRequest, width: Double
  ) -> [Int] {
    var breaks: [Int] = []
    let slack = 1.0 / 64
    for line in lines.lines {
      let extent = line.style.extent(isFirstLine: line.isFirst, width: width)
      guard line.width > extent.end - extent.start + slack else { continue }
      var word = text.bytes[line.startByte..<line.endByte]
      while let last = word.last, last <= UInt8(ascii: " ") { word.removeLast() }
      guard !word.isEmpty else { continue }
      let layout = makeLayout(word, at: line.startByte, of: text, request, line.style.direction)
      defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
      wrap(layout, to: width, line.style, justified: false)
      pango_layout_set_wrap(layout, PANGO_WRAP_CHAR)
      if !line.isFirst {
        pango_layout_set_indent(layout, 0)
        pango_layout_set_width(layout, Self.units(extent.end - extent.start))
      }
      let starts = (1..<max(1, Int(pango_layout_get_line_count(layout)))).compactMap { index in
        pango_layout_get_line_readonly(layout, Int32(index)).map {
          line.startByte + Int(pango_layout_line_get_start_index($0))
        }
      }.filter { word.indices.contains($0) && $0 > line.startByte }
      // A line of its own, as it has now: what is left of the word before must not draw it up.
      if !starts.isEmpty, !line.isFirst { breaks.append(line.startByte) }
      breaks += starts
    }
    return Set(breaks).sorted()
  }

  /// The distance from the top of one line to the next, in points.
  func lineHeight(_ style: TextStyle) -> Double {
    lines(of: TextRequest(string: "", style: style, boxSize: .zero), boxSize: nil).size.height
  }

  /// Paragraphs that follow each other and stand in the same way. What stands below a section begins
  /// a new line by that alone.
  private struct Section {
    var bytes: Range<Int>
    var style = TextParagraphs.Style()
  }

  private static func sections(of text: BoundedText, _ request: TextRequest) -> [Section] {
    guard !request.paragraphs.isEmpty else { return [Section(bytes: 0..<text.bytes.count)] }
    let styled = request.paragraphs.filter(\.style.isUsable).map {
      (bytes: text.range(of: $0.bytes), style: $0.style)
    }
    var sections: [Section] = []
    var start = 0, next = 0
    repeat {
      let newline = text.bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
      let end = newline ?? text.bytes.count
      while next < styled.count, styled[next].bytes.upperBound <= start { next += 1 }
      let isStyled = next < styled.count && styled[next].bytes.lowerBound <= start
      let style = isStyled ? styled[next].style : TextParagraphs.Style()
      if let last = sections.last, last.style == style || start == text.bytes.count {
        sections[sections.count - 1].bytes = last.bytes.lowerBound..<end
      } else {
        sections.append(Section(bytes: start..<end, style: style))
      }
      start = end + 1
    } while start <= text.bytes.count
    return sections
  }

  /// Where wrapped text has more lines than fit, the last one that does takes all that is left and
  /// is cut by an ellipsis.
  private func truncateLastLine(
    of result: TextLines, _ request: TextRequest, _ text: BoundedText, _ boxSize: Size
  ) {
    let slack = 1.0 / 64
    let fitting = result.lines.prefix { $0.bottom <= boxSize.height + slack }.count
    guard let last = result.lines.indices.prefix(max(1, fitting)).last else { return }
    let line = result.lines[last]
    guard text.bytes.dropFirst(line.endByte).contains(where: { $0 > UInt8(ascii: " ") }) else {
      return
    }
    // A paragraph keeps its direction although its beginning is gone.
    let mark = Array((line.isRightToLeft ? "\u{200F}" : "\u{200E}").utf8)
    let tail = mark + Self.inOneLine(text, from: line.startByte)
    let layout = result.adopt(
      makeLayout(tail[...], at: line.startByte - mark.count, of: text, request))
    let extent = line.style.extent(isFirstLine: line.isFirst, width: boxSize.width)
    truncate(layout, to: extent.end - extent.start, request.truncation)
    result.removeLines(from: last)
    result.addLines(
      of: layout, line.style, bytes: line.startByte..<text.bytes.count, height: boxSize.height,
      atMost: 1,
      isFirst: line.isFirst)
  }

  /// The rest of the text with spaces for what ends lines; where words were broken, nothing is seen.
  private static func inOneLine(_ text: BoundedText, from start: Int) -> [UInt8] {
    let space = UInt8(ascii: " ")
    var line = text.bytes.dropFirst(start).map { $0 < space ? space : $0 }
    // The line and the paragraph separator: as many spaces as they have bytes, or a space without
    // width, which has as many.
    for i in line.indices.dropLast(2)
    where line[i] == 0xE2 && line[i + 1] == 0x80 && (line[i + 2] == 0xA8 || line[i + 2] == 0xA9) {
      if text.isFromString(start + i) {
        for j in i...(i + 2) { line[j] = space }
      } else {
        line[i + 2] = 0x8B
      }
    }
    // What was open in several paragraphs is so in one.
    DirectionNesting.limit(&line)
    return line
  }

  /// - Parameter start: Where the first of `bytes` stands in the text.
  private func makeLayout(
    _ bytes: ArraySlice<UInt8>, at start: Int, of text: BoundedText, _ request: TextRequest,
    _ direction: TextParagraphs.Direction = .natural
  ) -> OpaquePointer {
    // Safety: never nil; GLib ends the process where memory does.
    let layout = pango_layout_new(direction == .rightToLeft ? rightToLeftContext : context)!
    pango_layout_set_auto_dir(layout, direction == .natural ? 1 : 0)
    bytes.withUnsafeBufferPointer { utf8 in
      // Safety: Pango copies the bytes; CChar and UInt8 have one layout.
      utf8.withMemoryRebound(to: CChar.self) {
        pango_layout_set_text(layout, $0.baseAddress ?? nil, Int32($0.count))
      }
    }
    let description = fontDescription(request.style)
    pango_layout_set_font_description(layout, description)
    pango_font_description_free(description)
    pango_layout_set_width(layout, -1)
    if !request.runs.isEmpty {
      setRuns(of: request, layout, bytes: start..<(start + bytes.count), text)
    }
    return layout
  }

  private func setRuns(
    of request: TextRequest, _ layout: OpaquePointer, bytes: Range<Int>, _ text: BoundedText
  ) {
    let list = pango_attr_list_new()
    defer { pango_attr_list_unref(list) }
    let largestKern = min(Self.maximumFontSize, Self.maximumExtent / Double(max(1, bytes.count)))
    for (index, run) in request.runs.enumerated() {
      let range = text.range(of: request.wholeLetters(run.bytes)).clamped(to: bytes)
      guard !range.isEmpty else { continue }
      func add(_ attribute: UnsafeMutablePointer<PangoAttribute>?) {
        attribute?.pointee.start_index = guint(range.lowerBound - bytes.lowerBound)
        attribute?.pointee.end_index = guint(range.upperBound - bytes.lowerBound)
        pango_attr_list_insert(list, attribute)
      }
      add(TextLines.mark(run: index))
      if let style = run.style, style.size.isFinite {
        let description = fontDescription(style)
        add(pango_attr_font_desc_new(description))
        pango_font_description_free(description)
      }
      if run.kern != 0, run.kern.isFinite {
        add(pango_attr_letter_spacing_new(Self.units(run.kern, atMost: largestKern)))
      }
      if run.baselineOffset != 0, run.baselineOffset.isFinite {
        add(pango_attr_rise_new(Self.units(run.baselineOffset, atMost: Self.maximumFontSize)))
      }
    }
    pango_layout_set_attributes(layout, list)
  }

  /// To be freed by the caller.
  private func fontDescription(_ style: TextStyle) -> OpaquePointer? {
    let name = FontName(style.family)
    let description = pango_font_description_new()
    pango_font_description_set_family(
      description, name.family.isEmpty ? defaultFamily : name.family)
    let size = min(max(style.size, Self.minimumFontSize), Self.maximumFontSize)
    pango_font_description_set_absolute_size(description, size * Double(PANGO_SCALE))
    let weight = min(max(style.weight ?? name.weight ?? 400, 100), 1000)
    pango_font_description_set_weight(description, PangoWeight(rawValue: numericCast(weight)))
    let isItalic = style.isItalic || name.isItalic
    pango_font_description_set_style(
      description, isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    return description
  }

  private func wrap(
    _ layout: OpaquePointer, to width: Double, _ style: TextParagraphs.Style, justified: Bool
  ) {
    let first = style.extent(isFirstLine: true, width: width)
    let rest = style.extent(isFirstLine: false, width: width)
    let start = min(first.start, rest.start)
    pango_layout_set_width(layout, Self.units(first.end - start))
    // Pango's sign says which lines are indented.
    pango_layout_set_indent(
      layout, Self.units(first.start - rest.start, atMost: Self.maximumExtent))
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD)
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

  private static func units(_ points: Double, atMost limit: Double) -> Int32 {
    Int32((min(max(points, -limit), limit) * Double(PANGO_SCALE)).rounded())
  }
}
