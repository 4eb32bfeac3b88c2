import CLinux
import Foundation
import Testing

@testable import WaylandPlatform

@Suite("Connecting without a usable server")
struct NoServerTests {
  @Test("A socket that is not there is named, with the reason")
  func noSocket() throws {
    let error = #expect(throws: WaylandError.self) {
      try WaylandConnection(displayName: "/nowhere/wayland-9")
    }
    #expect(
      error?.description
        == "no Wayland display: cannot connect to \"/nowhere/wayland-9\": "
        + "No such file or directory")
  }

  @Test("Without WAYLAND_DISPLAY the text says so, whatever sockets there are")
  func noEnvironment() async {
    await #expect(processExitsWith: .success) {
      unsetenv("WAYLAND_DISPLAY")
      unsetenv("WAYLAND_SOCKET")
      #expect(throws: WaylandError.noDisplay("WAYLAND_DISPLAY is not set")) {
        try WaylandConnection()
      }
    }
  }

  @Test("Without XDG_RUNTIME_DIR the text says so")
  func noRuntimeFolder() async {
    await #expect(processExitsWith: .success) {
      unsetenv("XDG_RUNTIME_DIR")
      unsetenv("WAYLAND_SOCKET")
      setenv("WAYLAND_DISPLAY", "wayland-5", 1)
      let expected = "XDG_RUNTIME_DIR is not set, so \"wayland-5\" cannot be found"
      #expect(throws: WaylandError.noDisplay(expected)) { try WaylandConnection() }
    }
  }

  @Test("A server that does not answer counts as lost")
  func hungServer() throws {
    let socket = try ListeningSocket()
    let error = #expect(throws: WaylandError.self) {
      try WaylandConnection(displayName: socket.path, answerTimeout: 0.1)
    }
    #expect(error == .connectionLost(errno: ETIMEDOUT, description: "no answer within 0.1 s"))
  }

  @Test("A server that hangs up during the greeting counts as lost")
  func hangsUp() throws {
    let socket = try ListeningSocket()
    socket.serve { close($0) }
    let error = #expect(throws: WaylandError.self) {
      try WaylandConnection(displayName: socket.path)
    }
    // Which one depends on whether the server read the question before.
    guard case .connectionLost(let code, _)? = error, code == EPIPE || code == ECONNRESET else {
      Issue.record("expected the loss of the connection, got \(String(describing: error))")
      return
    }
  }

  @Test("A server without windows is told apart, and the connection is closed")
  func missingGlobal() throws {
    let socket = try ListeningSocket()
    let closed = DispatchSemaphore(value: 0)
    socket.serve { client in
      var bytes = [UInt8](repeating: 0, count: 4096)
      _ = read(client, &bytes, bytes.count)
      // wl_callback.done for object 3, the first wl_display.sync: the list of globals is empty.
      let done: [UInt32] = [3, 12 << 16, 0]
      _ = write(client, done, 12)
      while read(client, &bytes, bytes.count) > 0 {}
      close(client)
      closed.signal()
    }
    #expect(throws: WaylandError.missingGlobal("wl_compositor")) {
      try WaylandConnection(displayName: socket.path)
    }
    #expect(closed.wait(timeout: .now() + 60) == .success)
  }
}

/// A Unix socket on which nobody answers unless told to.
private final class ListeningSocket {
  let path: String
  private let folder: String
  private let file: Int32

  init() throws {
    folder = try makePrivateFolder()
    path = folder + "/socket"
    file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    try #require(file >= 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
    try #require(listen(file, 4) == 0)
  }

  /// Accepts one client on another thread.
  func serve(_ body: @escaping @Sendable (Int32) -> Void) {
    let file = file
    Thread.detachNewThread { body(accept(file, nil, nil)) }
  }

  deinit {
    close(file)
    try? FileManager.default.removeItem(atPath: folder)
  }
}
