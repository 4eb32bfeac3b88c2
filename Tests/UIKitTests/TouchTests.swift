import Geometry
import LayerCommit
import LayerStage
import QuartzCore
import Testing
import UIKit

@testable import UIKitAPI

/// Remembers what it is told about touches.
@MainActor
final class TouchView: UIView {
  private(set) var log: [String] = []
  private(set) var touches: [UITouch] = []
  var passesOn = false

  private func note(_ name: String, _ touches: Set<UITouch>) {
    for touch in touches {
      let p = touch.location(in: self)
      log.append("\(name) \(p.x) \(p.y)")
      self.touches.append(touch)
    }
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    note("began", touches)
    if passesOn { super.touchesBegan(touches, with: event) }
  }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    note("moved", touches)
  }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    note("ended", touches)
  }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    note("cancelled", touches)
  }
}

@Suite("Touches")
@MainActor
struct TouchTests {
  @Test("stay with the view they began in, in its own space, at the event's time")
  func routing() throws {
    let test = try TestWindow()
    let view = test.add(TouchView(), CGRect(x: 100, y: 50, width: 100, height: 100))
    let other = test.add(TouchView(), CGRect(x: 250, y: 50, width: 100, height: 100))
    test.mark()
    test.at(0.1)
    test.touch(.began, 110, 70)
    let touch = try #require(view.touches.first)
    #expect(touch.phase == .began && touch.type == .direct && touch.tapCount == 1)
    #expect(touch.view === view && touch.window === test.window)
    test.at(0.2)
    test.touch(.moved, 300, 70)
    expect(CGFloat(touch.timestamp - test.zero), near: 0.2, within: 1e-9)
    #expect(touch.previousLocation(in: view) == CGPoint(x: 10, y: 20))
    #expect(touch.location(in: nil) == CGPoint(x: 300, y: 70))
    test.touch(.ended, 300, 70)
    #expect(view.log == ["began 10.0 20.0", "moved 200.0 20.0", "ended 200.0 20.0"])
    #expect(other.log.isEmpty)
  }

  @Test("that nobody answers go up the chain of responders")
  func chain() throws {
    let test = try TestWindow()
    let outer = test.add(TouchView(), CGRect(x: 0, y: 0, width: 100, height: 100))
    let inner = UIView(frame: CGRect(x: 10, y: 10, width: 20, height: 20))
    outer.addSubview(inner)
    test.tap(15, 15)
    #expect(outer.log == ["began 15.0 15.0", "ended 15.0 15.0"])
    #expect(outer.touches.first?.view === inner || outer.touches.first?.view == nil)
  }

  enum Unreachable: CaseIterable {
    case hidden, transparent, disabled, outside, withoutExtent
  }

  @Test(
    "pass by views that are hidden, invisible, disabled, outside their superview or flat",
    arguments: Unreachable.allCases)
  func skipped(_ reason: Unreachable) throws {
    let test = try TestWindow()
    let outer = test.add(UIView(), CGRect(x: 0, y: 0, width: 100, height: 100))
    let view = UIView(frame: CGRect(x: 10, y: 10, width: 80, height: 80))
    outer.addSubview(view)
    #expect(test.window.hitTest(CGPoint(x: 50, y: 50), with: nil) === view)
    switch reason {
    case .hidden: view.isHidden = true
    case .transparent: view.alpha = 0.009
    case .disabled: view.isUserInteractionEnabled = false
    case .outside:
      view.center.x += 100
      #expect(test.window.hitTest(CGPoint(x: 150, y: 50), with: nil) === test.root)
    case .withoutExtent: view.transform = CGAffineTransform(scaleX: 0, y: 1)
    }
    #expect(test.window.hitTest(CGPoint(x: 50, y: 50), with: nil) === outer)
  }

