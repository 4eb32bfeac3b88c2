import CWayland
import CWaylandServer
import Foundation
import Glibc
import ScriptedCompositor
import Testing

/// A client that does exactly what a test says, right or wrong, and notes every event.
///
/// `roundTrip()` sends what was requested and takes what the compositor has sent by then.
final class RawClient {
  let display: OpaquePointer
  private let registry: OpaquePointer
  /// The registry's numbers by interface, in order of announcement.
  private(set) var globals: [(name: UInt32, interface: String, version: UInt32)] = []
  private(set) var compositor: OpaquePointer!
  private(set) var manager: OpaquePointer!
  private var shm: OpaquePointer!
  private(set) var seat: OpaquePointer?
  private(set) var pointer: OpaquePointer?
  private(set) var keyboard: OpaquePointer?
  private(set) var touch: OpaquePointer?
  private(set) var presentation: OpaquePointer?
  private(set) var outputs: [OpaquePointer] = []
  var answersPings = true

  /// What came, in order.
  var events: [Event] = []
  private(set) var clock: UInt32?
  private(set) var enterSerial: UInt32 = 0

  enum Event: Equatable {
    case configure(width: Int32, height: Int32, states: [UInt32])
    case shellConfigure(serial: UInt32)
    case bounds(width: Int32, height: Int32)
    case decoration(mode: UInt32)
    case close
    case ping
    case frame(time: UInt32)
    case presented(frame: Int, nanoseconds: Int64, refresh: UInt32, sequence: UInt64, flags: UInt32)
    case discarded(frame: Int)
    case released(buffer: Int)
    case preferredScale(UInt32)
    case surfaceEntered, surfaceLeft
    case output(scale: Int32)
    case outputMode(width: Int32, height: Int32)
    case removed(interface: String)
    case input(String)
  }

