import Foundation
import Geometry
import Profiling
import QuartzCore
import ScriptedCompositor
import Testing

@testable import Host
@testable import LayerStage

@Suite("Latency", .serialized)
@MainActor
struct LatencyTests {
  private func layer(in window: PacingWindow, y: Double) -> CALayer {
    let layer = CALayer()
    withoutActions {
      layer.bounds = CGRect(x: 0, y: 0, width: 16, height: 16)
      layer.position = CGPoint(x: 20, y: y)
      layer.backgroundColor = CGColor(red: 1, green: 0.5, blue: 0.2, alpha: 1)
      window.root.addSublayer(layer)
    }
    return layer
  }

  /// A layer that is where the pointer is.
  private func follow(_ window: PacingWindow) throws -> CALayer {
    let cursor = layer(in: window, y: 20)
    window.stage.onInput = { event in
      guard case .pointer(let pointer) = event else { return false }
      withoutActions { cursor.position = CGPoint(x: pointer.position.x, y: pointer.position.y) }
      return true
    }
    try window.compositor.pointerEnter(window.id, at: Point(20, 20))
    try window.turn()
    return cursor
  }

  /// The pointer moves at the present moment.
  private func point(_ window: PacingWindow, to x: Double) throws {
    let stamp = UInt32(truncatingIfNeeded: Int64(window.time * 1000))
    try window.compositor.pointerMotion(to: Point(x, 20), time: stamp)
    try window.settle()
    try window.turn()
  }

  /// Vblanks from input to present of each frame that answers any.
  private func waits(_ records: [FrameRecord], interval: Double) -> [Double] {
    records.compactMap { frame in
      frame.inputTime.flatMap { input in frame.presentTime.map { ($0 - input) / interval } }
    }
  }

  @Test(
    "F81: in 600 frames one waits at most, 99 % are in time, and input is seen 2 vblanks later")
  func animated() throws {
    let window = try PacingWindow()
    try window.start()
    let cursor = try follow(window)
    let spin = CABasicAnimation(keyPath: "position.x")
    (spin.fromValue, spin.toValue, spin.duration) = (10, 110, 1)
    (spin.autoreverses, spin.repeatCount) = (true, .infinity)
    layer(in: window, y: 60).add(spin, forKey: nil)
    try window.step()
    try window.step()
    try window.stage.keepFrames(700)
    let before = try window.window()

    var inputs = 0
    for k in 0..<600 {
      if k % 4 == 1 {
        // At all times between two vblanks.
        try window.move(to: window.lastVblank + window.interval * Double(k % 16) / 16)
        try point(window, to: Double(20 + k % 80))
        inputs += 1
      }
      let vblank = try window.step()
      let shown = try window.window()
      #expect(vblank[window.id]?.isNew == true, "vblank \(k)")
      #expect(shown.frameCount - shown.presentCount <= 1, "vblank \(k)")
    }
    #expect(try window.window().discardCount == before.discardCount)

    let (profile, interval) = try window.stage.frameProfile()
    let frames = profile.frames.filter { $0.presentTime != nil }
    #expect(frames.count >= 594)
    let late = frames.filter { $0.lateCause != nil }
    #expect(late.count * 100 <= frames.count, "\(late.count) late")
    let waits = waits(profile.frames, interval: window.interval)
    #expect(waits.count >= inputs - 2)
    // The stamps are whole milliseconds.
    #expect(waits.allSatisfy { $0 > 0 && $0 <= 2.1 }, "\(waits.max() ?? 0)")
    let summary = FrameSummary(profile, interval: interval)
    let latency = try #require(summary.inputLatency)
    #expect(latency > 0.5 && latency <= 2)
    #expect(summary.missedVblanks == 0 && (summary.jitter ?? 1) < 0.1)
    // What was answered last is what is shown last.
    #expect(try window.stage.serverValues(of: cursor)?.position.x == Double(20 + 597 % 80))
    try window.close()
  }

  @Test("In a window at rest input is seen at the next vblank")
  func atRest() throws {
    let window = try PacingWindow()
    try window.start()
    _ = try follow(window)
    try window.step()
    for k in 0..<16 {
      try window.step()
      try window.move(to: window.lastVblank + window.interval * Double(k % 8) / 8)
      try point(window, to: 30 + Double(k))
      let vblank = try window.step()
      #expect(vblank[window.id]?.isNew == true && vblank[window.id]?.changedPixels ?? 0 > 0)
    }
    let waits = waits(try window.records(), interval: window.interval)
    #expect(waits.count >= 16)
    #expect(waits.allSatisfy { $0 > 0 && $0 <= 1.1 }, "\(waits)")
    try window.close()
  }
}
