import Foundation
import Geometry
import Raster
import TestSupport
import Testing

@Suite("Fuzz: image files")
struct ImageFuzzTests {
  /// Files that decode, of every kind, with profiles, orientations and several frames.
  private static func originals() throws -> [[UInt8]] {
    var files = PNGDecodingTests.Kind.all.map { kind in
      var png = PNGBuilder(
        width: 11, height: 9, colorType: kind.colorType, depth: kind.depth,
        isInterlaced: kind.isInterlaced)
      png.sample = { PNGDecodingTests.sample($0, $1, $2, depth: kind.depth) }
      if kind.colorType == .palette {
        png.palette = (0..<(1 << kind.depth)).map { [UInt8($0), 0, 255] }
      }
      if kind.hasTransparency {
        png.transparency = [UInt8](repeating: 1, count: 2 * kind.colorType.channels)
      }
      return png.build()
    }
    var noise = Bitmap(size: PixelSize(40, 30), format: .bgra8Premultiplied)
    for i in noise.bytes.indices { noise.bytes[i] = i % 4 == 3 ? 255 : UInt8(i / 7 & 255) }
    files.append(ImageCodec.encodePNG(noise))
    let curves: [ProfileBuilder.Curve] = [
      ProfileBuilder.sRGBCurve, .gamma(2.2), .table([0, 9_000, 65_535]),
      .parametric(4, [2, 1, 0, 0.5, 0.4, 0, 0.05]),
    ]
    files += curves.map { curve in
      ColorProfileTests.png(ColorProfileTests.profileChunk(ProfileBuilder(curve: curve).build()))
    }
    let light = ["gAMA", "cHRM"].map { name in
      PNGBuilder.chunk(
        name, (0..<(name == "gAMA" ? 1 : 8)).flatMap { PNGBuilder.bigEndian(30_000 + $0) })
    }
    files.append(ColorProfileTests.png(light[0] + light[1]))
    files += try JPEGDecodingTests.files.map { try JPEGDecodingTests.bytes(of: $0.0) }
    files += try ["lossless", "lossy", "lossy-alpha"].map { try WebPDecodingTests.bytes(of: $0) }
    for bigEndian in [false, true] {
      files += try ColorProfileTests.files(
        exif: ColorProfileTests.exif(6, bigEndian: bigEndian, padding: 6))
    }
    let frame = WebPDecodingTests.chunks(of: try WebPDecodingTests.bytes(of: "lossless"))
    files.append(
      WebPDecodingTests.animation(
        WebPDecodingTests.frame(frame, x: 4, y: 2) + WebPDecodingTests.frame(frame, x: 0, y: 0)))
    files.append(
      WebPDecodingTests.file(
        WebPDecodingTests.extended(flags: 0x30, width: 7, height: 5)
          + WebPDecodingTests.chunk("ICCP", ProfileBuilder().build()) + frame))
    return files
  }

  @Test("Damaged files are refused, or give as many valid pixels as their header says")
  func damaged() throws {
    let originals = try Self.originals()
    for file in originals { #expect(throws: Never.self) { try ImageCodec.decode(bytes: file) } }
    let limits = ImageLimits(maximumSide: 512, maximumPixels: 1 << 16)
    var decoded = 0, refused = 0
    Fuzz("image-files", cases: 6_000).run { random in
      var file = random.pick(originals)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        Self.damage(&file, random.pick(originals), &random)
      }
      // Half of the PNGs get past the checksums.
      if file.starts(with: PNGBuilder.signature), random.chance(0.5) {
        PNGBuilder.repairChecksums(&file)
      }
      guard let bitmap = try? ImageCodec.decode(bytes: file, limits: limits) else {
        refused += 1
        _ = try? ImageCodec.header(of: file)
        return
      }
      decoded += 1
      #expect(limits.allow(bitmap.size))
      #expect((try? ImageCodec.header(of: file, limits: limits))?.size == bitmap.size)
      #expect(bitmap.bytes.count == bitmap.size.bounds.area * 4)
      #expect(Self.isPremultiplied(bitmap))
    }
    print("damaged images: \(decoded) decoded, \(refused) refused")
    #expect(decoded > 0 && refused > 0)
  }

  private static func isPremultiplied(_ bitmap: Bitmap) -> Bool {
    stride(from: 0, to: bitmap.bytes.count, by: 4).allSatisfy { i in
      bitmap.bytes[i..<(i + 3)].allSatisfy { $0 <= bitmap.bytes[i + 3] }
    }
  }

  /// - Parameter other: A file to take parts from.
  private static func damage(
    _ file: inout [UInt8], _ other: [UInt8], _ random: inout SeededGenerator
  ) {
    guard !file.isEmpty else { return }
    let i = Int.random(in: 0..<file.count, using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0: file[i] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: file[i] = UInt8.random(in: 0...255, using: &random)
    case 2: file[i] = random.pick([0, 1, 127, 128, 254, 255])
    case 3: file.removeSubrange(i..<min(file.count, i + Int.random(in: 1...8, using: &random)))
    case 4:
      let end = min(file.count, i + Int.random(in: 1...32, using: &random))
      file.insert(contentsOf: file[i..<end], at: Int.random(in: 0...file.count, using: &random))
    case 5: file.removeLast(Int.random(in: 0..<file.count, using: &random) / 4)
    case 6:
      // A size, a length or a place, in either order.
      let value: UInt32 = random.pick([0, 1, 0xFF, 0x7FFF, 0xFFFF, 0x4000, 0x7FFF_FFFF, .max])
      let bytes = PNGBuilder.bigEndian(value)
      let field = random.chance(0.5) ? bytes : bytes.reversed()
      let count = min(random.pick([2, 3, 4]), file.count - i)
      file.replaceSubrange(
        i..<(i + count), with: random.chance(0.5) ? field.prefix(count) : field.suffix(count))
    case 7:
      let start = Int.random(in: 0..<other.count, using: &random)
      let end = min(other.count, start + Int.random(in: 1...64, using: &random))
      file.insert(contentsOf: other[start..<end], at: i)
    default:
      let start = Int.random(in: 0..<other.count, using: &random)
      file.replaceSubrange(i..., with: other[start...])
    }
  }
}
