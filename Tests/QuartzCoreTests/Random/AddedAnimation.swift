import CoreGraphicsAPI
import LayerCommit
import QuartzCore

/// What a test knows about one animation that it added, and what it was told about it.
final class AddedAnimation {
  /// No two are of the same length, so that a compiled animation is recognised by it. Seconds.
  let duration: Double
  let key: String?
  let isRemovedOnCompletion: Bool
  /// As set: 0 is the moment of the commit.
  let begin: Double
  /// How long it is active in its layer's time, in seconds; infinite for one that never ends.
  let span: Double
  weak var layer: CALayer?

  /// In the layer's time; known from the first commit on.
  var resolvedBegin: Double?
  /// Its server was asked for events since it was committed.
  var isServed = false
  /// Who showed it at the last commit.
  weak var host: LayerHost?
  /// A commit with its layer in a shown tree has seen it.
  var isCommitted = false
  /// It stands in the list of its layer.
  private(set) var isInList = true
  /// Its begin was reached while it stood there.
  private(set) var hasBegun = false
  /// Nil until it has come to its end or was removed; then whether it came to its end.
  private(set) var isFinished: Bool?

  private(set) var starts = 0
  private(set) var stops: [Bool] = []
  private weak var delegate: AnyObject?

  init(_ animation: CAAnimation, key: String?, on layer: CALayer) {
    duration = animation.duration
    self.key = key
    isRemovedOnCompletion = animation.isRemovedOnCompletion
    begin = animation.beginTime
    let period = animation.duration * (animation.autoreverses ? 2 : 1)
    let repeats = animation.repeatCount > 0 ? Double(animation.repeatCount) : 1
    let active = animation.repeatDuration > 0 ? animation.repeatDuration : period * repeats
    let speed = Double(abs(animation.speed))
    span = speed == 0 ? .infinity : active / speed
    self.layer = layer
    let delegate = Delegate(self)
    self.delegate = delegate
    animation.delegate = delegate
  }

  func begins() { if isInList { hasBegun = true } }

  func ends() {
    guard isInList, isFinished == nil else { return }
    isFinished = true
    if isRemovedOnCompletion { isInList = false }
  }

  /// Takes it off its list.
  func remove() {
    isInList = false
    if isFinished == nil { isFinished = false }
  }

  /// What it was told that does not fit, after all calls that are due were made.
  var complaint: String? {
    let name =
      "animation of \(duration) s from \(resolvedBegin.map { "\($0)" } ?? "nowhere") for \(span) s"
    if starts > 1 { return "\(name) started \(starts) times" }
    if stops.count > 1 { return "\(name) stopped \(stops.count) times" }
    if starts != (hasBegun ? 1 : 0) {
      return "\(name) started \(starts) times though it has \(hasBegun ? "" : "not ")begun"
    }
    guard let isFinished else {
      return stops.isEmpty ? nil : "\(name) stopped before its end, finished \(stops[0])"
    }
    if stops != [isFinished] { return "\(name) stopped \(stops) instead of [\(isFinished)]" }
    if !isInList, delegate != nil { return "the delegate of \(name) outlives it" }
    return nil
  }

  private final class Delegate: CAAnimationDelegate {
    let added: AddedAnimation
    init(_ added: AddedAnimation) { self.added = added }
    func animationDidStart(_ anim: CAAnimation) { added.starts += 1 }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { added.stops.append(flag) }
  }
}

/// A completion block and the animations that it waits for.
final class AddedBlock {
  var members: [AddedAnimation] = []
  /// Changes that may have added animations of their own were made while it was open.
  var hasOthers = false
  /// Its transaction was committed.
  var isSealed = false
  private(set) var calls = 0
  private(set) var wasEarly = false

  func call() {
    calls += 1
    // A layer that is let go ends what it has, without a commit.
    if !isSealed || members.contains(where: { $0.isFinished == nil && $0.layer != nil }) {
      wasEarly = true
    }
  }

  /// Everything was removed; whatever it waited for is over.
  func mustHaveRun() { hasOthers = false }

  /// After all calls that are due were made.
  var complaint: String? {
    if calls > 1 { return "a completion block ran \(calls) times" }
    if wasEarly { return "a completion block ran before an animation that it waits for ended" }
    let isDue = isSealed && !hasOthers && members.allSatisfy { $0.isFinished != nil }
    if isDue && calls == 0 { return "a completion block did not run" }
    return nil
  }
}
