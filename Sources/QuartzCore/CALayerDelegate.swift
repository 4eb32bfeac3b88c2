import CoreGraphicsAPI

/// Answers for a layer. Every method has a default: those of a layer without a delegate.
public protocol CALayerDelegate: AnyObject {
  /// Provides the contents. By default draws them through `draw(_:in:)`.
  func display(_ layer: CALayer)
  func draw(_ layer: CALayer, in ctx: CGContext)
  /// Called before drawing.
  func layerWillDraw(_ layer: CALayer)
  func layoutSublayers(of layer: CALayer)
  /// The action for a change of `event`: nil to look further, `NSNull` for none. Called before the
  /// value changes.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
  public func display(_ layer: CALayer) { layer.drawContents() }
  public func draw(_ layer: CALayer, in ctx: CGContext) {}
  public func layerWillDraw(_ layer: CALayer) {}
  public func layoutSublayers(of layer: CALayer) {}
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}
