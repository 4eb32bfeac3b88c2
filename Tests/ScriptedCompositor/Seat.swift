import CWayland
import CWaylandServer
import Geometry
import Glibc

/// A wl_seat: who has the focus, and the devices of each client.
final class Seat {
  unowned let server: Server
  private(set) var capabilities: SeatCapabilities
  private var global: Global!
  fileprivate var seats: [DeviceHandler] = []
  fileprivate var pointers: [DeviceHandler] = []
  fileprivate var keyboards: [DeviceHandler] = []
  fileprivate var touches: [DeviceHandler] = []

  private let keys: KeyboardModel
  private var pointerFocus: Surface?
  private var pointerSerial: UInt32 = 0
  private var keyboardFocus: Surface?
  /// The surface of each finger that is down.
  private var fingers: [Int32: Surface] = [:]
  /// Serials of input that happened; requests refer to them.
  private var inputSerials: Set<UInt32> = []
  private(set) var cursor = CursorState.unset
  private(set) weak var cursorSurface: Surface?

  init(_ server: Server, _ capabilities: SeatCapabilities) {
    self.server = server
    self.capabilities = capabilities
    keys = KeyboardModel(layout: server.configuration.keyboardLayout)
    global = Global(server.display, cws_wl_seat(), version: 8) {
      [unowned self] client, version, id in
      let handler = DeviceHandler(self, \.seats)
      let resource = handler.bind(client, cws_wl_seat(), version: version, id: id)
      wl_seat_send_capabilities(resource.raw, self.capabilities.rawValue)
      if version >= WL_SEAT_NAME_SINCE_VERSION { wl_seat_send_name(resource.raw, "scripted") }
    }
  }

  /// Must be called before the display is destroyed.
  func destroy() { global.destroy() }

  func setCapabilities(_ capabilities: SeatCapabilities) {
    self.capabilities = capabilities
    if !capabilities.contains(.pointer) { pointerFocus = nil }
    if !capabilities.contains(.keyboard) { keyboardFocus = nil }
    if !capabilities.contains(.touch) { fingers = [:] }
    for seat in seats {
      if let resource = seat.resource {
        wl_seat_send_capabilities(resource.raw, capabilities.rawValue)
      }
    }
  }

  func isInputSerial(_ serial: UInt32) -> Bool { inputSerials.contains(serial) }

  func forget(_ surface: Surface) {
    if pointerFocus === surface { pointerFocus = nil }
    if keyboardFocus === surface { keyboardFocus = nil }
    fingers = fingers.filter { $0.value !== surface }
  }

  private func inputSerial() -> UInt32 {
    let serial = server.nextSerial()
    inputSerials.insert(serial)
    return serial
  }

  /// Calls `send` for each of `devices` that belongs to the client of `surface`.
  private func each(
    _ devices: [DeviceHandler], of surface: Surface?, _ send: (OpaquePointer, UInt32) -> Void
  ) {
    guard let client = surface?.resource?.client else { return }
    for device in devices {
      if let resource = device.resource, resource.client == client {
        send(resource.raw, resource.version)
      }
    }
  }

  // MARK: Pointer

  func pointerEnter(_ surface: Surface, at point: Point) {
    pointerLeave()
    guard let raw = surface.resource?.raw else { return }
    pointerFocus = surface
    pointerSerial = inputSerial()
    let (x, y) = (wl_fixed_from_double(point.x), wl_fixed_from_double(point.y))
    each(pointers, of: surface) { device, _ in
      wl_pointer_send_enter(device, pointerSerial, raw, x, y)
    }
  }

  func pointerLeave() {
    guard let surface = pointerFocus, let raw = surface.resource?.raw else { return }
    pointerFocus = nil
    let serial = server.nextSerial()
    each(pointers, of: surface) { device, version in
      wl_pointer_send_leave(device, serial, raw)
      if version >= WL_POINTER_FRAME_SINCE_VERSION { wl_pointer_send_frame(device) }
    }
  }

  func pointerMotion(to point: Point, time: UInt32) {
    let (x, y) = (wl_fixed_from_double(point.x), wl_fixed_from_double(point.y))
    each(pointers, of: pointerFocus) { device, _ in wl_pointer_send_motion(device, time, x, y) }
  }

