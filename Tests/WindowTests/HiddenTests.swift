import Foundation
import Geometry
import LayerCommit
import QuartzCore
import ScriptedCompositor
import Testing
import UIKit

@testable import Host
@testable import LayerStage

/// Notes when animations begin and end, in seconds after `begin`.
@MainActor
private final class Log: CAAnimationDelegate {
  struct Entry: Equatable {
    var what: String
    var time: Double
  }

  let begin: Double
  private(set) var entries: [Entry] = []

  init(_ begin: Double) { self.begin = begin }

  func note(_ what: String) {
    entries.append(Entry(what: what, time: CACurrentMediaTime() - begin))
  }

  nonisolated func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    // Delegates are called where events are delivered.
    let what = "\(anim.value(forKey: "name") ?? "?") \(flag)"
    MainActor.assumeIsolated { note(what) }
  }

  func time(of what: String) -> Double? {
    let found = entries.filter { $0.what == what }
    return found.count == 1 ? found[0].time : nil
  }
}

@Suite("A window that nobody sees", .serialized)
@MainActor
struct HiddenTests {
  private static let left = 0x110 as UInt32
  private static let keyA = 30 as UInt32

  private func layer(in window: PacingWindow, y: Double = 40) -> CALayer {
    let layer = CALayer()
    withoutActions {
      layer.bounds = CGRect(x: 0, y: 0, width: 16, height: 16)
      layer.position = CGPoint(x: 20, y: y)
      layer.backgroundColor = CGColor(red: 0.2, green: 0.8, blue: 1, alpha: 1)
      window.root.addSublayer(layer)
    }
    return layer
  }

