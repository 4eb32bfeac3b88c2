import Foundation
import Geometry
import TestSupport
import Testing

@Suite("Arc length")
struct PathMeasureTests {
  @Test("Lengths, points and directions along a path are those of the table")
  func table() throws {
    let file = try VectorFile(named: "path-animation")
    file.run(kind: "arc-length") { c in
      let measure = PathMeasure(Path(c["path"]))
      let tolerance = c.tolerance ?? 1e-6
      #expect(isClose(measure.length, c["length"].double ?? .nan, tolerance), "\(c.id)")
      let lengths = c["segmentLengths"].doubles
      #expect(measure.segments.count == lengths.count, "\(c.id)")
      for (i, length) in lengths.enumerated() {
        #expect(isClose(measure.length(ofSegment: i), length, tolerance), "\(c.id) segment \(i)")
      }
      for row in c["pointAtFraction"].array.map(\.doubles) {
        guard let place = measure.place(at: row[0] * measure.length) else {
          Issue.record("\(c.id) has no place at \(row[0])")
          continue
        }
        let point = measure.point(at: place), direction = measure.direction(at: place)
        #expect(isClose(point, Point(row[1], row[2]), tolerance), "\(c.id) at \(row[0]): \(point)")
        let expected = Point(cos(row[3]), sin(row[3]))
        // At a joint the direction of either neighbour is right.
        let before = measure.place(at: row[0] * measure.length - 1e-9).flatMap(measure.direction)
        let isRight = [direction, before].contains {
          $0.map { isClose($0, expected, 1e-6) } ?? false
        }
        #expect(isRight, "\(c.id) at \(row[0]): direction \(String(describing: direction))")
      }
    }
  }

  @Test("The length is that of a fine polyline")
  func polyline() {
    var random = SeededGenerator.printed("PathMeasureTests.polyline")
    for _ in 0..<25 {
      let path = Path.random(using: &random)
      let lengths = path.samples(perSegment: 3000).map { points in
        zip(points, points.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
      }
      let measure = PathMeasure(path)
      // The chords of a polyline are shorter by a part in the square of their number.
      #expect(isClose(measure.length, lengths.reduce(0, +), 2e-4), "\(path)")
      for (i, length) in lengths.enumerated() {
        #expect(isClose(measure.length(ofSegment: i), length, 2e-4), "\(path) segment \(i)")
      }
    }
  }

  @Test("Cusps, doubled control points and curves that run back along themselves are exact")
  func cusps() {
    // x = 100·(6t² − 4t³ … ): there and back along a line, 1/8 of the way out and back each.
    let back = PathMeasure(
      Path([.move(.zero), .quad(control: Point(100, 0), to: .zero)]))
    #expect(isClose(back.length, 100, 1e-8))
    // y² = x³ has the length (4 + 9·x)^1.5 / 27 − 8/27 on either side of its cusp.
    let cusp = PathMeasure(
      Path([
        .move(Point(1, -1)),
        .cubic(control1: Point(-1.0 / 3, 1), control2: Point(-1.0 / 3, -1), to: Point(1, 1)),
      ]))
    #expect(isClose(cusp.length, 2 * (pow(13, 1.5) - 8) / 27, 1e-9))
    let line = PathMeasure(
      Path([.move(.zero), .cubic(control1: .zero, control2: Point(9, 12), to: Point(9, 12))]))
    #expect(isClose(line.length, 15, 1e-8))
  }

  @Test("Walking a path in equal steps covers equal distances")
  func evenSteps() {
    var random = SeededGenerator.printed("PathMeasureTests.evenSteps")
    for _ in 0..<40 {
      let segment = PathMeasure(Path.random(using: &random)).segments[0]
      let measure = PathMeasure([segment])
      for i in 1...10 {
        let share = Double(i) / 10
        let place = measure.place(at: share * measure.length)
        let part = PathMeasure([segment.part(from: 0, to: place?.parameter ?? 0)])
        #expect(isClose(part.length, share * measure.length, 1e-7), "\(segment) at \(share)")
      }
    }
  }

  @Test("A path of no length, none at all or one too large to measure has defined places")
  func degenerate() {
    #expect(PathMeasure(Path()).place(at: 1) == nil)
    #expect(PathMeasure(Path([.move(Point(3, 4))])).place(at: 0) == nil)
    let point = PathMeasure(Path([.move(Point(3, 4)), .line(Point(3, 4))]))
    #expect(point.length == 0)
    #expect(point.place(at: 5) == PathMeasure.Place(segment: 0, parameter: 0))
    #expect(point.direction(at: PathMeasure.Place(segment: 0, parameter: 0)) == nil)
    let huge = PathMeasure(
      Path([.move(.zero), .cubic(control1: .zero, control2: Point(1e300, 0), to: Point(0, 1e300))]))
    #expect(huge.length == 0)
    #expect(huge.place(at: 1) == PathMeasure.Place(segment: 0, parameter: 0))
    let plain = PathMeasure(Path([.move(.zero), .line(Point(4, 0))]))
    for distance in [-Double.infinity, -1, .nan, 0] {
      #expect(plain.place(at: distance) == PathMeasure.Place(segment: 0, parameter: 0))
    }
    #expect(plain.place(at: .infinity) == PathMeasure.Place(segment: 0, parameter: 1))
  }
}

@Suite("Trimming and dashes")
struct PathDashTests {
  @Test("A trimmed path begins and ends where the table says")
  func trimTable() throws {
    try VectorFile(named: "path-animation").run(kind: "stroke-trim") { c in
      let trimmed = Path(c["path"]).trimmed(
        from: c["strokeStart"].double ?? 0, to: c["strokeEnd"].double ?? 1)
      let tolerance = c.tolerance ?? 1e-3
      let segments = trimmed.subpaths.flatMap(\.segments)
      func point(_ key: String) -> Point { Point(c[key][0].double ?? 0, c[key][1].double ?? 0) }
      #expect(isClose(segments.first?.start ?? .zero, point("startPoint"), tolerance), "\(c.id)")
      #expect(isClose(segments.last?.end ?? .zero, point("endPoint"), tolerance), "\(c.id)")
      let length = c["visibleLength"].double ?? .nan
      #expect(isClose(PathMeasure(trimmed).length, length, tolerance), "\(c.id)")
    }
  }

