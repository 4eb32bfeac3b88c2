import CVulkan
import Geometry
import Renderer

/// A Wayland surface as Vulkan sees it.
final class PresentationSurface {
  let raw: OpaquePointer
  private let device: LogicalDevice

  /// Both pointers must stay valid as long as this object.
  init(
    _ device: LogicalDevice, display: OpaquePointer, surface: OpaquePointer
  ) throws(BackendError) {
    self.device = device
    var info = VkWaylandSurfaceCreateInfoKHR.with {
      $0.display = display
      $0.surface = surface
    }
    let instance = device.instance.raw
    let raw = try device.create("use the window's surface") {
      vkCreateWaylandSurfaceKHR(instance, &info, nil, &$0)
    }
    self.raw = raw
    var supported: VkBool32 = VK_FALSE
    try device.check(
      vkGetPhysicalDeviceSurfaceSupportKHR(
        device.physical.raw, device.physical.queueFamily, raw, &supported),
      "ask about the window's surface")
    guard supported != VK_FALSE else {
      throw .unavailable("\(device.physical.summary.name) cannot show this window")
    }
  }

  deinit { vkDestroySurfaceKHR(device.instance.raw, raw, nil) }

  func capabilities() throws(BackendError) -> VkSurfaceCapabilitiesKHR {
    var capabilities = VkSurfaceCapabilitiesKHR()
    try device.check(
      vkGetPhysicalDeviceSurfaceCapabilitiesKHR(device.physical.raw, raw, &capabilities),
      "ask what the window can show")
    return capabilities
  }

  /// Eight bits per channel, not converted from linear: the bytes that are blended are shown.
  func format() throws(BackendError) -> VkSurfaceFormatKHR {
    let formats = list(VkSurfaceFormatKHR()) {
      vkGetPhysicalDeviceSurfaceFormatsKHR(device.physical.raw, raw, $0, $1)
    }
    for wanted in [VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_R8G8B8A8_UNORM] {
      let found = formats.first {
        $0.format == wanted && $0.colorSpace == VK_COLOR_SPACE_SRGB_NONLINEAR_KHR
      }
      if let found { return found }
    }
    throw .unavailable("the window shows neither BGRA8 nor RGBA8")
  }
}

/// The images of a surface at one size. Dropping it destroys them; whoever drops it knows that the
/// device is done with them.
final class Swapchain {
  struct Entry {
    var image: OpaquePointer
    var view: OpaquePointer
    /// Signalled when the image may be shown.
    var rendered: OpaquePointer
    /// The number of the frame the image holds, 0 for none.
    var frame: UInt64 = 0
  }

  let raw: OpaquePointer
  let size: PixelSize
  /// What the images hold can be copied to others.
  let canBeCopied: Bool
  var entries: [Entry] = []
  private let device: LogicalDevice
  private let surface: PresentationSurface

  init(
    _ device: LogicalDevice, _ surface: PresentationSurface, _ format: VkSurfaceFormatKHR,
    size: PixelSize, replacing old: Swapchain?
  ) throws(BackendError) {
    self.device = device
    self.surface = surface
    self.size = size
    let capabilities = try surface.capabilities()
    let copied = VK_IMAGE_USAGE_TRANSFER_SRC_BIT.rawValue
    canBeCopied = capabilities.supportedUsageFlags & copied != 0
    let usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT.rawValue | (canBeCopied ? copied : 0)
    let most = capabilities.maxImageCount == 0 ? UInt32.max : capabilities.maxImageCount
    var info = VkSwapchainCreateInfoKHR.with {
      $0.surface = surface.raw
      // One is shown, one waits, one is drawn.
      $0.minImageCount = min(max(3, capabilities.minImageCount), most)
      $0.imageFormat = format.format
      $0.imageColorSpace = format.colorSpace
      $0.imageExtent = VkExtent2D(width: UInt32(size.width), height: UInt32(size.height))
      $0.imageArrayLayers = 1
      $0.imageUsage = usage
      $0.imageSharingMode = VK_SHARING_MODE_EXCLUSIVE
      $0.preTransform = capabilities.currentTransform
      $0.compositeAlpha = Self.opaqueAlpha(capabilities)
      $0.presentMode = VK_PRESENT_MODE_FIFO_KHR
      // Damage-limited frames rely on what an image held before, hidden pixels included.
      $0.clipped = VK_FALSE
      $0.oldSwapchain = old?.raw
    }
    let raw = try device.create("make \(size.width) × \(size.height) window images") {
      vkCreateSwapchainKHR(device.raw, &info, nil, &$0)
    }
    self.raw = raw
    var count: UInt32 = 0
    try device.check(
      vkGetSwapchainImagesKHR(device.raw, raw, &count, nil), "count the window's images")
    var images = [OpaquePointer?](repeating: nil, count: Int(count))
    try device.check(
      vkGetSwapchainImagesKHR(device.raw, raw, &count, &images), "list the window's images")
    for case let image? in images {
      let view = try makeView(device, image, format.format)
      let rendered: OpaquePointer
      do throws(BackendError) {
        rendered = try makeSemaphore(device)
      } catch {
        vkDestroyImageView(device.raw, view, nil)
        throw error
      }
      entries.append(Entry(image: image, view: view, rendered: rendered))
    }
    guard !entries.isEmpty else { throw .unavailable("the window has no images") }
  }

  deinit {
    for entry in entries {
      vkDestroyImageView(device.raw, entry.view, nil)
      vkDestroySemaphore(device.raw, entry.rendered, nil)
    }
    vkDestroySwapchainKHR(device.raw, raw, nil)
  }

  private static func opaqueAlpha(
    _ capabilities: VkSurfaceCapabilitiesKHR
  ) -> VkCompositeAlphaFlagBitsKHR {
    let offered = capabilities.supportedCompositeAlpha
    for alpha in [
      VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR, VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR,
      VK_COMPOSITE_ALPHA_PRE_MULTIPLIED_BIT_KHR,
    ] where offered & alpha.rawValue != 0 {
      return alpha
    }
    return VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR
  }
}

func makeSemaphore(_ device: LogicalDevice) throws(BackendError) -> OpaquePointer {
  var info = VkSemaphoreCreateInfo.empty
  return try device.create("make a semaphore") { vkCreateSemaphore(device.raw, &info, nil, &$0) }
}
