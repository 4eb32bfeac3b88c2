import Foundation
import LayerCommit
import LayerStage
import QuartzCore
import TestSupport
import Testing
import UIKit

/// A view that fills the window, and what a recogniser of it has been at.
@MainActor
final class GestureSubject<Recognizer: UIGestureRecognizer> {
  let test: TestWindow
  let view: UIView
  let recognizer: Recognizer
  private(set) var states: [UIGestureRecognizer.State] = []

  init(_ recognizer: Recognizer) throws {
    test = try TestWindow()
    view = test.add(UIView(), CGRect(x: 0, y: 0, width: 400, height: 400))
    self.recognizer = recognizer
    view.addGestureRecognizer(recognizer)
    (recognizer as UIGestureRecognizer).addTarget { [weak self] in self?.states.append($0.state) }
    test.mark()
  }

  /// A finger goes through places, a hundredth of a second apart.
  func drag(_ places: [(Double, Double)], from start: Double = 0, finger: Int32 = 1) {
    for (i, (x, y)) in places.enumerated() {
      test.at(start + Double(i) / 100)
      test.touch(i == 0 ? .began : .moved, x, y, finger: finger)
    }
    if let (x, y) = places.last { test.touch(.ended, x, y, finger: finger) }
  }
}

@Suite("Recognisers of one kind each")
@MainActor
struct RecognizerTests {
  // MARK: Long press

  @Test("A press of no duration begins at once, and moves from then on")
  func shortestPress() throws {
    let press = UILongPressGestureRecognizer()
    press.minimumPressDuration = 0
    let subject = try GestureSubject(press)
    subject.test.touch(.began, 10, 10)
    #expect(subject.states == [.began])
    subject.test.touch(.moved, 90, 90)
    #expect(press.location(in: subject.view) == CGPoint(x: 90, y: 90))
    subject.test.touch(.ended, 90, 90)
    #expect(subject.states == [.began, .changed, .ended])
  }

  @Test("A press with two fingers begins when both have rested, and ends with the first that lifts")
  func twoFingerPress() throws {
    let press = UILongPressGestureRecognizer()
    press.numberOfTouchesRequired = 2
    let subject = try GestureSubject(press), test = subject.test
    test.touch(.began, 10, 10)
    test.at(0.3)
    test.touch(.began, 90, 10, finger: 2)
    test.at(0.7)
    #expect(subject.states.isEmpty)
    test.at(0.81)
    #expect(subject.states == [.began])
    test.touch(.ended, 10, 10)
    #expect(subject.states == [.began, .ended])
    test.touch(.ended, 90, 10, finger: 2)
    // One finger is none of two.
    test.touch(.began, 10, 10)
    test.at(2)
    test.touch(.ended, 10, 10)
    #expect(subject.states == [.began, .ended])
  }

  @Test("A tap and a press begin where both are asked for, a press alone does not")
  func tapAndPress() throws {
    let press = UILongPressGestureRecognizer()
    press.numberOfTapsRequired = 1
    let subject = try GestureSubject(press), test = subject.test
    test.touch(.began, 10, 10)
    test.at(0.6)
    test.touch(.ended, 10, 10)
    test.at(1.5)
    #expect(subject.states.isEmpty)
    test.tap(10, 10)
    test.at(1.7)
    test.touch(.began, 12, 10)
    test.at(2.19)
    #expect(subject.states.isEmpty)
    test.at(2.21)
    #expect(subject.states == [.began])
    test.touch(.ended, 12, 10)
    #expect(subject.states == [.began, .ended])
  }

  // MARK: Swipe

  enum Movement: CaseIterable {
    case right, rightWithBow, left, slow, short, strayed, diagonal

    var places: [(Double, Double)] {
      switch self {
      case .right: [(100, 100), (120, 102), (170, 104)]
      case .rightWithBow: [(100, 100), (120, 130), (170, 110)]
      case .left: [(200, 100), (180, 100), (120, 100)]
      case .slow: (0...60).map { (100 + Double($0), 100) }
      case .short: [(100, 100), (120, 100), (149, 100)]
      case .strayed: [(100, 100), (140, 151), (180, 151)]
      case .diagonal: [(100, 100), (150, 150)]
      }
    }
  }

