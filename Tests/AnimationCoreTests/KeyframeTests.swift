import AnimationCore
import Geometry
import TestSupport
import Testing

extension CalculationMode {
  fileprivate static func named(_ name: String?) -> CalculationMode? {
    allCases.first { "\($0)" == name }
  }
}

@Suite("Keyframes")
struct KeyframeTests {
  @Test("Every calculation mode shows the values of the table")
  func table() throws {
    let file = try VectorFile(named: "keyframes")
    try file.run { c in
      let values = c["values"].array.map(\.doubles)
      let dimensions = values[0].count
      var track = KeyframeTrack(
        values: values.map(PropertyValue.init(numbers:)),
        mode: try #require(CalculationMode.named(c["calculationMode"].string)))
      if !c["keyTimes"].isNull { track.keyTimes = c["keyTimes"].doubles }
      track.functions = c["timingFunctions"].array.map { UnitBezier.named($0.string) }
      track.tensions = c["tensionValues"].doubles
      track.continuities = c["continuityValues"].doubles
      track.biases = c["biasValues"].doubles
      let leaf = leaf(dimensions == 1 ? "cornerRadius" : "position", .keyframes(track))
      let below = PropertyValue(numbers: [Double](repeating: -999, count: dimensions))
      for sample in c["samples"].array {
        let f = try #require(sample[0].double)
        let shown = value(leaf, at: f, over: below).numbers(dimensions)
        #expect(
          isClose(shown, sample[1].doubles, c.tolerance ?? file.tolerance ?? 1e-7),
          "\(c.id) at \(f): \(shown) for \(sample[1].doubles)")
      }
    }
  }

  private func shown(
    _ values: [Double], _ mode: CalculationMode = .linear, keyTimes: [Double]? = nil,
    at fractions: [Double]
  ) -> [Double] {
    var track = KeyframeTrack(values: values.map { .number($0) }, mode: mode)
    track.keyTimes = keyTimes
    let leaf = leaf("opacity", .keyframes(track))
    return fractions.map { value(leaf, at: $0, over: .number(-1)).numbers(1)[0] }
  }

  @Test("Fewer than two values animate nothing")
  func tooFew() {
    #expect(shown([], at: [0, 0.5, 1]) == [-1, -1, -1])
    #expect(shown([7], at: [0, 0.5, 1]) == [-1, -1, -1])
    #expect(shown([7, 8, 9], keyTimes: [0], at: [0, 1]) == [-1, -1])
  }

