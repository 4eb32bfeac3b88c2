import CWayland
import CWaylandServer
import Geometry

/// What one commit changes. Nil leaves a value as it is.
struct SurfaceChange {
  enum Attachment {
    case unchanged
    case removed
    case content(Content)
  }

  var attachment = Attachment.unchanged
  var scale: Int?
  /// A value of wl_output.transform.
  var transform: Int32?
  var viewport: ViewportState?
  var opaqueRegion: [PixelRect]?
  var callbacks: [FrameCallback] = []
  var feedback: [Feedback] = []

  /// Adds a later commit.
  mutating func merge(_ later: SurfaceChange) {
    switch later.attachment {
    case .unchanged: break
    case .removed, .content:
      if case .content(let replaced) = attachment { replaced.release() }
      attachment = later.attachment
    }
    scale = later.scale ?? scale
    transform = later.transform ?? transform
    viewport = later.viewport ?? viewport
    opaqueRegion = later.opaqueRegion ?? opaqueRegion
    callbacks += later.callbacks
    for each in feedback { each.discard() }
    feedback = later.feedback
  }
}

/// A wl_surface: collects changes, applies them at a commit, and keeps what the display needs.
final class Surface: RequestHandler {
  /// What a surface is for; it never changes once given.
  enum Role: String {
    case toplevel = "xdg_toplevel"
    case subsurface = "wl_subsurface"
    case cursor
  }

  unowned let server: Server
  private(set) var resource: Resource?
  private(set) var role: Role?

  // What belongs to it; clients destroy these in any order.
  weak var shell: ShellSurface?
  weak var subsurface: Subsurface?
  weak var viewport: Viewport?
  weak var fractionalScale: FractionalScale?

  var pending = SurfaceChange()
  /// Commits of a synchronized subsurface wait here for the parent's.
  private var cached: SurfaceChange?
  /// The order of the subsurfaces, bottom to top; nil is the surface itself.
  var pendingStack: [Subsurface?] = [nil]
  private(set) var stack: [Subsurface?] = [nil]

  private(set) var content: Content?
  private(set) var scale = 1
  private(set) var transform: Int32 = 0
  private(set) var viewportState = ViewportState()
  private(set) var opaqueRegion: [PixelRect] = []
  private(set) var commitCount = 0
  /// Commits that brought a buffer.
  private(set) var frameCount = 0
  /// Committed and unanswered.
  private(set) var callbacks: [FrameCallback] = []
  /// Of the latest commit, until it is shown.
  private(set) var feedback: [Feedback] = []
  /// Whether there is a content that no vblank has shown.
  private(set) var isFresh = false
  private(set) var discardCount = 0
  private(set) var outputs: [Output] = []
  /// Whether it was put on an output once; from then on the script moves it.
  var isPlaced = false

  init(_ server: Server, client: Client, version: UInt32, id: UInt32) {
    self.server = server
    resource = Resource(client, cws_wl_surface(), version: version, id: id, handler: self)
  }

  var description: String { resource?.description ?? "wl_surface" }

  /// Points; nil without a content.
  var size: Size? {
    guard let content else { return nil }
    if let destination = viewportState.destination { return destination }
    if let source = viewportState.source { return Size(source.size.width, source.size.height) }
    // Odd transforms turn by a quarter.
    let isTurned = transform % 2 != 0
    let (width, height) = (Double(content.size.width), Double(content.size.height))
    return isTurned
      ? Size(height / Double(scale), width / Double(scale))
      : Size(width / Double(scale), height / Double(scale))
  }

  /// Gives it a role; false, with an error on `object`, when it has another.
  func take(_ role: Role, for object: Resource, errorCode: UInt32) -> Bool {
    if let present = self.role, present != role {
      server.violation(
        on: object, errorCode, "\(description) already has the role \(present.rawValue)")
      return false
    }
    self.role = role
    return true
  }

  // MARK: Requests

  func handle(_ request: Request) {
    switch request.opcode {
    case WL_SURFACE_DESTROY: destroy(request.resource)
    case WL_SURFACE_ATTACH: attach(request)
    case WL_SURFACE_FRAME:
      pending.callbacks.append(FrameCallback(request.client, id: request.newID(0)))
    case WL_SURFACE_SET_OPAQUE_REGION:
      pending.opaqueRegion = request.object(0, Region.self)?.rects ?? []
    case WL_SURFACE_COMMIT: commit()
    case WL_SURFACE_SET_BUFFER_TRANSFORM:
      guard (0...7).contains(request.int(0)) else {
        return server.violation(
          on: request.resource, WL_SURFACE_ERROR_INVALID_TRANSFORM.rawValue,
          "\(request.int(0)) is no transform")
      }
      pending.transform = request.int(0)
    case WL_SURFACE_SET_BUFFER_SCALE:
      guard request.int(0) > 0 else {
        return server.violation(
          on: request.resource, WL_SURFACE_ERROR_INVALID_SCALE.rawValue,
          "the buffer scale \(request.int(0)) is not positive")
      }
      pending.scale = Int(request.int(0))
    default: break  // Damage and input regions change nothing that a test could see.
    }
  }

  private func destroy(_ resource: Resource) {
    if let shell {
      server.violation(
        on: shell.resource, XDG_SURFACE_ERROR_DEFUNCT_ROLE_OBJECT.rawValue,
        "\(description) was destroyed before its \(shell.description)")
      if server.configuration.postsErrors { return }
    }
    resource.destroy()
  }

