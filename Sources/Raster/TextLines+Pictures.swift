import CText
import Glibc

/// Glyphs that are pictures and bring their colours, as emoji are.
extension TextLines {
  /// Pixels of the largest pictures that Cairo makes of glyphs, which it does for the whole of them:
  /// fonts have smaller ones.
  private static let largestPicture = 512.0

  static func hasColorGlyphs(_ font: UnsafeMutablePointer<PangoFont>?) -> Bool {
    guard let font, let face = hb_font_get_face(pango_font_get_hb_font(font)) else { return false }
    return hb_ot_color_has_png(face) != 0 || hb_ot_color_has_layers(face) != 0
  }

  /// Draws them from the current point on; the source does not count.
  static func showPictures(of item: PangoGlyphItem, alpha: Double, in cairo: OpaquePointer) {
    guard alpha < 1 else { return showPictures(of: item, in: cairo) }
    var start = (x: 0.0, y: 0.0)
    cairo_get_current_point(cairo, &start.x, &start.y)
    cairo_push_group(cairo)
    cairo_move_to(cairo, start.x, start.y)
    showPictures(of: item, in: cairo)
    cairo_pop_group_to_source(cairo)
    cairo_paint_with_alpha(cairo, alpha)
  }

  private static func showPictures(of item: PangoGlyphItem, in cairo: OpaquePointer) {
    let description = pango_font_describe_with_absolute_size(item.font)
    let size = points(pango_font_description_get_size(description))
    pango_font_description_free(description)
    var pixel = (x: 0.0, y: 1.0)
    cairo_user_to_device_distance(cairo, &pixel.x, &pixel.y)
    let perPoint = hypot(pixel.x, pixel.y)
    if size * perPoint <= largestPicture {
      pango_cairo_show_glyph_string(cairo, item.font, item.glyphs)
    } else {
      magnifyPictures(of: item, pixelsPerPoint: largestPicture / size, in: cairo)
    }
  }

  /// One by one, each drawn with fewer pixels than it is to have.
  private static func magnifyPictures(
    of item: PangoGlyphItem, pixelsPerPoint scale: Double, in cairo: OpaquePointer
  ) {
    var start = (x: 0.0, y: 0.0)
    cairo_get_current_point(cairo, &start.x, &start.y)
    guard let single = pango_glyph_string_new() else { return }
    defer { pango_glyph_string_free(single) }
    pango_glyph_string_set_size(single, 1)
    for i in 0..<Int(item.glyphs.pointee.num_glyphs) {
      // Safety: a string has as many glyphs as it says, and `single` has one.
      single.pointee.glyphs[0] = item.glyphs.pointee.glyphs[i]
      var ink = PangoRectangle()
      pango_glyph_string_extents(single, item.font, &ink, nil)
      let box = (
        x: start.x + points(ink.x), y: start.y + points(ink.y), width: points(ink.width),
        height: points(ink.height)
      )
      start.x += points(item.glyphs.pointee.glyphs[i].geometry.width)
      var clip = (left: 0.0, top: 0.0, right: 0.0, bottom: 0.0)
      cairo_clip_extents(cairo, &clip.left, &clip.top, &clip.right, &clip.bottom)
      let isSeen =
        box.x < clip.right && box.x + box.width > clip.left && box.y < clip.bottom
        && box.y + box.height > clip.top
      let width = (box.width * scale).rounded(.up), height = (box.height * scale).rounded(.up)
      // A font that draws far beyond its size is none that can be shown so.
      guard isSeen, width > 0, height > 0, width * height < 16 * largestPicture * largestPicture
      else { continue }
      let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
      defer { cairo_surface_destroy(surface) }
      let picture = cairo_create(surface)
      cairo_scale(picture, scale, scale)
      cairo_move_to(picture, -points(ink.x), -points(ink.y))
      pango_cairo_show_glyph_string(picture, item.font, single)
      cairo_destroy(picture)
      cairo_save(cairo)
      cairo_translate(cairo, box.x, box.y)
      cairo_scale(cairo, 1 / scale, 1 / scale)
      cairo_set_source_surface(cairo, surface, 0, 0)
      cairo_rectangle(cairo, 0, 0, width, height)
      cairo_fill(cairo)
      cairo_restore(cairo)
    }
  }
}
