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

  @Test("An animation that lasts until its spring has settled ends just then")
  func settling() throws {
    let cases = try VectorCases("spring-settling")
    let stage = try TestStage(width: 16, height: 16)
    var looks: [(time: Double, look: () throws -> Void)] = []
    for item in cases.selected {
      let spring: CASpringAnimation
      if let perceptual = item["perceptualDuration"].double {
        spring = CASpringAnimation(
          perceptualDuration: perceptual, bounce: CGFloat(item["bounce"].double ?? 0))
      } else {
        spring = CASpringAnimation()
        spring.mass = CGFloat(item["mass"].double ?? 1)
        spring.stiffness = CGFloat(item["stiffness"].double ?? 100)
        spring.damping = CGFloat(item["damping"].double ?? 10)
        spring.initialVelocity = CGFloat(item["initialVelocity"].double ?? 0)
        spring.allowsOverdamping = item["allowsOverdamping"].bool ?? false
      }
      guard let settled = item["settlingDuration"].double else {
        // An undamped spring never settles; the table gives that in words.
        #expect(spring.settlingDuration >= Double(Float.greatestFiniteMagnitude), "\(item.id)")
        continue
      }
      expect(
        spring.settlingDuration, near: settled, within: cases.tolerance(item), "\(item.id)")
      let log = AnimationLog()
      spring.keyPath = "position.x"
      spring.toValue = 100.0
      spring.duration = spring.settlingDuration
      spring.delegate = log
      let layer = stage.add(CALayer()) { $0.add(spring, forKey: "spring") }
      looks.append(
        (
          spring.duration - 1e-6,
          {
            #expect(layer.animation(forKey: "spring") != nil, "\(item.id)")
            // At its end it has come within a thousandth of the way.
            expect(try stage.served(layer).position.x, near: 100, within: 0.2, item.id)
          }
        ))
      looks.append(
        (
          spring.duration + 1e-6,
          {
            #expect(layer.animation(forKey: "spring") == nil, "\(item.id)")
            #expect(log.stops == [true], "\(item.id)")
          }
        ))
    }
    stage.mark()
    for (time, look) in looks.sorted(by: { $0.time < $1.time }) {
      stage.at(time)
      try look()
    }
    cases.printSummary()
  }
}
