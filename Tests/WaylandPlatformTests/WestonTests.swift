import CLinux
import CWayland
import Foundation
import LayerCommit
import Testing

@testable import WaylandPlatform

@Suite(
  "A window on a real server", .serialized,
  .enabled(if: Weston.isInstalled, "needs the program weston"))
struct WestonTests {
  @Test("The server's interfaces are listed with their versions")
  func globals() throws {
    let connection = try TestClient(Weston()).connection
    let interfaces = connection.globals.map(\.interface)
    #expect(interfaces.contains("wl_compositor"))
    #expect(interfaces.contains("xdg_wm_base"))
    #expect(connection.globals.allSatisfy { $0.version > 0 })
    #expect(connection.presentationClock.id != CLOCK_MONOTONIC)
  }

  @Test("The first configuration leaves the size to us; only then may a frame be drawn")
  func configure() throws {
    let client = try TestClient(Weston())
    #expect(!client.window.isReadyToDraw)
    let configure = try client.nextConfigure()
    #expect(configure.width == 320 && configure.height == 200 && configure.scale == 1)
    #expect(client.window.isReadyToDraw)
    client.window.acknowledge(serial: configure.serial)
    #expect(client.window.isReadyToDraw)
  }

  @Test("Each frame is called back and its presentation reported in media time")
  func frames() throws {
    let client = try TestClient(Weston())
    let start = MonotonicClock.machineTime
    try client.showFirstFrame()
    var last = start
    for frame: UInt64 in 1...5 {
      #expect(!client.window.isReadyToDraw)
      // Callback and feedback come in either order.
      var feedback: PresentFeedback?
      var isCalledBack = false
      while feedback == nil || !isCalledBack {
        try client.next("callback and feedback") { event -> Void? in
          switch event {
          case .frame: isCalledBack = true
          case .presented(let given): feedback = given
          default: return nil
          }
          return ()
        }
      }
      let given = try #require(feedback)
      #expect(given.frame == frame)
      // A frame is seen after it was made and before anybody says so; the server's clock is
      // another one and read to the millisecond.
      #expect(given.time > last - 0.01)
      #expect(given.time < MonotonicClock.machineTime + 0.01)
      last = given.time
      #expect(client.window.isReadyToDraw)
      client.window.prepareFrame()
      try client.commitBuffer(width: 320, height: 200)
    }
  }

  @Test("A frame that was prepared but not committed does not shut the gate")
  func notCommitted() throws {
    let client = try TestClient(Weston())
    let configure = try client.nextConfigure()
    client.window.acknowledge(serial: configure.serial)
    #expect(client.window.prepareFrame() == 1)
    client.window.frameWasNotPresented()
    #expect(client.window.isReadyToDraw)
    #expect(client.window.prepareFrame() == 2)
    try client.commitBuffer(width: 320, height: 200)
    let frame = try client.next("feedback") {
      if case .presented(let feedback) = $0 { feedback.frame } else { nil }
    }
    #expect(frame == 2)
  }

  @Test("Frames made without waiting ask for a bounded number of answers")
  func boundedRequests() throws {
    let client = try TestClient(Weston())
    try client.showFirstFrame()
    for _ in 0..<100 {
      client.window.prepareFrame()
      try client.commitBuffer(width: 320, height: 200)
    }
    // Weston answers all that was asked: some presented, the others discarded.
    var answers = 0
    try client.next("the answer to the last request") { event -> Void? in
      switch event {
      case .presented, .discarded: answers += 1
      default: break
      }
      return answers == 8 ? () : nil
    }
    try client.settle()
    #expect(client.window.isReadyToDraw)
  }

  @Test("A frame without an acknowledgement acknowledges the first configuration itself")
  func acknowledgesItself() throws {
    let client = try TestClient(Weston())
    _ = try client.nextConfigure()
    client.window.prepareFrame()
    try client.commitBuffer(width: 320, height: 200)
    try client.next("a frame callback") { $0 == .frame ? () : nil }
  }

  @Test("The window follows an output's integer scale")
  func scale() throws {
    let client = try TestClient(Weston(["--width=800", "--height=600", "--scale=2"]))
    let configure = try client.nextConfigure()
    #expect(configure.width == 320 && configure.height == 200 && configure.scale == 2)
    client.window.acknowledge(serial: configure.serial)
    client.window.frameScale = 2
    client.window.prepareFrame()
    try client.commitBuffer(width: 640, height: 400)
    try client.next("a frame callback") { $0 == .frame ? () : nil }
  }

  @Test("A size the server imposes arrives with its states")
  func imposedSize() throws {
    let client = try TestClient(Weston(["--width=800", "--height=600", "--shell=kiosk-shell.so"]))
    let (size, states, serial) = try client.next("a fullscreen configuration") {
      if case .configure(let size, _, let serial, let states) = $0, states.contains(.fullscreen) {
        (size, states, serial)
      } else {
        nil
      }
    }
    #expect(size == .init(800, 600))
    #expect(states.contains(.fullscreen))
    client.window.acknowledge(serial: serial)
    client.window.prepareFrame()
    try client.commitBuffer(width: 800, height: 600)
    // That shell shows nothing without input devices, but ends clients that draw another size.
    try client.settle()
    #expect(client.connection.isAlive)
  }

