import Glibc

extension Path {
  /// The outline of the path drawn with a pen: filled by the non-zero rule it covers what the pen
  /// does. Curves stay curves; the outline strays from the true one by less than a thousandth of
  /// the pen's width.
  ///
  /// A subpath that is a point shows round and square caps, if it is more than a `move`. Empty where
  /// the pen has no width.
  package func stroked(_ style: StrokeStyle) -> Path {
    guard style.width > 0, style.width.isFinite else { return Path() }
    var outline = StrokeOutline(style)
    for subpath in subpaths where subpath.isClosed || !subpath.segments.isEmpty {
      outline.add(subpath)
    }
    return outline.path
  }
}

/// The two sides of a stroke under construction.
///
/// Both run along the path; at the end the right one is turned round. So the outline winds once, the
/// same way, around whatever a pen stroke's cross-section sweeps forwards, and once the other way
/// around what it sweeps backwards: the inside of bends tighter than the pen. What is swept backwards
/// is outlined twice more, so that the sum is never zero where the pen has been.
private struct StrokeOutline {
  private(set) var path = Path()
  private let style: StrokeStyle
  private let half: Double
  private var left = OutlineSide()
  private var right = OutlineSide()

  /// Turns smaller than this have no join.
  private static let straight = 1e-4

  init(_ style: StrokeStyle) {
    self.style = style
    half = style.width / 2
  }

  mutating func add(_ subpath: Subpath) {
    var ends: (first: Point, last: Point)?
    for segment in subpath.segments {
      guard let direction = segment.direction(at: 0), let last = segment.direction(at: 1) else {
        continue
      }
      if let ends {
        join(at: segment.start, from: ends.last, to: direction, style.join)
      } else {
        start(at: segment.start, direction)
      }
      ends = (ends?.first ?? direction, last)
      if case .line = segment {
        left.line(to: segment.end + last.quarterTurn * half)
        right.line(to: segment.end - last.quarterTurn * half)
      } else {
        add(curve: segment)
      }
    }
    guard let ends else { return addDot(at: subpath.start) }
    if subpath.isClosed {
      join(at: subpath.start, from: ends.last, to: ends.first, style.join)
      path.append(Subpath(start: left.start, segments: left.segments, isClosed: true))
      let back = right.segments.reversed().map(\.reversed)
      path.append(Subpath(start: right.current, segments: back, isClosed: true))
    } else {
      let end = subpath.segments.last?.end ?? subpath.start
      close(from: subpath.start, -ends.first, to: end, ends.last)
    }
  }

  private mutating func start(at point: Point, _ direction: Point) {
    left = OutlineSide(start: point + direction.quarterTurn * half)
    right = OutlineSide(start: point - direction.quarterTurn * half)
  }

  /// Makes one contour of both sides, with caps. Directions lead out of the stroke.
  private mutating func close(
    from start: Point, _ startDirection: Point, to end: Point, _ endDirection: Point
  ) {
    var side = left
    side.cap(at: end, endDirection, half: half, style.cap)
    side.segments += right.segments.reversed().map(\.reversed)
    side.cap(at: start, startDirection, half: half, style.cap)
    path.append(Subpath(start: side.start, segments: side.segments, isClosed: true))
  }

  private mutating func addDot(at point: Point) {
    guard style.cap != .butt else { return }
    start(at: point, Point(1, 0))
    close(from: point, Point(-1, 0), to: point, Point(1, 0))
  }

  // MARK: Joins

  /// Goes around a corner: the outer side by the join, the inner one by way of the corner itself, so
  /// that no segment loses any of its width.
  private mutating func join(at p: Point, from t0: Point, to t1: Point, _ join: LineJoin) {
    let turn = t0.cross(t1), cosine = t0.dot(t1)
    let (n0, n1) = (t0.quarterTurn * half, t1.quarterTurn * half)
    if abs(turn) < Self.straight && cosine > 0 {
      left.line(to: p + n1)
      right.line(to: p - n1)
    } else if turn >= 0 {
      left.line(to: p)
      left.line(to: p + n1)
      right.corner(at: p, from: -n0, to: -n1, angle: atan2(turn, cosine), cosine, join, style)
    } else {
      right.line(to: p)
      right.line(to: p - n1)
      left.corner(at: p, from: n0, to: n1, angle: atan2(turn, cosine), cosine, join, style)
    }
  }

  // MARK: Curves

