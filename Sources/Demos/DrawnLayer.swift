import CoreGraphics
import QuartzCore

/// A layer whose contents a closure draws, into the layer's bounds.
final class DrawnLayer: CALayer {
  private let drawing: (CGContext, CGRect) -> Void

  init(_ drawing: @escaping (CGContext, CGRect) -> Void) {
    self.drawing = drawing
    super.init()
  }

  override init(layer: Any) {
    guard let other = layer as? DrawnLayer else { preconditionFailure("a copy of the same class") }
    drawing = other.drawing
    super.init(layer: layer)
  }

  /// Made in code, never read from an archive.
  required init?(coder: NSCoder) { nil }

  override func draw(in context: CGContext) { drawing(context, bounds) }
}
