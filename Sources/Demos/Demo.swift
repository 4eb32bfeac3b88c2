import CoreGraphics
import QuartzCore

/// One thing worth watching, as the gallery, the contact sheets and the benchmarks know it.
public struct Demo: Sendable {
  /// What is typed after `--demo`: lower case words joined by hyphens.
  public let name: String
  public let title: String
  /// One sentence on what to look at.
  public let summary: String
  /// Seconds after which everything has been seen once.
  public let duration: Double
  /// Seconds after the start at which a picture says most.
  public let photographTimes: [Double]
  let scene: @MainActor @Sendable (DemoCanvas) -> Void

  init(
    name: String, title: String, summary: String, duration: Double, photographTimes: [Double],
    scene: @escaping @MainActor @Sendable (DemoCanvas) -> Void
  ) {
    self.name = name
    self.title = title
    self.summary = summary
    self.duration = duration
    self.photographTimes = photographTimes
    self.scene = scene
  }

  /// Fills `root` with the demo as a page of its own: a heading and the scene below it.
  ///
  /// - Parameters:
  ///   - size: The page in points.
  ///   - scale: Device pixels per point, for text and drawings.
  @MainActor
  public func build(in root: CALayer, size: CGSize, scale: CGFloat, theme: Theme = .current) {
    root.backgroundColor = theme.background
    // Pages are laid out on no less than this; a smaller place shows all of it, smaller.
    let least = CGSize(width: 880, height: 560)
    let shrink = min(1, size.width / least.width, size.height / least.height)
    guard shrink > 0 else { return }
    let layout = CGSize(width: size.width / shrink, height: size.height / shrink)
    let page = CALayer()
    page.bounds = CGRect(origin: .zero, size: layout)
    page.position = CGPoint(x: size.width / 2, y: size.height / 2)
    page.transform = CATransform3DMakeScale(shrink, shrink, 1)
    root.addSublayer(page)
    let canvas = DemoCanvas(
      layer: page, size: layout, contentsScale: scale * shrink, theme: theme, style: .page)
    if name == DemoCatalog.galleryName { scene(canvas) } else { DemoPage.build(self, on: canvas) }
  }
}

/// Every demo there is, the gallery first.
public enum DemoCatalog {
  static let galleryName = "gallery"

  public static let all: [Demo] = [gallery] + tiles

  /// What the gallery shows, in its order.
  static let tiles: [Demo] = [
    propertyAnimations, springLab, timingCurves, keyframes, animationGroups, transactions, cardFlip,
    carousel,
  ]

  public static func demo(named name: String) -> Demo? { all.first { $0.name == name } }
}
