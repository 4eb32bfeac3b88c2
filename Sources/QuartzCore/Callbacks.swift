import CoreGraphicsAPI

/// Completion blocks and delegate calls on their way to the main thread.
///
/// Nothing is called from inside a commit or a change: calls are collected here and delivered from
/// the main run loop, or earlier by whoever handles the server's events.
enum Callbacks {
  private struct Pending {
    var completions: [() -> Void] = []
    var starts: [AttachedAnimation] = []
    var stops: [(animation: AttachedAnimation, finished: Bool)] = []
    /// A delivery is on its way from the main run loop.
    var isScheduled = false

    var isEmpty: Bool { completions.isEmpty && starts.isEmpty && stops.isEmpty }
  }

  // Only touched with `CommitLock` held.
  nonisolated(unsafe) private static var pending = Pending()

  static func complete(_ block: @escaping () -> Void) {
    add { $0.completions.append(block) }
  }

  static func started(_ animation: AttachedAnimation) {
    guard animation.animation.delegate != nil else { return }
    add { $0.starts.append(animation) }
  }

  static func stopped(_ animation: AttachedAnimation, finished: Bool) {
    guard animation.animation.delegate != nil else { return }
    add { $0.stops.append((animation, finished)) }
  }

  static var isEmpty: Bool { CommitLock.shared.withLock { unsafe pending.isEmpty } }

  /// Makes the calls that are due: starts, then completion blocks, then stops, each kind of
  /// delegate call for the animation added last first. Calls that these cause wait for the next
  /// delivery. Main thread. False when there was nothing to do.
  @discardableResult
  static func deliver() -> Bool {
    let due = CommitLock.shared.withLock {
      let due = unsafe pending
      unsafe pending = Pending()
      return due
    }
    for start in due.starts.sorted(by: { $0.id.raw > $1.id.raw }) {
      start.animation.delegate?.animationDidStart(start.animation)
    }
    for block in due.completions { block() }
    for stop in due.stops.sorted(by: { $0.animation.id.raw > $1.animation.id.raw }) {
      let animation = stop.animation.animation
      animation.delegate?.animationDidStop(animation, finished: stop.finished)
    }
    return !due.isEmpty
  }

  private static func add(_ change: (inout Pending) -> Void) {
    CommitLock.shared.withLock {
      unsafe change(&pending)
      guard unsafe !pending.isScheduled else { return }
      unsafe pending.isScheduled = true
      RunLoop.main.perform { deliver() }
    }
  }
}
