import CoreGraphicsAPI
import Geometry

/// A colour, or one that is chosen by the traits of where it is shown.
public final class UIColor: Hashable, Sendable {
  private enum Source {
    case fixed(CGColor)
    case dynamic(@Sendable (UITraitCollection) -> UIColor)
  }

  private let source: Source

  public init(cgColor: CGColor) { source = .fixed(cgColor) }

  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(cgColor: CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }

  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(cgColor: CGColor(gray: white, alpha: alpha))
  }

  /// Hue, saturation and brightness are in 0…1.
  public convenience init(
    hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat
  ) {
    let sector = (hue.isFinite ? hue - hue.rounded(.down) : 0) * 6
    let saturation = min(max(saturation, 0), 1)
    func channel(_ offset: CGFloat) -> CGFloat {
      let place = (offset + sector).truncatingRemainder(dividingBy: 6)
      return brightness * (1 - saturation * max(0, min(place, 4 - place, 1)))
    }
    self.init(red: channel(5), green: channel(3), blue: channel(1), alpha: alpha)
  }

  /// Asked each time the colour is needed.
  public init(dynamicProvider: @escaping @Sendable (UITraitCollection) -> UIColor) {
    source = .dynamic(dynamicProvider)
  }

  convenience init(light: UInt32, dark: UInt32, alpha: (light: CGFloat, dark: CGFloat) = (1, 1)) {
    let light = UIColor(hex: light, alpha: alpha.light),
      dark = UIColor(hex: dark, alpha: alpha.dark)
    self.init { $0.userInterfaceStyle == .dark ? dark : light }
  }

  /// Red, green and blue as 0xRRGGBB.
  private convenience init(hex: UInt32, alpha: CGFloat) {
    func channel(_ shift: UInt32) -> CGFloat { CGFloat((hex >> shift) & 0xFF) / 255 }
    self.init(red: channel(16), green: channel(8), blue: channel(0), alpha: alpha)
  }

  /// By the current traits.
  public var cgColor: CGColor { resolved(.current) }

  var isDynamic: Bool {
    switch source {
    case .fixed: false
    case .dynamic: true
    }
  }

  public func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
    isDynamic ? UIColor(cgColor: resolved(traitCollection)) : self
  }

  private func resolved(_ traits: UITraitCollection) -> CGColor {
    var color = self
    // A provider may answer with another dynamic colour; the limit ends one that names itself.
    for _ in 0..<16 {
      switch color.source {
      case .fixed(let value): return value
      case .dynamic(let provider): color = provider(traits)
      }
    }
    Warnings.once("UIColor.dynamic", "a dynamic colour names itself; it is shown as clear")
    return .clear
  }

  public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    guard isDynamic else { return UIColor(cgColor: cgColor.copy(alpha: alpha) ?? cgColor) }
    return UIColor { traits in
      let color = self.resolved(traits)
      return UIColor(cgColor: color.copy(alpha: alpha) ?? color)
    }
  }

  /// Red, green, blue and alpha, as shown now.
  private var components: SIMD4<Double> { cgColor.color.components }

  @discardableResult public func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let c = components
    // Safety: the caller hands over room for one number each, as the API demands.
    red?.pointee = CGFloat(c.x)
    green?.pointee = CGFloat(c.y)
    blue?.pointee = CGFloat(c.z)
    alpha?.pointee = CGFloat(c.w)
    return true
  }

  @discardableResult public func getHue(
    _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
    brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let c = components
    let most = max(c.x, c.y, c.z), spread = most - min(c.x, c.y, c.z)
    let sector =
      spread == 0
      ? 0
      : most == c.x
        ? (c.y - c.z) / spread : most == c.y ? 2 + (c.z - c.x) / spread : 4 + (c.x - c.y) / spread
    // Safety: as for `getRed`.
    hue?.pointee = CGFloat((sector < 0 ? sector + 6 : sector) / 6)
    saturation?.pointee = CGFloat(most == 0 ? 0 : spread / most)
    brightness?.pointee = CGFloat(most)
    alpha?.pointee = CGFloat(c.w)
    return true
  }

  /// Fills and strokes of the current context take this colour.
  public func set() {
    setFill()
    setStroke()
  }

  public func setFill() { UIGraphicsGetCurrentContext()?.setFillColor(cgColor) }
  public func setStroke() { UIGraphicsGetCurrentContext()?.setStrokeColor(cgColor) }

  /// Fixed colours by value; dynamic ones by identity.
  public static func == (a: UIColor, b: UIColor) -> Bool {
    if a === b { return true }
    return !a.isDynamic && !b.isDynamic && a.cgColor == b.cgColor
  }

  public func hash(into hasher: inout Hasher) {
    if isDynamic { hasher.combine(ObjectIdentifier(self)) } else { hasher.combine(cgColor) }
  }
}

extension UIColor: CustomStringConvertible {
  public var description: String { "<UIColor \(cgColor)>" }
}

/// As the current traits have it.
extension UIColor: TextColor {}
