import CoreGraphicsAPI
import Geometry
import QuartzCore

extension UIView {
  /// Draws the contents, if `draw(_:)` asks for a context to draw in or the layer's class is one of
  /// the application's, which may have a `draw(in:)` of its own.
  ///
  /// - Parameter layer: The view's, or a presentation of it.
  final func displayContents(of layer: CALayer) {
    guard layer.model() === self.layer else { return }
    if layer.isOfOwnClass { return layer.drawContents(keepsEmpty: false) }
    layerWillDraw(layer)
    let request = GraphicsStack.Request { Self.makeContext(for: layer) }
    GraphicsStack.current.with(request) {
      UITraitCollection.with(traitCollection) { draw(layer.bounds) }
    }
    guard request.isUsed else { return }
    layer.contents = request.context?.makeImage()
  }

  final func drawContents(of layer: CALayer, in context: CGContext) {
    guard layer.model() === self.layer else { return }
    GraphicsStack.current.with(GraphicsStack.Request(context)) {
      UITraitCollection.with(traitCollection) { draw(layer.bounds) }
    }
  }

  /// A bitmap for a layer's bounds; nil where they are empty or too large.
  private static func makeContext(for layer: CALayer) -> CGContext? {
    let size = layer.bounds.size, scale = Double(layer.contentsScale)
    // A rounding error in the product is no further pixel.
    let width = (Double(size.width) * scale - 1e-6).rounded(.up)
    let height = (Double(size.height) * scale - 1e-6).rounded(.up)
    guard width >= 1, height >= 1, width <= 16384, height <= 16384 else { return nil }
    return CGContext(
      pixelSize: PixelSize(Int(width), Int(height)), scale: scale,
      origin: Point(layer.bounds.origin))
  }
}
