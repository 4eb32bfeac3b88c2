import CWayland
import Glibc

/// The user's pictures of the pointer, loaded once for each scale.
final class CursorTheme {
  struct Picture {
    var buffer: OpaquePointer
    /// Pixels.
    var width: Int32
    var height: Int32
    var hotspotX: Int32
    var hotspotY: Int32
    /// Pixels per point the picture is meant for.
    var scale: Int32
  }

  private let shm: OpaquePointer
  private let name: String?
  /// Points.
  private let size: Int32
  private var themes: [Int32: OpaquePointer] = [:]

  static let defaultSize: Int32 = 24
  private static let largestScale: Int32 = 8

  /// By XCURSOR_THEME and XCURSOR_SIZE.
  convenience init(shm: OpaquePointer) {
    func text(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    self.init(shm: shm, name: text("XCURSOR_THEME"), size: text("XCURSOR_SIZE"))
  }

  /// A name or size that makes no sense means the usual.
  init(shm: OpaquePointer, name: String?, size: String?) {
    self.shm = shm
    self.name = name
    let size = size.flatMap { Int32($0) } ?? Self.defaultSize
    self.size = (1...512).contains(size) ? size : Self.defaultSize
  }

  deinit {
    for theme in themes.values { wl_cursor_theme_destroy(theme) }
  }

  /// The picture for a scale of whole pixels per point; nil when the theme has none, not even an
  /// arrow.
  func picture(of cursor: Cursor, scale: Int) -> Picture? {
    let scale = Self.scale(scale)
    guard let theme = theme(scale: scale) else { return nil }
    for name in cursor.themeNames + Cursor.arrow.themeNames {
      if let picture = picture(named: name, in: theme, scale: scale) { return picture }
    }
    return nil
  }

  /// Reads the files for a scale ahead of time, which takes some ten milliseconds.
  func load(scale: Int) { _ = theme(scale: Self.scale(scale)) }

  var loadedScales: Set<Int> { Set(themes.keys.map(Int.init)) }

  private static func scale(_ scale: Int) -> Int32 {
    min(max(1, Int32(clamping: scale)), largestScale)
  }

  private func theme(scale: Int32) -> OpaquePointer? {
    if let theme = themes[scale] { return theme }
    // A theme that is not installed gives way to a few pictures that the library brings along.
    let theme = wl_cursor_theme_load(name, size * scale, shm)
    themes[scale] = theme
    return theme
  }

  private func picture(named name: String, in theme: OpaquePointer, scale: Int32) -> Picture? {
    // Safety: the cursor and its first image live as long as the theme.
    guard let cursor = wl_cursor_theme_get_cursor(theme, name), cursor.pointee.image_count > 0,
      let image = cursor.pointee.images[0], let buffer = wl_cursor_image_get_buffer(image)
    else { return nil }
    let width = Int32(clamping: image.pointee.width), height = Int32(clamping: image.pointee.height)
    // Themes need not have the size asked for; a picture that is not a multiple of the scale would be
    // a protocol error, and one that is far too small would vanish.
    let fits = width % scale == 0 && height % scale == 0 && 2 * max(width, height) >= size * scale
    return Picture(
      buffer: buffer, width: width, height: height,
      hotspotX: Int32(clamping: image.pointee.hotspot_x),
      hotspotY: Int32(clamping: image.pointee.hotspot_y), scale: fits ? scale : 1)
  }
}

extension Cursor {
  /// What themes call it: by CSS first, then by the old X names.
  fileprivate var themeNames: [String] {
    switch self {
    case .hidden: []
    case .arrow: ["default", "left_ptr"]
    case .pointingHand: ["pointer", "hand2", "hand1"]
    case .text: ["text", "xterm"]
    case .crosshair: ["crosshair", "cross"]
    case .openHand: ["grab", "openhand", "hand1"]
    case .closedHand: ["grabbing", "closedhand"]
    case .notAllowed: ["not-allowed", "crossed_circle", "forbidden"]
    case .resizeLeftRight: ["ew-resize", "sb_h_double_arrow", "left_side"]
    case .resizeUpDown: ["ns-resize", "sb_v_double_arrow", "top_side"]
    case .resizeFalling: ["nwse-resize", "bottom_right_corner"]
    case .resizeRising: ["nesw-resize", "bottom_left_corner"]
    }
  }
}
