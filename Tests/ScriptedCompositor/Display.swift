import CLinux
import CWayland
import CWaylandServer
import Glibc

/// The vblanks of the one display that all windows are shown on, and what clients learn of them.
///
/// ```
/// commit ──────▶ vblank n: the frame is seen; its buffer is released,
///                feedback with time n and sequence n, then the frame callbacks
/// ```
struct Display {
  /// Counts vblanks, from 1.
  private(set) var sequence: UInt64 = 0
  /// Of the latest vblank, on the announced clock. Nanoseconds.
  private(set) var time: Int64
  private let clock: clockid_t
  /// Feedback that is told late.
  private var delayed: [(due: UInt64, feedback: Feedback, timing: Feedback.Timing)] = []
  /// Where time runs backwards: of the first frame and counting down.
  private var backwardsTime: Int64

  /// The timeline begins now.
  init(clock: clockid_t) {
    self.clock = clock
    time = clinux_clock_nanoseconds(clock)
    backwardsTime = time
  }

  /// What the announced clock says now. Nanoseconds.
  var now: Int64 { clinux_clock_nanoseconds(clock) }

  /// Begins the next vblank, `skipped` after one that nobody was ready for.
  mutating func advance(to time: Int64, skipping skipped: UInt64 = 0) {
    sequence += 1 + skipped
    self.time = time
  }

  /// Answers frames that the current vblank shows.
  mutating func deliver(_ feedback: [Feedback], _ configuration: ScriptedCompositor.Configuration) {
    guard !feedback.isEmpty else { return }
    var timing = Feedback.Timing(
      nanoseconds: time, refresh: configuration.refreshNanoseconds,
      sequence: configuration.countsVblanks ? sequence : 0, flags: configuration.feedbackFlags)
    switch configuration.feedback {
    case .exact:
      for each in feedback { each.present(timing) }
    case .late(let vblanks):
      let due = sequence + UInt64(max(0, vblanks))
      delayed += feedback.map { (due, $0, timing) }
    case .backwards:
      backwardsTime -= Int64(max(1, configuration.refreshNanoseconds))
      timing.nanoseconds = backwardsTime
      for each in feedback { each.present(timing) }
    case .absent:
      break
    case .discardAll:
      for each in feedback { each.discard() }
    }
  }

  /// Tells what has become due.
  mutating func deliverDelayed() {
    for each in delayed where each.due <= sequence { each.feedback.present(each.timing) }
    delayed.removeAll { $0.due <= sequence }
  }
}
