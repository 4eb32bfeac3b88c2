import AnimationCore
import Geometry
import LayerCommit
import Renderer
import Testing

@Suite("Life of images")
struct ImageLifetimeTests {
  private let first = image(4, 4, SIMD4(255, 0, 0, 255))
  private let second = image(4, 4, SIMD4(0, 255, 0, 255))

  private func harness(_ picture: PixelImage) -> Harness {
    Harness(
      100, 80,
      [2, 3].map { id in
        Node(
          id,
          {
            $0.frame(Double(id) * 10, 0, 8, 8)
            $0.contents = Contents(picture)
          })
      })
  }

  private func show(_ picture: PixelImage?) -> PropertyValue {
    picture.map { .contents(Contents($0)) } ?? .none
  }

  @Test("An image is uploaded once, however many layers show it")
  func uploadedOnce() throws {
    let h = harness(first)
    try h.draw()
    #expect(h.backend.lastList?.uploads == [first])
    h.set(2, .position, .point(Point(50, 50)))
    try h.draw()
    #expect(h.backend.lastList?.uploads == [])
    #expect(h.backend.lastList?.quads.count == 1)
  }

  @Test("It is released when the last layer lets go of it")
  func released() throws {
    let h = harness(first)
    try h.draw()
    h.set(2, .contents, show(second))
    try h.draw()
    #expect(h.backend.lastList?.releases == [])
    #expect(h.backend.resident == [first.id, second.id])
    h.set(3, .contents, .none)
    try h.draw()
    #expect(h.backend.resident == [second.id])
    h.commit([.setSublayers(LayerID(raw: 1), []), .destroy(LayerID(raw: 2))])
    try h.draw()
    #expect(h.backend.resident == [])
  }

  @Test("One taken back before the next frame is neither released nor uploaded again")
  func takenBack() throws {
    let h = harness(first)
    try h.draw()
    h.commit([
      .set(LayerID(raw: 2), .contents, .none), .set(LayerID(raw: 3), .contents, .none),
      .set(LayerID(raw: 2), .contents, show(first)),
    ])
    try h.draw()
    #expect(h.backend.lastList?.releases == [])
    #expect(h.backend.lastList?.uploads == [])
  }

  @Test("The pictures of a running flip book stay, and go with the animation")
  func flipBook() throws {
    let h = harness(first)
    h.animate(
      2, [basic(1, .contents, from: show(first), to: show(second)) { $0.repeatCount = .infinity }])
    try h.draw(at: 0)
    try h.draw(at: 0.5)
    #expect(h.backend.resident == [first.id, second.id])
    try h.draw(at: 1.5)
    h.animate(2, [], at: 1.5)
    try h.draw(at: 1.5)
    #expect(h.backend.resident == [first.id])
  }

  @Test("No memory is kept for the pictures of an animation that is gone")
  func forgotten() throws {
    let h = harness(first)
    weak var kept: PixelImage?
    do {
      let picture = image(4, 4, SIMD4(0, 0, 255, 255))
      kept = picture
      h.animate(2, [basic(1, .contents, from: show(picture), to: show(second))])
      h.set(2, .contents, show(picture))
    }
    try h.draw(at: 0.1)
    #expect(kept != nil)
    h.set(2, .contents, show(first), at: 0.2)
    h.animate(2, [], at: 0.2)
    for step in 2...4 {
      // Each frame's list holds what is uploaded in it.
      h.set(3, .position, .point(Point(Double(step), 9)), at: Double(step) / 10)
      try h.draw(at: Double(step) / 10)
    }
    #expect(kept == nil)
  }

  @Test("After the device was replaced everything on screen is uploaded again")
  func replaced() throws {
    let h = harness(first)
    try h.draw()
    h.renderer.replaceBackend(h.backend)
    try h.draw()
    #expect(h.backend.lastList?.uploads == [first])
  }

  @Test("An image without pixels or too large is warned about once and not drawn")
  func refused() throws {
    let empty = PixelImage(Bitmap(size: PixelSize(0, 0), format: .bgra8Premultiplied))
    let h = harness(empty)
    h.backend.maximumImageSize = 3
    try h.draw()
    h.set(2, .contents, show(first))
    try h.draw()
    h.set(2, .position, .point(Point(50, 50)))
    try h.draw()
    #expect(h.renderer.takeWarnings().count == 2)
    #expect(h.renderer.takeWarnings().isEmpty)
    #expect(h.list.quads.isEmpty)
  }

  @Test("A cross-dissolve of opaque images comes to old·(1 − p) + new·p")
  func dissolve() throws {
    let h = harness(first)
    h.animate(2, [basic(1, .contents, from: show(first), to: show(second))])
    var raster = ReferenceRasterizer()
    raster.draw(h.renderer.drawList(at: 0.25, full: true))
    let off = raster[24, 4] - SIMD4(0.75, 0.25, 0, 1)
    #expect((off * off).sum() < 1e-6)
  }

  @Test("Where only one of two images of other shape lies, it fades by itself")
  func dissolveOfShapes() throws {
    let wide = image(8, 4, SIMD4(255, 0, 0, 255)), tall = image(4, 8, SIMD4(0, 255, 0, 255))
    let layer = Node(
      2,
      {
        $0.frame(10, 10, 40, 40)
        $0.contentsGravity = .resizeAspect
        $0.contents = Contents(tall, previous: wide, progress: 0.25)
      })
    var raster = ReferenceRasterizer()
    raster.draw(Harness(100, 80, [layer]).list)
    func check(_ x: Int, _ y: Int, _ expected: SIMD4<Double>) {
      let off = raster[x, y] - expected
      #expect((off * off).sum() < 1e-6, "\(raster[x, y])")
    }
    check(30, 30, SIMD4(0.75, 0.25, 0, 1))  // both
    check(12, 30, SIMD4(1, 0.25, 0.25, 1))  // the old one at 3/4 over white
    check(30, 12, SIMD4(0.75, 1, 0.75, 1))  // the new one at 1/4 over white
    check(12, 12, SIMD4(1, 1, 1, 1))
  }

  @Test("An alpha mask is tinted, black without a tint")
  func tint() {
    let mask = PixelImage(Bitmap(size: PixelSize(1, 1), format: .alpha8, bytes: [128]))
    let layer = Node(
      2,
      {
        $0.frame(10, 10, 10, 10)
        $0.contents = Contents(mask)
        $0.contentsTint = Color(1, 0, 0, 0.5)
      })
    #expect(Harness(100, 80, [layer]).list.quads.first?.color == SIMD4(0.5, 0, 0, 0.5))
    layer.values.contentsTint = nil
    #expect(Harness(100, 80, [layer]).list.quads.first?.color == SIMD4(0, 0, 0, 1))
  }
}