  @Test("Of values and key times the common beginning counts")
  func commonPrefix() {
    #expect(shown([0, 10, 20, 99], keyTimes: [0, 0.5, 1], at: [0.25, 0.75, 1]) == [5, 15, 20])
    #expect(
      shown([0, 10, 20], keyTimes: [0, 0.25, 0.5, 1], at: [0.25, 0.5, 0.9]) == [10, 20, 20])
  }

  @Test("Two equal key times are a jump")
  func jump() {
    #expect(
      shown([0, 10, 50, 60], keyTimes: [0, 0.5, 0.5, 1], at: [0.25, 0.5, 0.75]) == [5, 50, 55])
    #expect(shown([0, 10, 50], keyTimes: [0, 1, 1], at: [0.5, 1]) == [5, 50])
    #expect(shown([0, 10, 50], .cubic, keyTimes: [0, 0, 1], at: [0, 1]) == [10, 50])
  }

  @Test(
    "Key times in seconds, falling or not numbers animate nothing",
    arguments: [
      [0.0, 1.0, 2.0], [0, 0.8, 0.2], [-1, 0, 1], [0, .nan, 1],
    ])
  func badKeyTimes(times: [Double]) {
    for mode in CalculationMode.allCases where mode != .cubicPaced {
      #expect(
        shown([1, 2, 3], mode, keyTimes: times, at: [0, 0.5, 1]) == [-1, -1, -1], "\(mode)")
    }
  }

  @Test("Values all in one place stay there in every mode")
  func standingStill() {
    for mode in CalculationMode.allCases {
      #expect(shown([4, 4, 4], mode, at: [0, 0.3, 0.7, 1]) == [4, 4, 4, 4], "\(mode)")
    }
  }

  @Test("Paced movement has constant speed along the corners")
  func pacedSpeed() {
    var random = SeededGenerator.printed("KeyframeTests.pacedSpeed")
    for mode in [CalculationMode.paced, .cubicPaced] {
      for _ in 0..<20 {
        let points = (0..<5).map { _ in
          Point(.random(in: 0...200, using: &random), .random(in: 0...200, using: &random))
        }
        let leaf = leaf(
          "position", .keyframes(KeyframeTrack(values: points.map { .point($0) }, mode: mode)))
        let places = (0...4000).map {
          let n = value(leaf, at: Double($0) / 4000, over: .point(.zero)).numbers(2)
          return Point(n[0], n[1])
        }
        let steps = zip(places, places.dropFirst()).map { ($1 - $0).length }
        let mean = steps.reduce(0, +) / Double(steps.count)
        // A chord cuts corners and tight bends: only few steps may be much shorter than the arc.
        let off = steps.filter { abs($0 - mean) > 0.01 * mean }.count
        #expect(off < steps.count / 50, "\(mode) \(points): \(off) steps")
        #expect(isClose((places[4000] - points[4]).length, 0, 1e-9))
      }
    }
  }

  @Test("A timing function that leaves 0…1 carries the outer segments on")
  func overshoot() {
    #expect(shown([0, 10, 30], at: [1.1, -0.1]).map { $0.rounded() } == [34, -2])
    #expect(shown([0, 10, 30], .discrete, at: [1.1, -0.1]) == [30, 0])
  }

  @Test("Matrices turn the short way between neighbours, and smoothly in cubic mode")
  func matrices() {
    let matrices = [0.0, 1.5, 3.0, 4.5].map { Matrix4.rotation($0, 0, 0, 1) }
    for mode in [CalculationMode.linear, .cubic, .paced, .cubicPaced] {
      let leaf = leaf(
        "transform", .keyframes(KeyframeTrack(values: matrices.map { .matrix($0) }, mode: mode)))
      for i in 0...30 {
        let f = Double(i) / 30
        guard case .matrix(let m) = value(leaf, at: f, over: .matrix(.identity)) else {
          Issue.record("no matrix")
          return
        }
        // Equal turns from key to key: every mode turns evenly.
        let expected = Matrix4.rotation(4.5 * f, 0, 0, 1)
        #expect(isClose(m.rowMajor, expected.rowMajor, 1e-3), "\(mode) at \(f)")
      }
    }
  }

  @Test("Flags, paths and images switch or interpolate in pairs")
  func pairs() {
    let hidden = leaf(
      "hidden", .keyframes(KeyframeTrack(values: [.flag(false), .flag(true), .flag(false)])))
    #expect(value(hidden, at: 0, over: .flag(true)) == .flag(false))
    #expect(value(hidden, at: 0.2, over: .flag(true)) == .flag(true))
    #expect(value(hidden, at: 0.6, over: .flag(true)) == .flag(false))
    let a = Path([.move(Point(0, 0)), .line(Point(10, 0))])
    let b = Path([.move(Point(0, 10)), .line(Point(10, 20))])
    let c = Path([.move(Point(0, 10))])
    let path = leaf(
      "shadowPath", .keyframes(KeyframeTrack(values: [.path(a), .path(b), .path(c)])))
    #expect(
      value(path, at: 0.25, over: .none)
        == .path(Path([.move(Point(0, 5)), .line(Point(10, 10))])))
    #expect(value(path, at: 0.7, over: .none) == .path(b))
    #expect(value(path, at: 0.8, over: .none) == .path(c))
  }
}
