import Geometry

/// What the user did in a window. Times are media time in seconds, by the display's own stamp;
/// positions are points of the window's content, origin at the top left, y down.
package enum InputEvent: Hashable, Sendable {
  case key(KeyEvent)
  case pointer(PointerEvent)
  case scroll(ScrollEvent)
  case touch(TouchEvent)

  /// When it happened.
  package var time: Double {
    get {
      switch self {
      case .key(let event): event.time
      case .pointer(let event): event.time
      case .scroll(let event): event.time
      case .touch(let event): event.time
      }
    }
    set {
      switch self {
      case .key(var event):
        event.time = newValue
        self = .key(event)
      case .pointer(var event):
        event.time = newValue
        self = .pointer(event)
      case .scroll(var event):
        event.time = newValue
        self = .scroll(event)
      case .touch(var event):
        event.time = newValue
        self = .touch(event)
      }
    }
  }
}

/// Keys held while something else happens.
package struct KeyModifiers: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let capsLock = KeyModifiers(rawValue: 1 << 0)
  package static let shift = KeyModifiers(rawValue: 1 << 1)
  package static let control = KeyModifiers(rawValue: 1 << 2)
  package static let alternate = KeyModifiers(rawValue: 1 << 3)
  /// The Super or Windows key.
  package static let command = KeyModifiers(rawValue: 1 << 4)
}

/// A key as the layout names it.
package struct KeyEvent: Hashable, Sendable {
  /// The XKB keysym, for example 0xff1b for Escape.
  package var keysym: UInt32
  /// The text it types, empty for none.
  package var text: String
  package var isPressed: Bool
  /// The key is held: this press is not the first.
  package var isRepeat: Bool
  package var modifiers: KeyModifiers
  package var time: Double

  package static let escape: UInt32 = 0xff1b

  package init(
    keysym: UInt32, text: String, isPressed: Bool, isRepeat: Bool = false,
    modifiers: KeyModifiers = [], time: Double
  ) {
    self.keysym = keysym
    self.text = text
    self.isPressed = isPressed
    self.isRepeat = isRepeat
    self.modifiers = modifiers
    self.time = time
  }
}

/// The mouse or what acts as one.
package struct PointerEvent: Hashable, Sendable {
  package enum Phase: Hashable, Sendable {
    case entered, moved
    /// It is not over the window any more, or is gone. Who takes it away with buttons down, as a
    /// screen lock does, hears of their release: here those presses have come to nothing.
    case left
    case pressed(Button)
    case released(Button)
  }

  package enum Button: Hashable, Sendable {
    case primary, secondary, middle
    /// By its evdev code.
    case other(UInt32)
  }

  package var phase: Phase
  package var position: Point
  package var modifiers: KeyModifiers
  package var time: Double

  package init(phase: Phase, position: Point, modifiers: KeyModifiers = [], time: Double) {
    self.phase = phase
    self.position = position
    self.modifiers = modifiers
    self.time = time
  }
}

/// A wheel was turned, or fingers moved on a touchpad.
package struct ScrollEvent: Hashable, Sendable {
  package enum Source: Hashable, Sendable { case wheel, finger, continuous }

  package var source: Source
  /// Points; positive moves the view port right and down over its content.
  package var dx: Double
  package var dy: Double
  /// The fingers left the touchpad: both distances are zero.
  package var isEnd: Bool
  package var position: Point
  package var modifiers: KeyModifiers
  package var time: Double

  package init(
    source: Source, dx: Double, dy: Double, isEnd: Bool = false, position: Point,
    modifiers: KeyModifiers = [], time: Double
  ) {
    self.source = source
    self.dx = dx
    self.dy = dy
    self.isEnd = isEnd
    self.position = position
    self.modifiers = modifiers
    self.time = time
  }
}

/// One finger on a touch screen.
package struct TouchEvent: Hashable, Sendable {
  package enum Phase: Hashable, Sendable { case began, moved, ended, cancelled }

  /// Names the finger from `began` to `ended` or `cancelled`.
  package var id: Int32
  package var phase: Phase
  package var position: Point
  package var time: Double

  package init(id: Int32, phase: Phase, position: Point, time: Double) {
    self.id = id
    self.phase = phase
    self.position = position
    self.time = time
  }
}
