import CoreGraphicsAPI
import Geometry

/// The tiles of a tiled layer: which there are, which are being drawn, and the layers that show them.
///
/// Tiles of the level that fits what is seen are drawn where they are missing; those of other levels
/// stay below until they are covered. Images of tiles that are not seen are kept while they fit the
/// limit, the longest unseen go first. Used by the thread that commits, with `CommitLock` held.
final class TilePages {
  private struct Tile {
    /// In the layer's space.
    var rect: Rect
    var image: CGImage?
    /// Of the image: what part of the layer it shows, at how many pixels per point.
    var origin = Point.zero
    var scale = 1.0
    /// Shows the image; nil while the tile is not seen.
    var layer: TileLayer?
    var job: TileDrawing.Job?
    /// Counts the times that the tile was out of date; `drawn` is that of the image.
    var version = 0
    var drawn = -1
    /// The arrangement in which it was last seen.
    var lastSeen = 0
    /// When the image is fully there, in media time; nil until it is shown for the first time.
    var fadeEnd: Double?

    var bytes: Int { image.map { $0.bytesPerRow * $0.height } ?? 0 }
  }

  /// Below the sublayers of the tiled layer; shows the tiles.
  let container = TileLayer()
  private var tiles: [TileKey: Tile] = [:]
  /// Counts the views that tiles were arranged for.
  private var arrangement = 0
  private var lastView: TileView?
  /// Something changed apart from the view.
  private var isDue = true
  /// When a fade that hides something is over, in media time.
  private var nextFadeEnd = Double.infinity

  /// More tiles than this are not drawn for one view.
  static let mostTiles = 1024
  /// Bytes of images that one layer keeps of tiles that are not seen.
  static let mostUnseenBytes = 32 << 20

  /// Tiles are being drawn.
  var isDrawing: Bool { tiles.values.contains { $0.job != nil } }
  /// Of all images.
  var bytes: Int { tiles.values.reduce(0) { $0 + $1.bytes } }

  // MARK: What is out of date

  /// The tiles that `rect` touches, or all. They are shown until they have been drawn again.
  func invalidate(_ rect: Rect? = nil) {
    for key in tiles.keys where rect.map({ tiles[key]?.rect.intersects($0) == true }) ?? true {
      tiles[key]?.version += 1
    }
    isDue = true
  }

  /// Other tiles may be needed although the view is the same.
  func checkView() { isDue = true }

  /// Nobody sees the layer any more.
  func leave() {
    for tile in tiles.values { tile.job?.cancel() }
    isDue = true
  }

  /// Nothing of what there is fits any more.
  func removeAll() {
    for tile in tiles.values {
      tile.job?.cancel()
      tile.layer?.removeFromSuperlayer()
    }
    tiles = [:]
    isDue = true
  }

  // MARK: What is seen

  /// Has the tiles drawn that `view` needs and are missing, shows those that are there. True where
  /// layers changed.
  func arrange(for layer: CATiledLayer, seenAs view: TileView?) -> Bool {
    let now = MediaClock.now
    guard isDue || view != lastView || now >= nextFadeEnd else { return false }
    isDue = false
    lastView = view
    arrangement += 1
    nextFadeEnd = .infinity
    var hasChanged = false
    let needed = view.map { layer.tiles(for: $0) } ?? []
    var isCovered = true
    for (key, rect) in needed {
      var tile = tiles[key] ?? Tile(rect: rect)
      tile.lastSeen = arrangement
      if tile.rect != rect {
        tile.rect = rect
        tile.version += 1
      }
      if tile.drawn != tile.version, tile.job == nil {
        let job = TileDrawing.Job(
          layer, key, version: tile.version, rect: rect, scale: layer.scale(ofLevel: key.level))
        tile.job = job
        TileDrawing.start(job)
      }
      if show(&tile, of: layer, at: now) { hasChanged = true }
      if tile.image == nil { isCovered = false }
      if let end = tile.fadeEnd, now < end {
        isCovered = false
        nextFadeEnd = min(nextFadeEnd, end)
      }
      tiles[key] = tile
    }
    let level = needed.first?.0.level
    if hideUnseen(view, level: level, isCovered: isCovered) { hasChanged = true }
    if hasChanged {
      sortLayers()
      container.follow(layer)
    }
    evict()
    return hasChanged
  }

