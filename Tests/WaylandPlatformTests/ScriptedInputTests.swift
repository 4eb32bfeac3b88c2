import CLinux
import Geometry
import LayerCommit
import ScriptedCompositor
import Testing

@testable import WaylandPlatform

@Suite("Input on a scripted compositor")
struct ScriptedInputTests {
  /// A window that is shown, and its compositor.
  private func shown(
    _ configure: (inout ScriptedCompositor.Configuration) -> Void = { _ in }
  ) throws -> (ScriptedCompositor, TestClient) {
    let compositor = try ScriptedCompositor(configure)
    let client = try TestClient(compositor)
    try client.showFirstFrame()
    try compositor.waitForCommit(0, after: 0, pump: client.turn)
    _ = client.takeEvents()
    return (compositor, client)
  }

  /// The input that has come when the client has handled all that was sent.
  private func input(
    _ compositor: ScriptedCompositor, _ client: TestClient
  ) throws -> [InputEvent] {
    try compositor.waitForIdle(pump: client.turn)
    return client.takeEvents().compactMap { if case .input(let event) = $0 { event } else { nil } }
  }

  private func stamp(_ milliseconds: Double = 0) -> UInt32 {
    UInt32(truncatingIfNeeded: Int64(MonotonicClock.machineTime * 1000 + milliseconds))
  }

  @Test("The pointer enters, moves, presses and leaves, at its places and at the server's times")
  func pointer() throws {
    let (compositor, client) = try shown()
    try compositor.pointerEnter(0, at: Point(10, 20))
    // The answer is the cursor, which must not come after the pointer has left.
    try compositor.waitForIdle(pump: client.turn)
    let time = stamp(1)
    usleep(240_000)
    try compositor.pointerMotion(to: Point(11.5, 20.25), time: time)
    try compositor.pointerButton(0x110, isPressed: true, time: time + 10)
    try compositor.pointerButton(0x113, isPressed: true, time: time + 20)
    try compositor.pointerButton(0x110, isPressed: false, time: time + 30)
    try compositor.pointerLeave()
    let events = try input(compositor, client).map { event -> PointerEvent? in
      if case .pointer(let event) = event { event } else { nil }
    }
    let expected: [PointerEvent.Phase] = [
      .entered, .moved, .pressed(.primary), .pressed(.other(0x113)), .released(.primary), .left,
    ]
    #expect(events.map { $0?.phase } == expected)
    #expect(events[0]?.position == Point(10, 20))
    #expect(events.dropFirst().allSatisfy { $0?.position == Point(11.5, 20.25) })
    let moved = try #require(events[1]), released = try #require(events[4])
    #expect(abs(released.time - moved.time - 0.03) < 0.0015)
    #expect(moved.time < MonotonicClock.machineTime - 0.19)
    #expect(compositor.violations.isEmpty)
  }

  @Test("Buttons that are down when the pointer goes away are not released: it leaves")
  func lostButtons() throws {
    let (compositor, client) = try shown()
    func phases() throws -> [PointerEvent.Phase] {
      try input(compositor, client).compactMap {
        if case .pointer(let event) = $0 { event.phase } else { nil }
      }
    }
    for isUnplugged in [true, false] {
      try compositor.pointerEnter(0, at: Point(10, 20))
      for code: UInt32 in [0x111, 0x110, 0x113] {
        try compositor.pointerButton(code, isPressed: true)
      }
      try compositor.pointerButton(0x111, isPressed: false)
      _ = try phases()
      if isUnplugged {
        try compositor.setSeatCapabilities([])
        #expect(try phases() == [.left])
        try compositor.setSeatCapabilities([.pointer])
        try compositor.waitForIdle(pump: client.turn)
      } else {
        try compositor.pointerLeave()
        #expect(try phases() == [.left])
      }
    }
    // Let go where it does not belong to.
    try compositor.pointerEnter(0, at: Point(10, 20))
    try compositor.pointerButton(0x110, isPressed: false)
    #expect(try phases() == [.entered])
    #expect(compositor.violations.isEmpty)
  }

