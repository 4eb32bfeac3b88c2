import CoreGraphicsAPI
import LayerCommit

/// Something the user did in a window.
@MainActor
open class UIEvent {
  public enum EventType: Int, Sendable {
    case touches = 0
    case presses = 3
    case scroll = 10
    case hover = 11
  }

  public final let type: EventType
  /// When it happened, by the display's own stamp: media time in seconds.
  public final let timestamp: Double
  public final let modifierFlags: UIKeyModifierFlags
  /// The buttons of the pointer that are down, and the one that goes up with this event.
  public final let buttonMask: ButtonMask
  /// Every touch in the window, those that rest included.
  public final let allTouches: Set<UITouch>?
  /// Those that this event is about.
  final let changedTouches: Set<UITouch>
  final weak var window: UIWindow?
  /// Of a scroll event.
  final let scroll: UIScroll?

  init(
    _ type: EventType, in window: UIWindow?, at timestamp: Double,
    modifierFlags: UIKeyModifierFlags = [], buttonMask: ButtonMask = [],
    touches: Set<UITouch>? = nil, changed: Set<UITouch> = [], scroll: UIScroll? = nil
  ) {
    self.buttonMask = buttonMask
    self.scroll = scroll
    self.type = type
    self.window = window
    self.timestamp = timestamp
    self.modifierFlags = modifierFlags
    allTouches = touches
    changedTouches = changed
  }

  public final func touches(for window: UIWindow) -> Set<UITouch>? {
    allTouches?.filter { $0.window === window }
  }

  public final func touches(for view: UIView) -> Set<UITouch>? {
    allTouches?.filter { $0.view === view }
  }

  /// Touches are told as they come: the touch itself.
  public final func coalescedTouches(for touch: UITouch) -> [UITouch]? { [touch] }
  /// Nobody foresees any.
  public final func predictedTouches(for touch: UITouch) -> [UITouch]? { [] }

  public final func touches(for gesture: UIGestureRecognizer) -> Set<UITouch>? {
    allTouches?.filter { $0.recognizers.contains { $0 === gesture } }
  }
}

extension UIEvent {
  /// Buttons of a mouse.
  public struct ButtonMask: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let primary = ButtonMask(rawValue: 1 << 0)
    public static let secondary = ButtonMask(rawValue: 1 << 1)

    /// Counted from 1; those there cannot be are none.
    public static func button(_ buttonNumber: Int) -> ButtonMask {
      (1...62).contains(buttonNumber) ? ButtonMask(rawValue: 1 << (buttonNumber - 1)) : []
    }

    init(_ button: PointerEvent.Button) {
      switch button {
      case .primary: self = .primary
      case .secondary: self = .secondary
      case .middle: self = .button(3)
      // The left one's code is 272.
      case .other(let code): self = .button(Int(code) - 271)
      }
    }
  }
}

/// A key went down or up.
@MainActor
public final class UIPressesEvent: UIEvent {
  /// The keys that are down, and the one that the event is about.
  public let allPresses: Set<UIPress>
  let changedPress: UIPress
  /// Nobody in the chain of responders wanted it.
  var isUnanswered = false

  init(_ press: UIPress, among held: [UIPress], in window: UIWindow) {
    allPresses = Set(held).union([press])
    changedPress = press
    super.init(
      .presses, in: window, at: press.timestamp, modifierFlags: press.key?.modifierFlags ?? [])
  }
}

/// A wheel was turned or fingers moved on a touchpad. Not part of Apple's API.
@MainActor
public final class UIScroll {
  /// By how much the content's visible part moves right and down, in points.
  public let translation: CGPoint
  /// The fingers left the touchpad; `translation` is zero.
  public let isEnd: Bool
  /// Steps of a wheel, not the movement of fingers.
  public let isWheel: Bool
  /// Media time in seconds.
  public let timestamp: Double
  /// The view it happened over.
  public let view: UIView?
  private let position: CGPoint

  init(
    translation: CGPoint, isEnd: Bool, isWheel: Bool, at timestamp: Double, over view: UIView?,
    position: CGPoint
  ) {
    self.translation = translation
    self.isEnd = isEnd
    self.isWheel = isWheel
    self.timestamp = timestamp
    self.view = view
    self.position = position
  }

  /// In a view's space; in that of the window for nil.
  public func location(in view: UIView?) -> CGPoint {
    view.map { $0.convert(position, from: nil) } ?? position
  }
}
