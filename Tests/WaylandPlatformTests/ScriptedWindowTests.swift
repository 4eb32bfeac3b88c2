import CLinux
import Geometry
import LayerCommit
import Testing

@testable import ScriptedCompositor
@testable import WaylandPlatform

/// Title bars of one colour, for tests that do not look at them closely.
private struct PlainPainter: TitleBarPainter {
  func paint(_ look: TitleBarLook) -> Bitmap? {
    let level: UInt8 = look.hovered == nil ? 100 : 200
    let size = look.pixelSize
    let bytes = [UInt8](repeating: level, count: size.width * size.height * 4)
    return Bitmap(size: size, format: .bgra8Premultiplied, bytes: bytes)
  }
}

extension ScriptedCompositor {
  /// The pointer enters the title bar, the first of a window's subsurfaces.
  fileprivate func pointerEnterTitleBar(_ id: WindowID, at point: Point) throws {
    try perform { loop throws(ScriptError) in
      let tree = try loop.server.window(id).surface.tree
      loop.server.seat?.pointerEnter(tree[1], at: point)
      loop.server.seat?.pointerFrame()
    }
  }
}

extension ScriptedCompositor {
  /// A finger goes down on the title bar.
  fileprivate func touchTitleBar(_ id: WindowID, finger: Int32, at point: Point) throws {
    try perform { loop throws(ScriptError) in
      let tree = try loop.server.window(id).surface.tree
      loop.server.seat?.touchDown(finger, tree[1], at: point, time: 0)
      loop.server.seat?.touchFrame()
    }
  }
}

@Suite("A window on a scripted compositor")
struct ScriptedWindowTests {
  @discardableResult private func showFrame(
    _ compositor: ScriptedCompositor, _ client: TestClient, id: WindowID = 0
  ) throws -> ScriptedCompositor.Snapshot {
    let (width, height, scale, serial) = try client.nextConfigure()
    client.window.acknowledge(serial: serial)
    client.window.frameScale = scale
    client.window.prepareFrame()
    let pixels = PixelSize(points: Size(width, height), scale: scale)
    let count = try compositor.window(id).frameCount
    try client.commitBuffer(width: Int32(pixels.width), height: Int32(pixels.height))
    try compositor.waitForCommit(id, after: count, pump: client.turn)
    return compositor.snapshot
  }

  @Test(
    "Buffers follow the preferred scale, and the viewport says the size in points",
    arguments: [(1150, 150, 1438), (1154, 150, 1443), (101, 180, 152), (333, 210, 583)])
  func fractionalScale(points: Int, parts: Int, pixels: Int) throws {
    let compositor = try ScriptedCompositor {
      $0.scale120 = UInt32(parts)
      $0.initialSize = Size(Double(points), 200)
    }
    let client = try TestClient(compositor)
    let window = try #require(try showFrame(compositor, client)[0])
    #expect(window.bufferSize?.width == pixels && window.bufferScale == 1)
    #expect(window.viewportDestination == Size(Double(points), 200))
    #expect(window.size == Size(Double(points), 200))
    #expect(compositor.violations.isEmpty)
  }

  @Test("A scale that changes is an event, and the next frame has it")
  func scaleChanges() throws {
    let compositor = try ScriptedCompositor { $0.initialSize = Size(100, 50) }
    let client = try TestClient(compositor)
    try showFrame(compositor, client)
    try compositor.preferScale(0, 180)
    let scale = try client.next("a scale") {
      if case .scaleChanged(let scale) = $0 { scale } else { nil }
    }
    #expect(scale == 1.5)
    client.window.frameScale = scale
    client.window.prepareFrame()
    try client.commitBuffer(width: 150, height: 75)
    let window = try compositor.waitForCommit(0, after: 1, pump: client.turn)
    #expect(window.size == Size(100, 50) && window.stretchedFrames.isEmpty)
    #expect(compositor.violations.isEmpty)
  }

  @Test("Without the extensions the scale is the output's")
  func integerScale() throws {
    let compositor = try ScriptedCompositor {
      $0.hasFractionalScale = false
      $0.hasViewporter = false
      $0.initialSize = Size(100, 50)
      $0.outputs = [OutputDescription("A", scale: 2)]
    }
    let client = try TestClient(compositor)
    let window = try #require(try showFrame(compositor, client)[0])
    #expect(window.bufferSize == PixelSize(200, 100) && window.bufferScale == 2)
    #expect(compositor.violations.isEmpty)
  }

