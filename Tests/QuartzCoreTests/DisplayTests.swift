import AnimationCore
import CoreGraphicsAPI
import Geometry
import LayerCommit
import QuartzCore
import Testing

@MainActor
@Suite struct DisplayTests {
  final class Painted: CALayer {
    var draws = 0
    override func draw(in ctx: CGContext) {
      draws += 1
      ctx.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
      ctx.fill(CGRect(x: bounds.minX, y: bounds.minY, width: 2, height: 1))
    }
  }

  @Test("draw(in:) fills a bitmap of bounds × scale before the commit, origin at the bounds'")
  func drawing() throws {
    try withStage { stage in
      let layer = Painted()
      layer.bounds = CGRect(x: 5, y: 6, width: 4, height: 2.5)
      layer.contentsScale = 2
      stage.root.addSublayer(layer)
      layer.setNeedsDisplay()
      #expect(layer.needsDisplay() && layer.draws == 0)
      stage.commit()
      #expect(layer.draws == 1 && !layer.needsDisplay())
      let image = try #require(layer.contents as? CGImage)
      #expect(image.width == 8 && image.height == 5)
      #expect(image.pixelImage.bitmap[3, 1] == SIMD4(255, 0, 0, 255))
      #expect(image.pixelImage.bitmap[4, 1] == SIMD4(0, 0, 0, 0))
      #expect(image.pixelImage.bitmap[3, 2] == SIMD4(0, 0, 0, 0))
      layer.bounds.size.width = 6
      stage.commit()
      #expect(layer.draws == 1)
      layer.needsDisplayOnBoundsChange = true
      layer.bounds.size.width = 7
      stage.commit()
      #expect(layer.draws == 2)
      layer.setNeedsDisplay()
      layer.displayIfNeeded()
      layer.displayIfNeeded()
      #expect(layer.draws == 3)
    }
  }

  @Test("A delegate may provide contents or draw them; bad sizes draw nothing")
  func delegates() {
    final class Painter: CALayerDelegate {
      var calls: [String] = []
      func draw(_ layer: CALayer, in ctx: CGContext) { calls.append("draw") }
      func layerWillDraw(_ layer: CALayer) { calls.append("willDraw") }
      func layoutSublayers(of layer: CALayer) { calls.append("layout") }
    }
    final class Provider: CALayerDelegate {
      let image = CGImage(Bitmap(size: PixelSize(1, 1), format: .bgra8Premultiplied))
      func display(_ layer: CALayer) { layer.contents = image }
    }
    withStage { stage in
      let painter = Painter(), provider = Provider()
      let painted = stage.layer { $0.bounds.size = CGSize(width: 3, height: 3) }
      let provided = stage.layer()
      painted.delegate = painter
      provided.delegate = provider
      painted.setNeedsDisplay()
      painted.setNeedsLayout()
      provided.setNeedsDisplay()
      stage.commit()
      #expect(painter.calls == ["layout", "willDraw", "draw"])
      #expect(provided.contents as? CGImage === provider.image)
      painted.bounds.size = CGSize(width: 1e9, height: 3)
      painted.setNeedsDisplay()
      #expect(warnings { stage.commit() }.count == 1)
      #expect(painted.contents == nil)
    }
  }

  @Test("Layout runs outer to inner until nothing needs it, and ends even if it never would")
  func layout() {
    final class Logged: CALayer {
      static nonisolated(unsafe) var order: [String] = []
      var again = false
      override func layoutSublayers() {
        Self.order.append(name ?? "?")
        if again { setNeedsLayout() }
        for sublayer in sublayers ?? [] {
          sublayer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
        }
      }
    }
    withStage { stage in
      let outer = Logged(), inner = Logged()
      outer.name = "outer"
      inner.name = "inner"
      outer.addSublayer(inner)
      stage.root.addSublayer(outer)
      inner.setNeedsLayout()
      Logged.order = []
      stage.commit()
      #expect(Array(Logged.order.prefix(2)) == ["outer", "inner"])
      #expect(!outer.needsLayout() && !inner.needsLayout())
      Logged.order = []
      inner.setNeedsLayout()
      outer.setNeedsLayout()
      inner.layoutIfNeeded()
      #expect(Logged.order == ["outer", "inner"])
      stage.commit()
      inner.again = true
      inner.setNeedsLayout()
      #expect(warnings { stage.commit() }.count == 1)
      inner.again = false
      stage.root.setNeedsLayout()
      stage.commit()
      #expect(!inner.needsLayout())
    }
  }

