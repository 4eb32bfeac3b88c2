import LayerCommit
import LayerStage
import Testing
import UIKit

/// Recognisers of nested views, and what came of them.
@MainActor
private final class Contest {
  let test: TestWindow
  let outer = TouchView(), inner = TouchView()
  var log: [String] = []

  init() throws {
    test = try TestWindow()
    test.add(outer, CGRect(x: 0, y: 0, width: 400, height: 400))
    inner.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
    outer.addSubview(inner)
  }

  @discardableResult
  func add<Recognizer: UIGestureRecognizer>(
    _ recognizer: Recognizer, _ name: String, to view: UIView
  ) -> Recognizer {
    recognizer.name = name
    view.addGestureRecognizer(recognizer)
    (recognizer as UIGestureRecognizer).addTarget { [weak self] in
      switch $0.state {
      case .began, .ended, .cancelled: self?.log.append("\(name) \($0.state)")
      case .possible, .changed, .failed: break
      }
    }
    return recognizer
  }

  func drag() {
    test.touch(.began, 100, 100)
    test.touch(.moved, 120, 100)
    test.touch(.moved, 140, 100)
    test.touch(.ended, 140, 100)
  }
}

/// Answers each question by a closure.
@MainActor
private final class Referee: UIGestureRecognizerDelegate {
  typealias Question = (UIGestureRecognizer, UIGestureRecognizer) -> Bool
  var simultaneous: Question = { _, _ in false }
  var requiresFailureOf: Question = { _, _ in false }
  var isRequiredToFailBy: Question = { _, _ in false }
  var receives: (UIEvent) -> Bool = { _ in true }

  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer, shouldReceive event: UIEvent
  ) -> Bool { receives(event) }
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { simultaneous(gestureRecognizer, otherGestureRecognizer) }
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { requiresFailureOf(gestureRecognizer, otherGestureRecognizer) }
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { isRequiredToFailBy(gestureRecognizer, otherGestureRecognizer) }
}

@Suite("Which of several recognisers succeeds")
@MainActor
struct ArbitrationTests {
  @Test("Of one view's recognisers one succeeds, and the others fail")
  func oneSucceeds() throws {
    let contest = try Contest()
    contest.add(UIPanGestureRecognizer(), "a", to: contest.inner)
    contest.add(UIPanGestureRecognizer(), "b", to: contest.inner)
    contest.drag()
    #expect(contest.log == ["a began", "a ended"])
  }

  @Test("One that has begun keeps those from succeeding that would later")
  func begunPrevents() throws {
    let contest = try Contest()
    contest.add(UIPanGestureRecognizer(), "pan", to: contest.outer)
    contest.add(UITapGestureRecognizer(), "tap", to: contest.inner)
    contest.add(UISwipeGestureRecognizer(), "swipe", to: contest.inner)
    contest.add(UILongPressGestureRecognizer(), "press", to: contest.inner)
    contest.test.touch(.began, 50, 50)
    contest.test.touch(.moved, 65, 50)
    contest.test.at(1)
    contest.test.touch(.moved, 150, 50)
    contest.test.touch(.ended, 150, 50)
    #expect(contest.log == ["pan began", "pan ended"])
  }

  @Test("Either side's delegate lets both succeed", arguments: [false, true])
  func simultaneous(asksInner: Bool) throws {
    let contest = try Contest(), referee = Referee()
    referee.simultaneous = { _, _ in true }
    let outer = contest.add(UIPanGestureRecognizer(), "outer", to: contest.outer)
    let inner = contest.add(UIPanGestureRecognizer(), "inner", to: contest.inner)
    (asksInner ? inner : outer).delegate = referee
    contest.drag()
    #expect(contest.log == ["inner began", "outer began", "inner ended", "outer ended"])
  }

  enum Requirement: CaseIterable {
    case require, delegateRequires, delegateIsRequired, overridden, overriddenOther
  }

  final class Requiring: UITapGestureRecognizer {
    override func shouldRequireFailure(of otherGestureRecognizer: UIGestureRecognizer) -> Bool {
      otherGestureRecognizer is UIPanGestureRecognizer
    }
  }

