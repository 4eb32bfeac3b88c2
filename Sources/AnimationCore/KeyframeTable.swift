import Geometry

/// A keyframe track with everything worked out that does not depend on time: key times, spline
/// tangents, distances, matrices taken apart. Built once when an animation is compiled.
final class KeyframeTable: Sendable {
  enum Content: Sendable {
    /// One per segment; numbers use x.
    case vectors([CubicSegment<SIMD4<Double>>])
    case matrices([MatrixBlend])
    case matrixSpline([CubicSegment<MatrixChannels>], isFlat: Bool)
    /// Lists of equal length.
    case lists([CubicSegment<ListPoint>])
    /// Interpolated or switched in pairs.
    case values([PropertyValue])
    /// Of a path, whose segments are those of the table, or which is one piece at constant speed.
    case path(PathMotion)
  }

  /// Where a fraction falls.
  private struct Place {
    var segment: Int
    var u: Double
  }

  /// Into how many pieces a segment is cut to travel it at constant speed.
  private static let paceCuts = 64

  private let kind: LayerProperty.Kind
  let isDiscrete: Bool
  let content: Content
  /// One more than the pieces; discrete: one per value.
  let times: [Double]
  /// One per segment.
  let functions: [UnitBezier?]
  /// How many entries of `times` belong to one segment.
  let cuts: Int
  /// The last value, which cumulative repetitions add up.
  let end: PropertyValue

  /// Nil when the track animates nothing: fewer than two values, values that do not fit, or key
  /// times that leave 0…1 or run backwards.
  init?(_ track: KeyframeTrack, target: AnimationTarget) {
    if let path = track.path {
      guard let keys = PathKeys(path, track, kind: target.kind) else { return nil }
      kind = target.kind
      isDiscrete = track.mode == .discrete
      content = .path(keys.motion)
      times = keys.times
      functions = keys.functions
      cuts = 1
      end = keys.motion.end
      return
    }
    guard track.values.allSatisfy(target.accepts) else { return nil }
    let given = track.mode == .cubicPaced ? [] : track.keyTimes ?? []
    guard Self.areValid(given) else { return nil }
    let count = given.isEmpty ? track.values.count : min(track.values.count, given.count)
    guard count >= 2 else { return nil }
    let values = Array(track.values.prefix(count))
    kind = target.kind
    isDiscrete = track.mode == .discrete
    end = values[count - 1]

    var times: [Double]
    if !given.isEmpty {
      times = Array(given.prefix(count))
    } else if isDiscrete {
      times = (0..<count).map { Double($0) / Double(count) }
    } else if track.mode == .paced {
      times = Self.paced(zip(values, values.dropFirst()).map { $0.distance(to: $1) })
    } else {
      times = (0..<count).map { Double($0) / Double(count - 1) }
    }

    let isPaced = track.mode == .paced || track.mode == .cubicPaced
    let isSpline = track.mode == .cubic || track.mode == .cubicPaced
    functions = isPaced || isDiscrete ? [] : Array(track.functions.prefix(count - 1))
    var cuts = 1
    let shape = SplineShape(track, count: count)
    /// At constant speed if that is asked for, which gives the table other times.
    func segments<V: SplinePoint>(through points: [V]) -> [CubicSegment<V>] {
      let segments =
        isSpline
        ? shape.segments(through: points, at: times)
        : zip(points, points.dropFirst()).map { CubicSegment(from: $0, to: $1) }
      if track.mode == .cubicPaced {
        cuts = Self.paceCuts
        times = Self.paced(Self.lengths(of: segments))
      }
      return segments
    }
    if isDiscrete {
      content = .values(values)
    } else if let points = Self.points(values, kind) {
      content = .vectors(segments(through: points))
    } else if let points = ListPoint.through(values) {
      content = .lists(segments(through: points))
    } else if let matrices = Self.matrices(values) {
      if isSpline, let (points, isFlat) = MatrixChannels.through(matrices) {
        content = .matrixSpline(segments(through: points), isFlat: isFlat)
      } else {
        content = .matrices(
          zip(matrices, matrices.dropFirst()).map { MatrixBlend(from: $0, to: $1) })
      }
    } else {
      content = .values(values)
    }
    self.times = times
    self.cuts = cuts
  }

  /// The value at a progress, which has the animation's own timing function behind it.
  func value(at progress: Double) -> PropertyValue {
    let place = locate(progress)
    if case .lists(let segments) = content {
      return .list(value(on: segments[place.segment], at: place.u).entries)
    }
    guard case .values(let values) = content else {
      if let m = matrix(at: progress) { return .matrix(m) }
      guard let v = numbers(at: progress) else { return .none }
      return kind == .number || kind == .integer ? .number(v.x) : .vector(v)
    }
    if isDiscrete { return values[place.segment] }
    return values[place.segment].interpolated(
      to: values[place.segment + 1], at: place.u, kind: kind)
  }