  @Test("The pointer's pictures are read before it comes, at the scale of the output")
  func cursorsReady() throws {
    let compositor = try ScriptedCompositor { $0.outputs = [OutputDescription("A", scale: 2)] }
    let client = try TestClient(compositor)
    #expect(client.connection.cursorScales == [2])
    let without = try ScriptedCompositor { $0.seat = [.keyboard] }
    let other = try TestClient(without)
    #expect(other.connection.cursorScales == [])
    try without.setSeatCapabilities([.pointer])
    try without.waitForIdle(pump: other.turn)
    #expect(other.connection.cursorScales == [1])
  }

  @Test("A frame of wheel and touchpad events is one scroll, with its source and end")
  func scrolls() throws {
    let (compositor, client) = try shown()
    try compositor.pointerEnter(0, at: Point(5, 5))
    try compositor.pointerAxis(Scroll(15, value120: 120))
    try compositor.pointerAxis(Scroll(-4, axis: .horizontal, source: .finger), endsFrame: false)
    try compositor.pointerAxis(Scroll(3, source: .finger))
    try compositor.pointerAxis(Scroll(0, source: .finger, isStop: true), endsFrame: false)
    try compositor.pointerAxis(Scroll(0, axis: .horizontal, source: .finger, isStop: true))
    let scrolls = try input(compositor, client).compactMap { event -> ScrollEvent? in
      if case .scroll(let scroll) = event { scroll } else { nil }
    }
    #expect(scrolls.map(\.source) == [.wheel, .finger, .finger])
    #expect(scrolls.map(\.dx) == [0, -4, 0])
    #expect(scrolls.map(\.dy) == [40, 3, 0])
    #expect(scrolls.map(\.isEnd) == [false, false, true])
    #expect(scrolls.allSatisfy { $0.position == Point(5, 5) })
  }

