import AnimationCore
import Geometry
import LayerCommit
import Renderer
import Testing

/// What is drawn aside, and what need not be.
@Suite("Offscreen passes")
struct GroupTests {
  private func red(_ v: inout LayerValues) { v.backgroundColor = Color(1, 0, 0) }

  private func passes(_ node: Node) -> Int { Harness(100, 80, [node]).offscreenPasses }

  @Test("A single piece fades without a pass")
  func singlePiece() {
    let fill = Node(
      2,
      {
        $0.frame(10, 10, 40, 40)
        self.red(&$0)
        $0.opacity = 0.5
      })
    #expect(passes(fill) == 0)
    let picture = Node(
      2,
      {
        $0.frame(10, 10, 40, 40)
        $0.contents = Contents(image(2, 2, SIMD4(9, 9, 9, 255)))
        $0.opacity = 0.5
      })
    #expect(passes(picture) == 0)
    let wrapper = Node(
      2,
      {
        $0.frame(10, 10, 40, 40)
        $0.opacity = 0.5
      },
      [
        Node(
          3,
          {
            $0.frame(0, 0, 9, 9)
            self.red(&$0)
          })
      ])
    #expect(passes(wrapper) == 0)
  }

  @Test("A border wider than its layer leaves nothing of the fill outside")
  func broadBorder() {
    for width in [4, 5, 90] {
      let quads = Harness(
        100, 80,
        [
          Node(
            2,
            {
              $0.frame(10, 30, 80, 10)
              self.red(&$0)
              $0.borderWidth = Double(width)
              $0.borderColor = Color(0, 0, 1)
            },
            [
              Node(3) {
                $0.frame(0, 0, 9, 9)
                self.red(&$0)
              }
            ])
        ]
      ).list.quads
      #expect(quads.count == 3)
      for quad in quads { #expect(quad.rect.z > 0 && quad.rect.w > 0, "\(width): \(quad.rect)") }
    }
  }

  @Test("Several pieces that fade together need exactly one pass")
  func severalPieces() {
    let group = Node(
      2,
      {
        $0.frame(10, 10, 40, 40)
        self.red(&$0)
        $0.opacity = 0.5
      },
      [
        Node(
          3,
          {
            $0.frame(0, 0, 20, 20)
            self.red(&$0)
          }),
        Node(
          4,
          {
            $0.frame(10, 10, 20, 20)
            self.red(&$0)
          }),
      ])
    #expect(passes(group) == 1)
    group.values.allowsGroupOpacity = false
    #expect(passes(group) == 0)
    group.values.allowsGroupOpacity = true
    group.values.opacity = 0.999
    #expect(passes(group) == 0)
  }

  @Test("Pieces that are not seen do not count")
  func unseenPieces() {
    func group(_ change: (inout LayerValues) -> Void) -> Node {
      let child = Node(
        3,
        {
          $0.frame(0, 0, 20, 20)
          self.red(&$0)
        })
      change(&child.values)
      return Node(
        2,
        {
          $0.frame(10, 10, 40, 40)
          self.red(&$0)
          $0.opacity = 0.5
        }, [child])
    }
    #expect(passes(group { _ in }) == 1)
    #expect(passes(group { $0.isHidden = true }) == 0)
    #expect(passes(group { $0.opacity = 0 }) == 0)
    #expect(passes(group { $0.backgroundColor = .clear }) == 0)
    #expect(passes(group { $0.position = Point(500, 0) }) == 0)
    #expect(passes(group { $0.transform = .scale(0, 1) }) == 0)
    #expect(passes(group { $0.transform = .rotation(.pi / 2, 0, 1, 0) }) == 0)
    #expect(
      passes(
        group {
          $0.transform = .rotation(.pi, 0, 1, 0)
          $0.isDoubleSided = false
        }) == 0)
  }

