import CoreGraphicsAPI
import Foundation
import Geometry
import TestSupport
import Testing

@Suite("CGPath")
struct CGPathTests {
  private func path(_ build: (CGMutablePath) -> Void) -> CGMutablePath {
    let path = CGMutablePath()
    build(path)
    return path
  }

  private func isClose(_ a: CGPoint, _ x: Double, _ y: Double) -> Bool {
    abs(Double(a.x) - x) < 1e-9 && abs(Double(a.y) - y) < 1e-9
  }

  /// Points close together along a path.
  private func samples(_ path: CGPath) -> [Point] {
    path.path.subpaths.flatMap(\.segments).flatMap { s in
      (0...50).map { s.point(at: Double($0) / 50) }
    }
  }

  @Test("Lines and curves need a current point; without one they are ignored with a warning")
  func noCurrentPoint() {
    var elements: [Path.Element] = []
    let warnings = Warnings.collect {
      elements =
        path {
          $0.addLine(to: CGPoint(x: 1, y: 1))
          $0.addQuadCurve(to: .zero, control: .zero)
          $0.addCurve(to: .zero, control1: .zero, control2: .zero)
          $0.closeSubpath()
        }.path.elements
    }
    #expect(elements.isEmpty)
    #expect(warnings.count == 1)
  }

  @Test("What is not finite is left out, with one warning")
  func notFinite() {
    var built = CGMutablePath()
    let warnings = Warnings.collect {
      built = path {
        $0.move(to: .zero)
        $0.addLine(to: CGPoint(x: CGFloat.nan, y: 0))
        $0.addCurve(to: .zero, control1: CGPoint(x: CGFloat.infinity, y: 0), control2: .zero)
        $0.addArc(center: .zero, radius: 5, startAngle: 0, endAngle: .infinity, clockwise: false)
        $0.addArc(center: .zero, radius: -5, startAngle: 0, endAngle: 1, clockwise: false)
        $0.addArc(center: .zero, radius: .nan, startAngle: 0, endAngle: 1, clockwise: false)
        $0.addLine(to: CGPoint(x: 3, y: 4), transform: CGAffineTransform(scaleX: .nan, y: 1))
        $0.addLine(to: CGPoint(x: 3, y: 4))
      }
    }
    #expect(built.path.elements == [.move(.zero), .line(Point(3, 4))])
    #expect(warnings.count == 1)
  }

  @Test("The current point is the last end, and after a close the start of the subpath")
  func currentPoint() {
    let built = path { $0.move(to: CGPoint(x: 1, y: 2)) }
    #expect(CGMutablePath().currentPoint == .zero)
    built.addLine(to: CGPoint(x: 5, y: 5))
    #expect(built.currentPoint == CGPoint(x: 5, y: 5))
    built.addCurve(to: CGPoint(x: 7, y: 1), control1: .zero, control2: .zero)
    #expect(built.currentPoint == CGPoint(x: 7, y: 1))
    built.closeSubpath()
    #expect(built.currentPoint == CGPoint(x: 1, y: 2))
  }

  static let arcCases: [(start: Double, end: Double, clockwise: Bool, sweep: Double)] = {
    let turn = 2 * Double.pi, quarter = Double.pi / 2
    return [
      (0, quarter, false, quarter), (0, quarter, true, quarter - turn),
      (quarter, 0, false, turn - quarter), (quarter, 0, true, -quarter), (0, turn, false, turn),
      (0, turn, true, -turn), (0, -turn, true, -turn), (0, 7, false, turn), (1, 1, false, 0),
      (0, -1, false, turn - 1), (0, -7, false, 2 * turn - 7),
    ]
  }()

