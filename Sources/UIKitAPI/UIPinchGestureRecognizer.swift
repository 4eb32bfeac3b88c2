import CoreGraphicsAPI

/// Recognises two fingers that move towards or away from each other.
@MainActor
open class UIPinchGestureRecognizer: UIGestureRecognizer {
  private var measure = PairMeasure(startingAt: 1)

  /// How many times as far apart as when they were set down, or since this was set.
  open var scale: CGFloat {
    get { CGFloat(measure.value) }
    set { if newValue.isFinite { measure.value = Double(newValue) } }
  }

  /// Of `scale`, per second.
  open var velocity: CGFloat { CGFloat(measure.velocity) }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    keepTwo(of: touches, event)
    measure.begin(FingerPair(followed), at: event.timestamp)
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let pair = FingerPair(followed), let first = measure.first else { return }
    measure.move(to: pair, at: event.timestamp) { $0 * $2.growth(since: $1) }
    follow(hasBegun: abs(pair.distance - first.distance) > FingerPair.hysteresis)
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    measure.pass(to: event.timestamp)
    let isOver = endPair(touches)
    for touch in touches { end(touch) }
    if !isOver { measure.begin(nil, at: event.timestamp) }
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    state = .cancelled
  }

  open override func reset() {
    super.reset()
    measure = PairMeasure(startingAt: 1)
  }
}

extension UIGestureRecognizer {
  /// More than two fingers are not followed.
  final func keepTwo(of touches: Set<UITouch>, _ event: UIEvent) {
    guard followed.count > 2 else { return }
    for touch in touches { ignore(touch, for: event) }
    findMiddle()
  }

  /// The two fingers have moved; far enough to begin, if it has not.
  final func follow(hasBegun: Bool) {
    switch state {
    case .possible: if hasBegun { state = .began }
    case .began, .changed: state = .changed
    case .ended, .cancelled, .failed: break
    }
  }

  /// True, and the end, where no finger is left.
  final func endPair(_ touches: Set<UITouch>) -> Bool {
    guard numberOfTouches == touches.count else { return false }
    switch state {
    case .possible: state = arbiter.isWaiting ? .ended : .failed
    case .began, .changed: state = .ended
    case .ended, .cancelled, .failed: break
    }
    return true
  }
}
