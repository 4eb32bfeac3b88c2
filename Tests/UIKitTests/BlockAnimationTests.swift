import Geometry
import LayerStage
import QuartzCore
import Testing
import UIKit

@Suite("Animation blocks")
@MainActor
struct BlockAnimationTests {
  @Test("S10: alpha and scale are final in the model at once and half way on screen at half time")
  func basicBlock() throws {
    let test = try TestWindow(),
      view = test.add(UIView(), CGRect(x: 0, y: 0, width: 80, height: 80))
    test.mark()
    UIView.animate(withDuration: 0.3) {
      view.alpha = 0
      view.transform = CGAffineTransform(scaleX: 1.5, y: 1.5)
    }
    #expect(view.alpha == 0 && view.transform.a == 1.5)
    test.at(0.15)
    expect(view.shown.map { CGFloat($0.opacity) }, near: 0.5)
    expect(view.shown?.transform.m11, near: 1.25)
    test.at(0.3)
    expect(view.shown.map { CGFloat($0.opacity) }, near: 0)
    expect(view.shown?.transform.m11, near: 1.5)
    #expect(view.layer.animationKeys() == nil)
  }

  enum Change: String, CaseIterable {
    case frame, bounds, center, transform, alpha, backgroundColor, cornerRadius, borderWidth
  }

  @Test(
    "S11: each animatable property is half way at half time, and nothing else animates",
    arguments: Change.allCases)
  func properties(_ change: Change) throws {
    let test = try TestWindow()
    let view = test.add(
      UIView(), CGRect(x: 100, y: 100, width: 80, height: 60), color: .red)
    test.mark()
    UIView.animate(withDuration: 1) {
      switch change {
      case .frame: view.frame = CGRect(x: 0, y: 0, width: 40, height: 20)
      case .bounds: view.bounds = CGRect(x: 10, y: 0, width: 40, height: 60)
      case .center: view.center = CGPoint(x: 0, y: 130)
      case .transform: view.transform = CGAffineTransform(translationX: 50, y: 0)
      case .alpha: view.alpha = 0.5
      case .backgroundColor: view.backgroundColor = .blue
      case .cornerRadius: view.layer.cornerRadius = 20
      case .borderWidth: view.layer.borderWidth = 4
      }
      // Neither of these does.
      view.layer.shadowRadius = 9
      view.tag = 5
    }
    let keys: [String] =
      switch change {
      case .frame: ["bounds.size", "position"]
      case .bounds: ["bounds.origin", "bounds.size"]
      case .center: ["position"]
      case .transform: ["transform"]
      case .alpha: ["opacity"]
      case .backgroundColor: ["backgroundColor"]
      case .cornerRadius: ["cornerRadius"]
      case .borderWidth: ["borderWidth"]
      }
    #expect(view.layer.animationKeys()?.sorted() == keys)
    test.at(0.5)
    let shown = try #require(view.shown)
    switch change {
    case .frame:
      expect(shown.position.x, near: 80)
      expect(shown.position.y, near: 70)
      expect(shown.bounds.width, near: 60)
      expect(shown.bounds.height, near: 40)
    case .bounds:
      expect(shown.bounds.origin.x, near: 5)
      expect(shown.bounds.width, near: 60)
    case .center: expect(shown.position.x, near: 70)
    case .transform: expect(shown.transform.m41, near: 25)
    case .alpha: expect(CGFloat(shown.opacity), near: 0.75)
    case .backgroundColor:
      expect(shown.backgroundColor?.components?[0], near: 0.5)
      expect(shown.backgroundColor?.components?[2], near: 0.5)
    case .cornerRadius: expect(shown.cornerRadius, near: 10)
    case .borderWidth: expect(shown.borderWidth, near: 2)
    }
  }

