import Foundation
import Geometry
import Renderer
import TestSupport
import Testing

@testable import VulkanBackend

@Suite("Gaussian blurs of passes", .enabled(if: TestDevice.isAvailable, TestDevice.skipReason))
struct BlurTests {
  /// Blocks of colours and alphas with hard edges between them, premultiplied.
  private static func blocks(_ width: Int, _ height: Int) -> Bitmap {
    var random = SeededGenerator(seed: 11)
    let colors = (0..<64).map { _ -> SIMD4<UInt8> in
      let a = [0, 255, 255, 130].randomElement(using: &random)!
      func channel() -> UInt8 { UInt8(Bool.random(using: &random) ? a : 0) }
      return SIMD4(channel(), channel(), channel(), UInt8(a))
    }
    return Bitmap(width, height) { x, y in colors[(x / 9 % 8) + (y / 7 % 8) * 8] }
  }

  /// What a Gaussian makes of squares of one colour, at the centre of pixel (x, y); cut off nowhere.
  private struct Reference {
    private var rows: [[SIMD4<Double>]]
    private let origin: (x: Int, y: Int)

    init(
      _ bitmap: Bitmap, _ sigma: SIMD2<Double>, _ edge: DrawList.Pass.BlurEdge,
      _ wanted: PixelRect
    ) {
      origin = (wanted.x, wanted.y)
      func weights(_ sigma: Double, _ at: Int, _ count: Int) -> [Double] {
        guard sigma > 0 else { return (0..<count).map { edge.holds($0, at, count) ? 1 : 0 } }
        func below(_ x: Double) -> Double { 0.5 * (1 + erf(x / (sigma * 2.0.squareRoot()))) }
        return (0..<count).map { i in
          let low = edge == .extended && i == 0 ? -1e9 : Double(i - at) - 0.5
          let high = edge == .extended && i == count - 1 ? 1e9 : Double(i - at) + 0.5
          return below(high) - below(low)
        }
      }
      let (width, height) = (bitmap.size.width, bitmap.size.height)
      let across = (wanted.x..<wanted.maxX).map { weights(sigma.x, $0, width) }
      let half = (0..<height).map { y in
        across.map { w in
          (0..<width).reduce(into: SIMD4<Double>.zero) {
            $0 += SIMD4<Double>(bitmap[$1, y]) * w[$1]
          }
        }
      }
      rows = (wanted.y..<wanted.maxY).map { y in
        let w = weights(sigma.y, y, height)
        return (0..<wanted.width).map { x in
          (0..<height).reduce(into: SIMD4<Double>.zero) { $0 += half[$1][x] * w[$1] }
        }
      }
    }

    subscript(x: Int, y: Int) -> SIMD4<Double> { rows[y - origin.y][x - origin.x] }
  }

  private static func list(
    _ bitmap: Bitmap, at x: Int, _ y: Int, _ sigma: SIMD2<Float>, _ edge: DrawList.Pass.BlurEdge,
    area: PixelRect, size: PixelSize
  ) -> DrawList {
    var list = DrawList(size.width, size.height, clear: .zero)
    list.passes = []
    let (width, height) = (bitmap.size.width, bitmap.size.height)
    let source = list.addPass(.offscreen(area: PixelRect(x, y, width, height)))
    let image = PixelImage(bitmap)
    list.add(
      image, SIMD4(Float(x), Float(y), Float(width), Float(height)), nearest: true, pass: source)
    let blurred = list.addPass(
      .offscreen(area: area), start: .blur(source, sigma: sigma, edge: edge), isWhole: false)
    _ = list.addPass(.surface)
    list.composite(blurred)
    return list
  }

  @Test(
    "Within 2 % of a true Gaussian, for any width, along each axis by itself, with either edge",
    arguments: [
      SIMD2<Float>(0.4, 0.4), SIMD2(1, 1), SIMD2(1.6, 2.9), SIMD2(3, 3), SIMD2(4.4, 7),
      SIMD2(5.99, 6), SIMD2(11, 0), SIMD2(0, 2.5), SIMD2(25, 1), SIMD2(70, 40),
    ], [DrawList.Pass.BlurEdge.transparent, .extended])
  func accuracy(_ sigma: SIMD2<Float>, _ edge: DrawList.Pass.BlurEdge) throws {
    let bitmap = Self.blocks(75, 50)
    let (x, y) = (23, 31), size = PixelSize(121, 113)
    let area = edge == .transparent ? size.bounds : PixelRect(x, y, 75, 50)
    let image = try drawn(Self.list(bitmap, at: x, y, sigma, edge, area: area, size: size))
    let wanted = PixelRect(area.x - x, area.y - y, area.width, area.height)
    let reference = Reference(bitmap, SIMD2<Double>(sigma), edge, wanted)
    var worst = 0.0
    for py in area.y..<area.maxY {
      for px in area.x..<area.maxX {
        let error = SIMD4<Double>(image[px, py]) - reference[px - x, py - y]
        worst = max(worst, max(error.max(), -error.min()) / 255)
      }
    }
    print("blur \(sigma.x) \(sigma.y) \(edge): off by \((worst * 10_000).rounded() / 100) %")
    #expect(worst <= 0.02)
    #expect(image[10, 10] == .zero || edge == .transparent, "the pass ends at its area")
  }