  @Test("A swipe is quick, long and straight, in its direction", arguments: Movement.allCases)
  func swipe(_ movement: Movement) throws {
    let subject = try GestureSubject(UISwipeGestureRecognizer())
    subject.drag(movement.places)
    let isSwipe = movement == .right || movement == .rightWithBow
    #expect(subject.states == (isSwipe ? [.ended] : []))
    // The next one is seen whatever this one was.
    subject.drag(Movement.right.places, from: 1)
    #expect(subject.states == (isSwipe ? [.ended, .ended] : [.ended]))
  }

  @Test("Directions and fingers of a swipe are those asked for")
  func swipeDirections() throws {
    let swipe = UISwipeGestureRecognizer()
    swipe.direction = [.up, .down]
    let subject = try GestureSubject(swipe)
    subject.drag([(100, 100), (100, 180)])
    subject.drag([(100, 180), (100, 100)], from: 1)
    subject.drag([(100, 100), (180, 100)], from: 2)
    #expect(subject.states == [.ended, .ended])
    swipe.numberOfTouchesRequired = 2
    subject.drag([(100, 100), (100, 180)], from: 3)
    #expect(subject.states.count == 2)
    subject.test.touch(.began, 50, 50)
    subject.test.touch(.began, 90, 50, finger: 2)
    subject.test.touch(.moved, 50, 110)
    #expect(subject.states.count == 2)
    subject.test.touch(.moved, 90, 110, finger: 2)
    #expect(subject.states.count == 3)
  }

  // MARK: Two fingers

  @Test("Two fingers make the scale and the rotation of the table")
  func twoFingers() throws {
    try VectorFile(named: "scroll-gesture").run(kind: "two-finger") { row in
      let pinch = UIPinchGestureRecognizer(), rotation = UIRotationGestureRecognizer()
      for recognizer in [pinch, rotation] {
        // One at a time: of two one succeeds.
        let test = try GestureSubject(recognizer).test
        for (i, phase) in [(0, TouchEvent.Phase.began), (1, .began), (0, .moved), (1, .moved)] {
          let place = row[phase == .began ? "start" : "now"][i].doubles
          test.touch(phase, place[0] + 100, place[1] + 100, finger: Int32(i))
        }
        expect(
          recognizer === pinch ? pinch.scale : rotation.rotation,
          near: row[recognizer === pinch ? "scale" : "rotation"].double ?? .nan, within: 1e-9,
          row.id)
      }
    }
  }

  @Test(
    "A pinch goes on with fingers that come and go, can be set back, and ends with the last one")
  func pinch() throws {
    let pinch = UIPinchGestureRecognizer()
    let subject = try GestureSubject(pinch), test = subject.test
    test.touch(.began, 100, 100)
    test.touch(.moved, 150, 100)
    test.touch(.began, 250, 100, finger: 2)
    test.touch(.moved, 257, 100, finger: 2)
    #expect(subject.states.isEmpty)
    test.at(0.1)
    test.touch(.moved, 300, 100, finger: 2)
    #expect(subject.states == [.began])
    expect(pinch.scale, near: 1.5)
    pinch.scale = 1
    test.touch(.ended, 300, 100, finger: 2)
    #expect(pinch.state == .began)
    test.touch(.moved, 160, 100)
    test.touch(.began, 260, 100, finger: 3)
    expect(pinch.scale, near: 1)
    test.at(0.2)
    test.touch(.moved, 210, 100, finger: 3)
    expect(pinch.scale, near: 0.5)
    // A third finger changes nothing.
    test.touch(.began, 10, 300, finger: 4)
    test.touch(.moved, 10, 380, finger: 4)
    expect(pinch.scale, near: 0.5)
    #expect(pinch.numberOfTouches == 2)
    test.touch(.ended, 210, 100, finger: 3)
    test.touch(.ended, 160, 100)
    #expect(subject.states == [.began, .changed, .ended])
  }

