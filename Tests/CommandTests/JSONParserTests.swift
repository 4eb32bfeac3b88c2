import Profiling
import Testing

@Suite("JSON")
struct JSONParserTests {
  private func line(_ text: String) throws -> String {
    try JSON(parsing: Array(text.utf8)).line
  }

  @Test(
    "What is read is written again",
    arguments: [
      "null", "true", "[]", "{}", "[1, 2.5, -3]", "{\"a\": {\"b\": [null, false]}, \"c\": \"d\"}",
      "\"\\\"\\\\\\n\\t\\r\\u0001\"", "\"é€😀\"",
    ])
  func roundTrip(text: String) throws {
    #expect(try line(text) == text)
    let indented = try JSON(parsing: Array(text.utf8)).text
    #expect(try line(indented) == text)
  }

  @Test("Numbers and escapes have their values")
  func values() throws {
    #expect(try line(" [ 1e3 , -0.5E-1,\r\n0 ] ") == "[1000, -0.05, 0]")
    #expect(try line("\"\\u00e9\\uD83D\\ude00\\/\\b\"") == "\"é😀/\\u0008\"")
    #expect(try JSON(parsing: Array("{\"a\": 2}".utf8))["a"]?.doubleValue == 2)
  }

  @Test(
    "What is not JSON is refused",
    arguments: [
      "", " ", "nul", "tru", "[1,]", "{\"a\":1,}", "{a:1}", "[1 2]", "01", "1.", ".5", "+1", "1e",
      "-", "NaN", "Infinity", "1e999", "\"a", "\"\\x\"", "\"\\ud800\"", "\"\\ud800\\u0041\"",
      "\"\n\"", "[1] 2", "{\"a\":1,\"a\":2}", "'a'", "// c\n1", "\u{feff}1",
    ])
  func refused(text: String) {
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: Array(text.utf8)) }
  }

  @Test("Deep nesting is refused, and so are bytes that are no UTF-8")
  func hostile() {
    let deep = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
    #expect(throws: JSONSyntaxError(line: 1, message: "more than 64 levels of nesting")) {
      try JSON(parsing: deep)
    }
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: [0x22, 0xff, 0x22]) }
  }

  @Test("An error names its line")
  func lines() {
    #expect(throws: JSONSyntaxError(line: 3, message: "expected ',' or ']', found '2'")) {
      try JSON(parsing: Array("[\n1\n2]".utf8))
    }
  }
}
