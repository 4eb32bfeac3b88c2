import CoreGraphicsAPI
import LayerStage
import Locks
import QuartzCore

/// Where windows are shown. A Wayland desktop tells nobody about places on its screens: a screen is
/// what a window has for itself.
@MainActor
public final class UIScreen {
  /// That of the application's first window. Until there is one, the size a window starts with.
  public static let main = UIScreen(size: CGSize(width: 1024, height: 768), scale: 1)

  /// Points.
  public private(set) var bounds: CGRect
  /// Pixels per point.
  public private(set) var scale: CGFloat
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

  private struct WeakLink { weak var link: CADisplayLink? }
  private var links: [WeakLink] = []
  /// What shows the screen's window, and gives the links their time.
  private weak var stage: LayerStage?

  init(size: CGSize, scale: CGFloat) {
    bounds = CGRect(origin: .zero, size: size)
    self.scale = scale
  }

  /// A display link that is invalidated when the screen's window is closed. The closure takes the place
  /// of Apple's target and selector.
  public func displayLink(handler: @escaping (CADisplayLink) -> Void) -> CADisplayLink {
    let link = CADisplayLink(handler: handler)
    links.removeAll { $0.link == nil }
    links.append(WeakLink(link: link))
    stage?.paces(link)
    return link
  }

  func become(size: CGSize, scale: CGFloat) {
    bounds = CGRect(origin: .zero, size: size)
    self.scale = scale
    if self === Self.main { Self.knownScale.withLock { $0 = scale } }
  }

  /// The scale of the main screen, for any thread.
  nonisolated static var mainScale: CGFloat { knownScale.withLock { $0 } }
  nonisolated private static let knownScale = Guarded<CGFloat>(1)

  func showLinks(by stage: LayerStage?) {
    self.stage = stage
    guard let stage else { return }
    for link in links.compactMap(\.link) { stage.paces(link) }
  }

  func invalidateLinks() {
    for link in links { link.link?.invalidate() }
    links = []
  }
}
