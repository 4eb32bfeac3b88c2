import CoreGraphicsAPI
import Foundation
import Geometry
import LayerCommit
import QuartzCore
import ScriptedCompositor
import Testing

@testable import Host
@testable import LayerStage

@Suite("A display that dies", .serialized)
@MainActor
struct LossTests {
  enum Moment: CaseIterable {
    case beforeFirstSize, animating, resizing, hidden, frozen
  }

  /// A window at some moment of its life, in the middle of an animation.
  private func window(at moment: Moment) throws -> PacingWindow {
    let window = try PacingWindow()
    let box = window.addBox(
      CGRect(x: 10, y: 10, width: 30, height: 20), CGColor(red: 1, green: 0, blue: 0, alpha: 1))
    if moment != .beforeFirstSize { try window.start() }
    window.keepMoving(box)
    if moment == .beforeFirstSize { return window }
    try window.turn()
    switch moment {
    case .beforeFirstSize, .animating: break
    case .resizing:
      try window.compositor.configure(window.id, 200, 100)
      try window.settle()
    case .hidden:
      try window.compositor.hide(window.id)
      for _ in 0..<3 { try window.step() }
    case .frozen:
      try window.compositor.freeze()
      for _ in 0..<5 {
        window.clock.move(to: window.time + window.interval)
        try window.surface.settle()
      }
    }
    return window
  }

  /// The reasons for which surfaces were lost, as the render thread has told since the last call.
  private func losses(_ window: PacingWindow) throws -> [String] {
    try window.surface.settle()
    return window.surface.takeEvents().compactMap { event in
      if case .surfaceLost(window.surface.id, let reason) = event { reason } else { nil }
    }
  }

  /// Whether the render thread rests for a tenth of a second. Others use it as well, so that there
  /// are many tries.
  private func rests(_ surface: HostedSurface) throws -> Bool {
    for _ in 0..<200 {
      let before = try surface.loopTurns()
      Thread.sleep(forTimeInterval: 0.1)
      if try surface.loopTurns() - before < 100 { return true }
    }
    return false
  }

  @Test("Its end is told once, with a reason, and nothing spins", arguments: Moment.allCases)
  func once(moment: Moment) throws {
    let window = try window(at: moment)
    window.compositor.kill()
    let reasons = try losses(window)
    try #require(reasons.count == 1)
    #expect(reasons[0].contains("connection"), "\(reasons[0])")
    #expect(try window.surface.nextWake() > window.time)
    for _ in 0..<10 {
      window.clock.move(to: window.time + 0.5)
      #expect(try losses(window).isEmpty)
    }
    #expect(try window.surface.nextWake() > window.time)
    #expect(try rests(window.surface))
    window.stage.close()
  }

  @Test("The run ends with an error that says so", arguments: [Moment.animating, .beforeFirstSize])
  func run(moment: Moment) throws {
    let window = try window(at: moment)
    window.compositor.kill()
    let error = #expect(throws: StageError.self) { try window.stage.run(for: 60) }
    guard case .lost(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("connection") && !reason.contains("\n"))
    #expect(window.stage.hasEnded && window.stage.loss == reason)
    window.stage.close()
  }

  @Test("All windows on it end, those on another display go on, and new ones can be opened")
  func others() throws {
    let other = try PacingWindow()
    let first = try window(at: .animating)
    let second = try PacingWindow(beside: first, id: 1, size: CGSize(width: 60, height: 50))
    try second.settle()
    try second.step()
    second.keepMoving(second.addBox(CGRect(x: 5, y: 5, width: 9, height: 9), .white))
    try second.step()
    #expect(try second.window().frameCount > 0)
    first.compositor.kill()
    #expect(try losses(first).count == 1)
    #expect(try losses(second).count == 1)
    #expect(try losses(first).isEmpty && losses(second).isEmpty)
    // The device is shared, so that this one's checks include how the others ended.
    try other.start()
    let third = try PacingWindow()
    try third.start()
    third.stage.close()
    third.compositor.stop()
    first.stage.close()
    second.stage.close()
    try other.step()
    try other.close()
  }

  @Test("Ticks go on slowly while the application has not ended, so that its animations end")
  func ticks() throws {
    let window = try PacingWindow()
    var ticks = 0
    let link = CADisplayLink { _ in ticks += 1 }
    link.add(to: .main, forMode: .common)
    defer { link.invalidate() }
    try window.start()
    window.compositor.kill()
    try window.surface.settle()
    ticks = 0
    for _ in 0..<50 {
      MediaClock.useVirtual(window.time + 0.1)
      window.clock.move(to: window.time + 0.1)
      try window.surface.settle()
      _ = window.stage.deliverEvents()
      window.stage.finishTurn()
    }
    #expect((3...6).contains(ticks), "\(ticks)")
    window.stage.close()
  }
}
