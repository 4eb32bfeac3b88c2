import AnimationCore
import Geometry
import LayerCommit
import Synchronization

/// Turns what changed in a host's tree into operations, at a cost in proportion to the changes.
///
/// Operations stand in this order: new layers, whole; properties and animations of the others; lists
/// of sublayers and masks, the root, layers that are gone. A layer that moved appears in its new
/// superlayer's list and is missing from the old one's, in either order.
struct CommitEncoder {
  /// A layer that has left the tree.
  struct Leaving {
    var layer: CALayer
    var committed: CommittedLayer
    var ending: LeavingAnimations
  }

  /// Layers with changes; one may stand here twice, or have left since.
  var changed: [CALayer] = []
  /// Layers that left the tree; they may have come back.
  var leaving: [Leaving] = []
  private var rootIsNew = false
  private var sentWantsTicks = false
  /// The layers that the server knows.
  private(set) var layers: [LayerID: CALayer] = [:]
  /// The root that the server knows.
  private(set) var root: LayerID?

  private static let lastID = Atomic<UInt64>(0)

  mutating func rootChanged() { rootIsNew = true }

  func layer(_ id: LayerID) -> CALayer? { layers[id] }

  /// Layers that are gone for good with the next `encode`.
  func goneLayers(from host: LayerHost) -> [Leaving] {
    leaving.filter { isGone($0.layer, $0.committed, host) }
  }

  private func isGone(_ layer: CALayer, _ committed: CommittedLayer, _ host: LayerHost) -> Bool {
    !(layer.host === host && layer.committed === committed) && !committed.isDestroyed
  }

  /// The operations since the last call; the layers' committed state follows.
  mutating func encode(_ host: LayerHost, at time: Double) -> [CommitOp] {
    var dirty = changed
    changed = []
    dirty.removeAll { layer in
      if layer.host === host { return false }
      if layer.queuedIn === host { layer.queuedIn = nil }
      return true
    }

    // All are known before the first is described: the lists of sublayers name them.
    let new = identify(dirty, host)
    var created: [NewLayer] = []
    created.reserveCapacity(new)
    var ops: [CommitOp] = []
    var lists: [CommitOp] = []
    for layer in dirty where layer.queuedIn === host {
      layer.queuedIn = nil
      guard let committed = layer.committed else { continue }
      let changes = layer.changes
      layer.changes = []
      if committed.isNew {
        created.append(describe(layer, committed, at: time))
      } else {
        encode(changes, of: layer, committed, at: time, into: &ops)
      }
      if changes.contains(.sublayers) { encodeSublayers(of: layer, committed, into: &lists) }
      if changes.contains(.mask) { encodeMask(of: layer, committed, into: &lists) }
    }
    ops += lists
    if !created.isEmpty { ops.insert(.createLayers(created), at: 0) }

    if rootIsNew {
      rootIsNew = false
      host.rootLayer?.committed?.superlayer = nil
      root = host.rootLayer?.committed?.id
      ops.append(.setRoot(root))
    }
    for gone in leaving { destroy(gone.layer, gone.committed, host, into: &ops) }
    leaving.removeAll(keepingCapacity: true)

    if host.wantsTicks != sentWantsTicks {
      sentWantsTicks.toggle()
      ops.append(.setWantsTicks(sentWantsTicks))
    }
    return ops
  }

  /// Gives those that the server does not know their ids; returns how many there are.
  private mutating func identify(_ dirty: [CALayer], _ host: LayerHost) -> Int {
    let new = dirty.reduce(0) { $0 + ($1.committed?.host === host ? 0 : 1) }
    guard new > 0 else { return 0 }
    layers.reserveCapacity(layers.count + new)
    for layer in dirty where layer.committed?.host !== host {
      let id = LayerID(raw: Self.lastID.add(1, ordering: .relaxed).newValue)
      layer.committed = CommittedLayer(id: id, host: host)
      layers[id] = layer
      layer.changes.formUnion([.sublayers, .mask])
      layer.joins(host)
    }
    return new
  }

