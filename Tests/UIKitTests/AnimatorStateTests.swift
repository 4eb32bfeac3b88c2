import QuartzCore
import TestSupport
import Testing
import UIKit

@Suite("Property animators, state by state")
@MainActor
struct AnimatorStateTests {
  private enum Call: CaseIterable {
    case start, startAfterDelay, pause, scrub, reverse, goOn, stop, finish, add
  }

  private func make(_ call: Call, _ animator: UIViewPropertyAnimator) {
    switch call {
    case .start: animator.startAnimation()
    case .startAfterDelay: animator.startAnimation(afterDelay: 0.1)
    case .pause: animator.pauseAnimation()
    case .scrub: animator.fractionComplete = 0.5
    case .reverse: animator.isReversed.toggle()
    case .goOn: animator.continueAnimation(withTimingParameters: nil, durationFactor: 0)
    case .stop: animator.stopAnimation(false)
    case .finish: animator.finishAnimation(at: .current)
    case .add: animator.addAnimations {}
    }
  }

  @Test("Calls that are errors are reported, leave everything as it is, and no others are")
  func errors() throws {
    for call in Call.allCases {
      for state in [UIViewAnimatingState.inactive, .active, .stopped] {
        let mover = try Mover(), animator = mover.animator()
        if state != .inactive {
          animator.startAnimation()
          mover.test.at(0.25)
        }
        if state == .stopped { animator.stopAnimation(false) }
        let before = mover.shown
        let raised = traps { make(call, animator) }
        let isError =
          switch (call, state) {
          case (.finish, .inactive), (.finish, .active), (.startAfterDelay, .active): true
          case (.stop, .stopped), (.finish, .stopped): false
          case (_, .stopped): true
          case (_, _): false
          }
        #expect(raised.count == (isError ? 1 : 0), "\(call) \(state): \(raised)")
        if isError {
          #expect(animator.state == state)
          expect(mover.shown, near: before, within: 1e-9)
        }
        animator.stopAnimation(true)
      }
    }
  }

  @Test("What is not interruptible is not paused, turned, scrubbed or stopped, and ends in time")
  func notInterruptible() throws {
    let mover = try Mover(), animator = mover.animator(1, .linear)
    animator.isInterruptible = false
    animator.startAnimation()
    mover.test.at(0.25)
    let raised = traps { [Call.pause, .reverse, .scrub, .stop].forEach { make($0, animator) } }
    #expect(raised.count == 4 && animator.isRunning)
    let settings = traps {
      animator.isInterruptible = true
      animator.isUserInteractionEnabled = false
    }
    #expect(settings.count == 2 && !animator.isInterruptible && animator.isUserInteractionEnabled)
    mover.test.at(1.1)
    #expect(mover.positions == [.end])
    animator.isInterruptible = true
  }

  @Test("A pause freezes what is seen, and its fraction is that: a grab makes no jump")
  func grab() throws {
    let mover = try Mover(), animator = mover.animator()
    animator.startAnimation()
    mover.test.at(0.25)
    let seen = easeInOut(0.25)
    animator.pauseAnimation()
    expect(mover.shown, near: seen)
    expect(animator.fractionComplete, near: seen)
    animator.fractionComplete = animator.fractionComplete
    expect(mover.shown, near: seen)
    mover.test.at(5)
    expect(mover.shown, near: seen)
    // What is left of the fraction is what is left of the time.
    animator.startAnimation()
    expect(mover.shown, near: seen)
    mover.test.at(9)
    expect(mover.ends.first?.time ?? .nan, near: 5 + 1 - seen)
  }

  @Test("Scrubbed along its curve, the fraction counts time and a pause changes neither")
  func scrubbedByCurve() throws {
    let mover = try Mover(), animator = mover.animator()
    animator.scrubsLinearly = false
    animator.startAnimation()
    mover.test.at(0.25)
    animator.pauseAnimation()
    expect(animator.fractionComplete, near: 0.25)
    for x in [0.25, 0.1, 0.6, 0.9] {
      animator.fractionComplete = CGFloat(x)
      expect(mover.shown, near: easeInOut(x))
    }
    animator.startAnimation()
    mover.test.at(0.3)
    expect(mover.shown, near: easeInOut(0.95))
    mover.test.at(1)
    expect(mover.ends.first?.time ?? .nan, near: 0.35)
  }

  @Test("A pause at the end waits there, can be turned round, and ends at the start")
  func pausesOnCompletion() throws {
    let mover = try Mover(), animator = mover.animator(1, .linear)
    animator.pausesOnCompletion = true
    animator.startAnimation()
    mover.test.at(1.5)
    #expect(animator.state == .active && !animator.isRunning && mover.ends.isEmpty)
    expect(mover.shown, near: 1)
    animator.isReversed = true
    expect(animator.fractionComplete, near: 0)
    animator.pausesOnCompletion = false
    animator.startAnimation()
    mover.test.at(2)
    expect(mover.shown, near: 0.5)
    mover.test.at(3)
    #expect(mover.positions == [.start] && mover.model == 0)
  }

