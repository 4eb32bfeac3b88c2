import CText
import Geometry

/// Lines of text placed in a box, in points from its top left. It owns the Pango layouts the lines
/// belong to and, like them, is used only under the lock of `TextLayout`.
final class TextLines {
  struct Line {
    /// Owned by its layout.
    let line: UnsafeMutablePointer<PangoLayoutLine>
    var x = 0.0
    let baseline: Double
    let top: Double
    let bottom: Double
    /// The sum of the advances.
    let width: Double
    let isRightToLeft: Bool
    /// UTF-8 offsets into the text of its layout.
    let startByte: Int
    let endByte: Int
  }

  private var layouts: [OpaquePointer] = []
  var lines: [Line] = []

  deinit {
    for layout in layouts { g_object_unref(UnsafeMutableRawPointer(layout)) }
  }

  /// Keeps a new layout alive as long as its lines.
  func adopt(_ layout: OpaquePointer) -> OpaquePointer {
    layouts.append(layout)
    return layout
  }

  /// What the lines take up: the widest line, and the bottom of the lowest.
  var size: Size {
    Size(lines.map(\.width).max() ?? 0, lines.last?.bottom ?? 0)
  }

  /// Adds the lines of a layout whose first line starts at `top`, up to the first that would start
  /// below `height`.
  func addLines(
    of layout: OpaquePointer, below top: Double, height: Double, atMost limit: Int = .max
  ) {
    let iterator = pango_layout_get_iter(layout)
    defer { pango_layout_iter_free(iterator) }
    var added = 0
    repeat {
      guard let line = pango_layout_iter_get_line(iterator) else { return }
      var logical = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &logical)
      let lineTop = top + Self.points(logical.y)
      if added > 0 && lineTop >= height { return }
      let width = logical.width - Self.trimEllipsis(of: line)
      let direction = pango_layout_line_get_resolved_direction(line)
      let start = Int(pango_layout_line_get_start_index(line))
      lines.append(
        Line(
          line: line, baseline: top + Self.points(pango_layout_iter_get_baseline(iterator)),
          top: lineTop, bottom: lineTop + Self.points(logical.height),
          width: Self.points(width),
          isRightToLeft: direction == PANGO_DIRECTION_RTL || direction == PANGO_DIRECTION_WEAK_RTL,
          startByte: start, endByte: start + Int(pango_layout_line_get_length(line))))
      added += 1
    } while added < limit && pango_layout_iter_next_line(iterator) != 0
  }

  /// Moves each line sideways to its place in a box of the given width. A line wider than the box
  /// sticks out where the alignment says: of a centred one both ends are cut.
  func align(_ alignment: TextRequest.Alignment, width: Double) {
    for i in lines.indices {
      let room = width - lines[i].width
      switch alignment {
      case .left: lines[i].x = 0
      case .right: lines[i].x = room
      case .center: lines[i].x = room / 2
      case .natural, .justified: lines[i].x = lines[i].isRightToLeft ? room : 0
      }
    }
  }

  /// Fills the lines with the current source. The context's user space is points, its origin the
  /// top left of the box. Glyphs are filled as outlines: Cairo's glyph cache would put each at a
  /// whole pixel and make the spacing uneven. Bitmap fonts (colour emoji) come out as silhouettes.
  func draw(in cairo: OpaquePointer) {
    for line in lines {
      var x = line.x
      var y = line.baseline
      // Baselines on whole pixels keep the feet of the letters sharp; between them sideways
      // positions stay exact.
      cairo_user_to_device(cairo, &x, &y)
      y.round()
      cairo_device_to_user(cairo, &x, &y)
      cairo_new_path(cairo)
      cairo_move_to(cairo, x, y)
      pango_cairo_layout_line_path(cairo, line.line)
      cairo_fill(cairo)
    }
    cairo_new_path(cairo)
  }

  /// Pango widens an ellipsis so that its line fills the box, which tears a hole behind the dots.
  /// Takes that back; returns by how many Pango units the line became narrower.
  private static func trimEllipsis(of line: UnsafeMutablePointer<PangoLayoutLine>) -> Int32 {
    guard pango_layout_is_ellipsized(line.pointee.layout) != 0 else { return 0 }
    var trimmed: Int32 = 0
    var next = line.pointee.runs
    while let node = next {
      next = node.pointee.next
      // Safety: the list holds glyph items, and a run has `num_glyphs` glyphs.
      let run = node.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self).pointee
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

  private static func points(_ units: Int32) -> Double { Double(units) / Double(PANGO_SCALE) }
}
