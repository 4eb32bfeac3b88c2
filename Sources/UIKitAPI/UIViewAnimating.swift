import CoreGraphicsAPI

public enum UIViewAnimatingState: Int, Sendable {
  /// Not begun, or over.
  case inactive
  /// Running or paused: the views have their end values and show what lies on the way.
  case active
  /// Stopped where it was; `finishAnimation(at:)` is awaited.
  case stopped
}

public enum UIViewAnimatingPosition: Int, Sendable {
  case end, start, current
}

/// Animations that can be started, paused, turned round and stopped.
@MainActor
public protocol UIViewAnimating: AnyObject {
  var state: UIViewAnimatingState { get }
  var isRunning: Bool { get }
  var isReversed: Bool { get set }
  /// 0…1, in the direction in which the animations run now.
  var fractionComplete: CGFloat { get set }

  func startAnimation()
  /// `delay` in seconds.
  func startAnimation(afterDelay delay: TimeInterval)
  func pauseAnimation()
  func stopAnimation(_ withoutFinishing: Bool)
  func finishAnimation(at finalPosition: UIViewAnimatingPosition)
}

/// Animations made of blocks that change views.
@MainActor
public protocol UIViewImplicitlyAnimating: UIViewAnimating {
  func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat)
  func addAnimations(_ animation: @escaping () -> Void)
  func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void)
  func continueAnimation(
    withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat)
}
