import CLinux
import CWayland
import Geometry
import Glibc

/// The connection to the display server: what the server offers, and the reading and writing.
///
/// Lives on the render thread, which alone reads its socket. Events end up in the windows they are
/// for and are taken from there. One turn of an event loop:
///
/// ```
/// while !connection.beginRead() { take the windows' events }
/// try connection.flush()                 wait for reading, and for writing while isFlushPending
/// try connection.endRead(readable: …)    take the windows' events, draw
/// ```
///
/// Nothing may be presented between `beginRead` and `endRead`: the Vulkan driver reads the same
/// socket and would wait for us. A Vulkan surface must be gone before its window is closed.
package final class WaylandConnection {
  /// One interface the server offers.
  private struct Global {
    var name: UInt32
    var interface: String
    var version: UInt32
  }

  private enum Health {
    case alive
    case lost(WaylandError)
  }

  private enum Reading {
    case idle
    case prepared
    /// The connection is lost, so nothing was prepared.
    case lost
  }

  /// What time it is here.
  package let clock: DisplayClock
  private let display: OpaquePointer
  private let registry: OpaquePointer
  private var health = Health.alive
  private var reading = Reading.idle
  private var hasSynchronized = false
  private var known: [Global] = []

  private(set) var offered = WaylandGlobals()
  private(set) var presentationClock = PresentationClock()
  private var outputs: [WaylandOutput] = []
  private var seats: [WaylandSeat] = []
  private var windows: [WindowReference] = []
  private lazy var cursorTheme = offered.shm.map { CursorTheme(shm: $0) }
  let titleBarPainter: (any TitleBarPainter)?
  private let say: (String) -> Void
  private var said: Set<String> = []

  /// Bound objects have said what there is to say about themselves.
  private var isEstablished = false

  private struct WindowReference {
    weak var window: WaylandWindow?
    var postponed: PostponedRequests = []
  }

  /// Connects to the named display or, without a name, to the one in WAYLAND_DISPLAY, and learns
  /// what it offers. A name is that of a socket in XDG_RUNTIME_DIR, or an absolute path.
  ///
  /// - Parameters:
  ///   - clock: What "now" is.
  ///   - titleBarPainter: Draws title bars where the server does not; nil for none.
  ///   - answerTimeout: A server that takes longer, in seconds, counts as lost.
  ///   - warn: Told once for each odd thing the server does.
  package init(
    displayName: String? = nil, clock: DisplayClock = .monotonic,
    titleBarPainter: (any TitleBarPainter)? = nil, answerTimeout: Double = 10,
    warn: @escaping (String) -> Void = { _ in }
  ) throws(WaylandError) {
    self.clock = clock
    self.titleBarPainter = titleBarPainter
    say = warn
    display = try Self.connect(to: displayName)
    // Nil only without memory.
    registry = wl_display_get_registry(display)!
    wl_registry_add_listener(registry, Self.registryListener, dataPointer(to: self))
    // The first answer brings the list, the second what the bound objects say about themselves.
    try roundTrip(timeout: answerTimeout)
    guard offered.compositor != nil else { throw .missingGlobal("wl_compositor") }
    guard offered.windowManager != nil else { throw .missingGlobal("xdg_wm_base") }
    try roundTrip(timeout: answerTimeout)
    isEstablished = true
    if seats.contains(where: \.hasPointer) { loadCursors() }
  }

  deinit {
    // Nothing may be destroyed after the connection.
    seats = []
    outputs = []
    cursorTheme = nil
    offered.destroy()
    wl_registry_destroy(registry)
    wl_display_disconnect(display)
  }

  /// Readable when events have arrived; valid as long as the connection.
  package var fileDescriptor: Int32 { wl_display_get_fd(display) }

  /// The wl_display.
  package var displayHandle: OpaquePointer { display }

  /// What the server offers, in its order.
  package var globals: [(interface: String, version: UInt32)] {
    known.map { ($0.interface, $0.version) }
  }

  /// Why the server is gone, known before `flush` or `endRead` reports it; nil while it is there.
  package var failure: WaylandError? {
    switch health {
    case .alive:
      var code = wl_display_get_error(display)
      if code == 0, isHungUp { code = EPIPE }
      return code == 0 ? nil : .connectionLost(errno: code, description: describe(code))
    case .lost(let error): return error
    }
  }

  /// The server has closed its end, which nobody may have noticed yet.
  private var isHungUp: Bool {
    var descriptor = pollfd(fd: fileDescriptor, events: 0, revents: 0)
    return poll(&descriptor, 1, 0) > 0 && descriptor.revents & Int16(POLLHUP | POLLERR) != 0
  }

  /// False once the server is gone.
  package var isAlive: Bool {
    switch health {
    case .alive: true
    case .lost: false
    }
  }

  // MARK: Reading and writing

  /// True while the socket took not all of what was written: flush again when it is writable.
  package private(set) var isFlushPending = false

  /// Sends what was requested. Loss of the connection is thrown here or by `endRead`, once.
  package func flush() throws(WaylandError) {
    guard isAlive else { return }
    // What is left from before goes first: only then is there room for more.
    if isFlushPending { flushBuffer() }
    if !isFlushPending {
      sendPostponed()
      flushBuffer()
    }
    try reportLoss()
  }

  private func flushBuffer() {
    let sent = wl_display_flush(display)
    // After EPIPE the server's last words are still to be read; `endRead` reports them.
    isFlushPending = sent < 0 && errno == EAGAIN
  }

  /// Has a window send these with the next flush that finds the server reading. False for a window
  /// that is not known.
  func postpone(_ requests: PostponedRequests, of window: WaylandWindow) -> Bool {
    guard let index = windows.firstIndex(where: { $0.window === window }) else { return false }
    windows[index].postponed.insert(requests)
    return true
  }

  private func sendPostponed() {
    for index in windows.indices where !windows[index].postponed.isEmpty {
      let requests = windows[index].postponed
      windows[index].postponed = []
      windows[index].window?.send(requests)
    }
  }

  /// Prepares to wait for events. False: events were waiting and have been dispatched instead, take
  /// them and call again. True: wait for the file descriptor, then call `endRead` once.
  package func beginRead() -> Bool {
    precondition(reading == .idle, "beginRead was called twice without endRead.")
    guard isAlive, wl_display_get_error(display) == 0 else {
      reading = .lost
      return true
    }
    if wl_display_prepare_read(display) == 0 {
      reading = .prepared
      return true
    }
    wl_display_dispatch_pending(display)
    return false
  }

  /// Reads and dispatches events if the file descriptor has something (data or a hang-up), else
  /// only ends the wait. Loss of the connection is thrown here or by `flush`, once.
  package func endRead(readable: Bool) throws(WaylandError) {
    switch reading {
    case .idle:
      preconditionFailure("endRead was called without beginRead.")
    case .prepared:
      if readable {
        wl_display_read_events(display)
      } else {
        wl_display_cancel_read(display)
      }
      wl_display_dispatch_pending(display)
    case .lost:
      break
    }
    reading = .idle
    try reportLoss()
  }

  private func reportLoss() throws(WaylandError) {
    guard isAlive else { return }
    let code = wl_display_get_error(display)
    guard code != 0 else { return }
    try lose(code, describe(code))
  }

  private func describe(_ code: Int32) -> String {
    code == EPROTO ? protocolError() : String(cString: strerror(code))
  }

  private func lose(_ code: Int32, _ description: String) throws(WaylandError) {
    let error = WaylandError.connectionLost(errno: code, description: description)
    health = .lost(error)
    throw error
  }

  private func protocolError() -> String {
    var interface: UnsafePointer<wl_interface>?
    var id: UInt32 = 0
    let code = wl_display_get_protocol_error(display, &interface, &id)
    let name = interface.map { String(cString: $0.pointee.name) } ?? "unknown object"
    return "protocol error \(code) on \(name)@\(id)"
  }

  /// Waits until the server has handled all that was requested.
  private func roundTrip(timeout: Double) throws(WaylandError) {
    hasSynchronized = false
    let callback = wl_display_sync(display)!
    defer { wl_callback_destroy(callback) }
    wl_callback_add_listener(callback, Self.synchronizationListener, dataPointer(to: self))
    let deadline = MonotonicClock.machineTime + timeout
    while !hasSynchronized {
      guard beginRead() else { continue }
      do throws(WaylandError) {
        try flush()
      } catch {
        wl_display_cancel_read(display)
        reading = .idle
        throw error
      }
      let remaining = deadline - MonotonicClock.machineTime
      var descriptor = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
      let ready = remaining > 0 ? poll(&descriptor, 1, Int32(remaining * 1000) + 1) : 0
      try endRead(readable: ready > 0)
      if ready == 0, !hasSynchronized {
        try lose(ETIMEDOUT, "no answer within \(timeout) s")
      }
    }
  }

  // MARK: Windows

  /// Creates a window and asks the server for its first configuration. Nothing is shown before
  /// that has been acknowledged and a frame was drawn.
  ///
  /// Sizes are in points; what is not finite or below 1 counts as 1. `minimumSize` of zero sets no
  /// limit.
  package func createWindow(
    title: String, appID: String, size: Size, minimumSize: Size = .zero
  ) throws(WaylandError) -> WaylandWindow {
    switch health {
    case .alive: break
    case .lost(let error): throw error
    }
    let window = WaylandWindow(
      connection: self, globals: offered, title: title, appID: appID, size: size,
      minimumSize: minimumSize)
    windows.append(WindowReference(window: window))
    window.outputsChanged(outputScales)
    window.requestConfiguration()
    return window
  }

  func forget(_ window: WaylandWindow) {
    for seat in seats { seat.forget(window) }
    windows.removeAll { $0.window == nil || $0.window === window }
  }

  /// The window and the part of it with this surface; nil for a surface that is not one of ours.
  func focus(of surface: OpaquePointer) -> InputFocus? {
    for reference in windows {
      if let window = reference.window, let part = window.part(of: surface) {
        return InputFocus(window: window, part: part)
      }
    }
    return nil
  }

  // MARK: Input

  /// When `fireDue` has something to do, in media time; infinity for never.
  package var nextDue: Double {
    guard isAlive else { return .infinity }
    return seats.reduce(.infinity) { min($0, $1.nextDue) }
  }

  /// Types held keys again. Take in what the server has sent first: it may say that they are up.
  package func fireDue(now: Double) {
    guard isAlive else { return }
    for seat in seats { seat.fireDue(now: now) }
  }

  func updateCursors() {
    for seat in seats { seat.updateCursor() }
  }

  /// Nil where there is no memory to share with the server.
  func makeCursorSurface() -> CursorSurface? {
    if isEstablished { loadCursors() }
    guard let cursorTheme, let compositor = offered.compositor else { return nil }
    return CursorSurface(theme: cursorTheme, compositor: compositor) { [unowned self] in warn($0) }
  }

  /// Reads the pointer's pictures for the outputs there are: before the first frame or when a pointer
  /// is plugged in, as it takes longer than a frame may.
  private func loadCursors() {
    for scale in Set(outputs.map(\.scale)) { cursorTheme?.load(scale: scale) }
  }

  /// Scales for which the pointer's pictures have been read; for tests.
  var cursorScales: Set<Int> { cursorTheme?.loadedScales ?? [] }

  /// Once for each cause.
  func warn(_ message: String) {
    if said.insert(message).inserted { say(message) }
  }

  // MARK: What the server offers

  var outputScales: [(output: OpaquePointer, scale: Int)] {
    outputs.map { ($0.proxy, $0.scale) }
  }

  func outputsChanged() {
    let scales = outputScales
    for reference in windows { reference.window?.outputsChanged(scales) }
  }

  private func announced(name: UInt32, interface: String, version: UInt32) {
    known.append(Global(name: name, interface: interface, version: version))
    /// Binds at the newest version that both sides know.
    func bind(_ table: UnsafePointer<wl_interface>, upTo newest: UInt32) -> OpaquePointer {
      OpaquePointer(wl_registry_bind(registry, name, table, min(version, newest))!)
    }
    switch interface {
    case "wl_output":
      let proxy = bind(cwl_output_interface(), upTo: WaylandOutput.version)
      outputs.append(WaylandOutput(proxy: proxy, name: name, connection: self))
      outputsChanged()
    case "wl_seat":
      let proxy = bind(cwl_seat_interface(), upTo: WaylandSeat.version)
      seats.append(WaylandSeat(proxy: proxy, name: name, connection: self))
    default:
      let before = (offered.windowManager, offered.presentation)
      guard offered.bind(interface, bind(_:upTo:)) else { return }
      if before.0 == nil, let manager = offered.windowManager {
        xdg_wm_base_add_listener(manager, Self.windowManagerListener, nil)
      }
      if before.1 == nil, let presentation = offered.presentation {
        wp_presentation_add_listener(presentation, Self.presentationListener, dataPointer(to: self))
      }
    }
  }

  private func withdrawn(name: UInt32) {
    known.removeAll { $0.name == name }
    for seat in seats where seat.name == name { seat.end() }
    seats.removeAll { $0.name == name }
    if let index = outputs.firstIndex(where: { $0.name == name }) {
      let proxy = outputs[index].proxy
      for reference in windows { reference.window?.left(proxy) }
      outputs.remove(at: index)
      outputsChanged()
    }
  }

  nonisolated(unsafe) private static let registryListener = permanentTable(
    wl_registry_listener(
      global: { data, _, name, interface, version in
        let connection: WaylandConnection = owner(data)
        connection.announced(
          name: name, interface: String(cString: interface!), version: version)
      },
      global_remove: { data, _, name in
        let connection: WaylandConnection = owner(data)
        connection.withdrawn(name: name)
      }))

  nonisolated(unsafe) private static let synchronizationListener = permanentTable(
    wl_callback_listener(done: { data, _, _ in
      let connection: WaylandConnection = owner(data)
      connection.hasSynchronized = true
    }))

  nonisolated(unsafe) private static let windowManagerListener = permanentTable(
    xdg_wm_base_listener(ping: { _, manager, serial in xdg_wm_base_pong(manager, serial) }))

  nonisolated(unsafe) private static let presentationListener = permanentTable(
    wp_presentation_listener(clock_id: { data, _, id in
      let connection: WaylandConnection = owner(data)
      connection.presentationClock.id = clockid_t(bitPattern: id)
    }))
}

extension WaylandConnection {
  /// Opens the socket, or says why there is none.
  private static func connect(to name: String?) throws(WaylandError) -> OpaquePointer {
    // libwayland would also try "wayland-0" unasked; whether there is a display is for the
    // environment to say. WAYLAND_SOCKET is a connection inherited from a launcher.
    let isInherited = name == nil && environment("WAYLAND_SOCKET") != nil
    let wanted = name ?? environment("WAYLAND_DISPLAY")
    guard wanted != nil || isInherited else { throw .noDisplay("WAYLAND_DISPLAY is not set") }
    if let wanted, !isInherited, !wanted.hasPrefix("/"), environment("XDG_RUNTIME_DIR") == nil {
      throw .noDisplay("XDG_RUNTIME_DIR is not set, so \"\(wanted)\" cannot be found")
    }
    if let display = wl_display_connect(name) { return display }
    let code = errno
    let place = isInherited ? "WAYLAND_SOCKET" : "\"\(wanted ?? "")\""
    throw .noDisplay("cannot connect to \(place): \(String(cString: strerror(code)))")
  }

  /// Nil also when empty.
  private static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
