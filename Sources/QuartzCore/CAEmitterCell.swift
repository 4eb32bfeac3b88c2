import AnimationCore
import CoreGraphicsAPI

/// What one kind of particle looks like, how many there are and how they move.
///
/// A range is the width of the interval about the mean from which each particle has its value.
open class CAEmitterCell: CAMediaTiming {
  public init() {}

  /// Archives are not read: nil.
  public required init?(coder: NSCoder) { nil }

  /// By which key paths find the cell in its layer.
  open var name: String?
  open var isEnabled = true

  /// Particles a second.
  open var birthRate: Float = 0
  /// Seconds.
  open var lifetime: Float = 0
  open var lifetimeRange: Float = 0

  /// From the plane of the layer, in radians.
  open var emissionLatitude: CGFloat = 0
  /// In the plane of the layer, in radians.
  open var emissionLongitude: CGFloat = 0
  /// Of the cone about that direction, in radians.
  open var emissionRange: CGFloat = 0

  /// Points a second.
  open var velocity: CGFloat = 0
  open var velocityRange: CGFloat = 0
  /// Points a second, each second.
  open var xAcceleration: CGFloat = 0
  open var yAcceleration: CGFloat = 0
  open var zAcceleration: CGFloat = 0

  open var scale: CGFloat = 1
  open var scaleRange: CGFloat = 0
  /// By how much it grows in a second.
  open var scaleSpeed: CGFloat = 0
  /// Radians a second.
  open var spin: CGFloat = 0
  open var spinRange: CGFloat = 0

  /// By which the contents are multiplied.
  open var color: CGColor? = .white
  open var redRange: Float = 0
  open var greenRange: Float = 0
  open var blueRange: Float = 0
  open var alphaRange: Float = 0
  /// By how much the components grow in a second.
  open var redSpeed: Float = 0
  open var greenSpeed: Float = 0
  open var blueSpeed: Float = 0
  open var alphaSpeed: Float = 0

  /// A `CGImage`.
  open var contents: Any? {
    get { image }
    set {
      let new = newValue as? CGImage
      guard new != nil || newValue == nil else { return KeyPaths.warnType("contents", of: self) }
      image = new
    }
  }
  var image: CGImage?

  open var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  open var contentsScale: CGFloat = 1
  open var minificationFilter = "linear"
  open var magnificationFilter = "linear"
  open var minificationFilterBias: Float = 0

  /// What each particle emits in turn.
  open var emitterCells: [CAEmitterCell]?

  /// Values of keys that are not set.
  open var style: [AnyHashable: Any]?

  // MARK: Time

  open var beginTime: CFTimeInterval = 0
  open var duration = CFTimeInterval.infinity
  open var speed: Float = 1
  open var timeOffset: CFTimeInterval = 0
  open var repeatCount: Float = 0
  open var repeatDuration: CFTimeInterval = 0
  open var autoreverses = false
  open var fillMode = CAMediaTimingFillMode.removed

  // MARK: Values by key

  var customValues: [String: Any] = [:]

  open class func defaultValue(forKey key: String) -> Any? { CAEmitterCell().storedValue(key) }

  /// Archives of cells are not written.
  open func shouldArchiveValue(forKey key: String) -> Bool { true }

  open func value(forKey key: String) -> Any? { storedValue(key) }
  open func setValue(_ value: Any?, forKey key: String) { store(value, key: key) }

  open func value(forKeyPath keyPath: String) -> Any? { KeyPaths.value(keyPath, of: self) }
  open func setValue(_ value: Any?, forKeyPath keyPath: String) {
    KeyPaths.set(value, at: keyPath, of: self)
  }
}