  init(_ compositor: ScriptedCompositor, binds isBinding: Bool = true) throws {
    display = try #require(wl_display_connect(compositor.socketPath))
    registry = try #require(wl_display_get_registry(display))
    wl_registry_add_listener(registry, Listeners.registry, address(of: self))
    try #require(wl_display_roundtrip(display) >= 0)
    guard isBinding else { return }
    self.compositor = try bind("wl_compositor", cwl_compositor_interface())
    manager = try bind("xdg_wm_base", cwl_wm_base_interface())
    xdg_wm_base_add_listener(manager, Listeners.manager, address(of: self))
    shm = try bind("wl_shm", cwl_shm_interface())
    presentation = bindIfOffered("wp_presentation", cwl_presentation_interface())
    if let presentation {
      wp_presentation_add_listener(presentation, Listeners.presentation, address(of: self))
    }
    while bindOutput() {}
    seat = bindIfOffered("wl_seat", cwl_seat_interface())
    if let seat { wl_seat_add_listener(seat, Listeners.seat, address(of: self)) }
    // What the objects say about themselves, then what the seat's devices do.
    for _ in 0..<2 { try #require(wl_display_roundtrip(display) >= 0) }
  }

  deinit {
    // Everything that has not been destroyed goes with the connection; the memory of its proxies is
    // the queue's.
    wl_display_disconnect(display)
  }

  func bind(_ interface: String, _ table: UnsafePointer<wl_interface>) throws -> OpaquePointer {
    try #require(bindIfOffered(interface, table))
  }

  private func bindIfOffered(
    _ interface: String, _ table: UnsafePointer<wl_interface>
  ) -> OpaquePointer? {
    guard let global = globals.first(where: { $0.interface == interface }) else { return nil }
    let version = min(global.version, UInt32(table.pointee.version))
    return wl_registry_bind(registry, global.name, table, version).map { OpaquePointer($0) }
  }

  private var boundOutputs: Set<UInt32> = []

  /// Binds the next output that is not bound; false when there is none.
  func bindOutput() -> Bool {
    let global = globals.first { $0.interface == "wl_output" && !boundOutputs.contains($0.name) }
    guard let global else { return false }
    boundOutputs.insert(global.name)
    let output = OpaquePointer(
      wl_registry_bind(registry, global.name, cwl_output_interface(), min(3, global.version)))!
    wl_output_add_listener(output, Listeners.output, address(of: self))
    outputs.append(output)
    return true
  }

  // MARK: The loop

  func roundTrip() throws { try #require(wl_display_roundtrip(display) >= 0) }

  /// A round trip that ends the connection: the interface and the code of the protocol error; nil
  /// when it ends for another reason, or not at all.
  func protocolError() -> (interface: String, code: UInt32)? {
    // The error arrives in the first round trip or, by a race with the hang-up, in the second.
    for _ in 0..<3 where wl_display_roundtrip(display) < 0 { break }
    guard wl_display_get_error(display) == EPROTO else { return nil }
    var interface: UnsafePointer<wl_interface>?
    var id: UInt32 = 0
    let code = wl_display_get_protocol_error(display, &interface, &id)
    return (interface.map { String(cString: $0.pointee.name) } ?? "", code)
  }

  // MARK: Making things

  func createSurface() -> OpaquePointer {
    let surface = wl_compositor_create_surface(compositor)!
    wl_surface_add_listener(surface, Listeners.surface, address(of: self))
    return surface
  }

  func createWindow(title: String = "Raw") -> RawWindow { RawWindow(self, title: title) }

  private var bufferCount = 0

  /// A buffer of one colour, given as ARGB. Events name it by its number, which counts from 0.
  func createBuffer(
    _ width: Int32, _ height: Int32, color: UInt32 = 0xff00_00ff,
    format: wl_shm_format = WL_SHM_FORMAT_ARGB8888
  ) throws -> OpaquePointer {
    var template = Array((NSTemporaryDirectory() + "scripted-shm-XXXXXX").utf8CString)
    let file = mkstemp(&template)
    try #require(file >= 0)
    defer { close(file) }
    unlink(&template)
    let pixels = [UInt32](repeating: color, count: Int(width * height))
    let size = pixels.count * 4
    try #require(pixels.withUnsafeBytes { write(file, $0.baseAddress, size) } == size)
    let pool = wl_shm_create_pool(shm, file, Int32(size))
    defer { wl_shm_pool_destroy(pool) }
    let buffer = try #require(
      wl_shm_pool_create_buffer(pool, 0, width, height, width * 4, format.rawValue))
    let note = Note(self, number: bufferCount)
    bufferCount += 1
    wl_buffer_add_listener(buffer, Listeners.buffer, address(of: note))
    return buffer
  }

  func requestFrame(_ surface: OpaquePointer) {
    wl_callback_add_listener(wl_surface_frame(surface), Listeners.callback, address(of: self))
  }

  /// Events name it by `frame`.
  func requestFeedback(_ surface: OpaquePointer, frame: Int) {
    let feedback = wp_presentation_feedback(presentation, surface)
    wp_presentation_feedback_add_listener(
      feedback, Listeners.feedback, address(of: Note(self, number: frame)))
  }

  /// Takes the events that match; the others stay.
  func take<Value>(_ match: (Event) -> Value?) -> [Value] {
    var taken: [Value] = []
    events.removeAll { event in
      guard let value = match(event) else { return false }
      taken.append(value)
      return true
    }
    return taken
  }

  /// Those of input devices since the last call.
  func takeInput() -> [String] {
    take { if case .input(let text) = $0 { text } else { nil } }
  }

  // MARK: Callbacks

  private var notes: [Note] = []

  /// A number for the events of one object; lives as long as the client.
  fileprivate final class Note {
    unowned let client: RawClient
    let number: Int
    init(_ client: RawClient, number: Int) {
      self.client = client
      self.number = number
      client.notes.append(self)
    }
  }

  fileprivate func announced(name: UInt32, interface: String, version: UInt32) {
    globals.append((name, interface, version))
  }

  fileprivate func withdrawn(name: UInt32) {
    guard let index = globals.firstIndex(where: { $0.name == name }) else { return }
    events.append(.removed(interface: globals.remove(at: index).interface))
  }

  fileprivate func setClock(_ clock: UInt32) { self.clock = clock }

  fileprivate func setCapabilities(_ capabilities: UInt32) {
    events.append(.input("capabilities \(capabilities)"))
    if capabilities & WL_SEAT_CAPABILITY_POINTER.rawValue != 0, pointer == nil {
      pointer = wl_seat_get_pointer(seat)
      wl_pointer_add_listener(pointer, Listeners.pointer, address(of: self))
    }
    if capabilities & WL_SEAT_CAPABILITY_KEYBOARD.rawValue != 0, keyboard == nil {
      keyboard = wl_seat_get_keyboard(seat)
      wl_keyboard_add_listener(keyboard, Listeners.keyboard, address(of: self))
    }
    if capabilities & WL_SEAT_CAPABILITY_TOUCH.rawValue != 0, touch == nil {
      touch = wl_seat_get_touch(seat)
      wl_touch_add_listener(touch, Listeners.touch, address(of: self))
    }
  }

  fileprivate func entered(serial: UInt32, _ text: String) {
    enterSerial = serial
    events.append(.input(text))
  }
}

/// An xdg_toplevel of a raw client.
final class RawWindow {
  let client: RawClient
  let surface: OpaquePointer
  let shell: OpaquePointer
  let toplevel: OpaquePointer

