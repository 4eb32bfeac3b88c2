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

  /// With the seed that `COMPOSITOR_SEED` sets, else a new one; printed, so that a failed run can be
  /// repeated.
  package static func printed(_ test: String) -> SeededGenerator {
    let given = ProcessInfo.processInfo.environment["COMPOSITOR_SEED"].flatMap { UInt64($0) }
    let seed = given ?? .random(in: .min ... .max)
    print("\(test): repeat with COMPOSITOR_SEED=\(seed)")
    return SeededGenerator(seed: seed)
  }

  /// `tools/test --deep`: random tests run for long.
  package static var isDeepRun: Bool {
    ProcessInfo.processInfo.environment["COMPOSITOR_DEEP"] != nil
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  package mutating func number(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  /// True with this probability.
  package mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < probability
  }

  /// A multiple of 1/64 in the range: exact in every sum and product of timing.
  package mutating func grid(_ range: ClosedRange<Double>) -> Double {
    let steps = Int(range.lowerBound * 64)...Int(range.upperBound * 64)
    return Double(Int.random(in: steps, using: &self)) / 64
  }

  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }
}
