import QuartzCore
import TestSupport
import Testing
import UIKit

/// Animators and blocks on one view, interrupted at random.
@Suite("Interruption")
@MainActor
struct AnimatorInterruptionTests {
  @Test(
    "Whatever interrupts whatever, nothing jumps, each completion is told once, nothing is left over"
  )
  func random() throws {
    var number = 0
    try Fuzz("animator interruption", cases: 100).run { random in
      let run = try Interruption(random)
      run.run(steps: 40)
      for problem in run.problems.prefix(3) { Issue.record("case \(number): \(problem)") }
      number += 1
    }
  }
}

@MainActor
private final class Interruption {
  private final class Entry {
    let animator: UIViewPropertyAnimator
    var told = 0
    var isSilent = false
    init(_ animator: UIViewPropertyAnimator) { self.animator = animator }
  }

  private var random: SeededGenerator
  private let test: TestWindow
  private let view = UIView()
  private var entries: [Entry] = []
  private var blocks = 0
  private var toldBlocks = 0
  private(set) var problems: [String] = []

  init(_ random: SeededGenerator) throws {
    self.random = random
    test = try TestWindow()
    test.add(view, CGRect(x: 50, y: 50, width: 2000, height: 30))
    test.mark()
  }

  private enum Event: CaseIterable {
    case start, block, scrub, reverse, pause, goOn, stop, add, grab, wait
  }

  func run(steps: Int) {
    for step in 0..<steps {
      test.at(test.now + Double.random(in: 0...0.2, using: &random))
      guard let event = Event.allCases.randomElement(using: &random) else { continue }
      let before = shown
      let mayJump = make(event)
      let after = shown
      if !mayJump {
        let jump = zip(before, after).map { abs($0 - $1) }.max() ?? .infinity
        if !(jump < 1e-6) { problems.append("step \(step): \(event) jumps by \(jump)") }
      }
    }
    wrapUp()
  }

  /// Position and size.
  private var shown: [Double] {
    test.commit()
    guard let layer = view.shown else { return [.nan] }
    let numbers = [
      layer.position.x, layer.position.y, layer.bounds.width, layer.bounds.height,
    ]
    let values = numbers.map { Double($0) }
    if values.contains(where: { !$0.isFinite }) { problems.append("\(values)") }
    return values
  }

  private func change() {
    view.center = CGPoint(
      x: Double.random(in: 0...300, using: &random), y: Double.random(in: 0...300, using: &random))
    if Bool.random(using: &random) {
      // Wide enough that no spring turns it inside out.
      view.bounds.size.width = CGFloat(Double.random(in: 2000...2080, using: &random))
    }
  }

  private func parameters() -> any UITimingCurveProvider {
    let velocity = CGVector(
      dx: Double.random(in: -5...5, using: &random), dy: Double.random(in: -5...5, using: &random))
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return UICubicTimingParameters(animationCurve: .easeInOut)
    case 1: return UICubicTimingParameters(animationCurve: .linear)
    case 2:
      return UICubicTimingParameters(
        controlPoint1: CGPoint(x: 0.2, y: -0.5), controlPoint2: CGPoint(x: 0.6, y: 1.6))
    case 3:
      return UISpringTimingParameters(
        dampingRatio: CGFloat(Double.random(in: 0.2...1, using: &random)),
        initialVelocity: velocity)
    default:
      return UISpringTimingParameters(
        mass: 1, stiffness: 200, damping: 20, initialVelocity: velocity)
    }
  }

  private func pick(_ isWanted: (Entry) -> Bool) -> Entry? {
    entries.filter(isWanted).randomElement(using: &random)
  }

  /// True where a jump is what was asked for.
  private func make(_ event: Event) -> Bool {
    switch event {
    case .start:
      let animator = UIViewPropertyAnimator(
        duration: Double.random(in: 0.05...0.8, using: &random), timingParameters: parameters())
      animator.scrubsLinearly = Bool.random(using: &random)
      let entry = Entry(animator)
      entries.append(entry)
      animator.addAnimations { self.change() }
      if Bool.random(using: &random) {
        animator.addAnimations({ self.change() }, delayFactor: 0.4)
      }
      animator.addCompletion { [weak entry] _ in entry?.told += 1 }
      animator.startAnimation(afterDelay: Bool.random(using: &random) ? 0 : 0.1)
    case .block:
      blocks += 1
      UIView.animate(
        withDuration: Double.random(in: 0.05...0.8, using: &random), delay: 0,
        usingSpringWithDamping: 0.7, initialSpringVelocity: 0, animations: { self.change() },
        completion: { _ in self.toldBlocks += 1 })
    case .scrub:
      guard let entry = pick({ $0.animator.state == .active }) else { return false }
      entry.animator.fractionComplete = CGFloat(Double.random(in: 0...1, using: &random))
      return true
    case .reverse: pick { $0.animator.state == .active }?.animator.isReversed.toggle()
    case .pause: pick { $0.animator.state == .active }?.animator.pauseAnimation()
    case .goOn:
      let given = Bool.random(using: &random) ? nil : parameters()
      pick { $0.animator.state == .active }?.animator.continueAnimation(
        withTimingParameters: given,
        durationFactor: CGFloat([0, 0.5, 1].randomElement(using: &random) ?? 0))
    case .stop:
      guard let entry = pick({ $0.animator.state == .active }) else { return false }
      if Bool.random(using: &random) {
        entry.isSilent = true
        entry.animator.stopAnimation(true)
      } else {
        let before = shown
        entry.animator.stopAnimation(false)
        let jump = zip(before, shown).map { abs($0 - $1) }.max() ?? .infinity
        if !(jump < 1e-6) { problems.append("stop jumps by \(jump)") }
        let position: [UIViewAnimatingPosition] = [.start, .current, .end]
        guard let end = position.randomElement(using: &random) else { return false }
        entry.animator.finishAnimation(at: end)
        if end != .current { return true }
      }
    case .add:
      pick { $0.animator.state == .active }?.animator.addAnimations(
        { self.change() }, delayFactor: CGFloat(Double.random(in: 0...1, using: &random)))
    case .grab:
      guard let entry = pick({ $0.animator.isRunning }) else { return false }
      entry.animator.pauseAnimation()
      let fraction = entry.animator.fractionComplete
      // At an end what is shown may lie beyond it.
      guard fraction > 0, fraction < 1 else { return false }
      entry.animator.fractionComplete = fraction
    case .wait: break
    }
    return false
  }

  /// Everything comes to its end.
  private func wrapUp() {
    for entry in entries where entry.animator.state == .active && !entry.animator.isRunning {
      entry.animator.startAnimation()
    }
    test.at(test.now + 40)
    for (i, entry) in entries.enumerated() {
      if entry.animator.state != .inactive { problems.append("animator \(i) is still active") }
      if entry.told != (entry.isSilent ? 0 : 1) {
        problems.append("animator \(i) has told its end \(entry.told) times")
      }
      if entry.animator.state == .active { entry.animator.stopAnimation(true) }
    }
    if toldBlocks != blocks { problems.append("\(toldBlocks) of \(blocks) blocks are complete") }
    if let keys = view.layer.animationKeys() { problems.append("left over: \(keys)") }
    let rest = [view.center.x - (view.shown?.position.x ?? .nan)]
    if rest.contains(where: { !(abs($0) < 1e-9) }) { problems.append("rests \(rest) off") }
  }
}
