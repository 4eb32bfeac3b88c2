import CText
import Geometry

/// Transparency layers: what is drawn between their begin and their end is composited as one, with
/// the alpha, the blend mode and the shadow in force when they began. Shadows are cast by such layers
/// of a single drawing.
extension Canvas {
  /// As many layers as this may lie in each other.
  private static let mostLayers = 32

  /// False, and nothing begins, where too many are open.
  @discardableResult
  package func beginLayer() -> Bool {
    guard layers.count < Self.mostLayers else { return false }
    save()
    layers.append(savedCount)
    beginGroup()
    return true
  }

  /// Without an open layer, false and nothing happens.
  @discardableResult
  package func endLayer() -> Bool {
    guard let count = layers.last else { return false }
    while savedCount > count { restore() }
    layers.removeLast()
    // The state when the layer began has been saved, and comes back with this.
    let group = endGroup()
    restore()
    composite(group)
    return true
  }

  /// Runs `draw`, with the shadow of what it draws beneath where there is to be one.
  func castingShadow(_ draw: () -> Void) {
    guard let shadow = state.shadow, shadow.color.alpha > 0 else { return draw() }
    let outer = state
    beginGroup()
    draw()
    let group = endGroup()
    state = outer
    composite(group)
  }

  /// What follows goes on a transparent page of its own. Nothing limits it: what the clip cuts off
  /// casts a shadow into it.
  private func beginGroup() {
    cairo_save(cairo)
    if state.shadow != nil { cairo_reset_clip(cairo) }
    cairo_push_group_with_content(cairo, CAIRO_CONTENT_COLOR_ALPHA)
    state.alpha = 1
    state.blendMode = .normal
    state.shadow = nil
  }

  private func endGroup() -> OpaquePointer? {
    let group = cairo_pop_group(cairo)
    cairo_restore(cairo)
    return group
  }

  /// Puts a page on the one below it, by the state. Takes the page over.
  private func composite(_ group: OpaquePointer?) {
    guard let group else { return }
    defer { cairo_pattern_destroy(group) }
    cairo_identity_matrix(cairo)
    cairo_set_operator(cairo, state.blendMode.cairoOperator)
    if let shadow = state.shadow { cast(shadow, of: group) }
    cairo_set_source(cairo, group)
    cairo_paint_with_alpha(cairo, state.alpha)
  }

  private func cast(_ shadow: CanvasShadow, of group: OpaquePointer) {
    var surface: OpaquePointer?
    guard cairo_pattern_get_surface(group, &surface) == CAIRO_STATUS_SUCCESS, let surface,
      cairo_surface_get_type(surface) == CAIRO_SURFACE_TYPE_IMAGE
    else { return }
    cairo_surface_flush(surface)
    let width = Int(cairo_image_surface_get_width(surface))
    let height = Int(cairo_image_surface_get_height(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    guard let data = cairo_image_surface_get_data(surface),
      cairo_image_surface_get_format(surface) == CAIRO_FORMAT_ARGB32
    else { return }
    // Safety: the surface has `height` rows of `stride` bytes, alive as long as `group`.
    let pixels = UnsafeBufferPointer(start: data, count: stride * height)
    guard
      let blurred = Silhouette(
        alphaOf: pixels, size: PixelSize(width, height), stride: stride,
        deviation: shadow.deviation),
      let mask = makeSurface(blurred.bitmap)
    else { return }
    defer { cairo_surface_destroy(mask) }
    let color = shadow.color
    cairo_set_source_rgba(
      cairo, color.red, color.green, color.blue, min(color.alpha, 1) * state.alpha)
    var device = (x: 0.0, y: 0.0)
    cairo_surface_get_device_offset(surface, &device.x, &device.y)
    cairo_mask_surface(
      cairo, mask, Double(blurred.x) - device.x + shadow.offset.x,
      Double(blurred.y) - device.y + shadow.offset.y)
  }
}
