import QuartzCore
import TestSupport
import Testing
import UIKit

@testable import UIKitAPI

private let small = CGRect(x: 100, y: 100, width: 40, height: 40)

@Suite("View animations")
@MainActor
struct ViewAnimationFeatureTests {
  @Test(
    "S16: a spring starts at its velocity, passes its end by what its damping says, and ignores curves",
    arguments: [(0.6, 0.09), (0.7, 0.05)])
  func spring(ratio: Double, overshoot: Double) throws {
    let test = try TestWindow(), view = test.add(UIView(), small)
    let other = test.add(UIView(), small), completions = Completions(test)
    test.mark()
    let options: [UIView.AnimationOptions] = [.curveEaseIn, []]
    for (view, options) in zip([view, other], options) {
      UIView.animate(
        withDuration: 0.6, delay: 0, usingSpringWithDamping: CGFloat(ratio),
        initialSpringVelocity: 0.5, options: options, animations: { view.center.x += 100 },
        completion: view === other ? nil : completions.block)
    }
    func progress() -> Double { (Double(view.shown?.position.x ?? .nan) - 120) / 100 }
    test.at(1e-4)
    expect(progress() / 1e-4, near: 0.5, within: 0.03)
    var most = 0.0
    for i in 1..<300 {
      test.at(Double(i) * 0.002)
      most = max(most, progress())
      #expect(view.shown?.position == other.shown?.position)
    }
    expect(most, near: 1 + overshoot, within: 0.008)
    test.at(0.6 - 1e-6)
    expect(progress(), near: 1, within: 0.002)
    #expect(completions.calls.isEmpty)
    test.at(0.61)
    expect(completions.calls.first?.time ?? .nan, near: 0.6)
  }

  @Test(
    "S17: the damping ratio says how far a spring goes beyond its end",
    arguments: [0.2, 0.4, 0.6, 1])
  func damping(ratio: Double) throws {
    let test = try TestWindow(), view = test.add(UIView(), small)
    test.mark()
    UIView.animate(
      withDuration: 1, delay: 0, usingSpringWithDamping: CGFloat(ratio), initialSpringVelocity: 0
    ) { view.center.x += 100 }
    var most = 0.0
    for i in 1..<1000 {
      test.at(Double(i) * 0.001)
      most = max(most, Double(view.shown?.position.x ?? .nan) - 120)
    }
    let beyond = ratio < 1 ? 100 * exp(-.pi * ratio / (1 - ratio * ratio).squareRoot()) : 0
    expect(max(most, 100), near: 100 + beyond, within: 0.2)
  }

  @Test("S18: a velocity of 1 is the whole way in a second, a negative one sets out backwards")
  func velocity() throws {
    let test = try TestWindow()
    let views = [1.0, 0, -1].map { ($0, test.add(UIView(), small)) }
    test.mark()
    for (velocity, view) in views {
      UIView.animate(
        withDuration: 1, delay: 0, usingSpringWithDamping: 0.5,
        initialSpringVelocity: CGFloat(velocity)
      ) { view.center.x += 100 }
    }
    test.at(1e-4)
    for (velocity, view) in views {
      let slope = (Double(view.shown?.position.x ?? .nan) - 120) / 1e-4
      expect(slope, near: 100 * velocity, within: 2)
    }
  }

  @Test("A spring by duration and bounce is that of its perceived duration, and ends when settled")
  func perceived() throws {
    let test = try TestWindow(), view = test.add(UIView(), small), completions = Completions(test)
    test.mark()
    UIView.animate(
      springDuration: 0.5, bounce: 0.4, animations: { view.center.x += 100 },
      completion: completions.block)
    // Mass 1, stiffness (2π/d)², ratio 1 − bounce.
    let omega = 2 * Double.pi / 0.5, ratio = 0.6, root = (1 - ratio * ratio).squareRoot()
    for t in [0.1, 0.2, 0.35, 0.6] {
      test.at(t)
      let x =
        1 - exp(-ratio * omega * t)
        * (cos(omega * root * t) + ratio / root * sin(omega * root * t))
      expect(view.shown?.position.x, near: 120 + 100 * x, within: 1e-6)
    }
    test.at(3)
    let settled = log(1000 * (1 + ratio / root)) / (ratio * omega)
    expect(completions.calls.first?.time ?? .nan, near: settled)
  }

