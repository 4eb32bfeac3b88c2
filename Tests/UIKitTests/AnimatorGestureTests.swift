import QuartzCore
import Testing
import UIKit

@Suite("Animators and touches")
@MainActor
struct AnimatorGestureTests {
  @Test("S20: a tapped button shrinks, springs back past its size, and acts at once")
  func buttonTap() throws {
    let test = try TestWindow()
    let button = test.add(UIView(), CGRect(x: 100, y: 100, width: 100, height: 40))
    var actedAt: Double?
    button.addGestureRecognizer(
      UITapGestureRecognizer { [unowned test, unowned button] _ in
        actedAt = test.now
        UIView.animate(
          withDuration: 0.1,
          animations: { button.transform = CGAffineTransform(scaleX: 0.95, y: 0.95) }
        ) { _ in
          UIView.animate(
            withDuration: 0.3, delay: 0, usingSpringWithDamping: 0.5, initialSpringVelocity: 0,
            animations: { button.transform = .identity })
        }
      })
    test.mark()
    test.tap(150, 120)
    #expect(actedAt == 0)
    test.at(0.1)
    expect(button.shown?.transform.m11, near: 0.95)
    var most = (scale: 0.0, time: 0.0)
    for i in 100...400 {
      test.at(Double(i) / 1000)
      let scale = Double(button.shown?.transform.m11 ?? 0)
      if scale > most.scale { most = (scale, test.now) }
    }
    expect(most.scale, near: 1.008, within: 5e-4)
    expect(most.time, near: 0.186, within: 0.005)
    test.at(0.45)
    #expect(button.layer.animationKeys() == nil)
  }

  /// Follows a finger and springs back when it is lifted, at the speed of the finger.
  private func makeReturning(_ card: UIView) -> (
    UIPanGestureRecognizer, () -> UIViewPropertyAnimator?
  ) {
    let home = card.center
    var animator: UIViewPropertyAnimator?
    let pan = UIPanGestureRecognizer { [unowned card] (pan: UIPanGestureRecognizer) in
      switch pan.state {
      case .changed:
        let way = pan.translation(in: card.superview)
        card.center = CGPoint(x: home.x + way.x, y: home.y + way.y)
      case .ended:
        let v = pan.velocity(in: card.superview)
        let magnitude = (v.x * v.x + v.y * v.y).squareRoot()
        let parameters = UISpringTimingParameters(
          dampingRatio: 0.7,
          initialVelocity: CGVector(dx: magnitude / 1000, dy: magnitude / 1000))
        animator = UIViewPropertyAnimator(
          duration: Double(min(magnitude / 2000, 0.5)), timingParameters: parameters)
        animator?.addAnimations { card.center = home }
        animator?.startAnimation()
      case .possible, .began, .cancelled, .failed: break
      }
    }
    card.addGestureRecognizer(pan)
    return (pan, { animator })
  }

  @Test("S67: a card let go at 600, 800 points a second springs back home in half a second")
  func springBack() throws {
    let test = try TestWindow()
    let card = test.add(UIView(), CGRect(x: 100, y: 100, width: 100, height: 100))
    let (_, animator) = makeReturning(card)
    test.mark()
    test.touch(.began, 150, 150)
    for i in 1...10 {
      test.at(Double(i) * 0.01)
      test.touch(.moved, 150 + 6 * Double(i), 150 + 8 * Double(i))
    }
    test.touch(.ended, 210, 230)
    let back = try #require(animator())
    expect(back.duration, near: 0.5, within: 1e-6)
    expect(card.shown?.position.x, near: 210)
    expect(card.shown?.position.y, near: 230)
    // One distance a second, homewards.
    test.at(0.1 + 1e-4)
    let moved = 60 - (Double(card.shown?.position.x ?? .nan) - 150)
    expect(moved / 1e-4, near: 60, within: 2)
    test.at(0.61)
    #expect(back.state == .inactive)
    expect(card.shown?.position.x, near: 150)
    expect(card.shown?.position.y, near: 150)
  }

