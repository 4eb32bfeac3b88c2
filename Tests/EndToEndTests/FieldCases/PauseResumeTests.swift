import QuartzCore
import Testing

@MainActor @Suite("F19 h04: pausing and resuming a layer")
struct PauseResumeTests {
  @Test("Nothing jumps at pause or resume, and the end is late by the time spent paused")
  func pausesAndResumes() throws {
    let stage = try TestStage()
    let train = stage.add(CALayer()) { $0.position = CGPoint(x: -5, y: 0) }
    stage.commit()
    let ride = CABasicAnimation(keyPath: "position.x")
    ride.fromValue = 0.0
    ride.toValue = 100.0
    ride.duration = 10
    train.add(ride, forKey: "ride")
    stage.mark()

    func pause() {
      let local = train.convertTime(CACurrentMediaTime(), from: nil)
      train.speed = 0
      train.timeOffset = local
      stage.commit()
    }
    func resume() {
      let frozen = train.timeOffset
      train.speed = 1
      train.timeOffset = 0
      train.beginTime = 0
      train.beginTime = train.convertTime(CACurrentMediaTime(), from: nil) - frozen
      stage.commit()
    }
    func expectX(_ x: Double, _ why: String) throws {
      expect(train.presentation().map { Double($0.position.x) }, near: x, why)
      expect(try stage.served(train).position.x, near: x, why)
    }

    stage.at(3)
    try expectX(30, "running")
    pause()
    try expectX(30, "no jump at pause")
    stage.at(8)
    try expectX(30, "frozen for 5 s")
    resume()
    try expectX(30, "no jump at resume")
    stage.at(10)
    try expectX(50, "two more seconds")
    pause()
    stage.at(11)
    try expectX(50, "the second pause")
    resume()
    stage.at(15.9)
    try expectX(99, "almost there")
    stage.at(16.1)
    try expectX(-5, "ended 6 s late, the model again")
    #expect(train.animation(forKey: "ride") == nil)
  }
}
