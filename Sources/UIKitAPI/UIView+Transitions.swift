import CoreGraphicsAPI
import QuartzCore

extension UIView {
  /// Changes of views made by the system.
  public enum SystemAnimation: UInt, Sendable {
    /// Shrinks and fades the views, and takes them out of their superviews.
    case delete
  }

  /// Leads from the view's picture, with all that lies in it, before the changes to the one after
  /// them. Changes in the view do not animate by themselves, unless `allowAnimatedContent` says so.
  /// Without one of the transitions in `options` they happen at once.
  public class func transition(
    with view: UIView, duration: TimeInterval, options: AnimationOptions = [],
    animations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {
    let settings = AnimationSettings(
      duration: duration, delay: 0, options: options,
      inheriting: AnimationBlocks.current?.settings)
    let block = AnimationBlock(completion: completion)
    if let transition = options.transition, settings.duration > 0, areAnimationsEnabled {
      transition.add(to: view, block, settings)
    }
    if let animations {
      if options.contains(.allowAnimatedContent) {
        AnimationBlocks.with(settings, block, animations)
      } else {
        performWithoutAnimation(animations)
      }
    }
    block.seal()
  }

  /// Puts `toView` in the place of `fromView` in the superview, whose picture changes. `fromView`
  /// leaves it at the end. With `showHideTransitionViews` both stay and one is hidden.
  public class func transition(
    from fromView: UIView, to toView: UIView, duration: TimeInterval,
    options: AnimationOptions = [], completion: ((Bool) -> Void)? = nil
  ) {
    guard fromView !== toView, let container = fromView.superview else {
      return animate(withDuration: 0, animations: {}, completion: completion)
    }
    let isHiding = options.contains(.showHideTransitionViews), wasHidden = fromView.isHidden
    transition(
      with: container, duration: duration, options: options,
      animations: {
        if isHiding {
          toView.isHidden = false
        } else {
          container.insertSubview(toView, aboveSubview: fromView)
        }
        fromView.isHidden = true
      },
      completion: { finished in
        if !isHiding {
          fromView.removeFromSuperview()
          fromView.isHidden = wasHidden
        }
        completion?(finished)
      })
  }

  /// Does what the system does to views, together with changes of the application's own.
  public class func perform(
    _ animation: SystemAnimation, on views: [UIView], options: AnimationOptions = [],
    animations parallelAnimations: (() -> Void)? = nil, completion: ((Bool) -> Void)? = nil
  ) {
    switch animation {
    case .delete:
      let before = views.map { ($0, $0.alpha, $0.transform) }
      animate(
        withDuration: 0.25, delay: 0, options: options,
        animations: {
          for view in views {
            view.alpha = 0
            view.transform = view.transform.scaledBy(x: 0.1, y: 0.1)
          }
          parallelAnimations?()
        },
        completion: { finished in
          for (view, alpha, transform) in before {
            view.removeFromSuperview()
            (view.alpha, view.transform) = (alpha, transform)
          }
          completion?(finished)
        })
    }
  }
}
