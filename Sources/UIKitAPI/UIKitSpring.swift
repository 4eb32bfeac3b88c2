import CoreGraphicsAPI
import Geometry
import QuartzCore

/// A spring as UIKit's animation methods describe it.
struct UIKitSpring {
  var stiffness: Double
  var damping: Double
  var initialVelocity: Double
  /// Seconds.
  var duration: Double

  /// The spring of mass 1 that is within a thousandth of its end after `duration`, which is kept in
  /// 0.01…10 s; `dampingRatio` in 0.001…1. The velocity is in distances per second.
  init(duration: Double, dampingRatio: Double, initialVelocity: Double) {
    let d = min(max(Self.finite(duration, or: 0.01), 0.01), 10)
    let ratio = min(max(Self.finite(dampingRatio, or: 1), 0.001), 1)
    let velocity = Self.finite(initialVelocity, or: 0)
    let omega = Self.frequency(duration: d, ratio: ratio, velocity: velocity)
    stiffness = omega * omega
    damping = 2 * ratio * omega
    self.initialVelocity = velocity
    self.duration = d
  }

  /// The spring of a perceived duration and bounce; it runs until it has settled.
  init(perceptualDuration: Double, bounce: Double, initialVelocity: Double) {
    let spring = CASpringAnimation(
      perceptualDuration: max(Self.finite(perceptualDuration, or: 0.5), 0.01),
      bounce: CGFloat(min(max(Self.finite(bounce, or: 0), -0.99), 1)))
    stiffness = Double(spring.stiffness)
    damping = Double(spring.damping)
    self.initialVelocity = Self.finite(initialVelocity, or: 0)
    spring.initialVelocity = CGFloat(self.initialVelocity)
    duration = spring.settlingDuration
  }

  private static func finite(_ x: Double, or other: Double) -> Double {
    if x.isFinite { return x }
    Warnings.once("UIView.animate.spring", "a spring's values must be finite, not \(x)")
    return other
  }

  func configure(_ animation: CASpringAnimation) {
    animation.mass = 1
    animation.stiffness = CGFloat(stiffness)
    animation.damping = CGFloat(damping)
    animation.initialVelocity = CGFloat(initialVelocity)
    animation.allowsOverdamping = true
  }

  /// The largest frequency at which the envelope of the motion has fallen to a thousandth after
  /// `duration`, in radians per second.
  private static func frequency(duration: Double, ratio: Double, velocity: Double) -> Double {
    let threshold = 0.001, root = (1 - ratio * ratio).squareRoot()
    func envelope(_ omega: Double) -> Double {
      let decay = exp(-ratio * omega * duration)
      return ratio < 1
        ? abs((velocity - ratio * omega) / (omega * root)) * decay
        : abs((velocity - omega) * duration - 1) * decay
    }
    // Above both of these the envelope only falls.
    let resting = log(1000 * max(ratio, 0.001) / max(root, 0.001)) / (ratio * duration)
    var high = max(resting, 2 * abs(velocity) / ratio, 1 / duration)
    while envelope(high) > threshold { high *= 2 }
    var low = high
    // Down in steps of a thousandth: far less than the distance between two roots.
    for _ in 0..<20_000 {
      guard envelope(low) <= threshold else { break }
      high = low
      low *= 0.999
    }
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if envelope(middle) > threshold { low = middle } else { high = middle }
    }
    return max(high, 1e-3)
  }
}
