import AnimationCore
import CoreGraphicsAPI

extension CALayer {
  /// A presentation layer answers for those of its model that are committed.
  final var shownAnimations: [AttachedAnimation] {
    guard let presented else { return attached }
    return presented.committed?.attached ?? []
  }

  final var shownAnimationKeys: [String]? {
    let keys = shownAnimations.compactMap(\.key)
    return keys.isEmpty ? nil : keys
  }

  /// A transition always takes the place of the one before.
  final func attach(_ original: CAAnimation, key givenKey: String?) {
    guard presented == nil else {
      misuse("an animation cannot be added to a presentation layer")
      return
    }
    let animation = original.keptCopy()
    if !(animation.duration > 0) { animation.duration = CATransaction.animationDuration() }
    if animation.timingFunction == nil {
      animation.timingFunction = CATransaction.animationTimingFunction()
    }
    captureStart(animation)
    animation.store()
    let key = animation is CATransition ? kCATransition : givenKey
    if let key { remove { $0.key == key } }
    let new = AttachedAnimation(
      key: key, animation: animation, groups: TransactionStack.current.joinedGroups())
    attached.append(new)
    if let rein = animation.fields.rein { rein.steering.take(new, of: self, old: rein.old) }
    mark(.animations)
    if host == nil { TransactionStack.current.addLoose(self) }
  }

  /// An animation without any end starts from what is on screen when it is added.
  private func captureStart(_ animation: CAAnimation) {
    if let group = animation as? CAAnimationGroup {
      group.animations?.forEach { captureStart($0) }
    } else if let basic = animation as? CABasicAnimation, let path = basic.keyPath {
      let property = animationTarget(keyPath: path)
      let custom = property == nil ? customTarget(keyPath: path) : nil
      guard let target = property ?? custom?.target else { return }
      // What is on screen is nothing that a value function takes.
      if basic.valueFunction != nil, target.kind == .matrix { return }
      // An end whose type does not fit counts as not set.
      func isSet(_ end: Any?) -> Bool { end.map { Boxing.fits($0, target) } ?? false }
      if !isSet(basic.fromValue), !isSet(basic.toValue), !isSet(basic.byValue) {
        basic.capturedStart =
          custom.map { shownCustomValue($0.key, target) } ?? shownValue(of: target)
      }
    }
  }

  final func detachAnimation(_ key: String) {
    guard mayChange() else { return }
    remove { $0.key == key }
  }

  final func detachAllAnimations() {
    guard mayChange() else { return }
    remove { _ in true }
  }

  /// The server reports the start of the active time.
  final func animationStarted(_ id: AnimationID) {
    guard let animation = attached.first(where: { $0.id == id }) else { return }
    animation.start()
    if !animation.customLeaves.isEmpty { host?.checkDrivenLayers() }
  }

  /// The server reports the end of the active time.
  final func animationFinished(_ id: AnimationID) {
    guard let index = attached.firstIndex(where: { $0.id == id }) else { return }
    let animation = attached[index]
    if animation.steering != nil { return animation.reachEnd() }
    animation.end(finished: true)
    if animation.animation.isRemovedOnCompletion {
      attached.remove(at: index)
      mark(.animations)
    } else if !animation.customLeaves.isEmpty {
      host?.checkDrivenLayers()
    }
  }

  /// Takes these away; they end here, wherever they are.
  final func detach(_ animations: [AttachedAnimation], finished: Bool) {
    remove(finished: finished) { entry in animations.contains { $0 === entry } }
  }

  /// Removes animations and ends them, where they have not ended yet.
  private func remove(finished: Bool = false, _ isRemoved: (AttachedAnimation) -> Bool) {
    let removed = attached.filter(isRemoved)
    guard !removed.isEmpty else { return }
    attached.removeAll(where: isRemoved)
    mark(.animations)
    for animation in removed { animation.end(finished: finished) }
  }

  /// Ends what ran in a tree that the layer has left, as far as that says so; keeps what was added
  /// since.
  final func endShownAnimations(_ ending: LeavingAnimations) {
    switch ending {
    case .endAll: remove { $0.compiled != nil }
    case .endRemovable: remove { $0.compiled != nil && $0.animation.isRemovedOnCompletion }
    case .endNone: break
    }
  }

  /// Ends what has never been in a shown tree.
  final func endLooseAnimations() { remove { $0.compiled == nil } }
}
