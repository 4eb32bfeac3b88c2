import Geometry
import Glibc

/// The keys of a track that follows a path.
///
/// Each line, each curve and each closing line of some length leads from one key to the next; a
/// `move` between them takes no time.
struct PathKeys {
  let motion: PathMotion
  /// As in `KeyframeTable`.
  let times: [Double]
  let functions: [UnitBezier?]

  /// Nil when the track animates nothing: a path without segments, one for a property that is no
  /// point, or key times that leave 0…1 or run backwards.
  init?(_ path: Path, _ track: KeyframeTrack, kind: LayerProperty.Kind) {
    let given = track.mode == .cubicPaced ? [] : track.keyTimes ?? []
    guard kind == (track.pathOutput == .point ? .point : .matrix), KeyframeTable.areValid(given)
    else { return nil }
    let isPaced = (track.mode == .paced || track.mode == .cubicPaced) && given.isEmpty
    guard let motion = PathMotion(path, output: track.pathOutput, isPaced: isPaced) else {
      return nil
    }
    self.motion = motion
    let isDiscrete = track.mode == .discrete
    let count = motion.segmentCount
    if isPaced {
      times = [0, 1]
    } else if given.isEmpty {
      times = (0..<(isDiscrete ? count : count + 1)).map { Double($0) / Double(count) }
    } else {
      times = Array(given.prefix(isDiscrete ? count : count + 1))
    }
    guard times.count >= 2 || isDiscrete else { return nil }
    functions = isPaced || isDiscrete ? [] : Array(track.functions.prefix(times.count - 1))
  }
}

/// Movement along a path, by segments or, paced, at one speed over all of it.
struct PathMotion: Sendable {
  private let measure: PathMeasure
  private let output: PathOutput
  private let isPaced: Bool
  /// For each segment, the angle to keep where it has no direction of its own. Radians.
  private let keptAngles: [Double]

  /// 1 when paced.
  var segmentCount: Int { isPaced ? 1 : measure.segments.count }

  /// Nil for a path without segments.
  init?(_ path: Path, output: PathOutput, isPaced: Bool) {
    measure = PathMeasure(path)
    guard
      let first = measure.segments.first(where: { $0.direction(at: 0) != nil })
        ?? measure.segments.first
    else { return nil }
    self.output = output
    self.isPaced = isPaced
    var angle = first.direction(at: 0).map { atan2($0.y, $0.x) } ?? 0
    keptAngles = measure.segments.map { segment in
      defer { if let last = segment.direction(at: 1) { angle = atan2(last.y, last.x) } }
      return angle
    }
  }

  /// What a whole run ends with.
  var end: PropertyValue {
    let last = segmentCount - 1
    return point(segment: last, 1).map { .point($0) }
      ?? rotation(segment: last, 1).map { .matrix($0) } ?? .none
  }

  /// The point reached; nil when rotations are asked for. `u` runs over the segment, or when paced
  /// over the whole length; outside 0…1 it goes on along the curve, or straight when paced.
  func point(segment: Int, _ u: Double) -> Point? {
    guard output == .point else { return nil }
    guard isPaced else { return measure.segments[segment].point(at: u) }
    guard let place = measure.place(at: u * measure.length) else { return nil }
    let point = measure.point(at: place)
    guard u < 0 || u > 1, let direction = measure.direction(at: place) else { return point }
    return point + direction * ((u < 0 ? u : u - 1) * measure.length)
  }

  /// The derivative of `point` by `u`.
  func velocity(segment: Int, _ u: Double) -> Point? {
    guard output == .point else { return nil }
    guard isPaced else { return measure.segments[segment].derivative(at: u) }
    return measure.place(at: u * measure.length).flatMap(measure.direction).map {
      $0 * measure.length
    }
  }

  /// The turn to the direction of travel; nil when points are asked for.
  func rotation(segment: Int, _ u: Double) -> Matrix4? {
    guard output != .point else { return nil }
    var place = PathMeasure.Place(segment: segment, parameter: u)
    if isPaced {
      guard let found = measure.place(at: u * measure.length) else { return nil }
      place = found
    }
    let angle =
      measure.direction(at: place).map { atan2($0.y, $0.x) } ?? keptAngles[place.segment]
    return .rotation(output == .reverseRotation ? angle + .pi : angle, 0, 0, 1)
  }
}
