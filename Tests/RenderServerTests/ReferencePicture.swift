import Geometry
import Glibc
import Renderer

/// Pixels of a part of the plane; nothing lies outside.
struct ReferencePicture {
  private(set) var area: PixelRect
  /// Premultiplied.
  private(set) var pixels: [SIMD4<Double>]

  init(area: PixelRect, pixels: [SIMD4<Double>]) {
    self.area = area
    self.pixels = pixels
  }

  init(_ area: PixelRect) {
    self.init(area: area, pixels: Array(repeating: .zero, count: area.area))
  }

  subscript(x: Int, y: Int) -> SIMD4<Double> {
    get { area.contains(PixelRect(x, y, 1, 1)) ? pixels[index(x, y)] : .zero }
    set { pixels[index(x, y)] = newValue }
  }

  private func index(_ x: Int, _ y: Int) -> Int { (y - area.y) * area.width + x - area.x }

  mutating func fill(_ rect: PixelRect, _ color: SIMD4<Double>) {
    for y in rect.y..<rect.maxY { for x in rect.x..<rect.maxX { self[x, y] = color } }
  }

  func cropped(to wanted: PixelRect) -> ReferencePicture {
    var picture = ReferencePicture(wanted)
    for y in wanted.y..<wanted.maxY {
      for x in wanted.x..<wanted.maxX { picture[x, y] = self[x, y] }
    }
    return picture
  }

  /// Linearly between the middles of pixels, in unit coordinates of the area.
  func sample(_ u: Double, _ v: Double) -> SIMD4<Double> {
    let x = u * Double(area.width) - 0.5, y = v * Double(area.height) - 0.5
    let x0 = x.rounded(.down), y0 = y.rounded(.down)
    func at(_ i: Double, _ j: Double) -> SIMD4<Double> {
      self[
        area.x + min(max(Int(i), 0), area.width - 1),
        area.y + min(max(Int(j), 0), area.height - 1)]
    }
    let fx = x - x0, fy = y - y0
    let top = at(x0, y0) * (1 - fx) + at(x0 + 1, y0) * fx
    let bottom = at(x0, y0 + 1) * (1 - fx) + at(x0 + 1, y0 + 1) * fx
    return top * (1 - fy) + bottom * fy
  }

  /// Each pixel counts with the share of a normal distribution that lies over it. Larger by what the
  /// blur reaches, unless the pixels at the edge go on.
  func blurred(_ sigma: SIMD2<Float>, _ edge: DrawList.Pass.BlurEdge) -> ReferencePicture {
    func weights(_ sigma: Double) -> [Double] {
      guard sigma > 0.01 else { return [1] }
      let reach = Int((3 * sigma).rounded(.up))
      let all = (-reach...reach).map { i in
        erf((Double(i) + 0.5) / (sigma * 2.0.squareRoot()))
          - erf((Double(i) - 0.5) / (sigma * 2.0.squareRoot()))
      }
      return all.map { $0 / all.reduce(0, +) }
    }
    var picture = self
    for (i, sigma) in [Double(sigma.x), Double(sigma.y)].enumerated() {
      let kernel = weights(sigma), reach = kernel.count / 2
      let old = picture
      let grown = edge == .extended ? 0 : reach
      let area = PixelRect(
        old.area.x - (i == 0 ? grown : 0), old.area.y - (i == 1 ? grown : 0),
        old.area.width + (i == 0 ? 2 * grown : 0), old.area.height + (i == 1 ? 2 * grown : 0))
      picture = ReferencePicture(area)
      for y in area.y..<area.maxY {
        for x in area.x..<area.maxX {
          var sum = SIMD4<Double>.zero
          for (k, weight) in kernel.enumerated() {
            var a = i == 0 ? x + k - reach : x, b = i == 1 ? y + k - reach : y
            if edge == .extended {
              a = min(max(a, old.area.x), old.area.maxX - 1)
              b = min(max(b, old.area.y), old.area.maxY - 1)
            }
            sum += old[a, b] * weight
          }
          picture[x, y] = sum
        }
      }
    }
    return picture
  }
}

extension DrawList.Pass.Target {
  var area: PixelRect {
    switch self {
    case .surface: .zero
    case .offscreen(let area): area
    case .image(_, let size): size.bounds
    }
  }
}
