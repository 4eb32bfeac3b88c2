import QuartzCore
import TestSupport
import Testing
import UIKit

@Suite("Property animators")
@MainActor
struct AnimatorFeatureTests {
  @Test("S60: a slider leads a paused animator, and shows on the same commit what it says")
  func slider() throws {
    let test = try TestWindow()
    let view = test.add(UIView(), CGRect(x: 0, y: 300, width: 20, height: 20))
    test.mark()
    let animator = UIViewPropertyAnimator(duration: 1, curve: .easeInOut) {
      view.center.y -= 200
      view.alpha = 0.5
    }
    animator.pauseAnimation()
    for fraction in [0.25, 0.5, 0.9, 0.1] {
      animator.fractionComplete = CGFloat(fraction)
      test.commit()
      expect(view.shown?.position.y, near: 310 - 200 * fraction)
      expect(view.shown.map { CGFloat($0.opacity) }, near: 1 - 0.5 * fraction)
      let served = try test.stage.serverValues(of: view.layer)
      expect(served?.position.y ?? .nan, near: 310 - 200 * fraction)
    }
    #expect(view.center.y == 110 && view.alpha == 0.5)
    #expect(view.layer.animationKeys()?.count == 2)
    animator.stopAnimation(true)
  }

  @Test("S61: let go at half, it reaches the end in the time that is left, without a jump")
  func letGo() throws {
    let mover = try Mover(), animator = mover.animator()
    animator.fractionComplete = 0.5
    expect(mover.shown, near: 0.5)
    animator.startAnimation()
    expect(mover.shown, near: 0.5)
    mover.test.at(0.25)
    // The second half of the curve, as it is: it stood at half.
    expect(mover.shown, near: easeInOut(0.75))
    mover.test.at(0.49)
    #expect(mover.ends.isEmpty)
    mover.test.at(0.51)
    #expect(mover.positions == [.end])
    expect(mover.ends[0].time, near: 0.5)
  }

  @Test("S62: turned round at 60 % it goes back from there and ends at the start")
  func turnedRound() throws {
    let mover = try Mover(), animator = mover.animator(1, .linear)
    animator.startAnimation()
    mover.test.at(0.6)
    animator.isReversed = true
    animator.pauseAnimation()
    expect(mover.shown, near: 0.6)
    expect(animator.fractionComplete, near: 0.4)
    animator.startAnimation()
    expect(mover.shown, near: 0.6)
    mover.test.at(0.9)
    expect(mover.shown, near: 0.3)
    mover.test.at(1.3)
    #expect(mover.positions == [.start])
    expect(mover.ends[0].time, near: 1.2)
    #expect(mover.model == 0 && mover.shown == 0)
    #expect(animator.state == .inactive)
  }

  @Test("S63: stopped and finished at the end, it is there at once")
  func stopAndFinish() throws {
    let mover = try Mover(), animator = mover.animator()
    animator.startAnimation()
    mover.test.at(0.3)
    animator.stopAnimation(false)
    expect(mover.shown, near: easeInOut(0.3))
    expect(mover.model, near: easeInOut(0.3))
    #expect(animator.state == .stopped && mover.ends.isEmpty)
    animator.finishAnimation(at: .end)
    #expect(mover.model == 1 && mover.positions == [.end])
    #expect(mover.shown == 1)
    mover.test.at(2)
    #expect(mover.positions == [.end])
  }

  @Test("S64: stopped for good, the model takes the value shown, and nobody is told")
  func stopForGood() throws {
    let test = try TestWindow()
    let view = test.add(
      UIView(), CGRect(x: 0, y: 0, width: 20, height: 20), color: .red)
    test.mark()
    var calls = 0
    let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {
      view.frame = CGRect(x: 100, y: 0, width: 60, height: 20)
      view.alpha = 0
      view.backgroundColor = .blue
      view.transform = CGAffineTransform(scaleX: 3, y: 1)
      view.layer.cornerRadius = 8
    }
    animator.addCompletion { _ in calls += 1 }
    animator.startAnimation()
    test.at(0.25)
    animator.stopAnimation(true)
    #expect(view.layer.animationKeys() == nil && animator.state == .inactive)
    expect(view.center.x, near: 10 + 120 * 0.25)
    expect(view.bounds.width, near: 30)
    expect(view.alpha, near: 0.75)
    expect(view.layer.backgroundColor?.components?[2], near: 0.25)
    expect(view.transform.a, near: 1.5)
    expect(view.layer.cornerRadius, near: 2)
    test.at(3)
    expect(view.shown?.position.x, near: 40)
    #expect(calls == 0)
    // Once more is harmless.
    animator.stopAnimation(true)
  }

