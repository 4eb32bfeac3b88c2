/// When one surface draws: at most one frame in flight, any number of changes cost one frame.
///
/// The machine decides, the caller does what the returned action says. It knows no clock and no
/// window, so every transition is a line in a test.
///
/// ```
///            changeArrived               frameSubmitted
///   idle ───────────────────▶ queued ───────────────────▶ awaitingPresent
///    ▲                         │  ▲                            │
///    │      nothing to draw    │  │ presented, estimate:       │
///    └─────────────────────────┤  │ more to draw               │
///                              ▼  └────────────────────────────┤
///                       awaitingEstimate ◀── (paced by timer)   ▼ nothing more: idle
/// ```
package struct RedrawState: Hashable, Sendable {
  package enum Phase: Hashable, Sendable {
    case idle
    /// `drawNow` was returned; the caller is about to draw.
    case queued
    /// A frame was submitted; the platform will say when it was seen.
    case awaitingPresent(redrawNeeded: Bool)
    /// Nothing was submitted, so nobody will call: a timer stands in for the display.
    case awaitingEstimate(queued: Bool)
  }

  package enum Action: Hashable, Sendable {
    case none
    /// Draw a frame now and report how it went.
    case drawNow
    /// Call `estimateReached` when the next frame interval begins.
    case armEstimate
  }

  package private(set) var phase = Phase.idle

  package init() {}

  /// Something visible changed. Any number of calls before the next frame cost one frame.
  package mutating func changeArrived() -> Action {
    switch phase {
    case .idle:
      phase = .queued
      return .drawNow
    case .awaitingPresent:
      phase = .awaitingPresent(redrawNeeded: true)
      return .none
    case .awaitingEstimate:
      phase = .awaitingEstimate(queued: true)
      return .none
    case .queued:
      return .none
    }
  }

  /// The frame asked for is on its way to the display.
  package mutating func frameSubmitted() -> Action {
    phase = .awaitingPresent(redrawNeeded: false)
    return .none
  }

  /// The frame asked for had nothing to show. `continues`: an animation still runs or ticks are
  /// wanted, so the next interval must be looked at as well.
  package mutating func nothingToDraw(continues: Bool) -> Action {
    guard continues else {
      phase = .idle
      return .none
    }
    phase = .awaitingEstimate(queued: false)
    return .armEstimate
  }

  /// No target was free: the same frame is tried again after one interval.
  package mutating func noSlot() -> Action {
    phase = .awaitingEstimate(queued: true)
    return .armEstimate
  }

  /// The display has taken the frame in flight, or has thrown it away.
  package mutating func presented(continues: Bool) -> Action {
    switch phase {
    case .awaitingPresent(let redrawNeeded):
      return next(draw: redrawNeeded || continues)
    case .idle, .queued, .awaitingEstimate:
      // Feedback for a frame that was given up, as after a lost device.
      return .none
    }
  }

  /// The timer of `armEstimate` has fired.
  package mutating func estimateReached(continues: Bool) -> Action {
    switch phase {
    case .awaitingEstimate(let queued):
      return next(draw: queued || continues)
    case .idle, .queued, .awaitingPresent:
      return .none
    }
  }

  private mutating func next(draw: Bool) -> Action {
    phase = draw ? .queued : .idle
    return draw ? .drawNow : .none
  }
}
