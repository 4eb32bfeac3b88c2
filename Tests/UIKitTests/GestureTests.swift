import Geometry
import LayerCommit
import LayerStage
import QuartzCore
import TestSupport
import Testing
import UIKit

/// Keeps the state a sequence ended in, which is gone after it.
@MainActor
final class LoggedPan: UIPanGestureRecognizer {
  var last: State?
  override func reset() {
    last = state
    super.reset()
  }
}

@MainActor
final class LoggedTap: UITapGestureRecognizer {
  var last: State?
  override func reset() {
    last = state
    super.reset()
  }
}

@MainActor
final class LoggedPress: UILongPressGestureRecognizer {
  var last: State?
  override func reset() {
    last = state
    super.reset()
  }
}

@Suite("Gestures")
@MainActor
struct GestureTests {
  private typealias State = UIGestureRecognizer.State

  private func name(_ state: State) -> String {
    switch state {
    case .possible: "possible"
    case .began: "began"
    case .changed: "changed"
    case .ended: "ended"
    case .cancelled: "cancelled"
    case .failed: "failed"
    }
  }

  @Test("Taps, pans and long presses go through the states of the table")
  func scripts() throws {
    try VectorFile(named: "scroll-gesture").run(kind: "recognizer-script") { row in
      let test = try TestWindow()
      let view = test.add(UIView(), CGRect(x: 0, y: 0, width: 400, height: 400))
      let pan = LoggedPan(), tap = LoggedTap(), press = LoggedPress()
      let kind = row["recognizer"].string ?? ""
      if kind == "tap(2)" { tap.numberOfTapsRequired = 2 }
      let recognizer = kind == "pan" ? pan : kind.hasPrefix("tap") ? tap : press
      view.addGestureRecognizer(recognizer)
      var states: [String] = []
      var place = (0.0, 0.0)
      test.mark()
      for event in row["events"].array {
        (pan.last, tap.last, press.last) = (nil, nil, nil)
        test.at(event[1].double ?? .nan)
        if let x = event[2].double, let y = event[3].double { place = (x, y) }
        let phase: TouchEvent.Phase? =
          switch event[0].string {
          case "down": .began
          case "move": .moved
          case "up": .ended
          case "time": nil
          default: .cancelled
          }
        if let phase { test.touch(phase, place.0, place.1) }
        states.append(name(pan.last ?? tap.last ?? press.last ?? recognizer.state))
      }
      let expected = row["expectedStates"].array.compactMap(\.string).map {
        $0 == "ended (recognized)" ? "ended" : $0
      }
      #expect(states == expected, "\(row.id)")
    }
  }

  @Test("Translation counts the first ten points, follows fingers without jumps, can be set back")
  func translation() throws {
    let test = try TestWindow()
    let view = test.add(UIView(), CGRect(x: 0, y: 0, width: 400, height: 400))
    var log: [CGPoint] = []
    let pan = UIPanGestureRecognizer { pan in log.append(pan.translation(in: pan.view)) }
    view.addGestureRecognizer(pan)
    test.touch(.began, 100, 100)
    test.touch(.moved, 120, 100)
    #expect(log.last == CGPoint(x: 20, y: 0))
    test.touch(.began, 200, 200, finger: 2)
    #expect(pan.translation(in: view) == CGPoint(x: 20, y: 0) && pan.numberOfTouches == 2)
    // The middle of two moves half as far as one of them.
    test.touch(.moved, 200, 220, finger: 2)
    #expect(log.last == CGPoint(x: 20, y: 10))
    pan.setTranslation(.zero, in: view)
    test.touch(.ended, 200, 220, finger: 2)
    #expect(pan.translation(in: view) == .zero && pan.state == .changed)
    test.touch(.moved, 125, 100)
    #expect(log.last == CGPoint(x: 5, y: 0))
    test.touch(.ended, 125, 100)
    #expect(log.count == 4)
  }

  @Test("Translation is in the space of the view asked")
  func translationSpace() throws {
    let test = try TestWindow()
    let view = test.add(UIView(), CGRect(x: 0, y: 0, width: 400, height: 400))
    view.transform = CGAffineTransform(scaleX: 2, y: 2)
    let pan = UIPanGestureRecognizer { _ in }
    view.addGestureRecognizer(pan)
    test.touch(.began, 100, 100)
    test.touch(.moved, 140, 100)
    #expect(pan.translation(in: view).x == 20 && pan.translation(in: test.root).x == 40)
    test.touch(.ended, 140, 100)
  }