  @Test("S67: let go at rest it is home at once, and nothing is not a number")
  func letGoAtRest() throws {
    let test = try TestWindow()
    let card = test.add(UIView(), CGRect(x: 100, y: 100, width: 100, height: 100))
    let (_, animator) = makeReturning(card)
    test.mark()
    test.touch(.began, 150, 150)
    test.at(0.1)
    test.touch(.moved, 180, 150)
    test.at(0.2)
    test.touch(.moved, 190, 150)
    test.at(10)
    test.touch(.ended, 190, 150)
    let back = try #require(animator())
    expect(back.duration, near: 0)
    #expect(back.state == .inactive)
    expect(card.shown?.position.x, near: 150)
  }

  @Test("S68: a dragged card is scrubbed, goes on when flicked, and else goes back")
  func scrubbedCard() throws {
    let test = try TestWindow()
    let card = test.add(UIView(), CGRect(x: 100, y: 0, width: 100, height: 100))
    var animator: UIViewPropertyAnimator?, made = 0
    var ends: [UIViewAnimatingPosition] = []
    card.addGestureRecognizer(
      UIPanGestureRecognizer { [unowned card] (pan: UIPanGestureRecognizer) in
        switch pan.state {
        case .began:
          made += 1
          animator = UIViewPropertyAnimator(duration: 1, curve: .easeOut) {
            card.center.y = made == 1 ? 250 : 50
          }
          animator?.addCompletion { ends.append($0) }
          animator?.pauseAnimation()
        case .changed:
          let way = pan.translation(in: card.superview).y * (made == 1 ? 1 : -1)
          animator?.fractionComplete = min(max(way / 200, 0), 1)
        case .ended:
          let isFlick = pan.velocity(in: card.superview).y > 100
          animator?.isReversed = !isFlick
          animator?.continueAnimation(withTimingParameters: nil, durationFactor: 0)
        case .possible, .cancelled, .failed: break
        }
      })
    func drag(_ from: Double, _ ys: [Double], _ start: Double) {
      test.at(start)
      test.touch(.began, 150, from)
      for (i, y) in ys.enumerated() {
        test.at(start + 0.02 * Double(i + 1))
        test.touch(.moved, 150, from + y)
      }
    }
    test.mark()
    // Beyond the end, back to 60 %, and a flick down.
    drag(50, [-30, -50, 300, 60, 90, 120], 0)
    expect(card.shown?.position.y, near: 50 + 120)
    test.touch(.ended, 150, 170)
    expect(card.shown?.position.y, near: 170)
    #expect(animator?.isRunning == true && animator?.isReversed == false)
    test.at(1)
    #expect(ends == [.end])
    expect(card.shown?.position.y, near: 250)
    // A second drag, up to 40 %, let go at rest: back.
    drag(250, [-40, -80], 2)
    expect(card.shown?.position.y, near: 250 - 80)
    test.at(12)
    test.touch(.ended, 150, 170)
    test.at(14)
    #expect(ends == [.end, .start] && made == 2)
    #expect(card.center.y == 250 && animator?.state == .inactive)
    expect(card.shown?.position.y, near: 250)
  }

  @Test("A view that an animator moves is touched where it is seen, or where it will be by hand")
  func hits() throws {
    let test = try TestWindow()
    let view = test.add(UIView(), CGRect(x: 0, y: 0, width: 40, height: 40))
    test.mark()
    for isManual in [false, true] {
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.center.x += 200 }
      animator.isManualHitTestingEnabled = isManual
      animator.startAnimation()
      test.at(test.now + 0.5)
      let seen = view.shown?.position ?? .zero
      #expect((test.window.hitTest(seen, with: nil) === view) == !isManual)
      #expect((test.window.hitTest(view.center, with: nil) === view) == isManual)
      animator.stopAnimation(true)
      #expect(test.window.hitTest(view.center, with: nil) === view)
      view.center.x = 20
    }
    let deaf = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.center.x += 200 }
    deaf.isUserInteractionEnabled = false
    deaf.startAnimation()
    #expect(test.window.hitTest(view.center, with: nil) === test.root)
    deaf.stopAnimation(true)
    test.commit()
    #expect(test.window.hitTest(view.center, with: nil) === view)
  }
}
