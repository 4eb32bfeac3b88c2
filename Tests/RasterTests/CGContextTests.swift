import CoreGraphicsAPI
import Foundation
import Geometry
import Testing

@Suite("CGContext")
struct CGContextTests {
  static func context(
    _ width: Int = 20, _ height: Int = 20, scale: Double = 1, origin: Point = .zero
  ) throws -> CGContext {
    try #require(CGContext(pixelSize: PixelSize(width, height), scale: scale, origin: origin))
  }

  static func bitmap(_ context: CGContext) throws -> Bitmap {
    try #require(context.makeImage()).pixelImage.bitmap
  }

  static func alpha(_ context: CGContext, _ x: Int, _ y: Int) throws -> UInt8 {
    try bitmap(context)[x, y].w
  }

  @Test("User space is points from the given origin, y down")
  func userSpace() throws {
    let context = try Self.context(20, 20, scale: 2, origin: Point(100, 50))
    #expect((context.width, context.height) == (20, 20))
    #expect(context.ctm == CGAffineTransform(a: 2, b: 0, c: 0, d: 2, tx: -200, ty: -100))
    context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
    context.fill(CGRect(x: 101, y: 52, width: 3, height: 1))
    let bitmap = try Self.bitmap(context)
    for y in 0..<20 {
      for x in 0..<20 {
        let inside = (2..<8).contains(x) && (4..<6).contains(y)
        #expect(bitmap[x, y] == (inside ? SIMD4(255, 0, 0, 255) : SIMD4(repeating: 0)))
      }
    }
  }

  @Test("Fills and strokes are black, one wide and solid to begin with")
  func defaults() throws {
    let context = try Self.context()
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(try Self.bitmap(context)[0, 0] == SIMD4(0, 0, 0, 255))
    context.stroke(CGRect(x: 5.5, y: 5.5, width: 8, height: 8))
    let bitmap = try Self.bitmap(context)
    #expect((0..<20).map { bitmap[$0, 5].w } == (0..<20).map { (5...13).contains($0) ? 255 : 0 })
    #expect(bitmap[9, 9].w == 0)
  }

  @Test("Transforms added later act first")
  func transforms() throws {
    let context = try Self.context()
    context.translateBy(x: 10, y: 0)
    context.rotate(by: .pi / 2)
    context.scaleBy(x: 2, y: 1)
    // (1, 2) → (2, 2) → (−2, 2) → (8, 2)
    let p = CGPoint(x: 1, y: 2).applying(context.ctm)
    #expect(abs(Double(p.x) - 8) < 1e-12 && abs(Double(p.y) - 2) < 1e-12)
  }

  @Test("The transform in force when an element is added counts, not the one when it is drawn")
  func pathIsInDeviceSpace() throws {
    let context = try Self.context()
    context.saveGState()
    context.scaleBy(x: 2, y: 2)
    context.addRect(CGRect(x: 1, y: 1, width: 2, height: 2))
    context.restoreGState()
    context.fillPath()
    #expect(try Self.alpha(context, 2, 2) == 255)
    #expect(try Self.alpha(context, 5, 5) == 255)
    #expect(try Self.alpha(context, 6, 6) == 0)
    #expect(try Self.alpha(context, 1, 1) == 0)
  }

  @Test("Drawing ends the current path")
  func pathEnds() throws {
    let context = try Self.context()
    context.addRect(CGRect(x: 0, y: 0, width: 5, height: 5))
    #expect(!context.isPathEmpty)
    context.fillPath()
    #expect(context.isPathEmpty)
    context.clear(CGRect(x: 0, y: 0, width: 20, height: 20))
    context.fillPath()
    #expect(try Self.alpha(context, 2, 2) == 0)
  }

