import Geometry
import LayerCommit
import Profiling
import RenderServer
import Renderer
import VulkanBackend

/// Draws the frames of one surface, keeps their records, and rebuilds what breaks on the way.
final class FrameProducer {
  let renderer: SurfaceRenderer
  private(set) var backend: any RenderBackend
  private(set) var profile = FrameProfile()
  /// Main-thread and render-thread nanoseconds spent on the commits that the next frame shows.
  private var pendingCommit: Int64 = 0
  private var pendingApply: Int64 = 0
  /// Heap allocations of the render thread for the next frame, where they are counted.
  private var pendingAllocations = 0

  private let maker: BackendMaker
  private var device: VulkanDevice?
  private var earlierMessages: Int
  private var size: Size
  private var scale: Double

  /// Rebuilding more often than this for one frame means that it will not work.
  private static let maximumAttempts = 3

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
  }

  /// What the validation layer said about this surface's device since the surface exists.
  var validationMessages: [String] {
    Array((device?.validationMessages ?? []).dropFirst(earlierMessages))
  }

  /// Applies commits and moves the server to `time`.
  ///
  /// - Parameter duration: Nanoseconds the main thread spent on the commits.
  func advance(
    to time: Double, applying commits: [Commit], duration: Int64, events: inout [ServerEvent]
  ) {
    var watch = Stopwatch()
    let allocations = AllocationCounter.count
    for commit in commits { renderer.apply(commit) }
    renderer.advance(to: time, events: &events)
    if let allocations { pendingAllocations += (AllocationCounter.count ?? 0) - allocations }
    pendingApply += watch.lap()
    pendingCommit += duration
  }

  func resize(size: Size, scale: Double) {
    self.size = size
    self.scale = scale
    renderer.resize(size: size, scale: scale)
  }

  /// Draws the frame for `target`.
  ///
  /// - Parameters:
  ///   - index: Names the record; later news about the frame refers to it.
  ///   - missedCommit: The frame could not wait for the answer to its tick.
  func draw(
    at target: FrameTarget, index: () -> Int, missedCommit: Bool = false
  ) throws(HostError) -> FrameOutcome {
    var attempts = 0
    while true {
      var record = FrameRecord()
      record.targetTime = target.presentTime
      record.commit = pendingCommit
      record.apply = pendingApply
      record.missedCommit = missedCommit
      record.lateCause = missedCommit ? .commit : nil
      let allocations = AllocationCounter.count
      do throws(BackendError) {
        let outcome = try renderer.drawFrame(at: target, record: &record)
        record.allocations = allocations.map {
          (AllocationCounter.count ?? 0) - $0 + pendingAllocations
        }
        for warning in renderer.takeWarnings() { HostLog.warn(warning) }
        if outcome == .drawn {
          pendingCommit = 0
          pendingApply = 0
          pendingAllocations = 0
          record.index = index()
          profile.append(record)
        }
        return outcome
      } catch {
        attempts += 1
        guard attempts < Self.maximumAttempts else { throw HostError(error) }
        try recover(from: error)
      }
    }
  }

  /// A frame was seen; see `FrameProfile.presented`.
  func presented(index: Int, at time: Double, interval: Double) {
    profile.presented(index: index, at: time, interval: interval)
  }

  /// Frees the device's resources; frames are only counted from now on.
  func dropBackend() {
    backend = NullBackend()
    renderer.replaceBackend(backend)
    device = nil
  }

  private func recover(from error: BackendError) throws(HostError) {
    do throws(BackendError) {
      switch error {
      case .surfaceOutOfDate:
        renderer.resize(size: size, scale: scale)
      case .deviceLost:
        let lost = device
        // The old swapchain must be gone before a new one takes its surface.
        dropBackend()
        (backend, device) = try maker.make(replacing: lost)
        earlierMessages = device?.validationMessages.count ?? 0
        renderer.replaceBackend(backend)
      case .unavailable:
        throw error
      }
    } catch {
      throw HostError(error)
    }
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