  @Test("Speed at the end is that of the last movement, faded while the finger rested")
  func velocity() throws {
    let test = try TestWindow()
    let view = test.add(UIView(), CGRect(x: 0, y: 0, width: 400, height: 400))
    var speed = 0.0
    view.addGestureRecognizer(
      UIPanGestureRecognizer { if $0.state == .ended { speed = Double($0.velocity(in: nil).x) } })
    func fling(rest: Double) {
      test.mark()
      test.touch(.began, 0, 100)
      for i in 1...5 {
        test.at(Double(i) / 100)
        test.touch(.moved, Double(i) * 10, 100)
      }
      test.at(0.05 + rest)
      test.touch(.ended, 50, 100)
    }
    fling(rest: 0)
    expect(CGFloat(speed), near: 1000, within: 1e-3)
    fling(rest: 0.1)
    expect(CGFloat(speed), near: 818.5668, within: 1e-3)
    fling(rest: 2.5)
    #expect(speed == 0)
  }

  @Test("A tap fails when the finger moves far or rests long, and takes the touch from its view")
  func tapLimits() throws {
    let test = try TestWindow()
    let view = test.add(TouchView(), CGRect(x: 0, y: 0, width: 400, height: 400))
    var count = 0
    let tap = UITapGestureRecognizer { _ in count += 1 }
    view.addGestureRecognizer(tap)
    test.tap(10, 10)
    #expect(count == 1 && view.log == ["began 10.0 10.0", "cancelled 10.0 10.0"])
    test.touch(.began, 10, 10)
    test.touch(.moved, 56, 10)
    test.touch(.ended, 56, 10)
    #expect(count == 1)
    test.mark()
    test.touch(.began, 10, 10)
    test.at(1.6)
    #expect(tap.state == .failed)
    test.touch(.ended, 10, 10)
    #expect(count == 1 && tap.state == .possible)
    tap.cancelsTouchesInView = false
    test.tap(10, 10)
    #expect(count == 2 && view.log.last == "ended 10.0 10.0")
  }

  @Test("Two fingers tap where two are asked for, and one does not")
  func twoFingers() throws {
    let test = try TestWindow()
    let view = test.add(UIView(), CGRect(x: 0, y: 0, width: 400, height: 400))
    var count = 0
    let tap = UITapGestureRecognizer { _ in count += 1 }
    tap.numberOfTouchesRequired = 2
    view.addGestureRecognizer(tap)
    test.tap(10, 10)
    #expect(count == 0)
    test.touch(.began, 10, 10, finger: 1)
    test.touch(.began, 90, 10, finger: 2)
    test.touch(.ended, 10, 10, finger: 1)
    #expect(count == 0)
    test.touch(.ended, 90, 10, finger: 2)
    #expect(count == 1)
  }

  @Test("A single tap that requires the double tap to fail comes when the time for one is over")
  func requireToFail() throws {
    let test = try TestWindow()
    let view = test.add(UIView(), CGRect(x: 0, y: 0, width: 400, height: 400))
    var log: [String] = []
    let double = UITapGestureRecognizer { _ in log.append("double") }
    double.numberOfTapsRequired = 2
    let single = UITapGestureRecognizer { tap in
      log.append("single at \(Int(tap.location(in: view).x))")
    }
    single.require(toFail: double)
    view.addGestureRecognizer(single)
    view.addGestureRecognizer(double)
    test.mark()
    test.tap(10, 10)
    test.at(0.34)
    #expect(log.isEmpty)
    test.at(0.36)
    #expect(log == ["single at 10"])
    test.tap(20, 10)
    test.at(0.5)
    test.tap(20, 10)
    test.at(1.5)
    #expect(log == ["single at 10", "double"])
    test.tap(30, 10)
    test.at(2)
    #expect(log == ["single at 10", "double", "single at 30"])
  }