  @Test("S12: three changes finish together and one completion is told")
  func threeChanges() throws {
    let test = try TestWindow()
    let view = test.add(UIView(), CGRect(x: 0, y: 0, width: 80, height: 80), color: .red)
    let completions = Completions(test)
    test.mark()
    UIView.animate(
      withDuration: 0.3,
      animations: {
        view.alpha = 0.5
        view.center.y += 100
        view.backgroundColor = .blue
      }, completion: completions.block)
    test.at(0.299)
    #expect(completions.calls.isEmpty && view.layer.animationKeys()?.count == 3)
    test.at(0.301)
    #expect(completions.flags == [true])
    #expect(view.layer.animationKeys() == nil)
  }

  @Test("S13: the completion is told true at the end, false when the animations are removed")
  func completionFlag() throws {
    let test = try TestWindow()
    let views = (0..<2).map { _ in test.add(UIView(), CGRect(x: 0, y: 0, width: 9, height: 9)) }
    let undisturbed = Completions(test), removed = Completions(test)
    test.mark()
    for (view, completions) in zip(views, [undisturbed, removed]) {
      UIView.animate(
        withDuration: 0.5, animations: { view.transform = CGAffineTransform(scaleX: 1.5, y: 1.5) },
        completion: completions.block)
    }
    test.at(0.25)
    views[1].layer.removeAllAnimations()
    test.commit()
    #expect(removed.flags == [false])
    test.at(1)
    #expect(undisturbed.flags == [true] && removed.flags == [false])
    expect(undisturbed.calls.first.map { CGFloat($0.time) }, near: 0.5, within: 1e-6)
  }

  @Test("S14: nothing moves before the delay, and the end is a delay later", arguments: [0.5, 0.8])
  func delay(duration: Double) throws {
    let test = try TestWindow(), view = test.add(UIView(), CGRect(x: 0, y: 0, width: 9, height: 9))
    let completions = Completions(test)
    test.mark()
    let start = view.center.x
    UIView.animate(
      withDuration: duration, delay: 0.2, options: .curveEaseInOut,
      animations: { view.center.x += 100 }, completion: completions.block)
    test.at(0.199)
    expect(view.shown?.position.x, near: Double(start))
    test.at(0.2 + duration / 2)
    expect(view.shown?.position.x, near: Double(start) + 50)
    test.at(0.2 + duration + 0.1)
    #expect(completions.flags == [true])
    expect(completions.calls.first.map { CGFloat($0.time) }, near: 0.2 + duration, within: 1e-6)
  }

  @Test("A negative delay starts in the middle")
  func negativeDelay() throws {
    let test = try TestWindow(), view = test.add(UIView(), CGRect(x: 0, y: 0, width: 9, height: 9))
    test.mark()
    let start = Double(view.center.x)
    UIView.animate(
      withDuration: 1, delay: -0.25, options: .curveLinear, animations: { view.center.x += 100 })
    test.at(0.25)
    expect(view.shown?.position.x, near: start + 50)
  }

  @Test("S19: easeInOut shows 12.92 of 100 points at a quarter of the time")
  func curve() throws {
    let test = try TestWindow(), view = test.add(UIView(), CGRect(x: 0, y: 0, width: 9, height: 9))
    test.mark()
    let start = Double(view.center.y)
    UIView.animate(
      withDuration: 0.5, delay: 0, options: .curveEaseInOut, animations: { view.center.y += 100 })
    test.at(0.125)
    expect(view.shown?.position.y, near: start + 12.92, within: 0.01)
    test.at(0.25)
    expect(view.shown?.position.y, near: start + 50)
  }

  @Test("S23: a view that fades in is visible at once and half there at half time")
  func fadeIn() throws {
    let test = try TestWindow(), view = test.add(UIView(), CGRect(x: 0, y: 0, width: 9, height: 9))
    view.isHidden = true
    view.alpha = 0
    test.mark()
    view.isHidden = false
    UIView.animate(withDuration: 0.3) { view.alpha = 1 }
    test.commit()
    #expect(view.shown?.isHidden == false)
    test.at(0.15)
    expect(view.shown.map { CGFloat($0.opacity) }, near: 0.5)
    test.at(0.3)
    expect(view.shown.map { CGFloat($0.opacity) }, near: 1)
  }