  @Test("A delay holds the start, and counts from the commit")
  func delayed() throws {
    let mover = try Mover(), animator = mover.animator(1, .linear)
    animator.startAnimation(afterDelay: 0.5)
    #expect(animator.delay == 0.5 && animator.isRunning)
    mover.test.at(0.4)
    expect(mover.shown, near: 0)
    expect(animator.fractionComplete, near: 0)
    mover.test.at(1)
    expect(mover.shown, near: 0.5)
    mover.test.at(2)
    expect(mover.ends.first?.time ?? .nan, near: 1.5)
  }

  @Test("Started the other way round it begins at its end and ends at its start")
  func startsReversed() throws {
    let mover = try Mover(), animator = mover.animator(1, .easeIn)
    animator.isReversed = true
    animator.startAnimation()
    expect(mover.shown, near: 1)
    mover.test.at(0.25)
    expect(mover.shown, near: bezier(0.75, 0.42, 0, 1, 1))
    mover.test.at(1.1)
    #expect(mover.positions == [.start] && mover.model == 0)
  }

  @Test("New parameters lead from what is shown to the end in their time", arguments: [0, 0.5, 2])
  func newTiming(factor: Double) throws {
    let mover = try Mover(), animator = mover.animator(1, .linear)
    animator.startAnimation()
    mover.test.at(0.4)
    animator.pauseAnimation()
    animator.continueAnimation(
      withTimingParameters: UICubicTimingParameters(animationCurve: .easeIn),
      durationFactor: CGFloat(factor))
    let rest = factor > 0 ? factor : 0.6
    expect(mover.shown, near: 0.4)
    mover.test.at(0.4 + rest / 2)
    expect(mover.shown, near: 0.4 + 0.6 * bezier(0.5, 0.42, 0, 1, 1))
    mover.test.at(4)
    expect(mover.ends.first?.time ?? .nan, near: 0.4 + rest)
  }

  /// Progress a second, from what is shown just before and just after the present moment.
  private func velocities(_ mover: Mover, _ event: () -> Void) -> (before: Double, after: Double) {
    let h = 1e-5, now = mover.test.now
    let first = mover.shown
    mover.test.at(now + h)
    let second = mover.shown
    event()
    expect(mover.shown, near: second, within: 1e-9)
    mover.test.at(now + 2 * h)
    return ((second - first) / h, (mover.shown - second) / h)
  }

  @Test(
    "A spring goes on with the speed it has when it is turned round or given another spring",
    arguments: [0.05, 0.1, 0.2, 0.35, 0.6])
  func springsKeepSpeed(time: Double) throws {
    for event in 0..<3 {
      let mover = try Mover()
      let animator = mover.animator(1, UISpringTimingParameters(dampingRatio: 0.5))
      animator.startAnimation()
      mover.test.at(time)
      let speed = velocities(mover) {
        switch event {
        case 0: animator.isReversed = true
        case 1:
          animator.continueAnimation(
            withTimingParameters: UISpringTimingParameters(dampingRatio: 0.8), durationFactor: 1)
        default:
          animator.continueAnimation(
            withTimingParameters: UISpringTimingParameters(
              mass: 1, stiffness: 200, damping: 15, initialVelocity: .zero), durationFactor: 0)
        }
      }
      expect(speed.after, near: speed.before, within: 0.02 + 0.02 * abs(speed.before), "\(event)")
      mover.test.at(20)
      #expect(mover.positions == [event == 0 ? .start : .end])
      expect(mover.shown, near: event == 0 ? 0 : 1, within: 1e-9)
    }
  }

  @Test("A paused spring is sent off with the velocity that its parameters name")
  func flick() throws {
    let mover = try Mover(), animator = mover.animator(1, .linear)
    animator.fractionComplete = 0.5
    let h = 1e-5
    animator.continueAnimation(
      withTimingParameters: UISpringTimingParameters(
        dampingRatio: 0.8, initialVelocity: CGVector(dx: 3, dy: 3)), durationFactor: 0)
    mover.test.at(h)
    // Three times what is left, each second.
    expect((mover.shown - 0.5) / h, near: 1.5, within: 0.02)
    mover.test.at(2)
    expect(mover.ends.first?.time ?? .nan, near: 0.5)
  }

