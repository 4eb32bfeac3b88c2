import CoreGraphicsAPI
import Foundation
import Geometry
import Raster
import Testing

/// Builds ICC profiles of the matrix and the curve kind.
struct ProfileBuilder {
  enum Curve {
    case gamma(Double)
    case table([UInt16])
    /// The kind and its numbers.
    case parametric(Int, [Double])

    var bytes: [UInt8] {
      switch self {
      case .gamma(let g):
        Array("curv".utf8) + [0, 0, 0, 0] + PNGBuilder.bigEndian(1)
          + ProfileBuilder.big16(UInt16(g * 256))
      case .table(let samples):
        Array("curv".utf8) + [0, 0, 0, 0] + PNGBuilder.bigEndian(UInt32(samples.count))
          + samples.flatMap { ProfileBuilder.big16($0) }
      case .parametric(let kind, let numbers):
        Array("para".utf8) + [0, 0, 0, 0] + ProfileBuilder.big16(UInt16(kind)) + [0, 0]
          + numbers.flatMap { ProfileBuilder.fixed($0) }
      }
    }
  }

  static let sRGBCurve = Curve.parametric(
    3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
  /// The colorants of Display P3 and of sRGB as their profiles have them.
  static let p3 = [
    [0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407],
  ]
  static let sRGB = [
    [0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.71410],
  ]

  var space = "RGB "
  var colorants = p3
  var curve = sRGBCurve

  static func big16(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }
  static func fixed(_ value: Double) -> [UInt8] {
    PNGBuilder.bigEndian(UInt32(bitPattern: Int32((value * 65_536).rounded())))
  }

  func build() -> [UInt8] {
    func xyz(_ c: [Double]) -> [UInt8] {
      Array("XYZ ".utf8) + [0, 0, 0, 0] + c.flatMap { Self.fixed($0) }
    }
    var tags: [(String, [UInt8])] = [("wtpt", xyz([0.9642, 1, 0.8249]))]
    if space == "GRAY" {
      tags.append(("kTRC", curve.bytes))
    } else {
      tags += zip(["rXYZ", "gXYZ", "bXYZ"], colorants).map { ($0, xyz($1)) }
      tags += ["rTRC", "gTRC", "bTRC"].map { ($0, curve.bytes) }
    }
    var table = PNGBuilder.bigEndian(UInt32(tags.count)), data: [UInt8] = []
    let start = 128 + 4 + 12 * tags.count
    for (name, bytes) in tags {
      let padded = bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
      table += Array(name.utf8) + PNGBuilder.bigEndian(UInt32(start + data.count))
      table += PNGBuilder.bigEndian(UInt32(bytes.count))
      data += padded
    }
    var header = PNGBuilder.bigEndian(UInt32(start + data.count)) + [0, 0, 0, 0]
    header += [4, 0, 0, 0] + Array("mntr\(space)XYZ ".utf8)
    header += [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
    header += [UInt8](repeating: 0, count: 28) + xyz([0.9642, 1, 0.8249]).dropFirst(8)
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return header + table + data
  }
}

@Suite("Colours of image files")
struct ColorProfileTests {
  /// By the formulas of CSS Color 4, apart from any profile.
  static func fromP3(_ p3: [Int]) -> [Int] {
    let light = p3.map { value in
      let v = Double(value) / 255
      return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
    }
    let rows = [
      [1.2249401762805587, -0.22494017628055996, 0],
      [-0.042056954709688163, 1.0420569547096881, 0],
      [-0.019637554590334432, -0.078636045550631889, 1.0982736001409663],
    ]
    return rows.map { row in
      let l = min(max(zip(row, light).reduce(0) { $0 + $1.0 * $1.1 }, 0), 1)
      return Int(((l <= 0.0031308 ? 12.92 * l : 1.055 * pow(l, 1 / 2.4) - 0.055) * 255).rounded())
    }
  }

  static let colors = [
    [255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255], [0, 0, 0], [200, 100, 50],
    [120, 130, 140], [30, 60, 220], [90, 200, 90], [12, 8, 4],
  ]

  /// A PNG of one row of colours.
  static func png(_ extra: [UInt8], _ colors: [[Int]] = colors, type: UInt8 = 2) -> [UInt8] {
    let rows: [UInt8] = [0] + colors.joined().map { UInt8($0) }
    return PNGBuilder.signature
      + PNGBuilder.header(width: UInt32(colors.count), height: 1, colorType: type) + extra
      + PNGBuilder.chunk("IDAT", PNGBuilder.stored(rows)) + PNGBuilder.chunk("IEND", [])
  }

  static func profileChunk(_ profile: [UInt8]) -> [UInt8] {
    PNGBuilder.chunk("iCCP", Array("name\0\0".utf8) + PNGBuilder.stored(profile))
  }

  static func decoded(_ file: [UInt8], limits: ImageLimits = .standard) throws -> [[Int]] {
    let bitmap = try ImageCodec.decode(bytes: file, limits: limits)
    return (0..<bitmap.size.width).map { x in (0..<3).map { Int(bitmap[x, 0][$0]) } }
  }

  static func expect(_ found: [[Int]], _ expected: [[Int]], within tolerance: Int = 1) {
    #expect(found.count == expected.count)
    for (a, b) in zip(found, expected) {
      #expect(zip(a, b).allSatisfy { abs($0 - $1) <= tolerance }, "\(a), expected \(b)")
    }
  }

  @Test("F85: Display P3 is converted to sRGB, and what lies outside of that is cut off")
  func displayP3() throws {
    let file = Self.png(Self.profileChunk(ProfileBuilder().build()))
    Self.expect(try Self.decoded(file), Self.colors.map { Self.fromP3($0) })
  }

  @Test("F85: a red of Display P3 has sRGB's numbers, and a file written of it says sRGB")
  func redOfP3() throws {
    // By the primaries of both spaces.
    let reds = [([255, 0, 0], [255, 0, 0]), ([200, 100, 50], [215, 93, 31])]
    let file = Self.png(Self.profileChunk(ProfileBuilder().build()), reds.map(\.0))
    let image = try #require(CGImage(data: Data(file)))
    let written = [UInt8](image.pngData())
    #expect(PNGEncodingTests.chunkTypes(written) == ["IHDR", "sRGB", "IDAT", "IEND"])
    Self.expect(try Self.decoded(written), reds.map(\.1))
  }

  @Test("F85: files that are written are sRGB, and read back unchanged")
  func written() throws {
    let bitmap = try ImageCodec.decode(
      bytes: Self.png(Self.profileChunk(ProfileBuilder().build())))
    let file = ImageCodec.encodePNG(bitmap)
    #expect(PNGEncodingTests.chunkTypes(file).contains("sRGB"))
    #expect(try ImageCodec.decode(bytes: file) == bitmap)
  }

  @Test("A profile of sRGB leaves every value alone, whatever its curve is written as")
  func sRGBProfile() throws {
    let table = (0..<1024).map { i in
      let v = Double(i) / 1023
      let light = v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
      return UInt16((light * 65_535).rounded())
    }
    for curve in [ProfileBuilder.sRGBCurve, .table(table)] {
      let profile = ProfileBuilder(colorants: ProfileBuilder.sRGB, curve: curve).build()
      #expect(try Self.decoded(Self.png(Self.profileChunk(profile))) == Self.colors)
    }
  }

  @Test("Curves of every kind are followed")
  func curves() throws {
    func gray(_ curve: ProfileBuilder.Curve) throws -> [Int] {
      let profile = ProfileBuilder(colorants: ProfileBuilder.sRGB, curve: curve).build()
      let grays = [0, 64, 128, 200, 255].map { [$0, $0, $0] }
      return try Self.decoded(Self.png(Self.profileChunk(profile), grays)).map { $0[1] }
    }
    func expected(_ light: (Double) -> Double) -> [Int] {
      [0.0, 64, 128, 200, 255].map { v in
        let l = min(max(light(v / 255), 0), 1)
        return Int(
          ((l <= 0.0031308 ? 12.92 * l : 1.055 * pow(l, 1 / 2.4) - 0.055) * 255).rounded())
      }
    }
    func near(_ a: [Int], _ b: [Int]) -> Bool { zip(a, b).allSatisfy { abs($0 - $1) <= 1 } }
    #expect(near(try gray(.gamma(1.5)), expected { pow($0, 1.5) }))
    #expect(near(try gray(.table([])), expected { $0 }))
    #expect(
      near(try gray(.table([0, 16_384, 65_535])), expected { $0 < 0.5 ? $0 / 2 : $0 * 1.5 - 0.5 }))
    #expect(near(try gray(.parametric(0, [3])), expected { pow($0, 3) }))
    #expect(
      near(
        try gray(.parametric(1, [2, 1.25, -0.25])),
        expected { $0 < 0.2 ? 0 : pow(1.25 * $0 - 0.25, 2) }))
    #expect(near(try gray(.parametric(2, [2, 0.5, 0, 0.1])), expected { pow(0.5 * $0, 2) + 0.1 }))
    #expect(
      near(
        try gray(.parametric(4, [2, 1, 0, 0.5, 0.4, 0, 0.05])),
        expected { $0 >= 0.4 ? $0 * $0 : 0.5 * $0 + 0.05 }))
  }

  @Test("Gray profiles apply to gray images")
  func grayProfile() throws {
    let profile = ProfileBuilder(space: "GRAY", curve: .gamma(1)).build()
    let file = Self.png(Self.profileChunk(profile), [[0], [64], [255]], type: 0)
    Self.expect(try Self.decoded(file), [0, 137, 255].map { [$0, $0, $0] })
  }

  @Test("A PNG's gamma and chromaticities count where it has no profile and is not sRGB")
  func pngColors() throws {
    func chunk(_ name: String, _ numbers: [UInt32]) -> [UInt8] {
      PNGBuilder.chunk(name, numbers.flatMap { PNGBuilder.bigEndian($0) })
    }
    let p3 = chunk("cHRM", [31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000])
    let usual = chunk("gAMA", [45_455]), linear = chunk("gAMA", [100_000])
    let wide = Self.colors.map { Self.fromP3($0) }
    Self.expect(try Self.decoded(Self.png(usual + p3)), wide)
    #expect(try Self.decoded(Self.png(usual)) == Self.colors)
    let grays = [[0, 0, 0], [64, 64, 64], [255, 255, 255]]
    Self.expect(
      try Self.decoded(Self.png(linear, grays)), [0, 137, 255].map { [$0, $0, $0] })
    let sRGB = PNGBuilder.chunk("sRGB", [0])
    #expect(try Self.decoded(Self.png(sRGB + linear)) == Self.colors)
    #expect(try Self.decoded(Self.png(chunk("gAMA", [0]))) == Self.colors)
  }

  @Test("JPEG and WebP carry profiles too")
  func otherFormats() throws {
    let profile = ProfileBuilder().build()
    let expected = JPEGDecodingTests.color.map { c in
      Self.fromP3([Int(c.x), Int(c.y), Int(c.z)])
    }
    // In two parts, the second one first.
    let jpeg = try JPEGDecodingTests.bytes(of: "color-444")
    func part(_ number: UInt8, _ bytes: ArraySlice<UInt8>) -> [UInt8] {
      let data = Array("ICC_PROFILE\0".utf8) + [number, 2] + bytes
      return [0xFF, 0xE2] + ProfileBuilder.big16(UInt16(data.count + 2)) + data
    }
    let tagged =
      jpeg.prefix(2) + part(2, profile[100...]) + part(1, profile[..<100]) + jpeg.dropFirst(2)
    let image = WebPDecodingTests.chunks(of: try WebPDecodingTests.bytes(of: "lossy"))
    let webp = WebPDecodingTests.file(
      WebPDecodingTests.extended(flags: 0x20, width: 32, height: 32)
        + WebPDecodingTests.chunk("ICCP", profile) + image)
    for file in [Array(tagged), webp] {
      let bitmap = try ImageCodec.decode(bytes: file)
      let found = (0..<4).map { i in
        (0..<3).map { Int(bitmap[8 + 16 * (i % 2), 8 + 16 * (i / 2)][$0]) }
      }
      Self.expect(found, expected, within: 8)
    }
  }

  @Test("Profiles that are damaged, too large, or of tables and inks leave the values alone")
  func refusedProfiles() throws {
    let whole = ProfileBuilder().build()
    var tables = whole
    tables.replaceSubrange(16..<20, with: Array("CMYK".utf8))
    var lab = whole
    lab.replaceSubrange(20..<24, with: Array("Lab ".utf8))
    var noTag = whole
    noTag.replaceSubrange(144..<148, with: Array("AAAA".utf8))
    for profile in [tables, lab, noTag, Array(whole.prefix(140)), Array(whole.prefix(10)), []] {
      #expect(try Self.decoded(Self.png(Self.profileChunk(profile))) == Self.colors)
    }
    let file = Self.png(Self.profileChunk(whole + [UInt8](repeating: 0, count: 20_000)))
    let limits = ImageLimits(
      maximumSide: 100, maximumPixels: 100, maximumProfileBytes: whole.count - 1)
    let image = WebPDecodingTests.chunks(of: try WebPDecodingTests.bytes(of: "lossless"))
    let webp = WebPDecodingTests.file(
      WebPDecodingTests.extended(flags: 0x30, width: 7, height: 5)
        + WebPDecodingTests.chunk("ICCP", whole) + image)
    let small = try ImageCodec.decode(bytes: webp, limits: limits)
    #expect(small[1, 1] == WebPDecodingTests.lossless(1, 1))
    #expect((try? Self.decoded(file, limits: limits)) ?? Self.colors == Self.colors)
  }

  @Test("A profile cut or changed at any byte does no harm")
  func damagedProfiles() throws {
    let whole = ProfileBuilder().build()
    let image = WebPDecodingTests.chunks(of: try WebPDecodingTests.bytes(of: "lossless"))
    func decode(_ profile: [UInt8]) -> Bool {
      let file = WebPDecodingTests.file(
        WebPDecodingTests.extended(flags: 0x30, width: 7, height: 5)
          + WebPDecodingTests.chunk("ICCP", profile) + image)
      return (try? ImageCodec.decode(bytes: file)) != nil
    }
    for i in whole.indices {
      for value in [0, 0x7F, 0x80, 0xFF] as [UInt8] {
        var damaged = whole
        damaged[i] = value
        #expect(decode(damaged))
      }
      #expect(decode(Array(whole.prefix(i))))
    }
  }

  // MARK: Orientation

  static func exif(_ orientation: UInt16, bigEndian: Bool, padding: Int = 0) -> [UInt8] {
    func bytes(_ value: Int, _ count: Int) -> [UInt8] {
      let little = WebPDecodingTests.littleEndian(value, bytes: count)
      return bigEndian ? little.reversed() : little
    }
    var data = Array((bigEndian ? "MM" : "II").utf8) + bytes(42, 2) + bytes(8 + padding, 4)
    data += [UInt8](repeating: 0, count: padding) + bytes(2, 2)
    data += bytes(0x0100, 2) + bytes(3, 2) + bytes(1, 4) + bytes(7, 2) + [0, 0]
    data += bytes(0x0112, 2) + bytes(3, 2) + bytes(1, 4) + bytes(Int(orientation), 2) + [0, 0]
    return data + bytes(0, 4)
  }

  static func files(exif: [UInt8]) throws -> [[UInt8]] {
    let jpeg = try JPEGDecodingTests.bytes(of: "color-444")
    let data = Array("Exif\0\0".utf8) + exif
    let marker = [0xFF, 0xE1] + ProfileBuilder.big16(UInt16(data.count + 2)) + data
    let image = WebPDecodingTests.chunks(of: try WebPDecodingTests.bytes(of: "lossless"))
    return [
      png(PNGBuilder.chunk("eXIf", exif)), Array(jpeg.prefix(2) + marker + jpeg.dropFirst(2)),
      WebPDecodingTests.file(
        WebPDecodingTests.extended(flags: 0x18, width: 7, height: 5) + image
          + WebPDecodingTests.chunk("EXIF", exif)),
    ]
  }

  @Test("The orientation is read from EXIF data of both byte orders", arguments: 1...8)
  func orientation(value: UInt16) throws {
    for bigEndian in [false, true] {
      for file in try Self.files(exif: Self.exif(value, bigEndian: bigEndian, padding: 6)) {
        let header = try ImageCodec.header(of: file)
        #expect(header.orientation == Int(value))
        #expect(try ImageCodec.decode(bytes: file).size == header.size)
      }
    }
  }

  @Test("EXIF data that is damaged says nothing")
  func badOrientation() throws {
    let whole = Self.exif(6, bigEndian: true)
    var odd = [Self.exif(0, bigEndian: true), Self.exif(9, bigEndian: false), [], [77, 77]]
    odd += whole.indices.map { Array(whole.prefix($0)) }
    for exif in odd {
      for file in try Self.files(exif: exif) {
        #expect(try [1, 6].contains(ImageCodec.header(of: file).orientation))
      }
    }
  }

  @Test("A header is read without the pixels, and within the limits")
  func header() throws {
    let file = PNGBuilder(width: 9, height: 7).build()
    #expect(try ImageCodec.header(of: Array(file.prefix(60))).size == PixelSize(9, 7))
    #expect(throws: ImageError.tooLarge) {
      try ImageCodec.header(of: BadImageTests.png(width: 65_535, height: 65_535))
    }
    #expect(throws: ImageError.fileTooLarge) {
      try ImageCodec.header(
        of: file,
        limits: ImageLimits(maximumSide: 9, maximumPixels: 63, maximumFileBytes: file.count - 1))
    }
    #expect(throws: ImageError.notAnImage) { try ImageCodec.header(of: [1, 2, 3]) }
  }
}
