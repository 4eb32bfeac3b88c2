import CWayland
import CWaylandServer
import Geometry
import ScriptedCompositor
import Testing

@Suite("What the scripted compositor does not let pass")
struct ScriptedCompositorViolationTests {
  /// Runs a client against a strict compositor and a lenient one: the first must end it with the
  /// protocol error, both must record a violation that contains `words`.
  private func expectViolation(
    _ words: String, error: (interface: String, code: UInt32),
    by misbehave: (RawClient, RawWindow) throws -> Void
  ) throws {
    let strict = try ScriptedCompositor()
    let (client, window) = try shownWindow(strict)
    try misbehave(client, window)
    let posted = try #require(client.protocolError())
    #expect(posted == error)
    #expect(strict.violations.contains { $0.contains(words) }, "\(strict.violations)")

    let lenient = try ScriptedCompositor { $0.postsErrors = false }
    let (other, otherWindow) = try shownWindow(lenient)
    try misbehave(other, otherWindow)
    try other.roundTrip()
    #expect(lenient.violations.contains { $0.contains(words) }, "\(lenient.violations)")
  }

  @Test(
    "A buffer before the first commit, or before the acknowledgement", arguments: [false, true])
  func unconfiguredBuffer(commitsFirst: Bool) throws {
    try expectViolation("committed a buffer before", error: ("xdg_surface", 3)) { client, _ in
      let window = client.createWindow()
      if commitsFirst { window.commit() }
      try window.show(20, 20)
    }
  }

  @Test("An acknowledgement of a serial that was never sent")
  func unknownSerial() throws {
    try expectViolation("which was never sent", error: ("xdg_surface", 4)) { _, window in
      xdg_surface_ack_configure(window.shell, 0x7fff_0000)
    }
  }

