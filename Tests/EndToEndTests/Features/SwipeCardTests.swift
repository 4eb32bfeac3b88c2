@testable import Demos
import CoreGraphics
import Foundation
import Geometry
import LayerCommit
import LayerStage
import QuartzCore
import TestSupport
import Testing
import UIKit

/// Cards in a window, and a finger. Times are seconds after the latest `add`.
@MainActor
private final class CardTable: SwipeCardHost {
  let stage: ViewStage
  let size = CGSize(width: 300, height: 200)
  var events: [String] = []
  private var time = 0.0

  init() throws { stage = try ViewStage() }

  /// A card in the middle of the window.
  func add<Card: SwipeCard>(_ card: Card) -> Card {
    card.host = self
    time = 0
    return stage.add(card, card.frame)
  }

  var home: CGPoint {
    CGPoint(x: stage.window.bounds.midX, y: stage.window.bounds.midY)
  }

  func touch(_ phase: TouchEvent.Phase, _ offset: CGPoint) {
    stage.stage.stage.inject(
      .touch(
        TouchEvent(
          id: 1, phase: phase,
          position: Point(Double(home.x + offset.x), Double(home.y + offset.y)),
          time: CACurrentMediaTime())))
    stage.stage.stage.commit()
  }

  func at(_ t: Double) {
    time = t
    stage.at(t)
  }

  func wait(_ seconds: Double) { at(time + seconds) }

  /// Moves the finger by `offset` in ten equal steps, a hundredth of a second each.
  func drag(to offset: CGPoint, from start: CGPoint = .zero) {
    touch(.began, start)
    for step in 1...10 {
      wait(0.01)
      let share = CGFloat(step) / 10
      touch(
        .moved,
        CGPoint(
          x: start.x + (offset.x - start.x) * share, y: start.y + (offset.y - start.y) * share))
    }
  }

  /// Lets go, after the rest by which no speed is left.
  func letGo(at offset: CGPoint, rest: Double = 0.2) {
    wait(rest)
    touch(.ended, offset)
  }

  func cardStays(_ card: SwipeCard) {}
  func cardLeaves(_ card: SwipeCard) { events.append("leaves") }
  func card(_ card: SwipeCard, wasSwipedTo side: SwipeCard.Side) {
    events.append("\(side) \(card.superview == nil ? "after" : "before") removal")
  }
}

extension UIView {
  fileprivate var angle: Double { atan2(Double(transform.b), Double(transform.a)) }
  fileprivate var scale: Double {
    Double((transform.a * transform.a + transform.b * transform.b).squareRoot())
  }
  fileprivate var shown: CALayer? { layer.presentation() }
}

@Suite("Swipe cards", .serialized)
@MainActor
struct SwipeCardTests {
  private func stamped(on table: CardTable) -> StampedCard {
    table.add(StampedCard(home: table.home, size: table.size))
  }

  private func lifted(on table: CardTable) -> LiftedCard {
    table.add(LiftedCard(home: table.home, size: table.size))
  }

  // MARK: Drag and spring back

