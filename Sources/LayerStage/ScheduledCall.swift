import CoreFoundation
import Foundation
import QuartzCore

/// A call that a stage makes at a media time; see `LayerStage.schedule(at:_:)`.
@MainActor
package final class ScheduledCall {
  /// Media time in seconds.
  package let time: Double
  fileprivate var action: (@MainActor () -> Void)?
  fileprivate weak var queue: ScheduledCalls?

  fileprivate init(time: Double, queue: ScheduledCalls?, _ action: (@MainActor () -> Void)?) {
    self.time = time
    self.queue = queue
    self.action = action
  }

  /// It has neither been made nor cancelled, and its stage is open.
  package var isPending: Bool { action != nil }

  /// It will not be made. Of no effect on one that has been.
  package func cancel() {
    action = nil
    queue?.remove(self)
  }
}

/// The calls a stage still has to make, the next one last.
@MainActor
final class ScheduledCalls {
  private var calls: [ScheduledCall] = []
  /// Those that are due and have yet to be made.
  private var due: [ScheduledCall] = []
  /// The time of the next call may have changed.
  var whenChanged: (() -> Void)?

  /// Media time of the next call; infinity for none.
  var nextTime: Double { calls.last?.time ?? .infinity }

  /// Media time of the first call later than `time`; infinity for none.
  func nextTime(after time: Double) -> Double {
    calls.last { $0.time > time }?.time ?? .infinity
  }

  func add(at time: Double, _ action: @escaping @MainActor () -> Void) -> ScheduledCall {
    let call = ScheduledCall(time: time, queue: self, action)
    // Before those of the same time, which are made first.
    var low = 0
    var high = calls.count
    while low < high {
      let middle = (low + high) / 2
      if calls[middle].time > time { low = middle + 1 } else { high = middle }
    }
    calls.insert(call, at: low)
    whenChanged?()
    return call
  }

  /// Makes the calls due at `time`, in order. Those that they schedule wait for the next time, so that
  /// the caller can bound an endless chain. False when there were none.
  func makeDue(at time: Double) -> Bool {
    guard nextTime <= time else { return false }
    let first = calls.firstIndex { $0.time <= time } ?? calls.count
    let found = Array(calls[first...].reversed())
    calls.removeSubrange(first...)
    due += found
    for call in found {
      due.removeAll { $0 === call }
      // An earlier one may have cancelled it, or closed the stage.
      let action = call.action
      call.action = nil
      action?()
    }
    whenChanged?()
    return true
  }

  func removeAll() {
    for call in calls + due { call.action = nil }
    calls = []
    due = []
    whenChanged?()
  }

  fileprivate func remove(_ call: ScheduledCall) {
    guard let index = calls.lastIndex(where: { $0 === call }) else { return }
    calls.remove(at: index)
    whenChanged?()
  }

  /// What is asked for a time that is no time.
  static func refused(_ time: Double) -> ScheduledCall {
    ScheduledCall(time: time, queue: nil, nil)
  }
}

/// Makes a stage's calls on the real clock: one timer of the main run loop, set for the next call.
@MainActor
final class ScheduleTimer {
  private let timer: CFRunLoopTimer?
  private let calls: ScheduledCalls

  /// Seconds; where the clock stands still a call that is not due must not keep the loop busy.
  private static let shortestWait = 0.001
  private static let never = 1e10

  /// - Parameter fire: Called on the main thread when a call may be due.
  init(_ calls: ScheduledCalls, _ fire: @escaping @MainActor () -> Void) {
    self.calls = calls
    timer = CFRunLoopTimerCreateWithHandler(nil, Self.never, Self.never, 0, 0) { _ in
      // Safety: added to the main run loop only.
      MainActor.assumeIsolated { fire() }
    }
    CFRunLoopAddTimer(CFRunLoopGetMain(), timer, kCFRunLoopCommonModes)
    calls.whenChanged = { [weak self] in self?.update() }
  }

  /// Sets the timer for the next call.
  func update() {
    guard let timer else { return }
    let next = calls.nextTime
    guard next < .infinity else {
      CFRunLoopTimerSetNextFireDate(timer, Self.never)
      return
    }
    let wait = next - MediaClock.now
    let bounded = min(Self.never / 2, wait > 0 ? max(wait, Self.shortestWait) : 0)
    CFRunLoopTimerSetNextFireDate(timer, CFAbsoluteTimeGetCurrent() + bounded)
  }

  func invalidate() {
    if let timer { CFRunLoopTimerInvalidate(timer) }
  }
}
