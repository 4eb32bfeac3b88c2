import Glibc

/// A part of the way between the two ends of an animation, for one whose progress is led from outside:
/// held, turned round, or sent on at another pace from wherever it is.
///
/// A fraction of the time goes in, the progress comes out. It is `start` at the fraction 0, whatever
/// the pace, so that what follows goes on where the last path ended.
package struct ProgressPath: Hashable, Sendable {
  package enum Pace: Hashable, Sendable {
    case line
    case curve(UnitBezier)
    /// Over its whole length in seconds.
    case spring(SpringMotion, duration: Double)

    /// At a share of the whole pace.
    package func value(at x: Double) -> Double {
      switch self {
      case .line: x
      case .curve(let curve): curve.value(at: x)
      case .spring(let motion, let duration): motion.value(at: x * duration)
      }
    }

    /// The slope there, per whole pace.
    package func velocity(at x: Double) -> Double {
      switch self {
      case .line: 1
      case .curve(let curve): curve.velocity(at: x)
      case .spring(let motion, let duration): motion.velocity(at: x * duration) * duration
      }
    }
  }

  package private(set) var pace: Pace
  /// The shares of the pace between which it goes; back where the second is the smaller one.
  package private(set) var from: Double
  package private(set) var to: Double
  /// The progress at the fraction 0.
  package private(set) var start: Double
  /// Progress for each unit of the pace.
  private var scale: Double
  /// The pace at `from`.
  private var base: Double

  package init(
    _ pace: Pace, from: Double = 0, to: Double = 1, start: Double = 0, scale: Double = 1
  ) {
    self.pace = pace
    (self.from, self.to) = (from, to)
    (self.start, self.scale) = (start, scale)
    base = pace.value(at: from)
  }

  /// Stays where it is.
  package init(held progress: Double) { self.init(.line, start: progress, scale: 0) }

  /// From one progress to another along a part of a pace, stretched to fit. Where that part leads
  /// nowhere near as far it is a line.
  package init(_ pace: Pace, from: Double, to: Double, start: Double, end: Double) {
    let length = pace.value(at: to) - pace.value(at: from)
    let scale = (end - start) / length
    if scale.isFinite, abs(scale) < 8 {
      self.init(pace, from: from, to: to, start: start, scale: scale)
    } else {
      self.init(.line, start: start, scale: end - start)
    }
  }

  /// At a fraction of the time.
  package func value(at fraction: Double) -> Double {
    scale == 0 ? start : start + scale * (pace.value(at: from + (to - from) * fraction) - base)
  }

  /// Progress for each unit of the fraction.
  package func velocity(at fraction: Double) -> Double {
    guard scale != 0 else { return 0 }
    let slope = scale * (to - from) * pace.velocity(at: from + (to - from) * fraction)
    return slope.isFinite ? slope : 0
  }
}
