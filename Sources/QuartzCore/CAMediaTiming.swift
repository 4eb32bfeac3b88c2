import AnimationCore
import CoreGraphicsAPI

/// How something lies in its parent's time.
public protocol CAMediaTiming: AnyObject {
  /// Start in the parent's time, in seconds; 0 on an animation means "now".
  var beginTime: CFTimeInterval { get set }
  /// Seconds of one cycle.
  var duration: CFTimeInterval { get set }
  /// Own seconds per second of the parent.
  var speed: Float { get set }
  /// Own time at the start, in seconds.
  var timeOffset: CFTimeInterval { get set }
  /// Cycles; may be fractional.
  var repeatCount: Float { get set }
  /// Seconds over which cycles repeat; wins over `repeatCount`.
  var repeatDuration: CFTimeInterval { get set }
  /// Runs every cycle backwards after running it forwards.
  var autoreverses: Bool { get set }
  var fillMode: CAMediaTimingFillMode { get set }
}

/// What is shown outside the active time.
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let removed = CAMediaTimingFillMode(rawValue: "removed")
  public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
  public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
  public static let both = CAMediaTimingFillMode(rawValue: "both")

  /// An unknown name counts as `removed`.
  var mode: FillMode {
    switch self {
    case .backwards: .backwards
    case .forwards: .forwards
    case .both: .both
    default: .removed
    }
  }
}