  @Test("S21: nested completions: fade, spring, back end at 0.3, 0.7 and 1.0 and never overlap")
  func sequence() throws {
    let test = try TestWindow(), view = test.add(UIView(), small)
    test.mark()
    var ends: [Double] = []
    UIView.animate(withDuration: 0.3, animations: { view.alpha = 0.3 }) { _ in
      ends.append(test.now)
      UIView.animate(
        withDuration: 0.4, delay: 0, usingSpringWithDamping: 0.6, initialSpringVelocity: 0,
        animations: { view.transform = CGAffineTransform(scaleX: 1.2, y: 1.2) }
      ) { _ in
        ends.append(test.now)
        UIView.animate(
          withDuration: 0.3,
          animations: {
            view.transform = .identity
            view.alpha = 1
          }
        ) { _ in ends.append(test.now) }
      }
    }
    for i in 1...100 {
      test.at(Double(i) / 100)
      #expect((view.layer.animationKeys()?.count ?? 0) <= (i >= 70 ? 2 : 1))
    }
    test.at(1.1)
    #expect(ends.count == 3)
    for (end, due) in zip(ends, [0.3, 0.7, 1]) { expect(end, near: due) }
  }

  @Test("S22: up, half a turn, home: on time, and exactly at the first frame")
  func upTurnHome() throws {
    let test = try TestWindow(), view = test.add(UIView(), small)
    test.mark()
    let frame = view.frame
    UIView.animate(withDuration: 0.3, animations: { view.center.y -= 50 }) { _ in
      UIView.animate(
        withDuration: 0.5, animations: { view.transform = CGAffineTransform(rotationAngle: .pi) }
      ) { _ in
        UIView.animate(
          withDuration: 0.3,
          animations: {
            view.transform = .identity
            view.center.y += 50
          })
      }
    }
    test.at(0.3)
    expect(view.shown?.position.y, near: 70)
    test.at(0.8)
    expect(view.shown?.transform.m11, near: -1)
    test.at(1.1)
    #expect(view.frame == frame && view.shown?.frame == frame)
    #expect(view.layer.animationKeys() == nil)
  }

  @Test("S25: two views that cross-fade are both at half at half time, and one is hidden after it")
  func crossFade() throws {
    let test = try TestWindow(), from = test.add(UIView(), small), to = test.add(UIView(), small)
    to.alpha = 0
    test.mark()
    UIView.animate(
      withDuration: 0.3,
      animations: { (from.alpha, to.alpha) = (0, 1) }, completion: { _ in from.isHidden = true })
    test.at(0.15)
    for view in [from, to] { expect(view.shown.map { CGFloat($0.opacity) }, near: 0.5) }
    #expect(!from.isHidden)
    test.at(0.31)
    #expect(from.isHidden && !to.isHidden)
  }

  @Test("S26: a factor for debugging makes a fade take three times as long")
  func debugSpeed() throws {
    let test = try TestWindow(), view = test.add(UIView(), small), completions = Completions(test)
    let debugAnimationSpeed = 3.0
    func fade(_ duration: Double) {
      UIView.animate(
        withDuration: duration * debugAnimationSpeed, animations: { view.alpha = 0 },
        completion: completions.block)
    }
    test.mark()
    fade(0.3)
    test.at(0.45)
    expect(view.shown.map { CGFloat($0.opacity) }, near: 0.5)
    test.at(1)
    expect(completions.calls.first?.time ?? .nan, near: 0.9)
  }

