import Geometry

/// How text looks, apart from its colour.
package struct TextStyle: Hashable, Sendable {
  /// A family ("Inter"), a family with style words ("Inter Semi Bold Italic") or a PostScript-like
  /// name ("Inter-SemiBold"). Apple's system fonts, an empty name and families that are not
  /// installed become the default sans serif.
  package var family: String
  /// Points.
  package var size: Double
  /// 100 (thin) … 400 (regular) … 700 (bold) … 1000; nil: what `family` says, else regular.
  package var weight: Int?
  /// Adds to what `family` says.
  package var isItalic: Bool

  package init(family: String = "", size: Double, weight: Int? = nil, isItalic: Bool = false) {
    self.family = family
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
  }
}

/// Text to be drawn into a box.
package struct TextRequest: Hashable, Sendable {
  package enum Alignment: Hashable, Sendable {
    /// The side where each paragraph's first strong letter begins.
    case natural
    case left, center, right
    /// Natural, with the lines that wrapped stretched to the box.
    case justified
  }

  /// Where an ellipsis stands in a line that does not fit.
  package enum Truncation: Hashable, Sendable {
    case none, start, middle, end
  }

  package var string: String
  package var style: TextStyle
  /// Points. The first line starts at the top; what does not fit is cut off.
  package var boxSize: Size
  /// Pixels per point.
  package var scale: Double
  /// Lines break at the box's width, between words where possible. Otherwise only newlines end
  /// lines.
  package var wraps: Bool
  package var alignment: Alignment
  /// When lines wrap: of the last one that fits, if text is left over. Otherwise of each line.
  package var truncation: Truncation
  /// Parts that look different, in ascending order and without overlaps.
  package var runs: [TextRun] = []
  /// Paragraphs that stand differently, in ascending order and without overlaps.
  package var paragraphs: [TextParagraphs] = []

  package init(
    string: String, style: TextStyle, boxSize: Size, scale: Double = 1, wraps: Bool = false,
    alignment: Alignment = .natural, truncation: Truncation = .none
  ) {
    self.string = string
    self.style = style
    self.boxSize = boxSize
    self.scale = scale
    self.wraps = wraps
    self.alignment = alignment
    self.truncation = truncation
  }
}
