import CWayland
import CWaylandServer
import Geometry

/// What a wp_viewport says of its surface.
struct ViewportState: Hashable {
  /// The part of the buffer to show, in points of the unscaled surface; nil is all of it.
  var source: Rect?
  /// The size to show it in, in points; nil is the source's.
  var destination: Size?

  struct Fault {
    var code: UInt32
    var rule: String
  }

  /// What a buffer of `size` pixels makes wrong.
  func fault(in size: PixelSize, scale: Int) -> Fault? {
    guard let source else { return nil }
    if destination == nil,
      source.size.width != source.size.width.rounded()
        || source.size.height != source.size.height.rounded()
    {
      return Fault(
        code: WP_VIEWPORT_ERROR_BAD_SIZE.rawValue,
        rule: "a source of \(source.size.width)×\(source.size.height) needs a destination")
    }
    if source.maxX * Double(scale) > Double(size.width)
      || source.maxY * Double(scale) > Double(size.height)
    {
      return Fault(
        code: WP_VIEWPORT_ERROR_OUT_OF_BUFFER.rawValue, rule: "the source leaves the buffer")
    }
    return nil
  }
}

/// wp_viewporter.
final class Viewporter: RequestHandler {
  unowned let server: Server

  init(_ server: Server) { self.server = server }

  func handle(_ request: Request) {
    switch request.opcode {
    case WP_VIEWPORTER_DESTROY: request.resource.destroy()
    case WP_VIEWPORTER_GET_VIEWPORT:
      guard let surface: Surface = request.object(1) else { return }
      guard surface.viewport == nil else {
        return server.violation(
          on: request.resource, WP_VIEWPORTER_ERROR_VIEWPORT_EXISTS.rawValue,
          "\(surface.description) already has a viewport")
      }
      let viewport = Viewport(surface, request, id: request.newID(0))
      surface.viewport = viewport
    default: break
    }
  }
}

/// A wp_viewport; does nothing once its surface is gone.
final class Viewport: RequestHandler {
  private weak var surface: Surface?
  private(set) var resource: Resource?
  private unowned let server: Server
  private var state = ViewportState()

  init(_ surface: Surface, _ request: Request, id: UInt32) {
    self.surface = surface
    server = surface.server
    resource = Resource(
      request.client, cws_wp_viewport(), version: request.version, id: id, handler: self)
  }

  func handle(_ request: Request) {
    switch request.opcode {
    case WP_VIEWPORT_DESTROY: request.resource.destroy()
    case WP_VIEWPORT_SET_SOURCE:
      let values = (0..<4).map { request.fixed($0) }
      if values.allSatisfy({ $0 == -1 }) {
        state.source = nil
      } else if values[0] >= 0, values[1] >= 0, values[2] > 0, values[3] > 0 {
        state.source = Rect(values[0], values[1], values[2], values[3])
      } else {
        return refuse(request, "\(values) is no source")
      }
      change(request)
    case WP_VIEWPORT_SET_DESTINATION:
      let (width, height) = (request.int(0), request.int(1))
      if width == -1, height == -1 {
        state.destination = nil
      } else if width > 0, height > 0 {
        state.destination = Size(Double(width), Double(height))
      } else {
        return refuse(request, "\(width)×\(height) is no destination")
      }
      change(request)
    default: break
    }
  }

  private func refuse(_ request: Request, _ rule: String) {
    server.violation(on: request.resource, WP_VIEWPORT_ERROR_BAD_VALUE.rawValue, rule)
  }

  private func change(_ request: Request) {
    guard let surface, surface.resource != nil else {
      return server.violation(
        on: request.resource, WP_VIEWPORT_ERROR_NO_SURFACE.rawValue, "the surface is gone")
    }
    surface.pending.viewport = state
  }

  func resourceDestroyed() {
    resource = nil
    // Takes effect with the next commit.
    if surface?.resource != nil { surface?.pending.viewport = ViewportState() }
  }
}

/// wp_fractional_scale_manager_v1.
final class FractionalScaleManager: RequestHandler {
  unowned let server: Server

  init(_ server: Server) { self.server = server }

  func handle(_ request: Request) {
    switch request.opcode {
    case WP_FRACTIONAL_SCALE_MANAGER_V1_DESTROY: request.resource.destroy()
    case WP_FRACTIONAL_SCALE_MANAGER_V1_GET_FRACTIONAL_SCALE:
      guard let surface: Surface = request.object(1) else { return }
      guard surface.fractionalScale == nil else {
        return server.violation(
          on: request.resource,
          WP_FRACTIONAL_SCALE_MANAGER_V1_ERROR_FRACTIONAL_SCALE_EXISTS.rawValue,
          "\(surface.description) already has a fractional scale")
      }
      let scale = FractionalScale(request, id: request.newID(0))
      surface.fractionalScale = scale
      scale.prefer(server.configuration.scale120)
    default: break
    }
  }
}

/// A wp_fractional_scale_v1.
final class FractionalScale: RequestHandler {
  private var resource: Resource?
  /// Pixels per point times 120, as told last.
  private(set) var preferred: UInt32 = 120

  init(_ request: Request, id: UInt32) {
    resource = Resource(
      request.client, cws_wp_fractional_scale_v1(), version: request.version, id: id, handler: self)
  }

  func prefer(_ scale120: UInt32) {
    preferred = scale120
    if let resource { wp_fractional_scale_v1_send_preferred_scale(resource.raw, scale120) }
  }

  func handle(_ request: Request) { request.resource.destroy() }
  func resourceDestroyed() { resource = nil }
}
