import CoreGraphicsAPI

/// What the user needs of programs.
@MainActor
public enum UIAccessibility {
  /// The user wants less motion. Nothing here changes by itself: programs ask, and choose fades.
  public private(set) static var isReduceMotionEnabled = false {
    didSet {
      guard isReduceMotionEnabled != oldValue else { return }
      NotificationCenter.default.post(name: reduceMotionStatusDidChangeNotification, object: nil)
    }
  }

  /// Posted on the main thread after `isReduceMotionEnabled` has changed.
  nonisolated public static let reduceMotionStatusDidChangeNotification = NSNotification.Name(
    "UIAccessibilityReduceMotionStatusDidChangeNotification")

  /// Desktops have no common place to say it: the one who starts the program does.
  package static func setReduceMotion(_ isEnabled: Bool) { isReduceMotionEnabled = isEnabled }
}
