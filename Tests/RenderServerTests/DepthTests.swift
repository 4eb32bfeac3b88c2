import AnimationCore
import Geometry
import LayerCommit
import Renderer
import Testing

@Suite("Depth")
struct DepthTests: PlaneTests {
  @Test("Flat siblings are drawn by zPosition, equal ones in their order")
  func flat() {
    let nodes = [
      plane(3, red) { $0.zPosition = 2 }, plane(4, green), plane(5, blue) { $0.zPosition = 1 },
    ]
    expect(raster(nodes), 50, 40, red)
    nodes[0].values.zPosition = 0
    nodes[2].values.zPosition = 0
    expect(raster(nodes), 50, 40, blue)
  }

  @Test("A plane turned about y is half hidden by a flat sibling, whatever their order")
  func halfHidden() {
    // Turned by 30°: its right half (x > 50) goes behind the flat one, its left half before it.
    let turned = plane(3, red, .rotation(.pi / 6, 0, 1, 0))
    for nodes in [[turned, plane(4, green)], [plane(4, green), turned]] {
      let picture = raster(nodes)
      let left = picture[40, 40], right = picture[60, 40]
      #expect(left != right)
      expect(picture, 40, 40, left == red ? red : green)
      expect(picture, 60, 40, left == red ? green : red)
      // Rotation about y takes +x to −z: the left half comes to the viewer.
      expect(picture, 40, 40, red)
    }
  }

  @Test("Planes that become translucent are cut as if they always were")
  func becomesTranslucent() throws {
    func nodes(opacity: Double) -> [Node] {
      [
        plane(3, red, .rotation(.pi / 4, 0, 1, 0)) { $0.opacity = opacity },
        plane(4, green, .rotation(-.pi / 4, 0, 1, 0)) { $0.opacity = opacity },
      ]
    }
    let changed = stage(nodes(opacity: 1))
    let opaque = changed.renderer.drawList(at: 0, full: true).dump
    try changed.draw()
    for id: UInt64 in [3, 4] {
      changed.animate(id, [basic(id, .opacity, from: .number(1.5), to: .number(0.5))])
    }
    try changed.draw(at: 0.125)
    #expect(changed.renderer.drawList(at: 0.125, full: true).dump == opaque)
    for time in [0.625, 0.75] {
      let list = changed.renderer.drawList(at: time, full: true)
      #expect(list.dump == stage(nodes(opacity: 1.5 - time)).list.dump)
      #expect(list.clips.contains { $0.shape == 3 })
      try changed.draw(at: time)
    }
  }

  @Test("Two planes crossing like an X hide each other on either side, with perspective too")
  func crossing() {
    let a = plane(3, red, .rotation(.pi / 4, 0, 1, 0))
    let b = plane(4, green, .rotation(-.pi / 4, 0, 1, 0))
    for perspective in [nil, 200.0] {
      for nodes in [[a, b], [b, a]] {
        let picture = raster(nodes, perspective: perspective)
        expect(picture, 40, 40, red)
        expect(picture, 60, 40, green)
      }
    }
  }

  @Test("A cut leaves no gap in an opaque plane")
  func noGap() {
    let turned = plane(3, red, .rotation(.pi / 6, 0, 1, 0))
    let small = plane(4, green) { $0.bounds = Rect(0, 0, 60, 20) }
    let picture = raster([turned, small])
    // Away from the small plane the cut runs through bare red.
    for x in 45..<55 { expect(picture, x, 15, red) }
  }

