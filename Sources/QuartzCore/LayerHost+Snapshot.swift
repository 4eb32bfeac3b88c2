import AnimationCore
import LayerCommit

/// The committed tree as a whole, for comparison with what the commits have made of it step by
/// step.
extension LayerHost {
  /// The operations that make the committed tree from nothing: what a server needs that knows none
  /// of the commits. Begin times stay as they were resolved.
  package func snapshot() -> [CommitOp] {
    let committed = committedLayers
    var ops: [CommitOp] = [
      .createLayers(
        committed.map {
          NewLayer($0.id, values: $0.values, timing: $0.timing, animations: $0.animations)
        })
    ]
    for layer in committed where !layer.sublayers.isEmpty {
      ops.append(.setSublayers(layer.id, layer.sublayers.compactMap { $0.committed?.id }))
    }
    for layer in committed {
      if let mask = layer.mask?.committed { ops.append(.setMask(layer.id, mask.id)) }
    }
    ops.append(.setRoot(encoder.root))
    return ops
  }

  /// What `presentation()` is made from, for every committed layer at a media time.
  package func presentedValues(at mediaTime: Double) -> [(id: LayerID, values: LayerValues)] {
    committedLayers.map { ($0.id, $0.presented(at: mediaTime)) }
  }

  /// In the order in which the server came to know them.
  private var committedLayers: [CommittedLayer] {
    encoder.layers.sorted { $0.key.raw < $1.key.raw }.compactMap { $0.value.committed }
  }
}