  @Test("S67: a view let go springs back by the speed of the finger, and jumps when that rested")
  func springBack() throws {
    let table = try CardTable()
    let start = table.home
    let view = table.stage.add(
      UIView(), CGRect(x: start.x - 40, y: start.y - 40, width: 80, height: 80))
    var springs: [(duration: Double, velocity: Double)] = []
    var completions: [Bool] = []
    view.addGestureRecognizer(
      UIPanGestureRecognizer { pan in
        let translation = pan.translation(in: view.superview)
        switch pan.state {
        case .began, .changed:
          view.center = CGPoint(x: start.x + translation.x, y: start.y + translation.y)
        case .ended:
          let velocity = pan.velocity(in: view.superview)
          let speed = (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot()
          springs.append((Double(speed) / 2000, Double(speed) / 1000))
          UIView.animate(
            withDuration: Double(speed) / 2000, delay: 0, usingSpringWithDamping: 0.7,
            initialSpringVelocity: speed / 1000
          ) {
            view.center = start
          } completion: {
            completions.append($0)
          }
        case .possible, .cancelled, .failed: break
        }
      })
    table.drag(to: CGPoint(x: 60, y: 80))
    table.touch(.ended, CGPoint(x: 60, y: 80))
    // 600 points per second to the right and 800 down.
    expect(springs.last?.duration, near: 0.5, within: 1e-6)
    expect(springs.last?.velocity, near: 1, within: 1e-6)
    #expect(view.center == start)
    expect(view.shown.map { Double($0.position.x - start.x) }, near: 60, within: 0.01)
    table.wait(0.01)
    let first = try #require(view.shown).position
    // Towards home, at a first speed of one way per second and more.
    #expect(first.x - start.x < 59.4 && first.x - start.x > 55)
    table.wait(0.6)
    #expect(view.shown?.position == start && completions == [true])
    table.drag(to: CGPoint(x: 60, y: 80))
    table.letGo(at: CGPoint(x: 60, y: 80))
    expect(springs.last?.duration, near: 0)
    #expect(view.center == start && view.shown?.position == start)
    #expect(completions == [true, true])
  }

  // MARK: LIKE and NOPE

  @Test(
    "S69, S70: a dragged card turns and fades, and LIKE or NOPE comes with the way",
    arguments: [
      (50.0, 0.0433, 0.75, 0.5, 0.0), (100, 0.0867, 0.5, 1, 0), (60, 0.052, 0.7, 0.6, 0),
      (-60, -0.052, 0.7, 0, 0.6), (150, 0.13, 0.5, 1, 0),
    ])
  func stamps(x: Double, angle: Double, alpha: Double, like: Double, nope: Double) throws {
    let table = try CardTable()
    let card = stamped(on: table)
    table.drag(to: CGPoint(x: x, y: 20))
    #expect(card.center == CGPoint(x: table.home.x + x, y: table.home.y + 20))
    expect(card.angle, near: angle)
    expect(Double(card.alpha), near: alpha)
    expect(Double(card.like.alpha), near: like)
    expect(Double(card.nope.alpha), near: nope)
    // What is on screen is the same: nothing of it animates.
    expect(card.shown.map { Double($0.position.x) }, near: Double(table.home.x) + x)
    expect(card.shown.map { Double($0.opacity) }, near: alpha)
    table.touch(.cancelled, .zero)
  }

  @Test("S69, S70: a card let go within 100 points springs back, and its stamp fades in 0.2 s")
  func back() throws {
    let table = try CardTable()
    let card = stamped(on: table)
    table.drag(to: CGPoint(x: 100, y: 0))
    table.letGo(at: CGPoint(x: 100, y: 0))
    #expect(card.center == table.home && card.alpha == 1 && card.transform == .identity)
    #expect(card.like.alpha == 0)
    table.wait(0.1)
    expect(card.like.shown.map { Double($0.opacity) }, near: 0.5, within: 0.02)
    #expect(card.shown.map { $0.position.x < table.home.x + 100 } ?? false)
    table.wait(0.11)
    expect(card.like.shown.map { Double($0.opacity) }, near: 0)
    // A ratio of 0.6 swings beyond home before it rests there.
    table.wait(0.2)
    #expect(card.shown?.position == table.home && table.events.isEmpty)
    #expect(card.superview != nil && card.layer.animationKeys() ?? [] == [])
  }

  @Test("S69: let go further out it flies off by the finger's speed, and is removed after 0.5 s")
  func flight() throws {
    let table = try CardTable()
    let card = stamped(on: table), width = table.stage.window.bounds.width
    let end = CGPoint(x: -120, y: 40)
    table.drag(to: end)
    table.letGo(at: end, rest: 0)
    // 1200 points per second to the left, 400 down.
    expect(Double(card.center.x - table.home.x), near: -Double(width), within: 1e-6)
    expect(Double(card.center.y - table.home.y), near: 40 + 40, within: 1e-6)
    expect(card.angle, near: -0.5)
    #expect(card.alpha == 0 && table.events == ["leaves"])
    expect(card.shown.map { Double($0.position.x - table.home.x) }, near: -120, within: 1e-6)
    table.wait(0.001)
    let first = try #require(card.shown).position.x - table.home.x
    expect(Double(first + 120) / 0.001, near: -1200, within: 40)
    table.wait(0.48)
    #expect(card.superview != nil)
    table.wait(0.04)
    #expect(card.superview == nil)
    #expect(table.events == ["leaves", "left before removal"])
  }

  @Test("S69: a card caught in flight stops where it is, and goes on from there")
  func caught() throws {
    let table = try CardTable()
    let card = stamped(on: table)
    table.drag(to: CGPoint(x: 50, y: 0))
    table.letGo(at: CGPoint(x: 50, y: 0))
    table.wait(0.05)
    let place = try #require(card.shown).position
    #expect(place.x > table.home.x + 5 && place.x < table.home.x + 50)
    // The spring allows touches; it lies where it goes to, in the model.
    table.touch(.began, .zero)
    #expect(card.layer.animationKeys() ?? [] == [])
    #expect(card.center == place && card.shown?.position == place)
    table.wait(0.3)
    #expect(card.shown?.position == place)
    table.touch(.moved, CGPoint(x: 12, y: 0))
    expect(Double(card.center.x), near: Double(place.x + 12))
    table.touch(.ended, CGPoint(x: 12, y: 0))
    table.wait(0.1)
    // A finger that only stops it lets it go home.
    table.touch(.began, .zero)
    let second = card.center
    #expect(second == card.shown?.position && second != table.home)
    table.touch(.ended, .zero)
    table.wait(0.5)
    #expect(card.shown?.position == table.home && table.events.isEmpty)
  }

  // MARK: Lift and flick

  @Test(
    "S71: a card that is taken lifts in 0.2 s, turns and fades; cancelled it goes back in 0.5 s")
  func lift() throws {
    let table = try CardTable()
    let card = lifted(on: table)
    table.touch(.began, .zero)
    table.touch(.moved, CGPoint(x: 11, y: 0))
    expect(card.scale, near: 1.05)
    let grown = table.stage
    expect(Double(card.layer.affineTransform().a), near: 1.05 * cos(0.022), within: 1e-6)
    grown.at(0.25)
    table.touch(.moved, CGPoint(x: 100, y: 0))
    expect(card.angle, near: 0.2)
    expect(card.scale, near: 1.05)
    expect(Double(card.alpha), near: 2 / 3.0)
    #expect(card.shown?.affineTransform() == card.transform)
    table.touch(.moved, CGPoint(x: 330, y: 0))
    #expect(card.alpha == 0 && card.shown?.opacity == 0)
    table.touch(.moved, CGPoint(x: 90, y: 0))
    table.at(0.5)
    table.touch(.cancelled, .zero)
    #expect(card.transform == .identity && card.alpha == 1 && card.center == table.home)
    table.wait(0.45)
    #expect(card.layer.animationKeys()?.isEmpty == false)
    table.wait(0.06)
    #expect(card.layer.animationKeys() ?? [] == [] && card.shown?.position == table.home)
    #expect(table.events.isEmpty)
  }

  @Test(
    "S71: it passes by its way or by its speed",
    arguments: [
      (101.0, 0.0, "right"), (-101, 0, "left"), (99, 0, nil), (30, 1100, "right"),
      (-30, -1100, "left"), (30, 900, nil),
    ] as [(Double, Double, String?)])
  func passes(x: Double, speed: Double, side: String?) throws {
    let table = try CardTable()
    let card = lifted(on: table)
    let steps = 5
    table.touch(.began, .zero)
    for step in 1...steps {
      table.wait(speed == 0 ? 0.05 : abs(x / speed) / Double(steps))
      table.touch(.moved, CGPoint(x: x * Double(step) / Double(steps), y: 0))
    }
    table.letGo(at: CGPoint(x: x, y: 0), rest: speed == 0 ? 0.2 : 0)
    guard let side else {
      #expect(card.center == table.home && table.events.isEmpty)
      return
    }
    let sign = side == "right" ? 1.0 : -1
    expect(Double(card.center.x - table.home.x), near: sign * 450, within: 1e-6)
    expect(card.angle, near: sign * .pi / 4)
    table.wait(0.38)
    #expect(table.events == ["leaves"] && card.superview != nil)
    table.wait(0.04)
    #expect(table.events == ["leaves", "\(side) before removal"] && card.superview == nil)
  }

  @Test(
    "S72: told to swipe, a card flies as if it had been thrown, and calls back",
    arguments: [true, false])
  func programmatic(isRight: Bool) throws {
    let table = try CardTable()
    let card = lifted(on: table)
    if isRight { card.swipeRight() } else { card.swipeLeft() }
    table.stage.stage.stage.commit()
    let sign = isRight ? 1.0 : -1
    expect(Double(card.center.x - table.home.x), near: sign * 450, within: 1e-6)
    expect(card.angle, near: sign * .pi / 4)
    expect(card.shown.map { Double($0.position.x) }, near: Double(table.home.x))
    table.at(0.42)
    #expect(table.events == ["leaves", "\(isRight ? "right" : "left") before removal"])
    #expect(card.superview == nil)
  }

  @Test("A speed is a number of ways to the target per second, and none without a way")
  func relativeVelocity() throws {
    try VectorFile(named: "scroll-gesture").run(kind: "relative-velocity") { row in
      func point(_ key: String) -> CGPoint {
        let values = row[key].doubles
        return CGPoint(x: values[0], y: values[1])
      }
      let velocity = SwipeCard.relative(
        point("gestureVelocity"), from: point("current"), to: point("target"))
      expect(
        [Double(velocity.dx), Double(velocity.dy)], near: row["initialVelocity"].doubles,
        within: 1e-9, row.id)
    }
  }

  // MARK: The demo

  private func scene(_ shown: ShownDemo) throws -> SwipeCardsScene {
    let page = try #require(shown.window.rootViewController as? DemoPageController)
    return try #require(page.page.scene.scene as? SwipeCardsScene)
  }

  /// Where a card is seen, in the window.
  private func place(of card: SwipeCard) throws -> CGPoint {
    let shown = try #require(card.shown)
    let deck = try #require(card.superview)
    return deck.convert(shown.position, to: nil)
  }

  @Test("S72: the host shows the next card, whose picture fills its shape and is cut by it")
  func nextCard() throws {
    let shown = try ShownDemo("swipe-cards")
    defer { shown.close() }
    let scene = try scene(shown)
    let first = try #require(scene.lifted.cards.first), second = scene.lifted.cards[1]
    scene.swipe(.right)
    shown.advance(by: 1)
    #expect(first.superview == nil && scene.lifted.results == [.right])
    #expect(scene.lifted.cards.first === second && scene.lifted.cards.count == 3)
    #expect(second.transform == .identity && second.alpha == 1)
    let photo = try #require(second.content.layer.sublayers?.first)
    #expect(second.content.clipsToBounds && second.content.layer.cornerRadius > 0)
    #expect(photo.contentsGravity == .resizeAspectFill && photo.contents != nil)
  }

  @Test("A card that flies away is caught where it is seen, and is the first one again")
  func caughtInFlight() throws {
    let shown = try ShownDemo("swipe-cards")
    defer { shown.close() }
    let scene = try scene(shown)
    let card = try #require(scene.lifted.cards.first)
    scene.swipe(.left)
    shown.advance(by: 0.08)
    let place = try place(of: card)
    shown.point(to: place, .pressed(.primary))
    shown.point(to: CGPoint(x: place.x + 12, y: place.y))
    #expect(card.layer.animation(forKey: "position") == nil)
    let now = try self.place(of: card)
    expect(Double(now.x - place.x), near: 12, within: 0.01)
    #expect(scene.lifted.cards.first === card && scene.lifted.results.isEmpty)
    // At rest before it is let go, near home: it stays.
    shown.advance(by: 0.3)
    let home = try #require(card.superview).convert(card.home, to: nil)
    shown.point(to: CGPoint(x: home.x, y: place.y))
    shown.advance(by: 0.3)
    shown.point(to: CGPoint(x: home.x, y: place.y), .released(.primary))
    shown.advance(by: 1)
    #expect(card.superview === scene.lifted && scene.lifted.results.isEmpty)
    #expect(card.center == card.home && card.alpha == 1)
  }

  @Test("The decks play by themselves until a finger comes, and leave the card to it then")
  func playing() throws {
    let shown = try ShownDemo("swipe-cards")
    defer { shown.close() }
    let scene = try scene(shown)
    let card = try #require(scene.stamped.cards.first)
    shown.advance(by: 0.8)
    #expect(card.offset.x > 20)
    let place = try place(of: card)
    shown.point(to: place, .pressed(.primary))
    shown.advance(by: 1)
    #expect(try self.place(of: card) == place)
    shown.point(to: place, .released(.primary))
    shown.advance(by: 6)
    #expect(card.center == card.home)
    #expect(scene.stamped.results.isEmpty && scene.stamped.cards.first === card)
  }

  @Test("Return sends a card to the right")
  func returnKey() throws {
    let shown = try ShownDemo("swipe-cards")
    defer { shown.close() }
    shown.type(Key.enter)
    shown.advance(by: 0.6)
    #expect(try scene(shown).lifted.results == [.right])
  }

  @Test("S144: cards that are gone, and the whole scene once it is closed, are let go")
  func leaks() throws {
    weak var card: SwipeCard?
    weak var flying: SwipeCard?
    weak var scene: SwipeCardsScene?
    do {
      let shown = try ShownDemo("swipe-cards")
      let found = try self.scene(shown)
      scene = found
      card = found.lifted.cards.first
      found.swipe(.right)
      shown.advance(by: 1)
      flying = found.lifted.cards.first
      found.swipe(.left)
      shown.advance(by: 0.1)
      shown.close()
    }
    #expect(card == nil && flying == nil && scene == nil)
  }
}
