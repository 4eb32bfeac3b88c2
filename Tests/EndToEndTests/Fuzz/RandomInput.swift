import CoreGraphics
import Foundation
import Geometry
import QuartzCore
import TestSupport
import UIKit

/// Values of every type, most of them usable, the others as odd as their type allows.
extension SeededGenerator {
  /// Of all magnitudes, and at times no number at all.
  mutating func anyNumber() -> Double {
    switch Int.random(in: 0..<10, using: &self) {
    case 0..<4: number(-20...120)
    case 4, 5: number(0...1)
    case 6: Double(Int.random(in: -3...300, using: &self))
    case 7, 8:
      pick([
        0, -0.0, .nan, .infinity, -.infinity, 1e-300, .leastNonzeroMagnitude, 1e-9, 1e9, -1e9, 1e15,
        1e30, -1e30, 1e300, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 16_384.5, 65_536,
        2_147_483_648, 4_294_967_296, 9_223_372_036_854_775_808,
      ])
    default: Double(bitPattern: next())
    }
  }

  mutating func anyLength() -> CGFloat { CGFloat(anyNumber()) }

  mutating func anyPoint() -> CGPoint { CGPoint(x: anyLength(), y: anyLength()) }

  mutating func anySize() -> CGSize { CGSize(width: anyLength(), height: anyLength()) }

  mutating func anyRect() -> CGRect { CGRect(origin: anyPoint(), size: anySize()) }

  mutating func anyColor() -> CGColor {
    if chance(0.7) { return .straight((0..<4).map { _ in number(0...1) }) }
    return .straight((0..<4).map { _ in anyNumber() })
  }

  mutating func anyTransform() -> CATransform3D {
    var transform = CATransform3DIdentity
    for _ in 0..<Int.random(in: 0...3, using: &self) {
      switch Int.random(in: 0..<4, using: &self) {
      case 0: transform = CATransform3DTranslate(transform, anyLength(), anyLength(), anyLength())
      case 1: transform = CATransform3DScale(transform, anyLength(), anyLength(), anyLength())
      case 2: transform = CATransform3DRotate(transform, anyLength(), 1, anyLength(), 0)
      default: transform.m34 = anyLength()
      }
    }
    return transform
  }

  mutating func anyAffineTransform() -> CGAffineTransform {
    CGAffineTransform(
      a: anyLength(), b: anyLength(), c: anyLength(), d: anyLength(), tx: anyLength(),
      ty: anyLength())
  }

  /// Built by every function that adds to a path.
  mutating func anyPath() -> CGMutablePath {
    let path = CGMutablePath()
    for _ in 0..<Int.random(in: 0...12, using: &self) {
      let transform = chance(0.1) ? anyAffineTransform() : .identity
      switch Int.random(in: 0..<12, using: &self) {
      case 0: path.move(to: anyPoint(), transform: transform)
      case 1, 2: path.addLine(to: anyPoint(), transform: transform)
      case 3: path.addQuadCurve(to: anyPoint(), control: anyPoint(), transform: transform)
      case 4, 5:
        path.addCurve(
          to: anyPoint(), control1: anyPoint(), control2: anyPoint(), transform: transform)
      case 6: path.addRect(anyRect(), transform: transform)
      case 7: path.addEllipse(in: anyRect(), transform: transform)
      case 8:
        path.addArc(
          center: anyPoint(), radius: anyLength(), startAngle: anyLength(), endAngle: anyLength(),
          clockwise: chance(0.5), transform: transform)
      case 9:
        path.addArc(
          tangent1End: anyPoint(), tangent2End: anyPoint(), radius: anyLength(),
          transform: transform)
      case 10:
        let bezier = UIBezierPath(
          roundedRect: anyRect(), byRoundingCorners: UIRectCorner(rawValue: UInt(next() & 15)),
          cornerRadii: anySize())
        path.addPath(bezier.cgPath, transform: transform)
      default: path.closeSubpath()
      }
    }
    return path
  }

  mutating func anyImage() -> CGImage? {
    let size = PixelSize(Int.random(in: 1...40, using: &self), Int.random(in: 1...40, using: &self))
    let format: Bitmap.Format = chance(0.2) ? .alpha8 : .bgra8Premultiplied
    var bitmap = Bitmap(size: size, format: format)
    let step = UInt8(truncatingIfNeeded: next())
    for i in bitmap.bytes.indices {
      bitmap.bytes[i] = format == .alpha8 || i % 4 == 3 ? 255 : UInt8(i & 255) &* step
    }
    return CGImage(bitmap)
  }

