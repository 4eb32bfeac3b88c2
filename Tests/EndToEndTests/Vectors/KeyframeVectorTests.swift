import QuartzCore
import TestSupport
import Testing

@MainActor @Suite("Keyframes, through layer, commit and server")
struct KeyframeVectorTests {
  @Test("A keyframe animation shows the value of its calculation mode")
  func keyframes() throws {
    let cases = try VectorCases("keyframes")
    let batch = try ValueBatch()
    for item in cases.selected {
      let arePoints = !item["values"][0].array.isEmpty
      let animation = CAKeyframeAnimation(keyPath: arePoints ? "position" : "position.x")
      animation.values = item["values"].array.map { value -> Any in
        let n = value.doubles
        return arePoints ? CGPoint(x: n[0], y: n[1]) : value.double ?? 0
      }
      animation.calculationMode = CAAnimationCalculationMode(
        rawValue: item["calculationMode"].string ?? "linear")
      func numbers(_ key: String) -> [NSNumber]? {
        item[key].isNull ? nil : item[key].doubles.map { NSNumber(value: $0) }
      }
      animation.keyTimes = numbers("keyTimes")
      animation.tensionValues = numbers("tensionValues")
      animation.continuityValues = numbers("continuityValues")
      animation.biasValues = numbers("biasValues")
      if !item["timingFunctions"].isNull {
        animation.timingFunctions = item["timingFunctions"].array.map(CAMediaTimingFunction.init)
      }
      animation.duration = 1
      let layer = batch.add([animation])
      for sample in item["samples"].array {
        batch.expect(
          layer, at: sample[0].double ?? 0, arePoints ? .position : .positionX,
          near: arePoints ? sample[1].doubles : [sample[1].double ?? .nan],
          within: cases.tolerance(item), item.id)
      }
    }
    try batch.run()
    cases.printSummary()
  }
}
