import AnimationCore
import CoreGraphicsAPI

/// A basic animation whose progress is that of a damped spring.
///
/// It runs in real seconds: `duration` cuts the spring off and does not stretch it. Set
/// `duration = settlingDuration` to see all of it.
open class CASpringAnimation: CABasicAnimation {
  private var spring = SpringParameters()

  public override init() { super.init() }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// A spring by how long it seems to take, in seconds, and how much it bounces: 0 not at all, 1
  /// for ever, below 0 slower than that.
  public convenience init(perceptualDuration: CFTimeInterval, bounce: CGFloat) {
    self.init()
    guard perceptualDuration > 0, perceptualDuration.isFinite, bounce > -1, bounce <= 1 else {
      misuse("a spring needs a perceptual duration above 0 and a bounce in -1…1")
      return
    }
    spring = SpringParameters(perceptualDuration: perceptualDuration, bounce: Double(bounce))
    duration = settlingDuration
  }

  /// Above 0.
  open var mass: CGFloat {
    get { CGFloat(spring.mass) }
    set { set(\.mass, newValue, newValue > 0, "mass must be above 0") }
  }

  /// Above 0.
  open var stiffness: CGFloat {
    get { CGFloat(spring.stiffness) }
    set { set(\.stiffness, newValue, newValue > 0, "stiffness must be above 0") }
  }

  /// Not below 0.
  open var damping: CGFloat {
    get { CGFloat(spring.damping) }
    set { set(\.damping, newValue, newValue >= 0, "damping must not be below 0") }
  }

  /// Distances per second, positive towards the end value.
  open var initialVelocity: CGFloat {
    get { CGFloat(spring.initialVelocity) }
    set { set(\.initialVelocity, newValue, true, "") }
  }

  /// Off: damping above critical counts as critical.
  open var allowsOverdamping: Bool {
    get { spring.allowsOverdamping }
    set { if mayChange() { spring.allowsOverdamping = newValue } }
  }

  /// Seconds until the spring stays within a thousandth of its end.
  open var settlingDuration: CFTimeInterval { spring.settlingDuration }

  /// Seconds of one undamped swing.
  open var perceptualDuration: CFTimeInterval { spring.perceptualDuration }

  /// 1 for an undamped spring, 0 for a critical one, below 0 for an over-damped one.
  open var bounce: CGFloat { CGFloat(spring.bounce) }

  package var parameters: SpringParameters { spring }

  /// Keeps what it has when the value is no number or breaks its rule.
  private func set(
    _ path: WritableKeyPath<SpringParameters, Double>, _ value: CGFloat, _ isAllowed: Bool,
    _ rule: String
  ) {
    guard mayChange() else { return }
    guard value.isFinite else {
      return Warnings.once(
        "spring.finite", "a spring's values must be finite; \(value) was ignored")
    }
    guard isAllowed else { return misuse("a spring's \(rule), not \(value)") }
    spring[keyPath: path] = Double(value)
  }

  open override func value(forKey key: String) -> Any? {
    switch key {
    case "mass": NSNumber(value: spring.mass)
    case "stiffness": NSNumber(value: spring.stiffness)
    case "damping": NSNumber(value: spring.damping)
    case "initialVelocity": NSNumber(value: spring.initialVelocity)
    case "allowsOverdamping": NSNumber(value: allowsOverdamping)
    case "settlingDuration": NSNumber(value: settlingDuration)
    case "perceptualDuration": NSNumber(value: perceptualDuration)
    case "bounce": NSNumber(value: spring.bounce)
    default: super.value(forKey: key)
    }
  }

  open override func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case "mass": number(value, key) { mass = CGFloat($0) }
    case "stiffness": number(value, key) { stiffness = CGFloat($0) }
    case "damping": number(value, key) { damping = CGFloat($0) }
    case "initialVelocity": number(value, key) { initialVelocity = CGFloat($0) }
    case "allowsOverdamping": number(value, key) { allowsOverdamping = $0 != 0 }
    case "settlingDuration", "perceptualDuration", "bounce": KeyPaths.warnReadOnly(key, of: self)
    default: super.setValue(value, forKey: key)
    }
  }

  override func takeProperties(of original: CAAnimation) {
    super.takeProperties(of: original)
    if let original = original as? CASpringAnimation { spring = original.spring }
  }
}
