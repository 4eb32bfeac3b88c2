/// Lengths on and off in turn along a line; an odd number of them counts twice.
package struct DashPattern: Hashable, Sendable {
  package let lengths: [Double]
  /// How far into the pattern a line starts; may be negative.
  package let phase: Double

  private var period: Double { lengths.reduce(0, +) }

  /// Nil where the lengths make no pattern: none at all, a negative one, all of them zero, or a
  /// number that is not finite.
  package init?(lengths: [Double], phase: Double) {
    let all = lengths.count.isMultiple(of: 2) ? lengths : lengths + lengths
    let period = all.reduce(0, +)
    guard all.allSatisfy({ $0 >= 0 }), period > 0, period.isFinite, phase.isFinite else {
      return nil
    }
    self.lengths = all
    self.phase = phase
  }

  /// How many dashes a line of this length has, roughly.
  package func count(length: Double) -> Double {
    length / period * Double(lengths.count / 2)
  }

  /// Where the pen is down along a line of this length. Dashes of no length are there too.
  package func intervals(length: Double) -> [ClosedRange<Double>] {
    var rest = phase.truncatingRemainder(dividingBy: period)
    if rest < 0 { rest += period }
    var result: [ClosedRange<Double>] = []
    var start = -rest
    var i = 0
    while start < length {
      let n = i % lengths.count
      // Multiplied, so that rounding does not add up along the line.
      if n == 0 { start = Double(i / lengths.count) * period - rest }
      let end = start + lengths[n]
      let isDash = n.isMultiple(of: 2) && start < length
      if isDash, end > 0 || (start == end && end == 0) {
        result.append(max(start, 0)...min(end, length))
      }
      start = end
      i += 1
    }
    return result
  }
}

extension Path {
  /// Of one subpath.
  package static let maximumDashes = 100_000.0

  /// The dashes as subpaths of their own. The pattern starts anew with each subpath; where the end
  /// of a closed one meets its start in the middle of a dash, that dash goes through. Nil where it
  /// would be more dashes than can be of use.
  ///
  /// - Parameters:
  ///   - start, end: Shares of the whole length, from 0 to 1, between which dashes are shown; they
  ///     lie where they would lie along all of it.
  package func dashed(
    _ pattern: DashPattern, from start: Double = 0, to end: Double = 1
  ) -> Path? {
    guard start < end else { return Path() }
    let measures = subpaths.map { ($0, PathMeasure($0.segments)) }
    let total = measures.reduce(0) { $0 + $1.1.length }
    var result = Path()
    var before = 0.0
    for (subpath, measure) in measures {
      guard pattern.count(length: measure.length) < Self.maximumDashes else { return nil }
      let from = start > 0 ? start * total - before : 0
      let to = end < 1 ? end * total - before : measure.length
      before += measure.length
      var dashes = pattern.intervals(length: measure.length).compactMap { interval in
        interval.part(from: from, to: to).map {
          measure.dash(from: $0.lowerBound, to: $0.upperBound)
        }
      }
      dashes.removeAll(where: \.isEmpty)
      if subpath.isClosed, let first = dashes.first, let last = dashes.last,
        first[0].start == subpath.start, last[last.count - 1].end == subpath.start
      {
        if dashes.count == 1 {
          result.append(subpath)
          continue
        }
        dashes[0] = last + first
        dashes.removeLast()
      }
      for dash in dashes { result.append(Subpath(start: dash[0].start, segments: dash)) }
    }
    return result
  }

  /// What lies between two shares of the whole length, from 0 to 1. A subpath that is shown whole
  /// stays closed if it was.
  package func trimmed(from start: Double, to end: Double) -> Path {
    if start <= 0 && end >= 1 { return self }
    guard start < end else { return Path() }
    let measures = subpaths.map { ($0, PathMeasure($0.segments)) }
    let total = measures.reduce(0) { $0 + $1.1.length }
    var result = Path()
    var before = 0.0
    for (subpath, measure) in measures {
      let from = start * total - before, to = end * total - before
      before += measure.length
      if from <= 0 && to >= measure.length {
        result.append(subpath)
        continue
      }
      let pieces = measure.pieces(from: max(from, 0), to: min(to, measure.length))
      guard let first = pieces.first else { continue }
      result.append(Subpath(start: first.start, segments: pieces))
    }
    return result
  }
}

extension ClosedRange<Double> {
  /// What lies between two places; nil for nothing, which a range of no length is only outside.
  fileprivate func part(from start: Double, to end: Double) -> ClosedRange<Double>? {
    let from = Swift.max(lowerBound, start), to = Swift.min(upperBound, end)
    guard from < to || from == to && lowerBound == upperBound else { return nil }
    return from...to
  }
}

extension PathMeasure {
  /// A dash of no length is a line too short to be seen, which gives round and square caps their
  /// direction.
  fileprivate func dash(from start: Double, to end: Double) -> [PathSegment] {
    if start < end { return pieces(from: start, to: end) }
    guard let place = place(at: start), let direction = direction(at: place) else { return [] }
    let point = point(at: place)
    return [.line(from: point, to: point + direction * (length * 1e-9))]
  }
}