  mutating func anyScalar() -> UnicodeScalar {
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0x20...0x7E, 0xA0...0x24F, 0x300...0x36F, 0x370...0x3FF, 0x590...0x5FF,
      0x600...0x6FF, 0x900...0x97F, 0xE00...0xE7F, 0x1100...0x11FF, 0x2000...0x206F,
      0x20D0...0x20FF, 0x2500...0x25FF, 0x3040...0x30FF, 0x4E00...0x4EFF, 0xAC00...0xACFF,
      0xE000...0xE0FF, 0xFB1D...0xFDFF, 0xFE00...0xFE0F, 0xFFF0...0xFFFF, 0x1F1E6...0x1F1FF,
      0x1F300...0x1F64F, 0x1F9D0...0x1F9FF, 0xE0000...0xE007F, 0x0...0x1F, 0x80...0x9F,
      0x0...0xD7FF, 0x10000...0x10FFFF,
    ]
    let range = pick(ranges)
    return UnicodeScalar(UInt32.random(in: range, using: &self)) ?? "?"
  }

  /// Scripts of both directions, joiners, controls, line breaks, halves of pairs.
  mutating func anyString() -> String {
    if chance(0.1) {
      return String(
        decoding: (0..<Int.random(in: 0...40, using: &self)).map { _ in
          UInt16(truncatingIfNeeded: next())
        }, as: UTF16.self)
    }
    var string = ""
    let controls: [UnicodeScalar] = [
      "\u{200D}", "\u{200E}", "\u{200F}", "\u{202A}", "\u{202B}", "\u{202C}", "\u{202E}",
      "\u{2066}", "\u{2067}", "\u{2069}", "\u{FE0F}", "\u{20E3}", "\u{2028}", "\u{2029}", "\n",
      "\r", "\t", "\0", "\u{FEFF}", "\u{AD}", "\u{1F3FD}",
    ]
    for _ in 0..<Int.random(in: 0...10, using: &self) {
      var scalar = anyScalar()
      for _ in 0..<Int.random(in: 1...9, using: &self) {
        string.unicodeScalars.append(scalar)
        if chance(0.3) { string.unicodeScalars.append(pick(controls)) }
        if chance(0.3) { scalar = anyScalar() }
      }
      if chance(0.5) { string += " " }
    }
    // At times long, with or without places to break.
    return chance(0.03) ? String(repeating: string, count: 60) : string
  }

  mutating func anyFontName() -> String {
    let families = [
      "Helvetica", "Inter", "DejaVu Sans", "DejaVu Sans Mono", "Noto Color Emoji", "Menlo", "serif",
      "No Such Font", ".SFUI", "Times New Roman", "",
    ]
    let endings = [
      "", "-Bold", "-BoldItalic", " Semi Bold Italic", "-Ultra", " 12", ":weight=200", ",",
      ", serif",
      "-", "@wght=900", " #1", "\0", "\n", "%s%n", " Condensed Oblique 1e9", "-MT", "/../..",
    ]
    switch Int.random(in: 0..<5, using: &self) {
    case 0: return anyString()
    case 1: return String(repeating: pick(families) + pick(endings), count: 200)
    default: return pick(families) + pick(endings) + pick(endings)
    }
  }

  mutating func anyFont() -> UIFont {
    let size = chance(0.9) ? CGFloat(number(1...60)) : anyLength()
    switch Int.random(in: 0..<5, using: &self) {
    case 0: return .systemFont(ofSize: size, weight: UIFont.Weight(rawValue: anyLength()))
    case 1: return .monospacedSystemFont(ofSize: size, weight: .bold)
    case 2: return .italicSystemFont(ofSize: size)
    case 3: return UIFont.systemFont(ofSize: 12).withSize(size)
    default: return UIFont(name: anyFontName(), size: size) ?? .boldSystemFont(ofSize: size)
    }
  }

  mutating func anyParagraphStyle() -> NSParagraphStyle {
    let style = NSMutableParagraphStyle()
    let lengths: [ReferenceWritableKeyPath<NSMutableParagraphStyle, CGFloat>] = [
      \.lineSpacing, \.paragraphSpacing, \.paragraphSpacingBefore, \.firstLineHeadIndent,
      \.headIndent, \.tailIndent, \.minimumLineHeight, \.maximumLineHeight, \.lineHeightMultiple,
    ]
    for length in lengths where chance(0.3) { style[keyPath: length] = anyLength() }
    style.alignment = NSTextAlignment(rawValue: Int.random(in: 0...4, using: &self)) ?? .natural
    style.baseWritingDirection = pick([.natural, .leftToRight, .rightToLeft])
    return style
  }

  mutating func anyAttributedString() -> NSAttributedString {
    let text = NSMutableAttributedString(string: anyString())
    let keys: [NSAttributedString.Key] = [
      .font, .foregroundColor, .backgroundColor, .paragraphStyle, .kern, .tracking, .underlineStyle,
      .underlineColor, .strikethroughStyle, .strikethroughColor, .baselineOffset,
      NSAttributedString.Key(rawValue: "own"),
    ]
    for _ in 0..<Int.random(in: 0...8, using: &self) where text.length > 0 {
      let start = Int.random(in: 0..<text.length, using: &self)
      let end = Int.random(in: start...text.length, using: &self)
      let key = pick(keys)
      text.addAttribute(key, value: attribute(key), range: NSRange(start..<end))
    }
    return text
  }

  private mutating func attribute(_ key: NSAttributedString.Key) -> Any {
    // Objects: Foundation ends the process where it compares what is none.
    if chance(0.15) {
      return pick([NSObject(), NSNumber(value: anyNumber()), anyPath(), anyFont(), anyString()])
    }
    return switch key {
    case .font: anyFont()
    case .foregroundColor, .backgroundColor: chance(0.5) ? anyColor() : UIColor.red
    case .underlineColor, .strikethroughColor: anyColor()
    case .paragraphStyle: anyParagraphStyle()
    case .underlineStyle, .strikethroughStyle: Int.random(in: -1...0x8FFF, using: &self)
    default: NSNumber(value: anyNumber())
    }
  }
}
