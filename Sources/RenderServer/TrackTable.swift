import AnimationCore
import Geometry

/// A type that properties are animated as.
protocol TrackValue {
  /// The committed value with what sampling needs of it.
  associatedtype Base
  static func base(_ value: PropertyValue) -> Base?
  static func propertyValue(_ base: Base) -> PropertyValue
  /// Stores what the animation shows over the base at a moment of the layer's local time. True when
  /// the layer looked different before.
  static func present(
    _ animation: PropertyAnimation, over base: Base, at localTime: Double,
    in values: inout LayerValues
  ) -> Bool
  /// The same for the leaves in `range`.
  static func present(
    _ leaves: PlainLeaves, _ range: Range<Int>, over base: Base, at localTime: Double,
    in values: inout LayerValues, as property: LayerProperty
  ) -> Bool
}

/// All animated properties of one type.
///
/// What every frame needs of a track lies in one row of numbers, its leaves in another array in the
/// same order: a frame is one walk along both. Tracks with other than plain leaves ask their
/// animation.
struct TrackTable<Value: TrackValue> {
  private struct Track {
    /// Negative once the layer is gone.
    var slot: Int32
    let property: LayerProperty
    /// In `leaves`; empty for a track that asks its animation.
    let plain: Range<Int>
    /// As committed; the tree holds what is presented.
    var base: Value.Base
  }

  private var tracks: [Track] = []
  /// A bit for each track; those that somebody else samples have none.
  private var sampled: [UInt64] = []
  private var leaves = PlainLeaves()
  /// One for each track.
  private var animations: [PropertyAnimation] = []

  func value(_ i: Int) -> Value.Base { tracks[i].base }

  func base(_ i: Int) -> PropertyValue { Value.propertyValue(tracks[i].base) }

  mutating func setBase(_ i: Int, to value: PropertyValue) {
    if let base = Value.base(value) { tracks[i].base = base }
  }

  func animation(_ i: Int) -> PropertyAnimation { animations[i] }

  mutating func setSampled(_ i: Int, _ isSampled: Bool) {
    let bit: UInt64 = 1 << UInt64(i & 63)
    if isSampled { sampled[i >> 6] |= bit } else { sampled[i >> 6] &= ~bit }
  }

  /// Makes room for so many tracks with a leaf each.
  mutating func reserve(_ count: Int) {
    tracks.reserveCapacity(count)
    leaves.reserve(count)
    animations.reserveCapacity(count)
  }

  /// The track is its layer's no longer, and keeps no image alive until the table is put in order.
  mutating func forget(_ i: Int) {
    tracks[i].slot = RenderTree.none
    animations[i] = PropertyAnimation(tracks[i].property)
    setBase(i, to: .none)
    setSampled(i, false)
  }

  mutating func add(_ slot: Int, _ animation: PropertyAnimation, value: PropertyValue) -> Int {
    // The tree stores nothing else than values of the property's own type.
    guard let base = Value.base(value) else {
      preconditionFailure("a property has values of its own type")
    }
    return add(slot, animation, base: base)
  }

  mutating func add(_ slot: Int, _ animation: PropertyAnimation, base: Value.Base) -> Int {
    let first = leaves.count
    leaves.append(animation)
    tracks.append(
      Track(
        slot: Int32(slot), property: animation.property, plain: first..<leaves.count, base: base))
    animations.append(animation)
    if sampled.count << 6 < tracks.count { sampled.append(0) }
    setSampled(tracks.count - 1, true)
    return tracks.count - 1
  }

  /// Brings the presented values of `tree` to media time `time` and marks what changed.
  func sample(_ tree: inout RenderTree, at time: Double) {
    for word in sampled.indices {
      var bits = sampled[word]
      while bits != 0 {
        sample(word << 6 | bits.trailingZeroBitCount, &tree, at: time)
        bits &= bits - 1
      }
    }
  }

  @inline(__always)
  private func sample(_ i: Int, _ tree: inout RenderTree, at time: Double) {
    let slot = Int(tracks[i].slot)
    guard slot >= 0, tree.isAttached[slot] else { return }
    let localTime = tree.localTime(of: slot, at: time)
    let isChanged =
      tracks[i].plain.isEmpty
      ? Value.present(
        animations[i], over: tracks[i].base, at: localTime, in: &tree.values[slot])
      : Value.present(
        leaves, tracks[i].plain, over: tracks[i].base, at: localTime, in: &tree.values[slot],
        as: tracks[i].property)
    if isChanged { tree.markDirty(slot, tracks[i].property) }
  }

  /// Leaves out tracks of no layer; returns the new place of each by its old one.
  mutating func compact() -> [Int] {
    let old = self
    self = TrackTable()
    return old.tracks.indices.map { i in
      let track = old.tracks[i]
      guard track.slot >= 0 else { return -1 }
      let place = add(Int(track.slot), old.animations[i], base: track.base)
      if old.sampled[i >> 6] >> UInt64(i & 63) & 1 == 0 { setSampled(place, false) }
      return place
    }
  }
}
