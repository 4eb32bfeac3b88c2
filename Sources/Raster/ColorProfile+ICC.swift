import Geometry
import Glibc

/// Reads the profiles of displays and cameras, ICC versions 2 and 4.
extension ColorProfile {
  /// Nil for what is no profile, and for kinds that are not read: tables, ink, Lab.
  init?(icc bytes: [UInt8]) {
    let reader = ProfileReader(bytes: bytes)
    guard reader.text(36) == "acsp", reader.text(20) == "XYZ " else { return nil }
    switch reader.text(16) {
    case "RGB ":
      let colorants = ["rXYZ", "gXYZ", "bXYZ"].compactMap { reader.xyz($0) }
      let curves = ["rTRC", "gTRC", "bTRC"].compactMap { reader.curve($0) }
      guard colorants.count == 3, curves.count == 3 else { return nil }
      self.init(
        light: curves, colorants: Matrix3(colorants[0], colorants[1], colorants[2]))
    case "GRAY":
      guard let curve = reader.curve("kTRC") else { return nil }
      self.init(light: [curve, curve, curve], colorants: Self.sRGBColorants)
    default: return nil
    }
  }
}

/// Big-endian numbers in a profile; nil beyond its end.
private struct ProfileReader {
  let bytes: [UInt8]

  private static let mostTags = 128

  func number(_ offset: Int, bytes count: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    return bytes[offset..<(offset + count)].reduce(0) { $0 << 8 | Int($1) }
  }

  func text(_ offset: Int) -> String? {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    return String(decoding: bytes[offset..<(offset + 4)], as: UTF8.self)
  }

  /// A signed number with 16 bits after the point.
  private func fixed(_ offset: Int) -> Double? {
    number(offset, bytes: 4).map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
  }

  /// Where a tag's data begins.
  private func tag(_ name: String) -> Int? {
    let entries = 132
    for i in 0..<min(number(128, bytes: 4) ?? 0, Self.mostTags)
    where text(entries + 12 * i) == name {
      return number(entries + 12 * i + 4, bytes: 4)
    }
    return nil
  }

  func xyz(_ name: String) -> SIMD3<Double>? {
    guard let start = tag(name), text(start) == "XYZ ", let x = fixed(start + 8),
      let y = fixed(start + 12), let z = fixed(start + 16)
    else { return nil }
    return SIMD3(x, y, z)
  }

  /// The light of each of 256 values.
  func curve(_ name: String) -> [Float]? {
    guard let start = tag(name) else { return nil }
    switch text(start) {
    case "curv": return sampledCurve(start)
    case "para": return parametricCurve(start)
    default: return nil
    }
  }

  private func sampledCurve(_ start: Int) -> [Float]? {
    guard let count = number(start + 8, bytes: 4) else { return nil }
    let samples = start + 12
    switch count {
    case 0: return ColorProfile.curve { $0 }
    case 1:
      guard let gamma = number(samples, bytes: 2) else { return nil }
      return ColorProfile.curve { pow($0, Double(gamma) / 256) }
    default:
      guard number(samples + 2 * (count - 1), bytes: 2) != nil else { return nil }
      func sample(_ i: Int) -> Double { Double(number(samples + 2 * i, bytes: 2) ?? 0) / 65_535 }
      return ColorProfile.curve { value in
        let place = value * Double(count - 1)
        let below = min(Int(place), count - 2)
        let share = place - Double(below)
        return sample(below) * (1 - share) + sample(below + 1) * share
      }
    }
  }

  private func parametricCurve(_ start: Int) -> [Float]? {
    // How many numbers each kind of curve has: g, a, b, c, d, e, f.
    let counts = [1, 3, 4, 5, 7]
    guard let kind = number(start + 8, bytes: 2), counts.indices.contains(kind) else { return nil }
    let p = (0..<counts[kind]).compactMap { fixed(start + 12 + 4 * $0) }
    guard p.count == counts[kind] else { return nil }
    func bent(_ x: Double) -> Double { pow(max(0, p[1] * x + p[2]), p[0]) }
    return ColorProfile.curve { x in
      switch kind {
      case 0: pow(x, p[0])
      case 1: p[1] * x + p[2] >= 0 ? bent(x) : 0
      case 2: p[1] * x + p[2] >= 0 ? bent(x) + p[3] : p[3]
      case 3: x >= p[4] ? bent(x) : p[3] * x
      default: x >= p[4] ? bent(x) + p[5] : p[3] * x + p[6]
      }
    }
  }
}
