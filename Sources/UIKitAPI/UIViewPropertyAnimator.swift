import AnimationCore
import CoreGraphicsAPI
import QuartzCore

/// Animates changes of views so that they can be paused, scrubbed, turned round, sent on at another pace
/// and stopped.
///
/// While it is active the views have their end values, and what is on screen lies between those and the
/// values before. A running animator is kept alive until it ends; to let go of a paused or stopped one
/// is an error.
@MainActor
open class UIViewPropertyAnimator: UIViewImplicitlyAnimating {
  enum Phase {
    case inactive
    /// Started without anything to animate: waits for blocks until the end of the turn.
    case waiting
    /// At a place from 0, the start, to 1, the end.
    case paused(at: Double)
    case running(AnimatorStrand.Leg)
    case stopped([AnimationSteering.Settled])
  }

  /// Seconds that the animations take; of a physical spring the time it needs to settle.
  public let duration: TimeInterval
  /// Seconds between the start and the moment at which something moves.
  public private(set) var delay: TimeInterval = 0
  public let timingParameters: (any UITimingCurveProvider)?

  /// While paused, the fraction is the progress that is shown. Off: the fraction counts time, and what
  /// is shown is what the timing curve makes of it.
  open var scrubsLinearly = true
  /// The end is held, paused, and the completions wait. From there the animator can be turned round.
  open var pausesOnCompletion = false
  /// Views that move take touches.
  open var isUserInteractionEnabled = true {
    didSet {
      if isFixed("isUserInteractionEnabled", isUserInteractionEnabled, oldValue) {
        isUserInteractionEnabled = oldValue
      }
    }
  }
  /// The animator can be paused, turned round and stopped.
  open var isInterruptible = true {
    didSet {
      if isFixed("isInterruptible", isInterruptible, oldValue) { isInterruptible = oldValue }
    }
  }
  /// Off: a view that moves is touched where it is seen. On: touches look where it moves to, and the
  /// program looks for itself.
  open var isManualHitTestingEnabled = false

  // Seen by the extensions.
  final var phase = Phase.inactive
  final var storedIsReversed = false
  final var pace: AnimatorPace
  /// The pace has led nothing yet.
  final var isNewPace = true
  /// Waiting for the start.
  final var blocks: [(delayFactor: Double, changes: () -> Void)] = []
  final var completions: [(UIViewAnimatingPosition) -> Void] = []
  final var pieces: [AnimatorPiece] = []
  /// Of the animator as a whole.
  final var whole = AnimatorStrand(begin: 0)
  /// Seconds that are left at least when it goes on from where it is paused.
  final var leastRest = 0.0
  /// Counts the changes of phase, so that nothing meant for an earlier one reaches a later one.
  final var turn = 0
  final var options: UIView.AnimationOptions = []

  /// Those that run; nobody else need hold them.
  private static var alive: Set<UIViewPropertyAnimator> = []

  // MARK: Making

  public init(duration: TimeInterval, timingParameters parameters: any UITimingCurveProvider) {
    pace = AnimatorPace(parameters)
    if !(duration.isFinite && duration >= 0) {
      Warnings.once(
        "animator.duration", "an animator's duration is finite and not below 0; not \(duration)")
    }
    self.duration = pace.ownDuration ?? (duration.isFinite ? max(duration, 0) : 0)
    timingParameters = parameters
  }

  public convenience init(
    duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil
  ) {
    self.init(
      duration: duration, timingParameters: UICubicTimingParameters(animationCurve: curve))
    if let animations { addAnimations(animations) }
  }

  public convenience init(
    duration: TimeInterval, controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint,
    animations: (() -> Void)? = nil
  ) {
    self.init(
      duration: duration,
      timingParameters: UICubicTimingParameters(controlPoint1: point1, controlPoint2: point2))
    if let animations { addAnimations(animations) }
  }

  public convenience init(
    duration: TimeInterval, dampingRatio ratio: CGFloat, animations: (() -> Void)? = nil
  ) {
    self.init(
      duration: duration, timingParameters: UISpringTimingParameters(dampingRatio: ratio))
    if let animations { addAnimations(animations) }
  }

  /// An animator that has started. `repeat` and `autoreverse` count until it is first paused or turned
  /// round; without an end there is no completion.
  @discardableResult
  open class func runningPropertyAnimator(
    withDuration duration: TimeInterval, delay: TimeInterval,
    options: UIView.AnimationOptions = [], animations: @escaping () -> Void,
    completion: ((UIViewAnimatingPosition) -> Void)? = nil
  ) -> UIViewPropertyAnimator {
    let animator = UIViewPropertyAnimator(
      duration: duration, curve: options.curve, animations: animations)
    animator.options = options
    if let completion { animator.addCompletion(completion) }
    animator.startAnimation(afterDelay: delay)
    return animator
  }

