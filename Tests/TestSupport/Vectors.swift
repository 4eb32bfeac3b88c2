import Foundation

/// A table of expected numbers from `Tests/Fixtures/Vectors`.
package struct VectorFile: Sendable {
  package let name: String
  package let kind: String
  /// The file's own; nil when it states several or none.
  package let tolerance: Double?
  package let cases: [VectorCase]

  /// Reads `Tests/Fixtures/Vectors/<name>.json`.
  package init(named name: String) throws {
    let root = try VectorValue(fixture: "Vectors/\(name).json")
    self.name = name
    kind = root["kind"].string ?? name
    tolerance = root["tolerance"].double
    cases = root["cases"].array.map { VectorCase(value: $0) }
  }

  /// Runs `body` for every case, of one kind if `kind` is given, and prints how many ran.
  ///
  /// `excluding` answers for a case that waits for a feature which feature that is; those cases are
  /// listed with it.
  package func run(
    kind: String? = nil, excluding: (VectorCase) -> String? = { _ in nil },
    _ body: (VectorCase) throws -> Void
  ) rethrows {
    let chosen = cases.filter { kind == nil || $0.kind == kind }
    var excluded: [String] = []
    for c in chosen {
      if let reason = excluding(c) {
        excluded.append("\(c.id) (\(reason))")
      } else {
        try body(c)
      }
    }
    let title = kind.map { "\(name)/\($0)" } ?? name
    let list = excluded.isEmpty ? "none" : excluded.joined(separator: ", ")
    print(
      "vectors \(title): ran \(chosen.count - excluded.count) of \(chosen.count), excluded: \(list)"
    )
  }
}

/// One row of a table.
package struct VectorCase: Sendable, CustomStringConvertible {
  package let value: VectorValue

  package var id: String { value["id"].string ?? "?" }
  /// Empty when all cases of the file are alike.
  package var kind: String { value["kind"].string ?? "" }
  package var tolerance: Double? { value["tolerance"].double }
  package var description: String { id }

  package subscript(key: String) -> VectorValue { value[key] }
}

/// A JSON value. Questions that do not fit it are answered by nil, an empty array or `null`.
package enum VectorValue: Sendable, Decodable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case values([VectorValue])
  case object([String: VectorValue])

  /// `Tests/Fixtures`.
  package static var fixtures: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures")
  }

  /// Reads a JSON file below `Tests/Fixtures`.
  package init(fixture path: String) throws {
    let data = try Data(contentsOf: Self.fixtures.appendingPathComponent(path))
    self = try JSONDecoder().decode(VectorValue.self, from: data)
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let b = try? container.decode(Bool.self) {
      self = .bool(b)
    } else if let n = try? container.decode(Double.self) {
      self = .number(n)
    } else if let s = try? container.decode(String.self) {
      self = .string(s)
    } else if let a = try? container.decode([VectorValue].self) {
      self = .values(a)
    } else {
      self = .object(try container.decode([String: VectorValue].self))
    }
  }

  package subscript(key: String) -> VectorValue {
    if case .object(let fields) = self { return fields[key] ?? .null }
    return .null
  }

  package subscript(index: Int) -> VectorValue {
    let all = array
    return all.indices.contains(index) ? all[index] : .null
  }

  /// A number, or one of the words "inf" and "-inf".
  package var double: Double? {
    switch self {
    case .number(let n): n
    case .string("inf"): .infinity
    case .string("-inf"): -.infinity
    case .null, .bool, .string, .values, .object: nil
    }
  }

  package var int: Int? { double.flatMap { Int(exactly: $0) } }

  package var string: String? {
    if case .string(let s) = self { return s }
    return nil
  }

  package var bool: Bool? {
    if case .bool(let b) = self { return b }
    return nil
  }

  package var array: [VectorValue] {
    if case .values(let a) = self { return a }
    return []
  }

  package var fields: [String: VectorValue] {
    if case .object(let f) = self { return f }
    return [:]
  }

  /// The numbers of an array; a number alone counts as an array of one.
  package var doubles: [Double] {
    if let n = double { return [n] }
    return array.compactMap(\.double)
  }

  package var isNull: Bool {
    if case .null = self { return true }
    return false
  }
}
