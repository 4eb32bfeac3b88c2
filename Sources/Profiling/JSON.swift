/// A JSON value that keeps the order of its keys, for the few documents this package writes.
package enum JSON: Sendable {
  case null
  case bool(Bool)
  case int(Int)
  /// Rounded to a millionth; null when not finite.
  case number(Double)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  package init(_ value: Double?) { self = value.map { .number($0) } ?? .null }
  package init(_ value: Int?) { self = value.map { .int($0) } ?? .null }
  package init(_ value: String?) { self = value.map { .string($0) } ?? .null }

  /// Two spaces per level; arrays and objects without nested ones stay on one line.
  package var text: String {
    var out = ""
    write(to: &out, indent: 0)
    return out
  }

  /// Without any line break.
  package var line: String {
    var out = ""
    write(to: &out, indent: nil)
    return out
  }

  private var isNested: Bool {
    switch self {
    case .null, .bool, .int, .number, .string: false
    case .array, .object: true
    }
  }

  /// - Parameter indent: The level; nil writes everything on one line.
  private func write(to out: inout String, indent: Int?) {
    switch self {
    case .null: out += "null"
    case .bool(let value): out += value ? "true" : "false"
    case .int(let value): out += "\(value)"
    case .number(let value): Self.write(value, to: &out)
    case .string(let value): Self.write(value, to: &out)
    case .array(let items):
      Self.writeList(
        items.map { (nil, $0) }, open: "[", close: "]", to: &out, indent: indent)
    case .object(let members):
      Self.writeList(
        members.map { ($0.0, $0.1) }, open: "{", close: "}", to: &out, indent: indent)
    }
  }

  private static func writeList(
    _ items: [(key: String?, value: JSON)], open: String, close: String, to out: inout String,
    indent level: Int?
  ) {
    let breaks = level != nil && items.contains { $0.value.isNested }
    let indent = level ?? 0
    out += open
    for (i, item) in items.enumerated() {
      if i > 0 { out += breaks ? "," : ", " }
      if breaks { out += "\n" + String(repeating: "  ", count: indent + 1) }
      if let key = item.key {
        write(key, to: &out)
        out += ": "
      }
      item.value.write(to: &out, indent: level.map { $0 + 1 })
    }
    if breaks { out += "\n" + String(repeating: "  ", count: indent) }
    out += close
  }

  private static func write(_ value: Double, to out: inout String) {
    guard value.isFinite else {
      out += "null"
      return
    }
    let rounded = abs(value) < 1e9 ? (value * 1e6).rounded() / 1e6 : value
    out += rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
  }

  private static func write(_ value: String, to out: inout String) {
    out += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\t": out += "\\t"
      case "\r": out += "\\r"
      case _ where scalar.value < 0x20:
        let hex = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: out.unicodeScalars.append(scalar)
      }
    }
    out += "\""
  }
}
