import LayerCommit
import Testing

@testable import Host

@Suite("Frame ledger")
struct FrameLedgerTests {
  private func target(_ time: Double) -> FrameTarget {
    FrameTarget(timestamp: time - 0.01, presentTime: time, startBy: time, interval: 0.01)
  }

  /// Frame n was for time n / 100.
  private func ledger(submitted count: UInt64) -> FrameLedger {
    var ledger = FrameLedger()
    for frame in 1...count { ledger.submit(frame, for: target(Double(frame) / 100), delay: 0.25) }
    return ledger
  }

  @Test("A frame is in time when it is seen within half an interval of its target")
  func inTime() {
    var ledger = ledger(submitted: 3)
    let first = ledger.seen(1, at: 0.01, now: 0.02, interval: 0.01)
    #expect(first?.isInTime == true && first?.delay == 0.25)
    let late = ledger.seen(2, at: 0.03, now: 0.03, interval: 0.01)
    #expect(late?.isInTime == false)
  }

  @Test("Frames drawn before the first news had guessed targets")
  func guessed() {
    var ledger = ledger(submitted: 2)
    let first = ledger.seen(1, at: 0.01, now: 0.01, interval: 0.01)
    let second = ledger.seen(2, at: 0.02, now: 0.02, interval: 0.01)
    ledger.submit(3, for: target(0.03), delay: 0)
    let third = ledger.seen(3, at: 0.03, now: 0.03, interval: 0.01)
    #expect([first, second, third].map { $0?.wasPredicted } == [false, false, true])
  }

  @Test("News from the future and of unknown frames is not believed")
  func implausible() {
    var ledger = ledger(submitted: 2)
    for (frame, time) in [(1, 0.05), (1, .nan), (9, 0.01)] as [(UInt64, Double)] {
      let outcome = ledger.seen(frame, at: time, now: 0.02, interval: 0.01)
      #expect(outcome == nil, "\(frame) at \(time)")
    }
    #expect(ledger.lastSeen == nil)
  }

  @Test("Numbers of frames that were never presented are not in flight, and break no sequence")
  func failedPresents() {
    var ledger = ledger(submitted: 1)
    _ = ledger.seen(1, at: 0.01, now: 0.01, interval: 0.01)
    ledger.submit(3, for: target(0.03), delay: 0)
    #expect(ledger.inFlight == 1)
    #expect(ledger.seen(2, at: 0.02, now: 0.03, interval: 0.01) == nil)
    #expect(ledger.inFlight == 1)
    #expect(ledger.seen(3, at: 0.03, now: 0.03, interval: 0.01)?.follows == true)
    #expect(ledger.inFlight == 0)
  }

  @Test("A frame follows if it was drawn right after the one that was seen before it")
  func follows() {
    var ledger = ledger(submitted: 2)
    _ = ledger.seen(1, at: 0.01, now: 0.01, interval: 0.01)
    #expect(ledger.seen(2, at: 0.02, now: 0.02, interval: 0.01)?.follows == true)
    ledger.submit(3, for: target(0.5), delay: 0, follows: false)
    #expect(ledger.seen(3, at: 0.5, now: 0.5, interval: 0.01)?.follows == false)
    for frame in 4...5 as ClosedRange<UInt64> { ledger.submit(frame, for: target(0.6), delay: 0) }
    ledger.discard(4)
    #expect(ledger.seen(5, at: 0.6, now: 0.6, interval: 0.01)?.follows == false)
  }

  @Test("A display that stops telling counts as one that tells nothing")
  func silence() {
    var ledger = ledger(submitted: 1)
    #expect(!ledger.hasNews)
    _ = ledger.seen(1, at: 0.01, now: 0.01, interval: 0.01)
    #expect(ledger.hasNews)
    for frame in 2...9 as ClosedRange<UInt64> { ledger.submit(frame, for: target(1), delay: 0) }
    #expect(ledger.hasNews && ledger.inFlight == 2)
    ledger.submit(10, for: target(1), delay: 0)
    #expect(!ledger.hasNews)
    ledger.discard(10)
    #expect(ledger.hasNews && ledger.inFlight == 0)
  }
}
