import CLinux
import CWayland
import Geometry
import LayerCommit

/// A window: an xdg_toplevel with its surface, used on the render thread.
///
/// The server proposes a size (`Event.configure`), the owner draws at that size, acknowledges it
/// and presents. Frames are gated by the server's callback:
///
/// ```
/// isReadyToDraw → acknowledge(serial:) → draw → prepareFrame → vkQueuePresentKHR (commits)
///       ▲──────────────── Event.frame ────────────────────────────────────┘
/// ```
package final class WaylandWindow {
  package enum Event: Hashable, Sendable {
    /// The size in points the window shall have, at least 1×1, and the pixels per point.
    case configure(size: Size, scale: Double, serial: UInt32, states: WindowStates)
    /// The pixels per point have changed; the size in points has not.
    case scaleChanged(Double)
    /// The user asked for the window to be closed.
    case closeRequested
    /// The server wants the next frame.
    case frame
    /// A frame was seen.
    case presented(PresentFeedback)
    /// A frame, by the number from `prepareFrame()`, was replaced before anybody saw it.
    case discarded(frame: UInt64)
    case input(InputEvent)
  }

  private let connection: WaylandConnection
  private let surface: OpaquePointer
  private let shellSurface: OpaquePointer
  private let toplevel: OpaquePointer
  private let decoration: OpaquePointer?
  private var state: ToplevelState
  private var scaleState = ScaleState<OpaquePointer>()
  private var sentBufferScale = 1
  private var gate = FrameGate()
  private var frameCallback: OpaquePointer?
  private var frameCount: UInt64 = 0
  private var feedbackSlots: [FeedbackSlot] = []
  private var events: [Event] = []
  private var isClosed = false

  /// Feedback waited for at a time. Some servers never give any; asking on would cost both sides
  /// memory without end.
  private static let feedbackLimit = 8

  init(
    connection: WaylandConnection, compositor: OpaquePointer, windowManager: OpaquePointer,
    decorationManager: OpaquePointer?, size: Size, minimumSize: Size
  ) {
    let size = Size(max(1, wholePoints(size.width)), max(1, wholePoints(size.height)))
    let minimumSize = Size(wholePoints(minimumSize.width), wholePoints(minimumSize.height))
    self.connection = connection
    state = ToplevelState(size: size, minimumSize: minimumSize)
    // These are nil only without memory.
    surface = wl_compositor_create_surface(compositor)!
    shellSurface = xdg_wm_base_get_xdg_surface(windowManager, surface)!
    let toplevel = xdg_surface_get_toplevel(shellSurface)!
    self.toplevel = toplevel
    decoration = decorationManager.flatMap {
      zxdg_decoration_manager_v1_get_toplevel_decoration($0, toplevel)
    }
    let data = dataPointer(to: self)
    wl_surface_add_listener(surface, Self.surfaceListener, data)
    xdg_surface_add_listener(shellSurface, Self.shellSurfaceListener, data)
    xdg_toplevel_add_listener(toplevel, Self.toplevelListener, data)
    if let decoration {
      zxdg_toplevel_decoration_v1_add_listener(decoration, Self.decorationListener, data)
      let mode = ZXDG_TOPLEVEL_DECORATION_V1_MODE_SERVER_SIDE.rawValue
      zxdg_toplevel_decoration_v1_set_mode(decoration, mode)
    }
    xdg_toplevel_set_min_size(toplevel, Int32(minimumSize.width), Int32(minimumSize.height))
    feedbackSlots = (0..<Self.feedbackLimit).map { _ in FeedbackSlot(window: self) }
  }

  deinit { close() }

  /// The wl_surface; valid until `close()`.
  package var surfaceHandle: OpaquePointer { surface }

  /// True when the server draws a title bar.
  package private(set) var hasServerDecoration = false

  /// Pixels per point of the frames that follow; the server is told with the next commit. Set it
  /// when the buffers change to a new scale, not before.
  package var bufferScale = 1

  /// Moves the events since the last call to the end of `list`, in order.
  package func takeEvents(into list: inout [Event]) {
    list.append(contentsOf: events)
    events.removeAll(keepingCapacity: true)
  }

  package func setTitle(_ title: String) {
    guard !isClosed else { return }
    xdg_toplevel_set_title(toplevel, fittingMessage(title))
  }

  func setAppID(_ appID: String) {
    xdg_toplevel_set_app_id(toplevel, fittingMessage(appID))
  }

  /// The first commit, without a buffer: asks for a configuration.
  func requestConfiguration() {
    wl_surface_commit(surface)
  }

  /// Destroys the window. The swapchain and the Vulkan surface must be gone. Later calls do nothing.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    connection.forget(self)
    for slot in feedbackSlots { slot.forget() }
    if let frameCallback { wl_callback_destroy(frameCallback) }
    frameCallback = nil
    // Each before what it was made from; the protocols make an error of any other order.
    if let decoration { zxdg_toplevel_decoration_v1_destroy(decoration) }
    xdg_toplevel_destroy(toplevel)
    xdg_surface_destroy(shellSurface)
    wl_surface_destroy(surface)
    events = []
  }

  // MARK: Frames

  /// Whether a frame may be drawn: there is a configuration, and the server has asked for the next
  /// frame. A window nobody sees stays unready.
  package var isReadyToDraw: Bool { !isClosed && state.isConfigured && gate.isOpen }

  /// Agrees to a configuration; call it before presenting the first frame of that size. Serials
  /// that are unknown or older than the last one do nothing.
  package func acknowledge(serial: UInt32) {
    guard !isClosed, state.acknowledge(serial: serial) else { return }
    xdg_surface_ack_configure(shellSurface, serial)
  }

  /// Asks for the frame callback and for feedback; they ride on the commit that
  /// vkQueuePresentKHR makes, so call it right before, on the same thread.
  ///
  /// Returns the frame's number, by which feedback names it: counts up from 1.
  @discardableResult package func prepareFrame() -> UInt64 {
    precondition(!isClosed, "A closed window shows no frames.")
    precondition(state.isConfigured, "A window shows no frames before its first configuration.")
    if !state.isAcknowledged, let serial = state.latestUnanswered { acknowledge(serial: serial) }
    let scale = min(max(1, bufferScale), 1 << 10)
    if scale != sentBufferScale {
      wl_surface_set_buffer_scale(surface, Int32(scale))
      sentBufferScale = scale
    }
    switch gate.prepare() {
    case .none: break
    case .requestCallback:
      frameCallback = wl_surface_frame(surface)
      wl_callback_add_listener(frameCallback, Self.frameListener, dataPointer(to: self))
    }
    frameCount += 1
    if let presentation = connection.presentation,
      let slot = feedbackSlots.first(where: \.isFree)
    {
      slot.request(of: presentation, surface: surface, frame: frameCount)
    }
    return frameCount
  }

  /// The present after `prepareFrame()` failed, so no commit was made: opens the gate again, or it
  /// would stay shut for good.
  package func frameWasNotPresented() {
    guard !isClosed else { return }
    gate.notCommitted()
    for slot in feedbackSlots where slot.frame == frameCount { slot.forget() }
  }

  private func frameCallbackFired() {
    if let frameCallback { wl_callback_destroy(frameCallback) }
    frameCallback = nil
    gate.callbackFired()
    events.append(.frame)
  }

  func presented(_ timing: FeedbackSlot.Timing, frame: UInt64) {
    let time = connection.presentationClock.mediaTime(nanoseconds: timing.nanoseconds)
    events.append(
      .presented(
        PresentFeedback(
          // Without the clock the time is unknown; the news has come now.
          frame: frame, time: time ?? connection.clock.now,
          refresh: timing.refresh == 0 ? nil : Double(timing.refresh) / 1e9,
          sequence: timing.sequence, flags: PresentFeedback.Flags(rawValue: timing.flags))))
  }

  func discarded(frame: UInt64) {
    events.append(.discarded(frame: frame))
  }

  // MARK: Configuration and scale

  /// Only the latest configuration waits to be taken.
  private func configured(serial: UInt32) {
    let new = state.configure(serial: serial)
    events.removeAll {
      if case .configure = $0 { true } else { false }
    }
    events.append(
      .configure(
        size: new.size, scale: Double(scaleState.scale), serial: serial, states: new.states))
  }

  func owns(_ surface: OpaquePointer) -> Bool { surface == self.surface }

  private func entered(_ output: OpaquePointer) {
    scaleState.enter(output)
    outputsChanged(connection.outputScales)
  }

  func left(_ output: OpaquePointer) {
    scaleState.leave(output)
    outputsChanged(connection.outputScales)
  }

  func outputsChanged(_ outputs: [(output: OpaquePointer, scale: Int)]) {
    switch scaleState.update(outputs: outputs) {
    case .none: break
    case .changed(let scale):
      if state.isConfigured { events.append(.scaleChanged(Double(scale))) }
    }
  }

  func received(_ key: KeyEvent) {
    guard !isClosed else { return }
    events.append(.input(.key(key)))
  }
}