  @Test("Fingers come and go by number, and a cancelled gesture ends them all")
  func touches() throws {
    let (compositor, client) = try shown()
    try compositor.touchDown(3, 0, at: Point(1, 2), endsFrame: false)
    try compositor.touchDown(8, 0, at: Point(30, 40))
    try compositor.touchMotion(8, to: Point(31, 41))
    try compositor.touchUp(3)
    try compositor.touchCancel()
    let touches = try input(compositor, client).compactMap { event -> TouchEvent? in
      if case .touch(let touch) = event { touch } else { nil }
    }
    #expect(touches.map(\.id) == [3, 8, 8, 3, 8])
    #expect(touches.map(\.phase) == [.began, .began, .moved, .ended, .cancelled])
    #expect(
      touches.map(\.position) == [
        Point(1, 2), Point(30, 40), Point(31, 41), Point(1, 2), Point(31, 41),
      ])
  }

  @Test("Keys have their modifiers, and those that were down before are not ours")
  func keys() throws {
    let (compositor, client) = try shown()
    // Tab, which switched to this window.
    try compositor.keyboardEnter(0, pressed: [15])
    try compositor.key(15, isPressed: false)
    try compositor.key(42, isPressed: true)
    try compositor.key(30, isPressed: true)
    try compositor.key(30, isPressed: false)
    try compositor.key(42, isPressed: false)
    try compositor.key(30, isPressed: true)
    try compositor.keyboardLeave()
    let keys = try input(compositor, client).compactMap { event -> KeyEvent? in
      if case .key(let key) = event { key } else { nil }
    }
    #expect(keys.map(\.text) == ["", "A", "A", "", "a", "a"])
    #expect(keys.map(\.isPressed) == [true, true, false, false, true, false])
    #expect(keys.map(\.modifiers) == [[], .shift, .shift, .shift, [], []])
    #expect(client.connection.nextDue == .infinity)
  }

  @Test("A held key repeats when the loop asks, once however late, until it is let go")
  func repeats() throws {
    let (compositor, client) = try shown { $0.repeatDelay = 500 }
    let connection = client.connection
    try compositor.keyboardEnter(0)
    try compositor.key(30, isPressed: true)
    _ = try input(compositor, client)
    let due = connection.nextDue
    #expect(due < MonotonicClock.machineTime + 0.5)
    connection.fireDue(now: due - 0.001)
    #expect(try input(compositor, client).isEmpty)
    connection.fireDue(now: due)
    connection.fireDue(now: due + 10)
    let repeats = try input(compositor, client).compactMap { event -> KeyEvent? in
      if case .key(let key) = event { key } else { nil }
    }
    #expect(repeats.map(\.isRepeat) == [true, true] && repeats.allSatisfy { $0.text == "a" })
    #expect(repeats.first?.time == due)
    #expect(connection.nextDue > due + 10)
    // Shift does not repeat, and what is held follows it.
    try compositor.key(42, isPressed: true)
    _ = try input(compositor, client)
    connection.fireDue(now: due + 20)
    guard case .key(let shifted)? = try input(compositor, client).first else {
      Issue.record("no repeat")
      return
    }
    #expect(shifted.text == "A" && shifted.modifiers == .shift)
    try compositor.key(30, isPressed: false)
    _ = try input(compositor, client)
    #expect(connection.nextDue == .infinity)
  }

  @Test("Losing the devices ends what they were doing; getting them back works")
  func devicesGo() throws {
    let (compositor, client) = try shown()
    try compositor.pointerEnter(0, at: Point(10, 20))
    try compositor.keyboardEnter(0)
    try compositor.key(30, isPressed: true)
    try compositor.touchDown(0, 0, at: Point(1, 1))
    _ = try input(compositor, client)
    try compositor.setSeatCapabilities([])
    let events = try input(compositor, client)
    #expect(
      events.contains { if case .pointer(let e) = $0 { e.phase == .left } else { false } })
    #expect(events.contains { if case .key(let e) = $0 { !e.isPressed } else { false } })
    #expect(
      events.contains { if case .touch(let e) = $0 { e.phase == .cancelled } else { false } })
    #expect(client.connection.nextDue == .infinity)
    try compositor.setSeatCapabilities([.pointer])
    try compositor.waitForIdle(pump: client.turn)
    try compositor.pointerEnter(0, at: Point(1, 1))
    #expect(try input(compositor, client).count == 1)
    #expect(compositor.violations.isEmpty)
  }

  @Test("Cursor shapes follow the requests, with the serial of the last entry")
  func cursors() throws {
    let (compositor, client) = try shown()
    try compositor.pointerEnter(0, at: Point(10, 20))
    _ = try input(compositor, client)
    var pictures: [Bitmap?] = [try compositor.cursorPixels]
    client.window.perform(.cursor(.text))
    try compositor.waitForIdle(pump: client.turn)
    pictures.append(try compositor.cursorPixels)
    #expect(pictures[0] != nil && pictures[1] != nil && pictures[0] != pictures[1])
    client.window.perform(.cursor(.hidden))
    try compositor.waitForIdle(pump: client.turn)
    #expect(try compositor.cursor == .hidden)
    try compositor.pointerLeave()
    try compositor.pointerEnter(0, at: Point(10, 20))
    _ = try input(compositor, client)
    client.window.perform(.cursor(.arrow))
    try compositor.waitForIdle(pump: client.turn)
    #expect(try compositor.cursorPixels == pictures[0])
    #expect(compositor.violations.isEmpty && client.warnings.isEmpty)
  }

  @Test("Input for a window that is gone goes nowhere")
  func closedWindow() throws {
    let (compositor, client) = try shown()
    try compositor.pointerEnter(0, at: Point(10, 20))
    try compositor.keyboardEnter(0)
    try compositor.touchDown(0, 0, at: Point(1, 1))
    try compositor.key(30, isPressed: true)
    _ = try input(compositor, client)
    client.window.close()
    // The server sends on until it learns of the end.
    try compositor.pointerMotion(to: Point(11, 21))
    try compositor.key(30, isPressed: false)
    try compositor.touchMotion(0, to: Point(2, 2))
    #expect(try input(compositor, client).isEmpty)
    #expect(client.connection.isAlive && client.connection.nextDue == .infinity)
    #expect(compositor.violations.isEmpty)
  }
}
