import AnimationCore
import CoreGraphicsAPI

/// An animation of one property of a layer, or of a part of one.
open class CAPropertyAnimation: CAAnimation {
  struct PropertyFields {
    var keyPath: String?
    var isAdditive = false
    var isCumulative = false
    var valueFunction: CAValueFunction?
  }

  private var property = PropertyFields()

  public override init() { super.init() }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public convenience init(keyPath path: String?) {
    self.init()
    keyPath = path
  }

  /// As in `position.x` or `transform.rotation.z`.
  open var keyPath: String? {
    get { property.keyPath }
    set { if mayChange() { property.keyPath = newValue } }
  }

  /// Adds to the value below instead of replacing it.
  open var isAdditive: Bool {
    get { property.isAdditive }
    set { if mayChange() { property.isAdditive = newValue } }
  }

  /// Each repetition starts from where the last ended.
  open var isCumulative: Bool {
    get { property.isCumulative }
    set { if mayChange() { property.isCumulative = newValue } }
  }

  /// Makes a transform of the animation's values, which are then numbers or arrays of three, and not
  /// transforms. Of the ends of a basic animation those that are not set are zero.
  open var valueFunction: CAValueFunction? {
    get { property.valueFunction }
    set { if mayChange() { property.valueFunction = newValue } }
  }

  open override func value(forKey key: String) -> Any? {
    switch key {
    case "keyPath": keyPath
    case "valueFunction": valueFunction
    case "additive", "isAdditive": NSNumber(value: isAdditive)
    case "cumulative", "isCumulative": NSNumber(value: isCumulative)
    default: super.value(forKey: key)
    }
  }

  open override func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case "keyPath": optional(value, key) { keyPath = $0 }
    case "valueFunction": optional(value, key) { valueFunction = $0 }
    case "additive", "isAdditive": number(value, key) { isAdditive = $0 != 0 }
    case "cumulative", "isCumulative": number(value, key) { isCumulative = $0 != 0 }
    default: super.setValue(value, forKey: key)
    }
  }

  /// As an action without a key path: animates the property that changes.
  open override func run(
    forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?
  ) {
    guard keyPath == nil, let named = keptCopy() as? CAPropertyAnimation else {
      return super.run(forKey: event, object: anObject, arguments: dict)
    }
    named.keyPath = event
    (anObject as? CALayer)?.add(named, forKey: event)
  }

  override func takeProperties(of original: CAAnimation) {
    super.takeProperties(of: original)
    if let original = original as? CAPropertyAnimation { property = original.property }
  }
}

/// Elsewhere, since few animations have one, and because an object that holds vectors must be aligned
/// to 16 bytes, which takes the allocator twice as long.
private final class CapturedValue {
  let value: PropertyValue
  init(_ value: PropertyValue) { self.value = value }
}

/// From one value to another. Ends that are not set come from the others, or from the value below.
open class CABasicAnimation: CAPropertyAnimation {
  struct Ends {
    var from: Any?
    var to: Any?
    var by: Any?
  }

  private var ends = Ends()
  /// With no end set: what was on screen when the animation was added.
  var capturedStart: PropertyValue? {
    get { captured?.value }
    set { captured = newValue.map { CapturedValue($0) } }
  }
  private var captured: CapturedValue?

  public override init() { super.init() }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open var fromValue: Any? {
    get { ends.from }
    set { if mayChange() { ends.from = newValue } }
  }

  open var toValue: Any? {
    get { ends.to }
    set { if mayChange() { ends.to = newValue } }
  }

  open var byValue: Any? {
    get { ends.by }
    set { if mayChange() { ends.by = newValue } }
  }

  open override func value(forKey key: String) -> Any? {
    switch key {
    case "fromValue": fromValue
    case "toValue": toValue
    case "byValue": byValue
    default: super.value(forKey: key)
    }
  }

  open override func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case "fromValue": fromValue = value
    case "toValue": toValue = value
    case "byValue": byValue = value
    default: super.setValue(value, forKey: key)
    }
  }

  override func takeProperties(of original: CAAnimation) {
    super.takeProperties(of: original)
    if let original = original as? CABasicAnimation { ends = original.ends }
  }
}
