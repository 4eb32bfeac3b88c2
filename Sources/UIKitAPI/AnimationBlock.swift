import AnimationCore
import CoreGraphicsAPI
import QuartzCore

/// How the animations of a block run.
struct AnimationSettings {
  enum Pace {
    case curve(CAMediaTimingFunction)
    case spring(UIKitSpring)
  }

  /// Seconds.
  var duration: Double
  /// Seconds after the commit; below 0 the animations are under way then.
  var delay: Double
  var pace: Pace
  var options: UIView.AnimationOptions
  var repeatCount: Float
  /// Of an animator's block: who leads the animations in place of all of the above.
  var lead: Lead?
  /// Views that move are touched where they are seen.
  var isHitWhereSeen = false
  /// Of a keyframe animation: who gathers the changes in place of animations that run.
  var gatherer: KeyframeGatherer?
  /// When in a keyframe animation the changes are made, in fractions of the whole.
  var span = 0.0...1.0

  struct Lead {
    var x: AnimationSteering
    /// Of the second coordinate of positions, where it is led for itself.
    var y: AnimationSteering?
  }

  /// What `UIView.animate` was given, and what the block around it hands down.
  init(
    duration: Double, delay: Double, options: UIView.AnimationOptions,
    inheriting outer: AnimationSettings?
  ) {
    self.duration = Self.finite(duration)
    self.delay = Self.finite(delay)
    self.options = options
    pace = .curve(options.curve.function)
    if let outer {
      if !options.contains(.overrideInheritedDuration) {
        self.duration = outer.duration
        lead = outer.lead
        isHitWhereSeen = outer.isHitWhereSeen
      }
      if !options.contains(.overrideInheritedCurve) { pace = outer.pace }
      if !options.contains(.overrideInheritedOptions) {
        self.options.formUnion(outer.options.inherited)
      }
    }
    repeatCount = self.options.contains(.repeat) ? .infinity : 0
  }

  /// A spring keeps its own pace inside another block, and takes over the options.
  init(
    spring: UIKitSpring, delay: Double, options: UIView.AnimationOptions,
    inheriting outer: AnimationSettings?
  ) {
    self.init(
      duration: spring.duration, delay: delay,
      options: options.union([.overrideInheritedDuration, .overrideInheritedCurve]),
      inheriting: outer)
    pace = .spring(spring)
  }

  /// Nothing would be seen of an animation.
  var isImmediate: Bool { duration <= 0 && delay <= 0 && lead == nil }

  private static func finite(_ x: Double) -> Double {
    if x.isFinite { return x }
    Warnings.once("UIView.animate", "durations and delays of animations must be finite, not \(x)")
    return 0
  }

  /// An animation of one key path that runs like this.
  func makeAnimation(_ keyPath: String) -> CABasicAnimation {
    let animation: CABasicAnimation
    switch pace {
    case .spring(let spring) where lead == nil:
      let sprung = CASpringAnimation(keyPath: keyPath)
      spring.configure(sprung)
      animation = sprung
    case .curve, .spring: animation = CABasicAnimation(keyPath: keyPath)
    }
    configure(animation)
    return animation
  }

  /// Sets everything but what the animation goes through.
  func configure(_ animation: CAAnimation) {
    switch pace {
    case .curve(let function): animation.timingFunction = function
    case .spring: animation.timingFunction = CAMediaTimingFunction(name: .linear)
    }
    // 0 would mean the transaction's.
    animation.duration = max(duration, 1e-9)
    animation.delay = delay
    animation.fillMode = .both
    animation.repeatCount = repeatCount
    animation.autoreverses = options.contains(.autoreverse)
  }
}

