import AnimationCore
import Geometry
import LayerCommit
import Renderer
import Testing

/// Small trees and exactly what is handed to the backend for them.
@Suite("Draw lists")
struct DrawListGoldenTests {
  private func dump(_ nodes: [Node], scale: Double = 1) -> String {
    Harness(100, 80, scale: scale, nodes).list.dump
  }

  private func card(_ change: (inout LayerValues) -> Void = { _ in }, _ children: [Node] = [])
    -> Node
  {
    Node(
      2,
      {
        $0.frame(10, 20, 40, 30)
        $0.backgroundColor = Color(1, 0, 0)
        change(&$0)
      }, children)
  }

  @Test("A whole-pixel colour is a solid, in device pixels")
  func solid() {
    #expect(
      dump([card()], scale: 2) == """
        surface 200×160 clear (1, 1, 1, 1) damage (0, 0, 200, 160)
        pass 0 surface
          solid
            (20, 40, 80, 60) color (1, 0, 0, 1)

        """)
  }

  @Test("A colour between pixels is a shape with softened edges")
  func fractional() {
    #expect(
      dump([card { $0.position.x = 30.25 }]) == """
        surface 100×80 clear (1, 1, 1, 1) damage (0, 0, 100, 80)
        pass 0 surface
          shape
            (10.25, 20, 40, 30) color (1, 0, 0, 1)

        """)
  }

  @Test("Shadow, then fill and border as one shape, then the next layer")
  func shadowAndBorder() {
    let node = card {
      $0.cornerRadius = 8
      $0.borderWidth = 2
      $0.borderColor = Color(0, 0, 1, 0.5)
      $0.shadowOpacity = 0.25
      $0.shadowOffset = Size(0, 4)
      $0.maskedCorners = CornerBits.minXMinY | CornerBits.maxXMinY
    }
    #expect(
      dump([
        node,
        Node(
          3,
          {
            $0.frame(0, 0, 9, 9); $0.backgroundColor = .black
          }),
      ]) == """
        surface 100×80 clear (1, 1, 1, 1) damage (0, 0, 100, 80)
        pass 0 surface
          shadow
            (0, 4, 40, 30) color (0, 0, 0, 0.25) sigma 3 radii (8, 8, 0, 0) by [1 0 0 1 10 20]
          shape
            (0, 0, 40, 30) color (1, 0, 0, 1) border 2 (0, 0, 0.5, 0.5) radii (8, 8, 0, 0) by [1 0 0 1 10 20]
          solid
            (0, 0, 9, 9) color (0, 0, 0, 1)

        """)
  }

  @Test("Contents and sublayers lie between fill and border")
  func order() {
    let node = card(
      {
        $0.contents = Contents(image(2, 2, SIMD4(0, 0, 9, 128)))
        $0.borderWidth = 1
      },
      [
        Node(
          3,
          {
            $0.frame(1, 1, 5, 5); $0.backgroundColor = .white
          })
      ])
    #expect(
      dump([node]) == """
        surface 100×80 clear (1, 1, 1, 1) damage (0, 0, 100, 80)
        upload #1 2×2 bgra8Premultiplied
        pass 0 surface
          solid
            (10, 20, 40, 30) color (1, 0, 0, 1)
          image #1
            (0, 0, 40, 30) color (1, 1, 1, 1) texture (0, 0, 1, 1) by [1 0 0 1 10 20]
          solid
            (11, 21, 5, 5) color (1, 1, 1, 1)
          shape
            (0, 0, 40, 30) color (0, 0, 0, 0) border 1 (0, 0, 0, 1) by [1 0 0 1 10 20]

        """)
  }

  @Test("A square clip at whole pixels cuts solids and pictures without any clip")
  func squareClip() {
    let node = card(
      { $0.masksToBounds = true },
      [
        Node(
          3,
          {
            $0.frame(30, 10, 40, 40); $0.backgroundColor = .white
          }),
        Node(
          4,
          {
            $0.frame(-20, 0, 40, 10)
            $0.contents = Contents(image(4, 1, SIMD4(0, 0, 9, 255)))
          }),
      ])
    #expect(
      dump([node]) == """
        surface 100×80 clear (1, 1, 1, 1) damage (0, 0, 100, 80)
        upload #1 4×1 bgra8Premultiplied
        pass 0 surface
          solid
            (10, 20, 40, 30) color (1, 0, 0, 1)
            (40, 30, 10, 20) color (1, 1, 1, 1)
          image #1
            (20, 0, 20, 10) color (1, 1, 1, 1) texture (0.5, 0, 0.5, 1) within (0, 0, 1, 1) edges 14 \
        by [1 0 0 1 -10 20]

        """)
  }

  @Test("A rounded clip is a shape that only those get who reach its edge")
  func roundedClip() {
    let node = Node(
      2,
      {
        $0.frame(10, 20, 40, 30)
        $0.cornerRadius = 10
        $0.masksToBounds = true
      },
      [
        Node(
          3,
          {
            $0.frame(0, 0, 40, 30); $0.backgroundColor = .white
          }),
        Node(
          4,
          {
            $0.frame(10, 10, 20, 10); $0.backgroundColor = .black
          }),
      ])
    #expect(
      dump([node]) == """
        surface 100×80 clear (1, 1, 1, 1) damage (0, 0, 100, 80)
        clip 0 rect (0, 0, 40, 30) radii (10, 10, 10, 10) by [1 0 0 1 -10 -20]
        pass 0 surface
          shape
            (10, 20, 40, 30) color (1, 1, 1, 1) clip 0
          solid
            (20, 30, 20, 10) color (0, 0, 0, 1)

        """)
  }

  @Test("A fading group is a pass drawn once with the group's opacity")
  func group() {
    let node = card(
      { $0.opacity = 0.5 },
      [
        Node(
          3,
          {
            $0.frame(5, 5, 10, 10); $0.backgroundColor = .white
          })
      ])
    #expect(
      dump([node]) == """
        surface 100×80 clear (1, 1, 1, 1) damage (0, 0, 100, 80)
        pass 0 offscreen (10, 20, 40, 30)
          solid
            (10, 20, 40, 30) color (1, 0, 0, 1)
            (15, 25, 10, 10) color (1, 1, 1, 1)
        pass 1 surface
          pass pass 0
            (10, 20, 40, 30) color (0.5, 0.5, 0.5, 0.5)

        """)
  }

  @Test("Nine parts stretch the middle; only outer edges are softened")
  func nineParts() {
    let node = Node(
      2,
      {
        $0.frame(0, 0, 40, 20)
        $0.contents = Contents(image(8, 8, SIMD4(0, 0, 9, 255)))
        $0.contentsCenter = Rect(0.25, 0.25, 0.5, 0.5)
      })
    let rows = dump([node]).split(separator: "\n").filter { $0.contains("texture") }
    #expect(rows.count == 9)
    #expect(rows[0].contains("(0, 0, 2, 2) color (1, 1, 1, 1) texture (0, 0, 0.25, 0.25) edges 5"))
    #expect(
      rows[4].contains("(2, 2, 36, 16) color (1, 1, 1, 1) texture (0.25, 0.25, 0.5, 0.5) edges 0"))
    #expect(
      rows[8].contains(
        "(38, 18, 2, 2) color (1, 1, 1, 1) texture (0.75, 0.75, 0.25, 0.25) edges 10"))
  }

  @Test("In a flipped space pictures stay upright and gravity keeps its names")
  func flipped() {
    let picture = Contents(image(4, 4, SIMD4(0, 0, 9, 255)))
    let layer = Node(
      3,
      {
        $0.frame(0, 0, 40, 30)
        $0.contents = picture
        $0.contentsGravity = .top
      })
    let stage = Node(
      2,
      {
        $0.frame(0, 0, 100, 80)
        $0.isGeometryFlipped = true
      }, [layer])
    // At y 0…30 from below, its picture at the visual top, not upside down.
    #expect(
      dump([stage]).contains(
        "(18, 0, 4, 4) color (1, 1, 1, 1) texture (0, 0, 1, 1) by [1 0 0 1 0 50]"))
    stage.values.isGeometryFlipped = false
    #expect(dump([stage]).contains("(18, 26, 4, 4) color (1, 1, 1, 1) texture (0, 0, 1, 1)\n"))
  }

  @Test("Neighbours of one kind are one batch, across layers")
  func batches() {
    let nodes = (0..<20).map { i in
      Node(
        UInt64(2 + i),
        {
          $0.frame(Double(i), 0, 9, 9); $0.backgroundColor = .black
        })
    }
    let list = Harness(100, 80, nodes).list
    #expect(list.passes[0].batches.count == 1)
    #expect(list.quads.count == 20)
  }

  @Test("The tree is dumped with presented values, boxes and passes")
  func tree() {
    let h = Harness(100, 80, [card({ $0.opacity = 0.5 }, [Node(3, { $0.isHidden = true })])])
    #expect(
      h.renderer.dumpTree(at: 0) == """
        surface 100×80 px
          layer 1 bounds=(0, 0, 100, 80) position=(50, 40, 0, 0) box=(10, 20, 40, 30)
            layer 2 bounds=(0, 0, 40, 30) position=(30, 35, 0, 0) opacity=0.5 backgroundColor=(1, 0, 0, 1) box=(10, 20, 40, 30)
              layer 3 hidden=1 invisible

        """)
  }
}
