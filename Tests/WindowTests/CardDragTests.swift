@testable import Demos
import CoreGraphicsAPI
import Geometry
import LayerStage
import Profiling
import QuartzCore
import ScriptedCompositor
import Testing
import UIKit

@testable import Host
@testable import UIKitAPI

/// A card in a window, a finger, and the display's picture of both.
@MainActor
private final class CardWindow {
  let display: PacingWindow
  let window: UIWindow
  let card: LiftedCard
  /// What the pan said when the finger was lifted: points per second.
  private(set) var released: CGPoint?

  static let size = CGSize(width: 640, height: 240)
  static let home = CGPoint(x: 160, y: 120)

  init() throws {
    display = try PacingWindow(size: Self.size)
    window = UIWindow(stage: display.stage)
    card = LiftedCard(home: Self.home, size: CGSize(width: 120, height: 80))
    card.content.layer.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    window.addSubview(card)
    window.makeKeyAndVisible()
    let pan = card.gestureRecognizers?.first as? UIPanGestureRecognizer
    pan?.addTarget { [weak self] in
      if $0.state == .ended { self?.released = $0.velocity(in: nil) }
    }
    try display.start()
  }

  /// The finger does something at the present moment.
  func touch(_ x: Double, _ phase: UITouch.Phase) throws {
    let stamp = UInt32(truncatingIfNeeded: Int64((display.time * 1000).rounded()))
    let place = Point(Double(Self.home.x) + x, Double(Self.home.y))
    switch phase {
    case .began: try display.compositor.touchDown(1, display.id, at: place, time: stamp)
    case .moved, .stationary: try display.compositor.touchMotion(1, to: place, time: stamp)
    case .ended, .cancelled: try display.compositor.touchUp(1, time: stamp)
    }
    try display.settle()
    try display.turn()
  }

  /// The middle of all that is lighter than the background, as far as it is lighter: points from home.
  func shownOffset() throws -> Point? {
    let picture = try display.picture()
    var sum = 0.0, x = 0.0, y = 0.0
    for row in 0..<picture.size.height {
      for column in 0..<picture.size.width {
        let level = Double(picture.bytes[row * picture.bytesPerRow + column * 4 + 1])
        sum += level
        x += level * (Double(column) + 0.5)
        y += level * (Double(row) + 0.5)
      }
    }
    guard sum > 0 else { return nil }
    return Point(x / sum - Double(Self.home.x), y / sum - Double(Self.home.y))
  }

  func close() throws {
    // The stage goes first: it is asked what was wrong.
    try display.close()
    window.close()
  }
}

@Suite("A card under the finger", .serialized)
@MainActor
struct CardDragTests {
  /// Points per vblank: 375 per second.
  private static let pace = 6.25

  @Test(
    "At vblank k + 1 the card's middle is where the finger was at k; let go it flies at its speed")
  func drag() throws {
    let shown = try CardWindow(), display = shown.display
    // Black, so that only the card is seen.
    withoutActions { display.root.backgroundColor = CGColor(gray: 0, alpha: 1) }
    try display.step()
    try display.stage.keepFrames(100)
    try shown.touch(0, .began)
    try display.step()
    for k in 1...17 {
      let x = Self.pace * Double(k)
      try shown.touch(x, .moved)
      let vblank = try display.step()
      // The first ten points are not a pan yet; then it lifts, which takes 0.2 s.
      guard x > 10 else { continue }
      if k == 2 { for _ in 0..<15 { try display.step() } }
      #expect(vblank[display.id]?.isNew == true, "vblank \(k)")
      #expect(try !display.window().hasUnshownFrame, "vblank \(k)")
      let offset = try #require(try shown.shownOffset())
      #expect(abs(offset.x - x) <= 0.5, "\(offset.x) instead of \(x) at vblank \(k)")
      #expect(abs(offset.y) <= 0.5)
    }
    let start = Self.pace * 17, released = display.time
    try shown.touch(start, .ended)
    let velocity = try #require(shown.released)
    // The stamps are whole milliseconds.
    #expect(abs(velocity.x - 375) < 20 && velocity.y == 0, "\(velocity)")
    try expectFlight(shown, from: start, at: released, velocity: Double(velocity.x))
    let waits = try display.records().compactMap { frame in
      frame.inputTime.flatMap { input in
        frame.presentTime.map { ($0 - input) / display.interval }
      }
    }
    #expect(waits.count >= 16)
    #expect(waits.allSatisfy { $0 > 0 && $0 <= 2.1 }, "\(waits)")
    for _ in 0..<30 { try display.step() }
    #expect(shown.card.superview == nil)
    try shown.close()
  }

  /// The spring's own formula, from where the card was let go.
  private func expectFlight(
    _ shown: CardWindow, from start: Double, at released: Double, velocity: Double
  ) throws {
    let target = 180.0, way = target - start
    let spring = UIKitSpring(
      duration: 0.4, dampingRatio: 0.8, initialVelocity: velocity / way)
    let omega = spring.stiffness.squareRoot(), decay = spring.damping / 2
    let swing = (omega * omega - decay * decay).squareRoot()
    for _ in 0..<6 {
      try shown.display.step()
      // The frame for the next vblank may be there already.
      let isNext = try shown.display.window().hasUnshownFrame
      let t =
        shown.display.lastVblank - released + (isNext ? shown.display.interval : 0)
      let left =
        exp(-decay * t)
        * (cos(swing * t) + (decay - velocity / way) / swing * sin(swing * t))
      let offset = try #require(try shown.shownOffset())
      let expected = target - way * left
      #expect(
        abs(offset.x - expected) <= 0.75, "\(offset.x), not \(expected) after \(t) s, \(velocity)")
    }
  }

  @Test("S150: 99 % of the swipe cards' frames are in time at 60 Hz")
  func pacing() throws {
    let display = try PacingWindow(size: CGSize(width: 440, height: 280))
    let window = UIWindow(stage: display.stage)
    window.rootViewController = try #require(DemoCatalog.demo(named: "swipe-cards"))
      .makeViewController()
    window.makeKeyAndVisible()
    try display.start()
    try display.stage.keepFrames(400)
    for _ in 0..<330 { try display.step() }
    let (profile, interval) = try display.stage.frameProfile()
    let frames = profile.frames.filter { $0.presentTime != nil }
    let late = frames.filter { $0.lateCause != nil }
    // The decks rest between the throws.
    #expect(frames.count > 200)
    #expect(late.count * 100 <= frames.count, "\(late.count) of \(frames.count)")
    let summary = FrameSummary(profile, interval: interval)
    #expect(summary.missedVblanks == 0 && (summary.jitter ?? 1) < 0.1)
    // The stage goes first: it is asked what was wrong.
    try display.close()
    window.close()
  }
}
