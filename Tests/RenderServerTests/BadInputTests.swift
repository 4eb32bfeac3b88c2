import AnimationCore
import Geometry
import LayerCommit
import Renderer
import Testing

@Suite("Bad input")
struct BadInputTests {
  private static let extremes: [Double] = [
    .nan, .infinity, -.infinity, 1e30, -1e30, 1e300, 0, -5, .leastNonzeroMagnitude,
  ]

  @Test("No number makes a crash or an instance that is not finite", arguments: extremes)
  func numbers(n: Double) throws {
    for property in LayerProperty.allCases {
      let h = Harness(
        100, 80,
        [
          Node(
            2,
            {
              $0.frame(10, 10, 30, 30)
              $0.backgroundColor = .black
              $0.borderWidth = 2
              $0.cornerRadius = 4
              $0.masksToBounds = true
              $0.contents = Contents(image(2, 2, SIMD4(1, 2, 3, 255)))
            },
            [
              Node(
                3,
                {
                  $0.frame(0, 0, 20, 20)
                  $0.backgroundColor = .white
                  $0.shadowOpacity = 1
                })
            ])
        ])
      try h.draw()
      for value in [
        PropertyValue.number(n), .vector(SIMD4(n, n, n, n)), .vector(SIMD4(0, 0, n, 10)),
        .matrix(Matrix4(affine: n, 0, 0, 1, 0, 0)), .matrix(.translation(n, n, n)),
      ] {
        h.set(2, property, value)
        h.set(3, property, value)
        try h.draw()
        guard let list = h.backend.lastList else { continue }
        for i in list.quads {
          let all = i.row0 + i.row1 + i.row2 + i.rect + i.color + i.extra + i.radii
          #expect(all.sum().isFinite, "\(property) \(value)")
        }
        for rect in list.damage.rects {
          #expect(PixelRect(0, 0, 100, 80).contains(rect))
        }
      }
    }
  }

  @Test("A layer larger than any number of pixels still fills the surface")
  func huge() {
    let layer = Node(
      2,
      {
        $0.bounds = Rect(-1e30, -1e30, 2e30, 2e30)
        $0.position = Point(0, 0)
        $0.backgroundColor = .black
      })
    let list = Harness(100, 80, [layer]).list
    #expect(list.quads.map(\.rect) == [SIMD4(0, 0, 100, 80)])
  }

  @Test("A layer in itself, in its descendant, or nowhere is ignored")
  func cycles() {
    let h = Harness(100, 80, [Node(2, { _ in }, [Node(3)])])
    let before = h.renderer.dumpTree(at: 0)
    func sublayers(_ id: UInt64, _ list: [UInt64]) -> CommitOp {
      .setSublayers(LayerID(raw: id), list.map { LayerID(raw: $0) })
    }
    h.commit([sublayers(3, [2])])
    h.commit([sublayers(3, [3])])
    h.commit([sublayers(2, [3, 3, 2, 1, 99])])
    h.commit([.setRoot(LayerID(raw: 99))])
    h.commit([.create(LayerID(raw: 2)), .create(LayerID(raw: 1))])
    #expect(h.renderer.dumpTree(at: 0) == before)
  }

  @Test("Two layers may change places within one commit, in either order")
  func swappedPlaces() {
    let h = Harness(100, 80, [Node(2, { _ in }, [Node(3)])])
    h.commit([
      .setSublayers(LayerID(raw: 3), [LayerID(raw: 2)]), .setSublayers(LayerID(raw: 2), []),
      .setSublayers(LayerID(raw: 1), [LayerID(raw: 3)]),
    ])
    let order = h.renderer.dumpTree(at: 0).split(separator: "\n").dropFirst().map {
      $0.split(separator: " ")[1]
    }
    #expect(order == ["1", "3", "2"])
  }

  @Test("Operations on destroyed layers do nothing, their number may serve again")
  func destroyed() throws {
    let h = Harness(100, 80, [Node(2, { $0.frame(0, 0, 9, 9) }, [Node(3)])])
    h.commit([.destroy(LayerID(raw: 2))])
    h.set(2, .backgroundColor, .color(.black))
    h.animate(2, [basic(1, .opacity, to: .number(0))])
    h.commit([.setSublayers(LayerID(raw: 1), [LayerID(raw: 2)])])
    #expect(h.events(to: 9) == [])
    #expect(h.list.quads.isEmpty)
    h.commit([.destroy(LayerID(raw: 1))])
    try h.draw()
    #expect(h.list.quads.isEmpty)
  }

  @Test("Very deep trees are cut off instead of exhausting the stack")
  func deep() throws {
    let h = Harness()
    var ops: [CommitOp] = []
    for id in UInt64(2)...20_000 {
      ops.append(.create(LayerID(raw: id)))
      ops.append(.setSublayers(LayerID(raw: id - 1), [LayerID(raw: id)]))
    }
    h.show([])
    h.commit(ops)
    try h.draw()
    #expect(h.record.layers <= 600)
  }

  @Test("Animations with impossible times and values are survived", arguments: extremes)
  func animations(n: Double) throws {
    let h = Harness(
      100, 80,
      [
        Node(
          2,
          {
            $0.frame(0, 0, 30, 30)
            $0.backgroundColor = .black
          })
      ])
    h.animate(
      2,
      [
        basic(1, .position, from: .vector(SIMD4(n, n, 0, 0)), to: .vector(SIMD4(3, 4, 0, 0))),
        basic(2, .opacity, from: .number(n), to: .number(1), begin: n),
        basic(3, .transform, to: .matrix(.scale(n, 1)), duration: n),
        basic(4, .cornerRadius, to: .number(3)) { $0.speed = n },
        basic(5, .zPosition, to: .number(3)) { $0.repeatCount = n },
        basic(6, .bounds, to: .number(3)) { $0.timeOffset = n },
      ])
    var timing = LayerTiming()
    timing.speed = n
    timing.beginTime = n
    h.commit([.setTiming(LayerID(raw: 1), timing)])
    for time in [0, 0.5, 1e9, n] {
      _ = h.events(to: time)
      try h.draw(at: time)
      for i in h.list.quads { #expect((i.row2 + i.rect + i.color).sum().isFinite) }
    }
  }

  @Test("A layer made where another was destroyed in the same commit is in no list by itself")
  func reusedPlace() throws {
    let h = Harness(
      100, 80, [Node(2, { $0.frame(0, 0, 10, 10) }), Node(3, { $0.frame(0, 0, 5, 5) })])
    // Without new lists: the sublayers of the root are what is left of them.
    h.commit([.destroy(LayerID(raw: 2)), .create(LayerID(raw: 4))])
    #expect(!h.renderer.dumpTree(at: 0).contains("layer 4"))
    h.commit([
      .destroy(LayerID(raw: 3)), .create(LayerID(raw: 5)),
      .setSublayers(LayerID(raw: 5), [LayerID(raw: 4)]),
      .setSublayers(LayerID(raw: 1), [LayerID(raw: 5)]),
    ])
    // The first line is the surface's.
    let lines = h.renderer.dumpTree(at: 0).split(separator: "\n")
    #expect(lines.count == 4 && lines[2].contains("layer 5") && lines[3].contains("layer 4"))
    h.commit([.destroy(LayerID(raw: 5)), .create(LayerID(raw: 6))])
    #expect(h.renderer.dumpTree(at: 0).split(separator: "\n").count == 2)
  }
}
