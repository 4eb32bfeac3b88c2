import Geometry

/// How a part of a text differs from the rest of it. What is nil is as the request says.
package struct TextRun: Hashable, Sendable {
  /// A line along the text.
  package struct Decoration: Hashable, Sendable {
    package enum Weight: Hashable, Sendable {
      case single, thick, double
    }

    package var weight: Weight
    /// Nil: that of the text.
    package var color: Color?

    package init(_ weight: Weight, color: Color? = nil) {
      self.weight = weight
      self.color = color
    }
  }

  /// UTF-8 offsets into the string.
  package var bytes: Range<Int>
  package var style: TextStyle?
  package var color: Color?
  package var background: Color?
  package var underline: Decoration?
  package var strikethrough: Decoration?
  /// Points added between characters.
  package var kern = 0.0
  /// Points upwards.
  package var baselineOffset = 0.0

  package init(_ bytes: Range<Int>) { self.bytes = bytes }

  /// Something in it has a colour of its own.
  package var isColored: Bool {
    color != nil || background != nil || underline?.color != nil || strikethrough?.color != nil
  }
}

/// How the lines of some paragraphs stand.
package struct TextParagraphs: Hashable, Sendable {
  package enum Direction: Hashable, Sendable {
    /// That of the first strong letter.
    case natural
    case leftToRight, rightToLeft
  }

  package struct Style: Hashable, Sendable {
    /// Nil: as the request says.
    package var alignment: TextRequest.Alignment?
    package var direction = Direction.natural
    /// Points between the edge where lines begin and their text: of a paragraph's first line, and of
    /// the others.
    package var firstLineIndent = 0.0
    package var headIndent = 0.0
    /// Above 0: where lines end, in points from the edge where they begin. Otherwise the distance
    /// from the other edge, negated.
    package var tailIndent = 0.0
    /// Points below each line.
    package var lineSpacing = 0.0
    /// Multiplies the height of the lines; 0: as it is.
    package var lineHeightMultiple = 0.0
    package var minimumLineHeight = 0.0
    /// 0: no limit.
    package var maximumLineHeight = 0.0
    /// Points below each paragraph.
    package var spacingAfter = 0.0
    /// Points above each paragraph but the first.
    package var spacingBefore = 0.0

    package init() {}
  }

  /// UTF-8 offsets into the string. A paragraph belongs where its first character does.
  package var bytes: Range<Int>
  package var style: Style

  package init(_ bytes: Range<Int>, _ style: Style) {
    self.bytes = bytes
    self.style = style
  }
}

extension TextParagraphs.Style {
  /// The height of a line whose fonts want `natural` points.
  func lineHeight(_ natural: Double) -> Double {
    var height = natural
    if lineHeightMultiple > 0 { height *= lineHeightMultiple }
    height = max(height, minimumLineHeight)
    if maximumLineHeight > 0 { height = min(height, maximumLineHeight) }
    return height.isFinite ? height : natural
  }

  /// Where the text of a line begins and ends, in points from the edge where lines begin.
  func extent(isFirstLine: Bool, width: Double) -> (start: Double, end: Double) {
    let start = max(0, isFirstLine ? firstLineIndent : headIndent)
    let end = tailIndent > 0 ? tailIndent : width + tailIndent
    return (start, max(start, min(end, width)))
  }

  /// All numbers are finite and none is absurd.
  var isUsable: Bool {
    [
      firstLineIndent, headIndent, tailIndent, lineSpacing, lineHeightMultiple, minimumLineHeight,
      maximumLineHeight, spacingAfter, spacingBefore,
    ].allSatisfy { abs($0) < 1_000_000 }
  }
}
