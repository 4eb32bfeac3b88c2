import AnimationCore
import Geometry
import LayerCommit
import Renderer
import TestSupport
import Testing

@testable import RenderServer

/// A path of a harness's layer.
struct ShapeStyle {
  var path: Path
  var fill: Color? = Color(1, 0, 0)
  var rule = FillRule.nonZero
  var stroke: Color?
  var line = PathStroke(StrokeStyle(width: 1))
  var dashLengths: [Double]?

  func apply(to values: inout LayerValues) {
    values[extra: .path] = .path(path)
    values[extra: .fillColor] = .color(fill)
    values[extra: .fillRule] = .number(rule == .evenOdd ? 1 : 0)
    values[extra: .strokeColor] = .color(stroke)
    values[extra: .lineWidth] = .number(line.style.width)
    let caps = [LineCap.butt: 0.0, .round: 1, .square: 2]
    let joins = [LineJoin.miter: 0.0, .round: 1, .bevel: 2]
    values[extra: .lineCap] = .number(caps[line.style.cap] ?? 0)
    values[extra: .lineJoin] = .number(joins[line.style.join] ?? 0)
    values[extra: .miterLimit] = .number(line.style.miterLimit)
    values[extra: .strokeStart] = .number(line.start)
    values[extra: .strokeEnd] = .number(line.end)
    values[extra: .lineDashPattern] = .numbers(dashLengths)
    values[extra: .lineDashPhase] = .number(line.dashes?.phase ?? 0)
  }
}

@Suite("Shapes")
struct ShapeTests {
  private func node(
    _ id: UInt64, _ x: Double, _ y: Double, _ shape: ShapeStyle,
    _ configure: (inout LayerValues) -> Void = { _ in }
  ) -> Node {
    Node(
      id,
      {
        shape.apply(to: &$0)
        $0.position = Point(x, y)
        configure(&$0)
      })
  }

  private func pixels(_ list: DrawList) -> ReferenceRasterizer {
    var rasterizer = ReferenceRasterizer()
    rasterizer.draw(list)
    return rasterizer
  }

  private let star = Path([
    .move(Point(0, -30)), .line(Point(18, 24)), .line(Point(-29, -9)), .line(Point(29, -9)),
    .line(Point(-18, 24)), .close,
  ])

  /// Source-over on white.
  private func over(_ color: Color, _ coverage: Double, _ behind: SIMD4<Double>) -> SIMD4<Double> {
    let s = color.premultiplied * coverage
    return s + behind * (1 - s.w)
  }

  private func isNear(_ a: SIMD4<Double>, _ b: SIMD4<Double>, _ limit: Double) -> Bool {
    let d = a - b
    return max(abs(d.x), abs(d.y), abs(d.z), abs(d.w)) <= limit
  }

  @Test("Fill and stroke of any shape under any transform cover what a count of points finds")
  func random() throws {
    var random = SeededGenerator.printed("ShapeTests.random")
    for _ in 0..<(SeededGenerator.isDeepRun ? 300 : 12) {
      func point() -> Point { Point(random.number(-40...40), random.number(-40...40)) }
      var path = Path([
        .move(point()), .line(point()), .cubic(control1: point(), control2: point(), to: point()),
      ])
      path.elements += [.quad(control: point(), to: point()), .close]
      var shape = ShapeStyle(path: path, fill: Color(0, 0.5, 1, 0.75))
      shape.rule = random.pick([.nonZero, .evenOdd])
      shape.stroke = Color(1, 0.25, 0, 0.5)
      shape.line = PathStroke(
        StrokeStyle(
          width: random.number(1...12), cap: random.pick([.butt, .round, .square]),
          join: random.pick([.miter, .round, .bevel]), miterLimit: 4),
        start: random.pick([0, 0.2]), end: random.pick([1, 0.7]))
      if random.chance(0.5) {
        shape.dashLengths = [9, 5, 2]
        shape.line.dashes = DashPattern(lengths: [9, 5, 2], phase: 4)
      }
      let turn = random.number(-3...3)
      let stretch = Matrix4.scale(random.number(0.4...1.3), random.number(0.4...1.3), 1)
      let transform = stretch.concat(.rotation(turn, 0, 0, 1))
      let place = Point(random.number(20...60), random.number(20...60))
      let h = Harness(80, 80, [node(2, place.x, place.y, shape) { $0.transform = transform }])
      let list = h.list
      let found = pixels(list)
      let matrix = transform.concat(.translation(place.x, place.y, 0)).homography
      let area = PixelRect(0, 0, 80, 80)
      let inside = CoverageOracle(path, mappedBy: matrix).coverage(shape.rule, in: area)
      let outline = try #require(shape.line.outline(of: path))
      let line = CoverageOracle(outline, mappedBy: matrix).coverage(.nonZero, in: area)
      var worst = 0.0
      for y in 0..<80 {
        for x in 0..<80 {
          let filled = over(
            Color(0, 0.5, 1, 0.75), inside[y * 80 + x], SIMD4(repeating: 1))
          let wanted = over(Color(1, 0.25, 0, 0.5), line[y * 80 + x], filled)
          let d = found[x, y] - wanted
          worst = max(worst, max(abs(d.x), abs(d.y), abs(d.z)))
        }
      }
      #expect(worst < 0.03, "\(worst) for \(shape) \(transform)")
    }
  }

