import CoreGraphicsAPI
import LayerStage

/// Recognises one or more short touches in one place.
@MainActor
open class UITapGestureRecognizer: UIGestureRecognizer {
  open var numberOfTapsRequired = 1
  open var numberOfTouchesRequired = 1
  /// The button of a mouse that taps.
  open var buttonMaskRequired: UIEvent.ButtonMask = .primary

  private var taps = 0
  /// Touches down at once in the tap being made.
  private var mostTouches = 0
  private var firstPlace = CGPoint.zero
  private var timeout: ScheduledCall?

  /// A touch may move this far, and taps lie this far apart. Points.
  private static let farthest = TouchDispatcher.farthestTap
  /// Seconds that a touch may last.
  static let longestTouch = 1.5
  /// Seconds from the end of a tap to the beginning of the next.
  private static let longestGap = TouchDispatcher.longestGap

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let touch = touches.first else { return }
    if numberOfTouches == 1 {
      mostTouches = 0
      failAfter(Self.longestTouch, event)
      if taps == 0 { firstPlace = touch.position }
    }
    mostTouches = max(mostTouches, numberOfTouches)
    let isFar = numberOfTouches == 1 && touch.position.distance(to: firstPlace) > Self.farthest
    if isFar || mostTouches > numberOfTouchesRequired { state = .failed }
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    failIfFar(touches)
  }

  private func failIfFar(_ touches: Set<UITouch>) {
    if touches.contains(where: { $0.position.distance(to: $0.start) > Self.farthest }) {
      state = .failed
    }
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    failIfFar(touches)
    guard state == .possible, numberOfTouches == touches.count else { return }
    guard mostTouches == numberOfTouchesRequired else { return state = .failed }
    taps += 1
    if taps < numberOfTapsRequired {
      failAfter(Self.longestGap, event)
    } else {
      timeout?.cancel()
      state = .ended
    }
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

  /// A tap does not keep another recogniser from seeing more taps.
  open override func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool {
    guard let other = preventedGestureRecognizer as? UITapGestureRecognizer else { return true }
    return other.numberOfTapsRequired <= numberOfTapsRequired
  }

  override var acceptedButtons: UIEvent.ButtonMask { buttonMaskRequired }
  override var awaitsMoreTouches: Bool { taps > 0 }

  private func failAfter(_ seconds: Double, _ event: UIEvent) {
    timeout?.cancel()
    timeout = wake(at: event.timestamp + seconds) { [weak self] in self?.state = .failed }
  }
}
