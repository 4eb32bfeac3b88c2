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
    var target: Double
    var delay: Double
  }

  /// The newest frame given to the display, and the newest whose fate is known.
  private(set) var submitted: UInt64 = 0
  private var resolved: UInt64 = 0
  /// When the last frame was seen, in media time; nil before the first news.
  private(set) var lastSeen: Double?
  /// Frames up to this one had targets that were guessed before the display's timing was known.
  private var lastGuessed: UInt64 = 0
  private var entries = [Entry](repeating: Entry(target: 0, delay: 0), count: Self.memory)

  private static let memory = 8
  /// More frames without news than this mean that news was lost.
  private static let mostInFlight: UInt64 = 2

  /// How a frame came out.
  struct Outcome: Equatable {
    /// Seen within half an interval of its target.
    var isInTime: Bool
    /// The share of its interval after which it was started.
    var delay: Double
    /// Whether its target was more than a guess.
    var wasPredicted: Bool
  }

  /// The display says when frames are seen. Some never do, some stop.
  var hasNews: Bool { lastSeen != nil && submitted - resolved <= Self.memory }

  /// Frames that are still to be seen, as far as one can believe it.
  var inFlight: Int { Int(min(submitted - resolved, Self.mostInFlight)) }

  mutating func submit(_ frame: UInt64, for target: FrameTarget, delay: Double) {
    submitted = frame
    entries[Int(frame % UInt64(Self.memory))] = Entry(
      target: target.presentTime, delay: delay)
  }

  /// A frame was seen at `time`. Nil for one that is forgotten, or for news that cannot be true.
  mutating func seen(
    _ frame: UInt64, at time: Double, now: Double, interval: Double
  ) -> Outcome? {
    guard frame <= submitted else { return nil }
    resolved = max(resolved, frame)
    // Nobody sees a frame before it is shown; the clocks of some displays run ahead.
    guard time.isFinite, time <= now + interval else { return nil }
    if lastSeen == nil { lastGuessed = submitted }
    lastSeen = time
    guard frame + UInt64(Self.memory) > submitted else { return nil }
    let entry = entries[Int(frame % UInt64(Self.memory))]
    return Outcome(
      isInTime: time - entry.target <= interval / 2, delay: entry.delay,
      wasPredicted: frame > lastGuessed)
  }

  /// A frame was replaced before anybody saw it.
  mutating func discard(_ frame: UInt64) { resolved = max(resolved, min(frame, submitted)) }
}
