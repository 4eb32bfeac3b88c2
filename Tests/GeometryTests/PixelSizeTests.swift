import Geometry
import Testing

@Suite("Pixels of a surface")
struct PixelSizeTests {
  @Test(
    "A length at a scale of 120ths is rounded half away from zero",
    arguments: [
      (1150, 150, 1438), (1153, 150, 1441), (1154, 150, 1443), (800, 160, 1067), (600, 160, 800),
      (101, 180, 152), (1, 120, 1), (333, 210, 583), (1980, 61, 1007), (108, 65, 59),
    ])
  func table(points: Int, parts: Int, pixels: Int) {
    let size = PixelSize(points: Size(Double(points), Double(points)), scale: Double(parts) / 120)
    #expect(size == PixelSize(pixels, pixels))
  }

  @Test("No scale and no length strays from the exact rule")
  func exact() {
    var wrong = 0
    for parts in 60...480 {
      let scale = Double(parts) / 120
      for points in 1...4000 {
        // (2·points·parts + 120) / 240, rounded down.
        let expected = (2 * points * parts + 120) / 240
        if PixelSize(points: Size(Double(points), 1), scale: scale).width != expected { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test(
    "What is no size has no pixels, and none has more than can be drawn",
    arguments: [
      (Double.nan, 1, 0), (-5, 1, 0), (0.4, 1, 0), (1e30, 2, 32_768), (.infinity, 1, 32_768),
      (10, 1.23, 12),
    ] as [(Double, Double, Int)])
  func limits(points: Double, scale: Double, pixels: Int) {
    #expect(PixelSize(points: Size(points, points), scale: scale) == PixelSize(pixels, pixels))
  }
}
