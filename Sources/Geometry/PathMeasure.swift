/// A path measured along its length, which runs through all its subpaths and leaps the gaps between
/// them. Immutable; finding a place allocates nothing.
///
/// Lengths are exact to 1e-10 of the way along the control points, cusps included. A path too large
/// to measure counts as one of no length.
package struct PathMeasure: Sendable {
  /// A stretch of one segment that one rule of quadrature measures exactly enough.
  private struct Stretch: Sendable {
    var segment: Int
    var from: Double
    var to: Double
    /// Of the path, up to its start.
    var start: Double
    var length: Double
  }

  /// A point of the path: a segment and a parameter on it.
  package struct Place: Hashable, Sendable {
    package var segment: Int
    package var parameter: Double

    package init(segment: Int, parameter: Double) {
      self.segment = segment
      self.parameter = parameter
    }
  }

  package let segments: [PathSegment]
  /// Of the whole path.
  package let length: Double
  /// The length up to the start of each segment, and the whole at last.
  package let starts: [Double]
  /// Those of some length, in order.
  private let stretches: [Stretch]

  package init(_ path: Path) { self.init(path.subpaths.flatMap(\.segments)) }

  package init(_ segments: [PathSegment]) {
    var stretches: [Stretch] = []
    var starts: [Double] = []
    var sum = 0.0
    for (i, segment) in segments.enumerated() {
      starts.append(sum)
      segment.measure { from, to, length in
        guard length > 0 else { return }
        stretches.append(Stretch(segment: i, from: from, to: to, start: sum, length: length))
        sum += length
      }
    }
    starts.append(sum)
    self.segments = segments
    let isMeasured = sum.isFinite
    self.stretches = isMeasured ? stretches : []
    self.starts = isMeasured ? starts : starts.map { _ in 0 }
    length = isMeasured ? sum : 0
  }

  package func length(ofSegment i: Int) -> Double { starts[i + 1] - starts[i] }

  /// The place a distance behind the start, held to the path's ends; nil only for a path without
  /// segments. At a joint it is the start of what follows, at the end the end.
  package func place(at distance: Double) -> Place? {
    guard !segments.isEmpty else { return nil }
    guard let last = stretches.last else { return Place(segment: 0, parameter: 0) }
    if distance >= length { return Place(segment: last.segment, parameter: last.to) }
    // The number of stretches that start no later.
    var low = 0
    var high = stretches.count
    while low < high {
      let middle = (low + high) / 2
      if stretches[middle].start <= distance { low = middle + 1 } else { high = middle }
    }
    let stretch = stretches[max(low - 1, 0)]
    let rest = distance - stretch.start
    guard rest > 0 else { return Place(segment: stretch.segment, parameter: stretch.from) }
    let parameter = segments[stretch.segment].parameter(
      behind: rest, of: stretch.length, from: stretch.from, to: stretch.to)
    return Place(segment: stretch.segment, parameter: parameter)
  }

  package func point(at place: Place) -> Point {
    segments[place.segment].point(at: place.parameter)
  }

  /// As `PathSegment.direction`.
  package func direction(at place: Place) -> Point? {
    segments[place.segment].direction(at: place.parameter)
  }

  /// What lies between two distances, in pieces of its segments.
  package func pieces(from start: Double, to end: Double) -> [PathSegment] {
    guard start < end, let first = place(at: start), let last = place(at: end) else { return [] }
    return (first.segment...last.segment).compactMap { i in
      let from = i == first.segment ? first.parameter : 0
      let to = i == last.segment ? last.parameter : 1
      return from < to ? segments[i].part(from: from, to: to) : nil
    }
  }
}

extension PathSegment {
  /// Half the nodes and weights of Gauss–Legendre quadrature with eight points.
  private static let nodes = (
    0.183_434_642_495_649_8, 0.525_532_409_916_329, 0.796_666_477_413_626_7,
    0.960_289_856_497_536_3
  )
  private static let weights = (
    0.362_683_783_378_362, 0.313_706_645_877_887_3, 0.222_381_034_453_374_5,
    0.101_228_536_290_376_3
  )

  /// By one rule of quadrature: exact where the speed is smooth.
  private func quadrature(from t0: Double, to t1: Double) -> Double {
    let middle = (t0 + t1) / 2, half = (t1 - t0) / 2
    func speeds(_ node: Double) -> Double {
      derivative(at: middle - half * node).length + derivative(at: middle + half * node).length
    }
    let (n, w) = (Self.nodes, Self.weights)
    return half
      * (w.0 * speeds(n.0) + w.1 * speeds(n.1) + w.2 * speeds(n.2) + w.3 * speeds(n.3))
  }

  /// Hands out stretches from start to end, halved until quadrature agrees with itself.
  fileprivate func measure(_ body: (_ from: Double, _ to: Double, _ length: Double) -> Void) {
    let size = controlLength
    if case .line = self { return body(0, 1, size) }
    func halve(_ t0: Double, _ t1: Double, _ whole: Double, depth: Int) {
      let middle = (t0 + t1) / 2
      let left = quadrature(from: t0, to: middle), right = quadrature(from: middle, to: t1)
      // Also where the difference is no number. At a cusp the error falls with the square of the
      // stretch, so the limit lies below rounding.
      // The squares of lengths below 1e-140 have too few digits left to agree on.
      guard depth < 24, size > 1e-140, abs(left + right - whole) > size * 1e-12 else {
        return body(t0, t1, left + right)
      }
      halve(t0, middle, left, depth: depth + 1)
      halve(middle, t1, right, depth: depth + 1)
    }
    halve(0, 1, quadrature(from: 0, to: 1), depth: 0)
  }

  /// The parameter a distance behind `t0` on a stretch of this length: by Newton's steps while they
  /// stay in the bracket, by halves otherwise.
  fileprivate func parameter(
    behind distance: Double, of length: Double, from t0: Double, to t1: Double
  ) -> Double {
    var (low, high) = (t0, t1)
    var t = t0 + (t1 - t0) * (distance / length)
    if case .line = self { return t }
    for _ in 0..<50 {
      let error = quadrature(from: t0, to: t) - distance
      if error > 0 { high = t } else { low = t }
      var next = t - error / derivative(at: t).length
      if !(next > low && next < high) { next = (low + high) / 2 }
      let step = abs(next - t)
      t = next
      if step < 1e-14 { break }
    }
    return t
  }
}
