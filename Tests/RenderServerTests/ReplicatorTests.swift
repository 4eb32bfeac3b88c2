import AnimationCore
import Geometry
import LayerCommit
import Profiling
import RenderServer
import Renderer
import TestSupport
import Testing

@Suite("Replicators")
struct ReplicatorTests {
  private let red = Color(1, 0, 0, 1)

  /// Layer 2 with a square sublayer 3 of two points, whose middle is `middle`.
  private func replicator(
    at middle: Point = Point(10, 10), _ change: (inout LayerValues) -> Void
  ) -> Node {
    let source = Node(3) {
      $0.bounds = Rect(0, 0, 2, 2)
      $0.position = middle
      $0.backgroundColor = .white
    }
    return Node(
      2,
      {
        $0.frame(0, 0, 100, 80)
        $0.sublayerMode = .replicated
        change(&$0)
      }, [source])
  }

  /// The middles of all quads, in the order in which they are drawn.
  private func middles(_ h: Harness, at time: Double = 0) -> [Point] {
    h.renderer.drawList(at: time, full: true).quads.map { quad in
      let x = Double(quad.rect.x + quad.rect.z / 2), y = Double(quad.rect.y + quad.rect.w / 2)
      return Point(
        x * Double(quad.row0.x) + y * Double(quad.row1.x) + Double(quad.row2.x),
        x * Double(quad.row0.y) + y * Double(quad.row1.y) + Double(quad.row2.y))
    }
  }

  private func expect(
    _ found: [Point], _ expected: [Point], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let isNear =
      found.count == expected.count
      && zip(found, expected).allSatisfy { abs($0.x - $1.x) < 1e-3 && abs($0.y - $1.y) < 1e-3 }
    #expect(isNear, "\(found) for \(expected)", sourceLocation: sourceLocation)
  }

