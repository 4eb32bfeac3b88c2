import CoreGraphics
import QuartzCore
import UIKit

/// Who shows cards, and learns what becomes of them.
@MainActor
protocol SwipeCardHost: AnyObject {
  /// It is in the hand, on the way back, or at rest: still one of the cards.
  func cardStays(_ card: SwipeCard)
  /// It flies away; it may yet be caught.
  func cardLeaves(_ card: SwipeCard)
  /// It is gone.
  func card(_ card: SwipeCard, wasSwipedTo side: SwipeCard.Side)
}

/// A card that is dragged and thrown to the left or the right.
///
/// Moved by hand its properties are set; let go, springs take them on with the speed of the hand. A finger
/// that comes down on a card under way stops it where it is seen.
class SwipeCard: UIView {
  enum Side: CGFloat {
    case left = -1
    case right = 1

    init(_ x: CGFloat) { self = x < 0 ? .left : .right }
  }

  /// Where it lies in its host, in the host's points.
  var home: CGPoint { didSet { if home != oldValue { center = home } } }
  weak var host: (any SwipeCardHost)?
  /// What lies on the card, clipped to its shape.
  let content = UIView()
  private lazy var pan = UIPanGestureRecognizer(target: self, action: SwipeCard.panned)
  /// Where it was when it was taken, from `home`.
  private var grip = CGPoint.zero
  /// A finger has stopped it, and has not dragged it yet.
  private var isStopped = false

  init(home: CGPoint, size: CGSize) {
    self.home = home
    super.init(frame: CGRect(origin: .zero, size: size))
    center = home
    content.frame = bounds
    content.clipsToBounds = true
    content.layer.cornerRadius = 20
    content.isUserInteractionEnabled = false
    addSubview(content)
    addGestureRecognizer(pan)
  }

  /// Cards are made in code, never read from an archive.
  required init?(coder: NSCoder) { nil }

  /// From `home`.
  var offset: CGPoint { CGPoint(x: center.x - home.x, y: center.y - home.y) }

  private func panned(_ pan: UIPanGestureRecognizer) {
    let velocity = pan.velocity(in: superview)
    switch pan.state {
    case .began:
      grab()
      drag(by: pan.translation(in: superview))
    case .changed: drag(by: pan.translation(in: superview))
    case .ended: release(at: velocity)
    case .cancelled: release(at: .zero)
    case .possible, .failed: break
    }
  }

  // MARK: In the hand

  var isHeld: Bool { isStopped || pan.state == .began || pan.state == .changed }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesBegan(touches, with: event)
    guard layer.animationKeys()?.isEmpty == false else { return }
    stop()
    isStopped = true
    host?.cardStays(self)
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesEnded(touches, with: event)
    goOn()
  }

  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    super.touchesCancelled(touches, with: event)
    // Where the pan has taken the finger, the card is in the hand.
    if pan.state != .began { goOn() }
  }

  private func goOn() {
    guard isStopped else { return }
    isStopped = false
    release(at: .zero)
  }

  /// Ends what is under way where it is seen.
  private func stop() {
    guard let shown = layer.presentation() else { return }
    layer.removeAllAnimations()
    center = shown.position
    transform = shown.affineTransform()
    alpha = CGFloat(shown.opacity)
  }

  func grab() {
    isStopped = false
    stop()
    grip = offset
    host?.cardStays(self)
    wasTaken()
  }

  func drag(by translation: CGPoint) {
    center = CGPoint(
      x: home.x + grip.x + translation.x, y: home.y + grip.y + translation.y)
    wasMoved(to: offset)
  }

  /// - Parameter velocity: Of the hand, in points of the host per second.
  func release(at velocity: CGPoint) {
    if let side = side(at: velocity) {
      flyAway(to: side, velocity: velocity)
    } else {
      host?.cardStays(self)
      goHome()
    }
  }

  // MARK: For the kinds of cards

  func wasTaken() {}
  func wasMoved(to offset: CGPoint) {}
  /// Where a card goes that is let go; nil for home.
  func side(at velocity: CGPoint) -> Side? { nil }
  func flyAway(to side: Side, velocity: CGPoint) {}
  func goHome() {}

  /// Goes by a spring to a place where it is not seen, and out of the host.
  func fly(
    to target: CGPoint, _ side: Side, turnedBy angle: CGFloat, in duration: Double,
    velocity: CGPoint
  ) {
    let speed = Self.relative(velocity, from: center, to: target).dx
    host?.cardLeaves(self)
    UIView.animate(
      withDuration: duration, delay: 0, usingSpringWithDamping: 0.8,
      initialSpringVelocity: max(speed, 0), options: .allowUserInteraction
    ) {
      center = target
      transform = CGAffineTransform(rotationAngle: angle * side.rawValue)
      alpha = 0
    } completion: { hasArrived in
      // Otherwise it was caught.
      guard hasArrived else { return }
      self.host?.card(self, wasSwipedTo: side)
      self.removeFromSuperview()
    }
  }

  func springHome(in duration: Double) {
    UIView.animate(
      withDuration: duration, delay: 0, usingSpringWithDamping: 0.6, initialSpringVelocity: 0,
      options: .allowUserInteraction
    ) {
      center = home
      transform = .identity
      alpha = 1
    }
  }

  /// A speed in ways to the target per second, as springs have it: none where there is no way to go.
  static func relative(_ velocity: CGPoint, from start: CGPoint, to end: CGPoint) -> CGVector {
    func share(_ speed: CGFloat, _ way: CGFloat) -> CGFloat { way == 0 ? 0 : speed / way }
    return CGVector(
      dx: share(velocity.x, end.x - start.x), dy: share(velocity.y, end.y - start.y))
  }
}

