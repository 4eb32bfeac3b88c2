import CVulkan
import Geometry
import Glibc
import Renderer

/// The images a surface's draw lists have uploaded and not yet released.
final class TextureStore {
  /// Uploads beyond this get a staging buffer of their own that goes after the frame.
  private static let keptStaging = 16 << 20

  /// An image on the device.
  struct Entry {
    let texture: Texture
    /// The bitmap's first texel.
    let x: Int, y: Int
    let size: PixelSize
    /// No texel lets anything through.
    let isOpaque: Bool
    /// The texels that show anything, of a small image with a clear rim.
    var ink: PixelRect?
    fileprivate let slot: TextureAtlas.Slot?
    /// Passes draw it; it never was a bitmap.
    var isDrawn = false

    /// Shares its texture with others.
    var isShared: Bool { slot != nil }
  }

  /// Off, every image has a texture of its own; in tests.
  var sharesTextures = true
  let atlas: TextureAtlas
  let factory: TextureFactory
  private var entries: [ImageID: Entry] = [:]
  private var arriving: [(bitmap: Bitmap, entry: Entry)] = []
  /// Pages written for the first time by the frame being recorded.
  private var newPages: [TextureAtlas.Page] = []
  private var barriers: [VkImageMemoryBarrier2] = []
  private var warnedOfSize = false
  /// Bytes of the images that passes have drawn.
  private(set) var drawnBytes = 0
  /// Images drawn so, with all their smaller copies.
  var mipmaps: [ImageID: Texture] = [:]
  /// Those that the frame being recorded made.
  var newMipmaps: [ImageID] = []
  var mipmapBytes = 0

  init(_ factory: TextureFactory) {
    self.factory = factory
    atlas = TextureAtlas(factory)
  }

  var count: Int { entries.count }

  subscript(id: ImageID) -> Entry? { entries[id] }

  /// Records the copies for `uploads`; returns the bytes copied. An image that is empty or larger
  /// than the device allows is left out, and what draws it draws nothing.
  func upload(
    _ uploads: [PixelImage], _ commands: OpaquePointer, _ slot: FrameRing.Slot, _ ring: FrameRing
  ) throws(BackendError) -> Int {
    newPages.removeAll(keepingCapacity: true)
    newMipmaps.removeAll(keepingCapacity: true)
    guard !uploads.isEmpty else { return 0 }
    arriving.removeAll(keepingCapacity: true)
    defer { arriving.removeAll(keepingCapacity: true) }
    var bytes = 0
    for image in uploads where entries[image.id] == nil && accepts(image.bitmap.size) {
      let entry = try makeEntry(image)
      entries[image.id] = entry
      arriving.append((image.bitmap, entry))
      bytes += Self.aligned(image.bitmap.bytes.count)
    }
    guard bytes > 0 else { return 0 }
    let staging = try stagingBuffer(bytes, slot, ring)
    // Whoever read a page before, its free parts included, has done so.
    barrier(commands, to: VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL) {
      $0.srcStageMask = VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT
      $0.dstStageMask = VK_PIPELINE_STAGE_2_COPY_BIT
      $0.dstAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT
    }
    var offset = 0
    for (bitmap, entry) in arriving {
      staging.write(bitmap.bytes, at: offset)
      var copy = VkBufferImageCopy()
      copy.bufferOffset = VkDeviceSize(offset)
      copy.imageSubresource.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT.rawValue
      copy.imageSubresource.layerCount = 1
      copy.imageOffset = VkOffset3D(x: Int32(entry.x), y: Int32(entry.y), z: 0)
      copy.imageExtent = VkExtent3D(
        width: UInt32(bitmap.size.width), height: UInt32(bitmap.size.height), depth: 1)
      vkCmdCopyBufferToImage(
        commands, staging.raw, entry.texture.image.raw, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1,
        &copy)
      offset += Self.aligned(bitmap.bytes.count)
    }
    barrier(commands, to: VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL) {
      $0.srcStageMask = VK_PIPELINE_STAGE_2_COPY_BIT
      $0.srcAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT
      $0.dstStageMask = VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT
      $0.dstAccessMask = VK_ACCESS_2_SHADER_SAMPLED_READ_BIT
    }
    for (_, entry) in arriving {
      guard let page = entry.slot?.page, !page.isReady else { continue }
      page.isReady = true
      newPages.append(page)
    }
    return bytes
  }

