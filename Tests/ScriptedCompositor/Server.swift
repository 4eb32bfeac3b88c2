import CLinux
import CWayland
import CWaylandServer
import Geometry
import Glibc

/// The compositor itself: lives on its thread, owns the wl_display and everything clients made.
final class Server {
  let display: OpaquePointer
  var configuration: ScriptedCompositor.Configuration
  private(set) var seat: Seat?
  private(set) var outputs: [Output] = []
  /// Withdrawn, and kept because clients may still hold their objects.
  private var formerOutputs: [Output] = []
  private var lastOutput = 0
  private var globals: [Global] = []
  private var managers: [WindowManager] = []
  /// Alive ones, in order of creation.
  private(set) var windows: [Toplevel] = []
  private var windowCount = 0
  private(set) var violations: [String] = []
  var timeline: Display
  /// Not yet taken by a test; bounded, as some never take any.
  private var vblanks: [Vblank] = []
  private static let vblankLimit = 100_000

  init(_ configuration: ScriptedCompositor.Configuration, socket: Int32) {
    self.configuration = configuration
    guard let display = wl_display_create() else { fatalError("no memory for a wl_display") }
    self.display = display
    timeline = Display(clock: configuration.clock)
    guard wl_display_init_shm(display) == 0, wl_display_add_socket_fd(display, socket) == 0 else {
      fatalError("no memory for a wl_display")
    }
    for output in configuration.outputs { _ = addOutput(output) }
    offerGlobals()
  }

  private func offerGlobals() {
    offer(cws_wl_compositor(), 5) { CompositorGlobal($0) }
    if configuration.hasSubcompositor { offer(cws_wl_subcompositor(), 1) { Subcompositor($0) } }
    globals.append(
      Global(display, cws_xdg_wm_base(), version: 5) { [unowned self] client, version, id in
        managers.append(WindowManager(self, client: client, version: version, id: id))
      })
    if configuration.hasPresentation {
      globals.append(
        Global(display, cws_wp_presentation(), version: 1) { [unowned self] client, version, id in
          let presentation = Resource(
            client, cws_wp_presentation(), version: version, id: id, handler: Presentation())
          wp_presentation_send_clock_id(presentation.raw, UInt32(bitPattern: configuration.clock))
        })
    }
    if configuration.hasViewporter { offer(cws_wp_viewporter(), 1) { Viewporter($0) } }
    if configuration.hasFractionalScale {
      offer(cws_wp_fractional_scale_manager_v1(), 1) { FractionalScaleManager($0) }
    }
    switch configuration.decoration {
    case .server, .client: offer(cws_zxdg_decoration_manager_v1(), 1) { DecorationManager($0) }
    case .none: break
    }
    if let capabilities = configuration.seat { seat = Seat(self, capabilities) }
  }

  /// Offers something that says nothing when it is bound.
  private func offer(
    _ interface: UnsafePointer<wl_interface>, _ version: Int32,
    _ makeHandler: @escaping (Server) -> any RequestHandler
  ) {
    globals.append(
      Global(display, interface, version: version) { [unowned self] client, version, id in
        _ = Resource(client, interface, version: version, id: id, handler: makeHandler(self))
      })
  }

  /// Ends all connections, without a goodbye, and everything else.
  func shutDown() {
    wl_display_destroy_clients(display)
    for global in globals { global.destroy() }
    for output in outputs + formerOutputs { output.destroy() }
    seat?.destroy()
    wl_display_destroy(display)
  }

  func nextSerial() -> UInt32 { wl_display_next_serial(display) }

  // MARK: Checks

  func violation(_ rule: String) { violations.append(rule) }

  /// Records it and, where the compositor is strict, ends the client.
  func violation(on resource: Resource?, _ code: UInt32, _ rule: String) {
    violations.append(rule)
    if configuration.postsErrors { resource?.postError(code, rule) }
  }

  /// What only shows at the end.
  func checkPings() {
    for manager in managers where !manager.pings.isEmpty {
      violations.append("unanswered pings: \(manager.pings.count)")
    }
  }

  // MARK: Windows

  func newWindowID() -> WindowID {
    defer { windowCount += 1 }
    return WindowID(raw: windowCount)
  }

  func windowCreated(_ window: Toplevel) { windows.append(window) }
  func windowDestroyed(_ window: Toplevel) { windows.removeAll { $0 === window } }
  func forget(_ manager: WindowManager) { managers.removeAll { $0 === manager } }
  func pingAll() { for manager in managers { manager.ping() } }
  var awaitsPongs: Bool { managers.contains { !$0.pings.isEmpty } }

