import CVulkan
import Geometry
import Renderer

/// An image that can be sampled, with its descriptor sets made when first drawn.
final class Texture {
  let image: Image
  /// Of what passes draw into. Bitmaps are always left ready to be sampled.
  var use = ImageUse.none
  private let device: LogicalDevice
  private let layout: DrawLayout
  private let sets: DescriptorSets
  private var linearSet: OpaquePointer?
  private var nearestSet: OpaquePointer?

  init(
    _ image: Image, _ device: LogicalDevice, _ layout: DrawLayout, _ sets: DescriptorSets
  ) {
    self.image = image
    self.device = device
    self.layout = layout
    self.sets = sets
  }

  deinit {
    if let linearSet { sets.give(linearSet) }
    if let nearestSet { sets.give(nearestSet) }
  }

  func set(nearest: Bool) throws(BackendError) -> OpaquePointer {
    if let set = nearest ? nearestSet : linearSet { return set }
    let set = try sets.take()
    var place = VkDescriptorImageInfo(
      sampler: nearest ? layout.nearest : layout.linear, imageView: image.view,
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
    if nearest { nearestSet = set } else { linearSet = set }
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

  /// A side that is a power of two gets a texel more: the software driver compiles the drawing anew
  /// for each combination of such sides and others, and would do so in the middle of an animation.
  func padded(_ size: PixelSize) -> PixelSize {
    let limit = Int(device.limits.maxImageDimension2D)
    func padded(_ n: Int) -> Int { n & (n - 1) == 0 && n < limit ? n + 1 : n }
    return PixelSize(padded(size.width), padded(size.height))
  }
}
