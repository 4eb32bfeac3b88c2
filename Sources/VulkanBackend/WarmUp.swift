import CVulkan
import Geometry
import Renderer

/// Draws a pixel with every pipeline, so that drivers that compile at the first draw do so now and
/// not in the first frame of an animation.
enum WarmUp {
  static func run(
    _ device: LogicalDevice, _ layout: DrawLayout, _ pipelines: Pipelines
  ) throws(BackendError) {
    let renderer = try ListRenderer(device, layout, pipelines)
    let size = PixelSize(4, 4)
    let image = try Image(
      device, ImageMemory(device), size: size, use: .target(pipelines.format))
    let target = ListRenderer.Target(
      image: image.raw, view: image.view, size: size, use: .none, endUse: .drawn)
    let list = list(size)
    for way in [ListRenderer.FrontToBack.never, .always] {
      renderer.frontToBack = way
      _ = try renderer.render(list, into: target)
    }
    try renderer.ring.waitForAll()
  }

  /// Every pipeline, the sampling ones with every usual sort of texture and sampler.
  static func list(_ size: PixelSize) -> DrawList {
    var list = DrawList(
      size: size, damage: PixelRegion(PixelRect(1, 1, 1, 1)), clearColor: .zero)
    let rect = SIMD4<Float>(0.5, 0.5, 3, 3)
    list.clips = [-1, 0].map {
      .init(
        row0: SIMD4(1, 0, 0, 0), row1: SIMD4(0, 1, 0, 0), row2: SIMD4(0, 0, 1, 0), rect: rect,
        parent: $0)
    }
    list.uploads = [Bitmap.Format.bgra8Premultiplied, .alpha8].map {
      PixelImage(
        Bitmap(
          size: PixelSize(2, 2), format: $0,
          bytes: [UInt8](repeating: 255, count: $0 == .alpha8 ? 4 : 16)))
    }
    var batches: [DrawList.Batch] = []
    func add(
      _ kind: DrawList.Kind, _ texture: DrawList.TextureSource = .none, own: Float = 0,
      edges: Float = 15, clip: Int32 = -1, blend: DrawList.Blend = .over, backdrop: Int32 = -1,
      ramp: Int32 = 0
    ) {
      let at = list.instances.count
      list.instances.append(
        .init(
          row0: SIMD4(1, 0, 0, 0), row1: SIMD4(0, 1, 0, 0), row2: SIMD4(0, 0, 1, 0), rect: rect,
          color: SIMD4(repeating: 1), extra: SIMD4(0, 0, 1, 1), radii: SIMD4(repeating: 1),
          params: SIMD2(own, edges), clip: clip, ramp: ramp))
      batches.append(
        .init(
          kind: kind, texture: texture, blend: blend, backdrop: backdrop, instances: at..<(at + 1)))
    }
    // By alpha and by which edges are antialiased: see PipelineKind.
    for (alpha, edges) in [(1, 0), (0.5, 0), (1, 15), (1, 5)] as [(Float, UInt32)] {
      let at = list.solids.count
      list.solids.append(
        .init(
          matrix: SIMD4(1, 0, 0, 1), offset: .zero, rect: rect, color: SIMD4(repeating: alpha),
          edges: edges))
      batches.append(.init(kind: .solid, texture: .none, instances: at..<(at + 1)))
    }
    // Groups within groups.
    for index in [0, 2] {
      batches.append(
        .init(kind: .solid, texture: .none, blend: .under, instances: index..<(index + 1)))
    }
    batches.append(.init(kind: .solid, texture: .none, blend: .destinationIn, instances: 0..<1))
    add(.shape, blend: .destinationIn)
    // No clip, one, two.
    for clip in -1...1 as ClosedRange<Int32> {
      for own in [0, 1] as [Float] { add(.shape, own: own, clip: clip) }
      add(.shadow, own: 1, clip: clip)
      // With all edges antialiased, with none, with some: a run of pictures each, and the rest.
      for edges in clip < 0 ? [15, 0, 5] : [15] as [Float] {
        for image in list.uploads {
          add(.image, .image(image.id, .linear), edges: edges, clip: clip)
        }
        // Masks are text and smooth shapes, which nobody magnifies to blocks.
        add(.image, .image(list.uploads[0].id, .nearest), edges: edges, clip: clip)
        add(.pass, .pass(0), clip: clip)
      }
    }
    add(.shadow, own: 0.2)
    list.instances[list.instances.count - 1].radii = SIMD4(repeating: 0.3)
    // A card.
    add(.shadow, own: 0.2)
    list.instances[list.instances.count - 1].radii = SIMD4(repeating: 0.3)
    add(.shape)
    list.instances[list.instances.count - 1].radii = SIMD4(repeating: 1.5)
    // A gradient of two stops and one of three; as a matrix for the filter they will do as well.
    for stops in 2...3 {
      list.ramps += [SIMD4(0, Float(stops), 0, 0), .zero]
      for i in 0..<stops { list.ramps += [SIMD4(repeating: 0.5), SIMD4(Float(i), 0, 0, 0)] }
    }
    for ramp in [0, 6] { add(.gradient, ramp: Int32(ramp)) }
    add(.shape, edges: 31)
    for clip in [-1, 0] as [Int32] {
      add(.arc, clip: clip)
      list.instances[list.instances.count - 1].extra = SIMD4(1, 1.5, 1, -1)
    }
    for image in list.uploads { add(.image, .image(image.id, .linear), blend: .plus) }
    for blend in DrawList.Blend.allCases where blend != .over {
      add(.image, .image(list.uploads[0].id, .linear), clip: 0, blend: blend)
      add(.pass, .pass(0), blend: blend)
    }
    // No sides that are powers of two, as all textures but these have.
    let odd = PixelImage(Bitmap(size: PixelSize(3, 3), format: .bgra8Premultiplied))
    list.uploads.append(odd)
    add(.image, .image(odd.id, .trilinear))
    add(.filter, .pass(0))
    add(.blend, .pass(0), backdrop: 1)
    for pass in 1...3 as ClosedRange<Int> { add(.pass, .pass(pass)) }
    let area = size.bounds
    list.passes = [
      DrawList.Pass(target: .offscreen(area: area), batches: [batches[1]]),
      DrawList.Pass(target: .offscreen(area: area), start: .copy(0)),
      // A kernel, and a reduced picture.
      DrawList.Pass(
        target: .offscreen(area: area), start: .blur(0, sigma: SIMD2(1, 2.5), edge: .transparent)),
      DrawList.Pass(
        target: .offscreen(area: area), start: .blur(0, sigma: SIMD2(4, 4), edge: .extended)),
      DrawList.Pass(target: .surface, batches: batches),
    ]
    return list
  }
}
