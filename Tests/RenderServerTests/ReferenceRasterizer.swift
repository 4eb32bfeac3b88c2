import Geometry
import Renderer

#if canImport(Glibc)
  import Glibc
#endif

/// Draws lists pixel by pixel in the plainest way, to see what the server's lists come to: one
/// evaluation at each pixel's centre, straight edges and corners softened over one pixel.
struct ReferenceRasterizer {
  private(set) var pixels: [SIMD4<Double>] = []
  private var size = PixelSize(0, 0)
  private var images: [ImageID: Bitmap] = [:]
  /// What the passes have drawn so far, by their first one; the surface is `pixels`.
  private var pictures: [Int: ReferencePicture] = [:]
  /// Images that passes have drawn.
  private var kept: [ImageID: ReferencePicture] = [:]

  /// Premultiplied.
  subscript(x: Int, y: Int) -> SIMD4<Double> { pixels[y * size.width + x] }

  mutating func draw(_ list: DrawList) {
    if size != list.size {
      size = list.size
      pixels = Array(repeating: SIMD4(9, 9, 9, 9), count: size.width * size.height)
    }
    for image in list.uploads { images[image.id] = image.bitmap }
    pictures = [:]
    for (index, pass) in list.passes.enumerated() {
      var first = index
      var picture: ReferencePicture
      switch pass.start {
      case .resume(let begun):
        first = begun
        picture = pictures[begun]!
      case .clear:
        switch pass.target {
        case .surface:
          picture = ReferencePicture(area: size.bounds, pixels: pixels)
          for rect in list.damage.rects { picture.fill(rect, SIMD4<Double>(list.clearColor)) }
        case .offscreen(let area): picture = ReferencePicture(area)
        case .image(_, let size): picture = ReferencePicture(size.bounds)
        }
      case .copy(let source): picture = pictures[source]!.cropped(to: pass.target.area)
      case .blur(let source, let sigma, let edge):
        picture = pictures[source]!.blurred(sigma, edge).cropped(to: pass.target.area)
      }
      let region = pass.isWhole ? [picture.area] : list.damage.rects
      for rect in region { draw(pass, list, in: rect.intersection(picture.area), &picture) }
      pictures[first] = picture
      pictures[index] = picture
      switch pass.target {
      case .surface: pixels = picture.pixels
      case .image(let id, _): kept[id] = picture
      case .offscreen: break
      }
    }
    for id in list.releases {
      images[id] = nil
      kept[id] = nil
    }
  }

  private mutating func draw(
    _ pass: DrawList.Pass, _ list: DrawList, in area: PixelRect, _ picture: inout ReferencePicture
  ) {
    for batch in pass.batches {
      for i in batch.instances {
        let instance =
          batch.kind == .solid ? DrawList.Instance(list.solids[i]) : list.instances[i]
        let shader = Shader(instance, batch, list)
        let reach = shader.reach(within: area.intersection(shader.clipReach))
        for y in reach.y..<reach.maxY {
          for x in reach.x..<reach.maxX {
            let p = Point(Double(x) + 0.5, Double(y) + 0.5)
            let source: SIMD4<Double>
            var coverage = 1.0
            switch batch.kind {
            case .pass, .filter, .blend:
              guard case .pass(let index) = batch.texture else { continue }
              var color = pictures[index]![x, y]
              if batch.kind == .filter { color = ReferenceColor.filtered(color, instance, list) }
              coverage = shader.clipCoverage(p)
              source = color * SIMD4<Double>(instance.color) * coverage
            case .solid, .shape, .image, .shadow, .gradient, .arc:
              source = shader.color(p, images) { self.sample(batch.texture, $0, $1) }
            }
            let old = picture[x, y]
            if batch.kind == .blend {
              let backdrop = pictures[Int(batch.backdrop)]![x, y]
              let mode = DrawList.BlendMode(rawValue: UInt8(instance.params.x))!
              let whole = coverage > 0 ? source / coverage : .zero
              let mixed = ReferenceColor.mix(whole, backdrop, mode)
              picture[x, y] = backdrop * (1 - coverage) + mixed * coverage
              continue
            }
            switch batch.blend {
            case .over: if source != .zero { picture[x, y] = source + old * (1 - source.w) }
            case .plus: picture[x, y] = pointwiseMin(source + old, .one)
            case .screen: picture[x, y] = source + old * (.one - source)
            case .destinationIn: picture[x, y] = old * (source.w + 1 - coverage)
            case .under: picture[x, y] = source * (1 - old.w) + old
            }
          }
        }
      }
    }
  }