  init(_ client: RawClient, title: String) {
    self.client = client
    surface = client.createSurface()
    shell = xdg_wm_base_get_xdg_surface(client.manager, surface)
    xdg_surface_add_listener(shell, Listeners.shell, address(of: client))
    toplevel = xdg_surface_get_toplevel(shell)
    xdg_toplevel_add_listener(toplevel, Listeners.toplevel, address(of: client))
    xdg_toplevel_set_title(toplevel, title)
  }

  func commit() { wl_surface_commit(surface) }

  /// Takes the serials of the configurations that came.
  func takeSerials() -> [UInt32] {
    client.take { if case .shellConfigure(let serial) = $0 { serial } else { nil } }
  }

  /// The first commit, and the acknowledgement of what it brings.
  func begin() throws {
    commit()
    try client.roundTrip()
    xdg_surface_ack_configure(shell, try #require(takeSerials().last))
  }

  /// Commits a buffer of one colour.
  func show(_ width: Int32, _ height: Int32, color: UInt32 = 0xff00_00ff) throws {
    wl_surface_attach(surface, try client.createBuffer(width, height, color: color), 0, 0)
    wl_surface_damage_buffer(surface, 0, 0, width, height)
    commit()
  }

  func destroy() {
    xdg_toplevel_destroy(toplevel)
    xdg_surface_destroy(shell)
    wl_surface_destroy(surface)
  }
}

// MARK: Listeners

private func address(of object: AnyObject) -> UnsafeMutableRawPointer {
  Unmanaged.passUnretained(object).toOpaque()
}

/// Safety: `data` comes from `address(of:)` of an object that outlives the connection's events.
private func client(_ data: UnsafeMutableRawPointer?) -> RawClient {
  Unmanaged<RawClient>.fromOpaque(data!).takeUnretainedValue()
}

private func note(_ data: UnsafeMutableRawPointer?) -> RawClient.Note {
  Unmanaged<RawClient.Note>.fromOpaque(data!).takeUnretainedValue()
}

/// A table at an address for good; `fill` sets all members of the bound version.
private func table<Table>(_ empty: Table, _ fill: (inout Table) -> Void) -> UnsafePointer<Table> {
  let address = UnsafeMutablePointer<Table>.allocate(capacity: 1)
  address.initialize(to: empty)
  fill(&address.pointee)
  return UnsafePointer(address)
}

private func number(_ fixed: wl_fixed_t) -> String { "\(wl_fixed_to_double(fixed))" }

private enum Listeners {
  nonisolated(unsafe) static let registry = table(wl_registry_listener()) {
    $0.global = { client($0).announced(name: $2, interface: String(cString: $3!), version: $4) }
    $0.global_remove = { client($0).withdrawn(name: $2) }
  }

