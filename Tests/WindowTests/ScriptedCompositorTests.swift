import CLinux
import CWayland
import Geometry
import Glibc
import ScriptedCompositor
import Testing

@Suite("The scripted compositor's windows and vblanks")
struct ScriptedCompositorTests {
  @Test("A window appears with what its client says of it, and its frame is shown at a vblank")
  func firstFrame() throws {
    let compositor = try ScriptedCompositor { $0.initialSize = Size(320, 200) }
    let client = try RawClient(compositor)
    let raw = client.createWindow(title: "One")
    xdg_toplevel_set_app_id(raw.toplevel, "test.one")
    xdg_toplevel_set_min_size(raw.toplevel, 32, 24)
    raw.commit()
    try client.roundTrip()
    #expect(client.events.contains(.configure(width: 320, height: 200, states: [4])))
    let serial = try #require(raw.takeSerials().last)
    xdg_surface_ack_configure(raw.shell, serial)
    try raw.show(320, 200, color: 0xff11_2233)
    try client.roundTrip()

    let id = try compositor.waitForWindow()
    let window = try compositor.waitForCommit(id, after: 0)
    #expect(window.title == "One")
    #expect(window.appID == "test.one")
    #expect(window.minimumSize == Size(32, 24))
    #expect(window.acknowledged == [serial])
    #expect(window.unacknowledged.isEmpty)
    #expect(window.bufferSize == PixelSize(320, 200))
    #expect(window.size == Size(320, 200))
    #expect(window.hasUnshownFrame)
    #expect(window.commitCount == 2)

    let first = try compositor.vblank()
    #expect(first.sequence == 1)
    #expect(first[id]?.isNew == true)
    #expect(first[id]?.changedPixels == 320 * 200)
    let second = try compositor.vblank()
    #expect(second[id]?.isNew == false)
    #expect(second[id]?.changedPixels == 0)
    #expect(second[id]?.checksum == first[id]?.checksum)
    #expect(try compositor.pixels(of: id)[7, 3] == SIMD4(0x11, 0x22, 0x33, 0xff))
    try client.roundTrip()
    #expect(client.events.filter { $0 == .released(buffer: 0) }.count == 1)
    #expect(compositor.violations.isEmpty)
  }

