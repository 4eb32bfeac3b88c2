import AnimationCore
import Geometry

/// One change to the tree a surface shows. Operations apply in order.
package enum CommitOp: Hashable, Sendable {
  /// New layers, whole: thousands may come at once, and one list is quicker than an operation for
  /// each of their properties.
  case createLayers([NewLayer])
  /// The layer has left the tree for good; its id is not used again.
  case destroy(LayerID)
  /// The tree's root, or nil for an empty surface.
  case setRoot(LayerID?)
  /// The complete list, back to front.
  case setSublayers(LayerID, [LayerID])
  /// The layer by which another one is masked, or nil for none.
  case setMask(LayerID, LayerID?)
  case set(LayerID, LayerProperty, PropertyValue)
  case setTiming(LayerID, LayerTiming)
  /// The complete list in application order.
  case setAnimations(LayerID, [LayerAnimation])
  /// Whether anybody on the main side wants a tick for every frame.
  case setWantsTicks(Bool)
  /// For the window or output instead of the tree.
  case request(SurfaceRequest)
}

/// Everything one transaction changed in one surface: a value, applied by the server in one step.
package struct Commit: Hashable, Sendable {
  package var surface: SurfaceID
  /// Counts up from 1 for each surface.
  package var serial: UInt64
  /// Media time at which begin times were resolved, in seconds.
  package var time: Double
  package var ops: [CommitOp]

  package init(surface: SurfaceID, serial: UInt64, time: Double, ops: [CommitOp]) {
    self.surface = surface
    self.serial = serial
    self.time = time
    self.ops = ops
  }
}