  final class Required: UIPanGestureRecognizer {
    override func shouldBeRequiredToFail(by otherGestureRecognizer: UIGestureRecognizer) -> Bool {
      otherGestureRecognizer is UITapGestureRecognizer
    }
  }

  @Test(
    "All ways to require that another one fails hold recognition back until it has",
    arguments: Requirement.allCases)
  func requirement(_ requirement: Requirement) throws {
    let contest = try Contest(), referee = Referee()
    let tap = contest.add(
      requirement == .overridden ? Requiring() : UITapGestureRecognizer(), "tap",
      to: contest.inner)
    let pan = contest.add(
      requirement == .overriddenOther ? Required() : UIPanGestureRecognizer(), "pan",
      to: contest.outer)
    pan.maximumNumberOfTouches = 1
    switch requirement {
    case .require: tap.require(toFail: pan)
    case .delegateRequires:
      referee.requiresFailureOf = { $0 === tap && $1 === pan }
      tap.delegate = referee
    case .delegateIsRequired:
      referee.isRequiredToFailBy = { $0 === pan && $1 === tap }
      pan.delegate = referee
    case .overridden, .overriddenOther: break
    }
    // The pan fails when the finger lifts, which lets the tap succeed.
    contest.test.tap(100, 100)
    #expect(contest.log == ["tap ended"])
    contest.drag()
    #expect(contest.log == ["tap ended", "pan began", "pan ended"])
  }

  @Test("A gesture that waited begins late, and ends with its touches")
  func lateBegin() throws {
    let contest = try Contest()
    let swipe = contest.add(UISwipeGestureRecognizer(), "swipe", to: contest.inner)
    let pan = contest.add(UIPanGestureRecognizer(), "pan", to: contest.inner)
    pan.require(toFail: swipe)
    contest.test.touch(.began, 50, 50)
    contest.test.touch(.moved, 70, 50)
    #expect(contest.log.isEmpty && pan.state == .possible)
    // Half a second is too long for a swipe.
    contest.test.at(0.6)
    #expect(contest.log == ["pan began"])
    expect(pan.translation(in: nil).x, near: 20)
    contest.test.touch(.ended, 70, 50)
    #expect(contest.log == ["pan began", "pan ended"])
  }

  @Test("A view's own gestureRecognizerShouldBegin makes one fail, and others succeed then")
  func viewRefuses() throws {
    final class Refusing: UIView {
      override func gestureRecognizerShouldBegin(
        _ gestureRecognizer: UIGestureRecognizer
      ) -> Bool { !(gestureRecognizer is UIPanGestureRecognizer) }
    }
    let contest = try Contest()
    let view = Refusing(frame: contest.inner.bounds)
    contest.inner.addSubview(view)
    contest.add(UIPanGestureRecognizer(), "pan", to: view)
    contest.add(UIPanGestureRecognizer(), "outer", to: contest.outer)
    contest.drag()
    #expect(contest.log == ["outer began", "outer ended"])
  }

  @Test("A recogniser sees nothing of events that its delegate refuses, a scroll's included")
  func refusedEvents() throws {
    let contest = try Contest(), referee = Referee()
    referee.receives = { $0.modifierFlags.contains(.alternate) }
    let pan = contest.add(UIPanGestureRecognizer(), "pan", to: contest.inner)
    pan.allowedScrollTypesMask = .all
    pan.delegate = referee
    contest.drag()
    contest.test.scroll(.wheel, 0, 10, at: CGPoint(x: 50, y: 50))
    #expect(contest.log.isEmpty)
    contest.test.pointer(.pressed(.primary), 50, 50, modifiers: .alternate)
    contest.test.pointer(.moved, 90, 50)
    #expect(contest.log == ["pan began"])
    contest.test.pointer(.released(.primary), 90, 50)
  }

