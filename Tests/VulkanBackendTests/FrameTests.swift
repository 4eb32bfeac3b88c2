import Foundation
import Geometry
import Renderer
import Testing

@testable import VulkanBackend

@Suite("Frames", .enabled(if: TestDevice.isAvailable, TestDevice.skipReason))
struct FrameTests {
  /// Everything a list can hold, at a place that `shift` moves.
  static func scene(
    _ shift: Float, image: PixelImage, upload: Bool, damage: PixelRegion? = nil
  ) -> DrawList {
    var list = DrawList(120, 90, clear: SIMD4(0.9, 0.95, 1, 1))
    list.passes = [
      .init(target: .offscreen(area: PixelRect(20, 10, 70, 60))), .init(target: .surface),
    ]
    let rows = Rows.rotation(sine: 0.28, cosine: 0.96, about: 50 + shift, 40)
    list.add(.shape, SIMD4(30 + shift, 20, 40, 30), red, rows: rows, radius: 8, pass: 0)
    list.add(.solid, SIMD4(40 + shift, 25, 40, 30), blue, pass: 0)
    list.add(.solid, SIMD4(5, 5, 50, 50), green)
    list.add(.shadow, SIMD4(20 + shift, 20, 50, 40), black * 0.5, radius: 6, own: 4)
    let clip = list.addClip(SIMD4(10, 10, 80, 70), radius: 12)
    list.composite(0, white * 0.6, clip: clip)
    list.add(image, SIMD4(60.5, 40, 40, 30), rows: rows, clip: clip)
    list.add(
      .shape, SIMD4(80, 50 - shift, 30, 30), red * 0.5, extra: black, radius: 8, own: 2)
    if !upload { list.uploads = [] }
    if let damage { list.damage = damage }
    return list
  }

  @Test("Redrawing only the damage gives the bytes of a full redraw")
  func damage() throws {
    let image = ImageTests.ramp(16, 16)
    try TestDevice.use { device in
      let partial = try OffscreenBackend(device: device)
      let full = try OffscreenBackend(device: device)
      let size = PixelSize(120, 90)
      try partial.configure(size: size)
      try full.configure(size: size)
      #expect(try partial.acquire() == FrameSlot(age: 0))
      _ = try partial.render(Self.scene(0, image: image, upload: true))
      _ = try full.render(Self.scene(0, image: image, upload: true))
      #expect(try partial.acquire() == FrameSlot(age: 1))
      for step in 1...6 {
        // The scene did not change outside what these cover.
        var region = PixelRegion()
        if step % 2 == 0 {
          region.add(size.bounds)
        } else {
          region.add(PixelRect(0, 0, 61, 90))
          region.add(PixelRect(61, 0, 30, 45))
          region.add(PixelRect(61, 45, 59, 45))
          region.add(PixelRect(91, 0, 29, 45))
        }
        let shift = Float(step) * 1.7
        _ = try partial.render(
          Self.scene(shift, image: image, upload: false, damage: region))
        _ = try full.render(Self.scene(shift, image: image, upload: false))
        #expect(try partial.readPixels() == (try full.readPixels()), "step \(step)")
      }
    }
  }

  @Test("Pixels outside the damage stay as they were")
  func untouched() throws {
    try TestDevice.use { device in
      let backend = try OffscreenBackend(device: device)
      try backend.configure(size: PixelSize(40, 40))
      var list = DrawList(40, 40)
      list.add(.solid, SIMD4(0, 0, 40, 40), red)
      _ = try backend.render(list)
      var change = DrawList(40, 40, clear: green)
      change.damage = PixelRegion(PixelRect(10, 10, 5, 5))
      change.damage.add(PixelRect(30, 30, 50, 3))
      let cost = try backend.render(change)
      let image = try backend.readPixels()
      for y in 0..<40 {
        for x in 0..<40 {
          let changed =
            (10..<15).contains(x) && (10..<15).contains(y)
            || (30..<40).contains(x) && (30..<33).contains(y)
          #expect(image[x, y] == (changed ? SIMD4(0, 255, 0, 255) : SIMD4(255, 0, 0, 255)))
        }
      }
      #expect(cost.draws == 0)
      var nothing = DrawList(40, 40, clear: blue)
      nothing.damage = PixelRegion()
      #expect(try backend.render(nothing).passes == 0)
      #expect(try backend.readPixels() == image)
    }
  }