/// Says LIKE or NOPE, and goes where it is dragged far enough.
final class StampedCard: SwipeCard {
  let like: UIView
  let nope: UIView

  /// Points after which a card goes, and a stamp is seen in full.
  private static let threshold: CGFloat = 100

  override init(home: CGPoint, size: CGSize) {
    // They lie on pictures, which are the same by day and by night.
    like = Self.stamp("LIKE", Theme.dark.mint, angle: -0.22)
    nope = Self.stamp("NOPE", Theme.dark.coral, angle: 0.22)
    super.init(home: home, size: size)
    like.center = CGPoint(x: 58, y: 46)
    nope.center = CGPoint(x: size.width - 58, y: 46)
    for stamp in [like, nope] { addSubview(stamp) }
  }

  /// Cards are made in code, never read from an archive.
  required init?(coder: NSCoder) { nil }

  private static func stamp(_ word: String, _ color: CGColor, angle: CGFloat) -> UIView {
    let stamp = UIView(frame: CGRect(x: 0, y: 0, width: 86, height: 38))
    stamp.layer.borderColor = color
    stamp.layer.borderWidth = 3
    stamp.layer.cornerRadius = 9
    stamp.layer.backgroundColor = CGColor(red: 0, green: 0, blue: 0, alpha: 0.5)
    stamp.transform = CGAffineTransform(rotationAngle: angle)
    stamp.isUserInteractionEnabled = false
    stamp.alpha = 0
    let label = UILabel(word, font: .title, weight: .bold, color: color, alignment: .center)
    label.frame = stamp.bounds
    stamp.addSubview(label)
    return stamp
  }

  override func wasMoved(to offset: CGPoint) {
    transform = CGAffineTransform(rotationAngle: 0.26 * offset.x / bounds.width)
    alpha = max(0.5, 1 - abs(offset.x) / 200)
    // Beyond 0 and 1 it is cut.
    like.alpha = offset.x / Self.threshold
    nope.alpha = -offset.x / Self.threshold
  }

  override func side(at velocity: CGPoint) -> Side? {
    abs(offset.x) > Self.threshold ? Side(offset.x) : nil
  }

  override func release(at velocity: CGPoint) {
    super.release(at: velocity)
    UIView.animate(withDuration: 0.2) {
      like.alpha = 0
      nope.alpha = 0
    }
  }

  override func flyAway(to side: Side, velocity: CGPoint) {
    let width = window?.screen.bounds.width ?? 0
    let target = CGPoint(x: home.x + side.rawValue * width, y: center.y + 0.1 * velocity.y)
    fly(to: target, side, turnedBy: 0.5, in: 0.5, velocity: velocity)
  }

  override func goHome() { springHome(in: 0.4) }
}

/// Lifts from the table when it is taken, and goes where it is dragged or flicked, or told to go.
final class LiftedCard: SwipeCard {
  private static let lift: CGFloat = 1.05

  override func wasTaken() {
    UIView.animate(withDuration: 0.2) { transform = turned(by: offset.x / 500) }
  }

  override func wasMoved(to offset: CGPoint) {
    transform = turned(by: offset.x / 500)
    alpha = 1 - abs(offset.x) / 300
  }

  private func turned(by angle: CGFloat) -> CGAffineTransform {
    CGAffineTransform(rotationAngle: angle).scaledBy(x: Self.lift, y: Self.lift)
  }

  override func side(at velocity: CGPoint) -> Side? {
    if abs(offset.x) > 100 { return Side(offset.x) }
    return abs(velocity.x) > 1000 ? Side(velocity.x) : nil
  }

  override func flyAway(to side: Side, velocity: CGPoint) {
    let target = CGPoint(x: home.x + side.rawValue * 1.5 * bounds.width, y: center.y)
    fly(to: target, side, turnedBy: .pi / 4, in: 0.4, velocity: velocity)
  }

  override func goHome() { springHome(in: 0.5) }

  func swipeLeft() { swipe(to: .left) }
  func swipeRight() { swipe(to: .right) }

  /// Who holds it decides.
  private func swipe(to side: Side) {
    if !isHeld { flyAway(to: side, velocity: .zero) }
  }
}