  nonisolated(unsafe) static let manager = table(xdg_wm_base_listener()) {
    $0.ping = { data, manager, serial in
      client(data).events.append(.ping)
      if client(data).answersPings { xdg_wm_base_pong(manager, serial) }
    }
  }

  nonisolated(unsafe) static let surface = table(wl_surface_listener()) {
    $0.enter = { data, _, _ in client(data).events.append(.surfaceEntered) }
    $0.leave = { data, _, _ in client(data).events.append(.surfaceLeft) }
  }

  nonisolated(unsafe) static let shell = table(xdg_surface_listener()) {
    $0.configure = { client($0).events.append(.shellConfigure(serial: $2)) }
  }

  nonisolated(unsafe) static let toplevel = table(xdg_toplevel_listener()) {
    $0.configure = { data, _, width, height, states in
      let bytes = UnsafeRawBufferPointer(
        start: states?.pointee.data, count: states?.pointee.size ?? 0)
      client(data).events.append(
        .configure(
          width: width, height: height, states: Array(bytes.bindMemory(to: UInt32.self))))
    }
    $0.close = { data, _ in client(data).events.append(.close) }
    $0.configure_bounds = { client($0).events.append(.bounds(width: $2, height: $3)) }
    $0.wm_capabilities = { _, _, _ in }
  }

  nonisolated(unsafe) static let decoration = table(zxdg_toplevel_decoration_v1_listener()) {
    $0.configure = { client($0).events.append(.decoration(mode: $2)) }
  }

  nonisolated(unsafe) static let fractionalScale = table(wp_fractional_scale_v1_listener()) {
    $0.preferred_scale = { client($0).events.append(.preferredScale($2)) }
  }

  nonisolated(unsafe) static let callback = table(wl_callback_listener()) {
    $0.done = { data, callback, time in
      client(data).events.append(.frame(time: time))
      wl_callback_destroy(callback)
    }
  }

  nonisolated(unsafe) static let buffer = table(wl_buffer_listener()) {
    $0.release = { data, _ in
      note(data).client.events.append(.released(buffer: note(data).number))
    }
  }

  nonisolated(unsafe) static let presentation = table(wp_presentation_listener()) {
    $0.clock_id = { client($0).setClock($2) }
  }

  nonisolated(unsafe) static let feedback = table(wp_presentation_feedback_listener()) {
    $0.sync_output = { _, _, _ in }
    $0.presented = {
      data, feedback, high, low, nanoseconds, refresh, sequenceHigh, sequenceLow, flags in
      let seconds = Int64(high) << 32 | Int64(low)
      note(data).client.events.append(
        .presented(
          frame: note(data).number, nanoseconds: seconds * 1_000_000_000 + Int64(nanoseconds),
          refresh: refresh, sequence: UInt64(sequenceHigh) << 32 | UInt64(sequenceLow),
          flags: flags))
      wp_presentation_feedback_destroy(feedback)
    }
    $0.discarded = { data, feedback in
      note(data).client.events.append(.discarded(frame: note(data).number))
      wp_presentation_feedback_destroy(feedback)
    }
  }

  nonisolated(unsafe) static let output = table(wl_output_listener()) {
    $0.geometry = { _, _, _, _, _, _, _, _, _, _ in }
    $0.mode = { data, _, _, width, height, _ in
      client(data).events.append(.outputMode(width: width, height: height))
    }
    $0.scale = { client($0).events.append(.output(scale: $2)) }
    $0.done = { _, _ in }
  }

  nonisolated(unsafe) static let seat = table(wl_seat_listener()) {
    $0.capabilities = { client($0).setCapabilities($2) }
    $0.name = { _, _, _ in }
  }

