import AnimationCore
import Geometry
import LayerCommit
import Profiling
import RenderServer
import Renderer
import Testing

@Suite("Pictures of transitions")
struct TransitionPictureTests {
  private let red = SIMD4(1.0, 0, 0, 1), green = SIMD4(0.0, 1, 0, 1), blue = SIMD4(0.0, 0, 1, 1)
  private let white = SIMD4(1.0, 1, 1, 1)
  private let two = LayerID(raw: 2), three = LayerID(raw: 3)

  private func color(_ c: SIMD4<Double>) -> PropertyValue { .color(Color(c.x, c.y, c.z, c.w)) }

  private func transition(
    _ id: UInt64, _ transition: Transition = Transition(), begin: Double = 0, duration: Double = 1,
    _ configure: (inout AnimationTiming) -> Void = { _ in }
  ) -> LayerAnimation {
    var timing = AnimationTiming()
    timing.beginTime = begin
    timing.duration = duration
    configure(&timing)
    var animation = LayerAnimation(id: AnimationID(raw: id), timing: timing, leaves: [])
    animation.transition = transition
    return animation
  }

  /// Layer 2, red, from (20, 20) to (60, 60), and what else there is.
  private func harness(
    _ children: [Node] = [], _ change: (inout LayerValues) -> Void = { _ in }
  ) -> Harness {
    Harness(
      100, 80,
      [
        Node(
          2,
          {
            $0.frame(20, 20, 40, 40)
            $0.backgroundColor = Color(1, 0, 0, 1)
            change(&$0)
          }, children)
      ])
  }

  private func pixel(_ h: Harness, _ x: Int, _ y: Int, at time: Double) -> SIMD4<Double> {
    var raster = ReferenceRasterizer()
    raster.draw(h.renderer.drawList(at: time, full: true))
    return raster[x, y]
  }

  private func expect(
    _ found: SIMD4<Double>, _ expected: SIMD4<Double>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let off = found - expected
    #expect((off * off).sum() < 1e-8, "\(found) for \(expected)", sourceLocation: sourceLocation)
  }

  @Test("A fade mixes what the layer showed before the commit with what it shows now")
  func fade() {
    let child = Node(3) {
      $0.frame(0, 0, 20, 40)
      $0.backgroundColor = Color(0, 1, 0, 1)
    }
    let h = harness([child])
    // The sublayer goes, the colour changes, and half of the layer becomes translucent.
    let faint = SIMD4(0.0, 0, 1, 0.5)
    h.commit(
      at: 1,
      [
        .setSublayers(two, []), .set(two, .backgroundColor, color(faint)),
        .setAnimations(two, [transition(1, begin: 1)]),
      ])
    let new = SIMD4(0.5, 0.5, 1, 1)
    for p in [0.0, 0.25, 0.5, 0.9375] {
      expect(pixel(h, 30, 40, at: 1 + p), green * (1 - p) + new * p)
      expect(pixel(h, 50, 40, at: 1 + p), red * (1 - p) + new * p)
    }
    #expect(h.renderer.isAnimating && h.renderer.frozenLayers == 2)
    expect(pixel(h, 50, 40, at: 2.1), new)
    #expect(!h.renderer.isAnimating && h.renderer.frozenLayers == 0)
    #expect(h.offscreenPasses == 0)
    #expect(h.events(to: 3) == ["start 1 at 1", "finish 1 at 2"])
  }

