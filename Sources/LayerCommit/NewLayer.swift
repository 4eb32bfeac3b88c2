import AnimationCore
import Geometry

/// A layer as it comes into the tree, without sublayers.
package struct NewLayer: Hashable, Sendable {
  package var id: LayerID
  package var values: LayerValues
  package var timing: LayerTiming
  /// In application order.
  package var animations: [LayerAnimation]

  package init(
    _ id: LayerID, values: LayerValues = LayerValues(), timing: LayerTiming = .identity,
    animations: [LayerAnimation] = []
  ) {
    self.id = id
    self.values = values
    self.timing = timing
    self.animations = animations
  }

  /// The operations that make one with defaults the same.
  fileprivate var changes: [CommitOp] {
    let defaults = LayerValues()
    var ops: [CommitOp] = []
    for property in LayerProperty.allCases where values[property] != defaults[property] {
      ops.append(.set(id, property, values[property]))
    }
    if timing != .identity { ops.append(.setTiming(id, timing)) }
    if !animations.isEmpty { ops.append(.setAnimations(id, animations)) }
    return ops
  }
}

extension CommitOp {
  /// A layer with default values, no sublayers and no animations.
  package static func create(_ id: LayerID) -> CommitOp { .createLayers([NewLayer(id)]) }

  /// The same one step at a time: each new layer with defaults, then what makes it differ from
  /// them.
  package var steps: [CommitOp] {
    guard case .createLayers(let layers) = self else { return [self] }
    return layers.map { .create($0.id) } + layers.flatMap(\.changes)
  }
}