  /// Of a pass's picture, linearly, in unit coordinates.
  private func sample(_ texture: DrawList.TextureSource, _ u: Double, _ v: Double)
    -> SIMD4<Double>?
  {
    switch texture {
    case .pass(let index): pictures[index]?.sample(u, v)
    case .coverage(let index): pictures[index].map { SIMD4(repeating: $0.sample(u, v).w) }
    case .image(let id, _): kept[id]?.sample(u, v)
    case .none: nil
    }
  }
}

private struct Shader {
  let instance: DrawList.Instance
  let batch: DrawList.Batch
  let list: DrawList
  let toLocal: Matrix3?
  /// The pixels that the clips let through at all.
  let clipReach: PixelRect

  init(_ instance: DrawList.Instance, _ batch: DrawList.Batch, _ list: DrawList) {
    self.instance = instance
    self.batch = batch
    self.list = list
    toLocal = Matrix3(instance.row0, instance.row1, instance.row2).inverse
    var reach = list.size.bounds
    var index = instance.clip
    while index >= 0 {
      let clip = list.clips[Int(index)]
      if clip.shape == 0, let matrix = Matrix3(clip.row0, clip.row1, clip.row2).inverse {
        reach = Self.reach(of: Rect(clip.rect), matrix, within: reach)
      }
      index = clip.parent
    }
    clipReach = reach
  }

  /// The pixels that can be touched at all.
  func reach(within area: PixelRect) -> PixelRect {
    let matrix = Matrix3(instance.row0, instance.row1, instance.row2)
    var rect = Rect(instance.rect)
    if batch.kind == .shadow {
      let d = 3.5 * Double(instance.params.x)
      rect = Rect(rect.minX - d, rect.minY - d, rect.size.width + 2 * d, rect.size.height + 2 * d)
    }
    return Self.reach(of: rect, matrix, within: area)
  }

  /// No edge is softened farther out than a pixel, sharp corners included; an axis-aligned one
  /// touches no pixel that it does not reach.
  private static func reach(of rect: Rect, _ matrix: Matrix3, within area: PixelRect) -> PixelRect {
    let corners = rect.corners.map { matrix.applied(to: $0) }
    // What lies behind the eye is cut off: the line of an edge goes on there, the edge does not.
    let near = Matrix4.nearestW
    var seen: [Point] = []
    for (a, b) in zip(corners, corners[1...] + corners[..<1]) {
      if a.z >= near { seen.append(Point(a.x / a.z, a.y / a.z)) }
      if (a.z >= near) != (b.z >= near) {
        let c = a + (b - a) * ((near - a.z) / (b.z - a.z))
        seen.append(Point(c.x / c.z, c.y / c.z))
      }
    }
    guard !seen.isEmpty else { return area }
    let box = Rect(bounding: seen)
    let isStraight =
      matrix.isAffine && (matrix.r0.y == 0 && matrix.r1.x == 0 || matrix.r0.x == 0)
    let margin = isStraight ? -1.0 / 2048 : 1
    return PixelRect(
      covering: Rect(
        box.minX - margin, box.minY - margin, box.size.width + 2 * margin,
        box.size.height + 2 * margin), within: area)
  }

