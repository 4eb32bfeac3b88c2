import CoreGraphicsAPI

/// A finger on the screen, or the pointer with a button down.
@MainActor
public final class UITouch {
  public enum Phase: Int, Sendable {
    case began, moved, stationary, ended, cancelled
  }

  public enum TouchType: Int, Sendable {
    case direct, indirect, pencil, indirectPointer

    static let all = [direct, indirect, pencil, indirectPointer].map {
      NSNumber(value: $0.rawValue)
    }
  }

  public internal(set) var phase = Phase.began
  public let type: TouchType
  /// When the phase or the place changed last: media time in seconds.
  public internal(set) var timestamp: Double
  /// Which of several taps in one place this is, counted from 1; 0 once it has moved.
  public internal(set) var tapCount: Int
  public internal(set) weak var window: UIWindow?
  /// The view in which it began; kept until the touch ends, so that it hears of that.
  public internal(set) var view: UIView? {
    get { keptView ?? lastView }
    set {
      keptView = newValue
      lastView = newValue
    }
  }
  private var keptView: UIView?
  private weak var lastView: UIView?
  /// Nobody measures it here.
  public var force: CGFloat { 0 }
  public var maximumPossibleForce: CGFloat { 0 }
  /// How large the finger is: nobody measures it here.
  public var majorRadius: CGFloat { 0 }
  public var majorRadiusTolerance: CGFloat { 0 }
  public var gestureRecognizers: [UIGestureRecognizer]? { recognizers }

  /// Those that follow this touch.
  var recognizers: [UIGestureRecognizer] = []
  /// The view has been told that the touch is cancelled, and hears no more of it.
  var isWithheld = false
  /// The view has been told that the touch began.
  var isTold = false
  /// What the view is told later, while recognisers make up their minds.
  var delay: TouchDelay?
  /// The button of the pointer that makes it.
  let button: UIEvent.ButtonMask
  /// Points of the window.
  var position: CGPoint
  var previousPosition: CGPoint
  let start: CGPoint

  /// It has left the screen.
  var isOver: Bool {
    switch phase {
    case .began, .moved, .stationary: false
    case .ended, .cancelled: true
    }
  }

  func releaseView() { keptView = nil }

  init(
    type: TouchType, at position: CGPoint, time: Double, tapCount: Int, window: UIWindow,
    button: UIEvent.ButtonMask = []
  ) {
    self.button = button
    self.type = type
    self.position = position
    previousPosition = position
    start = position
    timestamp = time
    self.tapCount = tapCount
    self.window = window
  }

  /// In a view's space; in that of the window for nil.
  public func location(in view: UIView?) -> CGPoint {
    view.map { $0.convert(position, from: nil) } ?? position
  }

  /// Nobody measures it finer.
  public func preciseLocation(in view: UIView?) -> CGPoint { location(in: view) }
  public func precisePreviousLocation(in view: UIView?) -> CGPoint { previousLocation(in: view) }

  public func previousLocation(in view: UIView?) -> CGPoint {
    view.map { $0.convert(previousPosition, from: nil) } ?? previousPosition
  }
}

extension UITouch: Hashable {
  nonisolated public static func == (a: UITouch, b: UITouch) -> Bool { a === b }
  nonisolated public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