  @Test("The pointer touches while its primary button is down, and only then")
  func pointer() throws {
    let test = try TestWindow()
    let view = test.add(TouchView(), CGRect(x: 0, y: 0, width: 100, height: 100))
    test.pointer(.moved, 10, 10)
    test.pointer(.pressed(.secondary), 10, 10)
    test.pointer(.released(.secondary), 10, 10)
    #expect(view.log.isEmpty)
    test.pointer(.pressed(.primary), 10, 10)
    test.pointer(.moved, 20, 10)
    test.pointer(.released(.primary), 20, 10)
    test.pointer(.moved, 30, 10)
    #expect(view.log == ["began 10.0 10.0", "moved 20.0 10.0", "ended 20.0 10.0"])
    #expect(view.touches.first?.type == .indirectPointer)
  }

  @Test(
    "A pointer that is taken away with its button down cancels its touch, and hovers afterwards")
  func lostPointer() throws {
    let test = try TestWindow()
    let view = test.add(TouchView(), CGRect(x: 0, y: 0, width: 100, height: 100))
    var taps = 0
    view.addGestureRecognizer(UITapGestureRecognizer { _ in taps += 1 })
    test.pointer(.pressed(.primary), 10, 10)
    test.pointer(.left, 10, 10)
    test.pointer(.entered, 20, 10)
    test.pointer(.moved, 30, 10)
    #expect(view.log == ["began 10.0 10.0", "cancelled 10.0 10.0"])
    #expect(taps == 0)
  }

  @Test("A second finger is told only to views that take several", arguments: [false, true])
  func multiple(isEnabled: Bool) throws {
    let test = try TestWindow()
    let view = test.add(TouchView(), CGRect(x: 0, y: 0, width: 100, height: 100))
    view.isMultipleTouchEnabled = isEnabled
    test.touch(.began, 10, 10, finger: 1)
    test.touch(.began, 20, 20, finger: 2)
    test.touch(.ended, 20, 20, finger: 2)
    test.touch(.ended, 10, 10, finger: 1)
    let second = ["began 20.0 20.0", "ended 20.0 20.0"]
    #expect(view.log == ["began 10.0 10.0"] + (isEnabled ? second : []) + ["ended 10.0 10.0"])
  }

  @Test("Taps soon after each other in one place are counted")
  func tapCount() throws {
    let test = try TestWindow()
    let view = test.add(TouchView(), CGRect(x: 0, y: 0, width: 100, height: 100))
    var counts: [Int] = []
    func tap(at t: Double, x: Double) {
      test.at(t)
      test.touch(.began, x, 10)
      counts.append(view.touches.last?.tapCount ?? -1)
      test.touch(.ended, x, 10)
    }
    test.mark()
    tap(at: 0.1, x: 10)
    tap(at: 0.3, x: 12)
    tap(at: 0.5, x: 12)
    tap(at: 1, x: 12)
    tap(at: 1.1, x: 80)
    #expect(counts == [1, 2, 3, 1, 1])
  }

  @Test(
    "S15, F06: a moving view is touched where it will be, and only with allowUserInteraction",
    arguments: [false, true])
  func movingView(allows: Bool) throws {
    let test = try TestWindow()
    let view = test.add(TouchView(), CGRect(x: 0, y: 0, width: 50, height: 50))
    let inner = TouchView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    view.addSubview(inner)
    test.mark()
    UIView.animate(
      withDuration: 1, delay: 0,
      options: allows ? [.curveLinear, .allowUserInteraction] : .curveLinear
    ) { view.center.x += 200 }
    test.at(0.5)
    // Shown at 100…150, on its way to 200…250.
    test.tap(125, 25)
    #expect(inner.log.isEmpty)
    test.tap(225, 25)
    #expect(inner.log.isEmpty != allows)
    // What is seen is found through the presentation layer.
    let shown = try #require(test.root.shown?.hitTest(CGPoint(x: 125, y: 25)))
    #expect(shown.model() === inner.layer)
    #expect(view.shown?.hitTest(CGPoint(x: 225, y: 25)) == nil)
    test.at(1.1)
    let before = inner.log.count
    test.tap(225, 25)
    #expect(inner.log.count == before + 2)
  }

