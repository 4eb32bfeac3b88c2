import CoreGraphicsAPI

/// Animations that run together in the group's time. Children keep their own pace and are cut off
/// where the group ends; their delegates and `isRemovedOnCompletion` do not count.
open class CAAnimationGroup: CAAnimation {
  private var children: [CAAnimation]?

  private static let deepestNesting = 64

  public override init() { super.init() }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Nil or empty: a timer that only calls its delegate.
  open var animations: [CAAnimation]? {
    get { children }
    set { if mayChange() { children = newValue } }
  }

  open override func value(forKey key: String) -> Any? {
    key == "animations" ? animations : super.value(forKey: key)
  }

  open override func setValue(_ value: Any?, forKey key: String) {
    if key == "animations" {
      optional(value, key) { animations = $0 }
    } else {
      super.setValue(value, forKey: key)
    }
  }

  override func takeProperties(of original: CAAnimation) {
    super.takeProperties(of: original)
    guard let original = original as? CAAnimationGroup else { return }
    let stack = TransactionStack.current
    stack.copiedGroups.append(original)
    defer { stack.copiedGroups.removeLast() }
    children = original.children?.compactMap { child in
      guard let group = child as? CAAnimationGroup else { return child.keptCopy() }
      let isInside = stack.copiedGroups.contains { $0 === group }
      guard !isInside, stack.copiedGroups.count < Self.deepestNesting else {
        Warnings.once(
          "group.nesting",
          "an animation group inside itself, or below more than \(Self.deepestNesting) others, "
            + "was left out")
        return nil
      }
      return group.keptCopy()
    }
  }

  override func store() {
    super.store()
    children?.forEach { $0.store() }
  }
}
