import QuartzCore
import TestSupport
import Testing

@MainActor @Suite("Springs, through layer, commit and server")
struct SpringVectorTests {
  @Test("A spring animation shows the closed form of its spring")
  func springs() throws {
    let cases = try VectorCases("springs")
    let batch = try ValueBatch()
    for item in cases.selected {
      let spring = CASpringAnimation(keyPath: "position.x")
      let from = item["fromValue"].double ?? 0
      let to = item["toValue"].double ?? 1
      spring.fromValue = from
      spring.toValue = to
      spring.mass = CGFloat(item["mass"].double ?? 1)
      spring.stiffness = CGFloat(item["stiffness"].double ?? 100)
      spring.damping = CGFloat(item["damping"].double ?? 10)
      spring.initialVelocity = CGFloat(item["initialVelocity"].double ?? 0)
      spring.allowsOverdamping = item["allowsOverdamping"].bool ?? false
      // Powers of two, so that dividing by the duration and multiplying again changes nothing.
      spring.duration = 1024
      let layer = batch.add([spring])
      for sample in item["samples"].array.map(\.doubles) {
        // Measured rows were published in single precision, scaled to a distance of 100.
        batch.expect(
          layer, at: sample[0], .positionX, near: [sample[1]],
          within: cases.tolerance(item) * (to - from), item.id)
      }
    }
    try batch.run()
    cases.printSummary()
  }
}