  func pointerButton(_ code: UInt32, isPressed: Bool, time: UInt32) {
    let serial = inputSerial()
    let state = isPressed ? WL_POINTER_BUTTON_STATE_PRESSED : WL_POINTER_BUTTON_STATE_RELEASED
    each(pointers, of: pointerFocus) { device, _ in
      wl_pointer_send_button(device, serial, time, code, state.rawValue)
    }
  }

  func pointerAxis(_ scroll: Scroll, time: UInt32) {
    let axis = scroll.axis.rawValue
    each(pointers, of: pointerFocus) { device, version in
      if version >= WL_POINTER_AXIS_SOURCE_SINCE_VERSION {
        wl_pointer_send_axis_source(device, scroll.source.rawValue)
      }
      if scroll.isStop {
        if version >= WL_POINTER_AXIS_STOP_SINCE_VERSION {
          wl_pointer_send_axis_stop(device, time, axis)
        }
        return
      }
      // Whole clicks, or parts of one for clients that know them; never both.
      if let value = scroll.value120 {
        if version >= WL_POINTER_AXIS_VALUE120_SINCE_VERSION {
          wl_pointer_send_axis_value120(device, axis, value)
        } else if version >= WL_POINTER_AXIS_DISCRETE_SINCE_VERSION, value % 120 == 0 {
          wl_pointer_send_axis_discrete(device, axis, value / 120)
        }
      }
      wl_pointer_send_axis(device, time, axis, wl_fixed_from_double(scroll.distance))
    }
  }

  func pointerFrame() {
    each(pointers, of: pointerFocus) { device, version in
      if version >= WL_POINTER_FRAME_SINCE_VERSION { wl_pointer_send_frame(device) }
    }
  }

  fileprivate func setCursor(_ request: Request) {
    let serial = request.uint(0)
    guard serial == pointerSerial else {
      return server.violation(
        "\(request.resource.description): set_cursor with serial \(serial), the pointer entered"
          + " with \(pointerSerial)")
    }
    // A leave may be on its way to the client, which is no fault of it.
    guard pointerFocus?.resource?.client == request.client else { return }
    guard let surface: Surface = request.object(1) else {
      cursor = .hidden
      cursorSurface = nil
      return
    }
    guard
      surface.take(.cursor, for: request.resource, errorCode: WL_POINTER_ERROR_ROLE.rawValue)
    else { return }
    cursor = .shown(hotspot: Point(Double(request.int(2)), Double(request.int(3))))
    cursorSurface = surface
  }

  // MARK: Keyboard

  func keyboardEnter(_ surface: Surface, pressed: [UInt32]) {
    keyboardLeave()
    guard let raw = surface.resource?.raw else { return }
    keyboardFocus = surface
    let serial = inputSerial()
    each(keyboards, of: surface) { device, _ in
      withWaylandArray(pressed) { wl_keyboard_send_enter(device, serial, raw, $0) }
    }
    sendModifiers(keys.modifiers)
  }

  func keyboardLeave() {
    guard let surface = keyboardFocus, let raw = surface.resource?.raw else { return }
    keyboardFocus = nil
    let serial = server.nextSerial()
    each(keyboards, of: surface) { device, _ in wl_keyboard_send_leave(device, serial, raw) }
  }

  /// `code` is an evdev code. Modifiers follow from the keys.
  func key(_ code: UInt32, isPressed: Bool, time: UInt32) {
    let serial = inputSerial()
    let state = isPressed ? WL_KEYBOARD_KEY_STATE_PRESSED : WL_KEYBOARD_KEY_STATE_RELEASED
    each(keyboards, of: keyboardFocus) { device, _ in
      wl_keyboard_send_key(device, serial, time, code, state.rawValue)
    }
    if let modifiers = keys.press(code, isPressed) { sendModifiers(modifiers) }
  }

  func sendModifiers(_ modifiers: KeyModifiers) {
    let serial = server.nextSerial()
    each(keyboards, of: keyboardFocus) { device, _ in
      wl_keyboard_send_modifiers(
        device, serial, modifiers.depressed, modifiers.latched, modifiers.locked, modifiers.group)
    }
  }

  func sendRepeatInfo() {
    for device in keyboards { sendRepeatInfo(to: device) }
  }

  private func sendRepeatInfo(to device: DeviceHandler) {
    guard let resource = device.resource,
      resource.version >= WL_KEYBOARD_REPEAT_INFO_SINCE_VERSION
    else { return }
    wl_keyboard_send_repeat_info(
      resource.raw, server.configuration.repeatRate, server.configuration.repeatDelay)
  }

