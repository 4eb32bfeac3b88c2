import AnimationCore
import Geometry
import LayerCommit

/// The transitions that are shown, and the layers that the server has made for them.
///
/// What a layer and all below it showed before a commit is frozen: copied, without animations. That
/// picture and the layer lie together in a layer that stands for them in the superlayer's list,
/// until the transition ends.
struct Transitions {
  struct Running {
    let layer: LayerID
    let animation: LayerAnimation
    let transition: Transition
    /// Holds both pictures.
    let holder: LayerID
    let old: FrozenPicture?
  }

  private(set) var running: [Running] = []
  private var places: [LayerID: Int] = [:]
  private var layers: [LayerID: LayerID] = [:]
  /// Layers whose transitions have left their animations.
  var ended: [LayerID] = []

  /// Layers that frozen pictures of a surface may have together.
  static let maximumCount = 20_000
  /// Frozen pictures within frozen pictures, where transitions interrupt each other.
  static let deepest = 3

  var isEmpty: Bool { running.isEmpty }
  /// Layers in frozen pictures.
  private(set) var count = 0

  subscript(layer: LayerID) -> Running? {
    get { places.isEmpty ? nil : places[layer].map { running[$0] } }
    set {
      guard let i = places[layer] else {
        guard let newValue else { return }
        places[layer] = running.count
        layers[newValue.holder] = layer
        running.append(newValue)
        count += newValue.old?.count ?? 0
        return
      }
      count += (newValue?.old?.count ?? 0) - (running[i].old?.count ?? 0)
      layers[running[i].holder] = nil
      if let newValue {
        layers[newValue.holder] = layer
        running[i] = newValue
      } else {
        places[layer] = nil
        let last = running.removeLast()
        if i < running.count {
          running[i] = last
          places[last.layer] = i
        }
      }
    }
  }

  /// What stands for a layer in its superlayer's list.
  func standIn(for layer: LayerID) -> LayerID { self[layer]?.holder ?? layer }

  /// The layer that another one stands for.
  func layer(in holder: LayerID) -> LayerID { layers.isEmpty ? holder : layers[holder] ?? holder }

  func isHolder(_ id: LayerID) -> Bool { !layers.isEmpty && layers[id] != nil }
}

/// What a layer showed at a moment, as layers that do not change.
struct FrozenPicture {
  /// The topmost.
  let root: LayerID
  let count: Int
  /// Pictures of the layer itself, with how far each is shifted: they follow the layer to wherever it
  /// is now. More than one where a transition interrupted another.
  let faces: [(id: LayerID, shift: Point)]
  /// How deep frozen pictures lie within each other.
  let depth: Int
}
