extension CALayer {
  final var shownMask: CALayer? {
    guard let presented else { return storedMask }
    return presented.committed?.mask?.presentation()
  }

  /// A mask leaves the place that it had before, and has this layer as its superlayer.
  final func setMask(_ new: CALayer?) {
    guard new !== shownMask else { return }
    guard new.map({ mayTake($0) }) ?? mayChange() else { return }
    changeStructure(Self.maskKey, taking: new) { placeMask(new) }
  }

  private func placeMask(_ new: CALayer?) {
    // Whoever was asked for the action may have moved layers about.
    guard new !== storedMask, new.map({ mayTake($0) }) ?? true else { return }
    new?.leaveHost()
    storedMask?.leaveTree()
    // So may those who were told that the old mask, or a root, leaves.
    guard let new, storedMask == nil, mayTake(new) else { return }
    new.leaveSuperlayer()
    storedMask = new
    new.storedSuperlayer = self
    mark(.mask)
    new.tellOfFlips()
    new.move(to: host)
  }
}
