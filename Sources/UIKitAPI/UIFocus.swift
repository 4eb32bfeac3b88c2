import CoreGraphicsAPI

/// Which way the focus goes.
public struct UIFocusHeading: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let up = UIFocusHeading(rawValue: 1 << 0)
  public static let down = UIFocusHeading(rawValue: 1 << 1)
  public static let left = UIFocusHeading(rawValue: 1 << 2)
  public static let right = UIFocusHeading(rawValue: 1 << 3)
  public static let next = UIFocusHeading(rawValue: 1 << 4)
  public static let previous = UIFocusHeading(rawValue: 1 << 5)
  public static let first = UIFocusHeading(rawValue: 1 << 8)
  public static let last = UIFocusHeading(rawValue: 1 << 9)
}

/// What the focus may be in: views and controllers.
@MainActor
public protocol UIFocusEnvironment: AnyObject {
  /// Asked in this order for who gets the focus.
  var preferredFocusEnvironments: [any UIFocusEnvironment] { get }
  var parentFocusEnvironment: (any UIFocusEnvironment)? { get }
  func setNeedsFocusUpdate()
  func updateFocusIfNeeded()
  func shouldUpdateFocus(in context: UIFocusUpdateContext) -> Bool
  func didUpdateFocus(
    in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator)
}

/// What may have the focus: views.
@MainActor
public protocol UIFocusItem: UIFocusEnvironment {
  var canBecomeFocused: Bool { get }
  var isFocused: Bool { get }
  var frame: CGRect { get }
}

extension UIView: UIFocusItem {
  public var parentFocusEnvironment: (any UIFocusEnvironment)? { controller ?? storedSuperview }
}

extension UIViewController: UIFocusEnvironment {
  public var parentFocusEnvironment: (any UIFocusEnvironment)? { viewIfLoaded?.superview }

  final var focusSystem: UIFocusSystem? { viewIfLoaded?.window?.focus }
}

/// A change of the focus.
@MainActor
public final class UIFocusUpdateContext {
  public let previouslyFocusedView: UIView?
  public let nextFocusedView: UIView?
  public let focusHeading: UIFocusHeading

  public var previouslyFocusedItem: (any UIFocusItem)? { previouslyFocusedView }
  public var nextFocusedItem: (any UIFocusItem)? { nextFocusedView }

  init(from old: UIView?, to new: UIView?, _ heading: UIFocusHeading) {
    previouslyFocusedView = old
    nextFocusedView = new
    focusHeading = heading
  }
}

/// Animates what changes with the focus, for both views at once.
@MainActor
public final class UIFocusAnimationCoordinator {
  private var animations: [() -> Void] = []
  private var completions: [() -> Void] = []

  /// Seconds.
  private static let duration = 0.2

  public func addCoordinatedAnimations(
    _ animations: (() -> Void)?, completion: (() -> Void)? = nil
  ) {
    if let animations { self.animations.append(animations) }
    if let completion { completions.append(completion) }
  }

  func run() {
    guard !animations.isEmpty || !completions.isEmpty else { return }
    let animations = animations, completions = completions
    UIView.animate(
      withDuration: Self.duration, delay: 0, options: .allowUserInteraction,
      animations: { for animation in animations { animation() } },
      completion: { _ in for completion in completions { completion() } })
  }
}
