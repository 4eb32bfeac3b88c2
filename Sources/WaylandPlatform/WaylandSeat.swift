import CLinux
import CWayland
import LayerCommit

/// The user's input devices. Keys are translated and handed to the window that has the focus.
final class WaylandSeat {
  let proxy: OpaquePointer
  /// The number by which the registry takes it away again.
  let name: UInt32
  private var keyboard: OpaquePointer?
  private let layout = KeyboardLayout()
  private weak var focus: WaylandWindow?
  private unowned let connection: WaylandConnection

  /// The newest version whose events the listeners know.
  static let version: UInt32 = 5

  init(proxy: OpaquePointer, name: UInt32, connection: WaylandConnection) {
    self.proxy = proxy
    self.name = name
    self.connection = connection
    wl_seat_add_listener(proxy, Self.seatListener, dataPointer(to: self))
  }

  deinit {
    releaseKeyboard()
    if wl_proxy_get_version(proxy) >= UInt32(WL_SEAT_RELEASE_SINCE_VERSION) {
      wl_seat_release(proxy)
    } else {
      wl_seat_destroy(proxy)
    }
  }

  /// Devices come and go; the same news may come twice.
  private func setCapabilities(_ capabilities: UInt32) {
    let hasKeyboard = capabilities & WL_SEAT_CAPABILITY_KEYBOARD.rawValue != 0
    if hasKeyboard, keyboard == nil {
      keyboard = wl_seat_get_keyboard(proxy)
      wl_keyboard_add_listener(keyboard, Self.keyboardListener, dataPointer(to: self))
    } else if !hasKeyboard {
      releaseKeyboard()
    }
  }

  private func releaseKeyboard() {
    guard let keyboard else { return }
    if wl_proxy_get_version(keyboard) >= UInt32(WL_KEYBOARD_RELEASE_SINCE_VERSION) {
      wl_keyboard_release(keyboard)
    } else {
      wl_keyboard_destroy(keyboard)
    }
    self.keyboard = nil
    focus = nil
  }

  private func loadLayout(format: UInt32, fileDescriptor: Int32, size: UInt32) {
    defer { close(fileDescriptor) }
    if format == WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1.rawValue,
      layout.load(fileDescriptor: fileDescriptor, size: size)
    {
      return
    }
    // A server without a layout sends plain evdev codes, which the most common one fits.
    _ = layout.load(layout: "us")
  }

  private func key(code: UInt32, isPressed: Bool, stamp: UInt32) {
    guard let focus, let key = layout.translate(code: code) else { return }
    focus.received(
      KeyEvent(
        keysym: key.keysym, text: key.text, isPressed: isPressed,
        time: mediaTime(ofInputStamp: stamp, now: connection.clock.now)))
  }

  nonisolated(unsafe) private static let seatListener: UnsafePointer<wl_seat_listener> = {
    var table = wl_seat_listener()
    table.capabilities = { data, _, capabilities in
      let seat: WaylandSeat = owner(data)
      seat.setCapabilities(capabilities)
    }
    table.name = { _, _, _ in }
    return permanentTable(table)
  }()

  nonisolated(unsafe) private static let keyboardListener: UnsafePointer<wl_keyboard_listener> = {
    var table = wl_keyboard_listener()
    table.keymap = { data, _, format, fileDescriptor, size in
      let seat: WaylandSeat = owner(data)
      seat.loadLayout(format: format, fileDescriptor: fileDescriptor, size: size)
    }
    table.enter = { data, _, _, surface, _ in
      let seat: WaylandSeat = owner(data)
      // The surface is nil when it was destroyed while the event was on its way.
      seat.focus = surface.flatMap { seat.connection.window(of: $0) }
    }
    table.leave = { data, _, _, _ in
      let seat: WaylandSeat = owner(data)
      seat.focus = nil
    }
    table.key = { data, _, _, stamp, code, state in
      let seat: WaylandSeat = owner(data)
      let isPressed = state == WL_KEYBOARD_KEY_STATE_PRESSED.rawValue
      seat.key(code: code, isPressed: isPressed, stamp: stamp)
    }
    table.modifiers = { data, _, _, depressed, latched, locked, group in
      let seat: WaylandSeat = owner(data)
      seat.layout.setModifiers(
        depressed: depressed, latched: latched, locked: locked, group: group)
    }
    table.repeat_info = { _, _, _, _ in }
    return permanentTable(table)
  }()
}