  @Test("A shape without bounds is drawn; the bounds cut it only where the layer clips")
  func bounds() {
    let shape = ShapeStyle(path: Path(rect: Rect(-10, -5, 30, 20)))
    let open = pixels(Harness(60, 40, [node(2, 30, 20, shape)]).list)
    #expect(open[20, 15] == SIMD4(1, 0, 0, 1) && open[49, 34] == SIMD4(1, 0, 0, 1))
    #expect(open[50, 34] == SIMD4(1, 1, 1, 1))
    let cut = pixels(
      Harness(
        60, 40,
        [
          node(2, 30, 20, shape) {
            $0.bounds = Rect(0, 0, 10, 10)
            $0.anchorPoint = .zero
            $0.masksToBounds = true
          }
        ]
      ).list)
    #expect(cut[29, 20] == SIMD4(1, 1, 1, 1) && cut[30, 20] == SIMD4(1, 0, 0, 1))
    #expect(cut[39, 29] == SIMD4(1, 0, 0, 1) && cut[40, 20] == SIMD4(1, 1, 1, 1))
  }

  @Test("A faded shape with fill and stroke fades as one picture")
  func fading() {
    var shape = ShapeStyle(path: Path(rect: Rect(10, 10, 20, 20)))
    shape.stroke = Color(0, 0, 1)
    shape.line = PathStroke(StrokeStyle(width: 4))
    let found = pixels(Harness(40, 40, [node(2, 0, 0, shape) { $0.opacity = 0.5 }]).list)
    // Inside of the line, where it lies on the fill.
    #expect(isNear(found[11, 20], SIMD4(0.5, 0.5, 1, 1), 1e-6))
    #expect(isNear(found[20, 20], SIMD4(1, 0.5, 0.5, 1), 1e-6))
    #expect(isNear(found[9, 20], SIMD4(0.5, 0.5, 1, 1), 1e-6))
  }

  @Test("Moved by whole pixels a shape is not drawn by the CPU again; scaled or changed it is")
  func hits() throws {
    var shape = ShapeStyle(path: star)
    shape.stroke = .black
    let h = Harness(100, 80, [node(2, 40, 40, shape)])
    try h.draw()
    #expect(h.record.maskMisses == 2 && h.backend.lastList?.uploads.count == 2)
    #expect(h.record.maskBytes > 3000)
    h.set(2, .position, .point(Point(47, 33)))
    try h.draw()
    #expect(h.record.maskHits == 2 && h.record.maskMisses == 0)
    #expect(h.backend.lastList?.uploads.isEmpty == true)
    h.set(2, .extra(.fillColor), .color(Color(0, 1, 0)))
    try h.draw()
    #expect(h.record.maskHits == 2 && h.record.maskMisses == 0)
    h.set(2, .extra(.strokeEnd), .number(0.5))
    try h.draw()
    #expect(h.record.maskHits == 1 && h.record.maskMisses == 1)
    h.set(2, .transform, .matrix(.scale(1.5, 1.5, 1)))
    try h.draw()
    #expect(h.record.maskMisses == 2)
    #expect(try h.draw() == .nothingChanged)
  }

  @Test("An animated line uploads one mask a frame and releases the last one")
  func animatedLine() throws {
    var shape = ShapeStyle(path: star, fill: nil)
    shape.stroke = .black
    let h = Harness(100, 80, [node(2, 40, 40, shape)])
    h.animate(
      2, [basic(1, .extra(.strokeEnd), from: .number(0.1), to: .number(1), duration: 1)])
    for i in 0..<20 {
      try h.draw(at: Double(i) / 20)
      #expect(h.backend.lastList?.uploads.count == 1)
      #expect(h.backend.resident.count == 1)
    }
  }

