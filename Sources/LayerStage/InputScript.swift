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

  package init() { events = [] }

  /// Seconds from the start to the last event; 0 without events.
  package var duration: Double { events.last?.time ?? 0 }

  /// Whether its place is one that a file may name.
  static func canHold(_ event: InputEvent) -> Bool {
    let numbers: [Double]
    switch event {
    case .key: numbers = []
    case .pointer(let pointer): numbers = [pointer.position.x, pointer.position.y]
    case .scroll(let scroll):
      numbers = [scroll.position.x, scroll.position.y, scroll.dx, scroll.dy]
    case .touch(let touch): numbers = [touch.position.x, touch.position.y]
    }
    return numbers.allSatisfy { abs($0) <= maximumDistance }
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
