import CoreGraphicsAPI

/// Where windows are shown. A Wayland desktop tells nobody about places on its screens: a screen is
/// what a window has for itself.
@MainActor
public final class UIScreen {
  /// That of the application's first window. Until there is one, the size a window starts with.
  public static let main = UIScreen(size: CGSize(width: 1024, height: 768), scale: 1)

  /// Points.
  public internal(set) var bounds: CGRect
  /// Pixels per point.
  public internal(set) var scale: CGFloat
  public var nativeScale: CGFloat { scale }

  /// Pixels.
  public var nativeBounds: CGRect {
    CGRect(x: 0, y: 0, width: bounds.width * scale, height: bounds.height * scale)
  }

  public let maximumFramesPerSecond = 60
  public var traitCollection: UITraitCollection {
    UITraitCollection(
      userInterfaceStyle: UITraitCollection.current.userInterfaceStyle, displayScale: scale)
  }

  init(size: CGSize, scale: CGFloat) {
    bounds = CGRect(origin: .zero, size: size)
    self.scale = scale
  }
}
