import CoreGraphics
import Foundation
import LayerCommit

extension ParsedArguments {
  /// A decimal number within `range`; nil when the option is absent.
  package func number(_ name: String, in range: ClosedRange<Double>) throws(Failure) -> Double? {
    guard let text = text(name) else { return nil }
    return try OptionValue(option: name, text: text).number(in: range)
  }

  /// A whole number within `range`; nil when the option is absent.
  package func integer(_ name: String, in range: ClosedRange<Int>) throws(Failure) -> Int? {
    guard let text = text(name) else { return nil }
    return try OptionValue(option: name, text: text).integer(in: range)
  }

  /// The path of a picture to write; nil when the option is absent.
  package func picture(_ name: String) throws(Failure) -> String? {
    guard let path = text(name) else { return nil }
    guard (path as NSString).pathExtension.lowercased() == "png" else {
      throw .usage("\(name) '\(path.shortened)' is not a .png file")
    }
    return path
  }

  /// `WIDTHxHEIGHT`, each within `range`; nil when the option is absent.
  package func size(_ name: String, in range: ClosedRange<Int>) throws(Failure) -> CGSize? {
    guard let text = text(name) else { return nil }
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw .usage("\(name) '\(text.shortened)' is not WIDTHxHEIGHT, for example 1280x720")
    }
    func side(_ what: String, _ part: Substring) throws(Failure) -> Int {
      try OptionValue(option: "\(name) \(text.shortened): \(what)", text: String(part))
        .integer(in: range)
    }
    let width = try side("width", parts[0]), height = try side("height", parts[1])
    return CGSize(width: width, height: height)
  }

  /// Numbers separated by commas, each within `range`; nil when the option is absent.
  package func numbers(
    _ name: String, in range: ClosedRange<Double>, atMost limit: Int
  ) throws(Failure) -> [Double]? {
    guard let text = text(name) else { return nil }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= limit else {
      throw .usage("\(name) has \(parts.count) values; at most \(limit) are taken")
    }
    var values: [Double] = []
    for part in parts {
      values.append(try OptionValue(option: name, text: String(part)).number(in: range))
    }
    return values
  }

  /// Names separated by commas; none when the option is absent.
  package func overlays(_ name: String) throws(Failure) -> Overlays {
    guard let text = text(name) else { return [] }
    var overlays: Overlays = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let word = String(part)
      if let overlay = Self.overlays.first(where: { $0.name == word }) {
        overlays.insert(overlay.value)
      } else if Self.futureOverlays.contains(word) {
        throw .usage("\(name) '\(word)' is not available yet")
      } else {
        let known = Self.overlays.map(\.name) + Self.futureOverlays
        let nearest = nearestName(to: word, among: known) ?? ""
        throw .usage("\(name) has no '\(word.shortened)'; the nearest is '\(nearest)'")
      }
    }
    return overlays
  }

  private static let overlays: [(name: String, value: Overlays)] = [
    ("damage", .damage), ("fps", .fps),
  ]
  private static let futureOverlays = ["blended", "offscreen", "misaligned", "cache"]
}

/// The text given for an option, read strictly: digits, one point, a sign that is then out of range.
/// No exponents, hexadecimal or words such as `inf`, which `Double(_: String)` would take.
struct OptionValue {
  let option: String
  let text: String

  /// More digits than a double holds exactly would silently become another number.
  private static let maximumDigits = 15

  func number(in range: ClosedRange<Double>) throws(Failure) -> Double {
    try checkExponent(in: range)
    try checkDigits(allowsPoint: true)
    guard let value = Double(text), value.isFinite else { throw notANumber("a number") }
    guard range.contains(value) else {
      throw outOfRange(
        low: Self.plain(range.lowerBound), high: Self.plain(range.upperBound),
        isLow: value < range.lowerBound)
    }
    return value
  }

  func integer(in range: ClosedRange<Int>) throws(Failure) -> Int {
    try checkDigits(allowsPoint: false)
    guard let value = Int(text) else { throw notANumber("a whole number") }
    guard range.contains(value) else {
      throw outOfRange(
        low: "\(range.lowerBound)", high: "\(range.upperBound)", isLow: value < range.lowerBound)
    }
    return value
  }

  /// A number with an exponent is one, though none that is taken.
  private func checkExponent(in range: ClosedRange<Double>) throws(Failure) {
    guard text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?[eE][-+]?[0-9]+/) != nil,
      let value = Double(text)
    else { return }
    guard range.contains(value) else {
      throw outOfRange(
        low: Self.plain(range.lowerBound), high: Self.plain(range.upperBound),
        isLow: value < range.lowerBound)
    }
    throw .usage("\(option) '\(text.shortened)' has an exponent; write \(Self.plain(value))")
  }

  private func checkDigits(allowsPoint: Bool) throws(Failure) {
    let body = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let digits = body.unicodeScalars.filter { ("0"..."9").contains($0) }.count
    let points = body.unicodeScalars.filter { $0 == "." }.count
    guard digits > 0, digits + points == body.unicodeScalars.count, points <= (allowsPoint ? 1 : 0)
    else { throw notANumber(allowsPoint ? "a number" : "a whole number") }
    guard digits <= Self.maximumDigits else {
      throw .usage(
        "\(option) '\(text.shortened)' has more digits than fit; "
          + "at most \(Self.maximumDigits) are taken")
    }
  }

  private func notANumber(_ kind: String) -> Failure {
    .usage("\(option) '\(text.shortened)' is not \(kind)")
  }

  private func outOfRange(low: String, high: String, isLow: Bool) -> Failure {
    .usage(
      "\(option) \(text.shortened) is out of range \(low) to \(high); "
        + "the nearest valid value is \(isLow ? low : high)")
  }

  private static func plain(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}

extension String {
  /// Fit for one line of an error message.
  var shortened: String {
    let line = split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > 40 ? line.prefix(40) + "…" : line
  }
}

extension Int {
  /// So many of them: `1 frame`, `2 frames`.
  func of(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
