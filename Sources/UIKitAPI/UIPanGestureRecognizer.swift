import CoreGraphicsAPI

/// What scrolls a pan besides touches.
public struct UIScrollTypeMask: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The steps of a wheel.
  public static let discrete = UIScrollTypeMask(rawValue: 1 << 0)
  /// Fingers on a touchpad.
  public static let continuous = UIScrollTypeMask(rawValue: 1 << 1)
  public static let all: UIScrollTypeMask = [.discrete, .continuous]
}

/// Recognises fingers that move, and says by how much and how fast.
@MainActor
open class UIPanGestureRecognizer: UIGestureRecognizer {
  open var minimumNumberOfTouches = 1
  open var maximumNumberOfTouches = Int.max
  /// Scrolls that count as movements, without touches: the content follows as under fingers.
  open var allowedScrollTypesMask: UIScrollTypeMask = []

  /// How far the middle of the touches has come since it was set down, or since `setTranslation`;
  /// points of the window.
  private var moved = CGPoint.zero
  /// As `moved`, untouched by `setTranslation`: what velocities are measured by.
  private var travelled = CGPoint.zero
  /// The middle of the touches at the last event.
  private var lastMiddle = CGPoint.zero
  private var velocity = VelocitySampler()
  private var now = 0.0

  /// Points that must be exceeded.
  private static let hysteresis = 10.0

  /// Since the touches began, in a view's space. Fingers that come or go make no jump.
  open func translation(in view: UIView?) -> CGPoint { vector(moved, in: view) }

  /// `translation` counts on from here.
  open func setTranslation(_ translation: CGPoint, in view: UIView?) {
    guard let view else { return moved = translation }
    let start = view.convert(CGPoint.zero, to: nil), end = view.convert(translation, to: nil)
    moved = CGPoint(x: end.x - start.x, y: end.y - start.y)
  }

  /// Points per second, in a view's space. None is left after a tenth of a second at rest.
  open func velocity(in view: UIView?) -> CGPoint { vector(velocity.release(at: now), in: view) }

  private func vector(_ v: CGPoint, in view: UIView?) -> CGPoint {
    guard let view else { return v }
    let start = view.convert(CGPoint.zero, from: nil), end = view.convert(v, from: nil)
    return CGPoint(x: end.x - start.x, y: end.y - start.y)
  }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    now = event.timestamp
    if numberOfTouches > maximumNumberOfTouches {
      if state == .possible { return state = .failed }
      for touch in touches { ignore(touch, for: event) }
      findMiddle()
    }
    lastMiddle = location(in: nil)
    // What too few fingers have done does not count.
    if state == .possible, numberOfTouches == minimumNumberOfTouches { start() }
    velocity.add(travelled, at: now)
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    now = event.timestamp
    guard advance() else { return }
    switch state {
    case .possible:
      let distance = moved.distance(to: .zero)
      guard distance > Self.hysteresis, numberOfTouches >= minimumNumberOfTouches else { break }
      state = begins(by: moved) ? .began : .failed
    case .began, .changed: state = .changed
    case .ended, .cancelled, .failed: break
    }
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    now = event.timestamp
    advance()
    let left = numberOfTouches - touches.count
    switch state {
    case .possible where left == 0:
      // Where the pan waits for others to fail, its end waits too.
      state = arbiter.isWaiting ? .ended : .failed
    case .began, .changed: if left < minimumNumberOfTouches { state = .ended }
    case .possible, .ended, .cancelled, .failed: break
    }
    for touch in touches { end(touch) }
    if left > 0 { restart() }
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    now = event.timestamp
    state = .cancelled
  }

  open override func reset() {
    super.reset()
    start()
  }

  private func start() {
    moved = .zero
    travelled = .zero
    velocity = VelocitySampler()
  }

  /// Whether a first movement, in points of the window, may begin the pan; otherwise it fails.
  func begins(by movement: CGPoint) -> Bool { true }

  // MARK: Scrolls

  /// Whether a scroll drives it.
  final func accepts(_ scroll: UIScroll, _ event: UIEvent) -> Bool {
    isEnabled && !arbiter.isDone && followed.isEmpty
      && allowedScrollTypesMask.contains(scroll.isWheel ? .discrete : .continuous)
      && shouldReceive(event)
  }

  /// Content moves against its visible part. No finger trembles here: the first step begins.
  final func scroll(_ step: UIScroll, _ event: UIEvent) {
    follow(step, event)
    now = event.timestamp
    let dx = -step.translation.x, dy = -step.translation.y
    guard dx.isFinite, dy.isFinite, dx != 0 || dy != 0 else { return }
    move(dx, dy)
    switch state {
    case .possible: state = .began
    case .began, .changed: state = .changed
    case .ended, .cancelled, .failed: break
    }
  }

  final func endScroll(at time: Double) {
    now = time
    endFollowingScroll()
    switch state {
    case .possible: state = arbiter.isWaiting ? .ended : .failed
    case .began, .changed: state = .ended
    case .ended, .cancelled, .failed: break
    }
  }

  /// Takes in the movement since the last event. False where there is none.
  @discardableResult private func advance() -> Bool {
    let middle = location(in: nil)
    let dx = middle.x - lastMiddle.x, dy = middle.y - lastMiddle.y
    guard dx != 0 || dy != 0 else { return false }
    lastMiddle = middle
    move(dx, dy)
    return true
  }

  private func move(_ dx: CGFloat, _ dy: CGFloat) {
    moved = CGPoint(x: moved.x + dx, y: moved.y + dy)
    travelled = CGPoint(x: travelled.x + dx, y: travelled.y + dy)
    velocity.add(travelled, at: now)
  }

  /// The middle has jumped because a finger is gone.
  private func restart() {
    findMiddle()
    lastMiddle = location(in: nil)
  }
}
