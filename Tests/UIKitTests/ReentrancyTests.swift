import Foundation
import LayerStage
import QuartzCore
import Testing
import UIKit

@testable import UIKitAPI

/// Remembers what it is told.
@MainActor
private final class Log {
  var lines: [String] = []
  func callAsFunction(_ line: String) { lines.append(line) }
}

/// Notes touches and keys, and calls back in them.
@MainActor
private final class Witness: UIView {
  var log = Log()
  var presses: Set<UIPress> = []
  var onEnded: (() -> Void)?
  var onPress: (() -> Void)?

  override var canBecomeFirstResponder: Bool { true }
  override func resignFirstResponder() -> Bool {
    log("resign \(isFirstResponder)")
    return super.resignFirstResponder()
  }
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { log("began") }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { log("moved") }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    log("ended")
    let action = onEnded
    onEnded = nil
    action?()
  }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { log("cancelled") }
  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    log("key down")
    self.presses.formUnion(presses)
    onPress?()
  }
  override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    log("key up")
    self.presses.subtract(presses)
  }
  override func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    log("key cancelled")
  }
}

private let full = CGRect(x: 0, y: 0, width: 400, height: 400)

@Suite("What callbacks do to touches, keys and views")
@MainActor
struct ReentrancyTests {
  @Test("A view that moves to another window leaves the first responder and its gestures behind")
  func betweenWindows() throws {
    let test = try TestWindow(), other = UIWindow(frame: full), log = Log()
    let view = test.add(Witness(), full)
    view.becomeFirstResponder()
    let pan = UIPanGestureRecognizer { log("\($0.state)") }
    view.addGestureRecognizer(pan)
    test.touch(.began, 100, 100)
    test.touch(.moved, 150, 100)
    other.addSubview(view)
    #expect(test.window.firstResponder == nil && view.log.lines.contains("resign true"))
    test.touch(.moved, 180, 100)
    test.touch(.ended, 180, 100)
    #expect(log.lines == ["began", "cancelled"])
    #expect(pan.state == .possible)
  }

  @Test("A view added again by its recogniser's cancellation is in the tree and the window")
  func addedAgain() throws {
    let test = try TestWindow(), view = test.add(UIView(), full)
    let pan = UIPanGestureRecognizer {
      if $0.state == .cancelled { test.root.addSubview(view) }
    }
    view.addGestureRecognizer(pan)
    test.touch(.began, 100, 100)
    test.touch(.moved, 150, 100)
    view.removeFromSuperview()
    #expect(view.superview === test.root)
    #expect(view.window === test.window)
    view.removeGestureRecognizer(pan)
  }

  @Test("A superview is not told of a subview that its didMoveToWindow takes away")
  func takenAway() throws {
    final class Shy: UIView {
      override func didMoveToWindow() { if window != nil { removeFromSuperview() } }
    }
    final class Outer: UIView {
      var added = 0
      override func didAddSubview(_ subview: UIView) { added += 1 }
    }
    let test = try TestWindow(), outer = test.add(Outer(), full)
    outer.addSubview(Shy())
    #expect(outer.subviews.isEmpty && outer.added == 0)
  }

  @Test("Of recognisers that exclude each other one succeeds, though another waits for a third")
  func exclusion() throws {
    let test = try TestWindow(), view = test.add(UIView(), full), log = Log()
    let pan = UIPanGestureRecognizer { log("pan \($0.state)") }
    let two = UITapGestureRecognizer { _ in log("two") }
    two.numberOfTapsRequired = 2
    let one = UITapGestureRecognizer { _ in log("one") }
    one.require(toFail: two)
    for recognizer in [pan, two, one] { view.addGestureRecognizer(recognizer) }
    test.tap(100, 100)
    test.touch(.began, 100, 100)
    test.touch(.moved, 120, 100)
    test.touch(.ended, 120, 100)
    #expect(log.lines == ["pan began", "pan ended"] || log.lines == ["one"], "\(log.lines)")
  }