  func window(_ id: WindowID) throws(ScriptError) -> Toplevel {
    guard let window = windows.first(where: { $0.id == id }) else { throw .noWindow(id) }
    return window
  }

  func surfaceDestroyed(_ surface: Surface) { seat?.forget(surface) }

  /// The window of a surface or of the one it is a part of.
  func subtreeChanged(_ surface: Surface) {
    var top = surface
    while let parent = top.subsurface?.parent { top = parent }
    top.shell?.toplevel?.changed()
  }

  var snapshot: ScriptedCompositor.Snapshot {
    ScriptedCompositor.Snapshot(
      windows: windows.map(\.snapshot), violations: violations,
      vblankCount: timeline.sequence, isWaitingForPong: awaitsPongs)
  }

  // MARK: Outputs

  func addOutput(_ description: OutputDescription) -> OutputID {
    let id = OutputID(raw: lastOutput)
    lastOutput += 1
    outputs.append(Output(self, id: id, description))
    moveHomeless()
    return id
  }

  func output(_ id: OutputID) throws(ScriptError) -> Output {
    guard let output = outputs.first(where: { $0.id == id }) else { throw .noOutput(id) }
    return output
  }

  func removeOutput(_ id: OutputID, tellsWindows: Bool) throws(ScriptError) {
    let output = try output(id)
    for window in windows {
      for surface in window.surface.tree { surface.leave(output, tells: tellsWindows) }
    }
    output.withdraw()
    outputs.removeAll { $0 === output }
    formerOutputs.append(output)
    moveHomeless()
  }

  /// Windows that are on no output come to the first one.
  private func moveHomeless() {
    guard let output = outputs.first else { return }
    for window in windows {
      for surface in window.surface.tree where surface.isPlaced && surface.outputs.isEmpty {
        surface.enter(output)
      }
    }
  }

  /// A client learns which windows an output shows when it binds it after they were shown.
  func outputBound(_ output: Output, by client: Client) {
    for window in windows {
      for surface in window.surface.tree where surface.resource?.client == client {
        guard surface.outputs.contains(where: { $0 === output }), let raw = surface.resource?.raw,
          let binding = output.resources(of: client).last
        else { continue }
        wl_surface_send_enter(raw, binding.raw)
      }
    }
  }

  // MARK: Vblanks

  /// The time between stepped vblanks. Nanoseconds.
  private var step: Int64 {
    if let step = configuration.stepNanoseconds { return step }
    let claimed = Int64(configuration.refreshNanoseconds)
    return claimed > 0 ? claimed : 16_666_667
  }

  /// `time` is on the announced clock, in nanoseconds; nil is one step after the vblank before.
  /// `skipped` vblanks went by before it unnoticed.
  func vblank(at time: Int64?, skipping skipped: UInt64 = 0, isSeen: Bool = true) -> Vblank {
    timeline.advance(to: time ?? timeline.time + step, skipping: skipped)
    let milliseconds = UInt32(truncatingIfNeeded: timeline.time / 1_000_000)
    var vblank = Vblank(
      time: Double(timeline.time) / 1e9, sequence: timeline.sequence, windows: [:])
    guard isSeen else { return vblank }
    for window in windows {
      vblank.windows[window.id] = window.show(time: milliseconds) {
        timeline.deliver($0, configuration)
      }
    }
    timeline.deliverDelayed()
    seat?.cursorSurface?.answerCallbacks(time: milliseconds)
    vblanks.append(vblank)
    if vblanks.count > Self.vblankLimit { vblanks.removeFirst(Self.vblankLimit / 2) }
    return vblank
  }

  func takeVblanks() -> [Vblank] {
    defer { vblanks = [] }
    return vblanks
  }
}

/// wl_compositor.
private final class CompositorGlobal: RequestHandler {
  unowned let server: Server

  init(_ server: Server) { self.server = server }

  func handle(_ request: Request) {
    switch request.opcode {
    case WL_COMPOSITOR_CREATE_SURFACE:
      _ = Surface(
        server, client: request.client, version: request.version, id: request.newID(0))
    case WL_COMPOSITOR_CREATE_REGION:
      _ = Region(request.client, version: request.version, id: request.newID(0))
    default: break
    }
  }
}