/// One call of `UIView.animate`: counts its animations and tells when all have ended.
@MainActor
final class AnimationBlock: @MainActor CAAnimationDelegate {
  /// What a block knows of one of its animations.
  @MainActor
  final class Entry {
    weak var view: UIView?
    let blocksTouches: Bool
    let isHitWhereSeen: Bool
    /// The value it starts from, where it does not add up.
    let start: Any?
    /// A later change in the same block took its place.
    var isReplaced = false
    var hasEnded = false

    init(view: UIView, blocksTouches: Bool, isHitWhereSeen: Bool, start: Any?) {
      self.view = view
      self.blocksTouches = blocksTouches
      self.isHitWhereSeen = isHitWhereSeen
      self.start = start
    }
  }

  /// Where an animation runs. Keeps the layer, so that no other takes its identity.
  struct Place: Hashable {
    let layer: CALayer
    let key: String

    static func == (a: Place, b: Place) -> Bool { a.layer === b.layer && a.key == b.key }
    func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(layer))
      hasher.combine(key)
    }
  }

  /// Under which an animation carries its entry.
  private static let tag = "UIKit.entry"

  /// The latest of each place, while changes are being made.
  private var entries: [Place: Entry] = [:]
  /// Animations that have not ended.
  private var running = 0
  private var haveAllFinished = true
  private var isSealed = false
  private var completion: ((Bool) -> Void)?

  init(completion: ((Bool) -> Void)?) { self.completion = completion }

  /// Adds an animation to a view's layer, on behalf of this block.
  func add(
    _ animation: CAAnimation, to layer: CALayer, key: String, of view: UIView,
    _ settings: AnimationSettings, start: Any? = nil
  ) {
    let place = Place(layer: layer, key: key)
    let entry = Entry(
      view: view, blocksTouches: !settings.options.contains(.allowUserInteraction),
      isHitWhereSeen: settings.isHitWhereSeen, start: start)
    entries[place]?.isReplaced = true
    entries[place] = entry
    running += 1
    if entry.blocksTouches { view.touchBlocks += 1 }
    if entry.isHitWhereSeen { view.seenHits += 1 }
    animation.delegate = self
    animation.setValue(entry, forKey: Self.tag)
    layer.add(animation, forKey: key)
  }

  /// What this block has running under a key of a layer.
  func earlier(_ key: String, of layer: CALayer) -> Entry? {
    entries[Place(layer: layer, key: key)]
  }

  var changedViews: Set<UIView> { Set(entries.values.compactMap(\.view)) }

  /// The changes have been made. Without animations the block ends with the commit of this turn.
  func seal() {
    isSealed = true
    entries = [:]
    guard running == 0, completion != nil else { return }
    CATransaction.begin()
    CATransaction.setCompletionBlock {
      // Safety: completion blocks run on the main thread.
      MainActor.assumeIsolated { self.complete() }
    }
    CATransaction.commit()
  }

  func animationDidStart(_ anim: CAAnimation) {}

  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    guard let entry = anim.value(forKey: Self.tag) as? Entry, !entry.hasEnded else { return }
    entry.hasEnded = true
    running -= 1
    if entry.blocksTouches, let view = entry.view { view.touchBlocks -= 1 }
    if entry.isHitWhereSeen, let view = entry.view { view.seenHits -= 1 }
    if !flag, !entry.isReplaced { haveAllFinished = false }
    if isSealed, running == 0 { complete() }
  }

  private func complete() {
    let completion = completion
    self.completion = nil
    completion?(haveAllFinished)
  }
}

/// The animation blocks whose changes are being made, outermost first.
@MainActor
enum AnimationBlocks {
  private static var levels: [(settings: AnimationSettings, block: AnimationBlock)] = []
  static var areEnabled = true

  /// The settings and the block that changes belong to now.
  static var current: (settings: AnimationSettings, block: AnimationBlock)? {
    areEnabled ? levels.last : nil
  }

  static func with(
    _ settings: AnimationSettings, _ block: AnimationBlock, _ changes: () -> Void
  ) {
    levels.append((settings, block))
    changes()
    levels.removeLast()
  }
}
