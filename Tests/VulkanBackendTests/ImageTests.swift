import Foundation
import Geometry
import Renderer
import Testing

@testable import VulkanBackend

@Suite("Images", .enabled(if: TestDevice.isAvailable, TestDevice.skipReason))
struct ImageTests {
  /// Every texel differs.
  static func ramp(_ width: Int, _ height: Int) -> PixelImage {
    PixelImage(
      Bitmap(width, height) { x, y in
        SIMD4(
          UInt8(x * 255 / max(1, width - 1)), UInt8(y * 255 / max(1, height - 1)),
          UInt8((x * 7 + y * 13) % 256), 255)
      })
  }

  @Test("Texel on pixel is copied exactly, by either filter", arguments: [false, true])
  func oneToOne(nearest: Bool) throws {
    let image = Self.ramp(23, 17)
    var list = DrawList(40, 30)
    list.add(image, SIMD4(9, 6, 23, 17), nearest: nearest)
    let result = try drawn(list)
    for y in 0..<17 {
      for x in 0..<23 {
        #expect(result[x + 9, y + 6] == image.bitmap[x, y], "at \(x), \(y)")
      }
    }
    #expect(result[8, 6] == SIMD4(255, 255, 255, 255))
    #expect(result[32, 6] == SIMD4(255, 255, 255, 255))
  }