  @Test("Text is drawn as a mask at the contents scale, again when it or the bounds change")
  func text() throws {
    try withStage { stage in
      let label = CATextLayer()
      label.string = "Hello"
      label.fontSize = 20
      label.contentsScale = 2
      label.frame = CGRect(x: 0, y: 0, width: 100, height: 30)
      stage.root.addSublayer(label)
      stage.commit()
      let first = try #require(label.contents as? CGImage)
      #expect(first.isMask && first.width == 200 && first.height == 60)
      #expect(first.pixelImage.bitmap.bytes.contains { $0 > 128 })
      #expect(stage.lastOps.contains("set #1 contentsTint (1.0 1.0 1.0 1.0)"))
      #expect(label.contentsGravity == .resize)
      stage.commit()
      #expect(label.contents as? CGImage === first)
      label.string = "Bye"
      stage.commit()
      let second = try #require(label.contents as? CGImage)
      #expect(second !== first)
      label.bounds.size.width = 50
      stage.commit()
      #expect((label.contents as? CGImage)?.width == 100)
      label.string = nil
      stage.commit()
      #expect(label.contents == nil)
      let said = warnings {
        label.string = 5
        label.fontSize = -1
        label.font = 3
      }
      #expect(said.count == 3 && label.fontSize == 20)
    }
  }

  @Test("The text colour animates by itself and by key path without drawing again")
  func textColour() throws {
    try withStage { stage in
      let label = CATextLayer()
      stage.root.addSublayer(label)
      stage.commit()
      label.foregroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 0)
      #expect(label.animationKeys() == ["foregroundColor"])
      stage.commit()
      #expect(stage.lastOps.contains("animations #1 [\"contentsTint\"]"))
      label.removeAllAnimations()
      let fade = CABasicAnimation(keyPath: "foregroundColor")
      fade.fromValue = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
      fade.toValue = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
      fade.duration = 1
      label.add(fade, forKey: nil)
      stage.mark()
      stage.at(0.5)
      let shown = try #require(label.presentation()?.foregroundColor)
      #expect(isNear(shown.color.red, 0.5) && isNear(shown.color.alpha, 1))
    }
  }

  @Test("Text stays at the visual top left when superlayers are flipped or it moves below one")
  func flippedText() {
    withStage { stage in
      let box = stage.layer(), text = CATextLayer()
      text.bounds = CGRect(x: 0, y: 0, width: 40, height: 20)
      box.addSublayer(text)
      stage.commit()
      let top = "set #2 contentsGravity \(Double(ContentsGravity.topLeft.rawValue))"
      let bottom = "set #2 contentsGravity \(Double(ContentsGravity.bottomLeft.rawValue))"
      box.isGeometryFlipped = true
      stage.commit()
      #expect(stage.lastOps.contains(top))
      stage.root.addSublayer(text)
      stage.commit()
      #expect(stage.lastOps.contains(bottom))
      box.addSublayer(text)
      stage.commit()
      #expect(stage.lastOps.contains(top))
      box.isGeometryFlipped = false
      stage.commit()
      #expect(stage.lastOps.contains(bottom))
    }
  }

  @Test(
    "Contents drawn in gray have grays, of the colours' luminance; in other formats their colours",
    arguments: [CALayerContentsFormat.gray8Uint, .RGBA8Uint, .RGBA16Float])
  func formats(format: CALayerContentsFormat) throws {
    final class Painted: CALayer {
      override func draw(in ctx: CGContext) {
        ctx.setFillColor(CGColor(red: 1, green: 0.5, blue: 0, alpha: 1))
        ctx.fill(CGRect(x: 0, y: 0, width: 5, height: 10))
      }
    }
    try withStage { (stage) throws in
      let layer = Painted()
      layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
      layer.contentsFormat = format
      layer.setNeedsDisplay()
      stage.root.addSublayer(layer)
      stage.commit()
      let bitmap = try #require(layer.contents as? CGImage).pixelImage.bitmap
      let gray = UInt8((0.2126 * 255 + 0.7152 * 128).rounded())
      #expect(
        bitmap[2, 5]
          == (format == .gray8Uint ? SIMD4(gray, gray, gray, 255) : SIMD4(255, 128, 0, 255)))
      #expect(bitmap[7, 5] == SIMD4())
    }
  }

  @Test("A class names the keys of its own whose values are drawn")
  func needsDisplayForKey() {
    final class Gauge: CALayer {
      override class func needsDisplay(forKey key: String) -> Bool {
        key == "level" || super.needsDisplay(forKey: key)
      }
    }
    let gauge = Gauge()
    gauge.setValue(1, forKey: "other")
    #expect(!gauge.needsDisplay())
    gauge.setValue(1, forKey: "level")
    #expect(gauge.needsDisplay())
    CATransaction.flush()
  }
}
