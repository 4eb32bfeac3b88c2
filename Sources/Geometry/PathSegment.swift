/// A line or a Bézier curve of a path, with the point it starts at. Its parameter runs from 0 to 1.
package enum PathSegment: Hashable, Sendable {
  case line(from: Point, to: Point)
  case quad(from: Point, control: Point, to: Point)
  case cubic(from: Point, control1: Point, control2: Point, to: Point)

  package var start: Point {
    switch self {
    case .line(let a, _), .quad(let a, _, _), .cubic(let a, _, _, _): a
    }
  }

  package var end: Point {
    switch self {
    case .line(_, let b), .quad(_, _, let b), .cubic(_, _, _, let b): b
    }
  }

  /// The element that continues a path from `start`.
  package var element: Path.Element {
    switch self {
    case .line(_, let b): .line(b)
    case .quad(_, let c, let b): .quad(control: c, to: b)
    case .cubic(_, let c1, let c2, let b): .cubic(control1: c1, control2: c2, to: b)
    }
  }

  package var reversed: PathSegment {
    switch self {
    case .line(let a, let b): .line(from: b, to: a)
    case .quad(let a, let c, let b): .quad(from: b, control: c, to: a)
    case .cubic(let a, let c1, let c2, let b): .cubic(from: b, control1: c2, control2: c1, to: a)
    }
  }

  /// The same curve as four control points of a cubic, at the same parameters.
  var cubic: (Point, Point, Point, Point) {
    switch self {
    case .line(let a, let b):
      (a, a.interpolated(to: b, at: 1.0 / 3), b.interpolated(to: a, at: 1.0 / 3), b)
    case .quad(let a, let c, let b):
      (a, a.interpolated(to: c, at: 2.0 / 3), b.interpolated(to: c, at: 2.0 / 3), b)
    case .cubic(let a, let c1, let c2, let b): (a, c1, c2, b)
    }
  }

  /// How long the way along the control points is: no less than the length of the curve.
  package var controlLength: Double {
    switch self {
    case .line(let a, let b): (b - a).length
    case .quad(let a, let c, let b): (c - a).length + (b - c).length
    case .cubic(let a, let c1, let c2, let b):
      (c1 - a).length + (c2 - c1).length + (b - c2).length
    }
  }

  /// `t` may leave 0…1.
  package func point(at t: Double) -> Point {
    switch self {
    case .line(let a, let b): return a.interpolated(to: b, at: t)
    case .quad(let a, let c, let b):
      let u = 1 - t
      return a * (u * u) + c * (2 * u * t) + b * (t * t)
    case .cubic(let a, let c1, let c2, let b):
      let u = 1 - t
      return a * (u * u * u) + c1 * (3 * u * u * t) + c2 * (3 * u * t * t) + b * (t * t * t)
    }
  }

  /// By the parameter.
  package func derivative(at t: Double) -> Point {
    let u = 1 - t
    switch self {
    case .line(let a, let b): return b - a
    case .quad(let a, let c, let b): return (c - a) * (2 * u) + (b - c) * (2 * t)
    case .cubic(let a, let c1, let c2, let b):
      return (c1 - a) * (3 * u * u) + (c2 - c1) * (6 * u * t) + (b - c2) * (3 * t * t)
    }
  }

  func secondDerivative(at t: Double) -> Point {
    switch self {
    case .line: return .zero
    case .quad(let a, let c, let b): return (a - c * 2 + b) * 2
    case .cubic(let a, let c1, let c2, let b):
      return (a - c1 * 2 + c2) * (6 * (1 - t)) + (c1 - c2 * 2 + b) * (6 * t)
    }
  }

  /// The direction of travel, of length 1; nil where the segment is a point.
  ///
  /// Where the curve stands still for a moment, because control points coincide, it is the
  /// direction in which it goes on, and at the end the one in which it arrives.
  package func direction(at t: Double) -> Point? {
    let size = controlLength
    guard size > 0, size.isFinite else { return nil }
    // What is smaller than rounding makes it says nothing.
    let least = size * 1e-10
    let first = derivative(at: t)
    if first.length > least { return first.direction }
    let second = secondDerivative(at: t)
    if second.length > least { return (t < 1 ? second : -second).direction }
    return (end - start).direction
  }

  /// From one parameter to another, which lie in 0…1.
  package func part(from t0: Double, to t1: Double) -> PathSegment {
    if t0 == 0 && t1 == 1 { return self }
    // Ends stay exactly where they are, so that parts fit together.
    let a = t0 == 0 ? start : point(at: t0), b = t1 == 1 ? end : point(at: t1)
    switch self {
    case .line: return .line(from: a, to: b)
    case .quad(let p0, let p1, let p2):
      let c = p0.interpolated(to: p1, at: t0).interpolated(
        to: p1.interpolated(to: p2, at: t0), at: t1)
      return .quad(from: a, control: c, to: b)
    case .cubic:
      let third = (t1 - t0) / 3
      return .cubic(
        from: a, control1: a + derivative(at: t0) * third,
        control2: b - derivative(at: t1) * third, to: b)
    }
  }
}

/// What a path draws between one `move` and the next.
package struct Subpath: Hashable, Sendable {
  package var start: Point
  /// With the line that closes it, where that has a length.
  package var segments: [PathSegment] = []
  package var isClosed = false
}

extension Path {
  /// A path that goes on after `close` without a `move` starts another subpath at the same point.
  package var subpaths: [Subpath] {
    var result: [Subpath] = []
    var current: Subpath?
    for element in elements {
      let isOpen = current != nil
      var subpath = current ?? Subpath(start: result.last?.start ?? .zero)
      // The only one that has its segments, so that they are not copied for each.
      current = nil
      let point = subpath.segments.last?.end ?? subpath.start
      switch element {
      case .move(let p):
        if isOpen { result.append(subpath) }
        subpath = Subpath(start: p)
      case .line(let p): subpath.segments.append(.line(from: point, to: p))
      case .quad(let c, let p): subpath.segments.append(.quad(from: point, control: c, to: p))
      case .cubic(let c1, let c2, let p):
        subpath.segments.append(.cubic(from: point, control1: c1, control2: c2, to: p))
      case .close:
        guard isOpen else { continue }
        if point != subpath.start { subpath.segments.append(.line(from: point, to: subpath.start)) }
        subpath.isClosed = true
        result.append(subpath)
        continue
      }
      current = subpath
    }
    if let current { result.append(current) }
    return result
  }

  /// A subpath's elements, beginning with its `move`.
  package mutating func append(_ subpath: Subpath) {
    elements.append(.move(subpath.start))
    var segments = subpath.segments[...]
    if subpath.isClosed, case .line(_, subpath.start)? = segments.last { segments.removeLast() }
    elements += segments.map(\.element)
    if subpath.isClosed { elements.append(.close) }
    roundedRect = nil
  }
}