  isolated deinit {
    switch phase {
    case .paused, .stopped:
      misuse(
        "It is an error to release a paused or stopped property animator: "
          + "let it end, or stop and finish it before.")
      AnimationSteering.settle(pieces.map(\.steering), at: .end, finished: false)
    case .inactive, .waiting, .running: break
    }
  }

  // MARK: State

  public var state: UIViewAnimatingState {
    switch phase {
    case .inactive: .inactive
    case .waiting, .paused, .running: .active
    case .stopped: .stopped
    }
  }

  public var isRunning: Bool { if case .running = phase { true } else { false } }

  public var isReversed: Bool {
    get { storedIsReversed }
    set { if newValue != storedIsReversed { turnRound() } }
  }

  /// Setting it makes the animator active and pauses it.
  open var fractionComplete: CGFloat {
    get { CGFloat(storedIsReversed && state == .active ? 1 - place : place) }
    set { scrub(to: Double(newValue)) }
  }

  // MARK: Commands

  open func startAnimation() {
    switch phase {
    case .inactive: start(after: 0)
    case .paused: goOn(at: nil, durationFactor: 0)
    case .waiting, .running: break
    case .stopped: refuse("startAnimation()")
    }
  }

  open func startAnimation(afterDelay delay: TimeInterval) {
    switch phase {
    case .inactive: start(after: delay.isFinite ? max(delay, 0) : 0)
    case .waiting, .paused, .running:
      misuse("startAnimation(afterDelay:) needs an inactive property animator")
    case .stopped: refuse("startAnimation(afterDelay:)")
    }
  }

  open func pauseAnimation() {
    switch phase {
    case .inactive: activate()
    case .waiting: change(to: .paused(at: startPlace))
    case .paused: break
    case .running: if mayInterrupt("paused") { freeze() }
    case .stopped: refuse("pauseAnimation()")
    }
  }

  open func continueAnimation(
    withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat
  ) {
    switch phase {
    case .inactive, .paused, .running:
      goOn(at: parameters, durationFactor: Double(durationFactor))
    case .waiting: break
    case .stopped: refuse("continueAnimation(withTimingParameters:durationFactor:)")
    }
  }

  /// Stops where the views are, which is then where they stay. With `withoutFinishing` it is over and
  /// no completion is told; otherwise `finishAnimation(at:)` has the last word.
  open func stopAnimation(_ withoutFinishing: Bool) {
    switch phase {
    case .inactive: break
    case .waiting, .paused, .running:
      guard mayInterrupt("stopped") else { return }
      let settled = settle(at: .current, finished: false)
      if withoutFinishing { close() } else { change(to: .stopped(settled)) }
    case .stopped: if withoutFinishing { close() }
    }
  }

  open func finishAnimation(at finalPosition: UIViewAnimatingPosition) {
    guard case .stopped(let settled) = phase else {
      misuse("finishAnimation(at:) needs the stopped state")
      return
    }
    let place: AnimationSteering.Place =
      switch finalPosition {
      case .end: .end
      case .start: .start
      case .current: .current
      }
    for rest in settled { rest.move(to: place) }
    tell(finalPosition)
  }

  // MARK: Blocks

  /// The block begins when `delayFactor` of the duration is gone, of an animator that is active from
  /// now on, and ends with the animator.
  open func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat) {
    let factor = delayFactor.isFinite ? min(max(Double(delayFactor), 0), 1) : 0
    switch phase {
    case .inactive: blocks.append((factor, animation))
    case .waiting, .paused, .running: join(factor, animation)
    case .stopped: refuse("addAnimations(_:delayFactor:)")
    }
  }

  open func addAnimations(_ animation: @escaping () -> Void) {
    addAnimations(animation, delayFactor: 0)
  }

  /// Completions are told in the order in which they were added, once.
  open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
    completions.append(completion)
  }

  // MARK: For the extensions

  final func change(to new: Phase) {
    turn += 1
    phase = new
    switch new {
    case .waiting, .running: Self.alive.insert(self)
    case .inactive, .paused, .stopped: Self.alive.remove(self)
    }
  }

  final func setDelay(_ seconds: Double) { delay = seconds }

  final func refuse(_ call: String) {
    misuse("\(call) is not for a stopped property animator: finish it first")
  }

  final func mayInterrupt(_ what: String) -> Bool {
    if !isInterruptible { misuse("a property animator that is not interruptible was \(what)") }
    return isInterruptible
  }

  /// Reports a change that comes too late.
  private func isFixed(_ name: String, _ new: Bool, _ old: Bool) -> Bool {
    guard new != old, state != .inactive else { return false }
    misuse("\(name) of a property animator cannot change while it is active")
    return true
  }
}

extension UIViewPropertyAnimator: Hashable {
  public nonisolated static func == (a: UIViewPropertyAnimator, b: UIViewPropertyAnimator) -> Bool {
    a === b
  }

  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
