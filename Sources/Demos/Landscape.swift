import CoreGraphics
import QuartzCore

/// A picture to look at through masks and filters: hills before a sky, by day or by night.
struct Landscape {
  private let sky: [CGColor]
  private let light: CGColor
  /// Of the light, in parts of the picture's width and height.
  private let place: CGPoint
  /// From the far ones to the near ones.
  private let hills: [CGColor]
  private let hasStars: Bool

  static let day = Landscape(
    sky: [color(0x4FA8F5), color(0xB9E3FB), color(0xFFE9C9)], light: color(0xFFF6D8),
    place: CGPoint(x: 0.7, y: 0.32),
    hills: [color(0x8FB4D9), color(0x5FA58C), color(0x3B8566), color(0x24624C)], hasStars: false)

  static let night = Landscape(
    sky: [color(0x0D1030), color(0x2B2A66), color(0x8A4F8F)], light: color(0xF2F0FF),
    place: CGPoint(x: 0.28, y: 0.26),
    hills: [color(0x4B3F7F), color(0x33306B), color(0x211F4E), color(0x131233)], hasStars: true)

  static let dawn = Landscape(
    sky: [color(0x5B6FD8), color(0xF2A7B5), color(0xFFE1B0)], light: color(0xFFF1CF),
    place: CGPoint(x: 0.5, y: 0.46),
    hills: [color(0xB58BB8), color(0x8A6AA6), color(0x5F4C86), color(0x3B3263)], hasStars: false)

  static let desert = Landscape(
    sky: [color(0x2F8FC8), color(0xA8DCE0), color(0xFCEFC8)], light: color(0xFFFBE6),
    place: CGPoint(x: 0.34, y: 0.24),
    hills: [color(0xF0C98D), color(0xE0A565), color(0xC98046), color(0xA55F34)], hasStars: false)

  static let winter = Landscape(
    sky: [color(0x86B7E8), color(0xD5E8F7), color(0xF7F3EE)], light: color(0xFFFDF4),
    place: CGPoint(x: 0.66, y: 0.3),
    hills: [color(0xC3D6E8), color(0xA9C3DC), color(0xDCE9F3), color(0xF4F8FB)], hasStars: false)

  private static func color(_ hex: UInt32) -> CGColor {
    func channel(_ shift: UInt32) -> CGFloat { CGFloat((hex >> shift) & 0xFF) / 255 }
    return CGColor(red: channel(16), green: channel(8), blue: channel(0), alpha: 1)
  }

  /// A layer that shows it at the display's resolution.
  @MainActor
  func layer(_ frame: CGRect) -> CALayer {
    let layer = DrawnLayer { draw(in: $0, $1) }
    layer.frame = frame
    layer.setNeedsDisplay()
    return layer
  }

  func draw(in context: CGContext, _ rect: CGRect) {
    if let gradient = CGGradient(colors: sky, locations: [0, 0.55, 1]) {
      context.drawLinearGradient(
        gradient, start: CGPoint(x: 0, y: rect.minY),
        end: CGPoint(x: 0, y: rect.minY + rect.height * 0.8),
        options: [.drawsBeforeStartLocation, .drawsAfterEndLocation])
    }
    if hasStars { drawStars(in: context, rect) }
    drawLight(in: context, rect)
    for (index, color) in hills.enumerated() {
      context.setFillColor(color)
      context.addPath(ridge(index, in: rect))
      context.fillPath()
    }
  }

  /// The sun or the moon in its glow.
  private func drawLight(in context: CGContext, _ rect: CGRect) {
    let center = CGPoint(
      x: rect.minX + place.x * rect.width, y: rect.minY + place.y * rect.height)
    let radius = min(rect.width, rect.height) * 0.11
    // Falls off ever more slowly, so that no rim shows.
    let glow = [0.6, 0.26, 0.1, 0.03, 0].compactMap { light.copy(alpha: $0) }
    if let gradient = CGGradient(colors: glow, locations: [0, 0.3, 0.5, 0.75, 1]) {
      context.drawRadialGradient(
        gradient, startCenter: center, startRadius: 0, endCenter: center, endRadius: radius * 4,
        options: [])
    }
    context.setFillColor(light)
    context.fillEllipse(
      in: CGRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
  }

  /// At places that look like none in particular, the same each time.
  private func drawStars(in context: CGContext, _ rect: CGRect) {
    let side = min(rect.width, rect.height)
    var state: UInt32 = 20
    /// The next number from 0 to 1 of a linear congruence.
    func number() -> CGFloat {
      state = state &* 1_664_525 &+ 1_013_904_223
      return CGFloat(state >> 8) / CGFloat(1 << 24)
    }
    for index in 0..<70 {
      let x = number(), y = number() * 0.6
      let size = side * (0.0018 + 0.0022 * CGFloat(index % 5) / 4)
      context.setFillColor(red: 1, green: 1, blue: 1, alpha: 0.35 + 0.13 * CGFloat(index % 6))
      context.fillEllipse(
        in: CGRect(
          x: rect.minX + x * rect.width - size, y: rect.minY + y * rect.height - size,
          width: 2 * size, height: 2 * size))
    }
  }

  /// Two waves, one within the other, down to the bottom; a little beyond the picture, whose last
  /// pixels it covers whole that way.
  private func ridge(_ index: Int, in rect: CGRect) -> CGPath {
    let path = CGMutablePath()
    let level = 0.56 + 0.11 * CGFloat(index), height = 0.1 - 0.012 * CGFloat(index)
    let phase = CGFloat(index) * 1.9
    let beyond = rect.insetBy(dx: -2, dy: -2)
    path.move(to: CGPoint(x: beyond.minX, y: beyond.maxY))
    let steps = 80
    for step in 0...steps {
      let x = CGFloat(step) / CGFloat(steps)
      let wave = sin(x * (5 + CGFloat(index)) + phase) + 0.4 * sin(x * 13 + 2 * phase)
      path.addLine(
        to: CGPoint(
          x: beyond.minX + x * beyond.width, y: rect.minY + (level + height * wave) * rect.height))
    }
    path.addLine(to: CGPoint(x: beyond.maxX, y: beyond.maxY))
    path.closeSubpath()
    return path
  }
}
