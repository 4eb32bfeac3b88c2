import Geometry
import Renderer
import Testing

@testable import VulkanBackend

@Suite(
  "How passes begin, and what they leave",
  .enabled(if: TestDevice.isAvailable, TestDevice.skipReason))
struct PassStartTests {
  private static let opaqueRed = SIMD4<UInt8>(255, 0, 0, 255)
  private static let opaqueGreen = SIMD4<UInt8>(0, 255, 0, 255)
  private static let opaqueBlue = SIMD4<UInt8>(0, 0, 255, 255)
  private static let opaqueWhite = SIMD4<UInt8>(255, 255, 255, 255)

  @Test("A pass in a space of its own, away from the surface, is drawn and scaled like an image")
  func ownSpace() throws {
    let image = ImageTests.ramp(20, 12)
    var expected = DrawList(50, 40)
    expected.add(image, SIMD4(3.5, 4, 40, 30))
    var list = DrawList(50, 40)
    list.passes = []
    let pass = list.addPass(.offscreen(area: PixelRect(1000, -300, 20, 12)))
    list.add(image, SIMD4(1000, -300, 20, 12), nearest: true, pass: pass)
    _ = list.addPass(.surface)
    list.add(
      .image, SIMD4(3.5, 4, 40, 30), white, extra: SIMD4(0, 0, 1, 1), texture: .pass(pass))
    #expect(try drawn(list).difference(try drawn(expected)) <= 1)
    // By its own word or since it is scaled: the damage of the surface says nothing about it.
    list.passes[0].isWhole = false
    #expect(try drawn(list).difference(try drawn(expected)) <= 1)
  }

  @Test("Only the alpha of a pass paints where its coverage is asked for")
  func coverage() throws {
    var list = DrawList(20, 10)
    list.passes = []
    let pass = list.addPass(.offscreen(area: PixelRect(2, 2, 4, 4)))
    list.add(.solid, SIMD4(2, 2, 2, 4), SIMD4(0.4, 0.1, 0, 0.4), pass: pass)
    _ = list.addPass(.surface)
    let color = SIMD4<Float>(0, 0, 0.5, 0.5)
    list.add(.pass, SIMD4(2, 2, 4, 4), color, edges: 0, texture: .coverage(pass))
    list.add(
      .image, SIMD4(10, 2, 4, 4), color, extra: SIMD4(0, 0, 1, 1), edges: 0,
      texture: .coverage(pass))
    // The rest of the list is not meant.
    list.add(.pass, SIMD4(2, 2, 4, 1), white, edges: 0, texture: .pass(pass))
    let image = try drawn(list)
    for x in [2, 10] {
      #expect(difference(image[x, 4], [0.8, 0.8, 1, 1]) < 0.005, "\(image[x, 4])")
      #expect(image[x + 3, 4] == Self.opaqueWhite)
    }
    #expect(difference(image[2, 2], [0.4 + 0.6 * 0.8, 0.1 + 0.6 * 0.8, 0.6, 1]) < 0.006)
  }

  @Test("A copy holds what the surface does at that point of the list, and nothing beyond it")
  func copyOfSurface() throws {
    var list = DrawList(30, 20, clear: blue)
    list.add(.solid, SIMD4(0, 0, 10, 20), red)
    let before = list.addPass(.offscreen(area: PixelRect(-6, -5, 20, 15)), start: .copy(0))
    _ = list.addPass(.surface, start: .resume(0))
    list.add(.solid, SIMD4(0, 0, 30, 20), green)
    let after = list.addPass(
      .offscreen(area: PixelRect(0, 0, 30, 20)), start: .copy(2), isWhole: false)
    _ = list.addPass(.surface, start: .resume(0))
    list.add(.solid, SIMD4(0, 0, 30, 20), white)
    list.add(
      .image, SIMD4(5, 2, 20, 15), white, extra: SIMD4(0, 0, 1, 1), edges: 0,
      texture: .pass(before))
    list.add(.pass, SIMD4(26, 0, 3, 20), white, edges: 0, texture: .pass(after))
    let image = try drawn(list)
    #expect(image[8, 10] == Self.opaqueWhite && image[15, 4] == Self.opaqueWhite)
    #expect(image[11, 7] == Self.opaqueRed && image[20, 16] == Self.opaqueRed)
    #expect(image[22, 10] == Self.opaqueBlue)
    #expect(image[27, 10] == Self.opaqueGreen)
  }

