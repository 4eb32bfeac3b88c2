import CoreGraphics
import QuartzCore
import UIKit

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
  /// What the user can do on the page, a phrase each; empty where it is only watched.
  public let controls: [String]
  /// Fills a canvas. What it returns is kept while the scene is shown.
  let scene: @MainActor @Sendable (DemoCanvas) -> (any LiveScene)?

  init(
    name: String, title: String, summary: String, duration: Double, photographTimes: [Double],
    controls: [String] = [],
    scene: @escaping @MainActor @Sendable (DemoCanvas) -> (any LiveScene)?
  ) {
    self.name = name
    self.title = title
    self.summary = summary
    self.duration = duration
    self.photographTimes = photographTimes
    self.controls = controls
    self.scene = scene
  }

  /// A demo whose layers need nobody once they are made.
  init(
    name: String, title: String, summary: String, duration: Double, photographTimes: [Double],
    layers: @escaping @MainActor @Sendable (DemoCanvas) -> Void
  ) {
    self.init(
      name: name, title: title, summary: summary, duration: duration,
      photographTimes: photographTimes
    ) { canvas in
      layers(canvas)
      return nil
    }
  }

  /// The demo as the content of a window.
  @MainActor
  public func makeViewController(theme: Theme = .current) -> UIViewController {
    name == DemoCatalog.galleryName
      ? GalleryController(theme: theme) : DemoPageController(demo: self, theme: theme)
  }
}

/// Every demo there is, the gallery first.
public enum DemoCatalog {
  static let galleryName = "gallery"

  public static let all: [Demo] = [gallery] + tiles

  /// What the gallery shows, in its order.
  static let tiles: [Demo] = [
    propertyAnimations, springLab, timingCurves, keyframes, animationGroups, valueFunctions,
    transactions, pauseAndScrub, counterAndEasing, customProperties, cardFlip, carousel, swipeCards,
    scrubber,
    depth, shapes, gradients, text, masks, shadows, filters, copies, mainThreadStall,
  ]

  public static func demo(named name: String) -> Demo? { all.first { $0.name == name } }
}
