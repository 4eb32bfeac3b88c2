import AnimationCore
import Geometry
import Glibc
import Renderer

/// A filter that a picture is put through: one of the set that has names.
enum PictureFilter: Equatable {
  /// By a standard deviation in points. `isExtended`: the pixels at the bounds go on beyond them, and
  /// the result ends there.
  case blur(sigma: Double, isExtended: Bool)
  case color(ColorMatrix)

  /// Those of a property in order; unknown and disabled ones are left out.
  static func list(_ value: PropertyValue) -> [PictureFilter] {
    guard case .records(let records) = value else { return [] }
    return records.compactMap { $0.isEnabled ? PictureFilter($0) : nil }
  }

  init?(_ record: Record) {
    if record.type == "gaussianBlur" {
      let sigma = record.number("inputRadius") ?? 10
      guard sigma > 0 else { return nil }
      self = .blur(sigma: sigma, isExtended: (record.number("inputNormalizeEdges") ?? 0) != 0)
    } else if let matrix = ColorMatrix(record), matrix != .identity {
      self = .color(matrix)
    } else {
      return nil
    }
  }

  var isExtended: Bool {
    switch self {
    case .blur(_, let isExtended): isExtended
    case .color: false
    }
  }

  /// How many pixels further than the picture the result reaches, at `scale` pixels a point.
  func reach(scale: Double) -> Int {
    guard case .blur(let sigma, _) = self else { return 0 }
    return BlurAxis.reach(sigma: min(sigma * scale, Self.greatestSigma))
  }

  /// In pixels; what is blurred more looks the same.
  static let greatestSigma = 500.0
}

extension [PictureFilter] {
  func reach(scale: Double) -> Int { reduce(0) { $0 + $1.reach(scale: scale) } }
}

/// What becomes of premultiplied colours, alpha included: five columns, the last of which counts as
/// often as the pixel is covered, so that what is transparent stays so.
struct ColorMatrix: Equatable {
  /// What red, green, blue, alpha and 1 · alpha contribute.
  var columns: [SIMD4<Double>]

  static let identity = ColorMatrix(diagonal: .one)

  init(diagonal d: SIMD4<Double>, offset: SIMD3<Double> = .zero) {
    columns = [
      SIMD4(d.x, 0, 0, 0), SIMD4(0, d.y, 0, 0), SIMD4(0, 0, d.z, 0), SIMD4(0, 0, 0, d.w),
      SIMD4(offset, 0),
    ]
  }

  /// Rows of what is kept of red, green and blue.
  private init(_ r: SIMD3<Double>, _ g: SIMD3<Double>, _ b: SIMD3<Double>) {
    self = .identity
    for i in 0..<3 { columns[i] = SIMD4(r[i], g[i], b[i], 0) }
  }

  /// Rec. 709.
  private static let luminance = SIMD3(0.2126, 0.7152, 0.0722)

  /// Between this and grey of the same brightness: 1 changes nothing, 0 is grey.
  private static func saturate(_ amount: Double) -> ColorMatrix {
    let grey = luminance * (1 - amount)
    return ColorMatrix(
      grey + SIMD3(amount, 0, 0), grey + SIMD3(0, amount, 0), grey + SIMD3(0, 0, amount))
  }

  /// About the grey axis such that luminance stays, as the filter effects of the web define it.
  private static func rotateHue(_ angle: Double) -> ColorMatrix {
    let c = cos(angle), s = sin(angle)
    let l = SIMD3(0.213, 0.715, 0.072)
    return ColorMatrix(
      l + c * SIMD3(0.787, -0.715, -0.072) + s * SIMD3(-0.213, -0.715, 0.928),
      l + c * SIMD3(-0.213, 0.285, -0.072) + s * SIMD3(0.143, 0.140, -0.283),
      l + c * SIMD3(-0.213, -0.715, 0.928) + s * SIMD3(-0.787, 0.715, 0.072))
  }

