import CWayland
import Geometry
import LayerCommit

/// A mouse or touchpad: finds what it is over and hands on what it does.
final class WaylandPointer {
  private let proxy: OpaquePointer
  private unowned let seat: WaylandSeat
  private let cursor: CursorSurface?
  private var focus: InputFocus?
  private var focusSurface: OpaquePointer?
  /// Of the event that brought the pointer here.
  private var serial: UInt32 = 0
  /// Points of the surface it is over.
  private var position = Point.zero
  /// Codes of the buttons that went down where it is.
  private var pressed: Set<UInt32> = []
  private var inputClock = InputClock()
  private var scroll = ScrollFrame()
  /// Older servers do not say when a frame ends.
  private let hasFrames: Bool

  init(proxy: OpaquePointer, seat: WaylandSeat, cursor: CursorSurface?) {
    self.proxy = proxy
    self.seat = seat
    self.cursor = cursor
    hasFrames = wl_proxy_get_version(proxy) >= UInt32(WL_POINTER_FRAME_SINCE_VERSION)
    wl_pointer_add_listener(proxy, Self.listener, dataPointer(to: self))
  }

  deinit {
    if wl_proxy_get_version(proxy) >= UInt32(WL_POINTER_RELEASE_SINCE_VERSION) {
      wl_pointer_release(proxy)
    } else {
      wl_pointer_destroy(proxy)
    }
  }

  /// The pointer is nowhere from here on: its device is gone.
  func end() { left(focusSurface) }

  func forget(_ window: WaylandWindow) {
    if focus?.window === window { clearFocus() }
  }

  /// Shows the pointer as the window wants it here.
  func updateCursor() {
    guard let focus, let window = focus.window else { return }
    cursor?.show(
      window.cursor(over: focus.part, at: position), scale: window.currentScale, on: proxy,
      serial: serial)
  }

  private func clearFocus() {
    focus = nil
    focusSurface = nil
    pressed.removeAll(keepingCapacity: true)
    scroll = ScrollFrame()
  }

  // MARK: Events

  private func entered(_ surface: OpaquePointer?, serial: UInt32, at position: Point) {
    // A server that forgets to say that the pointer has left.
    if focus != nil { left(focusSurface) }
    // The surface is nil when it was destroyed while the event was on its way.
    guard let surface, let focus = seat.connection.focus(of: surface) else { return }
    self.focus = focus
    focusSurface = surface
    self.serial = serial
    self.position = position
    send(.entered, time: inputClock.time(seat.connection.clock.now))
    updateCursor()
  }

  /// News about a surface it is not over, or that is gone, is old.
  private func left(_ surface: OpaquePointer?) {
    guard focus != nil, let focusSurface, surface == nil || surface == focusSurface else { return }
    send(.left, time: inputClock.time(seat.connection.clock.now))
    clearFocus()
  }

  private func moved(to position: Point, stamp: UInt32) {
    guard focus != nil else { return }
    self.position = position
    send(.moved, time: time(stamp))
    updateCursor()
  }

  private func button(_ code: UInt32, isPressed: Bool, stamp: UInt32, serial: UInt32) {
    guard focus != nil else { return }
    if isPressed {
      pressed.insert(code)
    } else if pressed.remove(code) == nil {
      // A button that went down elsewhere is none of ours.
      return
    }
    let button = PointerEvent.Button(evdevCode: code)
    send(isPressed ? .pressed(button) : .released(button), time: time(stamp), serial: serial)
  }

  private func send(_ phase: PointerEvent.Phase, time: Double, serial: UInt32 = 0) {
    guard let focus, let window = focus.window else { return }
    let event = PointerEvent(
      phase: phase, position: position, modifiers: seat.modifiers, time: time)
    switch focus.part {
    case .content:
      window.received(.pointer(event))
    case .titleBar:
      window.titleBarPointer(event, seat: seat.proxy, serial: serial)
    case .strip(let strip):
      guard phase == .pressed(.primary) else { return }
      window.resizeByUser(strip, at: position, seat: seat.proxy, serial: serial)
    }
  }

