import AnimationCore
import Geometry

/// Evaluates the animations of all layers for one moment.
///
/// The animations of a layer are regrouped by property into tracks, all tracks and all leaves in two
/// flat arrays, so that a frame is one pass over them. A track also keeps the committed value of its
/// property, because the tree holds the presented one.
struct Sampler {
  private struct Track {
    var slot: Int32
    var property: LayerProperty
    var leaves: Range<Int>
    /// As committed.
    var base: PropertyValue
    /// As stored in the tree.
    var shown: PropertyValue
  }

  private struct Key: Hashable {
    var slot: Int32
    var property: LayerProperty
  }

  private var tracks: [Track] = []
  private var leaves: [AnimationLeaf] = []
  private var trackOf: [Key: Int] = [:]
  private var isStale = false
  /// Layers with at least one track.
  private(set) var animatedLayers = 0

  /// The animations have changed; tracks are made anew before the next sample.
  mutating func invalidate() { isStale = true }

  /// The committed value of a property; nil when it is not animated and so is in the tree.
  func base(_ slot: Int, _ property: LayerProperty) -> PropertyValue? {
    trackOf[Key(slot: Int32(slot), property: property)].map { tracks[$0].base }
  }

  /// Stores a committed value. False when the property is not animated.
  mutating func setBase(_ slot: Int, _ property: LayerProperty, to value: PropertyValue) -> Bool {
    guard let track = trackOf[Key(slot: Int32(slot), property: property)] else { return false }
    let target = AnimationTarget(property)
    if target.accepts(value), value.isFinite { tracks[track].base = value }
    return true
  }

  /// Forgets a layer that is being destroyed.
  mutating func remove(_ slot: Int) {
    for i in tracks.indices where tracks[i].slot == Int32(slot) {
      trackOf[Key(slot: Int32(slot), property: tracks[i].property)] = nil
      tracks[i].slot = RenderTree.none
    }
    isStale = true
  }

  /// Brings the presented values of `tree` to media time `time` and marks what changed.
  mutating func sample(_ tree: inout RenderTree, _ animations: LayerAnimations, at time: Double) {
    if isStale { rebuild(&tree, animations) }
    var slot = RenderTree.none
    var local = 0.0
    for i in tracks.indices {
      if tracks[i].slot != slot {
        slot = tracks[i].slot
        local = tree.isAttached[Int(slot)] ? tree.localTime(of: Int(slot), at: time) : 0
      }
      guard tree.isAttached[Int(slot)] else { continue }
      let property = tracks[i].property
      var running = RunningValue(property, tracks[i].base)
      for j in tracks[i].leaves {
        if let sample = leaves[j].sample(at: local) { running.apply(leaves[j], sample) }
      }
      let value = running.value
      if value != tracks[i].shown {
        tracks[i].shown = value
        tree.values[Int(slot)][property] = value
        tree.markDirty(Int(slot), property)
      }
    }
  }

  private mutating func rebuild(_ tree: inout RenderTree, _ animations: LayerAnimations) {
    isStale = false
    // What is on screen, so that continuing animations do not count as changes.
    var shown: [Key: PropertyValue] = [:]
    for track in tracks where track.slot >= 0 {
      shown[Key(slot: track.slot, property: track.property)] = track.shown
      tree.values[Int(track.slot)][track.property] = track.base
    }
    tracks.removeAll(keepingCapacity: true)
    leaves.removeAll(keepingCapacity: true)
    trackOf.removeAll(keepingCapacity: true)
    animatedLayers = 0
    for slot in animations.slots {
      let first = tracks.count
      for running in animations[slot] {
        for leaf in running.animation.leaves {
          let property = leaf.target.property
          guard !tracks[first...].contains(where: { $0.property == property }) else { continue }
          let start = leaves.count
          for other in animations[slot] {
            leaves += other.animation.leaves.filter { $0.target.property == property }
          }
          let base = tree.values[slot][property]
          tracks.append(
            Track(
              slot: Int32(slot), property: property, leaves: start..<leaves.count, base: base,
              shown: base))
        }
      }
      if tracks.count > first { animatedLayers += 1 }
    }
    for i in tracks.indices {
      let key = Key(slot: tracks[i].slot, property: tracks[i].property)
      trackOf[key] = i
      if let value = shown.removeValue(forKey: key) {
        tracks[i].shown = value
        tree.values[Int(key.slot)][key.property] = value
      }
    }
    for (key, value) in shown where tree.values[Int(key.slot)][key.property] != value {
      tree.markDirty(Int(key.slot), key.property)
    }
  }
}
