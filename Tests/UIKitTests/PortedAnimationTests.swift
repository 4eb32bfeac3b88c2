import QuartzCore
import Testing
import UIKit

/// The Swift forms that docs/porting.md names.
@Suite("Ported animation code")
@MainActor
struct PortedAnimationTests {
  @Test("Every form of a view animation that the porting page names compiles and is complete")
  func blocks() throws {
    let test = try TestWindow()
    let view = test.add(UIView(), CGRect(x: 0, y: 0, width: 20, height: 20))
    let other = UIView(frame: view.frame), gone = test.add(UIView(), view.frame)
    var log: [Bool] = []
    test.mark()
    UIView.animate(withDuration: 0.3, animations: { view.alpha = 0 }) { finished in
      log.append(finished)
    }
    UIView.animate(withDuration: 0.3) { view.center.x += 10 }
    UIView.animate(withDuration: 0.3, delay: 0.1, options: [.curveEaseOut, .allowUserInteraction]) {
      view.center.x += 10
    } completion: { finished in
      log.append(finished)
    }
    UIView.animate(
      withDuration: 0.3, delay: 0, usingSpringWithDamping: 0.7, initialSpringVelocity: 0.5,
      options: [], animations: { view.center.y += 10 }, completion: { log.append($0) })
    UIView.animate(springDuration: 0.3, bounce: 0.2) {
      view.center.y += 10
    } completion: { finished in
      log.append(finished)
    }
    UIView.animateKeyframes(withDuration: 0.3, delay: 0, options: .calculationModeCubic) {
      UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { view.center.x += 1 }
    } completion: { finished in
      log.append(finished)
    }
    UIView.animate(withDuration: 0.3) {
      UIView.modifyAnimations(withRepeatCount: 2, autoreverses: true) { view.center.x += 1 }
      UIView.performWithoutAnimation { view.tag = 1 }
    } completion: { finished in
      log.append(finished)
    }
    UIView.transition(with: view, duration: 0.3, options: .transitionFlipFromLeft) {
      view.backgroundColor = .red
    } completion: { finished in
      log.append(finished)
    }
    UIView.perform(.delete, on: [gone]) {
      view.center.x += 1
    } completion: { finished in
      log.append(finished)
    }
    test.at(4)
    UIView.transition(from: view, to: other, duration: 0.3, options: .transitionCurlUp) {
      log.append($0)
    }
    test.at(8)
    #expect(log == Array(repeating: true, count: 9))
    #expect(gone.superview == nil && view.superview == nil && other.superview === test.root)
  }

  @Test("Every form of a property animator that the porting page names compiles and is complete")
  func animators() throws {
    let test = try TestWindow()
    let view = test.add(UIView(), CGRect(x: 0, y: 0, width: 20, height: 20))
    test.mark()
    let parameters: [any UITimingCurveProvider] = [
      UICubicTimingParameters(), UICubicTimingParameters(animationCurve: .easeIn),
      UICubicTimingParameters(
        controlPoint1: CGPoint(x: 0.1, y: 0), controlPoint2: CGPoint(x: 0.5, y: 1)),
      UISpringTimingParameters(), UISpringTimingParameters(dampingRatio: 0.5),
      UISpringTimingParameters(dampingRatio: 0.5, initialVelocity: CGVector(dx: 1, dy: 2)),
      UISpringTimingParameters(mass: 1, stiffness: 100, damping: 20, initialVelocity: .zero),
      UISpringTimingParameters(duration: 0.4, bounce: 0.2),
      UISpringTimingParameters(duration: 0.4, bounce: 0.2, initialVelocity: .zero),
    ]
    #expect(parameters.map(\.timingCurveType.rawValue) == [0, 0, 1, 2, 2, 2, 2, 2, 2])
    var animators = parameters.map { UIViewPropertyAnimator(duration: 0.3, timingParameters: $0) }
    for animator in animators { animator.addAnimations { view.center.x += 1 } }
    animators += [
      UIViewPropertyAnimator(duration: 0.3, curve: .easeOut) { view.center.x += 1 },
      UIViewPropertyAnimator(duration: 0.3, dampingRatio: 0.5) { view.center.x += 1 },
      UIViewPropertyAnimator(
        duration: 0.3, controlPoint1: CGPoint(x: 0.1, y: 0), controlPoint2: CGPoint(x: 0.5, y: 1)
      ) { view.center.x += 1 },
    ]
    for animator in animators { animator.startAnimation() }
    animators.append(
      UIViewPropertyAnimator.runningPropertyAnimator(
        withDuration: 0.3, delay: 0.1, options: .curveLinear, animations: { view.center.x += 1 }))
    var positions: [UIViewAnimatingPosition] = []
    for animator in animators { animator.addCompletion { positions.append($0) } }
    let animating: [any UIViewImplicitlyAnimating] = animators
    #expect(animating.allSatisfy { $0.isRunning && $0.state == .active })
    test.at(4)
    #expect(positions == Array(repeating: .end, count: 13))
    expect(view.shown?.position.x, near: 23)
  }
}