  @Test("Titles of any length and content, and sizes that are none, do no harm")
  func badInput() throws {
    let client = try TestClient(Weston())
    let connection = client.connection
    for title in ["", String(repeating: "é👩‍👩‍👧", count: 5000), "a\0b"] {
      client.window.setTitle(title)
    }
    try client.showFirstFrame()
    try client.next("a frame callback") { $0 == .frame ? () : nil }
    for length in [Double.nan, .infinity, -.infinity, -1, 0, 1e30] {
      let window = try connection.createWindow(
        title: "", appID: "", size: .init(length, length), minimumSize: .init(length, length))
      window.close()
    }
    try connection.flush()
    #expect(connection.isAlive)
  }

  @Test("A closed window is gone in silence; the connection serves the next")
  func closing() throws {
    let client = try TestClient(Weston())
    try client.showFirstFrame()
    client.window.prepareFrame()
    client.window.close()
    client.window.close()
    client.window.setTitle("Late")
    client.window.acknowledge(serial: 0)
    client.window.frameWasNotPresented()
    #expect(!client.window.isReadyToDraw)
    try client.settle()
    let next = try client.connection.createWindow(
      title: "Next", appID: "test.compositor", size: .init(100, 100))
    try eventually("a configuration of the next window") {
      try client.turn()
      var events: [WaylandWindow.Event] = []
      next.takeEvents(into: &events)
      return events.isEmpty ? nil : ()
    }
    #expect(client.connection.isAlive)
  }

  @Test("The end of the server is reported once; after that nothing fails or waits")
  func serverKilled() throws {
    let server = try Weston()
    let client = try TestClient(server)
    try client.showFirstFrame()
    try client.next("a frame callback") { $0 == .frame ? () : nil }
    server.kill()
    let error = #expect(throws: WaylandError.self) {
      try client.next("the loss") { _ -> Void? in nil }
    }
    guard case .connectionLost(let code, let text)? = error else {
      Issue.record("expected the loss of the connection, got \(String(describing: error))")
      return
    }
    #expect(code == EPIPE || code == ECONNRESET)
    #expect(!text.isEmpty)
    #expect(!client.connection.isAlive)
    for _ in 0..<3 {
      client.window.prepareFrame()
      try client.turn()
    }
    #expect(throws: try #require(error)) {
      try client.connection.createWindow(title: "", appID: "", size: .init(10, 10))
    }
    client.window.close()
  }

  @Test("A protocol error is reported with the interface and the code")
  func protocolError() throws {
    let client = try TestClient(Weston())
    // A scale of 0 is forbidden: error 0 of wl_surface.
    wl_surface_set_buffer_scale(client.window.surfaceHandle, 0)
    let error = #expect(throws: WaylandError.self) {
      try client.next("the error") { _ -> Void? in nil }
    }
    guard case .connectionLost(EPROTO, let text)? = error else {
      Issue.record("expected a protocol error, got \(String(describing: error))")
      return
    }
    #expect(text.hasPrefix("protocol error 0 on wl_surface@"))
  }
}

@Suite(
  "Keys on a real server", .serialized,
  .enabled(
    if: Weston.isInstalled && XServer.isInstalled, "needs the programs weston, Xvfb and xdotool"))
struct WestonKeyTests {
  @Test("Escape and letters arrive as pressed and released, with the keysym and the text")
  func keys() throws {
    let screen = try XServer()
    let client = try TestClient(Weston(["--width=600", "--height=400"], on: screen))
    try client.showFirstFrame()
    try client.next("a frame callback") { $0 == .frame ? () : nil }
    let start = MonotonicClock.machineTime
    var keys: [KeyEvent] = []
    // Weston's own window may not have the keyboard yet, so ask until something arrives.
    try eventually("a key") {
      try screen.type("mousemove", "300", "200", "key", "Escape")
      return try client.pending { if case .input(.key(let key)) = $0 { key } else { nil } }
        .map { keys.append($0) }
    }
    try screen.type("key", "shift+a")
    try client.next("the letter") { event -> Void? in
      guard case .input(.key(let key)) = event else { return nil }
      keys.append(key)
      return key.keysym == 0x41 ? () : nil
    }
    #expect(keys[0].keysym == KeyEvent.escape && keys[0].isPressed && keys[0].text == "")
    #expect(keys.contains { $0.keysym == KeyEvent.escape && !$0.isPressed })
    #expect(keys.contains { $0.keysym == 0x41 && $0.text == "A" && $0.isPressed })
    #expect(keys.allSatisfy { $0.time > start - 1 && $0.time <= MonotonicClock.machineTime })
  }
}
