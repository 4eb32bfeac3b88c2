import CoreGraphics
import QuartzCore
import UIKit

extension DemoCatalog {
  static let gallery = Demo(
    name: galleryName, title: "Gallery", summary: "Every demo at once, live.",
    duration: 6, photographTimes: [0.5, 1.2, 2.6],
    controls: [
      "open a tile: click, tap, or the arrow keys or Tab and then Return or Space",
      "close a page: its button or Escape", "frame rate: F",
      "scroll where the tiles do not fit: the wheel, or drag",
    ]
  ) { _ in nil }
}

/// Tiles of all demos; each opens into its page and back.
final class GalleryController: DemoViewController {
  private let theme: Theme
  private(set) lazy var gallery = GalleryView(theme: theme) { [weak self] in self?.open($0) }
  /// The page that is open or opening; one that is closing counts no more.
  private(set) var page: OpenPage?

  /// A tile's page, its place in the gallery and the container that grows with it.
  struct OpenPage {
    let tile: Int
    let controller: DemoPageController
    let container: PageContainer
  }

  /// Seconds.
  static let transition = 0.35

  init(theme: Theme) {
    self.theme = theme
    super.init(nibName: nil, bundle: nil)
  }

  /// Galleries are made in code, never read from an archive.
  required init?(coder: NSCoder) { nil }

  override func loadView() {
    view = gallery
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    // A page that grows or shrinks has a place already.
    guard let container = page?.container, container.isExpanded,
      container.bounds.size != gallery.bounds.size
    else { return }
    container.expand(to: gallery.bounds)
  }

  override func handle(_ key: DemoKey, at time: Double) -> Bool {
    // What is the same everywhere first, so that one place remembers whether it is on.
    if super.handle(key, at: time) { return true }
    if let page { return page.controller.handle(key, at: time) }
    return gallery.handle(key)
  }

  /// Lets a tile grow into its page.
  func open(_ index: Int) {
    guard page == nil else { return }
    let tile = gallery.tiles[index]
    let controller = DemoPageController(demo: tile.demo, theme: theme) { [weak self] in
      self?.close()
    }
    let container = PageContainer(controller.page, theme: theme)
    page = OpenPage(tile: index, controller: controller, container: container)
    gallery.opens(index)
    UIView.performWithoutAnimation {
      gallery.addSubview(container)
      container.collapse(onto: tile, in: gallery)
      container.alpha = 0
    }
    animate(0.12) { container.alpha = 1 }
    animate(Self.transition) {
      container.expand(to: self.gallery.bounds)
    } completion: { [weak self] in
      // It may have been closed on the way.
      if let self, self.page?.container === container { gallery.isCovered = true }
    }
  }

  /// Lets the page shrink back into its tile.
  func close() {
    guard let page else { return }
    self.page = nil
    gallery.isCovered = false
    gallery.isActive = true
    page.container.isUserInteractionEnabled = false
    let tile = gallery.tiles[page.tile]
    animate(0.12, delay: Self.transition - 0.12) { page.container.alpha = 0 }
    animate(Self.transition) {
      page.container.collapse(onto: tile, in: self.gallery)
    } completion: {
      page.container.removeFromSuperview()
    }
  }

  private func animate(
    _ duration: Double, delay: Double = 0, _ changes: () -> Void,
    completion: (() -> Void)? = nil
  ) {
    UIView.animate(
      withDuration: duration, delay: delay,
      options: [.allowUserInteraction, .beginFromCurrentState, .curveEaseInOut],
      animations: changes,
      completion: { _ in completion?() })
  }
}

/// Clips a page while it is smaller than the window.
final class PageContainer: UIView {
  private let page: DemoPageView
  /// Covers the gallery, or is on the way there.
  private(set) var isExpanded = false

  init(_ page: DemoPageView, theme: Theme) {
    self.page = page
    super.init(frame: .zero)
    layer.masksToBounds = true
    layer.borderColor = theme.hairline
    addSubview(page)
  }

  /// Containers are made in code, never read from an archive.
  required init?(coder: NSCoder) { nil }

  /// Covers a tile's face, the page's scene exactly over the tile's.
  func collapse(onto tile: GalleryTile, in gallery: UIView) {
    isExpanded = false
    setPageSize(gallery.bounds.size)
    let face = tile.convert(tile.faceFrame, to: gallery)
    bounds = CGRect(origin: .zero, size: face.size)
    center = CGPoint(x: face.midX, y: face.midY)
    layer.cornerRadius = Metrics.cornerRadius
    layer.borderWidth = 1
    let scene = page.sceneFrame
    guard scene.width > 0 else { return }
    let scale = tile.sceneScale * DemoCanvas.designSize.width / scene.width
    page.transform = CGAffineTransform(scaleX: scale, y: scale)
    page.center = CGPoint(
      x: face.width / 2 - (scene.midX - page.bounds.width / 2) * scale,
      y: face.height / 2 - (scene.midY - page.bounds.height / 2) * scale)
  }

  /// Covers the gallery.
  func expand(to area: CGRect) {
    isExpanded = true
    setPageSize(area.size)
    bounds = CGRect(origin: .zero, size: area.size)
    center = CGPoint(x: area.midX, y: area.midY)
    layer.cornerRadius = 0
    layer.borderWidth = 0
    page.transform = .identity
    page.center = CGPoint(x: area.width / 2, y: area.height / 2)
  }

  /// The page is laid out at its full size at once; only its transform animates.
  private func setPageSize(_ size: CGSize) {
    guard page.bounds.size != size else { return }
    UIView.performWithoutAnimation {
      page.bounds = CGRect(origin: .zero, size: size)
      page.layoutIfNeeded()
    }
  }
}