  @Test(
    "S65: chained animators have the milestones of chained blocks, and each reads the model anew")
  func chain() throws {
    let test = try TestWindow()
    let view = test.add(UIView(), CGRect(x: 100, y: 200, width: 40, height: 40))
    test.mark()
    let frame = view.frame
    var ends: [Double] = []
    func step(_ duration: Double, _ change: @escaping () -> Void, _ next: (() -> Void)?) {
      let animator = UIViewPropertyAnimator(
        duration: duration, curve: .easeInOut, animations: change)
      animator.addCompletion { position in
        #expect(position == .end)
        ends.append(test.now)
        next?()
      }
      animator.startAnimation()
    }
    step(0.3, { view.center.y -= 50 }) {
      step(0.5, { view.transform = CGAffineTransform(rotationAngle: .pi) }) {
        step(
          0.3,
          {
            view.center.y += 50
            view.transform = .identity
          }, nil)
      }
    }
    test.at(0.15)
    expect(view.shown?.position.y, near: 195)
    test.at(0.3)
    expect(view.shown?.position.y, near: 170)
    expect(view.shown?.transform.m11, near: 1)
    test.at(0.8)
    expect(view.shown?.transform.m11, near: -1)
    expect(view.shown?.position.y, near: 170)
    test.at(1.1)
    #expect(view.frame == frame && view.layer.animationKeys() == nil)
    for (end, due) in zip(ends, [0.3, 0.8, 1.1]) { expect(end, near: due) }
    #expect(ends.count == 3)
  }

  @Test("S65: fade, spring, back, one after the other, end at 0.3, 0.7 and 1.0")
  func springChain() throws {
    let test = try TestWindow(), view = test.add(UIView(), CGRect(x: 0, y: 0, width: 9, height: 9))
    test.mark()
    var ends: [Double] = []
    let fade = UIViewPropertyAnimator(duration: 0.3, curve: .easeInOut) { view.alpha = 0.3 }
    let grow = UIViewPropertyAnimator(duration: 0.4, dampingRatio: 0.6) {
      view.transform = CGAffineTransform(scaleX: 1.2, y: 1.2)
    }
    let back = UIViewPropertyAnimator(duration: 0.3, curve: .easeInOut) {
      view.alpha = 1
      view.transform = .identity
    }
    fade.addCompletion { _ in
      ends.append(test.now)
      grow.startAnimation()
    }
    grow.addCompletion { _ in
      ends.append(test.now)
      back.startAnimation()
    }
    back.addCompletion { _ in ends.append(test.now) }
    fade.startAnimation()
    test.at(0.29)
    expect(view.shown?.transform.m11, near: 1)
    var most = 1.0
    for i in 30...70 {
      test.at(Double(i) / 100)
      most = max(most, Double(view.shown?.transform.m11 ?? 0))
    }
    // 9.5 % of the way beyond it.
    expect(most, near: 1.2 + 0.2 * 0.095, within: 0.002)
    test.at(1.1)
    #expect(ends.count == 3)
    for (end, due) in zip(ends, [0.3, 0.7, 1]) { expect(end, near: due) }
    #expect(view.alpha == 1 && view.transform == .identity)
  }

  @Test("S66: a linear animator, a late block, and a cubic pace that is ease in, ease out")
  func paces() throws {
    let linear = try Mover()
    let late = linear.test.add(UIView(), CGRect(x: 0, y: 0, width: 20, height: 20))
    let animator = linear.animator(1, .linear)
    animator.addAnimations({ late.center.x += 100 }, delayFactor: 0.5)
    linear.test.mark()
    animator.startAnimation()
    linear.test.at(0.5)
    expect(linear.shown, near: 0.5)
    expect(late.shown?.position.x, near: 10)
    linear.test.at(0.75)
    expect(late.shown?.position.x, near: 60)
    linear.test.at(1)
    #expect(linear.positions == [.end])

    let cubic = Mover(linear.test)
    let other = cubic.animator(
      1,
      UICubicTimingParameters(
        controlPoint1: CGPoint(x: 0.42, y: 0), controlPoint2: CGPoint(x: 0.58, y: 1)))
    other.startAnimation()
    cubic.test.at(0.25)
    expect(cubic.shown, near: 0.1291, within: 1e-4)
    cubic.test.at(1)
    #expect(cubic.positions == [.end])
  }

