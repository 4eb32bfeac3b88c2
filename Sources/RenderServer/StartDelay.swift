/// How long after the begin of its interval a frame starts, as a share of the interval.
///
/// ```
///   interval begins    start           picture taken   vblank
///   ──┼──────────────────┼──────frame────────┼───────────┼──▶
///     │◀──── delay ─────▶│                   │◀─ untold ─▶│
/// ```
/// The later a frame starts, the newer is what it shows; but the display takes its picture at a time
/// it does not tell. So the delay begins at zero and grows in small steps while frames are seen in
/// time. A frame that started late and was seen late takes it back, and the next try comes after
/// twice as many frames.
package struct StartDelay: Hashable, Sendable {
  /// The delay for frames that wait for nobody.
  package private(set) var share = 0.0
  /// The longest delay for a frame that waits for the main thread's answer.
  package private(set) var longest = Self.most
  /// Frames in time, one after the other.
  private var streak = 0
  /// As many before the next step.
  private var patience = Self.leastPatience

  private static let most = 0.5
  private static let step = 1.0 / 16
  private static let leastPatience = 32
  private static let mostPatience = 4096

  package init() {}

  /// A frame that started after `delay`, a share of its interval, was seen.
  package mutating func seen(inTime: Bool, after delay: Double) {
    guard inTime else {
      streak = 0
      // One that started at once was late for another reason.
      guard delay > Self.step / 4 else { return }
      let wasChosen = delay <= longest + Self.step
      longest = max(0, min(longest, delay - 2 * Self.step))
      share = min(wasChosen ? share / 2 : share, longest)
      if wasChosen { patience = min(patience * 2, Self.mostPatience) }
      return
    }
    streak += 1
    guard streak >= patience else { return }
    streak = 0
    longest = min(longest + Self.step, Self.most)
    share = min(share + Self.step, longest)
  }

  /// Nothing is known about the display's timing, or no more.
  package mutating func forget() { self = StartDelay() }
}
