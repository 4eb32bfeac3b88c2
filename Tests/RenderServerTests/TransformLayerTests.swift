import AnimationCore
import Geometry
import LayerCommit
import Renderer
import Testing

@Suite("Layers that do not flatten")
struct TransformLayerTests: PlaneTests {
  private let white = SIMD4(1.0, 1, 1, 1)

  private func space(
    _ id: UInt64, _ children: [Node], _ change: (inout LayerValues) -> Void = { _ in }
  ) -> Node {
    Node(
      id,
      {
        $0.frame(0, 0, 100, 80)
        $0.sublayerMode = .spatial
        change(&$0)
      }, children)
  }

  private func difference(_ a: ReferenceRasterizer, _ b: ReferenceRasterizer) -> Double {
    zip(a.pixels, b.pixels).map { a, b in
      let d = a - b
      return max(abs(d.x), abs(d.y), abs(d.z), abs(d.w))
    }.max() ?? 0
  }

  @Test("A sublayer is seen through the product of all matrices down from the layer that flattens")
  func product() {
    let outer = Matrix4.rotation(0.5, 0, 1, 0), inner = Matrix4.rotation(0.7, 1, 0.2, 0)
    let own = Matrix4.translation(0, 0, 25).concat(.rotation(-0.3, 0, 1, 0))
    for perspective in [nil, 250.0] {
      let nested = space(
        3, [space(4, [plane(5, red) { $0.transform = own }]) { $0.transform = inner }]
      ) { $0.transform = outer }
      // All anchors lie at (50, 40), as all layers have their middle there.
      let single = plane(3, red) { $0.transform = own.concat(inner).concat(outer) }
      let picture = raster([nested], perspective: perspective)
      #expect(difference(picture, raster([single], perspective: perspective)) < 1e-4)
      expect(picture, 50, 40, red)
    }
  }

  @Test("Its sublayers and its siblings hide each other as planes in one space")
  func oneSpace() {
    let turned = space(3, [plane(4, red)]) { $0.transform = .rotation(.pi / 6, 0, 1, 0) }
    for nodes in [[turned, plane(5, green)], [plane(5, green), turned]] {
      let picture = raster(nodes)
      // Rotation about y takes +x to −z: the left half comes to the viewer.
      expect(picture, 40, 40, red)
      expect(picture, 60, 40, green)
    }
    // An ordinary layer flattens: what is in it is drawn with it.
    turned.values.sublayerMode = .flat
    let sunk = Node(6, { $0.frame(0, 0, 100, 80) }, [turned])
    expect(raster([plane(5, green), sunk]), 60, 40, red)
  }

  @Test("Planes in two transform layers that cross cut each other, edge-on or not")
  func twoSpaces() {
    let left = space(3, [plane(4, red)]) { $0.transform = .rotation(.pi / 4, 0, 1, 0) }
    // The layer itself is seen edge-on, its sublayer is not.
    let right = space(5, [plane(6, green) { $0.transform = .rotation(.pi / 4, 0, 1, 0) }]) {
      $0.transform = .rotation(-.pi / 2, 0, 1, 0)
    }
    for perspective in [nil, 200.0] {
      for nodes in [[left, right], [right, left]] {
        let picture = raster(nodes, perspective: perspective)
        expect(picture, 40, 40, red)
        expect(picture, 60, 40, green)
      }
    }
  }

  @Test("Parallel planes are drawn by height, those of a transform layer with its own height added")
  func heights() {
    let low = space(3, [plane(4, red) { $0.zPosition = 1 }, plane(5, green) { $0.zPosition = 3 }])
    expect(raster([low, plane(6, blue) { $0.zPosition = 2 }]), 50, 40, green)
    expect(raster([low, plane(6, blue) { $0.zPosition = 4 }]), 50, 40, blue)
    low.values.zPosition = -2
    expect(raster([low, plane(6, blue) { $0.zPosition = 2 }]), 50, 40, blue)
    // At one height the order of the tree decides.
    expect(raster([low, plane(6, blue) { $0.zPosition = 1 }]), 50, 40, blue)
    expect(raster([plane(6, blue) { $0.zPosition = 1 }, low]), 50, 40, green)
  }

