import QuartzCore
import Testing
import UIKit

private let small = CGRect(x: 100, y: 100, width: 40, height: 40)

@Suite("Keyframe blocks")
@MainActor
struct KeyframeBlockTests {
  @Test("Changes follow each other, hold before and after, and go by the curve of the whole")
  func steps() throws {
    let test = try TestWindow(), view = test.add(UIView(), small), completions = Completions(test)
    test.mark()
    UIView.animateKeyframes(
      withDuration: 2, delay: 0.5,
      animations: {
        UIView.addKeyframe(withRelativeStartTime: 0.25, relativeDuration: 0.25) {
          view.center.x += 100
          view.alpha = 0.5
        }
        UIView.addKeyframe(withRelativeStartTime: 0.75, relativeDuration: 0.25) {
          view.center.x += 50
        }
      }, completion: completions.block)
    #expect(view.layer.animationKeys()?.sorted() == ["opacity", "position"])
    #expect(view.center.x == 270 && view.alpha == 0.5)
    func way(_ f: Double) -> Double {
      100 * min(max((f - 0.25) / 0.25, 0), 1) + 50 * min(max((f - 0.75) / 0.25, 0), 1)
    }
    for t in stride(from: 0.0, through: 2.49, by: 0.1) {
      test.at(t)
      let f = t < 0.5 ? 0 : easeInOut((t - 0.5) / 2)
      expect(view.shown?.position.x, near: 120 + way(f), within: 1e-4)
      let faded = min(max((f - 0.25) / 0.25, 0), 1)
      expect(view.shown.map { CGFloat($0.opacity) }, near: 1 - 0.5 * faded, within: 1e-4)
    }
    #expect(completions.calls.isEmpty)
    test.at(2.6)
    #expect(completions.flags == [true] && view.layer.animationKeys() == nil)
  }

  @Test("Curve bits make time linear; changes outside of keyframes take the whole duration")
  func linearTime() throws {
    let test = try TestWindow(), view = test.add(UIView(), small)
    test.mark()
    UIView.animateKeyframes(
      withDuration: 1, delay: 0,
      options: UIView.KeyframeAnimationOptions(
        rawValue: UIView.AnimationOptions.curveLinear.rawValue)
    ) {
      view.alpha = 0
      UIView.addKeyframe(withRelativeStartTime: -1, relativeDuration: 1.5) { view.center.x += 100 }
    }
    test.at(0.25)
    expect(view.shown.map { CGFloat($0.opacity) }, near: 0.75)
    // Clamped to 0…½.
    expect(view.shown?.position.x, near: 170)
  }

  @Test(
    "Calculation modes: straight, in jumps, and smooth",
    arguments: [
      UIView.KeyframeAnimationOptions.calculationModeLinear, .calculationModeDiscrete,
      .calculationModePaced, .calculationModeCubic, .calculationModeCubicPaced,
    ])
  func modes(_ mode: UIView.KeyframeAnimationOptions) throws {
    let test = try TestWindow(), view = test.add(UIView(), small)
    test.mark()
    let linear = UIView.KeyframeAnimationOptions(
      rawValue: UIView.AnimationOptions.curveLinear.rawValue)
    UIView.animateKeyframes(withDuration: 1, delay: 0, options: [mode, linear]) {
      UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { view.center.x += 100 }
      UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { view.center.x -= 100 }
    }
    func progress(_ t: Double) -> Double {
      test.at(t)
      return (Double(view.shown?.position.x ?? .nan) - 120) / 100
    }
    switch mode {
    case .calculationModeDiscrete:
      expect(progress(0.49), near: 0)
      expect(progress(0.51), near: 1)
    case .calculationModeCubic:
      // Smooth at the top: level there.
      let (a, b, c) = (progress(0.49), progress(0.5), progress(0.51))
      expect(b, near: 1)
      #expect(abs(a - b) < 0.003 && abs(c - b) < 0.003)
    default:
      expect(progress(0.25), near: 0.5, within: 0.02)
      expect(progress(0.5), near: 1, within: 0.02)
    }
    test.at(1.1)
    expect(view.shown?.position.x, near: 120)
  }

  @Test("A keyframe that sets out before the one before has arrived goes on from there")
  func overlap() throws {
    let test = try TestWindow(), view = test.add(UIView(), small)
    test.mark()
    let linear = UIView.KeyframeAnimationOptions(
      rawValue: UIView.AnimationOptions.curveLinear.rawValue)
    UIView.animateKeyframes(withDuration: 1, delay: 0, options: linear) {
      UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.8) { view.center.x = 200 }
      UIView.addKeyframe(withRelativeStartTime: 0.4, relativeDuration: 0.4) { view.center.x = 120 }
    }
    for (t, x) in [(0.2, 140.0), (0.4, 160), (0.6, 140), (0.8, 120), (0.9, 120)] {
      test.at(t)
      expect(view.shown?.position.x, near: x)
    }
  }

  @Test("Size, place, turn and colour each have one animation; motion under way goes on beneath")
  func properties() throws {
    let test = try TestWindow(), view = test.add(UIView(), small, color: .red)
    test.mark()
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { view.center.y += 100 }
    UIView.animateKeyframes(withDuration: 1, delay: 0) {
      UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) {
        view.frame = CGRect(x: 200, y: 200, width: 80, height: 40)
        view.backgroundColor = .blue
        view.transform = CGAffineTransform(rotationAngle: .pi / 2)
      }
      UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) {
        view.transform = .identity
      }
    }
    #expect(view.layer.animationKeys()?.count == 5)
    test.at(0.5)
    expect(view.shown?.transform.m12, near: 1)
    expect(view.shown?.bounds.width, near: 80)
    expect(view.shown?.backgroundColor?.components?[2], near: 1)
    // The first block's last half is still to come.
    expect(view.shown?.position.y, near: 220 - 50)
    test.at(1.1)
    #expect(view.layer.animationKeys() == nil)
  }

  @Test("Outside of a keyframe block a keyframe happens at once")
  func outside() throws {
    let test = try TestWindow(), view = test.add(UIView(), small)
    test.mark()
    UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { view.alpha = 0.5 }
    UIView.animate(withDuration: 1) {
      UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { view.alpha = 0 }
    }
    #expect(view.layer.animationKeys() == nil && view.alpha == 0)
  }

  @Test("Keyframes in an animator are scrubbed with it")
  func inAnimator() throws {
    let test = try TestWindow(), view = test.add(UIView(), small)
    test.mark()
    let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {
      UIView.animateKeyframes(withDuration: 0, delay: 0) {
        UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) {
          view.center.x += 100
        }
      }
    }
    animator.fractionComplete = 0.75
    test.commit()
    expect(view.shown?.position.x, near: 170)
    animator.isReversed = true
    animator.startAnimation()
    test.at(0.5)
    expect(view.shown?.position.x, near: 120)
    test.at(1)
    #expect(view.center.x == 120 && animator.state == .inactive)
  }
}