  @Test(
    "Of nested recognisers the inner one succeeds; both where a delegate allows it",
    arguments: [false, true])
  func arbitration(simultaneous: Bool) throws {
    final class Both: UIGestureRecognizerDelegate {
      func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
      ) -> Bool { true }
    }
    let test = try TestWindow()
    let outer = test.add(UIView(), CGRect(x: 0, y: 0, width: 400, height: 400))
    let inner = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    outer.addSubview(inner)
    var log: [String] = []
    let delegate = Both()
    let outerPan = UIPanGestureRecognizer { if $0.state == .began { log.append("outer") } }
    let innerPan = UIPanGestureRecognizer { if $0.state == .began { log.append("inner") } }
    let tap = UITapGestureRecognizer { _ in log.append("tap") }
    if simultaneous { outerPan.delegate = delegate }
    outer.addGestureRecognizer(outerPan)
    inner.addGestureRecognizer(innerPan)
    inner.addGestureRecognizer(tap)
    test.touch(.began, 10, 10)
    test.touch(.moved, 30, 10)
    test.touch(.ended, 30, 10)
    #expect(log == (simultaneous ? ["inner", "outer"] : ["inner"]))
    test.tap(10, 10)
    #expect(log.last == "tap")
  }

  @Test("A delegate keeps a gesture from beginning and touches from being seen")
  func delegate() throws {
    final class Refusing: UIGestureRecognizerDelegate {
      var begins = true, receives = true
      func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { begins }
      func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch
      ) -> Bool { receives }
    }
    let test = try TestWindow()
    let view = test.add(TouchView(), CGRect(x: 0, y: 0, width: 400, height: 400))
    var count = 0
    let delegate = Refusing(), tap = UITapGestureRecognizer { _ in count += 1 }
    tap.delegate = delegate
    view.addGestureRecognizer(tap)
    for (begins, receives, expected) in [(false, true, 0), (true, false, 0), (true, true, 1)] {
      delegate.begins = begins
      delegate.receives = receives
      test.tap(10, 10)
      #expect(count == expected)
    }
    #expect(view.log.filter { $0.hasPrefix("ended") }.count == 2)
  }

  enum Interruption: CaseIterable {
    case disabled, recognizerRemoved, viewRemoved, windowHidden, systemCancels
  }

  @Test(
    "A pan that is interrupted is cancelled once and works afterwards",
    arguments: Interruption.allCases)
  func interruption(_ interruption: Interruption) throws {
    let test = try TestWindow()
    let view = test.add(UIView(), CGRect(x: 0, y: 0, width: 400, height: 400))
    var log: [State] = []
    let pan = UIPanGestureRecognizer { log.append($0.state) }
    view.addGestureRecognizer(pan)
    test.touch(.began, 10, 10)
    test.touch(.moved, 30, 10)
    switch interruption {
    case .disabled: pan.isEnabled = false
    case .recognizerRemoved: view.removeGestureRecognizer(pan)
    case .viewRemoved: view.removeFromSuperview()
    case .windowHidden: test.window.isHidden = true
    case .systemCancels: test.touch(.cancelled, 0, 0)
    }
    test.touch(.moved, 50, 10)
    test.touch(.ended, 50, 10)
    #expect(log == [.began, .cancelled] && pan.state == .possible)
    pan.isEnabled = true
    test.window.isHidden = false
    test.root.addSubview(view)
    view.addGestureRecognizer(pan)
    test.commit()
    log = []
    test.touch(.began, 10, 10)
    test.touch(.moved, 30, 10)
    test.touch(.ended, 30, 10)
    #expect(log == [.began, .ended])
  }

  @Test("An action of an object takes the place of target and selector, and does not keep it")
  func target() throws {
    @MainActor
    final class Controller {
      var count = 0
      func tapped(_ tap: UITapGestureRecognizer) { count += tap.numberOfTapsRequired }
    }
    let test = try TestWindow()
    let view = test.add(UIView(), CGRect(x: 0, y: 0, width: 400, height: 400))
    var controller: Controller? = Controller()
    weak let weakController = controller
    view.addGestureRecognizer(
      UITapGestureRecognizer(target: try #require(controller), action: Controller.tapped))
    test.tap(10, 10)
    #expect(controller?.count == 1)
    controller = nil
    #expect(weakController == nil)
    test.tap(10, 10)
  }

  @Test("Hovering begins, goes on and ends with the pointer over the view")
  func hover() throws {
    let test = try TestWindow()
    let view = test.add(UIView(), CGRect(x: 0, y: 0, width: 100, height: 100))
    var log: [State] = []
    view.addGestureRecognizer(UIHoverGestureRecognizer { log.append($0.state) })
    test.pointer(.moved, 10, 10)
    test.pointer(.moved, 20, 10)
    test.pointer(.moved, 200, 10)
    test.pointer(.moved, 10, 10)
    test.pointer(.left, 10, 10)
    #expect(log == [.began, .changed, .ended, .began, .ended])
  }

  @Test("Hovering over a view keeps no tap in it from succeeding")
  func hoverAndTap() throws {
    let test = try TestWindow()
    let view = test.add(UIView(), CGRect(x: 0, y: 0, width: 100, height: 100))
    let button = UIView(frame: CGRect(x: 10, y: 10, width: 50, height: 50))
    view.addSubview(button)
    view.addGestureRecognizer(UIHoverGestureRecognizer { _ in })
    var taps = 0
    button.addGestureRecognizer(UITapGestureRecognizer { _ in taps += 1 })
    test.pointer(.moved, 20, 20)
    test.pointer(.pressed(.primary), 20, 20)
    test.pointer(.released(.primary), 20, 20)
    #expect(taps == 1)
  }
}
