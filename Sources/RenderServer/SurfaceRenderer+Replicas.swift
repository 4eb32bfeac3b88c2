import AnimationCore
import LayerCommit

/// Copies come and go with the layers that they are copies of.
extension SurfaceRenderer {
  /// Lets copies follow what commits have changed in the tree, which is linked up to here.
  func settleReplicas(at time: Double) {
    while !replicas.work.isEmpty {
      let work = replicas.takeWork()
      for id in Set(work.strayed + work.rearranged.flatMap(formerSublayers)) {
        for replicator in replicas.copiers(of: id) where !isShown(id, by: replicator) {
          dropCopies(of: id, by: replicator, at: time)
        }
      }
      for id in Set(work.converted) { convert(id, at: time) }
      scene.tree.finishCommit()
      for id in Set(work.rearranged) { mirror(id, at: time) }
      scene.tree.finishCommit()
    }
  }

  // MARK: - Replicators

  private func convert(_ id: LayerID, at time: Double) {
    guard let slot = scene.tree.slotOf[id] else { return }
    let isReplicator = committed(slot, .extra(.sublayerMode)) == SublayerMode.replicated.value
    guard isReplicator != replicas.isReplicator(id) else { return }
    let list = sublayers(of: id)
    if isReplicator {
      let container = makeContainer()
      replicas[replicator: id] = Replicas.Replicator(id: id, containers: [container])
      link(list, to: container)
      link([container], to: id)
      scene.tree.mark(slot, .copies)
    } else {
      dissolve(id, at: time)
      link(list, to: id)
    }
  }

  private func makeContainer() -> LayerID {
    var values = LayerValues()
    values.sublayerMode = .spatial
    let id = makeID()
    if let slot = store(NewLayer(id, values: values)) { scene.tree.setTimeless(slot) }
    return id
  }

  /// The replicator has no copies and no containers any longer; its sublayers lie nowhere.
  func dissolve(_ id: LayerID, at time: Double) {
    for sublayer in sublayers(of: id) { dropCopies(of: sublayer, by: id, at: time) }
    for container in replicas[replicator: id]?.containers ?? [] {
      guard let slot = scene.tree.slotOf[container] else { continue }
      remove(container, slot, at: time)
    }
    replicas[replicator: id] = nil
  }

  /// Makes or drops copies until there are as many as that, or there is no more room; one container
  /// is always there, for the sublayers. False when nothing had to be done.
  func resize(_ id: LayerID, to wanted: Int, at time: Double) -> Bool {
    guard var replicator = replicas[replicator: id] else { return false }
    let list = sublayers(of: id), old = replicator.containers.count
    var count = max(1, wanted)
    if count > old {
      let room = Replicas.maximumCount - replicas.count
      let size = max(1, list.reduce(0) { $0 + subtree(of: $1).count })
      count = min(count, old + room / size)
      replicator.isLimited = count < wanted
    } else {
      replicator.isLimited = false
    }
    replicas[replicator: id]?.isLimited = replicator.isLimited
    if replicator.isLimited { warnOfCopies() }
    guard count != old else { return false }
    if count > old {
      for _ in old..<count { replicator.containers.append(makeContainer()) }
      replicas[replicator: id] = replicator
      fillContainers(of: id, at: time)
    } else {
      for sublayer in list.flatMap(subtree) {
        let ids = Array(replicas.copies(of: sublayer, by: id).prefix(count - 1))
        for copy in replicas.setCopies(ids, of: sublayer, by: id) { destroy(copy, at: time) }
      }
      for container in replicator.containers[count...] {
        guard let slot = scene.tree.slotOf[container] else { continue }
        remove(container, slot, at: time)
      }
      replicator.containers.removeSubrange(count...)
      replicas[replicator: id] = replicator
    }
    link(replicator.containers, to: id)
    scene.tree.finishCommit()
    settleReplicas(at: time)
    return true
  }

  private func warnOfCopies() {
    guard !warnedCopies else { return }
    warnedCopies = true
    warnings.append(
      "replicators make more than \(Replicas.maximumCount) layers together; the rest of the copies "
        + "is left out; make fewer copies, or replicate fewer layers")
  }

  // MARK: - Copies

  /// Whether a layer lies below a replicator, where it makes copies.
  private func isShown(_ id: LayerID, by replicator: LayerID) -> Bool {
    guard let slot = scene.tree.slotOf[id],
      let host = scene.tree.slotOf[replicas.host(of: replicator)]
    else { return false }
    var current = scene.tree.parents[slot]
    while current >= 0 {
      if current == Int32(host) { return replicas.isReplicator(replicator) }
      current = scene.tree.parents[Int(current)]
    }
    return false
  }

