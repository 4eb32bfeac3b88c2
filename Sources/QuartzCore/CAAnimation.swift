import AnimationCore
import CoreGraphicsAPI

/// Told when an animation starts and ends. The animation keeps its delegate alive.
public protocol CAAnimationDelegate: AnyObject {
  /// The active time has begun.
  func animationDidStart(_ anim: CAAnimation)
  /// The active time has ended (`flag` true), or the animation was removed before that.
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
  public func animationDidStart(_ anim: CAAnimation) {}
  public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}

/// The base of all animations: timing, delegate and a store for tags of the application.
///
/// `CALayer.add(_:forKey:)` keeps a copy. That copy is what delegates and `animation(forKey:)` hand
/// out, and changing it traps.
open class CAAnimation: CAMediaTiming, CAAction {
  /// Values of a top-level animation or of a child of a group, as the application set them.
  struct Fields {
    var beginTime = 0.0
    var duration = 0.0
    var speed: Float = 1
    var timeOffset = 0.0
    var repeatCount: Float = 0
    var repeatDuration = 0.0
    var autoreverses = false
    var fillMode = CAMediaTimingFillMode.removed
    var timingFunction: CAMediaTimingFunction?
    var delegate: (any CAAnimationDelegate)?
    var isRemovedOnCompletion = true
    var preferredFrameRateRange = CAFrameRateRange.default
    var tags: [String: Any] = [:]
    /// Seconds of the layer's time between the commit and the beginning, where `beginTime` is 0.
    var delay = 0.0
    var rein: AnimationSteering.Rein?
  }

  private(set) var fields = Fields()
  /// Set on the copy that a layer keeps.
  private(set) var isStored = false

  public init() {}

  /// Archives of animations are not read: nil.
  public required init?(coder: NSCoder) { nil }

  /// Gives a change to `change`, unless this is the copy that a layer keeps.
  final func edit(_ change: (inout Fields) -> Void) {
    guard mayChange() else { return }
    change(&fields)
  }

  /// False, after reporting it, for the copy that a layer keeps.
  final func mayChange() -> Bool {
    if isStored { misuse("an animation that was added to a layer cannot be changed: \(self)") }
    return !isStored
  }

  open var beginTime: CFTimeInterval {
    get { fields.beginTime }
    set { edit { $0.beginTime = newValue } }
  }

  /// 0 takes the duration of the transaction, or of the group, at `add`.
  open var duration: CFTimeInterval {
    get { fields.duration }
    set { edit { $0.duration = newValue } }
  }

  open var speed: Float {
    get { fields.speed }
    set { edit { $0.speed = newValue } }
  }

  open var timeOffset: CFTimeInterval {
    get { fields.timeOffset }
    set { edit { $0.timeOffset = newValue } }
  }

  open var repeatCount: Float {
    get { fields.repeatCount }
    set { edit { $0.repeatCount = newValue } }
  }

  open var repeatDuration: CFTimeInterval {
    get { fields.repeatDuration }
    set { edit { $0.repeatDuration = newValue } }
  }

  open var autoreverses: Bool {
    get { fields.autoreverses }
    set { edit { $0.autoreverses = newValue } }
  }

  open var fillMode: CAMediaTimingFillMode {
    get { fields.fillMode }
    set { edit { $0.fillMode = newValue } }
  }

  /// Acts on the fraction of the whole animation; nil is linear.
  open var timingFunction: CAMediaTimingFunction? {
    get { fields.timingFunction }
    set { edit { $0.timingFunction = newValue } }
  }

  open var delegate: (any CAAnimationDelegate)? {
    get { fields.delegate }
    set { edit { $0.delegate = newValue } }
  }

  /// Puts the beginning this many seconds after the commit, which stands at `beginTime` 0; below 0
  /// the animation is under way then.
  package final var delay: Double {
    get { fields.delay }
    set { edit { $0.delay = newValue } }
  }

  /// Lets `steering` say how it runs, in place of the timing set here. `old` is the property's value
  /// before the change that is animated.
  package final func lead(by steering: AnimationSteering, from old: Any?) {
    edit { $0.rein = AnimationSteering.Rein(steering, old: old) }
  }

  open var isRemovedOnCompletion: Bool {
    get { fields.isRemovedOnCompletion }
    set { edit { $0.isRemovedOnCompletion = newValue } }
  }

