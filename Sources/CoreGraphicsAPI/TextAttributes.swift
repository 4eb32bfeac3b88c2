import Foundation
import Raster

// The attributes of attributed strings, which Foundation on Linux does not name. Their raw values
// are Apple's.

extension NSAttributedString.Key {
  /// A font.
  public static let font = NSAttributedString.Key("NSFont")
  /// A colour.
  public static let foregroundColor = NSAttributedString.Key("NSColor")
  /// A colour.
  public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
  /// An `NSParagraphStyle`. That of its first character counts for a paragraph.
  public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
  /// Points added between characters.
  public static let kern = NSAttributedString.Key("NSKern")
  /// Points added between characters; counts before `kern`.
  public static let tracking = NSAttributedString.Key("CTTracking")
  /// The raw value of an `NSUnderlineStyle`.
  public static let underlineStyle = NSAttributedString.Key("NSUnderline")
  /// A colour; without one the line has that of the text.
  public static let underlineColor = NSAttributedString.Key("NSUnderlineColor")
  /// The raw value of an `NSUnderlineStyle`.
  public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
  /// A colour; without one the line has that of the text.
  public static let strikethroughColor = NSAttributedString.Key("NSStrikethroughColor")
  /// Points upwards.
  public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
}

/// How a line along text is drawn. Patterns and `byWord` draw as a whole line.
public struct NSUnderlineStyle: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let single = NSUnderlineStyle(rawValue: 0x01)
  public static let thick = NSUnderlineStyle(rawValue: 0x02)
  public static let double = NSUnderlineStyle(rawValue: 0x09)
  public static let patternDot = NSUnderlineStyle(rawValue: 0x0100)
  public static let patternDash = NSUnderlineStyle(rawValue: 0x0200)
  public static let patternDashDot = NSUnderlineStyle(rawValue: 0x0300)
  public static let patternDashDotDot = NSUnderlineStyle(rawValue: 0x0400)
  public static let byWord = NSUnderlineStyle(rawValue: 0x8000)

  /// Nil for no line.
  var weight: TextRun.Decoration.Weight? {
    switch rawValue & 0x0F {
    case 0: nil
    case 0x02: .thick
    case 0x09: .double
    default: .single
    }
  }
}
