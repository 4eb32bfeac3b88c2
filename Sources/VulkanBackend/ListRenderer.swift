import CVulkan
import Geometry
import Profiling
import Renderer

/// Executes draw lists for one surface: uploads, then passes in order, then submission.
///
/// Everything a pass draws is limited to the list's damage, so a pass texture is only right inside
/// it; that is all the composites, limited in the same way, read.
final class ListRenderer {
  /// What a list is drawn into.
  struct Target {
    var image: OpaquePointer
    var view: OpaquePointer
    var size: PixelSize
    /// The layout its pixels are in now; `UNDEFINED` if they are worth nothing.
    var oldLayout: VkImageLayout
    var newLayout: VkImageLayout
  }

  let ring: FrameRing
  let textures: TextureStore
  let passTextures: PassTexturePool
  let device: LogicalDevice
  private let layout: DrawLayout
  let memory: ImageMemory
  private let pipelines: Pipelines

  // Kept between frames, so that a steady frame allocates nothing.
  /// The texture that holds a pass's result while it is needed, by index into `passes`.
  private var results: [Texture?] = []
  private var areas: [PixelRect] = []
  /// The last pass that reads a pass; −1 for none.
  private var lastReaders: [Int] = []
  /// Damage inside the target of the pass being recorded, in the target's own pixels.
  private(set) var scissors: [VkRect2D] = []
  private(set) var shadedPerDraw = 0
  // What the command buffer has bound.
  private var boundPipeline: PipelineKind?
  private var boundTexture: OpaquePointer?
  var pass = OpenPass()
  /// What hides what, while a run of images is drawn front to back; as large as the largest target.
  var depth: Image?
  /// The images being looked at, and how many pictures the frame has so far.
  var run: [RunPicture] = []
  var pictureCount = 0
  // Of the pass being recorded.
  private(set) var targetPixels = 1
  var wideSpace: ClipSpace?
  var tightSpace = ClipSpace(tight: PixelSize(1, 1))
  var constants = PushConstants(origin: .zero, clipCount: 0)
  /// The clip space in use; nil before the first draw.
  var isWide: Bool?
  /// When images are drawn front to back; in tests something else.
  var frontToBack = FrontToBack.whereItPays

  enum FrontToBack { case never, whereItPays, always }
  /// Runs drawn so, for tests.
  var frontToBackRuns = 0

  init(
    _ device: LogicalDevice, _ layout: DrawLayout, _ pipelines: Pipelines
  ) throws(BackendError) {
    self.device = device
    self.layout = layout
    self.pipelines = pipelines
    memory = ImageMemory(device)
    let factory = TextureFactory(device, layout, memory)
    ring = try FrameRing(device, layout)
    textures = TextureStore(factory)
    passTextures = PassTexturePool(factory, format: pipelines.format)
  }

  // Nothing may go while the device still uses it.
  deinit { ring.drain() }

  /// Draws `list` into `target`; without one only uploads and releases happen. `waitFor` and `signal` are as in `FrameRing.submit`.
  func render(
    _ list: DrawList, into target: Target?, waitFor: OpaquePointer? = nil,
    signal: OpaquePointer? = nil
  ) throws(BackendError) -> FrameCost {
    var watch = Stopwatch()
    var cost = FrameCost()
    do throws(BackendError) {
      let slot = try ring.begin()
      // Waiting for a free slot is the device's time, not that of recording.
      _ = watch.lap()
      cost.uploadedBytes = try textures.upload(list.uploads, slot.commands, slot, ring)
      try ring.load(list, slot, layout)
      boundPipeline = nil
      boundTexture = nil
      pictureCount = 0
      if let target { try recordPasses(list, target, slot, &cost) }
      textures.release(list.releases, ring)
      passTextures.endFrame(ring)
      cost.recordNanoseconds = watch.lap()
      try ring.submit(slot, waitFor: waitFor, signal: signal)
      cost.submitNanoseconds = watch.lap()
    } catch {
      textures.forget(list.uploads, ring)
      // Earlier frames may still be reading them: they go back to the pool and are not destroyed.
      for index in results.indices { giveBack(index) }
      throw error
    }
    cost.gpuNanoseconds = ring.gpuNanoseconds
    cost.cacheBytes = textures.atlas.bytes
    cost.deviceBytes = device.allocatedBytes
    return cost
  }

  private func recordPasses(
    _ list: DrawList, _ target: Target, _ slot: FrameRing.Slot, _ cost: inout FrameCost
  ) throws(BackendError) {
    planPasses(list)
    var drewSurface = false
    for index in list.passes.indices {
      switch list.passes[index].target {
      case .surface:
        try recordSurface(
          list, list.passes[index].batches, index, target, drewSurface, slot, &cost)
        drewSurface = true
      case .offscreen(let area):
        let limits = area.intersection(target.size.bounds)
        areas[index] = limits
        guard lastReaders[index] > index else { continue }
        try recordOffscreen(list, index, limits, slot, &cost)
      case .image: continue
      }
      for batch in list.passes[index].batches {
        if case .pass(let source) = batch.texture, source >= 0, source < index,
          lastReaders[source] == index
        {
          giveBack(source)
        }
      }
    }
    if !drewSurface {
      try recordSurface(list, [], list.passes.count, target, false, slot, &cost)
    }
    for index in results.indices { giveBack(index) }
  }

