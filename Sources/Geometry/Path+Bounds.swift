extension Path {
  /// Around all points, control points included; nil for an empty path.
  package var controlBounds: Rect? {
    guard !isEmpty else { return nil }
    var points: [Point] = []
    for element in elements {
      switch element {
      case .move(let p), .line(let p): points.append(p)
      case .quad(let c, let p): points += [c, p]
      case .cubic(let c1, let c2, let p): points += [c1, c2, p]
      case .close: break
      }
    }
    return Rect(bounding: points)
  }

  /// Around the path itself, control points aside; nil for an empty path.
  package var bounds: Rect? {
    guard !isEmpty else { return nil }
    var points: [Point] = []
    for subpath in subpaths {
      points.append(subpath.start)
      for segment in subpath.segments {
        points += segment.extremes.map(segment.point(at:))
        points.append(segment.end)
      }
    }
    return Rect(bounding: points)
  }
}

extension PathSegment {
  /// The parameters inside 0…1 at which the curve turns round in x or in y.
  var extremes: [Double] {
    if case .line = self { return [] }
    let (a, b, c, d) = cubic
    return Self.turns(a.x, b.x, c.x, d.x) + Self.turns(a.y, b.y, c.y, d.y)
  }

  /// The zeros inside 0…1 of a coordinate's derivative, which is 3·(u + 2·v·t + w·t²).
  static func turns(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> [Double] {
    let u = b - a, v = a - 2 * b + c, w = d - 3 * c + 3 * b - a
    let root = (v * v - u * w).squareRoot()
    guard root.isFinite else { return [] }
    // Of the two forms of the solution each zero takes the one that does not cancel.
    let q = -(v + (v < 0 ? -root : root))
    return [q / w, u / q].filter { $0 > 0 && $0 < 1 }
  }
}
