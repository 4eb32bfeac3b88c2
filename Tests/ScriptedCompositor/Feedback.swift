import CWayland
import CWaylandServer

/// wp_presentation.
final class Presentation: RequestHandler {
  func handle(_ request: Request) {
    switch request.opcode {
    case WP_PRESENTATION_DESTROY: request.resource.destroy()
    case WP_PRESENTATION_FEEDBACK:
      guard let surface: Surface = request.object(0) else { return }
      surface.pending.feedback.append(Feedback(surface, request, id: request.newID(1)))
    default: break
    }
  }
}

/// A wp_presentation_feedback: the fate of one commit, told once.
final class Feedback: RequestHandler {
  /// What `presented` says.
  struct Timing {
    /// On the announced clock.
    var nanoseconds: Int64
    var refresh: UInt32
    var sequence: UInt64
    var flags: UInt32
  }

  private weak var surface: Surface?
  private unowned let server: Server
  private var resource: Resource?

  init(_ surface: Surface, _ request: Request, id: UInt32) {
    self.surface = surface
    server = surface.server
    resource = Resource(
      request.client, cws_wp_presentation_feedback(), version: request.version, id: id,
      handler: self)
  }

  func present(_ timing: Timing) {
    guard let resource else { return }
    if let output = surface?.outputs.first {
      for each in output.resources(of: resource.client) {
        wp_presentation_feedback_send_sync_output(resource.raw, each.raw)
      }
    }
    let (seconds, rest) = timing.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let high = UInt64(max(0, seconds)) >> 32
    wp_presentation_feedback_send_presented(
      resource.raw, UInt32(high), UInt32(truncatingIfNeeded: seconds), UInt32(max(0, rest)),
      timing.refresh, UInt32(timing.sequence >> 32),
      UInt32(truncatingIfNeeded: timing.sequence), timing.flags)
    resource.destroy()
  }

  /// Nobody saw the commit.
  func discard() {
    guard server.configuration.feedback != .absent, let resource else { return }
    wp_presentation_feedback_send_discarded(resource.raw)
    resource.destroy()
  }

  func handle(_ request: Request) {}
  func resourceDestroyed() { resource = nil }
}
