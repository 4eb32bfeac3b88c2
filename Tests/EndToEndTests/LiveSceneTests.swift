@testable import Demos
import CoreGraphics
import QuartzCore
import Testing
import UIKit

/// Demos that work frame by frame, or answer to a user.
@MainActor @Suite("Live demos", .serialized)
struct LiveSceneTests {
  private func scene<Scene: LiveScene>(_ type: Scene.Type, of shown: ShownDemo) throws -> Scene {
    let page = try #require(shown.window.rootViewController as? DemoPageController)
    return try #require(page.page.scene.scene as? Scene)
  }

  /// A point of the film in the window.
  private func place(_ x: CGFloat, _ y: CGFloat, in film: CALayer, _ shown: ShownDemo) -> CGPoint {
    film.convert(CGPoint(x: x, y: y), to: shown.window.layer)
  }

  @Test("Pause and scrub: the film runs, winds itself, and stands where it is dragged to")
  func scrubbing() throws {
    let shown = try ShownDemo("pause-and-scrub")
    defer { shown.close() }
    let scene = try scene(PauseAndScrubScene.self, of: shown)
    let mark = try #require(scene.film.sublayers?.last)
    // The time line lies between 48 points from either side.
    let way = Double(scene.film.bounds.width) - 96
    func seconds() throws -> Double {
      let x = try #require(try shown.stage.serverValues(of: mark)).position.x
      return (x - 48) / way * PauseAndScrubScene.length
    }
    func expectSeconds(
      _ wanted: Double, _ why: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      expect(try seconds(), near: wanted, within: 1e-6, why, sourceLocation: sourceLocation)
    }
    shown.advance(by: 1.9)
    try expectSeconds(2, "it runs")
    shown.advance(by: 0.8)
    try expectSeconds(2.4, "it has stopped by itself")
    shown.advance(by: 0.8)
    #expect(try seconds() < 2.2, "and goes back")

    for x in [400, 420, 298] {
      shown.point(
        to: place(CGFloat(x), 100, in: scene.film, shown), x == 400 ? .pressed(.primary) : .moved)
    }
    let held = (298 - 48) / way * (PauseAndScrubScene.length - 0.001)
    try expectSeconds(held, "it follows the finger")
    shown.point(to: place(298, 100, in: scene.film, shown), .released(.primary))
    shown.advance(by: 1)
    try expectSeconds(held, "it stays where it was left")
    shown.type(Key.space, " ")
    try expectSeconds(held, "going on is no jump")
    shown.advance(by: 0.5)
    try expectSeconds(held + 0.5, "it runs again")
    shown.type(Key.enter)
    shown.advance(by: 3)
    try expectSeconds(held + 0.5, "a key pauses it")
    #expect(scene.button?.title == "Go on")
  }

  @Test("Counter and easing: each frame shows the formulas' values for the moment it is seen")
  func counter() throws {
    let shown = try ShownDemo("counter-and-easing")
    defer { shown.close() }
    let scene = try scene(CounterAndEasingScene.self, of: shown)
    let ball = scene.rows[1].ball, track = scene.rows[1].track
    for (time, text, share) in [(0.5, "58", 0.0625), (1, "88", 0.5), (1.5, "98", 0.9375)] {
      shown.advance(by: time - shown.time)
      #expect(scene.number?.string as? String == text)
      let x = try #require(try shown.stage.serverValues(of: ball)).position.x
      let way = Double(track.upperBound - track.lowerBound)
      expect(x, near: Double(track.lowerBound) + way * share, within: 1e-6, "at \(time)")
      #expect(ball.animationKeys() == nil)
    }
    for row in scene.rows {
      expect(row.curve(0), near: 0, within: 1e-9)
      expect(row.curve(1), near: 1, within: 1e-9)
    }
  }

  @Test("Transactions: no action, the default one, the transaction's pace, one of one's own")
  func actions() throws {
    let shown = try ShownDemo("transactions")
    defer { shown.close() }
    let scene = try scene(TransactionsScene.self, of: shown)
    // The change is made in the frame that is seen at 0.25 s.
    shown.advance(by: 0.35 - shown.time)
    let shares = try scene.panels.map { panel in
      let y = try #require(try shown.stage.serverValues(of: panel.dots[0])).position.y
      let ends = (0...1).map { TransactionsScene.place(0, step: $0, around: panel.center).y }
      return (y - Double(ends[0])) / Double(ends[1] - ends[0])
    }
    expect(shares[0], near: 1, within: 1e-9)
    #expect(shares[1] > 0.6 && shares[1] < 1)
    #expect(shares[2] > 0 && shares[2] < 0.1)
    #expect(shares[3] > shares[2] && shares[3] != shares[1])
    let dots = scene.panels.map { $0.dots[0] }
    let keys = dots.map { Set($0.animationKeys() ?? []) }
    #expect(
      keys[0].isEmpty && keys.dropFirst().allSatisfy { $0 == ["position", "backgroundColor"] })
    #expect(dots[3].animation(forKey: "position") is CASpringAnimation)
  }
}