  @Test("S67: an animator without a duration jumps, and is complete after the commit")
  func noDuration() throws {
    let mover = try Mover()
    let animator = mover.animator(
      0, UISpringTimingParameters(dampingRatio: 0.5, initialVelocity: CGVector(dx: 1, dy: 1)))
    animator.startAnimation()
    #expect(animator.isRunning && mover.model == 1)
    #expect(mover.shown == 1)
    #expect(mover.positions == [.end] && animator.state == .inactive)
    expect(mover.ends[0].time, near: 0)
  }

  @Test("S76: a velocity is in distances per second, and without a distance nothing comes of it")
  func unitVelocity() throws {
    let mover = try Mover()
    let parameters = UISpringTimingParameters(
      dampingRatio: 1, initialVelocity: CGVector(dx: 250.0 / 100, dy: 0))
    mover.animator(1, parameters).startAnimation()
    mover.test.at(1e-4)
    // 250 points per second over 100 points.
    expect(mover.shown / 1e-4, near: 2.5, within: 0.02)
    let resting = Mover(mover.test)
    let animator = resting.animator(
      UIViewPropertyAnimator(duration: 1, timingParameters: parameters), moves: false)
    animator.addAnimations { resting.view.center.x += 0 }
    animator.startAnimation()
    #expect(resting.shown == 0)
    #expect(resting.positions == [.end])
    mover.test.at(2)
    #expect(mover.positions == [.end])
  }

  @Test(
    "S141: of two animators that fade one view the second replaces the first, which ends at once")
  func fades() throws {
    let test = try TestWindow(), view = test.add(UIView(), CGRect(x: 0, y: 0, width: 9, height: 9))
    test.mark()
    var log: [String] = []
    func fade(_ name: String, _ duration: Double, to alpha: CGFloat) -> UIViewPropertyAnimator {
      let animator = UIViewPropertyAnimator(duration: duration, curve: .linear) {
        view.alpha = alpha
      }
      animator.addCompletion { _ in log.append("\(name) \(Int((test.now * 100).rounded()))") }
      animator.startAnimation()
      return animator
    }
    _ = fade("out", 1, to: 0)
    _ = fade("in", 0.5, to: 1)
    test.commit()
    #expect(log == ["out 0"])
    expect(view.shown.map { CGFloat($0.opacity) }, near: 0)
    test.at(0.25)
    expect(view.shown.map { CGFloat($0.opacity) }, near: 0.5)
    test.at(1.2)
    #expect(log == ["out 0", "in 50"])

    log = []
    test.mark()
    let first = fade("out", 1, to: 0)
    test.at(0.5)
    first.stopAnimation(true)
    _ = fade("in", 0.5, to: 1)
    test.commit()
    expect(view.shown.map { CGFloat($0.opacity) }, near: 0.5)
    test.at(0.75)
    expect(view.shown.map { CGFloat($0.opacity) }, near: 0.75)
    test.at(1)
    #expect(log == ["in 100"])
  }

  @Test("Two animators that move one view add up, and the one that is taken back leaves the other")
  func addingUp() throws {
    let mover = try Mover(), first = mover.animator(1, .linear), second = mover.animator(1, .linear)
    first.startAnimation()
    mover.test.at(0.5)
    second.startAnimation()
    expect(mover.shown, near: 0.5)
    mover.test.at(0.75)
    expect(mover.shown, near: 1)
    first.isReversed = true
    expect(mover.shown, near: 1)
    mover.test.at(1)
    expect(mover.shown, near: 1)
    mover.test.at(1.49)
    expect(mover.shown, near: 0.99, within: 0.011)
    mover.test.at(2)
    expect(mover.shown, near: 1)
    expect(mover.model, near: 1)
    #expect(mover.positions.count == 2)
  }

