import CText
import Geometry

/// Lines of text placed in a box, in points from its top left. It owns the Pango layouts the lines
/// belong to and, like them, is used only under the lock of `TextLayout`.
final class TextLines {
  struct Line {
    /// Owned by its layout.
    let line: UnsafeMutablePointer<PangoLayoutLine>
    let style: TextParagraphs.Style
    /// Of its paragraph.
    let isFirst: Bool
    var x = 0.0
    let baseline: Double
    let top: Double
    let bottom: Double
    /// The sum of the advances.
    let width: Double
    let isRightToLeft: Bool
    /// UTF-8 offsets into the bounded text.
    let startByte: Int
    let endByte: Int
  }

  /// Of the request.
  let runs: [TextRun]
  private var layouts: [OpaquePointer] = []
  private(set) var lines: [Line] = []
  /// Where the next line goes.
  private(set) var bottom = 0.0

  init(runs: [TextRun]) { self.runs = runs }

  deinit {
    for layout in layouts { g_object_unref(UnsafeMutableRawPointer(layout)) }
  }

  /// Keeps a new layout alive as long as its lines.
  func adopt(_ layout: OpaquePointer) -> OpaquePointer {
    layouts.append(layout)
    return layout
  }

  /// What the lines take up: the widest line with its indent, and the bottom of the lowest.
  var size: Size {
    let width = lines.map {
      let indent = max(0, $0.isFirst ? $0.style.firstLineIndent : $0.style.headIndent)
      return indent + $0.width + max(0, -$0.style.tailIndent)
    }
    return Size(width.max() ?? 0, lines.last?.bottom ?? 0)
  }

  /// Adds the lines of a layout below those that are there, up to the first that would start below
  /// `height`.
  ///
  /// - Parameters:
  ///   - bytes: the layout's text in the bounded text.
  ///   - isFirst: whether the first line is the first of its paragraph, where the layout cannot tell.
  func addLines(
    of layout: OpaquePointer, _ style: TextParagraphs.Style, bytes: Range<Int>, height: Double,
    atMost limit: Int = .max, isFirst: Bool? = nil
  ) {
    let iterator = pango_layout_get_iter(layout)
    defer { pango_layout_iter_free(iterator) }
    var added = 0
    repeat {
      guard let line = pango_layout_iter_get_line(iterator) else { return }
      let isFirst = isFirst ?? (line.pointee.is_paragraph_start != 0)
      if isFirst, !lines.isEmpty, limit == .max {
        bottom += (added > 0 ? style.spacingAfter : lines[lines.count - 1].style.spacingAfter)
        bottom += style.spacingBefore
      }
      if !lines.isEmpty, limit == .max, bottom >= height { return }
      var logical = PangoRectangle()
      pango_layout_line_get_extents(line, nil, &logical)
      let natural = Self.points(logical.height)
      let lineHeight = style.lineHeight(natural)
      let width = logical.width - Self.trimEllipsis(of: line)
      let direction = pango_layout_line_get_resolved_direction(line)
      // Of odd mixtures of directions Pango tells lengths that are none.
      let start = min(
        bytes.lowerBound + max(0, Int(pango_layout_line_get_start_index(line))), bytes.upperBound)
      let length = max(0, Int(pango_layout_line_get_length(line)))
      lines.append(
        Line(
          line: line, style: style, isFirst: isFirst,
          // A higher line has its room above the letters.
          baseline: bottom + lineHeight - natural - Self.points(logical.y),
          top: bottom, bottom: bottom + lineHeight, width: Self.points(width),
          isRightToLeft: direction == PANGO_DIRECTION_RTL || direction == PANGO_DIRECTION_WEAK_RTL,
          startByte: start, endByte: min(start + length, bytes.upperBound)))
      bottom += lineHeight + style.lineSpacing
      added += 1
    } while added < limit && pango_layout_iter_next_line(iterator) != 0
  }

  /// Takes a line and those below it away.
  func removeLines(from index: Int) {
    bottom = lines[index].top
    lines.removeSubrange(index...)
  }

  /// Moves each line sideways to its place in a box of the given width. A line wider than the box
  /// sticks out where the alignment says: of a centred one both ends are cut.
  func align(_ alignment: TextRequest.Alignment, width: Double) {
    for i in lines.indices {
      let line = lines[i]
      let extent = line.style.extent(isFirstLine: line.isFirst, width: width)
      // Indents are measured from where lines begin.
      let left = line.isRightToLeft ? width - extent.end : extent.start
      let right = line.isRightToLeft ? width - extent.start : extent.end
      switch line.style.alignment ?? alignment {
      case .left: lines[i].x = left
      case .right: lines[i].x = right - line.width
      case .center: lines[i].x = (left + right - line.width) / 2
      case .natural, .justified: lines[i].x = line.isRightToLeft ? right - line.width : left
      }
    }
  }

  /// Pango widens an ellipsis so that its line fills the box, which tears a hole behind the dots.
  /// Takes that back; returns by how many Pango units the line became narrower.
  private static func trimEllipsis(of line: UnsafeMutablePointer<PangoLayoutLine>) -> Int32 {
    guard pango_layout_is_ellipsized(line.pointee.layout) != 0 else { return 0 }
    var trimmed: Int32 = 0
    for run in runs(of: line) {
      let flag = UInt8(PANGO_ANALYSIS_FLAG_IS_ELLIPSIS)
      guard run.item.pointee.analysis.flags & flag != 0 else { continue }
      for i in 0..<Int(run.glyphs.pointee.num_glyphs) {
        let glyph = run.glyphs.pointee.glyphs + i
        var logical = PangoRectangle()
        pango_font_get_glyph_extents(
          run.item.pointee.analysis.font, glyph.pointee.glyph, nil, &logical)
        let extra = glyph.pointee.geometry.width - logical.width
        guard extra > 0 else { continue }
        glyph.pointee.geometry.width = logical.width
        trimmed += extra
      }
    }
    return trimmed
  }

  /// From left to right.
  static func runs(of line: UnsafeMutablePointer<PangoLayoutLine>) -> [PangoGlyphItem] {
    var runs: [PangoGlyphItem] = []
    var next = line.pointee.runs
    while let node = next {
      // Safety: the list holds glyph items.
      runs.append(node.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self).pointee)
      next = node.pointee.next
    }
    return runs
  }

  static func points(_ units: Int32) -> Double { Double(units) / Double(PANGO_SCALE) }
}
