import CoreGraphicsAPI
import QuartzCore

extension UIView {
  /// Makes changes that animate. The block runs at once and properties have their new values after it;
  /// what is on screen follows within `duration` seconds, `delay` seconds after this turn's commit.
  ///
  /// Animated are frame, bounds, centre, transform, alpha, background colour, and the corner radius and
  /// border of views' layers. Geometry adds up: a change in mid-flight starts from what is on screen
  /// and keeps the speed.
  ///
  /// - Parameter completion: Told when all animations have ended, and whether all ran to their end. In
  ///   a block that changes nothing, or has no duration, that is after the commit of this turn.
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, options: AnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    let settings = AnimationSettings(
      duration: duration, delay: delay, options: options,
      inheriting: AnimationBlocks.current?.settings)
    run(settings, animations, completion)
  }

  public class func animate(
    withDuration duration: TimeInterval, animations: () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    animate(
      withDuration: duration, delay: 0, options: [], animations: animations, completion: completion)
  }

  /// By a spring that has come to rest after `duration`; curves in `options` do not count.
  ///
  /// - Parameters:
  ///   - dampingRatio: 1 does not swing, towards 0 it swings more.
  ///   - velocity: Distances per second towards the end.
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval,
    usingSpringWithDamping dampingRatio: CGFloat, initialSpringVelocity velocity: CGFloat,
    options: AnimationOptions = [], animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    // No spring comes to rest in no time.
    guard duration > 0 || duration.isNaN else {
      return animate(
        withDuration: 0, delay: delay, options: options, animations: animations,
        completion: completion)
    }
    let spring = UIKitSpring(
      duration: duration, dampingRatio: Double(dampingRatio), initialVelocity: Double(velocity))
    run(spring, delay, options, animations, completion)
  }

  /// By a spring of a perceived duration; the completion is told when it has settled.
  public class func animate(
    springDuration duration: TimeInterval = 0.5, bounce: CGFloat = 0,
    initialSpringVelocity: CGFloat = 0, delay: TimeInterval = 0, options: AnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    let spring = UIKitSpring(
      perceptualDuration: duration, bounce: Double(bounce),
      initialVelocity: Double(initialSpringVelocity))
    run(spring, delay, options, animations, completion)
  }

  /// In an animation block: the changes made here repeat. With `autoreverses` one repetition is there
  /// and back.
  public class func modifyAnimations(
    withRepeatCount count: CGFloat, autoreverses: Bool, animations: () -> Void
  ) {
    guard let (outer, block) = AnimationBlocks.current else { return animations() }
    var settings = outer
    settings.repeatCount = Float(count)
    settings.options.remove(.autoreverse)
    if autoreverses { settings.options.insert(.autoreverse) }
    AnimationBlocks.with(settings, block, animations)
  }

  /// Makes changes at once, in an animation block too.
  public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
    let before = AnimationBlocks.areEnabled
    AnimationBlocks.areEnabled = false
    actionsWithoutAnimation()
    AnimationBlocks.areEnabled = before
  }

  /// Off: animation blocks change at once, and their completions are told after the commit.
  public class func setAnimationsEnabled(_ enabled: Bool) { AnimationBlocks.areEnabled = enabled }

  public class var areAnimationsEnabled: Bool { AnimationBlocks.areEnabled }

  /// Seconds, of the animation block being run; 0 outside.
  public class var inheritedAnimationDuration: TimeInterval {
    AnimationBlocks.current?.settings.duration ?? 0
  }

  private class func run(
    _ spring: UIKitSpring, _ delay: Double, _ options: AnimationOptions, _ animations: () -> Void,
    _ completion: ((Bool) -> Void)?
  ) {
    let settings = AnimationSettings(
      spring: spring, delay: delay, options: options, inheriting: AnimationBlocks.current?.settings)
    run(settings, animations, completion)
  }

  private class func run(
    _ settings: AnimationSettings, _ animations: () -> Void, _ completion: ((Bool) -> Void)?
  ) {
    let block = AnimationBlock(completion: completion)
    AnimationBlocks.with(settings, block) {
      animations()
      if settings.options.contains(.layoutSubviews) { block.layOutViews() }
    }
    block.seal()
  }
}

extension AnimationBlock {
  /// Lays out the views that the block has changed, so that what follows from it animates too.
  func layOutViews() {
    for view in changedViews { view.layoutIfNeeded() }
  }
}

extension UIView {
  /// Changes layers at once, in animation blocks too.
  static func withoutActions(_ changes: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    changes()
    CATransaction.commit()
  }
}
