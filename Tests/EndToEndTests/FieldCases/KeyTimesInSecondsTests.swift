import QuartzCore
import Testing

@MainActor @Suite("F10: key times are fractions, not seconds")
struct KeyTimesInSecondsTests {
  @Test(
    "Key times outside 0…1, falling or no numbers show nothing, with a warning; the end is told",
    arguments: [[0, 1, 2], [0, 0.75, 0.5], [0, .nan, 1], [-0.5, 0.5, 1]])
  func showNothing(_ times: [Double]) throws {
    let stage = try TestStage(width: 16, height: 16, draws: false)
    let layer = stage.add(CALayer()) { $0.position.x = 7 }
    stage.commit()
    let log = AnimationLog()
    let animation = CAKeyframeAnimation(keyPath: "position.x")
    animation.values = [50.0, 60.0, 70.0]
    animation.keyTimes = times.map { NSNumber(value: $0) }
    animation.duration = 2
    animation.delegate = log
    let said = Warnings.collect {
      layer.add(animation, forKey: "seconds")
      stage.mark()
    }
    #expect(said.count == 1)
    for time in [0, 0.5, 1, 1.99] {
      stage.at(time)
      expect(try stage.served(layer).position.x, near: 7, "\(times) at \(time)")
      expect(layer.presentation().map { Double($0.position.x) }, near: 7, "\(times) at \(time)")
    }
    #expect(log.events == [.started] && layer.animation(forKey: "seconds") != nil)
    stage.at(2)
    #expect(log.events == [.started, .stopped(finished: true)])
    #expect(layer.animation(forKey: "seconds") == nil)
  }
}
