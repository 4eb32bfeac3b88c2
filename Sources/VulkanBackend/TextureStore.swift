import CVulkan
import Geometry
import Glibc
import Renderer

/// The images a surface's draw lists have uploaded and not yet released.
final class TextureStore {
  /// Uploads beyond this get a staging buffer of their own that goes after the frame.
  private static let keptStaging = 16 << 20
  private let factory: TextureFactory
  private var textures: [ImageID: Texture] = [:]
  private var arriving: [(bitmap: Bitmap, texture: Texture)] = []
  private var barriers: [VkImageMemoryBarrier2] = []
  private var warnedOfSize = false

  init(_ factory: TextureFactory) { self.factory = factory }

  var count: Int { textures.count }

  subscript(id: ImageID) -> Texture? { textures[id] }

  /// Records the copies for `uploads`; returns the bytes copied. An image that is empty or larger
  /// than the device allows is left out, and what draws it draws nothing.
  func upload(
    _ uploads: [PixelImage], _ commands: OpaquePointer, _ slot: FrameRing.Slot, _ ring: FrameRing
  ) throws(BackendError) -> Int {
    guard !uploads.isEmpty else { return 0 }
    arriving.removeAll(keepingCapacity: true)
    defer { arriving.removeAll(keepingCapacity: true) }
    var bytes = 0
    for image in uploads where textures[image.id] == nil && accepts(image.bitmap.size) {
      let texture = try factory.makeBitmap(
        size: image.bitmap.size, format: image.bitmap.format)
      textures[image.id] = texture
      arriving.append((image.bitmap, texture))
      bytes += Self.aligned(image.bitmap.bytes.count)
    }
    guard bytes > 0 else { return 0 }
    let staging = try stagingBuffer(bytes, slot, ring)
    barrier(commands, from: VK_IMAGE_LAYOUT_UNDEFINED, to: VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL) {
      $0.srcStageMask = VK_PIPELINE_STAGE_2_NONE
      $0.dstStageMask = VK_PIPELINE_STAGE_2_COPY_BIT
      $0.dstAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT
    }
    var offset = 0
    for (bitmap, texture) in arriving {
      staging.write(bitmap.bytes, at: offset)
      var copy = VkBufferImageCopy()
      copy.bufferOffset = VkDeviceSize(offset)
      copy.imageSubresource.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT.rawValue
      copy.imageSubresource.layerCount = 1
      copy.imageExtent = VkExtent3D(
        width: UInt32(bitmap.size.width), height: UInt32(bitmap.size.height), depth: 1)
      vkCmdCopyBufferToImage(
        commands, staging.raw, texture.image.raw, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy)
      offset += Self.aligned(bitmap.bytes.count)
    }
    barrier(
      commands, from: VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
      to: VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL
    ) {
      $0.srcStageMask = VK_PIPELINE_STAGE_2_COPY_BIT
      $0.srcAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT
      $0.dstStageMask = VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT
      $0.dstAccessMask = VK_ACCESS_2_SHADER_SAMPLED_READ_BIT
    }
    return bytes
  }

  /// Drops images once the frames that may read them are over.
  func release(_ ids: [ImageID], _ ring: FrameRing) {
    for id in ids {
      if let texture = textures.removeValue(forKey: id) { ring.retire(texture) }
    }
  }

  /// Takes back uploads whose frame was never submitted.
  func forget(_ uploads: [PixelImage]) {
    for image in uploads { textures[image.id] = nil }
  }

  private func accepts(_ size: PixelSize) -> Bool {
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

  /// One barrier over all arriving images.
  private func barrier(
    _ commands: OpaquePointer, from old: VkImageLayout, to new: VkImageLayout,
    _ masks: (inout VkImageMemoryBarrier2) -> Void
  ) {
    barriers.removeAll(keepingCapacity: true)
    for (_, texture) in arriving {
      var barrier = imageBarrier(texture.image.raw, from: old, to: new)
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

/// A layout change of a whole colour image; the caller adds stages and accesses.
func imageBarrier(
  _ image: OpaquePointer, from old: VkImageLayout, to new: VkImageLayout
) -> VkImageMemoryBarrier2 {
  .with {
    $0.oldLayout = old
    $0.newLayout = new
    $0.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED
    $0.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED
    $0.image = image
    $0.subresourceRange = wholeColorImage
  }
}

/// One line on stderr.
func warn(_ message: String) {
  let line = "compositor: \(message)\n"
  line.withCString { _ = write(2, $0, strlen($0)) }
}
