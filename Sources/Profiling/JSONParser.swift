/// Why a text is not the JSON it should be.
package struct JSONSyntaxError: Error, Equatable, Sendable {
  /// Counted from 1.
  package var line: Int
  package var message: String

  package init(line: Int, message: String) {
    self.line = line
    self.message = message
  }
}

extension JSON {
  /// Reads a document strictly: no comments, no trailing commas, no repeated keys, no numbers beyond
  /// a double's range.
  ///
  /// - Parameter bytes: UTF-8.
  package init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes: bytes)
    self = try parser.document()
  }

  /// The value of a member; nil where this is no object or has no such member.
  package subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.0 == key }?.1
  }

  /// Any number as a double.
  package var doubleValue: Double? {
    switch self {
    case .int(let value): Double(value)
    case .number(let value): value
    case .null, .bool, .string, .array, .object: nil
    }
  }
}

/// A recursive-descent reader of RFC 8259.
private struct JSONParser {
  let bytes: [UInt8]
  private var position = 0

  /// Documents nest this deep at most, so that a hostile one cannot exhaust the stack.
  private static let maximumDepth = 64

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func document() throws(JSONSyntaxError) -> JSON {
    skipSpace()
    let value = try value(depth: 0)
    skipSpace()
    guard position == bytes.count else { throw unexpected("the end") }
    return value
  }

  private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSON {
    guard depth < Self.maximumDepth else { throw error("more than 64 levels of nesting") }
    switch peek {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSON {
    position += 1
    var members: [(String, JSON)] = []
    skipSpace()
    if take("}") { return .object(members) }
    while true {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
      let key = try string()
      let isRepeated = members.contains { $0.0 == key }
      guard !isRepeated else { throw error("'\(key)' is given twice") }
      skipSpace()
      guard take(":") else { throw unexpected("':'") }
      skipSpace()
      members.append((key, try value(depth: depth + 1)))
      // The search for repeats is quadratic; no document of ours has objects so large.
      guard members.count <= 1000 else { throw error("an object with more than 1000 members") }
      skipSpace()
      if take("}") { return .object(members) }
      guard take(",") else { throw unexpected("',' or '}'") }
    }
  }

  private mutating func array(depth: Int) throws(JSONSyntaxError) -> JSON {
    position += 1
    var items: [JSON] = []
    skipSpace()
    if take("]") { return .array(items) }
    while true {
      skipSpace()
      items.append(try value(depth: depth + 1))
      skipSpace()
      if take("]") { return .array(items) }
      guard take(",") else { throw unexpected("',' or ']'") }
    }
  }

  private mutating func word(_ word: String, _ value: JSON) throws(JSONSyntaxError) -> JSON {
    guard bytes[position...].starts(with: word.utf8) else { throw unexpected("a value") }
    position += word.utf8.count
    return value
  }

  private mutating func number() throws(JSONSyntaxError) -> JSON {
    let start = position
    _ = take("-")
    let whole = digits()
    guard whole > 0, whole == 1 || bytes[position - whole] != UInt8(ascii: "0") else {
      position = start
      throw unexpected("a value")
    }
    var isInteger = true
    if take(".") {
      isInteger = false
      guard digits() > 0 else { throw unexpected("a digit") }
    }
    if take("e") || take("E") {
      isInteger = false
      if !take("-") { _ = take("+") }
      guard digits() > 0 else { throw unexpected("a digit") }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger, let value = Int(text) { return .int(value) }
    guard let value = Double(text), value.isFinite else {
      throw error("a number that is too large")
    }
    return .number(value)
  }

  private mutating func digits() -> Int {
    let start = position
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    return position - start
  }

  private mutating func string() throws(JSONSyntaxError) -> String {
    position += 1
    var utf8: [UInt8] = []
    while let byte = peek {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: utf8, as: UTF8.self) else {
          throw error("a string that is not UTF-8")
        }
        return text
      case UInt8(ascii: "\\"): utf8 += String(try escape()).utf8
      case 0..<0x20: throw error("a control character in a string")
      default: utf8.append(byte)
      }
    }
    throw unexpected("'\"'")
  }

  private mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
    guard let byte = peek else { throw unexpected("an escape") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let first = try hexadecimal()
      if let scalar = Unicode.Scalar(first) { return scalar }
      // A pair of surrogates makes one scalar.
      guard (0xd800..<0xdc00).contains(first), take("\\"), take("u") else {
        throw error("half a surrogate pair")
      }
      let second = try hexadecimal()
      guard (0xdc00..<0xe000).contains(second) else { throw error("half a surrogate pair") }
      let value = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)
      return Unicode.Scalar(value) ?? "\u{fffd}"
    default: throw error("an unknown escape")
    }
  }

  private mutating func hexadecimal() throws(JSONSyntaxError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw unexpected("four hexadecimal digits")
      }
      position += 1
      value = value * 16 + UInt32(digit)
    }
    return value
  }

  // MARK: Bytes

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 {
      position += 1
    }
  }

  private func error(_ message: String) -> JSONSyntaxError {
    let before = bytes[..<min(position, bytes.count)]
    return JSONSyntaxError(line: 1 + before.count { $0 == 0x0a }, message: message)
  }

  private func unexpected(_ wanted: String) -> JSONSyntaxError {
    guard let byte = peek else { return error("expected \(wanted), found the end") }
    let isPrintable = (0x21..<0x7f).contains(byte)
    let found = isPrintable ? "'\(Character(Unicode.Scalar(byte)))'" : "byte \(byte)"
    return error("expected \(wanted), found \(found)")
  }
}
