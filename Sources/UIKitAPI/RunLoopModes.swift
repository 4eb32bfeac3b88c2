import CoreGraphicsAPI

extension RunLoop.Mode {
  /// That of the main run loop while the user scrolls: display links added for `.default` rest.
  /// Nothing here enters it yet: there are no scroll views.
  public static let tracking = RunLoop.Mode("UITrackingRunLoopMode")
}
