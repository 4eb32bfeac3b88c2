import AnimationCore
import Geometry
import LayerCommit
import Renderer
import Testing

/// Colours of single pixels, worked out by hand, where pieces are clipped, faded and dissolved.
@Suite("Compositing")
struct CompositingTests {
  private func raster(_ layers: [Node]) -> ReferenceRasterizer {
    var raster = ReferenceRasterizer()
    raster.draw(Harness(100, 100, layers).list)
    return raster
  }

  private func expect(
    _ raster: ReferenceRasterizer, _ x: Int, _ y: Int, _ r: Double, _ g: Double, _ b: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let got = raster[x, y]
    let off = max(abs(got.x - r), abs(got.y - g), abs(got.z - b))
    #expect(off < 0.005, "\(got) at \(x), \(y)", sourceLocation: sourceLocation)
  }

  private func mask(_ width: Int, _ height: Int) -> PixelImage {
    PixelImage(
      Bitmap(
        size: PixelSize(width, height), format: .alpha8,
        bytes: [UInt8](repeating: 255, count: width * height)))
  }

  enum Tilt: CaseIterable { case turned, perspective }

  @Test(
    "A square clip cuts images and text that are turned or seen in perspective",
    arguments: Tilt.allCases, [false, true])
  func squareClip(tilt: Tilt, isText: Bool) {
    let picture = Node(
      3,
      { v in
        v.frame(-10, -10, 60, 60)
        v.contents = Contents(isText ? self.mask(4, 4) : image(4, 4, SIMD4(0, 0, 0, 255)))
        switch tilt {
        case .turned: v.transform = .rotation(.pi / 4, 0, 0, 1)
        case .perspective:
          var eye = Matrix4.identity
          eye.r2.w = -1.0 / 500
          v.transform = Matrix4.rotation(0.5, 0, 1, 0).concat(eye)
        }
      })
    let clip = Node(
      2,
      {
        $0.frame(30, 30, 40, 40)
        $0.masksToBounds = true
      }, [picture])
    let raster = raster([clip])
    for y in 0..<100 {
      for x in 0..<100 where !(30..<70 ~= x && 30..<70 ~= y) {
        #expect(raster[x, y] == SIMD4(1, 1, 1, 1), "\(x), \(y)")
      }
    }
    expect(raster, 50, 50, 0, 0, 0)
    expect(raster, 50, 31, 0, 0, 0)
  }

  private func dissolve(
    _ old: PixelImage, _ new: PixelImage, _ configure: (inout LayerValues) -> Void = { _ in }
  ) -> ReferenceRasterizer {
    raster([
      Node(
        2,
        { v in
          v.frame(10, 10, 80, 80)
          var contents = Contents(new)
          contents.previous = old
          contents.progress = 0.5
          v.contents = contents
          configure(&v)
        })
    ])
  }

  private let red = SIMD4<UInt8>(255, 0, 0, 255), blue = SIMD4<UInt8>(0, 0, 255, 255)

  @Test("A dissolve of opaque images fades as one picture where opacity makes no group")
  func fadingDissolve() {
    let raster = dissolve(image(2, 2, red), image(2, 2, blue)) {
      $0.opacity = 0.5
      $0.allowsGroupOpacity = false
    }
    expect(raster, 50, 50, 0.75, 0.5, 0.75)
  }

  @Test("A dissolve from a nine-part image fades what the new image does not cover")
  func nineParts() {
    // Filling a square, the wide image reaches beyond the square one on both sides.
    let raster = dissolve(image(8, 4, red), image(4, 4, blue)) {
      $0.frame(30, 30, 40, 40)
      $0.contentsGravity = .resizeAspectFill
      $0.contentsCenter = Rect(0.25, 0.25, 0.5, 0.5)
    }
    expect(raster, 15, 50, 1, 0.5, 0.5)
    expect(raster, 50, 50, 0.5, 0, 0.5)
  }

  private func card(_ configure: (inout LayerValues) -> Void) -> Node {
    Node(
      3,
      {
        $0.frame(0, 0, 40, 40)
        $0.backgroundColor = Color(1, 0, 0)
        $0.borderColor = Color(0, 0, 1)
        $0.borderWidth = 5
        configure(&$0)
      })
  }

  @Test("Fill and border fade each by itself where the layer makes no group")
  func fadingApart() {
    let raster = raster([
      card {
        $0.opacity = 0.5
        $0.allowsGroupOpacity = false
      }
    ])
    expect(raster, 2, 20, 0.5, 0.25, 0.75)
    expect(raster, 20, 20, 1, 0.5, 0.5)
  }

  @Test("Opacity that is handed down fades fill and border as its layer would")
  func handedDown() {
    func wrapped(_ allows: Bool) -> ReferenceRasterizer {
      raster([
        Node(
          2,
          {
            $0.frame(0, 0, 40, 40)
            $0.opacity = 0.5
            $0.allowsGroupOpacity = allows
          }, [card { _ in }])
      ])
    }
    expect(wrapped(false), 2, 20, 0.5, 0.25, 0.75)
    expect(wrapped(true), 2, 20, 0.5, 0.5, 1)
  }

  @Test("A group of a layer whose pieces fade apart holds what that layer shows")
  func apartInsideGroup() {
    let raster = raster([
      Node(
        2,
        {
          $0.frame(0, 0, 40, 40)
          $0.opacity = 0.5
        },
        [
          card {
            $0.opacity = 0.5
            $0.allowsGroupOpacity = false
          }
        ])
    ])
    // Inside: blue at a half over red at a half, (.25, 0, .5, .75); half of it over white.
    expect(raster, 2, 20, 0.75, 0.625, 0.875)
  }
}
