import AnimationCore

/// How the local time of one layer runs with media time, as spans in which it stands still and at
/// most one in which it runs along a line.
///
/// Each layer on the way down cuts the line at its own begin: on one side of it the layer is at zero.
struct LocalTimeCourse {
  private enum Run { case standing(Double), rising, falling }
  private struct Span {
    /// In media time; it ends where the next one starts.
    var start: Double
    var run: Run
  }

  private var spans: [Span] = []
  /// From the root down.
  private var timings: [LayerTiming] = []
  private var slots: [Int] = []
  /// Never runs or jumps back: what was reached once is reached from then on.
  private(set) var isOrdered = true
  /// Stands still for good on account of a layer without speed.
  private(set) var isFrozen = false

  /// For another layer, without allocating where the last one lay as deep.
  mutating func follow(_ slot: Int, in tree: RenderTree) {
    slots.removeAll(keepingCapacity: true)
    timings.removeAll(keepingCapacity: true)
    spans.removeAll(keepingCapacity: true)
    spans.append(Span(start: -.infinity, run: .rising))
    (isOrdered, isFrozen) = (true, false)
    guard tree.ownTimings > 0 else { return }
    var current = slot
    while current >= 0 {
      slots.append(current)
      current = tree.superlayer(of: current)
    }
    for slot in slots.reversed()
    where (tree.timings[slot] != .identity || !isMediaTime) && !tree.isTimeless(slot) {
      append(tree.timings[slot])
    }
  }

  /// No layer on the way has its own place in time.
  var isMediaTime: Bool { timings.isEmpty }

  private mutating func append(_ timing: LayerTiming) {
    var i = 0
    while i < spans.count {
      switch spans[i].run {
      case .standing(let time):
        spans[i].run = .standing(timing.local(fromParent: time))
      case .rising, .falling:
        i = cut(i, timing)
      }
      i += 1
    }
    timings.append(timing)
    if timing.speed == 0 { isFrozen = true }
    // Before its begin it is at zero, and jumps to its offset there.
    if timing.speed < 0 || timing.timeOffset < 0 { isOrdered = false }
  }

  /// Takes the line one layer further down; returns the last of the spans that it has become.
  private mutating func cut(_ i: Int, _ timing: LayerTiming) -> Int {
    let isRising = if case .rising = spans[i].run { true } else { false }
    let run: Run =
      timing.speed == 0
      ? .standing(timing.timeOffset) : isRising == (timing.speed > 0) ? .rising : .falling
    let start = spans[i].start
    let end = i + 1 < spans.count ? spans[i + 1].start : .infinity
    let begin = mediaTime(of: timing.beginTime)
    let isCut = begin > start && begin < end
    if isCut {
      spans[i].run = isRising ? .standing(0) : run
      spans.insert(Span(start: begin, run: isRising ? run : .standing(0)), at: i + 1)
      return i + 1
    }
    // All of it lies on one side.
    let isAfter = isRising ? begin <= start : begin >= end
    spans[i].run = isAfter ? run : .standing(0)
    return i
  }

  /// When the line is at this local time.
  private func mediaTime(of local: Double) -> Double {
    timings.reversed().reduce(local) { $1.parent(fromLocal: $0) }
  }

  /// The first media time from `first` on at which the local time is `local` or later; infinite where
  /// it never gets there again.
  func mediaTime(reaching local: Double, from first: Double) -> Double {
    for i in spans.indices {
      let start = max(spans[i].start, first)
      let end = i + 1 < spans.count ? spans[i + 1].start : .infinity
      guard start <= end else { continue }
      switch spans[i].run {
      case .standing(let time):
        if time >= local && start < end { return start }
      case .rising:
        let time = max(start, mediaTime(of: local))
        if time <= end { return time }
      case .falling:
        if start <= mediaTime(of: local) { return start }
      }
    }
    return .infinity
  }
}
