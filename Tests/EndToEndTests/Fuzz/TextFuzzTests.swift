import CoreGraphics
import Foundation
import Geometry
import QuartzCore
import TestSupport
import Testing
import UIKit

@MainActor @Suite("Fuzz: text and fonts")
struct TextFuzzTests {
  @Test("Any attributed string has a finite size and is drawn, and harms nothing beside it")
  func anyStrings() throws {
    let stage = try FuzzStage()
    defer { stage.close() }
    try Fuzz("attributed-strings", cases: 50).run { random in
      try check(random.anyAttributedString(), on: stage, &random)
    }
  }

  @Test("So does text in a font of any name, weight and size")
  func anyFonts() throws {
    let stage = try FuzzStage()
    defer { stage.close() }
    try Fuzz("fonts", cases: 50).run { random in
      let font = random.anyFont()
      #expect(font.pointSize.isFinite && font.lineHeight.isFinite, "seed \(random.seed)")
      _ = font.familyName
      let text = NSAttributedString(
        string: random.chance(0.5) ? "Ag fi é" : random.anyString(), attributes: [.font: font])
      try check(text, on: stage, &random)
      let layer = layer(random.anyString(), &random)
      layer.font = random.chance(0.7) ? random.anyFontName() : random.anyValue()
      stage.show(layer)
      try stage.step(0, "seed \(random.seed)")
    }
  }

  private func check(
    _ text: NSAttributedString, on stage: FuzzStage, _ random: inout SeededGenerator
  ) throws {
    let size = text.size()
    #expect(Size(size).isFinite && size.width >= 0 && size.height >= 0, "seed \(random.seed)")
    let options = NSStringDrawingOptions(rawValue: Int(random.next() & 63))
    let box = text.boundingRect(with: random.anySize(), options: options, context: nil)
    #expect(Rect(box).isFinite, "seed \(random.seed): \(box)")

    let context = try #require(CGContext(pixelSize: PixelSize(32, 32), scale: 1))
    UIGraphicsPushContext(context)
    text.draw(in: random.chance(0.5) ? CGRect(x: 0, y: 0, width: 32, height: 32) : random.anyRect())
    text.draw(at: random.anyPoint())
    text.draw(with: random.anyRect(), options: options, context: nil)
    UIGraphicsPopContext()

    let label = UILabel()
    label.attributedText = text
    label.numberOfLines = Int.random(in: -1...3, using: &random)
    label.lineBreakMode =
      NSLineBreakMode(rawValue: Int.random(in: 0...5, using: &random)) ?? .byClipping
    let fit = label.sizeThatFits(random.anySize())
    #expect(Size(fit).isFinite, "seed \(random.seed): \(fit)")

    stage.show(layer(text, &random))
    try stage.step(0, "seed \(random.seed)")
  }

  private func layer(_ string: Any, _ random: inout SeededGenerator) -> CATextLayer {
    let layer = CATextLayer()
    layer.string = string
    layer.frame = random.chance(0.9) ? CGRect(x: 4, y: 4, width: 50, height: 50) : random.anyRect()
    layer.fontSize = random.chance(0.6) ? 12 : random.anyLength()
    layer.isWrapped = random.chance(0.5)
    layer.truncationMode = random.pick([.none, .start, .middle, .end])
    layer.alignmentMode = random.pick([.natural, .left, .right, .center, .justified])
    layer.foregroundColor = random.anyColor()
    if random.chance(0.1) { layer.contentsScale = random.anyLength() }
    return layer
  }
}
