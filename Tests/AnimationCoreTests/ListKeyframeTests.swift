import AnimationCore
import Testing

/// Keyframes whose values are lists.
@Suite struct ListKeyframeTests {
  /// What a track shows of a property after a fraction of its one second.
  private static func shown(
    _ values: [PropertyValue], _ mode: CalculationMode, of property: LayerProperty,
    at fraction: Double
  ) -> PropertyValue {
    var timing = AnimationTiming()
    timing.duration = 1
    let leaf = AnimationLeaf(
      target: AnimationTarget(property), timings: [timing],
      curve: .keyframes(KeyframeTrack(values: values, mode: mode)))
    var layer = LayerValues()
    layer.apply(
      [LayerAnimation(id: AnimationID(raw: 1), timing: timing, leaves: [leaf])], at: fraction)
    return layer[property]
  }

  private static let first = [0.0, 1, -0.5, 2], second = [3.0, 1, 4, 2]

  @Test(
    "Each entry goes its own way through the keys, as it would alone",
    arguments: [CalculationMode.linear, .cubic, .discrete])
  func elementwise(mode: CalculationMode) {
    let lists = zip(Self.first, Self.second).map { PropertyValue.numbers([$0, $1]) }
    for fraction in [0.1, 0.4, 0.5, 0.8] {
      func alone(_ values: [Double]) -> Double {
        let value = Self.shown(
          values.map { .number($0) }, mode, of: .zPosition, at: fraction)
        return if case .number(let n) = value { n } else { .nan }
      }
      #expect(
        Self.shown(lists, mode, of: .extra(.locations), at: fraction)
          == .numbers([alone(Self.first), alone(Self.second)]), "\(fraction)")
    }
  }

  @Test("At constant speed the way of all entries together is divided evenly")
  func paced() {
    let lists = [[0.0, 0], [3, 4], [3, 19]].map { PropertyValue.numbers($0) }
    for mode in [CalculationMode.paced, .cubicPaced] {
      guard case .list(let list) = Self.shown(lists, mode, of: .extra(.locations), at: 0.25) else {
        Issue.record("no list")
        continue
      }
      #expect(mode == .cubicPaced || list.map(\.x) == [3, 4])
      #expect(list.allSatisfy { $0.x > 0 && $0.x < 6 })
    }
  }

  @Test("Between lists of other lengths, and none, the first shows up to half way")
  func lengths() {
    let lists: [PropertyValue] = [.numbers([0, 1]), .numbers([0, 0.5, 1]), .none]
    for mode in [CalculationMode.linear, .cubic] {
      #expect(Self.shown(lists, mode, of: .extra(.locations), at: 0.2) == lists[0])
      #expect(Self.shown(lists, mode, of: .extra(.locations), at: 0.3) == lists[1])
      #expect(Self.shown(lists, mode, of: .extra(.locations), at: 0.8) == PropertyValue.none)
    }
  }

  @Test("One filter becomes another half way")
  func filters() {
    let lists = ["blur", "invert"].map { PropertyValue.records([Record(type: $0)]) }
    for (fraction, index) in [(0.01, 0), (0.49, 0), (0.5, 1), (0.99, 1)] {
      let shown = Self.shown(lists, .linear, of: .extra(.filters), at: fraction)
      #expect(shown == lists[index], "\(fraction)")
    }
  }
}