  @Test("A border over its own fill fades as one piece, in the exact colours")
  func fadingBorder() {
    let card = Node(
      2,
      {
        $0.frame(10, 10, 40, 40)
        $0.backgroundColor = Color(0, 0, 1)
        $0.borderWidth = 5
        $0.borderColor = Color(1, 0, 0, 0.5)
        $0.opacity = 0.5
      })
    let h = Harness(100, 80, [card])
    #expect(h.offscreenPasses == 0)
    var raster = ReferenceRasterizer()
    raster.draw(h.list)
    // Red half over blue is (0.5, 0, 0.5); half of that over white.
    let border = raster[12, 30] - SIMD4(0.75, 0.5, 0.75, 1)
    #expect((border * border).sum() < 1e-10)
    let fill = raster[30, 30] - SIMD4(0.5, 0.5, 1, 1)
    #expect((fill * fill).sum() < 1e-10)
  }

  @Test("Nested groups make nested passes, inner ones first")
  func nested() throws {
    func leafPair(_ id: UInt64) -> [Node] {
      [0, 1].map { i in
        Node(
          id + i,
          {
            $0.frame(Double(i) * 5, 0, 20, 20)
            self.red(&$0)
          })
      }
    }
    let inner = Node(
      3,
      {
        $0.frame(0, 0, 30, 30)
        $0.opacity = 0.5
      }, leafPair(10))
    let outer = Node(
      2,
      {
        $0.frame(10, 10, 40, 40)
        self.red(&$0)
        $0.opacity = 0.5
      }, [inner])
    let list = Harness(100, 80, [outer]).list
    #expect(list.passes.count == 3)
    #expect(list.passes[0].target == .offscreen(area: PixelRect(10, 10, 25, 20)))
    #expect(list.passes[1].target == .offscreen(area: PixelRect(10, 10, 40, 40)))
    #expect(list.passes[1].batches.last?.texture == .pass(0))
    #expect(list.passes[2].batches.last?.texture == .pass(1))
  }

  @Test("A rounded clip needs no pass while only one piece meets its corners")
  func roundedClip() {
    func card(_ children: [Node], _ change: (inout LayerValues) -> Void = { _ in }) -> Node {
      Node(
        2,
        {
          $0.frame(10, 10, 60, 60)
          $0.cornerRadius = 12
          $0.masksToBounds = true
          change(&$0)
        }, children)
    }
    func child(_ id: UInt64, _ x: Double, _ y: Double, _ w: Double, _ h: Double) -> Node {
      Node(
        id,
        {
          $0.frame(x, y, w, h)
          self.red(&$0)
        })
    }
    #expect(passes(card([child(3, 0, 0, 60, 60)])) == 0)
    #expect(passes(card([child(3, 0, 0, 60, 60), child(4, 0, 20, 60, 20)])) == 0)
    #expect(passes(card([child(3, 0, 20, 60, 20)], red)) == 0)
    #expect(passes(card([child(3, 0, 0, 60, 30)], red)) == 1)
    #expect(passes(card([child(3, 0, 0, 60, 60), child(4, 0, 0, 30, 30)])) == 1)
    // Contents alone, also over a colour that they cover.
    let picture = Contents(image(2, 2, SIMD4(9, 9, 9, 255)))
    #expect(
      passes(
        card([]) {
          self.red(&$0)
          $0.contents = picture
        }) == 0)
    // Fading and clipping share one pass.
    #expect(
      passes(
        card([child(3, 0, 0, 60, 30)]) {
          self.red(&$0)
          $0.opacity = 0.5
        }) == 1)
  }

  @Test("A shadow and its layer fade together")
  func shadow() {
    let card = Node(
      2,
      {
        $0.frame(10, 10, 40, 40)
        self.red(&$0)
        $0.shadowOpacity = 0.5
      })
    #expect(passes(card) == 0)
    card.values.opacity = 0.5
    #expect(passes(card) == 1)
  }

  @Test("A pass covers only what is damaged")
  func damagedPass() throws {
    let group = Node(
      2,
      {
        $0.frame(0, 0, 90, 70)
        self.red(&$0)
        $0.opacity = 0.5
      },
      [
        Node(
          3,
          {
            $0.frame(20, 30, 10, 10)
            self.red(&$0)
          })
      ])
    let h = Harness(100, 80, [group])
    try h.draw()
    h.set(3, .backgroundColor, .color(.black))
    try h.draw()
    let list = try #require(h.backend.lastList)
    #expect(list.damage.rects == [PixelRect(20, 30, 10, 10)])
    #expect(list.passes[0].target == .offscreen(area: PixelRect(20, 30, 10, 10)))
  }
}
