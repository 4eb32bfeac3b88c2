/// Random numbers of one particle, or of one cell in one particle.
///
/// Each is a function of the seed, the way of cells and birth numbers that leads there, and what it
/// is drawn for: a particle can be worked out for any moment without those before it.
struct EmitterRandom {
  /// What a number is for, so that adding one changes none of the others.
  enum Use: UInt64 {
    case lifetime = 1, velocity, scale, spin, red, green, blue, alpha
    case angle, azimuth, x, y, z, pick
  }

  private let key: UInt64

  init(seed: UInt32) { key = Self.mixed(UInt64(seed) &+ 0x9E37_79B9_7F4A_7C15) }

  private init(key: UInt64) { self.key = key }

  /// Of a cell, or of one particle of a cell, by something that no other one there has.
  func descendant(_ n: UInt64) -> EmitterRandom {
    EmitterRandom(key: Self.mixed(key ^ Self.mixed(n &+ 0x632B_E5AB)))
  }

  /// In 0..<1.
  func unit(_ use: Use) -> Double {
    Double(Self.mixed(key &+ use.rawValue &* 0x9E37_79B9_7F4A_7C15) >> 11) * 0x1p-53
  }

  /// In `mean − half ..< mean + half`.
  func value(_ mean: Double, around half: Double, _ use: Use) -> Double {
    half == 0 ? mean : mean + half * (2 * unit(use) - 1)
  }

  /// Each bit of the result depends on each bit of the argument (Steele, Lea and Flood's SplitMix64).
  private static func mixed(_ x: UInt64) -> UInt64 {
    var z = x
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}