  @Test("Beyond its end a spring is paused where it is seen, and goes on from there")
  func pausedBeyond() throws {
    let mover = try Mover()
    let animator = mover.animator(1, UISpringTimingParameters(dampingRatio: 0.3))
    animator.startAnimation()
    mover.test.at(0.25)
    let seen = mover.shown
    #expect(seen > 1.1)
    animator.pauseAnimation()
    expect(mover.shown, near: seen, within: 1e-9)
    expect(animator.fractionComplete, near: 1)
    mover.test.at(0.5)
    animator.startAnimation()
    expect(mover.shown, near: seen, within: 1e-9)
    mover.test.at(0.55)
    #expect(mover.shown > 1 && mover.ends.isEmpty)
    mover.test.at(2)
    #expect(mover.positions == [.end])
  }

  @Test("An animator may be used again when it is over, and begins from what is then")
  func usedAgain() throws {
    let mover = try Mover(), animator = mover.animator(0.5, .linear)
    animator.startAnimation()
    mover.test.at(1)
    #expect(animator.state == .inactive && mover.positions == [.end])
    #expect(animator.fractionComplete == 0)
    animator.addAnimations { mover.view.center.x += 100 }
    animator.startAnimation()
    mover.test.at(1.25)
    expect(mover.shown, near: 1.5)
    mover.test.at(2)
    #expect(mover.positions == [.end] && mover.model == 2)
  }

  @Test("Started with nothing, an animator waits for a block until the turn is over")
  func nothing() throws {
    let mover = try Mover(), animator = mover.animator(1, .linear, moves: false)
    animator.startAnimation()
    #expect(animator.state == .active && !animator.isRunning && mover.ends.isEmpty)
    mover.test.commit()
    #expect(animator.state == .inactive && mover.positions == [.end])
  }

  @Test("Completions are told in order, once each, those added late included")
  func completions() throws {
    let mover = try Mover(), animator = mover.animator(1, .linear)
    var order: [Int] = []
    for i in 0..<3 { animator.addCompletion { _ in order.append(i) } }
    animator.startAnimation()
    mover.test.at(0.5)
    animator.addCompletion { _ in order.append(3) }
    animator.stopAnimation(false)
    animator.addCompletion { _ in order.append(4) }
    animator.finishAnimation(at: .start)
    #expect(order == [0, 1, 2, 3, 4] && mover.positions == [.start] && mover.model == 0)
  }

  @Test("A view that leaves its window takes its animations along, and the animator ends")
  func viewLeaves() throws {
    let mover = try Mover(), animator = mover.animator()
    animator.startAnimation()
    mover.test.at(0.5)
    mover.view.removeFromSuperview()
    mover.test.commit()
    #expect(animator.state == .inactive && mover.positions == [.end])
    #expect(mover.view.layer.animationKeys() == nil)
  }

  @Test("A block for a running animator that has a late block ends with both")
  func lateBlocks() throws {
    let mover = try Mover(), animator = mover.animator(2, .linear)
    let late = mover.test.add(UIView(), CGRect(x: 0, y: 0, width: 20, height: 20))
    mover.test.mark()
    animator.startAnimation()
    mover.test.at(0.5)
    animator.addAnimations({ late.center.x += 100 }, delayFactor: 0.25)
    mover.test.at(1)
    expect(late.shown?.position.x, near: 10)
    mover.test.at(1.5)
    expect(late.shown?.position.x, near: 60)
    animator.isReversed = true
    mover.test.at(1.75)
    expect(late.shown?.position.x, near: 35)
    expect(mover.shown, near: 0.625)
    mover.test.at(2.25)
    expect(late.shown?.position.x, near: 10)
    mover.test.at(3)
    #expect(mover.positions == [.start] && late.center.x == 10 && mover.model == 0)
  }

  @Test("Blocks inside the block of an animator are led by it")
  func nested() throws {
    let mover = try Mover(), animator = mover.animator(1, .linear, moves: false)
    let inner = Completions(mover.test)
    animator.addAnimations {
      UIView.animate(
        withDuration: 5, delay: 0, options: .curveEaseIn,
        animations: { mover.view.center.x += 100 }, completion: inner.block)
    }
    animator.fractionComplete = 0.25
    expect(mover.shown, near: 0.25)
    animator.startAnimation()
    mover.test.at(1)
    #expect(mover.positions == [.end] && inner.flags == [true])
  }

  @Test("A paused animator costs no frames")
  func pausedCostsNothing() throws {
    let mover = try Mover(), animator = mover.animator()
    animator.fractionComplete = 0.3
    mover.test.at(0.1)
    let before = try mover.test.stage.countedFrames()?.frames
    mover.test.at(5)
    #expect(try mover.test.stage.countedFrames()?.frames == before)
    animator.stopAnimation(true)
  }
}
