import CLinux
import Foundation
import Glibc
import QuartzCore
import ScriptedCompositor
import Testing

@testable import Host
@testable import LayerStage

/// What displays say about frames is often wrong, late or missing. The clock of the animations stays
/// right all the same.
@Suite("Presentation feedback", .serialized)
@MainActor
struct FeedbackTests {
  /// A window, the layer that moves in it and what came out.
  private struct Run {
    /// What each frame showed, oldest first.
    var frames: [ProbedFrame]
    /// The vblanks that frames were drawn for, the first of them before anybody looked.
    var vblanks: [Vblank]
    /// When the animation began.
    var begin: Double
    /// The display's interval as it is believed to be.
    var interval: Double

    static let duration = 20.0

    /// Where the layer is at a time.
    func x(at time: Double) -> Double { 10 + 100 * (time - begin) / Self.duration }
  }

  /// - Parameter offset: How far the display's times are ahead of media time, in seconds.
  private func run(
    interval: Int64 = 16_666_667, offset: Double = 0, steps: Int = 40,
    _ configure: (inout ScriptedCompositor.Configuration) -> Void
  ) throws -> Run {
    let window = try PacingWindow(interval: interval, configure: configure)
    window.displayOffset = offset
    let layer = CALayer()
    withoutActions {
      layer.bounds = CGRect(x: 0, y: 0, width: 16, height: 16)
      layer.position = CGPoint(x: 10, y: 40)
      layer.backgroundColor = CGColor(red: 0.5, green: 1, blue: 0.5, alpha: 1)
      window.root.addSublayer(layer)
    }
    try window.start(vblanks: 12)
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration) = (10, 110, Run.duration)
    move.timingFunction = CAMediaTimingFunction(name: .linear)
    layer.add(move, forKey: "move")
    let begin = window.time
    try window.turn()
    try window.step()
    let id = try #require(layer.shownID)
    try window.surface.recordValues(of: [id])
    var vblanks: [Vblank] = []
    for _ in 0..<steps { vblanks.append(try window.step()) }
    #expect(layer.animationKeys() == ["move"])
    let believed = try #require(try window.surface.profile().interval)
    let result = Run(
      frames: try window.seenValues(), vblanks: vblanks, begin: begin,
      interval: believed)
    try window.close()
    return result
  }

  /// Neither over at once nor frozen, forward all the time, and near the moment that is seen.
  ///
  /// - Parameter tolerance: Between target and vblank, in seconds.
  private func expectSteady(
    _ run: Run, offset: Double = 0, tolerance: Double, interval: Double = 1.0 / 60
  ) throws {
    let new = run.vblanks.filter { $0[0]?.isNew == true }
    #expect(new.count >= run.vblanks.count - 1)
    #expect(run.frames.count >= run.vblanks.count - 2)
    for (a, b) in zip(run.frames, run.frames.dropFirst()) {
      #expect(b.targetTime > a.targetTime)
    }
    for (frame, vblank) in zip(run.frames, new.suffix(run.frames.count)) {
      #expect(
        abs(frame.targetTime - (vblank.time - offset)) <= tolerance,
        "\(frame.targetTime) for \(vblank.time - offset)")
      let x = try #require(frame.values[0]).position.x
      #expect(abs(x - run.x(at: frame.targetTime)) < 1e-6)
    }
    #expect(abs(run.interval - interval) < 0.02 * interval, "an interval of \(run.interval)")
  }

  @Test("Exact: frames are for the very times at which they are seen")
  func exact() throws {
    try expectSteady(try run { $0.feedback = .exact }, tolerance: 0)
  }

  @Test("Late: news of frames long seen leads to the same targets", arguments: [1, 3])
  func late(vblanks: Int) throws {
    try expectSteady(try run { $0.feedback = .late(vblanks: vblanks) }, tolerance: 1e-6)
  }

  @Test("Backwards: frames said to be seen before earlier ones move nothing back")
  func backwards() throws {
    try expectSteady(try run { $0.feedback = .backwards }, tolerance: 1.01 / 60)
  }

  @Test("Absent or all discarded: the times of frame callbacks take its place")
  func absent() throws {
    try expectSteady(try run { $0.feedback = .absent }, tolerance: 1e-6)
    try expectSteady(try run { $0.feedback = .discardAll }, tolerance: 1e-6)
  }

  @Test("Without the extension the times of frame callbacks take its place")
  func noExtension() throws {
    try expectSteady(try run { $0.hasPresentation = false }, tolerance: 1e-6)
  }

  @Test("Wrong: a display that claims 60 Hz and has 90 is measured")
  func wrongRefresh() throws {
    let interval = 11_111_111 as Int64
    let result = try run(interval: interval) { $0.refreshNanoseconds = 16_666_667 }
    try expectSteady(result, tolerance: 1e-6, interval: Double(interval) / 1e9)
  }

  @Test("No refresh claimed: the cadence is measured")
  func noRefresh() throws {
    try expectSteady(try run { $0.refreshNanoseconds = 0 }, tolerance: 1e-6)
  }

  @Test("F75: times on another clock than media time's are converted")
  func otherClock() throws {
    // The clocks of this machine: decades apart.
    let offset =
      PacingWindow.machineTime(CLOCK_REALTIME) - PacingWindow.machineTime(CLOCK_MONOTONIC)
    let result = try run(offset: offset) { $0.clock = CLOCK_REALTIME }
    // Time servers may move one of them, and reading both is interrupted now and then.
    try expectSteady(result, offset: offset, tolerance: 0.25 / 60)
  }

  @Test("F75: times a day away from the clock that is announced do not count")
  func wrongClock() throws {
    let day = 86_400.0
    let result = try run(offset: day) { $0.clock = CLOCK_MONOTONIC }
    try expectSteady(result, offset: day, tolerance: 1e-6)
  }
}