  @Test(
    "Pictures slide by the layer's size, from the side that is named",
    arguments: Transition.Kind.allCases, Transition.Side.allCases)
  func slide(kind: Transition.Kind, side: Transition.Side) {
    guard kind != .fade else { return }
    let h = harness()
    h.commit(
      at: 1,
      [
        .set(two, .backgroundColor, color(blue)),
        .setAnimations(two, [transition(1, Transition(kind, from: side), begin: 1)]),
      ])
    // Towards where things come from; a quarter of the way is gone.
    let u: Point
    switch side {
    case .left: u = Point(-1, 0)
    case .right: u = Point(1, 0)
    case .top: u = Point(0, -1)
    case .bottom: u = Point(0, 1)
    }
    let p = 0.25
    let new = kind == .reveal ? Point.zero : Point(u.x * 40 * (1 - p), u.y * 40 * (1 - p))
    let old = kind == .moveIn ? Point.zero : Point(-u.x * 40 * p, -u.y * 40 * p)
    func isIn(_ x: Int, _ y: Int, _ shift: Point) -> Bool {
      let x = Double(x) + 0.5 - shift.x, y = Double(y) + 0.5 - shift.y
      return x > 20 && x < 60 && y > 20 && y < 60
    }
    var raster = ReferenceRasterizer()
    raster.draw(h.renderer.drawList(at: 1 + p, full: true))
    for y in stride(from: 2, to: 80, by: 5) {
      for x in stride(from: 2, to: 100, by: 5) {
        let (isNew, isOld) = (isIn(x, y, new), isIn(x, y, old))
        let top =
          kind == .reveal
          ? (isOld ? red : isNew ? blue : white)
          : (isNew ? blue : isOld ? red : white)
        expect(raster[x, y], top)
      }
    }
    expect(pixel(h, 40, 40, at: 2.5), blue)
  }

  @Test("The layer's vertical direction says what is top")
  func flipped() {
    let h = harness()
    h.commit(
      at: 1,
      [
        .set(LayerID(raw: 1), .geometryFlipped, .flag(true)),
        .set(two, .backgroundColor, color(blue)),
        .setAnimations(two, [transition(1, Transition(.moveIn, from: .top), begin: 1)]),
      ])
    // The root is 80 high and its sublayers' y runs up: the layer lies in the same place.
    expect(pixel(h, 40, 5, at: 1.01), blue)
    expect(pixel(h, 40, 75, at: 1.01), white)
  }

  @Test("Progress runs by start, end, curve and speed, and stays where the animation fills")
  func progress() {
    let h = harness()
    h.commit(
      at: 1,
      [
        .set(two, .backgroundColor, color(blue)),
        .setAnimations(
          two,
          [
            transition(1, Transition(.fade, start: 0.5, end: 0.75), begin: 1, duration: 2) {
              $0.speed = 2
              $0.function = UnitBezier(0.5, 0, 0.5, 1)
              $0.fillMode = .forwards
            }
          ]),
      ])
    expect(pixel(h, 40, 40, at: 1), red * 0.5 + blue * 0.5)
    expect(pixel(h, 40, 40, at: 1.5), red * 0.375 + blue * 0.625)
    expect(pixel(h, 40, 40, at: 9), red * 0.25 + blue * 0.75)
    #expect(!h.renderer.isAnimating)
    h.commit(at: 10, [.setAnimations(two, [])])
    expect(pixel(h, 40, 40, at: 10), blue)
    #expect(h.renderer.frozenLayers == 0)
    // One that is to begin later shows the new picture until then.
    h.commit(
      at: 11,
      [
        .set(two, .backgroundColor, color(green)),
        .setAnimations(two, [transition(2, begin: 12)]),
      ])
    expect(pixel(h, 40, 40, at: 11.5), green)
    expect(pixel(h, 40, 40, at: 12.5), blue * 0.5 + green * 0.5)
  }

  @Test("One transition interrupts another where that has come to, as often as it likes")
  func interrupted() throws {
    let h = harness()
    var shown = red
    for i in 0..<8 {
      let next = [blue, green, red][i % 3], time = Double(i) * 0.5
      h.commit(
        at: time,
        [
          .set(two, .backgroundColor, color(next)),
          .setAnimations(two, [transition(UInt64(i + 1), begin: time)]),
        ])
      // Where pictures would lie within each other too deep, one is left out.
      if i < 3 { expect(pixel(h, 40, 40, at: time), shown) }
      shown = shown * 0.5 + next * 0.5
      if i < 3 { expect(pixel(h, 40, 40, at: time + 0.5), shown) }
      #expect(h.renderer.frozenLayers <= 7)
    }
    _ = h.renderer.drawList(at: 9, full: true)
    #expect(h.renderer.frozenLayers == 0)
  }

  @Test("A layer that is hidden fades out, and one that is shown fades in")
  func hidden() {
    let h = harness()
    h.commit(
      at: 1,
      [
        .set(two, .hidden, .flag(true)), .setAnimations(two, [transition(1, begin: 1)]),
      ])
    expect(pixel(h, 40, 40, at: 1.25), red * 0.75 + white * 0.25)
    expect(pixel(h, 40, 40, at: 2.5), white)
    h.commit(
      at: 3,
      [
        .set(two, .hidden, .flag(false)), .setAnimations(two, [transition(2, begin: 3)]),
      ])
    expect(pixel(h, 40, 40, at: 3.25), red * 0.25 + white * 0.75)
  }