  @Test("It draws nothing of its own, and cuts and groups nothing")
  func drawsNothing() {
    let full = space(3, [plane(4, red)]) {
      $0.bounds = Rect(40, 30, 20, 20)
      $0.position = Point(50, 40)
      $0.backgroundColor = Color(components: blue)
      $0.borderWidth = 3
      $0.contents = Contents(image(2, 2, SIMD4(0, 0, 255, 255)))
      $0.shadowOpacity = 1
      $0.cornerRadius = 8
      $0.masksToBounds = true
    }
    let stage = stage([full])
    #expect(stage.list.quads.count == 1 && stage.offscreenPasses == 0)
    expect(raster([full]), 25, 15, red)
    full.children = []
    #expect(self.stage([full]).list.quads.isEmpty)
  }

  @Test("Opacity fades each sublayer by itself, and a sublayer of several pieces as one")
  func opacity() {
    let pair = space(3, [plane(4, red), plane(5, green)]) { $0.opacity = 0.5 }
    expect(raster([pair]), 50, 40, SIMD4(0.5, 0.75, 0.25, 1))
    // Once more, half as strong.
    let nested = space(6, [pair]) { $0.opacity = 0.5 }
    expect(raster([nested]), 50, 40, SIMD4(0.75, 0.8125, 0.5625, 1))
    let group = plane(7, red)
    group.children = [plane(8, green) { $0.position = Point(30, 30) }]
    let stage = stage([space(9, [group]) { $0.opacity = 0.5 }])
    #expect(stage.offscreenPasses == 1)
    var picture = ReferenceRasterizer()
    picture.draw(stage.list)
    expect(picture, 50, 40, SIMD4(0.5, 1, 0.5, 1))
    expect(raster([space(9, [group]) { $0.opacity = 0 }]), 50, 40, white)
  }

  @Test("One that is hidden, or turns into an ordinary layer and back, redraws what it holds")
  func changes() throws {
    let turned = space(3, [plane(4, red) { $0.zPosition = 5 }])
    let harness = stage([turned, plane(5, green)])
    var canvas = ReferenceRasterizer()
    func step(_ property: LayerProperty, _ value: PropertyValue, _ shown: SIMD4<Double>) throws {
      harness.set(3, property, value)
      try #require(try harness.draw() == .drawn)
      canvas.draw(try #require(harness.backend.lastList))
      expect(canvas, 50, 40, shown)
    }
    try harness.draw()
    canvas.draw(try #require(harness.backend.lastList))
    expect(canvas, 50, 40, red)
    try step(.extra(.sublayerMode), .number(0), green)
    try step(.extra(.sublayerMode), .number(1), red)
    try step(.hidden, .flag(true), green)
    try step(.hidden, .flag(false), red)
    try step(.zPosition, .number(-6), green)
    try step(.zPosition, .number(0), red)
    try step(.opacity, .number(0.5), SIMD4(0.5, 0.5, 0, 1))
  }

  @Test("The side of a sublayer that faces the viewer is told by all turns above it")
  func sides() {
    let card = space(
      3,
      [
        plane(4, red) { $0.isDoubleSided = false },
        plane(5, green) {
          $0.isDoubleSided = false
          $0.transform = .rotation(.pi, 0, 1, 0)
        },
      ])
    expect(raster([card]), 50, 40, red)
    card.values.transform = .rotation(.pi, 0, 1, 0)
    // One side only is looked at, even of the layer that turns.
    card.values.isDoubleSided = false
    expect(raster([card]), 50, 40, green)
  }

  @Test("Fills that move below one go the quick way, and are seen where the general way puts them")
  func quickWay() throws {
    func harness() -> Harness {
      let small = (0..<20).map { i in
        Node(
          UInt64(10 + i),
          {
            $0.frame(Double(i) * 4, 10, 3, 20)
            $0.backgroundColor = Color(components: red)
          })
      }
      let harness = stage([space(3, small) { $0.transform = .rotation(0.2, 0, 0, 1) }])
      for node in small {
        harness.animate(
          node.id.raw,
          [basic(node.id.raw, .position, from: .point(.zero), to: .point(Point(90, 60)))])
      }
      harness.animate(
        3, [basic(3, .transform, from: .matrix(.identity), to: .matrix(.rotation(1, 0, 0, 1)))])
      return harness
    }
    let quick = harness(), general = harness()
    general.renderer.optimizations.remove(.quickFills)
    for i in 0..<8 {
      let time = Double(i) * 0.11
      try quick.draw(at: time)
      try general.draw(at: time)
      #expect(
        quick.renderer.drawList(at: time, full: true)
          == general.renderer.drawList(at: time, full: true))
    }
  }
}
