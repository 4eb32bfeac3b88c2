import CWayland
import CWaylandServer
import Geometry
import Glibc

/// The picture of one commit: in the client's buffer until it is copied.
final class Content {
  /// Pixels.
  let size: PixelSize
  private let isOpaque: Bool
  /// The wl_buffer while it is ours and alive.
  private var buffer: OpaquePointer?
  private var watch: OpaquePointer?
  private var copy: Bitmap?

  /// `buffer` is a wl_buffer of shared memory; others cannot be made here.
  init?(_ buffer: Resource) {
    guard let memory = wl_shm_buffer_get(buffer.raw) else { return nil }
    self.buffer = buffer.raw
    size = PixelSize(
      Int(wl_shm_buffer_get_width(memory)), Int(wl_shm_buffer_get_height(memory)))
    isOpaque = wl_shm_buffer_get_format(memory) == WL_SHM_FORMAT_XRGB8888.rawValue
    // Safety: the watch is ended before this object goes away.
    watch = cws_watch_destroy(buffer.raw, Unmanaged.passUnretained(self).toOpaque()) { data in
      let content = Unmanaged<Content>.fromOpaque(data!).takeUnretainedValue()
      content.keepCopy()
      content.buffer = nil
    }
  }

  deinit {
    if let watch { cws_unwatch(watch) }
  }

  /// Premultiplied; pixels of a format without alpha are opaque.
  var bitmap: Bitmap {
    keepCopy()
    return copy ?? Bitmap(size: size, format: .bgra8Premultiplied)
  }

  /// Takes the pixels while the client's memory holds them.
  func keepCopy() {
    guard copy == nil, let buffer, let memory = wl_shm_buffer_get(buffer) else { return }
    wl_shm_buffer_begin_access(memory)
    defer { wl_shm_buffer_end_access(memory) }
    let stride = Int(wl_shm_buffer_get_stride(memory))
    let source = wl_shm_buffer_get_data(memory)!
    let (size, isOpaque) = (size, isOpaque)
    let bytes = [UInt8](unsafeUninitializedCapacity: size.width * size.height * 4) { room, count in
      // Safety: libwayland has checked that the pool holds height rows of `stride` bytes, of which
      // width × 4 are pixels; access is guarded against a file that was cut short.
      for y in 0..<size.height {
        let target = UnsafeMutableRawPointer(room.baseAddress! + y * size.width * 4)
        let row = source + y * stride
        memcpy(target, row, size.width * 4)
        if isOpaque { cws_make_opaque(target, size.width) }
      }
      count = room.count
    }
    copy = Bitmap(size: size, format: .bgra8Premultiplied, bytes: bytes)
  }

  /// Gives the buffer back to the client, once.
  func release() {
    guard let buffer else { return }
    wl_buffer_send_release(buffer)
    if let watch { cws_unwatch(watch) }
    watch = nil
    self.buffer = nil
  }
}