  @Test("S152: a pulse for ever by a running animator freezes where it is stopped")
  func pulse() throws {
    let test = try TestWindow(), view = test.add(UIView(), CGRect(x: 0, y: 0, width: 9, height: 9))
    test.mark()
    var calls = 0
    weak var weakAnimator: UIViewPropertyAnimator?
    do {
      let animator = UIViewPropertyAnimator.runningPropertyAnimator(
        withDuration: 1, delay: 0, options: [.repeat, .autoreverse, .curveLinear],
        animations: { view.transform = CGAffineTransform(scaleX: 1.1, y: 1.1) },
        completion: { _ in calls += 1 })
      weakAnimator = animator
      for (time, scale) in [(0.5, 1.05), (1, 1.1), (1.5, 1.05), (2, 1), (6.5, 1.05), (7.5, 1.05)] {
        test.at(time)
        expect(view.shown?.transform.m11, near: scale)
      }
      // As viewWillDisappear does.
      animator.stopAnimation(true)
      #expect(animator.state == .inactive)
    }
    test.at(9)
    expect(view.shown?.transform.m11, near: 1.05)
    #expect(calls == 0 && weakAnimator == nil && view.layer.animationKeys() == nil)
  }

  @Test("F40: a fraction set on a new animator shows on the next commit, and makes it active")
  func fractionFirst() throws {
    let mover = try Mover(), animator = mover.animator()
    animator.fractionComplete = 0.5
    #expect(animator.state == .active && !animator.isRunning)
    expect(mover.shown, near: 0.5)
    animator.fractionComplete = .nan
    expect(mover.shown, near: 0.5)
    animator.fractionComplete = 7
    expect(mover.shown, near: 1)
    expect(animator.fractionComplete, near: 1)
    animator.stopAnimation(true)
  }

  @Test("F43: of a velocity vector positions use each component for its own, transforms the first")
  func velocityVector() throws {
    let test = try TestWindow(),
      view = test.add(UIView(), CGRect(x: 0, y: 0, width: 20, height: 20))
    test.mark()
    let animator = UIViewPropertyAnimator(
      duration: 1,
      timingParameters: UISpringTimingParameters(
        dampingRatio: 1, initialVelocity: CGVector(dx: 5, dy: 0)))
    animator.addAnimations {
      view.center = CGPoint(x: 110, y: 110)
      view.transform = CGAffineTransform(translationX: 0, y: 100)
    }
    animator.startAnimation()
    test.at(1e-4)
    let shown = try #require(view.shown)
    expect(Double(shown.position.x - 10) / 100 / 1e-4, near: 5, within: 0.05)
    expect(Double(shown.position.y - 10) / 100 / 1e-4, near: 0, within: 0.05)
    expect(Double(shown.transform.m42) / 100 / 1e-4, near: 5, within: 0.05)
    test.at(1)
    #expect(animator.state == .inactive && view.layer.animationKeys() == nil)
    expect(view.shown?.position.y, near: 110)
  }

  @Test("F44: a physical spring takes the time it takes, and the duration reads it")
  func physicalSpring() throws {
    let mover = try Mover()
    let animator = mover.animator(
      0.1,
      UISpringTimingParameters(
        mass: 1, stiffness: 100, damping: 10, initialVelocity: .zero))
    // ζ = ½, ω = 10: the envelope ½/√¾ · e^(−5t) is a thousandth.
    let settled = log(1000 * 0.5 / 0.75.squareRoot()) / 5
    expect(animator.duration, near: settled)
    animator.startAnimation()
    mover.test.at(0.1)
    #expect(mover.ends.isEmpty && mover.shown < 0.5)
    mover.test.at(2)
    expect(mover.ends.first?.time ?? .nan, near: settled)
    expect(
      UIViewPropertyAnimator(duration: 1, timingParameters: UISpringTimingParameters()).duration,
      near: 0.5058, within: 1e-4)
  }

  @Test("F38: a paused or stopped animator that is let go is reported each time", arguments: 0..<5)
  func letGoOf(state: Int) throws {
    let mover = try Mover()
    let messages = traps {
      let animator = mover.animator()
      switch state {
      case 0: break
      case 1: animator.pauseAnimation()
      case 2: animator.startAnimation()
      case 3:
        animator.startAnimation()
        mover.test.at(0.5)
        animator.stopAnimation(false)
      default:
        animator.startAnimation()
        mover.test.at(1.5)
      }
    }
    #expect(messages.count == (state == 1 || state == 3 ? 1 : 0))
    #expect(
      messages.allSatisfy {
        $0.hasPrefix("It is an error to release a paused or stopped property animator")
      })
    mover.test.at(3)
    #expect(mover.view.layer.animationKeys() == nil)
  }
}
