import AnimationCore
import Geometry
import LayerCommit
import Profiling
import QuartzCore
import RenderServer
import Renderer

/// The real server of one surface, called by its application instead of run by a render thread.
///
/// Used only on the thread of the test that made it.
final class SynchronousServer: RenderService, @unchecked Sendable {
  let surface: SurfaceID
  let renderer: SurfaceRenderer
  /// What the commits said.
  private(set) var model = CommittedModel()
  private(set) var commits = 0
  /// What commits said that makes no sense.
  private(set) var nonsense: [String] = []

  private static let size = Size(64, 64)

  init(_ surface: SurfaceID) {
    self.surface = surface
    renderer = SurfaceRenderer(
      surface: surface, backend: NullBackend(), size: Self.size, scale: 1, background: .white)
  }

  func submit(_ commit: Commit) {
    commits += 1
    nonsense += model.apply(commit.ops)
    renderer.apply(commit)
  }

  /// What is due at the present moment.
  func takeEvents() -> [ServerEvent] {
    var events: [ServerEvent] = []
    renderer.advance(to: MediaClock.now, events: &events)
    return events
  }

  func draw() throws -> FrameOutcome {
    let now = MediaClock.now
    var record = FrameRecord()
    return try renderer.drawFrame(
      at: FrameTarget(timestamp: now, presentTime: now, startBy: now, interval: 1.0 / 60),
      record: &record)
  }

  /// A server that knows nothing but what these operations say.
  static func fresh(_ ops: [CommitOp]) -> SynchronousServer {
    let server = SynchronousServer(SurfaceID(raw: 0))
    server.submit(Commit(surface: server.surface, serial: 1, time: MediaClock.now, ops: ops))
    return server
  }
}
