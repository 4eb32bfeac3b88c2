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

  final func lookUpAction(_ key: String) -> (any CAAction)? {
    delegate?.action(for: self, forKey: key) ?? actions?[key] ?? styleAction(key)
      ?? type(of: self).defaultAction(forKey: key) ?? implicitAnimation(key)
  }

  /// `NSNull` means none.
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

  /// The built-in action: from what is shown now to the value about to be set.
  private func implicitAnimation(_ key: String) -> CAAnimation? {
    let duration = CATransaction.animationDuration()
    // Without an old value there is nothing to start from.
    guard duration > 0, let from = implicitStart(key) else { return nil }
    let animation = CABasicAnimation(keyPath: key)
    animation.fromValue = from
    animation.fillMode = .backwards
    animation.duration = duration
    animation.timingFunction =
      CATransaction.animationTimingFunction() ?? CAMediaTimingFunction(name: .default)
    return animation
  }

  /// Nil for keys whose changes do not animate by themselves.
  private func implicitStart(_ key: String) -> Any? {
    guard let target = animationTarget(keyPath: key) else {
      return type(of: self).animatesImplicitly(key) ? shownCustomValue(key) : nil
    }
    guard target.component == .whole, target.property.hasBasicImplicitAction else { return nil }
    return Boxing.any(shownValue(of: target), for: target)
  }

  /// What is on screen now; the model's value where the layer is not.
  final func shownValue(of target: AnimationTarget) -> PropertyValue {
    let shown = committed?.presented(at: LayerHost.presentationTime) ?? values
    return shown[target]
  }
}
