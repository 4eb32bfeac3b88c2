@testable import Demos
import CoreGraphics
import LayerCommit
import QuartzCore
import TestSupport
import Testing
import UIKit

/// A hand that plays with the swipe cards.
@MainActor
private final class Player {
  let shown: ShownDemo
  let decks: [SwipeDeck]
  private let scene: SwipeCardsScene
  private(set) var catches = 0

  init() throws {
    shown = try ShownDemo("swipe-cards")
    let page = try #require(shown.window.rootViewController as? DemoPageController)
    scene = try #require(page.page.scene.scene as? SwipeCardsScene)
    decks = [scene.lifted, scene.stamped]
    // From now on nobody else plays.
    scene.swipe(.left)
  }

  private func place(of card: SwipeCard) throws -> CGPoint {
    let layer = try #require(card.layer.presentation())
    return try #require(card.superview).convert(layer.position, to: nil)
  }

  /// Takes a card where it is seen, drags it, and lets it go.
  func drag(_ random: inout SeededGenerator) throws {
    let deck = random.pick(decks)
    // The first one, or any that is under way.
    let cards = deck.subviews.compactMap { $0 as? SwipeCard }.filter(\.isUserInteractionEnabled)
    let card = random.pick(cards)
    var place = try place(of: card)
    guard shown.window.bounds.contains(place),
      shown.window.hitTest(place, with: nil) === card
    else { return }
    if card.layer.animationKeys()?.isEmpty == false { catches += 1 }
    shown.point(to: place, .pressed(.primary))
    let caught = try self.place(of: card)
    #expect(abs(caught.x - place.x) < 0.01 && abs(caught.y - place.y) < 0.01)
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      shown.advance(by: random.pick([0.008, 0.016, 0.05]))
      place.x += random.number(-60...60)
      place.y += random.number(-20...20)
      shown.point(to: place)
    }
    if random.chance(0.3) { shown.advance(by: 0.3) }
    shown.point(to: place, .released(.primary))
  }

  func press(_ random: inout SeededGenerator) { scene.swipe(random.pick([.left, .right])) }
}

@Suite("Swipe cards at random", .serialized)
@MainActor
struct RandomSwipeTests {
  @Test(
    "Cards are caught where they are seen, each is swiped once, and the rest lie where they belong")
  func play() throws {
    var catches = 0
    try Fuzz("RandomSwipeTests", cases: 12).run { random in
      let player = try Player()
      defer { player.shown.close() }
      for _ in 0..<30 {
        if random.chance(0.7) { try player.drag(&random) } else { player.press(&random) }
        player.shown.advance(by: random.pick([0.01, 0.05, 0.2, 0.8]))
      }
      player.shown.advance(by: 3)
      for deck in player.decks {
        #expect(deck.subviews.count == deck.cards.count && deck.cards.count >= 3)
        #expect(
          deck.cards.allSatisfy { $0.center == $0.home && $0.layer.animationKeys() ?? [] == [] })
        let first = try #require(deck.cards.first)
        #expect(first.transform == .identity && first.alpha == 1 && first.isUserInteractionEnabled)
        // The last view lies on top.
        #expect(deck.subviews.last === first)
      }
      catches += player.catches
    }
    #expect(catches > 10)
  }
}
