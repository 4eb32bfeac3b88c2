import QuartzCore
import TestSupport
import Testing
import UIKit

@Suite("Property animators, by the table")
@MainActor
struct PropertyAnimatorVectorTests {
  @Test("All scripts of the table end in the states that it says")
  func scripts() throws {
    let file = try VectorFile(named: "property-animator")
    #expect(file.cases.count == 24)
    try file.run { row in
      let script = try Script(row)
      for step in row["steps"].array { script.run(step) }
      script.finish()
    }
  }
}

/// One script on a stage of its own.
@MainActor
private final class Script {
  private let id: String
  private let mover: Mover
  private let late = UIView()
  private let duration: Double
  private var animator: UIViewPropertyAnimator?
  private var raised: [String] = []
  private var frozen: Double?
  /// When the completion is due.
  private var due: Double?

  init(_ row: VectorCase) throws {
    id = row.id
    let test = try TestWindow()
    mover = Mover(test)
    test.add(late, CGRect(x: 0, y: 0, width: 20, height: 20))
    let config = row["config"]
    duration = config["duration"].double ?? .nan
    let curves: [String: UIView.AnimationCurve] = ["easeInEaseOut": .easeInOut, "linear": .linear]
    let curve = try #require(config["curve"].string.flatMap { curves[$0] })
    animator = mover.animator(duration, curve, moves: config["blocks"].int != 0)
    animator?.scrubsLinearly = config["scrubsLinearly"].bool ?? true
    test.mark()
  }

  func run(_ step: VectorValue) {
    if step[0].string == "query" { return query(step[1].string ?? "", step[2]) }
    if !raised.isEmpty { Issue.record("\(id): \(raised)") }
    raised = traps { command(step) }
  }

  private func command(_ step: VectorValue) {
    switch step[0].string {
    case "start": animator?.startAnimation()
    case "pause": animator?.pauseAnimation()
    case "stop":
      frozen = mover.shown
      animator?.stopAnimation(step[1].bool ?? false)
    case "finish":
      let positions: [String: UIViewAnimatingPosition] = [
        "end": .end, "start": .start, "current": .current,
      ]
      if let position = step[1].string.flatMap({ positions[$0] }) {
        animator?.finishAnimation(at: position)
      }
    case "continue":
      animator?.continueAnimation(
        withTimingParameters: nil, durationFactor: CGFloat(step[2].double ?? 0))
    case "advance": mover.test.at(mover.test.now + (step[1].double ?? 0))
    case "release": animator = nil
    case "addAnimations":
      // The only block of an animator that has none is the one that is looked at.
      let view = mover.model == 0 && animator?.state == .active ? mover.view : late
      animator?.addAnimations(
        { view.center.x += 100 }, delayFactor: CGFloat(step[1].double ?? 0))
    case "set": set(step[1].string ?? "", step[2])
    default: Issue.record("\(id): unknown step \(step)")
    }
  }

  private func set(_ property: String, _ value: VectorValue) {
    switch property {
    case "fractionComplete": animator?.fractionComplete = CGFloat(value.double ?? .nan)
    case "isReversed": animator?.isReversed = value.bool ?? false
    case "pausesOnCompletion": animator?.pausesOnCompletion = value.bool ?? false
    case "isInterruptible": animator?.isInterruptible = value.bool ?? true
    default: Issue.record("\(id): unknown property \(property)")
    }
  }

  private func query(_ what: String, _ value: VectorValue) {
    switch what {
    case "state": #expect(animator.map { "\($0.state)" } == value.string, "\(id)")
    case "isRunning": #expect(animator?.isRunning == value.bool, "\(id)")
    case "isReversed": #expect(animator?.isReversed == value.bool, "\(id)")
    case "fractionComplete":
      expect(animator?.fractionComplete, near: value.double ?? .nan, within: 1e-9, id)
    case "presented":
      if let number = value.double {
        expect(mover.shown, near: number, within: 1e-6, id)
      } else {
        expect(mover.shown, near: frozen ?? .nan, within: 1e-9, id)
        expect(mover.model, near: frozen ?? .nan, within: 1e-9, id)
      }
    case "model":
      let values: [String: Double] = [
        "end value": 1, "start value": 0, "value shown at stop": frozen ?? .nan,
      ]
      expect(mover.model, near: value.string.flatMap { values[$0] } ?? .nan, within: 1e-9, id)
    case "completionPosition":
      #expect(mover.positions.map { "\($0)" } == [value.string], "\(id)")
    case "completionCalled": #expect(mover.positions.isEmpty == (value.bool == false), "\(id)")
    case "remainingTime": due = mover.test.now + (value.double ?? .nan)
    case "raises":
      if let text = value.string {
        #expect(raised.count == 1, "\(id)")
        let isAny = text == "programmer error"
        #expect(isAny || raised.allSatisfy { $0.hasPrefix(text) }, "\(id): \(raised)")
      } else {
        #expect(raised.isEmpty, "\(id)")
      }
      raised = []
    case "lateBlockStartsAt":
      let start = value.double ?? .nan
      mover.test.at(start)
      expect(lateProgress, near: 0, within: 1e-9, id)
      mover.test.at(start + 0.01 * duration)
      #expect(lateProgress > 0, "\(id)")
    case "lateBlockDuration":
      // Both curves are half way at half time, and the block ends with the animator.
      mover.test.at(duration - (value.double ?? .nan) / 2)
      expect(lateProgress, near: 0.5, within: 1e-6, id)
      mover.test.at(duration - 1e-3)
      #expect(animator?.state == .active && lateProgress < 1, "\(id)")
      mover.test.at(duration)
      expect(lateProgress, near: 1, within: 1e-9, id)
      #expect(animator?.state == .inactive, "\(id)")
    default: Issue.record("\(id): unknown question \(what)")
    }
  }

  private var lateProgress: Double {
    mover.test.commit()
    return (Double(late.shown?.position.x ?? .nan) - 10) / 100
  }

  /// What is still due comes in time, and nothing is left behind.
  func finish() {
    if let due {
      mover.test.at(due + 1)
      #expect(mover.ends.count == 1, "\(id)")
      expect(mover.ends.first?.time ?? .nan, near: due, within: 1e-6, id)
    }
    #expect(raised.isEmpty, "\(id): \(raised)")
    if animator?.state == .active { animator?.stopAnimation(false) }
    if animator?.state == .stopped { animator?.finishAnimation(at: .end) }
    #expect(mover.view.layer.animationKeys() == nil, "\(id)")
  }
}
