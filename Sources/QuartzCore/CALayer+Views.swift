import CoreGraphicsAPI
import Geometry

/// What views need of their layers.
extension CALayer {
  /// Reaches the `init()` of the dynamic class: calls between initialisers go through the class's
  /// table, which a call on a metatype may do only for `required` ones, and Apple's is not.
  package convenience init(emptyLike: Void) { self.init() }

  // The allocating entry of the initialiser above, whose `self` is the class to make.
  @_silgen_name("$s10QuartzCore7CALayerC9emptyLikeACyt_tcfC")
  private static func makeEmpty(_: Void) -> CALayer

  /// A new layer of this class.
  package static func makeEmpty() -> CALayer { makeEmpty(()) }

  /// The class is one of the application's, not of this module.
  package final var isOfOwnClass: Bool {
    let type = type(of: self as CALayer)
    return type != CALayer.self && !String(reflecting: type).hasPrefix("QuartzCore.")
  }

  /// A point of the superlayer's space in this layer's own; nil where the layer is seen edge-on or
  /// has no extent, and no point of it lies there.
  package final func point(fromSuperlayer p: CGPoint) -> CGPoint? {
    let p = Point(p)
    guard p.isFinite else { return nil }
    return matrixToSuperlayer.unproject(p).map { CGPoint($0) }
  }
}
