import CVirtualPointer
import Foundation
import Testing

/// A pointer that is moved by the compositor, as somebody's hand would; skipped where sway is not
/// installed.
@Suite(
  "compositor on sway", .serialized, .enabled(if: Sway.isInstalled, "needs the program sway"))
struct SwayTests {
  private struct Recording: Decodable {
    struct Event: Decodable {
      let kind: String
      let phase: String?
      let button: String?
      let x: Double?
      let y: Double?
    }
    let events: [Event]
  }

  @Test("A virtual pointer drags a swipe card: the events arrive in order, where they were made")
  func drag() throws {
    let sway = try Sway()
    let folder = try CommandRunner.Folder()
    // Long enough for a busy machine to have shown its first frame by then.
    let process = try sway.start(
      ["--demo", "swipe-cards", "--duration", "12", "--record-input", "r.json"], in: folder.url)
    let pointer = try VirtualPointer(sway.display)
    // Until the window is there and has the pointer: it is moved to and fro.
    Thread.sleep(forTimeInterval: 6)
    try pointer.move(to: 270, 400)
    try pointer.move(to: 279, 391)
    try pointer.press(true)
    for step in 1...12 {
      Thread.sleep(forTimeInterval: 0.016)
      try pointer.move(to: 279 + 12 * UInt32(step), 391)
    }
    try pointer.press(false)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    let data = try Data(contentsOf: folder.url.appendingPathComponent("r.json"))
    let events = try JSONDecoder().decode(Recording.self, from: data).events
      .filter { $0.kind == "pointer" }
    let pressed = try #require(events.firstIndex { $0.phase == "pressed" })
    let released = try #require(events.firstIndex { $0.phase == "released" })
    #expect(pressed < released && events[pressed].button == "primary")
    let drag = events[pressed...released]
    #expect(drag.first?.x == 279 && drag.first?.y == 391 && drag.last?.x == 423)
    let places = drag.compactMap(\.x)
    #expect(
      places.count > 4 && zip(places, places.dropFirst()).allSatisfy { $0 <= $1 }, "\(places)")
  }
}

/// A sway of its own, without a screen, whose one output is as large as the window.
private final class Sway {
  static let width: UInt32 = 1000, height: UInt32 = 700

  private let folder: CommandRunner.Folder
  private let process = Process()
  private(set) var display = ""

  static var isInstalled: Bool {
    ["/usr/bin/sway", "/usr/bin/setpriv"].allSatisfy {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  init() throws {
    folder = try CommandRunner.Folder()
    let path = folder.url.path
    let configuration = """
      output HEADLESS-1 resolution \(Self.width)x\(Self.height)
      default_border none
      """
    try Data(configuration.utf8).write(to: folder.url.appendingPathComponent("config"))
    var command = ["/usr/bin/sway", "-c", folder.path("config")]
    // It does not run as root; root may use its display all the same.
    let isRoot = getuid() == 0
    if isRoot {
      command = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + command
    }
    try FileManager.default.setAttributes(
      isRoot
        ? [.posixPermissions: 0o700, .ownerAccountID: 65534, .groupOwnerAccountID: 65534]
        : [.posixPermissions: 0o700], ofItemAtPath: path)
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = [
      "HOME": path, "PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": path, "WLR_BACKENDS": "headless",
      "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1",
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let limit = Date(timeIntervalSinceNow: 20)
    while display.isEmpty {
      try #require(Date() < limit && process.isRunning, "sway did not start")
      Thread.sleep(forTimeInterval: 0.05)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      if let socket = names.first(where: { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") }) {
        display = folder.path(socket)
      }
    }
  }

  deinit {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func start(_ arguments: [String], in folder: URL) throws -> Process {
    let command = Process()
    command.executableURL = CommandRunner.executable
    command.arguments = arguments
    command.currentDirectoryURL = folder
    command.environment = ProcessInfo.processInfo.environment
      .merging(["WAYLAND_DISPLAY": display]) { $1 }
    command.standardOutput = FileHandle.nullDevice
    command.standardError = FileHandle.nullDevice
    try command.run()
    return command
  }
}

/// A hand.
private final class VirtualPointer {
  private let pointer: OpaquePointer
  private let start = Date()

  init(_ display: String) throws {
    pointer = try #require(virtual_pointer_open(display), "sway lends no pointer")
  }

  deinit { virtual_pointer_close(pointer) }

  /// Milliseconds.
  private var time: UInt32 { UInt32(Date().timeIntervalSince(start) * 1000) }

  func move(to x: UInt32, _ y: UInt32) throws {
    try #require(virtual_pointer_move(pointer, time, x, y, Sway.width, Sway.height))
  }

  func press(_ isPressed: Bool) throws {
    try #require(virtual_pointer_button(pointer, time, 0x110, isPressed))
  }
}
