import Geometry
import Renderer

/// How many draws went into each pixel of a frame, those of the passes it took in included: an upper
/// bound, by the boxes around the quads.
///
/// Each blend rounds to a byte, and two ways of drawing may round each of them differently.
struct BlendingDepth {
  private let area: PixelRect
  private var counts: [Int]

  /// Of the surface.
  init(_ list: DrawList) {
    var passes: [BlendingDepth] = []
    var images: [ImageID: BlendingDepth] = [:]
    for pass in list.passes {
      let new = BlendingDepth(pass, in: list, passes, images)
      passes.append(new)
      // What reads the first pass of a target sees what the later ones have added.
      if case .resume(let first) = pass.start { passes[first] = new }
      if case .image(let id, _) = pass.target { images[id] = new }
    }
    self = passes[passes.count - 1]
  }

  private init(
    _ pass: DrawList.Pass, in list: DrawList, _ earlier: [BlendingDepth],
    _ images: [ImageID: BlendingDepth]
  ) {
    switch pass.target {
    case .surface: area = list.size.bounds
    case .offscreen(let area): self.area = area
    case .image(_, let size): area = size.bounds
    }
    counts = [Int](repeating: 0, count: area.area)
    switch pass.start {
    case .clear: break
    case .resume(let i), .copy(let i): add(earlier[i], within: area)
    case .blur(let i, _, _): add(everywhere: (earlier[i].counts.max() ?? 0) + 1)
    }
    for batch in pass.batches {
      for i in batch.instances {
        let quad =
          batch.kind == .solid ? DrawList.Instance(list.solids[i]) : list.instances[i]
        let box = Self.box(quad, batch.kind, in: area)
        add(1, within: box)
        switch batch.texture {
        case .none: break
        case .image(let id, _): add(images[id]?.counts.max() ?? 0, within: box)
        case .pass(let source), .coverage(let source):
          // Drawn pixel for pixel, or as a picture of any size: then all of it may be anywhere.
          let most = earlier[source].counts.max() ?? 0
          if batch.kind == .image {
            add(most, within: box)
          } else {
            add(earlier[source], within: box)
          }
        }
        if batch.backdrop >= 0 { add(earlier[Int(batch.backdrop)], within: box) }
      }
    }
  }

  subscript(x: Int, y: Int) -> Int {
    let isInside = x >= area.x && y >= area.y && x < area.maxX && y < area.maxY
    return isInside ? counts[(y - area.y) * area.width + x - area.x] : 0
  }

  private mutating func add(everywhere count: Int) { add(count, within: area) }

  private mutating func add(_ count: Int, within box: PixelRect) {
    for y in box.y..<max(box.y, box.maxY) {
      for x in box.x..<max(box.x, box.maxX) {
        counts[(y - area.y) * area.width + x - area.x] += count
      }
    }
  }

  private mutating func add(_ other: BlendingDepth, within box: PixelRect) {
    for y in box.y..<max(box.y, box.maxY) {
      for x in box.x..<max(box.x, box.maxX) {
        counts[(y - area.y) * area.width + x - area.x] += other[x, y]
      }
    }
  }

  /// Pixels that a quad may touch; all of them where it passes behind the eye.
  private static func box(_ quad: DrawList.Instance, _ kind: DrawList.Kind, in area: PixelRect)
    -> PixelRect
  {
    let r = quad.rect
    switch kind {
    case .pass, .filter, .blend:
      let rect = Rect(Double(r.x), Double(r.y), Double(r.z), Double(r.w))
      return PixelRect(covering: rect, within: area)
    case .shadow: return area  // It reaches beyond its rectangle.
    case .solid, .shape, .image, .gradient, .arc: break
    }
    var low = SIMD2<Double>(repeating: .infinity), high = SIMD2<Double>(repeating: -.infinity)
    for corner in [(r.x, r.y), (r.x + r.z, r.y), (r.x, r.y + r.w), (r.x + r.z, r.y + r.w)] {
      let p = corner.0 * quad.row0 + corner.1 * quad.row1 + quad.row2
      guard p.z > 0 else { return area }
      let device = SIMD2(Double(p.x / p.z), Double(p.y / p.z))
      low.replace(with: device, where: device .< low)
      high.replace(with: device, where: device .> high)
    }
    return PixelRect(
      covering: Rect(low.x - 1, low.y - 1, high.x - low.x + 2, high.y - low.y + 2), within: area)
  }
}
