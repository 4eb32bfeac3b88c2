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
}
