import AnimationCore
import CoreGraphicsAPI
import QuartzCore

/// Which of its parameters a timing curve provider has.
public enum UITimingCurveType: Int, Sendable {
  case builtin, cubic, spring, composed
}

/// The pace of a property animator: a curve, a spring, or both for one that answers both, whose spring
/// counts then.
public protocol UITimingCurveProvider {
  var timingCurveType: UITimingCurveType { get }
  var cubicTimingParameters: UICubicTimingParameters? { get }
  var springTimingParameters: UISpringTimingParameters? { get }
}

/// A pace given by a curve.
open class UICubicTimingParameters: UITimingCurveProvider {
  public let animationCurve: UIView.AnimationCurve
  public let controlPoint1: CGPoint
  public let controlPoint2: CGPoint
  private let isBuiltIn: Bool
  let curve: UnitBezier

  /// UIKit's own: ease in, ease out.
  public init() {
    isBuiltIn = true
    animationCurve = .easeInOut
    curve = animationCurve.function.curve
    controlPoint1 = CGPoint(x: curve.x1, y: curve.y1)
    controlPoint2 = CGPoint(x: curve.x2, y: curve.y2)
  }

  public init(animationCurve curve: UIView.AnimationCurve) {
    isBuiltIn = true
    animationCurve = curve
    self.curve = curve.function.curve
    controlPoint1 = CGPoint(x: self.curve.x1, y: self.curve.y1)
    controlPoint2 = CGPoint(x: self.curve.x2, y: self.curve.y2)
  }

  /// From (0, 0) to (1, 1). The points' x are kept within 0…1, y may leave it.
  public init(controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint) {
    isBuiltIn = false
    animationCurve = .easeInOut
    curve = UnitBezier(Double(point1.x), Double(point1.y), Double(point2.x), Double(point2.y))
    (controlPoint1, controlPoint2) = (point1, point2)
  }

  /// Archives of timing parameters are not read: nil.
  public required init?(coder: NSCoder) { nil }

  public var timingCurveType: UITimingCurveType { isBuiltIn ? .builtin : .cubic }
  public var cubicTimingParameters: UICubicTimingParameters? { self }
  public var springTimingParameters: UISpringTimingParameters? { nil }
}

/// A pace given by a spring.
///
/// Velocities are in distances per second, of what is left to go, positive towards the end. Positions
/// use both components, x and y each for itself; all other properties use `dx`.
open class UISpringTimingParameters: UITimingCurveProvider {
  public let initialVelocity: CGVector
  let spring: AnimatorSpring

  /// A spring that is at rest, as far as can be seen, when the animator's duration is over. 1 does not
  /// swing, towards 0 it swings more.
  public init(dampingRatio ratio: CGFloat, initialVelocity velocity: CGVector) {
    initialVelocity = velocity
    spring = .ratio(Double(ratio))
  }

  public convenience init(dampingRatio ratio: CGFloat) {
    self.init(dampingRatio: ratio, initialVelocity: .zero)
  }

  /// A physical spring. It takes the time it takes: the animator's duration does not count. More than
  /// critical damping counts as critical.
  public init(
    mass: CGFloat, stiffness: CGFloat, damping: CGFloat, initialVelocity velocity: CGVector
  ) {
    initialVelocity = velocity
    spring = .physical(Self.checked(mass, stiffness, damping), settling: .residual)
  }

  /// A spring of a perceived duration in seconds and a bounce: 0 does not swing, towards 1 it swings
  /// more. It runs until it has settled.
  public init(duration: TimeInterval, bounce: CGFloat, initialVelocity velocity: CGVector) {
    initialVelocity = velocity
    let spring = UIKitSpring(
      perceptualDuration: duration, bounce: Double(bounce), initialVelocity: 0)
    self.spring = .physical(spring.parameters, settling: .layers)
  }

  public convenience init(duration: TimeInterval = 0.5, bounce: CGFloat = 0) {
    self.init(duration: duration, bounce: bounce, initialVelocity: .zero)
  }

  /// The system's own spring: mass 3, stiffness 1000, damping 500.
  public convenience init() {
    self.init(mass: 3, stiffness: 1000, damping: 500, initialVelocity: .zero)
  }

  /// Archives of timing parameters are not read: nil.
  public required init?(coder: NSCoder) { nil }

  public var timingCurveType: UITimingCurveType { .spring }
  public var cubicTimingParameters: UICubicTimingParameters? { nil }
  public var springTimingParameters: UISpringTimingParameters? { self }

  private static func checked(_ mass: CGFloat, _ stiffness: CGFloat, _ damping: CGFloat)
    -> SpringParameters
  {
    var spring = SpringParameters()
    guard mass > 0, stiffness > 0, damping >= 0, mass.isFinite, stiffness.isFinite,
      damping.isFinite
    else {
      misuse("a spring needs a mass and a stiffness above 0 and a damping not below it")
      return spring
    }
    spring.mass = Double(mass)
    spring.stiffness = Double(stiffness)
    spring.damping = Double(damping)
    return spring
  }
}
