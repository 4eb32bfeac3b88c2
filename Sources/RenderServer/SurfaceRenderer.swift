import AnimationCore
import Geometry
import LayerCommit
import Profiling
import Renderer

/// How an attempt to draw a frame ended.
package enum FrameOutcome: Hashable, Sendable {
  /// No pixel would differ: nothing was acquired and nothing submitted.
  case nothingChanged
  /// Every target is in use; the frame is still wanted.
  case noSlot
  case drawn
}

/// One surface: committed tree, sampling, damage, frame building, its backend.
///
/// Lives on the render thread. Commits come in, draw lists go to the backend, begins and ends of
/// animations come out. It asks no clock: the caller says for which moment a frame is drawn. A frame
/// is `apply` for what has arrived, `advance` for what has become due, `drawFrame`.
package final class SurfaceRenderer {
  package let surface: SurfaceID
  /// Of the last commit applied; 0 before the first.
  package private(set) var lastSerial: UInt64 = 0
  /// Somebody on the main side wants a tick for every frame.
  package internal(set) var wantsTicks = false

  private var backend: any RenderBackend
  private var size: Size
  private var scale: Double
  private let background: Color

  var scene = Scene()
  var sampler = Sampler()
  var animations = LayerAnimations()
  var images = ImageLedger()
  var replicas = Replicas()
  var transitions = Transitions()
  /// Layers that the server has made so far.
  var madeLayers: UInt64 = 0
  private(set) var builder = FrameBuilder()
  private var overlay = SurfaceOverlay()

  package var optimizations = Optimizations.all {
    didSet {
      scene.optimizations = optimizations
      builder.culls = optimizations.contains(.culling)
      builder.computesArcs = optimizations.contains(.analyticArcs)
      builder.rasters.isOn = optimizations.contains(.rasterization)
      builder.coverage.isOn = optimizations.contains(.coverageCache)
      backend.use(optimizations)
      if !optimizations.contains(.quickFills) { scene.leaveQuickWay() }
      if !optimizations.contains(.restingSublayers) { scene.wakeSublayers() }
      mustDrawAll = true
    }
  }
  /// Off, the frame times drawn over the tree leave out what was measured and have only what follows
  /// from the frames' targets, so that the same frames give the same pixels.
  package var showsMeasuredWork = true

  /// Counts heap allocations for the frames' records; nil where nobody does.
  package var allocationCounter: AllocationWatch.Counter?

  /// Pixels that differ from the last frame drawn.
  var damage = PixelRegion()
  private var history = DamageHistory()
  private var mustDrawAll = true
  private var mustConfigure = true
  /// Something was committed, or has become due, since the last look.
  var isDirty = true
  /// The moment last sampled.
  private(set) var sampledTime = -Double.infinity
  /// Committed and not yet taken.
  var requests: [SurfaceRequest] = []
  var warnings: [String] = []
  private var warnedImages: Set<ImageID> = []
  private var warnedDepth = false
  private var warnedClips = false
  var warnedCopies = false
  var warnedPictures = false
  private var warnedDashes = false
  var warnedParticles = false
  private var emitterCourse = LocalTimeCourse()

  /// `size` in points, `scale` in pixels per point; `background` shows where no layer is.
  package init(
    surface: SurfaceID, backend: any RenderBackend, size: Size, scale: Double, background: Color
  ) {
    self.surface = surface
    self.backend = backend
    self.size = size
    self.scale = scale
    self.background = background
    resize(size: size, scale: scale)
  }

  // MARK: - What comes in

  /// Applies all operations in order. One that makes no sense (an unknown or destroyed layer, a
  /// layer inside itself, a value of another type) changes nothing.
  package func apply(_ commit: Commit) {
    lastSerial = commit.serial
    let pictures = freezePictures(for: commit)
    if !scene.emitters.isEmpty { scene.emitters.prepare(scene.tree, at: commit.time) }
    for op in commit.ops { apply(op, at: commit.time) }
    scene.tree.finishCommit()
    settleReplicas(at: commit.time)
    settleEmitters(at: commit.time)
    settleTransitions(pictures, at: commit.time)
    if scene.tree.isStructureStale { animations.invalidate(rearrangedAt: commit.time) }
    isDirty = true
  }

  /// The next frame is drawn as a whole, at the new size.
  package func resize(size: Size, scale: Double) {
    self.size = size
    self.scale = scale > 0 && scale.isFinite ? scale : 1
    scene.setSurface(pixelSize.bounds, scale: self.scale)
    overlay.surfaceResized()
    mustConfigure = true
    mustDrawAll = true
    isDirty = true
  }

  /// For a rebuilt device: every image is uploaded again and the first frame is a whole one.
  package func replaceBackend(_ backend: any RenderBackend) {
    self.backend = backend
    backend.use(optimizations)
    builder.uploaded.removeAll(keepingCapacity: true)
    builder.rasters.forgetAll()
    builder.coverage.releasesSent()
    images.keepReleases { _ in false }
    if scene.maximumImageSize != backend.maximumImageSize {
      scene.leaveQuickWay()
      scene.setSurface(pixelSize.bounds, scale: scale)
    }
    mustConfigure = true
    mustDrawAll = true
    isDirty = true
  }

  /// Device pixels; empty when there is nothing to draw on.
  package var pixelSize: PixelSize { PixelSize(points: size, scale: scale) }

  /// Off, transitions take their time and show nothing: for tests, which compare with a server that
  /// was told of the tree only now.
  package var showsTransitions = true {
    didSet { if !showsTransitions { endTransitions() } }
  }

  /// What is drawn over the tree. Counts and times of a frame include it; `drawList(at:full:)` does
  /// not.
  package var overlays: Overlays {
    get { overlay.shown }
    set { overlay.show(newValue, on: pixelSize.bounds, scale: scale) }
  }

  // MARK: - Time

  /// Appends the begins and ends of animations that are due at or before `time`, each once, ordered
  /// by due time; among equal times begins come first and the animation added last leads.
  package func advance(to time: Double, events: inout [ServerEvent]) {
    refreshDueTimes()
    if scene.emitters.wake <= time {
      scene.emitters.wake = .infinity
      isDirty = true
    }
    guard animations.nextDue <= time else { return }
    animations.report(to: time, surface: surface, ids: scene.tree.ids, events: &events)
    isDirty = true
  }

  /// Media time of the next begin or end that is due, or at which something may be seen again after a
  /// rest; infinite when there is none.
  package var nextEventTime: Double { min(nextReportTime, scene.emitters.wake) }

  /// Media time of the next begin or end that is due; infinite when none is.
  package var nextReportTime: Double {
    refreshDueTimes()
    return animations.nextDue
  }

  /// Something visible changes with time after the last drawn frame.
  package var isAnimating: Bool {
    refreshDueTimes()
    if scene.emitters.isMoving { return true }
    return animations.isMoving(after: sampledTime) { slot in
      // What was committed but not looked at yet may show anything.
      if isDirty || slot >= scene.placements.count { return true }
      return scene.canBeSeen(slot, animations[slot])
    }
  }

  /// A look at the next frame is worth while.
  package var needsFrame: Bool {
    !pixelSize.isEmpty
      && (isDirty || mustDrawAll || !damage.isEmpty || !overlay.stale.isEmpty || isAnimating)
  }

  func refreshDueTimes() {
    updateStructure()
    animations.update(scene.tree)
  }

  private func updateStructure() {
    guard scene.tree.isStructureStale else { return }
    scene.updateStructure(damage: &damage)
    animations.invalidate()
    if !warnedDepth, scene.hasLayersTooDeep {
      warnedDepth = true
      warnings.append(
        "layers nested deeper than \(RenderTree.maximumDepth) levels are not drawn; nest them less")
    }
  }

  // MARK: - Frames

  /// Draws the frame that will be seen at the target's `presentTime`, if it differs from the last.
  /// Fills the record's times and counters. After an error the next frame is a whole one, on a
  /// surface that is configured again.
  package func drawFrame(at target: FrameTarget, record: inout FrameRecord) throws(BackendError)
    -> FrameOutcome
  {
    record.targetTime = target.presentTime
    var watch = Stopwatch()
    var allocations = AllocationWatch(allocationCounter)
    record.place = update(to: target.presentTime)
    record.sample = watch.lap()
    record.allocations?.sample = allocations.lap()
    record.visited = scene.visited
    record.layers = scene.tree.order.count
    record.animated = sampler.animatedLayers
    let size = pixelSize
    if !optimizations.contains(.damage) { mustDrawAll = true }
    guard !size.isEmpty, mustDrawAll || !damage.isEmpty || !overlay.stale.isEmpty else {
      return .nothingChanged
    }
    do {
      if mustConfigure {
        try backend.configure(size: size)
        mustConfigure = false
        mustDrawAll = true
        history.removeAll()
      }
      guard let slot = try backend.acquire() else { return .noSlot }
      _ = watch.lap()
      _ = allocations.lap()
      if mustDrawAll { damage = PixelRegion(size.bounds) }
      if overlay.isActive {
        overlay.prepare(&damage, on: size.bounds, scale: scale, time: target.presentTime)
      }
      var region =
        (mustDrawAll ? nil : history.region(for: damage, age: slot.age))
        ?? PixelRegion(size.bounds)
      scene.completePictures(in: &region)
      region.joinNearlyAll()
      build(region)
      if overlay.isActive { overlay.draw(over: &builder) }
      record.build = watch.lap()
      record.allocations?.build = allocations.lap()
      let cost = try backend.render(builder.list)
      record.allocations?.draw = allocations.lap()
      record.present = max(0, watch.lap() - cost.recordNanoseconds - cost.submitNanoseconds)
      note(cost, in: &record)
    } catch {
      mustConfigure = true
      mustDrawAll = true
      builder.rasters.dropAll()
      throw error
    }
    mustDrawAll = false
    builder.letGoOfDamage()
    history.take(&damage)
    for image in builder.list.uploads { builder.uploaded.insert(image.id) }
    for id in builder.list.releases { builder.uploaded.remove(id) }
    images.releasesSent()
    builder.rasters.releasesSent()
    builder.coverage.releasesSent()
    if overlay.shown.contains(.fps) {
      // Who only wants ticks may draw as rarely as it likes.
      overlay.frameDrawn(
        for: target, work: showsMeasuredWork ? record.work : 0, continues: isAnimating)
    }
    return .drawn
  }

  /// What `drawFrame` would draw at `time`: the whole surface, or what differs from the last frame.
  package func drawList(at time: Double, full: Bool) -> DrawList {
    update(to: time)
    let all = full || mustDrawAll
    var region = all ? PixelRegion(pixelSize.bounds) : damage
    scene.completePictures(in: &region)
    builder.isTrial = true
    defer { builder.isTrial = false }
    build(region)
    return builder.list
  }

  /// The presented tree at `time` as text: one layer a line, only what differs from the defaults.
  package func dumpTree(at time: Double) -> String {
    update(to: time)
    scene.presentMovingFills()
    return scene.description
  }

  /// What the server shows of one layer at `time`; nil for a layer it does not know.
  package func layerValues(of id: LayerID, at time: Double) -> LayerValues? {
    update(to: time)
    return sampledValues(of: id)
  }

  /// What the last sampling gave one layer; nil for a layer the server does not know.
  package func sampledValues(of id: LayerID) -> LayerValues? {
    guard let slot = scene.tree.slotOf[id] else { return nil }
    scene.presentMovingFill(slot)
    return scene.tree.values[slot]
  }

  /// How many layers there are that replicators have made.
  package var copies: Int { replicas.count }
  /// How many layers there are in the old pictures of transitions.
  package var frozenLayers: Int { transitions.count }

  /// What was asked of the window or output since the last call, in order; overlays are shown
  /// without further help.
  package func takeRequests() -> [SurfaceRequest] {
    defer { requests = [] }
    return requests
  }

  /// What went wrong with committed data since the last call, one line per cause.
  package func takeWarnings() -> [String] {
    defer { warnings = [] }
    return warnings
  }

  /// Returns the nanoseconds that places and damage took.
  @discardableResult private func update(to time: Double) -> Int64 {
    scene.maximumImageSize = backend.maximumImageSize
    refreshDueTimes()
    var placing: Int64 = 0
    scene.visited = 0
    if isDirty || time != sampledTime {
      sampleAll(at: time)
      var watch = Stopwatch()
      scene.update(at: time, sampler, damage: &damage)
      placing = watch.lap()
      if !scene.emitters.isEmpty { scene.scheduleEmitters(after: time, &emitterCourse) }
      settleEmitterImages()
      noteRefusedImages()
    }
    sampledTime = time
    isDirty = false
    return placing
  }

  /// Brings presented values to a moment that may not be drawn.
  func present(at time: Double) {
    refreshDueTimes()
    if isDirty || time != sampledTime { sampleAll(at: time) }
  }

  private func sampleAll(at time: Double) {
    sample(at: time)
    // Each time one level of replicators within replicators.
    while followReplicators(at: time) || followTransitions(at: time) {
      refreshDueTimes()
      sample(at: time)
    }
  }

  /// Brings presented values to a moment, but for those of layers that move the quick way.
  private func sample(at time: Double) {
    for slot in sampler.stale { scene.leaveQuickWay(Int(slot)) }
    scene.leaveQuickWayIfChanged()
    sampler.follow(scene.movingFills)
    scene.movingFills.exchangesAreKnown()
    sampler.sample(&scene.tree, animations, at: time)
  }

  private func build(_ region: PixelRegion) {
    images.keepReleases { builder.uploaded.contains($0) }
    builder.copiesSurface = backend.canCopySurface
    builder.build(
      scene, at: sampledTime, damage: region, background: background.premultiplied,
      releases: images.releases)
    if !warnedDashes, builder.coverage.hasRefusedDashes {
      warnedDashes = true
      warnings.append(
        "a line with more than \(Int(Path.maximumDashes)) dashes is drawn without them; make the "
          + "lengths in lineDashPattern larger")
    }
    if !warnedClips, builder.longestChain > FrameBuilder.maximumChain {
      warnedClips = true
      warnings.append(
        "more than \(FrameBuilder.maximumChain) rounded or turned clips lie inside each other; "
          + "the outer ones are ignored; clip fewer of the layers")
    }
  }

  private func note(_ cost: FrameCost, in record: inout FrameRecord) {
    record.record = cost.recordNanoseconds
    record.submit = cost.submitNanoseconds
    record.gpu = cost.gpuNanoseconds
    record.draws = cost.draws
    record.passes = cost.passes
    record.pipelineSwitches = cost.pipelineSwitches
    record.descriptorBinds = cost.descriptorBinds
    record.shadedPixels = cost.pixelsShaded
    record.uploadedBytes = cost.uploadedBytes
    record.pipelinesCreated = cost.pipelinesCreated
    record.cacheHits = cost.cacheHits
    record.cacheBytes = cost.cacheBytes
    record.deviceBytes = cost.deviceBytes
    record.maskHits = builder.coverage.counts.hits
    record.maskMisses = builder.coverage.counts.misses
    record.maskBytes = builder.coverage.counts.bytes
    record.bitmapHits = builder.rasters.hits
    record.bitmapMisses = builder.rasters.misses
    record.bitmapBytes = builder.rasters.bytes
    record.passBytes = cost.passBytes
    record.keptImageBytes = cost.keptImageBytes
    record.drawn = builder.drawn
    record.quads = builder.list.quadCount
    record.culled = builder.culled
    record.damagedPixels = builder.list.damage.rects.reduce(0) { $0 + $1.area }
  }

  private func noteRefusedImages() {
    guard !scene.refusedImages.isEmpty else { return }
    for id in scene.refusedImages where warnedImages.insert(id).inserted {
      warnings.append(
        "an image without pixels or wider or higher than \(scene.maximumImageSize) pixels, the "
          + "most this device takes, is not drawn; give the layer a smaller image")
    }
    scene.refusedImages.removeAll()
  }
}
