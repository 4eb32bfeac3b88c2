/// What a time map does outside the active duration.
package enum FillMode: UInt8, CaseIterable, Sendable {
  case removed, backwards, forwards, both
}

/// A timing curve from (0, 0) to (1, 1) given by its two inner control points, whose x lie in 0…1.
package struct UnitBezier: Hashable, Sendable {
  package var x1: Double
  package var y1: Double
  package var x2: Double
  package var y2: Double

  package static let linear = UnitBezier(0, 0, 1, 1)
  package static let easeIn = UnitBezier(0.42, 0, 1, 1)
  package static let easeOut = UnitBezier(0, 0, 0.58, 1)
  package static let easeInEaseOut = UnitBezier(0.42, 0, 0.58, 1)
  package static let standard = UnitBezier(0.25, 0.1, 0.25, 1)

  /// Control x outside 0…1 is clamped.
  package init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = min(max(x1, 0), 1)
    self.y1 = y1
    self.x2 = min(max(x2, 0), 1)
    self.y2 = y2
  }
}

/// CAMediaTiming of one animation, resolved: maps its parent's time to a fraction of its duration.
/// Seconds throughout.
package struct AnimationTiming: Hashable, Sendable {
  /// In the parent's time: the layer's local time for a top-level animation, the group's inner time
  /// for a child.
  package var beginTime = 0.0
  package var timeOffset = 0.0
  package var speed = 1.0
  /// Greater than 0.
  package var duration = 0.25
  package var repeatCount = 0.0
  package var repeatDuration = 0.0
  package var autoreverses = false
  package var fillMode = FillMode.removed
  /// Acts on the fraction. Nil is linear.
  package var function: UnitBezier?

  package init() {}

  /// Where in the parent's time the active duration ends; infinity when it never does.
  package var endTime: Double {
    speed == 0 ? .infinity : beginTime + activeDuration / abs(speed)
  }

  /// In the animation's own time, before `speed`.
  package var activeDuration: Double {
    let period = duration * (autoreverses ? 2 : 1)
    return repeatDuration > 0 ? repeatDuration : (repeatCount > 0 ? period * repeatCount : period)
  }
}

/// A layer's own place in time: `local = (parent − beginTime) · speed + timeOffset`.
package struct LayerTiming: Hashable, Sendable {
  package var beginTime = 0.0
  package var timeOffset = 0.0
  package var speed = 1.0

  package static let identity = LayerTiming()

  package init() {}

  /// Zero before `beginTime`.
  package func local(fromParent t: Double) -> Double {
    t < beginTime ? 0 : (t - beginTime) * speed + timeOffset
  }

  package func parent(fromLocal t: Double) -> Double {
    speed == 0 ? beginTime : (t - timeOffset) / speed + beginTime
  }
}
