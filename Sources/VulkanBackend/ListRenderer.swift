import CVulkan
import Geometry
import Profiling
import Renderer

/// Executes draw lists for one surface: uploads, then passes in order, then submission.
///
/// What passes draw is limited to the list's damage where they do not ask for all of their target, so
/// a pass texture is only right inside it; that is all the composites, limited in the same way, read.
final class ListRenderer {
  /// What a list is drawn into.
  struct Target {
    var image: OpaquePointer
    var view: OpaquePointer
    var size: PixelSize
    /// What it was used for before the frame, and what it shall be ready for after.
    var use: ImageUse
    var endUse: ImageUse
    /// Passes may begin with what it holds.
    var canBeCopied = true
  }

  let ring: FrameRing
  let textures: TextureStore
  let passTextures: PassTexturePool
  let device: LogicalDevice
  let layout: DrawLayout
  let memory: ImageMemory
  let pipelines: Pipelines

  // Kept between frames, so that a steady frame allocates nothing.
  var plan = PassPlan()
  /// By the index of the pass that begins a target.
  var results: [Result] = []
  var surfaceUse = ImageUse.none
  var copies: [VkImageCopy] = []
  /// The parts of the target that the pass being recorded draws, in the target's own pixels.
  var scissors: [VkRect2D] = []
  var shadedPerDraw = 0
  // What the command buffer has bound.
  var boundPipeline: PipelineKind?
  private var boundTexture: OpaquePointer?
  var pass = OpenPass()
  /// What hides what, while a run of images is drawn front to back; as large as the largest target.
  var depth: Image?
  /// The images being looked at, and how many pictures the frame has so far.
  var run: [RunPicture] = []
  var runBlend = DrawList.Blend.over
  var pictureCount = 0
  /// How many the frame has so far.
  var cardCount = 0
  // Of the pass being recorded.
  var targetPixels = 1
  var wideSpace: ClipSpace?
  var tightSpace = ClipSpace(tight: PixelSize(1, 1))
  var constants = PushConstants(origin: .zero, clipCount: 0)
  /// The clip space in use; nil before the first draw.
  var isWide: Bool?
  /// When images are drawn front to back; in tests something else.
  var frontToBack = FrontToBack.whereItPays

  /// Whether quads of a kind are moved together.
  var regroups = true
  private var regrouping = Regrouping()

  enum FrontToBack { case never, whereItPays, always }
  var drawsCards = true
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

  func use(_ optimizations: Optimizations) {
    frontToBack = optimizations.contains(.frontToBack) ? .whereItPays : .never
    regroups = optimizations.contains(.regrouping)
    textures.sharesTextures = optimizations.contains(.sharedTextures)
    drawsCards = optimizations.contains(.cards)
  }

