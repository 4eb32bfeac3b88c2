import CWayland
import CWaylandServer
import Geometry

/// An xdg_surface: configurations, their acknowledgements, and what commits make of them.
///
/// ```
/// first commit, without a buffer ─▶ configure(serial) ─▶ ack_configure(serial) ─▶ commit of a frame
///        new                          waiting               configured
/// ```
final class ShellSurface: RequestHandler {
  /// What a configuration proposes.
  struct Proposal: Hashable {
    var serial: UInt32
    /// Points; a side of zero is the client's choice.
    var size: Size
    var states: Set<WindowState>
  }

  private enum Phase {
    /// No commit has asked for a configuration yet.
    case new
    case waiting
    case configured
  }

  unowned let server: Server
  let surface: Surface
  private(set) var resource: Resource?
  private weak var manager: WindowManager?
  private(set) weak var toplevel: Toplevel?

  private var phase = Phase.new
  /// Sent and not acknowledged, oldest first.
  private(set) var proposals: [Proposal] = []
  /// In the order of their arrival.
  private(set) var acknowledged: [UInt32] = []
  /// Acknowledged last; in force from the next commit on.
  private var agreed: Proposal?
  /// In force since the latest commit.
  private(set) var current: Proposal?
  /// Points, in the space of the surface.
  private(set) var geometry: PixelRect?
  private var pendingGeometry: PixelRect?
  private(set) var stretchedFrames: [StretchedFrame] = []

  init(_ manager: WindowManager, _ surface: Surface, _ request: Request, id: UInt32) {
    self.manager = manager
    self.surface = surface
    server = manager.server
    resource = Resource(
      request.client, cws_xdg_surface(), version: request.version, id: id, handler: self)
  }

  var description: String { resource?.description ?? "xdg_surface" }
  var hasBegun: Bool { phase != .new }

  /// For scripts.
  func ping() { manager?.ping() }
  var unansweredPings: Int { manager?.pings.count ?? 0 }

  // MARK: Requests

  func handle(_ request: Request) {
    switch request.opcode {
    case XDG_SURFACE_DESTROY:
      if let toplevel {
        server.violation(
          on: resource, XDG_SURFACE_ERROR_DEFUNCT_ROLE_OBJECT.rawValue,
          "\(description) was destroyed before its \(toplevel.description)")
        if server.configuration.postsErrors { return }
      }
      request.resource.destroy()
    case XDG_SURFACE_GET_TOPLEVEL: getToplevel(request)
    case XDG_SURFACE_GET_POPUP:
      server.violation(
        on: resource, XDG_SURFACE_ERROR_ALREADY_CONSTRUCTED.rawValue,
        "this compositor has no popups")
    case XDG_SURFACE_SET_WINDOW_GEOMETRY:
      let rect = request.pixelRect(0)
      guard rect.width > 0, rect.height > 0 else {
        return server.violation(
          on: resource, XDG_SURFACE_ERROR_INVALID_SIZE.rawValue,
          "a window geometry of \(rect.width)×\(rect.height)")
      }
      pendingGeometry = rect
    case XDG_SURFACE_ACK_CONFIGURE: acknowledge(request.uint(0))
    default: break
    }
  }

  private func getToplevel(_ request: Request) {
    guard toplevel == nil else {
      return server.violation(
        on: resource, XDG_SURFACE_ERROR_ALREADY_CONSTRUCTED.rawValue,
        "\(description) already has a role object")
    }
    guard
      surface.take(
        .toplevel, for: request.resource, errorCode: XDG_SURFACE_ERROR_ALREADY_CONSTRUCTED.rawValue)
    else { return }
    let toplevel = Toplevel(self, request, id: request.newID(0))
    self.toplevel = toplevel
    server.windowCreated(toplevel)
  }

  private func acknowledge(_ serial: UInt32) {
    guard toplevel != nil else {
      return server.violation(
        on: resource, XDG_SURFACE_ERROR_NOT_CONSTRUCTED.rawValue,
        "\(description) acknowledged serial \(serial) without a role object")
    }
    guard let index = proposals.firstIndex(where: { $0.serial == serial }) else {
      let fault =
        acknowledged.contains(serial)
        ? "a second time"
        : acknowledged.contains { $0 > serial } ? "after a later one" : "which was never sent"
      return server.violation(
        on: resource, XDG_SURFACE_ERROR_INVALID_SERIAL.rawValue,
        "\(description) acknowledged serial \(serial), \(fault)")
    }
    agreed = proposals[index]
    proposals.removeSubrange(...index)
    acknowledged.append(serial)
    if phase == .waiting { phase = .configured }
  }

