import CoreGraphicsAPI
import Geometry
import LayerCommit
import QuartzCore
import ScriptedCompositor
import Testing

@testable import Host
@testable import LayerStage

@Suite("Two windows at once", .serialized)
@MainActor
struct TwoWindowsTests {
  /// Two windows on one display, each with something that moves. The first one makes the vblanks.
  private func start() throws -> (first: PacingWindow, second: PacingWindow) {
    let first = try PacingWindow()
    let second = try PacingWindow(beside: first, id: 1, size: CGSize(width: 90, height: 70))
    for window in [first, second] {
      let box = window.addBox(
        CGRect(x: 10, y: 10, width: 30, height: 20), CGColor(red: 1, green: 0, blue: 0, alpha: 1))
      window.keepMoving(box)
      try window.turn()
    }
    for _ in 0..<4 { try step(first, second) }
    return (first, second)
  }

  /// One vblank; both applications answer, and get their frames done first.
  @discardableResult
  private func step(_ first: PacingWindow, _ second: PacingWindow) throws -> Vblank {
    let begin = first.time
    for part in 1..<16 {
      for window in [first, second] { try window.turn() }
      let waiting = [first, second].filter { (try? $0.window().hasUnshownFrame) != true }
      if waiting.isEmpty { break }
      try first.move(to: begin + first.interval * Double(part) / 16)
    }
    return try first.vblank(at: begin + first.interval)
  }

  @Test("Both have a new frame at every vblank")
  func frames() throws {
    let (first, second) = try start()
    for _ in 0..<30 {
      let vblank = try step(first, second)
      for window in [first, second] {
        let shown = try #require(vblank[window.id])
        #expect(shown.isNew && shown.changedPixels > 0)
      }
    }
    #expect(try first.window().stretchedFrames == [] && second.window().stretchedFrames == [])
    second.stage.close()
    try first.close()
  }

  @Test("Input, sizes and states go to the window they are for")
  func input() throws {
    let (first, second) = try start()
    let compositor = first.compositor
    var received: [[InputEvent]] = [[], []]
    for (i, window) in [first, second].enumerated() {
      window.stage.onInput = { event in
        received[i].append(event)
        return true
      }
    }
    func deliver() throws {
      try first.settle()
      try first.turn()
      try second.turn()
    }
    try compositor.pointerEnter(second.id, at: Point(20, 30))
    try compositor.pointerButton(isPressed: true)
    try compositor.pointerButton(isPressed: false)
    try compositor.touchDown(1, second.id, at: Point(5, 6))
    try compositor.touchUp(1)
    try deliver()
    #expect(received[0].isEmpty && received[1].count >= 5)
    received = [[], []]
    try compositor.pointerLeave()
    try compositor.pointerEnter(first.id, at: Point(20, 30))
    try compositor.keyboardEnter(first.id)
    try compositor.key(30, isPressed: true)
    try compositor.key(30, isPressed: false)
    try deliver()
    let isKey = { (event: InputEvent) in if case .key = event { true } else { false } }
    #expect(received[0].count(where: isKey) == 2 && !received[1].contains(where: isKey))

    try compositor.configure(second.id, 200, 100, states: [.maximized])
    for _ in 0..<3 { try step(first, second) }
    #expect(second.stage.size == CGSize(width: 200, height: 100) && second.stage.status.isMaximized)
    #expect(first.stage.size == CGSize(width: 120, height: 80) && !first.stage.status.isMaximized)
    try compositor.requestClose(second.id)
    try deliver()
    #expect(second.stage.hasEnded && !first.stage.hasEnded)
    second.stage.close()
    try first.close()
  }

  @Test("When one is closed the other goes on", arguments: [0, 1])
  func close(closed: Int) throws {
    let (first, second) = try start()
    let windows = [first, second]
    let other = windows[1 - closed]
    windows[closed].stage.close()
    // From here on this one makes the vblanks.
    try other.vblank(at: other.time + other.interval)
    for _ in 0..<10 {
      let vblank = try other.step()
      #expect(vblank[windows[closed].id] == nil)
      #expect(vblank[other.id]?.isNew == true)
    }
    try other.close()
  }

  @Test("Without outputs nothing is drawn and links tick once a second; with one all returns")
  func outputs() throws {
    let (first, second) = try start()
    let compositor = first.compositor
    var ticks = 0
    let link = CADisplayLink { _ in ticks += 1 }
    link.add(to: .main, forMode: .common)
    defer { link.invalidate() }
    for _ in 0..<4 { try step(first, second) }

    for output in try compositor.outputs { try compositor.removeOutput(output) }
    for window in [first, second] { try compositor.hide(window.id) }
    try first.turn()
    try second.turn()
    for _ in 0..<20 {
      try first.move(to: first.time + 0.1)
      try first.turn()
      try second.turn()
    }
    #expect(!first.stage.status.isVisible && !second.stage.status.isVisible)
    let frames = try first.window().frameCount
    ticks = 0
    for _ in 0..<50 {
      try first.move(to: first.time + 0.1)
      try first.turn()
      try second.turn()
    }
    // Once for each window.
    #expect((4...12).contains(ticks), "\(ticks)")
    #expect(try first.window().frameCount == frames)

    try compositor.addOutput(OutputDescription("B", scale: 2))
    for window in [first, second] { try compositor.show(window.id) }
    try first.vblank(at: first.time + first.interval)
    for _ in 0..<4 { try step(first, second) }
    #expect(first.stage.status.isVisible && second.stage.status.isVisible)
    ticks = 0
    for _ in 0..<10 {
      let vblank = try step(first, second)
      #expect(vblank[first.id]?.isNew == true && vblank[second.id]?.isNew == true)
    }
    #expect(ticks >= 8)
    second.stage.close()
    try first.close()
  }
}
