import Geometry
import LayerCommit
import Profiling
import RenderServer
import Renderer
import VulkanBackend

/// Draws the frames of one surface, keeps their records, and rebuilds what breaks on the way.
final class FrameProducer {
  let renderer: SurfaceRenderer
  private(set) var backend: any RenderBackend {
    didSet { if measuresDeviceTime { backend.measureDeviceTime() } }
  }
  private var measuresDeviceTime = false
  private(set) var device: VulkanDevice?
  private(set) var profile = FrameProfile()
  /// What the drawn frames showed of the layers that a test asks about.
  var probe = ValueProbe()
  /// The texts of the lists drawn, where a test asks for them; see `recordLists()`.
  private(set) var lists: [String]?
  /// The commits that the next frame shows, and the render thread's nanoseconds spent on them.
  private var pending = CommitBatch.Span()
  private var pendingApply: Int64 = 0
  /// Heap allocations of the render thread for the next frame, where they are counted.
  private var pendingAllocations = AllocationCount()

  private let maker: BackendMaker
  /// What the validation layer had said about the device before, and what it said about lost ones.
  private var earlierMessages: Int
  private var messagesOfLostDevices: [String] = []
  private var size: Size
  private var scale: Double
  /// Of the last frame drawn.
  private var lastTarget: FrameTarget?
  /// Devices lost one after the other, without many good frames between them.
  private var losses = 0
  private var goodFrames = 0
  /// The device could not be rebuilt, and frames fail until it is; the one that broke, if any did.
  private var isBackendMissing = false
  private var brokenDevice: VulkanDevice?
  /// Rebuilding that failed since the last good frame.
  private var failedRebuilds = 0

  /// Rebuilding more often than this for one frame means that it will not work.
  private static let maximumAttempts = 3
  /// Devices lost, and the good frames after which a loss is forgotten.
  private static let maximumLosses = 8
  private static let framesToForgive = 60
  /// A driver that resets itself has no device for a while. Tries to rebuild it, and the seconds
  /// before the first, which double with each: about four together.
  private static let maximumRebuilds = 8
  private static let rebuildDelay = 1.0 / 64

  init(
    surface: SurfaceID, maker: BackendMaker, size: Size, scale: Double, background: Color
  ) throws(HostError) {
    self.maker = maker
    self.size = size
    self.scale = scale
    do throws(BackendError) {
      (backend, device) = try maker.make(replacing: nil)
    } catch {
      throw HostError(error)
    }
    earlierMessages = device?.validationMessages.count ?? 0
    renderer = SurfaceRenderer(
      surface: surface, backend: backend, size: size, scale: scale, background: background)
    renderer.allocationCounter = AllocationCounter.counter
  }

  /// What the validation layer said about this surface's device since the surface exists.
  var validationMessages: [String] {
    messagesOfLostDevices
      + Array((device?.validationMessages ?? []).dropFirst(earlierMessages))
  }

  /// Applies commits and moves the server to `time`.
  func advance(to time: Double, applying batch: CommitBatch, events: inout [ServerEvent]) {
    var watch = Stopwatch()
    var allocations = AllocationWatch(AllocationCounter.counter)
    for commit in batch.commits { renderer.apply(commit) }
    renderer.advance(to: time, events: &events)
    pendingAllocations = pendingAllocations + allocations.lap()
    pendingApply += watch.lap()
    pending.add(batch.span)
    if !renderer.needsFrame { forgetPending() }
  }

  /// What no frame shows is no part of a later frame.
  private func forgetPending() {
    pending = CommitBatch.Span()
    pendingApply = 0
    pendingAllocations = AllocationCount()
  }

  /// How long to wait, in seconds, before a frame that has failed is tried again; nil when that will
  /// not help.
  var retryDelay: Double? {
    guard isBackendMissing, failedRebuilds <= Self.maximumRebuilds else { return nil }
    return Self.rebuildDelay * Double(1 << (failedRebuilds - 1))
  }

  func resize(size: Size, scale: Double) {
    self.size = size
    self.scale = scale
    renderer.resize(size: size, scale: scale)
  }

  /// The next frame is drawn as a whole, whatever has changed.
  func redraw() { renderer.resize(size: size, scale: scale) }

