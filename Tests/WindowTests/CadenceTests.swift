import Foundation
import Geometry
import LayerCommit
import QuartzCore
import ScriptedCompositor
import Testing

@testable import Host
@testable import LayerStage

@Suite("Times that applications and displays get wrong", .serialized)
@MainActor
struct CadenceTests {
  private func moving(in window: PacingWindow, for seconds: Double) throws {
    let layer = CALayer()
    withoutActions {
      layer.bounds = CGRect(x: 0, y: 0, width: 16, height: 16)
      layer.backgroundColor = CGColor(gray: 1, alpha: 1)
      window.root.addSublayer(layer)
    }
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration) = (0, 120, seconds)
    layer.add(move, forKey: nil)
    try window.turn()
    let id = try #require(layer.shownID)
    try window.surface.recordValues(of: [id])
  }

  @Test(
    "After an application that drew rarely, an animation shows the moment at which it is seen",
    arguments: [6, 10])
  func slowUpdates(refreshes: Int) throws {
    let window = try PacingWindow { $0.feedback = .absent }
    try window.start(vblanks: 4)
    for k in 0..<10 {
      withoutActions {
        window.root.backgroundColor = CGColor(gray: 0.1 + 0.05 * CGFloat(k % 2), alpha: 1)
      }
      for _ in 0..<refreshes { try window.step() }
    }
    try moving(in: window, for: 2)
    var shown: [Double] = []
    for _ in 0..<16 {
      let vblank = try window.step()
      if vblank[0]?.isNew ?? false { shown.append(vblank.time) }
    }
    let frames = try window.surface.recordedValues()
    let errors = zip(frames, shown.suffix(frames.count)).map { $0.targetTime - $1 }
    #expect(errors.count > 10)
    #expect(errors.allSatisfy { abs($0) < 0.017 }, "\(errors)")
    try window.close()
  }

  @Test("A frame that starts after its target is drawn for a later refresh, not for the past")
  func staleTarget() throws {
    let window = try PacingWindow()
    let link = CADisplayLink { _ in }
    link.add(to: .main, forMode: .common)
    defer { link.invalidate() }
    try window.start(vblanks: 6)
    try moving(in: window, for: 5)
    for _ in 0..<4 { try window.step() }
    let count = try window.records().count
    // The render thread gets no time for half a second.
    try window.move(to: window.time + 0.5)
    let records = try window.records()
    let last = try #require(records.last)
    #expect(records.count > count)
    #expect(last.targetTime >= last.startTime)
    try window.close()
  }

  @Test("A change of who decorates is shown though the content keeps its size")
  func decorationToggle() throws {
    let window = try PacingWindow()
    try window.start(vblanks: 3)
    try window.compositor.decorate(0, byServer: false)
    for _ in 0..<8 { try window.step() }
    #expect(try window.window().geometry != nil)
    try window.close()
  }

  @Test("A window larger than its device can draw lives on, and takes smaller sizes again")
  func tooLarge() throws {
    let window = try PacingWindow()
    try window.start(vblanks: 3)
    try window.compositor.configure(0, 30000, 40)
    for _ in 0..<4 { try window.step() }
    let frames = try window.window().frameCount
    #expect(try window.window().unacknowledged.isEmpty)
    try window.compositor.configure(0, 120, 60)
    for _ in 0..<4 { try window.step() }
    #expect(try window.window().frameCount > frames)
    try window.close()
  }

  @Test("A frame that should begin nanoseconds from now begins now")
  func rounding() throws {
    let window = try PacingWindow()
    // The display's times are sums of other numbers than ours.
    window.displayOffset = 3e-7
    try window.start()
    try moving(in: window, for: 10)
    for _ in 0..<3 {
      try window.step()
      try window.turn()
      #expect(try window.window().hasUnshownFrame)
    }
    try window.close()
  }
}
