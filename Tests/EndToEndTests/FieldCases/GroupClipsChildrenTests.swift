import QuartzCore
import Testing

@MainActor @Suite("F09 h03: a group cuts its children off and never stretches them")
struct GroupClipsChildrenTests {
  @Test("Children keep their own duration, begin and fill; only the group's delegate is told")
  func childrenKeepTheirPace() throws {
    let stage = try TestStage()
    let box = stage.add(CALayer()) {
      $0.position = CGPoint(x: 7, y: 7)
      $0.opacity = 0.9
    }
    stage.commit()

    let childLog = AnimationLog(), groupLog = AnimationLog()
    let long = CABasicAnimation(keyPath: "position.x")
    long.fromValue = 0.0
    long.toValue = 100.0
    long.duration = 10
    long.delegate = childLog
    let late = CABasicAnimation(keyPath: "opacity")
    late.fromValue = 0.0
    late.toValue = 1.0
    late.beginTime = 1
    late.duration = 2
    let held = CABasicAnimation(keyPath: "position.y")
    held.fromValue = 0.0
    held.toValue = 60.0
    held.duration = 2
    held.fillMode = .forwards
    let group = CAAnimationGroup()
    group.animations = [long, late, held]
    group.duration = 5
    group.delegate = groupLog
    box.add(group, forKey: "g")
    stage.mark()

    func opacity(_ expected: Double, _ why: String) throws {
      expect(box.presentation().map { Double($0.opacity) }, near: expected, within: 1e-3, why)
      expect(try stage.served(box).opacity, near: expected, within: 1e-3, why)
    }
    func position(_ x: Double, _ y: Double, _ why: String) throws {
      expect(
        box.presentation().map { [Double($0.position.x), Double($0.position.y)] },
        near: [x, y], why)
      let served = try stage.served(box).position
      expect([served.x, served.y], near: [x, y], why)
    }

    stage.at(0.5)
    try opacity(0.9, "the late child has not begun")
    stage.at(2)
    try opacity(0.5, "the late child is half way")
    try position(20, 60, "the held child is at its end")
    stage.at(4)
    try position(40, 60, "the long child keeps its pace, the held child its end")
    try opacity(0.9, "the late child is over")
    stage.at(5.01)
    try position(7, 7, "the group is over")
    #expect(groupLog.stops == [true])
    #expect(childLog.events.isEmpty)
  }

  @Test("The group's timing function paces the whole group")
  func groupPaces() throws {
    let stage = try TestStage()
    let box = stage.add(CALayer())
    stage.commit()
    let long = CABasicAnimation(keyPath: "position.x")
    long.fromValue = 0.0
    long.toValue = 100.0
    long.duration = 10
    let group = CAAnimationGroup()
    group.animations = [long]
    group.duration = 5
    group.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    box.add(group, forKey: "g")
    stage.mark()
    stage.at(1.25)
    // easeInEaseOut(0.25) = 0.129162, so the group is 0.64581 s into its 5 s.
    expect(box.presentation().map { Double($0.position.x) }, near: 6.4581, within: 5e-3)
    expect(try stage.served(box).position.x, near: 6.4581, within: 5e-3)
  }
}
