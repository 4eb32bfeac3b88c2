/// Which animations end, unfinished, when the layers that have them leave the shown tree. Those that
/// stay in their layers' lists keep their begin times: time goes on for them, and they are seen again
/// when the layer is shown again, in whatever tree.
///
/// A window that is merely covered, or that the display asks for no frames, has left nothing: its
/// animations run on and end on time.
package enum LeavingAnimations: Sendable {
  /// The tree is closed for good.
  case endAll
  /// As when an application goes to the background: those with `isRemovedOnCompletion` end.
  case endRemovable
  case endNone
}

extension LayerHost {
  /// A layer has left the tree; it may come back before the next commit.
  func leaves(_ layer: CALayer, _ committed: CommittedLayer) {
    encoder.leaving.append(
      CommitEncoder.Leaving(layer: layer, committed: committed, ending: leavingAnimations))
  }

  /// Ends what ran on layers that left for good. Before any host is encoded: a layer that moved to
  /// another one keeps what was added there.
  func endLeaving() {
    for gone in encoder.goneLayers(from: self) { gone.layer.endShownAnimations(gone.ending) }
  }
}
