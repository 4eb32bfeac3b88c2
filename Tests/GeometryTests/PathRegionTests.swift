import Geometry
import TestSupport
import Testing

@Suite("Bounds and containment")
struct PathRegionTests {
  @Test("Bounds touch the curve on every side")
  func bounds() throws {
    var random = SeededGenerator.printed("PathRegionTests.bounds")
    for _ in 0..<40 {
      let path = Path.random(using: &random)
      let sampled = Rect(bounding: path.samples(perSegment: 1000).flatMap { $0 })
      let bounds = try #require(path.bounds)
      #expect(bounds.minX <= sampled.minX + 1e-9 && bounds.maxX >= sampled.maxX - 1e-9)
      #expect(bounds.minY <= sampled.minY + 1e-9 && bounds.maxY >= sampled.maxY - 1e-9)
      // Near its turning point a curve moves by less than the square of a step.
      #expect(isClose(bounds.size.width, sampled.size.width, 1e-3), "\(path)")
      #expect(isClose(bounds.size.height, sampled.size.height, 1e-3), "\(path)")
      let control = try #require(path.controlBounds)
      #expect(control.minX <= bounds.minX && control.minY <= bounds.minY)
      #expect(control.maxX >= bounds.maxX - 1e-9 && control.maxY >= bounds.maxY - 1e-9)
    }
    #expect(Path().bounds == nil && Path().controlBounds == nil)
  }

  /// How often a polygon turns around a point: by angles, which shares nothing with rays.
  private func winding(of subpaths: [[Point]], around p: Point) -> Int {
    var turns = 0.0
    for points in subpaths {
      for (a, b) in zip(points, points.dropFirst() + [points[0]]) {
        let u = a - p, v = b - p
        turns += atan2Turn(u, v)
      }
    }
    return Int((turns / (2 * .pi)).rounded())
  }

  @Test("A point is inside when the path turns around it")
  func containment() {
    var random = SeededGenerator.printed("PathRegionTests.containment")
    for _ in 0..<25 {
      let path = Path.random(using: &random)
      let polygons = path.subpaths.map { subpath in
        [subpath.start]
          + subpath.segments.flatMap { s in (1...200).map { s.point(at: Double($0) / 200) } }
      }
      for _ in 0..<40 {
        let p = Point(random.number(-5...105), random.number(-5...105))
        let isNearEdge = polygons.contains { $0.contains { ($0 - p).length < 1.5 } }
        if isNearEdge { continue }
        let expected = winding(of: polygons, around: p)
        #expect(path.windingNumber(around: p) == expected, "\(path) around \(p)")
        #expect(path.contains(p, rule: .nonZero) == (expected != 0))
        #expect(path.contains(p, rule: .evenOdd) == (expected % 2 != 0))
      }
    }
  }

  @Test("Neighbouring shapes share no point of their common edge and leave none out")
  func sharedEdges() {
    let left = Path(rect: Rect(0, 0, 10, 10)), right = Path(rect: Rect(10, 0, 10, 10))
    for y in stride(from: 0.0, to: 10, by: 1.25) {
      let p = Point(10, y)
      #expect(left.contains(p, rule: .nonZero) != right.contains(p, rule: .nonZero))
    }
    // The ray through the corners of a diamond.
    let diamond = Path([
      .move(Point(0, 5)), .line(Point(5, 0)), .line(Point(10, 5)), .line(Point(5, 10)), .close,
    ])
    #expect(diamond.contains(Point(5, 5), rule: .nonZero))
    #expect(!diamond.contains(Point(-1, 5), rule: .nonZero))
    #expect(!diamond.contains(Point(-1, 0), rule: .evenOdd))
    // The ray touches a curve at its top.
    let circle = Path.circle(Point(5, 5), 5)
    #expect(!circle.contains(Point(-3, 0), rule: .nonZero))
    #expect(!circle.contains(Point(-3, 10), rule: .nonZero))
    #expect(circle.contains(Point(3, 5), rule: .nonZero))
  }

  @Test("Open subpaths count as closed, and points that are none lie outside")
  func open() {
    let open = Path([.move(.zero), .line(Point(10, 0)), .line(Point(0, 10))])
    #expect(open.contains(Point(2, 2), rule: .nonZero))
    #expect(!open.contains(Point(.nan, 2), rule: .nonZero))
    #expect(!open.contains(Point(.infinity, 2), rule: .evenOdd))
    #expect(!Path().contains(.zero, rule: .nonZero))
  }
}

