import Foundation
import Geometry
import Renderer
import TestSupport
import Testing

@testable import VulkanBackend

@Suite("Many images", .enabled(if: TestDevice.isAvailable, TestDevice.skipReason))
struct PictureTests {
  /// How a list is drawn: with images in shared textures or not, front to back or not.
  private struct Way {
    var shares: Bool
    var frontToBack: ListRenderer.FrontToBack
  }

  private static let plain = Way(shares: false, frontToBack: .never)

  private static func backend(_ device: VulkanDevice, _ way: Way) throws -> OffscreenBackend {
    let backend = try OffscreenBackend(device: device)
    backend.renderer.textures.sharesTextures = way.shares
    backend.renderer.frontToBack = way.frontToBack
    return backend
  }

  /// Smooth, so that a coordinate that is rounded otherwise is no other colour.
  private static func picture(_ random: inout SeededGenerator, _ kind: Int) -> PixelImage {
    let width = Int.random(in: 3...90, using: &random)
    let height = Int.random(in: 3...90, using: &random)
    let phase = Double.random(in: 0...6, using: &random)
    func wave(_ x: Int, _ y: Int, _ k: Double) -> Double {
      0.5 + 0.5 * sin(phase * k + Double(x) * 0.05 * k + Double(y) * 0.04)
    }
    if kind == 2 {
      return PixelImage(
        Bitmap(
          size: PixelSize(width, height), format: .alpha8,
          bytes: (0..<(width * height)).map { UInt8(wave($0 % width, $0 / width, 1) * 255) }))
    }
    return PixelImage(
      Bitmap(width, height) { x, y in
        let alpha = kind == 0 ? 1 : wave(x, y, 1.3)
        return SIMD4(
          UInt8(wave(x, y, 1) * alpha * 255), UInt8(wave(x, y, 0.7) * alpha * 255),
          UInt8(wave(x, y, 0.4) * alpha * 255), UInt8(alpha * 255))
      })
  }

  /// Images in any order, size, turn and cut, with other quads here and there.
  private static func scene(_ random: inout SeededGenerator, _ images: [PixelImage]) -> DrawList {
    var list = DrawList(160, 120, clear: SIMD4(0.2, 0.3, 0.4, 1))
    let clip = list.addClip(SIMD4(20, 15, 110, 90), radius: 25)
    list.uploads = images
    // Long runs of the same sort now and then.
    let onlyOpaque = Bool.random(using: &random)
    for _ in 0..<Int.random(in: 10...60, using: &random) {
      func number(_ range: ClosedRange<Float>) -> Float { .random(in: range, using: &random) }
      let angle = number(0...6.28)
      let x = number(-20...150), y = number(-20...110)
      let rows =
        Bool.random(using: &random)
        ? Rows.rotation(sine: sin(angle), cosine: cos(angle), about: x, y) : Rows.identity
      let rect = SIMD4(x, y, number(1...70), number(1...70))
      switch Int.random(in: 0..<20, using: &random) {
      case 0: list.add(.solid, rect, red * number(0.3...1), rows: rows)
      case 1: list.add(.shape, rect, blue * number(0.3...1), rows: rows, radius: 4)
      default:
        let image = onlyOpaque ? images[0] : images.randomElement(using: &random)!
        let isPlain = Int.random(in: 0..<4, using: &random) > 0
        let edges: Float = [15, 15, 15, 0, 0, 5].randomElement(using: &random)!
        list.add(
          .image, rect, isPlain ? white : white * number(0.2...1), rows: rows,
          extra: isPlain ? SIMD4(0, 0, 1, 1) : SIMD4(0.2, 0.1, 0.5, 0.7), edges: edges,
          clip: Int.random(in: 0..<12, using: &random) == 0 ? clip : -1,
          texture: .image(image.id, .linear))
      }
    }
    return list
  }

