import CoreGraphicsAPI
import Foundation
import Geometry
import Raster
import Testing

@Suite("CGImage")
struct CGImageTests {
  /// 4 × 3 pixels that are all different.
  static var bitmap: Bitmap {
    var bitmap = Bitmap(size: PixelSize(4, 3), format: .bgra8Premultiplied)
    for i in 0..<12 {
      let value = UInt8(i * 20)
      bitmap.bytes.replaceSubrange((i * 4)..<(i * 4 + 4), with: [value, 255 - value, 7, 255])
    }
    return bitmap
  }

  @Test("PNG data becomes an image and comes back")
  func data() throws {
    let image = try #require(CGImage(data: Data(ImageCodec.encodePNG(Self.bitmap))))
    #expect((image.width, image.height, image.bitsPerPixel) == (4, 3, 32))
    #expect(image.pixelImage.bitmap == Self.bitmap)
    #expect(image.pixelImage.isOpaque)
    #expect(try ImageCodec.decode(bytes: [UInt8](image.pngData())) == Self.bitmap)
  }

  @Test("A file becomes an image; a missing or a broken one does not")
  func file() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("cgimage-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let good = folder.appendingPathComponent("good.png")
    let broken = folder.appendingPathComponent("broken.png")
    let png = Data(ImageCodec.encodePNG(Self.bitmap))
    try png.write(to: good)
    try png.prefix(40).write(to: broken)
    #expect(CGImage(contentsOfFile: good.path)?.pixelImage.bitmap == Self.bitmap)
    #expect(CGImage(contentsOfFile: broken.path) == nil)
    #expect(CGImage(contentsOfFile: folder.appendingPathComponent("none.png").path) == nil)
    #expect(CGImage(contentsOfFile: folder.path) == nil)
  }

  @Test("Bytes that are no image, and images without pixels, are refused")
  func refused() {
    #expect(CGImage(data: Data()) == nil)
    #expect(CGImage(data: Data("hello".utf8)) == nil)
    #expect(CGImage(data: Data(BadImageTests.png(width: 1 << 31, height: 1))) == nil)
    #expect(CGImage(Bitmap(size: PixelSize(0, 0), format: .bgra8Premultiplied)) == nil)
  }

  @Test("Cropping takes whole pixels, from the top left")
  func cropping() throws {
    let image = try #require(CGImage(Self.bitmap))
    let part = try #require(image.cropping(to: CGRect(x: 1.2, y: 1, width: 1.5, height: 9)))
    #expect((part.width, part.height) == (2, 2))
    for y in 0..<2 {
      for x in 0..<2 { #expect(part.pixelImage.bitmap[x, y] == Self.bitmap[x + 1, y + 1]) }
    }
    #expect(image.cropping(to: CGRect(x: -5, y: -5, width: 50, height: 50)) == image)
    #expect(image.cropping(to: CGRect(x: 4, y: 0, width: 2, height: 2)) == nil)
    #expect(image.cropping(to: .zero) == nil)
    #expect(image.cropping(to: CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1)) == nil)
    #expect(image.cropping(to: CGRect(x: 1e300, y: 0, width: 1e300, height: 1)) == nil)
  }

  @Test("Two decodings of one file are different images")
  func identity() {
    let (a, b) = (CGImage(Self.bitmap), CGImage(Self.bitmap))
    #expect(a == a)
    #expect(a != b)
  }
}