  @Test("S27: a window at half speed doubles every kind of animation and keeps their order")
  func halfSpeed() throws {
    final class Log: CAAnimationDelegate {
      var told: () -> Void = {}
      func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { told() }
    }
    let test = try TestWindow()
    test.window.layer.speed = 0.5
    let views = (0..<6).map { _ in test.add(UIView(), small) }
    test.mark()
    var ends: [(name: String, time: Double)] = []
    func done(_ name: String) { ends.append((name, test.now)) }
    UIView.animate(withDuration: 0.2, animations: { views[0].center.x += 100 }) { _ in
      done("view")
    }
    let log = Log(), fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.duration, fade.delegate) = (0, 0.3, log)
    log.told = { MainActor.assumeIsolated { done("layer") } }
    views[1].layer.add(fade, forKey: nil)
    UIView.animate(
      withDuration: 0.4, delay: 0, usingSpringWithDamping: 0.5, initialSpringVelocity: 0,
      animations: { views[2].center.x += 100 }, completion: { _ in done("spring") })
    UIView.animateKeyframes(
      withDuration: 0.5, delay: 0,
      animations: {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) {
          views[3].center.x += 100
        }
      }, completion: { _ in done("keyframes") })
    let animator = UIViewPropertyAnimator(duration: 0.6, curve: .linear) {
      views[4].center.x += 100
    }
    animator.addCompletion { _ in done("animator") }
    animator.startAnimation()
    UIView.transition(
      with: views[5], duration: 0.7, options: .transitionCrossDissolve,
      animations: { views[5].backgroundColor = .red }, completion: { _ in done("transition") })
    test.at(0.2)
    expect(views[0].shown?.position.x, near: 170)
    test.at(0.6)
    expect(views[4].shown?.position.x, near: 170)
    expect(animator.fractionComplete, near: 0.5)
    test.at(2)
    let due: KeyValuePairs = [
      "view": 0.4, "layer": 0.6, "spring": 0.8, "keyframes": 1, "animator": 1.2,
      "transition": 1.4,
    ]
    #expect(ends.map(\.name) == due.map(\.key))
    for (end, due) in zip(ends, due) { expect(end.time, near: due.value, within: 1e-4, end.name) }
  }

  @Test(
    "S143: a model that is not set shows again after a fade, and cannot be faded from by mistake")
  func modelNotSet() throws {
    let test = try TestWindow()
    let views = (0..<3).map { _ in test.add(UIView(), small) }
    test.mark()
    func fade(_ i: Int, from: Double?, setsModel: Bool) {
      let fade = CABasicAnimation(keyPath: "opacity")
      fade.fromValue = from
      fade.toValue = 0.0
      fade.duration = 1
      views[i].layer.add(fade, forKey: nil)
      if setsModel { views[i].layer.opacity = 0 }
    }
    fade(0, from: nil, setsModel: false)
    fade(1, from: nil, setsModel: true)
    fade(2, from: 1, setsModel: true)
    test.at(0.5)
    for (view, shown) in zip(views, [0.5, 0, 0.5]) {
      expect(view.shown.map { CGFloat($0.opacity) }, near: shown)
    }
    test.at(1.1)
    for (view, shown) in zip(views, [1.0, 0, 0]) {
      expect(view.shown.map { CGFloat($0.opacity) }, near: shown)
    }
  }

  @Test("S151: with reduced motion a change happens at once and is complete, otherwise it animates")
  func reduceMotion() throws {
    let test = try TestWindow(), view = test.add(UIView(), small), completions = Completions(test)
    var notes = 0
    let observer = NotificationCenter.default.addObserver(
      forName: UIAccessibility.reduceMotionStatusDidChangeNotification, object: nil, queue: nil
    ) { _ in MainActor.assumeIsolated { notes += 1 } }
    defer { NotificationCenter.default.removeObserver(observer) }
    func animateIfAllowed(_ changes: () -> Void, _ completion: @escaping (Bool) -> Void) {
      if UIAccessibility.isReduceMotionEnabled {
        changes()
        completion(true)
      } else {
        UIView.animate(withDuration: 0.3, animations: changes, completion: completion)
      }
    }
    test.mark()
    UIAccessibility.setReduceMotion(true)
    animateIfAllowed({ view.alpha = 0 }, completions.block)
    UIAccessibility.setReduceMotion(false)
    #expect(completions.calls == [.init(finished: true, time: 0)] && notes == 2)
    test.commit()
    expect(view.shown.map { CGFloat($0.opacity) }, near: 0)
    animateIfAllowed({ view.alpha = 1 }, completions.block)
    test.at(0.15)
    expect(view.shown.map { CGFloat($0.opacity) }, near: 0.5)
    test.at(0.4)
    #expect(completions.flags == [true, true])
  }

  @Test("S153: bounce, fade in, slide in and scale end where they should and call back once")
  func helpers() throws {
    let test = try TestWindow(), view = test.add(UIView(), small)
    func spring(
      _ duration: Double, _ ratio: CGFloat, _ changes: @escaping () -> Void,
      _ completion: ((Bool) -> Void)?
    ) {
      UIView.animate(
        withDuration: duration, delay: 0, usingSpringWithDamping: ratio, initialSpringVelocity: 0,
        animations: changes, completion: completion)
    }
    let original = CGAffineTransform(rotationAngle: 0.3)
    let styles: [(start: () -> Void, end: CGAffineTransform)] = [-1, 1].flatMap { side in
      [CGVector(dx: side, dy: 0), CGVector(dx: 0, dy: side)].map { way in
        (
          {
            view.transform = original.concatenating(
              CGAffineTransform(
                translationX: way.dx * view.bounds.width, y: way.dy * view.bounds.height))
          }, original
        )
      }
    }
    for style in styles {
      let completions = Completions(test)
      view.transform = original
      test.mark()
      style.start()
      test.commit()
      let out = try #require(view.shown?.transform)
      #expect(abs(out.m41) + abs(out.m42) > 39)
      spring(0.4, 0.8, { view.transform = style.end }, completions.block)
      test.at(0.5)
      #expect(view.transform == original && completions.flags == [true])
      expect(view.shown?.transform.m41, near: 0)
    }
    view.transform = .identity
    let bounce = Completions(test), scale = Completions(test)
    test.mark()
    UIView.animate(
      withDuration: 0.1,
      animations: { view.transform = CGAffineTransform(scaleX: 0.95, y: 0.95) }
    ) { _ in spring(0.3, 0.5, { view.transform = .identity }, bounce.block) }
    test.at(0.1)
    expect(view.shown?.transform.m11, near: 0.95)
    test.at(0.5)
    #expect(bounce.flags == [true])
    expect(view.shown?.transform.m11, near: 1)
    spring(0.3, 0.7, { view.transform = CGAffineTransform(scaleX: 2, y: 2) }, scale.block)
    test.at(1)
    #expect(scale.flags == [true])
    expect(view.shown?.transform.m11, near: 2)
  }

  @Test("F29 h06: autoreverse comes back, then the model shows; one and a half cycles end there")
  func autoreverseEnd() throws {
    let test = try TestWindow()
    let a = test.add(UIView(), CGRect(x: 90, y: 40, width: 20, height: 20))
    let b = test.add(UIView(), CGRect(x: 90, y: 80, width: 20, height: 20))
    let completions = Completions(test)
    test.mark()
    UIView.animate(
      withDuration: 2, delay: 0, options: [.curveLinear, .autoreverse],
      animations: { a.center.x = 200 }, completion: completions.block)
    UIView.animate(
      withDuration: 2, delay: 0, options: [.curveLinear],
      animations: {
        UIView.modifyAnimations(withRepeatCount: 1.5, autoreverses: true) { b.center.x = 200 }
      })
    #expect(a.center.x == 200)
    for (time, x) in [(1.0, 150.0), (2, 200), (3, 150), (3.98, 101)] {
      test.at(time)
      expect(a.shown?.position.x, near: x, within: 0.01)
    }
    #expect(completions.calls.isEmpty)
    test.at(4.02)
    expect(a.shown?.position.x, near: 200)
    #expect(completions.flags == [true])
    test.at(5.9)
    expect(b.shown?.position.x, near: 195)
    test.at(6.1)
    expect(b.shown?.position.x, near: 200)
  }

  @Test("Shadows and strokes set in a block change at once")
  func shadows() throws {
    final class Ring: UIView { override class var layerClass: AnyClass { CAShapeLayer.self } }
    let test = try TestWindow(), view = test.add(Ring(), small)
    test.mark()
    UIView.animate(withDuration: 1) {
      view.layer.shadowOpacity = 1
      view.layer.shadowOffset = CGSize(width: 9, height: 9)
      view.layer.shadowColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
      (view.layer as? CAShapeLayer)?.strokeEnd = 0.5
      (view.layer as? CAShapeLayer)?.strokeStart = 0.1
    }
    #expect(view.layer.animationKeys() == nil)
    test.commit()
    #expect(view.shown?.shadowOpacity == 1)
  }
}
