import AnimationCore
import CoreGraphicsAPI
import QuartzCore

/// The pace of a property animator.
enum AnimatorPace {
  case curve(UnitBezier)
  case spring(AnimatorSpring, velocity: CGVector)

  @MainActor
  init(_ provider: any UITimingCurveProvider) {
    if let parameters = provider.springTimingParameters {
      func finite(_ x: CGFloat) -> CGFloat {
        if x.isFinite { return x }
        Warnings.once("animator.velocity", "a spring's velocity must be finite, not \(x)")
        return 0
      }
      let velocity = parameters.initialVelocity
      self = .spring(
        parameters.spring, velocity: CGVector(dx: finite(velocity.dx), dy: finite(velocity.dy)))
    } else {
      self = .curve(provider.cubicTimingParameters?.curve ?? .easeInEaseOut)
    }
  }

  /// How long it takes where that is not for others to say; in seconds.
  var ownDuration: Double? {
    guard case .spring(.physical(let spring, let settling), let velocity) = self else { return nil }
    return [velocity.dx, velocity.dy].map { v in
      var moving = spring
      moving.initialVelocity = Double(v)
      return settling.duration(of: moving)
    }.max()
  }

  /// Positions are led by two springs.
  var isTwofold: Bool {
    if case .spring(_, let velocity) = self { velocity.dx != velocity.dy } else { false }
  }
}

/// A spring as a property animator is given it.
enum AnimatorSpring {
  /// Made to be at rest when its time is over.
  case ratio(Double)
  case physical(SpringParameters, settling: Settling)

  enum Settling {
    /// When the envelope is a thousandth of the way.
    case residual
    /// As layers' spring animations say.
    case layers

    func duration(of spring: SpringParameters) -> Double {
      let seconds =
        switch self {
        case .layers: spring.settlingDuration
        case .residual: UIKitSpring.residualDuration(of: spring)
        }
      // A spring that is not damped swings on until somebody stops it.
      return min(seconds, 1e6)
    }
  }

  /// Its motion over so many seconds, at first with a velocity in distances per second.
  func motion(over seconds: Double, velocity: Double) -> SpringMotion {
    switch self {
    case .ratio(let ratio):
      return SpringMotion(
        UIKitSpring(duration: seconds, dampingRatio: ratio, initialVelocity: velocity).parameters)
    case .physical(var spring, _):
      spring.initialVelocity = velocity
      return SpringMotion(spring)
    }
  }
}

extension UIKitSpring {
  var parameters: SpringParameters {
    var spring = SpringParameters()
    spring.stiffness = stiffness
    spring.damping = damping
    spring.initialVelocity = initialVelocity
    spring.allowsOverdamping = true
    return spring
  }

  /// Seconds until the envelope of a spring has fallen to a thousandth for good.
  static func residualDuration(of spring: SpringParameters) -> Double {
    let omega = (spring.stiffness / spring.mass).squareRoot()
    let ratio = min(spring.dampingRatio, 1), v = spring.initialVelocity
    guard ratio > 0 else { return Double(Float.greatestFiniteMagnitude) }
    if ratio < 1 {
      let amplitude = abs((v - ratio * omega) / (omega * (1 - ratio * ratio).squareRoot()))
      return max(log(1000 * amplitude) / (ratio * omega), 0.01)
    }
    func envelope(_ t: Double) -> Double { abs((v - omega) * t - 1) * exp(-omega * t) }
    // From here on it only falls.
    var low = 0.0, high = 1 / omega + (v == omega ? 0 : 1 / abs(v - omega))
    while envelope(high) > 0.001 { (low, high) = (high, 2 * high) }
    for _ in 0..<80 {
      let middle = (low + high) / 2
      if envelope(middle) > 0.001 { low = middle } else { high = middle }
    }
    return high
  }
}
