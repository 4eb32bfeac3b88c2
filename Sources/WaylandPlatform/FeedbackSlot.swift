import CWayland

/// One answer waited for about one frame. Slots are made once per window and used again, so frames
/// allocate none.
final class FeedbackSlot {
  struct Timing {
    /// On the server's presentation clock.
    var nanoseconds: Int64
    /// Nanoseconds; 0 for unknown.
    var refresh: UInt32
    var sequence: UInt64
    var flags: UInt32
  }

  private unowned let window: WaylandWindow
  private var proxy: OpaquePointer?
  private(set) var frame: UInt64 = 0
  /// Media time in seconds.
  private var requestTime = 0.0

  /// An answer that has not come after so many seconds is given up. A server that never answers is
  /// asked now and then only, as each question costs both sides memory; one that has begun to answer
  /// is found out.
  static let patience = 1.0

  init(window: WaylandWindow) { self.window = window }

  /// Waits for nothing, or for nothing that will come.
  var isFree: Bool { proxy == nil || window.connection.clock.now - requestTime > Self.patience }

  func request(of presentation: OpaquePointer, surface: OpaquePointer, frame: UInt64) {
    forget()
    self.frame = frame
    requestTime = window.connection.clock.now
    proxy = wp_presentation_feedback(presentation, surface)
    wp_presentation_feedback_add_listener(proxy, Self.listener, dataPointer(to: self))
  }

  /// Ends the wait; an answer that still comes is dropped.
  func forget() {
    if let proxy { wp_presentation_feedback_destroy(proxy) }
    proxy = nil
  }

  nonisolated(unsafe) private static let listener = permanentTable(
    wp_presentation_feedback_listener(
      sync_output: { _, _, _ in },
      presented: { data, _, high, low, nanoseconds, refresh, sequenceHigh, sequenceLow, flags in
        let slot: FeedbackSlot = owner(data)
        slot.forget()
        // Wraps instead of trapping on a time no clock of ours can show.
        let seconds = Int64(truncatingIfNeeded: UInt64(high) << 32 | UInt64(low))
        slot.window.presented(
          Timing(
            nanoseconds: seconds &* 1_000_000_000 &+ Int64(nanoseconds), refresh: refresh,
            sequence: UInt64(sequenceHigh) << 32 | UInt64(sequenceLow), flags: flags),
          frame: slot.frame)
      },
      discarded: { data, _ in
        let slot: FeedbackSlot = owner(data)
        slot.forget()
        slot.window.discarded(frame: slot.frame)
      }))
}
