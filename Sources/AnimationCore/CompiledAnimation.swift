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
  /// What it does to the picture of the layer and its sublayers, for an animation that is a
  /// transition and has no leaves.
  package var transition: Transition?
  /// Somebody waits to be told of its start; of its end the application always wants to know.
  package var isStartAwaited = true

  package init(id: AnimationID, timing: AnimationTiming, leaves: [AnimationLeaf]) {
    self.id = id
    self.timing = timing
    self.leaves = leaves
  }

  /// How far a transition has come at a moment of the layer's local time; nil for an animation that
  /// is none, and for one that is not shown then.
  package func transitionProgress(at localTime: Double) -> Double? {
    guard let transition else { return nil }
    let sample = timing.sample(at: localTime)
    return sample.isApplied ? transition.progress(timing.progress(sample.fraction)) : nil
  }
}

/// From the picture that a layer and its sublayers were before a commit to the one after it.
package struct Transition: Hashable, Sendable {
  package enum Kind: UInt8, CaseIterable, Sendable {
    /// Old and new are mixed.
    case fade
    /// The new one slides over the old.
    case moveIn
    /// Both slide.
    case push
    /// The old one slides off the new.
    case reveal
  }

  /// Where the sliding picture comes from; top and bottom by the layer's own vertical direction.
  package enum Side: UInt8, CaseIterable, Sendable { case left, right, top, bottom }

  package var kind: Kind
  package var side: Side
  /// The part of the way that is gone. As exact as the API's, and small: hardly any animation is a
  /// transition, and all have room for one.
  private var start: Float
  private var end: Float

  package init(_ kind: Kind = .fade, from side: Side = .left, start: Float = 0, end: Float = 1) {
    (self.kind, self.side) = (kind, side)
    (self.start, self.end) = (start, end)
  }

  /// The share of the whole way, at a share of the animation's.
  package func progress(_ p: Double) -> Double {
    Double(start) + (Double(end) - Double(start)) * p
  }

  package var isWhole: Bool { start == 0 && end == 1 }
}
