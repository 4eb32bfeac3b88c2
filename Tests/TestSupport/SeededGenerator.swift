import Foundation

/// Random numbers that come again for the same seed (SplitMix64, by Steele, Lea and Flood, "Fast
/// splittable pseudorandom number generators", 2014).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  package let seed: UInt64
  private var state: UInt64

  package init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// The seed in `COMPOSITOR_TEST_SEED`, else a new one; tests print it.
  package static func fromEnvironment() -> SeededGenerator {
    let given = ProcessInfo.processInfo.environment["COMPOSITOR_TEST_SEED"].flatMap { UInt64($0) }
    return SeededGenerator(seed: given ?? .random(in: .min ... .max))
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}
