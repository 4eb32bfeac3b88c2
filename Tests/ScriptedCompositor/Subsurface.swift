import CWayland
import CWaylandServer
import Geometry

/// wl_subcompositor.
final class Subcompositor: RequestHandler {
  unowned let server: Server

  init(_ server: Server) { self.server = server }

  func handle(_ request: Request) {
    switch request.opcode {
    case WL_SUBCOMPOSITOR_DESTROY: request.resource.destroy()
    case WL_SUBCOMPOSITOR_GET_SUBSURFACE:
      let error = WL_SUBCOMPOSITOR_ERROR_BAD_SURFACE.rawValue
      guard let surface: Surface = request.object(1), let parent: Surface = request.object(2),
        surface !== parent
      else {
        return server.violation(
          on: request.resource, error, "a subsurface needs another surface as its parent")
      }
      guard surface.subsurface == nil else {
        return server.violation(
          on: request.resource, error, "\(surface.description) already is a subsurface")
      }
      guard surface.take(.subsurface, for: request.resource, errorCode: error) else { return }
      let subsurface = Subsurface(surface, parent: parent, request, id: request.newID(0))
      surface.subsurface = subsurface
    default: break
    }
  }
}

/// A wl_subsurface: a surface at a place within its parent.
final class Subsurface: RequestHandler {
  private(set) weak var surface: Surface?
  private(set) weak var parent: Surface?
  /// Points, from the parent's top left corner.
  private(set) var position = Point.zero
  private var pendingPosition: Point?
  private var isDesynchronized = false

  init(_ surface: Surface, parent: Surface, _ request: Request, id: UInt32) {
    self.surface = surface
    self.parent = parent
    _ = Resource(
      request.client, cws_wl_subsurface(), version: request.version, id: id, handler: self)
    parent.pendingStack.append(self)
  }

  /// Whether commits wait for the parent's: by its own mode or by that of one above.
  var isSynchronized: Bool {
    !isDesynchronized || parent?.subsurface?.isSynchronized == true
  }

  func handle(_ request: Request) {
    switch request.opcode {
    case WL_SUBSURFACE_DESTROY: request.resource.destroy()
    case WL_SUBSURFACE_SET_POSITION:
      pendingPosition = Point(Double(request.int(0)), Double(request.int(1)))
    case WL_SUBSURFACE_PLACE_ABOVE: place(by: request, above: true)
    case WL_SUBSURFACE_PLACE_BELOW: place(by: request, above: false)
    case WL_SUBSURFACE_SET_SYNC: isDesynchronized = false
    case WL_SUBSURFACE_SET_DESYNC:
      isDesynchronized = true
      if !isSynchronized { surface?.applyCached() }
    default: break
    }
  }

  /// Takes effect with the parent's commit.
  private func place(by request: Request, above: Bool) {
    guard let parent, let sibling: Surface = request.object(0) else { return }
    let rest = parent.pendingStack.filter { $0 !== self }
    let place = rest.firstIndex { $0 == nil ? sibling === parent : $0?.surface === sibling }
    guard let place else {
      return parent.server.violation(
        on: request.resource, WL_SUBSURFACE_ERROR_BAD_SURFACE.rawValue,
        "\(sibling.description) is no sibling")
    }
    parent.pendingStack = rest
    parent.pendingStack.insert(self, at: above ? place + 1 : place)
  }

  func parentCommitted() {
    position = pendingPosition ?? position
    pendingPosition = nil
    if isSynchronized { surface?.applyCached() }
  }

  func resourceDestroyed() {
    // Unlike the order, the disappearance does not wait for the parent's commit.
    parent?.remove(self)
  }
}