  @Test("Exact feedback has the vblank's time, count and claims, then come the frame callbacks")
  func exactFeedback() throws {
    let compositor = try ScriptedCompositor { $0.refreshNanoseconds = 10_000_000 }
    let (client, raw) = try shownWindow(compositor)
    client.requestFrame(raw.surface)
    client.requestFeedback(raw.surface, frame: 1)
    try raw.show(20, 20, color: 0xffff_0000)
    try client.roundTrip()
    #expect(try compositor.window(0).outstandingCallbacks == 1)
    let before = try compositor.displayTime
    let vblank = try compositor.vblank()
    #expect(abs(vblank.time - before - 0.01) < 1e-9)
    try client.roundTrip()
    let time = Int64((vblank.time * 1e9).rounded())
    let events = client.take { event -> RawClient.Event? in
      switch event {
      case .presented(let frame, let nanoseconds, let refresh, let sequence, let flags):
        #expect(abs(nanoseconds - time) < 1000)
        return .presented(
          frame: frame, nanoseconds: 0, refresh: refresh, sequence: sequence, flags: flags)
      case .frame: return event
      default: return nil
      }
    }
    #expect(
      events == [
        .presented(
          frame: 1, nanoseconds: 0, refresh: 10_000_000, sequence: vblank.sequence, flags: 7),
        .frame(time: UInt32(truncatingIfNeeded: Int64(vblank.time * 1000))),
      ])
    #expect(try compositor.window(0).outstandingCallbacks == 0)
    #expect(compositor.violations.isEmpty)
  }

  @Test("A vblank happens at the time that the script names")
  func namedTime() throws {
    let compositor = try ScriptedCompositor()
    let (client, raw) = try shownWindow(compositor)
    client.requestFeedback(raw.surface, frame: 1)
    try raw.show(20, 20)
    try client.roundTrip()
    #expect(try compositor.vblank(at: 5000.25).time == 5000.25)
    try client.roundTrip()
    #expect(presentedTimes(client) == [5_000_250_000_000])
  }

  @Test("Of two commits between vblanks the first is discarded and its buffer comes back at once")
  func superseded() throws {
    let compositor = try ScriptedCompositor()
    let (client, raw) = try shownWindow(compositor)
    try compositor.vblank()
    try client.roundTrip()
    client.events = []
    client.requestFeedback(raw.surface, frame: 1)
    try raw.show(20, 20)
    client.requestFeedback(raw.surface, frame: 2)
    try raw.show(20, 20)
    try client.roundTrip()
    #expect(client.events == [.released(buffer: 1), .discarded(frame: 1)])
    try compositor.vblank()
    try client.roundTrip()
    #expect(presentedTimes(client).count == 1)
    #expect(try compositor.window(0).discardCount == 1)
    #expect(try compositor.window(0).presentCount == 2)
  }

  @Test("A hidden window gets no callback, no feedback and no vblank until it is shown again")
  func hidden() throws {
    let compositor = try ScriptedCompositor()
    let (client, raw) = try shownWindow(compositor)
    try compositor.hide(0)
    client.requestFrame(raw.surface)
    client.requestFeedback(raw.surface, frame: 1)
    try raw.show(20, 20, color: 0xff00_ff00)
    try client.roundTrip()
    client.events = []
    for _ in 0..<10 { #expect(try compositor.vblank()[0] == nil) }
    try client.roundTrip()
    #expect(client.events.isEmpty)
    #expect(try compositor.window(0).outstandingCallbacks == 1)
    #expect(try compositor.window(0).isHidden)
    try compositor.show(0)
    #expect(try compositor.vblank()[0]?.isNew == true)
    try client.roundTrip()
    #expect(client.events.count == 3)  // feedback, release, callback
  }

  @Test("A frozen compositor takes nothing and answers nothing; thawed it goes on")
  func frozen() throws {
    let compositor = try ScriptedCompositor()
    let (client, raw) = try shownWindow(compositor)
    try compositor.freeze()
    client.requestFrame(raw.surface)
    try raw.show(20, 20)
    wl_display_flush(client.display)
    try compositor.configure(0, 50, 60)
    #expect(try compositor.vblank().windows.isEmpty)
    #expect(try compositor.window(0).frameCount == 1)
    var descriptor = pollfd(
      fd: wl_display_get_fd(client.display), events: Int16(POLLIN), revents: 0)
    #expect(poll(&descriptor, 1, 20) == 0)
    try compositor.thaw()
    try compositor.waitForCommit(0, after: 1)
    #expect(try compositor.vblank()[0]?.isNew == true)
    try client.roundTrip()
    #expect(client.events.contains(.configure(width: 50, height: 60, states: [4])))
    #expect(client.events.contains { if case .frame = $0 { true } else { false } })
  }

  @Test("Killed, it closes every connection and its socket without a goodbye")
  func killed() throws {
    let compositor = try ScriptedCompositor()
    let (client, _) = try shownWindow(compositor)
    compositor.kill()
    #expect(client.protocolError() == nil)
    #expect([EPIPE, ECONNRESET].contains(wl_display_get_error(client.display)))
    #expect(wl_display_connect(compositor.socketPath) == nil)
    #expect(throws: ScriptError.ended) { try compositor.vblank() }
    // What was there stays to be looked at.
    #expect(compositor.windows.count == 1)
    compositor.kill()
  }

  @Test("A client that goes away in the middle takes its windows along, and others stay")
  func disconnect() throws {
    let compositor = try ScriptedCompositor()
    let (stays, _) = try shownWindow(compositor)
    do {
      let (client, raw) = try shownWindow(compositor)
      client.requestFrame(raw.surface)
      client.requestFeedback(raw.surface, frame: 1)
      try raw.show(20, 20)
      try client.roundTrip()
      try compositor.pointerEnter(1, at: Point(1, 1))
      try compositor.keyboardEnter(1)
      try compositor.touchDown(1, 1, at: Point(1, 1))
    }
    let left = try compositor.wait("the end of a client") {
      $0.windows.count == 1 ? $0.windows[0].id : nil
    }
    #expect(left == 0)
    try compositor.pointerMotion(to: Point(2, 2))
    try compositor.key(30, isPressed: true)
    try compositor.touchUp(1)
    #expect(try compositor.vblank().windows.count == 1)
    try stays.roundTrip()
    #expect(throws: ScriptError.noWindow(1)) { try compositor.window(1) }
    #expect(compositor.violations.isEmpty)
  }

  @Test("A buffer that is destroyed while it is shown, or while it waits, does no harm")
  func destroyedBuffers() throws {
    let compositor = try ScriptedCompositor { $0.holdsBuffers = true }
    let (client, raw) = try shownWindow(compositor)
    let buffer = try client.createBuffer(20, 20, color: 0xff12_3456)
    wl_surface_attach(raw.surface, buffer, 0, 0)
    wl_buffer_destroy(buffer)
    raw.commit()
    try client.roundTrip()
    #expect(try compositor.pixels(of: 0)[0, 0] == SIMD4(0x12, 0x34, 0x56, 0xff))
    try compositor.vblank()
    let shown = try client.createBuffer(20, 20, color: 0xff65_4321)
    wl_surface_attach(raw.surface, shown, 0, 0)
    raw.commit()
    try client.roundTrip()
    try compositor.vblank()
    wl_buffer_destroy(shown)
    try client.roundTrip()
    #expect(try compositor.pixels(of: 0)[19, 19] == SIMD4(0x65, 0x43, 0x21, 0xff))
    try compositor.vblank()
    #expect(compositor.violations.isEmpty)
  }

  @Test("Held buffers come back when another takes their place, not before")
  func heldBuffers() throws {
    let compositor = try ScriptedCompositor { $0.holdsBuffers = true }
    let (client, raw) = try shownWindow(compositor)
    try compositor.vblank()
    try client.roundTrip()
    #expect(!client.events.contains(.released(buffer: 0)))
    try raw.show(20, 20)
    try client.roundTrip()
    #expect(client.events.contains(.released(buffer: 0)))
  }

  @Test("A hundred configurations in a row: the last one agreed to is in force")
  func configureStorm() throws {
    let compositor = try ScriptedCompositor()
    let (client, raw) = try shownWindow(compositor)
    var serials: [UInt32] = []
    for side in 1...100 { serials.append(try compositor.configure(0, Double(side), 40)) }
    try client.roundTrip()
    #expect(raw.takeSerials() == serials)
    #expect(try compositor.window(0).unacknowledged == serials)
    xdg_surface_ack_configure(raw.shell, serials[99])
    try raw.show(100, 40)
    try client.roundTrip()
    let window = try compositor.window(0)
    #expect(window.configuredSize == Size(100, 40))
    #expect(window.unacknowledged.isEmpty)
    #expect(window.stretchedFrames.isEmpty)
    #expect(compositor.violations.isEmpty)
  }

  @Test("By the timer vblanks come by themselves, each a period after the one before")
  func timed() throws {
    let compositor = try ScriptedCompositor { $0.pacing = .timed(hz: 250) }
    let (client, raw) = try shownWindow(compositor)
    try compositor.wait("twenty vblanks") { $0.vblankCount >= 20 ? true : nil }
    let vblanks = try compositor.takeVblanks()
    for (first, second) in zip(vblanks, vblanks.dropFirst()) {
      // On a busy machine some go by unseen; they count all the same.
      let periods = Double(second.sequence - first.sequence)
      #expect(abs(second.time - first.time - periods * 0.004) < 0.002)
    }
    client.requestFrame(raw.surface)
    try raw.show(20, 20)
    try compositor.wait("an answered callback", pump: { try client.roundTrip() }) {
      $0[0]?.outstandingCallbacks == 0 && $0[0]?.hasUnshownFrame == false ? true : nil
    }
  }
}

/// A client with a window of 20×20 that has committed its first frame.
func shownWindow(_ compositor: ScriptedCompositor) throws -> (RawClient, RawWindow) {
  let client = try RawClient(compositor)
  let window = client.createWindow()
  try window.begin()
  try window.show(20, 20)
  try client.roundTrip()
  return (client, window)
}

/// Takes the times of presented frames, in nanoseconds.
func presentedTimes(_ client: RawClient) -> [Int64] {
  client.take { if case .presented(_, let time, _, _, _) = $0 { time } else { nil } }
}