  private func describe(_ layer: CALayer, _ committed: CommittedLayer, at time: Double) -> NewLayer
  {
    committed.isNew = false
    committed.values = layer.values
    committed.objects = layer.objects
    committed.customValues = layer.customValues
    committed.timing = layer.timing
    if !layer.attached.isEmpty { committed.animations = compile(layer, committed, at: time) }
    return NewLayer(
      committed.id, values: layer.values, timing: layer.timing, animations: committed.animations)
  }

  private func encode(
    _ changes: LayerChanges, of layer: CALayer, _ committed: CommittedLayer, at time: Double,
    into ops: inout [CommitOp]
  ) {
    let id = committed.id
    for property in changes.properties {
      let value = layer.values[property]
      if value != committed.values[property] { ops.append(.set(id, property, value)) }
    }
    if changes.contains(.extras) {
      for property in layer.values.extras.differences(from: committed.values.extras) {
        ops.append(.set(id, .extra(property), layer.values.extras[property]))
      }
    }
    committed.values = layer.values
    committed.objects = layer.objects
    if changes.contains(.customValues) { committed.customValues = layer.customValues }
    if changes.contains(.timing), layer.timing != committed.timing {
      committed.timing = layer.timing
      ops.append(.setTiming(id, layer.timing))
    }
    if changes.contains(.animations) {
      let animations = compile(layer, committed, at: time)
      if animations != committed.animations {
        committed.animations = animations
        ops.append(.setAnimations(id, animations))
      }
    }
  }

  private func encodeSublayers(
    of layer: CALayer, _ committed: CommittedLayer, into lists: inout [CommitOp]
  ) {
    let sublayers = layer.privateSublayers + layer.storedSublayers
    guard !sublayers.isEmpty || !committed.sublayers.isEmpty else { return }
    committed.sublayers = sublayers
    var list: [LayerID] = []
    list.reserveCapacity(sublayers.count)
    for sublayer in sublayers {
      guard let committed = sublayer.committed else { continue }
      committed.superlayer = layer
      list.append(committed.id)
    }
    lists.append(.setSublayers(committed.id, list))
  }

  private func encodeMask(
    of layer: CALayer, _ committed: CommittedLayer, into lists: inout [CommitOp]
  ) {
    let mask = layer.storedMask
    guard mask !== committed.mask else { return }
    committed.mask = mask
    mask?.committed?.superlayer = layer
    lists.append(.setMask(committed.id, mask?.committed?.id))
  }

  /// Resolves the begin times of what was added since the last commit.
  private func compile(_ layer: CALayer, _ committed: CommittedLayer, at time: Double)
    -> [LayerAnimation]
  {
    committed.attached = layer.attached
    var compiler: AnimationCompiler?
    var list: [LayerAnimation] = []
    list.reserveCapacity(layer.attached.count)
    var hasCustom = committed.customAnimations != nil
    for attached in layer.attached {
      if let compiled = attached.compiled {
        list.append(compiled)
      } else {
        if compiler == nil {
          compiler = AnimationCompiler(
            layer: layer, layerTime: layer.convertTime(time, from: nil))
        }
        guard let compiled = compiler?.compile(attached) else { continue }
        attached.compiled = compiled
        list.append(compiled)
      }
      if !attached.customLeaves.isEmpty { hasCustom = true }
    }
    if hasCustom { committed.host.animatesCustomValues(layer, committed) }
    return list
  }

  /// Reports a layer that is gone for good, once.
  private mutating func destroy(
    _ layer: CALayer, _ committed: CommittedLayer, _ host: LayerHost, into ops: inout [CommitOp]
  ) {
    guard isGone(layer, committed, host) else { return }
    committed.isDestroyed = true
    committed.sublayers = []
    host.leavesCustomAnimations(layer, committed)
    host.leavesTiles(layer)
    committed.mask = nil
    layers[committed.id] = nil
    ops.append(.destroy(committed.id))
    if layer.committed === committed { layer.committed = nil }
  }
}
