import CoreGraphics
import QuartzCore
import UIKit

extension DemoCatalog {
  static let swipeCards = Demo(
    name: "swipe-cards", title: "Swipe cards",
    summary: "A card follows the finger; let go, a spring takes it on at the finger's speed.",
    duration: 5, photographTimes: [0.75, 1.1, 1.45],
    controls: ["drag a card and let go", "flick it", "catch it in flight", "press a button"]
  ) { canvas in SwipeCardsScene(canvas: canvas) }
}

/// Two decks: one whose cards lift and may be flicked, one whose cards say LIKE or NOPE. They play by
/// themselves until somebody plays with them.
@MainActor
final class SwipeCardsScene: LiveScene {
  private static let cardSize = CGSize(width: 204, height: 272)

  private let canvas: DemoCanvas
  let lifted: SwipeDeck
  let stamped: SwipeDeck
  private var player: SwipePlayer?

  init(canvas: DemoCanvas) {
    self.canvas = canvas
    let theme = canvas.theme, size = canvas.size
    let half = CGSize(width: size.width / 2, height: size.height)
    canvas.card(CGRect(origin: .zero, size: size))
    let faces = CardFace.all.map { ($0, $0.makePicture()) }
    let home = CGPoint(x: half.width / 2, y: canvas.showsCaptions ? 236 : 256)
    lifted = SwipeDeck(frame: CGRect(origin: .zero, size: half)) { number in
      let card = LiftedCard(home: home, size: Self.cardSize)
      let (face, picture) = faces[number % faces.count]
      face.fill(card, picture, theme)
      return card
    }
    stamped = SwipeDeck(frame: CGRect(origin: CGPoint(x: half.width, y: 0), size: half)) { number in
      let card = StampedCard(home: home, size: Self.cardSize)
      let (face, picture) = faces[(number + 2) % faces.count]
      face.fill(card, picture, theme)
      return card
    }
    player = SwipePlayer(lifted: lifted, stamped: stamped)
    for deck in [lifted, stamped] {
      canvas.view.addSubview(deck)
      deck.onTouch = { [weak self] in self?.stopPlaying() }
    }
    guard canvas.showsCaptions else { return }
    addCaptions()
    addButtons()
  }

  private func addCaptions() {
    for (text, deck) in [("Drag or flick", lifted), ("Drag: LIKE or NOPE", stamped)] {
      canvas.caption(
        text, CGRect(x: deck.frame.minX, y: 20, width: deck.frame.width, height: 18),
        alignment: .center, on: canvas.view)
    }
  }

  private func addButtons() {
    let size = CGSize(width: 92, height: 36), gap = Metrics.unit
    let y = canvas.size.height - 20 - size.height
    for (side, title) in [(SwipeCard.Side.left, "Nope"), (.right, "Like")] {
      let button = DemoButton(title, theme: canvas.theme, style: .quiet) { [weak self] _ in
        self?.swipe(side)
      }
      let x = side == .left ? -gap / 2 - size.width : gap / 2
      button.frame = CGRect(origin: CGPoint(x: lifted.frame.midX + x, y: y), size: size)
      canvas.view.addSubview(button)
    }
  }

  /// Sends the lifting deck's first card away.
  func swipe(_ side: SwipeCard.Side) {
    stopPlaying()
    guard let card = lifted.cards.first as? LiftedCard else { return }
    switch side {
    case .left: card.swipeLeft()
    case .right: card.swipeRight()
    }
  }

  func activate(at time: Double) -> Bool {
    swipe(.right)
    return true
  }

  func tick(at time: Double) { player?.play(at: time) }

  /// The user has taken over.
  private func stopPlaying() {
    player?.letGo()
    player = nil
  }
}

/// Drags cards by an invisible hand, over and over.
@MainActor
private final class SwipePlayer {
  private struct Move {
    let deck: SwipeDeck
    /// Seconds of each round.
    let start: Double
    let end: Double
    let way: CGPoint
    var card: SwipeCard?
    /// How often it has been made.
    var count = 0
  }

