import Foundation
import Geometry
import Renderer
import TestSupport
import Testing

@testable import VulkanBackend

@Suite("Quads moved together")
struct RegroupingTests {
  private static func regrouped(_ list: DrawList) -> DrawList? {
    var regrouping = Regrouping()
    return regrouping.regrouped(list)
  }

  /// Kinds and numbers of quads of the only pass, as "shape 4".
  private static func batches(_ list: DrawList?) -> [String] {
    list?.passes[0].batches.map { "\($0.kind) \($0.instances.count)" } ?? []
  }

  /// Cells in a row, each a shape with a shadow-like blur in it.
  private static func cells(_ count: Int, every step: Float) -> DrawList {
    var list = DrawList(600, 100)
    for i in 0..<count {
      let x = Float(i) * step
      list.add(.shape, SIMD4(x, 10, 30, 30), red, radius: 5)
      list.add(.shadow, SIMD4(x + 10, 20, 10, 10), blue, radius: 2, own: 1)
    }
    return list
  }

  @Test("What alternates without touching is drawn by kinds")
  func kinds() throws {
    let list = Self.cells(12, every: 48)
    let result = try #require(Self.regrouped(list))
    #expect(Self.batches(result) == ["shape 12", "shadow 12"])
    #expect(result.instances[1] == list.instances[2])
    #expect(result.instances[12] == list.instances[1])
  }

  @Test("What touches stays in its order")
  func overlap() {
    #expect(Self.regrouped(Self.cells(12, every: 12)) == nil)
  }

  @Test("A shadow reaches beyond its rectangle, and a quad seen from behind everywhere")
  func reach() {
    var list = Self.cells(12, every: 48)
    for i in list.instances.indices where i % 2 == 1 { list.instances[i].params.x = 12 }
    #expect(Self.regrouped(list) == nil)
    list = Self.cells(12, every: 48)
    for i in list.instances.indices where i % 2 == 1 {
      list.instances[i].row0 = SIMD4(1, 0, -0.1, 0)
    }
    #expect(Self.regrouped(list) == nil)
  }

  @Test("Batches that different pipelines draw are not mixed")
  func pipelines() throws {
    var list = Self.cells(12, every: 48)
    let clip = list.addClip(SIMD4(0, 0, 600, 90), radius: 9)
    for i in list.instances.indices where i % 4 == 0 { list.instances[i].clip = Int32(clip) }
    let result = try #require(Self.regrouped(list))
    #expect(Self.batches(result) == ["shape 6", "shadow 1", "shape 6", "shadow 11"])
  }

