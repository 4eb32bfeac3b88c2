import CVulkan
import Renderer

/// Which parts of a block are free, in order and never touching each other.
struct FreeList: Equatable {
  private(set) var free: [Range<Int>]
  let size: Int

  init(size: Int) {
    self.size = size
    free = [0..<size]
  }

  var isEntirelyFree: Bool { free == [0..<size] }

  /// The first place for `count` bytes; `alignment` is a power of two.
  mutating func take(_ count: Int, alignment: Int) -> Int? {
    for i in free.indices {
      let range = free[i]
      let start = (range.lowerBound + alignment - 1) & ~(alignment - 1)
      guard start + count <= range.upperBound else { continue }
      let before = range.lowerBound..<start, after = (start + count)..<range.upperBound
      free.replaceSubrange(i...i, with: [before, after].filter { !$0.isEmpty })
      return start
    }
    return nil
  }

  mutating func give(_ start: Int, count: Int) {
    var range = start..<(start + count)
    let i = free.firstIndex { $0.lowerBound > start } ?? free.endIndex
    var low = i, high = i
    if i > 0, free[i - 1].upperBound == range.lowerBound {
      range = free[i - 1].lowerBound..<range.upperBound
      low = i - 1
    }
    if i < free.endIndex, free[i].lowerBound == range.upperBound {
      range = range.lowerBound..<free[i].upperBound
      high = i + 1
    }
    free.replaceSubrange(low..<high, with: [range])
  }
}

/// Device memory for images: small ones share blocks, since devices limit how many allocations there
/// may be; large ones have their own.
final class ImageMemory {
  static let blockSize = 16 << 20
  /// Larger than this: an allocation of its own.
  static let sharedLimit = 2 << 20

  struct Allocation {
    let memory: OpaquePointer
    let offset: Int
    fileprivate let size: Int
    /// Nil for an allocation of its own.
    fileprivate let block: Int?
  }

  private struct Block {
    var memory: OpaquePointer
    var type: UInt32
    var list: FreeList
  }

  private let device: LogicalDevice
  private var blocks: [Int: Block] = [:]
  private var lastBlock = 0
  /// Bytes taken from the device.
  private(set) var reservedBytes = 0

  init(_ device: LogicalDevice) { self.device = device }

  deinit {
    for block in blocks.values { release(block.memory, Self.blockSize) }
  }

  func allocate(_ needs: VkMemoryRequirements) throws(BackendError) -> Allocation {
    let local = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT.rawValue
    guard
      let type = device.memoryType(allowed: needs.memoryTypeBits, flags: local)
        ?? device.memoryType(allowed: needs.memoryTypeBits, flags: 0)
    else { throw .unavailable("the device has no memory for images") }
    let size = Int(needs.size)
    guard size <= Self.sharedLimit else {
      return Allocation(memory: try newMemory(size, type), offset: 0, size: size, block: nil)
    }
    for (number, block) in blocks where block.type == type {
      if let offset = blocks[number]!.list.take(size, alignment: Int(needs.alignment)) {
        return Allocation(memory: block.memory, offset: offset, size: size, block: number)
      }
    }
    var block = Block(
      memory: try newMemory(Self.blockSize, type), type: type, list: FreeList(size: Self.blockSize))
    let offset = block.list.take(size, alignment: Int(needs.alignment))!
    lastBlock += 1
    blocks[lastBlock] = block
    return Allocation(memory: block.memory, offset: offset, size: size, block: lastBlock)
  }

  func free(_ allocation: Allocation) {
    guard let number = allocation.block else {
      release(allocation.memory, allocation.size)
      return
    }
    blocks[number]!.list.give(allocation.offset, count: allocation.size)
    // One empty block is kept, so that a single image does not come and go with a block.
    let type = blocks[number]!.type
    let others = blocks.contains { $0.key != number && $0.value.type == type }
    if blocks[number]!.list.isEntirelyFree, others, let block = blocks.removeValue(forKey: number) {
      release(block.memory, Self.blockSize)
    }
  }

  private func newMemory(_ size: Int, _ type: UInt32) throws(BackendError) -> OpaquePointer {
    var info = VkMemoryAllocateInfo.with {
      $0.allocationSize = VkDeviceSize(size)
      $0.memoryTypeIndex = type
    }
    let memory = try device.create("allocate \(size) bytes for images") {
      vkAllocateMemory(device.raw, &info, nil, &$0)
    }
    reservedBytes += size
    device.allocatedBytes += size
    return memory
  }

  private func release(_ memory: OpaquePointer, _ size: Int) {
    vkFreeMemory(device.raw, memory, nil)
    reservedBytes -= size
    device.allocatedBytes -= size
  }
}