  @Test("S24: a view that fades out is hidden after the fade, by the completion")
  func fadeOut() throws {
    let test = try TestWindow(), view = test.add(UIView(), CGRect(x: 0, y: 0, width: 9, height: 9))
    var log: [String] = []
    func fadeOut(_ done: @escaping () -> Void) {
      UIView.animate(withDuration: 0.3, animations: { view.alpha = 0 }) { _ in
        view.isHidden = true
        done()
      }
    }
    test.mark()
    fadeOut { log.append(view.isHidden ? "done, hidden" : "done, visible") }
    test.at(0.29)
    #expect(!view.isHidden && log.isEmpty)
    test.at(0.31)
    #expect(log == ["done, hidden"])
    #expect(view.shown?.isHidden == true)
  }

  @Test("H05: 179° turns forwards and 181° the other way")
  func rotations() throws {
    let test = try TestWindow()
    let v179 = test.add(UIView(), CGRect(x: 0, y: 0, width: 50, height: 50))
    let v181 = test.add(UIView(), CGRect(x: 0, y: 0, width: 50, height: 50))
    test.commit()
    UIView.animate(
      withDuration: 2, delay: 0, options: [.curveLinear],
      animations: {
        v179.transform = CGAffineTransform(rotationAngle: 179 * .pi / 180)
        v181.transform = CGAffineTransform(rotationAngle: 181 * .pi / 180)
      }, completion: nil)
    test.mark()
    test.at(1)
    expect(v179.shown?.transform.m12, near: 0.999962)
    expect(v181.shown?.transform.m12, near: -0.999962)
  }

  @Test("F47: geometry turned back in mid-flight adds up, and both completions are told true")
  func reversal() throws {
    let test = try TestWindow(), view = test.add(UIView(), CGRect(x: 0, y: 0, width: 9, height: 9))
    let first = Completions(test), second = Completions(test)
    test.mark()
    let start = Double(view.center.x)
    UIView.animate(
      withDuration: 1, animations: { view.center.x += 100 }, completion: first.block)
    test.at(0.5)
    UIView.animate(
      withDuration: 1, animations: { view.center.x -= 100 }, completion: second.block)
    test.commit()
    #expect(view.layer.animationKeys() == ["position", "position-2"])
    // Where it was, and still going forwards.
    expect(view.shown?.position.x, near: start + 50)
    test.at(0.51)
    #expect(Double(view.shown?.position.x ?? 0) > start + 50)
    test.at(1.6)
    expect(view.shown?.position.x, near: start)
    #expect(first.flags == [true] && second.flags == [true])
    expect(first.calls.first.map { CGFloat($0.time) }, near: 1, within: 1e-6)
    expect(second.calls.first.map { CGFloat($0.time) }, near: 1.5, within: 1e-6)
  }

  @Test(
    "S141: alpha does not add up: the second animation replaces the first, which ends false",
    arguments: [false, true])
  func alphaReplaces(fromCurrent: Bool) throws {
    let test = try TestWindow(), view = test.add(UIView(), CGRect(x: 0, y: 0, width: 9, height: 9))
    let first = Completions(test), second = Completions(test)
    test.mark()
    UIView.animate(withDuration: 1, animations: { view.alpha = 0 }, completion: first.block)
    test.at(0.5)
    UIView.animate(
      withDuration: 0.5, delay: 0, options: fromCurrent ? .beginFromCurrentState : [],
      animations: { view.alpha = 1 }, completion: second.block)
    test.commit()
    #expect(first.flags == [false])
    expect(view.shown.map { CGFloat($0.opacity) }, near: fromCurrent ? 0.5 : 0)
    test.at(0.75)
    expect(view.shown.map { CGFloat($0.opacity) }, near: fromCurrent ? 0.75 : 0.5)
    test.at(1.1)
    #expect(second.flags == [true])
  }

