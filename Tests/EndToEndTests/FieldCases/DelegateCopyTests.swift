import QuartzCore
import Testing

@MainActor @Suite("F28: the delegate is handed the stored copy")
struct DelegateCopyTests {
  @Test("A value set on the animation identifies it, the reference does not")
  func identifiedByValue() throws {
    let stage = try TestStage()
    let layer = stage.add(CALayer())
    stage.commit()
    let log = AnimationLog()
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.fromValue = 0.0
    fade.duration = 0.5
    fade.delegate = log
    fade.setValue("fade", forKey: "purpose")
    layer.add(fade, forKey: "fade")
    #expect(layer.animation(forKey: "fade") !== fade)
    stage.mark()
    stage.at(1)
    #expect(log.events == [.started, .stopped(finished: true)])
    #expect(log.animations.allSatisfy { $0 !== fade })
    #expect(log.animations.allSatisfy { $0.value(forKey: "purpose") as? String == "fade" })
  }

  @Test("Removal before the end says so")
  func removedEarly() throws {
    let stage = try TestStage()
    let layer = stage.add(CALayer())
    stage.commit()
    let log = AnimationLog()
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.fromValue = 0.0
    fade.duration = 10
    fade.delegate = log
    layer.add(fade, forKey: "fade")
    stage.mark()
    stage.at(0.5)
    layer.removeAnimation(forKey: "fade")
    stage.commit()
    stage.at(0.6)
    #expect(log.events == [.started, .stopped(finished: false)])
  }
}
