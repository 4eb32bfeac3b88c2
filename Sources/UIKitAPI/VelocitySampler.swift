import CoreGraphicsAPI

/// The speed of something that is seen now and then.
///
/// Of the last three places the newer pair counts a quarter and the older three quarters, which
/// smooths the last, often short, movement before a finger lifts. At rest the speed fades as that of
/// a scroll view does.
struct VelocitySampler {
  private struct Sample {
    var position: CGPoint
    /// Seconds.
    var time: Double
  }

  /// At most three, oldest first.
  private var samples: [Sample] = []

  /// What is left of a speed after a millisecond of rest.
  private static let remaining = 0.998
  /// Seconds of rest after which nothing is left.
  private static let longestRest = 2.0
  /// Seconds of rest after which a finger that lifts was not moving any more.
  private static let longestPause = 0.1

  /// Of two places at one time the later counts.
  mutating func add(_ position: CGPoint, at time: Double) {
    if let last = samples.last, last.time >= time {
      samples[samples.count - 1].position = position
      return
    }
    if samples.count == 3 { samples.removeFirst() }
    samples.append(Sample(position: position, time: time))
  }

  /// Per second.
  func velocity(at time: Double) -> CGPoint {
    guard let last = samples.last, samples.count > 1 else { return .zero }
    let rest = max(0, time - last.time)
    guard rest < Self.longestRest else { return .zero }
    let share = CGFloat(pow(Self.remaining, rest * 1000))
    let newer = Self.speed(samples[samples.count - 2], last)
    guard samples.count == 3 else { return CGPoint(x: newer.x * share, y: newer.y * share) }
    let older = Self.speed(samples[0], samples[1])
    return CGPoint(
      x: (newer.x / 4 + older.x * 3 / 4) * share, y: (newer.y / 4 + older.y * 3 / 4) * share)
  }

  /// Per second, of what is let go: nothing where it had stopped before.
  func release(at time: Double) -> CGPoint {
    guard let last = samples.last, time - last.time <= Self.longestPause + 1e-6 else {
      return .zero
    }
    return velocity(at: time)
  }

  private static func speed(_ a: Sample, _ b: Sample) -> CGPoint {
    let time = CGFloat(b.time - a.time)
    return CGPoint(x: (b.position.x - a.position.x) / time, y: (b.position.y - a.position.y) / time)
  }
}
