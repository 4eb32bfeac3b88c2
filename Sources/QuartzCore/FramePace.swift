/// How often a display link wants to be called, and what that makes of a display's own rate.
enum FramePace: Equatable {
  /// 60 times a second, or as often as a slower display.
  case standard
  case everyFrame
  /// Frames per second, as near as the display comes.
  case near(Double)
  /// Frames per second; a maximum of infinity is none.
  case within(ClosedRange<Double>, preferred: Double)

  /// `framesPerSecond` as a display link takes it: 0 is as often as the display.
  init(framesPerSecond: Int) {
    self = framesPerSecond > 0 ? .near(Double(framesPerSecond)) : .everyFrame
  }

  /// Nil for a range that says nothing: not finite, below zero, upside down, or with a preferred rate
  /// outside. A maximum of 0 is none, a preferred rate of 0 is none either.
  init?(_ range: CAFrameRateRange) {
    let minimum = Double(range.minimum), preferred = Double(range.preferred ?? 0)
    let maximum = range.maximum == 0 ? .infinity : Double(range.maximum)
    guard minimum >= 0, minimum.isFinite, maximum >= minimum, range.maximum.isFinite,
      preferred == 0 || minimum...maximum ~= preferred && preferred.isFinite
    else { return nil }
    if minimum == 0, maximum == .infinity, preferred == 0 {
      self = .standard
    } else {
      self = .within(minimum...maximum, preferred: preferred > 0 ? preferred : maximum)
    }
  }

  /// Frames of the display for each call, at least 1, so that the calls are evenly spaced: of the
  /// rates that a display of `rate` frames per second can be divided into, the one nearest to the
  /// preferred one within the range; where none lies within, the one nearest to the range. Of two
  /// that are as near the faster.
  func stride(at rate: Double) -> Int {
    guard rate > 0, rate.isFinite else { return 1 }
    switch self {
    case .everyFrame: return 1
    case .standard: return Self.divisor(of: rate, nearest: 60)
    case .near(let wanted): return Self.divisor(of: rate, nearest: wanted)
    case .within(let range, let preferred):
      // Displays that are called 60 Hz run at 59.94, too.
      let slack = 0.5
      let fewest = Self.whole((rate / (range.upperBound + slack)).rounded(.up))
      let most = Self.whole((rate / max(range.lowerBound - slack, 0)).rounded(.down))
      if fewest > most {
        let above = rate / Double(most) - range.upperBound
        let below = range.lowerBound - rate / Double(fewest)
        return Self.isAsNear(above, below, rate) ? most : fewest
      }
      return min(max(Self.divisor(of: rate, nearest: preferred), fewest), most)
    }
  }

  private static func divisor(of rate: Double, nearest wanted: Double) -> Int {
    let fast = whole((rate / wanted).rounded(.down))
    let above = rate / Double(fast) - wanted
    let below = wanted - rate / Double(fast + 1)
    return isAsNear(above, below, rate) ? fast : fast + 1
  }

  /// The rate is the inverse of an interval, and not exact.
  private static func isAsNear(_ a: Double, _ b: Double, _ rate: Double) -> Bool {
    a <= b + rate * 1e-9
  }

  /// Calls are less than a day apart on any display.
  private static func whole(_ frames: Double) -> Int { Int(min(max(frames, 1), 1e9)) }
}