  @Test(
    "A part of a blur, redrawn, has the bytes of the whole", arguments: [2, 3.7, 9, 31] as [Float])
  func parts(_ sigma: Float) throws {
    let bitmap = Self.blocks(60, 60)
    let size = PixelSize(150, 140)
    let list = Self.list(
      bitmap, at: 37, 41, SIMD2(sigma, sigma), .transparent, area: PixelRect(-20, -20, 200, 190),
      size: size)
    try TestDevice.use { device in
      let full = try OffscreenBackend(device: device)
      try full.configure(size: size)
      _ = try full.render(list)
      let expected = try full.readPixels()
      let partial = try OffscreenBackend(device: device)
      try partial.configure(size: size)
      var first = DrawList(size.width, size.height, clear: .zero)
      first.uploads = list.uploads
      _ = try partial.render(first)
      var part = list
      part.uploads = []
      for rects in [
        [PixelRect(0, 0, 61, 33)], [PixelRect(61, 0, 89, 33), PixelRect(0, 33, 75, 107)],
      ] {
        part.damage = PixelRegion()
        for rect in rects { part.damage.add(rect) }
        _ = try partial.render(part)
      }
      part.damage = PixelRegion(PixelRect(75, 33, 75, 107))
      _ = try partial.render(part)
      #expect(try partial.readPixels() == expected)
    }
  }

  @Test("A blur far away has no part in the pass, one of nothing copies, and batches lie above")
  func edges() throws {
    let bitmap = Bitmap(10, 10) { _, _ in SIMD4(200, 100, 0, 200) }
    let size = PixelSize(40, 30)
    for edge in [DrawList.Pass.BlurEdge.transparent, .extended] {
      let far = Self.list(
        bitmap, at: -500, 700, SIMD2(4, 4), edge, area: size.bounds, size: size)
      let expected: SIMD4<UInt8> = edge == .transparent ? .zero : SIMD4(200, 100, 0, 200)
      #expect(try drawn(far)[20, 20] == expected)
    }
    for sigma in [0, -3, .nan, 0.01] as [Float] {
      var list = Self.list(
        bitmap, at: 5, 6, SIMD2(sigma, 0), .transparent, area: size.bounds, size: size)
      list.add(.solid, SIMD4(6, 0, 2, 20), blue, pass: 1)
      let image = try drawn(list)
      for y in 0..<30 {
        for x in 0..<40 {
          let inside = (5..<15).contains(x) && (6..<16).contains(y)
          let above = (6..<8).contains(x) && y < 20
          #expect(
            image[x, y]
              == (above ? SIMD4(0, 0, 255, 255) : inside ? SIMD4(200, 100, 0, 200) : .zero))
        }
      }
    }
    let infinite = Self.list(
      bitmap, at: 5, 6, SIMD2(.infinity, 1e30), .extended, area: size.bounds, size: size)
    let image = try drawn(infinite)
    #expect(difference(image[20, 20], [200.0 / 255, 100.0 / 255, 0, 200.0 / 255]) < 0.01)
  }

  @Test("However wide a blur is, about as many pixels are drawn for it")
  func cost() throws {
    func shaded(_ sigma: Float) throws -> Int {
      let bitmap = Self.blocks(200, 200), size = PixelSize(200, 200)
      let list = Self.list(
        bitmap, at: 0, 0, SIMD2(sigma, sigma), .extended, area: size.bounds, size: size)
      return try TestDevice.use { device in
        let backend = try OffscreenBackend(device: device)
        try backend.configure(size: size)
        return try backend.render(list).pixelsShaded
      }
    }
    let narrow = try shaded(2)
    for sigma in [3, 10, 50, 300, 10_000] as [Float] {
      #expect(try shaded(sigma) <= narrow + 20_000, "\(sigma)")
    }
  }
}

extension DrawList.Pass.BlurEdge {
  /// Without blur: source pixel `i` is the one that is seen at `at`.
  fileprivate func holds(_ i: Int, _ at: Int, _ count: Int) -> Bool {
    switch self {
    case .transparent: i == at
    case .extended: i == min(max(at, 0), count - 1)
    }
  }
}
