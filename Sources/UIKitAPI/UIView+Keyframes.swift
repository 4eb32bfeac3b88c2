import CoreGraphicsAPI
import QuartzCore

extension UIView {
  /// How a keyframe animation runs. The bits are those of `AnimationOptions`, its curve included; bits
  /// 10 to 13 hold the calculation mode.
  public struct KeyframeAnimationOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let layoutSubviews = KeyframeAnimationOptions(rawValue: 1 << 0)
    public static let allowUserInteraction = KeyframeAnimationOptions(rawValue: 1 << 1)
    public static let beginFromCurrentState = KeyframeAnimationOptions(rawValue: 1 << 2)
    public static let `repeat` = KeyframeAnimationOptions(rawValue: 1 << 3)
    public static let autoreverse = KeyframeAnimationOptions(rawValue: 1 << 4)
    public static let overrideInheritedDuration = KeyframeAnimationOptions(rawValue: 1 << 5)
    public static let overrideInheritedOptions = KeyframeAnimationOptions(rawValue: 1 << 9)

    public static let calculationModeLinear: KeyframeAnimationOptions = []
    public static let calculationModeDiscrete = KeyframeAnimationOptions(rawValue: 1 << 10)
    public static let calculationModePaced = KeyframeAnimationOptions(rawValue: 2 << 10)
    public static let calculationModeCubic = KeyframeAnimationOptions(rawValue: 3 << 10)
    public static let calculationModeCubicPaced = KeyframeAnimationOptions(rawValue: 4 << 10)

    fileprivate var mode: CAAnimationCalculationMode {
      switch rawValue >> 10 & 15 {
      case 1: .discrete
      case 2: .paced
      case 3: .cubic
      case 4: .cubicPaced
      default: .linear
      }
    }
  }

  /// Makes changes by `addKeyframe` that follow each other within one animation. The whole runs by the
  /// curve in the options: ease in, ease out, unless they hold the bits of another one. Changes outside
  /// of keyframes take the whole duration.
  public class func animateKeyframes(
    withDuration duration: TimeInterval, delay: TimeInterval,
    options: KeyframeAnimationOptions = [], animations: () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    var settings = AnimationSettings(
      duration: duration, delay: delay, options: AnimationOptions(rawValue: options.rawValue),
      inheriting: AnimationBlocks.current?.settings)
    let gatherer = KeyframeGatherer(options.mode)
    settings.gatherer = gatherer
    let block = AnimationBlock(completion: completion)
    AnimationBlocks.with(settings, block) {
      animations()
      if options.contains(.layoutSubviews) {
        for view in gatherer.changedViews { view.layoutIfNeeded() }
      }
    }
    gatherer.finish(block, settings)
    block.seal()
  }

  /// In `animateKeyframes`: the changes set out at a fraction of the whole duration and arrive another
  /// fraction later. Elsewhere they happen at once.
  public class func addKeyframe(
    withRelativeStartTime frameStartTime: Double, relativeDuration frameDuration: Double,
    animations: () -> Void
  ) {
    guard let (outer, block) = AnimationBlocks.current, outer.gatherer != nil else {
      return performWithoutAnimation(animations)
    }
    func clamped(_ x: Double) -> Double { x > 0 ? min(x, 1) : 0 }
    var settings = outer
    let start = clamped(frameStartTime)
    settings.span = start...max(start, clamped(frameStartTime + frameDuration))
    AnimationBlocks.with(settings, block, animations)
  }
}
