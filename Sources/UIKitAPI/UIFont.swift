import CoreGraphicsAPI
import Geometry

/// A typeface in a size. The system font is the machine's default sans serif, Inter where that is
/// installed.
public final class UIFont: Hashable, Sendable {
  public struct Weight: RawRepresentable, Hashable, Sendable {
    public let rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    public init(_ rawValue: CGFloat) { self.rawValue = rawValue }

    public static let ultraLight = Weight(-0.8)
    public static let thin = Weight(-0.6)
    public static let light = Weight(-0.4)
    public static let regular = Weight(0)
    public static let medium = Weight(0.23)
    public static let semibold = Weight(0.3)
    public static let bold = Weight(0.4)
    public static let heavy = Weight(0.56)
    public static let black = Weight(0.62)

    /// The word for it in the name of a font; that of the nearest weight.
    var styleName: String {
      let names: [(Weight, String)] = [
        (.ultraLight, "UltraLight"), (.thin, "Thin"), (.light, "Light"), (.regular, "Regular"),
        (.medium, "Medium"), (.semibold, "SemiBold"), (.bold, "Bold"), (.heavy, "Heavy"),
        (.black, "Black"),
      ]
      let nearest = names.min { abs($0.0.rawValue - rawValue) < abs($1.0.rawValue - rawValue) }
      return nearest?.1 ?? "Regular"
    }
  }

  /// As a text layer's `font` takes it: "Inter-SemiBold".
  public let fontName: String
  /// Points.
  public let pointSize: CGFloat

  /// By a family or a font's name. A family that is not installed becomes the system font.
  public init?(name fontName: String, size fontSize: CGFloat) {
    guard fontSize.isFinite else { return nil }
    self.fontName = fontName
    // 0 asks for a usable size.
    pointSize = fontSize > 0 ? fontSize : UIFont.systemFontSize
  }

  private init(family: String, size: CGFloat, style: String) {
    fontName = "\(family)-\(style)"
    pointSize = size > 0 && size.isFinite ? size : UIFont.systemFontSize
  }

  public class func systemFont(ofSize fontSize: CGFloat) -> UIFont {
    systemFont(ofSize: fontSize, weight: .regular)
  }

  public class func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(family: "System", size: fontSize, style: weight.styleName)
  }

  public class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont {
    systemFont(ofSize: fontSize, weight: .bold)
  }

  public class func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont {
    UIFont(family: "System", size: fontSize, style: "RegularItalic")
  }

  public class func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(family: "SFMono", size: fontSize, style: weight.styleName)
  }

  /// The system font; its digits are not made equally wide.
  public class func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    systemFont(ofSize: fontSize, weight: weight)
  }

  public class var labelFontSize: CGFloat { 17 }
  public class var buttonFontSize: CGFloat { 18 }
  public class var smallSystemFontSize: CGFloat { 12 }
  public class var systemFontSize: CGFloat { 14 }

  public var familyName: String { String(fontName.prefix { $0 != "-" }) }

  /// The same typeface in another size.
  public func withSize(_ fontSize: CGFloat) -> UIFont {
    UIFont(name: fontName, size: fontSize) ?? self
  }

  /// The height of a line, in points.
  public var lineHeight: CGFloat { CGFloat(TextRasterizer.size("", style: style).height) }

  var style: TextStyle { TextStyle(family: fontName, size: Double(pointSize)) }

  public static func == (a: UIFont, b: UIFont) -> Bool {
    a.fontName == b.fontName && a.pointSize == b.pointSize
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(fontName)
    hasher.combine(pointSize)
  }
}

extension UIFont: TextFont {
  package var textStyle: TextStyle { style }
}
