import AnimationCore
import Geometry
import LayerCommit

/// Transitions begin with a commit, run with the layer's time, and end.
extension SurfaceRenderer {
  /// A transition that a commit brings, with what its layer showed before.
  struct NewTransition {
    var layer: LayerID
    var old: FrozenPicture
  }

  // MARK: - Before a commit

  /// Freezes what those layers show that get a transition.
  func freezePictures(for commit: Commit) -> [NewTransition] {
    guard showsTransitions else { return [] }
    var new: [NewTransition] = []
    var isSampled = false
    for case .setAnimations(let id, let list) in commit.ops {
      guard let animation = list.last(where: { $0.transition != nil }),
        let slot = scene.tree.slotOf[id], isNew(animation, on: slot)
      else { continue }
      if !isSampled {
        present(at: max(commit.time, sampledTime))
        isSampled = true
      }
      for layer in [id] + replicas.allCopies(of: id) {
        if let old = freeze(layer) { new.append(NewTransition(layer: layer, old: old)) }
      }
    }
    return new
  }

  private func isNew(_ animation: LayerAnimation, on slot: Int) -> Bool {
    !animations[slot].contains { $0.animation.id == animation.id }
  }

  /// Nil for a layer that is not shown, that has no plane to be a picture in, or too much below it.
  private func freeze(_ id: LayerID) -> FrozenPicture? {
    guard let slot = scene.tree.slotOf[id], scene.tree.isAttached[slot],
      !scene.tree.values[slot].keepsDepth
    else { return nil }
    let running = transitions[id]
    let depth = (running?.old?.depth ?? 0) + 1
    // Pictures within pictures end somewhere: what is gone most is left out.
    let isNested = running != nil && depth <= Transitions.deepest
    guard let top = isNested ? scene.tree.slotOf[transitions.standIn(for: id)] : slot,
      let (root, made) = copy(below: top)
    else { return nil }
    var faces: [(id: LayerID, shift: Point)] = []
    let originals = (isNested ? running?.old?.faces.map(\.id) ?? [] : []) + [id]
    for face in originals {
      guard let slot = scene.tree.slotOf[face], let copy = made[Int32(slot)] else { continue }
      faces.append((copy, scene.shifts[Int32(slot)] ?? .zero))
    }
    if isNested, let slot = scene.tree.slotOf[root] { scene.tree.values[slot].opacity = 1 }
    return FrozenPicture(
      root: root, count: made.count, faces: faces, depth: isNested ? depth : 1)
  }

  /// Copies what is presented of a slot and all below it, and what the server keeps beside it.
  private func copy(below top: Int) -> (root: LayerID, made: [Int32: LayerID])? {
    var slots = [Int32(top)], next = 0
    while next < slots.count {
      let slot = slots[next]
      for child in scene.tree.children[Int(slot)] where scene.tree.parents[Int(child)] == slot {
        slots.append(child)
      }
      if let mask = scene.tree.masks[slot] { slots.append(mask) }
      next += 1
      guard slots.count + transitions.count <= Transitions.maximumCount else {
        warnOfPictures()
        return nil
      }
    }
    scene.tree.reserve(slots.count)
    var made: [Int32: LayerID] = [:]
    for slot in slots {
      scene.presentMovingFill(Int(slot))
      let id = makeID()
      store(NewLayer(id, values: scene.tree.values[Int(slot)]))
      made[slot] = id
    }
    for slot in slots {
      guard let id = made[slot], let copy = scene.tree.slotOf[id] else { continue }
      scene.tints[Int32(copy)] = scene.tints[slot]
      scene.shifts[Int32(copy)] = scene.shifts[slot]
      if var blend = scene.blends[slot] {
        blend.old = place(of: blend.old, made)
        blend.new = place(of: blend.new, made)
        scene.blends[Int32(copy)] = blend
      }
      scene.tree.setSublayers(
        of: id, to: scene.tree.children[Int(slot)].compactMap { made[$0] })
      if let mask = scene.tree.masks[slot], let copy = made[mask] {
        scene.tree.setMask(of: id, to: copy)
      }
    }
    return made[Int32(top)].map { ($0, made) }
  }