  @Test("What is trimmed away and what is left make up the whole, and closed subpaths stay closed")
  func trimming() {
    let square = Path(rect: Rect(0, 0, 10, 10))
    var two = square
    two.elements += [.move(Point(20, 0)), .line(Point(20, 40))]
    #expect(two.trimmed(from: 0, to: 1) == two)
    #expect(two.trimmed(from: -1, to: 0.5) == square)
    #expect(two.trimmed(from: 0.5, to: 1) == Path([.move(Point(20, 0)), .line(Point(20, 40))]))
    #expect(
      two.trimmed(from: 0.25, to: 0.625)
        == Path([
          .move(Point(10, 10)), .line(Point(0, 10)), .line(.zero), .move(Point(20, 0)),
          .line(Point(20, 10)),
        ]))
    for (a, b) in [(0.5, 0.5), (0.7, 0.2), (.nan, 1)] {
      #expect(two.trimmed(from: a, to: b).isEmpty)
    }
  }

  @Test(
    "A curve so small that squares have no digits left is measured in no time",
    .timeLimit(.minutes(1)))
  func tiny() {
    for size in [1e-100, 1e-139, 1e-141, 1e-160, 1e-300] {
      let curve = Path([
        .move(.zero),
        .cubic(control1: Point(0, size), control2: Point(size, size), to: Point(size, 0)),
      ])
      let length = PathMeasure(curve).length
      #expect(length >= 0 && length <= 3.1 * size, "\(size): \(length)")
    }
  }

  @Test("Dashes lie where the table says")
  func dashTable() throws {
    try VectorFile(named: "path-animation").run(kind: "dash") { c in
      let pattern = try #require(
        DashPattern(lengths: c["pattern"].doubles, phase: c["phase"].double ?? 0))
      let length = c["length"].double ?? 0
      let intervals = pattern.intervals(length: length)
      let expected = c["onIntervals"].array.map(\.doubles)
      #expect(intervals.count == expected.count, "\(c.id): \(intervals)")
      for (interval, e) in zip(intervals, expected) {
        #expect(isClose(interval.lowerBound, e[0], 1e-9), "\(c.id)")
        #expect(isClose(interval.upperBound, e[1], 1e-9), "\(c.id)")
      }
      let line = Path([.move(.zero), .line(Point(length, 0))])
      let dashes = try #require(line.dashed(pattern))
      #expect(dashes.subpaths.count == expected.count, "\(c.id)")
      for (dash, e) in zip(dashes.subpaths, expected) {
        #expect(isClose(dash.start, Point(e[0], 0), 1e-9))
        #expect(isClose(dash.segments.last?.end ?? .zero, Point(e[1], 0), 1e-9))
      }
    }
  }

  @Test("What is no pattern is refused, and so are more dashes than can be of use")
  func noPattern() {
    for lengths in [[], [0, 0], [-1, 4], [.nan, 1], [.infinity, 1]] as [[Double]] {
      #expect(DashPattern(lengths: lengths, phase: 0) == nil)
    }
    #expect(DashPattern(lengths: [1], phase: .nan) == nil)
    let fine = DashPattern(lengths: [1e-6, 1e-6], phase: 0)
    let path = Path([.move(.zero), .line(Point(100, 0))])
    #expect(fine.flatMap { path.dashed($0) } == nil)
  }

  @Test(
    "The pattern starts anew with each subpath, and a dash goes through the start of a closed one")
  func subpaths() throws {
    var path = Path(rect: Rect(0, 0, 10, 10))
    path.elements += [.move(Point(20, 0)), .line(Point(20, 5))]
    let dashed = try #require(DashPattern(lengths: [6, 4], phase: 3).flatMap { path.dashed($0) })
    let subpaths = dashed.subpaths
    #expect(
      subpaths.map(\.start) == [Point(0, 3), Point(7, 0), Point(10, 7), Point(3, 10), Point(20, 0)])
    #expect(subpaths[0].segments.map(\.end) == [.zero, Point(3, 0)])
    #expect(subpaths.last?.segments.map(\.end) == [Point(20, 3)])
    let solid = try #require(DashPattern(lengths: [100, 1], phase: 0).flatMap { path.dashed($0) })
    #expect(solid.subpaths[0].isClosed)
  }

  @Test("Dashes of no length are there, with a direction, for round and square caps")
  func dots() throws {
    let path = Path([.move(.zero), .line(Point(0, 30))])
    let dots = try #require(DashPattern(lengths: [0, 10], phase: 0).flatMap { path.dashed($0) })
    #expect(dots.subpaths.map(\.start) == [.zero, Point(0, 10), Point(0, 20)])
    let squares = dots.stroked(StrokeStyle(width: 4, cap: .square))
    #expect(squares.contains(Point(1.9, 11.9), rule: .nonZero))
    #expect(!squares.contains(Point(1.9, 12.1), rule: .nonZero))
  }
}
