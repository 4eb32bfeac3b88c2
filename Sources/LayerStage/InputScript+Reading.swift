import Geometry
import LayerCommit
import Profiling

extension InputScript {
  /// Reads the file format.
  ///
  /// - Parameter bytes: UTF-8, with or without the mark that some editors put before it.
  package init(parsing bytes: [UInt8]) throws(InputScriptError) {
    guard bytes.count <= Self.maximumFileSize else {
      throw InputScriptError(message: "larger than \(Self.maximumFileSize >> 20) MiB")
    }
    let document: JSON
    do throws(JSONSyntaxError) {
      let mark: [UInt8] = [0xef, 0xbb, 0xbf]
      document = try JSON(parsing: bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes)
    } catch {
      throw InputScriptError(message: "line \(error.line): \(error.message)")
    }
    var root = try Fields(document, place: "the file")
    let version = try root.value("version")
    guard version.wholeValue == Self.version else {
      throw root.error("version", "is \(version.brief); only \(Self.version) is known")
    }
    guard case .array(let items) = try root.value("events") else {
      throw root.error("events", "is not an array")
    }
    try root.finish()
    self.init()
    events.reserveCapacity(items.count)
    var held = HeldInput()
    for (index, item) in items.enumerated() {
      var fields = try Fields(item, place: "event \(index)")
      let event = try Self.event(&fields)
      try fields.finish()
      guard event.time >= duration else {
        throw fields.error(
          "at", "is \(event.time), earlier than the event before at \(duration)")
      }
      if let problem = held.take(event) { throw fields.error("phase", problem) }
      events.append(event)
    }
  }

  private static func event(_ fields: inout Fields) throws(InputScriptError) -> InputEvent {
    let time = try fields.number("at", in: 0...maximumTime)
    switch try fields.choice("kind", of: ["pointer", "scroll", "touch", "key"]) {
    case "pointer":
      return .pointer(
        PointerEvent(
          phase: try pointerPhase(&fields), position: try position(&fields),
          modifiers: try modifiers(&fields), time: time))
    case "scroll": return .scroll(try scroll(&fields, time))
    case "touch":
      return .touch(
        TouchEvent(
          id: try fields.wholeNumber("id", in: Int32.min...Int32.max),
          phase: try fields.choice("phase", of: InputNames.touchPhases),
          position: try position(&fields), time: time))
    default: return .key(try key(&fields, time))
    }
  }

  private static func pointerPhase(
    _ fields: inout Fields
  ) throws(InputScriptError) -> PointerEvent.Phase {
    switch try fields.choice("phase", of: InputNames.pointerPhases) {
    case "entered": return .entered
    case "left": return .left
    case "pressed": return .pressed(try button(&fields))
    case "released": return .released(try button(&fields))
    default: return .moved
    }
  }

  private static func button(
    _ fields: inout Fields
  ) throws(InputScriptError) -> PointerEvent.Button {
    if fields.peek("button")?.doubleValue != nil {
      let code = try fields.wholeNumber("button", in: buttonCodes)
      return switch code {
      case 0x110: .primary
      case 0x111: .secondary
      case 0x112: .middle
      default: .other(code)
      }
    }
    return try fields.choice("button", of: InputNames.buttons)
  }

  private static func scroll(
    _ fields: inout Fields, _ time: Double
  ) throws(InputScriptError) -> ScrollEvent {
    let distances = -maximumDistance...maximumDistance
    let event = ScrollEvent(
      source: try fields.choice("source", of: InputNames.scrollSources),
      dx: try fields.optionalNumber("dx", in: distances) ?? 0,
      dy: try fields.optionalNumber("dy", in: distances) ?? 0,
      isEnd: try fields.flag("end"), position: try position(&fields),
      modifiers: try modifiers(&fields), time: time)
    guard !event.isEnd || event.source != .wheel else {
      throw fields.error("end", "goes with fingers; a wheel has no end")
    }
    guard event.isEnd == (event.dx == 0 && event.dy == 0) else {
      throw event.isEnd
        ? fields.error("end", "goes without 'dx' and 'dy'")
        : InputScriptError(message: "\(fields.place): 'dx' and 'dy' are missing")
    }
    return event
  }

  private static func key(
    _ fields: inout Fields, _ time: Double
  ) throws(InputScriptError) -> KeyEvent {
    let name = try fields.text("key")
    guard let keysym = KeyNames.keysym(named: name) else {
      throw fields.error(
        "key",
        "is '\(name.prefix(40))', which is neither a known name, one character nor a key's number")
    }
    let phase = try fields.choice("phase", of: InputNames.keyPhases)
    let text = try fields.optionalText("text") ?? KeyNames.text(of: keysym)
    guard text.utf8.count <= maximumText else {
      throw fields.error("text", "is longer than \(maximumText) bytes")
    }
    return KeyEvent(
      keysym: keysym, text: text, isPressed: phase != "released", isRepeat: phase == "repeated",
      modifiers: try modifiers(&fields), time: time)
  }

