import AnimationCore
import CoreGraphicsAPI

public struct CAValueFunctionName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// About an axis: one number, in radians.
  public static let rotateX = CAValueFunctionName(rawValue: "rotateX")
  public static let rotateY = CAValueFunctionName(rawValue: "rotateY")
  public static let rotateZ = CAValueFunctionName(rawValue: "rotateZ")
  /// Three numbers; the others of these take one.
  public static let scale = CAValueFunctionName(rawValue: "scale")
  public static let scaleX = CAValueFunctionName(rawValue: "scaleX")
  public static let scaleY = CAValueFunctionName(rawValue: "scaleY")
  public static let scaleZ = CAValueFunctionName(rawValue: "scaleZ")
  /// Three numbers, in points; the others of these take one.
  public static let translate = CAValueFunctionName(rawValue: "translate")
  public static let translateX = CAValueFunctionName(rawValue: "translateX")
  public static let translateY = CAValueFunctionName(rawValue: "translateY")
  public static let translateZ = CAValueFunctionName(rawValue: "translateZ")

  /// Nil for an unknown name.
  fileprivate var function: ValueFunction? {
    switch self {
    case .rotateX: .rotateX
    case .rotateY: .rotateY
    case .rotateZ: .rotateZ
    case .scale: .scale
    case .scaleX: .scaleX
    case .scaleY: .scaleY
    case .scaleZ: .scaleZ
    case .translate: .translate
    case .translateX: .translateX
    case .translateY: .translateY
    case .translateZ: .translateZ
    default: nil
    }
  }
}

/// Makes transforms of the values of a property animation, after they were interpolated. Immutable.
public final class CAValueFunction: Hashable, Sendable {
  public let name: CAValueFunctionName
  let function: ValueFunction

  /// Nil for an unknown name.
  public init?(name: CAValueFunctionName) {
    guard let function = name.function else { return nil }
    self.name = name
    self.function = function
  }

  public static func == (a: CAValueFunction, b: CAValueFunction) -> Bool {
    a.function == b.function
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(function) }
}
