import Geometry
import LayerCommit
import LayerStage
import TestSupport
import Testing

@Suite("Input scripts")
struct InputScriptTests {
  private func script(_ events: String, version: String = "1") throws -> InputScript {
    try InputScript(
      parsing: Array("{\"version\": \(version), \"events\": [\(events)]}".utf8))
  }

  private func message(_ text: String) -> String? {
    do throws(InputScriptError) {
      _ = try InputScript(parsing: Array(text.utf8))
      return nil
    } catch {
      return error.message
    }
  }

  private func message(ofEvents events: String) -> String? {
    message("{\"version\": 1, \"events\": [\(events)]}")
  }

  @Test("Every kind of event is read with all its fields")
  func everyKind() throws {
    let script = try script(
      """
      {"at": 0, "kind": "pointer", "phase": "entered", "x": 1, "y": 2},
      {"at": 0.5, "kind": "pointer", "phase": "pressed", "button": "secondary", "x": 3.25, "y": -4,
       "modifiers": ["shift", "alt"]},
      {"at": 0.5, "kind": "pointer", "phase": "pressed", "button": 276, "x": 3, "y": 4},
      {"at": 0.5, "kind": "pointer", "phase": "pressed", "button": 276, "x": 3, "y": 4},
      {"at": 0.5, "kind": "pointer", "phase": "released", "button": 276.0, "x": 3, "y": 4},
      {"at": 0.5, "kind": "pointer", "phase": "released", "button": 273, "x": 3, "y": 4},
      {"at": 1e0, "kind": "scroll", "source": "wheel", "dy": -15, "x": 5, "y": 6},
      {"at": 1, "kind": "scroll", "source": "finger", "end": true, "x": 5, "y": 6,
       "modifiers": ["capsLock", "control", "super"]},
      {"at": 2, "kind": "touch", "phase": "began", "id": -7, "x": 7, "y": 8},
      {"at": 2, "kind": "touch", "phase": "cancelled", "id": -7, "x": 9, "y": 9},
      {"at": 3, "kind": "key", "phase": "repeated", "key": "Escape"},
      {"at": 3, "kind": "key", "phase": "released", "key": "a", "text": "å", "modifiers": []}
      """)
    #expect(
      script.events == [
        .pointer(PointerEvent(phase: .entered, position: Point(1, 2), time: 0)),
        .pointer(
          PointerEvent(
            phase: .pressed(.secondary), position: Point(3.25, -4),
            modifiers: [.shift, .alternate],
            time: 0.5)),
        .pointer(
          PointerEvent(phase: .pressed(.other(276)), position: Point(3, 4), time: 0.5)),
        .pointer(
          PointerEvent(phase: .pressed(.other(276)), position: Point(3, 4), time: 0.5)),
        .pointer(
          PointerEvent(phase: .released(.other(276)), position: Point(3, 4), time: 0.5)),
        .pointer(
          PointerEvent(phase: .released(.secondary), position: Point(3, 4), time: 0.5)),
        .scroll(ScrollEvent(source: .wheel, dx: 0, dy: -15, position: Point(5, 6), time: 1)),
        .scroll(
          ScrollEvent(
            source: .finger, dx: 0, dy: 0, isEnd: true, position: Point(5, 6),
            modifiers: [.capsLock, .control, .command], time: 1)),
        .touch(TouchEvent(id: -7, phase: .began, position: Point(7, 8), time: 2)),
        .touch(TouchEvent(id: -7, phase: .cancelled, position: Point(9, 9), time: 2)),
        .key(KeyEvent(keysym: 0xff1b, text: "", isPressed: true, isRepeat: true, time: 3)),
        .key(KeyEvent(keysym: 0x61, text: "å", isPressed: false, time: 3)),
      ])
    #expect(script.duration == 3)
    #expect(try self.script("").events.isEmpty)
  }

  @Test(
    "Keys go by name, by the character they type, or by number",
    arguments: [
      ("Escape", 0xff1b, ""), ("Return", 0xff0d, "\r"), ("Tab", 0xff09, "\t"), ("F12", 0xffc9, ""),
      ("a", 0x61, "a"), ("A", 0x41, "A"), ("space", 0x20, " "), (" ", 0x20, " "), ("7", 0x37, "7"),
      ("ö", 0xf6, "ö"), ("€", 0x10020ac, "€"), ("Left", 0xff51, ""), ("0xfe50", 0xfe50, ""),
    ] as [(String, UInt32, String)])
  func keyNames(name: String, keysym: UInt32, text: String) throws {
    let events = try script(
      "{\"at\": 0, \"kind\": \"key\", \"phase\": \"pressed\", \"key\": \"\(name)\"}"
    ).events
    #expect(events == [.key(KeyEvent(keysym: keysym, text: text, isPressed: true, time: 0))])
  }

  @Test(
    "What is wrong is named with its event and field",
    arguments: [
      ("{\"at\": 0, \"kind\": \"pointer\", \"phase\": \"moved\", \"y\": 1}", "'x' is missing"),
      ("{\"kind\": \"key\"}", "'at' is missing"),
      ("{\"at\": -1, \"kind\": \"key\"}", "'at' is -1.0, out of range 0 to 86400"),
      ("{\"at\": 1e9, \"kind\": \"key\"}", "out of range"),
      ("{\"at\": \"0\", \"kind\": \"key\"}", "'at' is not a number"),
      ("{\"at\": true, \"kind\": \"key\"}", "'at' is not a number"),
      ("{\"at\": null, \"kind\": \"key\"}", "'at' is not a number"),
      ("{\"at\": 0, \"kind\": \"mouse\"}", "'kind' is 'mouse'; known are pointer, scroll"),
      ("{\"at\": 0, \"kind\": 3}", "'kind' is not a string"),
      (
        "{\"at\": 0, \"kind\": \"pointer\", \"phase\": \"moved\", \"x\": 1, \"y\": 1e7}",
        "'y' is 10000000.0, out of range -1000000 to 1000000"
      ),
      (
        "{\"at\": 0, \"kind\": \"pointer\", \"phase\": \"moved\", \"x\": 1, \"y\": 1, \"z\": 1}",
        "unknown field 'z'"
      ),
      (
        "{\"at\": 0, \"kind\": \"pointer\", \"phase\": \"moved\", \"x\": 1, \"y\": 1, "
          + "\"button\": \"primary\"}", "unknown field 'button'"
      ),
      (
        "{\"at\": 0, \"kind\": \"pointer\", \"phase\": \"pressed\", \"x\": 1, \"y\": 1}",
        "'button' is missing"
      ),
      (
        "{\"at\": 0, \"kind\": \"pointer\", \"phase\": \"pressed\", \"button\": -1, \"x\": 1, "
          + "\"y\": 1}", "'button' is -1, out of range 256 to 767"
      ),
      (
        "{\"at\": 0, \"kind\": \"pointer\", \"phase\": \"released\", \"button\": \"middle\", "
          + "\"x\": 1, \"y\": 1}",
        "'phase' is 'released', but that button has not been pressed"
      ),
      (
        "{\"at\": 0, \"kind\": \"pointer\", \"phase\": \"moved\", \"x\": 1, \"y\": 1, "
          + "\"modifiers\": [\"shift\", \"shift\"]}", "'modifiers' has 'shift' twice"
      ),
      (
        "{\"at\": 0, \"kind\": \"scroll\", \"source\": \"wheel\", \"end\": true, \"x\": 1, "
          + "\"y\": 1}", "a wheel has no end"
      ),
      (
        "{\"at\": 0, \"kind\": \"key\", \"phase\": \"pressed\", \"key\": \"0x0\"}",
        "'key' is '0x0'"
      ),
      (
        "{\"at\": 0, \"kind\": \"key\", \"phase\": \"pressed\", \"key\": \"0x+41\"}",
        "'key' is '0x+41'"
      ),
      (
        "{\"at\": 0, \"kind\": \"pointer\", \"phase\": \"moved\", \"x\": 1, \"y\": 1, "
          + "\"modifiers\": [\"hyper\"]}", "'modifiers' has 'hyper'; known are capsLock, shift"
      ),
      (
        "{\"at\": 0, \"kind\": \"scroll\", \"source\": \"wheel\", \"x\": 1, \"y\": 1}",
        "'dx' and 'dy' are missing"
      ),
      (
        "{\"at\": 0, \"kind\": \"scroll\", \"source\": \"finger\", \"dx\": 1, \"end\": true, "
          + "\"x\": 1, \"y\": 1}", "'end' goes without"
      ),
      (
        "{\"at\": 0, \"kind\": \"touch\", \"phase\": \"moved\", \"id\": 1, \"x\": 1, \"y\": 1}",
        "'phase' is 'moved', but finger 1 has not begun"
      ),
      (
        "{\"at\": 0, \"kind\": \"touch\", \"phase\": \"ended\", \"id\": 1, \"x\": 1, \"y\": 1}",
        "'phase' ends finger 1, which has not begun"
      ),
      (
        "{\"at\": 0, \"kind\": \"touch\", \"phase\": \"began\", \"id\": 1.5, \"x\": 1, \"y\": 1}",
        "'id' is not a whole number"
      ),
      (
        "{\"at\": 0, \"kind\": \"key\", \"phase\": \"pressed\", \"key\": \"Esc\"}", "'key' is 'Esc'"
      ),
      ("{\"at\": 0, \"kind\": \"key\", \"phase\": \"down\", \"key\": \"a\"}", "'phase' is 'down'"),
      ("[]", "is not an object"),
    ])
  func namedErrors(event: String, part: String) throws {
    // Behind a good event, so that the index is seen to count.
    let good = "{\"at\": 0, \"kind\": \"key\", \"phase\": \"pressed\", \"key\": \"a\"}"
    let text = try #require(message(ofEvents: "\(good), \(event)"))
    #expect(text.hasPrefix("event 1") && text.contains(part), "\(text)")
  }

  @Test("Times must not fall")
  func fallingTimes() throws {
    let key = "\"kind\": \"key\", \"phase\": \"pressed\", \"key\": \"a\""
    #expect(
      message(ofEvents: "{\"at\": 1, \(key)}, {\"at\": 1, \(key)}, {\"at\": 0.5, \(key)}")
        == "event 2: 'at' is 0.5, earlier than the event before at 1.0")
  }

  @Test(
    "What is no script at all says why",
    arguments: [
      ("", "line 1: expected a value, found the end"),
      ("{", "line 1: expected a key in quotes, found the end"),
      ("[]", "the file is not an object"),
      ("{\"version\": 1.5, \"events\": []}", "the file: 'version' is 1.5; only 1 is known"),
      ("{\"events\": []}", "the file: 'version' is missing"),
      ("{\"version\": 2, \"events\": []}", "the file: 'version' is 2; only 1 is known"),
      ("{\"version\": \"1\", \"events\": []}", "the file: 'version' is '1'; only 1 is known"),
      ("{\"version\": 1}", "the file: 'events' is missing"),
      ("{\"version\": 1, \"events\": {}}", "the file: 'events' is not an array"),
      ("{\"version\": 1, \"events\": [], \"name\": 1}", "the file: unknown field 'name'"),
      ("{\"version\": 1,\n\"events\": [NaN]}", "line 2: expected a value, found 'N'"),
      ("{\"version\": 1,\n\n\"version\": 1}", "line 3: 'version' is given twice"),
    ])
  func noScript(text: String, expected: String) {
    #expect(message(text) == expected)
  }

  @Test("A version with a fraction of nothing and a byte order mark are read")
  func lenience() throws {
    #expect(try script("", version: "1.0") == InputScript())
    #expect(message("\u{feff}{\"version\": 1, \"events\": []}") == nil)
    #expect(message("\u{feff}\n[") == "line 2: expected a value, found the end")
  }

  @Test("A file that is too large is refused before it is read")
  func tooLarge() {
    let bytes = [UInt8](repeating: 0x20, count: InputScript.maximumFileSize + 1)
    #expect(throws: InputScriptError(message: "larger than 64 MiB")) {
      try InputScript(parsing: bytes)
    }
  }

  @Test("Random scripts are the same after writing and reading")
  func roundTrip() throws {
    var random = SeededGenerator.printed("InputScriptTests.roundTrip")
    for _ in 0..<50 {
      let text = randomEvents(&random).joined(separator: ",\n")
      let script = try script(text)
      let again = try InputScript(parsing: Array(script.fileText.utf8))
      #expect(again == script, "\(script.fileText)")
      #expect(again.fileText == script.fileText)
    }
  }

  /// The text of events, each valid.
  private func randomEvents(_ random: inout some RandomNumberGenerator) -> [String] {
    var time = 0
    var isDown = false
    return (0..<Int.random(in: 0...40, using: &random)).map { _ in
      time += Int.random(in: 0...200_000, using: &random)
      let at = "\"at\": \(Double(time) / 1e6)"
      let place =
        "\"x\": \(Double(Int.random(in: -9999...9999, using: &random)) / 8), "
        + "\"y\": \(Int.random(in: -999...999, using: &random))"
      let modifiers = ["[]", "[\"shift\"]", "[\"super\", \"capsLock\"]"].randomElement(
        using: &random)
      let held = "\"modifiers\": \(modifiers ?? "[]")"
      switch Int.random(in: 0..<5, using: &random) {
      case 0: return "{\(at), \"kind\": \"pointer\", \"phase\": \"moved\", \(place), \(held)}"
      case 1:
        let button = ["\"middle\"", "280"].randomElement(using: &random) ?? ""
        return "{\(at), \"kind\": \"pointer\", \"phase\": \"pressed\", \"button\": \(button), "
          + "\(place)}"
      case 2:
        return "{\(at), \"kind\": \"scroll\", \"source\": \"continuous\", \"dx\": 0.125, "
          + "\(place), \(held)}"
      case 3:
        isDown.toggle()
        return "{\(at), \"kind\": \"touch\", \"phase\": \"\(isDown ? "began" : "ended")\", "
          + "\"id\": 3, \(place)}"
      default:
        let key = ["q", "\\\"", "\\u20ac", "0xff20", "Delete"].randomElement(using: &random) ?? ""
        return "{\(at), \"kind\": \"key\", \"phase\": \"repeated\", \"key\": \"\(key)\", "
          + "\"text\": \"\\n\\u0001\", \(held)}"
      }
    }
  }
}
