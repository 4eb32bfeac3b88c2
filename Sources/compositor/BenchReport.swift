import Foundation
import Profiling

/// What a run of `bench` says: one JSON object with stable keys. Null is what nobody measured.
struct BenchReport {
  private let options: BenchOptions
  private let scene: BenchScene
  var device = ""
  /// Nil where nothing is drawn.
  var driver: String?
  /// Frames asked for, or refreshes that passed.
  var frames = 0
  /// Frames that differed from the one before.
  var drawn = 0
  /// Of the frames drawn, as many as are remembered.
  var records: [FrameRecord] = []
  /// Milliseconds from the beginning of a frame until the render thread had submitted it.
  var frameWalls: [Double] = []
  /// During the measured frames.
  var used = BenchMeter()
  /// From the first layer made until its first frame was finished.
  var firstFrame = BenchMeter()
  /// Milliseconds until device and output were ready.
  var startup = 0.0
  var residentMemory: Double?
  /// Of the display, in seconds.
  var interval: Double?
  /// Frames follow a display, or a timer that stands in for one.
  var isPaced = false
  var blocked: Blocked?

  /// Frames while the main thread ran, in spans before those in which it was blocked.
  struct Blocked {
    /// Of one span.
    var milliseconds: Double
    var framesBefore = 0
    var frames = 0
    /// How long the spans really were, together.
    var secondsBefore = 0.0
    var seconds = 0.0

    /// Spans of each kind.
    static let rounds = 3

    /// Frames a second while blocked, as a share of those before.
    var ratio: Double {
      guard framesBefore > 0, seconds > 0 else { return 0 }
      return Double(frames) / seconds * secondsBefore / Double(framesBefore)
    }
  }

  init(_ options: BenchOptions, _ scene: BenchScene) {
    self.options = options
    self.scene = scene
  }

  var json: JSON {
    let count = Double(max(1, frames))
    var members: [(String, JSON)] = [
      ("peer", .string("ours")),
      ("scene", .string(options.sceneName)),
      ("N", .int(options.layers)),
      ("W", .int(Int(scene.size.width))),
      ("H", .int(Int(scene.size.height))),
      ("frames", .int(frames)),
      ("frames_drawn", .int(drawn)),
      ("backend", .string(options.backend.rawValue)),
      ("clock", .string(clockName)),
      ("edge_aa", .bool(options.softensEdges)),
      ("damage", .bool(options.tracksDamage)),
      ("cache", .bool(options.caches)),
      ("device", .string(device)),
      ("driver", JSON(driver)),
      ("cpu_ms", .number(used.cpu / count)),
      ("cpu_user_ms", .number(used.user / count)),
      ("cpu_sys_ms", .number(used.system / count)),
      ("wall_ms", .number(used.wall / count)),
      ("fps", .number(used.wall > 0 ? Double(drawn) * 1e3 / used.wall : 0)),
      ("cpu_ms_per_s", .number(used.wall > 0 ? used.cpu * 1e3 / used.wall : 0)),
      ("sleeps_per_s", .number(used.wall > 0 ? Double(used.sleeps) * 1e3 / used.wall : 0)),
      ("frame_ms", frameTimes),
      ("stage_us", stages),
      ("cpu_by_thread_ms", threads(count)),
      ("counts", counts),
      ("allocations", allocations),
      ("pacing", pacing),
      ("startup_ms", .number(startup)),
      ("first_frame_ms", .number(firstFrame.wall)),
      ("first_frame_cpu_ms", .number(firstFrame.cpu)),
      ("rss_mb", JSON(residentMemory)),
      ("gpu_mb", .null),
    ]
    if let blocked {
      members.append(
        (
          "blocked",
          .object([
            ("ms", .number(blocked.milliseconds)),
            ("rounds", .int(Blocked.rounds)),
            ("frames_before", .int(blocked.framesBefore)),
            ("frames", .int(blocked.frames)),
            ("ratio", .number(blocked.ratio)),
          ])
        ))
    }
    return .object(members)
  }

  private var clockName: String {
    switch options.clock {
    case .fixed(let rate): "fixed:\(rate == rate.rounded() ? "\(Int(rate))" : "\(rate)")"
    case .vsync: "vsync"
    case .free: "free"
    }
  }

  /// On vsync the time the two threads and the device spent, because the rest is waiting.
  private var frameTimes: JSON {
    let times =
      frameWalls.isEmpty
      ? records.map { Double($0.commit + $0.work) / 1e6 } : frameWalls
    guard !times.isEmpty else { return .null }
    let spread = FrameSummary.Spread(times)
    return .object([
      ("mean", .number(spread.mean)), ("p50", .number(spread.p50)),
      ("p90", .number(Self.percentile(90, of: times))), ("p99", .number(spread.p99)),
      ("max", .number(spread.max)),
    ])
  }

