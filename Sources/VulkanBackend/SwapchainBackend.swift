import CVulkan
import Geometry
import Renderer

/// Draws into the images of a Wayland surface and presents them on the calling thread.
///
/// Presenting attaches and commits the `wl_surface`: what must ride on that commit (a frame callback,
/// presentation feedback) is requested on the same thread just before `render`.
package final class SwapchainBackend: RenderBackend {
  /// Nanoseconds `acquire` waits, for a frame slot and for an image, before it gives up.
  private static let patience: UInt64 = 5_000_000

  private let device: VulkanDevice
  private let surface: PresentationSurface
  private let format: VkSurfaceFormatKHR
  private let renderer: ListRenderer
  private var swapchain: Swapchain?
  /// One more than may be in flight: each is free again once its frame has finished.
  private var acquireSemaphores: [OpaquePointer] = []
  private var nextSemaphore = 0
  /// The image drawn next, and the semaphore that says when it may be.
  private var acquired: (image: Int, semaphore: OpaquePointer)?
  /// The number of the latest frame presented.
  private var frame: UInt64 = 0
  private var presentedRects: [VkRectLayerKHR] = []

  /// `display` is a `wl_display`, `surface` a `wl_surface`; both must outlive the backend.
  package init(
    device: VulkanDevice, display: OpaquePointer, surface: OpaquePointer
  ) throws(BackendError) {
    guard device.logical.physical.enabledExtensions.contains(VK_KHR_SWAPCHAIN_EXTENSION_NAME)
    else { throw .unavailable("\(device.name) was not opened for presentation") }
    self.device = device
    self.surface = try PresentationSurface(device.logical, display: display, surface: surface)
    format = try self.surface.format()
    renderer = try ListRenderer(
      device.logical, device.layout, try device.pipelines(for: format.format))
    // A window's frames begin as late as their device time allows.
    renderer.ring.measuresTime = true
    for _ in 0...FrameRing.slotCount {
      acquireSemaphores.append(try makeSemaphore(device.logical))
    }
  }

  deinit {
    // Presentation may still use images and semaphores: its end has no other sign than idleness.
    device.logical.waitIdle()
    swapchain = nil
    for semaphore in acquireSemaphores {
      vkDestroySemaphore(device.logical.raw, semaphore, nil)
    }
  }

  package var deviceName: String { device.name }
  package var maximumImageSize: Int { Int(device.logical.limits.maxImageDimension2D) }

  package func use(_ optimizations: Optimizations) { renderer.use(optimizations) }

  /// Before the first size: as far as anyone knows.
  package var canCopySurface: Bool { swapchain?.canBeCopied ?? true }

  package func configure(size: PixelSize) throws(BackendError) {
    precondition(!size.isEmpty, "a surface is never empty")
    let limit = maximumImageSize
    guard size.width <= limit, size.height <= limit else {
      throw .unavailable(
        "\(size.width) × \(size.height) pixels are more than this device's \(limit) per side")
    }
    try device.logical.check(vkDeviceWaitIdle(device.logical.raw), "wait for the device")
    // An image acquired and never drawn leaves its semaphore signalled, so that it cannot be used
    // again.
    if let acquired { try replaceSemaphore(acquired.semaphore) }
    acquired = nil
    let old = swapchain
    swapchain = nil
    swapchain = try Swapchain(device.logical, surface, format, size: size, replacing: old)
  }

  package func acquire() throws(BackendError) -> FrameSlot? {
    guard let swapchain else { return nil }
    if let acquired { return slot(swapchain.entries[acquired.image]) }
    guard try renderer.ring.waitForSlot(timeout: Self.patience) else { return nil }
    let semaphore = acquireSemaphores[nextSemaphore]
    var index: UInt32 = 0
    let result = try device.logical.check(
      vkAcquireNextImageKHR(
        device.logical.raw, swapchain.raw, Self.patience, semaphore, nil, &index),
      "get a window image")
    if result == VK_NOT_READY || result == VK_TIMEOUT { return nil }
    nextSemaphore = (nextSemaphore + 1) % acquireSemaphores.count
    acquired = (Int(index), semaphore)
    return slot(swapchain.entries[Int(index)])
  }

  package func render(_ list: DrawList) throws(BackendError) -> FrameCost {
    guard let swapchain, let acquired else {
      preconditionFailure("acquire a slot before drawing into it")
    }
    guard !list.damage.isEmpty else {
      // Nothing to show: uploads and releases still happen, the image stays acquired.
      return try renderer.render(list, into: nil)
    }
    let entry = swapchain.entries[acquired.image]
    let target = ListRenderer.Target(
      image: entry.image, view: entry.view, size: swapchain.size,
      use: entry.frame == 0 ? .none : .presented, endUse: .presented,
      canBeCopied: swapchain.canBeCopied)
    swapchain.entries[acquired.image].frame = 0
    let cost = try renderer.render(
      list, into: target, waitFor: acquired.semaphore, signal: entry.rendered)
    self.acquired = nil
    frame += 1
    swapchain.entries[acquired.image].frame = frame
    try device.logical.check(
      present(swapchain, acquired.image, entry.rendered, list.damage), "show a frame")
    return cost
  }

  /// Never: a window's pixels belong to the display server.
  package func readPixels() throws(BackendError) -> Bitmap {
    throw .unavailable("a window's pixels cannot be read back")
  }

  private func slot(_ entry: Swapchain.Entry) -> FrameSlot {
    FrameSlot(age: entry.frame == 0 ? 0 : Int(frame + 1 - entry.frame))
  }

  private func present(
    _ swapchain: Swapchain, _ image: Int, _ semaphore: OpaquePointer, _ damage: PixelRegion
  ) -> VkResult {
    presentedRects.removeAll(keepingCapacity: true)
    if device.logical.supportsIncrementalPresent {
      for rect in damage.rects {
        let part = rect.intersection(swapchain.size.bounds)
        guard !part.isEmpty else { continue }
        presentedRects.append(
          VkRectLayerKHR(
            offset: VkOffset2D(x: Int32(part.x), y: Int32(part.y)),
            extent: VkExtent2D(width: UInt32(part.width), height: UInt32(part.height)), layer: 0))
      }
    }
    var chain: OpaquePointer? = swapchain.raw
    var wait: OpaquePointer? = semaphore
    var index = UInt32(image)
    return presentedRects.withUnsafeBufferPointer { rects in
      var region = VkPresentRegionKHR(
        rectangleCount: UInt32(rects.count), pRectangles: rects.baseAddress)
      return withUnsafePointer(to: &region) { region in
        var regions = VkPresentRegionsKHR.with {
          $0.swapchainCount = 1
          $0.pRegions = region
        }
        return withUnsafePointer(to: &regions) { regions in
          withUnsafePointer(to: &chain) { chain in
            withUnsafePointer(to: &wait) { wait in
              withUnsafePointer(to: &index) { index in
                var info = VkPresentInfoKHR.with {
                  if !rects.isEmpty { $0.pNext = UnsafeRawPointer(regions) }
                  $0.waitSemaphoreCount = 1
                  $0.pWaitSemaphores = wait
                  $0.swapchainCount = 1
                  $0.pSwapchains = chain
                  $0.pImageIndices = index
                }
                return vkQueuePresentKHR(device.logical.queue, &info)
              }
            }
          }
        }
      }
    }
  }

  private func replaceSemaphore(_ old: OpaquePointer) throws(BackendError) {
    guard let i = acquireSemaphores.firstIndex(of: old) else { return }
    let new = try makeSemaphore(device.logical)
    vkDestroySemaphore(device.logical.raw, old, nil)
    acquireSemaphores[i] = new
  }
}
