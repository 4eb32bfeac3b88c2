/// Writes PNG files of every kind byte by byte, so that decoding is checked against the format and
/// not against the encoder. Image data is stored without compression.
struct PNGBuilder {
  enum ColorType: UInt8, CaseIterable {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgba = 6

    var channels: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }

    var depths: [Int] {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .rgb, .grayAlpha, .rgba: [8, 16]
      }
    }
  }

  var width: Int
  var height: Int
  var colorType = ColorType.rgba
  var depth = 8
  var isInterlaced = false
  /// Red, green, blue of each index.
  var palette: [[UInt8]] = []
  var transparency: [UInt8]?
  /// The value of a channel at a pixel, less than 2^depth.
  var sample: (_ x: Int, _ y: Int, _ channel: Int) -> Int = { _, _, _ in 0 }

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  func build() -> [UInt8] {
    var file = Self.signature
    file += Self.header(
      width: UInt32(width), height: UInt32(height), depth: UInt8(depth),
      colorType: colorType.rawValue, interlace: isInterlaced ? 1 : 0)
    if !palette.isEmpty { file += Self.chunk("PLTE", palette.flatMap { $0 }) }
    if let transparency { file += Self.chunk("tRNS", transparency) }
    file += Self.chunk("IDAT", Self.stored(rows()))
    file += Self.chunk("IEND", [])
    return file
  }

  static func header(
    width: UInt32, height: UInt32, depth: UInt8 = 8, colorType: UInt8 = 6, interlace: UInt8 = 0
  ) -> [UInt8] {
    chunk(
      "IHDR", bigEndian(width) + bigEndian(height) + [depth, colorType, 0, 0, interlace])
  }

  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return bigEndian(UInt32(data.count)) + body + bigEndian(crc(body))
  }

  /// First column, first row, column step and row step of the seven passes of Adam7.
  private static let passes = [
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
    (0, 1, 1, 2),
  ]

  private func rows() -> [UInt8] {
    guard isInterlaced else { return pass(0, 0, 1, 1) }
    return Self.passes.flatMap { pass($0.0, $0.1, $0.2, $0.3) }
  }

  private func pass(_ x0: Int, _ y0: Int, _ dx: Int, _ dy: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    guard x0 < width else { return bytes }
    for y in stride(from: y0, to: height, by: dy) {
      bytes.append(0)  // no filter
      var bits: [UInt8] = []
      for x in stride(from: x0, to: width, by: dx) {
        for channel in 0..<colorType.channels {
          let value = sample(x, y, channel)
          for bit in stride(from: depth - 1, through: 0, by: -1) {
            bits.append(UInt8(value >> bit & 1))
          }
        }
      }
      while bits.count % 8 != 0 { bits.append(0) }
      for i in stride(from: 0, to: bits.count, by: 8) {
        bytes.append(bits[i..<(i + 8)].reduce(0) { $0 << 1 | $1 })
      }
    }
    return bytes
  }

  /// A zlib stream of stored blocks.
  static func stored(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let end = min(start + 0xFFFF, data.count)
      let count = UInt16(end - start)
      stream.append(end == data.count ? 1 : 0)
      stream += [UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)]
      stream += data[start..<end]
      start = end
    } while start < data.count
    var a: UInt32 = 1, b: UInt32 = 0
    for byte in data {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return stream + bigEndian(b << 16 | a)
  }

  static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  static func crc(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var crc: UInt32 = .max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1 }
    }
    return ~crc
  }

  /// Makes the checksums of a damaged file right again, so that the damage reaches the decoder.
  static func repairChecksums(_ file: inout [UInt8]) {
    var offset = 8
    while offset + 12 <= file.count {
      let length = file[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
      guard offset + 12 + length <= file.count else { return }
      let end = offset + 8 + length
      file.replaceSubrange(end..<(end + 4), with: bigEndian(crc(file[(offset + 4)..<end])))
      offset = end + 4
    }
  }
}
