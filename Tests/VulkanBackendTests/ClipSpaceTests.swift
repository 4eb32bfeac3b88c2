import Geometry
import Testing

@testable import VulkanBackend

@Suite("Clip space")
struct ClipSpaceTests {
  @Test("Places in pixels come out of a wide clip space and its viewport as they went in")
  func exact() throws {
    let space = try #require(ClipSpace(wide: PixelSize(1283, 717), mostPixels: 4_096))
    for pixel in [0.1, 3.3333, 640.017, 1282.99, -77.77, 2_000.123] as [Float] {
      let inClipSpace = (pixel - space.middle.x) * space.scale.x
      #expect(abs(inClipSpace) < 1)
      let half = 0.5 * space.viewport.width
      #expect(inClipSpace * half + (space.viewport.x + half) == pixel)
    }
  }

  @Test(
    "A target lies in its clip spaces; one that is too large has no wide one",
    arguments: [4_096, 16_384] as [UInt32])
  func inside(most: UInt32) {
    for side in [1, 100, 2_048, 2_049, 4_096, 16_384] {
      let size = PixelSize(side, side / 2 + 1)
      let spaces = [ClipSpace(tight: size), ClipSpace(wide: size, mostPixels: most)].compactMap {
        $0
      }
      #expect(spaces.count == (side > (most > 4_096 ? 4_096 : 2_048) ? 1 : 2))
      for space in spaces {
        let first = (0 - space.middle) * space.scale
        let last = (SIMD2<Float>(size) - space.middle) * space.scale
        #expect(min(first.x, first.y) >= -1 && max(last.x, last.y) <= 1)
        // Where the target's first pixel lands.
        let viewport = space.viewport
        #expect((first.x + 1) * 0.5 * viewport.width + viewport.x == 0)
        #expect((first.y + 1) * 0.5 * viewport.height + viewport.y == 0)
      }
    }
  }
}