  @Test("A block that sets alpha twice runs from the first value to the last and ends true")
  func twiceInOneBlock() throws {
    let test = try TestWindow(), view = test.add(UIView(), CGRect(x: 0, y: 0, width: 9, height: 9))
    let completions = Completions(test)
    test.mark()
    UIView.animate(
      withDuration: 1,
      animations: {
        view.alpha = 0.2
        view.alpha = 0
      }, completion: completions.block)
    test.at(0.5)
    expect(view.shown.map { CGFloat($0.opacity) }, near: 0.5)
    test.at(1.1)
    #expect(completions.flags == [true])
  }

  @Test("A change outside blocks happens at once and a running offset goes on upon it")
  func changeOutside() throws {
    let test = try TestWindow(), view = test.add(UIView(), CGRect(x: 0, y: 0, width: 9, height: 9))
    test.mark()
    let start = Double(view.center.x)
    UIView.animate(withDuration: 1) { view.center.x += 100 }
    test.at(0.5)
    view.center.x += 7
    test.commit()
    expect(view.shown?.position.x, near: start + 57)
    test.at(1)
    expect(view.shown?.position.x, near: start + 107)
  }

  @Test("A block that changes nothing, or takes no time, is complete after the commit")
  func emptyBlocks() throws {
    let test = try TestWindow(), view = test.add(UIView(), CGRect(x: 0, y: 0, width: 9, height: 9))
    let nothing = Completions(test), noTime = Completions(test)
    test.mark()
    UIView.animate(withDuration: 1, animations: {}, completion: nothing.block)
    UIView.animate(withDuration: 0, animations: { view.alpha = 0 }, completion: noTime.block)
    #expect(nothing.calls.isEmpty && noTime.calls.isEmpty)
    #expect(view.layer.animationKeys() == nil)
    test.commit()
    #expect(nothing.calls == [.init(finished: true, time: 0)])
    #expect(noTime.calls == [.init(finished: true, time: 0)])
  }

  @Test("A block in a block takes over duration and curve, unless it overrides them")
  func nesting() throws {
    let test = try TestWindow()
    let inner = test.add(UIView(), CGRect(x: 0, y: 0, width: 9, height: 9))
    let own = test.add(UIView(), CGRect(x: 0, y: 0, width: 9, height: 9))
    test.mark()
    var durations: [Double] = []
    UIView.animate(
      withDuration: 1, delay: 0, options: .curveLinear,
      animations: {
        durations.append(UIView.inheritedAnimationDuration)
        UIView.animate(withDuration: 5, delay: 0.1, options: .curveEaseIn) {
          durations.append(UIView.inheritedAnimationDuration)
          inner.alpha = 0
        }
        UIView.animate(
          withDuration: 2, delay: 0,
          options: [.overrideInheritedDuration, .overrideInheritedCurve, .curveEaseIn]
        ) { own.alpha = 0 }
      })
    durations.append(UIView.inheritedAnimationDuration)
    #expect(durations == [1, 1, 0])
    test.at(0.6)
    // Linear, a tenth later.
    expect(inner.shown.map { CGFloat($0.opacity) }, near: 0.5)
    test.at(1)
    expect(own.shown.map { CGFloat($0.opacity) }, near: 1 - 0.3154)
  }

  @Test("performWithoutAnimation and disabled animations change at once")
  func without() throws {
    let test = try TestWindow(), view = test.add(UIView(), CGRect(x: 0, y: 0, width: 9, height: 9))
    let completions = Completions(test)
    test.mark()
    UIView.animate(withDuration: 1) {
      UIView.performWithoutAnimation { view.alpha = 0.5 }
    }
    #expect(view.layer.animationKeys() == nil)
    UIView.setAnimationsEnabled(false)
    defer { UIView.setAnimationsEnabled(true) }
    UIView.animate(
      withDuration: 1, animations: { view.alpha = 0 }, completion: completions.block)
    #expect(!UIView.areAnimationsEnabled && view.layer.animationKeys() == nil)
    test.commit()
    #expect(completions.calls == [.init(finished: true, time: 0)])
  }

