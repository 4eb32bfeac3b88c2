import AnimationCore
import CoreGraphicsAPI

/// An animation's leaf under a key of the application's own, as that of the property that stands in
/// for values of its type.
struct CustomLeaf {
  let key: String
  let leaf: AnimationLeaf
}

/// The animations of a committed layer under keys of the application's own, which the server knows
/// nothing of: evaluated on this side with the server's code, and drawn frame by frame.
final class CustomAnimations {
  /// All animations of one key, in list order.
  private struct Track {
    let key: String
    var animation: PropertyAnimation
  }

  /// What a key shows, as a value of the property that stands in.
  struct Shown: Equatable {
    let key: String
    let property: LayerProperty
    let value: PropertyValue
  }

  private var tracks: [Track] = []
  private var animations: [AttachedAnimation] = []
  /// What the contents were drawn with; nil where that is unknown.
  var drawn: [Shown]?
  /// The layer's local time that the contents are of.
  var drawnTime: Double?

  /// Nil where no animation has a leaf of this kind.
  init?(_ attached: [AttachedAnimation]) {
    for animation in attached where !animation.customLeaves.isEmpty {
      animations.append(animation)
      for custom in animation.customLeaves { append(custom) }
    }
    if tracks.isEmpty { return nil }
  }

  private func append(_ custom: CustomLeaf) {
    let property = custom.leaf.target.property
    let index = tracks.firstIndex { $0.key == custom.key } ?? tracks.endIndex
    if index == tracks.endIndex {
      tracks.append(Track(key: custom.key, animation: PropertyAnimation(property)))
    }
    // A model value that has changed its type in between leaves the older animations without one.
    guard tracks[index].animation.property == property else { return }
    tracks[index].animation.append(custom.leaf)
  }

  /// What is shown over the model's values at a moment of the layer's local time. Keys whose model
  /// value has another type than the animations are left out.
  func shown(over model: (String) -> Any?, at localTime: Double) -> [Shown] {
    tracks.compactMap { track in
      let property = track.animation.property
      let below = model(track.key).map { Boxing.value($0, for: AnimationTarget(property)) }
      guard let below = below ?? property.nothing else { return nil }
      return Shown(
        key: track.key, property: property,
        value: track.animation.value(over: below, at: localTime))
    }
  }

  /// Whether the contents may have to change later than at a local time of the layer, which runs at
  /// `rate`. Before an animation begins, the server's report of that is waited for.
  func isMoving(at localTime: Double, rate: Double) -> Bool {
    guard rate != 0 else { return false }
    // At its very end an animation is still seen, and may be gone right after it.
    let times = [localTime, drawnTime ?? localTime]
    return animations.contains { animation in
      guard let timing = animation.compiled?.timing, timing.speed != 0 else { return false }
      return times.contains { time in
        if rate < 0 { return time >= timing.beginTime }
        return time <= timing.endTime && (time >= timing.beginTime || animation.hasStarted)
      }
    }
  }
}

extension LayerProperty {
  /// The value of a key that has none, as far as one is needed to animate it.
  fileprivate var nothing: PropertyValue {
    switch kind {
    case .number, .integer, .flag, .choice: .number(0)
    case .point, .size, .rect: .vector(.zero)
    case .matrix: .matrix(.identity)
    case .color, .path, .contents, .numbers, .colors, .records: PropertyValue.none
    }
  }
}
