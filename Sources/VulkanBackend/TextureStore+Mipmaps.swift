import CVulkan
import Geometry
import Renderer

/// Smaller copies of images, for those that are drawn much smaller than they are and ask for it.
extension TextureStore {
  func mipmapped(_ id: ImageID) -> Texture? { mipmaps[id] }

  /// Makes the smaller copies of an image that has none, outside of rendering. Where the device cannot,
  /// it is drawn from the image itself.
  func makeMipmaps(of id: ImageID, _ commands: OpaquePointer) throws(BackendError) {
    guard mipmaps[id] == nil, let entry = self[id],
      factory.device.physical.canScale(entry.texture.image.format)
    else { return }
    let texture = try factory.makeMipmapped(size: entry.size, like: entry.texture.image)
    mipmaps[id] = texture
    newMipmaps.append(id)
    mipmapBytes += Self.bytes(texture.image)
    copy(entry, to: texture, commands)
    let last = texture.image.levels - 1
    for level in 0..<last { halve(texture.image, level, commands) }
    change(texture.image, 0..<last, from: .copiedFrom, to: .sampled, commands)
    change(texture.image, last..<(last + 1), from: .copiedTo, to: .sampled, commands)
    texture.lastUse = .sampled
  }

  func dropMipmaps(of id: ImageID, _ ring: FrameRing) {
    guard let texture = mipmaps.removeValue(forKey: id) else { return }
    mipmapBytes -= Self.bytes(texture.image)
    ring.retire(texture)
  }

  /// With its smaller copies a third more.
  private static func bytes(_ image: Image) -> Int {
    image.size.bounds.area * (image.format == VK_FORMAT_R8_UNORM ? 1 : 4) * 4 / 3
  }

  private func copy(_ entry: Entry, to texture: Texture, _ commands: OpaquePointer) {
    let device = factory.device
    var use = ImageUse.sampled
    device.prepare(entry.texture.image.raw, &use, for: .copiedFrom, commands)
    device.prepare(texture.image.raw, &texture.lastUse, for: .copiedTo, dropping: true, commands)
    var region = VkImageCopy()
    region.srcSubresource = Self.layer(0)
    region.dstSubresource = Self.layer(0)
    region.srcOffset = VkOffset3D(x: Int32(entry.x), y: Int32(entry.y), z: 0)
    region.extent = VkExtent3D(
      width: UInt32(entry.size.width), height: UInt32(entry.size.height), depth: 1)
    vkCmdCopyImage(
      commands, entry.texture.image.raw, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, texture.image.raw,
      VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region)
    device.prepare(entry.texture.image.raw, &use, for: .sampled, commands)
  }

  /// Makes the level after `level` out of it.
  private func halve(_ image: Image, _ level: Int, _ commands: OpaquePointer) {
    change(image, level..<(level + 1), from: .copiedTo, to: .copiedFrom, commands)
    var blit = VkImageBlit()
    blit.srcSubresource = Self.layer(level)
    blit.dstSubresource = Self.layer(level + 1)
    blit.srcOffsets.1 = Self.corner(image.size, level)
    blit.dstOffsets.1 = Self.corner(image.size, level + 1)
    vkCmdBlitImage(
      commands, image.raw, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, image.raw,
      VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &blit, VK_FILTER_LINEAR)
  }

  private func change(
    _ image: Image, _ levels: Range<Int>, from use: ImageUse, to next: ImageUse,
    _ commands: OpaquePointer
  ) {
    guard !levels.isEmpty else { return }
    var barrier = imageBarrier(image.raw, from: use.layout, to: next.layout)
    barrier.subresourceRange.baseMipLevel = UInt32(levels.lowerBound)
    barrier.subresourceRange.levelCount = UInt32(levels.count)
    barrier.srcStageMask = use.stage
    barrier.srcAccessMask = use.writes
    barrier.dstStageMask = next.stage
    barrier.dstAccessMask = next.access
    factory.device.record(barrier, commands)
  }

  private static func layer(_ level: Int) -> VkImageSubresourceLayers {
    VkImageSubresourceLayers(
      aspectMask: VK_IMAGE_ASPECT_COLOR_BIT.rawValue, mipLevel: UInt32(level), baseArrayLayer: 0,
      layerCount: 1)
  }

  private static func corner(_ size: PixelSize, _ level: Int) -> VkOffset3D {
    VkOffset3D(
      x: Int32(max(size.width >> level, 1)), y: Int32(max(size.height >> level, 1)), z: 1)
  }
}

extension PhysicalDevice {
  /// Whether images of a format can be copied smaller, with their texels averaged.
  fileprivate func canScale(_ format: VkFormat) -> Bool {
    var properties = VkFormatProperties()
    vkGetPhysicalDeviceFormatProperties(raw, format, &properties)
    let wanted =
      VK_FORMAT_FEATURE_BLIT_SRC_BIT.rawValue | VK_FORMAT_FEATURE_BLIT_DST_BIT.rawValue
      | VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT.rawValue
    return properties.optimalTilingFeatures & wanted == wanted
  }
}
