import CoreGraphicsAPI
import Geometry
import QuartzCore
import ScriptedCompositor
import Testing

@testable import Host
@testable import LayerStage

/// The order of things on the wire; the scripted compositor records every breach as a violation, and
/// `close()` expects none.
@Suite("The order of requests", .serialized)
@MainActor
struct ProtocolTests {
  @Test("A window begins with an empty commit, waits, answers, and only then shows something")
  func beginning() throws {
    let window = try PacingWindow { $0.initialSize = Size(100, 60) }
    try window.settle()
    let first = try window.window()
    #expect(first.commitCount == 1 && first.frameCount == 0)
    #expect(first.unacknowledged.count == 1 && first.acknowledged.isEmpty)
    try window.step()
    let second = try window.window()
    #expect(second.acknowledged == first.unacknowledged && second.unacknowledged.isEmpty)
    #expect(second.frameCount == 1 && second.configuredSize == Size(100, 60))
    try window.close()
  }

  @Test("A first size that changes before it was answered is answered once, with the newest serial")
  func changedBeginning() throws {
    let window = try PacingWindow { $0.initialSize = Size(100, 60) }
    try window.settle()
    let latest = try window.compositor.configure(window.id, 150, 90)
    try window.settle()
    try window.step()
    let now = try window.window()
    #expect(now.acknowledged == [latest] && now.size == Size(150, 90))
    #expect(now.stretchedFrames == [])
    try window.close()
  }

  @Test("A change of state alone is answered at once and in order, and needs no frame")
  func statesAlone() throws {
    let window = try PacingWindow()
    try window.start()
    let before = try window.window()
    var serials: [UInt32] = []
    for states in [[], [.activated], [], [.activated]] as [Set<WindowState>] {
      serials.append(try window.compositor.configure(window.id, 0, 0, states: states))
      try window.settle()
    }
    let after = try window.window()
    #expect(after.acknowledged == before.acknowledged + serials)
    #expect(after.states == [.activated] && after.frameCount == before.frameCount)
    try window.close()
  }

  @Test("However often the window is drawn, hidden and resized, one frame is asked for at a time")
  func oneCallback() throws {
    let window = try PacingWindow()
    try window.start()
    let box = window.addBox(
      CGRect(x: 10, y: 10, width: 30, height: 20), CGColor(red: 1, green: 0, blue: 0, alpha: 1))
    window.keepMoving(box)
    var most = 0
    for step in 0..<40 {
      if step % 10 == 3 { try window.compositor.configure(window.id, 120 + Double(step), 90) }
      if step % 10 == 5 { try window.compositor.hide(window.id) }
      if step % 10 == 8 { try window.compositor.show(window.id) }
      try window.step()
      most = max(most, try window.window().outstandingCallbacks)
    }
    // One of ours, and one of the driver's.
    #expect((1...2).contains(most))
    try window.close()
  }
}