  private func finishFrame() {
    let (moved, end) = scroll.finish()
    if let moved { send(moved) }
    if let end { send(end) }
  }

  private func send(_ scroll: ScrollFrame.Scroll) {
    guard let focus, focus.part == .content else { return }
    focus.window?.received(
      .scroll(
        ScrollEvent(
          source: scroll.source, dx: scroll.dx, dy: scroll.dy, isEnd: scroll.isEnd,
          position: position, modifiers: seat.modifiers, time: time(scroll.stamp))))
  }

  private func time(_ stamp: UInt32) -> Double {
    inputClock.time(of: stamp, now: seat.connection.clock.now)
  }

  private func finishEvent() {
    if !hasFrames { finishFrame() }
  }

  nonisolated(unsafe) private static let listener: UnsafePointer<wl_pointer_listener> = {
    var table = wl_pointer_listener()
    table.enter = { data, _, serial, surface, x, y in
      let pointer: WaylandPointer = owner(data)
      pointer.entered(surface, serial: serial, at: point(x, y))
    }
    table.leave = { data, _, _, surface in
      let pointer: WaylandPointer = owner(data)
      pointer.left(surface)
    }
    table.motion = { data, _, stamp, x, y in
      let pointer: WaylandPointer = owner(data)
      pointer.moved(to: point(x, y), stamp: stamp)
    }
    table.button = { data, _, serial, stamp, code, state in
      let pointer: WaylandPointer = owner(data)
      let isPressed = state == WL_POINTER_BUTTON_STATE_PRESSED.rawValue
      pointer.button(code, isPressed: isPressed, stamp: stamp, serial: serial)
    }
    table.axis = { data, _, stamp, axis, value in
      let pointer: WaylandPointer = owner(data)
      pointer.scroll.moved(axis: axis, distance: wl_fixed_to_double(value), stamp: stamp)
      pointer.finishEvent()
    }
    table.frame = { data, _ in
      let pointer: WaylandPointer = owner(data)
      pointer.finishFrame()
    }
    table.axis_source = { data, _, source in
      let pointer: WaylandPointer = owner(data)
      pointer.scroll.setSource(ScrollEvent.Source(protocolValue: source))
    }
    table.axis_stop = { data, _, stamp, axis in
      let pointer: WaylandPointer = owner(data)
      pointer.scroll.stopped(axis: axis, stamp: stamp)
      pointer.finishEvent()
    }
    table.axis_discrete = { data, _, axis, notches in
      let pointer: WaylandPointer = owner(data)
      pointer.scroll.stepped(axis: axis, notches: notches)
    }
    table.axis_value120 = { data, _, axis, parts in
      let pointer: WaylandPointer = owner(data)
      pointer.scroll.stepped(axis: axis, parts: parts)
    }
    return permanentTable(table)
  }()
}

/// A place as the protocol gives it.
func point(_ x: wl_fixed_t, _ y: wl_fixed_t) -> Point {
  Point(wl_fixed_to_double(x), wl_fixed_to_double(y))
}

extension PointerEvent.Button {
  /// By linux/input-event-codes.h.
  init(evdevCode: UInt32) {
    switch evdevCode {
    case 0x110: self = .primary
    case 0x111: self = .secondary
    case 0x112: self = .middle
    default: self = .other(evdevCode)
    }
  }
}

extension ScrollEvent.Source {
  /// A tilted wheel turns as well.
  init(protocolValue: UInt32) {
    switch protocolValue {
    case WL_POINTER_AXIS_SOURCE_FINGER.rawValue: self = .finger
    case WL_POINTER_AXIS_SOURCE_CONTINUOUS.rawValue: self = .continuous
    default: self = .wheel
    }
  }
}