  @Test("A pinch grows per second as its fingers move, and not after a rest")
  func pinchVelocity() throws {
    let pinch = UIPinchGestureRecognizer()
    let subject = try GestureSubject(pinch), test = subject.test
    test.touch(.began, 100, 100)
    test.touch(.began, 200, 100, finger: 2)
    for i in 1...4 {
      test.at(Double(i) / 50)
      test.touch(.moved, 200 + 20 * Double(i), 100, finger: 2)
    }
    // A fifth more in a fiftieth of a second.
    expect(pinch.velocity, near: 10)
    test.at(0.3)
    var last: CGFloat?
    pinch.addTarget { if $0.state == .ended { last = $0.velocity } }
    test.touch(.ended, 280, 100, finger: 2)
    test.touch(.ended, 100, 100)
    #expect(last == 0)
  }

  @Test("A rotation adds up beyond half a turn and further")
  func rotation() throws {
    let rotation = UIRotationGestureRecognizer()
    let subject = try GestureSubject(rotation), test = subject.test
    test.touch(.began, 200, 200)
    test.touch(.began, 300, 200, finger: 2)
    for step in 1...60 {
      test.at(Double(step) / 100)
      let angle = Double(step) * .pi / 24
      test.touch(.moved, 200 + 100 * cos(angle), 200 + 100 * sin(angle), finger: 2)
    }
    expect(rotation.rotation, near: 2.5 * .pi)
    expect(rotation.velocity, near: 100 * .pi / 24, within: 1e-3)
    #expect(subject.states.first == .began && subject.states.count == 60)
    rotation.rotation = 0
    test.touch(.moved, 100, 200, finger: 2)
    expect(rotation.rotation, near: .pi / 2)
    // Tremor is no rotation.
    test.touch(.cancelled, 0, 0)
    test.touch(.cancelled, 0, 0, finger: 2)
    test.touch(.began, 200, 200)
    test.touch(.began, 300, 200, finger: 2)
    test.touch(.moved, 300, 207, finger: 2)
    #expect(rotation.state == .possible)
  }

  // MARK: Pans

  @Test(
    "A pan from the edge begins there, and inwards",
    arguments: [(UIRectEdge.left, true), (.right, false), (.top, false), (.all, true)])
  func edgePan(edges: UIRectEdge, begins: Bool) throws {
    let pan = UIScreenEdgePanGestureRecognizer()
    pan.edges = edges
    let subject = try GestureSubject(pan)
    subject.drag([(5, 100), (30, 105), (60, 105)])
    #expect(subject.states == (begins ? [.began, .changed, .ended] : []))
    let count = subject.states.count
    subject.drag([(5, 100), (8, 130), (60, 130)], from: 1)
    subject.drag([(100, 100), (130, 100), (160, 100)], from: 2)
    #expect(subject.states.count == count)
  }

  @Test("A pan of two fingers counts from when both are down, and ends when one lifts")
  func fewestTouches() throws {
    let pan = UIPanGestureRecognizer()
    pan.minimumNumberOfTouches = 2
    let subject = try GestureSubject(pan), test = subject.test
    test.touch(.began, 100, 100)
    test.touch(.moved, 160, 100)
    test.touch(.began, 160, 200, finger: 2)
    test.touch(.moved, 180, 100)
    #expect(subject.states.isEmpty)
    test.touch(.moved, 180, 200, finger: 2)
    #expect(subject.states == [.began] && pan.translation(in: nil) == CGPoint(x: 20, y: 0))
    test.touch(.ended, 180, 200, finger: 2)
    #expect(subject.states == [.began, .ended])
    test.touch(.ended, 180, 100)
  }

