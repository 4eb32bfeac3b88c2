import CoreGraphicsAPI
import Geometry

extension CALayer {
  /// The longest side of a drawn bitmap, in pixels.
  static let largestBitmapSide = 16384.0

  final func markNeedsDisplay() {
    guard presented == nil else { return }
    TransactionStack.current.touch(host)
    guard !displayIsNeeded else { return }
    displayIsNeeded = true
    host?.needsDisplay(self)
  }

  final func displayNow() {
    guard displayIsNeeded, !isDrawnByCopies else { return }
    displayIsNeeded = false
    display()
  }

  final func markNeedsLayout() {
    guard presented == nil else { return }
    TransactionStack.current.touch(host)
    guard !layoutIsNeeded else { return }
    layoutIsNeeded = true
    host?.needsLayout(self)
  }

  final func layoutTreeIfNeeded() {
    var top = self
    var ancestor: CALayer? = self
    while let layer = ancestor {
      if layer.layoutIsNeeded { top = layer }
      ancestor = layer.storedSuperlayer
    }
    var level = [top]
    while !level.isEmpty {
      for layer in level { layer.layoutNow() }
      level = level.flatMap { $0.storedSublayers + ($0.storedMask.map { [$0] } ?? []) }
    }
  }

  final func layoutNow() {
    guard layoutIsNeeded else { return }
    layoutIsNeeded = false
    if committed != nil, !TransactionStack.current.disablesActions {
      action(forKey: kCAOnLayout)?.run(forKey: kCAOnLayout, object: self, arguments: nil)
    }
    layoutSublayers()
  }

  /// The bitmap a layer of this size draws into, in pixels; nil where it has no area or too much.
  final func bitmapSize() -> PixelSize? {
    let size = values.bounds.size, scale = values.contentsScale
    // A rounding error in the product is no further pixel.
    let width = (size.width * scale - 1e-6).rounded(.up)
    let height = (size.height * scale - 1e-6).rounded(.up)
    guard width > 0, height > 0 else { return nil }
    guard width <= Self.largestBitmapSide, height <= Self.largestBitmapSide else {
      Warnings.once(
        "layer.bitmap.size", "a layer of \(width) × \(height) pixels is too large to draw")
      return nil
    }
    return PixelSize(Int(width), Int(height))
  }

  /// Draws `draw(in:)` into a new bitmap and shows that.
  ///
  /// - Parameter keepsEmpty: Off: a bitmap with nothing on it is as good as none, and does not take the
  ///   place of contents that were set.
  package final func drawContents(keepsEmpty: Bool = true) {
    guard let size = bitmapSize(),
      let context = CGContext(
        pixelSize: size, scale: values.contentsScale, origin: values.bounds.origin)
    else {
      show(nil)
      return
    }
    delegate?.layerWillDraw(self)
    draw(in: context)
    let image = finishedImage(context)
    if keepsEmpty || image?.pixelImage.bitmap.bytes.contains(where: { $0 != 0 }) == true {
      show(image)
    } else if (presented ?? self).showsDrawing {
      show(nil)
    }
  }

  /// What was drawn, in the layer's format: without colours for gray, else with eight bits a channel.
  final func finishedImage(_ context: CGContext) -> CGImage? {
    contentsFormat == .gray8Uint ? context.makeGrayImage() : context.makeImage()
  }

  /// New contents, at once.
  final func show(_ image: CGImage?) {
    guard !drawsForModel else {
      presented?.show(image)
      return
    }
    committed?.customAnimations?.drawn = nil
    showsDrawing = true
    changeQuietly(.contents) {
      values.contents = image.map { .init($0.pixelImage) }
      objects.contents = image
    }
  }
}