  private func place(of slot: Int32, _ made: [Int32: LayerID]) -> Int32 {
    made[slot].flatMap { scene.tree.slotOf[$0] }.map { Int32($0) } ?? RenderTree.none
  }

  private func warnOfPictures() {
    guard !warnedPictures else { return }
    warnedPictures = true
    warnings.append(
      "transitions keep more than \(Transitions.maximumCount) layers together; some show no old "
        + "picture; put them on layers with fewer sublayers")
  }

  // MARK: - After a commit

  /// Ends transitions that are gone and begins new ones; the tree is linked before and after.
  func settleTransitions(_ new: [NewTransition], at time: Double) {
    if !new.isEmpty {
      var above: Set<LayerID> = []
      for new in new { begin(new, &above, at: time) }
      for id in above {
        guard let slot = scene.tree.slotOf[id] else { continue }
        scene.tree.setSublayers(
          of: id,
          to: scene.tree.children[slot].map {
            transitions.standIn(for: transitions.layer(in: scene.tree.ids[Int($0)]))
          })
      }
      scene.tree.finishCommit()
    }
    guard !transitions.ended.isEmpty else { return }
    let ended = Set(transitions.ended).filter { !isRunning($0) }
    transitions.ended = []
    end(Array(ended), at: time)
  }

  private func isRunning(_ id: LayerID) -> Bool {
    guard let running = transitions[id], let slot = scene.tree.slotOf[id] else { return false }
    return animations[slot].contains { $0.animation.id == running.animation.id }
  }

  /// Adds the layer whose list has the new transition's to `above`.
  private func begin(_ new: NewTransition, _ above: inout Set<LayerID>, at time: Double) {
    let before = transitions[new.layer]
    guard let slot = scene.tree.slotOf[new.layer], before != nil || isShown(slot),
      let animation = animations[slot].map(\.animation).last(where: { $0.transition != nil }),
      let transition = animation.transition, let root = scene.tree.slotOf[new.old.root]
    else { return discard(new.old, at: time) }
    // What it showed is in the new old picture.
    if let old = before?.old { discard(old, at: time) }
    let holder = before?.holder ?? makeHolder()
    transitions[new.layer] = Transitions.Running(
      layer: new.layer, animation: animation, transition: transition, holder: holder,
      old: new.old)
    if before == nil { replace(slot, by: holder, &above) }
    guard let place = scene.tree.slotOf[holder] else { return }
    scene.setBlend(
      place,
      to: PictureBlend(
        old: Int32(root), new: Int32(slot), kind: transition.kind, side: transition.side,
        progress: transition.progress(0)))
    scene.tree.setSublayers(of: holder, to: [new.old.root, new.layer])
  }

  /// Whether there is a place for what holds the pictures.
  private func isShown(_ slot: Int) -> Bool {
    scene.tree.root == Int32(slot) || scene.tree.parents[slot] >= 0
  }

  private func makeHolder() -> LayerID {
    var values = LayerValues()
    values.sublayerMode = .spatial
    let holder = makeID()
    if let slot = store(NewLayer(holder, values: values)) { scene.tree.setTimeless(slot) }
    return holder
  }

  /// Puts a layer where the one in the slot is: its list is to be made anew, of the layer in
  /// `above`.
  private func replace(_ slot: Int, by other: LayerID, _ above: inout Set<LayerID>) {
    let parent = Int(scene.tree.parents[slot])
    if scene.tree.root == Int32(slot) { scene.tree.setRoot(other) }
    guard parent >= 0 else { return }
    if scene.tree.isMask(slot) {
      scene.tree.setMask(of: scene.tree.ids[parent], to: other)
    } else {
      above.insert(scene.tree.ids[parent])
    }
  }

  /// The layers stand by themselves again.
  private func end(_ ids: [LayerID], at time: Double) {
    guard !ids.isEmpty else { return }
    var released: [LayerID: LayerID] = [:], above: Set<LayerID> = []
    for id in ids {
      guard let running = transitions[id], let holder = scene.tree.slotOf[running.holder] else {
        continue
      }
      released[running.holder] = id
      if let slot = scene.tree.slotOf[id] { scene.setShift(slot, to: .zero) }
      replace(holder, by: id, &above)
    }
    for id in above {
      guard let slot = scene.tree.slotOf[id] else { continue }
      scene.tree.setSublayers(
        of: id,
        to: scene.tree.children[slot].map {
          released[scene.tree.ids[Int($0)]] ?? scene.tree.ids[Int($0)]
        })
    }
    for id in released.values { dropTransition(of: id, at: time) }
    scene.tree.finishCommit()
  }

