import Foundation
import Geometry
import TestSupport
import Testing

@Suite("Coverage of paths")
struct PathCoverageTests {
  private func polygon(_ points: (Double, Double)...) -> Path {
    Path(
      [.move(Point(points[0].0, points[0].1))]
        + points.dropFirst().map { .line(Point($0.0, $0.1)) } + [.close])
  }

  private func greatestError(_ a: [Double], _ b: [Double]) -> Double {
    zip(a, b).map { abs($0 - $1) }.max() ?? 0
  }

  @Test("Any path covers what a count along many lines finds, by both rules and with perspective")
  func random() {
    var random = SeededGenerator.printed("PathCoverageTests.random")
    // Partly beside all four sides.
    let area = PixelRect(20, 25, 45, 40)
    for k in 0..<(SeededGenerator.isDeepRun ? 2000 : 24) {
      let path = Path.random(using: &random)
      var matrix = Matrix3.identity
      if k % 2 == 1 {
        func small(_ most: Double) -> Double { random.number(-most...most) }
        matrix = Matrix3(
          SIMD3(random.number(0.5...1), small(0.3), small(0.004)),
          SIMD3(small(0.3), random.number(0.5...1), small(0.004)), SIMD3(2, 3, 1))
      }
      let rule: FillRule = random.pick([.nonZero, .evenOdd])
      let wanted = CoverageOracle(path, mappedBy: matrix).coverage(rule, in: area)
      let found = path.coverage(mappedBy: matrix, rule, in: area)
      // The limit holds for curves; the count itself is right to 1/128 where edges are level.
      let error = greatestError(found, wanted)
      #expect(error < 0.022, "\(error * 255)/255 for \(path) \(rule) \(matrix)")
    }
  }

