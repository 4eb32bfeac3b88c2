import AnimationCore
import Geometry
import LayerCommit

/// Replicators' presented values, and what follows from them for the containers of their copies.
extension SurfaceRenderer {
  /// After sampling. True when layers have come, gone, or are at another time now: then they must be
  /// sampled, and this asked, again.
  func followReplicators(at time: Double) -> Bool {
    guard !replicas.isEmpty else { return false }
    var due: [LayerID] = []
    for replicator in replicas.replicators {
      guard let slot = scene.tree.slotOf[replicator.id], scene.tree.isAttached[slot],
        scene.tree.isMarked(slot) || replicator.isLimited && replicas.hasFreed
      else { continue }
      due.append(replicator.id)
    }
    replicas.hasFreed = false
    var hasChanged = false
    for id in due {
      guard let slot = scene.tree.slotOf[id], let replicator = replicas[replicator: id] else {
        continue
      }
      let look = InstanceLook(scene.tree.values, slot)
      guard look != replicator.look || replicator.isLimited else { continue }
      if resize(id, to: look.count, at: time) { hasChanged = true }
      if show(look, of: id) { hasChanged = true }
      replicas[replicator: id]?.look = look
    }
    if hasChanged { animations.invalidate() }
    return hasChanged
  }

  /// Places and colours the copies. True when the time of one has changed.
  private func show(_ look: InstanceLook, of id: LayerID) -> Bool {
    var matrix = Matrix4.identity
    var isRetimed = false
    for (k, container) in (replicas[replicator: id]?.containers ?? []).enumerated() {
      if k > 0 { matrix = matrix.concat(look.transform) }
      guard let slot = scene.tree.slotOf[container] else { continue }
      let timing = look.timing(of: k)
      if scene.tree.timings[slot] != timing {
        scene.tree.setTiming(slot, to: timing)
        isRetimed = true
      }
      scene.show(look, copy: k, transform: matrix, in: slot)
    }
    return isRetimed
  }
}

extension Scene {
  /// Gives a container the space of its replicator, turned about the anchor point.
  fileprivate mutating func show(
    _ look: InstanceLook, copy: Int, transform: Matrix4, in slot: Int
  ) {
    let anchor = LayerGeometry.anchor(
      bounds: look.bounds, anchorPoint: look.anchorPoint, anchorPointZ: look.anchorPointZ)
    let bounds = look.bounds
    present(
      SIMD4(bounds.minX, bounds.minY, bounds.size.width, bounds.size.height), as: .bounds, in: slot)
    present(
      SIMD4(look.anchorPoint.x, look.anchorPoint.y, 0, 0), as: .anchorPoint, in: slot)
    present(SIMD4(anchor.x, anchor.y, 0, 0), as: .position, in: slot)
    present(anchor.z, as: .anchorPointZ, in: slot)
    present(anchor.z, as: .zPosition, in: slot)
    if transform.isFinite, tree.values[slot].present(transform, as: .transform) {
      tree.markDirty(slot, .transform)
    }
    let isHidden = copy >= look.count || !transform.isFinite || !anchor.x.isFinite
    if tree.values[slot].isHidden != isHidden {
      tree.values[slot].isHidden = isHidden
      tree.markDirty(slot, .hidden)
    }
    let color = look.color(of: copy)
    present(color.w, as: .opacity, in: slot)
    let tint = SIMD4(color.x, color.y, color.z, 1)
    let old = tints[Int32(slot)] ?? .one
    guard tint != old else { return }
    tints[Int32(slot)] = tint == .one ? nil : tint
    tree.mark(slot, .opacity)
  }
}
