import AnimationCore
import Foundation
import Geometry
import QuartzCore
import ScriptedCompositor
import Testing

@testable import Host
@testable import LayerStage

/// What the animations of `StallTests` show, from their formulas alone.
private enum Expected {
  /// Seconds after the begin.
  static func spring(_ t: Double) -> Double {
    // m x'' + c x' + k x = 0 from rest with m = 1, k = 120, c = 9: underdamped.
    let decay = 9.0 / 2
    let frequency = (120 - decay * decay).squareRoot()
    let swing = cos(frequency * t) + decay / frequency * sin(frequency * t)
    return 10 + 80 * (1 - exp(-decay * t) * swing)
  }

  static func keyframes(_ t: Double) -> Double {
    let progress = t / 2
    if progress < 0.25 { return 20 + (70 - 20) * progress / 0.25 }
    return 70 + (30 - 70) * (progress - 0.25) / 0.75
  }

  /// There and back in 0.8 s each; the second child moves from 0.1 to 0.6 s.
  static func group(_ t: Double) -> (opacity: Double, x: Double) {
    var local = t.truncatingRemainder(dividingBy: 1.6)
    if local > 0.8 { local = 1.6 - local }
    let share = min(max((local - 0.1) / 0.5, 0), 1)
    return (1 - 0.75 * local / 0.8, 15 + 60 * share)
  }
}

@Suite("A stalled application", .serialized)
@MainActor
struct StallTests {
  private func layer(in window: PacingWindow, y: Double) -> CALayer {
    let layer = CALayer()
    withoutActions {
      layer.bounds = CGRect(x: 0, y: 0, width: 16, height: 16)
      layer.position = CGPoint(x: 20, y: y)
      layer.backgroundColor = CGColor(red: 1, green: 0.8, blue: 0.2, alpha: 1)
      window.root.addSublayer(layer)
    }
    return layer
  }

  private func animate(_ spring: CALayer, _ keyframes: CALayer, _ group: CALayer) {
    let sprung = CASpringAnimation(keyPath: "position.x")
    (sprung.mass, sprung.stiffness, sprung.damping) = (1, 120, 9)
    (sprung.fromValue, sprung.toValue, sprung.duration) = (10, 90, 5)
    spring.add(sprung, forKey: nil)

    let framed = CAKeyframeAnimation(keyPath: "position.x")
    framed.values = [20, 70, 30]
    framed.keyTimes = [0, 0.25, 1]
    framed.duration = 2
    keyframes.add(framed, forKey: nil)

    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue, fade.duration) = (1, 0.25, 0.8)
    fade.timingFunction = CAMediaTimingFunction(name: .linear)
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.beginTime, move.duration) = (15, 75, 0.1, 0.5)
    move.timingFunction = CAMediaTimingFunction(name: .linear)
    move.fillMode = .both
    let grouped = CAAnimationGroup()
    grouped.animations = [fade, move]
    (grouped.duration, grouped.autoreverses, grouped.repeatCount) = (0.8, true, .infinity)
    group.add(grouped, forKey: nil)
  }

  enum Condition: CaseIterable {
    case alone, withLink, besideBusyProcesses
  }

  @Test(
    "S140: while the application answers nothing for 60 vblanks, each of them shows what it should",
    arguments: Condition.allCases)
  func stall(condition: Condition) throws {
    let burning = condition == .besideBusyProcesses ? try BurningProcesses() : nil
    let wantsLink = condition == .withLink
    let window = try PacingWindow()
    var ticks: [Double] = []
    let link = CADisplayLink { ticks.append($0.targetTimestamp) }
    if wantsLink { link.add(to: .main, forMode: .common) }
    defer { link.invalidate() }
    try window.start(vblanks: 4)

    let layers = [20.0, 40, 60].map { layer(in: window, y: $0) }
    animate(layers[0], layers[1], layers[2])
    let begin = window.time
    try window.turn()
    let ids = try layers.map { try #require($0.shownID) }
    // The frame with the begin may be drawn already; from the next one on all are looked at.
    try window.step()
    try window.surface.recordValues(of: ids)
    ticks = []

    var shown: [Vblank] = []
    for _ in 0..<60 { shown.append(try window.step(answers: false)) }
    let frames = try window.seenValues()
    let changed = shown.filter { ($0[0]?.isNew ?? false) && ($0[0]?.changedPixels ?? 0) > 0 }
    #expect(changed.count >= 58)
    #expect(ticks.isEmpty)

    // Frame and vblank in the order in which they came; the first may have been drawn before anybody
    // looked.
    let presented = shown.filter { $0[0]?.isNew ?? false }.map(\.time)
    let looked = presented.suffix(frames.count)
    #expect(looked.count >= 58)
    for (frame, time) in zip(frames, looked) {
      #expect(frame.targetTime == time)
      let t = time - begin
      let values = frame.values.compactMap { $0 }
      try #require(values.count == 3)
      #expect(abs(values[0].position.x - Expected.spring(t)) < 1e-6)
      #expect(abs(values[1].position.x - Expected.keyframes(t)) < 1e-6)
      let group = Expected.group(t)
      #expect(abs(values[2].position.x - group.x) < 1e-6)
      #expect(abs(values[2].opacity - group.opacity) < 1e-6)
    }
    // When it comes back it finds one tick, about the frame that is next.
    if wantsLink {
      try window.turn()
      #expect(ticks.count == 1 && ticks.allSatisfy { $0 > window.time })
    }
    if let burning { #expect(burning.areRunning) }
    try window.close()
  }
}
