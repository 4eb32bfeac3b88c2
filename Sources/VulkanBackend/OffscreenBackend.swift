import CVulkan
import Geometry
import Renderer

/// Draws into an image of its own that can be read back. The same lists give the same bytes.
package final class OffscreenBackend: RenderBackend {
  private let device: VulkanDevice
  let renderer: ListRenderer
  private let memory: ImageMemory
  private let copier: Copier
  private var image: Image?
  /// The image holds the result of the last frame.
  private var isDrawn = false

  package init(device: VulkanDevice) throws(BackendError) {
    self.device = device
    renderer = try ListRenderer(
      device.logical, device.layout, try device.pipelines(for: VK_FORMAT_B8G8R8A8_UNORM))
    memory = ImageMemory(device.logical)
    copier = try Copier(device.logical)
  }

  package var deviceName: String { device.name }
  package var maximumImageSize: Int { Int(device.logical.limits.maxImageDimension2D) }

  package func use(_ optimizations: Optimizations) { renderer.use(optimizations) }

  package func measureDeviceTime() { renderer.ring.measuresTime = true }

  package func configure(size: PixelSize) throws(BackendError) {
    precondition(!size.isEmpty, "a surface is never empty")
    let limit = maximumImageSize
    guard size.width <= limit, size.height <= limit else {
      throw .unavailable(
        "\(size.width) × \(size.height) pixels are more than this device's \(limit) per side")
    }
    try renderer.ring.waitForAll()
    image = nil
    isDrawn = false
    image = try Image(
      device.logical, memory, size: size, use: .target(VK_FORMAT_B8G8R8A8_UNORM))
  }

  package func acquire() throws(BackendError) -> FrameSlot? {
    guard image != nil else { return nil }
    return FrameSlot(age: isDrawn ? 1 : 0)
  }

  package func render(_ list: DrawList) throws(BackendError) -> FrameCost {
    guard let image else { preconditionFailure("configure a surface before drawing into it") }
    let target = ListRenderer.Target(
      image: image.raw, view: image.view, size: image.size,
      use: isDrawn ? .drawn : .none, endUse: .drawn)
    let cost = try renderer.render(list, into: target)
    isDrawn = true
    return cost
  }

  package func readPixels() throws(BackendError) -> Bitmap {
    guard let image, isDrawn else {
      throw .unavailable("nothing has been drawn that could be read")
    }
    try renderer.ring.waitForAll()
    let bytes = try copier.read(image)
    return Bitmap(size: image.size, format: .bgra8Premultiplied, bytes: bytes)
  }

  /// Textures held, those waiting for the device included, for tests of their lifetime.
  var heldTextures: (images: Int, retired: Int, passes: Int) {
    (renderer.textures.count, renderer.ring.retiredCount, renderer.passTextures.spareCount)
  }
}

/// Copies an image to the CPU through a buffer it keeps.
final class Copier {
  private let device: LogicalDevice
  private let pool: OpaquePointer
  private let commands: OpaquePointer
  private let fence: OpaquePointer
  private var buffer: HostBuffer?
  /// A copy was submitted and its end not seen.
  private var isBusy = false

  init(_ device: LogicalDevice) throws(BackendError) {
    self.device = device
    var info = VkCommandPoolCreateInfo.with { $0.queueFamilyIndex = device.physical.queueFamily }
    let pool = try device.create("make a command pool") {
      vkCreateCommandPool(device.raw, &info, nil, &$0)
    }
    self.pool = pool
    var allocate = VkCommandBufferAllocateInfo.with {
      $0.commandPool = pool
      $0.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY
      $0.commandBufferCount = 1
    }
    commands = try device.create("make a command buffer") {
      vkAllocateCommandBuffers(device.raw, &allocate, &$0)
    }
    var fenceInfo = VkFenceCreateInfo.empty
    fence = try device.create("make a fence") { vkCreateFence(device.raw, &fenceInfo, nil, &$0) }
  }

