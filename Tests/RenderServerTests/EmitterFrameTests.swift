import AnimationCore
import Geometry
import LayerCommit
import Renderer
import Testing

/// Frames with particles: what is drawn again, when frames are asked for, which images are kept.
@Suite("Frames with particles")
struct EmitterFrameTests {
  private let fountain = [
    "birthRate": 30.0, "lifetime": 1.5, "velocity": 60, "velocityRange": 30,
    "emissionLongitude": -1.5, "emissionRange": 0.8, "yAcceleration": 80, "scale": 3,
    "scaleRange": 3, "spin": 2, "spinRange": 3, "alphaSpeed": -0.6, "redRange": 1, "greenRange": 1,
  ]

  private func pixel(_ list: DrawList, _ x: Int, _ y: Int) -> SIMD4<Double> {
    var raster = ReferenceRasterizer()
    raster.draw(list)
    return raster[x, y]
  }

  enum Setting: CaseIterable { case plain, clipped, faded, masked, blurred, deep, additive, turned }

  @Test("What is drawn again covers all that has moved", arguments: Setting.allCases)
  func damage(setting: Setting) throws {
    let node = emitter([emitterCell(fountain)]) { v in
      v.frame(0, 0, 120, 90)
      v[.extra(.emitterPosition)] = .point(Point(60, 60))
      v.backgroundColor = Color(0.2, 0.3, 0.4)
      v.borderWidth = 3
      v.borderColor = Color(0, 1, 0)
      switch setting {
      case .plain, .masked: break
      case .clipped:
        v.masksToBounds = true
        v.cornerRadius = 20
      case .faded: v.opacity = 0.5
      case .blurred: v.shadowOpacity = 0.7
      case .deep: v[.extra(.preservesDepth)] = .flag(true)
      case .additive: v[.extra(.renderMode)] = .number(4)
      case .turned: v.transform = .rotation(0.4, 0, 0, 1)
      }
    }
    let h = Harness(140, 120, [node])
    if setting == .masked {
      let mask = Node(
        9,
        {
          $0.frame(10, 10, 70, 70)
          $0.cornerRadius = 35
          $0.backgroundColor = .black
        })
      h.commit(mask.ops + [.setMask(LayerID(raw: 2), mask.id)])
    }
    var partial = ReferenceRasterizer()
    for step in 0..<24 {
      let time = 3 + Double(step) * 0.06
      #expect(try h.draw(at: time) == .drawn)
      partial.draw(try #require(h.backend.lastList))
      var whole = ReferenceRasterizer()
      var list = h.renderer.drawList(at: time, full: true)
      list.uploads = [dot]
      whole.draw(list)
      #expect(zip(partial.pixels, whole.pixels).allSatisfy { $0 == $1 }, "frame \(step)")
      if step == 12 { h.set(2, .extra(.birthRate), .number(0), at: time) }
    }
    #expect(h.record.damagedPixels < 140 * 120 || setting == .turned)
  }

  @Test("Particles are above the border and below sublayers; contents are below the border")
  func border() {
    let big = emitterCell(["birthRate": 1, "lifetime": 9, "scale": 10], color: Color(1, 0, 0))
    let child = Node(
      4,
      {
        $0.frame(90, 90, 10, 10)
        $0.backgroundColor = Color(0, 0, 1)
      })
    let node = emitter([big]) { v in
      v.frame(80, 80, 40, 40)
      v[.extra(.emitterPosition)] = .point(Point(20, 20))
      v.borderWidth = 15
      v.borderColor = Color(0, 1, 0)
    }
    node.children = [child]
    child.values.frame(10, 10, 10, 10)
    let list = Harness(200, 200, [node]).renderer.drawList(at: 1.5, full: true)
    // The particle is 20 by 20 about (100, 100), the sublayer lies from (90, 90) to (100, 100).
    #expect(pixel(list, 105, 105) == SIMD4(1, 0, 0, 1))
    #expect(pixel(list, 95, 95) == SIMD4(0, 0, 1, 1))
    #expect(pixel(list, 85, 85) == SIMD4(0, 1, 0, 1))
    #expect(pixel(list, 92, 108) == SIMD4(1, 0, 0, 1))
  }

  @Test("Additive particles add their colours, others cover; a group fades them as one")
  func blending() {
    func list(_ mode: Double, opacity: Double = 1) -> DrawList {
      let cells = [
        emitterCell(["birthRate": 1, "lifetime": 9, "scale": 10], color: Color(0.5, 0, 0)),
        emitterCell(["birthRate": 1, "lifetime": 9, "scale": 10], color: Color(0, 0.25, 0)),
      ]
      let h = Harness(200, 200, background: .black)
      h.show([
        emitter(cells) { v in
          v[.extra(.renderMode)] = .number(mode)
          v.opacity = opacity
        }
      ])
      return h.renderer.drawList(at: 1.5, full: true)
    }
    func near(_ got: SIMD4<Double>, _ r: Double, _ g: Double) {
      #expect(abs(got.x - r) < 0.004 && abs(got.y - g) < 0.004 && got.w == 1, "\(got)")
    }
    near(pixel(list(0), 100, 100), 0, 0.25)
    near(pixel(list(4), 100, 100), 0.5, 0.25)
    near(pixel(list(0, opacity: 0.5), 100, 100), 0, 0.125)
  }

  @Test("A clip cuts particles; a flipped layer keeps their pictures upright")
  func clipAndFlip() {
    var bytes: [UInt8] = []
    for color in [SIMD4<UInt8>(255, 0, 0, 255), SIMD4(0, 0, 255, 255)] {
      for _ in 0..<2 { bytes += [color.z, color.y, color.x, color.w] }
    }
    let flag = PixelImage(
      Bitmap(size: PixelSize(2, 2), format: .bgra8Premultiplied, bytes: bytes))
    let cell = emitterCell(["birthRate": 1, "lifetime": 9, "scale": 20], contents: flag)
    let node = emitter([cell]) { v in
      v.frame(80, 80, 40, 60)
      v[.extra(.emitterPosition)] = .point(Point(20, 20))
      v.masksToBounds = true
    }
    let above = Node(
      3,
      {
        $0.frame(0, 0, 200, 200)
        $0.isGeometryFlipped = true
      }, [node])
    let list = Harness(200, 200, [above]).renderer.drawList(at: 1.5, full: true)
    // From (80, 80) to (120, 120) upwards from y = 120 − 100 = 100.
    #expect(pixel(list, 100, 84) == SIMD4(1, 0, 0, 1))
    #expect(pixel(list, 100, 116) == SIMD4(0, 0, 1, 1))
    let narrow = emitter([cell]) { v in
      v.frame(82, 82, 10, 10)
      v[.extra(.emitterPosition)] = .point(Point(18, 18))
      v.masksToBounds = true
    }
    let cut = Harness(200, 200, [narrow]).renderer.drawList(at: 1.5, full: true)
    #expect(pixel(cut, 83, 83) == SIMD4(1, 0, 0, 1))
    #expect(pixel(cut, 81, 83) == SIMD4(1, 1, 1, 1))
    #expect(pixel(cut, 83, 93) == SIMD4(1, 1, 1, 1))
  }

  @Test("An emitter asks for frames while something moves, and for a look at the next birth")
  func rest() throws {
    let h = emitterStage([emitterCell(["birthRate": 0.5, "lifetime": 0.3])])
    try h.draw(at: 1)
    #expect(!h.renderer.isAnimating && !h.renderer.needsFrame)
    #expect(abs(h.renderer.nextEventTime - 2) < 1e-6)
    _ = h.events(to: 2.001)
    #expect(h.renderer.needsFrame)
    #expect(try h.draw(at: 2.001) == .drawn)
    #expect(h.renderer.isAnimating)
    #expect(try h.draw(at: 2.4) == .drawn)
    #expect(h.particles(at: 2.4).isEmpty && !h.renderer.isAnimating)
    #expect(try h.draw(at: 2.5) == .nothingChanged)
  }

  enum Unseen: CaseIterable { case hidden, hiddenAbove, faded, away, frozen, clipped }

  @Test("What nobody sees asks for no frames", arguments: Unseen.allCases)
  func unseen(unseen: Unseen) throws {
    let node = emitter([emitterCell(fountain)]) { v in
      switch unseen {
      case .hidden: v.isHidden = true
      case .faded: v.opacity = 0
      case .away: v[.extra(.emitterPosition)] = .point(Point(5000, 0))
      case .clipped:
        v.frame(-50, -50, 20, 20)
        v.masksToBounds = true
      case .hiddenAbove, .frozen: break
      }
    }
    let h = Harness(200, 200, [Node(3, { $0.isHidden = unseen == .hiddenAbove }, [node])])
    if unseen == .frozen {
      var timing = LayerTiming()
      timing.speed = 0
      timing.timeOffset = 5
      h.commit([.setTiming(LayerID(raw: 2), timing)])
    }
    try h.draw(at: 4)
    #expect(!h.renderer.isAnimating && !h.renderer.needsFrame)
    #expect(h.renderer.nextEventTime == .infinity)
    if unseen == .hidden {
      h.set(2, .hidden, .flag(false), at: 5)
      #expect(h.renderer.needsFrame)
      #expect(try h.draw(at: 5) == .drawn)
      #expect(h.renderer.isAnimating)
    }
  }

  @Test("Images stay as long as particles show them")
  func images() throws {
    let other = image(4, 4, SIMD4(255, 0, 0, 255))
    let h = emitterStage([emitterCell("a", ["birthRate": 10, "lifetime": 2])])
    try h.draw(at: 1)
    #expect(h.backend.resident == [dot.id])
    let new = emitterCell("a", ["birthRate": 10, "lifetime": 2], contents: other)
    h.set(2, .extra(.emitterCells), .records([new]), at: 1)
    try h.draw(at: 2)
    #expect(h.backend.resident == [dot.id, other.id])
    for step in 0..<5 { try h.draw(at: 3 + Double(step)) }
    #expect(h.backend.resident == [other.id])
    h.commit(at: 8, [.setSublayers(LayerID(raw: 1), []), .destroy(LayerID(raw: 2))])
    try h.draw(at: 8)
    #expect(h.backend.resident == [])
  }

  enum Bad: CaseIterable {
    case notANumber, negative, huge, endless, noPixels, deepCells, infinite, hugeSize
  }

  @Test("Values that make no sense have a result, and a bounded one", arguments: Bad.allCases)
  func bad(bad: Bad) throws {
    var values = fountain
    var contents: PixelImage? = dot
    var cells: [Record] = []
    switch bad {
    case .notANumber: for key in values.keys where key != "birthRate" { values[key] = .nan }
    case .negative:
      for key in ["lifetime", "birthRate", "scale"] { values[key] = -3 }
    case .huge: values["birthRate"] = 1e30
    case .endless: values["lifetime"] = .greatestFiniteMagnitude
    case .infinite: for key in values.keys { values[key] = .greatestFiniteMagnitude }
    case .noPixels:
      contents = PixelImage(
        Bitmap(size: PixelSize(0, 0), format: .bgra8Premultiplied, bytes: []))
    case .deepCells:
      for _ in 0..<100 { cells = [emitterCell(values, cells)] }
    case .hugeSize: values["scale"] = 1e30
    }
    let h = emitterStage([emitterCell(values, contents: contents, cells)]) { v in
      v[.extra(.emitterSize)] = .size(Size(1e300, -1e300))
      v[.extra(.emitterShape)] = .number(2)
    }
    for time in [1.0, 1.1, 50, 1e7] { try h.draw(at: time) }
    let count = h.particles(at: 1e7 + 0.5).count
    #expect(count <= 20_000)
    let warnings = h.renderer.takeWarnings()
    #expect(warnings.count <= 1)
    switch bad {
    case .notANumber, .negative, .noPixels: #expect(count == 0)
    case .huge, .endless: #expect(warnings.first?.contains("20000 particles") == true)
    case .deepCells, .infinite, .hugeSize: break
    }
  }

  @Test("Too many particles are thinned out evenly, with one warning")
  func thinned() throws {
    let h = emitterStage([
      emitterCell(["birthRate": 1e6, "lifetime": 2, "velocity": 100])
    ])
    let drawn = h.particles(at: 30)
    #expect(drawn.count > 19_000 && drawn.count <= 20_000)
    #expect((drawn.map(\.x).max() ?? 0) > 299)
    for time in [30.1, 30.2] { try h.draw(at: time) }
    #expect(h.renderer.takeWarnings().count == 1)
  }
}
