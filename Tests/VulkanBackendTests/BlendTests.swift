import Foundation
import Geometry
import Renderer
import Testing

@testable import VulkanBackend

@Suite("Blend modes and filters", .enabled(if: TestDevice.isAvailable, TestDevice.skipReason))
struct BlendTests {
  /// Straight colours and alphas; the last is transparent.
  private static let colors: [SIMD4<Double>] = [
    SIMD4(1, 1, 1, 1), SIMD4(0, 0, 0, 1), SIMD4(1, 0, 0, 1), SIMD4(0, 0.4, 1, 1),
    SIMD4(0.2, 0.6, 0.4, 1), SIMD4(0.5, 0.5, 0.5, 1), SIMD4(0.9, 0.2, 0.7, 0.6),
    SIMD4(0.1, 0.8, 0.3, 0.3), SIMD4(1, 1, 0, 0.5), SIMD4(0.25, 0.25, 0.75, 0.8),
    SIMD4(0, 0, 0, 0.5), SIMD4(0.6, 0.1, 0.05, 1), SIMD4(0, 0, 0, 0),
  ]
  private static let pixels = colors.map { c -> SIMD4<UInt8> in
    let premultiplied = SIMD4(c.x * c.w, c.y * c.w, c.z * c.w, c.w) * 255
    return SIMD4<UInt8>(premultiplied.rounded(.toNearestOrEven))
  }
  private static let side = colors.count
  private static let area = PixelRect(3, 2, side, side)
  private static let rect = SIMD4<Float>(3, 2, Float(side), Float(side))

  /// Each colour over each: sources by column, backdrops by row.
  private static func list(
    _ draw: (_ list: inout DrawList, _ source: Int, _ backdrop: Int) -> Void
  ) -> DrawList {
    var list = DrawList(side + 6, side + 4, clear: .zero)
    list.passes = []
    let source = list.addPass(.offscreen(area: area))
    list.add(
      PixelImage(Bitmap(side, side) { x, _ in pixels[x] }), rect, nearest: true, edges: 0,
      pass: source)
    let backdrop = list.addPass(.offscreen(area: area))
    list.add(
      PixelImage(Bitmap(side, side) { _, y in pixels[y] }), rect, nearest: true, edges: 0,
      pass: backdrop)
    _ = list.addPass(.surface)
    list.composite(backdrop)
    draw(&list, source, backdrop)
    return list
  }

