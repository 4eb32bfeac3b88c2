import AnimationCore
import TestSupport
import Testing

@Suite("Time maps")
struct TimingTests {
  @Test("Phase, local time, repetition and fraction at every sample of the table")
  func animation() throws {
    var samples = 0
    try VectorFile(named: "media-timing").run(kind: "animation") { c in
      let timing = AnimationTiming(c["timing"])
      for s in c["samples"].array {
        samples += 1
        let t = try #require(s["t"].double)
        let result = timing.sample(at: t)
        #expect("\(result.phase)" == s["phase"].string, "\(c.id) at \(t)")
        #expect(result.isApplied == s["applied"].bool, "\(c.id) at \(t)")
        guard result.isApplied else { continue }
        #expect(isClose(result.localTime, s["localTime"].double!, 1e-9), "\(c.id) at \(t)")
        #expect(result.iteration == s["iteration"].int, "\(c.id) at \(t)")
        #expect(isClose(result.fraction, s["fraction"].double!, 1e-9), "\(c.id) at \(t)")
      }
    }
    print("vectors media-timing/animation: \(samples) samples")
  }

  @Test("Time converts up to the common ancestor and down again")
  func convertTime() throws {
    try VectorFile(named: "media-timing").run(kind: "convertTime") { c in
      var timings: [String: (parent: String?, timing: LayerTiming)] = [:]
      for layer in c["layers"].array {
        var timing = LayerTiming()
        timing.beginTime = layer["beginTime"].double ?? 0
        timing.timeOffset = layer["timeOffset"].double ?? 0
        timing.speed = layer["speed"].double ?? 1
        timings[layer["name"].string ?? ""] = (layer["parent"].string, timing)
      }
      func chain(_ name: String?) -> [String] {
        guard let name else { return [] }
        return [name] + chain(timings[name]?.parent)
      }
      var up = chain(c["fromLayer"].string)
      var down = chain(c["toLayer"].string)
      while let a = up.last, a == down.last {
        up.removeLast()
        down.removeLast()
      }
      var time = try #require(c["time"].double)
      for name in up { time = timings[name]!.timing.parent(fromLocal: time) }
      for name in down.reversed() { time = timings[name]!.timing.local(fromParent: time) }
      #expect(isClose(time, c["result"].double!, 1e-9), "\(c.id)")
    }
  }

  @Test("Pausing and resuming a layer makes its time stand still without a jump")
  func pauseResume() throws {
    try VectorFile(named: "media-timing").run(kind: "pause-resume") { c in
      let pauseAt = try #require(c["pauseAt"].double)
      let resumeAt = try #require(c["resumeAt"].double)
      var timing = LayerTiming()
      for sample in c["samples"].array.map(\.doubles) where sample[0] <= pauseAt {
        #expect(isClose(timing.local(fromParent: sample[0]), sample[1], 1e-9), "\(c.id)")
      }
      let frozen = timing.local(fromParent: pauseAt)
      timing.speed = 0
      timing.timeOffset = frozen
      for sample in c["samples"].array.map(\.doubles)
      where sample[0] >= pauseAt && sample[0] <= resumeAt {
        #expect(isClose(timing.local(fromParent: sample[0]), sample[1], 1e-9), "\(c.id)")
      }
      timing = LayerTiming()
      timing.beginTime = timing.local(fromParent: resumeAt) - frozen
      #expect(isClose(timing.beginTime, c["beginTimeAfterResume"].double!, 1e-9), "\(c.id)")
      for sample in c["samples"].array.map(\.doubles) where sample[0] >= resumeAt {
        #expect(isClose(timing.local(fromParent: sample[0]), sample[1], 1e-9), "\(c.id)")
      }
    }
  }

