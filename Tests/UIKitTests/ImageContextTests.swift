import CoreGraphicsAPI
import Foundation
import Geometry
import TestSupport
import Testing
import UIKit

@Suite("Image contexts")
struct ImageContextTests {
  static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)

  /// A picture of 40 × 30 pixels in which every pixel is another colour.
  static func picture(scale: CGFloat = 1) throws -> UIImage {
    var bitmap = Bitmap(size: PixelSize(40, 30), format: .bgra8Premultiplied)
    for i in 0..<1200 {
      bitmap.bytes.replaceSubrange(
        (4 * i)..<(4 * i + 4), with: [UInt8(i % 40 * 6), UInt8(i / 40 * 8), 100, 255])
    }
    return UIImage(cgImage: try #require(CGImage(bitmap)), scale: scale, orientation: .up)
  }

  static func bitmap(_ image: UIImage?) throws -> Bitmap {
    try #require(image?.cgImage).pixelImage.bitmap
  }

  @Test("S59: rounded beforehand, corners are clear, the middle is untouched, size and scale stay")
  func roundedImage() throws {
    let image = try Self.picture(scale: 2)
    UIGraphicsBeginImageContextWithOptions(image.size, false, image.scale)
    let rect = CGRect(origin: .zero, size: image.size)
    UIBezierPath(roundedRect: rect, cornerRadius: 5).addClip()
    image.draw(in: rect)
    let rounded = try #require(UIGraphicsGetImageFromCurrentImageContext())
    UIGraphicsEndImageContext()
    #expect(UIGraphicsGetCurrentContext() == nil)
    #expect(rounded.size == CGSize(width: 20, height: 15) && rounded.scale == 2)
    let before = try Self.bitmap(image), after = try Self.bitmap(rounded)
    #expect(after.size == before.size)
    for (x, y) in [(0, 0), (39, 0), (0, 29), (39, 29), (1, 1)] { #expect(after[x, y] == SIMD4()) }
    for y in 0..<30 {
      // A corner's part of the sides is 1.53 times its radius of ten pixels.
      for x in 0..<40 where (16..<24).contains(x) || (y == 15 && (1..<39).contains(x)) {
        #expect(after[x, y] == before[x, y])
      }
    }
  }

  @Test("A renderer's image has the size, the scale and the opacity of its format")
  func renderer() throws {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 3
    let image = UIGraphicsImageRenderer(size: CGSize(width: 10, height: 5), format: format).image {
      #expect(UIGraphicsGetCurrentContext() === $0.cgContext && $0.format.scale == 3)
      #expect($0.format.bounds == CGRect(x: 0, y: 0, width: 10, height: 5))
      Self.red.setFill()
      $0.fill(CGRect(x: 5, y: 0, width: 5, height: 5))
    }
    #expect(image.size == CGSize(width: 10, height: 5) && image.scale == 3)
    let bitmap = try Self.bitmap(image)
    #expect(bitmap.size == PixelSize(30, 15))
    #expect(bitmap[14, 7] == SIMD4() && bitmap[15, 7] == SIMD4(255, 0, 0, 255))
    format.opaque = true
    let opaque = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4), format: format)
    #expect(try Self.bitmap(opaque.image { _ in }).isOpaque)
  }

  @Test("A renderer draws the part of the plane that its bounds are")
  func bounds() throws {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    let bounds = CGRect(x: -5, y: 20, width: 10, height: 10)
    let image = UIGraphicsImageRenderer(bounds: bounds, format: format).image {
      Self.red.setFill()
      $0.fill(CGRect(x: 0, y: 25, width: 100, height: 100))
    }
    let bitmap = try Self.bitmap(image)
    #expect(bitmap[4, 9] == SIMD4() && bitmap[9, 4] == SIMD4())
    #expect(bitmap[5, 5] == SIMD4(255, 0, 0, 255))
  }

  @Test("Contexts nest, and each thread has its own")
  func nesting() async throws {
    UIGraphicsBeginImageContext(CGSize(width: 8, height: 8))
    let outer = try #require(UIGraphicsGetCurrentContext())
    let inner = UIGraphicsImageRenderer(size: CGSize(width: 2, height: 2)).image { _ in
      #expect(UIGraphicsGetCurrentContext() !== outer)
      Self.red.setFill()
      UIRectFill(CGRect(x: 0, y: 0, width: 2, height: 2))
    }
    #expect(UIGraphicsGetCurrentContext() === outer)
    inner.draw(in: CGRect(x: 4, y: 4, width: 4, height: 4))
    let image = UIGraphicsGetImageFromCurrentImageContext()
    UIGraphicsEndImageContext()
    let bitmap = try Self.bitmap(image)
    #expect(bitmap[3, 3] == SIMD4() && bitmap[6, 6] == SIMD4(255, 0, 0, 255))
    await withTaskGroup(of: Bool.self) { group in
      for i in 1...8 {
        group.addTask {
          let size = CGSize(width: i, height: 1)
          let image = UIGraphicsImageRenderer(size: size).image {
            $0.cgContext.fill(CGRect(origin: .zero, size: size))
          }
          return image.size == size && (try? Self.bitmap(image))?.isOpaque == true
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test("Sizes that cannot be drawn give no pixels and one warning; ends without a begin another")
  func badSizes() {
    let sizes = [
      CGSize.zero, CGSize(width: -1, height: 0), CGSize(width: 1e9, height: 1),
      CGSize(width: CGFloat.nan, height: 5), CGSize(width: CGFloat.infinity, height: 5),
    ]
    let said = Warnings.collect {
      for size in sizes {
        let image = UIGraphicsImageRenderer(size: size).image { _ in Issue.record("was drawn") }
        #expect(image.cgImage == nil && image.size == .zero && image.pngData() == nil)
        UIGraphicsBeginImageContextWithOptions(size, true, -3)
        UIRectFill(CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
        UIGraphicsEndImageContext()
      }
      UIGraphicsEndImageContext()
      #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
    }
    #expect(said.contains { $0.contains("without a begun image") })
    #expect(said.count { $0.contains("cannot be drawn") } == 1)
  }

  @Test("Images are drawn upright, faded, blended, and in any orientation")
  func drawing() throws {
    let image = try Self.picture()
    let before = try Self.bitmap(image)
    func drawn(_ size: CGSize, _ draw: () -> Void) throws -> Bitmap {
      let format = UIGraphicsImageRendererFormat()
      format.scale = 1
      return try Self.bitmap(
        UIGraphicsImageRenderer(size: size, format: format).image { _ in draw() })
    }
    #expect(try drawn(image.size) { image.draw(at: .zero) } == before)
    let faded = try drawn(image.size) { image.draw(at: .zero, blendMode: .normal, alpha: 0.5) }
    #expect(abs(Int(faded[20, 20].w) - 128) <= 1)
    let orientations: [(UIImage.Orientation, (Int, Int) -> (Int, Int))] = [
      (.up, { ($0, $1) }), (.upMirrored, { (39 - $0, $1) }), (.down, { (39 - $0, 29 - $1) }),
      (.downMirrored, { ($0, 29 - $1) }),
      // The pixel at x, y of the turned picture, of 30 × 40.
      (.leftMirrored, { ($1, $0) }), (.right, { ($1, 29 - $0) }),
      (.rightMirrored, { (39 - $1, 29 - $0) }), (.left, { (39 - $1, $0) }),
    ]
    for (orientation, source) in orientations {
      let turned = UIImage(
        cgImage: try #require(image.cgImage), scale: 1, orientation: orientation)
      let bitmap = try drawn(turned.size) { turned.draw(at: .zero) }
      let png = try ImageFile(data: #require(turned.pngData())).decode()
      #expect(png == bitmap)
      for (x, y) in [(0, 0), (29, 0), (0, 29), (13, 22)] {
        let (sx, sy) = source(x, y)
        #expect(bitmap[x, y] == before[sx, sy], "\(orientation) \(x) \(y)")
      }
    }
  }

  @Test("Strings are drawn with their attributes, where and as broadly as they are measured")
  func strings() throws {
    let font = try #require(UIFont(name: "DejaVu Sans", size: 20))
    let attributes: [NSAttributedString.Key: Any] = [
      .font: font, .foregroundColor: Self.red, .underlineStyle: NSUnderlineStyle.single.rawValue,
    ]
    let size = "HHH".size(withAttributes: attributes)
    #expect(abs(Double(size.width) - 3 * 20 * 1540 / 2048) < 0.1)
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    let renderer = UIGraphicsImageRenderer(size: CGSize(width: 100, height: 80), format: format)
    func ink(_ draw: () -> Void) throws -> PixelRect {
      try Self.bitmap(renderer.image { _ in draw() }).inkBounds(threshold: 128)
    }
    let point = try ink { "HHH".draw(at: CGPoint(x: 30, y: 40), withAttributes: attributes) }
    #expect(abs(point.x - 30) <= 3 && abs(Double(point.maxX) - 30 - Double(size.width)) <= 3)
    #expect(point.y > 40 && point.maxY <= 64)
    // Two words in a width for one.
    let rect = CGRect(x: 10, y: 5, width: size.width + 2, height: 70)
    let wrapped = try ink { "HHH HHH".draw(in: rect, withAttributes: attributes) }
    #expect(wrapped.height > 30 && wrapped.maxX <= Int(rect.maxX) + 1)
    let box = "HHH HHH".boundingRect(
      with: rect.size, options: .usesLineFragmentOrigin, attributes: attributes, context: nil)
    #expect(abs(box.height - 2 * font.lineHeight) < 0.1)
    let style = NSMutableParagraphStyle()
    style.lineBreakMode = .byTruncatingTail
    style.alignment = .right
    let one = try ink {
      "HHH HHH".draw(
        in: rect, withAttributes: attributes.merging([.paragraphStyle: style]) { a, _ in a })
    }
    #expect(one.height < 30)
    let right = try ink {
      NSString(string: "H").draw(
        in: rect, withAttributes: attributes.merging([.paragraphStyle: style]) { a, _ in a })
    }
    #expect(right.maxX > Int(rect.maxX) - 4)
  }

  // MARK: Gradients, shadows, layers

  static func context(_ width: Int, _ height: Int, scale: Double = 1) throws -> CGContext {
    try #require(CGContext(pixelSize: PixelSize(width, height), scale: scale))
  }

  @Test("A shadow is a Gaussian of half the blur, moved by the offset whatever the transform")
  func shadow() throws {
    let context = try Self.context(120, 120, scale: 2)
    context.setShadow(
      offset: CGSize(width: 4, height: 6), blur: 8, color: CGColor(gray: 0, alpha: 0.8))
    context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
    context.translateBy(x: 20, y: 10)
    context.scaleBy(x: 2, y: 1)
    context.fill(CGRect(x: 0, y: 0, width: 10, height: 20))
    let bitmap = try #require(context.makeImage()).pixelImage.bitmap
    // The rectangle is 40 × 40 pixels at (40, 20), its shadow at (48, 32) with a deviation of 8.
    func share(_ x: Double, _ from: Double, _ to: Double) -> Double {
      (erf((to - x) / (8 * 2.0.squareRoot())) - erf((from - x) / (8 * 2.0.squareRoot()))) / 2
    }
    for y in stride(from: 0, to: 120, by: 3) {
      for x in stride(from: 0, to: 120, by: 3) {
        let pixel = bitmap[x, y]
        if (40..<80).contains(x), (20..<60).contains(y) {
          #expect(pixel == SIMD4(255, 0, 0, 255))
          continue
        }
        let cx = Double(x) + 0.5, cy = Double(y) + 0.5
        let expected = 0.8 * share(cx, 48, 88) * share(cy, 32, 72)
        #expect(abs(Double(pixel.w) / 255 - expected) < 0.02, "\(x) \(y)")
        #expect(pixel.x == 0)
      }
    }
  }

  @Test("Shadows follow letters, images and strokes, and end with nil or the restored state")
  func shadowKinds() throws {
    let image = try #require(Self.picture().cgImage)
    let kinds: [(CGContext) -> Void] = [
      { $0.stroke(CGRect(x: 10, y: 10, width: 20, height: 20), width: 4) },
      { $0.draw(image, in: CGRect(x: 10, y: 10, width: 20, height: 20)) },
      { $0.draw("H", font: "DejaVu Sans", size: 30, at: CGPoint(x: 5, y: 5)) },
    ]
    for draw in kinds {
      func ink(_ prepare: (CGContext) -> Void) throws -> PixelRect {
        let context = try Self.context(120, 60)
        prepare(context)
        draw(context)
        return try #require(context.makeImage()).pixelImage.bitmap.inkBounds(threshold: 8)
      }
      let plain = try ink { _ in }
      let far = CGSize(width: 60, height: 0)
      let shadow = try ink { $0.setShadow(offset: far, blur: 0) }
      #expect(shadow.x == plain.x && shadow.maxX == plain.maxX + 60)
      let ended = try ink {
        $0.setShadow(offset: far, blur: 0)
        $0.setShadow(offset: far, blur: 0, color: nil)
      }
      #expect(ended == plain)
      let restored = try ink {
        $0.saveGState()
        $0.setShadow(offset: far, blur: 0)
        $0.restoreGState()
      }
      #expect(restored == plain)
    }
  }

  @Test("A layer fades, blends and casts its shadow as one")
  func transparencyLayer() throws {
    let context = try Self.context(60, 60)
    context.setAlpha(0.5)
    context.setShadow(offset: CGSize(width: 30, height: 0), blur: 0, color: .black)
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
    context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    context.setFillColor(CGColor(red: 0, green: 0, blue: 1, alpha: 1))
    context.fill(CGRect(x: 10, y: 10, width: 20, height: 20))
    context.endTransparencyLayer()
    let bitmap = try #require(context.makeImage()).pixelImage.bitmap
    func near(_ pixel: SIMD4<UInt8>, _ expected: SIMD4<Int>) -> Bool {
      (0..<4).allSatisfy { abs(Int(pixel[$0]) - expected[$0]) <= 1 }
    }
    #expect(near(bitmap[5, 5], [128, 0, 0, 128]))
    // The blue square hides the red one although the layer is translucent.
    #expect(near(bitmap[15, 15], [0, 0, 128, 128]))
    #expect(near(bitmap[35, 5], [0, 0, 0, 128]) && near(bitmap[45, 15], [0, 0, 0, 128]))
    // What is drawn afterwards has the state from before.
    context.setShadow(offset: .zero, blur: 0, color: nil)
    context.fill(CGRect(x: 0, y: 50, width: 5, height: 5))
    #expect(near(try #require(context.makeImage()).pixelImage.bitmap[2, 52], [0, 0, 0, 128]))
  }

  @Test("Layers may be nested too deep, ended too often, and left open")
  func badLayers() throws {
    let context = try Self.context(20, 20)
    let said = Warnings.collect {
      context.endTransparencyLayer()
      for _ in 0..<100 { context.beginTransparencyLayer(auxiliaryInfo: nil) }
      context.saveGState()
      context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
      for _ in 0..<100 { context.endTransparencyLayer() }
      #expect(context.makeImage()?.pixelImage.isOpaque == true)
      // A state saved outside is not restored inside.
      context.saveGState()
      context.beginTransparencyLayer(
        in: CGRect(x: 0, y: 0, width: 5, height: 5), auxiliaryInfo: nil)
      context.restoreGState()
    }
    #expect(said.count == 3)
  }

  @Test("Linear and radial gradients have their colours where those are, and beyond if told to")
  func gradients() throws {
    let gradient = try #require(
      CGGradient(colors: [
        CGColor(red: 1, green: 0, blue: 0, alpha: 1), CGColor(red: 0, green: 0, blue: 1, alpha: 1),
      ]))
    let context = try Self.context(100, 20)
    context.drawLinearGradient(
      gradient, start: CGPoint(x: 20, y: 0), end: CGPoint(x: 80, y: 0),
      options: .drawsAfterEndLocation)
    let line = try #require(context.makeImage()).pixelImage.bitmap
    #expect(line[10, 10] == SIMD4() && line[90, 10] == SIMD4(0, 0, 255, 255))
    #expect(abs(Int(line[49, 10].x) - 128) <= 3 && abs(Int(line[49, 10].z) - 127) <= 3)
    let round = try Self.context(100, 100)
    round.drawRadialGradient(
      gradient, startCenter: CGPoint(x: 50, y: 50), startRadius: 0,
      endCenter: CGPoint(x: 50, y: 50), endRadius: 40, options: [])
    let circle = try #require(round.makeImage()).pixelImage.bitmap
    #expect(circle[5, 50] == SIMD4())
    let middle = circle[70, 50]
    #expect(abs(Int(middle.x) - 125) <= 4 && abs(Int(middle.z) - 130) <= 4)
  }
}
