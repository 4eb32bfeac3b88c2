import CoreGraphicsAPI

/// Recognises two fingers that move about each other.
@MainActor
open class UIRotationGestureRecognizer: UIGestureRecognizer {
  private var measure = PairMeasure(startingAt: 0)

  /// By how much they have turned since they were set down, or since this was set: radians, clockwise,
  /// more than a whole turn too.
  open var rotation: CGFloat {
    get { CGFloat(measure.value) }
    set { if newValue.isFinite { measure.value = Double(newValue) } }
  }

  /// Radians per second.
  open var velocity: CGFloat { CGFloat(measure.velocity) }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    keepTwo(of: touches, event)
    measure.begin(FingerPair(followed), at: event.timestamp)
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let pair = FingerPair(followed), let first = measure.first else { return }
    measure.move(to: pair, at: event.timestamp) { $0 + $2.turn(since: $1) }
    let way = abs(pair.turn(since: first)) * pair.distance
    follow(hasBegun: way > FingerPair.hysteresis)
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
    measure = PairMeasure(startingAt: 0)
  }
}
