import CLinux
import CWayland
import CWaylandServer
import Geometry
import ScriptedCompositor
import Testing

@Suite("The scripted compositor's clocks, feedback, outputs and extensions")
struct ScriptedCompositorDisplayTests {
  /// Commits a frame with feedback named by `number` and has it shown.
  private func showFrame(
    _ compositor: ScriptedCompositor, _ client: RawClient, _ window: RawWindow, _ number: Int
  ) throws {
    client.requestFeedback(window.surface, frame: number)
    try window.show(20, 20)
    try client.roundTrip()
    try compositor.vblank()
    try client.roundTrip()
  }

  @Test(
    "The announced clock is the one of the times", arguments: [CLOCK_MONOTONIC, CLOCK_REALTIME])
  func clock(id: clockid_t) throws {
    let before = clinux_clock_nanoseconds(id)
    let compositor = try ScriptedCompositor { $0.clock = id }
    let start = try compositor.displayTime
    #expect(start * 1e9 >= Double(before) - 1000)
    #expect(start * 1e9 <= Double(clinux_clock_nanoseconds(id)) + 1000)
    let (client, window) = try shownWindow(compositor)
    #expect(client.clock == UInt32(id))
    try showFrame(compositor, client, window, 1)
    let time = try #require(presentedTimes(client).first)
    #expect(abs(Double(time) / 1e9 - start - 0.016_666_667) < 1e-6)
  }

  @Test("Late feedback tells the right times, so many vblanks later")
  func late() throws {
    let compositor = try ScriptedCompositor { $0.feedback = .late(vblanks: 2) }
    let (client, window) = try shownWindow(compositor)
    try showFrame(compositor, client, window, 1)
    let shown = try compositor.displayTime
    #expect(presentedTimes(client).isEmpty)
    try compositor.vblank()
    try client.roundTrip()
    #expect(presentedTimes(client).isEmpty)
    try compositor.vblank()
    try client.roundTrip()
    let time = try #require(presentedTimes(client).first)
    #expect(abs(Double(time) / 1e9 - shown) < 1e-6)
  }

  @Test("Backwards, each frame is said to have come before the last")
  func backwards() throws {
    let compositor = try ScriptedCompositor { $0.feedback = .backwards }
    let (client, window) = try shownWindow(compositor)
    var times: [Int64] = []
    for number in 1...4 {
      try showFrame(compositor, client, window, number)
      times += presentedTimes(client)
    }
    #expect(times.count == 4)
    #expect(times == times.sorted(by: >))
  }

