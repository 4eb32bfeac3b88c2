/// The last frames of one surface, oldest forgotten first.
///
/// Lives on the render thread and is copied out whole when somebody asks. Appending allocates
/// nothing once the ring is full.
package struct FrameProfile: Sendable {
  /// How many frames are remembered: ten seconds at 60 Hz.
  package static let capacity = 600
  /// How many are remembered for a trace: ten minutes at 60 Hz, in about 12 MB.
  package static let traceCapacity = 36_000

  private let capacity: Int
  private var ring: [FrameRecord] = []
  private var oldest = 0
  /// Frames appended since the beginning, forgotten ones included.
  package private(set) var total = 0

  package init(capacity: Int = FrameProfile.capacity) {
    self.capacity = max(1, capacity)
    ring.reserveCapacity(self.capacity)
  }

  /// The remembered frames, oldest first.
  package var frames: [FrameRecord] {
    Array(ring[oldest...]) + Array(ring[..<oldest])
  }

  package mutating func append(_ record: FrameRecord) {
    if ring.count < capacity {
      ring.append(record)
    } else {
      ring[oldest] = record
      oldest = (oldest + 1) % capacity
    }
    total += 1
  }

  /// Notes when a frame was really seen; frames no longer remembered are ignored.
  ///
  /// - Parameters:
  ///   - index: The record's `index`.
  ///   - time: Media time in seconds.
  ///   - interval: The display's refresh interval in seconds.
  package mutating func presented(index: Int, at time: Double, interval: Double) {
    // Feedback concerns one of the newest frames.
    for offset in 1...max(1, ring.count) where !ring.isEmpty {
      let slot = (oldest + ring.count - offset) % ring.count
      guard ring[slot].index >= index else { return }
      if ring[slot].index == index {
        ring[slot].wasPresented(at: time, interval: interval)
        return
      }
    }
  }
}

extension FrameRecord {
  /// Render-thread time of the frame in nanoseconds: everything but presenting, the main
  /// thread and the device.
  package var work: Int64 { apply + sample + build + record + submit }

  /// How long after its target the frame was seen, in seconds; nil while unknown.
  package var lateness: Double? { presentTime.map { $0 - targetTime } }

  /// Sets the present time and, when the frame missed its vblank, the cause.
  ///
  /// ```
  ///          target          target + interval
  ///  ──────────┼───────┬───────────┼──────
  ///    in time         │ late: the next vblank showed it
  /// ```
  /// Half an interval is the boundary because feedback is quantised to vblanks and both times carry
  /// clock noise. A frame in time that missed a commit is late for that commit: it lands one frame
  /// later.
  package mutating func wasPresented(at time: Double, interval: Double) {
    presentTime = time
    guard interval > 0, time - targetTime > interval / 2 else {
      lateCause = missedCommit ? .commit : nil
      return
    }
    let budget = Int64(interval * 1e9)
    let sampling = apply + sample + build
    let recording = record + submit
    if missedCommit || commit > budget {
      lateCause = .commit
    } else if gpu > budget, gpu >= sampling, gpu >= recording {
      lateCause = .gpu
    } else if sampling + recording > budget {
      lateCause = sampling > recording ? .sample : .record
    } else {
      lateCause = .present
    }
  }
}
