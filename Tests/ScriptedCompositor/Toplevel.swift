import CWayland
import CWaylandServer
import Geometry

/// An xdg_toplevel: one window, as the client describes it and as the script has placed it.
final class Toplevel: RequestHandler {
  unowned let server: Server
  let id: WindowID
  private let shell: ShellSurface
  private(set) var resource: Resource?
  fileprivate weak var decoration: ToplevelDecoration?

  private(set) var title = ""
  private(set) var appID = ""
  /// Points; zero sets no limit. In force from the next commit on.
  private var pendingMinimum = Size.zero
  private var pendingMaximum = Size.zero
  private var minimum = Size.zero
  private var maximum = Size.zero
  private(set) var requests: [Window.Request] = []

  /// The size to return to from the whole screen. Points.
  private var floatingSize: Size
  /// What the latest configuration said.
  private var states: Set<WindowState>

  var isHidden = false
  private(set) var presentCount = 0
  private(set) var feedbackCount = 0
  /// The picture of the latest vblank that showed one.
  private var shownPicture: Bitmap?
  private var shownChecksum: UInt64 = 0
  private var hasChanged = false

  init(_ shell: ShellSurface, _ request: Request, id: UInt32) {
    self.shell = shell
    server = shell.server
    self.id = server.newWindowID()
    floatingSize = server.configuration.initialSize
    states = server.configuration.initialStates
    resource = Resource(
      request.client, cws_xdg_toplevel(), version: request.version, id: id, handler: self)
  }

  var surface: Surface { shell.surface }
  var description: String { resource?.description ?? "xdg_toplevel" }
  var isMapped: Bool { surface.content != nil }
  func ping() { shell.ping() }

  // MARK: Requests

  func handle(_ request: Request) {
    switch request.opcode {
    case XDG_TOPLEVEL_DESTROY: destroy(request.resource)
    case XDG_TOPLEVEL_SET_TITLE: title = request.string(0)
    case XDG_TOPLEVEL_SET_APP_ID: appID = request.string(0)
    case XDG_TOPLEVEL_SHOW_WINDOW_MENU:
      checkSerial(request.uint(1), of: "show_window_menu")
      requests.append(.showMenu)
    case XDG_TOPLEVEL_MOVE:
      checkSerial(request.uint(1), of: "move")
      requests.append(.move)
    case XDG_TOPLEVEL_RESIZE:
      checkSerial(request.uint(1), of: "resize")
      requests.append(.resize(edges: request.uint(2)))
    case XDG_TOPLEVEL_SET_MAX_SIZE: pendingMaximum = limit(request)
    case XDG_TOPLEVEL_SET_MIN_SIZE: pendingMinimum = limit(request)
    case XDG_TOPLEVEL_SET_MAXIMIZED: asked(.maximize)
    case XDG_TOPLEVEL_UNSET_MAXIMIZED: asked(.unmaximize)
    case XDG_TOPLEVEL_SET_FULLSCREEN: asked(.fullscreen)
    case XDG_TOPLEVEL_UNSET_FULLSCREEN: asked(.leaveFullscreen)
    case XDG_TOPLEVEL_SET_MINIMIZED: requests.append(.minimize)
    default: break
    }
  }

  private func destroy(_ resource: Resource) {
    if let decoration {
      server.violation(
        on: decoration.resource, ZXDG_TOPLEVEL_DECORATION_V1_ERROR_ORPHANED.rawValue,
        "\(description) was destroyed before its decoration")
      if server.configuration.postsErrors { return }
    }
    resource.destroy()
  }

  private func limit(_ request: Request) -> Size {
    let (width, height) = (request.int(0), request.int(1))
    if width < 0 || height < 0 {
      server.violation(
        on: resource, XDG_TOPLEVEL_ERROR_INVALID_SIZE.rawValue, "a limit of \(width)×\(height)")
    }
    return Size(Double(max(0, width)), Double(max(0, height)))
  }

  /// Interactive moves and the like must follow from something the user did.
  private func checkSerial(_ serial: UInt32, of request: String) {
    guard server.seat?.isInputSerial(serial) != true else { return }
    server.violation("\(description): \(request) with serial \(serial), which no input has had")
  }

  private func asked(_ request: Window.Request) {
    requests.append(request)
    guard server.configuration.answersStateRequests else { return }
    var new = states
    switch request {
    case .maximize: new.insert(.maximized)
    case .unmaximize: new.remove(.maximized)
    case .fullscreen: new.insert(.fullscreen)
    case .leaveFullscreen: new.remove(.fullscreen)
    case .minimize, .move, .resize, .showMenu: return
    }
    let fillsOutput = new.contains(.maximized) || new.contains(.fullscreen)
    let filled = surface.outputs.first ?? server.outputs.first
    let size = fillsOutput ? filled?.logicalSize ?? floatingSize : floatingSize
    // Before the first commit, the answer is part of the first configuration.
    states = new
    if shell.hasBegun { shell.propose(size, states: new) }
  }

