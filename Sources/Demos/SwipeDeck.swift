import CoreGraphics
import QuartzCore
import UIKit

/// Cards on top of each other, of which the first one is dragged. There is always a next one.
final class SwipeDeck: UIView, SwipeCardHost {
  /// Those that lie there, the first one on top.
  private(set) var cards: [SwipeCard] = []
  /// What became of those that are gone.
  private(set) var results: [SwipeCard.Side] = []
  /// A finger comes down on a card.
  var onTouch: (() -> Void)?
  private let makeCard: (Int) -> SwipeCard
  private var count = 0

  private static let depth = 3

  /// - Parameter makeCard: Makes the card with a number, counted from 0.
  init(frame: CGRect, makeCard: @escaping (Int) -> SwipeCard) {
    self.makeCard = makeCard
    super.init(frame: frame)
    for _ in 0..<Self.depth { addCard() }
    arrange()
  }

  /// Decks are made in code, never read from an archive.
  required init?(coder: NSCoder) { nil }

  private func addCard() {
    let card = makeCard(count)
    count += 1
    card.host = self
    card.transform = Self.rest(Self.depth)
    card.alpha = 0
    cards.append(card)
    insertSubview(card, at: 0)
  }

  /// Further down a card is smaller and looks out above.
  private static func rest(_ depth: Int) -> CGAffineTransform {
    let scale = 1 - 0.07 * CGFloat(depth)
    return CGAffineTransform(translationX: 0, y: -26 * CGFloat(depth)).scaledBy(x: scale, y: scale)
  }

  /// Puts the cards below the first one in their places.
  private func arrange() {
    for (depth, card) in cards.enumerated() {
      card.isUserInteractionEnabled = depth == 0
      guard card.center == card.home else { continue }
      card.transform = Self.rest(depth)
      card.alpha = depth < Self.depth ? 1 : 0
    }
  }

  private func arrangeSmoothly() {
    UIView.animate(springDuration: 0.45, bounce: 0.25, options: .allowUserInteraction) {
      arrange()
    }
  }

  // MARK: Cards

  func cardStays(_ card: SwipeCard) {
    superview?.bringSubviewToFront(self)
    guard !cards.contains(card) else { return }
    // It was caught in flight.
    cards.insert(card, at: 0)
    bringSubviewToFront(card)
    arrangeSmoothly()
  }

  func cardLeaves(_ card: SwipeCard) {
    cards.removeAll { $0 === card }
    if cards.count < Self.depth { addCard() }
    arrangeSmoothly()
    card.isUserInteractionEnabled = true
  }

  func card(_ card: SwipeCard, wasSwipedTo side: SwipeCard.Side) { results.append(side) }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { onTouch?() }

  /// Cards in flight are found where they are seen.
  override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    let card = subviews.last { card in
      guard card.isUserInteractionEnabled else { return false }
      return (card.layer.presentation() ?? card.layer).hitTest(point) != nil
    }
    return card ?? super.hitTest(point, with: event)
  }
}
