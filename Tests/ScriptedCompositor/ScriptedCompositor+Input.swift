import CLinux
import Geometry

// Times of events are in milliseconds; nil is the monotonic clock's now. Points are in the space of
// the window's surface. Each call ends with a frame event, which makes its events one, unless
// `endsFrame` is false.

/// One event of a wheel or the like.
package struct Scroll: Hashable, Sendable {
  /// Raw values are those of wl_pointer.axis.
  package enum Axis: UInt32, Sendable {
    case vertical, horizontal
  }

  /// Raw values are those of wl_pointer.axis_source.
  package enum Source: UInt32, Sendable {
    case wheel, finger, continuous, wheelTilt
  }

  package var axis = Axis.vertical
  package var source = Source.wheel
  /// Points.
  package var distance: Double
  /// Clicks of a wheel times 120; clients that know only whole clicks are told those.
  package var value120: Int32?
  /// The fingers were lifted: says that, and nothing else.
  package var isStop = false

  package init(
    _ distance: Double, axis: Axis = .vertical, source: Source = .wheel, value120: Int32? = nil,
    isStop: Bool = false
  ) {
    self.axis = axis
    self.source = source
    self.distance = distance
    self.value120 = value120
    self.isStop = isStop
  }
}

extension ScriptedCompositor {
  /// The devices of the seat.
  package func setSeatCapabilities(_ capabilities: SeatCapabilities) throws(ScriptError) {
    try withSeat { seat, _ in seat.setCapabilities(capabilities) }
  }

  /// What a client has made of the pointer's picture.
  package var cursor: CursorState {
    get throws(ScriptError) { try perform { $0.server.seat?.cursor ?? .unset } }
  }

  /// The picture of the pointer; nil when a client has set none.
  package var cursorPixels: Bitmap? {
    get throws(ScriptError) { try perform { $0.server.seat?.cursorSurface?.content?.bitmap } }
  }

  /// Has the compositor's thread use the seat; nothing where there is none.
  private func withSeat(
    _ action: @escaping @Sendable (Seat, Server) throws(ScriptError) -> Void
  ) throws(ScriptError) {
    try perform { loop throws(ScriptError) in
      if let seat = loop.server.seat { try action(seat, loop.server) }
    }
  }

  // MARK: Pointer

  package func pointerEnter(
    _ id: WindowID, at point: Point, endsFrame: Bool = true
  ) throws(ScriptError) {
    try withSeat { seat, server throws(ScriptError) in
      seat.pointerEnter(try server.window(id).surface, at: point)
      if endsFrame { seat.pointerFrame() }
    }
  }

  package func pointerLeave() throws(ScriptError) {
    try withSeat { seat, _ in seat.pointerLeave() }
  }

  package func pointerMotion(
    to point: Point, time: UInt32? = nil, endsFrame: Bool = true
  ) throws(ScriptError) {
    let time = time ?? eventTimeNow()
    try withSeat { seat, _ in
      seat.pointerMotion(to: point, time: time)
      if endsFrame { seat.pointerFrame() }
    }
  }

  /// `code` is an evdev code: 0x110 is the left button.
  package func pointerButton(
    _ code: UInt32 = 0x110, isPressed: Bool, time: UInt32? = nil, endsFrame: Bool = true
  ) throws(ScriptError) {
    let time = time ?? eventTimeNow()
    try withSeat { seat, _ in
      seat.pointerButton(code, isPressed: isPressed, time: time)
      if endsFrame { seat.pointerFrame() }
    }
  }

  package func pointerAxis(
    _ scroll: Scroll, time: UInt32? = nil, endsFrame: Bool = true
  ) throws(ScriptError) {
    let time = time ?? eventTimeNow()
    try withSeat { seat, _ in
      seat.pointerAxis(scroll, time: time)
      if endsFrame { seat.pointerFrame() }
    }
  }

  package func pointerFrame() throws(ScriptError) {
    try withSeat { seat, _ in seat.pointerFrame() }
  }

  // MARK: Keyboard

  /// `pressed` are evdev codes of keys that are already down.
  package func keyboardEnter(_ id: WindowID, pressed: [UInt32] = []) throws(ScriptError) {
    try withSeat { seat, server throws(ScriptError) in
      seat.keyboardEnter(try server.window(id).surface, pressed: pressed)
    }
  }

  package func keyboardLeave() throws(ScriptError) {
    try withSeat { seat, _ in seat.keyboardLeave() }
  }

  /// `code` is an evdev code. Modifiers follow from the keys and the layout.
  package func key(
    _ code: UInt32, isPressed: Bool, time: UInt32? = nil
  ) throws(ScriptError) {
    let time = time ?? eventTimeNow()
    try withSeat { seat, _ in seat.key(code, isPressed: isPressed, time: time) }
  }

  /// Modifiers that no key has set.
  package func keyboardModifiers(_ modifiers: KeyModifiers) throws(ScriptError) {
    try withSeat { seat, _ in seat.sendModifiers(modifiers) }
  }

  /// `rate` in keys per second, 0 for none; `delay` in milliseconds.
  package func keyboardRepeat(rate: Int32, delay: Int32) throws(ScriptError) {
    try withSeat { seat, server in
      server.configuration.repeatRate = rate
      server.configuration.repeatDelay = delay
      seat.sendRepeatInfo()
    }
  }

  // MARK: Touch

  package func touchDown(
    _ finger: Int32, _ id: WindowID, at point: Point, time: UInt32? = nil, endsFrame: Bool = true
  ) throws(ScriptError) {
    let time = time ?? eventTimeNow()
    try withSeat { seat, server throws(ScriptError) in
      seat.touchDown(finger, try server.window(id).surface, at: point, time: time)
      if endsFrame { seat.touchFrame() }
    }
  }

  package func touchMotion(
    _ finger: Int32, to point: Point, time: UInt32? = nil, endsFrame: Bool = true
  ) throws(ScriptError) {
    let time = time ?? eventTimeNow()
    try withSeat { seat, _ in
      seat.touchMotion(finger, to: point, time: time)
      if endsFrame { seat.touchFrame() }
    }
  }

  package func touchUp(
    _ finger: Int32, time: UInt32? = nil, endsFrame: Bool = true
  ) throws(ScriptError) {
    let time = time ?? eventTimeNow()
    try withSeat { seat, _ in seat.touchUp(finger, time: time, endsFrame: endsFrame) }
  }

  /// The compositor has taken the gesture for itself.
  package func touchCancel() throws(ScriptError) {
    try withSeat { seat, _ in seat.touchCancel() }
  }

  package func touchFrame() throws(ScriptError) {
    try withSeat { seat, _ in seat.touchFrame() }
  }
}

/// Milliseconds on the monotonic clock; begins again after some 50 days.
private func eventTimeNow() -> UInt32 {
  UInt32(truncatingIfNeeded: clinux_clock_nanoseconds(CLOCK_MONOTONIC) / 1_000_000)
}
