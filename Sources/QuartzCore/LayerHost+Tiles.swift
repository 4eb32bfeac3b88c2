import AnimationCore
import CoreGraphicsAPI
import Geometry

/// Which tiles of tiled layers are needed: by what is seen of the layers in the frame being prepared.
/// While something on the way from a tiled layer to the root moves, that is asked for every frame.
extension LayerHost {
  /// Brings the tiles of all tiled layers into line with what is seen. True where layers of theirs
  /// came, went or changed.
  func arrangeTiles(at commitTime: Double) -> Bool {
    guard !tiled.isEmpty else { return false }
    let time = max(commitTime, driven.frameTime)
    var hasChanged = false
    for layer in tiled where layer.host === self {
      let view = layer.committed.flatMap { TileView($0, at: time, scale: scale) }
      if layer.pages.arrange(for: layer, seenAs: view) { hasChanged = true }
    }
    return hasChanged
  }

  /// Ticks are wanted because tiled layers move.
  var movesTiles: Bool {
    CommitLock.shared.withLock {
      guard !tiled.isEmpty else { return false }
      let time = MediaClock.now
      return tiled.contains { layer in
        layer.committed.map { TileView.moves($0, at: time) } ?? false
      }
    }
  }

  /// An animation has begun or is over, or tiles have been drawn.
  func checkTiles() {
    guard CommitLock.shared.withLock({ !tiled.isEmpty }) else { return }
    TransactionStack.current.touch(self)
  }

  /// The layer has left: what is being drawn of it is not waited for.
  func leavesTiles(_ layer: CALayer) {
    guard let index = tiled.firstIndex(where: { $0 === layer }) else { return }
    tiled.remove(at: index).pages.leave()
  }

  /// Tiles are being drawn.
  package var drawsTiles: Bool {
    CommitLock.shared.withLock { tiled.contains { $0.pages.isDrawing } }
  }

  /// Waits a while for tiles to be drawn, and takes over those that have been; false where there are
  /// none. A clock that stands still until all work of a moment is done calls this until nothing is
  /// drawn any more, and commits what it brings.
  package func awaitTiles(seconds: Double = 0.02) -> Bool {
    TileDrawing.await(seconds: seconds)
  }
}

/// What is seen of a layer.
struct TileView: Equatable {
  /// A part of the layer's space that holds all of it that lies on the surface and within the clips of
  /// the layers above.
  let visible: Rect
  /// Pixels of the surface for each point of the layer, where it is seen largest.
  let scale: Double

  /// Nil where nothing is seen of it.
  init?(_ committed: CommittedLayer, at time: Double, scale: Double) {
    let chain = Self.chain(committed).map { $0.presented(at: time) }
    guard let root = chain.last else { return nil }
    guard chain.allSatisfy({ !$0.isHidden && $0.opacity > 0 }) else { return nil }
    var seen = root.bounds
    var toRoot = Matrix4.identity
    for (layer, superlayer) in zip(chain, chain.dropFirst()).reversed() {
      if superlayer.masksToBounds { seen = seen.intersection(superlayer.bounds) }
      let matrix = layer.toSuper.concat(superlayer.sublayerPart).flattened
      toRoot = matrix.concat(toRoot)
      guard !seen.isEmpty else { return nil }
      let corners = seen.corners.compactMap { matrix.unproject($0) }
      // Beyond the horizon there is no telling.
      seen = corners.count == 4 ? Rect(bounding: corners) : layer.bounds
    }
    seen = seen.intersection(chain[0].bounds)
    guard !seen.isEmpty, seen.isFinite else { return nil }
    let step = max(seen.size.width, seen.size.height) / 16
    let center = Point(seen.midX, seen.midY)
    guard toRoot.areaScale(at: center) != 0, let here = toRoot.project(center),
      let right = toRoot.project(center + Point(step, 0)),
      let below = toRoot.project(center + Point(0, step))
    else { return nil }
    let largest = max((right - here).length, (below - here).length) / step * scale
    guard largest > 0, largest.isFinite else { return nil }
    visible = seen
    self.scale = largest
  }

  /// The layer and those above it, up to the root.
  private static func chain(_ committed: CommittedLayer) -> [CommittedLayer] {
    var chain: [CommittedLayer] = []
    var next: CommittedLayer? = committed
    while let layer = next {
      chain.append(layer)
      next = layer.superlayer?.committed
    }
    return chain
  }

  /// Something on the way to the root is animated now.
  static func moves(_ committed: CommittedLayer, at time: Double) -> Bool {
    chain(committed).contains { layer in
      guard !layer.animations.isEmpty, layer.rate != 0 else { return false }
      let local = layer.localTime(time)
      return layer.animations.contains {
        local <= $0.timing.endTime && (layer.rate < 0 || local >= $0.timing.beginTime)
      }
    }
  }
}
