import Foundation
import Geometry
import TestSupport
import Testing

/// The turn from one vector to another, between half a turn back and half a turn on.
func atan2Turn(_ u: Point, _ v: Point) -> Double {
  atan2(u.x * v.y - u.y * v.x, u.x * v.x + u.y * v.y)
}

/// From a point to a straight segment.
func distance(_ line: PathSegment, _ p: Point) -> Double {
  let along = line.end - line.start, to = p - line.start
  let length = along.x * along.x + along.y * along.y
  let t = length > 0 ? min(max((to.x * along.x + to.y * along.y) / length, 0), 1) : 0
  return (to - along * t).length
}

@Suite("Strokes as outlines")
struct PathStrokeTests {
  @Test("With round caps and joins the outline holds what is nearer than half the width")
  func roundPen() {
    var random = SeededGenerator.printed("PathStrokeTests.roundPen")
    let count = SeededGenerator.isDeepRun ? 2000 : 40
    for _ in 0..<count {
      let path = Path.random(using: &random)
      let width = random.chance(0.3) ? random.number(30...90) : random.number(0.5...30)
      let outline = path.stroked(StrokeStyle(width: width, cap: .round, join: .round))
      let lines = path.flattened(tolerance: 1e-3).subpaths.flatMap(\.segments)
      for _ in 0..<40 {
        let p = Point(random.number(-40...140), random.number(-40...140))
        let away = lines.map { distance($0, p) }.min() ?? .infinity
        if abs(away - width / 2) < width * 1e-3 + 2e-3 { continue }
        #expect(
          outline.contains(p, rule: .nonZero) == (away < width / 2),
          "\(path) with \(width) at \(p), \(away) away")
      }
    }
  }

  @Test("Around an inflection, where one side ceases to run backwards and the other begins to")
  func inflection() {
    let path = Path([
      .move(Point(72.68701370792456, 9.319003325327579)),
      .line(Point(10.52478786617993, 44.479205961869106)),
      .line(Point(10.602856254209547, 8.25686747133718)),
      .cubic(
        control1: Point(89.4839576759027, 71.37623215560768),
        control2: Point(26.021927729632676, 31.7668671953674),
        to: Point(56.763297146004824, 76.49202328054108)),
    ])
    let width = 65.01212200667123
    let outline = path.stroked(StrokeStyle(width: width, cap: .round, join: .round))
    // 39.67 from the path, and just inside the pen's reach.
    #expect(!outline.contains(Point(93.0928221739787, 92.41950994725795), rule: .nonZero))
    #expect(outline.contains(Point(79, 99), rule: .nonZero))
    // Nothing lies further out than the pen reaches from the path, which bounds in both axes.
    guard let within = path.bounds, let bounds = outline.bounds else {
      Issue.record("The stroke has no bounds")
      return
    }
    let reach = width / 2 * 1.002
    #expect(bounds.minX >= within.minX - reach && bounds.maxX <= within.maxX + reach)
    #expect(bounds.minY >= within.minY - reach && bounds.maxY <= within.maxY + reach)
  }

  @Test("A side that runs backwards only in the middle of a piece adds nothing beyond the pen")
  func backwardsInside() {
    let curve = Path([
      .move(Point(91.34278393674211, 89.04664451112974)),
      .cubic(
        control1: Point(94.95070772955971, 119.11451825258708),
        control2: Point(90.67118236939666, 76.35201826852739),
        to: Point(103.11950057929563, 166.51291620698026)),
    ])
    let style = StrokeStyle(width: 50.46514501357389, cap: .round, join: .round)
    let outline = curve.stroked(style)
    // 2.43 half widths from the curve, in the direction of a centre of curvature.
    #expect(!outline.contains(Point(152.80819885196007, 87.32741900115366), rule: .nonZero))
    #expect(outline.contains(Point(95, 100), rule: .nonZero))
  }

  @Test("A pen wider than what it goes around leaves no hole", arguments: [19.0, 20, 21, 40, 200])
  func wideCircle(width: Double) {
    let outline = Path.circle(.zero, 10).stroked(StrokeStyle(width: width))
    for r in stride(from: 0.0, to: 10 + width / 2 - 0.2, by: 0.45) {
      for i in 0..<12 {
        let p = Point(r * cos(Double(i) / 2), r * sin(Double(i) / 2))
        if abs(r - abs(10 - width / 2)) < 0.1 { continue }
        #expect(outline.contains(p, rule: .nonZero) == (r > 10 - width / 2), "\(p)")
      }
    }
  }

  /// What a pen covers along a polyline: a rectangle for each line, a piece for each join.
  private func covers(
    _ points: [Point], isClosed: Bool, _ style: StrokeStyle, _ p: Point
  ) -> Bool {
    let h = style.width / 2
    func isInside(_ polygon: [Point]) -> Bool {
      let sides = zip(polygon, polygon.dropFirst() + [polygon[0]]).map { a, b in
        (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
      }
      return sides.allSatisfy { $0 >= 0 } || sides.allSatisfy { $0 <= 0 }
    }
    func unit(_ v: Point) -> Point { v * (1 / v.length) }
    let ends = isClosed ? points + [points[0]] : points
    for i in 0..<(ends.count - 1) {
      let d = unit(ends[i + 1] - ends[i]), n = Point(-d.y, d.x) * h
      var (a, b) = (ends[i], ends[i + 1])
      if style.cap == .square, !isClosed {
        if i == 0 { a = a - d * h }
        if i == ends.count - 2 { b = b + d * h }
      }
      if isInside([a + n, b + n, b - n, a - n]) { return true }
    }
    for i in (isClosed ? 0 : 1)..<(isClosed ? points.count : points.count - 1) {
      let before = points[(i + points.count - 1) % points.count]
      let corner = points[i], after = points[(i + 1) % points.count]
      let d0 = unit(corner - before), d1 = unit(after - corner)
      let turn = atan2Turn(d0, d1)
      let side = turn > 0 ? -h : h
      let n0 = Point(-d0.y, d0.x) * side, n1 = Point(-d1.y, d1.x) * side
      if isInside([corner, corner + n0, corner + n1]) { return true }
      if style.join == .miter, 1 / cos(turn / 2) <= style.miterLimit {
        let tip = corner + unit(n0 + n1) * (h / cos(turn / 2))
        if isInside([corner, corner + n0, tip, corner + n1]) { return true }
      }
    }
    return false
  }

  @Test("Sharp joins and flat caps cover a rectangle for each line and a wedge for each corner")
  func polylines() {
    var random = SeededGenerator.printed("PathStrokeTests.polylines")
    for _ in 0..<150 {
      let points = (0..<Int.random(in: 3...6, using: &random)).map { _ in
        Point(random.number(0...100), random.number(0...100))
      }
      let isClosed = random.chance(0.5)
      var path = Path([.move(points[0])] + points.dropFirst().map { .line($0) })
      if isClosed { path.elements.append(.close) }
      let style = StrokeStyle(
        width: random.number(1...40), cap: random.pick([.butt, .square]),
        join: random.pick([.bevel, .miter]), miterLimit: random.number(1...12))
      let outline = path.stroked(style)
      for _ in 0..<40 {
        let p = Point(random.number(-30...130), random.number(-30...130))
        // Next to an edge rounding may decide.
        let around = [Point(1e-6, 0), Point(-1e-6, 0), Point(0, 1e-6), Point(0, -1e-6)].map {
          covers(points, isClosed: isClosed, style, p + $0)
        }
        guard Set(around).count == 1 else { continue }
        #expect(
          outline.contains(p, rule: .nonZero) == around[0],
          "\(points) closed \(isClosed) \(style) at \(p)")
      }
    }
  }

  @Test("A miter becomes a bevel beyond its limit, measured from the inner to the outer corner")
  func miterLimit() {
    // A right angle: the miter is √2 half widths long.
    let corner = Path([.move(.zero), .line(Point(50, 0)), .line(Point(50, 50))])
    let within = corner.stroked(StrokeStyle(width: 10, miterLimit: 1.4143))
    let beyond = corner.stroked(StrokeStyle(width: 10, miterLimit: 1.4141))
    #expect(within.contains(Point(54.9, -4.9), rule: .nonZero))
    #expect(!beyond.contains(Point(54.9, -4.9), rule: .nonZero))
    #expect(beyond.contains(Point(52, -2), rule: .nonZero))
  }

  @Test("A closed path has a join where it closes, an open one has caps there")
  func closing() {
    let points: [Path.Element] = [
      .move(Point(0, 0)), .line(Point(50, 0)), .line(Point(50, 50)), .line(Point(0, 50)),
      .line(Point(0, 0)),
    ]
    let style = StrokeStyle(width: 10)
    let open = Path(points).stroked(style), closed = Path(points + [.close]).stroked(style)
    #expect(!open.contains(Point(-4, -4), rule: .nonZero))
    #expect(closed.contains(Point(-4, -4), rule: .nonZero))
    #expect(closed.subpaths.count == 2)
    #expect(closed.subpaths.map(\.isClosed) == [true, true])
    #expect(!closed.contains(Point(25, 25), rule: .nonZero))
  }

  @Test("A subpath that is a point is a dot or a square by its caps; a move alone is nothing")
  func points() {
    let dot = Path([.move(Point(5, 5)), .line(Point(5, 5))])
    let area = dot.stroked(StrokeStyle(width: 4, cap: .round))
    #expect(area.contains(Point(6.3, 6.3), rule: .nonZero))
    #expect(!area.contains(Point(6.5, 6.5), rule: .nonZero))
    let square = Path([.move(Point(5, 5)), .close]).stroked(StrokeStyle(width: 4, cap: .square))
    #expect(square.bounds == Rect(3, 3, 4, 4))
    #expect(dot.stroked(StrokeStyle(width: 4)).isEmpty)
    #expect(Path([.move(Point(5, 5))]).stroked(StrokeStyle(width: 4, cap: .round)).isEmpty)
  }

  @Test("A line that turns back on itself and a curve with a cusp have the pen's end there")
  func turningBack() {
    let style = StrokeStyle(width: 10, cap: .butt, join: .round)
    let back = Path([.move(.zero), .line(Point(50, 0)), .line(Point(20, 0))]).stroked(style)
    #expect(back.contains(Point(54, 0), rule: .nonZero))
    let cusp = Path([
      .move(Point(0, 0)), .cubic(control1: Point(60, 60), control2: Point(0, 60), to: Point(60, 0)),
    ])
    #expect(cusp.stroked(style).contains(Point(30, 49), rule: .nonZero))
    let quad = Path([.move(.zero), .quad(control: Point(100, 0), to: .zero)]).stroked(style)
    #expect(quad.contains(Point(54, 0), rule: .nonZero))
    #expect(!quad.contains(Point(56, 0), rule: .nonZero))
  }

  @Test("A pen without width, or a path too large to have directions, strokes nothing")
  func nothing() {
    let line = Path([.move(.zero), .line(Point(9, 0))])
    for width in [0, -1, .nan, .infinity] {
      #expect(line.stroked(StrokeStyle(width: width)).isEmpty)
    }
    let huge = Path([
      .move(.zero), .cubic(control1: Point(1e300, 0), control2: Point(0, 1e300), to: Point(1, 1)),
    ])
    #expect(huge.stroked(StrokeStyle(width: 2)).isEmpty)
  }

  @Test("A pen far wider than its curve, or than any page, has an outline of few parts")
  func widePens() {
    let curve = Path([
      .move(.zero), .cubic(control1: Point(90, 10), control2: Point(-30, 40), to: Point(50, 60)),
      .quad(control: Point(50, 60), to: Point(0, 9)),
    ])
    for width in [1e6, 1e30, 1e153, 1e200, 1e300] {
      let outline = curve.stroked(StrokeStyle(width: width, join: .round))
      #expect(outline.elements.count < 100_000, "\(width): \(outline.elements.count)")
    }
  }

  @Test("Curves stay curves: the outline of a circle has few elements and the right area")
  func area() {
    let outline = Path.circle(.zero, 50).stroked(StrokeStyle(width: 10))
    #expect(outline.elements.count < 80)
    let polygons = outline.subpaths.map { subpath in
      subpath.segments.flatMap { s in (0..<64).map { s.point(at: Double($0) / 64) } }
    }
    let areas = polygons.map { points in
      zip(points, points.dropFirst() + [points[0]]).reduce(0) {
        $0 + ($1.0.x * $1.1.y - $1.0.y * $1.1.x) / 2
      }
    }
    let ring = Double.pi * (55 * 55 - 45 * 45)
    #expect(isClose(abs(areas.reduce(0, +)), ring, 4))
  }
}