  @Test(
    "What shares a batch with an instance does not change its pixels",
    arguments: DrawList.Kind.allCases)
  func company(_ kind: DrawList.Kind) throws {
    let image = ImageTests.ramp(9, 7)
    func list(withCompany: Bool, clip: Bool) -> DrawList {
      var list = DrawList(120, 60)
      switch kind {
      case .solid, .shape, .image, .shadow, .arc: break
      case .gradient: list.ramps = Self.ramps
      case .pass, .filter, .blend:
        list.ramps = Self.ramps
        list.passes = [
          .init(target: .offscreen(area: PixelRect(0, 0, 120, 60))), .init(target: .surface),
        ]
        list.add(.solid, SIMD4(0, 0, 120, 60), red * 0.7, pass: 0)
      }
      let texture: DrawList.TextureSource =
        switch kind {
        case .image: .image(image.id, .linear)
        case .pass, .filter, .blend: .pass(0)
        case .solid, .shape, .shadow, .gradient, .arc: .none
        }
      list.uploads = [image]
      let outer = list.addClip(SIMD4(2, 3, 50, 50), radius: 15)
      let inner = list.addClip(SIMD4(60, 3, 50.5, 50), radius: 9, parent: outer)
      let start = kind == .solid ? list.solids.count : list.instances.count
      list.add(
        kind, SIMD4(8.3, 9.6, 38.4, 30), red * 0.5,
        rows: .rotation(sine: 0.28, cosine: 0.96, about: 28, 28),
        extra: kind == .arc ? SIMD4(12, 3, 2, -1) : SIMD4(0, 0, 1, 1),
        radius: 8, radii: kind == .arc ? SIMD4(0.6, 0.8, 1, 0) : nil,
        own: kind == .shadow ? 3 : 0, clip: clip && kind != .solid ? outer : -1,
        texture: texture)
      // Far away, but it needs everything that a pipeline can do.
      list.add(
        kind, SIMD4(70, 9, 30.5, 30), blue,
        extra: kind == .arc ? SIMD4(10, 2, 2, 0) : SIMD4(0, 0, 1, 1), radius: 3,
        radii: kind == .arc ? SIMD4(1, 0, 1, 0) : nil,
        own: kind == .shadow ? 0 : 2, edges: kind == .shape || kind == .gradient ? 31 : 15,
        clip: kind == .solid ? -1 : inner, texture: texture, ramp: 6)
      let last = list.passes.count - 1
      list.passes[last].batches = [
        .init(
          kind: kind, texture: texture, backdrop: kind == .blend ? 0 : -1,
          instances: start..<(start + (withCompany ? 2 : 1)))
      ]
      return list
    }
    for clip in [false, true] {
      let alone = try drawn(list(withCompany: false, clip: clip))
      let together = try drawn(list(withCompany: true, clip: clip))
      for y in 0..<60 {
        for x in 0..<58 { #expect(alone[x, y] == together[x, y], "at \(x), \(y)") }
      }
    }
  }

  /// Two stops, then three; five numbers from any place on do for a matrix.
  private static let ramps: [SIMD4<Float>] = [
    SIMD4(0, 2, 0, 0), .zero, red, .zero, blue * 0.5, SIMD4(1, 0, 0, 0),
    SIMD4(2, 3, 0, 0), .zero, red, .zero, green, SIMD4(0.3, 0, 0, 0), blue, SIMD4(1, 0, 0, 0),
  ]

  @Test("The same list gives the same bytes, on any backend and any number of times")
  func deterministic() throws {
    let image = ImageTests.ramp(16, 16)
    let first = try drawn(Self.scene(3.3, image: image, upload: true))
    #expect(try drawn(Self.scene(3.3, image: image, upload: true)) == first)
    try TestDevice.use { device in
      let backend = try OffscreenBackend(device: device)
      try backend.configure(size: PixelSize(120, 90))
      for i in 0..<5 {
        _ = try backend.render(Self.scene(3.3, image: image, upload: i == 0))
        #expect(try backend.readPixels() == first)
      }
    }
  }

  @Test("Costs are counted: draws, passes, switches, binds, pixels, bytes")
  func cost() throws {
    let image = ImageTests.ramp(16, 16)
    try TestDevice.use { device in
      let backend = try OffscreenBackend(device: device)
      try backend.configure(size: PixelSize(120, 90))
      let cost = try backend.render(Self.scene(0, image: image, upload: true))
      #expect(cost.draws == 7)
      #expect(cost.passes == 2)
      // Pass: shape, solid; surface: solid (the same), shadow, pass, image, shape.
      #expect(cost.pipelineSwitches == 6)
      #expect(cost.descriptorBinds == 2)
      #expect(cost.pixelsShaded == 2 * 70 * 60 + 5 * 120 * 90)
      #expect(cost.uploadedBytes == 16 * 16 * 4)
      #expect(cost.recordNanoseconds > 0)
      let next = try backend.render(Self.scene(0, image: image, upload: false))
      #expect(next.uploadedBytes == 0)
    }
  }

  @Test("The device's time is measured for those who ask, and changes no pixel")
  func deviceTime() throws {
    try TestDevice.use { device in
      let backend = try OffscreenBackend(device: device)
      try backend.configure(size: PixelSize(120, 90))
      let image = ImageTests.ramp(16, 16)
      func frame(upload: Bool) throws -> (time: Int64, pixels: Bitmap) {
        let cost = try backend.render(Self.scene(0, image: image, upload: upload))
        return (cost.gpuNanoseconds, try backend.readPixels())
      }
      let first = try frame(upload: true)
      // Each frame tells the time of the one before.
      #expect(try frame(upload: false).time == 0)
      backend.measureDeviceTime()
      #expect(try frame(upload: false).time == 0)
      let timed = try frame(upload: false)
      #expect(timed.time > 0)
      #expect(timed.pixels == first.pixels)
    }
  }

  @Test("A frame that is read can be drawn on: what was not damaged stays")
  func readsBetweenFrames() throws {
    try TestDevice.use { device in
      let backend = try OffscreenBackend(device: device)
      try backend.configure(size: PixelSize(120, 90))
      let image = ImageTests.ramp(16, 16)
      _ = try backend.render(Self.scene(0, image: image, upload: true))
      let whole = try backend.readPixels()
      var part = Self.scene(0, image: image, upload: false)
      part.damage = PixelRegion(PixelRect(10, 10, 30, 20))
      for _ in 0..<3 {
        _ = try backend.render(part)
        _ = try backend.render(part)
        #expect(try backend.readPixels() == whole)
      }
    }
  }

  @Test("Images live from upload to release, and the device's last read of them")
  func lifetime() throws {
    try TestDevice.use { device in
      let backend = try OffscreenBackend(device: device)
      try backend.configure(size: PixelSize(32, 32))
      for round in 0..<50 {
        let level = UInt8(round * 5)
        let image = PixelImage(Bitmap(8, 8) { _, _ in SIMD4(level, 0, 0, 255) })
        var list = DrawList(32, 32)
        list.add(image, SIMD4(0, 0, 32, 32))
        // Gone after this list, which may still draw it.
        list.releases = [image.id, ImageID(raw: .max - 5)]
        _ = try backend.render(list)
        #expect(backend.heldTextures.images == 0)
        #expect(backend.heldTextures.retired <= FrameRing.slotCount + 1)
        if round % 10 == 0 {
          #expect(try backend.readPixels()[3, 3] == SIMD4(level, 0, 0, 255))
        }
      }
      _ = try backend.readPixels()
      #expect(backend.heldTextures.retired == 0)
      // Uploaded twice by mistake: kept once.
      let image = ImageTests.ramp(4, 4)
      var list = DrawList(32, 32)
      list.add(image, SIMD4(0, 0, 32, 32))
      list.uploads.append(image)
      #expect(try backend.render(list).uploadedBytes == 64)
      #expect(try backend.render(list).uploadedBytes == 0)
      #expect(backend.heldTextures.images == 1)
    }
  }

  @Test("Thousands of small images and one that needs its own staging buffer are uploaded at once")
  func manyImages() throws {
    var list = DrawList(64, 64)
    let large = PixelImage(
      Bitmap(2200, 2200) { x, y in SIMD4(UInt8((x / 100 + y / 100) % 2 * 255), 0, 0, 255) })
    list.add(large, SIMD4(0, 0, 64, 32), nearest: true)
    for i in 0..<2000 {
      let image = PixelImage(Bitmap(3, 5) { _, _ in SIMD4(0, UInt8(i % 200), 255, 255) })
      list.add(image, SIMD4(Float(i % 64), Float(32 + i / 64), 1, 1))
    }
    let result = try drawn(list)
    #expect(result[1, 1].x == large.bitmap[51, 103].x)
    #expect(result[10, 40] == SIMD4(0, UInt8((8 * 64 + 10) % 200), 255, 255))
  }

  @Test("Numbers out of all bounds are drawn somehow or not at all, and the next frame is right")
  func wildNumbers() throws {
    let wild: [Float] = [.nan, .infinity, -.infinity, 1e30, -1e30, 3e38, 1e-30, 0, -5, 1e9]
    let image = ImageTests.ramp(4, 4)
    var expected: Bitmap?
    try TestDevice.use { device in
      let backend = try OffscreenBackend(device: device)
      try backend.configure(size: PixelSize(48, 48))
      var good = DrawList(48, 48)
      good.add(.shape, SIMD4(5, 5, 30, 30), red, radius: 5)
      _ = try backend.render(good)
      expected = try backend.readPixels()
      for value in wild {
        var list = DrawList(48, 48)
        list.passes = [
          .init(target: .offscreen(area: PixelRect(0, 0, 48, 48))),
          .init(
            target: .offscreen(area: PixelRect(0, 0, 48, 48)),
            start: .blur(0, sigma: SIMD2(value, 2), edge: .extended)),
          .init(target: .surface),
        ]
        list.add(.solid, SIMD4(5, 5, 30, 30), red, pass: 0)
        list.add(.pass, SIMD4(0, 0, 48, 48), red, texture: .pass(1))
        list.ramps = Self.ramps + Self.ramps.map { $0 * value }
        let clip = list.addClip(SIMD4(value, 5, 20, value), radius: value)
        _ = list.addHalfPlane(value, 1, 0, parent: clip)
        let fields: [WritableKeyPath<DrawList.Instance, SIMD4<Float>>] = [
          \.row0, \.row1, \.row2, \.rect, \.color, \.extra, \.radii,
        ]
        addWildSolids(&list, value)
        for kind in DrawList.Kind.allCases where kind != .solid {
          let texture: DrawList.TextureSource =
            switch kind {
            case .image: .image(image.id, .linear)
            case .pass, .filter, .blend: .pass(0)
            case .solid, .shape, .shadow, .gradient, .arc: .none
            }
          for field in fields {
            for lane in 0..<4 {
              list.add(
                kind, SIMD4(5, 5, 30, 30), red, extra: SIMD4(0, 0, 1, 1), radius: 4, own: 2,
                clip: lane % 3 - 1, texture: texture, backdrop: kind == .blend ? 0 : -1,
                ramp: lane * 5)
              list.instances[list.instances.count - 1][keyPath: field][lane] = value
            }
          }
          for lane in 0..<2 {
            list.add(
              kind, SIMD4(5, 5, 30, 30), red, extra: SIMD4(0, 0, 1, 1), radius: 4, own: 2,
              clip: 1, texture: texture, backdrop: kind == .blend ? 0 : -1)
            list.instances[list.instances.count - 1].params[lane] = value
          }
        }
        list.uploads = [image]
        _ = try backend.render(list)
        _ = try backend.readPixels()
        _ = try backend.render(good)
        #expect(try backend.readPixels() == expected, "after \(value)")
      }
    }
  }

  private func addWildSolids(_ list: inout DrawList, _ value: Float) {
    let fields: [WritableKeyPath<DrawList.Solid, SIMD4<Float>>] = [\.matrix, \.rect, \.color]
    // In batches of their own, and so by every pipeline that serves them.
    for edges in [0, 15, 5] as [Float] {
      for field in fields {
        for lane in 0..<4 {
          list.add(.solid, SIMD4(5, 5, 30, 30), red, edges: edges)
          list.solids[list.solids.count - 1][keyPath: field][lane] = value
        }
      }
      list.add(.solid, SIMD4(5, 5, 30, 30), red, edges: edges)
      list.solids[list.solids.count - 1].offset = SIMD2(value, 3)
    }
  }

  @Test("A rectangle far larger than the surface still covers it, and its near edge is in place")
  func hugeRectangle() throws {
    for side in [Float(1e4), 1e5, 1e6] {
      var list = DrawList(40, 40)
      list.add(.solid, SIMD4(10, 12, side, side), red)
      list.add(.shape, SIMD4(20, 22, side, side), blue, radius: 3)
      let image = try drawn(list)
      #expect(image[9, 20] == SIMD4(255, 255, 255, 255))
      #expect(image[12, 20] == SIMD4(255, 0, 0, 255))
      #expect(image[39, 39] == SIMD4(0, 0, 255, 255))
      #expect(image[18, 39] == SIMD4(255, 0, 0, 255))
    }
  }

  @Test("Any size can follow any other, and each starts undefined")
  func resizing() throws {
    let limit = try TestDevice.use { device in
      let backend = try OffscreenBackend(device: device)
      #expect(try backend.acquire() == nil)
      #expect(throws: BackendError.self) { try backend.readPixels() }
      for (width, height) in [(1, 1), (300, 2), (64, 64), (1, 500), (257, 129)] {
        try backend.configure(size: PixelSize(width, height))
        #expect(try backend.acquire() == FrameSlot(age: 0))
        var list = DrawList(width, height, clear: black)
        list.add(.solid, SIMD4(0, 0, Float(width), Float(height)), red)
        _ = try backend.render(list)
        let image = try backend.readPixels()
        #expect(image.size == PixelSize(width, height))
        #expect(image[width - 1, height - 1] == SIMD4(255, 0, 0, 255))
        #expect(try backend.acquire() == FrameSlot(age: 1))
      }
      return backend.maximumImageSize
    }
    try TestDevice.use { device in
      let backend = try OffscreenBackend(device: device)
      #expect(throws: BackendError.self) {
        try backend.configure(size: PixelSize(limit + 1, 10))
      }
    }
  }

  @Test("An empty list clears the damage")
  func emptyList() throws {
    var list = DrawList(20, 20, clear: SIMD4(0.25, 0.5, 0.75, 1))
    list.passes = []
    #expect(difference(try drawn(list)[10, 10], [0.25, 0.5, 0.75, 1]) < 0.004)
  }

  @Test("Ranges that reach past the instances are cut")
  func wrongRanges() throws {
    var list = DrawList(20, 20)
    list.add(.solid, SIMD4(0, 0, 20, 20), red)
    list.passes[0].batches.append(.init(kind: .shape, texture: .none, instances: 0..<5000))
    list.passes[0].batches.append(.init(kind: .shape, texture: .none, instances: 700..<5000))
    #expect(try drawn(list)[10, 10] == SIMD4(255, 0, 0, 255))
  }
}
