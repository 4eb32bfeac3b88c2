import Foundation
import Profiling
import Testing

@Suite("Chrome trace")
struct ChromeTraceTests {
  private func read(_ frames: [FrameRecord]) throws -> TraceReader {
    try TraceReader(Data(ChromeTrace(frames, process: "A \"window\"").text.utf8))
  }

  /// A frame of a display at 100 Hz; milliseconds of work for the spans.
  private func frame(_ index: Int, gpu: Double = 2) -> FrameRecord {
    var frame = FrameRecord()
    frame.index = index
    frame.startTime = 5000 + Double(index) * 0.01
    frame.commit = 1_500_000
    frame.commitBegin = frame.startTime - 0.002
    frame.commitEnd = frame.startTime - 0.0005
    frame.inputTime = frame.startTime - 0.003
    frame.apply = 250_000
    frame.sample = 500_000
    frame.build = 125_001
    frame.record = 1_000_003
    frame.submit = 62_500
    frame.submitTime = frame.startTime + Double(frame.work) * 1e-9
    frame.gpu = Int64(gpu * 1e6)
    frame.targetTime = frame.startTime + 0.01
    frame.draws = 10 + index
    frame.damagedPixels = 99
    frame.wasPresented(at: frame.targetTime, interval: 0.01)
    return frame
  }

  @Test("Without frames the tracks are there and named")
  func empty() throws {
    let trace = try read([])
    #expect(trace.processName == "A \"window\"")
    #expect(
      trace.tracks
        == ["main": 1, "render": 2, "GPU": 3, "presentation": 4, "counters": 5])
    #expect(trace.events.allSatisfy { $0.phase == "M" })
  }

  @Test("A frame's parts are where they happened, in microseconds")
  func oneFrame() throws {
    let trace = try read([frame(1)])
    let commit = try #require(trace.events(of: "main").first)
    #expect(commit.name == "commit" && commit.time == 0 && commit.length == 1500)
    let render = trace.events(of: "render")
    #expect(render.map(\.name) == ["frame", "apply", "sample", "build", "record", "submit"])
    #expect(render.map(\.time) == [2000, 2000, 2250, 2750, 2875.001, 3875.004])
    #expect(render.map(\.length) == [1937.504, 250, 500, 125.001, 1000.003, 62.5])
    let gpu = try #require(trace.events(of: "GPU").first)
    #expect(gpu.time == 3937.504 && gpu.length == 2000)
    let shown = trace.events(of: "presentation")
    #expect(shown.map(\.name) == ["target", "presented"] && shown.map(\.time) == [12000, 12000])
    let counters = try #require(trace.events(of: "counters").first)
    #expect(counters.phase == "C" && counters.arguments["draws"] as? Int == 11)
    #expect(counters.arguments["damaged_pixels"] as? Int == 99)
    #expect(
      trace.events.filter { $0.phase == "X" }.allSatisfy { $0.arguments["frame"] as? Int == 1 })
  }

  @Test("A late frame says why and by how much")
  func late() throws {
    var late = frame(1)
    late.gpu = 15_000_000
    late.wasPresented(at: late.targetTime + 0.01, interval: 0.01)
    let shown = try #require(try read([late]).events(of: "presentation", named: "late").first)
    #expect(shown.arguments["cause"] as? String == "gpu")
    #expect(abs((shown.arguments["lateness_ms"] as? Double ?? 0) - 10) < 1e-6)
  }

  @Test("Work longer than the frames' distance stays in order and nested, on every track")
  func overload() throws {
    var frames = (1...50).map { frame($0, gpu: 25) }
    for index in frames.indices {
      frames[index].build = Int64(index % 7) * 4_000_000
      frames[index].commitBegin = frames[index].startTime - 0.015
    }
    // Seen in another order than drawn, one of them never.
    frames[10].presentTime = frames[30].presentTime
    frames[20].presentTime = nil
    let trace = try read(frames)
    #expect(trace.events(of: "GPU").count == 50)
    #expect(trace.events(of: "render", named: "frame").count == 50)
    #expect(trace.events(of: "presentation").count == 99)
    #expect(trace.events(of: "counters").count == 50)
  }

  @Test("Frames without times of their own are laid out by what they show")
  func virtualTime() throws {
    let frames = (1...5).map { index in
      var frame = FrameRecord()
      frame.index = index
      frame.targetTime = 1000 + Double(index) / 50
      frame.commit = index == 1 ? 3_000_000 : 0
      frame.build = 30_000_000
      frame.gpu = 1_000_000
      return frame
    }
    let trace = try read(frames)
    #expect(trace.events(of: "main").count == 1)
    #expect(
      trace.events(of: "render", named: "frame").map(\.time)
        == [3, 33, 63, 93, 123].map { $0 * 1000 })
  }

  @Test("Times that are no times do not trap")
  func absurd() throws {
    for time in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      var frame = frame(1)
      frame.targetTime = time
      frame.presentTime = time
      frame.startTime = time
      frame.submitTime = time
      frame.commitBegin = time
      frame.commitEnd = time
      _ = try read([frame])
    }
  }

  @Test("A profile keeps as many frames as it is told to")
  func capacity() {
    var profile = FrameProfile(capacity: 1000)
    for index in 0..<2500 {
      var record = FrameRecord()
      record.index = index
      profile.append(record)
    }
    #expect(profile.frames.map(\.index) == Array(1500..<2500) && profile.total == 2500)
    #expect(FrameProfile.traceCapacity == 10 * 60 * 60)
  }

  @Test("Input to present is the mean in refreshes over the frames that answer input")
  func inputLatency() throws {
    var profile = FrameProfile()
    for index in 0..<10 {
      var record = FrameRecord()
      record.index = index
      record.targetTime = Double(index) / 64
      if index == 4 { record.inputTime = record.targetTime - 1.5 / 64 }
      if index == 7 { record.inputTime = record.targetTime - 2.5 / 64 }
      profile.append(record)
      profile.presented(index: index, at: record.targetTime, interval: 1.0 / 64)
    }
    let latency = try #require(FrameSummary(profile, interval: 1.0 / 64).inputLatency)
    #expect(abs(latency - 2) < 1e-9)
    #expect(FrameSummary(profile, interval: nil).inputLatency == nil)
  }

  @Test("A frame in time that lacks a commit is counted by cause but missed no refresh")
  func missedCommit() {
    var profile = FrameProfile()
    for index in 0..<10 {
      var record = FrameRecord()
      record.index = index
      record.targetTime = Double(index) / 64
      record.missedCommit = index == 5
      profile.append(record)
      profile.presented(index: index, at: record.targetTime, interval: 1.0 / 64)
    }
    let summary = FrameSummary(profile, interval: 1.0 / 64)
    #expect(summary.lateCauses.first { $0.cause == .commit }?.count == 1)
    #expect(summary.missedVblanks == 0 && summary.hitchRatio == 0)
  }
}
