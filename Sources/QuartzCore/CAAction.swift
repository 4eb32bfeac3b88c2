import CoreGraphicsAPI

/// What happens when a property of a layer changes, or on another event of it.
public protocol CAAction {
  /// Called after the change. `anObject` is the layer, `event` the key.
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

/// No action, and no further search for one.
extension NSNull: CAAction {
  public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
  }
}