  private func attach(_ request: Request) {
    if request.version >= WL_SURFACE_OFFSET_SINCE_VERSION,
      request.int(1) != 0 || request.int(2) != 0
    {
      return server.violation(
        on: request.resource, WL_SURFACE_ERROR_INVALID_OFFSET.rawValue,
        "a buffer was attached with an offset")
    }
    pending.attachment =
      request.resource(0).flatMap { Content($0) }.map { .content($0) } ?? .removed
  }

  // MARK: Commits

  private func commit() {
    commitCount += 1
    if let shell, !shell.allows(pending) { return }
    let change = pending
    pending = SurfaceChange()
    if let subsurface, subsurface.isSynchronized {
      if cached == nil { cached = change } else { cached?.merge(change) }
    } else {
      apply(change)
    }
  }

  /// Applies what a synchronized subsurface has waiting.
  func applyCached() {
    guard let change = cached else { return }
    cached = nil
    apply(change)
  }

  private func apply(_ change: SurfaceChange) {
    scale = change.scale ?? scale
    transform = change.transform ?? transform
    viewportState = change.viewport ?? viewportState
    opaqueRegion = change.opaqueRegion ?? opaqueRegion
    let hasFrame =
      switch change.attachment {
      case .unchanged: false
      case .removed: replaceContent(nil)
      case .content(let content): replaceContent(content)
      }
    // An update that another one replaces before anybody could see it.
    for each in feedback {
      each.discard()
      discardCount += 1
    }
    feedback = change.feedback
    callbacks.removeAll { !$0.isAlive }
    callbacks += change.callbacks
    let limit = server.configuration.frameCallbackLimit
    if !change.callbacks.isEmpty, callbacks.count > limit {
      server.violation(
        "\(description): \(callbacks.count) frame callbacks are outstanding, more than \(limit)")
    }
    let isReshaped =
      change.viewport != nil || change.scale != nil || change.transform != nil
    let isPictureNew = content != nil && (hasFrame || isReshaped)
    if isPictureNew { checkSize() }
    stack = pendingStack
    for case let child? in stack { child.parentCommitted() }
    shell?.committed(isPictureNew: isPictureNew)
    server.subtreeChanged(self)
  }

  /// Says whether there is a new picture.
  private func replaceContent(_ new: Content?) -> Bool {
    content?.release()
    content = new
    isFresh = new != nil
    if isFresh { frameCount += 1 }
    return isFresh
  }

  private func checkSize() {
    guard let content, let resource else { return }
    if let fault = viewportState.fault(in: content.size, scale: scale) {
      if let viewport = viewport?.resource {
        server.violation(on: viewport, fault.code, fault.rule)
      }
    } else if viewportState.destination == nil,
      content.size.width % scale != 0 || content.size.height % scale != 0
    {
      server.violation(
        on: resource, WL_SURFACE_ERROR_INVALID_SIZE.rawValue,
        "a buffer of \(content.size.width)×\(content.size.height) is no multiple of the scale"
          + " \(scale)")
    }
  }

  func remove(_ child: Subsurface) {
    pendingStack.removeAll { $0 === child }
    stack.removeAll { $0 === child }
  }

  // MARK: Display

  /// The display has taken the content: the buffer may be used again.
  func wasShown() -> [Feedback] {
    isFresh = false
    if let content {
      if server.configuration.keepsPictures { content.keepCopy() }
      if !server.configuration.holdsBuffers { content.release() }
    }
    defer { feedback = [] }
    return feedback
  }

  /// `time` is in milliseconds, on a clock of the compositor's choice.
  func answerCallbacks(time: UInt32) {
    let answered = callbacks
    callbacks = []
    for callback in answered { callback.done(time: time) }
  }

  func enter(_ output: Output) {
    guard let resource, !outputs.contains(where: { $0 === output }) else { return }
    outputs.append(output)
    for each in output.resources(of: resource.client) {
      wl_surface_send_enter(resource.raw, each.raw)
    }
  }

  func leave(_ output: Output, tells: Bool = true) {
    guard let resource, outputs.contains(where: { $0 === output }) else { return }
    outputs.removeAll { $0 === output }
    guard tells else { return }
    for each in output.resources(of: resource.client) {
      wl_surface_send_leave(resource.raw, each.raw)
    }
  }

  func resourceDestroyed() {
    resource = nil
    content?.release()
    content = nil
    for callback in callbacks + pending.callbacks + (cached?.callbacks ?? []) { callback.cancel() }
    for each in feedback + pending.feedback + (cached?.feedback ?? []) { each.discard() }
    callbacks = []
    feedback = []
    pending = SurfaceChange()
    cached = nil
    server.surfaceDestroyed(self)
  }
}

/// The wl_callback of wl_surface.frame.
final class FrameCallback: RequestHandler {
  private var resource: Resource?

  init(_ client: Client, id: UInt32) {
    resource = Resource(client, cws_wl_callback(), version: 1, id: id, handler: self)
  }

  var isAlive: Bool { resource != nil }

  func done(time: UInt32) {
    guard let resource else { return }
    wl_callback_send_done(resource.raw, time)
    resource.destroy()
  }

  func cancel() { resource?.destroy() }

  func handle(_ request: Request) {}
  func resourceDestroyed() { resource = nil }
}

/// A wl_region. What is taken away again is not followed.
final class Region: RequestHandler {
  private(set) var rects: [PixelRect] = []

  init(_ client: Client, version: UInt32, id: UInt32) {
    _ = Resource(client, cws_wl_region(), version: version, id: id, handler: self)
  }

  func handle(_ request: Request) {
    switch request.opcode {
    case WL_REGION_DESTROY: request.resource.destroy()
    case WL_REGION_ADD: rects.append(request.pixelRect(0))
    default: break
    }
  }
}