  @Test("Drawn part by part, with or without kept masks, the picture is that of a whole frame")
  func damage() throws {
    var random = SeededGenerator.printed("ShapeTests.damage")
    var shape = ShapeStyle(path: star)
    shape.stroke = Color(0, 0, 1, 0.5)
    shape.line = PathStroke(StrokeStyle(width: 5, join: .round))
    let h = Harness(120, 100, [node(2, 40, 40, shape), node(3, 80, 60, shape)])
    let other = Harness(120, 100, [node(2, 40, 40, shape), node(3, 80, 60, shape)])
    other.renderer.optimizations.remove(.coverageCache)
    var parts = ReferenceRasterizer()
    for _ in 0..<(SeededGenerator.isDeepRun ? 200 : 40) {
      let id = UInt64.random(in: 2...3, using: &random)
      let properties: [(LayerProperty, PropertyValue)] = [
        (.position, .point(Point(random.number(0...120), random.number(0...100).rounded()))),
        (.position, .point(Point(Double.random(in: 0...120, using: &random).rounded(), 50))),
        (.extra(.strokeStart), .number(random.number(0...0.5))),
        (.extra(.strokeEnd), .number(random.number(0.3...1))),
        (.extra(.lineWidth), .number(random.number(0...9))),
        (.extra(.fillColor), .color(random.chance(0.3) ? nil : Color(0, 1, 0, 0.7))),
        (.extra(.lineDashPattern), .numbers(random.chance(0.5) ? nil : [7, 3])),
        (.transform, .matrix(.rotation(random.number(-3...3), 0, 0, 1))),
        (.extra(.path), random.chance(0.2) ? .none : .path(star)),
        (.opacity, .number(random.pick([0.5, 1]))),
      ]
      let (property, value) = random.pick(properties)
      h.set(id, property, value)
      other.set(id, property, value)
      try h.draw()
      guard let list = h.backend.lastList else { continue }
      parts.draw(list)
      // With the images that were uploaded before.
      var whole = parts
      whole.draw(h.list)
      let fresh = pixels(other.list)
      #expect(parts.pixels == whole.pixels, "\(property) \(value)")
      #expect(fresh.pixels == whole.pixels, "\(property) \(value)")
    }
  }

  @Test("Of a shape much larger than the surface only what is seen is made, and found again")
  func largeShapes() throws {
    let r = 3000.0, k = r * 0.5522847498
    let circle = Path([
      .move(Point(r, 0)), .cubic(control1: Point(r, k), control2: Point(k, r), to: Point(0, r)),
      .cubic(control1: Point(-k, r), control2: Point(-r, k), to: Point(-r, 0)),
      .cubic(control1: Point(-r, -k), control2: Point(-k, -r), to: Point(0, -r)),
      .cubic(control1: Point(k, -r), control2: Point(r, -k), to: Point(r, 0)), .close,
    ])
    let h = Harness(200, 100, [node(2, -2900, 50, ShapeStyle(path: circle))])
    try h.draw()
    #expect(h.record.maskBytes < 600_000)
    var found = ReferenceRasterizer()
    found.draw(try #require(h.backend.lastList))
    #expect(found[98, 50] == SIMD4(1, 0, 0, 1) && found[101, 50] == SIMD4(1, 1, 1, 1))
    h.set(2, .position, .point(Point(-2890, 53)))
    try h.draw()
    #expect(h.record.maskHits == 1 && h.record.maskMisses == 0)
    found.draw(try #require(h.backend.lastList))
    #expect(found[108, 53] == SIMD4(1, 0, 0, 1) && found[111, 53] == SIMD4(1, 1, 1, 1))
  }

  @Test("More dashes than can be of use are drawn as a line, with one warning")
  func tooManyDashes() throws {
    var shape = ShapeStyle(path: Path([.move(Point(5, 20)), .line(Point(50, 20))]), fill: nil)
    shape.stroke = .black
    shape.line = PathStroke(StrokeStyle(width: 4))
    shape.dashLengths = [1e-9, 1e-9]
    let h = Harness(60, 40, [node(2, 0, 0, shape), node(3, 0, 10, shape)])
    try h.draw()
    let list = try #require(h.backend.lastList)
    #expect(pixels(list)[20, 20] == SIMD4(0, 0, 0, 1))
    #expect(h.renderer.takeWarnings().count == 1)
    h.set(2, .position, .point(Point(3, 3)))
    try h.draw()
    #expect(h.renderer.takeWarnings().isEmpty)
  }

  @Test("Numbers without sense draw nothing and do no harm")
  func nonsense() throws {
    let huge = Path([.move(Point(1e300, 0)), .line(Point(-1e300, 1e300)), .line(.zero), .close])
    var shape = ShapeStyle(path: huge)
    shape.stroke = .black
    for (property, value) in [
      (LayerProperty.extra(.lineWidth), PropertyValue.number(1e300)),
      (.extra(.miterLimit), .number(-1e300)), (.extra(.lineDashPhase), .number(1e300)),
      (.transform, .matrix(.scale(1e200, 1e200, 1))), (.position, .point(Point(1e18, 0))),
    ] {
      let h = Harness(60, 40, [node(2, 0, 0, shape), node(3, 30, 20, ShapeStyle(path: star))])
      h.set(2, property, value)
      h.set(3, property, value)
      try h.draw()
      let list = try #require(h.backend.lastList)
      #expect(pixels(list)[59, 39].w == 1)
    }
    let empty = Harness(60, 40, [node(2, 0, 0, ShapeStyle(path: Path([.move(.zero)])))])
    try empty.draw()
    #expect(empty.backend.lastList?.uploads.isEmpty == true)
  }
}