  @Test("A window closed by a recogniser ends the touch once, in order", arguments: [false, true])
  func closedByRecognizer(atOnce: Bool) throws {
    final class Closer: UIGestureRecognizer {
      var onBegan: (() -> Void)?
      var onMoved: (() -> Void)?
      override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) { onBegan?() }
      override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) { onMoved?() }
    }
    let test = try TestWindow(), view = test.add(Witness(), full), closer = Closer()
    view.addGestureRecognizer(closer)
    if atOnce {
      closer.onBegan = { [weak test] in test?.window.close() }
    } else {
      closer.onMoved = { [weak test] in test?.window.close() }
    }
    test.touch(.began, 100, 100)
    test.touch(.moved, 150, 100)
    #expect(view.log.lines == (atOnce ? [] : ["began", "cancelled"]))
  }

  @Test("A touch that begins while the one before it ends is followed")
  func nestedTouch() throws {
    let test = try TestWindow(), view = test.add(Witness(), full)
    view.onEnded = { [weak test] in test?.touch(.began, 50, 50) }
    test.tap(20, 20)
    test.touch(.ended, 50, 50)
    #expect(view.log.lines == ["began", "ended", "began", "ended"])
  }

  @Test("A view that is gone hears the end of its touch, and goes then")
  func removedView() throws {
    let test = try TestWindow(), log = Log()
    weak var weakView: Witness?
    do {
      let view = test.add(Witness(), full)
      view.log = log
      weakView = view
      test.touch(.began, 100, 100)
      view.removeFromSuperview()
    }
    test.touch(.ended, 120, 100)
    test.tap(300, 300)
    #expect(log.lines == ["began", "ended"])
    #expect(weakView == nil)
  }

  @Test("Recognisers that require each other to fail are ready for the next touches")
  func requirementCycle() throws {
    let test = try TestWindow(), view = test.add(UIView(), full)
    let a = UITapGestureRecognizer(), b = UITapGestureRecognizer()
    a.require(toFail: b)
    b.require(toFail: a)
    view.addGestureRecognizer(a)
    view.addGestureRecognizer(b)
    for _ in 0..<5 { test.tap(10, 10) }
    #expect(a.sequence.isEmpty && b.sequence.isEmpty)
    #expect(test.window.touches.inPlay.isEmpty)
  }

  @Test("A recogniser turned off and on by an action tells the other targets no state it is not in")
  func toggled() throws {
    let test = try TestWindow(), view = test.add(UIView(), full), log = Log()
    let pan = UIPanGestureRecognizer {
      guard $0.state == .began else { return }
      $0.isEnabled = false
      $0.isEnabled = true
    }
    pan.addTarget { log("\($0.state)") }
    view.addGestureRecognizer(pan)
    test.touch(.began, 100, 100)
    test.touch(.moved, 150, 100)
    test.touch(.ended, 150, 100)
    #expect(log.lines == ["cancelled"])
  }

  @Test("A target that was removed is called no more")
  func removedTarget() throws {
    let test = try TestWindow(), view = test.add(UIView(), full), log = Log()
    let tap = UITapGestureRecognizer { _ in log("kept") }
    let token = tap.addTarget { _ in log("removed") }
    view.addGestureRecognizer(tap)
    test.tap(10, 10)
    tap.removeTarget(token)
    test.tap(300, 300)
    #expect(log.lines == ["kept", "removed", "kept"])
  }

  @Test("Hovering ends once when it is turned off or its view goes, and begins anew")
  func hover() throws {
    let test = try TestWindow(), log = Log()
    let view = test.add(UIView(), full)
    let hover = UIHoverGestureRecognizer { log("\($0.state)") }
    view.addGestureRecognizer(hover)
    test.pointer(.entered, 100, 100)
    hover.isEnabled = false
    hover.isEnabled = true
    test.pointer(.moved, 110, 100)
    #expect(log.lines == ["began", "cancelled", "began"])
    view.removeFromSuperview()
    test.pointer(.moved, 120, 100)
    #expect(log.lines == ["began", "cancelled", "began", "cancelled"])
  }

  @Test("An exclusively touched view keeps touches from the others")
  func exclusiveTouch() throws {
    let test = try TestWindow()
    let a = test.add(Witness(), CGRect(x: 0, y: 0, width: 100, height: 100))
    let b = test.add(Witness(), CGRect(x: 200, y: 0, width: 100, height: 100))
    a.isExclusiveTouch = true
    test.touch(.began, 50, 50)
    test.touch(.began, 250, 50, finger: 2)
    test.touch(.ended, 250, 50, finger: 2)
    #expect(a.log.lines == ["began"] && b.log.lines.isEmpty)
    test.touch(.ended, 50, 50)
    test.touch(.began, 250, 50, finger: 2)
    test.touch(.began, 50, 50)
    #expect(a.log.lines == ["began", "ended"] && b.log.lines == ["began"])
  }

  @Test("A key is one press from down to up, told to whom it went down for")
  func pressIdentity() throws {
    let test = try TestWindow(), a = test.add(Witness(), full), b = test.add(Witness(), full)
    a.becomeFirstResponder()
    a.onPress = { b.becomeFirstResponder() }
    test.key(0x61, "a")
    let press = try #require(a.presses.first)
    #expect(press.responder === a && press.force == 1)
    test.key(0x61, "a", isPressed: false)
    #expect(a.presses.isEmpty && press.phase == .ended && press.force == 0)
    #expect(a.log.lines == ["key down", "resign true", "key up"] && b.log.lines.isEmpty)
  }

  @Test("A held key is cancelled when the window is hidden")
  func pressCancelled() throws {
    let test = try TestWindow(), view = test.add(Witness(), full)
    view.becomeFirstResponder()
    test.key(0x61, "a")
    test.window.isHidden = true
    #expect(view.log.lines == ["key down", "key cancelled"])
  }

  @Test("A view removed as first responder resigns, once")
  func resigns() throws {
    let test = try TestWindow(), view = Witness(), around = test.add(UIView(), full)
    around.addSubview(view)
    view.becomeFirstResponder()
    around.removeFromSuperview()
    #expect(view.log.lines == ["resign true"])
    #expect(test.window.firstResponder == nil)
  }
}