  @Test("Absent feedback never comes, discarded feedback comes for every frame; both can change")
  func absent() throws {
    let compositor = try ScriptedCompositor { $0.feedback = .absent }
    let (client, window) = try shownWindow(compositor)
    try showFrame(compositor, client, window, 1)
    // Not even for a frame that another one replaces.
    client.requestFeedback(window.surface, frame: 2)
    window.commit()
    window.commit()
    try client.roundTrip()
    #expect(
      client.take { event -> Int? in
        switch event {
        case .presented(let frame, _, _, _, _), .discarded(let frame): frame
        default: nil
        }
      } == [])
    try compositor.reconfigure { $0.feedback = .discardAll }
    try showFrame(compositor, client, window, 3)
    #expect(client.events.contains(.discarded(frame: 3)))
    try compositor.reconfigure {
      $0.feedback = .exact
      $0.countsVblanks = false
      $0.feedbackFlags = 0
      $0.refreshNanoseconds = 0
    }
    try showFrame(compositor, client, window, 4)
    let claims = client.take { event -> [UInt64]? in
      guard case .presented(4, _, let refresh, let sequence, let flags) = event else { return nil }
      return [UInt64(refresh), sequence, UInt64(flags)]
    }
    #expect(claims == [[0, 0, 0]])
  }

  @Test("The step between vblanks is apart from the refresh that is claimed")
  func wrongRefresh() throws {
    let compositor = try ScriptedCompositor {
      $0.refreshNanoseconds = 16_666_667
      $0.stepNanoseconds = 25_000_000
    }
    let first = try compositor.vblank()
    let second = try compositor.vblank()
    #expect(abs(second.time - first.time - 0.025) < 1e-9)
    #expect(second.sequence == first.sequence + 1)
    #expect(try compositor.takeVblanks().map(\.sequence) == [1, 2])
    #expect(try compositor.takeVblanks().isEmpty)
  }

  @Test("Outputs come, change and go while windows are on them")
  func outputs() throws {
    let compositor = try ScriptedCompositor {
      $0.outputs = [OutputDescription("A", size: PixelSize(800, 600), scale: 2)]
    }
    let (client, _) = try shownWindow(compositor)
    #expect(client.events.contains(.output(scale: 2)))
    #expect(client.events.contains(.outputMode(width: 800, height: 600)))
    #expect(client.events.contains(.surfaceEntered))
    let first = try #require(try compositor.outputs.first)
    #expect(try compositor.window(0).outputs == [first])

    client.events = []
    let second = try compositor.addOutput(OutputDescription("B", scale: 3))
    try client.roundTrip()
    #expect(client.bindOutput())
    try compositor.enterOutput(0, second)
    try client.roundTrip()
    #expect(client.events.contains(.output(scale: 3)))
    #expect(client.events.filter { $0 == .surfaceEntered }.count == 1)
    #expect(try compositor.window(0).outputs == [first, second])

    client.events = []
    try compositor.updateOutput(second) { $0.scale = 1 }
    try compositor.leaveOutput(0, second)
    try client.roundTrip()
    #expect(client.events.contains(.output(scale: 1)))
    #expect(client.events.contains(.surfaceLeft))

    // The window moves to the one that is left.
    client.events = []
    try compositor.removeOutput(first)
    try client.roundTrip()
    #expect(
      client.events == [.surfaceLeft, .removed(interface: "wl_output"), .surfaceEntered])
    #expect(try compositor.window(0).outputs == [second])
    #expect(throws: ScriptError.noOutput(first)) { try compositor.removeOutput(first) }

    // Then there is none at all, and again one.
    client.events = []
    try compositor.removeOutput(second, tellsWindows: false)
    try client.roundTrip()
    #expect(client.events == [.removed(interface: "wl_output")])
    #expect(try compositor.vblank().windows.count == 1)
    let third = try compositor.addOutput(OutputDescription("C"))
    #expect(try compositor.window(0).outputs == [third])
    // Only who binds it can be told.
    try client.roundTrip()
    client.events = []
    try client.roundTrip()
    #expect(client.events.isEmpty)
    #expect(client.bindOutput())
    try client.roundTrip()
    #expect(client.events.contains(.surfaceEntered))
    #expect(compositor.violations.isEmpty)
  }

  @Test("Requests to fill the output are answered with its size, and the way back with the old one")
  func stateRequests() throws {
    let compositor = try ScriptedCompositor {
      $0.outputs = [OutputDescription(size: PixelSize(800, 600), scale: 2)]
      $0.initialSize = Size(20, 20)
      $0.bounds = Size(390, 280)
    }
    let (client, window) = try shownWindow(compositor)
    #expect(client.events.contains(.bounds(width: 390, height: 280)))
    client.events = []
    xdg_toplevel_set_maximized(window.toplevel)
    xdg_toplevel_set_fullscreen(window.toplevel, nil)
    xdg_toplevel_unset_fullscreen(window.toplevel)
    xdg_toplevel_unset_maximized(window.toplevel)
    xdg_toplevel_set_minimized(window.toplevel)
    try client.roundTrip()
    let configures = client.take { event -> [UInt32]? in
      guard case .configure(let width, let height, let states) = event else { return nil }
      return [UInt32(width), UInt32(height)] + states
    }
    #expect(
      configures == [[400, 300, 1, 4], [400, 300, 1, 2, 4], [400, 300, 1, 4], [20, 20, 4]])
    #expect(
      try compositor.window(0).requests
        == [.maximize, .fullscreen, .leaveFullscreen, .unmaximize, .minimize])
    client.events = []
    try compositor.requestClose(0)
    try compositor.sendConfigureBounds(0, 100, 90)
    try client.roundTrip()
    #expect(client.events == [.close, .bounds(width: 100, height: 90)])
  }

  @Test(
    "The answer about title bars is the script's, and comes before the configuration",
    arguments: [ScriptedCompositor.Decoration.server, .client])
  func decoration(kind: ScriptedCompositor.Decoration) throws {
    let compositor = try ScriptedCompositor { $0.decoration = kind }
    let client = try RawClient(compositor)
    client.events = []
    let window = client.createWindow()
    let decoration = try window.decorate()
    zxdg_toplevel_decoration_v1_set_mode(
      decoration, ZXDG_TOPLEVEL_DECORATION_V1_MODE_SERVER_SIDE.rawValue)
    window.commit()
    try client.roundTrip()
    let mode: UInt32 = kind == .server ? 2 : 1
    client.events.removeAll { if case .input = $0 { true } else { false } }
    #expect(client.events.first == .decoration(mode: mode))
    #expect(client.events.dropFirst().first == .configure(width: 0, height: 0, states: [4]))
    xdg_surface_ack_configure(window.shell, try #require(window.takeSerials().last))
    try window.show(20, 20)
    try client.roundTrip()
    #expect(try compositor.window(0).hasServerDecoration == (kind == .server))
    zxdg_toplevel_decoration_v1_set_mode(
      decoration, ZXDG_TOPLEVEL_DECORATION_V1_MODE_CLIENT_SIDE.rawValue)
    try client.roundTrip()
    #expect(client.events.contains(.decoration(mode: mode)))
    #expect(compositor.violations.isEmpty)
  }

  @Test("What is switched off is not offered")
  func absentGlobals() throws {
    let all = try ScriptedCompositor()
    let none = try ScriptedCompositor {
      $0.hasPresentation = false
      $0.hasSubcompositor = false
      $0.hasViewporter = false
      $0.hasFractionalScale = false
      $0.decoration = .none
      $0.seat = nil
      $0.outputs = []
    }
    func interfaces(_ compositor: ScriptedCompositor) throws -> Set<String> {
      Set(try RawClient(compositor, binds: false).globals.map(\.interface))
    }
    let core: Set = ["wl_compositor", "wl_shm", "xdg_wm_base"]
    #expect(try interfaces(none) == core)
    #expect(
      try interfaces(all)
        == core.union([
          "wl_subcompositor", "wl_output", "wl_seat", "wp_presentation", "wp_viewporter",
          "wp_fractional_scale_manager_v1", "zxdg_decoration_manager_v1",
        ]))
    // It must not matter to what works without them.
    let (client, window) = try shownWindow(none)
    #expect(try none.vblank()[0]?.isNew == true)
    window.destroy()
    try client.roundTrip()
    #expect(none.violations.isEmpty)
  }

  @Test("Subsurfaces are part of the picture: above, below, beyond the edge, scaled, translucent")
  func subsurfaces() throws {
    let compositor = try ScriptedCompositor()
    let (client, window) = try shownWindow(compositor)
    try compositor.vblank()
    let subcompositor = try client.bind("wl_subcompositor", cws_wl_subcompositor())
    let title = client.createSurface()
    let bar = wl_subcompositor_get_subsurface(subcompositor, title, window.surface)
    wl_subsurface_set_position(bar, 0, -5)
    wl_surface_attach(title, try client.createBuffer(20, 5, color: 0xffff_0000), 0, 0)
    wl_surface_commit(title)
    let glass = client.createSurface()
    let pane = wl_subcompositor_get_subsurface(subcompositor, glass, window.surface)
    wl_subsurface_set_position(pane, 10, 10)
    // Half of full green, at two pixels per point.
    wl_surface_set_buffer_scale(glass, 2)
    wl_surface_attach(glass, try client.createBuffer(8, 8, color: 0x8000_8000), 0, 0)
    wl_surface_commit(glass)
    try client.roundTrip()
    // Synchronized: nothing before the parent's commit.
    #expect(try compositor.pixels(of: 0).size == PixelSize(20, 20))
    #expect(try compositor.vblank()[0]?.changedPixels == 0)
    window.commit()
    try client.roundTrip()
    let vblank = try compositor.vblank()
    #expect(vblank[0]?.isNew == true)
    #expect(vblank[0]?.changedPixels == 500)
    let picture = try compositor.pixels(of: 0)
    #expect(picture.size == PixelSize(20, 25))
    #expect(picture[3, 2] == SIMD4(0xff, 0, 0, 0xff))
    #expect(picture[3, 5] == SIMD4(0, 0, 0xff, 0xff))
    #expect(picture[12, 17] == SIMD4(0, 0x80, 0x7f, 0xff))
    #expect(picture[14, 17] == SIMD4(0, 0, 0xff, 0xff))
    #expect(try compositor.pixels(of: 0, includingSubsurfaces: false).size == PixelSize(20, 20))

    // Desynchronized it changes alone; below its parent it is hidden.
    wl_subsurface_set_desync(bar)
    wl_surface_attach(title, try client.createBuffer(20, 5, color: 0xffff_ff00), 0, 0)
    wl_surface_commit(title)
    wl_subsurface_place_below(pane, window.surface)
    try client.roundTrip()
    #expect(try compositor.vblank()[0]?.changedPixels == 100)
    window.commit()
    try client.roundTrip()
    #expect(try compositor.vblank()[0]?.changedPixels == 16)
    #expect(try compositor.pixels(of: 0)[12, 17] == SIMD4(0, 0, 0xff, 0xff))
    wl_subsurface_destroy(pane)
    wl_surface_destroy(glass)
    wl_subsurface_destroy(bar)
    wl_surface_destroy(title)
    try client.roundTrip()
    #expect(try compositor.pixels(of: 0).size == PixelSize(20, 20))
    #expect(compositor.violations.isEmpty)
  }
}
