import CText
import Geometry

/// What text is drawn with where its runs do not say.
struct TextInk {
  var color: Color
  /// Multiplies everything.
  var alpha: Double
  /// Only coverage is wanted.
  var isMask: Bool
}

extension TextLines {
  /// A part of a line that is drawn at once.
  private struct Piece {
    let item: PangoGlyphItem
    /// From its left edge, in points of the box.
    let x: Double
    let width: Double
    let run: TextRun?
    let isColored: Bool
  }

  /// A line along the text, in points of the box.
  private struct Stroke {
    var start: Double
    var end: Double
    /// Of its middle.
    var y: Double
    var thickness: Double
    let decoration: TextRun.Decoration
    let color: Color
    let isUnderline: Bool
  }

  /// Some of it has a colour of its own, so that no mask can show it.
  var isColored: Bool {
    runs.contains(where: \.isColored)
      || lines.contains { Self.runs(of: $0.line).contains { Self.hasColorGlyphs($0.font) } }
  }

  /// Draws the lines. The context's user space is points, its origin the top left of the box.
  ///
  /// Letters are filled as outlines: Cairo's glyph cache would put each at a whole pixel and make the
  /// spacing uneven. Glyphs that are pictures (colour emoji) are drawn as they are; on a mask they
  /// come out as silhouettes.
  func draw(in cairo: OpaquePointer, _ ink: TextInk) {
    Self.setSource(ink.color, ink.alpha, of: cairo)
    let isPlain = runs.isEmpty && (ink.isMask || !isColored)
    for line in lines {
      var x = line.x
      var y = line.baseline
      // Baselines on whole pixels keep the feet of the letters sharp; between them sideways
      // positions stay exact.
      cairo_user_to_device(cairo, &x, &y)
      y.round()
      cairo_device_to_user(cairo, &x, &y)
      if isPlain {
        cairo_new_path(cairo)
        cairo_move_to(cairo, x, y)
        pango_cairo_layout_line_path(cairo, line.line)
        cairo_fill(cairo)
      } else {
        draw(pieces(of: line, from: x), of: line, baseline: y, in: cairo, ink)
      }
    }
    cairo_new_path(cairo)
  }

  private func pieces(of line: Line, from start: Double) -> [Piece] {
    var x = start
    return Self.runs(of: line.line).map { item in
      x += Self.points(item.start_x_offset)
      let width = Self.points(pango_glyph_string_get_width(item.glyphs))
      defer { x += width + Self.points(item.end_x_offset) }
      return Piece(
        item: item, x: x, width: width, run: run(of: item),
        isColored: Self.hasColorGlyphs(item.font))
    }
  }

  private func draw(
    _ pieces: [Piece], of line: Line, baseline: Double, in cairo: OpaquePointer, _ ink: TextInk
  ) {
    for piece in pieces {
      guard let background = piece.run?.background else { continue }
      Self.setSource(background, ink.alpha, of: cairo)
      cairo_rectangle(cairo, piece.x, line.top, piece.width, line.bottom - line.top)
      cairo_fill(cairo)
    }
    for piece in pieces {
      let color = piece.run?.color ?? ink.color
      cairo_new_path(cairo)
      cairo_move_to(cairo, piece.x, baseline - Self.points(piece.item.y_offset))
      if piece.isColored, !ink.isMask {
        Self.showPictures(of: piece.item, alpha: min(max(color.alpha, 0), 1) * ink.alpha, in: cairo)
      } else {
        Self.setSource(color, ink.alpha, of: cairo)
        pango_cairo_glyph_string_path(cairo, piece.item.font, piece.item.glyphs)
        cairo_fill(cairo)
      }
    }
    for stroke in strokes(along: pieces, baseline: baseline, ink) {
      Self.setSource(stroke.color, ink.alpha, of: cairo)
      Self.draw(stroke, in: cairo)
    }
  }

  // MARK: Lines along the text

  /// Neighbours with the same line share one, so that no seam shows where they meet.
  private func strokes(along pieces: [Piece], baseline: Double, _ ink: TextInk) -> [Stroke] {
    var strokes: [Stroke] = []
    for isUnderline in [true, false] {
      var isOpen = false
      for piece in pieces {
        guard let run = piece.run, let decoration = isUnderline ? run.underline : run.strikethrough
        else {
          isOpen = false
          continue
        }
        let new = stroke(
          piece, decoration, color: decoration.color ?? run.color ?? ink.color,
          baseline: baseline - Self.points(piece.item.y_offset), isUnderline: isUnderline)
        if isOpen, let last = strokes.last, last.decoration == new.decoration,
          last.color == new.color
        {
          strokes[strokes.count - 1].end = new.end
          // The larger letters say where it lies.
          if new.thickness > last.thickness {
            strokes[strokes.count - 1].thickness = new.thickness
            strokes[strokes.count - 1].y = new.y
          }
        } else {
          strokes.append(new)
        }
        isOpen = true
      }
    }
    return strokes
  }