  // MARK: Configurations

  func propose(_ size: Size, states: Set<WindowState>) {
    guard let resource, let toplevel else { return }
    toplevel.sendConfigure(size, states: states)
    let serial = server.nextSerial()
    proposals.append(Proposal(serial: serial, size: size, states: states))
    xdg_surface_send_configure(resource.raw, serial)
    if phase == .new { phase = .waiting }
  }

  // MARK: Commits

  /// Whether a commit of `change` may go on; it may not when the client is being ended for it.
  func allows(_ change: SurfaceChange) -> Bool {
    guard toplevel != nil else {
      server.violation(
        on: resource, XDG_SURFACE_ERROR_NOT_CONSTRUCTED.rawValue,
        "\(description) was committed without a role object")
      return !server.configuration.postsErrors
    }
    switch phase {
    case .configured: return true
    case .new, .waiting:
      guard change.hasContent else { return true }
      let reason = phase == .new ? "before its first commit" : "before it acknowledged"
      server.violation(
        on: resource, XDG_SURFACE_ERROR_UNCONFIGURED_BUFFER.rawValue,
        "\(description) committed a buffer \(reason) the first configuration")
      return !server.configuration.postsErrors
    }
  }

  /// After a commit, which may have changed the picture: the buffer, or the shape it is shown in.
  func committed(isPictureNew: Bool) {
    current = agreed ?? current
    geometry = pendingGeometry ?? geometry
    toplevel?.committed()
    switch phase {
    case .new:
      toplevel?.begin()
    case .waiting:
      break
    case .configured:
      if surface.content == nil, surface.frameCount > 0 { unmapped() }
    }
    if isPictureNew { checkFrame() }
  }

  /// A commit of no buffer takes a window back to its beginning.
  private func unmapped() {
    guard current != nil else { return }
    phase = .new
    proposals = []
    agreed = nil
    current = nil
    toplevel?.unmapped()
  }

  /// Compares a frame with the configuration in force.
  private func checkFrame() {
    guard let content = surface.content, let shown = surface.size, let toplevel else { return }
    // Without a fractional scale, that of the output is to be followed.
    let scale120 =
      surface.fractionalScale?.preferred
      ?? UInt32(120 * (surface.outputs.first?.description.scale ?? 1))
    let reason = StretchedFrame.reason(
      buffer: content.size, shown: shown,
      // Without a geometry the window is as large as its surface.
      window: geometry.map { Size(Double($0.width), Double($0.height)) } ?? shown,
      agreed: current.map { toplevel.limited($0) } ?? .zero,
      scale120: surface.viewportState.destination == nil ? nil : scale120)
    guard let reason else { return }
    stretchedFrames.append(
      StretchedFrame(
        commit: surface.commitCount, buffer: content.size, shown: shown,
        configured: current?.size ?? .zero, reason: reason))
  }

  func resourceDestroyed() {
    resource = nil
    manager?.forget(self)
    surface.shell = nil
  }
}

/// A frame that was not made for the size in which it is shown.
package struct StretchedFrame: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// The window is not as large as the configuration that its client has acknowledged.
    case size
    /// The buffer is not the shown size times the scale, so it is resampled.
    case scale
  }

  /// Counts the window's commits.
  package var commit: Int
  package var buffer: PixelSize
  /// The surface's size. Points.
  package var shown: Size
  /// The acknowledged proposal. Points; zero is the client's choice.
  package var configured: Size
  package var reason: Reason

  package init(
    commit: Int, buffer: PixelSize, shown: Size, configured: Size, reason: Reason
  ) {
    self.commit = commit
    self.buffer = buffer
    self.shown = shown
    self.configured = configured
    self.reason = reason
  }

  /// Nil when all is well.
  ///
  /// `agreed` has zero for a side that is the client's choice. `scale120` is nil for surfaces whose
  /// size follows from the buffer by a whole scale; for others the buffer must have
  /// round(shown · scale120 / 120) pixels.
  static func reason(
    buffer: PixelSize, shown: Size, window: Size, agreed: Size, scale120: UInt32?
  ) -> Reason? {
    if agreed.width > 0 && window.width != agreed.width
      || agreed.height > 0 && window.height != agreed.height
    {
      return .size
    }
    guard let scale120 else { return nil }
    func pixels(_ points: Double) -> Int {
      Int((points * Double(scale120) / 120).rounded(.toNearestOrAwayFromZero))
    }
    return buffer == PixelSize(pixels(shown.width), pixels(shown.height)) ? nil : .scale
  }
}
