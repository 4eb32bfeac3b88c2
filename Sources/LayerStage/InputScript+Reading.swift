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
    self.init()
    do throws(JSONFieldError) {
      try read(document)
    } catch {
      throw InputScriptError(message: error.message)
    }
  }

  private mutating func read(_ document: JSON) throws(JSONFieldError) {
    var root = try JSONFields(document, place: "the file")
    let version = try root.value("version")
    guard version.wholeValue == Self.version else {
      throw root.error("version", "is \(version.brief); only \(Self.version) is known")
    }
    let items = try root.array("events")
    try root.finish()
    events.reserveCapacity(items.count)
    var held = HeldInput()
    for (index, item) in items.enumerated() {
      var fields = try JSONFields(item, place: "event \(index)")
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

  private static func event(_ fields: inout JSONFields) throws(JSONFieldError) -> InputEvent {
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
    _ fields: inout JSONFields
  ) throws(JSONFieldError) -> PointerEvent.Phase {
    switch try fields.choice("phase", of: InputNames.pointerPhases) {
    case "entered": return .entered
    case "left": return .left
    case "pressed": return .pressed(try button(&fields))
    case "released": return .released(try button(&fields))
    default: return .moved
    }
  }

  private static func button(
    _ fields: inout JSONFields
  ) throws(JSONFieldError) -> PointerEvent.Button {
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
    _ fields: inout JSONFields, _ time: Double
  ) throws(JSONFieldError) -> ScrollEvent {
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
        : JSONFieldError(message: "\(fields.place): 'dx' and 'dy' are missing")
    }
    return event
  }

  private static func key(
    _ fields: inout JSONFields, _ time: Double
  ) throws(JSONFieldError) -> KeyEvent {
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

  private static func position(_ fields: inout JSONFields) throws(JSONFieldError) -> Point {
    let distances = -maximumDistance...maximumDistance
    return Point(try fields.number("x", in: distances), try fields.number("y", in: distances))
  }

  private static func modifiers(_ fields: inout JSONFields) throws(JSONFieldError) -> KeyModifiers {
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
