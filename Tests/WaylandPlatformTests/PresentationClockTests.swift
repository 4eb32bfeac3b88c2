import CLinux
import Testing

@testable import WaylandPlatform

@Suite("Presentation clock")
struct PresentationClockTests {
  @Test("Times of the media clock are taken as they are")
  func identity() {
    #expect(PresentationClock().mediaTime(nanoseconds: 12_345_678_901) == 12.345678901)
  }

  @Test(
    "A moment on another clock lies between the media times around it",
    arguments: [
      CLOCK_MONOTONIC_RAW, CLOCK_REALTIME, CLOCK_BOOTTIME, CLOCK_MONOTONIC_COARSE,
    ])
  func convertsOtherClocks(id: clockid_t) throws {
    let clock = PresentationClock(id: id)
    let before = MonotonicClock.machineTime
    let moment = clinux_clock_nanoseconds(id)
    let after = MonotonicClock.machineTime
    let converted = try #require(clock.mediaTime(nanoseconds: moment))
    // A coarse clock is up to a scheduler tick, 10 ms at most, behind.
    #expect(converted > before - 0.02)
    #expect(converted < after + 0.02)
  }

  @Test("A clock this machine lacks, or a time no clock shows, has no media time")
  func rejects() {
    #expect(PresentationClock(id: 12345).mediaTime(nanoseconds: 1) == nil)
    #expect(PresentationClock(id: CLOCK_REALTIME).mediaTime(nanoseconds: .min) == nil)
  }

  @Test("The offset comes from the reading that was interrupted least")
  func narrowestBracket() {
    let wide = PresentationClock.Bracket(before: 1000, other: 5, after: 9000)
    let narrow = PresentationClock.Bracket(before: 2000, other: 20, after: 2100)
    let middle = PresentationClock.Bracket(before: 3000, other: 30, after: 3500)
    for samples in [(wide, narrow, middle), (narrow, wide, middle), (middle, wide, narrow)] {
      #expect(PresentationClock.offset(between: samples) == Int64(2050 - 20))
    }
    #expect(PresentationClock.offset(between: (wide, nil, narrow)) == nil)
  }
}
