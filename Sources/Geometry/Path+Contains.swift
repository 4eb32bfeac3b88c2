extension Path {
  /// Whether a point lies inside when the path is filled: every subpath counts as closed. Of what
  /// lies exactly on an edge, least edges belong to a shape and greatest edges do not.
  package func contains(_ p: Point, rule: FillRule) -> Bool {
    guard p.isFinite else { return false }
    let winding = windingNumber(around: p)
    switch rule {
    case .nonZero: return winding != 0
    case .evenOdd: return winding % 2 != 0
    }
  }

  /// How often the path turns around a point, from +x towards +y.
  package func windingNumber(around p: Point) -> Int {
    subpaths.reduce(0) { sum, subpath in
      let end = subpath.segments.last?.end ?? subpath.start
      let closing = PathSegment.line(from: end, to: subpath.start)
      return subpath.segments.reduce(sum + closing.crossings(rightOf: p)) {
        $0 + $1.crossings(rightOf: p)
      }
    }
  }
}

extension PathSegment {
  /// How often the ray from `p` towards +x is crossed: 1 for a crossing towards +y, -1 for one back.
  ///
  /// Pieces that run up or down all the way count their lower end and not their upper one, so that
  /// a corner on the ray counts once.
  fileprivate func crossings(rightOf p: Point) -> Int {
    if case .line(let a, let b) = self {
      guard (a.y <= p.y) != (b.y <= p.y) else { return 0 }
      let x = a.x + (b.x - a.x) * ((p.y - a.y) / (b.y - a.y))
      return x > p.x ? (b.y > a.y ? 1 : -1) : 0
    }
    let (a, b, c, d) = cubic
    let ys = (a.y, b.y, c.y, d.y)
    let least = min(min(ys.0, ys.1), min(ys.2, ys.3))
    let greatest = max(max(ys.0, ys.1), max(ys.2, ys.3))
    guard p.y >= least, p.y <= greatest, max(max(a.x, b.x), max(c.x, d.x)) > p.x else { return 0 }
    var count = 0
    var (t0, y0) = (0.0, a.y)
    for t1 in Self.turns(a.y, b.y, c.y, d.y).sorted() + [1] {
      let y1 = t1 == 1 ? d.y : point(at: t1).y
      if (y0 <= p.y) != (y1 <= p.y), x(at: p.y, between: t0, t1, rises: y1 > y0) > p.x {
        count += y1 > y0 ? 1 : -1
      }
      (t0, y0) = (t1, y1)
    }
    return count
  }

  /// Where a piece that only rises or only falls reaches a height: by Newton's steps while they stay
  /// in the bracket, by halves otherwise.
  private func x(at y: Double, between t0: Double, _ t1: Double, rises: Bool) -> Double {
    var (low, high) = (t0, t1)
    var t = (t0 + t1) / 2
    for _ in 0..<60 {
      let here = point(at: t)
      let error = here.y - y
      if error == 0 { return here.x }
      if (error > 0) == rises { high = t } else { low = t }
      var next = t - error / derivative(at: t).y
      // The comparison is also false for the NaN and infinity of a zero slope.
      if !(next > low && next < high) { next = (low + high) / 2 }
      if abs(next - t) < 1e-15 { break }
      t = next
    }
    return point(at: t).x
  }
}
