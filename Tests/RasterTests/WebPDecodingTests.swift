import Foundation
import Geometry
import Raster
import TestSupport
import Testing

/// The files in Tests/Fixtures/Images were made with libwebp: `lossless` by a formula, the others in
/// four flat quarters at quality 95.
@Suite("WebP decoding")
struct WebPDecodingTests {
  static func bytes(of name: String) throws -> [UInt8] {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/Images/\(name).webp")
    return [UInt8](try Data(contentsOf: url))
  }

  /// Premultiplied red, green, blue, alpha of the lossless picture.
  static func lossless(_ x: Int, _ y: Int) -> SIMD4<UInt8> {
    let alpha = 255 - 30 * x
    func premultiplied(_ value: Int) -> UInt8 {
      UInt8((Double(value * alpha) / 255).rounded())
    }
    return SIMD4(
      premultiplied(10 * x), premultiplied(20 * y), premultiplied(100 + x + y), UInt8(alpha))
  }

  // MARK: Files by hand

  static func littleEndian(_ value: Int, bytes count: Int) -> [UInt8] {
    (0..<count).map { UInt8(value >> (8 * $0) & 255) }
  }

  static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array(name.utf8) + littleEndian(data.count, bytes: 4) + data
      + (data.count % 2 == 1 ? [0] : [])
  }

  static func file(_ chunks: [UInt8]) -> [UInt8] { chunk("RIFF", Array("WEBP".utf8) + chunks) }

  /// The chunks of a file behind its first twelve bytes.
  static func chunks(of file: [UInt8]) -> [UInt8] { Array(file.dropFirst(12)) }

  static func extended(flags: Int, width: Int, height: Int) -> [UInt8] {
    chunk(
      "VP8X",
      littleEndian(flags, bytes: 4) + littleEndian(width - 1, bytes: 3)
        + littleEndian(height - 1, bytes: 3))
  }

  static func frame(
    _ image: [UInt8], x: Int, y: Int, width: Int = 7, height: Int = 5
  ) -> [UInt8] {
    chunk(
      "ANMF",
      littleEndian(x / 2, bytes: 3) + littleEndian(y / 2, bytes: 3)
        + littleEndian(width - 1, bytes: 3) + littleEndian(height - 1, bytes: 3)
        + littleEndian(100, bytes: 3) + [0] + image)
  }

  static func animation(
    _ frames: [UInt8], width: Int = 20, height: Int = 10
  ) -> [UInt8] {
    file(
      extended(flags: 2, width: width, height: height)
        + chunk("ANIM", [0, 0, 0, 0, 0, 0]) + frames)
  }

  // MARK: Tests

  @Test("Lossless files give their pixels, premultiplied")
  func losslessPixels() throws {
    let bitmap = try ImageCodec.decode(bytes: Self.bytes(of: "lossless"))
    #expect(bitmap.size == PixelSize(7, 5))
    for y in 0..<5 {
      for x in 0..<7 { #expect(bitmap[x, y] == Self.lossless(x, y), "pixel (\(x), \(y))") }
    }
  }

  @Test("Lossy files give nearly their pixels, with and without alpha", arguments: [false, true])
  func lossyPixels(hasAlpha: Bool) throws {
    let bitmap = try ImageCodec.decode(bytes: Self.bytes(of: hasAlpha ? "lossy-alpha" : "lossy"))
    #expect(bitmap.isOpaque != hasAlpha)
    for (i, color) in JPEGDecodingTests.color.enumerated() {
      let pixel = bitmap[8 + 16 * (i % 2), 8 + 16 * (i / 2)]
      let alpha = hasAlpha && i % 2 == 1 ? 128 : 255
      for channel in 0..<4 {
        let expected = Int(color[channel]) * alpha / 255
        #expect(abs(Int(pixel[channel]) - expected) <= 6, "quarter \(i): \(pixel)")
      }
    }
  }

  @Test("Of an animation the first frame is seen, at its place in the whole picture")
  func firstFrame() throws {
    let image = Self.chunks(of: try Self.bytes(of: "lossless"))
    let file = Self.animation(Self.frame(image, x: 4, y: 2) + Self.frame(image, x: 0, y: 0))
    let bitmap = try ImageCodec.decode(bytes: file)
    #expect(bitmap.size == PixelSize(20, 10))
    for y in 0..<10 {
      for x in 0..<20 {
        let isInside = (4..<11).contains(x) && (2..<7).contains(y)
        #expect(bitmap[x, y] == (isInside ? Self.lossless(x - 4, y - 2) : SIMD4()))
      }
    }
  }

  @Test("Frames that do not fit, and animations without any, are corrupt")
  func badFrames() throws {
    let image = Self.chunks(of: try Self.bytes(of: "lossless"))
    for file in [
      Self.animation([]), Self.animation(Self.frame(image, x: 14, y: 0)),
      Self.animation(Self.frame(image, x: 0, y: 6)),
      Self.animation(Self.frame(image, x: 0, y: 0, width: 8)),
      Self.animation(Self.frame([1, 2, 3], x: 0, y: 0)),
    ] {
      #expect(BadImageTests.error(file) != nil)
    }
  }

  @Test(
    "A file cut at any byte is refused as truncated",
    arguments: ["lossless", "lossy", "lossy-alpha"])
  func truncated(name: String) throws {
    let file = try Self.bytes(of: name)
    for count in 1..<file.count {
      #expect(
        BadImageTests.isTruncated(BadImageTests.error(Array(file.prefix(count)))), "\(count) bytes")
    }
  }

  @Test("A header that claims too many pixels is refused whatever follows")
  func lying() throws {
    // 14 bits each of width − 1 and height − 1 behind the signature byte.
    var file = try Self.bytes(of: "lossless")
    file.replaceSubrange(21..<25, with: Self.littleEndian(0x0FFF_FFFF, bytes: 4))
    #expect(BadImageTests.error(file) == .tooLarge)
    let image = Self.chunks(of: try Self.bytes(of: "lossless"))
    let huge = Self.animation(Self.frame(image, x: 0, y: 0), width: 1 << 24, height: 1 << 24)
    #expect(BadImageTests.error(huge) == .tooLarge)
  }

  @Test("What is no WebP in the same container is no image")
  func otherContainer() {
    #expect(BadImageTests.error(Self.chunk("RIFF", Array("WAVEfmt ".utf8))) == .notAnImage)
    #expect(BadImageTests.error(Array("RIFF\0\0\0\0WEB!".utf8)) == .notAnImage)
  }

  @Test("Thousands of damaged files neither crash, hang nor pass the limits")
  func mutations() throws {
    var random = SeededGenerator.printed("damaged WebP")
    let image = Self.chunks(of: try Self.bytes(of: "lossless"))
    let originals = [
      try Self.bytes(of: "lossless"), try Self.bytes(of: "lossy"),
      try Self.bytes(of: "lossy-alpha"), Self.animation(Self.frame(image, x: 4, y: 2)),
    ]
    let limits = ImageLimits(maximumSide: 64, maximumPixels: 4096)
    for i in 0..<4000 {
      var file = originals[i % originals.count]
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        file[Int.random(in: 0..<file.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      if Bool.random(using: &random) {
        file = Array(file.prefix(Int.random(in: 0...file.count, using: &random)))
      }
      if let bitmap = try? ImageCodec.decode(bytes: file, limits: limits) {
        #expect(limits.allow(bitmap.size))
      }
    }
  }
}
