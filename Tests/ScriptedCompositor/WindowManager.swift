import CWayland
import CWaylandServer
import Geometry

/// An xdg_wm_base: one of a client, as each answers its own pings.
final class WindowManager: RequestHandler {
  unowned let server: Server
  private(set) var resource: Resource?
  /// Alive ones, in order of creation.
  private var surfaces: [ShellSurface] = []
  /// Serials not answered yet.
  private(set) var pings: [UInt32] = []

  init(_ server: Server, client: Client, version: UInt32, id: UInt32) {
    self.server = server
    resource = Resource(client, cws_xdg_wm_base(), version: version, id: id, handler: self)
  }

  func ping() {
    guard let resource else { return }
    let serial = server.nextSerial()
    pings.append(serial)
    xdg_wm_base_send_ping(resource.raw, serial)
  }

  func handle(_ request: Request) {
    switch request.opcode {
    case XDG_WM_BASE_DESTROY:
      if !surfaces.isEmpty {
        server.violation(
          on: request.resource, XDG_WM_BASE_ERROR_DEFUNCT_SURFACES.rawValue,
          "xdg_wm_base was destroyed before its surfaces")
        if server.configuration.postsErrors { return }
      }
      request.resource.destroy()
    case XDG_WM_BASE_CREATE_POSITIONER:
      _ = Resource(
        request.client, cws_xdg_positioner(), version: request.version, id: request.newID(0),
        handler: Positioner())
    case XDG_WM_BASE_GET_XDG_SURFACE:
      guard let surface: Surface = request.object(1) else { return }
      getShellSurface(request, of: surface)
    case XDG_WM_BASE_PONG:
      guard let index = pings.firstIndex(of: request.uint(0)) else {
        return server.violation("pong with serial \(request.uint(0)), which was not asked for")
      }
      pings.remove(at: index)
    default: break
    }
  }

  private func getShellSurface(_ request: Request, of surface: Surface) {
    if let role = surface.role, role != .toplevel {
      return server.violation(
        on: request.resource, XDG_WM_BASE_ERROR_ROLE.rawValue,
        "\(surface.description) already has the role \(role.rawValue)")
    }
    guard surface.shell == nil else {
      return server.violation(
        on: request.resource, XDG_WM_BASE_ERROR_ROLE.rawValue,
        "\(surface.description) already has an xdg_surface")
    }
    guard surface.content == nil, !surface.pending.hasContent else {
      return server.violation(
        on: request.resource, XDG_WM_BASE_ERROR_INVALID_SURFACE_STATE.rawValue,
        "\(surface.description) had a buffer before its xdg_surface")
    }
    let shell = ShellSurface(self, surface, request, id: request.newID(0))
    surfaces.append(shell)
    surface.shell = shell
  }

  func forget(_ shell: ShellSurface) { surfaces.removeAll { $0 === shell } }

  func resourceDestroyed() {
    resource = nil
    surfaces = []
    server.forget(self)
  }
}

/// An xdg_positioner: taken, but there are no popups to place.
private final class Positioner: RequestHandler {
  func handle(_ request: Request) {
    if request.opcode == XDG_POSITIONER_DESTROY { request.resource.destroy() }
  }
}

extension SurfaceChange {
  var hasContent: Bool {
    switch attachment {
    case .content: true
    case .unchanged, .removed: false
    }
  }
}