  /// Moves from 10 to 90 at an even speed.
  private func move(_ name: String, _ duration: Double, _ log: Log? = nil) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: "position.x")
    (animation.fromValue, animation.toValue, animation.duration) = (10, 90, duration)
    animation.timingFunction = CAMediaTimingFunction(name: .linear)
    animation.setValue(name, forKey: "name")
    animation.delegate = log
    return animation
  }

  /// Animations of the given durations, each of which also has a completion block.
  private func animate(_ window: PacingWindow, _ durations: [Double]) -> Log {
    let log = Log(window.time)
    for duration in durations {
      CATransaction.begin()
      CATransaction.setCompletionBlock { log.note("block \(duration)") }
      layer(in: window).add(move("move \(duration)", duration, log), forKey: nil)
      CATransaction.commit()
    }
    return log
  }

  private func expectOnTime(_ log: Log, _ durations: [Double]) {
    for duration in durations {
      for what in ["move \(duration) true", "block \(duration)"] {
        let time = log.time(of: what) ?? .nan
        #expect(abs(time - duration) < 1e-6, "\(what) at \(time)")
      }
    }
    #expect(log.entries.count == 2 * durations.count)
  }

  /// Display links answer once a second: `ticks` are the times of theirs.
  private func expectSlowTicks(_ ticks: [Double], seconds: Int) {
    #expect((seconds - 1...seconds + 1).contains(ticks.count), "\(ticks.count) ticks")
    for (a, b) in zip(ticks, ticks.dropFirst()) { #expect(abs(b - a - 1) < 0.01) }
  }

  enum Blockade: CaseIterable {
    /// Frame callbacks are not answered.
    case hidden
    /// The compositor's process stands still: nothing that is sent is read.
    case frozen
  }

  @Test(
    "F68: a display that asks for no frame for 5 s holds up nothing but frames",
    arguments: Blockade.allCases)
  func noCallbacks(blockade: Blockade) throws {
    let window = try PacingWindow()
    var ticks: [Double] = []
    let link = CADisplayLink { _ in ticks.append(CACurrentMediaTime()) }
    link.add(to: .main, forMode: .common)
    defer { link.invalidate() }
    var inputs: [InputEvent] = []
    window.stage.onInput = { event in
      inputs.append(event)
      return true
    }
    var visibility: [Bool] = []
    window.stage.onStatusChange = { visibility.append($0.isVisible) }
    try window.start()
    try window.compositor.pointerEnter(window.id, at: Point(30, 30))
    try window.compositor.keyboardEnter(window.id)
    try window.settle()
    try window.turn()
    inputs = []
    visibility = []

    switch blockade {
    case .hidden: try window.compositor.hide(window.id)
    case .frozen: try window.freeze()
    }
    let durations = [0.7, 1.3, 4.25]
    let log = animate(window, durations)
    let endless = layer(in: window, y: 60)
    let spin = move("endless", 8)
    spin.autoreverses = true
    spin.repeatCount = .infinity
    endless.add(spin, forKey: nil)
    try window.turn()
    let begin = window.time
    // The frame that the display had asked for before.
    try window.pass(to: begin + 0.5)
    ticks = []
    let drawn = try window.records().count
    try window.pass(to: begin + 2.5)

    if blockade == .hidden {
      let stamp = UInt32(truncatingIfNeeded: Int64(window.time * 1000))
      try window.compositor.pointerButton(Self.left, isPressed: true, time: stamp)
      try window.compositor.pointerButton(Self.left, isPressed: false, time: stamp)
      try window.compositor.key(Self.keyA, isPressed: true, time: stamp)
      try window.compositor.key(Self.keyA, isPressed: false, time: stamp)
      try window.settle()
      try window.turn()
      #expect(inputs.count == 4)
      #expect(inputs.allSatisfy { abs($0.time - window.time) < 0.002 })
    }
    try window.pass(to: begin + 5.5)
    #expect(try window.records().count == drawn)
    expectOnTime(log, durations)
    expectSlowTicks(ticks, seconds: 5)
    #expect(visibility == [false])
    #expect(try window.surface.nextWake() > window.time)

    // And then it asks again.
    switch blockade {
    case .hidden: try window.compositor.show(window.id)
    case .frozen: try window.thaw()
    }
    try window.step()
    try window.step()
    #expect(visibility == [false, true])
    let id = try #require(endless.shownID)
    try window.surface.recordValues(of: [id])
    ticks = []
    var shown: [Vblank] = []
    for _ in 0..<6 { shown.append(try window.step()) }
    #expect(ticks.count >= 5, "\(ticks.map { $0 - begin })")
    #expect(shown.allSatisfy { $0[window.id]?.isNew == true })
    let frames = try window.seenValues()
    #expect(frames.count >= 5)
    for (frame, vblank) in zip(frames, shown.suffix(frames.count)) {
      #expect(frame.targetTime == vblank.time)
      let x = try #require(frame.values[0]).position.x
      #expect(abs(x - (10 + 80 * (vblank.time - begin) / 8)) < 1e-6)
    }
    try window.close()
  }

  @Test("Hidden for a minute it submits nothing and asks for nothing, and animations end on time")
  func minute() throws {
    let window = try PacingWindow()
    var ticks: [Double] = []
    let link = CADisplayLink { _ in ticks.append(CACurrentMediaTime()) }
    link.add(to: .main, forMode: .common)
    defer { link.invalidate() }
    try window.start()
    try window.compositor.hide(window.id)
    let durations = [3, 10.5, 29.75, 59]
    let log = animate(window, durations)
    let begin = window.time
    // Something for the main thread to commit all the time.
    let busy = layer(in: window, y: 70)
    try window.pass(to: begin + 0.5)
    ticks = []
    let before = try window.window()
    let drawn = try window.records().count
    for second in 1...60 {
      withoutActions { busy.position.x = CGFloat(second) }
      try window.pass(to: begin + 0.5 + Double(second))
    }
    let after = try window.window()
    #expect(after.commitCount == before.commitCount && after.frameCount == before.frameCount)
    #expect(after.outstandingCallbacks == before.outstandingCallbacks)
    #expect(after.presentCount == before.presentCount)
    #expect(try window.records().count == drawn)
    expectOnTime(log, durations)
    expectSlowTicks(ticks, seconds: 60)
    // Nothing has piled up that would come now.
    try window.compositor.show(window.id)
    ticks = []
    for _ in 0..<4 { try window.step() }
    #expect((3...5).contains(ticks.count), "\(ticks.map { $0 - begin })")
    #expect(try window.window().frameCount <= after.frameCount + 4)
    let x = try window.stage.serverValues(of: busy)?.position.x
    #expect(x == 60)
    try window.close()
  }

  @Test("Suspended and visible again: the stage and the application are told")
  func status() throws {
    final class Delegate: UIApplicationDelegate {
      var log: [String] = []
      func applicationDidBecomeActive(_ application: UIApplication) { log.append("active") }
      func applicationWillResignActive(_ application: UIApplication) { log.append("resign") }
      func applicationDidEnterBackground(_ application: UIApplication) { log.append("background") }
      func applicationWillEnterForeground(_ application: UIApplication) {
        log.append("foreground")
      }
    }
    let window = try PacingWindow(), delegate = Delegate()
    let shown = UIWindow(stage: window.stage)
    shown.makeKeyAndVisible()
    UIApplication.shared.delegate = delegate
    defer {
      UIApplication.shared.delegate = nil
      shown.close()
    }
    try window.start()
    #expect(UIApplication.shared.applicationState == .active)
    delegate.log = []

    try window.compositor.configure(window.id, 0, 0, states: [])
    try window.settle()
    try window.turn()
    #expect(UIApplication.shared.applicationState == .inactive)
    try window.compositor.hide(window.id)
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    view.backgroundColor = .red
    shown.addSubview(view)
    var completed: [Bool] = []
    UIView.animate(withDuration: 4, animations: { view.alpha = 0.5 }) { completed.append($0) }
    try window.pass(to: window.time + 2)
    #expect(!window.stage.status.isVisible && !window.stage.status.isActivated)
    #expect(UIApplication.shared.applicationState == .background)
    #expect(completed.isEmpty && view.layer.animationKeys()?.isEmpty == false)
    try window.pass(to: window.time + 3)
    // Covered, not gone.
    #expect(completed == [true])

    try window.compositor.show(window.id)
    try window.compositor.configure(window.id, 0, 0)
    for _ in 0..<3 { try window.step() }
    #expect(window.stage.status.isVisible && window.stage.status.isActivated)
    #expect(UIApplication.shared.applicationState == .active)
    #expect(delegate.log == ["resign", "background", "foreground", "active"])
    try window.close()
  }
}
