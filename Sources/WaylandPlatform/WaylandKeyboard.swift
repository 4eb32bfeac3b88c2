import CLinux
import CWayland
import LayerCommit

/// A keyboard: keys are translated by its layout and handed to the window that has its attention.
final class WaylandKeyboard {
  private let proxy: OpaquePointer
  private unowned let seat: WaylandSeat
  private let layout = KeyboardLayout()
  private var repetition = KeyRepeat()
  private var inputClock = InputClock()
  private weak var focus: WaylandWindow?
  /// Codes of the keys that went down in the window that has the focus.
  private var pressed: [UInt32] = []

  init(proxy: OpaquePointer, seat: WaylandSeat) {
    self.proxy = proxy
    self.seat = seat
    wl_keyboard_add_listener(proxy, Self.listener, dataPointer(to: self))
  }

  deinit {
    if wl_proxy_get_version(proxy) >= UInt32(WL_KEYBOARD_RELEASE_SINCE_VERSION) {
      wl_keyboard_release(proxy)
    } else {
      wl_keyboard_destroy(proxy)
    }
  }

  var modifiers: KeyModifiers { layout.modifiers }

  /// When a held key types again; infinity for never.
  var nextDue: Double { repetition.due }

  func fireDue(now: Double) {
    guard let (code, time) = repetition.fire(now: now) else { return }
    send(code, isPressed: true, isRepeat: true, time: inputClock.time(time))
  }

  /// All keys are up from here on: the device or the focus is gone.
  func end() {
    repetition.stop()
    let time = inputClock.time(seat.connection.clock.now)
    for code in pressed { send(code, isPressed: false, time: time) }
    pressed.removeAll(keepingCapacity: true)
    focus = nil
  }

  func forget(_ window: WaylandWindow) {
    if focus === window { end() }
  }

  private func loadLayout(format: UInt32, fileDescriptor: Int32, size: UInt32) {
    defer { close(fileDescriptor) }
    repetition.stop()
    if format == WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1.rawValue,
      layout.load(fileDescriptor: fileDescriptor, size: size)
    {
      return
    }
    // A server without a layout sends plain evdev codes, which the most common one fits.
    _ = layout.load(layout: "us")
  }

  /// Keys that went down elsewhere, as Tab does when it switches windows, are none of ours.
  private func key(code: UInt32, isPressed: Bool, stamp: UInt32) {
    guard focus != nil else { return }
    let now = seat.connection.clock.now, time = inputClock.time(of: stamp, now: now)
    if isPressed {
      let isRepeat = pressed.contains(code)
      if !isRepeat { pressed.append(code) }
      send(code, isPressed: true, isRepeat: isRepeat, time: time)
      repetition.pressed(code, repeats: layout.repeats(code: code), now: now)
    } else if let index = pressed.firstIndex(of: code) {
      pressed.remove(at: index)
      repetition.released(code)
      send(code, isPressed: false, time: time)
    }
  }

  private func send(_ code: UInt32, isPressed: Bool, isRepeat: Bool = false, time: Double) {
    guard let focus, let key = layout.translate(code: code) else { return }
    focus.received(
      .key(
        KeyEvent(
          keysym: key.keysym, text: key.text, isPressed: isPressed, isRepeat: isRepeat,
          modifiers: layout.modifiers, time: time)))
  }

  nonisolated(unsafe) private static let listener: UnsafePointer<wl_keyboard_listener> = {
    var table = wl_keyboard_listener()
    table.keymap = { data, _, format, fileDescriptor, size in
      let keyboard: WaylandKeyboard = owner(data)
      keyboard.loadLayout(format: format, fileDescriptor: fileDescriptor, size: size)
    }
    table.enter = { data, _, _, surface, _ in
      let keyboard: WaylandKeyboard = owner(data)
      keyboard.end()
      // The surface is nil when it was destroyed while the event was on its way.
      keyboard.focus = surface.flatMap { keyboard.seat.connection.focus(of: $0)?.window }
    }
    table.leave = { data, _, _, _ in
      let keyboard: WaylandKeyboard = owner(data)
      keyboard.end()
    }
    table.key = { data, _, _, stamp, code, state in
      let keyboard: WaylandKeyboard = owner(data)
      let isPressed = state == WL_KEYBOARD_KEY_STATE_PRESSED.rawValue
      keyboard.key(code: code, isPressed: isPressed, stamp: stamp)
    }
    table.modifiers = { data, _, _, depressed, latched, locked, group in
      let keyboard: WaylandKeyboard = owner(data)
      keyboard.layout.setModifiers(
        depressed: depressed, latched: latched, locked: locked, group: group)
    }
    table.repeat_info = { data, _, rate, delay in
      let keyboard: WaylandKeyboard = owner(data)
      keyboard.repetition.setRate(rate, delay: delay)
    }
    return permanentTable(table)
  }()
}
