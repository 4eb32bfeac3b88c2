import QuartzCore

/// Remembers what an animation's delegate is told, in order.
final class AnimationLog: NSObject, CAAnimationDelegate {
  enum Event: Equatable {
    case started
    case stopped(finished: Bool)
  }

  private(set) var events: [Event] = []
  /// The objects the calls carried.
  private(set) var animations: [CAAnimation] = []

  var stops: [Bool] {
    events.compactMap { if case .stopped(let finished) = $0 { finished } else { nil } }
  }

  func animationDidStart(_ anim: CAAnimation) {
    events.append(.started)
    animations.append(anim)
  }

  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    events.append(.stopped(finished: flag))
    animations.append(anim)
  }
}
