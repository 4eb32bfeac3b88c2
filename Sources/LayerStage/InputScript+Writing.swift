import Geometry
import LayerCommit
import Profiling

extension InputScript {
  /// The file: an event per line, numbers rounded to millionths. Reading it gives this script again.
  package var fileText: String {
    var text = "{\n  \"version\": \(Self.version),\n  \"events\": ["
    for (index, event) in events.enumerated() {
      text += (index == 0 ? "\n    " : ",\n    ") + Self.json(event).line
    }
    return text + (events.isEmpty ? "]\n}\n" : "\n  ]\n}\n")
  }

  private static func json(_ event: InputEvent) -> JSON {
    var members: [(String, JSON)] = [("at", .number(event.time))]
    func addPlace(_ position: Point) {
      members.append(("x", .number(position.x)))
      members.append(("y", .number(position.y)))
    }
    var modifiers: KeyModifiers = []
    switch event {
    case .pointer(let pointer):
      members.append(("kind", .string("pointer")))
      add(pointer.phase, to: &members)
      addPlace(pointer.position)
      modifiers = pointer.modifiers
    case .scroll(let scroll):
      members.append(("kind", .string("scroll")))
      members.append(("source", .string(name(of: scroll.source, in: InputNames.scrollSources))))
      if scroll.endsInFile {
        members.append(("end", .bool(true)))
      } else {
        members.append(("dx", .number(scroll.dx)))
        members.append(("dy", .number(scroll.dy)))
      }
      addPlace(scroll.position)
      modifiers = scroll.modifiers
    case .touch(let touch):
      members.append(("kind", .string("touch")))
      members.append(("phase", .string(name(of: touch.phase, in: InputNames.touchPhases))))
      members.append(("id", .int(Int(touch.id))))
      addPlace(touch.position)
    case .key(let key):
      members.append(("kind", .string("key")))
      let phase = key.isPressed ? (key.isRepeat ? "repeated" : "pressed") : "released"
      members.append(("phase", .string(phase)))
      members.append(("key", .string(KeyNames.name(of: key.keysym))))
      if key.text != KeyNames.text(of: key.keysym) { members.append(("text", .string(key.text))) }
      modifiers = key.modifiers
    }
    if !modifiers.isEmpty {
      let names = KeyModifiers.names.filter { modifiers.contains($0.value) }.map(\.name)
      members.append(("modifiers", .array(names.map { .string($0) })))
    }
    return .object(members)
  }

  private static func add(_ phase: PointerEvent.Phase, to members: inout [(String, JSON)]) {
    func add(_ name: String, _ button: PointerEvent.Button?) {
      members.append(("phase", .string(name)))
      switch button {
      case .other(let code): members.append(("button", .int(Int(code))))
      case .primary, .secondary, .middle:
        members.append(("button", .string(Self.name(of: button, in: InputNames.buttons))))
      case nil: break
      }
    }
    switch phase {
    case .entered: add("entered", nil)
    case .moved: add("moved", nil)
    case .left: add("left", nil)
    case .pressed(let button): add("pressed", button)
    case .released(let button): add("released", button)
    }
  }

  private static func name<Value: Equatable>(
    of value: Value?, in names: [(name: String, value: Value)]
  ) -> String {
    names.first { $0.value == value }?.name ?? ""
  }
}
