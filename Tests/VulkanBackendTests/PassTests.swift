import Foundation
import Geometry
import Renderer
import Testing

@testable import VulkanBackend

@Suite("Blending and passes", .enabled(if: TestDevice.isAvailable, TestDevice.skipReason))
struct PassTests {
  @Test("Source over on encoded values, as the vectors say")
  func sourceOver() throws {
    let cases = try Vectors("rendering-numbers").ofKind("source-over")
    for item in cases {
      var list = DrawList(4, 4, clear: premultiplied(numbers(item["background"])))
      for layer in item["layers"] as? [Any] ?? [] {
        list.add(.solid, SIMD4(0, 0, 4, 4), premultiplied(numbers(layer)))
      }
      let tolerance = try #require(item["tolerance"] as? Double)
      let pixel = try drawn(list)[1, 1]
      #expect(
        difference(pixel, numbers(item["premultiplied"])) <= tolerance,
        "\(item["id"] ?? ""): \(pixel)")
    }
    print("source-over: \(cases.count) cases, none excluded")
    #expect(cases.count >= 3)
  }

  @Test("Group opacity through a pass, and without one, as the vectors say")
  func groupOpacity() throws {
    let cases = try Vectors("rendering-numbers").ofKind("group-opacity")
    for item in cases {
      let opacity = try #require(item["parentOpacity"] as? Double)
      let parent = numbers(item["parentColor"]), child = numbers(item["childColor"])
      let background = premultiplied(numbers(item["background"]))
      let rect = SIMD4<Float>(2, 3, 6, 5)
      var grouped = DrawList(12, 12, clear: background)
      grouped.passes = [
        .init(target: .offscreen(area: PixelRect(1, 2, 9, 8))), .init(target: .surface),
      ]
      grouped.add(.solid, rect, premultiplied(parent), pass: 0)
      grouped.add(.solid, rect, premultiplied(child), pass: 0)
      grouped.composite(0, SIMD4(repeating: Float(opacity)))
      var single = DrawList(12, 12, clear: background)
      single.add(.solid, rect, premultiplied(parent, opacity: opacity))
      single.add(.solid, rect, premultiplied(child, opacity: opacity))
      let a = try drawn(grouped), b = try drawn(single)
      #expect(difference(a[4, 4], numbers(item["grouped"])) <= 0.004, "\(a[4, 4])")
      #expect(difference(b[4, 4], numbers(item["ungrouped"])) <= 0.004, "\(b[4, 4])")
      #expect(a[0, 0] == b[0, 0])
      #expect(a[1, 3] == b[1, 3], "the pass is transparent around its content")
    }
    print("group-opacity: \(cases.count) cases, none excluded")
    #expect(!cases.isEmpty)
  }

  @Test("Drawing through a pass of full opacity changes at most rounding")
  func passIsTransparent() throws {
    func content(_ list: inout DrawList, pass: Int? = nil) {
      list.add(
        .shape, SIMD4(8.3, 9, 30, 20), red,
        rows: .rotation(sine: 0.28, cosine: 0.96, about: 20, 20),
        extra: blue, radius: 6, own: 2, pass: pass)
    }
    var direct = DrawList(60, 50), through = DrawList(60, 50)
    content(&direct)
    through.passes = [
      .init(target: .offscreen(area: PixelRect(3, 2, 50, 45))),
      .init(target: .offscreen(area: PixelRect(5, 4, 44, 40))), .init(target: .surface),
    ]
    content(&through, pass: 0)
    let area = SIMD4<Float>(5, 4, 44, 40)
    through.add(.pass, area, white, edges: 0, texture: .pass(0), pass: 1)
    through.composite(1)
    #expect(try drawn(direct).difference(try drawn(through)) <= 2)
  }

  @Test("A pass larger than the surface, or outside it, is cut to it")
  func oversizedPass() throws {
    var list = DrawList(20, 20)
    list.passes = [
      .init(target: .offscreen(area: PixelRect(-1000, -5, 100_000, 30))),
      .init(target: .offscreen(area: PixelRect(50, 50, 10, 10))),
      .init(target: .offscreen(area: PixelRect(0, 0, 0, 5))), .init(target: .surface),
    ]
    list.add(.solid, SIMD4(5, 5, 10, 10), red, pass: 0)
    list.composite(0)
    list.composite(1)
    list.composite(2)
    let image = try drawn(list)
    #expect(image[10, 10] == SIMD4(255, 0, 0, 255))
    #expect(image[2, 2] == SIMD4(255, 255, 255, 255))
  }

  @Test("A batch that reads a pass not yet drawn draws nothing")
  func forwardReference() throws {
    var list = DrawList(20, 20)
    list.passes = [
      .init(target: .surface), .init(target: .offscreen(area: PixelRect(0, 0, 20, 20))),
    ]
    list.add(.pass, SIMD4(0, 0, 20, 20), white, texture: .pass(1), pass: 0)
    list.add(.pass, SIMD4(0, 0, 20, 20), white, texture: .pass(7), pass: 0)
    list.add(.solid, SIMD4(0, 0, 20, 20), red, pass: 1)
    #expect(try drawn(list)[5, 5] == SIMD4(255, 255, 255, 255))
  }

  @Test("Textures of passes are lent again within a frame, and dropped when long unused")
  func pool() throws {
    try TestDevice.use { device in
      let backend = try OffscreenBackend(device: device)
      try backend.configure(size: PixelSize(64, 64))
      var list = DrawList(64, 64)
      list.passes = []
      // Four groups one after the other: each is composited by the pass after it.
      for i in 0..<4 {
        list.passes.append(.init(target: .offscreen(area: PixelRect(0, 0, 60, 60))))
        list.add(.solid, SIMD4(Float(i), 0, 10, 10), red, pass: i)
        if i > 0 { list.add(.pass, SIMD4(0, 0, 60, 60), white, texture: .pass(i - 1), pass: i) }
      }
      list.passes.append(.init(target: .surface))
      list.composite(3)
      _ = try backend.render(list)
      #expect(backend.heldTextures.passes == 2)
      let plain = DrawList(64, 64)
      for _ in 0..<70 { _ = try backend.render(plain) }
      _ = try backend.readPixels()
      #expect(backend.heldTextures.passes == 0)
      #expect(backend.heldTextures.retired == 0)
      let cost = try backend.render(list)
      #expect(cost.passes == 5)
      #expect(try backend.readPixels()[12, 5] == SIMD4(255, 0, 0, 255))
    }
  }

  @Test("Textures that every frame uses stay, however large they are")
  func largePool() throws {
    try TestDevice.use { device in
      let backend = try OffscreenBackend(device: device)
      let size = PixelSize(4096, 4096)
      try backend.configure(size: size)
      var list = DrawList(size.width, size.height)
      list.damage = PixelRegion(PixelRect(0, 0, 8, 8))
      list.passes = []
      for i in 0..<3 {
        list.passes.append(.init(target: .offscreen(area: size.bounds)))
        list.add(.solid, SIMD4(0, 0, 8, 8), red, pass: i)
      }
      list.passes.append(.init(target: .surface))
      for i in 0..<3 { list.composite(i) }
      for _ in 0..<3 {
        _ = try backend.render(list)
        #expect(backend.heldTextures.passes == 3)
      }
      list.passes = [.init(target: .surface)]
      list.instances = []
      _ = try backend.render(list)
      #expect(backend.heldTextures.passes == 2)
    }
  }
}
