import LayerCommit
import QuartzCore

/// Things that happen by themselves at a time of their own, as if from outside.
extension LayerStage {
  /// Calls `action` at a media time: headless exactly then, in order with animations and ticks; on
  /// the real clock as soon after as the main run loop turns. Calls for the same time are made in the
  /// order they were asked for. A time that has passed means now; what is not a number is ignored
  /// with a warning. Closing the stage drops what is left.
  ///
  /// - Parameter time: Seconds, as `CACurrentMediaTime()` counts them.
  @discardableResult package func schedule(
    at time: Double, _ action: @escaping @MainActor () -> Void
  ) -> ScheduledCall {
    guard !time.isNaN else {
      Warnings.once("LayerStage.schedule", "a call scheduled for a time of NaN was ignored")
      return ScheduledCalls.refused(time)
    }
    guard !isClosed, time < .infinity else { return ScheduledCalls.refused(time) }
    return calls.add(at: time, action)
  }

  /// Delivers an event as if the display had sent it now: in order with those that have arrived, in
  /// the next turn of the main loop. Headless this is the turn in progress, or the next commit.
  package func inject(_ event: InputEvent) {
    guard !isClosed else { return }
    surface.inject(event)
  }

  /// Makes the calls that are due. False when none was.
  @discardableResult func makeDueCalls() -> Bool {
    guard !isClosed, calls.nextTime <= mediaTime else { return false }
    surface.workBegins()
    return calls.makeDue(at: mediaTime)
  }

  /// What one turn of the main run loop does for a stage on the real clock, without a run loop: for
  /// callers that are on no main thread, such as tests. False when nothing had arrived.
  @discardableResult package func turn() -> Bool {
    guard !isClosed else { return false }
    let hasDelivered = deliverEvents()
    let hasCalled = makeDueCalls()
    if !isClosed { finishTurn() }
    return hasDelivered || hasCalled
  }
}
