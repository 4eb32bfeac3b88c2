import Geometry
import Raster
import Testing

@Suite("PNG encoding")
struct PNGEncodingTests {
  /// Every premultiplied value at every alpha.
  static var allValues: Bitmap {
    var bitmap = Bitmap(size: PixelSize(256, 256), format: .bgra8Premultiplied)
    for alpha in 0..<256 {
      for x in 0..<256 {
        let i = (alpha * 256 + x) * 4
        let value = UInt8(min(x, alpha))
        bitmap.bytes.replaceSubrange(
          i..<(i + 4), with: [value, UInt8(alpha) - value, value / 2, UInt8(alpha)])
      }
    }
    return bitmap
  }

  static func chunkTypes(_ file: [UInt8]) -> [String] {
    var types: [String] = []
    var offset = 8
    while offset + 12 <= file.count {
      let length = file[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
      types.append(String(decoding: file[(offset + 4)..<(offset + 8)], as: UTF8.self))
      offset += 12 + length
    }
    return types
  }

  @Test("Every premultiplied pixel survives the way through a file unchanged")
  func roundTrip() throws {
    let bitmap = Self.allValues
    #expect(try ImageCodec.decode(bytes: ImageCodec.encodePNG(bitmap)) == bitmap)
  }

  @Test("Colour is divided by alpha, to nearest")
  func straightColor() throws {
    let bitmap = Bitmap(
      size: PixelSize(1, 1), format: .bgra8Premultiplied, bytes: [10, 50, 100, 128])
    var png = PNGBuilder(width: 1, height: 1)
    // 100 · 255 / 128 = 199.2, 50 · 255 / 128 = 99.6, 10 · 255 / 128 = 19.9
    png.sample = { _, _, channel in [199, 100, 20, 128][channel] }
    #expect(try ImageCodec.decode(bytes: png.build()) == bitmap)
    #expect(ImageCodec.encodePNG(bitmap)[25] == 6)
  }

  @Test("The same bitmap gives the same bytes")
  func deterministic() {
    #expect(ImageCodec.encodePNG(Self.allValues) == ImageCodec.encodePNG(Self.allValues))
  }

  @Test("Files are tagged sRGB; opaque ones have no alpha channel, masks are gray")
  func kinds() throws {
    let mask = Bitmap(size: PixelSize(2, 1), format: .alpha8, bytes: [0, 200])
    let opaque = Bitmap(
      size: PixelSize(1, 1), format: .bgra8Premultiplied, bytes: [1, 2, 3, 255])
    let (rgba, rgb, gray) = (
      ImageCodec.encodePNG(Self.allValues), ImageCodec.encodePNG(opaque), ImageCodec.encodePNG(mask)
    )
    let colorTypeByte = 25
    #expect([rgba, rgb, gray].map { $0[colorTypeByte] } == [6, 2, 0])
    #expect(Self.chunkTypes(rgb) == ["IHDR", "sRGB", "IDAT", "IEND"])
    #expect(try ImageCodec.decode(bytes: rgb) == opaque)
    #expect(try ImageCodec.decode(bytes: gray)[1, 0] == SIMD4(200, 200, 200, 255))
  }
}
