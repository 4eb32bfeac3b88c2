import CoreGraphicsAPI
import LayerCommit

/// A key that is held down, or was just let go.
@MainActor
public final class UIPress {
  public enum Phase: Int, Sendable {
    case began, changed, stationary, ended, cancelled
  }

  public enum PressType: Int, Sendable {
    case upArrow, downArrow, leftArrow, rightArrow, select, menu, playPause
    /// A key that stands for no button of a remote control.
    case keyboard = 2000
  }

  public internal(set) var phase: Phase
  /// What it meant when it went down.
  public let key: UIKey?
  /// When the phase changed last: media time in seconds.
  public internal(set) var timestamp: Double
  public let type: PressType
  /// Keys are down or up.
  public var force: CGFloat { isDown ? 1 : 0 }
  /// Who is told of it, from down to up.
  public internal(set) weak var responder: UIResponder?
  public private(set) weak var window: UIWindow?

  init(_ event: KeyEvent, in window: UIWindow) {
    phase = event.isPressed ? .began : .ended
    key = UIKey(event)
    timestamp = event.time
    self.window = window
    keysym = event.keysym
    type =
      switch key?.keyCode {
      case .keyboardUpArrow: .upArrow
      case .keyboardDownArrow: .downArrow
      case .keyboardLeftArrow: .leftArrow
      case .keyboardRightArrow: .rightArrow
      default: .keyboard
      }
  }

  private let keysym: UInt32

  /// Of the same key, whatever the modifiers make of it.
  func isOf(_ event: KeyEvent) -> Bool {
    let code = UIKeyboardHIDUsage(keysym: event.keysym)
    return code == .keyboardErrorUndefined ? event.keysym == keysym : code == key?.keyCode
  }

  private var isDown: Bool {
    switch phase {
    case .began, .changed, .stationary: true
    case .ended, .cancelled: false
    }
  }
}

extension UIPress: Hashable {
  nonisolated public static func == (a: UIPress, b: UIPress) -> Bool { a === b }
  nonisolated public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