  deinit {
    if isBusy { device.waitIdle() }
    vkDestroyFence(device.raw, fence, nil)
    vkDestroyCommandPool(device.raw, pool, nil)
  }

  /// The pixels of an image that was drawn into and stays in layout COLOR_ATTACHMENT, rows without
  /// padding.
  func read(_ image: Image) throws(BackendError) -> [UInt8] {
    let count = image.size.bounds.area * 4
    let buffer = try destination(count)
    try device.check(vkResetCommandPool(device.raw, pool, 0), "reset a command pool")
    var begin = VkCommandBufferBeginInfo.with {
      $0.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT.rawValue
    }
    try device.check(vkBeginCommandBuffer(commands, &begin), "begin a copy")
    // Here and not after each frame: few frames are read, and a barrier there makes some drivers wait.
    change(
      image, from: VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
      to: VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL
    ) {
      $0.srcStageMask = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT
      $0.srcAccessMask = VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT
      $0.dstStageMask = VK_PIPELINE_STAGE_2_COPY_BIT
      $0.dstAccessMask = VK_ACCESS_2_TRANSFER_READ_BIT
    }
    var copy = VkBufferImageCopy()
    copy.imageSubresource.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT.rawValue
    copy.imageSubresource.layerCount = 1
    copy.imageExtent = VkExtent3D(
      width: UInt32(image.size.width), height: UInt32(image.size.height), depth: 1)
    vkCmdCopyImageToBuffer(
      commands, image.raw, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, buffer.raw, 1, &copy)
    var barrier = VkMemoryBarrier2.with {
      $0.srcStageMask = VK_PIPELINE_STAGE_2_COPY_BIT
      $0.srcAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT
      $0.dstStageMask = VK_PIPELINE_STAGE_2_HOST_BIT
      $0.dstAccessMask = VK_ACCESS_2_HOST_READ_BIT
    }
    withUnsafePointer(to: &barrier) { barrier in
      var info = VkDependencyInfo.with {
        $0.memoryBarrierCount = 1
        $0.pMemoryBarriers = barrier
      }
      device.functions.cmdPipelineBarrier2(commands, &info)
    }
    change(
      image, from: VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
      to: VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL
    ) {
      $0.srcStageMask = VK_PIPELINE_STAGE_2_COPY_BIT
      $0.dstStageMask = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT
      $0.dstAccessMask =
        VK_ACCESS_2_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT
    }
    try device.check(vkEndCommandBuffer(commands), "end a copy")
    try submitAndWait()
    return try buffer.read(count: count)
  }

  private func change(
    _ image: Image, from old: VkImageLayout, to new: VkImageLayout,
    _ scopes: (inout VkImageMemoryBarrier2) -> Void
  ) {
    var barrier = imageBarrier(image.raw, from: old, to: new)
    scopes(&barrier)
    device.record(barrier, commands)
  }

  private func destination(_ count: Int) throws(BackendError) -> HostBuffer {
    if let buffer, buffer.size >= count { return buffer }
    buffer = nil
    let made = try HostBuffer(
      device, size: count, usage: VK_BUFFER_USAGE_TRANSFER_DST_BIT, purpose: .readback)
    buffer = made
    return made
  }

  private func submitAndWait() throws(BackendError) {
    try device.check(submit(), "submit a copy")
    isBusy = true
    var handle: OpaquePointer? = fence
    let waited = try device.check(
      vkWaitForFences(device.raw, 1, &handle, VK_TRUE, 10_000_000_000), "wait for a copy")
    guard waited == VK_SUCCESS else { throw .deviceLost }
    isBusy = false
    try device.check(vkResetFences(device.raw, 1, &handle), "reset a fence")
  }

  private func submit() -> VkResult {
    var submitted = VkCommandBufferSubmitInfo.with { $0.commandBuffer = commands }
    return withUnsafePointer(to: &submitted) { submitted in
      var info = VkSubmitInfo2.with {
        $0.commandBufferInfoCount = 1
        $0.pCommandBufferInfos = submitted
      }
      return device.functions.queueSubmit2(device.queue, 1, &info, fence)
    }
  }
}
