import QuartzCore
import Testing

@MainActor @Suite("F29: an autoreversing animation ends where it began")
struct AutoreverseEndTests {
  @Test(
    "Then the model shows: the start when it was left alone, the target when it was set",
    arguments: [(false, 100.0), (true, 200.0)])
  func modelTakesOver(setsModel: Bool, afterwards: Double) throws {
    let stage = try TestStage()
    let dot = stage.add(CALayer()) { $0.position = CGPoint(x: 100, y: 50) }
    stage.commit()
    let log = AnimationLog()
    let move = CABasicAnimation(keyPath: "position.x")
    move.fromValue = 100.0
    move.toValue = 200.0
    move.duration = 2
    move.autoreverses = true
    move.delegate = log
    dot.add(move, forKey: "move")
    if setsModel { withoutActions { dot.position.x = 200 } }
    stage.mark()

    func expectX(_ x: Double, within tolerance: Double = 1e-4, _ why: String) throws {
      expect(dot.presentation().map { Double($0.position.x) }, near: x, within: tolerance, why)
      expect(try stage.served(dot).position.x, near: x, within: tolerance, why)
    }
    stage.at(1)
    try expectX(150, "on the way out")
    stage.at(2)
    try expectX(200, within: 0.01, "the far end")
    stage.at(3)
    try expectX(150, "half way back")
    stage.at(3.98)
    try expectX(101, "almost home")
    #expect(log.stops.isEmpty)
    stage.at(4.02)
    try expectX(afterwards, "the model takes over")
    #expect(log.stops == [true])
  }

  @Test("One and a half cycles end at the far end, without a jump when the model is there")
  func cycleAndAHalf() throws {
    let stage = try TestStage()
    let dot = stage.add(CALayer()) { $0.position = CGPoint(x: 100, y: 50) }
    stage.commit()
    let move = CABasicAnimation(keyPath: "position.x")
    move.fromValue = 100.0
    move.toValue = 200.0
    move.duration = 2
    move.autoreverses = true
    move.repeatCount = 1.5
    dot.add(move, forKey: "move")
    withoutActions { dot.position.x = 200 }
    stage.mark()
    stage.at(5.9)
    expect(try stage.served(dot).position.x, near: 195, "on the way out again")
    stage.at(6.1)
    expect(try stage.served(dot).position.x, near: 200, "ends where the model is")
  }
}