  // MARK: Configurations

  /// A new size or new states, by the script.
  func configure(_ size: Size, states: Set<WindowState>) -> UInt32 {
    let fillsOutput = states.contains(.maximized) || states.contains(.fullscreen)
    if !fillsOutput { floatingSize = size }
    shell.propose(size, states: states)
    return shell.proposals.last?.serial ?? 0
  }

  /// The first configuration.
  func begin() {
    guard let resource else { return }
    if resource.version >= XDG_TOPLEVEL_WM_CAPABILITIES_SINCE_VERSION {
      // The window menu, maximising, filling the screen, minimising.
      withWaylandArray([1, 2, 3, 4]) { xdg_toplevel_send_wm_capabilities(resource.raw, $0) }
    }
    if let bounds = server.configuration.bounds { sendBounds(bounds) }
    let fillsOutput = states.contains(.maximized) || states.contains(.fullscreen)
    let size = fillsOutput ? server.outputs.first?.logicalSize ?? floatingSize : floatingSize
    shell.propose(size, states: states)
  }

  func sendBounds(_ bounds: Size) {
    guard let resource, resource.version >= XDG_TOPLEVEL_CONFIGURE_BOUNDS_SINCE_VERSION else {
      return
    }
    xdg_toplevel_send_configure_bounds(resource.raw, Int32(bounds.width), Int32(bounds.height))
  }

  func sendConfigure(_ size: Size, states: Set<WindowState>) {
    guard let resource else { return }
    self.states = states
    decoration?.sendIfChanged()
    withWaylandArray(states.map(\.rawValue).sorted()) {
      xdg_toplevel_send_configure(resource.raw, Int32(size.width), Int32(size.height), $0)
    }
  }

  func sendClose() {
    if let resource { xdg_toplevel_send_close(resource.raw) }
  }

  /// Who draws the title bar changes while the window is shown.
  func decorate(byServer isServerSide: Bool) {
    decoration?.change(toServerSide: isServerSide)
    decorationAsked()
  }

  /// The decoration was asked for: it is told, at once if the window has begun.
  fileprivate func decorationAsked() {
    guard let latest = shell.proposals.last ?? shell.current else { return }
    shell.propose(latest.size, states: latest.states)
  }

  /// The size a client must show after it has agreed to `proposal`: its own limits go first,
  /// except where the window fills its output. Zero is its choice.
  func limited(_ proposal: ShellSurface.Proposal) -> Size {
    let binding: Set<WindowState> = [.maximized, .fullscreen]
    guard proposal.states.isDisjoint(with: binding) else { return proposal.size }
    func limited(_ length: Double, _ least: Double, _ most: Double) -> Double {
      guard length > 0 else { return 0 }
      return max(most > 0 ? min(length, most) : length, least)
    }
    return Size(
      limited(proposal.size.width, minimum.width, maximum.width),
      limited(proposal.size.height, minimum.height, maximum.height))
  }

  // MARK: Commits

  func committed() {
    minimum = pendingMinimum
    maximum = pendingMaximum
    guard isMapped else { return }
    for each in surface.tree where !each.isPlaced {
      each.isPlaced = true
      if let output = surface.outputs.first ?? server.outputs.first { each.enter(output) }
    }
  }

  func unmapped() {
    states = server.configuration.initialStates
    surface.isPlaced = false
    for output in surface.outputs { surface.leave(output) }
  }

  // MARK: Display

  /// A surface of the window has something new.
  func changed() { hasChanged = true }

  /// Takes part in a vblank; `deliver` gets the feedback of the frames that are now seen.
  func show(time: UInt32, deliver: ([Feedback]) -> Void) -> ShownWindow? {
    guard isMapped, !isHidden else { return nil }
    let surfaces = surface.tree
    let isNew = surfaces.contains { $0.isFresh }
    if surface.isFresh { presentCount += 1 }
    for each in surfaces {
      let feedback = each.wasShown()
      feedbackCount += feedback.count
      deliver(feedback)
    }
    var changedPixels = 0
    if hasChanged {
      let picture = surface.picture()
      changedPixels = picture.differences(from: shownPicture)
      shownChecksum = picture.checksum
      shownPicture = picture
    }
    hasChanged = false
    for each in surfaces { each.answerCallbacks(time: time) }
    return ShownWindow(
      isNew: isNew, commit: surface.commitCount, checksum: shownChecksum,
      changedPixels: changedPixels)
  }

