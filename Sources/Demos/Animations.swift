import CoreGraphics
import QuartzCore

/// Endless there-and-back of one key path.
@MainActor
func swing(
  _ keyPath: String, from: Any, to: Any, duration: Double, timing: CAMediaTimingFunctionName
) -> CABasicAnimation {
  let animation = CABasicAnimation(keyPath: keyPath)
  animation.fromValue = from
  animation.toValue = to
  animation.duration = duration
  animation.autoreverses = true
  animation.repeatCount = .infinity
  animation.timingFunction = CAMediaTimingFunction(name: timing)
  return animation
}

/// Endless whole turns about an axis, at one speed. Angles are in radians.
@MainActor
func turns(
  about axis: String = "z", from angle: Double = 0, every period: Double
) -> CABasicAnimation {
  let animation = CABasicAnimation(keyPath: "transform.rotation.\(axis)")
  animation.fromValue = angle
  animation.toValue = angle + 2 * .pi
  animation.duration = period
  animation.repeatCount = .infinity
  return animation
}

/// Plays the animations together every `period` seconds for ever, holding their ends meanwhile.
@MainActor
func loop(_ animations: [CAAnimation], every period: Double) -> CAAnimationGroup {
  for animation in animations { animation.fillMode = .both }
  let group = CAAnimationGroup()
  group.animations = animations
  group.duration = period
  group.repeatCount = .infinity
  return group
}
