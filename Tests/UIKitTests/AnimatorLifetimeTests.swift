import QuartzCore
import Testing
import UIKit

@Suite("S144: nothing is kept that is over")
@MainActor
struct AnimatorLifetimeTests {
  final class Token {}

  @Test(
    "An animator lets go of blocks, completions, views and itself when it ends", arguments: 0..<4)
  func animator(ending: Int) throws {
    let test = try TestWindow()
    weak var token: Token?
    weak var view: UIView?
    weak var animator: UIViewPropertyAnimator?
    do {
      let strong = Token(), strongView = test.add(UIView(), CGRect(x: 0, y: 0, width: 9, height: 9))
      (token, view) = (strong, strongView)
      test.mark()
      let made = UIViewPropertyAnimator(duration: 1, curve: .easeInOut) {
        withExtendedLifetime(strong) { strongView.center.x += 100 }
      }
      made.addAnimations(
        { withExtendedLifetime(strong) { strongView.alpha = 0 } }, delayFactor: 0.5)
      made.addCompletion { _ in withExtendedLifetime(strong) {} }
      animator = made
      made.startAnimation()
      test.at(0.5)
      switch ending {
      case 0: break
      case 1: made.stopAnimation(true)
      case 2:
        made.stopAnimation(false)
        made.finishAnimation(at: .end)
      default: strongView.removeFromSuperview()
      }
    }
    test.at(1.5)
    #expect(token == nil && animator == nil)
    view?.removeFromSuperview()
    test.commit()
    #expect(view == nil)
  }

  @Test("A running animator needs nobody to hold it, and is gone when its window closes")
  func running() throws {
    weak var animator: UIViewPropertyAnimator?
    weak var token: Token?
    var ends: [UIViewAnimatingPosition] = []
    do {
      let test = try TestWindow()
      let view = test.add(UIView(), CGRect(x: 0, y: 0, width: 9, height: 9))
      test.mark()
      do {
        let strong = Token()
        token = strong
        let made = UIViewPropertyAnimator(duration: 1, curve: .easeInOut) { view.center.x += 100 }
        made.addCompletion {
          withExtendedLifetime(strong) {}
          ends.append($0)
        }
        animator = made
        made.startAnimation()
      }
      test.at(0.5)
      #expect(animator != nil && token != nil)
      test.window.close()
      test.commit()
    }
    #expect(animator == nil && token == nil && ends == [.end])
  }

  @Test("Keyframes and transitions let go of their blocks and views")
  func others() throws {
    let test = try TestWindow()
    weak var token: Token?
    weak var view: UIView?
    do {
      let strong = Token(), strongView = test.add(UIView(), CGRect(x: 0, y: 0, width: 9, height: 9))
      (token, view) = (strong, strongView)
      test.mark()
      UIView.animateKeyframes(
        withDuration: 0.5, delay: 0,
        animations: {
          UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) {
            strongView.center.x += 10
          }
        }, completion: { _ in withExtendedLifetime(strong) {} })
      UIView.transition(
        with: strongView, duration: 0.5, options: .transitionFlipFromLeft,
        animations: { strongView.alpha = 0.5 },
        completion: { _ in withExtendedLifetime(strong) {} })
    }
    test.at(0.25)
    #expect(token != nil)
    test.at(0.6)
    #expect(token == nil)
    view?.removeFromSuperview()
    test.commit()
    #expect(view == nil)
  }
}
