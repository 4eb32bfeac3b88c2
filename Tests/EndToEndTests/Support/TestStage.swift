import AnimationCore
import CoreGraphics
import Foundation
import Geometry
import LayerStage
import QuartzCore
import Testing

/// A displayed root layer with a clock that moves only when a test says so.
///
/// Times are seconds after the last `mark()`. Everything goes the whole way: layers, commit, server,
/// drawing.
@MainActor
final class TestStage {
  let stage: LayerStage
  let size: CGSize
  private let start: Double
  /// Media time of the last `mark()`, in seconds.
  private(set) var zero: Double

  var root: CALayer { stage.rootLayer }

  /// - Parameters:
  ///   - draws: With pixels, checked by Vulkan's validation layer; otherwise costs are counted.
  ///   - startTime: Media time of the start, in seconds.
  ///   - rate: Frames per second.
  init(
    width: CGFloat = 400, height: CGFloat = 400, background: CGColor? = nil, scale: CGFloat = 1,
    draws: Bool = true, startTime: Double? = nil, rate: Double = 60
  ) throws {
    size = CGSize(width: width, height: height)
    var configuration = LayerStage.Configuration(size: size)
    configuration.scale = scale
    if let background { configuration.background = background }
    configuration.output = .headless(framesPerSecond: rate)
    configuration.validatesVulkan = draws
    configuration.countsOnly = !draws
    if let startTime { configuration.startTime = startTime }
    stage = try LayerStage(configuration)
    start = CACurrentMediaTime()
    zero = start
  }

  /// Ends the implicit transaction and runs one turn of the main loop. The clock stands still.
  func commit() { stage.commit() }

  /// Commits and makes the present moment the origin of `at`.
  func mark() {
    commit()
    zero = CACurrentMediaTime()
  }

  /// Moves the clock to `t` seconds after the mark. What falls due on the way happens at its own
  /// time and in order.
  func at(_ t: Double) { stage.advance(to: zero - start + t) }

  /// A new sublayer of `parent` (the root by default), its properties set without animation.
  @discardableResult
  func add<Layer: CALayer>(
    _ layer: Layer, to parent: CALayer? = nil, _ configure: (Layer) -> Void = { _ in }
  ) -> Layer {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    configure(layer)
    (parent ?? root).addSublayer(layer)
    CATransaction.commit()
    return layer
  }

  /// What the server shows for `layer` at the present moment.
  func served(_ layer: CALayer) throws -> LayerValues {
    try #require(try stage.serverValues(of: layer), "the server does not know the layer")
  }

  /// The frame at the present moment. Anything the Vulkan validation layer says fails the test.
  func image() -> CGImage {
    do {
      let image = try stage.snapshot()
      for message in try stage.validationMessages() { Issue.record("validation: \(message)") }
      return image
    } catch {
      fatalError("no snapshot: \(error)")
    }
  }

  func pixels() -> Pixels { Pixels(image()) }
}

/// Changes without implicit animation.
func withoutActions(_ changes: () -> Void) {
  CATransaction.begin()
  CATransaction.setDisableActions(true)
  changes()
  CATransaction.commit()
}
