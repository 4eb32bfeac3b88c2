import CoreGraphics
import QuartzCore
import Testing

/// Groups in groups, against times worked out by hand.
@MainActor
@Suite("Nested groups")
struct NestedGroupTests {
  private func group(
    _ children: [CAAnimation]?, duration: Double, _ prepare: (CAAnimationGroup) -> Void = { _ in }
  ) -> CAAnimationGroup {
    let group = CAAnimationGroup()
    group.animations = children
    group.duration = duration
    prepare(group)
    return group
  }

  /// From 0 to 100 in `duration` seconds; 0 takes the group's.
  private func ride(_ duration: Double, _ prepare: (CABasicAnimation) -> Void = { _ in })
    -> CABasicAnimation
  {
    let ride = CABasicAnimation(keyPath: "position.x")
    ride.fromValue = 0
    ride.toValue = 100
    ride.duration = duration
    prepare(ride)
    return ride
  }

  /// Shows `animation` on a layer that otherwise stands at −1, and compares x at some seconds after
  /// the commit.
  private func expect(
    _ animation: CAAnimation, _ expected: [(time: Double, x: Double)],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let stage = try TestStage(draws: false)
    defer { stage.stage.close() }
    let layer = stage.add(CALayer()) { $0.position.x = -1 }
    stage.commit()
    layer.add(animation, forKey: "a")
    stage.mark()
    for (time, x) in expected {
      stage.at(time)
      EndToEndTests.expect(
        try stage.served(layer).position.x, near: x, within: 1e-5, "served at \(time)",
        sourceLocation: sourceLocation)
      EndToEndTests.expect(
        layer.presentation().map { Double($0.position.x) }, near: x, within: 1e-5,
        "presented at \(time)", sourceLocation: sourceLocation)
    }
  }

  /// A pace that is the square of time, and one that is its cube.
  private let square = CAMediaTimingFunction(controlPoints: 1.0 / 3, 0, 2.0 / 3, 1.0 / 3)
  private let cube = CAMediaTimingFunction(controlPoints: 1.0 / 3, 0, 2.0 / 3, 0)

  @Test("Begins, speeds and offsets of three levels add up to the child's time")
  func threeLevels() throws {
    let inner = group([ride(0)], duration: 2) {
      $0.beginTime = 0.5
      $0.autoreverses = true
    }
    let middle = group([inner], duration: 4) {
      $0.beginTime = 1
      $0.speed = 2
    }
    // 1.75 is 1.5 in the middle group and 1 in the inner one; 2.5 is 3 and 2.5, half a second back.
    try expect(
      group([middle], duration: 8),
      [(0.5, -1), (1.1, -1), (1.75, 50), (2.25, 100), (2.5, 75), (2.95, 30), (3.1, -1), (7, -1)])
  }

  @Test("A group's pace comes before its child's")
  func paces() throws {
    let child = ride(2) { $0.timingFunction = cube }
    try expect(
      group([child], duration: 2) { $0.timingFunction = square },
      [(1, 100 / 64), (1.5, 100 * pow6(0.75)), (1.9, 100 * pow6(0.95))])
    // A child of half the length is over where the group's pace has come half way.
    let short = ride(1) { $0.fillMode = .forwards }
    try expect(
      group([short], duration: 2) { $0.timingFunction = square },
      [(1, 50), (1.2, 72), (1.5, 100), (1.9, 100)])
  }

  private func pow6(_ x: Double) -> Double { x * x * x * x * x * x }

  @Test("A child's offset and negative speed run it from its end to its start")
  func backwardChild() throws {
    let child = ride(2) {
      $0.speed = -1
      $0.timeOffset = 2
    }
    try expect(group([child], duration: 4), [(0.5, 75), (1, 50), (1.5, 25), (2.5, -1)])
    let late = ride(1) {
      $0.beginTime = 1
      $0.timeOffset = 0.5
    }
    try expect(group([late], duration: 4), [(0.5, -1), (1.25, 75), (1.75, 25), (2.1, -1)])
  }

  @Test("A group that comes back plays its children backwards, those that come back too")
  func backAndForth() throws {
    let child = ride(1) { $0.autoreverses = true }
    try expect(
      group([child], duration: 2) { $0.autoreverses = true },
      [
        (0.25, 25), (0.75, 75), (1.25, 75), (1.75, 25), (2.25, 25), (2.75, 75), (3.25, 75),
        (4.1, -1),
      ])
    // Of a child that ends early, the way back begins late.
    try expect(
      group([ride(1)], duration: 2) { $0.autoreverses = true },
      [(0.5, 50), (1.5, -1), (2.5, -1), (3.5, 50), (3.75, 25)])
  }

  @Test("A group repeats the whole of its time, a part of it at the end")
  func fractionalRepeat() throws {
    let child = ride(1) { $0.beginTime = 0.5 }
    try expect(
      group([child], duration: 2) {
        $0.repeatCount = 1.5
        $0.fillMode = .forwards
        $0.isRemovedOnCompletion = false
      },
      [(0.25, -1), (1, 50), (1.75, -1), (2.25, -1), (2.75, 25), (3.5, 50), (9, 50)])
  }

  @Test("What is in a group that does not show is not shown, whatever its own fill mode")
  func hiddenByGroup() throws {
    let child = ride(1) { $0.fillMode = .both }
    let inner = group([child], duration: 1) { $0.beginTime = 1 }
    try expect(group([inner], duration: 3), [(0.5, -1), (1.5, 50), (2.5, -1)])
    inner.fillMode = .both
    try expect(group([inner], duration: 3), [(0.5, 0), (1.5, 50), (2.5, 100), (3.1, -1)])
  }

  @Test("A group of nothing is a timer", arguments: [false, true])
  func timer(isEmpty: Bool) throws {
    let stage = try TestStage(draws: false)
    defer { stage.stage.close() }
    let layer = stage.add(CALayer()), log = AnimationLog()
    stage.commit()
    var completed = 0
    CATransaction.begin()
    CATransaction.setCompletionBlock { completed += 1 }
    layer.add(
      group(isEmpty ? [] : nil, duration: 0.5) {
        $0.repeatCount = 2
        $0.delegate = log
      }, forKey: "timer")
    CATransaction.commit()
    stage.mark()
    let frames = try stage.stage.countedFrames()?.frames
    stage.at(0.9)
    #expect(log.events == [.started] && completed == 0)
    stage.at(1.1)
    #expect(log.events == [.started, .stopped(finished: true)] && completed == 1)
    #expect(layer.animationKeys() == nil)
    #expect(try stage.stage.countedFrames()?.frames == frames, "nothing is drawn for it")
  }
}
