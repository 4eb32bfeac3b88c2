import TestSupport
import Testing

@Suite("The second evaluator against the stored numbers")
struct NaiveEvaluatorVectorTests {
  private func shown(_ animation: NaiveAnimation, at time: Double) -> [Double] {
    var values = ["value": [-1000.0, -1000.0]]
    NaiveEvaluator.apply(animation, atParentTime: time, to: &values)
    return values["value"] ?? []
  }

  private func target(_ places: [Int] = [0]) -> NaiveTarget {
    NaiveTarget(keyPath: "value", property: "value", places: places)
  }

  private func timing(_ fixture: VectorValue) -> NaiveTiming {
    var timing = NaiveTiming()
    timing.begin = fixture["beginTime"].double ?? 0
    timing.offset = fixture["timeOffset"].double ?? 0
    timing.speed = fixture["speed"].double ?? 1
    timing.duration = fixture["duration"].double ?? 0
    timing.repeatCount = fixture["repeatCount"].double ?? 0
    timing.repeatDuration = fixture["repeatDuration"].double ?? 0
    timing.autoreverses = fixture["autoreverses"].bool ?? false
    timing.fill = NaiveTiming.Fill(rawValue: fixture["fillMode"].string ?? "") ?? .removed
    return timing
  }

  private func curve(_ fixture: VectorValue) -> [Double]? {
    switch fixture.string {
    case "easeIn": [0.42, 0, 1, 1]
    case "easeOut": [0, 0, 0.58, 1]
    case "easeInEaseOut": [0.42, 0, 0.58, 1]
    case "default": [0.25, 0.1, 0.25, 1]
    default: fixture.array.isEmpty ? nil : fixture.doubles
    }
  }

  @Test("It places samples in time")
  func timing() throws {
    let cases = try VectorCases("media-timing", kinds: ["animation"])
    for item in cases.selected {
      let animation = NaiveAnimation(
        timing: timing(item["timing"]), content: .basic(from: [0], to: [1], by: nil),
        target: target())
      for sample in item["samples"].array {
        expect(
          shown(animation, at: sample["t"].double ?? 0)[0],
          near: sample["fraction"].double ?? -1000, within: 1e-9, "\(item["id"]) \(sample["t"])")
      }
    }
  }

  @Test("It nests groups")
  func groups() throws {
    for item in try VectorCases("media-timing", kinds: ["group"]).selected {
      var child = NaiveAnimation(
        timing: timing(item["child"]), content: .basic(from: [0], to: [1], by: nil),
        target: target())
      child.timing.curve = curve(item["childTimingFunction"])
      var group = NaiveAnimation(timing: timing(item["group"]), content: .group([child]))
      group.timing.curve = curve(item["groupTimingFunction"])
      for sample in item["samples"].array {
        let progress = sample["childApplied"].bool == true ? sample["childProgress"].double : nil
        expect(
          shown(group, at: sample["t"].double ?? 0)[0], near: progress ?? -1000, within: 1e-9,
          "\(item["id"]) \(sample["t"])")
      }
    }
  }

  @Test("It follows springs")
  func springs() throws {
    let cases = try VectorCases("springs")
    for item in cases.selected {
      let spring = NaiveSpring(
        mass: item["mass"].double ?? 1, stiffness: item["stiffness"].double ?? 100,
        damping: item["damping"].double ?? 10, velocity: item["initialVelocity"].double ?? 0,
        allowsOverdamping: item["allowsOverdamping"].bool ?? false)
      for sample in item["samples"].array.map(\.doubles) {
        let from = item["fromValue"].double ?? 0
        let distance = (item["toValue"].double ?? 1) - from
        expect(
          from + distance * spring.value(at: sample[0]), near: sample[1],
          within: cases.tolerance(item) * distance, "\(item["id"])")
      }
    }
  }

  @Test("It follows keyframes")
  func keyframes() throws {
    let cases = try VectorCases("keyframes")
    for item in cases.selected {
      let values = item["values"].array.map { $0.array.isEmpty ? [$0.double ?? 0] : $0.doubles }
      func numbers(_ key: String) -> [Double]? { item[key].isNull ? nil : item[key].doubles }
      let keyframes = NaiveKeyframes(
        values: values,
        mode: NaiveKeyframes.Mode(rawValue: item["calculationMode"].string ?? "") ?? .linear,
        keyTimes: numbers("keyTimes"), curves: item["timingFunctions"].array.map(curve),
        tension: numbers("tensionValues"), continuity: numbers("continuityValues"),
        bias: numbers("biasValues"))
      var animation = NaiveAnimation(
        timing: NaiveTiming(), content: .keyframes(keyframes),
        target: target(Array(values[0].indices)))
      animation.timing.duration = 1
      for sample in item["samples"].array {
        let wanted = sample[1].array.isEmpty ? [sample[1].double ?? 0] : sample[1].doubles
        expect(
          Array(shown(animation, at: sample[0].double ?? 0)[0..<wanted.count]), near: wanted,
          within: cases.tolerance(item), "\(item["id"]) \(sample[0])")
      }
    }
  }
}
