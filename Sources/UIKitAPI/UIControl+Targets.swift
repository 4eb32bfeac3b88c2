/// Gives every control closures that take the control in its own type.
@MainActor
public protocol UIControlHandling: AnyObject {}

extension UIControl: UIControlHandling {}

extension UIControlHandling where Self: UIControl {
  /// `button.addTarget(for: .touchUpInside) { button in … }`
  @discardableResult
  public func addTarget(
    for controlEvents: UIControl.Event, _ handler: @escaping @MainActor (Self) -> Void
  ) -> UIGestureRecognizer.TargetToken {
    listeners.add(controlEvents) { control, _ in
      if let control = control as? Self { handler(control) }
    }
  }

  /// `button.addTarget(self, action: Controller.tapped, for: .touchUpInside)`. The target is not kept.
  @discardableResult
  public func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping @MainActor (Target) -> @MainActor (Self) -> Void,
    for controlEvents: UIControl.Event
  ) -> UIGestureRecognizer.TargetToken {
    addTarget(for: controlEvents) { [weak target] control in
      if let target { action(target)(control) }
    }
  }

  /// The same for a method that also takes the event; that is nil where a program has sent it.
  @discardableResult
  public func addTarget<Target: AnyObject>(
    _ target: Target,
    action: @escaping @MainActor (Target) -> @MainActor (Self, UIEvent?) -> Void,
    for controlEvents: UIControl.Event
  ) -> UIGestureRecognizer.TargetToken {
    listeners.add(controlEvents) { [weak target] control, event in
      if let target, let control = control as? Self { action(target)(control, event) }
    }
  }
}

/// What listens to a control, in the order in which it was added.
@MainActor
final class ControlListeners {
  typealias Action = (UIControl, UIEvent?) -> Void

  private struct Listener {
    var token: UIGestureRecognizer.TargetToken
    var identifier: UIAction.Identifier?
    var events: UIControl.Event
    var action: Action
  }

  private var listeners: [Listener] = []
  private var last = 0

  var events: UIControl.Event { listeners.reduce([]) { $0.union($1.events) } }

  @discardableResult
  func add(_ events: UIControl.Event, _ action: @escaping Action)
    -> UIGestureRecognizer.TargetToken
  {
    add(events, nil, action)
  }

  func add(_ action: UIAction, _ events: UIControl.Event) {
    remove(action.identifier, events)
    add(events, action.identifier) { control, _ in control.sendAction(action) }
  }

  @discardableResult
  private func add(
    _ events: UIControl.Event, _ identifier: UIAction.Identifier?, _ action: @escaping Action
  ) -> UIGestureRecognizer.TargetToken {
    last += 1
    let token = UIGestureRecognizer.TargetToken(number: last)
    listeners.append(
      Listener(token: token, identifier: identifier, events: events, action: action))
    return token
  }

  func remove(_ token: UIGestureRecognizer.TargetToken) {
    listeners.removeAll { $0.token == token }
  }

  func remove(_ identifier: UIAction.Identifier, _ events: UIControl.Event) {
    for i in listeners.indices where listeners[i].identifier == identifier {
      listeners[i].events.subtract(events)
    }
    listeners.removeAll { $0.events.isEmpty }
  }

  /// One that is taken away by another is not called any more.
  func call(_ control: UIControl, _ events: UIControl.Event, _ event: UIEvent?) {
    for listener in listeners where !listener.events.isDisjoint(with: events) {
      guard listeners.contains(where: { $0.token == listener.token }) else { continue }
      listener.action(control, event)
    }
  }
}
