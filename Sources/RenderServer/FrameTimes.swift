import LayerCommit

/// How far apart the last frames of a surface were and what they cost.
///
/// Only frames that follow each other count: the time in which nothing moved is no frame time.
struct FrameTimes {
  struct Frame: Hashable {
    /// From the moment the frame before was meant for to that of this one, in seconds.
    var interval: Double
    /// Of the render thread, in seconds.
    var work: Double
    /// A refresh that should have shown a new frame went by without one.
    var isLate: Bool
  }

  /// How many frames are remembered.
  static let capacity = 100
  /// A longer pause in which nothing had to be drawn, in seconds, is a rest.
  private static let longestPause = 0.25
  /// The rate is that of the last frames that together took so long, in seconds.
  private static let rateSpan = 0.5

  /// Oldest at `next` once it is full.
  private var ring: [Frame] = []
  private var next = 0
  /// Of the last frame noted; nil before the first.
  private var last: (time: Double, continues: Bool)?
  /// Frames since the last rest.
  private var run = 0
  /// Of the display, in seconds.
  private(set) var refresh = 1.0 / 60
  private(set) var lastWork = 0.0

  init() { ring.reserveCapacity(Self.capacity) }

  var count: Int { ring.count }

  /// The frame drawn `age` frames before the last one.
  subscript(age: Int) -> Frame { ring[(next + 2 * ring.count - 1 - age) % ring.count] }

  mutating func frameDrawn(for target: FrameTarget, work: Int64, continues: Bool) {
    if target.interval > 0, target.interval.isFinite { refresh = target.interval }
    lastWork = Double(work) * 1e-9
    defer { last = (target.presentTime, continues) }
    guard let last, target.presentTime > last.time else { return }
    let interval = target.presentTime - last.time
    guard last.continues || interval <= Self.longestPause else {
      run = 0
      return
    }
    append(
      Frame(
        interval: interval, work: lastWork,
        isLate: last.continues && interval > 1.5 * refresh))
  }

  private mutating func append(_ frame: Frame) {
    run = min(run + 1, Self.capacity)
    if ring.count < Self.capacity {
      ring.append(frame)
      next = ring.count % Self.capacity
    } else {
      ring[next] = frame
      next = (next + 1) % Self.capacity
    }
  }

  /// Frames per second since the last rest, no further back than half a second; nil before there are
  /// two frames.
  var rate: Double? {
    var sum = 0.0, frames = 0
    while frames < run, sum < Self.rateSpan {
      sum += self[frames].interval
      frames += 1
    }
    return sum > 0 ? Double(frames) / sum : nil
  }

  /// Intervals of the remembered frames, in seconds: half of them are no longer than `p50`, all but
  /// one in a hundred no longer than `p99`. Nil without frames.
  var percentiles: (p50: Double, p99: Double)? {
    guard !ring.isEmpty else { return nil }
    let sorted = ring.map(\.interval).sorted()
    func rank(_ share: Double) -> Double {
      sorted[max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1)]
    }
    return (rank(0.5), rank(0.99))
  }
}
