import Testing

@testable import WaylandPlatform

@Suite("Input clock")
struct InputClockTests {
  @Test(
    "A stamp within the last second dates an event; another base makes it now",
    arguments: [
      (99_750, 99.75), (100_000, 100), (99_000, 99), (98_000, 100), (100_500, 100), (0, 100),
    ] as [(UInt32, Double)])
  func stamps(stamp: UInt32, expected: Double) {
    var clock = InputClock()
    #expect(abs(clock.time(of: stamp, now: 100) - expected) < 1e-9)
  }

  @Test("Stamps wrap after 49 days")
  func wraps() {
    var clock = InputClock()
    let now = 4_294_967.296 + 0.1
    #expect(abs(clock.time(of: .max - 99, now: now) - (now - 0.2)) < 1e-6)
  }

  @Test("What is read after a stall happened when the server says, once its clock is known")
  func stall() {
    var clock = InputClock()
    _ = clock.time(of: 97_000, now: 97)
    let times = [98_800, 98_950, 99_200, 99_600].map { clock.time(of: $0, now: 100) }
    for (time, expected) in zip(times, [98.8, 98.95, 99.2, 99.6]) {
      #expect(abs(time - expected) < 1e-9)
    }
  }

  @Test("Times never run backwards, whether or not the clock is known and stamps make sense")
  func order() {
    var clock = InputClock()
    var times = [98_800, 98_950, 99_200, 99_600].map { clock.time(of: $0, now: 100) }
    times += [clock.time(101), clock.time(of: 100_900, now: 101), clock.time(of: 7, now: 101)]
    #expect(times == times.sorted())
  }
}
