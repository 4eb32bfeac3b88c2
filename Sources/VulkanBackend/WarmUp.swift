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
      image: image.raw, view: image.view, size: size, oldLayout: VK_IMAGE_LAYOUT_UNDEFINED,
      newLayout: VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL)
    _ = try renderer.render(list(size), into: target)
    try renderer.ring.waitForAll()
  }

  /// Every kind, with every sort of texture and sampler.
  static func list(_ size: PixelSize) -> DrawList {
    var list = DrawList(
      size: size, damage: PixelRegion(PixelRect(1, 1, 1, 1)), clearColor: .zero)
    let rect = SIMD4<Float>(0.5, 0.5, 3, 3)
    func instance(_ params: SIMD2<Float>) -> DrawList.Instance {
      .init(
        row0: SIMD4(1, 0, 0, 0), row1: SIMD4(0, 1, 0, 0), row2: SIMD4(0, 0, 1, 0), rect: rect,
        color: SIMD4(repeating: 1), extra: SIMD4(0, 0, 1, 1), radii: SIMD4(repeating: 1),
        params: params, clip: 0)
    }
    list.clips = [
      .init(
        row0: SIMD4(1, 0, 0, 0), row1: SIMD4(0, 1, 0, 0), row2: SIMD4(0, 0, 1, 0), rect: rect)
    ]
    var batches: [DrawList.Batch] = []
    func add(
      _ kind: DrawList.Kind, _ texture: DrawList.TextureSource = .none,
      _ params: SIMD2<Float> = SIMD2(1, 15)
    ) {
      let at = list.instances.count
      list.instances.append(instance(params))
      batches.append(.init(kind: kind, texture: texture, instances: at..<(at + 1)))
    }
    add(.solid, .none, SIMD2(0, 0))
    add(.solid)
    add(.shape)
    add(.shadow)
    // Some drivers compile anew for a texture whose sides are powers of two.
    for side in [2, 3] {
      for format in [Bitmap.Format.bgra8Premultiplied, .alpha8] {
        let image = PixelImage(Bitmap(size: PixelSize(side, side), format: format))
        list.uploads.append(image)
        for nearest in [false, true] { add(.image, .image(image.id, nearest: nearest)) }
      }
    }
    add(.pass, .pass(0))
    let first = DrawList.Pass(target: .offscreen(area: size.bounds), batches: [batches[1]])
    list.passes = [first, DrawList.Pass(target: .surface, batches: batches)]
    return list
  }
}
