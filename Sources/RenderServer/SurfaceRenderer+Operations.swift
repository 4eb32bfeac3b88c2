import AnimationCore
import LayerCommit

/// What the operations of a commit do to the tree.
///
/// Commits know nothing of the layers that the server makes: replicators keep their sublayers one
/// level further down, and what happens to a layer happens to its copies.
extension SurfaceRenderer {
  func apply(_ op: CommitOp, at time: Double) {
    switch op {
    case .createLayers(let layers):
      scene.tree.reserve(layers.count)
      for layer in layers { create(layer, at: time) }
    case .destroy(let id):
      destroy(id, at: time)
    case .setRoot(let id):
      scene.tree.setRoot(id.map(transitions.standIn))
    case .setSublayers(let id, let list):
      setSublayers(of: id, to: list)
    case .setMask(let id, let mask):
      setMask(of: id, to: mask)
    case .set(let id, let property, let value):
      change(id) { set($0, property, to: value) }
    case .setTiming(let id, let timing):
      change(id) { slot in
        scene.tree.setTiming(slot, to: timing)
        scene.leaveQuickWay(slot)
        animations.invalidate(retimedAt: time)
      }
    case .setAnimations(let id, let list):
      change(id) { slot in
        let layer = scene.tree.ids[slot]
        if transitions[layer] != nil { transitions.ended.append(layer) }
        noteEmitter(slot, list)
        images.retain(list)
        images.release(animations[slot].map(\.animation))
        animations.set(slot, to: list, at: time, isSilent: layer.isMade)
        sampler.invalidate(slot)
      }
    case .setWantsTicks(let wanted):
      wantsTicks = wanted
    case .request(.overlays(let overlays)):
      self.overlays = overlays
    case .request(let request):
      requests.append(request)
    }
  }

  /// For a layer and all its copies; unknown ones have none.
  private func change(_ id: LayerID, _ body: (Int) -> Void) {
    guard let slot = scene.tree.slotOf[id] else { return }
    body(slot)
    guard replicas.isCopied(id) else { return }
    for copy in replicas.allCopies(of: id) {
      if let slot = scene.tree.slotOf[copy] { body(slot) }
    }
  }

  // MARK: - Layers

  func create(_ layer: NewLayer, at time: Double) {
    guard let slot = store(layer) else { return }
    if layer.values.sublayerMode == .replicated { replicas.work.converted.append(layer.id) }
    noteEmitter(slot, layer)
    if layer.timing != .identity {
      scene.tree.setTiming(slot, to: layer.timing)
      animations.invalidate(retimedAt: time)
    }
    guard !layer.animations.isEmpty else { return }
    images.retain(layer.animations)
    animations.set(slot, to: layer.animations, at: time, isSilent: layer.id.isMade)
    sampler.invalidate(slot)
  }

  /// A layer that nothing happens to but what the server does; nil when the id is in use.
  @discardableResult func store(_ layer: NewLayer) -> Int? {
    guard let slot = scene.tree.create(layer.id, layer.values) else { return nil }
    if let contents = layer.values.contents { images.retain(.contents(contents)) }
    return slot
  }

  func destroy(_ id: LayerID, at time: Double) {
    guard let slot = scene.tree.slotOf[id] else { return }
    let list = replicas.hasCopies ? sublayers(of: id) : []
    if replicas.isReplicator(id) { dissolve(id, at: time) }
    if replicas.isCopied(id) {
      replicas.work.strayed += list
      if let mask = mask(of: id) { replicas.work.strayed.append(mask) }
      for copy in replicas.removeCopies(of: id) { destroy(copy, at: time) }
    }
    dropTransition(of: id, at: time)
    remove(id, slot, at: time)
  }

  func remove(_ id: LayerID, _ slot: Int, at time: Double) {
    images.release(committed(slot, .contents))
    images.release(animations[slot].map(\.animation))
    animations.set(slot, to: [], at: time, isSilent: true)
    sampler.remove(slot)
    scene.forget(slot, damage: &damage)
    scene.tree.destroy(id)
  }

  private func set(_ slot: Int, _ property: LayerProperty, to value: PropertyValue) {
    let before = committed(slot, property)
    if !sampler.setBase(slot, property, to: value) {
      scene.tree.values[slot][property] = value
    }
    let after = committed(slot, property)
    guard after != before else { return }
    noteEmitter(slot, property)
    if property == .contents {
      images.retain(after)
      images.release(before)
    }
    if property == .extra(.sublayerMode) {
      replicas.work.converted.append(scene.tree.ids[slot])
    }
    // An animated property is compared again when it is sampled.
    if sampler.base(slot, property) == nil {
      scene.tree.markDirty(slot, property)
    } else {
      scene.leaveQuickWay(slot)
    }
  }

  func committed(_ slot: Int, _ property: LayerProperty) -> PropertyValue {
    sampler.base(slot, property) ?? scene.tree.values[slot][property]
  }

  // MARK: - Lists

  /// The list is taken over at the end of the commit.
  func setSublayers(of id: LayerID, to list: [LayerID]) {
    if !replicas.isEmpty {
      noteRearranged(id)
      if replicas.hasCopies { for child in list { noteMove(of: child) } }
    }
    link(list, to: replicas.host(of: id))
  }

  /// Puts layers, or what stands for them, below one.
  func link(_ list: [LayerID], to host: LayerID) {
    scene.tree.setSublayers(
      of: host, to: transitions.isEmpty ? list : list.map(transitions.standIn))
  }

  func setMask(of id: LayerID, to mask: LayerID?) {
    if !replicas.isEmpty {
      noteRearranged(id)
      if let mask { noteMove(of: mask) }
    }
    scene.tree.setMask(of: id, to: mask.map(transitions.standIn))
  }

  private func noteRearranged(_ id: LayerID) {
    if replicas.isCopied(id) || replicas.isReplicator(id) {
      replicas.work.rearranged.append(id)
    }
  }

  /// What a list takes from another one's layer changes that one as well.
  private func noteMove(of id: LayerID) {
    guard replicas.isCopied(id), let parent = superlayer(of: id) else { return }
    noteRearranged(parent)
  }

  // MARK: - The tree as it was committed

  func sublayers(of id: LayerID) -> [LayerID] {
    guard let slot = scene.tree.slotOf[replicas.host(of: id)] else { return [] }
    var list: [LayerID] = []
    // Within a commit those that it has destroyed are still listed.
    for child in scene.tree.children[slot] where scene.tree.parents[Int(child)] == Int32(slot) {
      list.append(transitions.layer(in: scene.tree.ids[Int(child)]))
    }
    return list
  }

  func mask(of id: LayerID) -> LayerID? {
    guard let slot = scene.tree.slotOf[id], let mask = scene.tree.masks[Int32(slot)] else {
      return nil
    }
    return transitions.layer(in: scene.tree.ids[Int(mask)])
  }

  /// The layer that a layer is a sublayer or the mask of.
  func superlayer(of id: LayerID) -> LayerID? {
    guard let slot = scene.tree.slotOf[transitions.standIn(for: id)],
      scene.tree.parents[slot] >= 0
    else { return nil }
    let parent = scene.tree.ids[Int(scene.tree.parents[slot])]
    return replicas.owner(of: parent) ?? parent
  }

  /// A layer with all below it, masks too, each before those below it.
  func subtree(of id: LayerID) -> [LayerID] {
    var found = [id], next = 0
    while next < found.count {
      found += sublayers(of: found[next])
      if let mask = mask(of: found[next]) { found.append(mask) }
      next += 1
    }
    return found
  }
}