  func color(
    _ p: Point, _ images: [ImageID: Bitmap], _ picture: (Double, Double) -> SIMD4<Double>?
  ) -> SIMD4<Double> {
    guard let toLocal, let q = toLocal.project(p) else { return .zero }
    let rect = Rect(instance.rect)
    let fill = SIMD4<Double>(instance.color)
    let coverage = clipCoverage(p)
    guard coverage > 0 else { return .zero }
    switch batch.kind {
    case .solid:
      return fill * (Coverage.of(rect, .zero, p, toLocal, edges: Int(instance.params.y)) * coverage)
    case .shape:
      let outer = Coverage.of(rect, instance.radii, p, toLocal)
      let width = Double(instance.params.x)
      guard width > 0 else { return fill * (outer * coverage) }
      let inside = rect.insetBy(width, width)
      let radii = pointwiseMax(instance.radii - Float(width), .zero)
      let inner = inside.isEmpty ? 0 : Coverage.of(inside, radii, p, toLocal)
      let border = SIMD4<Double>(instance.extra) * (1 - inner)
      return (border + fill * (1 - border.w)) * (outer * coverage)
    case .image:
      let edge = Coverage.of(rect, .zero, p, toLocal, edges: Int(instance.params.y))
      guard edge > 0 else { return .zero }
      let u = (q.x - rect.minX) / rect.size.width, v = (q.y - rect.minY) / rect.size.height
      let texture = Rect(instance.extra)
      if let texel = picture(
        texture.minX + u * texture.size.width, texture.minY + v * texture.size.height)
      {
        return texel * fill * (edge * coverage)
      }
      guard case .image(let id, let filter) = batch.texture, let bitmap = images[id] else {
        return SIMD4(7, 7, 7, 7)
      }
      let texel = bitmap.sample(
        texture.minX + u * texture.size.width, texture.minY + v * texture.size.height,
        filter == .nearest)
      let color = bitmap.format == .alpha8 ? fill * texel.w : texel * fill
      return color * (edge * coverage)
    case .shadow:
      let far = 3 * Double(instance.params.x)
      guard
        max(rect.minX - q.x, q.x - rect.maxX, rect.minY - q.y, q.y - rect.maxY) <= far
      else { return .zero }
      let sigma = Double(instance.params.x) * 2.0.squareRoot()
      func span(_ a: Double, _ b: Double, _ x: Double) -> Double {
        (erf((x - a) / sigma) - erf((x - b) / sigma)) / 2
      }
      return fill
        * (span(rect.minX, rect.maxX, q.x) * span(rect.minY, rect.maxY, q.y) * coverage)
    case .arc:
      return fill * (arcCoverage(p) * coverage)
    case .gradient:
      let unit = Point(
        (q.x - rect.minX) / rect.size.width, (q.y - rect.minY) / rect.size.height)
      let inside = Coverage.of(rect, instance.radii, p, toLocal) * coverage
      return ReferenceColor.gradient(unit, instance, list) * fill * inside
    case .pass, .filter, .blend:
      return .zero
    }
  }

  /// Points of a pixel that lie in the line along an arc.
  private func arcCoverage(_ p: Point) -> Double {
    let rect = Rect(instance.rect), arc = SIMD4<Double>(instance.extra)
    let middle = atan2(Double(instance.radii.y), Double(instance.radii.x))
    func isInside(_ p: Point) -> Bool {
      let q = Point(p.x - rect.midX, p.y - rect.midY)
      let angle = (atan2(q.y, q.x) - middle).remainder(dividingBy: 2 * .pi)
      if abs(angle) <= arc.z { return abs(q.length - arc.x) <= arc.y }
      let end = middle + (angle < 0 ? -arc.z : arc.z)
      let outwards = Point(cos(end), sin(end))
      let beyond = abs(q.cross(outwards)), along = q.dot(outwards) - arc.x
      return arc.w < 0
        ? Point(beyond, along).length <= arc.y : beyond <= arc.w && abs(along) <= arc.y
    }
    var count = 0
    for y in 0..<16 {
      for x in 0..<16 {
        let inner = Point(
          p.x + (Double(x) + 0.5) / 16 - 0.5, p.y + (Double(y) + 0.5) / 16 - 0.5)
        if isInside(inner) { count += 1 }
      }
    }
    return Double(count) / 256
  }

