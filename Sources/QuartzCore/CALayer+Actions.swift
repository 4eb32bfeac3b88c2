import AnimationCore
import CoreGraphicsAPI

extension CALayer {
  /// The action a change of a property runs; nil for none.
  ///
  /// A layer that was never shown does not animate by itself; its delegate is asked all the same,
  /// since it may know that the layer is about to be shown.
  final func actionForChange(of key: String) -> (any CAAction)? {
    guard committed?.host === host, host != nil else {
      guard let delegate, !TransactionStack.current.disablesActions else { return nil }
      return Self.usable(delegate.action(for: self, forKey: key))
    }
    guard !TransactionStack.current.disablesActions else { return nil }
    return Self.usable(action(forKey: key))
  }

  /// The action a change of the list of sublayers runs. Long lists are built one by one, by layers
  /// that have nobody to ask, below the transition that was added for the first of them.
  final func actionForSublayers() -> (any CAAction)? {
    if let last = attached.last, last.isPendingTransition, delegate == nil, actions == nil,
      style == nil, type(of: self) == CALayer.self, !TransactionStack.current.hasCompletion
    {
      return nil
    }
    return actionForChange(of: Self.sublayersKey)
  }

  static let sublayersKey = "sublayers"
  static let maskKey = "mask"

  final func lookUpAction(_ key: String) -> (any CAAction)? {
    Self.usable(
      delegate?.action(for: self, forKey: key) ?? actions?[key] ?? styleAction(key)
        ?? type(of: self).defaultAction(forKey: key) ?? implicitAction(key))
  }

  /// `NSNull` means none: overrides of `action(forKey:)` may answer it as well.
  private static func usable(_ action: (any CAAction)?) -> (any CAAction)? {
    action is NSNull ? nil : action
  }

  private func styleAction(_ key: String) -> (any CAAction)? {
    var level = style
    // A style may name another; the limit ends one that names itself.
    for _ in 0..<16 {
      guard let style = level else { return nil }
      if let actions = style["actions"] as? [String: any CAAction], let action = actions[key] {
        return action
      }
      level = style["style"] as? [AnyHashable: Any]
    }
    return nil
  }

  /// The action of the layer itself, at the transaction's pace.
  private func implicitAction(_ key: String) -> (any CAAction)? {
    if key == Self.sublayersKey || key == Self.maskKey { return implicitTransition() }
    guard let target = animationTarget(keyPath: key) else {
      return type(of: self).animatesImplicitly(key)
        ? implicitAnimation(key, from: shownCustomValue(key)) : nil
    }
    guard target.component == .whole, !changesAtOnce(target.property) else { return nil }
    switch target.property.implicitAction {
    case .none: return nil
    case .basic:
      return implicitAnimation(key, from: Boxing.any(shownValue(of: target), for: target))
    case .transition: return implicitTransition()
    }
  }

  /// From what is shown now to the value about to be set. Without an old value there is nothing to
  /// start from.
  private func implicitAnimation(_ key: String, from old: Any?) -> CAAnimation? {
    guard let old, CATransaction.animationDuration() > 0 else { return nil }
    let animation = CABasicAnimation(keyPath: key)
    animation.fromValue = old
    animation.fillMode = .backwards
    return atTransactionsPace(animation)
  }

  /// A fade from the picture shown now. A transition that was added since the last commit starts
  /// from the same picture and shows this change as well; it may be the application's own.
  private func implicitTransition() -> (any CAAction)? {
    guard CATransaction.animationDuration() > 0 else { return nil }
    guard let pending = attached.last(where: \.isPendingTransition) else {
      return atTransactionsPace(CATransition())
    }
    return TransactionStack.current.hasCompletion ? JoinedTransition(pending: pending) : nil
  }

  private func atTransactionsPace(_ animation: CAAnimation) -> CAAnimation {
    animation.duration = CATransaction.animationDuration()
    animation.timingFunction =
      CATransaction.animationTimingFunction() ?? CAMediaTimingFunction(name: .default)
    return animation
  }

  /// What is on screen now; the model's value where the layer is not.
  final func shownValue(of target: AnimationTarget) -> PropertyValue {
    let shown = committed?.presented(at: LayerHost.presentationTime) ?? values
    return shown[target]
  }
}

/// The action of a change that a transition shows which was added before: the completion blocks that
/// wait for the change wait for that.
private struct JoinedTransition: CAAction {
  let pending: AttachedAnimation

  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    pending.joinGroups(of: .current)
  }
}