  @Test(
    "An arc runs through growing angles unless clockwise; whole turns are whole circles",
    arguments: CGPathTests.arcCases)
  func arc(start: Double, end: Double, clockwise: Bool, sweep: Double) {
    let built = path {
      $0.addArc(
        center: CGPoint(x: 10, y: 20), radius: 5, startAngle: start, endAngle: end,
        clockwise: clockwise)
    }
    func on(_ angle: Double) -> Point { Point(10 + 5 * cos(angle), 20 + 5 * sin(angle)) }
    let end = on(start + sweep)
    #expect(isClose(built.currentPoint, end.x, end.y))
    let length = PathMeasure(built.path).length, expected = 5 * abs(sweep)
    #expect(abs(length - expected) <= 1e-3 * expected)
    for p in samples(built) { #expect(abs((p - Point(10, 20)).length - 5) < 2e-3) }
    // The middle says which way round it went.
    let measure = PathMeasure(built.path)
    if sweep != 0, let place = measure.place(at: measure.length / 2) {
      let middle = measure.point(at: place)
      #expect((middle - on(start + sweep / 2)).length < 1e-2)
    }
  }

  @Test("An arc is joined to the current point by a line")
  func arcJoin() {
    let built = path {
      $0.move(to: .zero)
      $0.addRelativeArc(center: CGPoint(x: 10, y: 0), radius: 2, startAngle: .pi, delta: -.pi)
    }
    #expect(built.path.elements[1] == .line(Point(8, 2 * sin(Double.pi))))
    #expect(isClose(built.currentPoint, 12, 0))
    #expect(samples(built).contains { $0.y > 1.99 })
  }

  @Test("A tangent arc touches both lines and rounds the corner between them")
  func tangentArc() {
    let built = path {
      $0.move(to: .zero)
      $0.addArc(
        tangent1End: CGPoint(x: 10, y: 0), tangent2End: CGPoint(x: 10, y: 10), radius: 4)
    }
    #expect(isClose(CGPoint((built.path.subpaths[0].segments.first?.end ?? .zero)), 6, 0))
    #expect(isClose(built.currentPoint, 10, 4))
    for p in samples(built).filter({ $0.x > 6 }) {
      #expect(abs((p - Point(6, 4)).length - 4) < 2e-3)
    }
    // The other way round, and at a sharp angle.
    let sharp = path {
      $0.move(to: CGPoint(x: -20, y: 0))
      $0.addArc(
        tangent1End: .zero, tangent2End: CGPoint(x: -20, y: -10), radius: 1)
    }
    for p in samples(sharp) { #expect(p.y <= 1e-9 && p.x <= 0) }
    // No corner and no radius: a line to the first point.
    let ends: [(CGPoint, CGFloat)] = [(CGPoint(x: 20, y: 0), 4), (CGPoint(x: 10, y: 10), 0)]
    for (end, radius) in ends {
      let line = path {
        $0.move(to: .zero)
        $0.addArc(tangent1End: CGPoint(x: 10, y: 0), tangent2End: end, radius: radius)
      }
      #expect(line.path.elements == [.move(.zero), .line(Point(10, 0))])
    }
  }

  @Test("A tangent arc under a transform is the transformed arc")
  func tangentArcTransform() {
    let t = CGAffineTransform(rotationAngle: 0.5).scaledBy(x: 2, y: 3).translatedBy(x: 5, y: -7)
    func add(to path: CGMutablePath, _ t: CGAffineTransform) {
      path.move(to: CGPoint(x: 1, y: 2), transform: t)
      path.addArc(
        tangent1End: CGPoint(x: 10, y: 0), tangent2End: CGPoint(x: 3, y: 9), radius: 2, transform: t
      )
    }
    let direct = path { add(to: $0, t) }
    var transform = t
    let after = path { add(to: $0, .identity) }.copy(using: &transform)
    #expect(direct.path.elements.count == after?.path.elements.count)
    for (a, b) in zip(samples(direct), after.map(samples) ?? []) {
      #expect((a - b).length < 1e-9)
    }
  }

  @Test("Boxes hold the control points or the curve itself; an empty path has none")
  func boxes() {
    let curve = path {
      $0.move(to: .zero)
      $0.addCurve(
        to: CGPoint(x: 100, y: 0), control1: CGPoint(x: 0, y: 100),
        control2: CGPoint(x: 100, y: 100))
    }
    #expect(curve.boundingBox == CGRect(x: 0, y: 0, width: 100, height: 100))
    #expect(curve.boundingBoxOfPath == CGRect(x: 0, y: 0, width: 100, height: 75))
    #expect(CGMutablePath().boundingBox.isNull && CGMutablePath().boundingBoxOfPath.isNull)
  }

  @Test("One upright rectangle is a rectangle, however it was made")
  func isRect() {
    let rect = CGRect(x: 1, y: 2, width: 30, height: 40)
    var found = CGRect.zero
    #expect(CGPath(rect: rect, transform: nil).isRect(&found))
    #expect(found == rect)
    let lines = path { $0.addLines(between: Rect(rect).corners.map { CGPoint($0) }) }
    #expect(lines.isRect(nil))
    var turn = CGAffineTransform(rotationAngle: 0.1)
    #expect(!CGPath(rect: rect, transform: &turn).isRect(&found))
    #expect(!CGPath(ellipseIn: rect, transform: nil).isRect(nil))
    #expect(!path { $0.addRects([rect, rect]) }.isRect(nil))
    let crossed: [CGPoint] = [
      .zero, CGPoint(x: 9, y: 0), CGPoint(x: 0, y: 9), CGPoint(x: 9, y: 9),
    ]
    let bow = path { $0.addLines(between: crossed) }
    #expect(!bow.isRect(nil) && !CGMutablePath().isRect(nil))
  }

  @Test("Containment follows the fill rule, and the transform acts on the point")
  func contains() {
    let rings = path {
      $0.addEllipse(in: CGRect(x: 0, y: 0, width: 40, height: 40))
      $0.addEllipse(in: CGRect(x: 10, y: 10, width: 20, height: 20))
    }
    let middle = CGPoint(x: 20, y: 20)
    #expect(rings.contains(middle))
    #expect(!rings.contains(middle, using: .evenOdd))
    #expect(rings.contains(CGPoint(x: 5, y: 20), using: .evenOdd))
    #expect(!rings.contains(CGPoint(x: 1, y: 1)))
    let half = CGAffineTransform(scaleX: 0.5, y: 0.5)
    #expect(rings.contains(CGPoint(x: 70, y: 40), transform: half))
    #expect(!rings.contains(CGPoint(x: CGFloat.nan, y: 0)))
  }

  @Test("Elements are handed out in order, with their points")
  func elements() {
    let built = path {
      $0.move(to: CGPoint(x: 1, y: 1))
      $0.addLine(to: CGPoint(x: 2, y: 2))
      $0.addQuadCurve(to: CGPoint(x: 4, y: 4), control: CGPoint(x: 3, y: 3))
      $0.addCurve(
        to: CGPoint(x: 7, y: 7), control1: CGPoint(x: 5, y: 5), control2: CGPoint(x: 6, y: 6))
      $0.closeSubpath()
    }
    var types: [CGPathElementType] = [], points: [CGFloat] = []
    built.applyWithBlock { pointer in
      let element = pointer.pointee
      types.append(element.type)
      let counts: [CGPathElementType: Int] = [
        .addQuadCurveToPoint: 2, .addCurveToPoint: 3, .closeSubpath: 0,
      ]
      for i in 0..<(counts[element.type] ?? 1) { points.append(element.points[i].x) }
    }
    #expect(
      types == [
        .moveToPoint, .addLineToPoint, .addQuadCurveToPoint, .addCurveToPoint, .closeSubpath,
      ])
    #expect(points == [1, 2, 3, 4, 5, 6, 7])
  }

  @Test("Paths with the same elements are equal, whatever they were made from")
  func equality() {
    let rect = CGRect(x: 0, y: 0, width: 4, height: 4)
    let made = CGPath(rect: rect, transform: nil)
    let built = path {
      $0.addLines(between: Rect(rect).corners.map { CGPoint($0) })
      $0.closeSubpath()
    }
    #expect(made == built && made.hashValue == built.hashValue)
    #expect(Set([made, built, CGPath(ellipseIn: rect, transform: nil)]).count == 2)
    let copy = made.copy()
    built.addLine(to: .zero)
    #expect(made == copy && made != built)
  }

  @Test("Stroked copies are what a stroke draws; a transform acts on the outline")
  func stroking() {
    let line = path { $0.addLines(between: [.zero, CGPoint(x: 10, y: 0)]) }
    let outline = line.copy(
      strokingWithWidth: 4, lineCap: .square, lineJoin: .miter, miterLimit: 10)
    #expect(outline.boundingBox == CGRect(x: -2, y: -2, width: 14, height: 4))
    let wide = line.copy(
      strokingWithWidth: 4, lineCap: .butt, lineJoin: .miter, miterLimit: 10,
      transform: CGAffineTransform(scaleX: 1, y: 3))
    #expect(wide.boundingBox == CGRect(x: 0, y: -6, width: 10, height: 12))
    let warnings = Warnings.collect {
      #expect(
        line.copy(strokingWithWidth: .nan, lineCap: .butt, lineJoin: .miter, miterLimit: 10)
          .isEmpty)
    }
    #expect(warnings.count == 1)
  }