  @Test("Both pictures are where their layer is, and fade with it")
  func follows() {
    let h = harness()
    h.commit(
      at: 1,
      [
        .set(two, .backgroundColor, color(blue)), .set(two, .opacity, .number(0.5)),
        .set(two, .position, .point(Point(75, 40))),
        .setAnimations(
          two,
          [
            transition(1, begin: 1),
            basic(2, .position, from: .point(Point(35, 40)), to: .point(Point(75, 40)), begin: 1),
          ]),
      ])
    let mixed = (red * 0.5 + blue * 0.5) * 0.5 + white * 0.5
    // From 35 to 75 on x.
    expect(pixel(h, 36, 40, at: 1.5), mixed)
    expect(pixel(h, 74, 40, at: 1.5), mixed)
    expect(pixel(h, 30, 40, at: 1.5), white)
  }

  @Test("A layer that was not shown before has no old picture")
  func fresh() {
    let h = harness()
    var values = LayerValues()
    values.frame(0, 0, 10, 10)
    values.backgroundColor = Color(0, 0, 1, 1)
    h.commit(
      at: 1,
      [
        .createLayers([
          NewLayer(three, values: values, animations: [transition(1, begin: 1)])
        ]),
        .setSublayers(LayerID(raw: 1), [two, three]),
      ])
    expect(pixel(h, 5, 5, at: 1.1), blue)
    #expect(h.renderer.frozenLayers == 0)
  }

  @Test("The root, masks, and layers moved or destroyed meanwhile have transitions like any other")
  func places() throws {
    let h = harness()
    let one = LayerID(raw: 1)
    h.commit(
      at: 1,
      [
        .set(two, .backgroundColor, color(blue)), .setAnimations(one, [transition(1, begin: 1)]),
      ])
    expect(pixel(h, 40, 40, at: 1.5), red * 0.5 + blue * 0.5)
    h.commit(at: 1.5, [.setRoot(nil)])
    h.commit(at: 1.6, [.setRoot(one)])
    expect(pixel(h, 40, 40, at: 1.75), red * 0.25 + blue * 0.75)
    // A mask that grows.
    var values = LayerValues()
    values.frame(0, 0, 20, 40)
    values.backgroundColor = Color(0, 0, 0, 1)
    h.commit(at: 3, [.createLayers([NewLayer(three, values: values)]), .setMask(two, three)])
    expect(pixel(h, 50, 40, at: 3), white)
    h.commit(
      at: 4,
      [
        .set(three, .bounds, .rect(Rect(0, 0, 40, 40))),
        .set(three, .position, .point(Point(20, 20))),
        .setAnimations(three, [transition(2, begin: 4)]),
      ])
    // The old picture has its size, and its middle where that of the new one is.
    expect(pixel(h, 40, 40, at: 4.5), blue)
    expect(pixel(h, 55, 40, at: 4.5), blue * 0.5 + white * 0.5)
    expect(pixel(h, 55, 40, at: 6), blue)
    h.commit(at: 7, [.setMask(two, nil), .setSublayers(two, [three])])
    h.commit(
      at: 8,
      [
        .set(three, .backgroundColor, color(green)),
        .setAnimations(three, [transition(3, begin: 8)]),
      ])
    expect(pixel(h, 40, 40, at: 8.5), green * 0.5 + SIMD4(0, 0, 0, 0.5))
    h.commit(at: 8.5, [.setSublayers(two, []), .setSublayers(one, [two, three])])
    expect(pixel(h, 20, 20, at: 8.75), green * 0.75 + SIMD4(0, 0, 0, 0.25))
    h.commit(at: 8.8, [.destroy(three), .destroy(two), .setSublayers(one, [])])
    expect(pixel(h, 20, 20, at: 8.9), white)
    #expect(h.renderer.frozenLayers == 0)
    try h.draw(at: 9)
    #expect(h.record.layers == 1)
  }

