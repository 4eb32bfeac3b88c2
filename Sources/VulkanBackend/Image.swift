import CVulkan
import Geometry
import Renderer

/// An image with its view and memory. Dropping it destroys it; whoever drops it knows that the device
/// is done with it.
final class Image {
  let raw: OpaquePointer
  let view: OpaquePointer
  let size: PixelSize
  private let device: LogicalDevice
  private let memory: ImageMemory
  private let allocation: ImageMemory.Allocation

  enum Use {
    /// Written once by a copy, then sampled.
    case bitmap(Bitmap.Format)
    /// Drawn into, sampled, copied from and to.
    case target(VkFormat)
    /// Says what hides what while a pass is drawn.
    case depth
  }

  /// Every device has it; a run of images needs no more than 65,535 depths.
  static let depthFormat = VK_FORMAT_D16_UNORM

  init(
    _ device: LogicalDevice, _ memory: ImageMemory, size: PixelSize, use: Use
  ) throws(BackendError) {
    self.device = device
    self.memory = memory
    self.size = size
    let format: VkFormat
    let usage: UInt32
    var swizzle = VkComponentMapping()
    var aspect = VK_IMAGE_ASPECT_COLOR_BIT
    switch use {
    case .bitmap(.alpha8):
      format = VK_FORMAT_R8_UNORM
      usage = VK_IMAGE_USAGE_SAMPLED_BIT.rawValue | VK_IMAGE_USAGE_TRANSFER_DST_BIT.rawValue
      // Coverage in all four channels: a colour times it is that colour, premultiplied.
      let red = VK_COMPONENT_SWIZZLE_R
      swizzle = VkComponentMapping(r: red, g: red, b: red, a: red)
    case .bitmap(.bgra8Premultiplied):
      format = VK_FORMAT_B8G8R8A8_UNORM
      usage = VK_IMAGE_USAGE_SAMPLED_BIT.rawValue | VK_IMAGE_USAGE_TRANSFER_DST_BIT.rawValue
    case .target(let wanted):
      format = wanted
      usage =
        VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT.rawValue | VK_IMAGE_USAGE_SAMPLED_BIT.rawValue
        | VK_IMAGE_USAGE_TRANSFER_SRC_BIT.rawValue | VK_IMAGE_USAGE_TRANSFER_DST_BIT.rawValue
    case .depth:
      format = Self.depthFormat
      usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT.rawValue
      aspect = VK_IMAGE_ASPECT_DEPTH_BIT
    }
    var info = VkImageCreateInfo.with {
      $0.imageType = VK_IMAGE_TYPE_2D
      $0.format = format
      $0.extent = VkExtent3D(width: UInt32(size.width), height: UInt32(size.height), depth: 1)
      $0.mipLevels = 1
      $0.arrayLayers = 1
      $0.samples = VK_SAMPLE_COUNT_1_BIT
      $0.tiling = VK_IMAGE_TILING_OPTIMAL
      $0.usage = usage
      $0.sharingMode = VK_SHARING_MODE_EXCLUSIVE
      $0.initialLayout = VK_IMAGE_LAYOUT_UNDEFINED
    }
    raw = try device.create("make an image of \(size.width) × \(size.height)") {
      vkCreateImage(device.raw, &info, nil, &$0)
    }
    do throws(BackendError) {
      var needs = VkMemoryRequirements()
      vkGetImageMemoryRequirements(device.raw, raw, &needs)
      allocation = try memory.allocate(needs)
      do throws(BackendError) {
        try device.check(
          vkBindImageMemory(
            device.raw, raw, allocation.memory, VkDeviceSize(allocation.offset)),
          "bind image memory")
        view = try makeView(device, raw, format, swizzle, aspect)
      } catch {
        memory.free(allocation)
        throw error
      }
    } catch {
      vkDestroyImage(device.raw, raw, nil)
      throw error
    }
  }

  deinit {
    vkDestroyImageView(device.raw, view, nil)
    vkDestroyImage(device.raw, raw, nil)
    memory.free(allocation)
  }
}

/// The one level and layer of an image.
func wholeImage(_ aspect: VkImageAspectFlagBits) -> VkImageSubresourceRange {
  VkImageSubresourceRange(
    aspectMask: aspect.rawValue, baseMipLevel: 0, levelCount: 1, baseArrayLayer: 0, layerCount: 1)
}

func makeView(
  _ device: LogicalDevice, _ image: OpaquePointer, _ format: VkFormat,
  _ swizzle: VkComponentMapping = VkComponentMapping(),
  _ aspect: VkImageAspectFlagBits = VK_IMAGE_ASPECT_COLOR_BIT
) throws(BackendError) -> OpaquePointer {
  var info = VkImageViewCreateInfo.with {
    $0.image = image
    $0.viewType = VK_IMAGE_VIEW_TYPE_2D
    $0.format = format
    $0.components = swizzle
    $0.subresourceRange = wholeImage(aspect)
  }
  return try device.create("make an image view") { vkCreateImageView(device.raw, &info, nil, &$0) }
}
