import AnimationCore
import CoreGraphicsAPI
import Geometry

/// Draws its contents in tiles, as they are needed. Stored; the contents are drawn whole for now.
open class CATiledLayer: CALayer {
  public override init() { super.init() }

  public override init(layer: Any) {
    super.init(layer: layer)
    guard let layer = layer as? CATiledLayer else { return }
    levelsOfDetail = layer.levelsOfDetail
    levelsOfDetailBias = layer.levelsOfDetailBias
    tileSize = layer.tileSize
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Seconds in which a new tile appears.
  open class func fadeDuration() -> CFTimeInterval { 0.25 }

  /// How many sizes the contents are drawn at, each half of the one before.
  open var levelsOfDetail = 1 {
    didSet { if !mayChange() { levelsOfDetail = oldValue } }
  }

  /// How many of them are larger than the layer.
  open var levelsOfDetailBias = 0 {
    didSet { if !mayChange() { levelsOfDetailBias = oldValue } }
  }

  /// In pixels.
  open var tileSize = CGSize(width: 256, height: 256) {
    didSet {
      if !mayChange() { return tileSize = oldValue }
      guard tileSize.width > 0, tileSize.height > 0, Size(tileSize).isFinite else {
        Warnings.once("tiled.tileSize", "tiles must have a size above 0, not \(tileSize)")
        return tileSize = oldValue
      }
    }
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