  @Test("Too many fingers keep a pan from beginning; later ones it does not follow")
  func mostTouches() throws {
    let pan = UIPanGestureRecognizer()
    pan.maximumNumberOfTouches = 1
    let subject = try GestureSubject(pan), test = subject.test
    test.touch(.began, 100, 100)
    test.touch(.moved, 120, 100)
    test.touch(.began, 300, 300, finger: 2)
    test.touch(.moved, 300, 350, finger: 2)
    #expect(pan.translation(in: nil) == CGPoint(x: 20, y: 0) && pan.numberOfTouches == 1)
    test.touch(.moved, 130, 100)
    #expect(pan.translation(in: nil) == CGPoint(x: 30, y: 0))
    test.touch(.ended, 130, 100)
    test.touch(.ended, 300, 350, finger: 2)
    #expect(subject.states == [.began, .changed, .ended])
    test.touch(.began, 100, 100)
    test.touch(.began, 300, 300, finger: 2)
    test.touch(.moved, 150, 100)
    #expect(subject.states.count == 3)
  }

  @Test("F45: a flick that stops before the finger lifts leaves no speed")
  func heldFlick() throws {
    for (rest, expected) in [(0.0, 1000.0), (0.05, 1000 * pow(0.998, 50)), (0.3, 0)] {
      var speed: CGFloat?
      let pan = UIPanGestureRecognizer {
        if $0.state == .ended { speed = $0.velocity(in: nil).x }
      }
      let test = try GestureSubject(pan).test
      test.touch(.began, 100, 100)
      for i in 1...5 {
        test.at(Double(i) / 100)
        test.touch(.moved, 100 + 10 * Double(i), 100)
      }
      test.at(0.05 + rest)
      test.touch(.ended, 150, 100)
      expect(speed, near: expected, within: 0.01)
    }
  }

  // MARK: Scrolls

  @Test("A touchpad pans where that is allowed, like fingers on the content, and flicks at its end")
  func touchpad() throws {
    let pan = UIPanGestureRecognizer()
    let subject = try GestureSubject(pan), test = subject.test
    let place = CGPoint(x: 50, y: 60)
    var speed: CGFloat?
    pan.addTarget { if $0.state == .ended { speed = $0.velocity(in: nil).y } }
    func scroll() {
      let start = test.now
      for i in 0...4 {
        test.at(start + Double(i) / 100)
        test.scroll(.finger, 0, 10, at: place)
      }
      test.scroll(.finger, at: place, isEnd: true)
    }
    scroll()
    #expect(subject.states.isEmpty)
    pan.allowedScrollTypesMask = .continuous
    test.at(1)
    scroll()
    #expect(subject.states == [.began, .changed, .changed, .changed, .changed, .ended])
    expect(speed, near: -1000, within: 0.01)
    #expect(pan.state == .possible && pan.numberOfTouches == 0)
    test.at(2)
    test.scroll(.finger, 0, 10, at: place)
    #expect(pan.translation(in: nil) == CGPoint(x: 0, y: -10))
    #expect(pan.location(in: nil) == place)
    // A finger takes over.
    test.touch(.began, 100, 100)
    #expect(subject.states.last == .ended && pan.state == .possible)
    test.touch(.ended, 100, 100)
  }

  @Test("A wheel pans from the first step until it rests, and views are not scrolled by it")
  func wheel() throws {
    final class Scrolled: UIView {
      var steps = 0
      override func scroll(_ scroll: UIScroll, with event: UIEvent?) { steps += 1 }
    }
    let test = try TestWindow()
    let view = test.add(Scrolled(), CGRect(x: 0, y: 0, width: 400, height: 400))
    var states: [UIGestureRecognizer.State] = []
    let pan = UIPanGestureRecognizer { states.append($0.state) }
    pan.allowedScrollTypesMask = .discrete
    view.addGestureRecognizer(pan)
    let place = CGPoint(x: 50, y: 60)
    test.mark()
    test.scroll(.wheel, 0, 15, at: place)
    test.at(0.1)
    test.scroll(.wheel, 0, 15, at: place)
    test.at(0.2)
    #expect(states == [.began, .changed])
    test.at(0.3)
    #expect(states == [.began, .changed, .ended] && view.steps == 0)
    test.scroll(.finger, 0, 15, at: place)
    #expect(view.steps == 1)
    pan.isEnabled = false
    test.scroll(.wheel, 0, 15, at: place)
    #expect(view.steps == 2)
    pan.isEnabled = true
    test.scroll(.wheel, 0, 15, at: place)
    #expect(states.count == 4)
    pan.isEnabled = false
    test.scroll(.wheel, 0, 15, at: place)
    #expect(states == [.began, .changed, .ended, .began, .cancelled] && view.steps == 3)
  }

