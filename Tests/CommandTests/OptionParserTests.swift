import Testing

import compositor

@Suite("Option parser")
struct OptionParserTests {
  private let specs = [
    OptionSpec("--demo", .required("NAME"), help: ""),
    OptionSpec("--duration", .required("T"), help: ""),
    OptionSpec("--profile", .optional("FILE.json"), help: ""),
    OptionSpec("--validate", help: ""),
  ]

  private func parse(_ arguments: String...) throws(Failure) -> ParsedArguments {
    try ParsedArguments(arguments, specs: specs)
  }

  private func message(_ arguments: String...) -> String? {
    do throws(Failure) {
      _ = try ParsedArguments(arguments, specs: specs)
      return nil
    } catch {
      #expect(error.code == .usage)
      return error.message
    }
  }

  @Test("Values follow their option or an equals sign")
  func values() throws {
    let parsed = try parse("--demo", "gallery", "--duration=2.5", "--validate")
    #expect(parsed.text("--demo") == "gallery")
    #expect(parsed.text("--duration") == "2.5")
    #expect(parsed.has("--validate"))
    #expect(parsed.text("--validate") == nil)
    #expect(!parsed.has("--profile"))
  }

  @Test("An optional value is the next argument unless that is an option")
  func optionalValue() throws {
    #expect(try parse("--profile", "a.json").text("--profile") == "a.json")
    let alone = try parse("--profile", "--validate")
    #expect(alone.has("--profile") && alone.text("--profile") == nil && alone.has("--validate"))
    #expect(try parse("--profile").text("--profile") == nil)
  }

  @Test("Arguments that are no options are words in their order")
  func words() throws {
    #expect(try parse("dump", "--validate", "tree").words == ["dump", "tree"])
    #expect(try parse("-").words == ["-"])
  }

  @Test("An unknown option is named together with the nearest one")
  func unknown() {
    #expect(message("--dmeo", "x") == "unknown option '--dmeo'; the nearest is '--demo'")
    #expect(message("--prof") == "unknown option '--prof'; the nearest is '--profile'")
    #expect(message("-x")?.contains("'-x'") == true)
  }

  @Test("A missing value, a value too many and a repeated option are refused")
  func misuse() {
    #expect(message("--demo") == "option '--demo' needs a value: --demo NAME")
    #expect(message("--demo", "--validate") == "option '--demo' needs a value: --demo NAME")
    #expect(message("--demo=") == "option '--demo' needs a value: --demo NAME")
    #expect(message("--validate=yes") == "option '--validate' takes no value")
    #expect(message("--demo", "a", "--demo", "b") == "option '--demo' is given twice")
  }

  @Test("A negative number is a value, not an option")
  func negativeNumber() throws {
    #expect(try parse("--duration", "-1").text("--duration") == "-1")
  }
}

@Suite("Option values")
struct OptionValueTests {
  private static let specs = [OptionSpec("--value", .required("V"), help: "")]

  private func parsed(_ text: String) throws(Failure) -> ParsedArguments {
    try ParsedArguments(["--value=\(text)"], specs: Self.specs)
  }

  private func failure<Value>(_ body: () throws(Failure) -> Value) -> String {
    do throws(Failure) {
      _ = try body()
      return "accepted"
    } catch {
      return error.message
    }
  }

  @Test(
    "Numbers are read exactly", arguments: [("1", 1.0), ("0.25", 0.25), (".5", 0.5), ("2.", 2)])
  func numbers(text: String, value: Double) throws {
    #expect(try parsed(text).number("--value", in: 0...10) == value)
  }

  @Test(
    "What is not a plain decimal number is refused",
    arguments: [
      "abc", "nan", "NaN", "inf", "-inf", "1e", "0x10", "1,5", "--5", "1.2.3", ".", "-", "+1",
      "1 ", " 1", "٣", "1_000", "½",
    ])
  func notNumbers(text: String) {
    let message = failure { () throws(Failure) in
      try parsed(text).number("--value", in: 0...10)
    }
    #expect(message == "--value '\(text)' is not a number")
  }

