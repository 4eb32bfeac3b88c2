import Geometry

extension TextRequest {
  /// The part of the string that can matter in a box; nil means as much room as the text wants.
  ///
  /// It bounds the time a long string takes, and keeps its extent within the 32 bits in which Pango
  /// counts 1/1024 points. The bounds are generous: a line of letters a twentieth of their size
  /// wide, or lines half as high as the font size, still fill the box.
  func boundedString(boxSize: Size?) -> String {
    let size = min(max(style.size, 1), TextEngine.maximumFontSize)
    var limit = min(65_536, max(64, Int(500_000 / size)))
    var text = string
    if text.utf8.contains(0) { text.unicodeScalars.removeAll { $0.value == 0 } }
    if let boxSize {
      let lines = min(boxSize.height / (size / 2), 100_000) + 2
      if wraps {
        let lineLength = min(boxSize.width / (size / 20), 100_000) + 32
        limit = min(limit, Int(lines * lineLength))
      } else {
        text = Self.firstLines(of: text, Int(lines))
      }
    }
    if text.utf8.count > limit { text = cut(text, to: limit) }
    return wraps ? Self.withBreaks(text) : text
  }

  private static func firstLines(of text: String, _ count: Int) -> String {
    guard text.utf8.count > count else { return text }
    var end = text.utf8.startIndex
    for _ in 0..<count {
      guard let newline = text.utf8[end...].firstIndex(of: UInt8(ascii: "\n")) else { return text }
      end = text.utf8.index(after: newline)
    }
    return String(text[..<end])
  }

  private func cut(_ text: String, to limit: Int) -> String {
    let keepsEnd = truncation == .start || truncation == .middle
    guard keepsEnd else { return String(text.unicodeScalars.prefix(limit)) }
    if wraps { return Self.cutInside(text[...], to: limit) }
    var result = ""
    var room = limit
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) where room > 0 {
      if room < limit { result += "\n" }
      result += Self.cutInside(paragraph, to: room)
      room -= min(room, paragraph.utf8.count + 1)
    }
    return result
  }

  /// Drops the middle of a text: an ellipsis hides it anyway.
  private static func cutInside(_ text: Substring, to limit: Int) -> String {
    guard text.utf8.count > limit else { return String(text) }
    return String(text.unicodeScalars.prefix(limit / 2))
      + String(text.unicodeScalars.suffix(limit / 2))
  }

  /// Pango's time to wrap a word grows with the square of its length: words no one can read get
  /// places to break.
  private static func withBreaks(_ text: String) -> String {
    let longest = 512
    guard text.utf8.count > longest else { return text }
    var result = String.UnicodeScalarView()
    var length = 0
    for scalar in text.unicodeScalars {
      length = scalar.properties.isWhitespace ? 0 : length + 1
      if length > longest, scalar.properties.generalCategory != .nonspacingMark {
        result.append("\u{200B}")
        length = 1
      }
      result.append(scalar)
    }
    return String(result)
  }
}
