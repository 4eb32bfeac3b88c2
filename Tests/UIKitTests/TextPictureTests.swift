import CoreGraphicsAPI
import Foundation
import Geometry
import TestSupport
import Testing
import UIKit

/// Attributed strings in one picture that somebody has looked at.
@Suite("A picture of texts")
struct TextPictureTests {
  private static let size = PixelSize(640, 520)
  private static let ink = UIColor(red: 0.13, green: 0.15, blue: 0.2, alpha: 1)
  private static let blue = UIColor(red: 0.30, green: 0.36, blue: 0.94, alpha: 1)
  private static let red = UIColor(red: 0.85, green: 0.2, blue: 0.25, alpha: 1)

  private static let hasEmoji = FileManager.default.fileExists(
    atPath: "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf")

  @Test("Texts are drawn as reviewed", .enabled(if: hasEmoji, "needs the font Noto Color Emoji"))
  func picture() throws {
    let context = try #require(CGContext(pixelSize: Self.size, scale: 1))
    UIGraphicsPushContext(context)
    defer { UIGraphicsPopContext() }
    UIColor(red: 0.96, green: 0.97, blue: 0.98, alpha: 1).setFill()
    UIRectFill(CGRect(x: 0, y: 0, width: 640, height: 520))
    runs()
    lines()
    paragraphs()
    boxes()
    GoldenImage.expect(try #require(context.makeImage()).pixelImage.bitmap, matches: "texts")
  }

  private func text(
    _ string: String, size: CGFloat = 18, _ attributes: [NSAttributedString.Key: Any] = [:]
  ) -> NSMutableAttributedString {
    let font = UIFont(name: "DejaVu Sans", size: size) ?? .systemFont(ofSize: size)
    return NSMutableAttributedString(
      string: string,
      attributes: [.font: font, .foregroundColor: Self.ink].merging(attributes) { $1 })
  }

  private func runs() {
    let string = text("Plain, ")
    string.append(text("coloured", [.foregroundColor: Self.red]))
    string.append(text(", ", size: 18))
    string.append(
      text("bold", [.font: UIFont(name: "DejaVuSans-Bold", size: 18) ?? .systemFont(ofSize: 18)]))
    string.append(text(", "))
    string.append(text("large", size: 30))
    string.append(text(", "))
    string.append(text("marked", [.backgroundColor: UIColor(white: 0.85, alpha: 1)]))
    string.append(text(", "))
    string.append(text("wide", [.kern: 5]))
    string.append(text(" E=mc"))
    string.append(text("2", size: 12, [.baselineOffset: 7]))
    string.draw(at: CGPoint(x: 20, y: 12))
    text("Emoji 😀 👨‍👩‍👧‍👦 🇩🇪 👍🏽 with letters, ", [.foregroundColor: Self.blue])
      .draw(at: CGPoint(x: 20, y: 56))
    text("faint 😀 ones", [.foregroundColor: Self.blue.withAlphaComponent(0.4)])
      .draw(at: CGPoint(x: 400, y: 56))
    let mixed = text("Latin, עברית, العربية, 日本語 and Ελληνικά")
    mixed.addAttribute(
      .foregroundColor, value: Self.red, range: NSRange(location: 7, length: 5))
    mixed.draw(at: CGPoint(x: 20, y: 90))
  }

  private func lines() {
    let styles: [(String, [NSAttributedString.Key: Any])] = [
      ("single", [.underlineStyle: 1]), ("thick", [.underlineStyle: 2]),
      ("double", [.underlineStyle: 9]),
      ("jpg coloured", [.underlineStyle: 1, .underlineColor: Self.red]),
      ("struck", [.strikethroughStyle: 1]),
      ("twice", [.strikethroughStyle: 9, .strikethroughColor: Self.blue]),
    ]
    var x: CGFloat = 20
    for (word, attributes) in styles {
      let string = text(word, attributes)
      string.draw(at: CGPoint(x: x, y: 128))
      x += string.size().width + 24
    }
  }

  private func paragraphs() {
    let body =
      "A paragraph with a first line that stands further in, and lines that are broken between words.\n"
    let first = NSMutableParagraphStyle()
    first.firstLineHeadIndent = 24
    first.paragraphSpacing = 10
    let second = NSMutableParagraphStyle()
    second.alignment = .justified
    second.lineHeightMultiple = 1.3
    second.headIndent = 16
    second.tailIndent = -16
    let string = text(body, size: 14, [.paragraphStyle: first])
    string.append(text(body, size: 14, [.paragraphStyle: second]))
    frame(CGRect(x: 20, y: 170, width: 290, height: 180)) { string.draw(in: $0) }
    let right = NSMutableParagraphStyle()
    right.alignment = .right
    let center = NSMutableParagraphStyle()
    center.alignment = .center
    let aligned = text("left\n", size: 14)
    aligned.append(text("centred\n", size: 14, [.paragraphStyle: center]))
    aligned.append(text("right\n", size: 14, [.paragraphStyle: right]))
    aligned.append(text("שלום לכולם, abc", size: 14))
    frame(CGRect(x: 330, y: 170, width: 290, height: 80)) { aligned.draw(in: $0) }
  }

  private func boxes() {
    let string = "The quick brown fox jumps over the lazy dog"
    for (i, mode) in [
      NSLineBreakMode.byTruncatingHead, .byTruncatingMiddle, .byTruncatingTail, .byClipping,
    ].enumerated() {
      let style = NSMutableParagraphStyle()
      style.lineBreakMode = mode
      let line = text(string, size: 14, [.paragraphStyle: style])
      line.addAttribute(
        .foregroundColor, value: Self.red, range: NSRange(location: 10, length: 24))
      frame(CGRect(x: 330, y: 264 + 24 * i, width: 200, height: 18)) { line.draw(in: $0) }
    }
    frame(CGRect(x: 20, y: 370, width: 290, height: 62)) {
      self.text(string + ". " + string + ".", size: 20).draw(in: $0)
    }
    context { context in
      context.setShadow(offset: CGSize(width: 0, height: 3), blur: 5)
      self.text("Shadow 😀", size: 40, [.foregroundColor: Self.blue])
        .draw(at: CGPoint(x: 330, y: 380))
    }
    context { context in
      context.rotate(by: -0.08)
      self.text("Turned, on no whole pixel", size: 26, [.underlineStyle: 1])
        .draw(at: CGPoint(x: -10, y: 470))
    }
  }

  private func context(_ body: (CGContext) -> Void) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.saveGState()
    body(context)
    context.restoreGState()
  }

  private func frame(_ rect: CGRect, _ body: (CGRect) -> Void) {
    UIColor(white: 0.8, alpha: 1).setStroke()
    UIRectFrame(rect.insetBy(dx: -1, dy: -1))
    body(rect)
  }
}
