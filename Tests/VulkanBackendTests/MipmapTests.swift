import Geometry
import Renderer
import Testing

@testable import VulkanBackend

@Suite(
  "Images much smaller than they are",
  .enabled(if: TestDevice.isAvailable, TestDevice.skipReason))
struct MipmapTests {
  private static let whole = SIMD4<Float>(0, 0, 1, 1)

  private static func noise(_ width: Int, _ height: Int) -> Bitmap {
    Bitmap(width, height) { x, y in
      SIMD4(
        UInt8((x * 97 + y * 31) % 251), UInt8((x * x + y * 53) % 256), (x + y) & 1 == 0 ? 255 : 0,
        255
      )
    }
  }

  private static func list(
    _ image: PixelImage, _ size: (Int, Int), bias: Float = 0,
    filter: DrawList.ImageFilter = .trilinear
  ) -> DrawList {
    var list = DrawList(size.0, size.1)
    list.uploads = [image]
    list.add(
      .image, SIMD4(0, 0, Float(size.0), Float(size.1)), white, extra: whole, own: bias, edges: 0,
      texture: .image(image.id, filter))
    return list
  }

  /// The averages of blocks of `n` × `n`.
  private func average(_ bitmap: Bitmap, _ n: Int, _ x: Int, _ y: Int) -> [Double] {
    var sum = SIMD4<Double>.zero
    for j in 0..<n { for i in 0..<n { sum += SIMD4<Double>(bitmap[x * n + i, y * n + j]) } }
    sum /= Double(n * n) * 255
    return [sum.x, sum.y, sum.z, sum.w]
  }

  @Test(
    "At an even part of its size each pixel is the average of those it stands for",
    arguments: [2, 4, 8])
  func averages(_ n: Int) throws {
    // In a shared texture, in one of its own, and with sides that are powers of two.
    for (width, height) in [(48, 80), (640, 16), (64, 32)] {
      let bitmap = Self.noise(width, height)
      let result = try drawn(Self.list(PixelImage(bitmap), (width / n, height / n)))
      for y in 0..<(height / n) {
        for x in 0..<(width / n) {
          // Each of up to three halvings rounds, up or down as the driver likes.
          #expect(
            difference(result[x, y], average(bitmap, n, x, y)) < 0.0102, "\(width): \(x), \(y)")
        }
      }
    }
  }

  @Test(
    "Between two such sizes both count, and nothing of a fine pattern is left that is not there")
  func between() throws {
    let board = Bitmap(96, 96) { x, y in
      (x + y) & 1 == 0 ? SIMD4(255, 255, 255, 255) : SIMD4(0, 0, 0, 255)
    }
    let smooth = try drawn(Self.list(PixelImage(board), (33, 33)))
    let rough = try drawn(Self.list(PixelImage(board), (33, 33), filter: .linear))
    func contrast(_ image: Bitmap) -> Int {
      var most = 0
      for y in 0..<33 { for x in 0..<33 { most = max(most, abs(Int(image[x, y].x) - 128)) } }
      return most
    }
    #expect(contrast(smooth) <= 2)
    #expect(contrast(rough) > 40, "the pattern tells the two apart")
  }

  @Test("A bias moves the level, and never before the image itself; magnified, it is the image")
  func bias() throws {
    let bitmap = Self.noise(48, 48)
    let image = PixelImage(bitmap)
    let result = try drawn(Self.list(image, (24, 24), bias: 1))
    // Blocks of four, seen at twice their size: at whole pixels between four of them a quarter away.
    #expect(difference(result[4, 4], expected(bitmap, 4, 4)) < 0.012)
    let sharp = try drawn(Self.list(image, (48, 48), bias: -5))
    #expect(sharp.difference(bitmap) <= 1)
    let large = try drawn(Self.list(image, (96, 96)))
    #expect(large.difference(try drawn(Self.list(image, (96, 96), filter: .linear))) <= 1)
  }

  /// Pixel (x, y) of half the size as interpolated from averages of 4 × 4.
  private func expected(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> [Double] {
    let u = (Double(x) + 0.5) / 2 - 0.5, v = (Double(y) + 0.5) / 2 - 0.5
    let i = Int(u.rounded(.down)), j = Int(v.rounded(.down))
    let s = u - Double(i), t = v - Double(j)
    let a = average(bitmap, 4, i, j), b = average(bitmap, 4, i + 1, j)
    let c = average(bitmap, 4, i, j + 1), d = average(bitmap, 4, i + 1, j + 1)
    return (0..<4).map { k in
      (a[k] * (1 - s) + b[k] * s) * (1 - t) + (c[k] * (1 - s) + d[k] * s) * t
    }
  }

  @Test("Smaller copies of masks and of images that passes draw are theirs, and go with them")
  func others() throws {
    let mask = PixelImage(
      Bitmap(
        size: PixelSize(16, 16), format: .alpha8, bytes: (0..<256).map { $0 % 2 == 0 ? 200 : 100 }))
    var list = Self.list(mask, (4, 4))
    list.clearColor = .zero
    list.instances[0].color = red
    let id = ImageID(raw: .max - 2000)
    func drawing(_ color: SIMD4<Float>) -> DrawList {
      var list = DrawList(4, 4)
      list.passes = []
      let pass = list.addPass(.image(id, size: PixelSize(16, 16)))
      for x in 0..<8 { list.add(.solid, SIMD4(Float(x) * 2, 0, 1, 16), color, pass: pass) }
      _ = list.addPass(.surface)
      list.add(
        .image, SIMD4(0, 0, 4, 4), white, extra: Self.whole, edges: 0,
        texture: .image(id, .trilinear))
      return list
    }
    try TestDevice.use { device in
      let backend = try OffscreenBackend(device: device)
      try backend.configure(size: PixelSize(4, 4))
      _ = try backend.render(list)
      #expect(difference(try backend.readPixels()[1, 2], [150.0 / 255, 0, 0, 150.0 / 255]) < 0.006)
      for (color, expected) in [(red, [1, 0.5, 0.5, 1]), (blue, [0.5, 0.5, 1, 1])] {
        let cost = try backend.render(drawing(color))
        #expect(cost.keptImageBytes > 16 * 16 * 4)
        #expect(difference(try backend.readPixels()[1, 2], expected) < 0.006)
      }
      var release = DrawList(4, 4)
      release.releases = [id, mask.id]
      #expect(try backend.render(release).keptImageBytes == 0)
      #expect(try backend.readPixels()[1, 2] == SIMD4(255, 255, 255, 255))
    }
  }
}