  @Test("A group's curve runs its inner time, and its children are cut off and not stretched")
  func group() throws {
    try VectorFile(named: "media-timing").run(kind: "group") { c in
      var group = AnimationTiming(c["group"])
      group.function = UnitBezier.named(c["groupTimingFunction"].string)
      var child = AnimationTiming(c["child"])
      child.function = UnitBezier.named(c["childTimingFunction"].string)
      // The compiler of animations gives a child without a duration that of its group.
      if child.duration == 0 { child.duration = group.duration }
      let leaf = AnimationLeaf(
        target: AnimationTarget(.opacity), timings: [group, child],
        curve: .basic(from: .number(0), to: .number(1), by: nil))
      for s in c["samples"].array {
        let t = try #require(s["t"].double)
        let outer = group.sample(at: t)
        #expect(outer.isApplied == s["groupApplied"].bool, "\(c.id) at \(t)")
        guard outer.isApplied else {
          #expect(leaf.sample(at: t) == nil, "\(c.id) at \(t)")
          continue
        }
        #expect(isClose(outer.fraction, s["groupFraction"].double!, 1e-9), "\(c.id) at \(t)")
        let inner = group.progress(outer.fraction) * group.duration
        #expect(isClose(inner, s["childParentTime"].double!, 1e-6), "\(c.id) at \(t)")
        let own = child.sample(at: inner)
        #expect(own.isApplied == s["childApplied"].bool, "\(c.id) at \(t)")
        #expect((leaf.sample(at: t) != nil) == s["childApplied"].bool, "\(c.id) at \(t)")
        guard own.isApplied else { continue }
        #expect(isClose(own.fraction, s["childFraction"].double!, 1e-6), "\(c.id) at \(t)")
        #expect(
          isClose(leaf.sample(at: t)!.progress, s["childProgress"].double!, 1e-6), "\(c.id) at \(t)"
        )
      }
    }
  }

  @Test("The end is still shown when sums have rounded it away", arguments: [0.1, 0.3, 0.7, 1.1])
  func roundedEnd(duration: Double) {
    for k in 1..<200 {
      var timing = AnimationTiming(duration: duration)
      timing.beginTime = Double(k) / 60
      timing.repeatCount = 3
      let sample = timing.sample(at: timing.endTime)
      #expect(sample.isApplied && sample.fraction > 0.999_999, "begin \(timing.beginTime)")
      #expect(timing.sample(at: timing.beginTime).isApplied)
    }
  }

  @Test("Numbers that are not finite, and durations that are none, give defined fractions")
  func notFinite() {
    let odd = [Double.nan, .infinity, -.infinity, 0, -1, 1e300, 1e-300]
    for begin in odd {
      for duration in odd {
        for speed in odd {
          for time in odd {
            var timing = AnimationTiming(begin: begin, duration: duration, fill: .both)
            timing.speed = speed
            let sample = timing.sample(at: time)
            #expect(sample.fraction >= 0 && sample.fraction <= 1 && sample.iteration >= 0)
          }
        }
      }
    }
  }

  @Test(
    "A cycle too long to end stays at its start, and children of such a group run",
    arguments: [
      (Double.infinity, false), (.infinity, true), (.greatestFiniteMagnitude, false),
      (.greatestFiniteMagnitude, true),
    ])
  func endless(duration: Double, reverses: Bool) throws {
    var timing = AnimationTiming(duration: duration)
    timing.autoreverses = reverses
    for time in [0.0, 0.5, 1, 1e9] {
      let sample = timing.sample(at: time)
      #expect(sample.isApplied && sample.fraction < 1e-9, "at \(time)")
    }
    #expect(timing.endTime >= .greatestFiniteMagnitude)
    let leaf = AnimationLeaf(
      target: AnimationTarget(.opacity), timings: [timing, AnimationTiming(duration: 2)],
      curve: .basic(from: .number(0), to: .number(1), by: nil))
    let progress = try #require(leaf.sample(at: 1)).progress
    #expect(isClose(progress, 0.5, 1e-9))
  }
}