  /// As `value`; nil when the track is not of numbers or vectors that can be interpolated.
  func numbers(at progress: Double) -> SIMD4<Double>? {
    switch content {
    case .vectors(let segments):
      let place = locate(progress)
      return value(on: segments[place.segment], at: place.u)
    case .path(let motion):
      let place = locate(progress)
      return motion.point(segment: place.segment, place.u).map { SIMD4($0.x, $0.y, 0, 0) }
    case .matrices, .matrixSpline, .lists, .values: return nil
    }
  }

  /// As `value`; nil when the track is not of matrices that can be interpolated.
  func matrix(at progress: Double) -> Matrix4? {
    switch content {
    case .matrices(let blends):
      let place = locate(progress)
      return blends[place.segment].value(at: place.u)
    case .matrixSpline(let segments, let isFlat):
      let place = locate(progress)
      return value(on: segments[place.segment], at: place.u).matrix(isFlat: isFlat)
    case .path(let motion):
      let place = locate(progress)
      return motion.rotation(segment: place.segment, place.u)
    case .vectors, .lists, .values: return nil
    }
  }

  /// `u` counts in cuts of equal arc length when the segment has any.
  private func value<V>(on segment: CubicSegment<V>, at u: Double) -> V {
    guard cuts > 1, u > 0, u < 1 else { return segment.value(at: u) }
    let cut = (u * Double(cuts)).rounded(.down)
    let (u0, u1) = (cut / Double(cuts), (cut + 1) / Double(cuts))
    return segment.value(at: segment.parameter(share: u * Double(cuts) - cut, of: u0, u1))
  }

  private func locate(_ progress: Double) -> Place {
    let last = times.count - 1
    // The number of key times that are not after the progress.
    var low = 0
    var high = times.count
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= progress { low = middle + 1 } else { high = middle }
    }
    if isDiscrete { return Place(segment: max(low - 1, 0), u: 0) }
    if low == 0 { return outside(piece: 0, progress, isLinked: times[0] == 0, held: 0) }
    if low > last {
      return outside(piece: last - 1, progress, isLinked: times[last] == 1, held: 1)
    }
    return place(piece: low - 1, progress)
  }

  /// Before the first or after the last key time. A progress that a timing function has thrown out
  /// of 0…1 goes on along the outer segment; other fractions hold the outer value.
  private func outside(piece: Int, _ progress: Double, isLinked: Bool, held: Double) -> Place {
    let overshoots = progress < 0 || progress > 1
    if isLinked && overshoots && times[piece] < times[piece + 1] {
      return place(piece: piece, progress)
    }
    return Place(
      segment: piece / cuts, u: (Double(piece % cuts) + held) / Double(cuts))
  }

  private func place(piece: Int, _ progress: Double) -> Place {
    let u = (progress - times[piece]) / (times[piece + 1] - times[piece])
    let segment = piece / cuts
    if cuts > 1 { return Place(segment: segment, u: (Double(piece % cuts) + u) / Double(cuts)) }
    if segment < functions.count, let function = functions[segment] {
      return Place(segment: segment, u: function.value(at: u))
    }
    return Place(segment: segment, u: u)
  }

  /// Finite, in 0…1 and not decreasing. Times that do not begin at 0 or end at 1 hold the outer
  /// values.
  static func areValid(_ times: [Double]) -> Bool {
    times.allSatisfy { $0 >= 0 && $0 <= 1 }
      && zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
  }

  /// Key times at which a journey of these lengths runs at constant speed; equal ones when it goes
  /// nowhere.
  private static func paced(_ lengths: [Double]) -> [Double] {
    let total = lengths.reduce(0, +)
    var times = [0.0]
    var sum = 0.0
    for (i, length) in lengths.enumerated() {
      sum += length
      times.append(
        total > 0 && total.isFinite
          ? min(sum / total, 1) : Double(i + 1) / Double(lengths.count))
    }
    times[times.count - 1] = 1
    return times
  }

  private static func lengths<V>(of segments: [CubicSegment<V>]) -> [Double] {
    let step = 1 / Double(paceCuts)
    return segments.flatMap { segment in
      (0..<paceCuts).map {
        segment.length(from: Double($0) * step, to: Double($0 + 1) * step)
      }
    }
  }

  /// Nil when the values are no numbers or vectors, or do not run through those between them.
  private static func points(_ values: [PropertyValue], _ kind: LayerProperty.Kind)
    -> [SIMD4<Double>]?
  {
    guard kind != .flag && kind != .choice else { return nil }
    let points = values.compactMap(\.numbers)
    return points.count == values.count ? points : nil
  }

  private static func matrices(_ values: [PropertyValue]) -> [Matrix4]? {
    var result: [Matrix4] = []
    for value in values {
      guard case .matrix(let m) = value else { return nil }
      result.append(m)
    }
    return result
  }
}
