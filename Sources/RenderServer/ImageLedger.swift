import AnimationCore
import Geometry
import LayerCommit

/// Counts who refers to each image, so that one is released when the last layer lets go of it.
///
/// A layer refers to an image by its committed contents and by every value of its animations: the
/// pictures of a running flip book stay on the device.
struct ImageLedger {
  private var counts: [ImageID: Int] = [:]
  /// Images that nothing refers to any more and that the backend still has.
  private(set) var releases: [ImageID] = []
  /// What nothing refers to, and what is listed in `releases`: an image that comes back to life is
  /// taken off the list only when the list is next asked for.
  private var unreferenced: Set<ImageID> = []
  private var listed: Set<ImageID> = []

  mutating func retain(_ value: PropertyValue) { count(value, by: 1) }
  mutating func release(_ value: PropertyValue) { count(value, by: -1) }

  mutating func retain(_ animations: [LayerAnimation]) { count(animations, by: 1) }
  mutating func release(_ animations: [LayerAnimation]) { count(animations, by: -1) }

  /// Drops those that are referred to again and those that the backend never had.
  mutating func keepReleases(where isResident: (ImageID) -> Bool) {
    guard !releases.isEmpty else { return }
    releases.removeAll { id in
      if unreferenced.contains(id) && isResident(id) { return false }
      unreferenced.remove(id)
      listed.remove(id)
      return true
    }
  }

  mutating func releasesSent() {
    releases.removeAll(keepingCapacity: true)
    unreferenced.removeAll(keepingCapacity: true)
    listed.removeAll(keepingCapacity: true)
  }

  private mutating func count(_ animations: [LayerAnimation], by change: Int) {
    guard Self.animateContents(animations) else { return }
    for animation in animations {
      for leaf in animation.leaves where leaf.target.property == .contents {
        switch leaf.curve {
        case .basic(let from, let to, let by), .spring(_, _, let from, let to, let by):
          for value in [from, to, by] { if let value { count(value, by: change) } }
        case .keyframes(let track):
          for value in track.values { count(value, by: change) }
        }
      }
    }
  }

  /// Few do; asking copies none of them.
  private static func animateContents(_ animations: [LayerAnimation]) -> Bool {
    for i in animations.indices {
      for j in animations[i].leaves.indices
      where animations[i].leaves[j].target.property == .contents {
        return true
      }
    }
    return false
  }

  private mutating func count(_ value: PropertyValue, by change: Int) {
    guard case .contents(let contents) = value else { return }
    count(contents.image.id, by: change)
    if let previous = contents.previous { count(previous.id, by: change) }
  }

  private mutating func count(_ id: ImageID, by change: Int) {
    let count = (counts[id] ?? 0) + change
    if count > 0 {
      if change > 0 && count == 1 { unreferenced.remove(id) }
      counts[id] = count
    } else {
      counts[id] = nil
      unreferenced.insert(id)
      if listed.insert(id).inserted { releases.append(id) }
    }
  }
}
