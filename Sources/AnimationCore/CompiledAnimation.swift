import Geometry

/// Identifies one animation as added to a layer; never reused.
package struct AnimationID: Hashable, Sendable {
  package let raw: UInt64
  package init(raw: UInt64) { self.raw = raw }
}

/// What an animation does to the value below it.
package enum AnimationCurve: Hashable, Sendable {
  /// A nil end is taken from the others or from the value below, by the table of §6.
  case basic(from: PropertyValue?, to: PropertyValue?, by: PropertyValue?)
  /// As `basic`, its progress run by a spring over `duration` seconds.
  indirect case spring(
    SpringParameters, duration: Double, from: PropertyValue?, to: PropertyValue?,
    by: PropertyValue?)
  case keyframes(KeyframeTrack)
}

/// One animation of a layer's list, compiled for the server and for `presentation()` alike.
package struct LayerAnimation: Hashable, Sendable {
  package var id: AnimationID
  /// The top-level time map: start and end of this animation, in the layer's local time.
  package var timing: AnimationTiming
  /// What it animates; empty for a group that is only a timer and for unknown key paths.
  package var leaves: [AnimationLeaf]
  /// Somebody waits to be told of its start; of its end the application always wants to know.
  package var isStartAwaited = true

  package init(id: AnimationID, timing: AnimationTiming, leaves: [AnimationLeaf]) {
    self.id = id
    self.timing = timing
    self.leaves = leaves
  }
}