  @Test("Straight edges cover exact areas")
  func straight() {
    let area = PixelRect(0, 0, 4, 3)
    // A right triangle whose long side passes through the pixels' corners.
    let triangle = polygon((0, 0), (3, 0), (0, 3))
    #expect(
      greatestError(
        triangle.coverage(.nonZero, in: area),
        [1, 1, 0.5, 0, 1, 0.5, 0, 0, 0.5, 0, 0, 0]) <= 0.5 / 255)
    let fractions = Path(rect: Rect(0.25, 0.5, 2.5, 1.75))
    #expect(
      greatestError(
        fractions.coverage(.nonZero, in: area),
        [0.375, 0.5, 0.375, 0, 0.75, 1, 0.75, 0, 0.1875, 0.25, 0.1875, 0]) <= 0.5 / 255)
    // One flat line over many columns: a wedge of height 1 at its left.
    let wedge = polygon((0, 1), (4, 2), (0, 2))
    #expect(
      greatestError(
        wedge.coverage(.nonZero, in: area),
        [0, 0, 0, 0, 0.875, 0.625, 0.375, 0.125, 0, 0, 0, 0]) <= 0.5 / 255)
  }

  @Test("A circle covers its area, and every pixel what its distance from the edge says")
  func circle() {
    for radius in [3.0, 20, 45] {
      let path = Path.circle(Point(50.3, 49.6), radius)
      let found = path.coverage(.nonZero, in: PixelRect(0, 0, 100, 100))
      // Quarters made of Bézier curves lie outside of the circle, by 1.4e-4 of the radius on average; the
      // lines that stand for them enclose what they do.
      let area = Double.pi * radius * radius * 1.00028, rim = 2 * Double.pi * radius
      #expect(abs(found.reduce(0, +) - area) < rim * 0.001 + 0.1)
      for y in 0..<100 {
        for x in 0..<100 {
          let away = hypot(Double(x) + 0.5 - 50.3, Double(y) + 0.5 - 49.6) - radius
          if away < -0.72 { #expect(found[y * 100 + x] == 1) }
          if away > 0.72 { #expect(found[y * 100 + x] == 0) }
        }
      }
    }
  }

  @Test("Overlaps count once by the non-zero rule and cancel by the even-odd one")
  func overlaps() {
    let area = PixelRect(0, 0, 6, 1)
    var path = Path(rect: Rect(0, 0, 4, 1))
    path.elements += Path(rect: Rect(2, 0, 4, 1)).elements
    #expect(path.coverage(.nonZero, in: area) == [1, 1, 1, 1, 1, 1])
    #expect(path.coverage(.evenOdd, in: area) == [1, 1, 0, 0, 1, 1])
    // The other way round it takes away where it turns back what the first had turned.
    var hole = Path(rect: Rect(0, 0, 6, 1))
    hole.elements += Path(rect: Rect(2, 0, 2, 1)).reversed.elements
    #expect(hole.coverage(.nonZero, in: area) == [1, 1, 0, 0, 1, 1])
  }

  @Test("Neighbours of either direction meet without a seam, along edges at any angle")
  func seams() {
    var random = SeededGenerator.printed("PathCoverageTests.seams")
    for _ in 0..<100 {
      let a = Point(random.number(5...35), 0), b = Point(random.number(5...35), 40)
      let left = polygon((0, 0), (a.x, a.y), (b.x, b.y), (0, 40))
      let right = polygon((a.x, a.y), (40, 0), (40, 40), (b.x, b.y))
      for other in [right, right.reversed] {
        let both = Path(left.elements + other.elements)
        let found = both.coverage(.nonZero, in: PixelRect(0, 0, 40, 40))
        #expect(found.allSatisfy { $0 == 1 }, "\(a) \(b)")
      }
    }
  }

  @Test("A part of the pixels has the same coverage as in the whole")
  func parts() {
    var random = SeededGenerator.printed("PathCoverageTests.parts")
    for _ in 0..<60 {
      let path = Path.random(using: &random)
      let whole = PixelRect(-60, -60, 220, 220)
      let part = PixelRect(
        Int.random(in: 0..<60, using: &random), Int.random(in: 0..<60, using: &random), 30, 20)
      let all = path.coverage(.nonZero, in: whole)
      let some = path.coverage(.nonZero, in: part)
      for y in 0..<part.height {
        for x in 0..<part.width {
          let i = (y + part.y - whole.y) * whole.width + x + part.x - whole.x
          // Cut lines are a rounding error away from whole ones.
          #expect(abs(all[i] - some[y * part.width + x]) < 1.1 / 255)
        }
      }
    }
  }

  @Test("Masks hold no rows or columns beyond the path")
  func tight() {
    let mask = Path(rect: Rect(10.5, 20, 5, 7.25)).mask(
      .nonZero, within: PixelRect(0, 0, 1000, 1000))
    #expect(mask?.box == PixelRect(10, 20, 6, 8))
    for beside in [
      Rect(-30, 5, 20, 5), Rect(5, -30, 5, 20), Rect(110, 5, 5, 5), Rect(5, 110, 5, 5),
    ] {
      #expect(
        Path(rect: beside).mask(.nonZero, within: PixelRect(0, 0, 100, 100)) == nil)
    }
  }

  @Test("What is behind the eye is cut off and not mirrored")
  func behindTheEye() throws {
    // w = 1 − y/50: the plane passes through the eye at y = 50.
    let matrix = Matrix3(SIMD3(1, 0, 0), SIMD3(0, 1, -0.02), SIMD3(30, 10, 1))
    let inverse = try #require(matrix.inverse)
    let shapes = [
      Path(rect: Rect(-10, 5, 20, 300)),
      Path.circle(Point(0, 40), 30),
      polygon((-5, 80), (0, 0), (5, 80)),
    ]
    for path in shapes {
      let found = path.coverage(mappedBy: matrix, .nonZero, in: PixelRect(0, 0, 60, 80))
      for y in 0..<80 {
        for x in 0..<60 {
          let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map {
            Point(Double(x + $0.0), Double(y + $0.1))
          }
          let inside = corners.map { corner in
            let v = inverse.applied(to: corner)
            let p = Point(v.x / v.z, v.y / v.z)
            return matrix.applied(to: p).z > 0 && path.contains(p, rule: .nonZero)
          }
          // Only pixels that no edge passes through.
          if inside == [true, true, true, true] { #expect(found[y * 60 + x] > 0.4) }
          if inside == [false, false, false, false] { #expect(found[y * 60 + x] < 0.6) }
        }
      }
      #expect(found.contains(1))
    }
  }

  @Test("Numbers out of range draw nothing; large ones draw what of them is seen")
  func outOfRange() {
    let area = PixelRect(0, 0, 8, 8)
    for bad in [Double.nan, .infinity, -.infinity, 1e300, .greatestFiniteMagnitude] {
      for path in [
        Path([.move(.zero), .quad(control: Point(bad, 4), to: Point(-bad, bad)), .close]),
        polygon((0, 0), (bad, 0), (5, 5)),
        Path([.move(.zero), .quad(control: Point(bad, 1), to: Point(4, 4)), .close]),
        Path([.move(Point(1, bad)), .cubic(control1: .zero, control2: .zero, to: Point(4, 4))]),
      ] {
        #expect(path.mask(.nonZero, within: area) == nil)
      }
    }
    let scale = Matrix3(SIMD3(.nan, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))
    #expect(
      Path.circle(.zero, 3).mask(mappedBy: scale, .nonZero, within: area) == nil)
    let large = polygon((-1e40, -1e40), (1e40, -1e40), (1e40, 1e40), (-1e40, 1e40))
    #expect(large.coverage(.nonZero, in: area).allSatisfy { $0 == 1 })
    // The edge of a huge circle is a straight line here.
    let edge = Path.circle(Point(-1e9 + 4, 4), 1e9).coverage(.nonZero, in: area)
    for (i, found) in edge.enumerated() {
      if i % 8 != 3 && i % 8 != 4 { #expect(found == (i % 8 < 4 ? 1 : 0)) }
    }
    #expect(
      Path.circle(.zero, 3).mask(.nonZero, within: PixelRect(0, 0, 0, 5))
        == nil)
  }

  @Test("A row with thousands of crossing lines is close to exact, and lines that cross many times")
  func crowded() {
    var random = SeededGenerator.printed("PathCoverageTests.crowded")
    let area = PixelRect(0, 0, 40, 6)
    for count in [60, 1500] {
      let points = (0..<count).map { _ in
        Path.Element.line(Point(random.number(0...40), random.number(0...6)))
      }
      let path = Path([.move(.zero)] + points)
      for rule in [FillRule.nonZero, .evenOdd] {
        let wanted = CoverageOracle(path).coverage(rule, in: area)
        let found = path.coverage(rule, in: area)
        let errors = zip(found, wanted).map { abs($0 - $1) }
        let worst = errors.max() ?? 1, mean = errors.reduce(0, +) / Double(errors.count)
        #expect(count == 60 ? worst < 0.02 : mean < 0.05, "\(count) \(rule): \(worst) \(mean)")
      }
    }
  }

  @Test("The same rasterizer draws the same again, whatever it drew in between")
  func repeated() {
    var random = SeededGenerator.printed("PathCoverageTests.repeated")
    var kept = PathCoverage()
    for _ in 0..<20 {
      let path = Path.random(using: &random)
      let area = PixelRect(0, 0, Int.random(in: 1...90, using: &random), 70)
      let again = kept.mask(of: path, mappedBy: .identity, rule: .evenOdd, within: area)
      #expect(again == path.mask(.evenOdd, within: area))
    }
  }
}