  /// The texture of an image that passes draw: what it was, or a new one where there is none of that
  /// size; nil where the device takes no such size.
  func target(
    _ id: ImageID, _ size: PixelSize, _ format: VkFormat, _ ring: FrameRing
  ) throws(BackendError) -> Texture? {
    if let entry = entries[id], entry.isDrawn, entry.size == size { return entry.texture }
    guard accepts(size) else { return nil }
    let texture = try factory.makeTarget(size: size, format: format)
    if let old = entries.removeValue(forKey: id) { drop(old, ring) }
    drawnBytes += texture.image.size.bounds.area * 4
    entries[id] = Entry(
      texture: texture, x: 0, y: 0, size: size, isOpaque: false, slot: nil, isDrawn: true)
    return texture
  }

  /// Drops images once the frames that may read them are over.
  func release(_ ids: [ImageID], _ ring: FrameRing) {
    for id in ids {
      dropMipmaps(of: id, ring)
      if let entry = entries.removeValue(forKey: id) { drop(entry, ring) }
    }
  }

  /// Takes back what a list uploaded and drew whose frame was never submitted.
  func forget(_ list: DrawList, _ ring: FrameRing) {
    for page in newPages { page.isReady = false }
    newPages.removeAll(keepingCapacity: true)
    for id in newMipmaps { dropMipmaps(of: id, ring) }
    release(list.uploads.map(\.id), ring)
    for case .image(let id, _) in list.passes.map(\.target) { release([id], ring) }
  }

  private func drop(_ entry: Entry, _ ring: FrameRing) {
    if entry.isDrawn { drawnBytes -= entry.texture.image.size.bounds.area * 4 }
    if let slot = entry.slot { atlas.give(slot, ring) } else { ring.retire(entry.texture) }
  }

  private func makeEntry(_ image: PixelImage) throws(BackendError) -> Entry {
    let (size, format) = (image.bitmap.size, image.bitmap.format)
    if sharesTextures, let slot = try atlas.take(size, format) {
      return Entry(
        texture: slot.page.texture, x: slot.x, y: slot.y, size: size, isOpaque: image.isOpaque,
        ink: image.isOpaque ? nil : image.bitmap.inkInsideClearRim, slot: slot)
    }
    let texture = try factory.makeBitmap(size: size, format: format)
    return Entry(texture: texture, x: 0, y: 0, size: size, isOpaque: image.isOpaque, slot: nil)
  }

  /// The device takes images of this size; says so once where not.
  func accepts(_ size: PixelSize) -> Bool {
    let limit = Int(factory.device.limits.maxImageDimension2D)
    if size.isEmpty { return false }
    if size.width <= limit && size.height <= limit { return true }
    if !warnedOfSize {
      warnedOfSize = true
      warn(
        "an image of \(size.width) × \(size.height) is not drawn: this device takes \(limit) at most"
      )
    }
    return false
  }

  private func stagingBuffer(
    _ bytes: Int, _ slot: FrameRing.Slot, _ ring: FrameRing
  ) throws(BackendError) -> HostBuffer {
    guard bytes > Self.keptStaging else {
      _ = try slot.staging.reserve(bytes)
      return slot.staging.buffer
    }
    let buffer = try HostBuffer(
      factory.device, size: bytes, usage: VK_BUFFER_USAGE_TRANSFER_SRC_BIT, purpose: .upload)
    ring.retire(buffer)
    return buffer
  }

  /// One barrier for each texture that arriving images are copied to.
  private func barrier(
    _ commands: OpaquePointer, to new: VkImageLayout,
    _ masks: (inout VkImageMemoryBarrier2) -> Void
  ) {
    barriers.removeAll(keepingCapacity: true)
    for (_, entry) in arriving {
      let image = entry.texture.image.raw
      if entry.isShared, barriers.contains(where: { $0.image == image }) { continue }
      let old: VkImageLayout =
        new == VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL
        ? VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL
        : entry.slot?.page.isReady == true
          ? VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL : VK_IMAGE_LAYOUT_UNDEFINED
      var barrier = imageBarrier(image, from: old, to: new)
      masks(&barrier)
      barriers.append(barrier)
    }
    barriers.withUnsafeBufferPointer { list in
      var info = VkDependencyInfo.with {
        $0.imageMemoryBarrierCount = UInt32(list.count)
        $0.pImageMemoryBarriers = list.baseAddress
      }
      factory.device.functions.cmdPipelineBarrier2(commands, &info)
    }
  }

  /// Copies may start at any multiple of a texel and of four bytes; sixteen suits every format.
  private static func aligned(_ count: Int) -> Int { (count + 15) & ~15 }
}

/// One line on stderr.
func warn(_ message: String) {
  let line = "compositor: \(message)\n"
  line.withCString { _ = write(2, $0, strlen($0)) }
}
