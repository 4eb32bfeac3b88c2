import AnimationCore
import TestSupport
import Testing

@Suite("Timing curves")
struct UnitBezierTests {
  @Test("Media timing functions give the y of the table, overshoot and clamped input included")
  func mediaTimingFunctions() throws {
    try VectorFile(named: "timing-functions").run(kind: "media-timing-function") { c in
      let p = c["points"].doubles
      let curve = UnitBezier(p[0], p[1], p[2], p[3])
      if let name = c["name"].string { #expect(UnitBezier.named(name) == curve, "\(c.id)") }
      for sample in c["samples"].array.map(\.doubles) {
        #expect(
          isClose(curve.value(at: sample[0]), sample[1], c.tolerance ?? 1e-6),
          "\(c.id) at \(sample[0])")
      }
    }
  }

  @Test("Unit curves that are cubic agree in value, slope and inverse")
  func unitCurves() throws {
    let excluding = { (c: VectorCase) in
      c.id.contains("circular") ? "SwiftUI UnitCurve, which is not cubic here" : nil
    }
    try VectorFile(named: "timing-functions").run(
      kind: "swiftui-unit-curve", excluding: excluding
    ) { c in
      let name = c["name"].string == "easeInOut" ? "easeInEaseOut" : c["name"].string
      var curve = try #require(UnitBezier.named(name))
      if c["inverse"].bool == true {
        curve = UnitBezier(curve.y1, curve.x1, curve.y2, curve.x2)
      }
      for sample in c["samples"].array.map(\.doubles) {
        #expect(isClose(curve.value(at: sample[0]), sample[1], 2e-6), "\(c.id) at \(sample[0])")
      }
      for sample in c["velocity"].array.map(\.doubles) {
        #expect(
          isClose(curve.velocity(at: sample[0]), sample[1], 1e-4 * abs(sample[1])),
          "\(c.id) slope at \(sample[0])")
      }
    }
  }

  @Test("The display-link demos' formulas are written down rightly in the table")
  func plainFormulas() throws {
    try VectorFile(named: "timing-functions").run(kind: "plain-formula") { c in
      for sample in c["samples"].array.map(\.doubles) {
        let p = sample[0]
        let rest = 2 * p - 2
        let y =
          c.id == "easeOutCubic"
          ? 1 - (1 - p) * (1 - p) * (1 - p)
          : p < 0.5 ? 4 * p * p * p : rest * rest * rest / 2 + 1
        #expect(isClose(y, sample[1], 1e-12), "\(c.id) at \(p)")
      }
    }
  }

  @Test("Curves reported as going wrong elsewhere come out right")
  func fieldCases() throws {
    let field = try VectorValue(fixture: "FieldCases/h10-bezier-solver.json")
    let tolerance = try #require(field["tol"].double)
    for (name, entry) in field["named"].fields {
      let curve = try #require(UnitBezier.named(name))
      for (x, y) in entry["y"].fields {
        #expect(isClose(curve.value(at: Double(x)!), y.double!, tolerance), "\(name) at \(x)")
      }
    }
    for entry in field["awkward"].array {
      let p = entry["points"].doubles
      let curve = UnitBezier(p[0], p[1], p[2], p[3])
      for (x, y) in entry["y"].fields {
        #expect(
          isClose(curve.value(at: Double(x)!), y.double!, entry["tol"].double ?? tolerance),
          "\(p) at \(x)")
      }
    }
    for entry in field["outside"].array {
      #expect(UnitBezier.easeIn.value(at: entry["x"].double!) == entry["y"].double!)
    }
  }

  @Test("Every curve starts at 0, ends at 1 and passes the points of its own polynomial")
  func properties() {
    var random = SeededGenerator.printed("UnitBezierTests.properties")
    for _ in 0..<3000 {
      let x1 = Double.random(in: 0...1, using: &random)
      let x2 = Double.random(in: 0...1, using: &random)
      let y1 = Double.random(in: -1...2, using: &random)
      let y2 = Double.random(in: -1...2, using: &random)
      let curve = UnitBezier(x1, y1, x2, y2)
      #expect(curve.value(at: 0) == 0 && curve.value(at: 1) == 1)
      let s = Double.random(in: 0...1, using: &random)
      let b1 = 3 * s * (1 - s) * (1 - s)
      let b2 = 3 * s * s * (1 - s)
      let x = b1 * x1 + b2 * x2 + s * s * s
      let y = b1 * y1 + b2 * y2 + s * s * s
      #expect(isClose(curve.value(at: x), y, 1e-6), "\(curve) at \(x)")
    }
  }

  @Test("A curve whose control points stay inside the unit square never runs backwards")
  func monotone() {
    var random = SeededGenerator.printed("UnitBezierTests.monotone")
    for _ in 0..<200 {
      let ys = [Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random)]
        .sorted()
      let curve = UnitBezier(
        .random(in: 0...1, using: &random), ys[0], .random(in: 0...1, using: &random), ys[1])
      let values = (0...100).map { curve.value(at: Double($0) / 100) }
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 + 1e-12 }, "\(curve)")
    }
  }

  @Test("Numbers that are not finite give finite answers")
  func notFinite() {
    #expect(UnitBezier.easeIn.value(at: .nan) == 0)
    #expect(UnitBezier.easeIn.value(at: .infinity) == 1)
    #expect(UnitBezier(.nan, .infinity, -.infinity, .nan).value(at: 0.5).isFinite)
    #expect(UnitBezier(-3, 0, 7, 1) == UnitBezier(0, 0, 1, 1))
  }

  @Test("The slope at a corner control point is that of the curve's direction there")
  func cornerSlopes() {
    #expect(isClose(UnitBezier(0, 0, 0.58, 1).velocity(at: 0), 1 / 0.58, 1e-12))
    #expect(UnitBezier(0, 1, 0, 1).velocity(at: 0) == .infinity)
    #expect(isClose(UnitBezier.standard.velocity(at: 0), 0.4, 1e-12))
  }
}
