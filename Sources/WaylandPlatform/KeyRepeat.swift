/// When a held key is due to type again. Media time in seconds.
///
/// ```
///   pressed        delay          1/rate   1/rate   the loop stalls
///   ──┼──────────────────────────────┼────────┼────────┼ ─ ─ ┼ ─ ─ ┼────▶
///                                   due      due            one, on the beat
/// ```
struct KeyRepeat {
  /// The evdev code of the key that repeats.
  private var code: UInt32?
  /// When it types next; infinity for never.
  private(set) var due = Double.infinity
  /// Seconds. What servers that name no rate leave to us is what they mostly name.
  private var delay = 0.4
  private var interval: Double? = 1.0 / 25

  /// wl_keyboard.repeat_info: keys per second, 0 for no repeat, and milliseconds before the first.
  mutating func setRate(_ rate: Int32, delay milliseconds: Int32) {
    interval = rate > 0 ? 1 / Double(min(rate, 1000)) : nil
    delay = Double(max(0, milliseconds)) / 1000
    if interval == nil { stop() }
  }

  /// A key that does not repeat, such as Shift, leaves the one that does alone.
  mutating func pressed(_ code: UInt32, repeats: Bool, now: Double) {
    guard repeats, interval != nil else { return }
    self.code = code
    due = now + delay
  }

  mutating func released(_ code: UInt32) {
    if code == self.code { stop() }
  }

  mutating func stop() {
    code = nil
    due = .infinity
  }

  /// The key that types now, and the moment it was due. However late the call, it types once.
  mutating func fire(now: Double) -> (code: UInt32, time: Double)? {
    guard let code, let interval, due <= now else { return nil }
    let missed = ((now - due) / interval).rounded(.down)
    let last = due + missed * interval
    due = last + interval
    // Rounding may have put it at now.
    if due <= now { due += interval }
    return (code, last)
  }
}
