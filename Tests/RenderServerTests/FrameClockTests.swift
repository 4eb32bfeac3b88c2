import LayerCommit
import RenderServer
import Testing

@Suite("Frame clock")
struct FrameClockTests {
  @Test("A fixed rate puts frame k at exactly k / rate", arguments: [60.0, 50, 120, 59.94])
  func fixedRate(rate: Double) {
    var clock = FrameClock(fixedRate: rate)
    for k in 0..<2000 {
      let now = Double(k) / rate
      let target = clock.nextTarget(now: now)
      #expect(target.presentTime == Double(k + 1) / rate)
      #expect(target.timestamp == now)
      #expect(clock.target(frame: k).presentTime == now)
    }
  }

  @Test("Without any frame seen the next one is expected after one interval")
  func firstFrame() {
    var clock = FrameClock()
    let target = clock.nextTarget(now: 10)
    #expect(abs(target.presentTime - (10 + 1.0 / 60)) < 1e-12)
  }

  @Test("A claimed refresh that fits the frames is used as it is")
  func claimedRefresh() {
    var clock = FrameClock()
    for k in 0..<10 { clock.presented(at: Double(k) / 144, refresh: 1.0 / 144) }
    #expect(clock.interval == 1.0 / 144)
    let target = clock.nextTarget(now: 9.0 / 144 + 0.001)
    #expect(abs(target.presentTime - 10.0 / 144) < 1e-9)
  }

  @Test(
    "A refresh that is missing or absurd is replaced by the measured cadence",
    arguments: [nil, 0, -1, Double.nan, .infinity, 1e9] as [Double?])
  func missingRefresh(refresh: Double?) {
    var clock = FrameClock()
    for k in 0..<12 { clock.presented(at: Double(k) / 90, refresh: refresh) }
    #expect(abs(clock.interval - 1.0 / 90) < 1e-9)
  }

  @Test("A refresh that contradicts the frames is given up")
  func wrongRefresh() {
    var clock = FrameClock()
    for k in 0..<12 { clock.presented(at: Double(k) / 50, refresh: 1.0 / 60) }
    #expect(abs(clock.interval - 1.0 / 50) < 1e-9)
  }

  @Test("Skipped frames and pauses do not change the cadence")
  func skippedFrames() {
    var clock = FrameClock()
    for k in [0, 1, 2, 4, 5, 8, 9, 10, 500, 501, 502] {
      clock.presented(at: Double(k) / 60, refresh: nil)
    }
    #expect(abs(clock.interval - 1.0 / 60) < 1e-9)
  }

  @Test("A time already past leads to a later frame, never to one before")
  func lateCaller() {
    var clock = FrameClock()
    for k in 0..<10 { clock.presented(at: Double(k) * 0.01, refresh: 0.01) }
    var last = 0.0
    for now in stride(from: 0.09, to: 0.5, by: 0.0037) {
      let target = clock.nextTarget(now: now)
      #expect(target.presentTime > now)
      #expect(target.presentTime <= now + 0.01 + 1e-6)
      #expect(target.presentTime >= last)
      #expect(target.startBy < target.presentTime)
      #expect(target.startBy >= target.timestamp)
      last = target.presentTime
    }
  }

  @Test("Slow frames move the deadline for commits forward")
  func cost() {
    var clock = FrameClock()
    clock.presented(at: 1, refresh: 0.016)
    clock.frameTook(0.005)
    let target = clock.nextTarget(now: 1.001)
    #expect(target.presentTime - target.startBy > 0.005)
  }

  @Test("A single hitch does not make later frames start earlier, frames slow again and again do")
  func hitch() {
    var clock = FrameClock()
    clock.presented(at: 1, refresh: 0.016)
    for _ in 0..<3 { clock.frameTook(0.002) }
    clock.frameTook(0.5)
    let target = clock.nextTarget(now: 1.001)
    #expect(target.presentTime - target.startBy < 0.0031)
    clock.frameTook(0.008)
    clock.frameTook(0.008)
    let slow = clock.nextTarget(now: 1.001)
    #expect(slow.presentTime - slow.startBy > 0.008)
  }

  @Test("A clock that jumps back and times that are no numbers are survived")
  func badTimes() {
    var clock = FrameClock()
    for time in [1, 0.5, .nan, -.infinity, 3, 2.9, 1e300] {
      clock.presented(at: time, refresh: .nan)
      let target = clock.nextTarget(now: 4)
      #expect(target.presentTime.isFinite)
    }
  }

