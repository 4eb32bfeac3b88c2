import AnimationCore
import CoreGraphicsAPI
import Geometry

/// Draws its contents in tiles, on threads in the background, as they come to be seen.
///
/// `draw(in:)`, or the delegate's, is called for each tile, several at a time: the context is clipped
/// to the tile and scaled for its level. Until a tile has been drawn its place is blank, or shows
/// what there is of another level; then it fades in.
open class CATiledLayer: CALayer {
  /// The tiles; those of a presentation layer show nothing.
  let pages = TilePages()

  public override init() {
    super.init()
    pages.container.isPrivate = true
    pages.container.storedSuperlayer = self
    changes.insert(.sublayers)
  }

  public override init(layer: Any) {
    super.init(layer: layer)
    guard let layer = layer as? CATiledLayer else { return }
    levelsOfDetail = layer.levelsOfDetail
    levelsOfDetailBias = layer.levelsOfDetailBias
    tileSize = layer.tileSize
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  deinit { pages.container.storedSuperlayer = nil }

  override var privateSublayers: [CALayer] { presented == nil ? [pages.container] : [] }

  override func joins(_ host: LayerHost) { host.tiled.append(self) }

  /// Bytes of images that one layer keeps of tiles that are not seen, at most.
  package static let mostUnseenBytes = TilePages.mostUnseenBytes

  /// Seconds in which a new tile appears.
  open class func fadeDuration() -> CFTimeInterval { 0.25 }

  /// How many sizes the contents are drawn at, each half of the one before.
  open var levelsOfDetail = 1 {
    didSet { if !mayChange() { levelsOfDetail = oldValue } else { changeLevels() } }
  }

  /// How many of them are larger than the layer.
  open var levelsOfDetailBias = 0 {
    didSet { if !mayChange() { levelsOfDetailBias = oldValue } else { changeLevels() } }
  }

  /// In pixels.
  open var tileSize = CGSize(width: 256, height: 256) {
    didSet {
      if !mayChange() { return tileSize = oldValue }
      guard tileSize.width > 0, tileSize.height > 0, Size(tileSize).isFinite else {
        Warnings.once("tiled.tileSize", "tiles must have a size above 0, not \(tileSize)")
        return tileSize = oldValue
      }
      if tileSize != oldValue { removeTiles() }
    }
  }

  // MARK: What is out of date

  /// All tiles are drawn again, as they come to be seen.
  open override func setNeedsDisplay() { invalidate(nil) }

  /// The tiles that `r` touches are drawn again.
  open override func setNeedsDisplay(_ r: CGRect) {
    let rect = Rect(r.standardized)
    if rect.isFinite { invalidate(rect) } else { invalidate(nil) }
  }

  open override var contentsScale: CGFloat {
    get { super.contentsScale }
    set {
      let old = super.contentsScale
      super.contentsScale = newValue
      if super.contentsScale != old { removeTiles() }
    }
  }

  open override var bounds: CGRect {
    get { super.bounds }
    set {
      let old = super.bounds
      super.bounds = newValue
      // Tiles at the edges reach as far as the bounds.
      if super.bounds != old { changeLevels() }
    }
  }

  private func invalidate(_ rect: Rect?) {
    guard presented == nil else { return }
    CommitLock.shared.withLock { pages.invalidate(rect) }
    TransactionStack.current.touch(host)
  }

  private func removeTiles() {
    guard presented == nil else { return }
    CommitLock.shared.withLock { pages.removeAll() }
    TransactionStack.current.touch(host)
  }

  /// Other tiles may be needed.
  private func changeLevels() {
    guard presented == nil else { return }
    CommitLock.shared.withLock { pages.checkView() }
    TransactionStack.current.touch(host)
  }

  /// The contents are the tiles.
  open override func display() {}

  // MARK: Levels

  /// The powers of two that there are levels for.
  private var levels: ClosedRange<Int> {
    let count = min(max(levelsOfDetail, 1), 32), bias = min(max(levelsOfDetailBias, 0), 16)
    return (bias - count + 1)...bias
  }

  /// Pixels per point.
  func scale(ofLevel level: Int) -> Double {
    values.contentsScale * Double(sign: .plus, exponent: level, significand: 1)
  }

  /// The tiles, with their part of the layer's space, that show what is seen: of the coarsest level
  /// with at least as many pixels as the surface has there.
  func tiles(for view: TileView) -> [(TileKey, Rect)] {
    let wanted = log2(view.scale / values.contentsScale)
    // A rounding error is no reason for twice as many pixels.
    let level = min(
      max(Int(max(-100, min(wanted - 1e-6, 100)).rounded(.up)), levels.lowerBound),
      levels.upperBound)
    let scale = scale(ofLevel: level)
    var size = Size(
      min(Double(tileSize.width), Self.largestTileSide) / scale,
      min(Double(tileSize.height), Self.largestTileSide) / scale)
    // Tiles that are too many become larger ones.
    func count() -> Double {
      (view.visible.size.width / size.width + 2) * (view.visible.size.height / size.height + 2)
    }
    while count() > Double(TilePages.mostTiles) { size = Size(size.width * 2, size.height * 2) }
    var tiles: [(TileKey, Rect)] = []
    let rows = Self.indices(view.visible.minY, view.visible.maxY, size.height)
    let columns = Self.indices(view.visible.minX, view.visible.maxX, size.width)
    for row in rows {
      for column in columns {
        let whole = Rect(
          Double(column) * size.width, Double(row) * size.height, size.width, size.height)
        let rect = whole.intersection(values.bounds)
        if !rect.isEmpty {
          tiles.append((TileKey(level: level, row: row, column: column), rect))
        }
      }
    }
    return tiles
  }

  private static let largestTileSide = 8192.0

  /// Those of the tiles of a length that an interval touches.
  private static func indices(_ start: Double, _ end: Double, _ length: Double) -> Range<Int> {
    let first = (start / length).rounded(.down), last = (end / length).rounded(.up)
    guard abs(first) < 1e15, abs(last) < 1e15, first < last else { return 0..<0 }
    return Int(first)..<Int(last)
  }

  /// Draws a part of the layer's space; called on threads in the background.
  func drawTile(_ rect: Rect, scale: Double) -> CGImage? {
    // A rounding error in the product is no further pixel.
    let width = (rect.size.width * scale - 1e-6).rounded(.up)
    let height = (rect.size.height * scale - 1e-6).rounded(.up)
    guard width >= 1, height >= 1, width <= Self.largestBitmapSide,
      height <= Self.largestBitmapSide,
      let context = CGContext(
        pixelSize: PixelSize(Int(width), Int(height)), scale: scale, origin: rect.origin)
    else { return nil }
    context.clip(to: CGRect(rect))
    draw(in: context)
    return finishedImage(context)
  }

  // MARK: Values by key

  open override class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "levelsOfDetail": NSNumber(value: 1)
    case "levelsOfDetailBias": NSNumber(value: 0)
    case "tileSize": CGSize(width: 256, height: 256)
    default: super.defaultValue(forKey: key)
    }
  }

  open override func value(forKey key: String) -> Any? {
    switch key {
    case "levelsOfDetail": NSNumber(value: levelsOfDetail)
    case "levelsOfDetailBias": NSNumber(value: levelsOfDetailBias)
    case "tileSize": tileSize
    default: super.value(forKey: key)
    }
  }

  open override func setValue(_ value: Any?, forKey key: String) {
    let new = ExtraInput(any: value)
    switch key {
    case "levelsOfDetail": number(value, key) { _ in levelsOfDetail = new.integer() }
    case "levelsOfDetailBias": number(value, key) { _ in levelsOfDetailBias = new.integer() }
    case "tileSize": converted(value as? CGSize, key) { tileSize = $0 }
    default: super.setValue(value, forKey: key)
    }
  }
}