  @Test("Paths are made of lines, arcs, curves and other paths")
  func paths() throws {
    let context = try Self.context(40, 40)
    context.beginPath()
    context.move(to: CGPoint(x: 2, y: 2))
    context.addLine(to: CGPoint(x: 12, y: 2))
    context.addQuadCurve(to: CGPoint(x: 12, y: 12), control: CGPoint(x: 18, y: 7))
    context.addCurve(
      to: CGPoint(x: 2, y: 12), control1: CGPoint(x: 10, y: 18), control2: CGPoint(x: 4, y: 18))
    context.closePath()
    context.addPath(CGPath(ellipseIn: CGRect(x: 20, y: 20, width: 16, height: 16), transform: nil))
    context.fillPath()
    for (x, y) in [(3, 3), (13, 7), (7, 14), (28, 28)] {
      #expect(try Self.alpha(context, x, y) == 255)
    }
    #expect(try Self.alpha(context, 21, 21) == 0)
    context.setBlendMode(.clear)
    // A quarter through growing angles lies to the right of and below its centre.
    context.move(to: CGPoint(x: 28, y: 28))
    context.addArc(
      center: CGPoint(x: 28, y: 28), radius: 9, startAngle: 0, endAngle: .pi / 2, clockwise: false)
    context.fillPath()
    #expect(try Self.alpha(context, 31, 31) == 0)
    for (x, y) in [(25, 25), (31, 25), (25, 31)] {
      #expect(try Self.alpha(context, x, y) == 255)
    }
  }

  @Test("Even-odd fills, strokes and both follow the drawing mode")
  func drawingModes() throws {
    let rects = [
      CGRect(x: 2, y: 2, width: 16, height: 16), CGRect(x: 7, y: 7, width: 6, height: 6),
    ]
    for (mode, hole, edge) in [
      (CGPathDrawingMode.fill, 255, 0), (.eoFill, 0, 0), (.stroke, 0, 255), (.fillStroke, 255, 255),
      (.eoFillStroke, 0, 255),
    ] as [(CGPathDrawingMode, UInt8, UInt8)] {
      let context = try Self.context()
      context.setLineWidth(2)
      context.addRects(rects)
      context.drawPath(using: mode)
      #expect(try Self.alpha(context, 10, 10) == hole)
      #expect(try Self.alpha(context, 1, 10) == edge)
    }
  }

  @Test("Clips hold until the state is restored")
  func clips() throws {
    let context = try Self.context()
    context.saveGState()
    context.addEllipse(in: CGRect(x: 0, y: 0, width: 20, height: 20))
    context.clip()
    context.clip(to: CGRect(x: 0, y: 0, width: 10, height: 20))
    context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    #expect(try Self.alpha(context, 0, 0) == 0)
    #expect(try Self.alpha(context, 9, 10) == 255)
    #expect(try Self.alpha(context, 10, 10) == 0)
    context.restoreGState()
    context.fill(CGRect(x: 10, y: 0, width: 10, height: 20))
    #expect(try Self.alpha(context, 19, 0) == 255)
  }

  @Test("Where y runs down an image stands on its head; flipped, it is upright, as on iOS")
  func images() throws {
    let source = CGImageTests.bitmap
    let image = try #require(CGImage(source))
    let rect = CGRect(x: 2, y: 5, width: 4, height: 3)
    let plain = try Self.context()
    plain.draw(image, in: rect)
    let flipped = try Self.context()
    flipped.translateBy(x: 0, y: rect.maxY + rect.minY)
    flipped.scaleBy(x: 1, y: -1)
    flipped.draw(image, in: rect)
    let (down, up) = (try Self.bitmap(plain), try Self.bitmap(flipped))
    for y in 0..<3 {
      for x in 0..<4 {
        #expect(down[x + 2, y + 5] == source[x, 2 - y])
        #expect(up[x + 2, y + 5] == source[x, y])
      }
    }
    #expect(plain.ctm.isIdentity)
  }

  @Test("Gradients run from start to end, beyond them where asked")
  func gradients() throws {
    let context = try Self.context(100, 1)
    let gradient = try #require(CGGradient(colors: [.black, .white]))
    context.drawLinearGradient(
      gradient, start: CGPoint(x: 20, y: 0), end: CGPoint(x: 80, y: 0),
      options: .drawsAfterEndLocation)
    let bitmap = try Self.bitmap(context)
    #expect(bitmap[10, 0].w == 0)
    #expect(abs(Int(bitmap[50, 0].x) - 130) <= 3)
    #expect(bitmap[90, 0] == SIMD4(repeating: 255))
    #expect(CGGradient(colors: []) == nil)
    #expect(CGGradient(colors: [.black], locations: [0, 1]) == nil)
    #expect(CGGradient(colors: [.black], locations: [.nan]) == nil)
  }