  @Test("On a steady display targets are the very times that are reported")
  func exactTargets() {
    var clock = FrameClock()
    // Whole nanoseconds, as the protocol has them, after some days of running.
    let first: Int64 = 345_678_901_234_567
    let period: Int64 = 16_666_667
    func time(_ k: Int64) -> Double { Double(first + k * period) / 1e9 }
    for k in 0..<1000 as Range<Int64> {
      clock.presented(at: time(k), refresh: Double(period) / 1e9)
      #expect(clock.nextTarget(now: time(k)).presentTime == time(k + 1))
    }
  }

  @Test("A display that shows only every second refresh gets targets at those")
  func halfRate() {
    var clock = FrameClock()
    for k in 0..<8 { clock.presented(at: 10 + Double(k) / 30, refresh: 1.0 / 60) }
    let last = 10 + 7.0 / 30
    #expect(clock.interval == 1.0 / 60)
    #expect(abs(clock.nextTarget(now: last).presentTime - (last + 1.0 / 30)) < 1e-8)
    // A frame begun late in the interval is one of its own.
    #expect(abs(clock.nextTarget(now: last + 0.014).presentTime - (last + 1.0 / 60)) < 1e-8)
  }

  @Test("Frames that take longer than an interval are late and do not count as the display's pace")
  func slowFrames() {
    var clock = FrameClock()
    for k in 0..<8 {
      clock.presented(at: 10 + Double(k) / 30, refresh: 1.0 / 60)
      clock.frameTook(0.015)
    }
    let last = 10 + 7.0 / 30
    #expect(abs(clock.nextTarget(now: last).presentTime - (last + 1.0 / 60)) < 1e-8)
  }

  @Test("A time before the last one is not taken; after a clock was set back it is")
  func backwards() {
    var clock = FrameClock()
    for k in 0..<4 { clock.presented(at: 100 + Double(k) * 0.01, refresh: 0.01) }
    clock.presented(at: 99.5, refresh: 0.01)
    #expect(abs(clock.nextTarget(now: 100.031).presentTime - 100.04) < 1e-9)
    clock.presented(at: 50, refresh: 0.01)
    #expect(abs(clock.nextTarget(now: 50.001).presentTime - 50.01) < 1e-9)
  }

  @Test("Without reports the times at which frames are asked for give the cadence")
  func askedFor() {
    var clock = FrameClock()
    for k in 0..<12 { clock.asked(at: 20 + Double(k) / 75) }
    #expect(abs(clock.interval - 1.0 / 75) < 1e-9)
    // A report counts at once, even if it is older than the last guess.
    clock.presented(at: 20 + 11.0 / 75 - 0.002, refresh: 1.0 / 75)
    let target = clock.nextTarget(now: 20 + 11.0 / 75)
    #expect(abs(target.presentTime - (20 + 12.0 / 75 - 0.002)) < 1e-8)
  }

  @Test("Pauses of the application are not the display's cadence", arguments: [true, false])
  func slowDrawer(asks: Bool) {
    var clock = FrameClock()
    var last = 0.0
    func note(_ time: Double, follows: Bool) {
      last = time
      if asks {
        clock.asked(at: time, follows: follows)
      } else {
        clock.presented(at: time, refresh: nil, follows: follows)
      }
    }
    for k in 0..<16 { note(100 + Double(k) * 0.1, follows: false) }
    #expect(clock.nextTarget(now: last + 0.001).presentTime - last < 0.017)
    for k in 1..<5 { note(101.5 + Double(k) / 75, follows: true) }
    #expect(abs(clock.interval - 1.0 / 75) < 1e-9)
  }

  @Test("A cadence that was learnt too long is given up at once, and with it its targets")
  func shrinking() {
    var clock = FrameClock()
    for k in 0..<12 { clock.asked(at: 20 + Double(k) * 0.1) }
    #expect(clock.nextTarget(now: 21.101).presentTime > 21.19)
    for k in 1...2 { clock.asked(at: 21.1 + Double(k) / 60) }
    let now = 21.1 + 2.0 / 60
    #expect(abs(clock.nextTarget(now: now + 0.001).presentTime - now - 1.0 / 60) < 1e-6)
  }

  @Test("A wrong claim that trembles by a nanosecond is found out all the same")
  func tremblingClaim() {
    var clock = FrameClock()
    for k in 0..<64 {
      clock.presented(at: 100 + Double(k) * 0.025, refresh: Double(16_666_666 + k % 2) / 1e9)
    }
    #expect(abs(clock.interval - 0.025) < 1e-6)
  }
}