  /// All layers stand by themselves.
  func endTransitions() {
    guard !transitions.isEmpty else { return }
    refreshDueTimes()
    end(transitions.running.map(\.layer), at: sampledTime)
    isDirty = true
  }

  /// Forgets a transition with all that was made for it.
  func dropTransition(of id: LayerID, at time: Double) {
    guard let running = transitions[id] else { return }
    transitions[id] = nil
    if let old = running.old { discard(old, at: time) }
    if let holder = scene.tree.slotOf[running.holder] { remove(running.holder, holder, at: time) }
  }

  private func discard(_ picture: FrozenPicture, at time: Double) {
    var next = [picture.root]
    while let id = next.popLast() {
      guard let slot = scene.tree.slotOf[id] else { continue }
      for child in scene.tree.children[slot] where scene.tree.parents[Int(child)] == Int32(slot) {
        next.append(scene.tree.ids[Int(child)])
      }
      if let mask = scene.tree.masks[Int32(slot)] { next.append(scene.tree.ids[Int(mask)]) }
      remove(id, slot, at: time)
    }
  }

  // MARK: - In each frame

  /// After sampling: brings pictures to where they are at a moment. True when a transition has ended:
  /// what was a layer's superlayer is another one then.
  func followTransitions(at time: Double) -> Bool {
    guard !transitions.isEmpty else { return false }
    var over: [LayerID] = []
    for running in transitions.running {
      guard let slot = scene.tree.slotOf[running.layer],
        let holder = scene.tree.slotOf[running.holder]
      else { continue }
      let local = scene.tree.localTime(of: slot, at: time)
      let progress = running.animation.transitionProgress(at: local)
      if progress == nil, running.animation.timing.sample(at: local).phase == .after {
        over.append(running.layer)
        continue
      }
      // Until it begins the new picture is shown.
      scene.follow(running, slot, holder, progress: progress ?? 1)
    }
    end(over, at: time)
    return !over.isEmpty
  }
}

extension Scene {
  /// Puts both pictures where their layer is, and as far along as the transition is.
  fileprivate mutating func follow(
    _ running: Transitions.Running, _ slot: Int, _ holder: Int, progress: Double
  ) {
    guard var blend = blends[Int32(holder)] else { return }
    // A curve may overshoot; there is no more of a picture than all of it.
    blend.progress = blend.kind == .fade ? min(max(progress, 0), 1) : progress
    setBlend(holder, to: blend)
    present(tree.values[slot].opacity, as: .opacity, in: holder)
    let shifts = blend.shifts(of: tree.values[slot].bounds.size, isYUp: isYUp(slot))
    setShift(slot, to: shifts.new)
    for (id, shift) in running.old?.faces ?? [] {
      guard let face = tree.slotOf[id] else { continue }
      let position = tree.values[slot].position, anchor = tree.values[slot].anchorPoint
      present(SIMD4(position.x, position.y, 0, 0), as: .position, in: face)
      present(SIMD4(anchor.x, anchor.y, 0, 0), as: .anchorPoint, in: face)
      present(tree.values[slot].zPosition, as: .zPosition, in: face)
      present(tree.values[slot].anchorPointZ, as: .anchorPointZ, in: face)
      if tree.values[face].present(tree.values[slot].transform, as: .transform) {
        tree.markDirty(face, .transform)
      }
      setShift(face, to: Point(shift.x + shifts.old.x, shift.y + shifts.old.y))
    }
  }

  mutating func present(_ number: Double, as property: LayerProperty, in slot: Int) {
    if tree.values[slot].present(number, as: property) { tree.markDirty(slot, property) }
  }

  mutating func present(_ vector: SIMD4<Double>, as property: LayerProperty, in slot: Int) {
    if tree.values[slot].present(vector, as: property) { tree.markDirty(slot, property) }
  }
}