  /// Finds out how long each pass's result is needed.
  private func planPasses(_ list: DrawList) {
    results.removeAll(keepingCapacity: true)
    areas.removeAll(keepingCapacity: true)
    lastReaders.removeAll(keepingCapacity: true)
    for index in list.passes.indices {
      results.append(nil)
      areas.append(.zero)
      lastReaders.append(-1)
      for batch in list.passes[index].batches {
        if case .pass(let source) = batch.texture, source >= 0, source < index {
          lastReaders[source] = index
        }
      }
    }
  }

  private func giveBack(_ index: Int) {
    guard let texture = results[index] else { return }
    passTextures.give(texture)
    results[index] = nil
  }

  // MARK: - Passes

  private func recordSurface(
    _ list: DrawList, _ batches: [DrawList.Batch], _ index: Int, _ target: Target, _ again: Bool,
    _ slot: FrameRing.Slot, _ cost: inout FrameCost
  ) throws(BackendError) {
    let bounds = target.size.bounds
    let covered = limitToDamage(list, bounds)
    let old = again ? target.newLayout : target.oldLayout
    let isNew = old == VK_IMAGE_LAYOUT_UNDEFINED
    guard isNew || !covered.isEmpty else { return }
    let isFull = scissors.count == 1 && covered == bounds
    let commands = slot.commands
    // Before: whatever read or wrote it last; the presentation engine by way of the semaphore,
    // which is waited for in the same stage.
    barrier(
      commands, target.image, old, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
      VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT | VK_PIPELINE_STAGE_2_COPY_BIT,
      VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT,
      VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
      VK_ACCESS_2_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT)
    let clears = isNew || (isFull && !again)
    pass = OpenPass(
      image: target.image, view: target.view, area: clears ? bounds : covered,
      clear: clears ? list.clearColor : nil,
      damageClear: clears || again ? nil : list.clearColor)
    try record(list, batches, index, origin: (0, 0), target.size, slot, &cost)
    try end(commands)
    cost.passes += 1
    // Whoever uses it as an attachment again waits for these writes then: a barrier may make a driver
    // finish them now.
    guard target.newLayout != VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL else { return }
    let isCopied = target.newLayout == VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL
    barrier(
      commands, target.image, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, target.newLayout,
      VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT, VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT,
      isCopied
        ? VK_PIPELINE_STAGE_2_COPY_BIT : VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
      isCopied ? VK_ACCESS_2_TRANSFER_READ_BIT : VK_ACCESS_2_NONE)
  }

  private func recordOffscreen(
    _ list: DrawList, _ index: Int, _ area: PixelRect, _ slot: FrameRing.Slot,
    _ cost: inout FrameCost
  ) throws(BackendError) {
    let covered = limitToDamage(list, area)
    guard !covered.isEmpty else { return }
    let commands = slot.commands
    let texture = try passTextures.take(PixelSize(area.width, area.height))
    results[index] = texture
    // Before: the reads and writes of whoever had the texture last.
    barrier(
      commands, texture.image.raw, VK_IMAGE_LAYOUT_UNDEFINED,
      VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
      VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT | VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
      VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT,
      VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
      VK_ACCESS_2_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT)
    pass = OpenPass(
      image: texture.image.raw, view: texture.image.view, area: covered, clear: .zero)
    try record(
      list, list.passes[index].batches, index, origin: (area.x, area.y), texture.image.size,
      slot, &cost)
    try end(commands)
    cost.passes += 1
    barrier(
      commands, texture.image.raw, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
      VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
      VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT, VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT,
      VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT, VK_ACCESS_2_SHADER_SAMPLED_READ_BIT)
  }

  /// Sets `scissors` to the damage inside `area`; returns their bounds, in the target's own pixels.
  private func limitToDamage(_ list: DrawList, _ area: PixelRect) -> PixelRect {
    scissors.removeAll(keepingCapacity: true)
    shadedPerDraw = 0
    targetPixels = max(area.area, 1)
    var covered = PixelRect.zero
    for damaged in list.damage.rects {
      var rect = damaged.intersection(area)
      guard !rect.isEmpty else { continue }
      rect.x -= area.x
      rect.y -= area.y
      shadedPerDraw += rect.area
      covered = covered.union(rect)
      scissors.append(rect.vulkan)
    }
    return covered
  }

  // MARK: - Batches

