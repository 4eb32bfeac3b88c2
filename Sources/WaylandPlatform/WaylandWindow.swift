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
///
/// Where the server draws no title bar, the window has one of its own around the content. Sizes and
/// positions here are always those of the content.
package final class WaylandWindow {
  package enum Event: Hashable, Sendable {
    /// The size in points the content shall have, at least 1×1, and the pixels per point.
    case configure(size: Size, scale: Double, serial: UInt32, states: WindowStates)
    /// The pixels per point have changed; the size in points has not.
    case scaleChanged(Double)
    /// What the desktop does with the window has changed.
    case statusChanged(WindowStatus)
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

  /// What the frames that the driver commits look like to the server.
  private struct Format: Equatable {
    /// Points.
    var size: Size
    var scale: Double
    var geometry: Rect?
  }

  let connection: WaylandConnection
  private let globals: WaylandGlobals
  let surface: OpaquePointer
  private let shellSurface: OpaquePointer
  let toplevel: OpaquePointer
  private let decoration: OpaquePointer?
  private let viewport: OpaquePointer?
  private let fractionalScale: OpaquePointer?
  var state: ToplevelState
  var scaleState = ScaleState<OpaquePointer>()
  var ownFrame: WindowFrame?
  var title = ""
  var cursor = Cursor.arrow
  var capabilities = WindowCapabilities.all
  /// Of the press on the title bar that may lead to a move.
  var titleBarSerial: UInt32 = 0
  var sentLimits: [Size] = []
  private(set) var status = WindowStatus()
  private var sentFormat: Format?
  private var sentBufferScale = 1.0
  private var hasGeometry = false
  private var gate = FrameGate()
  private var frameCallback: OpaquePointer?
  private var frameCount: UInt64 = 0
  /// Something was acknowledged that no frame has answered yet.
  package private(set) var owesFrame = true
  private var feedbackSlots: [FeedbackSlot] = []
  private var events: [Event] = []
  private(set) var isClosed = false

  /// Feedback waited for at a time. Some servers never give any; asking on would cost both sides
  /// memory without end.
  private static let feedbackLimit = 8

  init(
    connection: WaylandConnection, globals: WaylandGlobals, title: String, appID: String,
    size: Size, minimumSize: Size
  ) {
    let size = Size(max(1, wholePoints(size.width)), max(1, wholePoints(size.height)))
    let minimumSize = Size(wholePoints(minimumSize.width), wholePoints(minimumSize.height))
    self.connection = connection
    self.globals = globals
    let canDecorate = connection.titleBarPainter != nil && globals.canShowTitleBars
    state = ToplevelState(
      size: size, minimumSize: minimumSize,
      titleBarHeight: canDecorate ? TitleBarLayout.height : nil,
      isDecoratedByServer: globals.decorationManager != nil)
    // These are nil only without memory.
    let surface = wl_compositor_create_surface(globals.compositor)!
    self.surface = surface
    shellSurface = xdg_wm_base_get_xdg_surface(globals.windowManager, surface)!
    let toplevel = xdg_surface_get_toplevel(shellSurface)!
    self.toplevel = toplevel
    decoration = globals.decorationManager.flatMap {
      zxdg_decoration_manager_v1_get_toplevel_decoration($0, toplevel)
    }
    // Fractions need both: the scale to draw at, and a size that is not a multiple of the pixels'.
    if let viewporter = globals.viewporter, let manager = globals.fractionalScaleManager {
      viewport = wp_viewporter_get_viewport(viewporter, surface)
      fractionalScale = wp_fractional_scale_manager_v1_get_fractional_scale(manager, surface)
    } else {
      viewport = nil
      fractionalScale = nil
    }
    listen()
    setTitle(title)
    xdg_toplevel_set_app_id(toplevel, fittingMessage(appID))
    sendSizeLimits()
    feedbackSlots = (0..<Self.feedbackLimit).map { _ in FeedbackSlot(window: self) }
  }

  private func listen() {
    let data = dataPointer(to: self)
    wl_surface_add_listener(surface, Self.surfaceListener, data)
    xdg_surface_add_listener(shellSurface, Self.shellSurfaceListener, data)
    xdg_toplevel_add_listener(toplevel, Self.toplevelListener, data)
    if let fractionalScale {
      wp_fractional_scale_v1_add_listener(fractionalScale, Self.fractionalScaleListener, data)
    }
    if let decoration {
      zxdg_toplevel_decoration_v1_add_listener(decoration, Self.decorationListener, data)
      let mode = ZXDG_TOPLEVEL_DECORATION_V1_MODE_SERVER_SIDE.rawValue
      zxdg_toplevel_decoration_v1_set_mode(decoration, mode)
    }
  }

  deinit { close() }

  /// The wl_surface; valid until `close()`.
  package var surfaceHandle: OpaquePointer { surface }

  /// Pixels per point of the frames that follow; the server is told with the next one. Set it when
  /// the buffers change to a new scale, not before. Buffers are `PixelSize(points:scale:)` large.
  package var frameScale = 1.0

  /// Pixels per point the server would like.
  var currentScale: Double { scaleState.scale }

  /// Moves the events since the last call to the end of `list`, in order.
  package func takeEvents(into list: inout [Event]) {
    list.append(contentsOf: events)
    events.removeAll(keepingCapacity: true)
  }

  func add(_ event: Event) {
    guard !isClosed else { return }
    switch event {
    case .configure:
      // Only the latest configuration waits to be taken.
      events.removeAll {
        if case .configure = $0 { true } else { false }
      }
    case .scaleChanged, .statusChanged, .closeRequested, .frame, .presented, .discarded, .input:
      break
    }
    events.append(event)
  }

  func setStatus(_ new: WindowStatus) {
    guard new != status else { return }
    status = new
    add(.statusChanged(new))
  }

  /// The first commit, without a buffer: asks for a configuration.
  func requestConfiguration() {
    wl_surface_commit(surface)
  }

  /// Destroys the window. The swapchain and the Vulkan surface must be gone. Later calls do nothing.
  package func close() {
    guard !isClosed else { return }
    connection.forget(self)
    isClosed = true
    for slot in feedbackSlots { slot.forget() }
    if let frameCallback { wl_callback_destroy(frameCallback) }
    frameCallback = nil
    // Each before what it was made from; the protocols make an error of any other order.
    ownFrame = nil
    if let decoration { zxdg_toplevel_decoration_v1_destroy(decoration) }
    if let fractionalScale { wp_fractional_scale_v1_destroy(fractionalScale) }
    if let viewport { wp_viewport_destroy(viewport) }
    xdg_toplevel_destroy(toplevel)
    xdg_surface_destroy(shellSurface)
    wl_surface_destroy(surface)
    events = []
  }

  // MARK: Frames

  /// Whether a frame may be drawn: there is a configuration, and the server has asked for the next
  /// frame. A window nobody sees stays unready.
  package var isReadyToDraw: Bool { !isClosed && state.isConfigured && gate.isOpen }

  /// Agrees to a configuration; call it before presenting the first frame of that size, and not
  /// before frames of an older one. Serials that are unknown or older than the last one do nothing
  /// and give false.
  @discardableResult package func acknowledge(serial: UInt32) -> Bool {
    guard !isClosed, let configuration = state.acknowledge(serial: serial) else { return false }
    xdg_surface_ack_configure(shellSurface, serial)
    sendSizeLimits()
    if sentFormat?.size == configuration.size,
      (ownFrame?.state != nil) == configuration.hasTitleBar
    {
      // There may be no need for a frame. Activity shows in the title bar alone.
      ownFrame?.refresh(states: configuration.states, buttons: titleBarButtons)
      commitWithoutFrame()
    } else {
      owesFrame = true
    }
    return true
  }

  /// Asks for the frame callback and for feedback; they ride on the commit that
  /// vkQueuePresentKHR makes, so call it right before, on the same thread.
  ///
  /// Returns the frame's number, by which feedback names it: counts up from 1.
  @discardableResult package func prepareFrame() -> UInt64 {
    precondition(!isClosed, "A closed window shows no frames.")
    precondition(state.isConfigured, "A window shows no frames before its first configuration.")
    if state.acknowledged == nil, let serial = state.latestUnanswered {
      acknowledge(serial: serial)
    }
    sendFormat()
    owesFrame = false
    switch gate.prepare() {
    case .none: break
    case .requestCallback:
      frameCallback = wl_surface_frame(surface)
      wl_callback_add_listener(frameCallback, Self.frameListener, dataPointer(to: self))
    }
    frameCount += 1
    if let presentation = globals.presentation, let slot = feedbackSlots.first(where: \.isFree) {
      slot.request(of: presentation, surface: surface, frame: frameCount)
    }
    return frameCount
  }

  /// The present after `prepareFrame()` failed, so no commit was made: opens the gate again, or it
  /// would stay shut for good.
  package func frameWasNotPresented() {
    guard !isClosed else { return }
    gate.notCommitted()
    owesFrame = true
    for slot in feedbackSlots where slot.frame == frameCount { slot.forget() }
  }

  /// Lets requests take effect that need a commit, unless a frame will bring one: what is shown
  /// stays as it is.
  func commitWithoutFrame() {
    guard frameCount > 0, !owesFrame else { return }
    wl_surface_commit(surface)
  }

  /// Everything about the next frame that the driver does not know.
  private func sendFormat() {
    guard let configuration = state.acknowledged else { return }
    let scale = frameScale.isFinite ? min(max(1.0 / 120, frameScale), 64) : 1
    updateOwnFrame(configuration, scale: scale)
    let layout = FrameLayout(content: configuration.size)
    let format = Format(
      size: configuration.size, scale: scale,
      geometry: configuration.hasTitleBar ? layout.geometry : nil)
    guard format != sentFormat else { return }
    if let viewport {
      wp_viewport_set_destination(viewport, Int32(format.size.width), Int32(format.size.height))
    } else if scale.rounded() != sentBufferScale {
      sentBufferScale = max(1, scale.rounded())
      wl_surface_set_buffer_scale(surface, Int32(sentBufferScale))
    }
    // Once set, the geometry cannot be unset, only made that of the content.
    if format.geometry != nil || hasGeometry {
      hasGeometry = true
      let rect = format.geometry ?? Rect(origin: .zero, size: format.size)
      xdg_surface_set_window_geometry(
        shellSurface, Int32(rect.minX), Int32(rect.minY), Int32(rect.size.width),
        Int32(rect.size.height))
    }
    sentFormat = format
  }

  private func updateOwnFrame(_ configuration: ToplevelState.Configuration, scale: Double) {
    guard configuration.hasTitleBar else {
      ownFrame?.hide()
      return
    }
    if ownFrame == nil, let painter = connection.titleBarPainter {
      ownFrame = WindowFrame(parent: surface, globals: globals, painter: painter)
    }
    ownFrame?.prepare(
      WindowFrame.State(
        content: configuration.size, scale: viewport == nil ? max(1, scale.rounded()) : scale,
        title: title, states: configuration.states, isResizable: state.isResizable,
        buttons: titleBarButtons))
  }

  func frameCallbackFired() {
    if let frameCallback { wl_callback_destroy(frameCallback) }
    frameCallback = nil
    gate.callbackFired()
    add(.frame)
  }

  func presented(_ timing: FeedbackSlot.Timing, frame: UInt64) {
    let now = connection.clock.now
    var time = connection.presentationClock.mediaTime(nanoseconds: timing.nanoseconds)
    if let given = time, abs(given - now) > Self.credibleAge { time = nil }
    if time == nil {
      connection.warn(
        "the compositor's presentation times are on no clock of this machine; using arrival times")
    }
    add(
      .presented(
        PresentFeedback(
          // Without the clock the time is unknown; the news has come now.
          frame: frame, time: time ?? now,
          refresh: timing.refresh == 0 ? nil : Double(timing.refresh) / 1e9,
          sequence: timing.sequence, flags: PresentFeedback.Flags(rawValue: timing.flags))))
  }

  /// Frames were seen at most this long ago, in seconds; what claims more is on another clock than
  /// the server says.
  private static let credibleAge = 3600.0

  func discarded(frame: UInt64) {
    add(.discarded(frame: frame))
  }
}

/// A length in whole points that fits the protocol; 0 for what is no length.
func wholePoints(_ length: Double) -> Double {
  length > 0 ? min(length, 32767).rounded() : 0
}

/// A message holds 4096 bytes at most, and a longer one ends the connection; 256 scalars take 1024.
func fittingMessage(_ text: String) -> String {
  String(String.UnicodeScalarView(text.unicodeScalars.prefix { $0 != "\0" }.prefix(256)))
}
