import CoreGraphicsAPI

/// The touches of one window and who follows them.
@MainActor
final class TouchDispatcher {
  func cancelAll(in window: UIWindow) {}
  func loses(_ view: UIView) {}
}
