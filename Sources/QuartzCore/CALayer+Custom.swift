import AnimationCore
import CoreGraphicsAPI

/// Values under keys of the application's own, as far as they animate.
///
/// A key animates on the layers of a class whose `needsDisplay(forKey:)` says that its values are
/// drawn. The server cannot draw, so these animations run on the main side: with every tick of the
/// display a copy of the layer that has the values of the moment draws the contents.
extension CALayer {
  final func setCustom(_ value: Any?, key: String) {
    let new = Boxing.kept(value)
    let old = customValues[key]
    if let old = old as? AnyHashable, let new = new as? AnyHashable, old == new { return }
    guard new != nil || old != nil, mayChange() else { return }
    let action = actionForChange(of: key)
    customValues[key] = new
    mark(.customValues)
    if type(of: self).needsDisplay(forKey: key) { setNeedsDisplay() }
    action?.run(forKey: key, object: self, arguments: nil)
  }

  /// The value of a key of the application's own where it was not set.
  final func customDefault(_ key: String) -> Any? {
    style?[key] ?? type(of: self).defaultValue(forKey: key)
  }

  /// The key that a key path starts from and what the path names, where that animates: as a part of
  /// the property that stands in for values of the key's type.
  ///
  /// - Parameter example: Tells the type of a key that has no value yet.
  final func customTarget(keyPath: String, example: Any? = nil)
    -> (key: String, target: AnimationTarget)?
  {
    let (key, rest) = KeyPaths.split(keyPath)
    guard type(of: self).needsDisplay(forKey: key) else { return nil }
    guard let value = value(forKey: key) ?? (rest == nil ? example : nil),
      let property = Boxing.standIn(for: value)
    else { return nil }
    guard let rest else { return (key, AnimationTarget(property)) }
    return AnimationTarget(keyPath: "\(property.name).\(rest)").map { (key, $0) }
  }

  /// What is on screen now of a key of the application's own.
  final func shownCustomValue(_ key: String) -> Any? {
    guard let committed else { return value(forKey: key) }
    return shownCustomValues(committed, at: LayerHost.presentationTime)[key] ?? customDefault(key)
  }

  /// Of that what a target of `customTarget` names.
  final func shownCustomValue(_ key: String, _ target: AnimationTarget) -> PropertyValue? {
    shownCustomValue(key).flatMap { Boxing.value($0, for: AnimationTarget(target.property)) }?
      .component(target.component)
  }

  /// The committed values with what the animations make of them at a media time.
  final func shownCustomValues(_ committed: CommittedLayer, at time: Double) -> [String: Any] {
    var values = committed.customValues
    for shown in shownCustomAnimations(committed, at: time) {
      let old = values[shown.key] ?? customDefault(shown.key)
      values[shown.key] = Boxing.any(shown.value, as: shown.property, like: old)
    }
    return values
  }

  private func shownCustomAnimations(_ committed: CommittedLayer, at time: Double)
    -> [CustomAnimations.Shown]
  {
    committed.customAnimations?.shown(
      over: { committed.customValues[$0] ?? customDefault($0) }, at: committed.localTime(time))
      ?? []
  }

  // MARK: Drawing

  /// The contents are drawn by copies, not by the layer itself, now or from the next commit on.
  final var isDrawnByCopies: Bool {
    guard host != nil else { return false }
    return committed?.customAnimations != nil
      || attached.contains {
        $0.compiled == nil ? animatesCustomKey($0.animation) : !$0.customLeaves.isEmpty
      }
  }

  private func animatesCustomKey(_ animation: CAAnimation) -> Bool {
    if let group = animation as? CAAnimationGroup {
      return group.animations?.contains { animatesCustomKey($0) } ?? false
    }
    guard let path = (animation as? CAPropertyAnimation)?.keyPath else { return false }
    return animationTarget(keyPath: path) == nil
      && type(of: self).needsDisplay(forKey: KeyPaths.split(path).key)
  }

  /// Lets a copy with the values shown at a media time draw the contents, unless it would draw what
  /// they are already.
  final func drawShownValues(at time: Double) {
    guard let committed, let animations = committed.customAnimations else { return }
    let shown = shownCustomAnimations(committed, at: time)
    animations.drawnTime = committed.localTime(time)
    guard displayIsNeeded || shown != animations.drawn else { return }
    displayIsNeeded = false
    if let copy = makePresentation(drawsContents: true) {
      copy.display()
      copy.drawsForModel = false
    }
    animations.drawn = shown
  }
}