  /// Nil for a filter that is none of colours, or whose inputs make no sense.
  init?(_ record: Record) {
    let amount = record.number("inputAmount")
    let color = record.color("inputColor")
    switch record.type {
    case "colorMatrix":
      guard let rows = record.numbers("inputColorMatrix"), rows.count == 20 else { return nil }
      self = .identity
      columns = (0..<5).map { i in SIMD4(rows[i], rows[5 + i], rows[10 + i], rows[15 + i]) }
    case "colorInvert": self.init(diagonal: SIMD4(-1, -1, -1, 1), offset: .one)
    case "colorSaturate": self = Self.saturate(amount ?? 1)
    case "colorBrightness":
      self.init(diagonal: .one, offset: SIMD3(repeating: amount ?? 0))
    case "colorContrast":
      let k = amount ?? 1
      self.init(diagonal: SIMD4(k, k, k, 1), offset: SIMD3(repeating: 0.5 - 0.5 * k))
    case "colorHueRotate": self = Self.rotateHue(record.number("inputAngle") ?? 0)
    case "colorMonochrome":
      let tint = color?.components.lowHalf3 ?? SIMD3(0.6, 0.45, 0.3)
      let a = amount ?? 1
      let bias = record.number("inputBias") ?? 0
      let l = Self.luminance * a
      self.init(
        l * tint.x + SIMD3(1 - a, 0, 0), l * tint.y + SIMD3(0, 1 - a, 0),
        l * tint.z + SIMD3(0, 0, 1 - a))
      columns[4] = SIMD4(SIMD3(repeating: bias * a), 0)
    case "luminanceToAlpha":
      self.init(diagonal: .zero)
      for i in 0..<3 { columns[i] = SIMD4(0, 0, 0, Self.luminance[i]) }
    case "multiplyColor":
      let c = color?.components ?? .one
      self.init(diagonal: SIMD4(c.x * c.w, c.y * c.w, c.z * c.w, c.w))
    case "colorAdd":
      self.init(diagonal: .one, offset: (color?.premultiplied ?? .zero).lowHalf3)
    case "colorSubtract":
      self.init(diagonal: .one, offset: -(color?.premultiplied ?? .zero).lowHalf3)
    default: return nil
    }
  }

  /// As `DrawList.Instance.ramp` wants it.
  func append(to ramps: inout [SIMD4<Float>]) -> Int32 {
    let first = Int32(ramps.count)
    for column in columns { ramps.append(SIMD4<Float>(column)) }
    return first
  }
}

extension DrawList.BlendMode {
  /// By the name of a compositing filter, as in `multiply` or `multiplyBlendMode`; nil for
  /// source-over and for names that there are not.
  init?(filterName name: String) {
    let suffix = "BlendMode"
    let base = name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
    guard let mode = Self.allCases.first(where: { "\($0)" == base || $0.otherNames.contains(base) })
    else { return nil }
    self = mode
  }

  /// Also changes what is behind where the source has nothing: ends at the layer's bounds.
  var changesAll: Bool {
    switch self {
    case .sourceIn, .sourceOut, .destinationIn, .destinationAtop, .clear, .copy: true
    case .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .softLight,
      .hardLight, .difference, .exclusion, .hue, .saturation, .color, .luminosity, .plusLighter,
      .plusDarker, .sourceAtop, .destinationOver, .destinationOut, .xor:
      false
    }
  }

  private var otherNames: [String] {
    switch self {
    case .sourceAtop: ["sourceAtop", "source-atop"]
    case .plusLighter: ["plusL", "linearDodge", "add"]
    case .plusDarker: ["plusD", "linearBurn"]
    case .sourceIn: ["source-in"]
    case .sourceOut: ["source-out"]
    case .destinationOver: ["destination-over", "destOver"]
    case .destinationIn: ["destination-in", "destIn"]
    case .destinationOut: ["destination-out", "destOut"]
    case .destinationAtop: ["destination-atop", "destAtop"]
    case .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .softLight,
      .hardLight, .difference, .exclusion, .hue, .saturation, .color, .luminosity, .xor, .clear,
      .copy:
      []
    }
  }
}

extension Record {
  func number(_ key: String) -> Double? {
    guard case .number(let n)? = self[key] else { return nil }
    return n
  }

  func color(_ key: String) -> Color? {
    guard case .vector(let v)? = self[key] else { return nil }
    return Color(components: v)
  }

  func numbers(_ key: String) -> [Double]? {
    guard case .list(let list)? = self[key] else { return nil }
    return list.map(\.x)
  }
}

extension SIMD4<Double> {
  /// Red, green and blue.
  fileprivate var lowHalf3: SIMD3<Double> { SIMD3(x, y, z) }
}