  @Test("A hundred configurations leave one to take, the last, and it is answered once")
  func manyConfigurations() throws {
    let compositor = try ScriptedCompositor()
    let client = try TestClient(compositor)
    try showFrame(compositor, client)
    for step in 1...100 { try compositor.configure(0, 300 + Double(step), 200) }
    try compositor.waitForIdle(pump: client.turn)
    let sizes = client.takeEvents().compactMap { event -> (Size, UInt32)? in
      if case .configure(let size, _, let serial, _) = event { (size, serial) } else { nil }
    }
    #expect(sizes.map(\.0) == [Size(400, 200)])
    client.window.acknowledge(serial: try #require(sizes.first).1)
    client.window.prepareFrame()
    try client.commitBuffer(width: 400, height: 200)
    let window = try compositor.waitForCommit(0, after: 1, pump: client.turn)
    #expect(window.configuredSize == Size(400, 200) && window.size == Size(400, 200))
    #expect(window.acknowledged.count == 2 && window.stretchedFrames.isEmpty)
    #expect(compositor.violations.isEmpty)
  }

  @Test(
    "A size of zero leaves that direction to us, with and without a title bar of ours",
    arguments: [
      (0, 0, .none, Size(320, 200)), (0, 50, .none, Size(320, 14)), (0, 50, .server, Size(320, 50)),
      (70, 0, .client, Size(70, 200)),
    ] as [(Double, Double, ScriptedCompositor.Decoration, Size)])
  func zeroSize(
    width: Double, height: Double, decoration: ScriptedCompositor.Decoration, expected: Size
  ) throws {
    let compositor = try ScriptedCompositor {
      $0.decoration = decoration
      $0.initialSize = Size(width, height)
    }
    let client = try TestClient(compositor, painter: PlainPainter())
    let window = try #require(try showFrame(compositor, client)[0])
    #expect(window.size == expected)
    let extra = decoration == .server ? 0 : 36
    #expect(
      window.geometry.map { $0.height - extra } ?? Int(expected.height) == Int(expected.height))
    #expect(window.minimumSize == Size(32, Double(32 + extra)))
    #expect(compositor.violations.isEmpty)
  }

  @Test("Our title bar lies above the content, and disappears while the window is fullscreen")
  func ownTitleBar() throws {
    let compositor = try ScriptedCompositor { $0.decoration = .none }
    let client = try TestClient(compositor, painter: PlainPainter())
    var window = try #require(try showFrame(compositor, client)[0])
    #expect(window.geometry == PixelRect(0, -36, 320, 236))
    client.window.perform(.fullscreen(true))
    try compositor.waitForIdle(pump: client.turn)
    window = try #require(try showFrame(compositor, client)[0])
    #expect(window.requests == [.fullscreen])
    #expect(window.size == Size(1920, 1080))
    #expect(window.geometry == PixelRect(0, 0, 1920, 1080))
    client.window.perform(.fullscreen(false))
    try compositor.waitForIdle(pump: client.turn)
    window = try #require(try showFrame(compositor, client)[0])
    #expect(window.size == Size(320, 200) && window.geometry == PixelRect(0, -36, 320, 236))
    #expect(compositor.violations.isEmpty)
  }

