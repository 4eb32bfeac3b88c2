import Geometry
import LayerCommit
import Profiling
import RenderServer
import WaylandPlatform

/// A surface that does nothing by itself: time moves and frames are drawn when the main thread says
/// so, which makes the same program give the same frames.
final class LockStepSurface: SurfaceDriver {
  let frames: FrameProducer
  private let handle: HostedSurface
  private var frameCount = 0
  private var events: [ServerEvent] = []

  init(_ handle: HostedSurface, frames: FrameProducer) {
    self.handle = handle
    self.frames = frames
    frames.renderer.showsMeasuredWork = false
  }

  var renderer: SurfaceRenderer { frames.renderer }
  var refreshInterval: Double? { nil }
  /// Not looked at: time comes with each call.
  var clock: DisplayClock { .monotonic }
  var nextWake: Double { .infinity }

  func step(now: Double) {}
  func displayLost(reason: String) {}
  func close() {}

  func advance(to time: Double) {
    frames.advance(to: time, applying: handle.takeCommits(), events: &events)
    handle.post(events)
    events.removeAll(keepingCapacity: true)
  }

  /// Draws frames until there is mail or `limit` seconds have passed.
  func drawRun(_ targets: [FrameTarget], limit: Double) throws(HostError) -> FrameRun {
    var run = FrameRun(capacity: targets.count)
    var watch = Stopwatch()
    var spent: Int64 = 0
    for target in targets {
      guard Double(spent) < limit * 1e9, !handle.hasMail else { break }
      let isDrawn = try drawRequested(at: target)
      let nanoseconds = watch.lap()
      spent += nanoseconds
      run.add(isDrawn: isDrawn, nanoseconds: nanoseconds)
    }
    return run
  }

  func drawRequested(at target: FrameTarget) throws(HostError) -> Bool {
    // A device without a display frees its slots by itself; a few tries bridge a slow one.
    for _ in 0..<100 {
      switch try frames.draw(at: target, finish: { $0.index = frameCount + 1 }) {
      case .drawn:
        frameCount += 1
        return true
      case .nothingChanged:
        return false
      case .noSlot:
        continue
      }
    }
    throw .timedOut("no frame slot became free")
  }
}
