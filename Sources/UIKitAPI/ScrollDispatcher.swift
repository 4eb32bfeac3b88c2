import CoreGraphicsAPI
import LayerCommit
import LayerStage

/// The wheel and the touchpad of one window: what they scroll goes to the pan recognisers that ask for
/// it, and to views where none of those takes it.
///
/// Steps that follow each other are one scroll, over the view where it began. It ends when the fingers
/// leave the touchpad; a wheel tells nobody, so that a rest is its end.
@MainActor
final class ScrollDispatcher {
  private struct Scroll {
    /// Stands for the scroll among recognisers' touches; nobody is told of it.
    let standIn: UITouch
    var pans: [UIPanGestureRecognizer]
  }

  private var current: Scroll?
  private var end: ScheduledCall?

  /// Seconds without a step after which a wheel has come to rest.
  static let longestRest = 0.15

  func receive(_ event: ScrollEvent, in window: UIWindow) {
    let position = CGPoint(event.position)
    if let view = current?.standIn.view, view.window !== window {
      end(at: event.time, in: window)
    }
    let step = UIScroll(
      translation: CGPoint(x: event.dx, y: event.dy), isEnd: event.isEnd,
      isWheel: event.source == .wheel, at: event.time,
      over: current?.standIn.view ?? window.hitTest(position, with: nil), position: position)
    UIApplication.shared.sendEvent(
      UIEvent(
        .scroll, in: window, at: event.time, modifierFlags: UIKeyModifierFlags(event.modifiers),
        scroll: step))
  }

  func deliver(_ event: UIEvent) {
    guard let step = event.scroll, let window = event.window else { return }
    if current == nil, !step.isEnd { begin(step, event, in: window) }
    let pans = current?.pans ?? []
    if !step.isEnd {
      for pan in pans where pan.isScrolled { pan.scroll(step, event) }
      endAfterRest(event.timestamp, in: window)
    }
    let isTaken = pans.contains { $0.isScrolled && $0.arbiter.isUnderWay }
    if step.isEnd { end(at: event.timestamp, in: window) }
    if !isTaken { step.view?.scroll(step, with: event) }
  }

  private func begin(_ step: UIScroll, _ event: UIEvent, in window: UIWindow) {
    let standIn = UITouch(
      type: .indirectPointer, at: step.location(in: nil), time: event.timestamp, tapCount: 0,
      window: window)
    standIn.view = step.view
    var pans: [UIPanGestureRecognizer] = [], view = step.view
    while let current = view {
      for case let pan as UIPanGestureRecognizer in current.recognizers
      where pan.accepts(step, event) {
        pan.begin(scroll: standIn, by: window.touches)
        window.touches.play(pan)
        pans.append(pan)
      }
      view = current.storedSuperview
    }
    if !pans.isEmpty { current = Scroll(standIn: standIn, pans: pans) }
  }

  /// The steps that have come were the last.
  func end(at time: Double, in window: UIWindow) {
    guard let scroll = current else { return }
    forget()
    for pan in scroll.pans where pan.isScrolled { pan.endScroll(at: time) }
    window.touches.settle()
  }

  /// Ends without telling anybody.
  func cancel() { forget() }

  private func forget() {
    end?.cancel()
    end = nil
    current = nil
  }

  private func endAfterRest(_ time: Double, in window: UIWindow) {
    guard current != nil else { return }
    end?.cancel()
    end = window.stage?.schedule(at: time + Self.longestRest) { [weak self, weak window] in
      guard let window else { return }
      self?.end(at: time + Self.longestRest, in: window)
    }
  }
}