  private func stroke(
    _ piece: Piece, _ decoration: TextRun.Decoration, color: Color, baseline: Double,
    isUnderline: Bool
  ) -> Stroke {
    let metrics = pango_font_get_metrics(
      piece.item.font, piece.item.item.pointee.analysis.language)
    defer { pango_font_metrics_unref(metrics) }
    let thickness = Self.points(
      isUnderline
        ? pango_font_metrics_get_underline_thickness(metrics)
        : pango_font_metrics_get_strikethrough_thickness(metrics))
    // The position is that of the line's upper edge, above the baseline.
    let position = Self.points(
      isUnderline
        ? pango_font_metrics_get_underline_position(metrics)
        : pango_font_metrics_get_strikethrough_position(metrics))
    return Stroke(
      start: piece.x, end: piece.x + piece.width, y: baseline - position + thickness / 2,
      thickness: thickness, decoration: decoration, color: color, isUnderline: isUnderline)
  }

  /// On whole pixels where the context does not turn.
  private static func draw(_ stroke: Stroke, in cairo: OpaquePointer) {
    var pixel = (x: 0.0, y: 1.0)
    cairo_user_to_device_distance(cairo, &pixel.x, &pixel.y)
    let perPoint = max(abs(pixel.y), 1e-6)
    let isUpright = abs(pixel.x) < 1e-9
    func snapped(_ length: Double) -> Double {
      isUpright ? max(1, (length * perPoint).rounded()) / perPoint : length
    }
    func fill(top: Double, height: Double) {
      var x = 0.0, y = top
      if isUpright {
        cairo_user_to_device(cairo, &x, &y)
        y.round()
        cairo_device_to_user(cairo, &x, &y)
      }
      cairo_rectangle(cairo, stroke.start, y, stroke.end - stroke.start, height)
      cairo_fill(cairo)
    }
    cairo_new_path(cairo)
    let thickness = snapped(stroke.thickness)
    switch stroke.decoration.weight {
    case .single: fill(top: stroke.y - thickness / 2, height: thickness)
    case .thick:
      let thick = snapped(2 * stroke.thickness)
      fill(top: stroke.y - thick / 2, height: thick)
    case .double:
      // Away from the letters, or both sides of the middle.
      let top = stroke.isUnderline ? stroke.y - thickness / 2 : stroke.y - 1.5 * thickness
      fill(top: top, height: thickness)
      fill(top: top + 2 * thickness, height: thickness)
    }
  }

  // MARK: Which run

  /// Tells Pango that a run's letters stay together, and which run that is: in the place of a colour,
  /// of which Pango only keeps count.
  static func mark(run index: Int) -> UnsafeMutablePointer<PangoAttribute>? {
    pango_attr_foreground_new(guint16(truncatingIfNeeded: index >> 16), guint16(index & 0xFFFF), 0)
  }

  private func run(of item: PangoGlyphItem) -> TextRun? {
    var next = item.item.pointee.analysis.extra_attrs
    while let node = next {
      // Safety: the list holds attributes, and one of the foreground kind is a colour attribute.
      let attribute = node.pointee.data.assumingMemoryBound(to: PangoAttribute.self)
      if attribute.pointee.klass.pointee.type == PANGO_ATTR_FOREGROUND {
        let color = UnsafeRawPointer(attribute).assumingMemoryBound(to: PangoAttrColor.self).pointee
        let index = Int(color.color.red) << 16 | Int(color.color.green)
        return runs.indices.contains(index) ? runs[index] : nil
      }
      next = node.pointee.next
    }
    return nil
  }

  // MARK: Helpers

  private static func setSource(_ color: Color, _ alpha: Double, of cairo: OpaquePointer) {
    cairo_set_source_rgba(
      cairo, color.red, color.green, color.blue, min(max(color.alpha, 0), 1) * alpha)
  }
}

extension PangoGlyphItem {
  var font: UnsafeMutablePointer<PangoFont>? { item.pointee.analysis.font }
}
