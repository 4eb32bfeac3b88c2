import Foundation
import Profiling
import QuartzCore
import ScriptedCompositor
import Testing

@testable import Host
@testable import LayerStage

@Suite("Causes of late frames", .serialized)
struct LateCauseTests {
  /// Nanoseconds in the 10 ms between two vblanks.
  private static let ms = 1_000_000 as Int64

  /// A frame with these costs that was for 1 s.
  private func cause(
    seenAt time: Double = 1.01, _ change: (inout FrameRecord) -> Void
  ) -> FrameRecord.LateCause? {
    var frame = FrameRecord()
    frame.targetTime = 1
    (frame.apply, frame.sample, frame.build, frame.record, frame.submit) = (
      Self.ms / 10, Self.ms / 10, Self.ms / 10, Self.ms / 10, Self.ms / 10
    )
    (frame.commit, frame.gpu) = (Self.ms, Self.ms)
    change(&frame)
    frame.wasPresented(at: time, interval: 0.01)
    return frame.lateCause
  }

  @Test("A late frame has the cause that took longer than there was time")
  func attributed() {
    #expect(cause { $0.missedCommit = true } == .commit)
    #expect(cause { $0.commit = 11 * Self.ms } == .commit)
    #expect(cause { $0.apply = 11 * Self.ms } == .sample)
    #expect(cause { $0.sample = 11 * Self.ms } == .sample)
    #expect(cause { $0.build = 11 * Self.ms } == .sample)
    #expect(cause { $0.record = 11 * Self.ms } == .record)
    #expect(cause { $0.submit = 11 * Self.ms } == .record)
    #expect(cause { $0.gpu = 11 * Self.ms } == .gpu)
    // Work that fits was not it: the display came later.
    #expect(cause { _ in } == .present)
  }

  @Test("Of several that took too long the longest is the cause, the main thread before all")
  func longest() {
    #expect(
      cause {
        $0.sample = 12 * Self.ms
        $0.gpu = 11 * Self.ms
      } == .sample)
    #expect(
      cause {
        $0.record = 12 * Self.ms
        $0.gpu = 13 * Self.ms
      } == .gpu)
    #expect(
      cause {
        $0.sample = 6 * Self.ms
        $0.record = 7 * Self.ms
      } == .record)
    #expect(
      cause {
        $0.missedCommit = true
        $0.gpu = 20 * Self.ms
      } == .commit)
  }

  @Test("A frame seen within half an interval of its target is in time, whatever it cost")
  func inTime() {
    for time in [0.995, 1, 1.0049] {
      #expect(cause(seenAt: time) { $0.gpu = 50 * Self.ms } == nil)
    }
    // In time, but without what it was to show.
    #expect(cause(seenAt: 1) { $0.missedCommit = true } == .commit)
  }

  @MainActor private func moving(_ window: PacingWindow) throws {
    let layer = CALayer(), animation = CABasicAnimation(keyPath: "position.x")
    withoutActions {
      layer.frame = CGRect(x: 0, y: 20, width: 16, height: 16)
      layer.backgroundColor = CGColor(red: 1, green: 1, blue: 0, alpha: 1)
      window.root.addSublayer(layer)
    }
    (animation.fromValue, animation.toValue, animation.duration) = (10, 110, 100)
    layer.add(animation, forKey: nil)
    for _ in 0..<4 { try window.step() }
  }

  @Test("A main thread that answers a tick too late makes that frame late for its commit")
  @MainActor func commit() throws {
    let window = try PacingWindow()
    let link = CADisplayLink { _ in }
    link.add(to: .main, forMode: .common)
    defer { link.invalidate() }
    try window.start(vblanks: 6)
    try moving(window)
    try window.step()
    let before = try window.records().count
    // The tick comes, the answer does not.
    try window.step(answers: false)
    try window.step(answers: false)
    for _ in 0..<4 { try window.step() }
    let frames = try window.records().dropFirst(before).filter { $0.presentTime != nil }
    let late = frames.filter { $0.lateCause != nil }
    #expect(late.count == 2 && late.allSatisfy { $0.lateCause == .commit && $0.missedCommit })
    // They were drawn and seen in time all the same.
    #expect(late.allSatisfy { abs($0.lateness ?? 1) < window.interval / 2 })
    #expect(frames.count >= 5)
    try window.close()
  }

  @Test("A display that leaves out a refresh makes the frame late for its present")
  @MainActor func present() throws {
    let window = try PacingWindow()
    try window.start(vblanks: 6)
    try moving(window)
    let before = try window.records().count
    try window.turn()
    try #require(try window.window().hasUnshownFrame)
    try window.compositor.hide(window.id)
    try window.step()
    try window.compositor.show(window.id)
    for _ in 0..<4 { try window.step() }
    let late = try window.records().dropFirst(before - 1).filter { $0.lateCause != nil }
    #expect(late.map(\.lateCause) == [.present])
    #expect(abs((late.first?.lateness ?? 0) - window.interval) < 1e-6)
    try window.close()
  }
}
