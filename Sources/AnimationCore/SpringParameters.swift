import Glibc

/// A spring in physical units, moving a value from 0 to 1.
package struct SpringParameters: Hashable, Sendable {
  package var mass = 1.0
  package var stiffness = 100.0
  package var damping = 10.0
  /// Distances per second, positive towards the end value.
  package var initialVelocity = 0.0
  /// Off: a damping ratio above 1 counts as 1.
  package var allowsOverdamping = false

  package init() {}

  /// The spring of mass 1 whose undamped swing lasts `perceptualDuration` seconds. Bounce 0 is
  /// critical damping, towards 1 it swings longer, below 0 it creeps. Values out of range are
  /// clamped: the duration to a millisecond, the bounce to −0.999…1.
  package init(perceptualDuration: Double, bounce: Double) {
    let duration = perceptualDuration > 0.001 ? min(perceptualDuration, 1e9) : 0.001
    let b = bounce.isNaN ? 0 : min(max(bounce, -0.999), 1)
    let omega = 2 * .pi / duration
    stiffness = omega * omega
    damping = 2 * omega * (b >= 0 ? 1 - b : 1 / (1 + b))
    allowsOverdamping = true
  }

  /// The period of the undamped swing, in seconds.
  package var perceptualDuration: Double { 2 * .pi * (mass / stiffness).squareRoot() }

  /// 1 is undamped, 0 critical, negative overdamped.
  package var bounce: Double {
    let ratio = dampingRatio
    return ratio <= 1 ? 1 - ratio : 1 / ratio - 1
  }

  /// 1 is critical damping.
  package var dampingRatio: Double { damping / (2 * (stiffness * mass).squareRoot()) }

  /// The value after `time` seconds.
  package func value(at time: Double) -> Double { SpringMotion(self).value(at: time) }

  /// The change of the value per second after `time` seconds.
  package func velocity(at time: Double) -> Double { SpringMotion(self).velocity(at: time) }

  /// After how many seconds the spring counts as at rest, as Apple's systems answer it: the largest
  /// 32-bit float for a spring without damping.
  package var settlingDuration: Double { SpringMotion(self).settlingDuration }
}

/// A spring solved for its parameters, ready to be asked for many moments.
package struct SpringMotion: Hashable, Sendable {
  private enum Regime: Hashable {
    /// 1 − e^(−decay·t) · (cos(second·t) + amplitude·sin(second·t))
    case underdamped
    /// 1 − (1 + amplitude·t) · e^(−decay·t)
    case critical
    /// 1 + amplitude·e^(−decay·t) − (1 + amplitude)·e^(−second·t)
    case overdamped
    /// The parameters describe no spring: at the end at once.
    case still
  }

  private var regime: Regime
  /// Per second.
  private var decay: Double
  /// The angular frequency, or the faster of two decays, per second.
  private var second: Double
  private var amplitude: Double

  package init(_ spring: SpringParameters) {
    let omega = (spring.stiffness / spring.mass).squareRoot()
    let ratio = spring.dampingRatio
    let v = spring.initialVelocity.isFinite ? spring.initialVelocity : 0
    guard spring.mass > 0, spring.stiffness > 0, ratio >= 0, ratio.isFinite, omega > 0,
      omega.isFinite
    else {
      (regime, decay, second, amplitude) = (.still, 0, 0, 0)
      return
    }
    // Parameters computed for critical damping miss 1 by rounding only.
    if abs(ratio - 1) < 1e-9 || (ratio > 1 && !spring.allowsOverdamping) {
      (regime, decay, second, amplitude) = (.critical, omega, 0, omega - v)
    } else if ratio < 1 {
      let frequency = omega * (1 - ratio * ratio).squareRoot()
      (regime, decay, second) = (.underdamped, ratio * omega, frequency)
      amplitude = (ratio * omega - v) / frequency
    } else {
      // The product of the two roots is ω², which saves the slow one from cancellation.
      let fast = omega * (ratio + (ratio * ratio - 1).squareRoot())
      let slow = omega * omega / fast
      (regime, decay, second) = (.overdamped, slow, fast)
      amplitude = (v - fast) / (fast - slow)
    }
  }

  /// 0 before the start; always finite.
  package func value(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    // Beyond this the exponential is zero and what multiplies it may be infinite.
    guard regime != .still, time.isFinite, decay * time < 700 else { return 1 }
    let t = time
    switch regime {
    case .underdamped:
      let (sine, cosine) = sineAndCosine(second * t)
      return 1 - exp(-decay * t) * (cosine + amplitude * sine)
    case .critical: return 1 - (1 + amplitude * t) * exp(-decay * t)
    case .overdamped:
      return 1 + amplitude * exp(-decay * t) - (1 + amplitude) * exp(-second * t)
    case .still: return 1
    }
  }

  /// Per second; the initial velocity up to the start.
  package func velocity(at time: Double) -> Double {
    guard regime != .still, !(time > 0) || (time.isFinite && decay * time < 700) else { return 0 }
    let t = time > 0 ? time : 0
    switch regime {
    case .underdamped:
      return exp(-decay * t)
        * ((decay - amplitude * second) * cos(second * t)
          + (decay * amplitude + second) * sin(second * t))
    case .critical: return exp(-decay * t) * (decay - amplitude + decay * amplitude * t)
    case .overdamped:
      return (1 + amplitude) * second * exp(-second * t) - amplitude * decay * exp(-decay * t)
    case .still: return 0
    }
  }

  package var settlingDuration: Double {
    switch regime {
    case .still: return 0
    case .underdamped:
      guard decay > 0 else { return Double(Float.greatestFiniteMagnitude) }
      let envelope = 1000 * (1 + abs(amplitude))
      return min(log(envelope) / decay, Double(Float.greatestFiniteMagnitude))
    case .critical, .overdamped:
      // Apple's answer is the first step of a tenth of a second, added up, that is near enough.
      var t = 0.0
      for _ in 0..<100_000 {
        if abs(1 - value(at: t)) < 0.001 { return t }
        t += 0.1
      }
      return min(log(1000 * (1 + abs(amplitude))) / decay, Double(Float.greatestFiniteMagnitude))
    }
  }
}
