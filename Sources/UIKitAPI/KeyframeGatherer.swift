import AnimationCore
import CoreGraphicsAPI
import QuartzCore

/// Gathers the changes of a keyframe animation and makes one animation of each property from them.
@MainActor
final class KeyframeGatherer {
  struct Change {
    var keyPath: String
    var old: Any?
    var new: Any?
    /// Geometry: motion under way goes on beneath it.
    var addsUp: Bool
  }

  private struct Step {
    var span: ClosedRange<Double>
    var value: PropertyValue
  }

  private struct Track {
    let view: UIView
    let layer: CALayer
    let keyPath: String
    let target: AnimationTarget
    let addsUp: Bool
    let old: PropertyValue
    var steps: [Step] = []
  }

  private struct Point {
    var time: Double
    var value: PropertyValue
  }

  private var tracks: [Track] = []
  private let mode: CAAnimationCalculationMode

  init(_ mode: CAAnimationCalculationMode) { self.mode = mode }

  func note(_ change: Change, of layer: CALayer, in view: UIView, _ span: ClosedRange<Double>) {
    let target =
      change.keyPath == "foregroundColor"
      ? AnimationTarget(.contentsTint) : AnimationTarget(keyPath: change.keyPath)
    guard let target else { return }
    func value(_ any: Any?) -> PropertyValue {
      any.flatMap { Boxing.value($0, for: target) } ?? .none
    }
    var i = tracks.firstIndex { $0.layer === layer && $0.keyPath == change.keyPath }
    if i == nil {
      i = tracks.count
      tracks.append(
        Track(
          view: view, layer: layer, keyPath: change.keyPath, target: target,
          addsUp: change.addsUp, old: value(change.old)))
    }
    guard let i else { return }
    let step = Step(span: span, value: value(change.new))
    // A change of a change in the same keyframe.
    if let last = tracks[i].steps.last, last.span == span { tracks[i].steps.removeLast() }
    tracks[i].steps.append(step)
  }

  var changedViews: Set<UIView> { Set(tracks.map(\.view)) }

  /// Adds the animations.
  func finish(_ block: AnimationBlock, _ settings: AnimationSettings) {
    for track in tracks { add(track, block, settings) }
    tracks = []
  }

  private func add(_ track: Track, _ block: AnimationBlock, _ settings: AnimationSettings) {
    let animation = CAKeyframeAnimation(keyPath: track.keyPath)
    var points = Self.points(track)
    let model = Boxing.value(
      track.layer.value(forKeyPath: track.keyPath) ?? NSNull(), for: track.target)
    animation.isAdditive = track.addsUp
    if track.addsUp, let model {
      let offsets = points.compactMap { Self.difference($0.value, model) }
      if offsets.count == points.count {
        for i in points.indices { points[i].value = offsets[i] }
      } else {
        animation.isAdditive = false
      }
    }
    // No colour is that of its neighbour, transparent.
    let some = points.first { $0.value != .none }?.value.numbers
    if track.target.kind == .color, let some {
      for i in points.indices where points[i].value == .none {
        points[i].value = .vector(some * SIMD4(1, 1, 1, 0))
      }
    }
    animation.values = points.compactMap { Boxing.any($0.value, for: track.target) }
    animation.keyTimes = points.map { NSNumber(value: $0.time) }
    animation.calculationMode = mode
    settings.configure(animation)
    if let lead = settings.lead {
      animation.lead(by: lead.x, from: Boxing.any(track.old, for: track.target))
    }
    let key = animation.isAdditive ? track.layer.freeKey(track.keyPath) : track.keyPath
    block.add(animation, to: track.layer, key: key, of: track.view, settings)
  }

  /// The old value, then for each step, by time, where it sets out and where it arrives; the last holds
  /// to the end. A step that sets out before the one before has arrived takes over from there.
  private static func points(_ track: Track) -> [Point] {
    var points = [Point(time: 0, value: track.old)]
    let steps = track.steps.enumerated().sorted {
      ($0.element.span.lowerBound, $0.offset) < ($1.element.span.lowerBound, $1.offset)
    }.map(\.element)
    for step in steps {
      let start = step.span.lowerBound
      let last = points[points.count - 1]
      if start > last.time {
        points.append(Point(time: start, value: last.value))
      } else if start < last.time {
        points.removeLast()
        let before = points[points.count - 1]
        let way = last.time - before.time
        let value = before.value.interpolated(
          to: last.value, at: way > 0 ? (start - before.time) / way : 1, kind: track.target.kind)
        points.append(Point(time: start, value: value))
      }
      points.append(Point(time: step.span.upperBound, value: step.value))
    }
    let last = points[points.count - 1]
    if last.time < 1 { points.append(Point(time: 1, value: last.value)) }
    return points
  }

  /// What has to be added to the second to give the first; nil for what is flat.
  private static func difference(_ value: PropertyValue, _ model: PropertyValue) -> PropertyValue? {
    switch (value, model) {
    case (.number(let a), .number(let b)): return .number(a - b)
    case (.vector(let a), .vector(let b)): return .vector(a - b)
    case (.matrix(let a), .matrix(let b)):
      guard let inverse = b.inverse, a.inverse != nil else { return nil }
      return .matrix(a.concat(inverse))
    case (_, _): return nil
    }
  }
}