  @Test("A number out of range is answered with the nearest valid one")
  func range() {
    func number(_ text: String) -> String {
      failure { () throws(Failure) in try parsed(text).number("--value", in: 0.001...10) }
    }
    #expect(
      number("0") == "--value 0 is out of range 0.001 to 10; the nearest valid value is 0.001")
    #expect(
      number("-3") == "--value -3 is out of range 0.001 to 10; the nearest valid value is 0.001")
    #expect(number("11") == "--value 11 is out of range 0.001 to 10; the nearest valid value is 10")
  }

  @Test("A number with an exponent is out of range or to be written without")
  func exponents() {
    func number(_ text: String) -> String {
      failure { () throws(Failure) in try parsed(text).number("--value", in: 0.001...10) }
    }
    #expect(
      number("1e9") == "--value 1e9 is out of range 0.001 to 10; the nearest valid value is 10")
    #expect(
      number("1e-400")
        == "--value 1e-400 is out of range 0.001 to 10; the nearest valid value is 0.001")
    #expect(number("2.5E+0") == "--value '2.5E+0' has an exponent; write 2.5")
  }

  @Test("Control characters of a message are spelled out")
  func printable() {
    #expect("plain ü 'text'".printable == "plain ü 'text'")
    #expect("a\u{1b}[2J\n\t\r".printable == "a\\u{1b}[2J\\n\\t\\r")
    #expect("\u{9b}1m\u{202e}\u{2028}\u{7f}".printable == "\\u{9b}1m\\u{202e}\\u{2028}\\u{7f}")
  }

  @Test("More digits than fit are refused instead of rounded")
  func digits() {
    let long = String(repeating: "9", count: 400)
    for text in ["0.1234567890123456", "99999999999999999999", long] {
      let number = failure { () throws(Failure) in try parsed(text).number("--value", in: 0...10) }
      #expect(number.contains("has more digits than fit"))
      #expect(number.count < 160)
      let integer = failure { () throws(Failure) in
        try parsed(text.replacing(".", with: "")).integer("--value", in: 0...10)
      }
      #expect(integer.contains("has more digits than fit"))
    }
  }

  @Test("Whole numbers take no fraction")
  func integers() throws {
    #expect(try parsed("12").integer("--value", in: 1...100) == 12)
    let message = failure { () throws(Failure) in
      try parsed("1.5").integer("--value", in: 1...100)
    }
    #expect(message == "--value '1.5' is not a whole number")
  }

  @Test("Sizes are WIDTHxHEIGHT")
  func sizes() throws {
    let size = try parsed("1280x720").size("--value", in: 1...16384)
    #expect(size?.width == 1280 && size?.height == 720)
  }

  @Test(
    "Other sizes are refused",
    arguments: [
      ("1280", "not WIDTHxHEIGHT"), ("1280x", "not a whole number"), ("x720", "not a whole number"),
      ("12x34x56", "not WIDTHxHEIGHT"), ("1280X720", "not WIDTHxHEIGHT"),
      ("0x720", "--value 0x720: width 0"), ("1280x-1", "the nearest valid value is 1"),
      ("20000x720", "the nearest valid value is 16384"), ("nanx720", "not a whole number"),
      ("1.5x720", "not a whole number"),
    ])
  func badSizes(text: String, part: String) {
    let message = failure { () throws(Failure) in
      try parsed(text).size("--value", in: 1...16384)
    }
    #expect(message.contains(part) && message.contains("--value"))
  }

  @Test("Lists of numbers are separated by commas")
  func lists() throws {
    #expect(try parsed("0,0.5,1").numbers("--value", in: 0...9, atMost: 3) == [0, 0.5, 1])
    for text in ["0,,1", "0,x", ",", "0,1,2,3", "0;1"] {
      let message = failure { () throws(Failure) in
        try parsed(text).numbers("--value", in: 0...9, atMost: 3)
      }
      #expect(message != "accepted", "\(text)")
    }
  }
}

@Suite("Nearest names")
struct NearestNameTests {
  @Test(
    "The edit distance counts insertions, deletions, replacements and swaps",
    arguments: [
      ("", "", 0), ("a", "", 1), ("", "abc", 3), ("kitten", "sitting", 3), ("ab", "ba", 1),
      ("demo", "dmeo", 1), ("spring", "sprint", 1), ("abcd", "abcd", 0),
    ])
  func distance(a: String, b: String, expected: Int) {
    #expect(editDistance(a, b) == expected)
    #expect(editDistance(b, a) == expected)
  }

  @Test("The nearest candidate wins, the first of equals")
  func nearest() {
    #expect(nearestName(to: "galery", among: ["spring-lab", "gallery"]) == "gallery")
    #expect(nearestName(to: "x", among: ["a", "b"]) == "a")
    #expect(nearestName(to: "x", among: []) == nil)
  }

  @Test("A megabyte of argument is compared quickly")
  func hugeWord() {
    let word = String(repeating: "x", count: 1 << 20)
    #expect(nearestName(to: word, among: ["gallery"]) == "gallery")
  }
}
