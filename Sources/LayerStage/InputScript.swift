import LayerCommit
import Profiling

/// What a user did, to be done again: events in order, with times in seconds since the start.
///
/// docs/input-scripts.md describes the file format. Reading is strict, so that a slip of the pen is an
/// error with a place and not an event that never comes.
package struct InputScript: Hashable, Sendable {
  /// Their `time` counts from the script's start; it never falls.
  package internal(set) var events: [InputEvent]

  package static let version = 1
  /// Bytes.
  package static let maximumFileSize = 64 << 20
  /// Seconds: a day.
  static let maximumTime = 86400.0
  /// Points, in each direction.
  static let maximumDistance = 1e6
  /// Linux's codes of buttons.
  static let buttonCodes: ClosedRange<UInt32> = 0x100...0x2ff
  /// Bytes of UTF-8.
  static let maximumText = 64

  package init() { events = [] }

  /// Seconds from the start to the last event; 0 without events.
  package var duration: Double { events.last?.time ?? 0 }

  /// Whether a file may say it.
  static func canHold(_ event: InputEvent) -> Bool {
    func areInside(_ numbers: Double...) -> Bool {
      numbers.allSatisfy { abs($0) <= maximumDistance }
    }
    switch event {
    case .key(let key):
      return KeyNames.keysyms.contains(key.keysym) && key.text.utf8.count <= maximumText
    case .pointer(let pointer):
      if case .other(let code) = pointer.phase.button, !buttonCodes.contains(code) { return false }
      return areInside(pointer.position.x, pointer.position.y)
    case .scroll(let scroll):
      if scroll.source == .wheel, scroll.endsInFile { return false }
      return areInside(scroll.position.x, scroll.position.y, scroll.dx, scroll.dy)
    case .touch(let touch):
      return areInside(touch.position.x, touch.position.y)
    }
  }

  /// Adds an event at the end; a time that falls, or is none, becomes that of the event before.
  mutating func append(_ event: InputEvent) {
    var event = event
    event.time = event.time > duration ? min(event.time, Self.maximumTime) : duration
    events.append(event)
  }
}

/// Why a file is no input script: one line that names the event and the field.
package struct InputScriptError: Error, Equatable, Sendable {
  package var message: String

  package init(message: String) { self.message = message }
}

extension PointerEvent.Phase {
  /// The button that goes down or up.
  var button: PointerEvent.Button? {
    switch self {
    case .pressed(let button), .released(let button): button
    case .entered, .moved, .left: nil
    }
  }
}

extension ScrollEvent {
  /// What a file's millionths round to nothing at all is no scrolling, but its end.
  var endsInFile: Bool { isEnd || (abs(dx) < 0.5e-6 && abs(dy) < 0.5e-6) }
}

/// What is down while events follow each other: buttons and fingers go down before they go up.
///
/// Not keys: the same key may have another name when it goes up, as `A` becomes `a` once Shift is let
/// go.
struct HeldInput {
  private var fingers: Set<Int32> = []
  private var buttons: Set<PointerEvent.Button> = []

  /// Takes an event in order; what is wrong with its phase, or nil.
  mutating func take(_ event: InputEvent) -> String? {
    switch event {
    case .touch(let touch): take(touch)
    case .pointer(let pointer): take(pointer.phase)
    case .key, .scroll: nil
    }
  }

  private mutating func take(_ touch: TouchEvent) -> String? {
    switch touch.phase {
    case .began:
      let isNew = fingers.insert(touch.id).inserted
      return isNew ? nil : "is 'began', but finger \(touch.id) is down already"
    case .moved:
      return fingers.contains(touch.id)
        ? nil : "is 'moved', but finger \(touch.id) has not begun"
    case .ended, .cancelled:
      return fingers.remove(touch.id) != nil
        ? nil : "ends finger \(touch.id), which has not begun"
    }
  }

  /// A button may go down twice: a display does not always say that it went up.
  private mutating func take(_ phase: PointerEvent.Phase) -> String? {
    switch phase {
    case .pressed(let button):
      buttons.insert(button)
      return nil
    case .released(let button):
      return buttons.remove(button) != nil
        ? nil : "is 'released', but that button has not been pressed"
    case .entered, .moved, .left: return nil
    }
  }
}

extension KeyModifiers {
  /// In the order in which they are written.
  static let names: [(name: String, value: KeyModifiers)] = [
    ("capsLock", .capsLock), ("shift", .shift), ("control", .control), ("alt", .alternate),
    ("super", .command),
  ]
}

/// Names in files for the cases of the event types.
enum InputNames {
  static let pointerPhases = ["entered", "moved", "left", "pressed", "released"]
  static let buttons: [(name: String, value: PointerEvent.Button)] = [
    ("primary", .primary), ("secondary", .secondary), ("middle", .middle),
  ]
  static let scrollSources: [(name: String, value: ScrollEvent.Source)] = [
    ("wheel", .wheel), ("finger", .finger), ("continuous", .continuous),
  ]
  static let touchPhases: [(name: String, value: TouchEvent.Phase)] = [
    ("began", .began), ("moved", .moved), ("ended", .ended), ("cancelled", .cancelled),
  ]
  static let keyPhases = ["pressed", "repeated", "released"]
}
