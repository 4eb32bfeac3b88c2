import CoreGraphicsAPI

extension CALayer {
  /// Inserts `layer` at `index` among the other sublayers, or next to `sibling` where that is one
  /// of them.
  final func insert(
    _ layer: CALayer, at index: Int, nextTo sibling: CALayer? = nil, offset: Int = 0
  ) {
    guard mayTake(layer) else { return }
    changeSublayers(takingFrom: layer.storedSuperlayer) {
      place(layer, at: index, nextTo: sibling, offset: offset)
    }
  }

  /// Runs `change`, which moves sublayers of this layer and of another, with the actions that both
  /// have for it: asked for before the change, run after it.
  private func changeSublayers(takingFrom other: CALayer? = nil, _ change: () -> Void) {
    let action = actionForSublayers()
    let theirs = other === self ? nil : other?.actionForSublayers()
    change()
    action?.run(forKey: Self.sublayersKey, object: self, arguments: nil)
    if let other { theirs?.run(forKey: Self.sublayersKey, object: other, arguments: nil) }
  }

  private func place(_ layer: CALayer, at index: Int, nextTo sibling: CALayer?, offset: Int) {
    // Whoever was asked for the action may have moved layers about.
    guard mayTake(layer) else { return }
    let isMove = layer.storedSuperlayer !== self
    if !isMove {
      if let old = storedSublayers.lastIndex(where: { $0 === layer }) {
        storedSublayers.remove(at: old)
      }
    } else {
      layer.leaveSuperlayer()
    }
    let place =
      sibling.flatMap { sibling in storedSublayers.firstIndex { $0 === sibling } }
      .map { $0 + offset }
    storedSublayers.insert(layer, at: min(place ?? index, storedSublayers.count))
    layer.storedSuperlayer = self
    sublayersChanged()
    if isMove { layer.tellOfFlips() }
    layer.move(to: host)
  }

  final func replace(_ old: CALayer, with new: CALayer) {
    guard let index = storedSublayers.firstIndex(where: { $0 === old }) else {
      Warnings.once("layer.replace", "replaceSublayer needs a sublayer to replace")
      return
    }
    guard old !== new, mayTake(new) else { return }
    changeSublayers(takingFrom: new.storedSuperlayer) {
      place(new, at: index, nextTo: old, offset: 0)
      if old.storedSuperlayer === self { old.leaveTree() }
    }
  }

  final func replaceSublayers(_ new: [CALayer]) {
    guard mayChange() else { return }
    // What comes from other layers leaves there one by one.
    for layer in new where layer.storedSuperlayer !== self && layer.storedSuperlayer != nil {
      insert(layer, at: .max)
    }
    let keep = Set(new.map(ObjectIdentifier.init))
    changeSublayers {
      for layer in storedSublayers where !keep.contains(ObjectIdentifier(layer)) {
        layer.leaveTree()
      }
      for layer in new { place(layer, at: .max, nextTo: nil, offset: 0) }
    }
  }

  final func detach() {
    guard mayChange() else { return }
    if let host, host.rootLayer === self {
      host.rootLayer = nil
      return
    }
    storedSuperlayer?.changeSublayers { leaveTree() }
  }

  private func leaveTree() {
    leaveSuperlayer()
    move(to: nil)
  }

  /// Leaves the superlayer's list; `host` still answers for the old tree.
  private func leaveSuperlayer() {
    if let host, host.rootLayer === self {
      Warnings.once("layer.root.moved", "the root of a shown tree was put into another layer")
      host.rootLayer = nil
    }
    guard let parent = storedSuperlayer else { return }
    if let index = parent.storedSublayers.lastIndex(where: { $0 === self }) {
      parent.storedSublayers.remove(at: index)
    }
    storedSuperlayer = nil
    parent.sublayersChanged()
  }

  private func sublayersChanged() {
    mark(.sublayers)
    markNeedsLayout()
  }

  /// False, after saying why, where `layer` would become its own ancestor.
  private func mayTake(_ layer: CALayer) -> Bool {
    guard mayChange() else { return false }
    guard layer.presented == nil else {
      misuse("a presentation layer cannot be a sublayer")
      return false
    }
    // Only a layer with sublayers can be an ancestor.
    var ancestor: CALayer? = layer === self || !layer.storedSublayers.isEmpty ? self : nil
    while let current = ancestor {
      if current === layer {
        Warnings.once("layer.cycle", "a layer cannot be added to itself or to its descendant")
        return false
      }
      ancestor = current.storedSuperlayer
    }
    return true
  }

  /// Tells the subtree which host it is shown by.
  final func move(to new: LayerHost?) {
    let old = host
    guard old !== new else { return }
    if new == nil { runEvents(kCAOnOrderOut) }
    forSubtree { layer in
      if let old, let committed = layer.committed, committed.host === old {
        old.leaves(layer, committed)
      }
      layer.host = new
      guard let new else {
        if !layer.attached.isEmpty { TransactionStack.current.addLoose(layer) }
        return
      }
      if layer.committed?.host !== new || !layer.changes.isEmpty { layer.enqueue() }
      if layer.layoutIsNeeded { new.needsLayout(layer) }
      if layer.displayIsNeeded { new.needsDisplay(layer) }
    }
    TransactionStack.current.touch(old)
    TransactionStack.current.touch(new)
    if new != nil { runEvents(kCAOnOrderIn) }
  }

  /// Runs the actions that the layers of the subtree have for an event that is no change of a
  /// property.
  private func runEvents(_ key: String) {
    guard !TransactionStack.current.disablesActions else { return }
    guard !storedSublayers.isEmpty else { return runEvent(key) }
    for layer in subtree() { layer.runEvent(key) }
  }

  private func runEvent(_ key: String) {
    action(forKey: key)?.run(forKey: key, object: self, arguments: nil)
  }

  /// As a loop over `subtree()`, in no order, and without lists for the many layers that have no
  /// sublayers.
  private func forSubtree(_ body: (CALayer) -> Void) {
    body(self)
    var rest = storedSublayers
    while let layer = rest.popLast() {
      body(layer)
      rest.append(contentsOf: layer.storedSublayers)
    }
  }

  /// The layer and all below it, superlayers first. Without recursion: trees may be deeper than the
  /// stack.
  final func subtree() -> [CALayer] {
    var found: [CALayer] = [], rest = [self]
    while let layer = rest.popLast() {
      found.append(layer)
      rest.append(contentsOf: layer.storedSublayers.reversed())
    }
    return found
  }

  /// Lets go of the subtree without recursion: trees may be deeper than the stack.
  final func releaseSublayers() {
    var rest = storedSublayers
    storedSublayers = []
    for layer in rest { layer.storedSuperlayer = nil }
    while var layer = rest.popLast() {
      guard isKnownUniquelyReferenced(&layer) else { continue }
      for sublayer in layer.storedSublayers { sublayer.storedSuperlayer = nil }
      rest.append(contentsOf: layer.storedSublayers)
      layer.storedSublayers = []
    }
  }
}
