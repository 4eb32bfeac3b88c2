import AnimationCore
import CoreGraphicsAPI

/// Values that belong to no property of ours: those of an application's own keys, and the structures
/// that key paths lead through.
extension Boxing {
  /// A property with values of the same type, as which `any` passes the door; nil for a type that
  /// has no parts and does not animate.
  static func standIn(for any: Any) -> LayerProperty? {
    // `as?` would take every number that is 0 or 1 for a truth value.
    if type(of: any) == Bool.self { return .hidden }
    if number(any) != nil { return .zPosition }
    return switch any {
    case is CGPoint: .position
    case is CGSize: .shadowOffset
    case is CGRect: .bounds
    case is CGColor: .borderColor
    case is CGPath: .shadowPath
    default:
      [.transform, .extra(.colors), .extra(.locations)].first {
        fits(any, AnimationTarget($0))
      }
    }
  }

  /// A value of a stand-in, as the type that `example` has where that is one of several.
  static func any(_ value: PropertyValue, as property: LayerProperty, like example: Any?) -> Any? {
    if example is CGAffineTransform, case .matrix(let m) = value { return CGAffineTransform(m) }
    return any(value, for: AnimationTarget(property))
  }

  /// As the store of an application's own keys keeps it: numbers of every type come out as the
  /// `NSNumber` that casts to the others.
  static func kept(_ any: Any?) -> Any? {
    guard let any, type(of: any) != Bool.self else { return any }
    return any as? NSNumber ?? any
  }
}