  private func check(
    _ image: Bitmap, _ what: String, within tolerance: Double = 1.01,
    _ expected: (_ s: SIMD4<Double>, _ d: SIMD4<Double>) -> SIMD4<Double>
  ) {
    for y in 0..<Self.side {
      for x in 0..<Self.side {
        let s = SIMD4<Double>(Self.pixels[x]) / 255, d = SIMD4<Double>(Self.pixels[y]) / 255
        let error = SIMD4<Double>(image[x + 3, y + 2]) - expected(s, d) * 255
        #expect(
          max(error.max(), -error.min()) <= tolerance,
          "\(what): \(Self.pixels[x]) over \(Self.pixels[y]) gave \(image[x + 3, y + 2])")
      }
    }
  }

  @Test(
    "Every blend mode is W3C's, for any two colours and alphas",
    arguments: DrawList.BlendMode.allCases)
  func modes(_ mode: DrawList.BlendMode) throws {
    let list = Self.list { list, source, backdrop in
      list.add(
        .blend, Self.rect, white, own: Float(mode.rawValue), edges: 0, texture: .pass(source),
        backdrop: backdrop)
    }
    check(try drawn(list), "\(mode)") { s, d in ReferenceBlend.mix(mode, s, d) }
  }

  @Test("Fixed ways of blending, with images and passes", arguments: DrawList.Blend.allCases)
  func fixed(_ blend: DrawList.Blend) throws {
    let half = SIMD4<Float>(repeating: 0.5)
    for color in [white, half] {
      for kind in [DrawList.Kind.pass, .image] {
        let list = Self.list { list, source, _ in
          list.add(
            kind, Self.rect, color, extra: SIMD4(0, 0, 1, 1), edges: 0, texture: .pass(source),
            blend: blend)
        }
        // The new colour is rounded, and then the sum.
        check(try drawn(list), "\(blend) \(kind)", within: 1.26) { s, d in
          let s = s * Double(color.x), a = SIMD4<Double>(repeating: s.w)
          let one = SIMD4<Double>(repeating: 1)
          switch blend {
          // Neither of them knows how to draw below.
          case .over, .under: return s + d * (one - a)
          case .plus: return pointwiseMin(s + d, one)
          case .screen: return s + d * (one - s)
          case .destinationIn: return d * a
          }
        }
      }
    }
  }

  @Test("Plain quads go below what is there, and cut it; round ones cut it too")
  func groupsWithinGroups() throws {
    let size = PixelSize(40, 30)
    var list = DrawList(size: size, damage: PixelRegion(size.bounds), clearColor: .zero)
    func add(_ blend: DrawList.Blend, _ rect: SIMD4<Float>, _ color: SIMD4<Float>, edges: UInt32) {
      list.solids.append(
        .init(matrix: SIMD4(1, 0, 0, 1), offset: .zero, rect: rect, color: color, edges: edges))
      let last = list.solids.count - 1
      list.passes[0].batches.append(
        .init(kind: .solid, texture: .none, blend: blend, instances: last..<last + 1))
    }
    list.passes = [.init(target: .surface)]
    add(.over, SIMD4(4, 4, 20, 20), SIMD4(0.5, 0, 0, 0.5), edges: 0)
    add(.destinationIn, SIMD4(0, 0, 40, 14), SIMD4(repeating: 0.5), edges: 0)
    add(.under, SIMD4(0, 0, 40, 30), SIMD4(0, 0.4, 0, 0.8), edges: 0)
    // Half a pixel less on all sides.
    add(.under, SIMD4(0.5, 0.5, 39, 29), SIMD4(0, 0, 1, 1), edges: 15)
    list.instances.append(
      .init(
        row0: SIMD4(1, 0, 0, 0), row1: SIMD4(0, 1, 0, 0), row2: SIMD4(0, 0, 1, 0),
        rect: SIMD4(0, 0, 40, 30), color: SIMD4(repeating: 0.6), radii: SIMD4(repeating: 10)))
    list.passes[0].batches.append(
      .init(kind: .shape, texture: .none, blend: .destinationIn, instances: 0..<1))
    let picture = try drawn(list)
    let expected: [(x: Int, y: Int, color: SIMD4<Double>)] = [
      (10, 8, SIMD4(0.25, 0.3, 0.15, 1)), (10, 20, SIMD4(0.5, 0.2, 0.1, 1)),
      (30, 20, SIMD4(0, 0.4, 0.2, 1)), (30, 0, SIMD4(0, 0.4, 0.1, 0.9)), (0, 0, .zero),
    ]
    for (x, y, color) in expected {
      let error = SIMD4<Double>(picture[x, y]) - color * (0.6 * 255)
      #expect(max(error.max(), -error.min()) <= 2, "\(x), \(y): \(picture[x, y])")
    }
  }

  @Test("Images added up by the quick way look as by the general one, in order with others")
  func addedImages() throws {
    let spark = PixelImage(
      Bitmap(9, 9) { x, y in SIMD4(UInt8(x * 10), UInt8(y * 9), 40, UInt8(x + y) * 5) })
    let mask = PixelImage(
      Bitmap(size: PixelSize(3, 1), format: .alpha8, bytes: [40, 90, 20]))
    func list(clipped: Bool) -> DrawList {
      var list = DrawList(60, 40, clear: SIMD4(0, 0.1, 0.2, 1))
      let all = list.addClip(SIMD4(-10, -10, 100, 100))
      for i in 0..<12 {
        let x = Float(i * 4)
        list.add(
          i % 3 == 0 ? mask : spark, SIMD4(x, 5, 14, 20), SIMD4(repeating: 0.8),
          rows: i % 2 == 0 ? .identity : .rotation(sine: 0.28, cosine: 0.96, about: x, 15),
          edges: i % 4 == 3 ? 0 : 15, clip: clipped ? all : -1, blend: i == 7 ? .over : .plus)
      }
      return list
    }
    let quick = try drawn(list(clipped: false)), general = try drawn(list(clipped: true))
    #expect(quick.difference(general) <= 3, "twelve sums, each rounded")
    #expect(quick[30, 15].x > 100, "light adds up")
  }

  @Test(
    "A mask takes away what is inside its quad, as far as quad and clip cover, and nothing else")
  func mask() throws {
    for kind in [DrawList.Kind.pass, .image] {
      var list = DrawList(30, 20, clear: .zero)
      list.add(.solid, SIMD4(0, 0, 30, 20), red)
      let mask = list.addPass(.offscreen(area: PixelRect(0, 0, 30, 20)))
      list.add(.solid, SIMD4(0, 0, 30, 5), white, pass: mask)
      list.add(.solid, SIMD4(0, 5, 30, 5), SIMD4(0, 0, 0, 0.6), pass: mask)
      _ = list.addPass(.surface, start: .resume(0))
      let clip = list.addClip(SIMD4(0, 0, 20, 20))
      list.add(
        kind, SIMD4(2.5, 0, 27, 20), white, extra: SIMD4(2.5 / 30, 0, 27.0 / 30, 1),
        radii: SIMD4(0, 0, 1, 1), clip: clip, texture: .coverage(mask), blend: .destinationIn)
      let image = try drawn(list)
      for (y, alpha) in [(2, 1), (7, 0.6), (15, 0)] as [(Int, Double)] {
        #expect(image[1, y] == SIMD4(255, 0, 0, 255))
        #expect(image[25, y] == SIMD4(255, 0, 0, 255), "outside of the clip")
        #expect(difference(image[10, y], [alpha, 0, 0, alpha]) < 0.005, "\(kind) \(y)")
        let edge = 0.5 + 0.5 * alpha
        #expect(difference(image[2, y], [edge, 0, 0, edge]) < 0.01, "\(kind) \(y)")
      }
    }
  }

  @Test("A clip limits what a blend mode changes, whatever the mode does")
  func clipped() throws {
    for mode in [DrawList.BlendMode.multiply, .sourceIn, .clear, .luminosity] {
      let list = Self.list { list, source, backdrop in
        let clip = list.addClip(SIMD4(3, 2, 5.5, 100))
        list.add(
          .blend, Self.rect, white, own: Float(mode.rawValue), edges: 0, clip: clip,
          texture: .pass(source), backdrop: backdrop)
      }
      let image = try drawn(list)
      for y in 0..<Self.side {
        #expect(image[3 + 6, y + 2] == Self.pixels[y], "\(mode)")
        let s = SIMD4<Double>(Self.pixels[5]) / 255, d = SIMD4<Double>(Self.pixels[y]) / 255
        let half = 0.5 * (d + ReferenceBlend.mix(mode, s, d))
        #expect(difference(image[3 + 5, y + 2], [half.x, half.y, half.z, half.w]) < 0.0045)
      }
    }
  }

  @Test("Modes of all sorts in one batch are told apart; what is no mode lies over")
  func batch() throws {
    let modes = [3, 12, 24, 0, 99, .nan, 0.5] as [Float]
    let list = Self.list { list, source, backdrop in
      let at = list.instances.count
      for (i, mode) in modes.enumerated() {
        list.add(
          .blend, SIMD4(3, 2 + Float(i), Float(Self.side), 1), white, own: mode, edges: 0,
          texture: .pass(source), backdrop: backdrop)
      }
      list.passes[2].batches.removeLast(modes.count - 1)
      list.passes[2].batches[1].instances = at..<(at + modes.count)
    }
    let image = try drawn(list)
    for (y, mode) in modes.enumerated() {
      let mode = UInt8(exactly: mode).flatMap { DrawList.BlendMode(rawValue: $0) }
      for x in 0..<Self.side {
        let s = SIMD4<Double>(Self.pixels[x]) / 255, d = SIMD4<Double>(Self.pixels[y]) / 255
        let e = mode.map { ReferenceBlend.mix($0, s, d) } ?? s + d * (1 - s.w)
        #expect(difference(image[x + 3, y + 2], [e.x, e.y, e.z, e.w]) < 0.0045, "\(x), \(y)")
      }
    }
  }

  @Test("A filter puts premultiplied colours through its matrix, and never above their alpha")
  func filter() throws {
    let columns: [SIMD4<Float>] = [
      SIMD4(-1, 0.3, 0, 0.2), SIMD4(0.5, -0.4, 1.2, 0), SIMD4(0.1, 0.9, -0.5, 0.1),
      SIMD4(0, 0.2, 0.3, 0.7), SIMD4(0.9, 0, 0.1, 0),
    ]
    let list = Self.list { list, source, _ in
      list.passes[2].batches = []
      list.ramps = [SIMD4(9, 9, 9, 9)] + columns
      list.add(.filter, Self.rect, white * 0.8, edges: 0, texture: .pass(source), ramp: 1)
      // Beyond the ramps: nothing.
      list.add(.filter, Self.rect, white, edges: 0, texture: .pass(source), ramp: 2)
      list.add(.filter, Self.rect, white, edges: 0, texture: .pass(source), ramp: -1)
    }
    check(try drawn(list), "filter") { s, _ in
      var sum = (columns.map { SIMD4<Double>($0) }[4] + SIMD4<Double>(columns[3])) * s.w
      for i in 0..<3 { sum += SIMD4<Double>(columns[i]) * s[i] }
      let alpha = min(max(sum.w, 0), 1)
      sum.clamp(lowerBound: .zero, upperBound: SIMD4(repeating: alpha))
      return sum * Double(Float(0.8))
    }
  }
}

