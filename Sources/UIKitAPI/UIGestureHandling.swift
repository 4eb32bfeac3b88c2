/// Gives every recogniser class closures that take the recogniser in its own type.
@MainActor
public protocol UIGestureHandling: AnyObject {
  init()
}

extension UIGestureHandling where Self: UIGestureRecognizer {
  /// `UITapGestureRecognizer { tap in … }` takes the place of target and selector.
  public init(handler: @escaping @MainActor (Self) -> Void) {
    self.init()
    addTarget(handler)
  }

  /// `UITapGestureRecognizer(target: self, action: Controller.tapped)`. The target is not kept.
  public init<Target: AnyObject>(
    target: Target, action: @escaping @MainActor (Target) -> @MainActor (Self) -> Void
  ) {
    self.init()
    addTarget(target, action: action)
  }

  @discardableResult
  public func addTarget(
    _ handler: @escaping @MainActor (Self) -> Void
  ) -> UIGestureRecognizer.TargetToken {
    actions.add { if let recognizer = $0 as? Self { handler(recognizer) } }
  }

  @discardableResult
  public func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping @MainActor (Target) -> @MainActor (Self) -> Void
  ) -> UIGestureRecognizer.TargetToken {
    addTarget { [weak target] (recognizer: Self) in
      if let target { action(target)(recognizer) }
    }
  }
}

/// The closures of a recogniser, in the order in which they were added.
@MainActor
final class GestureActions {
  typealias Action = (UIGestureRecognizer) -> Void

  private var actions: [(token: UIGestureRecognizer.TargetToken, action: Action)] = []
  private var last = 0

  var all: [Action] { actions.map(\.action) }

  func add(_ action: @escaping Action) -> UIGestureRecognizer.TargetToken {
    last += 1
    let token = UIGestureRecognizer.TargetToken(number: last)
    actions.append((token, action))
    return token
  }

  func remove(_ token: UIGestureRecognizer.TargetToken) { actions.removeAll { $0.token == token } }
}
