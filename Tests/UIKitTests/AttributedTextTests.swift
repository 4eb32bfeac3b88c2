import CoreGraphicsAPI
import Foundation
import QuartzCore
import Testing
import UIKit

@MainActor
@Suite("Attributed strings in UIKit")
struct AttributedTextTests {
  static let font = UIFont(name: "DejaVu Sans", size: 24)

  @Test("Attributed strings of Foundation keep UIKit's attributes as they are converted")
  func conversion() throws {
    var string = AttributedString("plain ")
    var part = AttributedString("red")
    part.foregroundColor = .red
    part.font = Self.font
    part.underlineStyle = .double
    part.kern = 2
    part.baselineOffset = -3
    let style = NSMutableParagraphStyle()
    style.alignment = .center
    part.uiKit.paragraphStyle = style
    string += part
    let converted = NSAttributedString(string)
    #expect(converted.string == "plain red")
    #expect(converted.attributes(at: 0, effectiveRange: nil).isEmpty)
    let attributes = converted.attributes(at: 6, effectiveRange: nil)
    #expect(attributes[.foregroundColor] as? UIColor == .red)
    #expect(attributes[.font] as? UIFont == Self.font)
    #expect(attributes[.underlineStyle] as? Int == NSUnderlineStyle.double.rawValue)
    #expect(attributes[.kern] as? Double == 2 && attributes[.baselineOffset] as? Double == -3)
    #expect((attributes[.paragraphStyle] as? NSParagraphStyle)?.alignment == .center)
  }

  @Test("A label shows an attributed text in its colours, and is as large as that wants")
  func label() throws {
    let window = try TestWindow()
    let label = window.add(UILabel(), CGRect(x: 0, y: 0, width: 200, height: 40))
    label.font = Self.font
    label.text = "HHH"
    let plain = label.intrinsicContentSize
    let string = NSMutableAttributedString(string: "HHH")
    let large = try #require(Self.font?.withSize(48))
    string.addAttributes(
      [.foregroundColor: UIColor.red, .font: large], range: NSRange(location: 0, length: 1))
    label.attributedText = string
    #expect(label.text == "HHH" && label.attributedText == string)
    #expect(abs(label.intrinsicContentSize.width - plain.width * 4 / 3) <= 2)
    window.commit()
    let text = try #require(label.layer.sublayers?.first as? CATextLayer)
    #expect((text.contents as? CGImage)?.isMask == false)
    label.text = "HHH"
    #expect(label.intrinsicContentSize == plain)
    window.commit()
    #expect((text.contents as? CGImage)?.isMask == true)
    let attributes = label.attributedText?.attributes(at: 0, effectiveRange: nil)
    #expect(attributes?[.font] as? UIFont == Self.font)
  }

  @Test("Paragraph styles are copied, compared, and refuse lengths that are none")
  func paragraphStyles() throws {
    let style = NSMutableParagraphStyle()
    style.lineSpacing = 4
    style.alignment = .right
    let copy = try #require(style.copy() as? NSParagraphStyle)
    #expect(copy == style && !(copy is NSMutableParagraphStyle))
    let other = try #require(copy.mutableCopy() as? NSMutableParagraphStyle)
    other.headIndent = 5
    #expect(other != copy && other.lineSpacing == 4)
    let said = Warnings.collect {
      other.headIndent = .nan
      other.lineSpacing = -1
      other.tailIndent = -7
    }
    #expect(said.count == 1 && other.headIndent == 5 && other.tailIndent == -7)
    #expect(NSParagraphStyle.default.alignment == .natural)
  }
}
