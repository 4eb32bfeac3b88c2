import CLinux
import CWayland
import Foundation
import ScriptedCompositor
import TestSupport
import Testing

@testable import WaylandPlatform

/// A folder of its own under the system's temporary folder, as sockets need a short path.
func makePrivateFolder() throws -> String {
  var template = Array((NSTemporaryDirectory() + "compositor-test-XXXXXX").utf8CString)
  // mkdtemp makes it with mode 700, which servers ask of XDG_RUNTIME_DIR.
  try #require(mkdtemp(&template) != nil)
  return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// The path of an installed program.
func installedProgram(_ name: String) -> String? {
  let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
  return folders.map { "\($0)/\(name)" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}

/// Calls `attempt` until it gives a value; generous, as the machine may be busy.
func eventually<Value>(
  _ what: String, within seconds: Double = 60, _ attempt: () throws -> Value?
) throws -> Value {
  let deadline = MonotonicClock.machineTime + seconds
  while true {
    if let value = try attempt() { return value }
    if MonotonicClock.machineTime > deadline { throw Timeout(what: what) }
    usleep(10_000)
  }
}

struct Timeout: Error { var what: String }

/// A real server in a folder of its own.
final class Weston {
  static var isInstalled: Bool { installedProgram("weston") != nil }

  let folder: String
  private let process = Process()
  private let screen: XServer?

  /// The path of the socket, which names the display from anywhere.
  var display: String { "\(folder)/wayland-test" }

  /// Without display hardware, or as a window of `screen`.
  init(
    _ options: [String] = ["--width=800", "--height=600"],
    on screen: XServer? = nil
  ) throws {
    self.screen = screen
    folder = try makePrivateFolder()
    process.executableURL = URL(fileURLWithPath: try #require(installedProgram("weston")))
    process.arguments =
      [
        screen == nil ? "--backend=headless-backend.so" : "--backend=x11-backend.so",
        "--use-pixman", "--no-config", "--idle-time=0", "--socket=wayland-test",
      ] + options
    process.environment =
      ["PATH": "/usr/bin:/bin", "HOME": folder, "XDG_RUNTIME_DIR": folder]
      .merging(screen.map { ["DISPLAY": $0.name] } ?? [:]) { _, new in new }
    let log = "\(folder)/log"
    try Data().write(to: URL(fileURLWithPath: log))
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    process.standardOutput = output
    process.standardError = output
    try process.run()
    try eventually("a socket of weston") {
      isListening(at: display) ? () : nil
    }
  }

  /// Ends it without a goodbye.
  func kill() {
    guard process.isRunning else { return }
    _ = Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(atPath: folder)
  }
}

/// A virtual X screen with a keyboard, for servers that run inside one.
final class XServer {
  static var isInstalled: Bool {
    installedProgram("Xvfb") != nil && installedProgram("xdotool") != nil
  }

  /// The value of DISPLAY.
  let name: String
  private let process = Process()

  init() throws {
    process.executableURL = URL(fileURLWithPath: try #require(installedProgram("Xvfb")))
    // It chooses a free number, writes it when it is ready, and ends with its last client.
    process.arguments = [
      "-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp", "-terminate",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let number = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    name = ":" + number.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Runs xdotool.
  func type(_ arguments: String...) throws {
    let tool = Process()
    tool.executableURL = URL(fileURLWithPath: try #require(installedProgram("xdotool")))
    tool.arguments = arguments
    tool.environment = ["DISPLAY": name]
    try tool.run()
    tool.waitUntilExit()
  }

  deinit {
    try? eventually("the end of Xvfb", within: 5) { process.isRunning ? nil : () }
    // A polite signal would not arrive: the child inherits a mask that blocks it.
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }
}

/// A window on a test server, and the turns of its event loop.
final class TestClient {
  let connection: WaylandConnection
  let window: WaylandWindow
  private let server: AnyObject
  private var pool: ShmPool?
  /// Taken and not yet asked for.
  private var events: [WaylandWindow.Event] = []

  private let log: WarningLog
  /// What the connection warned of.
  var warnings: [String] { log.lines }

  /// Keeps the server running as long as it lives itself.
  convenience init(_ server: Weston, painter: (any TitleBarPainter)? = nil) throws {
    try self.init(server, display: server.display, painter: painter)
  }

  convenience init(
    _ compositor: ScriptedCompositor, clock: DisplayClock = .monotonic,
    painter: (any TitleBarPainter)? = nil
  ) throws {
    try self.init(compositor, display: compositor.socketPath, clock: clock, painter: painter)
  }

  private init(
    _ server: AnyObject, display: String, clock: DisplayClock = .monotonic,
    painter: (any TitleBarPainter)?
  ) throws {
    self.server = server
    let log = WarningLog()
    connection = try WaylandConnection(
      displayName: display, clock: clock, titleBarPainter: painter
    ) {
      log.lines.append($0)
    }
    self.log = log
    window = try connection.createWindow(
      title: "Test", appID: "test.compositor", size: .init(320, 200), minimumSize: .init(32, 32))
  }

  /// Runs the loop until an event for which `match` gives a value; later events stay for the next
  /// call, earlier ones are dropped.
  func next<Value>(_ what: String, _ match: (WaylandWindow.Event) -> Value?) throws -> Value {
    let deadline = MonotonicClock.machineTime + 60
    while true {
      while !events.isEmpty {
        if let value = match(events.removeFirst()) { return value }
      }
      if MonotonicClock.machineTime > deadline { throw Timeout(what: what) }
      try turn()
    }
  }

  /// A few turns of the loop: the first event that came by then for which `match` gives a value.
  func pending<Value>(_ match: (WaylandWindow.Event) -> Value?) throws -> Value? {
    try settle()
    while !events.isEmpty {
      if let value = match(events.removeFirst()) { return value }
    }
    return nil
  }

  /// One turn of the loop: waits a little for events, takes what came.
  func turn() throws {
    if connection.beginRead() {
      try connection.flush()
      var descriptor = pollfd(fd: connection.fileDescriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&descriptor, 1, 50)
      try connection.endRead(readable: ready > 0)
    }
    window.takeEvents(into: &events)
  }

  /// Lets the server handle everything requested so far.
  func settle() throws {
    for _ in 0..<4 { try turn() }
  }

  /// All events that have come, without waiting.
  func takeEvents() -> [WaylandWindow.Event] {
    window.takeEvents(into: &events)
    defer { events = [] }
    return events
  }

  func nextConfigure() throws -> (width: Double, height: Double, scale: Double, serial: UInt32) {
    try next("a configuration") {
      if case .configure(let size, let scale, let serial, _) = $0 {
        (size.width, size.height, scale, serial)
      } else {
        nil
      }
    }
  }

  /// Commits a buffer as the Vulkan driver would. Pixels.
  func commitBuffer(width: Int32, height: Int32, of window: WaylandWindow? = nil) throws {
    if pool == nil { pool = try ShmPool(connection) }
    let surface = (window ?? self.window).surfaceHandle
    wl_surface_attach(surface, try #require(pool).buffer(width: width, height: height), 0, 0)
    wl_surface_damage_buffer(surface, 0, 0, width, height)
    wl_surface_commit(surface)
  }

  /// Acknowledges the first configuration and shows a frame of that size.
  func showFirstFrame() throws {
    let configure = try nextConfigure()
    window.acknowledge(serial: configure.serial)
    window.prepareFrame()
    try commitBuffer(width: Int32(configure.width), height: Int32(configure.height))
  }
}

private final class WarningLog {
  var lines: [String] = []
}

/// Shared memory for a few small buffers, bound through a registry of the test's own.
private final class ShmPool {
  private var shm: OpaquePointer?
  private let registry: OpaquePointer
  /// Must outlive the proxies.
  private let connection: WaylandConnection

  private struct Listener {
    nonisolated(unsafe) static let table = permanentTable(
      wl_registry_listener(
        global: { data, registry, name, interface, _ in
          guard String(cString: interface!) == "wl_shm" else { return }
          let pool: ShmPool = owner(data)
          pool.shm = OpaquePointer(wl_registry_bind(registry, name, cwl_shm_interface(), 1))
        },
        global_remove: { _, _, _ in }))
  }

  init(_ connection: WaylandConnection) throws {
    self.connection = connection
    let display = connection.displayHandle
    registry = try #require(wl_display_get_registry(display))
    wl_registry_add_listener(registry, Listener.table, dataPointer(to: self))
    try #require(wl_display_roundtrip(display) >= 0)
    try #require(shm != nil)
  }

  deinit {
    if let shm { wl_shm_destroy(shm) }
    wl_registry_destroy(registry)
  }

  func buffer(width: Int32, height: Int32) throws -> OpaquePointer {
    var template = Array((NSTemporaryDirectory() + "shm-XXXXXX").utf8CString)
    let file = mkstemp(&template)
    try #require(file >= 0)
    defer { close(file) }
    unlink(&template)
    let size = width * height * 4
    try #require(ftruncate(file, Int(size)) == 0)
    let pool = wl_shm_create_pool(shm, file, size)
    defer { wl_shm_pool_destroy(pool) }
    return try #require(
      wl_shm_pool_create_buffer(
        pool, 0, width, height, width * 4, WL_SHM_FORMAT_XRGB8888.rawValue))
  }
}
