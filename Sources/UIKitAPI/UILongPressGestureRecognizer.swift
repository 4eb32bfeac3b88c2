import CoreGraphicsAPI
import LayerStage

/// Recognises fingers that rest in one place, and follows them then.
@MainActor
open class UILongPressGestureRecognizer: UIGestureRecognizer {
  /// Taps to be made before.
  open var numberOfTapsRequired = 0
  open var numberOfTouchesRequired = 1
  /// Seconds.
  open var minimumPressDuration: TimeInterval = 0.5
  /// Points by which a finger may move before the press has begun.
  open var allowableMovement: CGFloat = 10

  private var taps = 0
  private var mostTouches = 0
  private var timeout: ScheduledCall?

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state == .possible, !arbiter.isWaiting else { return }
    if numberOfTouches == 1 { mostTouches = 0 }
    mostTouches = max(mostTouches, numberOfTouches)
    if mostTouches > numberOfTouchesRequired { return state = .failed }
    guard numberOfTouches == numberOfTouchesRequired else {
      // The fingers of one press come down within its time.
      if numberOfTouches == 1 { after(minimumPressDuration, event) { $0.state = .failed } }
      return
    }
    if taps == numberOfTapsRequired {
      guard minimumPressDuration > 0 else { return state = .began }
      after(minimumPressDuration, event) { $0.state = .began }
    } else {
      after(UITapGestureRecognizer.longestTouch, event) { $0.state = .failed }
    }
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    switch state {
    case .possible: if !arbiter.isWaiting { failIfFar(touches) }
    case .began, .changed: state = .changed
    case .ended, .cancelled, .failed: break
    }
  }

  private func failIfFar(_ touches: Set<UITouch>) {
    let farthest = Double(allowableMovement)
    if touches.contains(where: { $0.position.distance(to: $0.start) > farthest }) {
      state = .failed
    }
  }

  /// The first finger that lifts ends the press.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    switch state {
    case .possible where arbiter.isWaiting: state = .ended
    case .possible: endTap(touches, event)
    case .began, .changed: state = .ended
    case .ended, .cancelled, .failed: break
    }
  }

  /// A press too short is one of the taps before it, or nothing.
  private func endTap(_ touches: Set<UITouch>, _ event: UIEvent) {
    failIfFar(touches)
    guard state == .possible, numberOfTouches == touches.count else { return }
    guard taps < numberOfTapsRequired, mostTouches == numberOfTouchesRequired else {
      return state = .failed
    }
    taps += 1
    after(TouchDispatcher.longestGap, event) { $0.state = .failed }
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    state = .cancelled
  }

  open override func reset() {
    super.reset()
    timeout?.cancel()
    timeout = nil
    taps = 0
    mostTouches = 0
  }

  override var awaitsMoreTouches: Bool { taps > 0 }

  private func after(
    _ seconds: Double, _ event: UIEvent,
    _ action: @escaping @MainActor (UILongPressGestureRecognizer) -> Void
  ) {
    timeout?.cancel()
    timeout = wake(at: event.timestamp + seconds) { [weak self] in
      guard let self, state == .possible else { return }
      action(self)
    }
  }
}
