import QuartzCore
import Testing

@MainActor @Suite("F88 h13: how time and transactions derive from what is outside")
struct DerivedTimeTests {
  @Test("Local time is found level by level; layers need no window for that")
  func layerTime() {
    let root = CALayer(), mid = CALayer(), leaf = CALayer()
    root.addSublayer(mid)
    mid.addSublayer(leaf)
    mid.beginTime = 1
    mid.speed = 2
    mid.timeOffset = 0.5
    leaf.beginTime = 0.25
    leaf.speed = 0.5
    leaf.timeOffset = 3
    expect(mid.convertTime(4, from: root), near: 6.5, "one level")
    expect(leaf.convertTime(4, from: root), near: 6.125, "two levels")
    expect(leaf.convertTime(6.125, to: root), near: 4, "and back")
    expect(leaf.convertTime(4, from: nil), near: 6.125, "no layer given: as from the root")
  }

  @Test("An inner transaction starts with the outer one's values and hands nothing back")
  func transactions() {
    CATransaction.flush()
    #expect(CATransaction.animationDuration() == 0.25)
    #expect(CATransaction.animationTimingFunction() == nil)
    CATransaction.begin()
    CATransaction.setAnimationDuration(1.25)
    CATransaction.setDisableActions(true)
    CATransaction.begin()
    #expect(CATransaction.animationDuration() == 1.25 && CATransaction.disableActions())
    CATransaction.setAnimationDuration(3)
    #expect(CATransaction.animationDuration() == 3)
    CATransaction.commit()
    #expect(CATransaction.animationDuration() == 1.25)
    CATransaction.commit()
    #expect(CATransaction.animationDuration() == 0.25 && !CATransaction.disableActions())
    #expect(CATransaction.value(forKey: "field.noSuchKey") == nil)
    let said = Warnings.collect { CATransaction.commit() }
    #expect(said.count == 1, "one too many is harmless")
    #expect(CATransaction.animationDuration() == 0.25)
  }
}
