/// What a run of frames amounts to. Milliseconds unless said otherwise.
package struct FrameSummary: Sendable {
  /// How a measured quantity is spread over the frames.
  package struct Spread: Sendable, Equatable {
    package var mean = 0.0
    package var p50 = 0.0
    package var p95 = 0.0
    package var p99 = 0.0
    package var max = 0.0

    package init() {}

    /// Percentiles by nearest rank: the least value that at least p % of the values do not exceed.
    package init(_ values: [Double]) {
      guard !values.isEmpty else { return }
      let sorted = values.sorted()
      func rank(_ percent: Int) -> Double {
        sorted[Swift.max(0, (sorted.count * percent + 99) / 100 - 1)]
      }
      mean = values.reduce(0, +) / Double(values.count)
      p50 = rank(50)
      p95 = rank(95)
      p99 = rank(99)
      max = sorted[sorted.count - 1]
    }
  }

  /// One span of a frame.
  package enum Stage: String, CaseIterable, Sendable {
    case commit, apply, sample, build, record, submit, gpu

    package func nanoseconds(of frame: FrameRecord) -> Int64 {
      switch self {
      case .commit: frame.commit
      case .apply: frame.apply
      case .sample: frame.sample
      case .build: frame.build
      case .record: frame.record
      case .submit: frame.submit
      case .gpu: frame.gpu
      }
    }
  }

  /// What is kept between frames, each up to a limit of its own.
  package enum Cache: String, CaseIterable, Sendable {
    case masks, bitmaps, passes
    case keptImages = "kept_images"
    case sharedTextures = "shared_textures"
    case device

    package func bytes(in frame: FrameRecord) -> Int {
      switch self {
      case .masks: frame.maskBytes
      case .bitmaps: frame.bitmapBytes
      case .passes: frame.passBytes
      case .keptImages: frame.keptImageBytes
      case .sharedTextures: frame.cacheBytes
      case .device: frame.deviceBytes
      }
    }

    /// For people.
    var text: String {
      switch self {
      case .masks: "masks"
      case .bitmaps: "layers' bitmaps"
      case .passes: "passes"
      case .keptImages: "images drawn and smaller copies"
      case .sharedTextures: "shared textures"
      case .device: "device memory in all"
      }
    }
  }

  /// Frames the numbers come from.
  package var frames: Int
  /// Frames drawn since the beginning, those no longer remembered included.
  package var totalFrames: Int
  /// Frames per second as seen; nil where nobody reports when frames are seen.
  package var frameRate: Double?
  /// Frames per second that the slower of render thread and device would allow, by their means.
  package var throughput: Double?
  /// Render-thread time per frame.
  package var work: Spread
  package var stages: [(stage: Stage, spread: Spread)]
  /// Refreshes that showed an old frame although a new one was due; nil where unknown.
  package var missedVblanks: Int?
  /// Milliseconds of lateness per second; up to 5 is good, from 10 critical. Nil where unknown.
  package var hitchRatio: Double?
  /// Standard deviation of the difference between real and intended frame intervals.
  package var jitter: Double?
  /// Refreshes between an input event and the moment the frame that shows its effect was seen, on
  /// average over the frames that answer input; nil where there was none or nobody says.
  package var inputLatency: Double?
  package var lateCauses: [(cause: FrameRecord.LateCause, count: Int)]
  package var draws: Double
  package var passes: Double
  package var shadedPixels: Double
  package var damagedPixels: Double
  /// Over all frames, not per frame.
  package var uploadedBytes: Int
  /// Masks of paths and bitmaps of layers that were there and that were made, over all frames.
  package var masks: (hits: Int, misses: Int)
  package var bitmaps: (hits: Int, misses: Int)
  /// The most that each had in any frame.
  package var caches: [(cache: Cache, bytes: Int)]
  /// Per frame; nil where nobody counts.
  package var allocations: Double?

  /// - Parameters:
  ///   - profile: What to sum up; one without frames gives zeros.
  ///   - interval: The display's refresh interval in seconds; nil when there is no display.
  package init(_ profile: FrameProfile, interval: Double?) {
    let records = profile.frames
    let count = Double(max(1, records.count))
    func sum(_ value: (FrameRecord) -> Int) -> Int { records.reduce(0) { $0 + value($1) } }
    func perFrame(_ value: (FrameRecord) -> Int) -> Double { Double(sum(value)) / count }
    frames = records.count
    totalFrames = profile.total
    work = Spread(records.map { Double($0.work) / 1e6 })
    stages = Stage.allCases.map { stage in
      (stage, Spread(records.map { Double(stage.nanoseconds(of: $0)) / 1e6 }))
    }
    let busiest = max(work.mean, Double(perFrame { Int($0.gpu) }) / 1e6)
    throughput = busiest > 0 ? 1000 / busiest : nil
    draws = perFrame(\.draws)
    passes = perFrame(\.passes)
    shadedPixels = perFrame(\.shadedPixels)
    damagedPixels = perFrame(\.damagedPixels)
    uploadedBytes = sum(\.uploadedBytes)
    masks = (sum(\.maskHits), sum(\.maskMisses))
    bitmaps = (sum(\.bitmapHits), sum(\.bitmapMisses))
    caches = Cache.allCases.map { cache in
      (cache, records.map { cache.bytes(in: $0) }.max() ?? 0)
    }
    let counted = records.compactMap { $0.allocations?.total }
    let total = counted.reduce(0) { $0 + $1.ours + $1.theirs }
    allocations = counted.isEmpty ? nil : Double(total) / Double(counted.count)
    lateCauses = [.commit, .sample, .record, .gpu, .present].map { cause in
      (cause, records.count { $0.lateCause == cause })
    }
    judgePacing(records, interval: interval)
  }

  /// Rate, missed vblanks, hitches and jitter, from the frames whose present time is known.
  private mutating func judgePacing(_ records: [FrameRecord], interval: Double?) {
    let seen = records.filter { $0.presentTime != nil }
    guard let first = seen.first?.presentTime, let last = seen.last?.presentTime, last > first
    else { return }
    frameRate = Double(seen.count - 1) / (last - first)
    if let interval, interval > 0 {
      var missed = 0
      var hitch = 0.0
      // A frame in time may lack a commit and have a cause all the same.
      for frame in seen where frame.lateCause != nil {
        let late = frame.lateness ?? 0
        guard late > interval / 2 else { continue }
        missed += max(1, Int(min(1e6, (late / interval).rounded())))
        hitch += late
      }
      let waits = seen.compactMap { frame in
        frame.inputTime.flatMap { input in frame.presentTime.map { ($0 - input) / interval } }
      }
      if !waits.isEmpty { inputLatency = waits.reduce(0, +) / Double(waits.count) }
      missedVblanks = missed
      hitchRatio = hitch * 1000 / (last - first)
    }
    var errors: [Double] = []
    for (a, b) in zip(seen, seen.dropFirst()) {
      guard let shownA = a.presentTime, let shownB = b.presentTime else { continue }
      errors.append(((shownB - shownA) - (b.targetTime - a.targetTime)) * 1000)
    }
    let mean = errors.reduce(0, +) / Double(max(1, errors.count))
    let variance =
      errors.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, errors.count))
    jitter = variance.squareRoot()
  }
}