  @Test("The order among siblings is that of the layer, in depth too")
  func order() {
    let other = Node(3) {
      $0.frame(20, 20, 40, 40)
      $0.backgroundColor = Color(0, 1, 0, 1)
    }
    for (z, turn) in [(1.0, 0.0), (-1, 0), (0, 0.5)] {
      let changing = Node(2) {
        $0.frame(20, 20, 40, 40)
        $0.backgroundColor = Color(1, 0, 0, 1)
        $0.zPosition = z
        $0.transform = .rotation(turn, 0, 1, 0)
      }
      let h = Harness(100, 80, [changing, other])
      let before = pixel(h, 30, 40, at: 0.5), right = pixel(h, 50, 40, at: 0.5)
      h.commit(at: 1, [.setAnimations(two, [transition(1, begin: 1)])])
      expect(pixel(h, 30, 40, at: 1.5), before)
      expect(pixel(h, 50, 40, at: 1.5), right)
    }
  }

  @Test(
    "A layer's time is the same with a transition as without, before its superlayer's begin too")
  func time() {
    let h = harness()
    var backwards = LayerTiming(), early = LayerTiming()
    backwards.speed = -1
    early.beginTime = -10
    h.commit([
      .setTiming(LayerID(raw: 1), backwards), .setTiming(two, early),
      .setAnimations(
        two,
        [
          basic(1, .position, from: .point(Point(0, 40)), to: .point(Point(100, 40)), duration: 10)
        ]),
    ])
    // The root is at −t, the layer at 10 − t.
    let h4 = h.renderer.layerValues(of: two, at: 4)?.position
    #expect(h4 == Point(60, 40))
    h.commit(
      at: 4,
      [
        .set(two, .backgroundColor, color(blue)),
        .setAnimations(
          two,
          [
            basic(
              1, .position, from: .point(Point(0, 40)), to: .point(Point(100, 40)), duration: 10),
            transition(2, begin: 0, duration: 10),
          ]),
      ])
    #expect(h.renderer.frozenLayers == 1)
    #expect(h.renderer.layerValues(of: two, at: 4)?.position == h4)
    #expect(h.renderer.layerValues(of: two, at: 5)?.position == Point(50, 40))
  }

  @Test("Old pictures let go of their images when they are no longer seen")
  func images() throws {
    let first = image(4, 4, SIMD4(255, 0, 0, 255)), second = image(4, 4, SIMD4(0, 255, 0, 255))
    let h = harness { $0.contents = Contents(first) }
    try h.draw()
    h.commit(
      at: 1,
      [
        .set(two, .contents, .contents(Contents(second))),
        .setAnimations(two, [transition(1, begin: 1)]),
      ])
    try h.draw(at: 1.5)
    #expect(h.backend.resident == [first.id, second.id])
    try h.draw(at: 2.5)
    try h.draw(at: 2.6)
    #expect(h.backend.resident == [second.id])
  }

  @Test("Copies of a replicator have the transition, each in its own time")
  func copies() {
    let source = Node(2) {
      $0.frame(0, 0, 10, 10)
      $0.backgroundColor = Color(1, 0, 0, 1)
    }
    let replicator = Node(
      3,
      {
        $0.frame(0, 0, 100, 80)
        $0.sublayerMode = .replicated
        $0[extra: .instanceCount] = .number(3)
        $0[extra: .instanceDelay] = .number(0.5)
        $0[extra: .instanceTransform] = .matrix(.translation(20, 0, 0))
      }, [source])
    let h = Harness(100, 80, [replicator])
    _ = h.renderer.drawList(at: 0.5, full: true)
    h.commit(
      at: 1,
      [
        .set(two, .backgroundColor, color(blue)), .setAnimations(two, [transition(1, begin: 1)]),
      ])
    expect(pixel(h, 5, 5, at: 1.75), red * 0.25 + blue * 0.75)
    expect(pixel(h, 25, 5, at: 1.75), red * 0.75 + blue * 0.25)
    h.commit(at: 1.8, [.set(three, .extra(.instanceCount), .number(2))])
    expect(pixel(h, 25, 5, at: 2), red * 0.5 + blue * 0.5)
    expect(pixel(h, 45, 5, at: 2), white)
    expect(pixel(h, 25, 5, at: 3), blue)
    #expect(h.renderer.frozenLayers == 0)
    #expect(h.events(to: 4) == ["start 1 at 1", "finish 1 at 2"])
  }
}