  @Test("Dashed copies hold the dashes; what is no pattern leaves the path as it is")
  func dashing() {
    let line = path { $0.addLines(between: [.zero, CGPoint(x: 10, y: 0)]) }
    let dashed = line.copy(dashingWithPhase: 1, lengths: [3, 2])
    #expect(
      dashed.path.elements == [
        .move(.zero), .line(Point(2, 0)), .move(Point(4, 0)), .line(Point(7, 0)),
        .move(Point(9, 0)), .line(Point(10, 0)),
      ])
    #expect(line.copy(dashingWithPhase: 0, lengths: []) == line)
    let warnings = Warnings.collect {
      #expect(line.copy(dashingWithPhase: 0, lengths: [0, 0]) == line)
      #expect(line.copy(dashingWithPhase: 0, lengths: [-1, 2]) == line)
    }
    #expect(warnings.count == 1)
  }
}

/// The outline of a stroke filled, against the stroke that Cairo draws: two ways that share nothing
/// but the picture.
@Suite("Strokes drawn as outlines")
struct StrokeDrawingTests {
  private static let curve: CGPath = {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 20, y: 90))
    path.addCurve(
      to: CGPoint(x: 110, y: 80), control1: CGPoint(x: 30, y: -40), control2: CGPoint(x: 90, y: 170)
    )
    path.addLine(to: CGPoint(x: 60, y: 20))
    path.addQuadCurve(to: CGPoint(x: 100, y: 25), control: CGPoint(x: 80, y: 60))
    return path
  }()

  private static let star: CGPath = {
    let path = CGMutablePath()
    path.addLines(
      between: (0..<5).map { (i: Int) -> CGPoint in
        let angle: Double = Double(i) * 0.8 * Double.pi - Double.pi / 2
        return CGPoint(x: 65 + 45 * cos(angle), y: 68 + 45 * sin(angle))
      })
    path.closeSubpath()
    return path
  }()

  @Test(
    "An outline covers the pixels of the stroke",
    arguments: [CGLineCap.butt, .round, .square], [CGLineJoin.miter, .round, .bevel])
  func matchesStroke(cap: CGLineCap, join: CGLineJoin) throws {
    for (path, width, dashes) in [
      (Self.curve, 9, []), (Self.star, 7, []), (Self.curve, 4, [12, 8]),
      (Self.star, 5, [10, 9, 2]),
    ] as [(CGPath, CGFloat, [CGFloat])] {
      func context() throws -> CGContext {
        try #require(CGContext(pixelSize: PixelSize(130, 130), scale: 1))
      }
      let stroked = try context()
      stroked.setLineWidth(width)
      stroked.setLineCap(cap)
      stroked.setLineJoin(join)
      stroked.setLineDash(phase: 3, lengths: dashes)
      stroked.addPath(path)
      stroked.strokePath()
      let filled = try context()
      let line = dashes.isEmpty ? path : path.copy(dashingWithPhase: 3, lengths: dashes)
      filled.addPath(
        line.copy(strokingWithWidth: width, lineCap: cap, lineJoin: join, miterLimit: 10))
      filled.fillPath()
      let a = try #require(stroked.makeImage()).pixelImage.bitmap
      let b = try #require(filled.makeImage()).pixelImage.bitmap
      let difference = try #require(a.difference(from: b))
      // Cairo's own curves and arcs stray by a fiftieth of a pixel, and its joins inside curves are
      // round.
      let tolerance = BitmapTolerance(everywhere: 10, rare: 40, rareShare: 0.004)
      #expect(
        tolerance.accepts(difference),
        "\(cap) \(join) \(width): \(difference.largest) at \(difference.worstPixel)")
    }
  }
}