  @Test("Planes that overlap in a ring are cut, so that each hides the next")
  func ring() {
    // Three bars around a centre, each rising from under one neighbour to over the other.
    let bars = [red, green, blue].enumerated().map { i, color in
      let angle = Double(i) * 2 * .pi / 3
      return plane(UInt64(3 + i), color) {
        $0.bounds = Rect(0, 0, 70, 16)
        $0.position = Point(50, 40)
        $0.transform = Matrix4.translation(0, 20)
          .concat(.rotation(0.4, 0, 1, 0)).concat(.rotation(angle, 0, 0, 1))
      }
    }
    // Where two meet, the colour is that of the one whose plane is higher there, in every order.
    let reference = raster(bars)
    for order in [[1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      let picture = raster(order.map { bars[$0] })
      var differing = 0
      for y in 0..<80 {
        for x in 0..<100 {
          let off = picture[x, y] - reference[x, y]
          if (off * off).sum() > 0.05 { differing += 1 }
        }
      }
      // Softened pixels along the cuts may differ.
      #expect(differing < 40, "\(differing) pixels depend on the order")
    }
  }

  @Test("Sixty planes that all cross each other are drawn with bounded work, none left out")
  func manyCrossings() {
    let count = 60
    let nodes = (0..<count).map { i in
      plane(
        UInt64(10 + i), blue,
        Matrix4.rotation(Double(i) * 0.37, 0.2, 1, 0).concat(.rotation(Double(i) * 0.11, 0, 0, 1)))
    }
    let stage = Node(2, { $0.frame(0, 0, 100, 80) }, nodes)
    let list = Harness(100, 80, [stage]).list
    #expect(list.quads.count >= count)
    // Each cut adds a piece; their number is limited, and with it the pairs that are compared.
    #expect(list.quads.count <= 4 * 128)
  }

  @Test("A layer turned away is seen from behind, or not at all when single-sided")
  func backFace() {
    let turned = plane(3, red, .rotation(.pi, 0, 1, 0))
    expect(raster([turned]), 50, 40, red)
    turned.values.isDoubleSided = false
    expect(raster([turned]), 50, 40, SIMD4(1, 1, 1, 1))
    // A flipped geometry is no back.
    let upright = plane(3, red) { $0.isDoubleSided = false }
    let flipped = Node(
      2,
      {
        $0.frame(0, 0, 100, 80)
        $0.isGeometryFlipped = true
      }, [upright])
    #expect(Harness(100, 80, [flipped]).list.quads.count == 1)
  }

  @Test("Perspective: a point at height z is scaled by d / (d − z) about the anchor point")
  func perspective() {
    let near = plane(3, red) {
      $0.frame(40, 30, 20, 20)
      $0.zPosition = 100
    }
    let picture = raster([near], perspective: 200)
    // Twice as large about (50, 40).
    expect(picture, 31, 21, red)
    expect(picture, 68, 58, red)
    expect(picture, 29, 40, SIMD4(1, 1, 1, 1))
    expect(picture, 71, 40, SIMD4(1, 1, 1, 1))
  }

  @Test("What lies behind the eye is cut off, not mirrored")
  func behindTheEye() {
    // The lower half of the plane passes the eye.
    let plane = plane(3, red, .rotation(1.2, 1, 0, 0)) { $0.bounds = Rect(0, 0, 60, 400) }
    let list = Harness(
      100, 80,
      [
        Node(
          2,
          {
            $0.frame(0, 0, 100, 80)
            $0.sublayerTransform.r2.w = -1 / 100
          }, [plane])
      ]
    ).list
    var picture = ReferenceRasterizer()
    picture.draw(list)
    let behind = self.plane(3, red) { $0.zPosition = 150 }
    expect(raster([behind], perspective: 100), 50, 40, SIMD4(1, 1, 1, 1))
    for i in list.quads { #expect(i.row2.sum().isFinite) }
    #expect(picture.pixels.contains(red))
  }

  @Test("Grandchildren are flattened into their parent's plane")
  func flattening() {
    let tall = plane(5, blue) { $0.zPosition = 50 }
    let low = Node(3, { $0.frame(0, 0, 100, 80) }, [tall])
    let high = plane(4, green) { $0.zPosition = 1 }
    expect(raster([low, high]), 50, 40, green)
  }

  @Test("Flat scenes are neither sorted nor cut")
  func flatCosts() {
    let nodes = [plane(3, red), plane(4, green, .rotation(0.3, 0, 0, 1))]
    let list = Harness(100, 80, nodes).list
    #expect(list.clips.isEmpty)
    #expect(list.quads.count == 2)
  }
}
