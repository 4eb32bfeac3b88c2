import CVulkan
import Renderer

/// The device itself: queue, entry points, memory types. Every resource keeps it alive.
final class LogicalDevice {
  let instance: Instance
  let physical: PhysicalDevice
  let raw: OpaquePointer
  let queue: OpaquePointer
  let functions: DeviceFunctions
  private let memory: VkPhysicalDeviceMemoryProperties

  var limits: VkPhysicalDeviceLimits { physical.properties.limits }
  let supportsIncrementalPresent: Bool
  /// Of the calls made through `check`.
  var counter = CallCounter()
  /// Of all memory taken from it.
  var allocatedBytes = 0
  /// A call has said so.
  var isLost = false

  init(instance: Instance, physical: PhysicalDevice) throws(BackendError) {
    self.instance = instance
    self.physical = physical
    supportsIncrementalPresent = physical.enabledExtensions.contains(
      VK_KHR_INCREMENTAL_PRESENT_EXTENSION_NAME)
    let raw = try Arena.with { (arena) throws(BackendError) -> OpaquePointer in
      let timeline = arena.place(
        VkPhysicalDeviceTimelineSemaphoreFeatures.with { $0.timelineSemaphore = VK_TRUE })
      let synchronization = arena.place(
        VkPhysicalDeviceSynchronization2Features.with {
          $0.synchronization2 = VK_TRUE
          $0.pNext = UnsafeMutableRawPointer(timeline)
        })
      let rendering = arena.place(
        VkPhysicalDeviceDynamicRenderingFeatures.with {
          $0.dynamicRendering = VK_TRUE
          $0.pNext = UnsafeMutableRawPointer(synchronization)
        })
      let queue = VkDeviceQueueCreateInfo.with {
        $0.queueFamilyIndex = physical.queueFamily
        $0.queueCount = 1
        $0.pQueuePriorities = UnsafePointer(arena.place(Float(1)))
      }
      var info = VkDeviceCreateInfo.with {
        $0.pNext = UnsafeRawPointer(rendering)
        $0.queueCreateInfoCount = 1
        $0.pQueueCreateInfos = UnsafePointer(arena.place(queue))
        $0.enabledExtensionCount = UInt32(physical.enabledExtensions.count)
        $0.ppEnabledExtensionNames = UnsafePointer(arena.place(physical.enabledExtensions))
      }
      return try VulkanBackend.create("open \(physical.summary.name)") {
        vkCreateDevice(physical.raw, &info, nil, &$0)
      }
    }
    guard let functions = DeviceFunctions(raw) else {
      vkDestroyDevice(raw, nil)
      throw .unavailable("\(physical.summary.name) lacks entry points of Vulkan 1.3")
    }
    self.raw = raw
    self.functions = functions
    var queue: OpaquePointer?
    vkGetDeviceQueue(raw, physical.queueFamily, 0, &queue)
    self.queue = queue!
    var memory = VkPhysicalDeviceMemoryProperties()
    vkGetPhysicalDeviceMemoryProperties(physical.raw, &memory)
    self.memory = memory
  }

  deinit { vkDestroyDevice(raw, nil) }

  /// The first of `allowed` types with all of the flags.
  func memoryType(allowed: UInt32, flags: VkMemoryPropertyFlags) -> UInt32? {
    let count = Int(memory.memoryTypeCount)
    return withUnsafeBytes(of: memory.memoryTypes) { bytes in
      // Safety: the tuple is a C array of VkMemoryType.
      let types = bytes.assumingMemoryBound(to: VkMemoryType.self).prefix(count)
      return types.indices.first {
        allowed & (1 << UInt32($0)) != 0 && types[$0].propertyFlags & flags == flags
      }.map { UInt32($0) }
    }
  }

  func isCoherent(type: UInt32) -> Bool {
    withUnsafeBytes(of: memory.memoryTypes) { bytes in
      // Safety: as above.
      let flags = bytes.assumingMemoryBound(to: VkMemoryType.self)[Int(type)].propertyFlags
      return flags & VK_MEMORY_PROPERTY_HOST_COHERENT_BIT.rawValue != 0
    }
  }

  /// Waits until the device uses nothing any more: before things are destroyed, whatever happened.
  func waitIdle() { vkDeviceWaitIdle(raw) }
}

/// Entry points that are core in 1.3 and extensions before.
struct DeviceFunctions {
  let cmdBeginRendering: PFN_vkCmdBeginRendering
  let cmdEndRendering: PFN_vkCmdEndRendering
  let cmdPipelineBarrier2: PFN_vkCmdPipelineBarrier2
  let cmdWriteTimestamp2: PFN_vkCmdWriteTimestamp2
  let queueSubmit2: PFN_vkQueueSubmit2

  init?(_ device: OpaquePointer) {
    func find(_ name: String) -> PFN_vkVoidFunction? {
      vkGetDeviceProcAddr(device, name) ?? vkGetDeviceProcAddr(device, name + "KHR")
    }
    guard let begin = find("vkCmdBeginRendering"), let end = find("vkCmdEndRendering"),
      let barrier = find("vkCmdPipelineBarrier2"), let stamp = find("vkCmdWriteTimestamp2"),
      let submit = find("vkQueueSubmit2")
    else { return nil }
    // Safety: each pointer is the function of that name, whose type the header gives.
    cmdBeginRendering = unsafeBitCast(begin, to: PFN_vkCmdBeginRendering.self)
    cmdEndRendering = unsafeBitCast(end, to: PFN_vkCmdEndRendering.self)
    cmdPipelineBarrier2 = unsafeBitCast(barrier, to: PFN_vkCmdPipelineBarrier2.self)
    cmdWriteTimestamp2 = unsafeBitCast(stamp, to: PFN_vkCmdWriteTimestamp2.self)
    queueSubmit2 = unsafeBitCast(submit, to: PFN_vkQueueSubmit2.self)
  }
}
