import AnimationCore
import Geometry
import LayerCommit
import Synchronization

/// Turns what changed in a host's tree into operations, at a cost in proportion to the changes.
///
/// Operations stand in this order: new layers, properties and animations, lists of sublayers, the
/// root, layers that are gone. A layer that moved appears in its new superlayer's list and is
/// missing from the old one's, in either order.
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
  private static let defaults = LayerValues()

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
    var ops: [CommitOp] = []
    let dirty = changed.filter { $0.host === host }
    for layer in changed where layer.host !== host && layer.queuedIn === host {
      layer.queuedIn = nil
    }
    changed.removeAll(keepingCapacity: true)

    for layer in dirty where layer.committed?.host !== host {
      let id = LayerID(raw: Self.lastID.add(1, ordering: .relaxed).newValue)
      layer.committed = CommittedLayer(id: id, host: host)
      layers[id] = layer
      ops.append(.create(id))
      // All that may differ from a new layer's defaults.
      layer.changes = layer.touched.union([.timing, .sublayers, .animations])
    }
    var lists: [CommitOp] = []
    for layer in dirty where layer.queuedIn === host {
      layer.queuedIn = nil
      guard let committed = layer.committed else { continue }
      encode(layer, committed, at: time, into: &ops, lists: &lists)
    }
    ops += lists

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

  private func encode(
    _ layer: CALayer, _ committed: CommittedLayer, at time: Double, into ops: inout [CommitOp],
    lists: inout [CommitOp]
  ) {
    let id = committed.id, changes = layer.changes
    layer.changes = []
    for property in changes.properties {
      let value = layer.values[property]
      if value != committed.values[property] { ops.append(.set(id, property, value)) }
    }
    committed.values = layer.values
    committed.objects = layer.objects
    if changes.contains(.timing), layer.timing != committed.timing {
      committed.timing = layer.timing
      ops.append(.setTiming(id, layer.timing))
    }
    if changes.contains(.sublayers) {
      let old = committed.sublayers
      committed.sublayers = layer.storedSublayers
      for sublayer in layer.storedSublayers { sublayer.committed?.superlayer = layer }
      if !(old.isEmpty && committed.sublayers.isEmpty) {
        lists.append(.setSublayers(id, committed.sublayers.compactMap { $0.committed?.id }))
      }
    }
    if changes.contains(.animations) {
      let animations = compile(layer, at: time)
      if animations != committed.animations {
        committed.animations = animations
        ops.append(.setAnimations(id, animations))
      }
    }
  }

  /// Resolves the begin times of what was added since the last commit.
  private func compile(_ layer: CALayer, at time: Double) -> [LayerAnimation] {
    if layer.attached.contains(where: { $0.compiled == nil }) {
      let compiler = AnimationCompiler(
        layer: layer, layerTime: layer.convertTime(time, from: nil))
      for attached in layer.attached where attached.compiled == nil {
        attached.compiled = compiler.compile(attached)
      }
    }
    return layer.attached.compactMap(\.compiled)
  }

  /// Reports a layer that is gone for good, once.
  private mutating func destroy(
    _ layer: CALayer, _ committed: CommittedLayer, _ host: LayerHost, into ops: inout [CommitOp]
  ) {
    guard isGone(layer, committed, host) else { return }
    committed.isDestroyed = true
    committed.sublayers = []
    layers[committed.id] = nil
    ops.append(.destroy(committed.id))
    if layer.committed === committed { layer.committed = nil }
  }
}
