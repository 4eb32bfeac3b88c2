import CWayland

/// What one pointer looks like.
final class CursorSurface {
  private let theme: CursorTheme
  private let surface: OpaquePointer
  private let warn: (String) -> Void
  private var shown: (cursor: Cursor, scale: Int, serial: UInt32)?

  init(theme: CursorTheme, compositor: OpaquePointer, warn: @escaping (String) -> Void) {
    self.theme = theme
    self.warn = warn
    // Nil only without memory.
    surface = wl_compositor_create_surface(compositor)!
  }

  deinit { wl_surface_destroy(surface) }

  /// Sets the look of a pointer that is over a surface of ours since the event with `serial`.
  func show(_ cursor: Cursor, scale: Double, on pointer: OpaquePointer, serial: UInt32) {
    let scale = Int(min(max(1, scale), 64).rounded(.up))
    if let shown, shown == (cursor, scale, serial) { return }
    shown = (cursor, scale, serial)
    guard cursor != .hidden else {
      wl_pointer_set_cursor(pointer, serial, nil, 0, 0)
      return
    }
    guard let picture = theme.picture(of: cursor, scale: scale) else {
      warn("no cursor theme is usable; the pointer looks as the compositor likes")
      return
    }
    wl_pointer_set_cursor(
      pointer, serial, surface, picture.hotspotX / picture.scale,
      picture.hotspotY / picture.scale)
    if wl_proxy_get_version(surface) >= UInt32(WL_SURFACE_SET_BUFFER_SCALE_SINCE_VERSION) {
      wl_surface_set_buffer_scale(surface, picture.scale)
    }
    wl_surface_attach(surface, picture.buffer, 0, 0)
    wl_surface_damage(surface, 0, 0, .max, .max)
    wl_surface_commit(surface)
  }
}