  /// A hint. Stored; every frame of the display shows animations.
  open var preferredFrameRateRange: CAFrameRateRange {
    get { fields.preferredFrameRateRange }
    set { edit { $0.preferredFrameRateRange = newValue } }
  }

  /// The value of a property that was not set; nil for other keys.
  open class func defaultValue(forKey key: String) -> Any? { makeEmpty().value(forKey: key) }

  /// A tag, or a property by its key.
  open func value(forKey key: String) -> Any? {
    switch key {
    case "beginTime": NSNumber(value: beginTime)
    case "duration": NSNumber(value: duration)
    case "speed": NSNumber(value: speed)
    case "timeOffset": NSNumber(value: timeOffset)
    case "repeatCount": NSNumber(value: repeatCount)
    case "repeatDuration": NSNumber(value: repeatDuration)
    case "autoreverses": NSNumber(value: autoreverses)
    case "fillMode": fillMode.rawValue
    case "timingFunction": timingFunction
    case "delegate": delegate
    case "removedOnCompletion", "isRemovedOnCompletion":
      NSNumber(value: isRemovedOnCompletion)
    case "preferredFrameRateRange": preferredFrameRateRange
    default: fields.tags[key]
    }
  }

  /// Sets a property by its key; every other key is a tag of the application's own.
  open func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case "beginTime": number(value, key) { beginTime = $0 }
    case "duration": number(value, key) { duration = $0 }
    case "speed": number(value, key) { speed = Float($0) }
    case "timeOffset": number(value, key) { timeOffset = $0 }
    case "repeatCount": number(value, key) { repeatCount = Float($0) }
    case "repeatDuration": number(value, key) { repeatDuration = $0 }
    case "autoreverses": number(value, key) { autoreverses = $0 != 0 }
    case "fillMode": name(value, key) { fillMode = CAMediaTimingFillMode(rawValue: $0) }
    case "timingFunction": optional(value, key) { timingFunction = $0 }
    case "delegate": optional(value, key) { delegate = $0 }
    case "removedOnCompletion", "isRemovedOnCompletion":
      number(value, key) { isRemovedOnCompletion = $0 != 0 }
    case "preferredFrameRateRange":
      converted(value as? CAFrameRateRange, key) { preferredFrameRateRange = $0 }
    default: edit { $0.tags[key] = Boxing.kept(value) }
    }
  }

  /// As `value(forKey:)`; further words lead on into what the first answers.
  open func value(forKeyPath keyPath: String) -> Any? { KeyPaths.value(keyPath, of: self) }

  open func setValue(_ value: Any?, forKeyPath keyPath: String) {
    KeyPaths.set(value, at: keyPath, of: self)
  }

  /// Archives of animations are not written.
  open func shouldArchiveValue(forKey key: String) -> Bool { true }

  /// A changeable copy. Objects it refers to are shared, child animations are copied.
  open func copy() -> Any { duplicate() }

  final func duplicate() -> CAAnimation {
    let copy = type(of: self).makeEmpty()
    copy.takeProperties(of: self)
    return copy
  }

  /// The copy that a layer or a group keeps. Made by `copy()`, which subclasses override to carry
  /// along their own properties.
  final func keptCopy() -> CAAnimation {
    guard let copy = copy() as? CAAnimation, copy !== self, !copy.isStored else {
      return duplicate()
    }
    return copy
  }

  /// Copies what `original`, of the same class, holds.
  func takeProperties(of original: CAAnimation) { fields = original.fields }

  /// Turns this copy into the one a layer keeps, or a child of it.
  func store() { isStored = true }

  open func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    (anObject as? CALayer)?.add(self, forKey: event)
  }
}

extension CAAnimation {
  /// Reaches the `init()` of the dynamic class: calls between initialisers go through the class's
  /// table, which a call on a metatype may do only for `required` ones, and Apple's is not.
  package convenience init(emptyLike: Void) { self.init() }

  // The allocating entry of the initialiser above, whose `self` is the class to make.
  @_silgen_name("$s10QuartzCore11CAAnimationC9emptyLikeACyt_tcfC")
  static func makeEmpty(_: Void) -> CAAnimation

  static func makeEmpty() -> CAAnimation { makeEmpty(()) }
}

extension CAAnimation: Hashable {
  public static func == (a: CAAnimation, b: CAAnimation) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
