import CoreGraphicsAPI
import Geometry
import LayerCommit
import QuartzCore
import Testing

@MainActor
@Suite("Text layers")
struct TextLayerTests {
  static let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  static let green = CGColor(red: 0, green: 1, blue: 0, alpha: 1)

  static func layer(_ string: Any?, on stage: Stage) -> CATextLayer {
    let layer = CATextLayer()
    layer.font = "DejaVu Sans"
    layer.fontSize = 32
    layer.string = string
    layer.frame = CGRect(x: 0, y: 0, width: 120, height: 40)
    stage.root.addSublayer(layer)
    stage.commit()
    return layer
  }

  static func image(_ layer: CATextLayer) throws -> CGImage {
    try #require(layer.contents as? CGImage)
  }

  /// The colours that pixels have in full, red and green as bits 1 and 2.
  static func colors(_ layer: CATextLayer) throws -> Int {
    let bitmap = try image(layer).pixelImage.bitmap
    var found = 0
    for y in 0..<bitmap.size.height {
      for x in 0..<bitmap.size.width {
        if bitmap[x, y] == [255, 0, 0, 255] { found |= 1 }
        if bitmap[x, y] == [0, 255, 0, 255] { found |= 2 }
      }
    }
    return found
  }

  @Test("Colours of attributes win over the layer's, which is that of the rest")
  func ownColors() throws {
    try withStage { (stage) throws in
      let string = NSMutableAttributedString(string: "HH")
      string.addAttribute(
        .foregroundColor, value: Self.red, range: NSRange(location: 0, length: 1))
      let layer = Self.layer(string, on: stage)
      layer.foregroundColor = Self.green
      layer.removeAllAnimations()
      stage.commit()
      #expect(try Self.colors(layer) == 3)
      #expect(try !Self.image(layer).isMask)
      // What was given may change afterwards.
      string.addAttribute(
        .foregroundColor, value: Self.red, range: NSRange(location: 0, length: 2))
      layer.setNeedsDisplay()
      stage.commit()
      #expect(try Self.colors(layer) == 3)
      layer.string = string
      stage.commit()
      #expect(try Self.colors(layer) == 1)
    }
  }

  @Test("Attributes without colours leave a mask, whose colour is a tint")
  func maskStays() throws {
    try withStage { (stage) throws in
      let layer = Self.layer(
        NSAttributedString(string: "HH", attributes: [.underlineStyle: 1, .kern: 2]), on: stage)
      let first = try Self.image(layer)
      #expect(first.isMask)
      layer.foregroundColor = Self.red
      stage.commit()
      #expect(try Self.image(layer) === first)
      #expect(stage.lastOps.contains("animations #1 [\"contentsTint\"]"))
    }
  }

  @Test("Of Foundation's attributed strings the characters are shown")
  func foundationString() throws {
    try withStage { (stage) throws in
      let string = AttributedString("Hamburg")
      let layer = Self.layer(string, on: stage), plain = Self.layer("Hamburg", on: stage)
      #expect(layer.string as? AttributedString == string)
      #expect(try Self.image(layer).pixelImage.bitmap == Self.image(plain).pixelImage.bitmap)
    }
  }

