import CVulkan
import Renderer

/// The frames in flight: command buffers and buffers that the CPU fills while the device still works
/// on those of the frames before, and a timeline that says how far it has come.
final class FrameRing {
  static let slotCount = 3

  /// What one frame records into. Touched only once its last submission has finished.
  final class Slot {
    let commands: OpaquePointer
    /// Where shaders find clips and ramps.
    let listSet: OpaquePointer
    let queries: OpaquePointer?
    var instances: GrowingBuffer
    var solids: GrowingBuffer
    var pictures: GrowingBuffer
    var cards: GrowingBuffer
    var clips: GrowingBuffer
    var ramps: GrowingBuffer
    var staging: GrowingBuffer
    /// The timeline value of its last submission; 0 for never.
    fileprivate(set) var value: UInt64 = 0
    /// Timestamps of that submission have not been read.
    fileprivate var awaitsTime = false
    /// The frame being recorded is timed.
    fileprivate var isTimed = false
    fileprivate let pool: OpaquePointer

    fileprivate init(
      _ device: LogicalDevice, pool: OpaquePointer, queries: OpaquePointer?,
      listSet: OpaquePointer
    ) throws(BackendError) {
      self.pool = pool
      self.queries = queries
      self.listSet = listSet
      instances = try GrowingBuffer(
        device, size: 64 << 10, usage: VK_BUFFER_USAGE_VERTEX_BUFFER_BIT)
      solids = try GrowingBuffer(
        device, size: 64 << 10, usage: VK_BUFFER_USAGE_VERTEX_BUFFER_BIT)
      pictures = try GrowingBuffer(
        device, size: 64 << 10, usage: VK_BUFFER_USAGE_VERTEX_BUFFER_BIT)
      cards = try GrowingBuffer(
        device, size: 16 << 10, usage: VK_BUFFER_USAGE_VERTEX_BUFFER_BIT)
      clips = try GrowingBuffer(
        device, size: 16 << 10, usage: VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)
      ramps = try GrowingBuffer(
        device, size: 4 << 10, usage: VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)
      staging = try GrowingBuffer(
        device, size: 64 << 10, usage: VK_BUFFER_USAGE_TRANSFER_SRC_BIT)
      var info = VkCommandBufferAllocateInfo.with {
        $0.commandPool = pool
        $0.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY
        $0.commandBufferCount = 1
      }
      commands = try device.create("make a command buffer") {
        vkAllocateCommandBuffers(device.raw, &info, &$0)
      }
    }
  }

  private let device: LogicalDevice
  private let timeline: OpaquePointer
  private let listSets: DescriptorSets
  private var pools: [OpaquePointer] = []
  private var queryPools: [OpaquePointer] = []
  private var slots: [Slot] = []
  /// The timeline value that the frame being recorded will have.
  private var next: UInt64 = 1
  private var retired: [(value: UInt64, resource: AnyObject)] = []
  /// Whether frames begun from now on are timed. Not for nothing: a timestamp is work for every tile
  /// of the target on the software device, and ends what the device would otherwise do in one go.
  var measuresTime = false
  /// Device time of the latest timed frame known to be finished, 0 when not known.
  private(set) var gpuNanoseconds: Int64 = 0
  // Kept, so that submitting allocates nothing.
  private var waits: [VkSemaphoreSubmitInfo] = []
  private var signals: [VkSemaphoreSubmitInfo] = []

  init(_ device: LogicalDevice, _ layout: DrawLayout) throws(BackendError) {
    self.device = device
    listSets = DescriptorSets(
      device, layout: layout.listSet, type: VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, perSet: 2)
    timeline = try Arena.with { (arena) throws(BackendError) -> OpaquePointer in
      let type = VkSemaphoreTypeCreateInfo.with { $0.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE }
      var info = VkSemaphoreCreateInfo.with { $0.pNext = UnsafeRawPointer(arena.place(type)) }
      return try device.create("make a timeline") {
        vkCreateSemaphore(device.raw, &info, nil, &$0)
      }
    }
    for _ in 0..<Self.slotCount { try addSlot() }
  }

  deinit {
    drain()
    retired.removeAll()
    slots.removeAll()
    for pool in pools { vkDestroyCommandPool(device.raw, pool, nil) }
    for pool in queryPools { vkDestroyQueryPool(device.raw, pool, nil) }
    vkDestroySemaphore(device.raw, timeline, nil)
  }

  /// Waits until the next slot's last frame has finished; false if that takes longer than `timeout`
  /// nanoseconds.
  func waitForSlot(timeout: UInt64) throws(BackendError) -> Bool {
    let value = slots[Int(next % UInt64(Self.slotCount))].value
    return try wait(for: value, timeout: timeout)
  }