  @Test("A view that an animator moves is touched where it is shown, what lies in it too")
  func animatedView() throws {
    let test = try TestWindow()
    let view = test.add(TouchView(), CGRect(x: 0, y: 0, width: 50, height: 50))
    let half = TouchView(frame: CGRect(x: 25, y: 0, width: 25, height: 50))
    half.autoresizingMask = [.flexibleLeftMargin, .flexibleWidth]
    view.addSubview(half)
    test.mark()
    UIView.animate(
      withDuration: 1, delay: 0, options: [.curveLinear, .allowUserInteraction],
      animations: { view.frame = CGRect(x: 200, y: 0, width: 100, height: 50) })
    view.seenHits += 1
    test.at(0.5)
    // Shown at 100…175.
    #expect(test.window.hitTest(CGPoint(x: 105, y: 25), with: nil) === view)
    #expect(test.window.hitTest(CGPoint(x: 170, y: 25), with: nil) === half)
    #expect(test.window.hitTest(CGPoint(x: 180, y: 25), with: nil) === test.root)
    view.seenHits -= 1
    #expect(test.window.hitTest(CGPoint(x: 205, y: 25), with: nil) === view)
    #expect(test.window.hitTest(CGPoint(x: 105, y: 25), with: nil) === test.root)
  }

  @Test("A scroll is told to the view below it and goes up the chain")
  func scroll() throws {
    final class ScrollView: UIView {
      var steps: [CGPoint] = []
      override func scroll(_ scroll: UIScroll, with event: UIEvent?) {
        steps.append(scroll.translation)
        #expect(scroll.isWheel && scroll.location(in: self) == CGPoint(x: 5, y: 5))
      }
    }
    let test = try TestWindow()
    let view = test.add(ScrollView(), CGRect(x: 10, y: 10, width: 100, height: 100))
    view.addSubview(UIView(frame: view.bounds))
    test.stage.inject(
      .scroll(
        ScrollEvent(
          source: .wheel, dx: 0, dy: 15, position: Point(15, 15), time: CACurrentMediaTime())))
    test.commit()
    #expect(view.steps == [CGPoint(x: 0, y: 15)])
  }
}

@Suite("Keys")
@MainActor
struct KeyTests {
  final class KeyView: UIView {
    var keys: [String] = []
    var wants: Set<UIKeyboardHIDUsage> = []
    override var canBecomeFirstResponder: Bool { true }
    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
      for press in presses {
        guard let key = press.key, wants.contains(key.keyCode) else {
          return super.pressesBegan(presses, with: event)
        }
        keys.append(key.characters)
      }
    }
  }

  @Test("go to the first responder, once for a key that is held")
  func firstResponder() throws {
    let test = try TestWindow(), view = test.add(KeyView(), .zero)
    view.wants = [.keyboardA, .keyboardUpArrow]
    #expect(!test.root.becomeFirstResponder())
    #expect(view.becomeFirstResponder() && view.isFirstResponder)
    test.key(0x61, "a")
    test.key(0x61, "a", isRepeat: true)
    test.key(0x61, "a", isPressed: false)
    test.key(0xFF52)
    #expect(view.keys == ["a", UIKeyCommand.inputUpArrow])
    view.removeFromSuperview()
    #expect(!view.isFirstResponder)
    test.key(0x61, "a")
    #expect(view.keys.count == 2)
  }

  @Test("Escape closes the window unless somebody wants it", arguments: [false, true])
  func escape(isWanted: Bool) throws {
    let test = try TestWindow(), view = test.add(KeyView(), .zero)
    if isWanted { view.wants = [.keyboardEscape] }
    view.becomeFirstResponder()
    test.key(0xFF1B)
    #expect(test.stage.hasEnded != isWanted)
  }
}
