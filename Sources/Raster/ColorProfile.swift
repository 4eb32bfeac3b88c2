import CImageCodecs
import Geometry
import Glibc

/// How the values of an image become light, for images whose values are not those of sRGB: a curve
/// for each of red, green and blue, and what light each of them is.
///
/// Made from ICC profiles of the matrix kind for RGB and of the curve kind for gray, and from the
/// gamma and the chromaticities in a PNG. Profiles of tables are not read.
struct ColorProfile {
  /// The light of each value of red, green and blue, 0…1.
  var light: [[Float]]
  /// The XYZ of red, green and blue light, under the D50 white of profiles.
  var colorants: Matrix3

  /// Those of sRGB, adapted to D50.
  static let sRGBColorants = Matrix3(
    SIMD3(0.4360747, 0.2225045, 0.0139322), SIMD3(0.3850649, 0.7168786, 0.0971045),
    SIMD3(0.1430804, 0.0606169, 0.7141733))

  static func sRGBLight(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  static func sRGBValue(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// The values of the light 0…1 in steps.
  private static let encode: [UInt8] = (0...Int(CIC_ENCODE_STEPS)).map {
    UInt8((sRGBValue(Double($0) / Double(CIC_ENCODE_STEPS)) * 255).rounded())
  }

  /// Transforms straight pixels in place.
  static func apply(
    _ transform: cic_transform, to pixels: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    // Safety: the caller's pixels, and a table of as many steps as C expects.
    withUnsafePointer(to: transform) { cic_transform_pixels(pixels, count, $0, encode) }
  }

  static func curve(_ light: (Double) -> Double) -> [Float] {
    (0..<256).map { i in
      let value = light(Double(i) / 255)
      return value.isFinite ? Float(min(max(value, 0), 1)) : 0
    }
  }

  /// From a PNG's own description; nil where it describes sRGB, or nothing that could be.
  init?(_ colorimetry: cic_colorimetry) {
    let c = withUnsafeBytes(of: colorimetry.chromaticities) {
      $0.bindMemory(to: Int32.self).map { Double($0) / 100_000 }
    }
    guard colorimetry.gamma > 0 || c[1] > 0 else { return nil }
    let exponent = colorimetry.gamma > 0 ? 100_000 / Double(colorimetry.gamma) : 2.2
    // 1 / 2.2 is what files say whose curve is that of sRGB.
    let isSRGBCurve = abs(exponent - 2.2) < 0.05
    let curve = Self.curve { isSRGBCurve ? Self.sRGBLight($0) : pow($0, exponent) }
    light = [curve, curve, curve]
    colorants = Self.sRGBColorants
    if c[1] > 0 {
      guard let found = Self.colorants(chromaticities: c) else { return nil }
      colorants = found
    }
  }

  /// Of the x and y of white, red, green and blue, adapted to D50; nil where they span nothing.
  private static func colorants(chromaticities c: [Double]) -> Matrix3? {
    func xyz(_ i: Int) -> SIMD3<Double> {
      SIMD3(c[2 * i], c[2 * i + 1], 1 - c[2 * i] - c[2 * i + 1]) / c[2 * i + 1]
    }
    let white = xyz(0), primaries = Matrix3(xyz(1), xyz(2), xyz(3))
    // Bradford's responses of the cones to X, Y and Z.
    let cones = Matrix3(
      SIMD3(0.8951, -0.7502, 0.0389), SIMD3(0.2664, 1.7135, -0.0685),
      SIMD3(-0.1614, 0.0367, 1.0296))
    guard let shares = primaries.inverse?.applied(toRow: white), let back = cones.inverse else {
      return nil
    }
    let d50 = SIMD3(0.96422, 1, 0.82521)
    let factors = cones.applied(toRow: d50) / cones.applied(toRow: white)
    let adaptation = cones.concat(Matrix3(diagonal: factors)).concat(back)
    let adapted = Matrix3(diagonal: shares).concat(primaries).concat(adaptation)
    return isUsable(adapted) ? adapted : nil
  }

  init(light: [[Float]], colorants: Matrix3) {
    self.light = light
    self.colorants = colorants
  }

  /// Nil where the values are those of sRGB, give or take one, or the profile says nothing usable.
  func transform() -> cic_transform? {
    guard let toSRGB = Self.sRGBColorants.inverse else { return nil }
    let product = colorants.concat(toSRGB)
    guard Self.isUsable(product) else { return nil }
    let columns = [product.r0, product.r1, product.r2]
    var transform = cic_transform()
    withUnsafeMutableBytes(of: &transform.light) {
      let light = $0.bindMemory(to: Float.self)
      for (channel, curve) in self.light.enumerated() {
        for (value, share) in curve.enumerated() { light[channel * 256 + value] = share }
      }
    }
    withUnsafeMutableBytes(of: &transform.matrix) {
      let matrix = $0.bindMemory(to: Float.self)
      for row in 0..<3 {
        for column in 0..<3 { matrix[row * 3 + column] = Float(columns[column][row]) }
      }
    }
    return transform.changesPixels ? transform : nil
  }

  private static func isUsable(_ m: Matrix3) -> Bool {
    m.isFinite && [m.r0, m.r1, m.r2].allSatisfy { $0.max() < 100 && $0.min() > -100 }
  }
}

extension Matrix3 {
  fileprivate init(diagonal d: SIMD3<Double>) {
    self.init(SIMD3(d.x, 0, 0), SIMD3(0, d.y, 0), SIMD3(0, 0, d.z))
  }
}

extension cic_transform {
  /// Some colour of a grid through all of them moves by more than one.
  fileprivate var changesPixels: Bool {
    let steps = stride(from: 0, through: 255, by: 15).map { UInt8($0) }
    var grid: [UInt8] = []
    for red in steps {
      for green in steps {
        for blue in steps { grid += [blue, green, red, 255] }
      }
    }
    var moved = grid
    let count = moved.count / 4
    moved.withUnsafeMutableBufferPointer { pixels in
      if let start = pixels.baseAddress { ColorProfile.apply(self, to: start, count: count) }
    }
    return zip(grid, moved).contains { abs(Int($0) - Int($1)) > 1 }
  }
}
