import CoreGraphicsAPI

extension CALayer {
  /// Inserts `layer` at `index` among the other sublayers, or next to `sibling` where that is one
  /// of them.
  final func insert(
    _ layer: CALayer, at index: Int, nextTo sibling: CALayer? = nil, offset: Int = 0
  ) {
    guard mayTake(layer) else { return }
    changeStructure(Self.sublayersKey, taking: layer) {
      place(layer, at: index, nextTo: sibling, offset: offset)
    }
  }

  /// Runs `change`, which sets the sublayers or the mask of this layer, with the actions that it and
  /// the layer from which it takes another have for it: asked for before the change, run after it.
  final func changeStructure(_ key: String, taking layer: CALayer? = nil, _ change: () -> Void) {
    let other = layer?.storedSuperlayer
    let otherKey = other?.storedMask === layer ? Self.maskKey : Self.sublayersKey
    let action = actionForStructure(key)
    let theirs = other === self && otherKey == key ? nil : other?.actionForStructure(otherKey)
    change()
    action?.run(forKey: key, object: self, arguments: nil)
    if let other { theirs?.run(forKey: otherKey, object: other, arguments: nil) }
  }

  private func actionForStructure(_ key: String) -> (any CAAction)? {
    key == Self.sublayersKey ? actionForSublayers() : actionForChange(of: key)
  }

  private func place(_ layer: CALayer, at index: Int, nextTo sibling: CALayer?, offset: Int) {
    // Whoever was asked for the action may have moved layers about.
    guard mayTake(layer) else { return }
    // So may those who are told that a root leaves.
    if layer.leaveHost(), !mayTake(layer) { return }
    let isMove = layer.storedSuperlayer !== self || storedMask === layer
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
    changeStructure(Self.sublayersKey, taking: new) {
      place(new, at: index, nextTo: old, offset: 0)
      if old.storedSuperlayer === self { old.leaveTree() }
    }
  }

  final func replaceSublayers(_ new: [CALayer]) {
    guard mayChange() else { return }
    // What comes from other layers leaves there one by one.
    for layer in new where layer.storedSuperlayer != nil {
      if layer.storedSuperlayer !== self || layer === storedMask { insert(layer, at: .max) }
    }
    // The last place of each.
    var places: [ObjectIdentifier: Int] = [:]
    for (index, layer) in new.enumerated() { places[ObjectIdentifier(layer)] = index }
    changeStructure(Self.sublayersKey) {
      for layer in storedSublayers where places[ObjectIdentifier(layer)] == nil {
        // Whoever was told that another one leaves may have moved this one.
        if isSublayer(layer) { layer.leaveTree() }
      }
      for layer in new where !isSublayer(layer) {
        place(layer, at: .max, nextTo: nil, offset: 0)
      }
      arrange(new, places)
    }
  }

  private func isSublayer(_ layer: CALayer) -> Bool {
    layer.storedSuperlayer === self && storedMask !== layer
  }

  /// Brings the sublayers into the order of `list`, where each stands at its place; others that
  /// came meanwhile are in front.
  private func arrange(_ list: [CALayer], _ places: [ObjectIdentifier: Int]) {
    var ordered: [CALayer] = []
    ordered.reserveCapacity(storedSublayers.count)
    for (index, layer) in list.enumerated()
    where places[ObjectIdentifier(layer)] == index && isSublayer(layer) {
      ordered.append(layer)
    }
    for layer in storedSublayers where places[ObjectIdentifier(layer)] == nil {
      ordered.append(layer)
    }
    storedSublayers = ordered
    sublayersChanged()
  }

  final func detach() {
    guard mayChange() else { return }
    if let host, host.rootLayer === self {
      host.rootLayer = nil
      return
    }
    guard let parent = storedSuperlayer else { return }
    if parent.storedMask === self {
      parent.mask = nil
      return
    }
    parent.changeStructure(Self.sublayersKey) { leaveTree() }
  }

  final func leaveTree() {
    leaveSuperlayer()
    move(to: nil)
  }

  /// Leaves the superlayer's list, or is its mask no longer; `host` still answers for the old tree.
  final func leaveSuperlayer() {
    leaveHost()
    guard let parent = storedSuperlayer else { return }
    if parent.storedMask === self {
      parent.storedMask = nil
      storedSuperlayer = nil
      return parent.mark(.mask)
    }
    if let index = parent.storedSublayers.lastIndex(where: { $0 === self }) {
      parent.storedSublayers.remove(at: index)
    }
    storedSuperlayer = nil
    parent.sublayersChanged()
  }

  /// True where the layer was the root of a shown tree, which it is no longer.
  @discardableResult
  final func leaveHost() -> Bool {
    guard let host, host.rootLayer === self else { return false }
    Warnings.once("layer.root.moved", "the root of a shown tree was put into another layer")
    host.rootLayer = nil
    return true
  }

  private func sublayersChanged() {
    mark(.sublayers)
    markNeedsLayout()
  }

  /// False, after saying why, where `layer` would become its own ancestor.
  final func mayTake(_ layer: CALayer) -> Bool {
    guard mayChange() else { return false }
    guard layer.presented == nil else {
      misuse("a presentation layer cannot be a sublayer or a mask")
      return false
    }
    // Only a layer with others below it can be an ancestor.
    var ancestor: CALayer? = layer === self || layer.hasLayersBelow ? self : nil
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
    if new == nil {
      runEvents(kCAOnOrderOut)
      // Whoever was told of it may have put the layer into a shown tree.
      guard host === old, old?.rootLayer !== self, storedSuperlayer?.host == nil else { return }
    }
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
    guard hasLayersBelow else { return runEvent(key) }
    for layer in subtree() { layer.runEvent(key) }
  }

  private func runEvent(_ key: String) {
    action(forKey: key)?.run(forKey: key, object: self, arguments: nil)
  }

  private var hasLayersBelow: Bool {
    !storedSublayers.isEmpty || storedMask != nil || !privateSublayers.isEmpty
  }

  /// As a loop over `subtree()`, in no order, and without lists for the many layers that have
  /// nothing below them.
  private func forSubtree(_ body: (CALayer) -> Void) {
    body(self)
    var rest = storedSublayers + privateSublayers
    if let storedMask { rest.append(storedMask) }
    while let layer = rest.popLast() {
      body(layer)
      rest.append(contentsOf: layer.storedSublayers)
      rest.append(contentsOf: layer.privateSublayers)
      if let mask = layer.storedMask { rest.append(mask) }
    }
  }

  /// The layer and all below it with their masks, superlayers first. Without recursion: trees may be
  /// deeper than the stack.
  final func subtree() -> [CALayer] {
    var found: [CALayer] = [], rest = [self]
    while let layer = rest.popLast() {
      found.append(layer)
      if let mask = layer.storedMask { rest.append(mask) }
      rest.append(contentsOf: layer.storedSublayers.reversed())
      rest.append(contentsOf: layer.privateSublayers.reversed())
    }
    return found
  }

  /// Lets go of the subtree without recursion: trees may be deeper than the stack.
  final func releaseSublayers() {
    var rest = takeLayersBelow()
    while var layer = rest.popLast() {
      guard isKnownUniquelyReferenced(&layer) else { continue }
      rest.append(contentsOf: layer.takeLayersBelow())
    }
  }

  private func takeLayersBelow() -> [CALayer] {
    var below = storedSublayers
    storedSublayers = []
    if let mask = storedMask {
      below.append(mask)
      storedMask = nil
    }
    for layer in below { layer.storedSuperlayer = nil }
    return below
  }
}
