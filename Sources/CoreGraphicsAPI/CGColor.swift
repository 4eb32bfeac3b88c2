import Foundation
import Geometry

/// An immutable colour: gamma-encoded sRGB or gray, straight alpha.
///
/// Colour spaces other than these two wait; gray is shown as sRGB with three equal components.
public final class CGColor: Hashable, Sendable {
  public static let black = CGColor(gray: 0, alpha: 1)
  public static let white = CGColor(gray: 1, alpha: 1)
  public static let clear = CGColor(gray: 0, alpha: 0)

  /// The colour as it is drawn and interpolated.
  package let color: Color
  private let isGray: Bool

  /// Components may leave 0…1 and are clamped when drawn; one that is no number counts as 0.
  package init(_ color: Color, isGray: Bool = false) {
    let c = color.components
    let finite = SIMD4(Self.finite(c.x), Self.finite(c.y), Self.finite(c.z), Self.finite(c.w))
    self.color = Color(components: finite)
    self.isGray = isGray
  }

  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(Color(Double(red), Double(green), Double(blue), Double(alpha)))
  }

  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }

  public convenience init(gray: CGFloat, alpha: CGFloat) {
    let g = Double(gray)
    self.init(Color(g, g, g, Double(alpha)), isGray: true)
  }

  public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
    self.init(gray: gray, alpha: alpha)
  }

  /// Alpha included.
  public var numberOfComponents: Int { isGray ? 2 : 4 }

  /// Gray and alpha, or red, green, blue and alpha.
  public var components: [CGFloat]? {
    isGray
      ? [CGFloat(color.red), CGFloat(color.alpha)]
      : [CGFloat(color.red), CGFloat(color.green), CGFloat(color.blue), CGFloat(color.alpha)]
  }

  public var alpha: CGFloat { CGFloat(color.alpha) }

  public func copy(alpha: CGFloat) -> CGColor? {
    var copy = color.components
    copy.w = Double(alpha)
    return CGColor(Color(components: copy), isGray: isGray)
  }

  /// Equal when the kind of colour and all components are.
  public static func == (a: CGColor, b: CGColor) -> Bool {
    a === b || (a.isGray == b.isGray && a.color == b.color)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(color) }

  private static func finite(_ x: Double) -> Double {
    if x.isFinite { return x }
    Warnings.once("CGColor.component", "a colour component that is not a finite number counts as 0")
    return 0
  }
}

extension CGColor: CustomStringConvertible {
  public var description: String {
    let c = color.components
    return isGray
      ? "<CGColor gray \(c.x), alpha \(c.w)>"
      : "<CGColor sRGB \(c.x), \(c.y), \(c.z), alpha \(c.w)>"
  }
}