  /// Waits until everything submitted has finished, and frees what was retired.
  func waitForAll() throws(BackendError) {
    // Ten seconds: a device that needs longer is not coming back.
    guard try wait(for: next - 1, timeout: 10_000_000_000) else { throw .deviceLost }
    try collect()
  }

  /// Waits until nothing submitted is in use, whatever has happened to the device.
  func drain() {
    if (try? waitForAll()) == nil { device.waitIdle() }
  }

  /// The slot to record into, its command buffer begun.
  func begin() throws(BackendError) -> Slot {
    guard try waitForSlot(timeout: 10_000_000_000) else { throw .deviceLost }
    try collect()
    let slot = slots[Int(next % UInt64(Self.slotCount))]
    try device.check(vkResetCommandPool(device.raw, slot.pool, 0), "reset a command pool")
    var info = VkCommandBufferBeginInfo.with {
      $0.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT.rawValue
    }
    try device.check(vkBeginCommandBuffer(slot.commands, &info), "begin a frame")
    slot.isTimed = measuresTime && slot.queries != nil
    if slot.isTimed, let queries = slot.queries {
      vkCmdResetQueryPool(slot.commands, queries, 0, 2)
      stamp(slot, 0, VK_PIPELINE_STAGE_2_TOP_OF_PIPE_BIT)
    }
    return slot
  }

  /// Fills the slot's buffers for the list, makes room for its pictures and cards, and binds them.
  func load(_ list: DrawList, _ slot: Slot, _ layout: DrawLayout) throws(BackendError) {
    _ = try slot.instances.reserve(list.instances.count * MemoryLayout<DrawList.Instance>.stride)
    slot.instances.buffer.write(list.instances)
    _ = try slot.solids.reserve(list.solids.count * MemoryLayout<DrawList.Solid>.stride)
    slot.solids.buffer.write(list.solids)
    var images = 0, shadows = 0
    for pass in list.passes {
      for batch in pass.batches where batch.kind == .image || batch.kind == .shadow {
        let count = batch.instances.clamped(to: list.instances.indices).count
        if batch.kind == .image { images += count } else { shadows += count }
      }
    }
    _ = try slot.pictures.reserve(images * MemoryLayout<Picture>.stride)
    _ = try slot.cards.reserve(shadows * MemoryLayout<Card>.stride)
    let clipBytes = list.clips.count * MemoryLayout<DrawList.Clip>.stride
    if try slot.clips.reserve(clipBytes) { describe(slot.clips.buffer, 0, slot) }
    slot.clips.buffer.write(list.clips)
    let rampBytes = list.ramps.count * MemoryLayout<SIMD4<Float>>.stride
    if try slot.ramps.reserve(rampBytes) { describe(slot.ramps.buffer, 1, slot) }
    slot.ramps.buffer.write(list.ramps)
    bind(slot.instances.buffer, .instances, slot)
    bind(slot.solids.buffer, .solids, slot)
    bind(slot.pictures.buffer, .pictures, slot)
    bind(slot.cards.buffer, .cards, slot)
    var set: OpaquePointer? = slot.listSet
    vkCmdBindDescriptorSets(
      slot.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout.pipeline, 0, 1, &set, 0, nil)
  }

  private func bind(_ buffer: HostBuffer, _ source: VertexSource, _ slot: Slot) {
    var raw: OpaquePointer? = buffer.raw
    var offset: VkDeviceSize = 0
    vkCmdBindVertexBuffers(slot.commands, source.rawValue, 1, &raw, &offset)
  }

  /// Ends and submits the slot. `waitFor` and `signal` are binary semaphores, waited for before the
  /// first write to the target and signalled at the end.
  func submit(
    _ slot: Slot, waitFor: OpaquePointer?, signal: OpaquePointer?
  ) throws(BackendError) {
    if slot.isTimed { stamp(slot, 1, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT) }
    try device.check(vkEndCommandBuffer(slot.commands), "end a frame")
    waits.removeAll(keepingCapacity: true)
    signals.removeAll(keepingCapacity: true)
    if let waitFor {
      waits.append(
        .with {
          $0.semaphore = waitFor
          $0.stageMask = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT
        })
    }
    signals.append(
      .with {
        $0.semaphore = timeline
        $0.value = next
        $0.stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT
      })
    if let signal {
      signals.append(
        .with {
          $0.semaphore = signal
          $0.stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT
        })
    }
    try device.check(enqueue(slot), "submit a frame")
    slot.value = next
    slot.awaitsTime = slot.isTimed
    next += 1
  }