  // MARK: Queries

  var snapshot: Window {
    Window(
      id: id, title: title, appID: appID, minimumSize: minimum, maximumSize: maximum,
      geometry: shell.geometry, size: surface.size, isMapped: isMapped, isHidden: isHidden,
      commitCount: surface.commitCount, frameCount: surface.frameCount,
      presentCount: presentCount, discardCount: surface.discardCount,
      bufferSize: surface.content?.size, bufferScale: surface.scale,
      viewportDestination: surface.viewportState.destination,
      opaqueRegion: surface.opaqueRegion, hasUnshownFrame: surface.isFresh,
      outstandingCallbacks: surface.callbacks.count { $0.isAlive },
      unacknowledged: shell.proposals.map(\.serial), acknowledged: shell.acknowledged,
      configuredSize: shell.current?.size, states: shell.current?.states ?? [],
      requests: requests, stretchedFrames: shell.stretchedFrames,
      outputs: surface.outputs.map(\.id), hasServerDecoration: decoration?.isServerSide ?? false,
      unansweredPings: shell.unansweredPings)
  }

  func resourceDestroyed() {
    resource = nil
    server.windowDestroyed(self)
  }
}

/// zxdg_decoration_manager_v1.
final class DecorationManager: RequestHandler {
  unowned let server: Server

  init(_ server: Server) { self.server = server }

  func handle(_ request: Request) {
    switch request.opcode {
    case ZXDG_DECORATION_MANAGER_V1_DESTROY: request.resource.destroy()
    case ZXDG_DECORATION_MANAGER_V1_GET_TOPLEVEL_DECORATION:
      guard let toplevel: Toplevel = request.object(1) else { return }
      let decoration = ToplevelDecoration(toplevel, request, id: request.newID(0))
      if toplevel.decoration != nil {
        server.violation(
          on: decoration.resource, ZXDG_TOPLEVEL_DECORATION_V1_ERROR_ALREADY_CONSTRUCTED.rawValue,
          "\(toplevel.description) already has a decoration")
      } else if toplevel.isMapped || toplevel.surface.pending.hasContent {
        server.violation(
          on: decoration.resource, ZXDG_TOPLEVEL_DECORATION_V1_ERROR_UNCONFIGURED_BUFFER.rawValue,
          "\(toplevel.description) had a buffer before its decoration")
      } else {
        toplevel.decoration = decoration
      }
    default: break
    }
  }
}

/// A zxdg_toplevel_decoration_v1: the answer is the script's, whatever is asked for.
final class ToplevelDecoration: RequestHandler {
  private weak var toplevel: Toplevel?
  private(set) var resource: Resource?
  private(set) var isServerSide: Bool
  private var isTold = false

  init(_ toplevel: Toplevel, _ request: Request, id: UInt32) {
    self.toplevel = toplevel
    isServerSide = toplevel.server.configuration.decoration == .server
    resource = Resource(
      request.client, cws_zxdg_toplevel_decoration_v1(), version: request.version, id: id,
      handler: self)
  }

  /// Told with the next configuration.
  fileprivate func change(toServerSide isServerSide: Bool) {
    self.isServerSide = isServerSide
    isTold = false
  }

  /// Goes before the configuration that it is part of.
  func sendIfChanged() {
    guard !isTold, let resource else { return }
    isTold = true
    let mode =
      isServerSide
      ? ZXDG_TOPLEVEL_DECORATION_V1_MODE_SERVER_SIDE : ZXDG_TOPLEVEL_DECORATION_V1_MODE_CLIENT_SIDE
    zxdg_toplevel_decoration_v1_send_configure(resource.raw, mode.rawValue)
  }

  func handle(_ request: Request) {
    switch request.opcode {
    case ZXDG_TOPLEVEL_DECORATION_V1_DESTROY: request.resource.destroy()
    case ZXDG_TOPLEVEL_DECORATION_V1_SET_MODE, ZXDG_TOPLEVEL_DECORATION_V1_UNSET_MODE:
      isTold = false
      toplevel?.decorationAsked()
    default: break
    }
  }

  func resourceDestroyed() { resource = nil }
}

/// Calls `body` with an array of numbers as the protocol sends them.
func withWaylandArray(_ numbers: [UInt32], _ body: (UnsafeMutablePointer<wl_array>) -> Void) {
  var array = wl_array()
  wl_array_init(&array)
  defer { wl_array_release(&array) }
  for number in numbers {
    // Safety: the array has just grown by these four bytes.
    wl_array_add(&array, 4)!.storeBytes(of: number, as: UInt32.self)
  }
  body(&array)
}