  @Test("Attributes of the wrong type are warned about and count as not there")
  func badAttributes() throws {
    try withStage { (stage) throws in
      let keys: [NSAttributedString.Key] = [
        .font, .foregroundColor, .backgroundColor, .paragraphStyle, .kern, .underlineStyle,
        .strikethroughStyle, .baselineOffset,
      ]
      var attributes: [NSAttributedString.Key: Any] = [:]
      for key in keys { attributes[key] = "nonsense" }
      attributes[.init("unknown")] = 5
      var layer: CATextLayer?
      let said = warnings {
        layer = Self.layer(NSAttributedString(string: "HH", attributes: attributes), on: stage)
      }
      #expect(said.count == keys.count)
      let plain = Self.layer("HH", on: stage)
      let shown = try Self.image(#require(layer)).pixelImage.bitmap
      #expect(try shown == Self.image(plain).pixelImage.bitmap)
    }
  }

  @Test("A colour that is no tint is drawn for every frame of its animation, and no longer")
  func drawnColor() throws {
    try withStage { (stage) throws in
      let string = NSMutableAttributedString(string: "HH")
      string.addAttribute(
        .foregroundColor, value: Self.green, range: NSRange(location: 0, length: 1))
      let layer = Self.layer(string, on: stage)
      layer.foregroundColor = Self.red
      #expect(layer.animationKeys() == ["foregroundColor"])
      stage.mark()
      #expect(stage.host.wantsTicks)
      var pictures: Set<CGImage> = []
      for frame in 1...12 {
        stage.frame(frame)
        // Drawn for the end of the interval that has begun.
        let image = try Self.image(layer)
        pictures.insert(image)
        MediaClock.useVirtual(stage.zero + Double(frame) / 60)
        // White turns red: the red stays, the rest goes with time.
        let white = try #require(layer.presentation()?.foregroundColor).color
        #expect(white.red == 1 && white.green < 1)
        let expected = Int((white.green * 255).rounded())
        let bytes = image.pixelImage.bitmap.bytes
        let greens = stride(from: 0, to: bytes.count, by: 4).compactMap { i in
          bytes[i + 2] == 255 ? Int(bytes[i + 1]) : nil
        }
        #expect(greens.contains { abs($0 - expected) <= 1 }, "frame \(frame)")
      }
      #expect(pictures.count == 12)
      for frame in 13...20 { stage.frame(frame) }
      #expect(!stage.host.wantsTicks)
      #expect(try Self.colors(layer) == 3)
      let last = try Self.image(layer)
      stage.frame(21)
      #expect(try Self.image(layer) === last)
    }
  }

  @Test("A colour set where the text has its own is drawn with the next commit, nil as nothing")
  func colorAtOnce() throws {
    try withStage { (stage) throws in
      let string = NSMutableAttributedString(string: "HH")
      string.addAttribute(
        .backgroundColor, value: Self.green, range: NSRange(location: 0, length: 1))
      let layer = Self.layer(string, on: stage)
      CATransaction.setDisableActions(true)
      layer.setValue(Self.red, forKey: "foregroundColor")
      CATransaction.setDisableActions(false)
      stage.commit()
      #expect(try Self.colors(layer) == 3)
      #expect(layer.presentation()?.foregroundColor == Self.red)
      CATransaction.setDisableActions(true)
      layer.foregroundColor = nil
      CATransaction.setDisableActions(false)
      stage.commit()
      #expect(try Self.colors(layer) == 2)
      #expect(layer.foregroundColor == nil)
      // Back to a text of one colour: the tint is what counts again.
      layer.string = "HH"
      CATransaction.setDisableActions(true)
      layer.foregroundColor = Self.red
      CATransaction.setDisableActions(false)
      stage.commit()
      #expect(try Self.image(layer).isMask)
      #expect(stage.lastOps.contains("set #1 contentsTint (1.0 0.0 0.0 1.0)"))
    }
  }

  @Test("A font in place of a name lends its typeface")
  func fontObject() throws {
    struct Font: TextFont {
      var textStyle: TextStyle { TextStyle(family: "DejaVu Sans", size: 3) }
    }
    try withStage { (stage) throws in
      let named = Self.layer("Hamburg", on: stage), other = Self.layer("Hamburg", on: stage)
      other.font = "DejaVu Serif"
      stage.commit()
      #expect(try Self.image(named).pixelImage.bitmap != Self.image(other).pixelImage.bitmap)
      other.font = Font()
      stage.commit()
      #expect(try Self.image(named).pixelImage.bitmap == Self.image(other).pixelImage.bitmap)
      #expect(other.font is Font)
    }
  }
}
