import Geometry
import TestSupport
import Testing

@Suite("Strokes of parts and dashes of paths")
struct PathInkTests {
  private func style(_ random: inout SeededGenerator) -> StrokeStyle {
    StrokeStyle(
      width: random.number(0.5...30), cap: random.pick([.butt, .round, .square]),
      join: random.pick([.miter, .round, .bevel]), miterLimit: random.number(0...12))
  }

  @Test("No stroke reaches further than it says")
  func reach() throws {
    var random = SeededGenerator.printed("PathInkTests.reach")
    for _ in 0..<(SeededGenerator.isDeepRun ? 3000 : 150) {
      let path = Path.random(using: &random)
      let stroke = PathStroke(
        style(&random), start: random.pick([0, 0.2]), end: random.pick([1, 0.7]),
        dashes: random.chance(0.5) ? DashPattern(lengths: [20, 7, 0, 5], phase: 3) : nil)
      let outline = try #require(stroke.outline(of: path))
      guard let bounds = outline.bounds, let within = path.bounds else { continue }
      let reach = stroke.reach(of: path) + 1e-9
      #expect(bounds.minX >= within.minX - reach && bounds.maxX <= within.maxX + reach)
      #expect(bounds.minY >= within.minY - reach && bounds.maxY <= within.maxY + reach)
    }
  }

  @Test("Without corners to speak of a miter reaches no further than half the width")
  func tightReach() {
    let circle = PathStroke(StrokeStyle(width: 6)).reach(of: .circle(.zero, 20))
    #expect(circle < 3.02)
    let square = PathStroke(StrokeStyle(width: 6)).reach(of: Path(rect: Rect(0, 0, 9, 9)))
    #expect(isClose(square, 3 * 2.0.squareRoot(), 0.02))
    #expect(PathStroke(StrokeStyle(width: 0)).reach(of: .circle(.zero, 20)) == 0)
  }

  @Test("Dashes stay where they are along the whole path, of however little a part is drawn")
  func attached() throws {
    var random = SeededGenerator.printed("PathInkTests.attached")
    let pattern = try #require(DashPattern(lengths: [7, 4, 2, 3], phase: 5))
    for _ in 0..<20 {
      let path = Path.random(using: &random)
      let start = random.number(0...0.5), end = random.number(0.5...1)
      let all = PathMeasure(path)
      let dashed = try #require(path.dashed(pattern, from: start, to: end))
      // As long as the pattern's dashes are between the two places.
      var expected = 0.0, before = 0.0
      for subpath in path.subpaths {
        let length = PathMeasure(subpath.segments).length
        let from = start * all.length - before, to = end * all.length - before
        for dash in pattern.intervals(length: length) {
          expected += max(0, min(dash.upperBound, to) - max(dash.lowerBound, from))
        }
        before += length
      }
      #expect(isClose(PathMeasure(dashed).length, expected, 1e-6))
    }
  }

  @Test("A part of a dashed line begins and ends within dashes, and dots lie in it or not")
  func trimmedDashes() throws {
    let line = Path([.move(.zero), .line(Point(100, 0))])
    let pattern = try #require(DashPattern(lengths: [10, 10], phase: 0))
    let part = try #require(line.dashed(pattern, from: 0.05, to: 0.43))
    #expect(
      part.subpaths.map { [$0.start.x, $0.segments[0].end.x] } == [[5, 10], [20, 30], [40, 43]])
    let dots = try #require(DashPattern(lengths: [0, 25], phase: 0))
    let seen = try #require(line.dashed(dots, from: 0.25, to: 0.6))
    #expect(seen.subpaths.map(\.start.x) == [25, 50])
    for (a, b) in [(0.5, 0.5), (0.7, 0.2), (.nan, 1)] {
      #expect(try #require(line.dashed(pattern, from: a, to: b)).isEmpty)
    }
  }

  @Test("A closed path drawn whole has a join where it closes, and caps where a part of it ends")
  func closing() throws {
    let square = Path(rect: Rect(10, 10, 20, 20))
    let whole = try #require(PathStroke(StrokeStyle(width: 4)).outline(of: square))
    #expect(whole.contains(Point(8.5, 8.5), rule: .nonZero))
    let part = PathStroke(StrokeStyle(width: 4), start: 0, end: 0.999)
    #expect(try !#require(part.outline(of: square)).contains(Point(8.5, 8.5), rule: .nonZero))
    let capped = PathStroke(StrokeStyle(width: 4, cap: .square), start: 0.25, end: 0.5)
    let end = try #require(capped.outline(of: square))
    #expect(end.contains(Point(30, 8.5), rule: .nonZero))
    #expect(end.contains(Point(30, 31.5), rule: .nonZero))
  }

  @Test("Points that a move alone makes draw nothing; zero lengths draw dots by their caps")
  func dots() throws {
    let path = Path([.move(Point(5, 5)), .line(Point(5, 5)), .move(Point(20, 5))])
    func area(_ cap: LineCap) throws -> Double {
      let outline = try #require(PathStroke(StrokeStyle(width: 4, cap: cap)).outline(of: path))
      return outline.coverage(.nonZero, in: PixelRect(0, 0, 30, 10)).reduce(0, +)
    }
    #expect(try area(.butt) == 0)
    #expect(try isClose(area(.round), .pi * 4, 0.15))
    #expect(try area(.square) == 16)
  }

  @Test("What draws nothing is known beforehand, and too many dashes are refused")
  func empty() throws {
    let line = Path([.move(.zero), .line(Point(100, 0))])
    for stroke in [
      PathStroke(StrokeStyle(width: 0)), PathStroke(StrokeStyle(width: -3)),
      PathStroke(StrokeStyle(width: .nan)), PathStroke(StrokeStyle(width: 2), start: 0.6, end: 0.6),
      PathStroke(StrokeStyle(width: 2), start: 0.6, end: 0.3),
      PathStroke(StrokeStyle(width: 2), start: .nan, end: 1),
    ] {
      #expect(stroke.isEmpty)
      #expect(try #require(stroke.outline(of: line)).isEmpty)
    }
    let fine = DashPattern(lengths: [1e-7, 1e-7], phase: 0)
    #expect(PathStroke(StrokeStyle(width: 2), dashes: fine).outline(of: line) == nil)
  }
}