  func clipCoverage(_ p: Point) -> Double {
    var coverage = 1.0
    var index = instance.clip
    while index >= 0 {
      let clip = list.clips[Int(index)]
      let toPlane = Matrix3(clip.row0, clip.row1, clip.row2)
      if clip.shape == 1 || clip.shape == 3 {
        func side(_ p: Point) -> Double {
          guard let q = toPlane.project(p) else { return -1e9 }
          return q.x * Double(clip.rect.x) + q.y * Double(clip.rect.y) + Double(clip.rect.z)
        }
        coverage *= clip.shape == 3 ? (side(p) > 0 ? 1 : 0) : Coverage.ramp(p) { -side($0) }
      } else {
        coverage *= Coverage.of(Rect(clip.rect), clip.radii, p, toPlane)
      }
      index = clip.parent
    }
    return coverage
  }
}

private enum Coverage {
  /// How much of the pixel around `p` lies where `distance` is negative.
  static func ramp(_ p: Point, _ distance: (Point) -> Double) -> Double {
    let dx = distance(p + Point(0.5, 0)) - distance(p - Point(0.5, 0))
    let dy = distance(p + Point(0, 0.5)) - distance(p - Point(0, 0.5))
    let slope = (dx * dx + dy * dy).squareRoot()
    let d = distance(p)
    guard slope > 0 else { return d <= 0 ? 1 : 0 }
    return min(max(0.5 - d / slope, 0), 1)
  }

  static func of(
    _ rect: Rect, _ radii: SIMD4<Float>, _ p: Point, _ toPlane: Matrix3, edges: Int = 15
  ) -> Double {
    guard toPlane.project(p) != nil else { return 0 }
    if radii == .zero {
      func edge(_ bit: Int, _ distance: @escaping (Point) -> Double) -> Double {
        let c = ramp(p) { toPlane.project($0).map(distance) ?? 1e9 }
        return edges & bit != 0 ? c : (c >= 0.5 ? 1 : 0)
      }
      return edge(1) { rect.minX - $0.x } * edge(2) { $0.x - rect.maxX }
        * edge(4) { rect.minY - $0.y } * edge(8) { $0.y - rect.maxY }
    }
    return ramp(p) { device in
      guard let q = toPlane.project(device) else { return 1e9 }
      let r = Double(radii[(q.y < rect.midY ? 0 : 2) + (q.x < rect.midX ? 0 : 1)])
      let dx = abs(q.x - rect.midX) - rect.size.width / 2 + r
      let dy = abs(q.y - rect.midY) - rect.size.height / 2 + r
      return min(max(dx, dy), 0) + Point(max(dx, 0), max(dy, 0)).length - r
    }
  }
}

extension Bitmap {
  fileprivate func sample(_ u: Double, _ v: Double, _ nearest: Bool) -> SIMD4<Double> {
    func texel(_ x: Int, _ y: Int) -> SIMD4<Double> {
      let c = self[min(max(x, 0), size.width - 1), min(max(y, 0), size.height - 1)]
      return SIMD4<Double>(c) / 255
    }
    let x = u * Double(size.width), y = v * Double(size.height)
    if nearest { return texel(Int(x.rounded(.down)), Int(y.rounded(.down))) }
    let x0 = (x - 0.5).rounded(.down), y0 = (y - 0.5).rounded(.down)
    let fx = x - 0.5 - x0, fy = y - 0.5 - y0
    let i = Int(x0), j = Int(y0)
    let top = texel(i, j) * (1 - fx) + texel(i + 1, j) * fx
    let bottom = texel(i, j + 1) * (1 - fx) + texel(i + 1, j + 1) * fx
    return top * (1 - fy) + bottom * fy
  }
}

extension Rect {
  fileprivate init(_ v: SIMD4<Float>) {
    self.init(Double(v.x), Double(v.y), Double(v.z), Double(v.w))
  }
}

extension Matrix3 {
  fileprivate init(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>) {
    self.init(
      SIMD3(Double(a.x), Double(a.y), Double(a.z)), SIMD3(Double(b.x), Double(b.y), Double(b.z)),
      SIMD3(Double(c.x), Double(c.y), Double(c.z)))
  }
}
