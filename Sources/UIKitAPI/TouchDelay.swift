import CoreGraphicsAPI

/// What a view has yet to be told of a touch, because recognisers that delay it have not decided.
struct TouchDelay {
  /// Its beginning and its latest movement, where these are delayed.
  var began: UIEvent?
  var moved: UIEvent?
  var ended: UIEvent?

  /// The next thing to be told, oldest first.
  mutating func takeNext() -> (phase: UITouch.Phase, event: UIEvent)? {
    if let event = began {
      began = nil
      return (.began, event)
    }
    if let event = moved {
      moved = nil
      return (.moved, event)
    }
    defer { ended = nil }
    return ended.map { (.ended, $0) }
  }
}

extension UIGestureRecognizer {
  /// Whether the touch's view has to wait for a decision of this recogniser.
  ///
  /// The beginning waits as long as the touch is down. The end waits for what may still be recognised
  /// without this touch: by other fingers, by more taps, or once others have failed.
  final func delays(_ touch: UITouch) -> Bool {
    guard arbiter.state == .possible, sequence.contains(touch) else { return false }
    guard touch.isOver else { return delaysTouchesBegan && followed.contains(touch) }
    guard delaysTouchesBegan || delaysTouchesEnded else { return false }
    return arbiter.isWaiting || awaitsMoreTouches || followed.contains { !$0.isOver }
  }
}

/// Tells views of touches, in order, and when no recogniser delays it.
@MainActor
final class TouchDelivery {
  /// Those with a delay, oldest first.
  private(set) var delayed: [UITouch] = []

  /// A view is told of the end of what it has been told the beginning of, and of nothing after that.
  func deliver(_ touch: UITouch, _ phase: UITouch.Phase, _ event: UIEvent) {
    guard !touch.isWithheld, touch.view != nil else { return }
    if phase == .cancelled {
      forget(touch)
      if touch.isTold { tell(touch, phase, event) }
      return
    }
    guard touch.delay != nil || touch.isTold || phase == .began else { return }
    if touch.delay == nil {
      guard phase == .began || phase == .ended,
        touch.recognizers.contains(where: { $0.delays(touch) })
      else { return tell(touch, phase, event) }
      touch.delay = TouchDelay()
      delayed.append(touch)
    }
    switch phase {
    case .began: touch.delay?.began = event
    case .moved: touch.delay?.moved = event
    case .ended: touch.delay?.ended = event
    case .stationary, .cancelled: break
    }
  }

  /// Tells what nobody delays any more.
  func resume(_ inPlay: [UIGestureRecognizer]) {
    for touch in delayed {
      guard touch.delay != nil, !inPlay.contains(where: { $0.delays(touch) }) else { continue }
      delayed.removeAll { $0 === touch }
      while let (phase, event) = touch.delay?.takeNext() { tell(touch, phase, event) }
      touch.delay = nil
    }
  }

  /// A recogniser takes the touch for itself, or the window goes: its view hears no more of it.
  func withhold(_ touch: UITouch, _ event: UIEvent?) {
    guard !touch.isWithheld else { return }
    touch.isWithheld = true
    forget(touch)
    if touch.isTold { touch.view?.touchesCancelled([touch], with: event) }
  }

  private func forget(_ touch: UITouch) {
    guard touch.delay != nil else { return }
    touch.delay = nil
    delayed.removeAll { $0 === touch }
  }

  private func tell(_ touch: UITouch, _ phase: UITouch.Phase, _ event: UIEvent) {
    guard !touch.isWithheld, let view = touch.view else { return }
    switch phase {
    case .began:
      touch.isTold = true
      view.touchesBegan([touch], with: event)
    case .moved: view.touchesMoved([touch], with: event)
    case .ended: view.touchesEnded([touch], with: event)
    case .cancelled: view.touchesCancelled([touch], with: event)
    case .stationary: break
    }
  }
}