  @Test("Of two pans that a scroll could drive the inner one takes it")
  func nestedScroll() throws {
    let test = try TestWindow()
    let outer = test.add(UIView(), CGRect(x: 0, y: 0, width: 400, height: 400))
    let inner = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    outer.addSubview(inner)
    var log: [String] = []
    for (view, name) in [(outer, "outer"), (inner, "inner")] {
      let pan = UIPanGestureRecognizer { if $0.state == .began { log.append(name) } }
      pan.allowedScrollTypesMask = .all
      view.addGestureRecognizer(pan)
    }
    test.scroll(.wheel, 0, 15, at: CGPoint(x: 50, y: 50))
    test.scroll(.wheel, 0, 15, at: CGPoint(x: 50, y: 50))
    #expect(log == ["inner"])
    test.at(1)
    test.scroll(.wheel, 0, 15, at: CGPoint(x: 200, y: 50))
    #expect(log == ["inner", "outer"])
  }

  // MARK: Who may touch

  @Test("A tap by the secondary button is one where that is asked for; views hear nothing of it")
  func secondaryButton() throws {
    let test = try TestWindow()
    let view = test.add(TouchView(), CGRect(x: 0, y: 0, width: 400, height: 400))
    var log: [String] = []
    view.addGestureRecognizer(UITapGestureRecognizer { _ in log.append("primary") })
    let menu = UITapGestureRecognizer { tap in
      let isShifted = tap.modifierFlags.contains(.shift)
      log.append("secondary\(isShifted ? " shift" : "") \(tap.buttonMask == .secondary)")
    }
    menu.buttonMaskRequired = .secondary
    view.addGestureRecognizer(menu)
    view.addGestureRecognizer(UIPanGestureRecognizer { _ in log.append("pan") })
    test.pointer(.pressed(.secondary), 10, 10)
    test.pointer(.released(.secondary), 10, 10, modifiers: .shift)
    #expect(log == ["secondary shift true"] && view.log.isEmpty)
    test.pointer(.pressed(.primary), 200, 10)
    test.pointer(.released(.primary), 200, 10)
    #expect(log.last == "primary")
    test.pointer(.pressed(.secondary), 10, 10)
    test.pointer(.moved, 100, 10)
    test.pointer(.released(.secondary), 100, 10)
    test.pointer(.pressed(.other(0x113)), 10, 10)
    test.pointer(.released(.other(0x113)), 10, 10)
    #expect(log.count == 2)
    // A finger has no buttons.
    test.tap(10, 10)
    #expect(log.last != "pan" && log.count > 2)
  }

  @Test("Touches of types that are not allowed, or of a second type, are not followed")
  func touchTypes() throws {
    let pan = UIPanGestureRecognizer()
    pan.allowedTouchTypes = [NSNumber(value: UITouch.TouchType.direct.rawValue)]
    let subject = try GestureSubject(pan), test = subject.test
    test.pointer(.pressed(.primary), 10, 10)
    test.pointer(.moved, 60, 10)
    test.pointer(.released(.primary), 60, 10)
    #expect(subject.states.isEmpty)
    test.touch(.began, 10, 10)
    pan.allowedTouchTypes = [0, 1, 2, 3]
    test.pointer(.pressed(.primary), 100, 10)
    #expect(pan.numberOfTouches == 1)
    pan.requiresExclusiveTouchType = false
    test.pointer(.released(.primary), 100, 10)
    test.pointer(.pressed(.primary), 100, 10)
    #expect(pan.numberOfTouches == 2)
    test.touch(.ended, 10, 10)
    test.pointer(.released(.primary), 100, 10)
  }
}
