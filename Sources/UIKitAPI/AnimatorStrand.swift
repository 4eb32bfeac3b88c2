import AnimationCore

/// How far what an animator animates has come: one block, or one coordinate of it.
///
/// The animator is at a place from 0, its start, to 1, its end. A strand begins at a place of its own
/// and ends where the animator does; between these its progress goes from 0 to 1. Its course says what
/// happens from the last commit on.
struct AnimatorStrand {
  enum Axis { case x, y }

  /// Where the animator goes.
  struct Leg {
    var from: Double
    /// 0 or 1.
    var to: Double
    /// From the first to the second.
    var seconds: Double
    var delay = 0.0
    var pace: AnimatorPace
    /// The pace begins here, and has not led the strand to where it is.
    var isNewPace: Bool
    var repeatCount = 0.0
    var autoreverses = false
  }

  /// The place where it begins, below 1.
  let begin: Double
  let axis: Axis
  private(set) var course = AnimationCourse(held: 0)
  /// Where it was held by the animator: scrubbing goes through it.
  private var anchor: (place: Double, progress: Double)?

  init(begin: Double, axis: Axis = .x, progress: Double = 0) {
    self.begin = begin
    self.axis = axis
    course = AnimationCourse(held: progress)
  }

  /// Of the way from its begin to the end, at a place of the animator.
  private func share(_ place: Double) -> Double {
    min(max((place - begin) / (1 - begin), 0), 1)
  }

  /// Stays at a progress; the animator counts as at `place` from now on.
  mutating func hold(at progress: Double, place: Double) {
    course = AnimationCourse(held: progress)
    anchor = place > 0 && place < 1 ? (place, progress) : nil
  }

  /// Goes to where it is at another place of the animator, through where it was held: along a line, or
  /// along a pace.
  mutating func scrub(to place: Double, along pace: ProgressPath.Pace) {
    let share = share(place)
    var progress = pace.value(at: share)
    if let anchor {
      let held = self.share(anchor.place)
      if place < anchor.place, held == 0 {
        // Held at some progress before its begin: it gives that back on the way to the start.
        progress = anchor.progress * place / anchor.place
      } else {
        let end = place < anchor.place ? 0.0 : 1
        let path = ProgressPath(pace, from: held, to: end, start: anchor.progress, end: end)
        progress = path.value(at: (share - held) / (end - held))
      }
    }
    course = AnimationCourse(held: progress)
  }

  /// The pace of the whole strand, for an animator that lasts so many seconds.
  func whole(_ pace: AnimatorPace, seconds: Double) -> ProgressPath.Pace {
    switch pace {
    case .curve(let curve): return .curve(curve)
    case .spring(let spring, let velocity):
      let length = max((1 - begin) * seconds, 1e-9)
      let v = Double(axis == .x ? velocity.dx : velocity.dy)
      return .spring(spring.motion(over: length, velocity: v), duration: length)
    }
  }

  /// Sets off from a progress, and from a velocity in progress per second.
  mutating func setOff(_ leg: Leg, from progress: Double, velocity: Double) {
    anchor = nil
    guard let window = window(leg, progress) else {
      course = AnimationCourse(
        along: ProgressPath(held: progress), duration: leg.seconds, window: nil)
      course.delay = leg.delay
      return
    }
    let way = leg.to - progress
    let path: ProgressPath
    switch leg.pace {
    case .curve(let curve):
      path =
        leg.isNewPace
        ? ProgressPath(.curve(curve), start: progress, scale: way)
        : ProgressPath(
          .curve(curve), from: share(leg.from), to: leg.to, start: progress, end: leg.to)
    case .spring(let spring, let given):
      guard abs(way) > 1e-9 else {
        path = ProgressPath(held: leg.to)
        break
      }
      let component = Double(axis == .x ? given.dx : given.dy)
      let v = velocity == 0 ? (leg.isNewPace ? component : 0) : velocity / way
      let motion = spring.motion(over: window.length, velocity: v)
      path = ProgressPath(
        .spring(motion, duration: window.length), start: progress, scale: way)
    }
    course = AnimationCourse(along: path, duration: leg.seconds, window: window)
    course.delay = leg.delay
    course.repeatCount = leg.repeatCount
    course.autoreverses = leg.autoreverses
  }

  /// When it moves on a leg; nil for not at all.
  private func window(_ leg: Leg, _ progress: Double) -> AnimationCourse.Window? {
    // Where it has come further than its place says it does not wait.
    if progress != 0 {
      let isOver = leg.to == 0 && leg.from <= begin
      let part = leg.to == 1 || isOver ? 1 : (leg.from - begin) / leg.from
      return AnimationCourse.Window(start: 0, length: part * leg.seconds)
    }
    guard leg.to == 1 else { return nil }
    let wait = leg.from < begin ? (begin - leg.from) / (1 - leg.from) * leg.seconds : 0
    return AnimationCourse.Window(start: wait, length: leg.seconds - wait)
  }
}