  /// Gives a tile with an image a layer, and that the image. True where something is new.
  private func show(_ tile: inout Tile, of owner: CATiledLayer, at time: Double) -> Bool {
    guard let image = tile.image else { return false }
    let isNew = tile.layer == nil
    let layer = tile.layer ?? TileLayer()
    guard isNew || layer.contents as? CGImage !== image else { return false }
    // Whole pixels: the last ones may reach beyond the tile, and are clear there.
    layer.frame = CGRect(
      Rect(
        tile.origin.x, tile.origin.y, Double(image.width) / tile.scale,
        Double(image.height) / tile.scale))
    layer.contents = image
    guard isNew else { return true }
    tile.layer = layer
    container.addSublayer(layer)
    guard tile.fadeEnd == nil else { return true }
    let duration = type(of: owner).fadeDuration()
    tile.fadeEnd = time
    if duration > 0, duration.isFinite {
      tile.fadeEnd = time + duration
      layer.fadeIn(duration)
    }
    return true
  }

  /// Takes away what is not seen, and what tiles of the right level cover.
  private func hideUnseen(_ view: TileView?, level: Int?, isCovered: Bool) -> Bool {
    var hasChanged = false
    for (key, tile) in tiles where tile.lastSeen != arrangement {
      tile.job?.cancel()
      let staysBelow =
        !isCovered && key.level != level && view.map { tile.rect.intersects($0.visible) } == true
      guard let layer = tile.layer, !staysBelow else { continue }
      layer.removeFromSuperlayer()
      tiles[key]?.layer = nil
      hasChanged = true
    }
    return hasChanged
  }

  private func sortLayers() {
    let shown = tiles.filter { $0.value.layer != nil }.sorted { $0.key < $1.key }
    let ordered = shown.compactMap { $0.value.layer }
    if !container.storedSublayers.elementsEqual(ordered, by: ===) { container.sublayers = ordered }
  }

  private func evict() {
    let unseen = tiles.filter {
      $0.value.lastSeen != arrangement && $0.value.layer == nil && $0.value.job == nil
    }
    var bytes = unseen.values.reduce(0) { $0 + $1.bytes }
    let oldestFirst = unseen.sorted { ($0.value.lastSeen, $0.key) < ($1.value.lastSeen, $1.key) }
    for (key, tile) in oldestFirst where bytes > Self.mostUnseenBytes || tile.image == nil {
      bytes -= tile.bytes
      tiles[key] = nil
    }
  }

  // MARK: What has been drawn

  /// A job of this layer is done, or was cancelled in time.
  func take(_ job: TileDrawing.Job) {
    guard var tile = tiles[job.key], tile.job === job else { return }
    tile.job = nil
    if let image = job.image {
      tile.image = image
      tile.origin = job.rect.origin
      tile.scale = job.scale
      tile.drawn = job.version
    } else if !job.wasCancelled {
      // Too large to draw: not tried again until it is out of date.
      tile.drawn = job.version
    }
    tiles[job.key] = tile
    isDue = true
  }
}

/// Shows a tile, or holds those that do. Nothing of it animates by itself.
final class TileLayer: CALayer {
  override func action(forKey event: String) -> (any CAAction)? { nil }

  /// Apart from all transactions: nobody waits for it.
  func fadeIn(_ duration: Double) {
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.fromValue = 0
    animation.duration = duration
    animation.timingFunction = CAMediaTimingFunction(name: .linear)
    animation.store()
    attached.append(AttachedAnimation(key: nil, animation: animation, groups: []))
    mark(.animations)
  }

  /// Takes back what a layer does to its sublayers: this one shows a part of its contents. Animations
  /// of that are not followed.
  func follow(_ layer: CALayer) {
    let inverse = layer.values.sublayerPart.inverse ?? .identity
    if values.transform != inverse { transform = CATransform3D(inverse) }
  }
}
