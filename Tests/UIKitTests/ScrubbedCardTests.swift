import LayerCommit
import LayerStage
import Testing
import UIKit

/// A card that a pan leads down by 200 points through an animator.
@MainActor
private final class ScrubbedCard {
  let test: TestWindow
  let card: UIView
  private(set) var animators: [UIViewPropertyAnimator] = []
  private(set) var ends: [UIViewAnimatingPosition] = []

  init() throws {
    test = try TestWindow()
    card = test.add(UIView(), CGRect(x: 150, y: 0, width: 100, height: 100))
    card.addGestureRecognizer(UIPanGestureRecognizer(target: self, action: ScrubbedCard.panned))
    test.mark()
  }

  private func panned(_ pan: UIPanGestureRecognizer) {
    switch pan.state {
    case .began:
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { [card] in
        card.center.y = 250
      }
      animator.addCompletion { [weak self] in self?.ends.append($0) }
      animator.pauseAnimation()
      animators.append(animator)
    case .changed:
      animators.last?.fractionComplete = min(max(pan.translation(in: test.root).y / 200, 0), 1)
    case .ended, .cancelled:
      animators.last?.isReversed = pan.velocity(in: test.root).y < 500
      animators.last?.continueAnimation(withTimingParameters: nil, durationFactor: 0)
    case .possible, .failed: break
    }
  }

  /// A finger on the middle of the card goes down by these ways, a hundredth of a second apart.
  func drag(_ ways: [Double], from y: Double) {
    test.touch(.began, 200, y)
    for way in ways {
      test.at(test.now + 0.01)
      test.touch(.moved, 200, y + way)
    }
  }

  /// Points below where it began.
  var shownWay: CGFloat? { card.shown.map { $0.position.y - 50 } }
}

@Suite("A card that a finger leads through an animator")
@MainActor
struct ScrubbedCardTests {
  @Test(
    "S68: flicked at 60 % it goes on to the end, else back to the start", arguments: [true, false])
  func release(isFlicked: Bool) throws {
    let subject = try ScrubbedCard(), test = subject.test
    subject.drag([20, 60, 90, 120], from: 50)
    expect(subject.shownWay, near: 120)
    test.at(test.now + (isFlicked ? 0 : 0.3))
    // It lifts where it is.
    test.touch(.ended, 200, 170)
    expect(subject.shownWay, near: 120)
    let start = test.now
    test.at(start + 0.2)
    expect(subject.shownWay, near: isFlicked ? 160 : 80, within: 0.01)
    test.at(start + 1.1)
    expect(subject.shownWay, near: isFlicked ? 200 : 0)
    expect(subject.card.center.y, near: isFlicked ? 250 : 50)
    #expect(subject.ends == [isFlicked ? .end : .start])
  }

  @Test("S68: a drag beyond either end stays at it")
  func clamped() throws {
    let subject = try ScrubbedCard(), test = subject.test
    subject.drag([20, 120, 260], from: 50)
    expect(subject.shownWay, near: 200)
    test.touch(.moved, 200, 10)
    expect(subject.shownWay, near: 0)
    test.at(test.now + 0.3)
    test.touch(.cancelled, 0, 0)
    test.at(test.now + 1.1)
    #expect(subject.ends == [.start])
  }

  @Test("S68: a second drag finds the moving card where it is seen, with an animator of its own")
  func secondDrag() throws {
    let subject = try ScrubbedCard(), test = subject.test
    subject.drag([20, 60, 90, 120], from: 50)
    test.touch(.ended, 200, 170)
    test.at(test.now + 0.1)
    // It is seen at 70…170 below its start, and is on its way to 150…250.
    let shown = try #require(subject.shownWay)
    expect(shown, near: 140, within: 0.01)
    #expect(test.window.hitTest(CGPoint(x: 200, y: 145), with: nil) === subject.card)
    subject.drag([20, 30], from: 145)
    #expect(subject.animators.count == 2)
    weak let old = subject.animators.first
    #expect(old != nil)
    test.touch(.ended, 200, 175)
    test.at(test.now + 1.5)
    #expect(subject.ends.count == 2)
    #expect(subject.animators.allSatisfy { $0.state == .inactive })
  }
}
