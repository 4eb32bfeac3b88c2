import CWayland
import LayerCommit

/// One user's input devices, which come and go.
final class WaylandSeat {
  let proxy: OpaquePointer
  /// The number by which the registry takes it away again.
  let name: UInt32
  unowned let connection: WaylandConnection
  private var pointer: WaylandPointer?
  private var keyboard: WaylandKeyboard?
  private var touch: WaylandTouch?

  /// The newest version whose events the listeners know.
  static let version: UInt32 = 8

  init(proxy: OpaquePointer, name: UInt32, connection: WaylandConnection) {
    self.proxy = proxy
    self.name = name
    self.connection = connection
    wl_seat_add_listener(proxy, Self.listener, dataPointer(to: self))
  }

  deinit {
    pointer = nil
    keyboard = nil
    touch = nil
    if wl_proxy_get_version(proxy) >= UInt32(WL_SEAT_RELEASE_SINCE_VERSION) {
      wl_seat_release(proxy)
    } else {
      wl_seat_destroy(proxy)
    }
  }

  var hasPointer: Bool { pointer != nil }
  var modifiers: KeyModifiers { keyboard?.modifiers ?? [] }

  /// When `fireDue` has something to do; infinity for never.
  var nextDue: Double { keyboard?.nextDue ?? .infinity }

  func fireDue(now: Double) { keyboard?.fireDue(now: now) }

  func updateCursor() { pointer?.updateCursor() }

  /// The window is about to be closed: nothing may reach it any more.
  func forget(_ window: WaylandWindow) {
    pointer?.forget(window)
    keyboard?.forget(window)
    touch?.forget(window)
  }

  /// Ends what the user was doing with the devices.
  func end() { setCapabilities(0) }

  /// The same news may come twice.
  private func setCapabilities(_ capabilities: UInt32) {
    func has(_ capability: wl_seat_capability) -> Bool { capabilities & capability.rawValue != 0 }
    if !has(WL_SEAT_CAPABILITY_POINTER) {
      pointer?.end()
      pointer = nil
    } else if pointer == nil, let proxy = wl_seat_get_pointer(proxy) {
      pointer = WaylandPointer(proxy: proxy, seat: self, cursor: connection.makeCursorSurface())
    }
    if !has(WL_SEAT_CAPABILITY_KEYBOARD) {
      keyboard?.end()
      keyboard = nil
    } else if keyboard == nil, let proxy = wl_seat_get_keyboard(proxy) {
      keyboard = WaylandKeyboard(proxy: proxy, seat: self)
    }
    if !has(WL_SEAT_CAPABILITY_TOUCH) {
      touch?.end()
      touch = nil
    } else if touch == nil, let proxy = wl_seat_get_touch(proxy) {
      touch = WaylandTouch(proxy: proxy, seat: self)
    }
  }

  nonisolated(unsafe) private static let listener: UnsafePointer<wl_seat_listener> = {
    var table = wl_seat_listener()
    table.capabilities = { data, _, capabilities in
      let seat: WaylandSeat = owner(data)
      seat.setCapabilities(capabilities)
    }
    table.name = { _, _, _ in }
    return permanentTable(table)
  }()
}