  @Test("The title bar moves, maximizes and closes the window; the content hears nothing of it")
  func titleBarInput() throws {
    let compositor = try ScriptedCompositor { $0.decoration = .client }
    let client = try TestClient(compositor, painter: PlainPainter())
    try showFrame(compositor, client)
    try compositor.waitForIdle(pump: client.turn)
    _ = client.takeEvents()
    func click(_ point: Point) throws {
      try compositor.pointerMotion(to: point)
      try compositor.pointerButton(isPressed: true)
      try compositor.pointerButton(isPressed: false)
    }
    try compositor.pointerEnterTitleBar(0, at: Point(50, 10))
    try click(Point(50, 10))
    try click(Point(51, 10))
    try compositor.pointerButton(0x111, isPressed: true)
    try compositor.pointerButton(0x111, isPressed: false)
    try compositor.pointerButton(isPressed: true)
    try compositor.pointerMotion(to: Point(90, 10))
    try compositor.pointerAxis(Scroll(15, value120: 120))
    try compositor.pointerButton(isPressed: false)
    try click(try #require(TitleBarLayout(width: 320).center(of: .minimize)))
    try click(try #require(TitleBarLayout(width: 320).center(of: .close)))
    try compositor.waitForIdle(pump: client.turn)
    let requests = try compositor.window(0).requests
    #expect(requests == [.maximize, .showMenu, .move, .minimize])
    let events = client.takeEvents()
    #expect(events.contains(.closeRequested))
    #expect(!events.contains { if case .input = $0 { true } else { false } })
    #expect(compositor.violations.isEmpty)
  }

  @Test("Hovering redraws the bar at once, without a frame of the content")
  func hover() throws {
    let compositor = try ScriptedCompositor { $0.decoration = .none }
    let client = try TestClient(compositor, painter: PlainPainter())
    let before = try #require(try showFrame(compositor, client)[0])
    let picture = try compositor.pixels(of: 0)
    let close = try #require(TitleBarLayout(width: 320).center(of: .close))
    try compositor.pointerEnterTitleBar(0, at: close)
    try compositor.waitForIdle(pump: client.turn)
    #expect(try compositor.pixels(of: 0) != picture)
    #expect(try compositor.window(0).commitCount == before.commitCount)
  }

  @Test("What the desktop does with a window is told once, and so is the loss of all outputs")
  func status() throws {
    let compositor = try ScriptedCompositor()
    let client = try TestClient(compositor)
    try showFrame(compositor, client)
    func statuses() throws -> [WindowStatus] {
      try compositor.waitForIdle(pump: client.turn)
      return client.takeEvents().compactMap {
        if case .statusChanged(let status) = $0 { status } else { nil }
      }
    }
    _ = try statuses()
    try compositor.configure(0, 400, 300, states: [.maximized])
    try compositor.configure(0, 400, 300, states: [.maximized])
    var expected = WindowStatus()
    expected.isMaximized = true
    #expect(try statuses() == [expected])
    let output = try #require(try compositor.outputs.first)
    try compositor.removeOutput(output)
    expected.isVisible = false
    #expect(try statuses() == [expected])
    try compositor.addOutput(OutputDescription("B"))
    expected.isVisible = true
    #expect(try statuses() == [expected])
    #expect(client.connection.isAlive && compositor.violations.isEmpty)
  }

  @Test("Requests reach the compositor; limits include our title bar; bad sizes set none")
  func requests() throws {
    let compositor = try ScriptedCompositor { $0.decoration = .none }
    let client = try TestClient(compositor, painter: PlainPainter())
    try showFrame(compositor, client)
    client.window.perform(.title("Other"))
    client.window.perform(.minimize)
    client.window.perform(.sizeLimits(minimum: Size(100, 100), maximum: Size(50, .nan)))
    try compositor.waitForIdle(pump: client.turn)
    let window = try compositor.window(0)
    #expect(window.title == "Other" && window.requests == [.minimize])
    #expect(window.minimumSize == Size(100, 136))
    #expect(window.maximumSize == Size(100, 0))
    #expect(compositor.violations.isEmpty)
  }

  @Test("A compositor that stands still keeps its client, and finds the latest requests")
  func frozen() throws {
    let compositor = try ScriptedCompositor { $0.decoration = .none }
    let client = try TestClient(compositor, painter: PlainPainter())
    try showFrame(compositor, client)
    try compositor.waitForIdle(pump: client.turn)
    try compositor.freeze()
    let text = String(repeating: "x", count: 200)
    for step in 1...3000 {
      client.window.perform(.title("\(step) \(text)"))
      client.window.perform(
        .sizeLimits(minimum: Size(Double(step), 100), maximum: Size(4000, 4000)))
      if step % 100 == 0 { try client.turn() }
    }
    #expect(client.connection.isAlive)
    try compositor.thaw()
    try compositor.waitForIdle(pump: client.turn)
    let window = try compositor.window(0)
    #expect(window.title == "3000 \(text)" && window.minimumSize == Size(3000, 136))
    #expect(compositor.violations.isEmpty)
  }

  @Test(
    "A finger on the title bar of a window that is closed does not keep other bars from working")
  func closedUnderFinger() throws {
    let compositor = try ScriptedCompositor { $0.decoration = .none }
    let client = try TestClient(compositor, painter: PlainPainter())
    try showFrame(compositor, client)
    let other = try client.connection.createWindow(
      title: "Other", appID: "test", size: Size(320, 200))
    try compositor.waitForWindow(1, pump: client.turn)
    try compositor.waitForIdle(pump: client.turn)
    other.prepareFrame()
    try client.commitBuffer(width: 320, height: 200, of: other)
    try compositor.waitForCommit(1, after: 0, pump: client.turn)
    let close = try #require(TitleBarLayout(width: 320).center(of: .close))
    try compositor.touchTitleBar(0, finger: 1, at: close)
    try compositor.waitForIdle(pump: client.turn)
    client.window.close()
    try compositor.waitForIdle(pump: client.turn)
    try compositor.touchTitleBar(1, finger: 2, at: close)
    try compositor.touchUp(2)
    try compositor.waitForIdle(pump: client.turn)
    var events: [WaylandWindow.Event] = []
    other.takeEvents(into: &events)
    #expect(events.contains(.closeRequested))
    #expect(compositor.violations.isEmpty)
  }

  @Test("A display that said nothing for long is asked again when each frame was seen")
  func feedbackReturns() throws {
    let compositor = try ScriptedCompositor { $0.feedback = .absent }
    let clock = DisplayClock(standingAt: MonotonicClock.machineTime)
    let client = try TestClient(compositor, clock: clock)
    try showFrame(compositor, client)
    func frameIsSeen() throws -> Bool {
      let count = try compositor.window(0).frameCount
      client.window.prepareFrame()
      try client.commitBuffer(width: 320, height: 200)
      try compositor.waitForCommit(0, after: count, pump: client.turn)
      try compositor.vblank(at: clock.now)
      try compositor.waitForIdle(pump: client.turn)
      return client.takeEvents().contains { if case .presented = $0 { true } else { false } }
    }
    for _ in 0..<10 { #expect(try !frameIsSeen()) }
    try compositor.reconfigure { $0.feedback = .exact }
    // Nothing more is asked for in a hurry.
    #expect(try !frameIsSeen())
    clock.stand(at: clock.now + 1.5)
    #expect(try frameIsSeen())
    #expect(compositor.violations.isEmpty)
  }

  @Test("Two windows on one connection have their own sizes, frames and input")
  func twoWindows() throws {
    let compositor = try ScriptedCompositor()
    let client = try TestClient(compositor)
    try showFrame(compositor, client)
    let other = try client.connection.createWindow(
      title: "Other", appID: "test", size: Size(64, 48))
    try compositor.waitForWindow(1, pump: client.turn)
    try compositor.waitForIdle(pump: client.turn)
    var events: [WaylandWindow.Event] = []
    other.takeEvents(into: &events)
    guard case .configure(Size(64, 48), _, let serial, _)? = events.first else {
      Issue.record("expected a configuration, got \(events)")
      return
    }
    other.acknowledge(serial: serial)
    other.prepareFrame()
    try client.commitBuffer(width: 64, height: 48, of: other)
    try compositor.waitForCommit(1, after: 0, pump: client.turn)
    _ = client.takeEvents()
    try compositor.pointerEnter(1, at: Point(3, 4))
    try compositor.waitForIdle(pump: client.turn)
    events = []
    other.takeEvents(into: &events)
    #expect(events.contains { if case .input(.pointer) = $0 { true } else { false } })
    #expect(!client.takeEvents().contains { if case .input = $0 { true } else { false } })
    client.window.close()
    #expect(other.isReadyToDraw == false)
    try compositor.vblank()
    try compositor.waitForIdle(pump: client.turn)
    #expect(other.isReadyToDraw)
    #expect(compositor.violations.isEmpty)
  }

  @Test("That the compositor has died is known before anything was read or written")
  func unnoticedDeath() throws {
    let compositor = try ScriptedCompositor()
    let client = try TestClient(compositor)
    try showFrame(compositor, client)
    #expect(client.connection.failure == nil)
    compositor.kill()
    guard case .connectionLost(EPIPE, _) = client.connection.failure else {
      Issue.record("\(String(describing: client.connection.failure))")
      return
    }
    // Nobody was told yet.
    #expect(client.connection.isAlive)
  }

  @Test(
    "Presentation times are media time whatever the clock",
    arguments: [CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW, CLOCK_REALTIME, CLOCK_BOOTTIME])
  func clocks(id: clockid_t) throws {
    let compositor = try ScriptedCompositor { $0.clock = id }
    let client = try TestClient(compositor)
    try showFrame(compositor, client)
    try compositor.vblank()
    let feedback = try client.next("feedback") {
      if case .presented(let feedback) = $0 { feedback } else { nil }
    }
    #expect(feedback.frame == 1 && feedback.sequence == 1)
    #expect(abs(feedback.time - MonotonicClock.machineTime) < ScriptedCompositor.patience)
    #expect(client.warnings.isEmpty)
  }

  @Test("Times a day off count as arrival, and that is said once")
  func incredibleTimes() throws {
    let compositor = try ScriptedCompositor()
    let client = try TestClient(compositor)
    try showFrame(compositor, client)
    let start = MonotonicClock.machineTime
    try compositor.vblank(at: start + 86_400)
    let feedback = try client.next("feedback") {
      if case .presented(let feedback) = $0 { feedback } else { nil }
    }
    #expect(feedback.time >= start && feedback.time <= MonotonicClock.machineTime)
    #expect(client.warnings.count == 1)
  }
}
