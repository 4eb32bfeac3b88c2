import CoreGraphics
import QuartzCore

/// A scene that shows one thing the library does.
public struct Demo: Sendable {
  /// What the command line calls it: lower-case words joined by hyphens.
  public let name: String
  public let title: String
  /// One sentence.
  public let summary: String
  /// Seconds until everything worth seeing has been seen once.
  public let duration: Double
  /// Seconds after the start at which a picture shows what the demo is about, in order.
  public let photographTimes: [Double]
  /// Builds the scene into an empty root layer of the given size and starts its animations.
  public let make: @MainActor (_ root: CALayer, _ size: CGSize) -> Void

  public init(
    name: String, title: String, summary: String, duration: Double, photographTimes: [Double],
    make: @escaping @MainActor (_ root: CALayer, _ size: CGSize) -> Void
  ) {
    self.name = name
    self.title = title
    self.summary = summary
    self.duration = duration
    self.photographTimes = photographTimes
    self.make = make
  }
}

/// All demos, in the order in which the gallery shows them.
public enum DemoCatalog {
  public static let all: [Demo] = [.sample]

  public static func demo(named name: String) -> Demo? {
    all.first { $0.name == name }
  }
}
