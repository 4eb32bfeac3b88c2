import Profiling
import Testing

@Suite("Frame profile")
struct FrameProfileTests {
  private func frame(_ index: Int, target: Double = 0, work: Int64 = 0) -> FrameRecord {
    var record = FrameRecord()
    record.index = index
    record.targetTime = target
    record.build = work
    return record
  }

  @Test("The ring keeps the last 600 frames in order")
  func ring() {
    var profile = FrameProfile()
    for index in 0..<1000 { profile.append(frame(index)) }
    #expect(profile.total == 1000)
    #expect(profile.frames.map(\.index) == Array(400..<1000))
  }

  @Test("Feedback finds its frame, also around the ring's seam, and ignores forgotten ones")
  func feedback() {
    var profile = FrameProfile()
    profile.presented(index: 3, at: 1, interval: 0.01)
    for index in 0..<605 { profile.append(frame(index)) }
    for index in [2, 5, 599, 604, 700] {
      profile.presented(index: index, at: Double(index), interval: 0)
    }
    let seen = profile.frames.filter { $0.presentTime != nil }
    #expect(seen.map(\.index) == [5, 599, 604])
    #expect(seen.map(\.presentTime) == [5, 599, 604])
  }

  @Test("Percentiles are by nearest rank")
  func percentiles() {
    let spread = FrameSummary.Spread((1...100).reversed().map(Double.init))
    #expect(spread.p50 == 50 && spread.p95 == 95 && spread.p99 == 99 && spread.max == 100)
    #expect(spread.mean == 50.5)
    let one = FrameSummary.Spread([7])
    #expect(one.p50 == 7 && one.p99 == 7 && one.max == 7)
    #expect(FrameSummary.Spread([]) == FrameSummary.Spread())
  }

  @Test("A steady run has its rate, no misses and no jitter")
  func steady() throws {
    var profile = FrameProfile()
    for index in 0...60 {
      let time = Double(index) / 64
      profile.append(frame(index, target: time, work: 2_000_000))
      profile.presented(index: index, at: time, interval: 1.0 / 64)
    }
    let summary = FrameSummary(profile, interval: 1.0 / 64)
    #expect(summary.frameRate == 64)
    #expect(summary.missedVblanks == 0)
    #expect(summary.hitchRatio == 0)
    #expect(summary.jitter == 0)
    #expect(summary.work.p50 == 2)
    #expect(summary.throughput == 500)
  }

  @Test("A frame two refreshes late counts two missed vblanks and its lateness per second")
  func hitch() throws {
    let interval = 1.0 / 64
    var profile = FrameProfile()
    for index in 0...64 {
      let time = Double(index) * interval
      profile.append(frame(index, target: time))
      let late = index == 10 ? 2 * interval : 0
      profile.presented(index: index, at: time + late, interval: interval)
    }
    let summary = FrameSummary(profile, interval: interval)
    #expect(summary.missedVblanks == 2)
    // 31.25 ms of lateness in one second.
    #expect(summary.hitchRatio == 31.25)
    // Two of 64 intervals are off by 31.25 ms, in both directions: rms 31.25 · √(2/64).
    let jitter = try #require(summary.jitter)
    #expect(abs(jitter - 31.25 * (2.0 / 64).squareRoot()) < 1e-9)
  }

  @Test("Lateness is blamed on the stage that used up the interval")
  func causes() {
    func cause(_ change: (inout FrameRecord) -> Void) -> FrameRecord.LateCause? {
      var record = frame(0)
      change(&record)
      record.wasPresented(at: 0.05, interval: 0.01)
      return record.lateCause
    }
    #expect(cause { $0.sample = 20_000_000 } == .sample)
    #expect(cause { $0.submit = 20_000_000 } == .record)
    #expect(cause { $0.gpu = 20_000_000 } == .gpu)
    #expect(cause { $0.commit = 20_000_000 } == .commit)
    #expect(cause({ $0.missedCommit = true }) == .commit)
    #expect(cause { _ in } == .present)
    var inTime = frame(0, target: 1)
    inTime.wasPresented(at: 1.004, interval: 0.01)
    #expect(inTime.lateCause == nil)
    inTime.missedCommit = true
    inTime.wasPresented(at: 1.004, interval: 0.01)
    #expect(inTime.lateCause == .commit)
  }

  @Test("Without present times nothing is claimed about pacing")
  func virtualClock() {
    var profile = FrameProfile()
    for index in 0..<10 { profile.append(frame(index, target: Double(index))) }
    let summary = FrameSummary(profile, interval: nil)
    #expect(summary.frameRate == nil && summary.missedVblanks == nil)
    #expect(summary.hitchRatio == nil && summary.jitter == nil)
  }

  @Test("The summary of no frames is all zeros and prints")
  func empty() {
    let summary = FrameSummary(FrameProfile(), interval: 0.01)
    #expect(summary.frames == 0 && summary.draws == 0)
    #expect(summary.text.contains("frames             0"))
  }
}

@Suite("JSON")
struct JSONTests {
  @Test("Values are written by the rules of RFC 8259")
  func values() {
    #expect(JSON.null.text == "null")
    #expect(JSON.bool(true).text == "true")
    #expect(JSON.int(-3).text == "-3")
    #expect(JSON.number(0.1).text == "0.1")
    #expect(JSON.number(2).text == "2")
    #expect(JSON.number(1.23456789).text == "1.234568")
    #expect(JSON.number(.nan).text == "null")
    #expect(JSON.number(.infinity).text == "null")
    #expect(JSON.string("a\"b\\c\n\t\u{1}é").text == "\"a\\\"b\\\\c\\n\\t\\u0001é\"")
    #expect(JSON.array([]).text == "[]")
    #expect(JSON.array([.int(1), .null]).text == "[1, null]")
    #expect(JSON.object([("b", .int(1)), ("a", .int(2))]).text == "{\"b\": 1, \"a\": 2}")
  }

  @Test("Nested values are indented")
  func nesting() {
    let value = JSON.object([("a", .array([.object([("b", .int(1))])]))])
    #expect(value.text == "{\n  \"a\": [\n    {\"b\": 1}\n  ]\n}")
  }
}
