/// How an animation that is led from outside runs from its next commit on: held where it is, or on the
/// way along a path. Seconds throughout.
package struct AnimationCourse: Hashable, Sendable {
  package var path: ProgressPath
  /// Between the commit and the begin; the start of the path is shown meanwhile.
  package var delay = 0.0
  /// Greater than 0.
  package var duration = 1.0
  /// When within the duration the path begins, and how long it takes; its ends are held around it.
  package private(set) var window: Window?
  /// Stays at the start of the path.
  package private(set) var isHeld = false
  package var repeatCount = 0.0
  package var autoreverses = false

  package struct Window: Hashable, Sendable {
    package var start: Double
    package var length: Double

    package init(start: Double, length: Double) {
      self.start = start
      self.length = length
    }
  }

  package init(held progress: Double) {
    path = ProgressPath(held: progress)
    isHeld = true
  }

  package init(along path: ProgressPath, duration: Double, window: Window? = nil) {
    self.path = path
    self.duration = max(duration, 1e-9)
    if let window, window.start > 0 || window.length < duration {
      self.window = Window(start: window.start, length: max(window.length, 1e-9))
    }
  }

  /// The time maps of an animation whose commit is at this moment of its layer's time: of the whole
  /// course, and of the path within it.
  package func timings(committedAt time: Double) -> (
    course: AnimationTiming, path: AnimationTiming?
  ) {
    var course = AnimationTiming()
    course.beginTime = time + delay
    course.duration = duration
    course.speed = isHeld ? 0 : 1
    course.repeatCount = repeatCount
    course.autoreverses = autoreverses
    course.fillMode = .both
    let own = window.map { window in
      var timing = AnimationTiming()
      timing.beginTime = window.start
      timing.duration = window.length
      timing.fillMode = .both
      return timing
    }
    return (course, own)
  }

  /// The fraction of the course that is gone this long after the commit.
  package func fraction(after seconds: Double) -> Double {
    isHeld ? 0 : timings(committedAt: 0).course.sample(at: seconds).fraction
  }

  package func progress(after seconds: Double) -> Double {
    path.value(at: pathFraction(after: seconds))
  }

  /// Progress per second.
  package func velocity(after seconds: Double) -> Double {
    guard !isHeld, seconds >= delay, fraction(after: seconds) < 1 else { return 0 }
    let within = seconds - delay - (window?.start ?? 0), length = window?.length ?? duration
    guard within >= 0, within <= length || repeatCount > 0 else { return 0 }
    return path.velocity(at: pathFraction(after: seconds)) / length
  }

  private func pathFraction(after seconds: Double) -> Double {
    let fraction = fraction(after: seconds)
    guard let own = timings(committedAt: 0).path else { return fraction }
    return own.sample(at: fraction * duration).fraction
  }
}
