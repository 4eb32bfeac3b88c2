import AnimationCore
import LayerCommit

/// The animations of all layers and when each of them begins and ends in media time.
///
/// The server reports a begin, where that is awaited, and an end once each and removes nothing: the
/// application takes a finished animation off and commits the shorter list.
struct LayerAnimations {
  struct Running {
    var animation: LayerAnimation
    /// Media time of the commit that brought it: nothing is reported earlier.
    var addedAt: Double
    var isStartReported = false
    var isEndReported = false
    /// Media times of begin and end; infinite while the layer's time does not get there.
    var startDue = Double.infinity
    var endDue = Double.infinity
    /// What it shows may differ from moment to moment within this span of media time.
    var moving = 0.0...0.0
    var isFrozen = false
  }

  /// The slots that have animations, in no order.
  private(set) var slots: [Int] = []
  private var running: [[Running]] = []
  /// Where each slot lies in `slots`; negative for not at all.
  private var place: [Int] = []
  private var due = DueTimes()
  /// Begins and ends of all layers, or of these, must be found again.
  private var isStale = false
  private var stale: [Int] = []
  /// Media times of the last commits that changed a layer's timing and the tree.
  private var retimedAt = -Double.infinity
  private var rearrangedAt = -Double.infinity
  private var course = LocalTimeCourse()
  /// Media time of the next begin or end that has not been reported.
  var nextDue: Double { due.first }

  subscript(slot: Int) -> [Running] { slot < running.count ? running[slot] : [] }

  /// Adds what a layer's animations animate to `result`, by property.
  func gather(_ slot: Int, into result: inout [PropertyAnimation]) {
    guard slot < running.count else { return }
    for i in running[slot].indices {
      PropertyAnimation.gather(running[slot][i].animation, into: &result)
    }
  }

  /// Begins and ends of all layers must be found again.
  mutating func invalidate() { isStale = true }

  /// A layer's timing has changed: nothing of before `time` holds any more.
  mutating func invalidate(retimedAt time: Double) {
    isStale = true
    retimedAt = max(retimedAt, time)
  }

  /// Layers have come, gone or moved: one that is somewhere else may have another local time.
  mutating func invalidate(rearrangedAt time: Double) {
    isStale = true
    rearrangedAt = max(rearrangedAt, time)
  }

  /// Of `isSilent` ones no begin or end is reported.
  mutating func set(
    _ slot: Int, to list: [LayerAnimation], at time: Double, isSilent: Bool = false
  ) {
    while running.count <= slot {
      running.append([])
      place.append(-1)
    }
    let old = running[slot]
    if old.isEmpty && list.isEmpty { return }
    running[slot] = list.map { animation in
      let new = Running(
        animation: animation, addedAt: time, isStartReported: isSilent, isEndReported: isSilent)
      if old.isEmpty { return new }
      var entry = old.first { $0.animation.id == animation.id } ?? new
      entry.animation = animation
      return entry
    }
    if old.isEmpty {
      place[slot] = slots.count
      slots.append(slot)
    } else if list.isEmpty {
      let last = slots.removeLast()
      if last != slot {
        slots[place[slot]] = last
        place[last] = place[slot]
      }
      place[slot] = -1
    }
    stale.append(slot)
  }

  // MARK: - Due times

  /// Finds begins and ends again where something changed.
  mutating func update(_ tree: RenderTree) {
    if isStale {
      for slot in slots { refresh(slot, tree) }
    }
    for slot in stale where !isStale || place[slot] < 0 { refresh(slot, tree) }
    stale.removeAll(keepingCapacity: true)
    isStale = false
  }

  private mutating func refresh(_ slot: Int, _ tree: RenderTree) {
    let isAttached = tree.isAttached[slot]
    if isAttached { course.follow(slot, in: tree) }
    let changedAt = max(retimedAt, rearrangedAt)
    // What a layer has been at under an earlier timing it may not come to again.
    let validFrom = course.isMediaTime ? retimedAt : changedAt
    for i in running[slot].indices {
      running[slot][i].isFrozen = !isAttached || course.isFrozen
      guard isAttached else {
        running[slot][i].startDue = .infinity
        running[slot][i].endDue = .infinity
        continue
      }
      let timing = running[slot][i].animation.timing
      let first = max(running[slot][i].addedAt, validFrom)
      // What was reached before stays so, even where nobody has looked since.
      if running[slot][i].startDue >= changedAt {
        running[slot][i].startDue = course.mediaTime(reaching: timing.beginTime, from: first)
      }
      if running[slot][i].endDue >= changedAt {
        running[slot][i].endDue =
          course.isFrozen ? .infinity : course.mediaTime(reaching: timing.endTime, from: first)
      }
      let start = course.mediaTime(reaching: timing.beginTime, from: -.infinity)
      let end = course.mediaTime(reaching: timing.endTime, from: -.infinity)
      running[slot][i].moving =
        course.isOrdered && start <= end ? start...end : -.infinity ... .infinity
      // What stands still looks the same from its begin on.
      if course.isOrdered, timing.speed == 0 { running[slot][i].moving = start...start }
    }
    schedule(slot)
  }

  /// Notes when the layer's next begin or end is due.
  private mutating func schedule(_ slot: Int) {
    var time = Double.infinity
    for i in running[slot].indices {
      if !running[slot][i].isStartReported { time = min(time, running[slot][i].startDue) }
      if !running[slot][i].isEndReported { time = min(time, running[slot][i].endDue) }
    }
    due.set(slot, to: time)
  }

  /// Appends what is due at or before `time`: by due time, begins before ends, among equals the
  /// animation added last first.
  mutating func report(
    to time: Double, surface: SurfaceID, ids: [LayerID], events: inout [ServerEvent]
  ) {
    guard nextDue <= time else { return }
    var reports: [(time: Double, isEnd: Bool, id: AnimationID, layer: LayerID)] = []
    while let slot = due.slot(dueBy: time) {
      for i in running[slot].indices {
        let id = running[slot][i].animation.id
        if !running[slot][i].isStartReported && running[slot][i].startDue <= time {
          running[slot][i].isStartReported = true
          if running[slot][i].animation.isStartAwaited {
            reports.append((running[slot][i].startDue, false, id, ids[slot]))
          }
        }
        if !running[slot][i].isEndReported && running[slot][i].endDue <= time {
          running[slot][i].isEndReported = true
          reports.append((running[slot][i].endDue, true, id, ids[slot]))
        }
      }
      schedule(slot)
    }
    reports.sort { a, b in
      if a.time != b.time { return a.time < b.time }
      if a.isEnd != b.isEnd { return !a.isEnd }
      return a.id.raw > b.id.raw
    }
    for event in reports {
      events.append(
        event.isEnd
          ? .animationFinished(surface, event.layer, event.id, time: event.time)
          : .animationStarted(surface, event.layer, event.id, time: event.time))
    }
  }

  /// Whether a later moment than `time` may look different from it, on a layer that `isSeen`.
  func isMoving(after time: Double, isSeen: (Int) -> Bool) -> Bool {
    for slot in slots {
      for entry in running[slot]
      where !entry.isFrozen && entry.moving.contains(time)
        && (!entry.animation.leaves.isEmpty || entry.animation.transition != nil)
      {
        if isSeen(slot) { return true }
      }
    }
    return false
  }
}