  /// Those sublayers, and the mask, that a layer's copies still have and it has not.
  private func formerSublayers(of id: LayerID) -> [LayerID] {
    var former: [LayerID] = []
    for replicator in replicas.copiers(of: id) {
      guard case let copy?? = replicas.copies(of: id, by: replicator).first else { continue }
      former += sublayers(of: copy) + (mask(of: copy).map { [$0] } ?? [])
    }
    if let second = replicas[replicator: id]?.containers.dropFirst().first {
      former += sublayers(of: second)
    }
    return former.compactMap { replicas.original(of: $0) }.filter { superlayer(of: $0) != id }
  }

  private func dropCopies(of id: LayerID, by replicator: LayerID, at time: Double) {
    for layer in subtree(of: id) {
      for copy in replicas.setCopies([], of: layer, by: replicator) { destroy(copy, at: time) }
    }
  }

  /// Gives the copies of a layer, and the containers of a replicator, what the layer has.
  private func mirror(_ id: LayerID, at time: Double) {
    let list = sublayers(of: id), mask = mask(of: id)
    for replicator in replicas.copiers(of: id) {
      for layer in list { copy(layer, by: replicator, at: time) }
      if let mask { copy(mask, by: replicator, at: time) }
      arrange(id, list, mask, by: replicator, from: 0)
    }
    fillContainers(of: id, at: time)
  }

  private func fillContainers(of id: LayerID, at time: Double) {
    let list = sublayers(of: id)
    guard let containers = replicas[replicator: id]?.containers, containers.count > 1 else {
      return
    }
    for layer in list { copy(layer, by: id, at: time) }
    let copies = list.map { replicas.copies(of: $0, by: id) }
    for (k, container) in containers.dropFirst().enumerated() {
      link(copies.compactMap { k < $0.count ? $0[k] : nil }, to: container)
    }
  }

  /// Makes the copies of a layer and of all below it that a replicator lacks.
  private func copy(_ id: LayerID, by replicator: LayerID, at time: Double) {
    guard let count = replicas[replicator: replicator]?.containers.count else { return }
    var made: [(id: LayerID, first: Int)] = []
    var next = [id]
    while let layer = next.popLast() {
      var ids = replicas.copies(of: layer, by: replicator)
      // What lies below was there before as well.
      guard ids.count < count - 1, let slot = scene.tree.slotOf[layer] else { continue }
      made.append((layer, ids.count))
      let new = NewLayer(
        layer, values: committedValues(slot), timing: scene.tree.timings[slot],
        animations: animations[slot].map(\.animation))
      var room = Replicas.maximumCount - replicas.count
      scene.tree.reserve(min(room, count - 1 - ids.count))
      while ids.count < count - 1 {
        guard room > 0 else {
          warnOfCopies()
          ids.append(nil)
          continue
        }
        room -= 1
        var copy = new
        copy.id = makeID()
        create(copy, at: time)
        ids.append(copy.id)
      }
      replicas.setCopies(ids, of: layer, by: replicator)
      next += sublayers(of: layer)
      if let mask = mask(of: layer) { next.append(mask) }
    }
    for (layer, first) in made {
      arrange(layer, sublayers(of: layer), mask(of: layer), by: replicator, from: first)
    }
  }

  /// Puts the copies of sublayers and mask into the copies of a layer, from that number on.
  private func arrange(
    _ id: LayerID, _ list: [LayerID], _ mask: LayerID?, by replicator: LayerID, from first: Int
  ) {
    let copies = list.map { replicas.copies(of: $0, by: replicator) }
    let masks = mask.map { replicas.copies(of: $0, by: replicator) } ?? []
    for (k, copy) in replicas.copies(of: id, by: replicator).enumerated().dropFirst(first) {
      guard let copy else { continue }
      setSublayers(of: copy, to: copies.compactMap { k < $0.count ? $0[k] : nil })
      setMask(of: copy, to: k < masks.count ? masks[k] : nil)
    }
  }

  private func committedValues(_ slot: Int) -> LayerValues {
    var values = scene.tree.values[slot]
    sampler.restore(slot, in: &values)
    return values
  }

  func makeID() -> LayerID {
    madeLayers += 1
    return LayerID(made: madeLayers)
  }
}