  /// Draws `list` into `target`; without one all but the surface's passes. `waitFor` and `signal` are
  /// as in `FrameRing.submit`.
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
      boundPipeline = nil
      boundTexture = nil
      pictureCount = 0
      cardCount = 0
      regrouping.keepsCards = drawsCards
      try record(regroups ? regrouping.regrouped(list) ?? list : list, target, slot, &cost)
      textures.release(list.releases, ring)
      passTextures.endFrame(ring)
      cost.recordNanoseconds = watch.lap()
      try ring.submit(slot, waitFor: waitFor, signal: signal)
      cost.submitNanoseconds = watch.lap()
    } catch {
      textures.forget(list, ring)
      // Earlier frames may still be reading them: they go back to the pool and are not destroyed.
      for index in results.indices { giveBack(index) }
      throw error
    }
    cost.gpuNanoseconds = ring.gpuNanoseconds
    cost.cacheBytes = textures.atlas.bytes
    cost.passBytes = passTextures.bytes
    cost.keptImageBytes = textures.drawnBytes + textures.mipmapBytes
    cost.deviceBytes = device.allocatedBytes
    return cost
  }

  private func record(
    _ list: DrawList, _ target: Target?, _ slot: FrameRing.Slot, _ cost: inout FrameCost
  ) throws(BackendError) {
    defer { regrouping.letGo() }
    try ring.load(list, slot, layout)
    try recordPasses(list, target, slot, &cost)
  }

  // MARK: - Batches

  /// Records a pass's batches; the origin is the device pixel of the target's first.
  func record(
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
      clipCount: Int32(clamping: list.clips.count),
      rampCount: Int32(clamping: list.ramps.count))
    isWide = nil
    var next = Cursor()
    while next.batch < batches.count {
      switch batches[next.batch].kind {
      case .image:
        let end = try collectRun(list, batches, from: next.batch)
        if end > next.batch {
          try recordRun(slot, &cost)
          next = Cursor(batch: end)
          continue
        }
      case .shadow:
        let end = try recordCards(list, batches, from: next, slot, &cost)
        if end != next {
          next = end
          continue
        }
      case .solid, .shape, .pass, .gradient, .arc, .filter, .blend: break
      }
      var batch = batches[next.batch]
      batch.instances = batch.instances.dropFirst(next.drawn)
      try record(list, batch, index, commands, &cost)
      next = Cursor(batch: next.batch + 1)
    }
  }

  private func record(
    _ list: DrawList, _ batch: DrawList.Batch, _ index: Int, _ commands: OpaquePointer,
    _ cost: inout FrameCost
  ) throws(BackendError) {
    let instances = batch.instances.clamped(
      to: batch.kind == .solid ? list.solids.indices : list.instances.indices)
    guard !instances.isEmpty, try ready(batch, index, commands, &cost) else { return }
    try draw(PipelineKind(batch, instances, of: list), instances, commands, &cost)
  }

  /// Binds what a batch reads; false where that is not there.
  private func ready(
    _ batch: DrawList.Batch, _ index: Int, _ commands: OpaquePointer, _ cost: inout FrameCost
  ) throws(BackendError) -> Bool {
    switch batch.kind {
    case .solid, .shape, .shadow, .gradient, .arc: return true
    case .image, .pass, .filter, .blend: break
    }
    guard let place = try texture(batch, readBy: index) else { return false }
    var wanted = constants
    wanted.source = place.source
    wanted.sourceOrigin = place.origin
    wanted.reading =
      (batch.isCoverage ? 1 : 0) | (batch.isPixelForPixel ? 2 : 0) | (batch.isNearest ? 4 : 0)
    bind(place.set, commands, &cost)
    if batch.kind == .blend {
      guard let behind = result(of: Int(batch.backdrop), readBy: index) else { return false }
      wanted.backdrop = SIMD4(behind.area)
      bind(backdrop: try behind.texture.set(.nearest), commands, &cost)
    }
    if wanted != constants {
      constants = wanted
      if isWide != nil { push(commands) }
    }
    return true
  }

  func bind(_ set: OpaquePointer, _ commands: OpaquePointer, _ cost: inout FrameCost) {
    guard set != boundTexture else { return }
    boundTexture = set
    cost.descriptorBinds += 1
    var set: OpaquePointer? = set
    vkCmdBindDescriptorSets(
      commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout.pipeline, 1, 1, &set, 0, nil)
  }

  private func bind(
    backdrop set: OpaquePointer, _ commands: OpaquePointer, _ cost: inout FrameCost
  ) {
    cost.descriptorBinds += 1
    var set: OpaquePointer? = set
    vkCmdBindDescriptorSets(
      commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout.pipeline, 2, 1, &set, 0, nil)
  }

  func bind(_ kind: PipelineKind, _ commands: OpaquePointer, _ cost: inout FrameCost) {
    guard kind != boundPipeline else { return }
    boundPipeline = kind
    cost.pipelineSwitches += 1
    if pipelines.noteUse(of: kind) { cost.pipelinesCreated += 1 }
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines[kind])
  }

  /// Once per damaged rectangle.
  func draw(
    _ kind: PipelineKind, _ instances: Range<Int>, _ commands: OpaquePointer,
    _ cost: inout FrameCost
  ) throws(BackendError) {
    try enter(kind.depthUse == nil ? .plain : .withDepth, commands)
    enterSpace(of: kind, commands)
    bind(kind, commands, &cost)
    let count = UInt32(instances.count), first = UInt32(instances.lowerBound)
    if scissors.count == 1 {
      vkCmdDraw(commands, kind.vertices, count, 0, first)
    } else {
      for i in scissors.indices {
        vkCmdSetScissor(commands, 0, 1, &scissors[i])
        vkCmdDraw(commands, kind.vertices, count, 0, first)
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

  /// The descriptor set and place of a batch's texture; nil for one that is not there.
  private func texture(
    _ batch: DrawList.Batch, readBy reader: Int
  ) throws(BackendError) -> (set: OpaquePointer, source: SIMD4<Int32>, origin: SIMD2<Int32>)? {
    switch batch.texture {
    case .none: return nil
    case .image(let id, let filter):
      guard batch.kind == .image, let entry = textures[id], entry.texture !== pass.texture else {
        return nil
      }
      if filter == .trilinear, let texture = textures.mipmapped(id) {
        let size = SIMD2<Int32>(texture.image.size)
        return (try texture.set(.trilinear), SIMD4(lowHalf: size, highHalf: size), .zero)
      }
      return (
        try entry.texture.set(filter),
        SIMD4(lowHalf: SIMD2(entry.texture.image.size), highHalf: SIMD2(entry.size)),
        SIMD2(Int32(entry.x), Int32(entry.y))
      )
    case .pass(let index), .coverage(let index):
      guard let (texture, area) = result(of: index, readBy: reader) else { return nil }
      guard batch.kind == .image || batch.isPixelForPixel else {
        return (try texture.set(.nearest), SIMD4(area), .zero)
      }
      let used = PixelSize(area.width, area.height)
      return (
        try texture.set(batch.isPixelForPixel ? .nearest : .linear),
        SIMD4(lowHalf: SIMD2(texture.image.size), highHalf: SIMD2(used)),
        batch.isPixelForPixel
          ? SIMD2(Int32(clamping: area.x), Int32(clamping: area.y)) : .zero
      )
    }
  }
}

extension DrawList.Batch {
  /// A pass that is drawn as an image would be, though a texel to a pixel.
  fileprivate var isPixelForPixel: Bool { kind == .pass && blend != .over && blend != .under }

  fileprivate var isNearest: Bool {
    if case .image(_, .nearest) = texture { true } else { false }
  }

  fileprivate var isCoverage: Bool {
    switch texture {
    case .coverage: true
    case .none, .image, .pass: false
    }
  }
}

extension SIMD2<Int32> {
  init(_ size: PixelSize) { self.init(Int32(size.width), Int32(size.height)) }
}

extension SIMD4<Int32> {
  init(_ rect: PixelRect) {
    self.init(
      Int32(clamping: rect.x), Int32(clamping: rect.y), Int32(rect.width), Int32(rect.height))
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
