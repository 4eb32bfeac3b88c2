import AnimationCore
import CoreGraphicsAPI
import LayerCommit

extension CALayer {
  /// Reaches the `init(layer:)` of the dynamic class: calls between initialisers go through the
  /// class's table, which a call on a metatype may do only for `required` ones. Apple's is not, and
  /// subclasses written for it say `override`.
  package convenience init(presentationOf layer: CALayer) { self.init(layer: layer) }

  // The allocating entry of the initialiser above, whose `self` is the class to make.
  @_silgen_name("$s10QuartzCore7CALayerC14presentationOfA2C_tcfC")
  private static func makePresentation(of layer: __owned CALayer) -> CALayer

  /// By which the server knows this layer; nil until it has been committed in a shown tree.
  package final var shownID: LayerID? { committed?.id }

  /// A layer of the same class with the values on screen.
  ///
  /// - Parameter drawsContents: Contents set on the copy become the model's, and the copy has the
  ///   model's delegate.
  final func makePresentation(drawsContents: Bool = false) -> CALayer? {
    if presented != nil { return self }
    guard let committed else { return nil }
    let time = LayerHost.presentationTime
    let copy = type(of: self as CALayer).makePresentation(of: self)
    copy.values = committed.presented(at: time)
    copy.objects = committed.objects
    copy.objects.follow(copy.values)
    copy.timing = committed.timing
    copy.customValues = shownCustomValues(committed, at: time)
    if drawsContents {
      copy.delegate = delegate
      copy.drawsForModel = true
    }
    copy.presented = self
    return copy
  }
}
