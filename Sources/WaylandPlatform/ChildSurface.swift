import CWayland
import Geometry

/// A subsurface of a window with pictures of our own.
///
/// It is either synchronized, when what it shows changes together with the window's next frame, or
/// shows changes at once.
final class ChildSurface {
  let surface: OpaquePointer
  private let shm: OpaquePointer
  private let subsurface: OpaquePointer
  private let viewport: OpaquePointer?
  private var isSynchronized = true
  private var isShown = false
  private var place: Point?
  private var bufferScale: Int32 = 1
  /// The server may still read these.
  private var buffers: [ShmBuffer] = []

  /// A server that never releases must not cost memory without end.
  private static let mostBuffers = 8

  init?(parent: OpaquePointer, globals: WaylandGlobals) {
    guard let compositor = globals.compositor, let subcompositor = globals.subcompositor,
      let shm = globals.shm, let surface = wl_compositor_create_surface(compositor)
    else { return nil }
    self.shm = shm
    self.surface = surface
    // Nil only without memory.
    subsurface = wl_subcompositor_get_subsurface(subcompositor, surface, parent)!
    viewport = globals.viewporter.flatMap { wp_viewporter_get_viewport($0, surface) }
  }

  deinit {
    if let viewport { wp_viewport_destroy(viewport) }
    wl_subsurface_destroy(subsurface)
    wl_surface_destroy(surface)
  }

  /// Takes effect with the window's next frame. Points of the window.
  func move(to place: Point) {
    guard place != self.place else { return }
    self.place = place
    wl_subsurface_set_position(subsurface, Int32(place.x), Int32(place.y))
  }

  /// Whether changes wait for the window's next frame. Ending that shows at once what still waits,
  /// so it must not be done between a change and the frame.
  func setSynchronized(_ isSynchronized: Bool) {
    guard isSynchronized != self.isSynchronized else { return }
    self.isSynchronized = isSynchronized
    if isSynchronized {
      wl_subsurface_set_sync(subsurface)
    } else {
      wl_subsurface_set_desync(subsurface)
    }
  }

  /// Shows a picture, `points` large.
  func show(_ picture: Bitmap, points: Size, scale: Double) {
    attach(
      ShmBuffer(shm: shm, size: picture.size, pixels: picture.bytes), points: points,
      scale: viewport == nil ? Int32(scale) : 1)
  }

  /// Shows nothing, but takes input.
  func showTransparent(points: Size) {
    let size = viewport == nil ? PixelSize(points: points, scale: 1) : PixelSize(1, 1)
    attach(ShmBuffer(shm: shm, size: size), points: points, scale: 1)
  }

  func hide() {
    guard isShown else { return }
    isShown = false
    wl_surface_attach(surface, nil, 0, 0)
    wl_surface_commit(surface)
  }

  private func attach(_ buffer: ShmBuffer?, points: Size, scale: Int32) {
    guard let buffer else { return }
    buffers.removeAll(where: \.isReleased)
    if buffers.count == Self.mostBuffers { buffers.removeFirst() }
    buffers.append(buffer)
    if let viewport {
      wp_viewport_set_destination(viewport, Int32(points.width), Int32(points.height))
    } else if scale != bufferScale {
      wl_surface_set_buffer_scale(surface, scale)
      bufferScale = scale
    }
    wl_surface_attach(surface, buffer.proxy, 0, 0)
    wl_surface_damage(surface, 0, 0, .max, .max)
    wl_surface_commit(surface)
    isShown = true
  }
}