  final class Row: UIView {
    let child = UIView()
    var inset: CGFloat = 0 { didSet { setNeedsLayout() } }
    override func layoutSubviews() {
      if child.superview == nil { addSubview(child) }
      child.frame = bounds.insetBy(dx: inset, dy: inset)
    }
  }

  @Test(
    "S142: what layout changes animates where layoutIfNeeded is called in the block",
    arguments: [false, true])
  func layout(inBlock: Bool) throws {
    let test = try TestWindow()
    let row = test.add(Row(), CGRect(x: 0, y: 0, width: 100, height: 100))
    test.mark()
    UIView.animate(withDuration: 1) {
      row.inset = 20
      if inBlock { row.layoutIfNeeded() }
    }
    test.at(0.5)
    #expect(row.child.frame.width == 60)
    expect(row.child.shown?.bounds.width, near: inBlock ? 80 : 60)
  }

  @Test("repeat with autoreverse goes to and fro until it is removed, and ends false")
  func repeating() throws {
    let test = try TestWindow(), view = test.add(UIView(), CGRect(x: 0, y: 0, width: 9, height: 9))
    let completions = Completions(test)
    test.mark()
    UIView.animate(
      withDuration: 1, delay: 0, options: [.repeat, .autoreverse, .curveLinear],
      animations: { view.alpha = 0 }, completion: completions.block)
    test.at(10.25)
    expect(view.shown.map { CGFloat($0.opacity) }, near: 0.75)
    test.at(11.25)
    expect(view.shown.map { CGFloat($0.opacity) }, near: 0.25)
    #expect(completions.calls.isEmpty)
    view.removeFromSuperview()
    test.commit()
    #expect(completions.flags == [false])
  }

  @Test("A layer without a view keeps its own action in a block")
  func standaloneLayer() throws {
    let test = try TestWindow(), layer = CALayer()
    test.root.layer.addSublayer(layer)
    test.mark()
    UIView.animate(withDuration: 4) { layer.opacity = 0 }
    test.at(0.25)
    expect(layer.presentation().map { CGFloat($0.opacity) }, near: 0)
  }

  @Test("A spring by damping ratio ends at its duration and passes its end on the way")
  func spring() throws {
    let test = try TestWindow(), view = test.add(UIView(), CGRect(x: 0, y: 0, width: 9, height: 9))
    let completions = Completions(test)
    test.mark()
    let start = Double(view.center.x)
    UIView.animate(
      withDuration: 0.6, delay: 0, usingSpringWithDamping: 0.5, initialSpringVelocity: 0,
      animations: { view.center.x += 100 }, completion: completions.block)
    var most = 0.0
    for i in 1...60 {
      test.at(Double(i) / 100)
      most = max(most, Double(view.shown?.position.x ?? 0) - start)
    }
    // exp(-π·ζ/√(1−ζ²)) of a spring with ratio 0.5.
    expect(CGFloat(most), near: 116.3, within: 0.5)
    test.at(0.61)
    expect(completions.calls.first.map { CGFloat($0.time) }, near: 0.6, within: 1e-6)
  }

  @Test("The completion keeps what it uses only until it was told")
  func retain() throws {
    final class Token {}
    let test = try TestWindow(), view = test.add(UIView(), CGRect(x: 0, y: 0, width: 9, height: 9))
    weak var token: Token?
    test.mark()
    do {
      let strong = Token()
      token = strong
      UIView.animate(withDuration: 0.5, animations: { view.alpha = 0 }) { _ in
        withExtendedLifetime(strong) {}
      }
    }
    test.at(0.4)
    #expect(token != nil)
    test.at(0.6)
    #expect(token == nil)
  }
}