  @Test("canPrevent and canBePrevented let both succeed")
  func prevention() throws {
    final class Modest: UIPanGestureRecognizer {
      override func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { false }
    }
    final class Free: UIPanGestureRecognizer {
      override func canBePrevented(
        by preventingGestureRecognizer: UIGestureRecognizer
      ) -> Bool { false }
    }
    let modest = try Contest()
    modest.add(Modest(), "first", to: modest.inner)
    modest.add(UIPanGestureRecognizer(), "second", to: modest.inner)
    modest.drag()
    #expect(modest.log == ["first began", "second began", "first ended", "second ended"])
    let free = try Contest()
    free.add(UIPanGestureRecognizer(), "first", to: free.inner)
    free.add(Free(), "second", to: free.inner)
    free.drag()
    #expect(free.log == modest.log)
  }

  @Test("A gesture that leaves touches to the view tells it to the end")
  func keepsTouches() throws {
    let contest = try Contest()
    contest.add(UIPanGestureRecognizer(), "pan", to: contest.inner).cancelsTouchesInView = false
    contest.drag()
    #expect(
      contest.inner.log == [
        "began 100.0 100.0", "moved 120.0 100.0", "moved 140.0 100.0", "ended 140.0 100.0",
      ])
  }

  // MARK: Delays

  @Test("A delayed view hears nothing of a gesture that succeeds, and all of one that fails")
  func delayedBegin() throws {
    let contest = try Contest()
    let pan = contest.add(UIPanGestureRecognizer(), "pan", to: contest.inner)
    pan.delaysTouchesBegan = true
    contest.drag()
    #expect(contest.log == ["pan began", "pan ended"] && contest.inner.log.isEmpty)
    contest.test.touch(.began, 50, 50)
    contest.test.touch(.moved, 53, 50)
    #expect(contest.inner.log.isEmpty)
    contest.test.touch(.ended, 53, 50)
    #expect(contest.inner.log == ["began 53.0 50.0", "moved 53.0 50.0", "ended 53.0 50.0"])
  }

  @Test("A view delayed by a gesture that fails in the middle hears the rest as it comes")
  func delayedUntilFailure() throws {
    let contest = try Contest()
    let swipe = contest.add(UISwipeGestureRecognizer(), "swipe", to: contest.inner)
    swipe.delaysTouchesBegan = true
    contest.test.touch(.began, 50, 50)
    contest.test.at(0.4)
    #expect(contest.inner.log.isEmpty)
    contest.test.at(0.6)
    #expect(contest.inner.log == ["began 50.0 50.0"])
    contest.test.touch(.moved, 60, 50)
    contest.test.touch(.ended, 60, 50)
    #expect(contest.inner.log == ["began 50.0 50.0", "moved 60.0 50.0", "ended 60.0 50.0"])
  }

  @Test(
    "The view of a double tap is cancelled twice, or told of the first tap",
    arguments: [true, false])
  func delayedEnd(delays: Bool) throws {
    let contest = try Contest()
    let tap = contest.add(UITapGestureRecognizer(), "tap", to: contest.inner)
    tap.numberOfTapsRequired = 2
    tap.delaysTouchesEnded = delays
    contest.test.tap(50, 50)
    contest.test.tap(50, 50)
    #expect(contest.log == ["tap ended"])
    let words = contest.inner.log.map { String($0.prefix { $0 != " " }) }
    #expect(
      words
        == (delays
          ? ["began", "began", "cancelled", "cancelled"]
          : ["began", "ended", "began", "cancelled"]))
  }

  @Test("A tap that stays alone is told to the view when no second one has come")
  func delayedEndOfOne() throws {
    let contest = try Contest()
    contest.add(UITapGestureRecognizer(), "tap", to: contest.inner).numberOfTapsRequired = 2
    contest.test.tap(50, 50)
    contest.test.at(0.3)
    #expect(contest.inner.log == ["began 50.0 50.0"])
    contest.test.at(0.4)
    #expect(contest.inner.log == ["began 50.0 50.0", "ended 50.0 50.0"])
  }

  @Test("A window that goes cancels the touches whose end was delayed")
  func delayedAndHidden() throws {
    let contest = try Contest()
    contest.add(UITapGestureRecognizer(), "tap", to: contest.inner).numberOfTapsRequired = 2
    contest.test.tap(50, 50)
    contest.test.window.isHidden = true
    #expect(contest.inner.log == ["began 50.0 50.0", "cancelled 50.0 50.0"])
  }
}