  @Test("Shadows stay with the shapes that are drawn with them, and cards come together")
  func cards() throws {
    var list = DrawList(900, 700)
    for i in 0..<6 {
      let x = Float(i % 3) * 280 + 60, y = Float(i / 3) * 300 + 60
      list.add(.shadow, SIMD4(x, y + 3, 110, 100), black, radius: 9, own: 6)
      list.add(.shape, SIMD4(x, y, 110, 100), red, radius: 9)
      list.add(.gradient, SIMD4(x + 20, y + 30, 20, 20), white)
    }
    list.ramps = [
      SIMD4(0, 2, 0, 0), .zero, SIMD4(1, 0, 0, 1), .zero, SIMD4(0, 0, 1, 0.5), SIMD4(1, 0, 0, 0),
    ]
    let pair = ["shadow 1", "shape 1"]
    #expect(
      Self.batches(Self.regrouped(list)) == Array(repeating: pair, count: 6).flatMap(\.self)
        + ["gradient 6"])
    var apart = Regrouping()
    apart.keepsCards = false
    #expect(Self.batches(apart.regrouped(list)) == ["shadow 6", "shape 6", "gradient 6"])
  }

  @Test("Lists of one kind, and short ones, are left as they are")
  func left() {
    var list = DrawList(600, 100)
    for i in 0..<40 { list.add(.shape, SIMD4(Float(i) * 15, 10, 10, 10), red) }
    #expect(Self.regrouped(list) == nil)
    #expect(Self.regrouped(Self.cells(3, every: 48)) == nil)
  }

  @Test("Nothing is kept of the list, and arrays are used again")
  func reuse() throws {
    var regrouping = Regrouping()
    for count in [12, 9, 12] {
      let list = Self.cells(count, every: 48)
      #expect(Self.batches(regrouping.regrouped(list)) == ["shape \(count)", "shadow \(count)"])
      regrouping.letGo()
    }
  }

  // MARK: - Pixels

  private static func backend(_ device: VulkanDevice, regroups: Bool) throws -> OffscreenBackend {
    let backend = try OffscreenBackend(device: device)
    backend.renderer.regroups = regroups
    return backend
  }

  /// Quads of many kinds here and there, small enough that most touch few others.
  private static func scene(_ random: inout SeededGenerator, _ image: PixelImage) -> DrawList {
    var list = DrawList(300, 200, clear: SIMD4(0.2, 0.3, 0.4, 1))
    let clip = list.addClip(SIMD4(20, 15, 250, 170), radius: 40)
    list.uploads = [image]
    list.ramps = [
      SIMD4(0, 2, 4, 0), .zero, SIMD4(1, 0, 0, 1), .zero, SIMD4(0, 0, 1, 0.5), SIMD4(1, 0, 0, 0),
    ]
    let largest = Float.random(in: 10...60, using: &random)
    for _ in 0..<120 {
      func number(_ range: ClosedRange<Float>) -> Float { .random(in: range, using: &random) }
      let x = number(-20...290), y = number(-20...190)
      let angle = number(0...6.28)
      var rows =
        Bool.random(using: &random)
        ? Rows.rotation(sine: sin(angle), cosine: cos(angle), about: x, y) : Rows.identity
      let rect = SIMD4(x, y, number(1...largest), number(1...largest))
      let color = SIMD4(number(0...0.5), number(0...0.5), number(0...0.5), number(0.5...1))
      let kind = [DrawList.Kind.solid, .shape, .shadow, .gradient, .image].randomElement(
        using: &random)!
      if kind != .solid, kind != .image, Int.random(in: 0..<8, using: &random) == 0 {
        (rows.row0.z, rows.row1.z) = (number(-0.001...0.001), number(-0.001...0.001))
      }
      list.add(
        kind, rect, color, rows: rows, extra: SIMD4(0, 0, 1, 1),
        radius: Bool.random(using: &random) ? 6 : 0,
        own: kind == .shadow ? number(0.5...5) : Bool.random(using: &random) ? 2 : 0,
        edges: Bool.random(using: &random) ? 15 : 0,
        clip: Int.random(in: 0..<6, using: &random) == 0 ? clip : -1,
        texture: kind == .image ? .image(image.id, .linear) : .none)
    }
    return list
  }

  @Test(
    "Whatever quads there are, no pixel changes",
    .enabled(if: TestDevice.isAvailable, TestDevice.skipReason))
  func pixels() throws {
    var random = SeededGenerator.printed("quads moved together")
    let image = PixelImage(
      Bitmap(8, 8) { x, y in SIMD4(UInt8(x * 30), UInt8(y * 30), 90, 255) })
    try TestDevice.use { device in
      let plain = try Self.backend(device, regroups: false)
      let moving = try Self.backend(device, regroups: true)
      var saved = 0
      for _ in 0..<(SeededGenerator.isDeepRun ? 300 : 30) {
        let list = Self.scene(&random, image)
        var pictures: [Bitmap] = []
        var switches: [Int] = []
        for backend in [plain, moving] {
          try backend.configure(size: list.size)
          _ = try backend.acquire()
          switches.append(try backend.render(list).pipelineSwitches)
          pictures.append(try backend.readPixels())
        }
        #expect(pictures[0].difference(from: pictures[1])?.largest == 0)
        #expect(switches[1] <= switches[0])
        saved += switches[0] - switches[1]
      }
      #expect(saved > 0)
    }
  }
}