  private func record(
    _ list: DrawList, _ batches: [DrawList.Batch], _ index: Int, origin: (x: Int, y: Int),
    _ size: PixelSize, _ slot: FrameRing.Slot, _ cost: inout FrameCost
  ) throws(BackendError) {
    guard !scissors.isEmpty, !batches.isEmpty else { return }
    let commands = slot.commands
    // A single rectangle stays set for the whole pass.
    if scissors.count == 1 { vkCmdSetScissor(commands, 0, 1, &scissors[0]) }
    tightSpace = ClipSpace(tight: size)
    wideSpace = ClipSpace(wide: size, on: device)
    constants = PushConstants(
      origin: SIMD2(Float(origin.x), Float(origin.y)),
      clipCount: Int32(clamping: list.clips.count))
    isWide = nil
    var next = 0
    while next < batches.count {
      if batches[next].kind == .image {
        let end = try collectRun(list, batches, from: next)
        if end > next {
          try recordRun(slot, &cost)
          next = end
          continue
        }
      }
      try record(list, batches[next], index, commands, &cost)
      next += 1
    }
  }

  private func record(
    _ list: DrawList, _ batch: DrawList.Batch, _ index: Int, _ commands: OpaquePointer,
    _ cost: inout FrameCost
  ) throws(BackendError) {
    let instances = batch.instances.clamped(
      to: batch.kind == .solid ? list.solids.indices : list.instances.indices)
    guard !instances.isEmpty else { return }
    if batch.texture != .none {
      guard let place = try texture(batch.texture, readBy: index) else { return }
      if place.source != constants.source || place.origin != constants.sourceOrigin {
        constants.source = place.source
        constants.sourceOrigin = place.origin
        if isWide != nil { push(commands) }
      }
      bind(place.set, commands, &cost)
    } else if batch.kind == .image || batch.kind == .pass {
      return
    }
    // Not drawn yet.
    if batch.kind == .gradient || batch.kind == .filter || batch.kind == .blend { return }
    try draw(PipelineKind(batch.kind, instances, of: list), instances, commands, &cost)
  }

  func bind(_ set: OpaquePointer, _ commands: OpaquePointer, _ cost: inout FrameCost) {
    guard set != boundTexture else { return }
    boundTexture = set
    cost.descriptorBinds += 1
    var set: OpaquePointer? = set
    vkCmdBindDescriptorSets(
      commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout.pipeline, 1, 1, &set, 0, nil)
  }

  /// Once per damaged rectangle.
  func draw(
    _ kind: PipelineKind, _ instances: Range<Int>, _ commands: OpaquePointer,
    _ cost: inout FrameCost
  ) throws(BackendError) {
    try enter(kind.depthUse == nil ? .plain : .withDepth, commands)
    enterSpace(of: kind, commands)
    if kind != boundPipeline {
      boundPipeline = kind
      cost.pipelineSwitches += 1
      if pipelines.noteUse(of: kind) { cost.pipelinesCreated += 1 }
      vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines[kind])
    }
    let count = UInt32(instances.count), first = UInt32(instances.lowerBound)
    if scissors.count == 1 {
      vkCmdDraw(commands, 4, count, 0, first)
    } else {
      for i in scissors.indices {
        vkCmdSetScissor(commands, 0, 1, &scissors[i])
        vkCmdDraw(commands, 4, count, 0, first)
      }
    }
    cost.draws += scissors.count
    cost.pixelsShaded += shadedPerDraw
  }

  func push(_ commands: OpaquePointer) {
    vkCmdPushConstants(
      commands, layout.pipeline, PushConstants.stages, 0,
      UInt32(MemoryLayout<PushConstants>.size), &constants)
  }

  /// The descriptor set and place of a texture; nil for one that is not there.
  private func texture(
    _ source: DrawList.TextureSource, readBy reader: Int
  ) throws(BackendError) -> (set: OpaquePointer, source: SIMD4<Int32>, origin: SIMD2<Int32>)? {
    switch source {
    case .none: return nil
    case .image(let id, let filter):
      guard let entry = textures[id] else { return nil }
      let whole = entry.texture.image.size, used = entry.size
      return (
        try entry.texture.set(nearest: filter == .nearest),
        SIMD4(Int32(whole.width), Int32(whole.height), Int32(used.width), Int32(used.height)),
        SIMD2(Int32(entry.x), Int32(entry.y))
      )
    case .pass(let index), .coverage(let index):
      guard index >= 0, index < reader, index < results.count, let texture = results[index] else {
        return nil
      }
      let area = areas[index]
      return (
        try texture.set(nearest: true),
        SIMD4(Int32(area.x), Int32(area.y), Int32(area.width), Int32(area.height)), .zero
      )
    }
  }
}

extension PixelRect {
  /// Not negative: callers have limited it to a target.
  var vulkan: VkRect2D {
    VkRect2D(
      offset: VkOffset2D(x: Int32(x), y: Int32(y)),
      extent: VkExtent2D(width: UInt32(width), height: UInt32(height)))
  }
}
