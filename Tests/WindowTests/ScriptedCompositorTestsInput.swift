import CWayland
import Geometry
import ScriptedCompositor
import Testing

@Suite("The scripted compositor's input devices")
struct ScriptedCompositorInputTests {
  @Test("The pointer's events arrive as scripted, each in a frame")
  func pointer() throws {
    let compositor = try ScriptedCompositor()
    let (client, _) = try shownWindow(compositor)
    _ = client.takeInput()
    try compositor.pointerEnter(0, at: Point(1.5, 2.25))
    try compositor.pointerMotion(to: Point(3, 4), time: 1000)
    try compositor.pointerButton(isPressed: true, time: 1001)
    try compositor.pointerButton(0x111, isPressed: false, time: 1002)
    try compositor.pointerMotion(to: Point(5, 6), time: 1003, endsFrame: false)
    try compositor.pointerAxis(
      Scroll(15, source: .wheel, value120: 120), time: 1003)
    try compositor.pointerLeave()
    try compositor.pointerMotion(to: Point(7, 8), time: 1004)
    try client.roundTrip()
    #expect(
      client.takeInput() == [
        "pointer enter 1.5 2.25", "pointer frame",
        "pointer motion 3.0 4.0 at 1000", "pointer frame",
        "pointer button 272 1 at 1001", "pointer frame",
        "pointer button 273 0 at 1002", "pointer frame",
        "pointer motion 5.0 6.0 at 1003",
        "pointer source 0", "pointer value120 0 120", "pointer axis 0 15.0 at 1003",
        "pointer frame",
        "pointer leave", "pointer frame",
      ])
  }

  @Test("Fingers on a touchpad scroll by distances and stop")
  func scroll() throws {
    let compositor = try ScriptedCompositor()
    let (client, _) = try shownWindow(compositor)
    try compositor.pointerEnter(0, at: Point(1, 1))
    try client.roundTrip()
    _ = client.takeInput()
    try compositor.pointerAxis(Scroll(-2.5, axis: .horizontal, source: .finger), time: 7)
    try compositor.pointerAxis(Scroll(0, source: .finger, isStop: true), time: 8)
    try client.roundTrip()
    #expect(
      client.takeInput() == [
        "pointer source 1", "pointer axis 1 -2.5 at 7", "pointer frame",
        "pointer source 1", "pointer stop 0 at 8", "pointer frame",
      ])
  }

  @Test("The keyboard brings a layout, repetition, focus, keys and the modifiers they make")
  func keyboard() throws {
    let compositor = try ScriptedCompositor()
    let (client, _) = try shownWindow(compositor)
    #expect(client.takeInput() == ["capabilities 7", "keymap 1 true", "repeat 25 600"])
    try compositor.keyboardEnter(0, pressed: [30])
    try compositor.key(42, isPressed: true, time: 10)  // Shift
    try compositor.key(31, isPressed: true, time: 11)
    try compositor.key(42, isPressed: false, time: 12)
    try compositor.keyboardModifiers(KeyModifiers(locked: 2))
    try compositor.keyboardRepeat(rate: 0, delay: 0)
    try compositor.keyboardLeave()
    try compositor.key(32, isPressed: true, time: 13)
    try client.roundTrip()
    #expect(
      client.takeInput() == [
        "keyboard enter [30]", "modifiers 0 0 0 0",
        "key 42 1 at 10", "modifiers 1 0 0 0", "key 31 1 at 11",
        "key 42 0 at 12", "modifiers 0 0 0 0",
        "modifiers 0 0 2 0", "repeat 0 0", "keyboard leave",
      ])
  }

  @Test("Several fingers move on their own, and the compositor may take them all away")
  func touch() throws {
    let compositor = try ScriptedCompositor()
    let (client, _) = try shownWindow(compositor)
    _ = client.takeInput()
    try compositor.touchDown(0, 0, at: Point(1, 2), time: 1, endsFrame: false)
    try compositor.touchDown(7, 0, at: Point(3, 4), time: 1)
    try compositor.touchMotion(7, to: Point(5, 6), time: 2)
    try compositor.touchUp(0, time: 3)
    try compositor.touchMotion(0, to: Point(9, 9), time: 4, endsFrame: false)  // is up
    try compositor.touchUp(7, time: 5)
    try compositor.touchDown(1, 0, at: Point(1, 1), time: 6)
    try compositor.touchCancel()
    try client.roundTrip()
    #expect(
      client.takeInput() == [
        "touch 0 down 1.0 2.0 at 1", "touch 7 down 3.0 4.0 at 1", "touch frame",
        "touch 7 motion 5.0 6.0 at 2", "touch frame",
        "touch 0 up at 3", "touch frame",
        "touch 7 up at 5", "touch frame",
        "touch 1 down 1.0 1.0 at 6", "touch frame", "touch cancel",
      ])
  }

  @Test("Devices come and go, and only the client with the focus hears of them")
  func capabilities() throws {
    let compositor = try ScriptedCompositor { $0.seat = [.keyboard] }
    let (first, _) = try shownWindow(compositor)
    let (second, _) = try shownWindow(compositor)
    #expect(first.takeInput().first == "capabilities 2")
    _ = second.takeInput()
    try compositor.setSeatCapabilities([.keyboard, .pointer])
    try first.roundTrip()
    try first.roundTrip()
    try second.roundTrip()
    #expect(first.takeInput() == ["capabilities 3"])
    _ = second.takeInput()
    try compositor.pointerEnter(0, at: Point(1, 1))
    try compositor.keyboardEnter(1)
    try compositor.setSeatCapabilities([])
    try compositor.pointerMotion(to: Point(2, 2))
    try compositor.key(30, isPressed: true)
    try first.roundTrip()
    try second.roundTrip()
    #expect(first.takeInput() == ["pointer enter 1.0 1.0", "pointer frame", "capabilities 0"])
    #expect(second.takeInput() == ["keyboard enter []", "modifiers 0 0 0 0", "capabilities 0"])
    #expect(compositor.violations.isEmpty)
  }
}
