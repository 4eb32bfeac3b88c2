import CWayland
import Geometry
import LayerCommit

/// A touch screen: each finger belongs to the surface it went down on.
final class WaylandTouch {
  private let proxy: OpaquePointer
  private unowned let seat: WaylandSeat
  private var fingers = TouchFrame<InputFocus>()
  /// The finger that holds a title bar, and which.
  private var hold: (finger: Int32, bar: InputFocus)?
  private var inputClock = InputClock()

  init(proxy: OpaquePointer, seat: WaylandSeat) {
    self.proxy = proxy
    self.seat = seat
    wl_touch_add_listener(proxy, Self.listener, dataPointer(to: self))
  }

  deinit {
    if wl_proxy_get_version(proxy) >= UInt32(WL_TOUCH_RELEASE_SINCE_VERSION) {
      wl_touch_release(proxy)
    } else {
      wl_touch_destroy(proxy)
    }
  }

  /// All fingers are up from here on: the device is gone.
  func end() { send(fingers.cancel()) }

  /// The window is about to be closed: nobody hears that the finger on its bar goes up.
  func forget(_ window: WaylandWindow) {
    if hold?.bar.window === window { hold = nil }
  }

  private func send(_ changes: [TouchFrame<InputFocus>.Change]) {
    for change in changes {
      guard let window = change.place.window else { continue }
      let place = Point(change.x, change.y)
      let time = inputClock.time(of: change.stamp, now: seat.connection.clock.now)
      switch change.place.part {
      case .content:
        window.received(
          .touch(TouchEvent(id: change.id, phase: change.phase, position: place, time: time)))
      case .titleBar:
        holdTitleBar(of: window, change, at: place, time: time)
      case .strip(let strip):
        guard change.phase == .began else { continue }
        window.resizeByUser(strip, at: place, seat: seat.proxy, serial: change.serial)
      }
    }
  }

  /// The first finger on a title bar is what a pointer with its button down would be.
  private func holdTitleBar(
    of window: WaylandWindow, _ change: TouchFrame<InputFocus>.Change, at place: Point,
    time: Double
  ) {
    func send(_ phase: PointerEvent.Phase) {
      window.titleBarPointer(
        PointerEvent(phase: phase, position: place, time: time), seat: seat.proxy,
        serial: change.serial)
    }
    switch change.phase {
    case .began:
      guard hold?.bar.window == nil else { return }
      hold = (change.id, change.place)
      send(.pressed(.primary))
    case .moved:
      if hold?.finger == change.id { send(.moved) }
    case .ended, .cancelled:
      guard hold?.finger == change.id else { return }
      hold = nil
      if change.phase == .ended { send(.released(.primary)) }
      send(.left)
    }
  }

  nonisolated(unsafe) private static let listener: UnsafePointer<wl_touch_listener> = {
    var table = wl_touch_listener()
    table.down = { data, _, serial, stamp, surface, id, x, y in
      let touch: WaylandTouch = owner(data)
      // The surface is nil when it was destroyed while the event was on its way.
      guard let surface, let focus = touch.seat.connection.focus(of: surface) else { return }
      touch.fingers.began(
        id: id, place: focus, x: wl_fixed_to_double(x), y: wl_fixed_to_double(y), stamp: stamp,
        serial: serial)
    }
    table.up = { data, _, serial, stamp, id in
      let touch: WaylandTouch = owner(data)
      touch.fingers.ended(id: id, stamp: stamp, serial: serial)
    }
    table.motion = { data, _, stamp, id, x, y in
      let touch: WaylandTouch = owner(data)
      touch.fingers.moved(
        id: id, x: wl_fixed_to_double(x), y: wl_fixed_to_double(y), stamp: stamp)
    }
    table.frame = { data, _ in
      let touch: WaylandTouch = owner(data)
      touch.send(touch.fingers.finish())
    }
    table.cancel = { data, _ in
      let touch: WaylandTouch = owner(data)
      touch.send(touch.fingers.cancel())
    }
    table.shape = { _, _, _, _, _ in }
    table.orientation = { _, _, _, _ in }
    return permanentTable(table)
  }()
}
