import CVulkan
import Renderer

/// A buffer that stays mapped: the CPU writes what the device reads, or the other way round.
///
/// Dropping it destroys it; whoever drops it knows that the device is done with it.
final class HostBuffer {
  enum Purpose {
    case upload, readback
  }

  let device: LogicalDevice
  let raw: OpaquePointer
  let size: Int
  private let memory: OpaquePointer
  private let mapped: UnsafeMutableRawPointer
  private let isCoherent: Bool

  init(
    _ device: LogicalDevice, size: Int, usage: VkBufferUsageFlagBits, purpose: Purpose
  ) throws(BackendError) {
    self.device = device
    self.size = size
    var info = VkBufferCreateInfo.with {
      $0.size = VkDeviceSize(size)
      $0.usage = usage.rawValue
      $0.sharingMode = VK_SHARING_MODE_EXCLUSIVE
    }
    raw = try device.create("make a buffer of \(size) bytes") {
      vkCreateBuffer(device.raw, &info, nil, &$0)
    }
    var requirements = VkMemoryRequirements()
    vkGetBufferMemoryRequirements(device.raw, raw, &requirements)
    do throws(BackendError) {
      let type = try Self.memoryType(device, requirements.memoryTypeBits, purpose)
      var allocate = VkMemoryAllocateInfo.with {
        $0.allocationSize = requirements.size
        $0.memoryTypeIndex = type
      }
      let memory = try device.create("allocate \(size) bytes") {
        vkAllocateMemory(device.raw, &allocate, nil, &$0)
      }
      do throws(BackendError) {
        mapped = try Self.map(device, raw, memory)
      } catch {
        vkFreeMemory(device.raw, memory, nil)
        throw error
      }
      self.memory = memory
      device.allocatedBytes += size
      isCoherent = device.isCoherent(type: type)
    } catch {
      vkDestroyBuffer(device.raw, raw, nil)
      throw error
    }
  }

  deinit {
    vkDestroyBuffer(device.raw, raw, nil)
    vkFreeMemory(device.raw, memory, nil)
    device.allocatedBytes -= size
  }

  func write<T: BitwiseCopyable>(_ values: [T], at offset: Int = 0) {
    values.withUnsafeBytes { bytes in
      precondition(offset >= 0 && offset + bytes.count <= size, "a write must stay in its buffer")
      // Safety: inside the mapping, checked above; the frame ring keeps the device away meanwhile.
      // Upload memory is coherent, so nothing is left to flush.
      if let base = bytes.baseAddress {
        (mapped + offset).copyMemory(from: base, byteCount: bytes.count)
      }
    }
  }

  /// Writes one of many values of a size.
  func store<T: BitwiseCopyable>(_ value: T, at index: Int) {
    let stride = MemoryLayout<T>.stride
    precondition(index >= 0 && (index + 1) * stride <= size, "a write must stay in its buffer")
    // Safety: inside the mapping, checked above; every other rule as in `write`.
    (mapped + index * stride).storeBytes(of: value, as: T.self)
  }

  /// The first `count` bytes; the device must have finished writing them.
  func read(count: Int) throws(BackendError) -> [UInt8] {
    precondition(count <= size, "a read must stay in its buffer")
    if !isCoherent {
      var range = VkMappedMemoryRange.with {
        $0.memory = memory
        $0.size = VkDeviceSize(VK_WHOLE_SIZE)
      }
      try device.check(vkInvalidateMappedMemoryRanges(device.raw, 1, &range), "read memory back")
    }
    // Safety: inside the mapping, checked above.
    return [UInt8](UnsafeRawBufferPointer(start: mapped, count: count))
  }

  private static func map(
    _ device: LogicalDevice, _ buffer: OpaquePointer, _ memory: OpaquePointer
  ) throws(BackendError) -> UnsafeMutableRawPointer {
    try device.check(vkBindBufferMemory(device.raw, buffer, memory, 0), "bind buffer memory")
    var pointer: UnsafeMutableRawPointer?
    try device.check(
      vkMapMemory(device.raw, memory, 0, VkDeviceSize(VK_WHOLE_SIZE), 0, &pointer), "map memory")
    guard let pointer else { throw .unavailable("Vulkan failed to map memory") }
    return pointer
  }

  private static func memoryType(
    _ device: LogicalDevice, _ allowed: UInt32, _ purpose: Purpose
  ) throws(BackendError) -> UInt32 {
    let visible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT.rawValue
    let coherent = visible | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT.rawValue
    let cached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT.rawValue
    // Every device has a visible and coherent type for buffers.
    let wishes =
      switch purpose {
      case .upload: [coherent]
      case .readback: [coherent | cached, visible | cached, coherent]
      }
    for flags in wishes {
      if let type = device.memoryType(allowed: allowed, flags: flags) { return type }
    }
    throw .unavailable("the device has no memory that the CPU can see")
  }
}

/// A buffer that is replaced by a larger one when it must hold more, and never shrinks.
struct GrowingBuffer: ~Copyable {
  private(set) var buffer: HostBuffer
  private let usage: VkBufferUsageFlagBits

  init(_ device: LogicalDevice, size: Int, usage: VkBufferUsageFlagBits) throws(BackendError) {
    self.usage = usage
    buffer = try HostBuffer(device, size: size, usage: usage, purpose: .upload)
  }

  /// True if the buffer is another one now. The device must not be using the old one.
  mutating func reserve(_ bytes: Int) throws(BackendError) -> Bool {
    guard bytes > buffer.size else { return false }
    let size = max(bytes, buffer.size * 2)
    buffer = try HostBuffer(buffer.device, size: size, usage: usage, purpose: .upload)
    return true
  }
}
