import QuartzCore
import Testing

@MainActor @Suite("F01 h01: an animation never writes the model")
struct SnapBackTests {
  private func dot(on stage: TestStage) -> CALayer {
    stage.add(CALayer()) {
      $0.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
      $0.position = CGPoint(x: 100, y: 50)
    }
  }

  @Test("Half way it shows half the way, at the end the model shows again")
  func removedAtTheEnd() throws {
    let stage = try TestStage()
    let plain = dot(on: stage)
    stage.commit()

    let drop = CABasicAnimation(keyPath: "position.y")
    drop.toValue = 300
    drop.duration = 1
    plain.add(drop, forKey: "drop")
    stage.mark()

    stage.at(0.5)
    expect(plain.presentation().map { Double($0.position.y) }, near: 175)
    expect(try stage.served(plain).position.y, near: 175)
    expect(Double(plain.position.y), near: 50, within: 0, "the model")
    stage.at(0.999)
    expect(plain.presentation().map { Double($0.position.y) }, near: 299.75)
    stage.at(1.001)
    expect(plain.presentation().map { Double($0.position.y) }, near: 50)
    expect(try stage.served(plain).position.y, near: 50)
    #expect(plain.animation(forKey: "drop") == nil)
  }

  @Test("Filling forwards without removal shows the end for ever, the model keeps its value")
  func fillsForwards() throws {
    let stage = try TestStage()
    let plain = dot(on: stage), frozen = dot(on: stage)
    stage.commit()

    let drop = CABasicAnimation(keyPath: "position.y")
    drop.toValue = 300
    drop.duration = 1
    plain.add(drop, forKey: "drop")
    // `add` has copied: what follows must not reach `plain`.
    drop.fillMode = .forwards
    drop.isRemovedOnCompletion = false
    frozen.add(drop, forKey: "drop")
    stage.mark()

    stage.at(1.001)
    expect(plain.presentation().map { Double($0.position.y) }, near: 50, "the caller's copy")
    expect(frozen.presentation().map { Double($0.position.y) }, near: 300)
    expect(try stage.served(frozen).position.y, near: 300)
    expect(Double(frozen.position.y), near: 50, within: 0, "the model")
    #expect(frozen.animation(forKey: "drop") != nil)
    stage.at(60)
    expect(try stage.served(frozen).position.y, near: 300)
  }
}