  @Test("An acknowledgement made twice, or after a later one", arguments: [false, true])
  func staleSerial(isOlder: Bool) throws {
    for postsErrors in [true, false] {
      let compositor = try ScriptedCompositor { $0.postsErrors = postsErrors }
      let (client, window) = try shownWindow(compositor)
      let older = try compositor.configure(0, 30, 30)
      let newer = try compositor.configure(0, 40, 40)
      try client.roundTrip()
      xdg_surface_ack_configure(window.shell, newer)
      try client.roundTrip()
      #expect(compositor.violations.isEmpty)
      xdg_surface_ack_configure(window.shell, isOlder ? older : newer)
      if postsErrors {
        #expect(try #require(client.protocolError()) == ("xdg_surface", 4))
      } else {
        try client.roundTrip()
      }
      #expect(compositor.violations.count == 1)
      #expect(
        compositor.violations[0].hasSuffix(isOlder ? "after a later one" : "a second time"))
    }
  }

  @Test("More frame callbacks than one of the application and one of the driver")
  func frameCallbacks() throws {
    let compositor = try ScriptedCompositor()
    let (client, window) = try shownWindow(compositor)
    for _ in 0..<2 { client.requestFrame(window.surface) }
    try window.show(20, 20)
    try client.roundTrip()
    #expect(compositor.violations.isEmpty)
    // Across commits, too: these have not been answered.
    client.requestFrame(window.surface)
    try window.show(20, 20)
    try client.roundTrip()
    #expect(compositor.violations.count == 1)
    #expect(compositor.violations[0].contains("3 frame callbacks are outstanding"))
    // Answered ones count no longer.
    try compositor.vblank()
    for _ in 0..<2 { client.requestFrame(window.surface) }
    try window.show(20, 20)
    try client.roundTrip()
    #expect(compositor.violations.count == 1)
  }

  @Test("A window, its xdg_surface or its surface destroyed before what was made from it")
  func destructionOrder() throws {
    // What the client has destroyed itself has no name any more.
    try expectViolation(
      "was destroyed before its xdg_toplevel", error: ("", 6)
    ) { _, window in xdg_surface_destroy(window.shell) }
    try expectViolation(
      "was destroyed before its xdg_surface", error: ("xdg_surface", 6)
    ) { _, window in wl_surface_destroy(window.surface) }
    try expectViolation(
      "xdg_wm_base was destroyed before its surfaces", error: ("", 1)
    ) { client, _ in xdg_wm_base_destroy(client.manager) }
    try expectViolation(
      "was destroyed before its decoration", error: ("zxdg_toplevel_decoration_v1", 2)
    ) { client, _ in
      let window = client.createWindow()
      _ = try window.decorate()
      xdg_toplevel_destroy(window.toplevel)
    }
  }

  @Test("The right order of destruction is no fault, nor is a client that just goes away")
  func rightOrder() throws {
    let compositor = try ScriptedCompositor()
    do {
      let (client, window) = try shownWindow(compositor)
      let other = client.createWindow()
      let decoration = try other.decorate()
      try other.begin()
      try other.show(20, 20)
      try client.roundTrip()
      zxdg_toplevel_decoration_v1_destroy(decoration)
      other.destroy()
      try client.roundTrip()
      #expect(compositor.windows.map(\.id) == [0])
      _ = window
    }
    try compositor.wait("the end of the client") { $0.windows.isEmpty ? true : nil }
    #expect(compositor.violations.isEmpty)
  }

  @Test("A surface with two roles")
  func roles() throws {
    try expectViolation("already has the role", error: ("wl_subcompositor", 0)) { client, window in
      let subcompositor = try client.bind("wl_subcompositor", cws_wl_subcompositor())
      let parent = client.createSurface()
      wl_subcompositor_get_subsurface(subcompositor, window.surface, parent)
    }
    try expectViolation("already has an xdg_surface", error: ("xdg_wm_base", 0)) {
      client, window in xdg_wm_base_get_xdg_surface(client.manager, window.surface)
    }
    try expectViolation("had a buffer before", error: ("xdg_wm_base", 4)) { client, _ in
      let surface = client.createSurface()
      wl_surface_attach(surface, try client.createBuffer(4, 4), 0, 0)
      wl_surface_commit(surface)
      xdg_wm_base_get_xdg_surface(client.manager, surface)
    }
  }

  @Test("A pointer's picture set for an entry that is over")
  func staleCursor() throws {
    let compositor = try ScriptedCompositor()
    let (client, window) = try shownWindow(compositor)
    try compositor.pointerEnter(0, at: Point(1, 1))
    try client.roundTrip()
    let stale = client.enterSerial
    wl_pointer_set_cursor(client.pointer, stale, nil, 0, 0)
    try client.roundTrip()
    #expect(try compositor.cursor == .hidden)
    let picture = client.createSurface()
    wl_surface_attach(picture, try client.createBuffer(8, 8, color: 0xffab_cdef), 0, 0)
    wl_pointer_set_cursor(client.pointer, stale, picture, 3, 4)
    wl_surface_commit(picture)
    try client.roundTrip()
    #expect(try compositor.cursor == .shown(hotspot: Point(3, 4)))
    #expect(try compositor.cursorPixels?[0, 0] == SIMD4(0xab, 0xcd, 0xef, 0xff))
    #expect(compositor.violations.isEmpty)
    try compositor.pointerEnter(0, at: Point(2, 2))
    wl_pointer_set_cursor(client.pointer, stale, nil, 0, 0)
    try client.roundTrip()
    #expect(compositor.violations.count == 1)
    #expect(compositor.violations[0].contains("set_cursor with serial"))
    _ = window
  }

  @Test("An interactive move that follows from no input")
  func moveWithoutInput() throws {
    let compositor = try ScriptedCompositor()
    let (client, window) = try shownWindow(compositor)
    xdg_toplevel_move(window.toplevel, client.seat, 0x7fff_0000)
    try client.roundTrip()
    #expect(compositor.violations.count == 1)
    try compositor.pointerEnter(0, at: Point(1, 1))
    try client.roundTrip()
    xdg_toplevel_move(window.toplevel, client.seat, client.enterSerial)
    try client.roundTrip()
    #expect(compositor.violations.count == 1)
    #expect(try compositor.window(0).requests == [.move, .move])
  }

  @Test("Pings that stay unanswered are known at once and recorded at the end")
  func pings() throws {
    let compositor = try ScriptedCompositor()
    let (client, _) = try shownWindow(compositor)
    try compositor.waitForIdle(pump: { try client.roundTrip() })
    #expect(try compositor.window(0).unansweredPings == 0)
    client.answersPings = false
    try compositor.ping(0)
    try client.roundTrip()
    try client.roundTrip()
    #expect(client.events.filter { $0 == .ping }.count == 2)
    #expect(try compositor.window(0).unansweredPings == 1)
    #expect(compositor.violations.isEmpty)
    compositor.stop()
    #expect(compositor.violations == ["unanswered pings: 1"])
  }

  @Test("A buffer that is no multiple of its scale, a scale of zero, a bad viewport")
  func sizes() throws {
    try expectViolation("is no multiple of the scale 2", error: ("wl_surface", 2)) { _, window in
      wl_surface_set_buffer_scale(window.surface, 2)
      try window.show(21, 20)
    }
    try expectViolation("the buffer scale 0", error: ("wl_surface", 0)) { _, window in
      wl_surface_set_buffer_scale(window.surface, 0)
    }
    try expectViolation("0×10 is no destination", error: ("wp_viewport", 0)) { _, window in
      wp_viewport_set_destination(try window.createViewport(), 0, 10)
    }
    try expectViolation("the source leaves the buffer", error: ("wp_viewport", 2)) { _, window in
      let viewport = try window.createViewport()
      wp_viewport_set_source(viewport, 0, 0, wl_fixed_from_int(30), wl_fixed_from_int(10))
      window.commit()
    }
    try expectViolation("already has a viewport", error: ("wp_viewporter", 0)) { _, window in
      _ = try window.createViewport()
      _ = try window.createViewport()
    }
  }

  @Test("A frame of another size than the acknowledged one is a stretched one, and queryable")
  func stretchedSize() throws {
    let compositor = try ScriptedCompositor { $0.initialSize = Size(30, 20) }
    let client = try RawClient(compositor)
    let window = client.createWindow()
    try window.begin()
    try window.show(20, 20)
    try client.roundTrip()
    #expect(
      try compositor.window(0).stretchedFrames == [
        StretchedFrame(
          commit: 2, buffer: PixelSize(20, 20), shown: Size(20, 20), configured: Size(30, 20),
          reason: .size)
      ])
    // Not acknowledged yet: the old size is still right.
    try window.show(30, 20)
    try compositor.configure(0, 50, 20)
    try client.roundTrip()
    try window.show(30, 20)
    try client.roundTrip()
    #expect(try compositor.window(0).stretchedFrames.count == 1)
    // The client's own limits go before the proposal.
    xdg_toplevel_set_max_size(window.toplevel, 40, 40)
    xdg_surface_ack_configure(window.shell, try #require(window.takeSerials().last))
    try window.show(40, 20)
    try client.roundTrip()
    #expect(try compositor.window(0).stretchedFrames.count == 1)
    // A part of the surface may be the window proper.
    xdg_surface_set_window_geometry(window.shell, 5, 5, 40, 20)
    try window.show(50, 30)
    try client.roundTrip()
    #expect(try compositor.window(0).stretchedFrames.count == 1)
    #expect(compositor.violations.isEmpty)
  }

  @Test("At a fractional scale the buffer must be the rounded product, shown at its logical size")
  func stretchedScale() throws {
    let compositor = try ScriptedCompositor {
      $0.initialSize = Size(33, 20)
      $0.scale120 = 180
    }
    let client = try RawClient(compositor)
    let window = client.createWindow()
    try window.followScale()
    let viewport = try window.createViewport()
    try window.begin()
    #expect(client.events.contains(.preferredScale(180)))
    wp_viewport_set_destination(viewport, 33, 20)
    try window.show(50, 30)  // 49.5 rounds away from zero
    try client.roundTrip()
    #expect(try compositor.window(0).stretchedFrames.isEmpty)
    #expect(try compositor.window(0).size == Size(33, 20))
    #expect(try compositor.window(0).bufferSize == PixelSize(50, 30))
    try window.show(49, 30)
    try client.roundTrip()
    #expect(try compositor.window(0).stretchedFrames.map(\.reason) == [.scale])
    // An old picture drawn larger is one, too.
    wp_viewport_set_destination(viewport, 40, 20)
    window.commit()
    try client.roundTrip()
    #expect(try compositor.window(0).stretchedFrames.map(\.reason) == [.scale, .size])
    wp_viewport_set_destination(viewport, 33, 20)
    try compositor.preferScale(0, 240)
    try client.roundTrip()
    #expect(client.events.contains(.preferredScale(240)))
    try window.show(66, 40)
    try client.roundTrip()
    #expect(try compositor.window(0).stretchedFrames.count == 2)
    #expect(compositor.violations.isEmpty)
  }
}
