import AnimationCore
import CoreGraphics
import QuartzCore
import Testing
import UIKit

@MainActor @Suite("Explicit animations of properties")
struct PropertyAnimationFeatureTests {
  @Test("S32: a corner radius is half way at half time and stays where the model was set")
  func cornerRadius() throws {
    let test = try ViewStage(), stage = test.stage
    let layer = test.add(UIView(), CGRect(x: 0, y: 0, width: 100, height: 100)).layer
    let animation = CABasicAnimation(keyPath: "cornerRadius")
    animation.fromValue = 0
    animation.toValue = 25
    animation.duration = 0.5
    layer.add(animation, forKey: "cornerRadius")
    layer.cornerRadius = 25
    stage.mark()
    let radius = ValueProbe.keyPath("cornerRadius")
    for (time, shown) in [(0.25, 12.5), (0.4999, 24.995), (0.5001, 25), (2, 25)] {
      stage.at(time)
      try radius.expect(layer, on: stage, near: [shown], "at \(time)")
      #expect(layer.cornerRadius == 25)
    }
    #expect(layer.animationKeys() == nil)
  }

  @Test("S33: an eased move of a view's layer is not disturbed by an animation of its own")
  func easedMove() throws {
    let test = try ViewStage(), stage = test.stage
    let layer = test.add(UIView(), CGRect(x: 0, y: 0, width: 100, height: 100)).layer
    let animation = CABasicAnimation(keyPath: "position.x")
    animation.fromValue = 50
    animation.toValue = 300
    animation.duration = 1
    animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    layer.add(animation, forKey: "move")
    layer.position.x = 300
    stage.mark()
    #expect(layer.animationKeys() == ["move"])
    for (time, x) in [(0, 50), (0.25, 82.29), (0.5, 175), (0.75, 267.71), (1.01, 300), (3, 300)] {
      stage.at(time)
      try ValueProbe.positionX.expect(layer, on: stage, near: [x], within: 0.005, "at \(time)")
    }
    #expect(layer.animationKeys() == nil)
  }

  /// What an animation shows half way from one value to another.
  private struct Case {
    let keyPath: String
    let from: Any, to: Any
    let middle: [Double]
  }

  private static let cases = [
    Case(keyPath: "opacity", from: 1, to: 0, middle: [0.5]),
    Case(keyPath: "position.x", from: 0, to: 200, middle: [100]),
    Case(keyPath: "position.y", from: 10, to: 30, middle: [20]),
    Case(
      keyPath: "position", from: CGPoint(x: 0, y: 10), to: CGPoint(x: 40, y: 30), middle: [20, 20]),
    Case(keyPath: "transform.scale", from: 1, to: 2, middle: [1.5]),
    Case(keyPath: "transform.rotation", from: 0, to: Double.pi, middle: [.pi / 2]),
    Case(
      keyPath: "backgroundColor", from: CGColor.opaque(1, 0, 0), to: CGColor.opaque(0, 0, 1),
      middle: [0.5, 0, 0.5, 1]),
    Case(keyPath: "shadowOpacity", from: 0, to: 1, middle: [0.5]),
    Case(keyPath: "cornerRadius", from: 0, to: 50, middle: [25]),
    Case(keyPath: "borderWidth", from: 0, to: 10, middle: [5]),
    Case(
      keyPath: "borderColor", from: CGColor.opaque(0, 0, 0), to: CGColor.opaque(1, 1, 0),
      middle: [0.5, 0.5, 0, 1]),
    Case(
      keyPath: "bounds", from: CGRect(x: 0, y: 0, width: 100, height: 100),
      to: CGRect(x: 10, y: 20, width: 200, height: 50), middle: [5, 10, 150, 75]),
  ]