  nonisolated(unsafe) static let pointer = table(wl_pointer_listener()) {
    $0.enter = { data, _, serial, _, x, y in
      client(data).entered(serial: serial, "pointer enter \(number(x)) \(number(y))")
    }
    $0.leave = { data, _, _, _ in client(data).events.append(.input("pointer leave")) }
    $0.motion = { data, _, time, x, y in
      client(data).events.append(.input("pointer motion \(number(x)) \(number(y)) at \(time)"))
    }
    $0.button = { data, _, _, time, code, state in
      client(data).events.append(.input("pointer button \(code) \(state) at \(time)"))
    }
    $0.axis = { data, _, time, axis, value in
      client(data).events.append(.input("pointer axis \(axis) \(number(value)) at \(time)"))
    }
    $0.frame = { data, _ in client(data).events.append(.input("pointer frame")) }
    $0.axis_source = { data, _, source in
      client(data).events.append(.input("pointer source \(source)"))
    }
    $0.axis_stop = { data, _, time, axis in
      client(data).events.append(.input("pointer stop \(axis) at \(time)"))
    }
    $0.axis_discrete = { data, _, axis, clicks in
      client(data).events.append(.input("pointer discrete \(axis) \(clicks)"))
    }
    $0.axis_value120 = { data, _, axis, value in
      client(data).events.append(.input("pointer value120 \(axis) \(value)"))
    }
  }

  nonisolated(unsafe) static let keyboard = table(wl_keyboard_listener()) {
    $0.keymap = { data, _, format, file, size in
      var bytes = [UInt8](repeating: 1, count: Int(size))
      pread(file, &bytes, bytes.count, 0)
      close(file)
      let isText = bytes.starts(with: "xkb_keymap".utf8) && bytes.last == 0
      client(data).events.append(.input("keymap \(format) \(isText)"))
    }
    $0.enter = { data, _, _, _, keys in
      let bytes = UnsafeRawBufferPointer(start: keys?.pointee.data, count: keys?.pointee.size ?? 0)
      let codes = Array(bytes.bindMemory(to: UInt32.self))
      client(data).events.append(.input("keyboard enter \(codes)"))
    }
    $0.leave = { data, _, _, _ in client(data).events.append(.input("keyboard leave")) }
    $0.key = { data, _, _, time, code, state in
      client(data).events.append(.input("key \(code) \(state) at \(time)"))
    }
    $0.modifiers = { data, _, _, depressed, latched, locked, group in
      client(data).events.append(.input("modifiers \(depressed) \(latched) \(locked) \(group)"))
    }
    $0.repeat_info = { data, _, rate, delay in
      client(data).events.append(.input("repeat \(rate) \(delay)"))
    }
  }

  nonisolated(unsafe) static let touch = table(wl_touch_listener()) {
    $0.down = { data, _, _, time, _, finger, x, y in
      client(data).events.append(
        .input("touch \(finger) down \(number(x)) \(number(y)) at \(time)"))
    }
    $0.up = { data, _, _, time, finger in
      client(data).events.append(.input("touch \(finger) up at \(time)"))
    }
    $0.motion = { data, _, time, finger, x, y in
      client(data).events.append(
        .input("touch \(finger) motion \(number(x)) \(number(y)) at \(time)"))
    }
    $0.frame = { data, _ in client(data).events.append(.input("touch frame")) }
    $0.cancel = { data, _ in client(data).events.append(.input("touch cancel")) }
    $0.shape = { _, _, _, _, _ in }
    $0.orientation = { _, _, _, _ in }
  }
}

extension RawWindow {
  /// Asks for a title bar.
  func decorate() throws -> OpaquePointer {
    let manager = try client.bind(
      "zxdg_decoration_manager_v1", cwl_decoration_manager_interface())
    let decoration = zxdg_decoration_manager_v1_get_toplevel_decoration(manager, toplevel)!
    zxdg_toplevel_decoration_v1_add_listener(
      decoration, Listeners.decoration, address(of: client))
    return decoration
  }

  /// Asks for a fractional scale.
  func followScale() throws {
    let manager = try client.bind(
      "wp_fractional_scale_manager_v1", cws_wp_fractional_scale_manager_v1())
    let scale = wp_fractional_scale_manager_v1_get_fractional_scale(manager, surface)
    wp_fractional_scale_v1_add_listener(scale, Listeners.fractionalScale, address(of: client))
  }

  func createViewport() throws -> OpaquePointer {
    wp_viewporter_get_viewport(
      try client.bind("wp_viewporter", cws_wp_viewporter()), surface)
  }
}