  private static func position(_ fields: inout Fields) throws(InputScriptError) -> Point {
    let distances = -maximumDistance...maximumDistance
    return Point(try fields.number("x", in: distances), try fields.number("y", in: distances))
  }

  private static func modifiers(_ fields: inout Fields) throws(InputScriptError) -> KeyModifiers {
    guard let value = fields.take("modifiers") else { return [] }
    guard case .array(let items) = value else {
      throw fields.error("modifiers", "is not an array")
    }
    var modifiers: KeyModifiers = []
    for item in items {
      guard case .string(let name) = item,
        let known = KeyModifiers.names.first(where: { $0.name == name })
      else {
        throw fields.error(
          "modifiers", "has \(item.brief); known are " + list(KeyModifiers.names.map(\.name)))
      }
      guard modifiers.insert(known.value).inserted else {
        throw fields.error("modifiers", "has '\(name)' twice")
      }
    }
    return modifiers
  }
}

private func list(_ names: [String]) -> String { names.joined(separator: ", ") }

/// The members of an object, each asked for by name; what nobody asks for is an error.
private struct Fields {
  let place: String
  private let members: [(String, JSON)]
  private var left: Set<String>

  init(_ json: JSON, place: String) throws(InputScriptError) {
    guard case .object(let members) = json else {
      throw InputScriptError(message: "\(place) is not an object")
    }
    self.place = place
    self.members = members
    left = Set(members.map(\.0))
  }

  func peek(_ name: String) -> JSON? { members.first { $0.0 == name }?.1 }

  mutating func take(_ name: String) -> JSON? {
    left.remove(name)
    return peek(name)
  }

  mutating func value(_ name: String) throws(InputScriptError) -> JSON {
    guard let value = take(name) else {
      throw InputScriptError(message: "\(place): '\(name)' is missing")
    }
    return value
  }

  /// Fails for members that nobody has asked for.
  func finish() throws(InputScriptError) {
    guard let unknown = members.first(where: { left.contains($0.0) }) else { return }
    throw InputScriptError(message: "\(place): unknown field '\(unknown.0.prefix(40))'")
  }

  func error(_ name: String, _ what: String) -> InputScriptError {
    InputScriptError(message: "\(place): '\(name)' \(what)")
  }

  mutating func number(
    _ name: String, in range: ClosedRange<Double>
  ) throws(InputScriptError) -> Double {
    let value = try value(name)
    guard let number = value.doubleValue else { throw error(name, "is not a number") }
    guard range.contains(number) else {
      throw error(
        name, "is \(number), out of range \(Int(range.lowerBound)) to \(Int(range.upperBound))")
    }
    return number
  }

  mutating func optionalNumber(
    _ name: String, in range: ClosedRange<Double>
  ) throws(InputScriptError) -> Double? {
    peek(name) == nil ? nil : try number(name, in: range)
  }

  mutating func wholeNumber<Number: FixedWidthInteger>(
    _ name: String, in range: ClosedRange<Number>
  ) throws(InputScriptError) -> Number {
    let value = try value(name)
    guard value.doubleValue == value.doubleValue?.rounded(), value.doubleValue != nil else {
      throw error(name, "is not a whole number")
    }
    guard let number = value.wholeValue.flatMap({ Number(exactly: $0) }), range.contains(number)
    else {
      throw error(
        name, "is \(value.brief), out of range \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  mutating func flag(_ name: String) throws(InputScriptError) -> Bool {
    guard let value = take(name) else { return false }
    guard case .bool(let flag) = value else { throw error(name, "is not true or false") }
    return flag
  }

  mutating func text(_ name: String) throws(InputScriptError) -> String {
    guard case .string(let text) = try value(name) else { throw error(name, "is not a string") }
    return text
  }

  mutating func optionalText(_ name: String) throws(InputScriptError) -> String? {
    peek(name) == nil ? nil : try text(name)
  }

  mutating func choice(
    _ name: String, of choices: [String]
  ) throws(InputScriptError) -> String {
    let text = try text(name)
    guard choices.contains(text) else {
      throw error(name, "is '\(text.prefix(40))'; known are \(list(choices))")
    }
    return text
  }

  mutating func choice<Value>(
    _ name: String, of choices: [(name: String, value: Value)]
  ) throws(InputScriptError) -> Value {
    let text = try choice(name, of: choices.map(\.name))
    // `choice` has made sure of a match.
    return choices[choices.firstIndex { $0.name == text } ?? 0].value
  }
}

extension JSON {
  /// A number without fraction, however it is written.
  fileprivate var wholeValue: Int? {
    if case .int(let value) = self { value } else { doubleValue.flatMap { Int(exactly: $0) } }
  }

  /// For one line of an error message.
  fileprivate var brief: String {
    switch self {
    case .null, .bool, .int, .number: text
    case .string(let text): "'\(text.prefix(40))'"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