  @Test("Contexts of no or too large a size are refused")
  func sizes() {
    for (width, height) in [(0, 1), (1, 0), (-3, 3), (20_000, 1), (1 << 40, 1)] {
      #expect(CGContext(pixelSize: PixelSize(width, height), scale: 1) == nil)
    }
    for scale in [0, -1, .nan, .infinity] {
      #expect(CGContext(pixelSize: PixelSize(1, 1), scale: scale) == nil)
    }
    #expect(CGContext(pixelSize: PixelSize(1, 1), scale: 1, origin: Point(.nan, 0)) == nil)
  }
}

@Suite("CGContext: bad input")
struct CGContextBadInputTests {
  @Test("Numbers that are not finite are ignored, with one warning per cause")
  func badNumbers() throws {
    let context = try CGContextTests.context()
    let before = context.ctm
    let warnings = Warnings.collect {
      for bad in [CGFloat.nan, .infinity, -.infinity, .nan] {
        context.translateBy(x: bad, y: 0)
        context.scaleBy(x: 1, y: bad)
        context.rotate(by: bad)
        context.setAlpha(bad)
        context.setLineWidth(bad)
        context.setMiterLimit(bad)
        context.setLineDash(phase: bad, lengths: [1])
        context.setLineDash(phase: 0, lengths: [bad])
        context.fill(CGRect(x: bad, y: 0, width: 10, height: 10))
        context.clear(CGRect(x: 0, y: 0, width: bad, height: 10))
        context.move(to: CGPoint(x: bad, y: 0))
        context.strokePath()
        context.addArc(
          center: CGPoint(x: 5, y: 5), radius: bad, startAngle: 0, endAngle: 1, clockwise: true)
        context.fillPath()
      }
      context.setLineWidth(-1)
      context.setLineDash(phase: 0, lengths: [-1, 2])
      context.setBlendMode(.plusDarker)
      context.restoreGState()
    }
    #expect(context.ctm == before)
    // Nothing was drawn, and the context still works with its first settings.
    #expect(try CGContextTests.bitmap(context).bytes.allSatisfy { $0 == 0 })
    context.stroke(CGRect(x: 5.5, y: 5.5, width: 8, height: 8))
    #expect(try CGContextTests.alpha(context, 5, 5) == 255)
    let causes = [
      "transform", "alpha", "line width", "miter limit", "line dash", "rectangle", "plusDarker",
      "restoreGState", "path element",
    ]
    for cause in causes {
      #expect(warnings.count { $0.contains(cause) } == 1, "\(cause): \(warnings)")
    }
    #expect(warnings.count == causes.count)
  }

  @Test("Text that cannot be drawn warns; text that need not be does not")
  func text() {
    let style = TextStyle(size: 12)
    func drawn(_ string: String, _ boxSize: Size) -> Bool {
      TextRasterizer.rasterize(
        TextRequest(string: string, style: style, boxSize: boxSize)) != nil
    }
    let silent = Warnings.collect {
      #expect(!drawn("", Size(9, 9)))
      #expect(!drawn("a", .zero))
      #expect(drawn("a", Size(9, 9)))
    }
    #expect(silent.isEmpty)
    let warned = Warnings.collect {
      #expect(!drawn("a", Size(1e6, 9)))
      #expect(!drawn("a", Size(1e6, 9)))
    }
    #expect(warned.count == 1)
    #expect(TextRasterizer.size("a", style: style).height > 12)
  }

  @Test("An image that cannot be decoded warns once, and says why")
  func image() {
    let warnings = Warnings.collect {
      for _ in 0..<2 { #expect(CGImage(data: Data("hello".utf8)) == nil) }
      #expect(CGImage(Bitmap(size: PixelSize(0, 0), format: .bgra8Premultiplied)) == nil)
    }
    #expect(warnings.count == 2)
    #expect(warnings.first?.contains("neither a PNG nor a JPEG") == true)
  }
}
