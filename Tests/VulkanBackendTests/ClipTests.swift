import Foundation
import Geometry
import Renderer
import Testing

@testable import VulkanBackend

@Suite("Clips", .enabled(if: TestDevice.isAvailable, TestDevice.skipReason))
struct ClipTests {
  @Test("A clip at whole pixels cuts exactly")
  func exact() throws {
    var clipped = DrawList(40, 40), plain = DrawList(40, 40)
    let clip = clipped.addClip(SIMD4(10, 12, 15, 9))
    clipped.add(.shape, SIMD4(0, 0, 40, 40), red, clip: clip)
    plain.add(.shape, SIMD4(10, 12, 15, 9), red)
    #expect(try drawn(clipped) == (try drawn(plain)))
  }

  @Test(
    "A rounded clip cuts as the rounded shape of its size covers",
    arguments: [DrawList.Kind.shape, .image, .shadow, .pass])
  func rounded(_ kind: DrawList.Kind) throws {
    let image = PixelImage(Bitmap(3, 3) { _, _ in SIMD4(255, 0, 0, 255) })
    var clipped = DrawList(60, 60), plain = DrawList(60, 60)
    let rect = SIMD4<Float>(10.3, 12, 31, 25.5)
    plain.add(.shape, rect, red, radius: 9)
    let clip = clipped.addClip(rect, radius: 9)
    let all = SIMD4<Float>(0, 0, 60, 60)
    switch kind {
    case .shape: clipped.add(.shape, all, red, clip: clip)
    case .image: clipped.add(image, all, clip: clip)
    case .shadow: clipped.add(.shadow, all, red, clip: clip)
    case .pass:
      clipped.passes = [
        .init(target: .offscreen(area: PixelRect(0, 0, 60, 60))), .init(target: .surface),
      ]
      clipped.add(.solid, all, red, pass: 0)
      clipped.composite(0, clip: clip)
    case .solid, .gradient, .arc, .filter, .blend: Issue.record("not built here")
    }
    #expect(try drawn(clipped).difference(try drawn(plain)) <= 1)
  }

  @Test("A clip in a plane seen in perspective agrees with the shape in that plane")
  func perspective() throws {
    let rows = Rows(
      row0: SIMD4(1.6, 0.35, 0.008, 0), row1: SIMD4(0.1, 1.1, 0, 0), row2: SIMD4(10, 8, 1, 0))
    // The inverse, as a list holds it: device pixel (px, py, 1) · rows.
    let inverse = InversePlane(rows).forClips
    var clipped = DrawList(90, 90), plain = DrawList(90, 90)
    let rect = SIMD4<Float>(5, 4, 60, 50)
    let clip = clipped.addClip(rect, radius: 14, inverse: inverse)
    clipped.add(.shape, SIMD4(0, 0, 90, 90), blue, clip: clip)
    plain.add(.shape, rect, blue, rows: rows, radius: 14)
    #expect(try drawn(clipped).difference(try drawn(plain)) <= 3)

    // The sign of W does not matter: only X/W and Y/W do.
    var negated = clipped
    negated.clips[0].row0 *= -1
    negated.clips[0].row1 *= -1
    negated.clips[0].row2 *= -1
    #expect(try drawn(negated) == (try drawn(clipped)))
  }

  @Test("Chained clips multiply")
  func chain() throws {
    var list = DrawList(60, 60, clear: black)
    let outer = list.addClip(SIMD4(10, 10, 40, 40), radius: 20)
    let inner = list.addClip(SIMD4(10.5, 10, 30, 30), radius: 10, parent: outer)
    let half = list.addHalfPlane(-1, -1, 60, parent: inner)
    list.add(.shape, SIMD4(0, 0, 60, 60), white, clip: half)
    let image = try drawn(list)
    let a = ReferenceRect(x: 10, y: 10, width: 40, height: 40, radii: [20, 20, 20, 20])
    let b = ReferenceRect(x: 10.5, y: 10, width: 30, height: 30, radii: [10, 10, 10, 10])
    for y in 0..<60 {
      for x in 0..<60 {
        let expected =
          sampledCoverage(x, y, a.contains) * sampledCoverage(x, y, b.contains)
          * sampledCoverage(x, y) { px, py in 60 - px - py >= 0 }
        #expect(abs(Double(image[x, y].x) / 255 - expected) < 0.11, "at \(x), \(y)")
      }
    }
  }

  @Test("The two sides of a half plane add up to the whole")
  func halves() throws {
    var list = DrawList(60, 60, clear: SIMD4(0, 0, 0, 0))
    let a = list.addHalfPlane(0.3, 0.7, -30)
    let b = list.addHalfPlane(-0.3, -0.7, 30)
    // Blending two parts of a pixel gives a + b − ab; a part of each tells a and b apart.
    list.add(.shape, SIMD4(0, 0, 60, 60), SIMD4(1, 0, 0, 0), clip: a)
    list.add(.shape, SIMD4(0, 0, 60, 60), SIMD4(0, 1, 0, 0), clip: b)
    let image = try drawn(list)
    for y in 0..<60 {
      for x in 0..<60 {
        let sum = Int(image[x, y].x) + Int(image[x, y].y)
        #expect(abs(sum - 255) <= 1, "at \(x), \(y)")
      }
    }
  }

  @Test("A circle of clips, a wrong index and an empty clip end safely")
  func broken() throws {
    var list = DrawList(20, 20)
    let first = list.addClip(SIMD4(0, 0, 20, 20))
    list.clips[first].parent = Int32(first)
    list.add(.shape, SIMD4(0, 0, 10, 10), red, clip: first)
    list.add(.shape, SIMD4(10, 0, 10, 10), red, clip: 12345)
    let empty = list.addClip(SIMD4(0, 0, 0, 20), radius: 3)
    list.add(.shape, SIMD4(0, 10, 10, 10), red, clip: empty)
    let image = try drawn(list)
    #expect(image[5, 5] == SIMD4(255, 0, 0, 255))
    #expect(image[15, 5] == SIMD4(255, 0, 0, 255))
    #expect(image[5, 15] == SIMD4(255, 255, 255, 255))
  }
}
