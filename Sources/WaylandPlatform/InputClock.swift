/// When the input of one device happened: turns the server's 32-bit millisecond stamps into media
/// time.
///
/// The base of the stamps is not specified. Where it is the monotonic clock, as usual, an event that
/// is read at once has a stamp of this moment, which proves the base. From then on old stamps are
/// believed too: after a stall, events are read seconds after they happened. What has no believable
/// stamp counts as having happened now.
struct InputClock {
  /// A stamp has been as young as only one of the monotonic clock is.
  private var isProven = false
  /// The time given last, in seconds.
  private var last = -Double.infinity

  /// The age in milliseconds that proves the base; another base hits it once in a million times.
  private static let provingAge: UInt32 = 1000
  /// The age in milliseconds that is believed once the base is known.
  private static let longestStall: UInt32 = 600_000

  /// Media time in seconds of an event with this stamp that is read at `now`; never before that of
  /// another event of the device.
  mutating func time(of stamp: UInt32, now: Double) -> Double {
    let age = UInt32(truncatingIfNeeded: Int64(now * 1000)) &- stamp
    if age <= Self.provingAge { isProven = true }
    let isBelieved = age <= (isProven ? Self.longestStall : Self.provingAge)
    return time(isBelieved ? now - Double(age) / 1000 : now)
  }

  /// As `time(of:now:)`, of an event that has no stamp and happened at `moment`.
  mutating func time(_ moment: Double) -> Double {
    last = max(last, moment)
    return last
  }
}
