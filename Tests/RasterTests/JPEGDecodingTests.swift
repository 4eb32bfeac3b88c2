import Foundation
import Geometry
import Raster
import Testing

/// The files in Tests/Fixtures/Images were made with libjpeg at quality 95: 32 × 32 pixels in four
/// flat quarters.
@Suite("JPEG decoding")
struct JPEGDecodingTests {
  static let color: [SIMD4<UInt8>] = [
    SIMD4(255, 0, 0, 255), SIMD4(0, 255, 0, 255), SIMD4(0, 0, 255, 255), SIMD4(255, 255, 255, 255),
  ]
  static let gray: [SIMD4<UInt8>] = [0, 85, 170, 255].map { SIMD4($0, $0, $0, 255) }
  /// Cyan, magenta, yellow, black of the quarters: (0, 1, 1, 0), (1, 0, 1, 0), (0, 0, 0, 128/255),
  /// (64/255, 0, 0, 64/255), by (1 − ink)(1 − black).
  static let ink: [SIMD4<UInt8>] = [
    SIMD4(255, 0, 0, 255), SIMD4(0, 255, 0, 255), SIMD4(127, 127, 127, 255),
    SIMD4(143, 191, 191, 255),
  ]

  static let files: [(String, [SIMD4<UInt8>])] = [
    ("gray", gray), ("color-444", color), ("color-420", color), ("color-420-restart", color),
    ("color-rgb", color), ("progressive", color), ("arithmetic", color), ("cmyk-adobe", ink),
    ("cmyk-plain", ink), ("ycck-adobe", ink),
  ]

  static func bytes(of name: String) throws -> [UInt8] {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/Images/\(name).jpg")
    return [UInt8](try Data(contentsOf: url))
  }

  @Test("Gray, colour, CMYK and YCCK files of every coding become opaque BGRA", arguments: files)
  func everyKind(name: String, quarters: [SIMD4<UInt8>]) throws {
    let bitmap = try ImageCodec.decode(bytes: Self.bytes(of: name))
    #expect(bitmap.size == PixelSize(32, 32))
    #expect(bitmap.isOpaque)
    for (i, expected) in quarters.enumerated() {
      let pixel = bitmap[8 + 16 * (i % 2), 8 + 16 * (i / 2)]
      for channel in 0..<4 {
        let difference = abs(Int(pixel[channel]) - Int(expected[channel]))
        #expect(difference <= 4, "quarter \(i): \(pixel), expected \(expected)")
      }
    }
  }
}
