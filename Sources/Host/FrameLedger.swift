import LayerCommit

/// A window's frames between their submission and the news about them.
///
/// ```
///   resolved        submitted
///   ──┼────────────────┼──▶ frame numbers
///     │◀── in flight ─▶│
/// ```
struct FrameLedger {
  /// What a frame in flight was meant to be.
  private struct Entry {
    var frame: UInt64 = 0
    var target = 0.0
    var delay = 0.0
    var follows = false
  }

  /// How many frames the display got, and how many of them have a known fate, as one learns only of
  /// the newest. Numbers of frames have gaps where presenting failed.
  private var submitted = 0
  private var resolved = 0
  /// When the last frame was seen, in media time; nil before the first news.
  private(set) var lastSeen: Double?
  /// Frames up to this one had targets that were guessed before the display's timing was known.
  private var lastGuessed = 0
  /// The place of the last frame seen.
  private var lastSeenPlace = 0
  /// The `n`-th frame is at `n % memory`.
  private var entries = [Entry](repeating: Entry(), count: Self.memory)

  private static let memory = 8
  /// More frames without news than this mean that news was lost.
  private static let mostInFlight = 2

  /// How a frame came out.
  struct Outcome: Equatable {
    /// Seen within half an interval of its target.
    var isInTime: Bool
    /// The share of its interval after which it was started.
    var delay: Double
    /// Whether its target was more than a guess.
    var wasPredicted: Bool
    /// Drawn right after the frame before it, which was seen as well.
    var follows: Bool
  }

  /// The display says when frames are seen. Some never do, some stop.
  var hasNews: Bool { lastSeen != nil && submitted - resolved <= Self.memory }

  /// Frames that are still to be seen, as far as one can believe it.
  var inFlight: Int { min(submitted - resolved, Self.mostInFlight) }

  /// - Parameter follows: The frame was drawn right after the display had taken the one before.
  mutating func submit(
    _ frame: UInt64, for target: FrameTarget, delay: Double, follows: Bool = true
  ) {
    submitted += 1
    entries[submitted % Self.memory] = Entry(
      frame: frame, target: target.presentTime, delay: delay, follows: follows)
  }

  /// The place of a frame; one that is forgotten was before all that are remembered. Nil for one that
  /// was never given to the display.
  private func place(of frame: UInt64) -> Int? {
    let oldest = max(1, submitted - Self.memory + 1)
    guard submitted > 0 else { return nil }
    if frame < entries[oldest % Self.memory].frame { return oldest - 1 }
    return (oldest...submitted).first { entries[$0 % Self.memory].frame == frame }
  }

  /// A frame was seen at `time`. Nil for one that is forgotten, or for news that cannot be true.
  mutating func seen(
    _ frame: UInt64, at time: Double, now: Double, interval: Double
  ) -> Outcome? {
    guard let place = place(of: frame) else { return nil }
    resolved = max(resolved, place)
    // Nobody sees a frame before it is shown; the clocks of some displays run ahead.
    guard time.isFinite, time <= now + interval else { return nil }
    if lastSeen == nil { lastGuessed = submitted }
    lastSeen = time
    defer { lastSeenPlace = place }
    let entry = entries[place % Self.memory]
    guard entry.frame == frame else { return nil }
    return Outcome(
      isInTime: time - entry.target <= interval / 2, delay: entry.delay,
      wasPredicted: place > lastGuessed,
      follows: entry.follows && lastSeenPlace == place - 1)
  }

  /// A frame was replaced before anybody saw it.
  mutating func discard(_ frame: UInt64) {
    if let place = place(of: frame) { resolved = max(resolved, place) }
  }
}
