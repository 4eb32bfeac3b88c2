import Foundation

/// SplitMix64: small, fast, and the same numbers on every machine.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// From COMPOSITOR_SEED if that is set, else a new one for deep runs and a fixed one otherwise.
  static func seedForThisRun() -> UInt64 {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["COMPOSITOR_SEED"].flatMap(UInt64.init) { return seed }
    return environment["COMPOSITOR_DEEP"] == nil ? 20_240_607 : UInt64.random(in: 1...999_999_999)
  }

  static var isDeepRun: Bool { ProcessInfo.processInfo.environment["COMPOSITOR_DEEP"] != nil }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// True with this probability.
  mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < probability
  }

  /// A multiple of 1/64 in the range: exact in every sum and product of timing.
  mutating func grid(_ range: ClosedRange<Double>) -> Double {
    Double(Int.random(in: Int(range.lowerBound * 64)...Int(range.upperBound * 64), using: &self))
      / 64
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }
}
