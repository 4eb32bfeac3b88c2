import Geometry
import QuartzCore
import Testing
import UIKit

private let small = CGRect(x: 100, y: 100, width: 100, height: 100)

@Suite("Transitions of views")
@MainActor
struct ViewTransitionTests {
  private func color(_ test: TestWindow, _ x: Int, _ y: Int) throws -> [Int] {
    let image = try test.stage.snapshot()
    for message in try test.stage.validationMessages() { Issue.record("validation: \(message)") }
    let pixel = image.pixelImage.bitmap[x, y]
    return [Int(pixel.x), Int(pixel.y), Int(pixel.z)]
  }

  @Test("A cross-dissolve mixes old and new, and what changes in it does not animate")
  func dissolve() throws {
    let test = try TestWindow(draws: true), completions = Completions(test)
    let view = test.add(UIView(), small, color: UIColor(red: 1, green: 0, blue: 0, alpha: 1))
    test.mark()
    UIView.transition(
      with: view, duration: 1, options: [.transitionCrossDissolve, .curveLinear],
      animations: { view.backgroundColor = UIColor(red: 0, green: 0, blue: 1, alpha: 1) },
      completion: completions.block)
    #expect(view.layer.animationKeys() == [kCATransition])
    for (t, share) in [(0.0, 0.0), (0.25, 0.25), (0.5, 0.5), (0.75, 0.75)] {
      test.at(t)
      let seen = try color(test, 150, 150)
      #expect(abs(seen[0] - Int(255 * (1 - share))) <= 2 && abs(seen[2] - Int(255 * share)) <= 2)
    }
    test.at(1.1)
    #expect(try color(test, 150, 150) == [0, 0, 255])
    #expect(completions.flags == [true] && view.layer.animationKeys() == nil)
  }

  @Test(
    "A flip turns the old picture away and the new one up, in perspective, nearer side first",
    arguments: [
      UIView.AnimationOptions.transitionFlipFromLeft, .transitionFlipFromRight,
      .transitionFlipFromTop, .transitionFlipFromBottom,
    ])
  func flip(_ option: UIView.AnimationOptions) throws {
    let test = try TestWindow(draws: true), completions = Completions(test)
    let view = test.add(UIView(), small, color: UIColor(red: 1, green: 0, blue: 0, alpha: 1))
    test.root.backgroundColor = .white
    test.mark()
    UIView.transition(
      with: view, duration: 1, options: [option, .curveLinear],
      animations: { view.backgroundColor = UIColor(red: 0, green: 0, blue: 1, alpha: 1) },
      completion: completions.block)
    let isWhite = { (seen: [Int]) in seen == [255, 255, 255] }
    for (t, isOld) in [(0.25, true), (0.75, false)] {
      test.at(t)
      let middle = try color(test, 150, 150)
      #expect(middle == (isOld ? [255, 0, 0] : [0, 0, 255]), "\(t)")
      // Turned by 45° it reaches less far to both sides of the axis.
      let isSideways =
        option == .transitionFlipFromLeft || option == .transitionFlipFromRight
      let ends = isSideways ? [(102, 150), (198, 150)] : [(150, 102), (150, 198)]
      for end in ends { #expect(isWhite(try color(test, end.0, end.1)), "\(t) \(end)") }
      // The side that comes nearer is longer than the other: 27.5 and 46.4 points from the axis at
      // 35 points there would be neither, at 50 ∓ 3 from the middle line only the near one.
      let near = isSideways ? [(120, 98), (180, 98)] : [(98, 120), (98, 180)]
      let shows = try near.map { !isWhite(try color(test, $0.0, $0.1)) }
      let isLow =
        option == .transitionFlipFromLeft || option == .transitionFlipFromTop
      // What came to the front first is at the back after half the turn, on the other side.
      let expected = isLow == isOld ? [true, false] : [false, true]
      #expect(shows == expected, "\(option.rawValue >> 20) \(t)")
    }
    test.at(1.1)
    #expect(try color(test, 102, 150) == [0, 0, 255])
    #expect(completions.flags == [true] && view.layer.animationKeys() == nil)
    #expect(CATransform3DIsIdentity(view.layer.transform))
  }

  @Test("A curl pushes, up and down")
  func curl() throws {
    for (option, y) in [
      (UIView.AnimationOptions.transitionCurlUp, 125), (.transitionCurlDown, 175),
    ] {
      let test = try TestWindow(draws: true)
      let view = test.add(UIView(), small, color: UIColor(red: 1, green: 0, blue: 0, alpha: 1))
      test.mark()
      UIView.transition(
        with: view, duration: 1, options: [option, .curveLinear],
        animations: { view.backgroundColor = UIColor(red: 0, green: 0, blue: 1, alpha: 1) })
      test.at(0.5)
      // The old half is on its way out.
      #expect(try color(test, 150, y) == [255, 0, 0])
      #expect(try color(test, 150, 300 - y) == [0, 0, 255])
    }
  }

  @Test("Without a transition changes happen at once; content animates where that is allowed")
  func content() throws {
    let test = try TestWindow(), view = test.add(UIView(), small), child = UIView(frame: small)
    view.addSubview(child)
    let completions = Completions(test)
    test.mark()
    UIView.transition(
      with: view, duration: 1, options: [], animations: { child.alpha = 0.5 },
      completion: completions.block)
    #expect(view.layer.animationKeys() == nil && child.layer.animationKeys() == nil)
    test.commit()
    #expect(completions.calls == [.init(finished: true, time: 0)])
    UIView.transition(
      with: view, duration: 1, options: [.transitionCrossDissolve, .allowAnimatedContent],
      animations: { child.alpha = 1 }, completion: completions.block)
    #expect(child.layer.animationKeys() == ["opacity"])
    test.at(0.5)
    view.removeFromSuperview()
    test.commit()
    #expect(completions.flags == [true, false])
  }

  @Test(
    "From one view to another: the first leaves at the end, or is hidden", arguments: [false, true])
  func fromTo(isHiding: Bool) throws {
    let test = try TestWindow(), from = test.add(UIView(), small), to = UIView(frame: small)
    if isHiding {
      test.root.addSubview(to)
      to.isHidden = true
    }
    let completions = Completions(test)
    test.mark()
    UIView.transition(
      from: from, to: to, duration: 1,
      options: isHiding
        ? [.transitionFlipFromLeft, .showHideTransitionViews] : .transitionFlipFromLeft,
      completion: completions.block)
    #expect(to.superview === test.root && !to.isHidden)
    test.at(0.9)
    #expect(from.superview === test.root && completions.calls.isEmpty)
    test.at(1.1)
    #expect(completions.flags == [true])
    #expect((from.superview == nil) == !isHiding && from.isHidden == isHiding)
  }

  @Test("Deleted views shrink, fade and leave, and are as before")
  func delete() throws {
    let test = try TestWindow(), view = test.add(UIView(), small), other = test.add(UIView(), small)
    let completions = Completions(test)
    test.mark()
    UIView.perform(
      .delete, on: [view], animations: { other.center.x += 50 }, completion: completions.block)
    test.at(0.125)
    #expect((view.shown?.opacity ?? 1) < 0.9 && (view.shown?.transform.m11 ?? 1) < 0.9)
    expect(other.shown?.position.x, near: 175)
    test.at(0.5)
    #expect(view.superview == nil && completions.flags == [true])
    #expect(view.alpha == 1 && view.transform == .identity)
  }
}