/// Blend modes as the W3C compositing specification writes them, one channel after the other.
enum ReferenceBlend {
  static func mix(
    _ mode: DrawList.BlendMode, _ s: SIMD4<Double>, _ d: SIMD4<Double>
  ) -> SIMD4<Double> {
    let (sa, da) = (s.w, d.w)
    if let (fs, fd) = porterDuff(mode, sa, da) { return s * fs + d * fd }
    let alpha = sa + da - sa * da
    switch mode {
    case .plusLighter: return pointwiseMin(s + d, SIMD4(repeating: 1))
    case .plusDarker:
      // max(0, α − ((αs − s) + (αd − d))): what both lack of full colour is taken from the result.
      let c = SIMD4(repeating: alpha) - ((SIMD4(repeating: sa) - s) + (SIMD4(repeating: da) - d))
      return SIMD4(max(0, c.x), max(0, c.y), max(0, c.z), alpha)
    default: break
    }
    let cs = sa > 0 ? s / sa : .zero, cb = da > 0 ? d / da : .zero
    let mixed = blend(mode, [cb.x, cb.y, cb.z], [cs.x, cs.y, cs.z])
    func channel(_ i: Int) -> Double { s[i] * (1 - da) + d[i] * (1 - sa) + sa * da * mixed[i] }
    return SIMD4(channel(0), channel(1), channel(2), alpha)
  }