  @Test("A copy of a part of the damage leaves the rest of the surface as it was")
  func copyInDamage() throws {
    try TestDevice.use { device in
      let backend = try OffscreenBackend(device: device)
      try backend.configure(size: PixelSize(30, 20))
      #expect(backend.canCopySurface)
      var first = DrawList(30, 20, clear: blue)
      first.add(.solid, SIMD4(0, 0, 30, 20), red)
      _ = try backend.render(first)
      var list = DrawList(30, 20, clear: green)
      list.damage = PixelRegion(PixelRect(2, 3, 5, 4))
      list.damage.add(PixelRect(20, 10, 4, 4))
      let copy = list.addPass(
        .offscreen(area: PixelRect(0, 0, 22, 20)), start: .copy(0), isWhole: false)
      _ = list.addPass(.surface, start: .resume(0))
      list.add(.solid, SIMD4(0, 0, 30, 20), white)
      list.add(.pass, SIMD4(0, 0, 30, 20), white, edges: 0, texture: .pass(copy))
      _ = try backend.render(list)
      let image = try backend.readPixels()
      for y in 0..<20 {
        for x in 0..<30 {
          let damaged = list.damage.rects.contains { $0.contains(PixelRect(x, y, 1, 1)) }
          let expected = damaged ? x < 22 ? Self.opaqueGreen : Self.opaqueWhite : Self.opaqueRed
          #expect(image[x, y] == expected, "at \(x), \(y)")
        }
      }
    }
  }

  @Test("A target goes on after it has been read, and the copy keeps what it was")
  func resume() throws {
    let area = PixelRect(0, 0, 12, 12)
    var list = DrawList(12, 12)
    list.passes = []
    let group = list.addPass(.offscreen(area: area))
    list.add(.solid, SIMD4(0, 0, 12, 6), red, pass: group)
    let copy = list.addPass(.offscreen(area: area), start: .copy(group))
    list.add(.solid, SIMD4(0, 0, 2, 12), blue, pass: copy)
    let more = list.addPass(.offscreen(area: area), start: .resume(group))
    list.add(.solid, SIMD4(0, 3, 12, 6), green, pass: more)
    list.add(.pass, SIMD4(8, 0, 4, 12), white, edges: 0, texture: .pass(copy), pass: more)
    _ = list.addPass(.surface)
    list.add(.pass, SIMD4(0, 0, 12, 12), white, edges: 0, texture: .pass(group))
    list.add(.pass, SIMD4(0, 0, 3, 12), white, edges: 0, texture: .pass(copy))
    let image = try drawn(list)
    #expect(image[1, 10] == Self.opaqueBlue, "drawn over the copy")
    #expect(image[2, 7] == Self.opaqueGreen, "under a transparent part of the copy")
    #expect(image[5, 1] == Self.opaqueRed && image[5, 4] == Self.opaqueGreen)
    #expect(image[5, 10] == Self.opaqueWhite)
    #expect(image[9, 4] == Self.opaqueRed, "of the copy, from before")
  }

  @Test("An image that a pass draws lives until it is released, whatever other lists do")
  func images() throws {
    let id = ImageID(raw: .max - 1000)
    let size = PixelSize(16, 8)
    func drawing(_ color: SIMD4<Float>) -> DrawList {
      var list = DrawList(20, 10)
      list.damage = PixelRegion(PixelRect(0, 0, 1, 1))
      list.passes = []
      let pass = list.addPass(.image(id, size: size))
      list.add(.solid, SIMD4(0, 0, 8, 8), color, pass: pass)
      _ = list.addPass(.surface)
      return list
    }
    func showing(_ width: Float = 16) -> DrawList {
      var list = DrawList(20, 10)
      list.add(
        .image, SIMD4(1, 1, width, 8), white, extra: SIMD4(0, 0, 1, 1), edges: 0,
        texture: .image(id, .nearest))
      return list
    }
    try TestDevice.use { device in
      let backend = try OffscreenBackend(device: device)
      try backend.configure(size: PixelSize(20, 10))
      _ = try backend.render(showing())
      #expect(try backend.readPixels()[3, 3] == Self.opaqueWhite, "not drawn yet")
      _ = try backend.render(drawing(red))
      for _ in 0..<3 {
        _ = try backend.render(showing())
        let image = try backend.readPixels()
        #expect(image[1, 1] == Self.opaqueRed && image[8, 8] == Self.opaqueRed)
        #expect(image[9, 4] == Self.opaqueWhite && image[0, 4] == Self.opaqueWhite)
      }
      // Drawn anew and shown by the same list; then in part, with another pass's picture.
      var both = drawing(green)
      both.damage = PixelRegion(both.size.bounds)
      both.add(
        .image, SIMD4(1, 1, 16, 8), white, extra: SIMD4(0, 0, 1, 1), edges: 0,
        texture: .image(id, .linear))
      _ = try backend.render(both)
      #expect(try backend.readPixels()[8, 4] == Self.opaqueGreen)
      var part = drawing(blue)
      part.damage = PixelRegion(PixelRect(0, 0, 4, 8))
      part.passes[0].isWhole = false
      _ = try backend.render(part)
      _ = try backend.render(showing())
      let image = try backend.readPixels()
      #expect(image[4, 4] == Self.opaqueBlue && image[5, 4] == Self.opaqueGreen)
      #expect(backend.heldTextures.images == 1)
      #expect(backend.renderer.textures.drawnBytes > 0)
      var release = DrawList(20, 10)
      release.releases = [id]
      _ = try backend.render(release)
      #expect(backend.heldTextures.images == 0)
      #expect(backend.renderer.textures.drawnBytes == 0)
      _ = try backend.render(showing())
      #expect(try backend.readPixels()[3, 3] == Self.opaqueWhite)
    }
  }

