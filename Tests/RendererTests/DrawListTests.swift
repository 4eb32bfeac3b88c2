import Geometry
import Renderer
import Testing

@Suite("Draw list")
struct DrawListTests {
  private func list() -> DrawList {
    var list = DrawList(
      size: PixelSize(40, 30), damage: PixelRegion(PixelRect(0, 0, 40, 30)),
      clearColor: SIMD4(1, 1, 1, 1))
    let picture = PixelImage(Bitmap(size: PixelSize(2, 2), format: .bgra8Premultiplied))
    list.uploads = [picture]
    func instance(_ x: Float, clip: Int32 = -1, radii: SIMD4<Float> = .zero) -> DrawList.Instance {
      DrawList.Instance(
        row0: SIMD4(2, 0, 0, 0), row1: SIMD4(0, 2, 0, 0), row2: SIMD4(1.00004, 3, 1, 0),
        rect: SIMD4(x, 0, 10, 10), color: SIMD4(0.5, 0, 0, 0.5), extra: SIMD4(0, 0, 1, 1),
        radii: radii, clip: clip)
    }
    let whole = SIMD4<Float>(0, 0, 1, 1)
    list.instances = [
      instance(0, radii: whole), instance(1, radii: SIMD4(0, 0, 2, 1)),
      instance(2, clip: 0, radii: SIMD4(1, 1, 1, 1)),
    ]
    list.clips = [
      DrawList.Clip(
        row0: SIMD4(1, 0, 0, 0), row1: SIMD4(0, 1, 0, 0), row2: SIMD4(0, 0, 1, 0),
        rect: SIMD4(0, 0, 20, 20), radii: SIMD4(4, 4, 4, 4))
    ]
    list.passes = [
      DrawList.Pass(
        target: .offscreen(area: PixelRect(2, 2, 10, 5)),
        batches: [
          DrawList.Batch(
            kind: .image, texture: .image(picture.id, .nearest), instances: 0..<2)
        ]),
      DrawList.Pass(
        target: .surface,
        batches: [
          DrawList.Batch(kind: .shape, texture: .none, instances: 2..<3),
          DrawList.Batch(kind: .pass, texture: .pass(0), instances: 2..<3),
        ]),
    ]
    return list
  }

  @Test("The text names images by order and rounds to four decimals")
  func dump() {
    #expect(
      list().dump == """
        surface 40×30 clear (1, 1, 1, 1) damage (0, 0, 40, 30)
        upload #1 2×2 bgra8Premultiplied
        clip 0 rect (0, 0, 20, 20) radii (4, 4, 4, 4)
        pass 0 offscreen (2, 2, 10, 5)
          image #1 nearest
            (0, 0, 10, 10) color (0.5, 0, 0, 0.5) texture (0, 0, 1, 1) by [2 0 0 2 1 3]
            (1, 0, 10, 10) color (0.5, 0, 0, 0.5) texture (0, 0, 1, 1) within (0, 0, 2, 1) by [2 0 0 2 1 3]
        pass 1 surface
          shape
            (2, 0, 10, 10) color (0.5, 0, 0, 0.5) radii (1, 1, 1, 1) clip 0 by [2 0 0 2 1 3]
          pass pass 0
            (2, 0, 10, 10) color (0.5, 0, 0, 0.5) radii (1, 1, 1, 1) clip 0 by [2 0 0 2 1 3]

        """)
  }

  @Test("The null backend counts draws, passes, switches, pixels and bytes")
  func nullBackend() throws {
    let backend = NullBackend()
    try backend.configure(size: PixelSize(40, 30))
    #expect(try backend.acquire() == FrameSlot(age: 0))
    let cost = try backend.render(list())
    #expect(cost.draws == 3)
    #expect(cost.passes == 2)
    #expect(cost.pipelineSwitches == 3)
    #expect(cost.descriptorBinds == 2)
    #expect(cost.pixelsShaded == 10 * 5 + 40 * 30)
    #expect(cost.uploadedBytes == 16)
    #expect(backend.resident.count == 1)
    #expect(try backend.acquire() == FrameSlot(age: 1))
  }

  @Test("Errors and busy slots asked for by a test happen once")
  func failures() throws {
    let backend = NullBackend()
    backend.nextError = .deviceLost
    #expect(throws: BackendError.deviceLost) { try backend.acquire() }
    backend.busySlots = 1
    #expect(try backend.acquire() == nil)
    #expect(try backend.acquire() != nil)
    #expect(throws: (any Error).self) { try backend.readPixels() }
  }
}