  private static func porterDuff(
    _ mode: DrawList.BlendMode, _ sa: Double, _ da: Double
  ) -> (Double, Double)? {
    switch mode {
    case .sourceIn: (da, 0)
    case .sourceOut: (1 - da, 0)
    case .sourceAtop: (da, 1 - sa)
    case .destinationOver: (1 - da, 1)
    case .destinationIn: (0, sa)
    case .destinationOut: (0, 1 - sa)
    case .destinationAtop: (1 - da, sa)
    case .xor: (1 - da, 1 - sa)
    case .clear: (0, 0)
    case .copy: (1, 0)
    default: nil
    }
  }

  private static func blend(
    _ mode: DrawList.BlendMode, _ cb: [Double], _ cs: [Double]
  ) -> [Double] {
    switch mode {
    case .hue: setLum(setSat(cs, sat(cb)), lum(cb))
    case .saturation: setLum(setSat(cb, sat(cs)), lum(cb))
    case .color: setLum(cs, lum(cb))
    case .luminosity: setLum(cb, lum(cs))
    default: zip(cb, cs).map { separable(mode, $0, $1) }
    }
  }

  private static func separable(_ mode: DrawList.BlendMode, _ cb: Double, _ cs: Double) -> Double {
    switch mode {
    case .multiply: return cb * cs
    case .screen: return cb + cs - cb * cs
    case .overlay: return separable(.hardLight, cs, cb)
    case .darken: return min(cb, cs)
    case .lighten: return max(cb, cs)
    case .colorDodge: return cb == 0 ? 0 : cs >= 1 ? 1 : min(1, cb / (1 - cs))
    case .colorBurn: return cb >= 1 ? 1 : cs == 0 ? 0 : 1 - min(1, (1 - cb) / cs)
    case .hardLight:
      return cs <= 0.5
        ? separable(.multiply, cb, 2 * cs) : separable(.screen, cb, 2 * cs - 1)
    case .softLight:
      if cs <= 0.5 { return cb - (1 - 2 * cs) * cb * (1 - cb) }
      let curve = cb <= 0.25 ? ((16 * cb - 12) * cb + 4) * cb : cb.squareRoot()
      return cb + (2 * cs - 1) * (curve - cb)
    case .difference: return abs(cb - cs)
    case .exclusion: return cb + cs - 2 * cb * cs
    default: return .nan
    }
  }

  private static func lum(_ c: [Double]) -> Double { 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2] }
  private static func sat(_ c: [Double]) -> Double { c.max()! - c.min()! }

  private static func setLum(_ c: [Double], _ l: Double) -> [Double] {
    var c = c.map { $0 + l - lum(c) }
    let n = c.min()!, x = c.max()!
    if n < 0 { c = c.map { l + ($0 - l) * l / (l - n) } }
    if x > 1 { c = c.map { l + ($0 - l) * (1 - l) / (x - l) } }
    return c
  }

  /// By order of the channels, as the specification has it.
  private static func setSat(_ c: [Double], _ s: Double) -> [Double] {
    let order = c.indices.sorted { c[$0] < c[$1] }
    var result = [0.0, 0, 0]
    if c[order[2]] > c[order[0]] {
      result[order[1]] = (c[order[1]] - c[order[0]]) * s / (c[order[2]] - c[order[0]])
      result[order[2]] = s
    }
    return result
  }
}
