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

/// Through a list of values.
open class CAKeyframeAnimation: CAPropertyAnimation {
  struct Keyframes {
    var values: [Any]?
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
    case "values": values = value as? [Any]
    case "keyTimes": keyTimes = value as? [NSNumber]
    case "timingFunctions": timingFunctions = value as? [CAMediaTimingFunction]
    case "calculationMode":
      if let mode = value as? CAAnimationCalculationMode {
        calculationMode = mode
      } else if let name = value as? String {
        calculationMode = CAAnimationCalculationMode(rawValue: name)
      } else {
        Self.warnType(key)
      }
    case "tensionValues": tensionValues = value as? [NSNumber]
    case "continuityValues": continuityValues = value as? [NSNumber]
    case "biasValues": biasValues = value as? [NSNumber]
    default: super.setValue(value, forKey: key)
    }
  }

  override func takeProperties(of original: CAAnimation) {
    super.takeProperties(of: original)
    if let original = original as? CAKeyframeAnimation { keyframes = original.keyframes }
  }
}