  @Test("S34: every key path is half way at half time and back at the model after")
  func keyPaths() throws {
    let test = try ViewStage(), stage = test.stage
    var shown: [(layer: CALayer, probe: ValueProbe, middle: [Double], model: [Double])] = []
    for item in Self.cases {
      let view = UIView(frame: CGRect(x: 7, y: 9, width: 100, height: 100))
      test.window.addSubview(view)
      let free = stage.add(CALayer()) { $0.frame = CGRect(x: 7, y: 9, width: 100, height: 100) }
      let probe = ValueProbe.keyPath(item.keyPath)
      for layer in [view.layer, free] {
        withoutActions {
          layer.backgroundColor = .opaque(0, 1, 0)
          layer.borderColor = .opaque(1, 1, 1)
        }
        shown.append((layer, probe, item.middle, probe.presented(layer)))
      }
    }
    stage.commit()
    for (index, row) in shown.enumerated() {
      let item = Self.cases[index / 2]
      let animation = CABasicAnimation(keyPath: item.keyPath)
      animation.fromValue = item.from
      animation.toValue = item.to
      animation.duration = 1
      row.layer.add(animation, forKey: nil)
    }
    stage.mark()
    stage.at(0.5)
    for row in shown {
      try row.probe.expect(row.layer, on: stage, near: row.middle, "half way")
    }
    stage.at(1.01)
    for row in shown {
      try row.probe.expect(row.layer, on: stage, near: row.model, "afterwards")
    }
  }

  @Test("S35: late by 0.3 s, four times there and back, told of its end at 4.3 s")
  func repeats() throws {
    let stage = try TestStage(draws: false)
    let layer = stage.add(CALayer()) { $0.position.x = 50 }
    stage.commit()
    let log = AnimationLog(), animation = CABasicAnimation(keyPath: "position.x")
    animation.fromValue = 100
    animation.toValue = 200
    animation.duration = 0.5
    animation.beginTime = CACurrentMediaTime() + 0.3
    animation.repeatCount = 4
    animation.autoreverses = true
    animation.delegate = log
    layer.add(animation, forKey: "shuttle")
    stage.mark()
    let x =
      [
        (0, 50), (0.29, 50), (0.3, 100), (0.55, 150), (0.8, 200), (1.05, 150), (1.3, 100),
        (1.8, 200), (3.8, 200), (4.29, 102), (4.31, 50),
      ] as [(Double, Double)]
    for (time, x) in x {
      stage.at(time)
      try ValueProbe.positionX.expect(layer, on: stage, near: [x], within: 1e-6, "at \(time)")
      let events: [AnimationLog.Event] =
        time < 0.3 ? [] : time < 4.3 ? [.started] : [.started, .stopped(finished: true)]
      #expect(log.events == events, "at \(time)")
    }
    #expect(layer.animationKeys() == nil)
  }

  @Test("S36: a delegate hears of the begin and of the end, once each, and lives that long")
  func delegate() throws {
    let stage = try TestStage(draws: false)
    let layer = stage.add(CALayer())
    stage.commit()
    func add(_ key: String, delay: Double = 0) -> AnimationLog {
      let log = AnimationLog(), animation = CABasicAnimation(keyPath: "opacity")
      animation.toValue = 0
      animation.duration = 1
      if delay > 0 { animation.beginTime = CACurrentMediaTime() + delay }
      animation.delegate = log
      layer.add(animation, forKey: key)
      return log
    }
    let undisturbed = add("undisturbed"), late = add("late", delay: 0.5)
    let removed = add("removed"), replaced = add("replaced"), early = add("early", delay: 0.5)
    final class Held: CAAnimationDelegate {}
    weak var kept: Held?
    do {
      let held = Held(), animation = CABasicAnimation(keyPath: "opacity")
      animation.toValue = 0
      animation.duration = 1
      animation.delegate = held
      layer.add(animation, forKey: "kept")
      kept = held
    }
    #expect(undisturbed.events.isEmpty, "not before the commit")
    stage.mark()
    #expect(undisturbed.events == [.started] && removed.events == [.started])
    #expect(late.events.isEmpty)
    stage.at(0.25)
    layer.removeAnimation(forKey: "removed")
    layer.removeAnimation(forKey: "early")
    _ = add("replaced")
    stage.commit()
    #expect(removed.events == [.started, .stopped(finished: false)])
    #expect(replaced.events == [.started, .stopped(finished: false)])
    #expect(early.events == [.stopped(finished: false)], "it never began")
    stage.at(0.49)
    #expect(late.events.isEmpty)
    stage.at(0.51)
    #expect(late.events == [.started])
    #expect(undisturbed.events == [.started] && kept != nil, "the animation keeps its delegate")
    stage.at(1.01)
    #expect(undisturbed.events == [.started, .stopped(finished: true)])
    #expect(kept == nil, "nobody needs it any more")
    stage.at(3)
    #expect(late.events == [.started, .stopped(finished: true)])
    #expect(undisturbed.events.count == 2 && removed.events.count == 2)
  }
}
