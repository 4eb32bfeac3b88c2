import CVulkan
import Geometry
import Renderer

/// An image that can be sampled, with its descriptor sets made when first drawn.
final class Texture {
  let image: Image
  /// Of what passes draw into. Bitmaps are always left ready to be sampled.
  var lastUse = ImageUse.none
  private let device: LogicalDevice
  private let layout: DrawLayout
  private let sets: DescriptorSets
  /// By filter.
  private var made: (OpaquePointer?, OpaquePointer?, OpaquePointer?)

  init(
    _ image: Image, _ device: LogicalDevice, _ layout: DrawLayout, _ sets: DescriptorSets
  ) {
    self.image = image
    self.device = device
    self.layout = layout
    self.sets = sets
  }

  deinit {
    for case let set? in [made.0, made.1, made.2] { sets.give(set) }
  }

  func set(_ filter: DrawList.ImageFilter) throws(BackendError) -> OpaquePointer {
    switch filter {
    case .linear: try set(&made.0, layout.linear)
    case .nearest: try set(&made.1, layout.nearest)
    case .trilinear: try set(&made.2, layout.trilinear)
    }
  }

  private func set(
    _ made: inout OpaquePointer?, _ sampler: OpaquePointer
  ) throws(BackendError) -> OpaquePointer {
    if let made { return made }
    let set = try sets.take()
    var place = VkDescriptorImageInfo(
      sampler: sampler, imageView: image.view,
      imageLayout: VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL)
    withUnsafePointer(to: &place) { place in
      var write = VkWriteDescriptorSet.with {
        $0.dstSet = set
        $0.descriptorCount = 1
        $0.descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER
        $0.pImageInfo = place
      }
      vkUpdateDescriptorSets(device.raw, 1, &write, 0, nil)
    }
    made = set
    return set
  }
}

/// Makes textures for one surface.
final class TextureFactory {
  let device: LogicalDevice
  private let layout: DrawLayout
  private let memory: ImageMemory
  private let sets: DescriptorSets

  init(_ device: LogicalDevice, _ layout: DrawLayout, _ memory: ImageMemory) {
    self.device = device
    self.layout = layout
    self.memory = memory
    sets = DescriptorSets(
      device, layout: layout.textureSet, type: VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER)
  }

  /// Drawn into, then sampled.
  func makeTarget(size: PixelSize, format: VkFormat) throws(BackendError) -> Texture {
    let image = try Image(device, memory, size: padded(size), use: .target(format))
    return Texture(image, device, layout, sets)
  }

  /// For a bitmap, or as a page of the atlas for many.
  func makeBitmap(size: PixelSize, format: Bitmap.Format) throws(BackendError) -> Texture {
    let image = try Image(device, memory, size: padded(size), use: .bitmap(format))
    return Texture(image, device, layout, sets)
  }

  /// For a part of `image` with all its smaller copies: of its very size, so that each halves the one
  /// before.
  func makeMipmapped(size: PixelSize, like image: Image) throws(BackendError) -> Texture {
    let longest = max(size.width, size.height)
    let levels = Int.bitWidth - longest.leadingZeroBitCount
    let image = try Image(device, memory, size: size, use: image.use, levels: levels)
    return Texture(image, device, layout, sets)
  }

  /// A side that is a power of two gets a texel more: the software driver compiles the drawing anew
  /// for each combination of such sides and others, and would do so in the middle of an animation.
  func padded(_ size: PixelSize) -> PixelSize {
    let limit = Int(device.limits.maxImageDimension2D)
    func padded(_ n: Int) -> Int { n & (n - 1) == 0 && n < limit ? n + 1 : n }
    return PixelSize(padded(size.width), padded(size.height))
  }
}