  @Test("Magnified by nearest, each texel becomes a block")
  func nearest() throws {
    let image = Self.ramp(4, 3)
    var list = DrawList(40, 30)
    list.add(image, SIMD4(0, 0, 40, 30), nearest: true)
    let result = try drawn(list)
    for y in 0..<30 {
      for x in 0..<40 { #expect(result[x, y] == image.bitmap[x / 10, y / 10]) }
    }
  }

  @Test("Magnified linearly, pixels are between texel centres, and edges repeat")
  func linear() throws {
    let image = Self.ramp(4, 3)
    var list = DrawList(40, 30)
    list.add(image, SIMD4(0, 0, 40, 30))
    let result = try drawn(list)
    for y in 0..<30 {
      for x in 0..<40 {
        let u = min(max((Double(x) + 0.5) / 10 - 0.5, 0), 3)
        let v = min(max((Double(y) + 0.5) / 10 - 0.5, 0), 2)
        let i = min(Int(u), 2), j = min(Int(v), 1)
        let s = u - Double(i), t = v - Double(j)
        func mix(_ channel: Int) -> Double {
          func texel(_ a: Int, _ b: Int) -> Double { Double(image.bitmap[a, b][channel]) / 255 }
          return (texel(i, j) * (1 - s) + texel(i + 1, j) * s) * (1 - t)
            + (texel(i, j + 1) * (1 - s) + texel(i + 1, j + 1) * s) * t
        }
        #expect(difference(result[x, y], [mix(0), mix(1), mix(2), 1]) < 0.012, "at \(x), \(y)")
      }
    }
  }

  @Test("A part of an image does not bleed in its neighbours", arguments: [false, true])
  func part(nearest: Bool) throws {
    let image = PixelImage(
      Bitmap(12, 12) { x, y in
        (4..<8).contains(x) && (4..<8).contains(y) ? SIMD4(0, 255, 0, 255) : SIMD4(255, 0, 0, 255)
      })
    let unit = SIMD4<Float>(1.0 / 3, 1.0 / 3, 1.0 / 3, 1.0 / 3)
    var list = DrawList(60, 60)
    list.add(image, SIMD4(5, 5, 40, 40), unit: unit, nearest: nearest)
    list.add(
      image, SIMD4(5, 48, 7, 7), rows: .rotation(sine: 0.1, cosine: 0.99, about: 8, 50),
      unit: unit, nearest: nearest, edges: 0)
    let result = try drawn(list)
    for y in 0..<60 {
      for x in 0..<60 {
        #expect(result[x, y].y == 255, "red at \(x), \(y): \(result[x, y])")
      }
    }
    #expect(result[5, 5] == SIMD4(0, 255, 0, 255))
  }

  @Test("An image cut in slices that may sample the whole looks like the whole")
  func slices() throws {
    let image = Self.ramp(8, 8)
    var whole = DrawList(50, 50), cut = DrawList(50, 50)
    whole.add(image, SIMD4(4, 4, 40, 40))
    cut.uploads = [image]
    for (x, width) in [(Float(0), Float(0.3)), (0.3, 0.45), (0.75, 0.25)] {
      cut.add(
        .image, SIMD4(4 + 40 * x, 4, 40 * width, 40), white, extra: SIMD4(x, 0, width, 1),
        radii: SIMD4(0, 0, 1, 1), texture: .image(image.id, .linear))
    }
    #expect(try drawn(whole).difference(try drawn(cut)) <= 1)
  }

  @Test("Outside the image's unit square the edge repeats, and a negative size mirrors")
  func beyondTheEdge() throws {
    let image = Self.ramp(4, 4)
    var list = DrawList(40, 20)
    list.add(image, SIMD4(0, 0, 20, 20), unit: SIMD4(-1, 0, 3, 1), nearest: true)
    list.add(image, SIMD4(20, 0, 20, 20), unit: SIMD4(1, 0, -1, 1), nearest: true)
    let result = try drawn(list)
    #expect(result[0, 2] == image.bitmap[0, 0])
    #expect(result[19, 2] == image.bitmap[3, 0])
    #expect(result[20, 2] == image.bitmap[3, 0])
    #expect(result[39, 2] == image.bitmap[0, 0])
  }

  @Test("The colour multiplies the image, alpha included")
  func tint() throws {
    let image = PixelImage(Bitmap(2, 2) { _, _ in SIMD4(100, 200, 50, 200) })
    var list = DrawList(10, 10, clear: SIMD4(0, 0, 0, 0))
    list.add(image, SIMD4(0, 0, 10, 10), SIMD4(0.5, 0.5, 0.5, 0.5))
    let result = try drawn(list)
    #expect(difference(result[5, 5], [50.0 / 255, 100.0 / 255, 25.0 / 255, 100.0 / 255]) < 0.005)
  }

  @Test("An alpha mask is painted in the colour")
  func mask() throws {
    let mask = PixelImage(
      Bitmap(size: PixelSize(4, 1), format: .alpha8, bytes: [0, 85, 170, 255]))
    var list = DrawList(4, 1)
    list.add(mask, SIMD4(0, 0, 4, 1), SIMD4(0, 0, 0.5, 0.5))
    let result = try drawn(list)
    for (x, coverage) in [0, 1.0 / 3, 2.0 / 3, 1].enumerated() {
      let a = coverage * 0.5
      #expect(difference(result[x, 0], [1 - a, 1 - a, 1, 1]) < 0.005, "at \(x)")
    }
  }

  @Test("A plain image and a plain rectangle agree, edges included")
  func agreesWithSolid() throws {
    let image = PixelImage(Bitmap(3, 3) { _, _ in SIMD4(255, 0, 0, 255) })
    let rows = Rows.rotation(sine: 0.6, cosine: 0.8, about: 30, 30)
    var images = DrawList(60, 60), solids = DrawList(60, 60)
    for rect in [SIMD4<Float>(10.3, 15.6, 33.1, 22.2), SIMD4(1, 1, 5, 5)] {
      images.add(image, rect, rows: rows)
      solids.add(.solid, rect, red, rows: rows)
    }
    #expect(try drawn(images).difference(try drawn(solids)) <= 1)
  }

  @Test("An image that nobody uploaded draws nothing and harms nothing")
  func unknown() throws {
    var list = DrawList(10, 10)
    list.add(.solid, SIMD4(0, 0, 5, 5), red)
    list.add(
      .image, SIMD4(0, 0, 10, 10), white, extra: SIMD4(0, 0, 1, 1),
      texture: .image(ImageID(raw: .max), .linear))
    list.add(.image, SIMD4(0, 0, 10, 10), white, extra: SIMD4(0, 0, 1, 1))
    let result = try drawn(list)
    #expect(result[2, 2] == SIMD4(255, 0, 0, 255))
    #expect(result[8, 8] == SIMD4(255, 255, 255, 255))
  }

  @Test("An image larger than the device takes is left out")
  func tooLarge() throws {
    let side = try TestDevice.use { Int($0.logical.limits.maxImageDimension2D) } + 1
    let image = PixelImage(Bitmap(size: PixelSize(side, 1), format: .alpha8))
    let empty = PixelImage(Bitmap(size: PixelSize(0, 4), format: .bgra8Premultiplied))
    var list = DrawList(10, 10)
    list.add(image, SIMD4(0, 0, 10, 10), red)
    list.add(empty, SIMD4(0, 0, 10, 10), red)
    #expect(try drawn(list)[5, 5] == SIMD4(255, 255, 255, 255))
  }
}
