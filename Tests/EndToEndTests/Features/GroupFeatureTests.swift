import CoreGraphics
import QuartzCore
import Testing
import UIKit

@MainActor @Suite("Animation groups")
struct GroupFeatureTests {
  private func basic(_ keyPath: String, from: Any?, to: Any) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: keyPath)
    animation.fromValue = from
    animation.toValue = to
    return animation
  }

  private func group(_ animations: [CAAnimation]) -> CAAnimationGroup {
    let group = CAAnimationGroup()
    group.animations = animations
    group.duration = 1
    group.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    return group
  }

  @Test("S43: the children of a group keep step along the group's curve")
  func step() throws {
    let stage = try TestStage(draws: false)
    let layer = stage.add(CALayer()) { $0.position = CGPoint(x: 100, y: 100) }
    stage.commit()
    let children = [
      basic("position", from: CGPoint(x: 100, y: 100), to: CGPoint(x: 300, y: 300)),
      basic("transform.rotation", from: 0, to: 2 * Double.pi),
      basic("transform.scale", from: 1, to: 1.5),
    ]
    layer.add(group(children), forKey: "group")
    stage.mark()
    let turn = ValueProbe.keyPath("transform.rotation"),
      scale = ValueProbe.keyPath("transform.scale")
    func expectShown(_ p: Double, at time: Double, within tolerance: Double) throws {
      stage.at(time)
      let place = 100 + 200 * p
      try ValueProbe.position.expect(
        layer, on: stage, near: [place, place], within: 200 * tolerance, "at \(time)")
      try scale.expect(layer, on: stage, near: [1 + p / 2], within: tolerance, "at \(time)")
      guard p != 0.5 else { return }
      try turn.expect(layer, on: stage, near: [2 * .pi * p], within: 7 * tolerance, "at \(time)")
    }
    try expectShown(0.1292, at: 0.25, within: 1e-4)
    try expectShown(0.5, at: 0.5, within: 1e-9)
    // Upside down; a matrix does not tell half a turn from half a turn back.
    let half = try stage.served(layer).transform
    expect([half.r0.x, half.r0.y], near: [-1.25, 0], within: 1e-9, "half a turn")
    try expectShown(0, at: 1.01, within: 1e-12)
  }

  /// What the tutorials write: a group, and then the model values that it leads to.
  private func moveAll(_ layer: CALayer, namesStart: Bool) {
    let group = group([
      basic("position", from: namesStart ? layer.position : nil, to: CGPoint(x: 300, y: 300)),
      basic("transform.rotation", from: namesStart ? 0 : nil, to: 2 * Double.pi),
      basic("transform.scale", from: namesStart ? 1 : nil, to: 1.5),
      basic("opacity", from: namesStart ? 1 : nil, to: 0.5),
    ])
    layer.add(group, forKey: "all")
    layer.position = CGPoint(x: 300, y: 300)
    // All three axes, as the animation: reading `transform.scale` gives their mean.
    layer.transform = CATransform3DMakeScale(1.5, 1.5, 1.5)
    layer.opacity = 0.5
  }

  @Test(
    "S44: without a start, what the model was set to already stands still; only the turn is seen",
    arguments: [false, true])
  func onlyTheEnd(namesStart: Bool) throws {
    let test = try ViewStage(), stage = test.stage
    let layer = test.add(UIView(), CGRect(x: 50, y: 50, width: 100, height: 100)).layer
    moveAll(layer, namesStart: namesStart)
    stage.mark()
    stage.at(0.25)
    let p = 0.12916, turned = ValueProbe.keyPath("transform.rotation")
    try turned.expect(layer, on: stage, near: [2 * .pi * p], within: 1e-4)
    let moved = namesStart ? p : 1
    let place = 100 + 200 * moved
    try ValueProbe.position.expect(layer, on: stage, near: [place, place], within: 0.005)
    let scale = ValueProbe.keyPath("transform.scale")
    try scale.expect(layer, on: stage, near: [1 + 0.5 * moved], within: 1e-4)
    try ValueProbe.opacity.expect(layer, on: stage, near: [1 - 0.5 * moved], within: 1e-4)
    stage.at(1.01)
    try ValueProbe.position.expect(layer, on: stage, near: [300, 300])
    try turned.expect(layer, on: stage, near: [0])
  }
}