  private var stages: JSON {
    func times(_ nanoseconds: (FrameRecord) -> Int64) -> JSON {
      guard !records.isEmpty else { return .null }
      let spread = FrameSummary.Spread(records.map { Double(nanoseconds($0)) / 1e3 })
      return .object([("p50", .number(spread.p50)), ("p99", .number(spread.p99))])
    }
    return .object([
      ("commit", times(\.commit)),
      ("apply", times(\.apply)),
      ("evaluate", times { $0.sample - $0.place }),
      ("cull", times(\.place)),
      ("build", times(\.build)),
      ("record", times(\.record)),
      ("submit", times(\.submit)),
      ("gpu", records.contains { $0.gpu > 0 } ? times(\.gpu) : .null),
      ("present", options.backend == .wayland ? times(\.present) : .null),
    ])
  }

  private func threads(_ count: Double) -> JSON {
    .object([
      ("app", .number(used.app / count)), ("server", .number(used.server / count)),
      ("driver", .number(used.driver / count)),
    ])
  }

  /// Means per drawn frame; uploads are a sum over all measured frames.
  private var counts: JSON {
    func mean(_ value: (FrameRecord) -> Int) -> JSON {
      guard !records.isEmpty else { return .int(0) }
      return .number(Double(records.reduce(0) { $0 + value($1) }) / Double(records.count))
    }
    let damaged = records.reduce(0) { $0 + $1.damagedPixels }
    let shaded = records.reduce(0) { $0 + $1.shadedPixels }
    let counted = records.compactMap { $0.allocations?.total.ours }
    return .object([
      ("layers", .int(scene.count)),
      ("visited", mean(\.visited)),
      ("animated", mean(\.animated)),
      ("drawn", mean(\.drawn)),
      ("culled", mean(\.culled)),
      ("quads", mean(\.quads)),
      ("draws", mean(\.draws)),
      ("pipeline_switches", mean(\.pipelineSwitches)),
      ("descriptor_binds", mean(\.descriptorBinds)),
      ("offscreen_passes", mean { max(0, $0.passes - 1) }),
      ("damage_px", mean(\.damagedPixels)),
      ("shaded_px", mean(\.shadedPixels)),
      ("overdraw", damaged > 0 ? .number(Double(shaded) / Double(damaged)) : .null),
      ("upload_bytes", .int(records.reduce(0) { $0 + $1.uploadedBytes })),
      ("cache_hits", .null),
      ("cache_bytes", .null),
      ("pipelines_created", .null),
      (
        "allocations",
        counted.isEmpty ? .null : .number(Double(counted.reduce(0, +)) / Double(counted.count))
      ),
    ])
  }

  /// Means per drawn frame, by stage and by whose code asked; null where nobody counts.
  private var allocations: JSON {
    let counted = records.compactMap(\.allocations)
    guard !counted.isEmpty else { return .null }
    func stages(_ part: (AllocationCount) -> Int) -> JSON {
      func mean(_ stage: (FrameAllocations) -> AllocationCount) -> JSON {
        .number(Double(counted.reduce(0) { $0 + part(stage($1)) }) / Double(counted.count))
      }
      return .object([
        ("apply", mean(\.apply)), ("sample", mean(\.sample)), ("build", mean(\.build)),
        ("draw", mean(\.draw)),
      ])
    }
    return .object([("ours", stages(\.ours)), ("theirs", stages(\.theirs))])
  }

  private var pacing: JSON {
    guard isPaced, !records.isEmpty else { return .null }
    var profile = FrameProfile(capacity: records.count)
    for record in records { profile.append(record) }
    let summary = FrameSummary(profile, interval: interval)
    let seen = records.filter { $0.presentTime != nil }
    let errors = zip(seen, seen.dropFirst()).map { a, b in
      abs(((b.presentTime ?? 0) - (a.presentTime ?? 0)) - (b.targetTime - a.targetTime)) * 1e3
    }
    let offsets = seen.map { abs($0.lateness ?? 0) * 1e3 }
    let waits = seen.compactMap { frame -> Double? in
      guard let end = frame.commitEnd, let time = frame.presentTime, let interval else {
        return nil
      }
      return (time - end) / interval
    }
    return .object([
      ("late_frames", JSON(summary.missedVblanks)),
      ("hitch_ms_per_s", JSON(summary.hitchRatio)),
      ("interval_stddev_ms", JSON(summary.jitter)),
      ("interval_p99_error_ms", errors.isEmpty ? .null : .number(Self.percentile(99, of: errors))),
      ("time_error_p99_ms", offsets.isEmpty ? .null : .number(Self.percentile(99, of: offsets))),
      (
        "commit_to_present_frames_p50",
        waits.isEmpty ? .null : .number(Self.percentile(50, of: waits))
      ),
    ])
  }

  /// By nearest rank.
  private static func percentile(_ percent: Int, of values: [Double]) -> Double {
    values.sorted()[max(0, (values.count * percent + 99) / 100 - 1)]
  }
}