  private static let period = 5.0

  private var moves: [Move]

  init(lifted: SwipeDeck, stamped: SwipeDeck) {
    moves = [
      Move(deck: stamped, start: 0.3, end: 1.25, way: CGPoint(x: 118, y: -14)),
      Move(deck: lifted, start: 0.45, end: 1.4, way: CGPoint(x: -112, y: 8)),
      Move(deck: stamped, start: 2.4, end: 3.1, way: CGPoint(x: -78, y: 6)),
      Move(deck: lifted, start: 3, end: 3.6, way: CGPoint(x: 126, y: -10)),
    ]
  }

  func play(at time: Double) {
    for index in moves.indices { play(&moves[index], at: time) }
  }

  private func play(_ move: inout Move, at time: Double) {
    let now = time - Double(move.count) * Self.period
    guard now >= move.start else { return }
    if move.card == nil {
      move.card = move.deck.cards.first
      move.card?.grab()
    }
    // Ever faster, as one throws.
    let length = move.end - move.start, share = min((now - move.start) / length, 1)
    move.card?.drag(by: CGPoint(x: move.way.x * share * share, y: move.way.y * share * share))
    guard share == 1 else { return }
    move.card?.release(at: CGPoint(x: 2 * move.way.x / length, y: 2 * move.way.y / length))
    move.card = nil
    move.count += 1
  }

  func letGo() {
    for move in moves { move.card?.release(at: .zero) }
  }
}

/// What is seen on a card.
private struct CardFace {
  let name: String
  let place: String
  let landscape: Landscape

  static let all = [
    CardFace(name: "Morning mist", place: "Eifel, 6:12", landscape: .dawn),
    CardFace(name: "Dunes", place: "Erg Chebbi, 15:40", landscape: .desert),
    CardFace(name: "Green hills", place: "Asturias, 11:05", landscape: .day),
    CardFace(name: "Full moon", place: "Lofoten, 23:30", landscape: .night),
    CardFace(name: "First snow", place: "Engadin, 9:20", landscape: .winter),
  ]

  /// Wider than cards are, which show the middle of it.
  func makePicture() -> CGImage? {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    format.opaque = true
    let size = CGSize(width: 720, height: 544)
    let renderer = UIGraphicsImageRenderer(size: size, format: format)
    return renderer.image { landscape.draw(in: $0.cgContext, CGRect(origin: .zero, size: size)) }
      .cgImage
  }

  @MainActor
  func fill(_ card: SwipeCard, _ picture: CGImage?, _ theme: Theme) {
    let content = card.content, bounds = content.bounds
    content.layer.backgroundColor = theme.well
    let photo = CALayer()
    photo.frame = bounds
    photo.contents = picture
    photo.contentsGravity = .resizeAspectFill
    content.layer.addSublayer(photo)
    let shade = CAGradientLayer()
    shade.frame = CGRect(x: 0, y: bounds.height - 108, width: bounds.width, height: 108)
    shade.colors = [0, 0.62].map { CGColor(red: 0, green: 0, blue: 0, alpha: $0) }
    content.layer.addSublayer(shade)
    for (text, font, y) in [(name, Metrics.Font.title, 58.0), (place, .caption, 28)] {
      let label = UILabel(
        text, font: font, weight: font == .title ? .semibold : .medium,
        color: CGColor(gray: 1, alpha: font == .title ? 1 : 0.8))
      label.place(at: CGPoint(x: 18, y: bounds.height - y), width: bounds.width - 36)
      content.addSubview(label)
    }
    card.layer.shadowColor = CGColor(gray: 0, alpha: 1)
    card.layer.shadowOpacity = theme.shadowOpacity
    card.layer.shadowRadius = 10
    card.layer.shadowOffset = CGSize(width: 0, height: 5)
    card.layer.shadowPath = CGPath(
      roundedRect: card.bounds, cornerWidth: 20, cornerHeight: 20, transform: nil)
  }
}
