import Foundation
import Geometry
import Raster

/// A font as attributed strings carry it.
package protocol TextFont {
  var textStyle: TextStyle { get }
}

/// A colour as attributed strings carry it.
package protocol TextColor {
  var cgColor: CGColor { get }
}

extension CGColor: TextColor {
  package var cgColor: CGColor { self }
}

/// A string and its attributes as the text engine takes them.
package struct AttributedText: Hashable, Sendable {
  package private(set) var string: String
  package private(set) var runs: [TextRun] = []
  package private(set) var paragraphs: [TextParagraphs] = []

  package init(_ string: String) { self.string = string }

  /// Attributes of other keys draw nothing.
  package init(_ attributed: NSAttributedString) {
    string = attributed.string
    guard attributed.length > 0 else { return }
    let utf16 = string.utf16
    var place = utf16.startIndex, offset16 = 0, offset8 = 0
    /// The attributes come in ascending order.
    func bytes(upTo end: Int) -> Int {
      guard let next = utf16.index(place, offsetBy: end - offset16, limitedBy: utf16.endIndex)
      else { return string.utf8.count }
      offset8 += string.utf8.distance(from: place, to: next)
      (place, offset16) = (next, end)
      return offset8
    }
    attributed.enumerateAttributes(in: NSRange(location: 0, length: attributed.length)) {
      attributes, range, _ in
      let start = bytes(upTo: range.location), end = bytes(upTo: range.location + range.length)
      guard start < end, !attributes.isEmpty else { return }
      add(AttributeReader(attributes), start..<end)
    }
  }

  /// The characters. On Linux Foundation has no attributes that draw; `UIKit` has, and makes an
  /// `NSAttributedString` of them.
  package init(_ attributed: AttributedString) { string = String(attributed.characters) }

  private mutating func add(_ attributes: AttributeReader, _ bytes: Range<Int>) {
    var run = TextRun(bytes)
    attributes.read(into: &run)
    if run != TextRun(bytes) { runs.append(run) }
    guard let style = attributes.paragraphStyle else { return }
    if let last = paragraphs.last, last.bytes.upperBound == bytes.lowerBound, last.style == style {
      paragraphs[paragraphs.count - 1].bytes = last.bytes.lowerBound..<bytes.upperBound
    } else {
      paragraphs.append(TextParagraphs(bytes, style))
    }
  }

  /// To be drawn into a box; `style` is that of what has no font of its own.
  package func request(style: TextStyle, boxSize: Size = .zero) -> TextRequest {
    var request = TextRequest(string: string, style: style, boxSize: boxSize)
    request.runs = runs
    request.paragraphs = paragraphs
    return request
  }
}

/// The attributes of one part of a string. A value of the wrong type, or no finite number, counts as
/// not there.
private struct AttributeReader {
  private let attributes: [NSAttributedString.Key: Any]

  init(_ attributes: [NSAttributedString.Key: Any]) { self.attributes = attributes }

  func read(into run: inout TextRun) {
    run.style = value(.font, "a font") { ($0 as? TextFont)?.textStyle }
    run.color = color(.foregroundColor)
    run.background = color(.backgroundColor)
    run.underline = line(.underlineStyle, .underlineColor)
    run.strikethrough = line(.strikethroughStyle, .strikethroughColor)
    run.kern = number(.tracking) ?? number(.kern) ?? 0
    run.baselineOffset = number(.baselineOffset) ?? 0
  }

  var paragraphStyle: TextParagraphs.Style? {
    value(.paragraphStyle, "an NSParagraphStyle") { ($0 as? NSParagraphStyle)?.textStyle }
  }

  private func color(_ key: NSAttributedString.Key) -> Color? {
    value(key, "a colour") { ($0 as? TextColor)?.cgColor.color }
  }

  private func number(_ key: NSAttributedString.Key) -> Double? {
    value(key, "a finite number") { any in
      let number = (any as? NSNumber)?.doubleValue ?? (any as? CGFloat).map { Double($0) }
      return number?.isFinite == true ? number : nil
    }
  }

  private func line(_ key: NSAttributedString.Key, _ colorKey: NSAttributedString.Key)
    -> TextRun.Decoration?
  {
    let style = value(key, "a line style") { any in
      any as? NSUnderlineStyle ?? (any as? NSNumber).map { NSUnderlineStyle(rawValue: $0.intValue) }
    }
    return style?.weight.map { TextRun.Decoration($0, color: color(colorKey)) }
  }

  private func value<T>(
    _ key: NSAttributedString.Key, _ expected: String, _ read: (Any) -> T?
  ) -> T? {
    guard let any = attributes[key] else { return nil }
    let value = read(any)
    if value == nil {
      Warnings.once(
        "text.attribute.\(key.rawValue)",
        "the text attribute \(key.rawValue) must be \(expected), not \(type(of: any))")
    }
    return value
  }
}