  // MARK: Touch

  func touchDown(_ finger: Int32, _ surface: Surface, at point: Point, time: UInt32) {
    guard let raw = surface.resource?.raw else { return }
    fingers[finger] = surface
    let serial = inputSerial()
    let (x, y) = (wl_fixed_from_double(point.x), wl_fixed_from_double(point.y))
    each(touches, of: surface) { device, _ in
      wl_touch_send_down(device, serial, time, raw, finger, x, y)
    }
  }

  func touchMotion(_ finger: Int32, to point: Point, time: UInt32) {
    let (x, y) = (wl_fixed_from_double(point.x), wl_fixed_from_double(point.y))
    each(touches, of: fingers[finger]) { device, _ in
      wl_touch_send_motion(device, time, finger, x, y)
    }
  }

  /// The finger's client still gets the frame that ends this.
  func touchUp(_ finger: Int32, time: UInt32, endsFrame: Bool) {
    let serial = inputSerial()
    let surface = fingers[finger]
    each(touches, of: surface) { device, _ in wl_touch_send_up(device, serial, time, finger) }
    if endsFrame { touchFrame() }
    fingers[finger] = nil
  }

  func touchCancel() {
    eachTouchedClient { wl_touch_send_cancel($0) }
    fingers = [:]
  }

  func touchFrame() { eachTouchedClient { wl_touch_send_frame($0) } }

  private func eachTouchedClient(_ send: (OpaquePointer) -> Void) {
    let clients = Set(fingers.values.compactMap { $0.resource?.client })
    for device in touches {
      if let resource = device.resource, clients.contains(resource.client) { send(resource.raw) }
    }
  }

  // MARK: Devices

  fileprivate func getDevice(_ request: Request) {
    let (kind, devices, interface):
      (
        SeatCapabilities, ReferenceWritableKeyPath<Seat, [DeviceHandler]>,
        UnsafePointer<wl_interface>
      )
    switch request.opcode {
    case WL_SEAT_GET_POINTER: (kind, devices, interface) = (.pointer, \.pointers, cws_wl_pointer())
    case WL_SEAT_GET_KEYBOARD:
      (kind, devices, interface) = (.keyboard, \.keyboards, cws_wl_keyboard())
    default: (kind, devices, interface) = (.touch, \.touches, cws_wl_touch())
    }
    let handler = DeviceHandler(self, devices)
    let resource = handler.bind(
      request.client, interface, version: request.version, id: request.newID(0))
    // A device that has just gone away may be asked for; it is silent then.
    guard capabilities.contains(kind), kind == .keyboard else { return }
    keys.withFile { file, size in
      wl_keyboard_send_keymap(
        resource.raw, WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1.rawValue, file, size)
    }
    sendRepeatInfo(to: handler)
  }
}

/// What a client made of the pointer's picture.
package enum CursorState: Hashable, Sendable {
  /// It has said nothing yet.
  case unset
  case hidden
  /// Points, from the picture's corner.
  case shown(hotspot: Point)
}

/// A wl_seat, wl_pointer, wl_keyboard or wl_touch of a client.
private final class DeviceHandler: RequestHandler {
  private weak var seat: Seat?
  private let list: ReferenceWritableKeyPath<Seat, [DeviceHandler]>
  private(set) var resource: Resource?

  init(_ seat: Seat, _ list: ReferenceWritableKeyPath<Seat, [DeviceHandler]>) {
    self.seat = seat
    self.list = list
  }

  func bind(
    _ client: Client, _ interface: UnsafePointer<wl_interface>, version: UInt32, id: UInt32
  ) -> Resource {
    let resource = Resource(client, interface, version: version, id: id, handler: self)
    self.resource = resource
    seat?[keyPath: list].append(self)
    return resource
  }

  func handle(_ request: Request) {
    switch list {
    case \.seats:
      if request.opcode == WL_SEAT_RELEASE {
        request.resource.destroy()
      } else {
        seat?.getDevice(request)
      }
    case \.pointers where request.opcode == WL_POINTER_SET_CURSOR: seat?.setCursor(request)
    default: request.resource.destroy()
    }
  }

  func resourceDestroyed() {
    resource = nil
    seat?[keyPath: list].removeAll { $0 === self }
  }
}
