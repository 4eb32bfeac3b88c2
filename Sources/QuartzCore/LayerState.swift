import AnimationCore
import CoreGraphicsAPI
import Geometry
import LayerCommit

/// The objects the application gave for properties that `LayerValues` holds as plain values.
struct LayerObjects {
  var backgroundColor: CGColor?
  var borderColor: CGColor? = .black
  var shadowColor: CGColor? = .black
  var foregroundColor: CGColor?
  var contents: CGImage?
  var shadowPath: CGPath?
  /// Of extra properties that are not nil; not of numbers and choices, which are no objects.
  var extras: [ExtraProperty: Any] = [:]

  /// Replaces those whose value is no longer the one in `values`.
  mutating func follow(_ values: LayerValues) {
    func color(_ object: CGColor?, _ value: Color?) -> CGColor? {
      object?.color == value ? object : value.map { CGColor($0) }
    }
    backgroundColor = color(backgroundColor, values.backgroundColor)
    borderColor = color(borderColor, values.borderColor)
    shadowColor = color(shadowColor, values.shadowColor)
    foregroundColor = color(foregroundColor, values.contentsTint)
    if contents?.pixelImage != values.contents?.image {
      contents = values.contents.map { CGImage($0.image) }
    }
    if shadowPath?.path != values.shadowPath { shadowPath = values.shadowPath.map { CGPath($0) } }
    for (property, object) in extras {
      let target = AnimationTarget(.extra(property))
      let value = values[target]
      if Boxing.value(object, for: target) != value {
        extras[property] = Boxing.any(value, for: target)
      }
    }
  }
}

/// What changed since the last commit: one bit for each property that is not extra, and six more.
struct LayerChanges: OptionSet {
  let rawValue: UInt64

  static let mask = LayerChanges(rawValue: 1 << 58)
  static let customValues = LayerChanges(rawValue: 1 << 59)
  /// Any extra property.
  static let extras = LayerChanges(rawValue: 1 << 60)
  static let sublayers = LayerChanges(rawValue: 1 << 61)
  static let timing = LayerChanges(rawValue: 1 << 62)
  static let animations = LayerChanges(rawValue: 1 << 63)

  init(rawValue: UInt64) { self.rawValue = rawValue }
  init(_ property: LayerProperty) {
    if case .extra = property {
      self = .extras
    } else {
      rawValue = 1 << UInt64(property.index)
    }
  }

  /// The properties among the changes that are not extra.
  var properties: Properties { Properties(rest: rawValue & (1 << 58 - 1)) }

  struct Properties: Sequence, IteratorProtocol {
    fileprivate var rest: UInt64

    mutating func next() -> LayerProperty? {
      guard rest != 0 else { return nil }
      let bit = rest.trailingZeroBitCount
      rest &= rest - 1
      return LayerProperty.plain[bit]
    }
  }
}

/// The state of a layer that the server knows: what `presentation()` is evaluated from.
final class CommittedLayer {
  let id: LayerID
  let host: LayerHost
  var values = LayerValues()
  var objects = LayerObjects()
  /// Under keys that are no properties.
  var customValues: [String: Any] = [:]
  var timing = LayerTiming.identity
  var animations: [LayerAnimation] = []
  /// What the animations were compiled from.
  var attached: [AttachedAnimation] = []
  /// Those that the server is not told of; nil for none.
  var customAnimations: CustomAnimations?
  /// Those that belong to the contents first.
  var sublayers: [CALayer] = []
  var mask: CALayer?
  /// Nil for the root.
  weak var superlayer: CALayer?
  /// The server has not been told of it yet.
  var isNew = true
  /// The server has been told that it is gone.
  var isDestroyed = false

  init(id: LayerID, host: LayerHost) {
    self.id = id
    self.host = host
  }

  /// What `presentation()` shows as its sublayers.
  var shownSublayers: [CALayer] {
    sublayers.compactMap { $0.isPrivate ? nil : $0.presentation() }
  }

  /// Local time of the committed tree at a media time.
  func localTime(_ mediaTime: Double) -> Double {
    var chain: [LayerTiming] = []
    var next: CommittedLayer? = self
    while let layer = next {
      chain.append(layer.timing)
      next = layer.superlayer?.committed
    }
    return chain.reversed().reduce(mediaTime) { $1.local(fromParent: $0) }
  }

  /// How fast local time runs; 0 where it stands.
  var rate: Double {
    var rate = 1.0
    var next: CommittedLayer? = self
    while let layer = next {
      rate *= layer.timing.speed
      next = layer.superlayer?.committed
    }
    return rate
  }

  /// The values shown at a media time.
  func presented(at mediaTime: Double) -> LayerValues {
    guard !animations.isEmpty else { return values }
    var shown = values
    shown.apply(animations, at: localTime(mediaTime))
    return shown
  }
}