  @Test("Copies have the places, colours and times of the table")
  func table() throws {
    try VectorFile(named: "rendering-numbers").run(kind: "replicator") { c in
      let step = c["instanceTransform"]
      let transform = Matrix4.rotation(step["rotationZ"].double ?? 0, 0, 0, 1)
        .translated(step["thenTranslateX"].double ?? 0, 0, 0)
      let count = c["instanceCount"].double ?? 0
      let color = c["instanceColor"].doubles
      let node = replicator(at: Point(22, 32)) {
        $0.bounds = Rect(-5, 3, 40, 30)
        $0.anchorPoint = Point(0.25, 0.75)
        $0.position = Point(12, 40)
        $0[extra: .instanceCount] = .number(count)
        $0[extra: .instanceTransform] = .matrix(transform)
        $0[extra: .instanceDelay] = .number(c["instanceDelay"].double ?? 0)
        $0[extra: .instanceColor] = .color(Color(color[0], color[1], color[2], color[3]))
        $0[extra: .instanceRedOffset] = .number(c["redOffset"].double ?? 0)
        $0[extra: .instanceGreenOffset] = .number(c["greenOffset"].double ?? 0)
        $0[extra: .instanceBlueOffset] = .number(c["blueOffset"].double ?? 0)
        $0[extra: .instanceAlphaOffset] = .number(c["alphaOffset"].double ?? 0)
      }
      // Wide enough for all copies to be seen.
      let h = Harness(400, 400, [Node(4, { $0.frame(200, 200, 1, 1) }, [node])])
      h.animate(
        3,
        [
          basic(
            1, .position, from: .point(Point(22, 32)), to: .point(Point(122, 32)), begin: 2,
            duration: 10)
        ])
      let time = 2.3
      let quads = h.renderer.drawList(at: time, full: true).quads
      let found = middles(h, at: time)
      try #require(found.count == c["instances"].array.count)
      for (k, instance) in c["instances"].array.enumerated() {
        let m = instance["matrix2d"].doubles, rgba = instance["color"].doubles
        let late = instance["timeOffset"].double ?? 0
        // Relative to the anchor point, which lies at (5, 25.5) in the replicator.
        let x = 22 + 10 * max(0, time - 2 + late) - 5, y = 32 - 25.5
        let expected = Point(
          200 + 12 + m[0] * x + m[2] * y + m[4], 200 + 40 + m[1] * x + m[3] * y + m[5])
        #expect(
          abs(found[k].x - expected.x) < 1e-3 && abs(found[k].y - expected.y) < 1e-3,
          "\(c.id) copy \(k): \(found[k]) for \(expected)")
        let color = SIMD4<Double>(quads[k].color)
        let premultiplied = SIMD4(rgba[0], rgba[1], rgba[2], 1) * rgba[3]
        #expect(
          ((color - premultiplied) * (color - premultiplied)).sum() < 1e-10,
          "\(c.id) copy \(k): \(color) for \(premultiplied)")
      }
    }
  }

  @Test("A copy shows the model's value until its time comes, and is late from then on")
  func delay() {
    let h = Harness(
      100, 80,
      [
        replicator {
          $0[extra: .instanceCount] = .number(3)
          $0[extra: .instanceTransform] = .matrix(.translation(0, 20, 0))
          $0[extra: .instanceDelay] = .number(0.5)
        }
      ])
    h.animate(
      3,
      [basic(1, .position, from: .point(Point(20, 10)), to: .point(Point(60, 10)), begin: 10)])
    expect(middles(h, at: 9), [Point(10, 10), Point(10, 30), Point(10, 50)])
    expect(middles(h, at: 10.25), [Point(30, 10), Point(10, 30), Point(10, 50)])
    expect(middles(h, at: 10.75), [Point(50, 10), Point(30, 30), Point(10, 50)])
    expect(middles(h, at: 11.25), [Point(10, 10), Point(50, 30), Point(30, 50)])
    #expect(h.renderer.isAnimating)
    expect(middles(h, at: 12.5), [Point(10, 10), Point(10, 30), Point(10, 50)])
    #expect(!h.renderer.isAnimating)
  }

  @Test("Begins and ends are told once, of the layer itself")
  func events() {
    let h = Harness(
      100, 80,
      [
        replicator {
          $0[extra: .instanceCount] = .number(4)
          $0[extra: .instanceDelay] = .number(0.1)
        }
      ])
    h.animate(3, [basic(7, .opacity, from: .number(0), to: .number(1), begin: 1)], at: 1)
    _ = h.renderer.drawList(at: 1, full: true)
    #expect(h.events(to: 5) == ["start 7 at 1", "finish 7 at 2"])
    #expect(h.events(to: 9) == [])
    // With no copy at all the layer still has its time.
    h.set(2, .extra(.instanceCount), .number(0), at: 9)
    h.animate(3, [basic(8, .opacity, from: .number(0), to: .number(1), begin: 10)], at: 9)
    #expect(middles(h, at: 9.5).isEmpty)
    #expect(h.events(to: 12) == ["start 8 at 10", "finish 8 at 11"])
  }

  @Test("What happens to a layer happens to its copies")
  func mirrors() {
    let h = Harness(
      100, 80,
      [
        replicator {
          $0[extra: .instanceCount] = .number(2)
          $0[extra: .instanceTransform] = .matrix(.translation(0, 20, 0))
        }
      ])
    expect(middles(h), [Point(10, 10), Point(10, 30)])
    h.set(3, .position, .point(Point(14, 10)))
    expect(middles(h), [Point(14, 10), Point(14, 30)])
    // A sublayer of the sublayer, which then moves up and the other way round.
    var small = LayerValues()
    small.bounds = Rect(0, 0, 2, 2)
    small.position = Point(11, 1)
    small.backgroundColor = red
    let (two, three, four) = (LayerID(raw: 2), LayerID(raw: 3), LayerID(raw: 4))
    h.commit([.createLayers([NewLayer(four, values: small)]), .setSublayers(three, [four])])
    expect(middles(h), [Point(14, 10), Point(24, 10), Point(14, 30), Point(24, 30)])
    h.commit([.setSublayers(two, [four, three])])
    expect(middles(h), [Point(11, 1), Point(14, 10), Point(11, 21), Point(14, 30)])
    h.commit([.setSublayers(two, [four]), .setSublayers(four, [three])])
    // Layer 3 lies in 4's space, whose origin is (10, 0).
    expect(middles(h), [Point(11, 1), Point(24, 10), Point(11, 21), Point(24, 30)])
    h.commit([.destroy(four)])
    expect(middles(h), [])
    h.commit([.setSublayers(two, [three])])
    expect(middles(h), [Point(14, 10), Point(14, 30)])
    // Out of the replicator there is one of it.
    h.commit([.setSublayers(two, []), .setSublayers(LayerID(raw: 1), [two, three])])
    expect(middles(h), [Point(14, 10)])
  }

  @Test(
    "Masks of sublayers are copied with them, and the replicator's own masks all copies at once")
  func masks() {
    func mask(_ id: UInt64, _ rect: Rect) -> NewLayer {
      var values = LayerValues()
      values.frame(rect.minX, rect.minY, rect.size.width, rect.size.height)
      values.backgroundColor = .white
      return NewLayer(LayerID(raw: id), values: values)
    }
    let h = Harness(
      100, 80,
      [
        replicator {
          $0[extra: .instanceCount] = .number(2)
          $0[extra: .instanceTransform] = .matrix(.translation(0, 20, 0))
        }
      ])
    func picture() -> [SIMD4<Double>] {
      var raster = ReferenceRasterizer()
      raster.draw(h.renderer.drawList(at: 0, full: true))
      return [raster[9, 9], raster[10, 9], raster[9, 29], raster[10, 29]]
    }
    h.set(3, .backgroundColor, .color(red))
    let white = SIMD4(1.0, 1, 1, 1), shown = SIMD4(1.0, 0, 0, 1)
    #expect(picture() == [shown, shown, shown, shown])
    h.commit([
      .createLayers([mask(8, Rect(0, 0, 1, 2))]), .setMask(LayerID(raw: 3), LayerID(raw: 8)),
    ])
    #expect(picture() == [shown, white, shown, white])
    h.commit([
      .setMask(LayerID(raw: 3), nil), .createLayers([mask(9, Rect(0, 0, 100, 20))]),
      .setMask(LayerID(raw: 2), LayerID(raw: 9)),
    ])
    #expect(picture() == [shown, shown, white, white])
  }

  @Test("The number of copies is animated in whole numbers, and any number is shown as it can be")
  func counts() {
    let h = Harness(
      100, 80, [replicator { $0[extra: .instanceTransform] = .matrix(.translation(0, 3, 0)) }])
    func count(_ n: Double) -> Int {
      h.set(2, .extra(.instanceCount), .number(n))
      return middles(h).count
    }
    #expect(count(1) == 1 && count(5) == 5 && count(2) == 2 && count(0) == 0 && count(3) == 3)
    #expect(count(-4) == 0 && count(.nan) == 0 && count(4) == 4)
    h.set(2, .extra(.instanceTransform), .matrix(.scale(1e200, 1)))
    // The third is too far away to be a number.
    #expect(middles(h).count >= 1)
    h.set(2, .extra(.instanceTransform), .matrix(.translation(0, 3, 0)))
    h.animate(
      2, [basic(1, .extra(.instanceCount), from: .number(1), to: .number(9), begin: 1)], at: 1)
    for (time, expected) in [(1.0, 1), (1.25, 3), (1.4, 4), (1.99, 9), (2.5, 4)] {
      #expect(middles(h, at: time).count == expected, "at \(time)")
    }
  }

  @Test("Instance properties move and colour the copies while they are animated")
  func animatedLook() {
    let h = Harness(
      100, 80,
      [
        replicator {
          $0[extra: .instanceCount] = .number(3)
          $0[extra: .instanceTransform] = .matrix(.translation(0, 10, 0))
        }
      ])
    h.animate(
      2,
      [
        basic(
          1, .extra(.instanceTransform), from: .matrix(.translation(0, 10, 0)),
          to: .matrix(.translation(0, 30, 0))),
        basic(2, .extra(.instanceAlphaOffset), from: .number(0), to: .number(-0.5)),
      ])
    expect(middles(h, at: 0.5), [Point(10, 10), Point(10, 30), Point(10, 50)])
    #expect(
      h.renderer.drawList(at: 0.5, full: true).quads.map { $0.color.w } == [1, 0.75, 0.5])
    // The delay as well: copies are at other times then.
    h.animate(
      3, [basic(3, .position, from: .point(Point(0, 10)), to: .point(Point(40, 10)), begin: 2)])
    h.animate(2, [basic(4, .extra(.instanceDelay), from: .number(0), to: .number(0.2), begin: 2)])
    expect(middles(h, at: 2.5), [Point(20, 10), Point(16, 20), Point(12, 30)])
  }

  @Test("Replicators within replicators multiply their copies")
  func nested() {
    let inner = replicator {
      $0[extra: .instanceCount] = .number(3)
      $0[extra: .instanceTransform] = .matrix(.translation(5, 0, 0))
    }
    let outer = Node(
      5,
      {
        $0.frame(0, 0, 100, 80)
        $0.sublayerMode = .replicated
        $0[extra: .instanceCount] = .number(2)
        $0[extra: .instanceTransform] = .matrix(.translation(0, 20, 0))
        $0[extra: .instanceColor] = .color(Color(0.5, 1, 1, 1))
        $0[extra: .instanceDelay] = .number(1)
      }, [inner])
    let h = Harness(100, 80, [outer])
    func grid(_ x: [Double], _ y: [Double]) -> [Point] {
      y.flatMap { y in x.map { Point($0, y) } }
    }
    expect(middles(h), grid([10, 15, 20], [10, 30]))
    #expect(h.list.quads.allSatisfy { $0.color == SIMD4(0.5, 1, 1, 1) })
    h.set(2, .extra(.instanceCount), .number(2))
    expect(middles(h), grid([10, 15], [10, 30]))
    h.set(5, .extra(.instanceCount), .number(3))
    expect(middles(h), grid([10, 15], [10, 30, 50]))
    h.set(3, .position, .point(Point(12, 10)))
    expect(middles(h), grid([12, 17], [10, 30, 50]))
    h.animate(
      2,
      [
        basic(
          1, .extra(.instanceTransform), from: .matrix(.translation(0, 0, 0)),
          to: .matrix(.translation(10, 0, 0)), begin: 10, duration: 10)
      ])
    // Each copy of the inner one is a second behind.
    expect(
      middles(h, at: 13),
      [Point(12, 10), Point(15, 10), Point(12, 30), Point(14, 30), Point(12, 50), Point(13, 50)])
    h.set(2, .extra(.sublayerMode), .number(0), at: 30)
    expect(middles(h, at: 30), grid([12], [10, 30, 50]))
    h.commit(at: 31, [.destroy(LayerID(raw: 5)), .setSublayers(LayerID(raw: 1), [inner.id])])
    expect(middles(h, at: 31), [Point(12, 10)])
  }

  @Test("Copies are drawn in their order, unless they keep their depth")
  func depth() {
    let node = replicator {
      $0[extra: .instanceCount] = .number(3)
      $0[extra: .instanceTransform] = .matrix(.translation(0, 10, -5))
    }
    let h = Harness(100, 80, [node])
    expect(middles(h), [Point(10, 10), Point(10, 20), Point(10, 30)])
    h.set(2, .extra(.preservesDepth), .flag(true))
    expect(middles(h), [Point(10, 30), Point(10, 20), Point(10, 10)])
    // A layer that keeps its depth draws nothing of its own.
    h.set(2, .backgroundColor, .color(red))
    #expect(middles(h).count == 3)
    h.set(2, .extra(.preservesDepth), .flag(false))
    #expect(middles(h).count == 4)
  }

  @Test("Copies are freed with what they are copies of, and let go of their images")
  func freed() throws {
    let picture = image(4, 4, SIMD4(255, 0, 0, 255))
    let node = replicator { $0[extra: .instanceCount] = .number(5) }
    node.children[0].values.contents = Contents(picture)
    let h = Harness(100, 80, [node])
    try h.draw()
    #expect(h.renderer.copies == 4 && h.backend.resident == [picture.id])
    h.set(2, .extra(.instanceCount), .number(2))
    try h.draw()
    #expect(h.renderer.copies == 1)
    h.commit([.setSublayers(LayerID(raw: 2), []), .destroy(LayerID(raw: 3))])
    #expect(h.renderer.copies == 0)
    try h.draw()
    #expect(h.backend.resident.isEmpty)
    h.commit([.destroy(LayerID(raw: 2)), .setSublayers(LayerID(raw: 1), [])])
    try h.draw()
    #expect(h.record.layers == 1)
  }

  @Test("More copies than there is room for are left out, with one warning")
  func bounded() {
    let inner = replicator { $0[extra: .instanceCount] = .number(1e9) }
    let outer = Node(
      5,
      {
        $0.sublayerMode = .replicated
        $0[extra: .instanceCount] = .number(50)
      }, [inner])
    let h = Harness(100, 80, [outer])
    _ = h.renderer.drawList(at: 0, full: true)
    #expect(h.renderer.copies > 10_000 && h.renderer.copies <= 20_000)
    #expect(h.renderer.takeWarnings().count == 1)
    h.set(2, .extra(.instanceCount), .number(3))
    #expect(middles(h).count == 150)
    #expect(h.renderer.takeWarnings().isEmpty)
  }

  @Test("A replicator of which nothing changes costs nothing")
  func idle() throws {
    let h = Harness(100, 80, [replicator { $0[extra: .instanceCount] = .number(50) }])
    try h.draw()
    #expect(try h.draw(at: 1) == .nothingChanged)
    #expect(h.record.visited == 0)
    h.set(3, .backgroundColor, .color(red))
    try h.draw(at: 2)
    // The layer and its copies, with containers, replicator and root.
    #expect(h.record.visited == 2 * 50 + 2)
  }
}
