import Foundation
import Geometry
import Raster
import Testing

@Suite("Images that lie or are damaged")
struct BadImageTests {
  static func error(
    _ bytes: [UInt8], limits: ImageLimits = .standard
  ) -> ImageError? {
    do throws(ImageError) {
      _ = try ImageCodec.decode(bytes: bytes, limits: limits)
      return nil
    } catch {
      return error
    }
  }

  static func isTruncated(_ error: ImageError?) -> Bool {
    if case .truncated = error { true } else { false }
  }

  static func isCorrupt(_ error: ImageError?) -> Bool {
    if case .corrupt = error { true } else { false }
  }

  static func png(width: UInt32, height: UInt32) -> [UInt8] {
    PNGBuilder.signature + PNGBuilder.header(width: width, height: height)
      + PNGBuilder.chunk("IDAT", PNGBuilder.stored([0, 1, 2, 3, 4])) + PNGBuilder.chunk("IEND", [])
  }

  /// A JPEG whose frame header claims another size.
  static func jpeg(width: Int, height: Int, from name: String = "color-444") throws -> [UInt8] {
    var file = try JPEGDecodingTests.bytes(of: name)
    let start = try #require(
      file.indices.dropLast().first { file[$0] == 255 && file[$0 + 1] == 0xC0 })
    file.replaceSubrange(
      (start + 5)..<(start + 9),
      with: [height >> 8, height & 255, width >> 8, width & 255].map { UInt8($0) })
    return file
  }

  @Test("Bytes that start like no image are no image")
  func notAnImage() {
    #expect(Self.error([]) == .notAnImage)
    #expect(Self.error(Array("GIF89a…".utf8)) == .notAnImage)
    #expect(Self.error([UInt8](repeating: 0, count: 100_000)) == .notAnImage)
    #expect(Self.error([0x88] + PNGBuilder.signature) == .notAnImage)
  }

  @Test(
    "A file cut at any byte is refused as truncated",
    arguments: ["png", "color-420", "progressive", "cmyk-adobe"])
  func truncated(kind: String) throws {
    var png = PNGBuilder(width: 9, height: 7, isInterlaced: true)
    png.sample = { ($0 * 31 + $1 * 17 + $2) & 255 }
    let file = kind == "png" ? png.build() : try JPEGDecodingTests.bytes(of: kind)
    #expect(Self.error(file) == nil)
    for count in 1..<file.count {
      #expect(Self.isTruncated(Self.error(Array(file.prefix(count)))), "\(count) bytes")
    }
  }

  @Test(
    "A PNG header that claims too many pixels is refused whatever follows",
    arguments: [
      (1 << 31, 1), (1, 1 << 31), (0x7FFF_FFFF, 0x7FFF_FFFF), (0xFFFF_FFFF, 0xFFFF_FFFF),
      (46_341, 46_341), (16_385, 1), (1, 16_385), (16_384, 16_384), (16_384, 8_193),
    ] as [(UInt32, UInt32)])
  func lyingPNG(width: UInt32, height: UInt32) {
    #expect(Self.error(Self.png(width: width, height: height)) == .tooLarge)
  }

  @Test("A header within the limits is refused when the file is too short to hold its pixels")
  func shortForItsHeader() throws {
    #expect(Self.isTruncated(Self.error(Self.png(width: 16_384, height: 8_192))))
    #expect(Self.isTruncated(Self.error(try Self.jpeg(width: 16_384, height: 8_192))))
  }

  @Test(
    "A JPEG header that claims too many pixels is refused",
    arguments: [(65_535, 65_535), (65_500, 65_500), (16_385, 8), (8, 16_385), (16_384, 16_384)])
  func lyingJPEG(width: Int, height: Int) throws {
    #expect(Self.error(try Self.jpeg(width: width, height: height)) == .tooLarge)
  }

  @Test("An image without pixels is corrupt")
  func empty() throws {
    #expect(Self.isCorrupt(Self.error(Self.png(width: 0, height: 5))))
    #expect(Self.isCorrupt(Self.error(Self.png(width: 5, height: 0))))
    #expect(Self.isCorrupt(Self.error(try Self.jpeg(width: 0, height: 8))))
    #expect(Self.isCorrupt(Self.error(try Self.jpeg(width: 8, height: 0))))
  }

  @Test("The caller's limits hold")
  func limits() throws {
    let file = PNGBuilder(width: 9, height: 7).build()
    #expect(Self.error(file, limits: ImageLimits(maximumSide: 9, maximumPixels: 63)) == nil)
    #expect(Self.error(file, limits: ImageLimits(maximumSide: 8, maximumPixels: 63)) == .tooLarge)
    #expect(Self.error(file, limits: ImageLimits(maximumSide: 9, maximumPixels: 62)) == .tooLarge)
    #expect(Self.error(file, limits: ImageLimits(maximumSide: -1, maximumPixels: -1)) == .tooLarge)
  }

  @Test("One flipped bit in a PNG's chunks is noticed by their checksums")
  func flippedBit() {
    let file = PNGBuilder(width: 3, height: 2).build()
    for i in 16..<(file.count - 12) {
      var damaged = file
      damaged[i] ^= 0x10
      #expect(Self.error(damaged) != nil, "byte \(i)")
    }
  }

  @Test("Twelve-bit JPEGs are unsupported, not corrupt")
  func unsupported() throws {
    var file = try Self.jpeg(width: 32, height: 32)
    let start = try #require(
      file.indices.dropLast().first { file[$0] == 255 && file[$0 + 1] == 0xC0 })
    file[start + 4] = 12
    guard case .unsupported = Self.error(file) else {
      Issue.record("\(String(describing: Self.error(file)))")
      return
    }
  }
}