  @Test(
    "Sharing textures and drawing front to back change no pixel, in whole frames and damaged parts",
    arguments: 0..<24 as Range<UInt64>)
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let images = (0..<6).map { Self.picture(&random, $0 % 3) }
    var lists = (0..<4).map { _ in Self.scene(&random, images) }
    for i in lists.indices.dropFirst() {
      lists[i].uploads = []
      guard i % 2 == 0 else { continue }
      var damage = PixelRegion(PixelRect(10, 20, 60, 50))
      damage.add(PixelRect(90, 5, 40, 100))
      lists[i].damage = damage
    }
    try TestDevice.use { device in
      let ways = [
        Self.plain, Way(shares: true, frontToBack: .never), Way(shares: true, frontToBack: .always),
        Way(shares: false, frontToBack: .always), Way(shares: true, frontToBack: .whereItPays),
      ]
      let backends = try ways.map { try Self.backend(device, $0) }
      for backend in backends { try backend.configure(size: lists[0].size) }
      for (step, list) in lists.enumerated() {
        var expected: Bitmap?
        for (backend, way) in zip(backends, ways) {
          _ = try backend.acquire()
          _ = try backend.render(list)
          let result = try backend.readPixels()
          let difference = expected?.difference(result) ?? 0
          #expect(difference <= 1, "seed \(seed) step \(step), \(way): off by \(difference)")
          expected = expected ?? result
        }
      }
    }
  }

  @Test(
    "Of images with a clear rim only what shows is sampled, and no pixel changes",
    arguments: 0..<12 as Range<UInt64>)
  func clearRims(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let format: Bitmap.Format = seed % 2 == 0 ? .alpha8 : .bgra8Premultiplied
    let size = PixelSize(
      Int.random(in: 6...40, using: &random), Int.random(in: 6...40, using: &random))
    let rim = seed % 3 == 0 ? 2 : 1
    var bitmap = Bitmap(size: size, format: format)
    for y in rim..<size.height - rim {
      for x in rim..<size.width - rim {
        let at = (y * size.width + x) * format.bytesPerPixel
        let alpha = UInt8.random(in: 0...255, using: &random)
        for i in 0..<format.bytesPerPixel { bitmap.bytes[at + i] = i == 3 ? alpha : alpha / 2 }
      }
    }
    let image = PixelImage(bitmap)
    var list = DrawList(160, 120, clear: SIMD4(0.2, 0.3, 0.4, 1))
    list.uploads = [image]
    for _ in 0..<30 {
      let scale = SIMD2<Float>(
        .random(in: 0.6...2.5, using: &random), .random(in: 0.6...2.5, using: &random))
      let sides = SIMD2<Float>(Float(size.width), Float(size.height)) * scale
      let x = Float.random(in: -20...150, using: &random)
      let y = Float.random(in: -20...110, using: &random)
      list.add(
        .image, SIMD4(x, y, sides.x, sides.y), white * 0.9, extra: SIMD4(0, 0, 1, 1), edges: 15,
        texture: .image(image.id, .linear))
    }
    try TestDevice.use { device in
      let plain = try Self.backend(device, Self.plain)
      let ours = try Self.backend(device, Way(shares: true, frontToBack: .never))
      for backend in [plain, ours] {
        try backend.configure(size: PixelSize(160, 120))
        _ = try backend.acquire()
        _ = try backend.render(list)
      }
      #expect(try plain.readPixels().difference(try ours.readPixels()) <= 1)
      let entry = try #require(ours.renderer.textures[image.id])
      #expect(entry.ink != nil)
      let trimmed = list.instances.count { Picture($0, of: entry, filter: .linear)?.edges == 0 }
      #expect(trimmed > 0)
    }
  }

  @Test(
    "Opaque images that hide each other are drawn front to back where that pays, with no pixel lost"
  )
  func hiding() throws {
    let image = ImageTests.ramp(64, 64)
    // In the middle, and over every side of the target.
    func list(_ count: Int, edges: Float = 0, alpha: Float = 1, reach: Float = 0) -> DrawList {
      var list = DrawList(400, 300)
      list.uploads = [image]
      for i in 0..<count {
        let x = Float(i * 37 % 440) - 60, y = Float(i * 53 % 360) - 60
        list.add(
          .image, SIMD4(x - reach, y, 130 + reach, 120), white * alpha,
          rows: .rotation(sine: 0.6, cosine: 0.8, about: x + 60, y + 60),
          extra: SIMD4(0, 0, 1, 1), edges: edges, texture: .image(image.id, .linear))
      }
      return list
    }
    var damaged = list(40)
    damaged.damage = PixelRegion(PixelRect(100, 100, 200, 180))
    try TestDevice.use { device in
      let plain = try Self.backend(device, Self.plain)
      let ours = try OffscreenBackend(device: device)
      for backend in [plain, ours] { try backend.configure(size: PixelSize(400, 300)) }
      for (list, isReordered) in [
        (list(40), true), (list(4), false), (list(40, edges: 15), false),
        (list(40, alpha: 0.5), false), (damaged, false), (list(40, reach: 9_000), false),
      ] {
        for backend in [plain, ours] {
          let before = backend.renderer.frontToBackRuns
          let cost = try backend.render(list)
          #expect(cost.draws == 1)
          #expect(cost.descriptorBinds == 1)
          let isOurs = backend === ours
          #expect(backend.renderer.frontToBackRuns - before == (isOurs && isReordered ? 1 : 0))
        }
        #expect(try ours.readPixels().difference(try plain.readPixels()) <= 1)
      }
    }
  }

  @Test("Hundreds of images of one texture are one draw; those too large for it stand alone")
  func oneDraw() throws {
    var list = DrawList(200, 200)
    for i in 0..<300 {
      let image = PixelImage(
        Bitmap(5, 4) { _, _ in SIMD4(UInt8(i % 256), UInt8(i / 2), 10, 255) })
      list.add(image, SIMD4(Float(i % 20 * 10), Float(i / 20 * 10), 10, 10))
    }
    let large = ImageTests.ramp(TextureAtlas.longestSide + 1, 3)
    list.add(large, SIMD4(0, 190, 200, 10))
    try TestDevice.use { device in
      let backend = try OffscreenBackend(device: device)
      try backend.configure(size: list.size)
      let cost = try backend.render(list)
      #expect(cost.draws == 2)
      #expect(cost.descriptorBinds == 2)
      #expect(cost.cacheHits == 300)
      let result = try backend.readPixels()
      for i in 0..<300 {
        let pixel = result[i % 20 * 10 + 5, i / 20 * 10 + 5]
        #expect(pixel == SIMD4(UInt8(i % 256), UInt8(i / 2), 10, 255), "image \(i)")
      }
    }
  }

  @Test(
    "Neighbours in a shared texture never shine through, whatever of an image is drawn and how large",
    arguments: [false, true], [0, 15, 5] as [Float])
  func neighbours(nearest: Bool, edges: Float) throws {
    // As tall as a page's shelf and as wide as a page allows, and the least there is.
    let sizes = [(1, 1), (128, 16), (132, 16), (16, 16), (7, 16), (512, 512), (3, 512), (256, 2)]
    let colors: [SIMD4<UInt8>] = [
      SIMD4(255, 0, 0, 255), SIMD4(0, 255, 0, 255), SIMD4(0, 0, 255, 255),
      SIMD4(255, 255, 255, 255), SIMD4(0, 0, 0, 255),
    ]
    var list = DrawList(240, 160)
    let clip = list.addClip(SIMD4(-10, -10, 300, 300), radius: 4)
    var expected: [SIMD4<UInt8>] = []
    for i in 0..<96 {
      let (width, height) = sizes[i % sizes.count], color = colors[i % colors.count]
      let image = PixelImage(Bitmap(width, height) { _, _ in color })
      // All of it, and a middle part; magnified and shrunk to 16 x 16; pictures and clipped images.
      let unit = i % 3 == 0 ? SIMD4<Float>(0.25, 0.25, 0.5, 0.5) : SIMD4(0, 0, 1, 1)
      list.add(
        image, SIMD4(Float(i % 12 * 20), Float(i / 12 * 20), 16, 16), unit: unit, nearest: nearest,
        edges: edges, clip: i % 7 == 0 ? clip : -1)
      expected.append(color)
    }
    try TestDevice.use { device in
      let backend = try OffscreenBackend(device: device)
      try backend.configure(size: list.size)
      _ = try backend.render(list)
      #expect(backend.renderer.textures.atlas.pages.count == TextureAtlas.pageWidths.count)
      let result = try backend.readPixels()
      for (i, color) in expected.enumerated() {
        // Within the one in 255 that a texture coordinate's rounding is worth.
        var worst = 0
        for y in 1..<15 {
          for x in 1..<15 {
            let pixel = result[i % 12 * 20 + x, i / 12 * 20 + y]
            for k in 0..<4 { worst = max(worst, abs(Int(pixel[k]) - Int(color[k]))) }
          }
        }
        #expect(worst <= 1, "image \(i), off by \(worst)")
      }
    }
  }

  @Test("Images that come and go leave the others as they are, and the pages bounded")
  func churn() throws {
    var random = SeededGenerator(seed: 7)
    try TestDevice.use { device in
      let backend = try OffscreenBackend(device: device)
      try backend.configure(size: PixelSize(64, 64))
      var live: [(image: PixelImage, color: SIMD4<UInt8>)] = []
      for round in 0..<60 {
        var list = DrawList(64, 64)
        list.uploads = []
        for _ in 0..<Int.random(in: 0...8, using: &random) {
          let color = SIMD4<UInt8>(
            .random(in: 0...255, using: &random), .random(in: 0...255, using: &random), 0, 255)
          let image = PixelImage(
            Bitmap(
              .random(in: 1...500, using: &random), .random(in: 1...500, using: &random)
            ) { _, _ in color })
          live.append((image, color))
          list.uploads.append(image)
        }
        for (i, one) in live.prefix(64).enumerated() {
          list.add(
            .image, SIMD4(Float(i % 8 * 8), Float(i / 8 * 8), 8, 8), white,
            extra: SIMD4(0, 0, 1, 1), texture: .image(one.image.id, .linear))
        }
        let drawn = live.prefix(64).map(\.color)
        while live.count > 40 || (!live.isEmpty && round % 3 == 0 && live.count > 5) {
          let gone = live.remove(at: .random(in: live.indices, using: &random))
          list.releases.append(gone.image.id)
        }
        _ = try backend.render(list)
        let result = try backend.readPixels()
        for (i, color) in drawn.enumerated() {
          #expect(result[i % 8 * 8 + 4, i / 8 * 8 + 4] == color, "round \(round), image \(i)")
        }
        let pages = backend.renderer.textures.atlas.pages.count
        #expect(pages <= TextureAtlas.pageWidths.count * TextureAtlas.mostPages)
      }
      var last = DrawList(64, 64)
      last.releases = live.map(\.image.id)
      _ = try backend.render(last)
      #expect(backend.heldTextures.images == 0)
      #expect(backend.renderer.textures.atlas.pages.count <= TextureAtlas.pageWidths.count)
    }
  }

  @Test(
    "No pipeline is first used after the device was opened, whatever is drawn and in which order")
  func warm() throws {
    var random = SeededGenerator(seed: 3)
    let images = (0..<6).map { Self.picture(&random, $0 % 3) }
    let lists = (0..<6).map { _ in Self.scene(&random, images) }
    try TestDevice.use { device in
      for order in [ListRenderer.FrontToBack.never, .always] {
        let backend = try Self.backend(device, Way(shares: true, frontToBack: order))
        try backend.configure(size: lists[0].size)
        var created = 0
        for list in lists { created += try backend.render(list).pipelinesCreated }
        let everything = FrameTests.scene(2, image: images[0], upload: true)
        try backend.configure(size: everything.size)
        let cost = try backend.render(everything)
        #expect(created + cost.pipelinesCreated == 0)
        #expect(cost.deviceBytes > 0 && cost.cacheBytes > 0)
      }
    }
  }
}
