import CLinux
import CWayland
import Geometry

/// Pixels that the server shares with us: premultiplied BGRA. Written once, gone when released.
final class ShmBuffer {
  let proxy: OpaquePointer
  /// The server reads it no more.
  private(set) var isReleased = false

  /// Nil for an empty size and where there is no memory. Without pixels it is transparent.
  init?(shm: OpaquePointer, size: PixelSize, pixels: [UInt8]? = nil) {
    let row = size.width * 4, length = row * size.height
    guard !size.isEmpty, size.width <= 1 << 15, size.height <= 1 << 15 else { return nil }
    let file = clinux_shared_memory(length)
    guard file >= 0 else { return nil }
    defer { close(file) }
    if let pixels {
      guard let memory = clinux_map_shared(file, length) else { return nil }
      // Safety: the mapping is `length` bytes long and ends with this scope.
      let bytes = UnsafeMutableRawBufferPointer(start: memory, count: length)
      bytes.copyBytes(from: pixels.prefix(length))
      clinux_unmap_file(memory, length)
    }
    guard let pool = wl_shm_create_pool(shm, file, Int32(length)) else { return nil }
    defer { wl_shm_pool_destroy(pool) }
    // Nil only without memory.
    proxy = wl_shm_pool_create_buffer(
      pool, 0, Int32(size.width), Int32(size.height), Int32(row),
      WL_SHM_FORMAT_ARGB8888.rawValue)!
    wl_buffer_add_listener(proxy, Self.listener, dataPointer(to: self))
  }

  deinit { wl_buffer_destroy(proxy) }

  nonisolated(unsafe) private static let listener = permanentTable(
    wl_buffer_listener(release: { data, _ in
      let buffer: ShmBuffer = owner(data)
      buffer.isReleased = true
    }))
}