  private func enqueue(_ slot: Slot) -> VkResult {
    var commands = VkCommandBufferSubmitInfo.with { $0.commandBuffer = slot.commands }
    return withUnsafePointer(to: &commands) { commands in
      waits.withUnsafeBufferPointer { waits in
        signals.withUnsafeBufferPointer { signals in
          var info = VkSubmitInfo2.with {
            $0.waitSemaphoreInfoCount = UInt32(waits.count)
            $0.pWaitSemaphoreInfos = waits.baseAddress
            $0.commandBufferInfoCount = 1
            $0.pCommandBufferInfos = commands
            $0.signalSemaphoreInfoCount = UInt32(signals.count)
            $0.pSignalSemaphoreInfos = signals.baseAddress
          }
          return device.functions.queueSubmit2(device.queue, 1, &info, nil)
        }
      }
    }
  }

  /// Keeps `resource` until the frame being recorded, and so every one before, has finished.
  func retire(_ resource: AnyObject) { retired.append((next, resource)) }

  var retiredCount: Int { retired.count }

  private func wait(for value: UInt64, timeout: UInt64) throws(BackendError) -> Bool {
    guard value > 0 else { return true }
    return try device.check(result(of: value, timeout), "wait for a frame") == VK_SUCCESS
  }

  private func result(of value: UInt64, _ timeout: UInt64) -> VkResult {
    var semaphore: OpaquePointer? = timeline
    var value = value
    return withUnsafePointer(to: &semaphore) { semaphore in
      withUnsafePointer(to: &value) { value in
        var info = VkSemaphoreWaitInfo.with {
          $0.semaphoreCount = 1
          $0.pSemaphores = semaphore
          $0.pValues = value
        }
        return vkWaitSemaphores(device.raw, &info, timeout)
      }
    }
  }

  /// Frees what finished frames were the last to use, and reads their times.
  private func collect() throws(BackendError) {
    guard !retired.isEmpty || slots.contains(where: \.awaitsTime) else { return }
    var done: UInt64 = 0
    try device.check(
      vkGetSemaphoreCounterValue(device.raw, timeline, &done), "ask how far the device has come")
    if !retired.isEmpty { retired.removeAll { $0.value <= done } }
    var latest: UInt64 = 0
    for slot in slots where slot.awaitsTime && slot.value <= done {
      slot.awaitsTime = false
      guard slot.value > latest, let time = try elapsed(slot) else { continue }
      latest = slot.value
      gpuNanoseconds = time
    }
  }

  private func addSlot() throws(BackendError) {
    var info = VkCommandPoolCreateInfo.with {
      $0.queueFamilyIndex = device.physical.queueFamily
      $0.flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT.rawValue
    }
    let pool = try device.create("make a command pool") {
      vkCreateCommandPool(device.raw, &info, nil, &$0)
    }
    pools.append(pool)
    var queries: OpaquePointer?
    if device.physical.timestampBits > 0 {
      var info = VkQueryPoolCreateInfo.with {
        $0.queryType = VK_QUERY_TYPE_TIMESTAMP
        $0.queryCount = 2
      }
      let made = try device.create("make a timer") {
        vkCreateQueryPool(device.raw, &info, nil, &$0)
      }
      queryPools.append(made)
      queries = made
    }
    let slot = try Slot(device, pool: pool, queries: queries, listSet: try listSets.take())
    describe(slot.clips.buffer, 0, slot)
    describe(slot.ramps.buffer, 1, slot)
    slots.append(slot)
  }

  /// Tells shaders where a buffer of the list is; the slot is not in use.
  private func describe(_ buffer: HostBuffer, _ binding: UInt32, _ slot: Slot) {
    var range = VkDescriptorBufferInfo(
      buffer: buffer.raw, offset: 0, range: VkDeviceSize(VK_WHOLE_SIZE))
    withUnsafePointer(to: &range) { range in
      var write = VkWriteDescriptorSet.with {
        $0.dstSet = slot.listSet
        $0.dstBinding = binding
        $0.descriptorCount = 1
        $0.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
        $0.pBufferInfo = range
      }
      vkUpdateDescriptorSets(device.raw, 1, &write, 0, nil)
    }
  }

  private func stamp(_ slot: Slot, _ query: UInt32, _ stage: VkPipelineStageFlags2) {
    device.functions.cmdWriteTimestamp2(slot.commands, stage, slot.queries, query)
  }

  /// Nanoseconds between the two timestamps of a finished frame.
  private func elapsed(_ slot: Slot) throws(BackendError) -> Int64? {
    var stamps: (UInt64, UInt64) = (0, 0)
    let result = try device.check(
      withUnsafeMutableBytes(of: &stamps) {
        vkGetQueryPoolResults(
          device.raw, slot.queries, 0, 2, $0.count, $0.baseAddress, 8,
          VK_QUERY_RESULT_64_BIT.rawValue)
      }, "read a frame's time")
    guard result == VK_SUCCESS else { return nil }
    let bits = device.physical.timestampBits
    let mask = bits >= 64 ? UInt64.max : (1 << UInt64(bits)) - 1
    let ticks = (stamps.1 &- stamps.0) & mask
    return Int64(Double(ticks) * Double(device.limits.timestampPeriod))
  }
}