  private mutating func add(curve: PathSegment) {
    let offsets = CurveOffsets(curve, half: half)
    var (leftBack, rightBack) = (BackwardRun(), BackwardRun())
    for piece in offsets.pieces() {
      switch piece {
      case .smooth(let t0, let t1):
        let l = offsets.fit(t0, t1, at: half), r = offsets.fit(t0, t1, at: -half)
        left.append(l)
        right.append(r)
        let middle = (t0 + t1) / 2
        if offsets.stretch(at: middle, by: half) < 0 {
          leftBack.append(l, offsets.centers(from: t0, to: t1, at: half))
        } else {
          addTwice(leftBack.take()?.reversed)
        }
        if offsets.stretch(at: middle, by: -half) < 0 {
          rightBack.append(r, offsets.centers(from: t0, to: t1, at: -half))
        } else {
          addTwice(rightBack.take())
        }
      case .turn(let t0, let t1):
        guard let d0 = curve.direction(at: t0), let d1 = curve.direction(at: t1) else { continue }
        addTwice(leftBack.take()?.reversed)
        addTwice(rightBack.take())
        join(at: curve.point(at: (t0 + t1) / 2), from: d0, to: d1, .round)
      }
    }
    addTwice(leftBack.take()?.reversed)
    addTwice(rightBack.take())
  }

  private mutating func addTwice(_ area: Path?) {
    guard let area else { return }
    path.elements += area.elements
    path.elements += area.elements
  }
}

/// A stretch of one side that runs backwards, with the centres of curvature beside it.
private struct BackwardRun {
  private var side: [PathSegment] = []
  private var centers: [Point] = []

  mutating func append(_ segment: PathSegment, _ centers: [Point]) {
    side.append(segment)
    self.centers += centers
  }

  /// The area between the side and the centres, along the side and back; nil for none. Begins anew.
  mutating func take() -> Path? {
    guard let first = side.first else { return nil }
    var area = Subpath(start: first.start, segments: side, isClosed: true)
    for center in centers.reversed() + [first.start] {
      area.segments.append(.line(from: area.segments[area.segments.count - 1].end, to: center))
    }
    self = BackwardRun()
    var path = Path()
    path.append(area)
    return path
  }
}

/// A line along one side of a stroke.
private struct OutlineSide {
  var start = Point.zero
  var segments: [PathSegment] = []

  var current: Point { segments.last?.end ?? start }

  mutating func line(to p: Point) {
    if p != current { segments.append(.line(from: current, to: p)) }
  }

  /// A segment that starts where this ends, up to rounding.
  mutating func append(_ segment: PathSegment) {
    line(to: segment.start)
    segments.append(segment)
  }

  /// An arc about a centre from one arm to another; `angle` is positive from +x towards +y.
  mutating func arc(about center: Point, from a: Point, to b: Point, angle: Double) {
    line(to: center + a)
    let count = max(1, Int((abs(angle) / (.pi / 2) - 1e-9).rounded(.up)))
    let step = angle / Double(count)
    // Of the control points of a circular arc, along the tangents.
    let reach = 4.0 / 3 * tan(step / 4)
    var arm = a
    for i in 1...count {
      let turned = Point(
        arm.x * cos(step) - arm.y * sin(step), arm.x * sin(step) + arm.y * cos(step))
      let next = i == count ? b : turned
      segments.append(
        .cubic(
          from: current, control1: center + arm + arm.quarterTurn * reach,
          control2: center + next - next.quarterTurn * reach, to: center + next))
      arm = next
    }
  }

  /// The outer side of a corner, from the end of one arm to that of another.
  mutating func corner(
    at p: Point, from a: Point, to b: Point, angle: Double, _ cosine: Double, _ join: LineJoin,
    _ style: StrokeStyle
  ) {
    switch join {
    case .bevel: break
    case .round: arc(about: p, from: a, to: b, angle: angle)
    case .miter:
      // The miter's length is the half width over the cosine of half the turn.
      if (1 + cosine) / 2 * style.miterLimit * style.miterLimit >= 1 {
        line(to: p + (a + b) * (1 / (1 + cosine)))
      }
    }
    line(to: p + b)
  }

  /// From the left of a stroke's end to its right, or the other way round at its start.
  mutating func cap(at p: Point, _ direction: Point, half: Double, _ cap: LineCap) {
    let arm = direction.quarterTurn * half
    switch cap {
    case .butt: break
    case .round: arc(about: p, from: arm, to: -arm, angle: -.pi)
    case .square:
      line(to: p + arm + direction * half)
      line(to: p - arm + direction * half)
    }
    line(to: p - arm)
  }
}