  @Test(
    "An image of another size takes the place of the old one, and is drawn without a surface too")
  func imageSizes() throws {
    let id = ImageID(raw: .max - 1001)
    try TestDevice.use { device in
      let backend = try OffscreenBackend(device: device)
      try backend.configure(size: PixelSize(20, 10))
      for side in [4, 64, 7, 7, 128] {
        var list = DrawList(20, 10)
        list.damage = PixelRegion()
        list.passes = []
        let copied = list.addPass(.offscreen(area: PixelRect(0, 0, side, side)))
        list.add(.solid, SIMD4(0, 0, Float(side), Float(side)), red, pass: copied)
        let pass = list.addPass(.image(id, size: PixelSize(side, side)), start: .copy(copied))
        list.add(.solid, SIMD4(0, 0, Float(side) / 2, Float(side)), blue, pass: pass)
        _ = try backend.render(list)
        var show = DrawList(20, 10)
        show.add(
          .image, SIMD4(0, 0, 20, 10), white, extra: SIMD4(0, 0, 1, 1), edges: 0,
          texture: .image(id, .nearest))
        _ = try backend.render(show)
        let image = try backend.readPixels()
        #expect(image[0, 0] == Self.opaqueBlue && image[19, 9] == Self.opaqueRed, "\(side)")
        #expect(backend.heldTextures.images == 1)
      }
    }
  }

  @Test("Passes that read themselves, later ones or none, and areas beyond the device draw nothing")
  func wrong() throws {
    let id = ImageID(raw: .max - 1002)
    var list = DrawList(20, 20)
    list.passes = []
    let area = PixelRect(0, 0, 20, 20)
    let own = list.addPass(.offscreen(area: area))
    list.add(.pass, SIMD4(0, 0, 20, 20), white, texture: .pass(own), pass: own)
    let again = list.addPass(.offscreen(area: area), start: .resume(own))
    list.add(.pass, SIMD4(0, 0, 20, 20), white, texture: .pass(own), pass: again)
    let image = list.addPass(.image(id, size: PixelSize(20, 20)))
    list.add(
      .image, SIMD4(0, 0, 20, 20), white, extra: SIMD4(0, 0, 1, 1), texture: .image(id, .linear),
      pass: image)
    let large = list.addPass(.offscreen(area: PixelRect(0, 0, 1 << 20, 4)))
    let empty = list.addPass(.offscreen(area: PixelRect(5, 5, 0, -3)))
    let later = list.addPass(.offscreen(area: area), start: .copy(99))
    let blurred = list.addPass(
      .offscreen(area: area), start: .blur(large, sigma: SIMD2(3, 3), edge: .extended))
    let itself = list.addPass(
      .offscreen(area: area), start: .blur(8, sigma: SIMD2(3, 3), edge: .extended))
    _ = list.addPass(.surface)
    for pass in [own, again, large, empty, later, blurred, itself] {
      list.add(.pass, SIMD4(0, 0, 20, 20), white, texture: .pass(pass))
      list.add(
        .image, SIMD4(0, 0, 20, 20), white, extra: SIMD4(0, 0, 1, 1), texture: .coverage(pass))
    }
    list.add(
      .image, SIMD4(0, 0, 20, 20), white, extra: SIMD4(0, 0, 1, 1), texture: .image(id, .linear))
    let result = try drawn(list)
    for y in 0..<20 { for x in 0..<20 { #expect(result[x, y] == Self.opaqueWhite) } }
  }
}