@Suite("Shapes and structure")
struct PathShapeTests {
  @Test("A path of very many lines is taken apart in no time", .timeLimit(.minutes(1)))
  func longPath() {
    let count = 200_000
    let path = Path([.move(.zero)] + (1...count).map { .line(Point(Double($0), Double($0 % 7))) })
    #expect(path.subpaths.map(\.segments.count) == [count])
    #expect(path.bounds == Rect(0, 0, Double(count), 6))
  }

  @Test("Continuous corners are those of the table")
  func continuousCorners() throws {
    try VectorFile(named: "rendering-numbers").run(kind: "continuous-corner") { c in
      let r = c["cornerRadius"].double ?? 0
      let path = Path(continuousRoundedRect: Rect(0, 0, 200, 100), radii: Size(r, r))
      // The corner at the origin is the last one, from the left side to the top.
      let corner = path.elements.dropLast().suffix(4)
      let expected = Path(c["path"]).reversed.elements
      for (element, e) in zip(corner.dropFirst(), expected.dropFirst()) {
        guard case .cubic(let a1, let a2, let a) = element, case .cubic(let b1, let b2, let b) = e
        else {
          Issue.record("\(c.id): no curve")
          return
        }
        #expect(isClose(a1, b1, 1e-6) && isClose(a2, b2, 1e-6) && isClose(a, b, 1e-6), "\(c.id)")
      }
    }
  }

  @Test("Corners without room tend to circular ones, and the structure stays")
  func fullyRound() {
    let rect = Rect(0, 0, 100, 40)
    let pill = Path(continuousRoundedRect: rect, radii: Size(90, 20))
    let round = Path(continuousRoundedRect: rect, radii: Size(20, 20))
    for segment in round.subpaths[0].segments {
      guard case .cubic = segment else { continue }
      for i in 0...10 {
        let p = segment.point(at: Double(i) / 10)
        let center = Point(p.x < 50 ? 20 : 80, 20)
        #expect(isClose((p - center).length, 20, 1e-3))
      }
    }
    for r in [1.0, 5, 13, 14, 19, 20, 30] {
      let other = Path(continuousRoundedRect: rect, radii: Size(r, r))
      #expect(other.hasSameStructure(as: pill))
      let bounds = other.bounds ?? .zero
      #expect(isClose(bounds.maxX, 100, 1e-9) && isClose(bounds.minY, 0, 1e-9))
    }
    let sharp = Path(continuousRoundedRect: rect, radii: Size(0, 5))
    #expect(sharp.elements == Path(rect: rect).elements)
    let some = Path(continuousRoundedRect: rect, radii: Size(10, 10), corners: 1 | 8)
    #expect(some.contains(Point(99.9, 0.1), rule: .nonZero))
    #expect(!some.contains(Point(0.1, 0.1), rule: .nonZero))
    #expect(!some.contains(Point(99.9, 39.9), rule: .nonZero))
    #expect(some.contains(Point(0.1, 39.9), rule: .nonZero))
  }

  @Test("A flattened path has lines only and strays by no more than asked")
  func flattening() {
    var random = SeededGenerator.printed("PathShapeTests.flattening")
    for _ in 0..<8 {
      let path = Path.random(using: &random)
      let flat = path.flattened(tolerance: 0.05)
      for segment in flat.subpaths.flatMap(\.segments) {
        guard case .line = segment else {
          Issue.record("a curve is left")
          return
        }
      }
      let lines = flat.subpaths.flatMap(\.segments)
      for points in path.samples(perSegment: 40) {
        for p in points {
          let away = lines.map { distance($0, p) }.min() ?? .infinity
          #expect(away <= 0.0501)
        }
      }
    }
  }

  @Test("A reversed path runs backwards over the same ground, and twice reversed it is itself")
  func reversing() {
    var random = SeededGenerator.printed("PathShapeTests.reversing")
    for _ in 0..<30 {
      let path = Path.random(using: &random)
      let back = path.reversed
      #expect(isClose(PathMeasure(back).length, PathMeasure(path).length, 1e-9))
      for _ in 0..<10 {
        let p = Point(random.number(0...100), random.number(0...100))
        #expect(back.windingNumber(around: p) == -path.windingNumber(around: p))
      }
      #expect(back.reversed.subpaths.map(\.start) == path.subpaths.map(\.start))
    }
  }

  @Test("A close without a move after it goes on at the start of the subpath")
  func goesOn() {
    let path = Path([
      .move(Point(1, 1)), .line(Point(5, 1)), .line(Point(5, 5)), .close, .line(Point(0, 0)),
    ])
    let subpaths = path.subpaths
    #expect(subpaths.map(\.start) == [Point(1, 1), Point(1, 1)])
    #expect(subpaths.map(\.isClosed) == [true, false])
    #expect(subpaths[0].segments.count == 3)
    #expect(subpaths[1].segments == [.line(from: Point(1, 1), to: .zero)])
  }
}
