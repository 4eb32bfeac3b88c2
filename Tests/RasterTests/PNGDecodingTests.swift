import Geometry
import Raster
import Testing

@Suite("PNG decoding")
struct PNGDecodingTests {
  struct Kind: CustomTestStringConvertible, Sendable {
    var colorType: PNGBuilder.ColorType
    var depth: Int
    var isInterlaced: Bool
    var hasTransparency: Bool

    var testDescription: String {
      "\(colorType) \(depth) bit\(isInterlaced ? " interlaced" : "")"
        + (hasTransparency ? " with tRNS" : "")
    }

    static let all: [Kind] = PNGBuilder.ColorType.allCases.flatMap { type in
      type.depths.flatMap { depth in
        [false, true].flatMap { interlaced in
          (type.channels % 2 == 1 ? [false, true] : [false]).map {
            Kind(colorType: type, depth: depth, isInterlaced: interlaced, hasTransparency: $0)
          }
        }
      }
    }
  }

  /// A value for a channel, different for neighbours.
  static func sample(_ x: Int, _ y: Int, _ channel: Int, depth: Int) -> Int {
    (x * 9_377 + y * 15_101 + channel * 21_001 + x * y * 37) & (1 << depth - 1)
  }

  @Test(
    "Every colour type, depth, interlacing and transparency becomes premultiplied BGRA",
    arguments: Kind.all)
  func everyKind(kind: Kind) throws {
    let width = 13, height = 11, depth = kind.depth
    let most = 1 << depth - 1
    var png = PNGBuilder(
      width: width, height: height, colorType: kind.colorType, depth: depth,
      isInterlaced: kind.isInterlaced)
    png.sample = { Self.sample($0, $1, $2, depth: depth) }
    let palette = (0...min(most, 255)).map { (i: Int) -> [UInt8] in
      [37, 59, 83].map { UInt8(truncatingIfNeeded: i * $0 + $0 / 8) }
    }
    let paletteAlpha = (0..<(palette.count / 2)).map { UInt8($0 * 41 & 255) }
    if kind.colorType == .palette { png.palette = palette }
    let transparent = (0..<3).map { Self.sample(1, 1, $0, depth: depth) }
    if kind.hasTransparency {
      png.transparency =
        kind.colorType == .palette
        ? paletteAlpha
        : transparent.prefix(kind.colorType.channels).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    }
    let bitmap = try ImageCodec.decode(bytes: png.build())
    #expect(bitmap.size == PixelSize(width, height))
    #expect(bitmap.format == .bgra8Premultiplied)
    for y in 0..<height {
      for x in 0..<width {
        let values = (0..<kind.colorType.channels).map { Self.sample(x, y, $0, depth: depth) }
        // 0…most → 0…255, to nearest.
        func scaled(_ v: Int) -> Int { (v * 255 * 2 + most) / (2 * most) }
        var straight: [Int]
        switch kind.colorType {
        case .gray: straight = [scaled(values[0]), scaled(values[0]), scaled(values[0]), 255]
        case .rgb: straight = values.map(scaled) + [255]
        case .grayAlpha:
          straight = [scaled(values[0]), scaled(values[0]), scaled(values[0]), scaled(values[1])]
        case .rgba: straight = values.map(scaled)
        case .palette:
          let index = values[0]
          straight = palette[index].map { Int($0) } + [255]
          if kind.hasTransparency, index < paletteAlpha.count {
            straight[3] = Int(paletteAlpha[index])
          }
        }
        if kind.hasTransparency, kind.colorType != .palette,
          values == Array(transparent.prefix(values.count))
        {
          straight[3] = 0
        }
        let expected = SIMD4<UInt8>(
          straight.enumerated().map { channel, value in
            channel == 3
              ? UInt8(value) : UInt8((Double(value * straight[3]) / 255).rounded())
          })
        #expect(bitmap[x, y] == expected, "pixel (\(x), \(y))")
      }
    }
  }

  @Test("Chunks that do not change pixels are skipped, and bytes after the end do not matter")
  func ancillaryChunks() throws {
    var file = PNGBuilder.signature + PNGBuilder.header(width: 1, height: 1, colorType: 2)
    file += PNGBuilder.chunk("gAMA", PNGBuilder.bigEndian(45_455))
    file += PNGBuilder.chunk("iCCP", Array("broken\0\0nonsense".utf8))
    file += PNGBuilder.chunk("tEXt", Array("Comment\0hello".utf8))
    file += PNGBuilder.chunk("prVt", [1, 2, 3])
    file += PNGBuilder.chunk("IDAT", PNGBuilder.stored([0, 10, 20, 30]))
    file += PNGBuilder.chunk("IEND", []) + [1, 2, 3]
    #expect(try ImageCodec.decode(bytes: file)[0, 0] == SIMD4(10, 20, 30, 255))
  }
}