/// A length in whole points that fits the protocol; 0 for what is no length.
private func wholePoints(_ length: Double) -> Double {
  length > 0 ? min(length, 32767).rounded() : 0
}

/// A message holds 4096 bytes at most, and a longer one ends the connection; 256 scalars take 1024.
private func fittingMessage(_ text: String) -> String {
  String(String.UnicodeScalarView(text.unicodeScalars.prefix { $0 != "\0" }.prefix(256)))
}

// MARK: Listeners

extension WaylandWindow {
  nonisolated(unsafe) private static let surfaceListener: UnsafePointer<wl_surface_listener> = {
    var table = wl_surface_listener()
    table.enter = { data, _, output in
      let window: WaylandWindow = owner(data)
      // The output is nil when it was destroyed while the event was on its way.
      if let output { window.entered(output) }
    }
    table.leave = { data, _, output in
      let window: WaylandWindow = owner(data)
      if let output { window.left(output) }
    }
    return permanentTable(table)
  }()

  nonisolated(unsafe) private static let shellSurfaceListener = permanentTable(
    xdg_surface_listener(configure: { data, _, serial in
      let window: WaylandWindow = owner(data)
      window.configured(serial: serial)
    }))

  nonisolated(unsafe) private static let toplevelListener = permanentTable(
    xdg_toplevel_listener(
      configure: { data, _, width, height, list in
        let window: WaylandWindow = owner(data)
        var states: WindowStates = []
        // Safety: the array holds 32-bit numbers and lives until the callback returns.
        let bytes = UnsafeRawBufferPointer(
          start: list?.pointee.data, count: list?.pointee.size ?? 0)
        for value in bytes.bindMemory(to: UInt32.self) { states.insert(protocolValue: value) }
        window.state.propose(width: width, height: height, states: states)
      },
      close: { data, _ in
        let window: WaylandWindow = owner(data)
        window.events.append(.closeRequested)
      },
      configure_bounds: { data, _, width, height in
        let window: WaylandWindow = owner(data)
        window.state.proposeBounds(width: width, height: height)
      },
      wm_capabilities: { _, _, _ in }))

  nonisolated(unsafe) private static let decorationListener = permanentTable(
    zxdg_toplevel_decoration_v1_listener(configure: { data, _, mode in
      let window: WaylandWindow = owner(data)
      window.hasServerDecoration = mode == ZXDG_TOPLEVEL_DECORATION_V1_MODE_SERVER_SIDE.rawValue
    }))

  nonisolated(unsafe) private static let frameListener = permanentTable(
    wl_callback_listener(done: { data, _, _ in
      let window: WaylandWindow = owner(data)
      window.frameCallbackFired()
    }))
}
