import Geometry
import Glibc
import Renderer

/// Gradients, filters and blend modes as their definitions say, one colour at a time.
enum ReferenceColor {
  /// Premultiplied.
  static func gradient(_ q: Point, _ instance: DrawList.Instance, _ list: DrawList)
    -> SIMD4<Double>
  {
    let ramp = Int(instance.ramp)
    let header = list.ramps[ramp]
    let stops = (0..<Int(header.y)).map { i in
      (
        color: SIMD4<Double>(list.ramps[ramp + 2 + 2 * i]),
        location: Double(list.ramps[ramp + 3 + 2 * i].x)
      )
    }
    let s = Point(Double(instance.extra.x), Double(instance.extra.y))
    let e = Point(Double(instance.extra.z), Double(instance.extra.w))
    let d = e - s, p = q - s
    let t: Double
    switch DrawList.GradientType(rawValue: UInt8(header.x))! {
    case .axial:
      let length = d.x * d.x + d.y * d.y
      t = length > 0 ? (p.x * d.x + p.y * d.y) / length : .infinity
    case .radial:
      t = d.x != 0 && d.y != 0 ? hypot(p.x / d.x, p.y / d.y) : .infinity
    case .conic:
      let turn = (atan2(p.y, p.x) - atan2(d.y, d.x)) / (2 * .pi)
      t = turn - turn.rounded(.down)
    }
    var color = stops[stops.count - 1].color
    if t < stops[0].location {
      color = stops[0].color
    } else if let next = stops.firstIndex(where: { t < $0.location }) {
      let a = stops[next - 1], b = stops[next]
      let part = (t - a.location) / (b.location - a.location)
      color = a.color * (1 - part) + b.color * part
    }
    let premultiplied = SIMD4(color.x * color.w, color.y * color.w, color.z * color.w, color.w)
    return premultiplied + SIMD4<Double>(list.ramps[ramp + 1]) * (1 - color.w)
  }

  static func filtered(_ c: SIMD4<Double>, _ instance: DrawList.Instance, _ list: DrawList)
    -> SIMD4<Double>
  {
    let columns = (0..<5).map { SIMD4<Double>(list.ramps[Int(instance.ramp) + $0]) }
    var out = columns[0] * c.x + columns[1] * c.y + columns[2] * c.z + columns[3] * c.w
    out += columns[4] * c.w
    out = pointwiseMin(pointwiseMax(out, .zero), .one)
    return pointwiseMin(out, SIMD4(repeating: out.w))
  }

  // MARK: - Blend modes, all premultiplied

  static func mix(_ s: SIMD4<Double>, _ d: SIMD4<Double>, _ mode: DrawList.BlendMode)
    -> SIMD4<Double>
  {
    switch mode {
    case .plusLighter: return pointwiseMin(s + d, .one)
    case .plusDarker:
      let a = min(s.w + d.w, 1)
      let c = pointwiseMax(SIMD4(repeating: a) - (d.w - d) - (s.w - s), .zero)
      return SIMD4(c.x, c.y, c.z, a)
    case .sourceIn: return s * d.w
    case .sourceOut: return s * (1 - d.w)
    case .sourceAtop: return s * d.w + d * (1 - s.w)
    case .destinationOver: return d + s * (1 - d.w)
    case .destinationIn: return d * s.w
    case .destinationOut: return d * (1 - s.w)
    case .destinationAtop: return d * s.w + s * (1 - d.w)
    case .xor: return s * (1 - d.w) + d * (1 - s.w)
    case .clear: return .zero
    case .copy: return s
    case .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .softLight,
      .hardLight, .difference, .exclusion, .hue, .saturation, .color, .luminosity:
      let cs = straight(s), cb = straight(d)
      let b = mixed(cs, cb, mode)
      let color =
        cs * (s.w * (1 - d.w)) + cb * (d.w * (1 - s.w)) + b * (s.w * d.w)
      return SIMD4(color, s.w + d.w - s.w * d.w)
    }
  }

  private static func straight(_ c: SIMD4<Double>) -> SIMD3<Double> {
    c.w > 0 ? SIMD3(c.x, c.y, c.z) / c.w : .zero
  }

  private static func mixed(
    _ s: SIMD3<Double>, _ b: SIMD3<Double>, _ mode: DrawList.BlendMode
  ) -> SIMD3<Double> {
    func each(_ f: (Double, Double) -> Double) -> SIMD3<Double> {
      SIMD3(f(s.x, b.x), f(s.y, b.y), f(s.z, b.z))
    }
    func hard(_ s: Double, _ b: Double) -> Double {
      s <= 0.5 ? 2 * s * b : 2 * s - 1 + b - (2 * s - 1) * b
    }
    switch mode {
    case .multiply: return s * b
    case .screen: return s + b - s * b
    case .overlay: return each { hard($1, $0) }
    case .darken: return each { min($0, $1) }
    case .lighten: return each { max($0, $1) }
    case .colorDodge: return each { $1 == 0 ? 0 : $0 >= 1 ? 1 : min(1, $1 / (1 - $0)) }
    case .colorBurn: return each { $1 >= 1 ? 1 : $0 <= 0 ? 0 : 1 - min(1, (1 - $1) / $0) }
    case .softLight:
      return each { s, b in
        if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
        let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
        return b + (2 * s - 1) * (d - b)
      }
    case .hardLight: return each(hard)
    case .difference: return each { abs($0 - $1) }
    case .exclusion: return s + b - 2 * s * b
    case .hue: return withLuminosity(withSaturation(s, saturation(b)), luminosity(b))
    case .saturation: return withLuminosity(withSaturation(b, saturation(s)), luminosity(b))
    case .color: return withLuminosity(s, luminosity(b))
    case .luminosity: return withLuminosity(b, luminosity(s))
    case .plusLighter, .plusDarker, .sourceIn, .sourceOut, .sourceAtop, .destinationOver,
      .destinationIn, .destinationOut, .destinationAtop, .xor, .clear, .copy:
      return s
    }
  }

  private static func luminosity(_ c: SIMD3<Double>) -> Double {
    0.3 * c.x + 0.59 * c.y + 0.11 * c.z
  }

  private static func saturation(_ c: SIMD3<Double>) -> Double { c.max() - c.min() }

  private static func withLuminosity(_ c: SIMD3<Double>, _ l: Double) -> SIMD3<Double> {
    var c = c + (l - luminosity(c))
    let low = c.min(), high = c.max()
    if low < 0 { c = l + (c - l) * (l / (l - low)) }
    if high > 1 { c = l + (c - l) * ((1 - l) / (high - l)) }
    return c
  }

  private static func withSaturation(_ c: SIMD3<Double>, _ s: Double) -> SIMD3<Double> {
    let range = c.max() - c.min()
    return range > 0 ? (c - c.min()) * (s / range) : .zero
  }
}
