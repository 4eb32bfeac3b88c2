/// What is wrong with a member of a JSON document that this package reads.
package struct JSONFieldError: Error, Equatable, Sendable {
  package var message: String

  package init(message: String) { self.message = message }
}

/// The members of an object, each asked for by name; what nobody asks for is an error, so that a slip
/// of the pen is not taken for a wish to have the default.
package struct JSONFields {
  /// Where the object stands in its document, for messages.
  package let place: String
  private let members: [(String, JSON)]
  private var left: Set<String>
  private var asked: [String] = []

  package init(_ json: JSON, place: String) throws(JSONFieldError) {
    guard case .object(let members) = json else {
      throw JSONFieldError(message: "\(place) is not an object")
    }
    self.place = place
    self.members = members
    left = Set(members.map(\.0))
  }

  /// In the document's order.
  package var names: [String] { members.map(\.0) }

  package func peek(_ name: String) -> JSON? { members.first { $0.0 == name }?.1 }

  package mutating func take(_ name: String) -> JSON? {
    left.remove(name)
    asked.append(name)
    return peek(name)
  }

  package mutating func value(_ name: String) throws(JSONFieldError) -> JSON {
    guard let value = take(name) else {
      throw JSONFieldError(message: "\(place): '\(name)' is missing")
    }
    return value
  }

  /// Fails for members that nobody has asked for.
  ///
  /// - Parameter nearest: Finds the name that was meant among those asked for.
  package func finish(
    suggesting nearest: ((String, [String]) -> String?)? = nil
  ) throws(JSONFieldError) {
    guard let unknown = members.first(where: { left.contains($0.0) }) else { return }
    let meant = nearest?(unknown.0, asked).map { "; the nearest is '\($0)'" } ?? ""
    throw JSONFieldError(message: "\(place): unknown field '\(unknown.0.prefix(40))'\(meant)")
  }

  package func error(_ name: String, _ what: String) -> JSONFieldError {
    JSONFieldError(message: "\(place): '\(name)' \(what)")
  }

  package mutating func number(
    _ name: String, in range: ClosedRange<Double>
  ) throws(JSONFieldError) -> Double {
    let value = try value(name)
    guard let number = value.doubleValue else { throw error(name, "is not a number") }
    guard range.contains(number) else {
      throw error(
        name, "is \(number), out of range \(Int(range.lowerBound)) to \(Int(range.upperBound))")
    }
    return number
  }

  package mutating func optionalNumber(
    _ name: String, in range: ClosedRange<Double>
  ) throws(JSONFieldError) -> Double? {
    take(name) == nil ? nil : try number(name, in: range)
  }

  package mutating func wholeNumber<Number: FixedWidthInteger>(
    _ name: String, in range: ClosedRange<Number>
  ) throws(JSONFieldError) -> Number {
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

  package mutating func flag(_ name: String) throws(JSONFieldError) -> Bool {
    guard let value = take(name) else { return false }
    guard case .bool(let flag) = value else { throw error(name, "is not true or false") }
    return flag
  }

  package mutating func text(_ name: String) throws(JSONFieldError) -> String {
    guard case .string(let text) = try value(name) else { throw error(name, "is not a string") }
    return text
  }

  package mutating func optionalText(_ name: String) throws(JSONFieldError) -> String? {
    take(name) == nil ? nil : try text(name)
  }

  package mutating func array(_ name: String) throws(JSONFieldError) -> [JSON] {
    guard case .array(let items) = try value(name) else { throw error(name, "is not an array") }
    return items
  }

  package mutating func optionalArray(_ name: String) throws(JSONFieldError) -> [JSON]? {
    take(name) == nil ? nil : try array(name)
  }

  package mutating func choice(
    _ name: String, of choices: [String]
  ) throws(JSONFieldError) -> String {
    let text = try text(name)
    guard choices.contains(text) else {
      throw error(
        name, "is '\(text.prefix(40))'; known are \(choices.joined(separator: ", "))")
    }
    return text
  }

  package mutating func choice<Value>(
    _ name: String, of choices: [(name: String, value: Value)]
  ) throws(JSONFieldError) -> Value {
    let text = try choice(name, of: choices.map(\.name))
    // `choice` has made sure of a match.
    return choices[choices.firstIndex { $0.name == text } ?? 0].value
  }
}

extension JSON {
  /// A number without fraction, however it is written.
  package var wholeValue: Int? {
    if case .int(let value) = self { value } else { doubleValue.flatMap { Int(exactly: $0) } }
  }

  /// For one line of an error message.
  package var brief: String {
    switch self {
    case .null, .bool, .int, .number: text
    case .string(let text): "'\(text.prefix(40))'"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