  /// Draws the frame for `target` and records it, rebuilding surface or device on the way where that
  /// is needed. Rebuilding that does not help ends in an error; `retryDelay` says whether that is
  /// final.
  ///
  /// - Parameters:
  ///   - record: What is known about the frame before it is drawn.
  ///   - finish: Completes the record of a frame that was drawn, with the index by which later news
  ///     refers to it.
  func draw(
    at target: FrameTarget, record: FrameRecord = FrameRecord(),
    finish: (inout FrameRecord) -> Void
  ) throws(HostError) -> FrameOutcome {
    if isBackendMissing {
      do throws(BackendError) {
        try rebuild(replacing: brokenDevice)
      } catch {
        throw HostError(error)
      }
    }
    var attempts = 0
    while true {
      var record = record
      record.targetTime = target.presentTime
      record.lateCause = record.missedCommit ? .commit : nil
      record.apply = pendingApply
      record.commit = pending.nanoseconds
      record.commitBegin = pending.begin
      record.commitEnd = pending.end
      record.inputTime = pending.inputTime
      record.allocations = AllocationCounter.counter.map { _ in
        FrameAllocations(apply: pendingAllocations)
      }
      do throws(BackendError) {
        let outcome = try renderer.drawFrame(at: target, record: &record)
        for warning in renderer.takeWarnings() { HostLog.warn(warning) }
        if outcome == .nothingChanged { forgetPending() }
        guard outcome == .drawn else { return outcome }
        forgetPending()
        lastTarget = target
        noteGoodFrame()
        finish(&record)
        profile.append(record)
        probe.note(renderer, at: target.presentTime)
        if lists != nil, let list = (backend as? NullBackend)?.lastList { lists?.append(list.dump) }
        return outcome
      } catch {
        attempts += 1
        guard attempts < Self.maximumAttempts else { throw HostError(error) }
        try recover(from: error)
      }
    }
  }

  /// Remembers more frames from now on, and forgets those so far.
  func keepFrames(_ count: Int) { profile = FrameProfile(capacity: count) }

  /// Records say from now on how long the device took.
  func measureDeviceTime() {
    measuresDeviceTime = true
    backend.measureDeviceTime()
  }

  /// Keeps the text of each list drawn from now on, where the null backend draws.
  func recordLists() {
    (backend as? NullBackend)?.keepsLastList = true
    lists = []
  }

  /// The pixels of the last frame; of surfaces without a window. Draws it again if the device is lost
  /// only now.
  func readPixels() throws(HostError) -> Bitmap {
    var attempts = 0
    while true {
      do throws(BackendError) {
        return try backend.readPixels()
      } catch {
        attempts += 1
        guard let lastTarget, attempts < Self.maximumAttempts else { throw HostError(error) }
        try recover(from: error)
        _ = try draw(at: lastTarget, finish: { _ in })
      }
    }
  }

  /// A frame was seen; see `FrameProfile.presented`.
  func presented(index: Int, at time: Double, interval: Double) {
    profile.presented(index: index, at: time, interval: interval)
  }

  /// Frees the device's resources; frames are only counted from now on.
  func dropBackend() {
    isBackendMissing = false
    brokenDevice = nil
    backend = NullBackend()
    renderer.replaceBackend(backend)
    device = nil
  }

  private func noteGoodFrame() {
    failedRebuilds = 0
    guard losses > 0 else { return }
    goodFrames += 1
    if goodFrames >= Self.framesToForgive { losses = 0 }
  }

  private func recover(from error: BackendError) throws(HostError) {
    do throws(BackendError) {
      switch error {
      case .surfaceOutOfDate:
        renderer.resize(size: size, scale: scale)
      case .surfaceLost:
        try rebuild(replacing: nil)
      case .deviceLost:
        losses += 1
        goodFrames = 0
        guard losses <= Self.maximumLosses else { throw error }
        try rebuild(replacing: device)
      case .unavailable:
        throw error
      }
    } catch {
      throw HostError(error)
    }
  }

  private func rebuild(replacing lost: VulkanDevice?) throws(BackendError) {
    let old = device
    // The old swapchain must be gone before a new one takes its surface.
    dropBackend()
    defer {
      if old !== device {
        messagesOfLostDevices += (old?.validationMessages ?? []).dropFirst(earlierMessages)
        earlierMessages = device?.validationMessages.count ?? 0
      }
    }
    do throws(BackendError) {
      (backend, device) = try maker.make(replacing: lost)
    } catch {
      isBackendMissing = true
      brokenDevice = lost
      failedRebuilds += 1
      throw error
    }
    renderer.replaceBackend(backend)
  }
}

/// Makes the backend of one surface, again after its device was lost.
struct BackendMaker {
  let make: (_ lost: VulkanDevice?) throws(BackendError) -> (any RenderBackend, VulkanDevice?)

  func make(
    replacing lost: VulkanDevice?
  ) throws(BackendError) -> (any RenderBackend, VulkanDevice?) {
    try make(lost)
  }
}
