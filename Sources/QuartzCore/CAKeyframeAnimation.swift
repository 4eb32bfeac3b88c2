import AnimationCore
import CoreGraphicsAPI

/// How a keyframe animation gets from one value to the next.
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let linear = CAAnimationCalculationMode(rawValue: "linear")
  public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
  public static let paced = CAAnimationCalculationMode(rawValue: "paced")
  public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")
  public static let cubicPaced = CAAnimationCalculationMode(rawValue: "cubicPaced")

  /// Nil for an unknown name.
  var mode: CalculationMode? {
    switch self {
    case .linear: .linear
    case .discrete: .discrete
    case .paced: .paced
    case .cubic: .cubic
    case .cubicPaced: .cubicPaced
    default: nil
    }
  }
}

/// Whether a layer that follows a path turns with it.
public struct CAAnimationRotationMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The layer's +x axis points along the path.
  public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")
  /// The layer's +x axis points back along the path.
  public static let rotateAutoReverse = CAAnimationRotationMode(rawValue: "autoReverse")

  /// Nil for an unknown name.
  var output: PathOutput? {
    switch self {
    case .rotateAuto: .rotation
    case .rotateAutoReverse: .reverseRotation
    default: nil
    }
  }
}

/// Through a list of values, or along a path.
open class CAKeyframeAnimation: CAPropertyAnimation {
  struct Keyframes {
    var values: [Any]?
    var path: CGPath?
    var rotationMode: CAAnimationRotationMode?
    var keyTimes: [NSNumber]?
    var timingFunctions: [CAMediaTimingFunction]?
    var calculationMode = CAAnimationCalculationMode.linear
    var tensions: [NSNumber]?
    var continuities: [NSNumber]?
    var biases: [NSNumber]?
  }

  private var keyframes = Keyframes()

  public override init() { super.init() }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Fewer than two animate nothing.
  open var values: [Any]? {
    get { keyframes.values }
    set { if mayChange() { keyframes.values = newValue } }
  }

  /// The way of a property that is a point, in place of `values`; a copy of what is set. Each of its
  /// lines and curves, and each line that closes a subpath, is a segment.
  open var path: CGPath? {
    get { keyframes.path }
    set { if mayChange() { keyframes.path = newValue?.copy() } }
  }

  /// Of an animation by `path`: nil for not turning.
  open var rotationMode: CAAnimationRotationMode? {
    get { keyframes.rotationMode }
    set { if mayChange() { keyframes.rotationMode = newValue } }
  }

  /// Fractions of the duration, from 0 to 1 and never falling; nil takes the mode's own.
  open var keyTimes: [NSNumber]? {
    get { keyframes.keyTimes }
    set { if mayChange() { keyframes.keyTimes = newValue } }
  }

  /// One for each segment.
  open var timingFunctions: [CAMediaTimingFunction]? {
    get { keyframes.timingFunctions }
    set { if mayChange() { keyframes.timingFunctions = newValue } }
  }

  open var calculationMode: CAAnimationCalculationMode {
    get { keyframes.calculationMode }
    set { if mayChange() { keyframes.calculationMode = newValue } }
  }

  /// Of the cubic modes, one for each value, as are `continuityValues` and `biasValues`.
  open var tensionValues: [NSNumber]? {
    get { keyframes.tensions }
    set { if mayChange() { keyframes.tensions = newValue } }
  }

  open var continuityValues: [NSNumber]? {
    get { keyframes.continuities }
    set { if mayChange() { keyframes.continuities = newValue } }
  }

  open var biasValues: [NSNumber]? {
    get { keyframes.biases }
    set { if mayChange() { keyframes.biases = newValue } }
  }

  open override func value(forKey key: String) -> Any? {
    switch key {
    case "values": values
    case "path": path
    case "rotationMode": rotationMode?.rawValue
    case "keyTimes": keyTimes
    case "timingFunctions": timingFunctions
    case "calculationMode": calculationMode.rawValue
    case "tensionValues": tensionValues
    case "continuityValues": continuityValues
    case "biasValues": biasValues
    default: super.value(forKey: key)
    }
  }

  open override func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case "values": optional(value, key) { values = $0 }
    case "path": optional(value, key) { path = $0 }
    case "rotationMode":
      let name = (value as? CAAnimationRotationMode)?.rawValue ?? value
      optional(name, key) { rotationMode = $0.map(CAAnimationRotationMode.init(rawValue:)) }
    case "keyTimes": optional(value, key) { keyTimes = $0 }
    case "timingFunctions": optional(value, key) { timingFunctions = $0 }
    case "calculationMode":
      name(value, key) { calculationMode = CAAnimationCalculationMode(rawValue: $0) }
    case "tensionValues": optional(value, key) { tensionValues = $0 }
    case "continuityValues": optional(value, key) { continuityValues = $0 }
    case "biasValues": optional(value, key) { biasValues = $0 }
    default: super.setValue(value, forKey: key)
    }
  }

  override func takeProperties(of original: CAAnimation) {
    super.takeProperties(of: original)
    if let original = original as? CAKeyframeAnimation { keyframes = original.keyframes }
  }
}
