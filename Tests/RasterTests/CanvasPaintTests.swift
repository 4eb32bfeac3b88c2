import Geometry
import Raster
import Testing

@Suite("Canvas: colours and images")
struct CanvasPaintTests {
  typealias RGBA = SIMD4<Double>

  /// Red, green, blue, alpha 0…1 of a pixel, premultiplied.
  static func pixel(_ canvas: Canvas, _ x: Int, _ y: Int) -> RGBA {
    let p = canvas.bitmap()[x, y]
    return RGBA(Double(p.x), Double(p.y), Double(p.z), Double(p.w)) / 255
  }

  static func isClose(_ a: RGBA, _ b: RGBA, _ tolerance: Double = 0.009) -> Bool {
    (0..<4).allSatisfy { abs(a[$0] - b[$0]) <= tolerance }
  }

  // MARK: Blending

  static let separable: [BlendMode] = [
    .normal, .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .hardLight,
    .softLight, .difference, .exclusion,
  ]

  /// W3C compositing, separable modes: of straight channels.
  static func blend(_ mode: BlendMode, _ backdrop: Double, _ source: Double) -> Double {
    let (b, s) = (backdrop, source)
    switch mode {
    case .multiply: return b * s
    case .screen: return b + s - b * s
    case .overlay: return hardLight(s, b)
    case .darken: return min(b, s)
    case .lighten: return max(b, s)
    case .colorDodge: return b == 0 ? 0 : s == 1 ? 1 : min(1, b / (1 - s))
    case .colorBurn: return b == 1 ? 1 : s == 0 ? 0 : 1 - min(1, (1 - b) / s)
    case .hardLight: return hardLight(b, s)
    case .softLight: return softLight(b, s)
    case .difference: return abs(b - s)
    case .exclusion: return b + s - 2 * b * s
    default: return s
    }
  }

  static func hardLight(_ backdrop: Double, _ source: Double) -> Double {
    source <= 0.5
      ? backdrop * 2 * source : backdrop + (2 * source - 1) - backdrop * (2 * source - 1)
  }

  static func softLight(_ b: Double, _ s: Double) -> Double {
    if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
    let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
    return b + (2 * s - 1) * (d - b)
  }

  static let colors: [Color] = [
    Color(1, 0, 0), Color(0.2, 0.5, 0.9, 0.5), Color(0.8, 0.3, 0.1, 0.7), Color(0.4, 0.9, 0.6),
    Color(1, 1, 1, 0.25), Color(0, 0, 0, 0.5),
  ]

  @Test("Separable blend modes follow the W3C formulas", arguments: separable)
  func separableModes(mode: BlendMode) throws {
    for backdrop in Self.colors {
      for source in Self.colors {
        let canvas = try CanvasShapeTests.canvas(1, 1)
        canvas.state.fillColor = backdrop
        canvas.fill(Rect(0, 0, 1, 1))
        canvas.state.fillColor = source
        canvas.state.blendMode = mode
        canvas.fill(Rect(0, 0, 1, 1))
        let (sa, ba) = (source.alpha, backdrop.alpha)
        var expected = RGBA(repeating: sa + ba - sa * ba)
        for i in 0..<3 {
          let (s, b) = (source.components[i], backdrop.components[i])
          expected[i] = sa * (1 - ba) * s + sa * ba * Self.blend(mode, b, s) + (1 - sa) * ba * b
        }
        let drawn = Self.pixel(canvas, 0, 0)
        // Dodge and burn divide by small numbers, which enlarges what 8 bits round.
        let tolerance = mode == .colorDodge || mode == .colorBurn ? 0.02 : 0.009
        #expect(Self.isClose(drawn, expected, tolerance), "\(source) over \(backdrop)")
      }
    }
  }

  static let porterDuff: [BlendMode] = [
    .clear, .copy, .sourceIn, .sourceOut, .sourceAtop, .destinationOver, .destinationIn,
    .destinationOut, .destinationAtop, .xor, .plusLighter,
  ]

  /// Porter and Duff: what source and backdrop count for, by their alphas.
  static func factors(
    _ mode: BlendMode, _ sa: Double, _ ba: Double
  ) -> (source: Double, backdrop: Double) {
    switch mode {
    case .clear: (0, 0)
    case .copy: (1, 0)
    case .sourceIn: (ba, 0)
    case .sourceOut: (1 - ba, 0)
    case .sourceAtop: (ba, 1 - sa)
    case .destinationOver: (1 - ba, 1)
    case .destinationIn: (0, sa)
    case .destinationOut: (0, 1 - sa)
    case .destinationAtop: (1 - ba, sa)
    case .xor: (1 - ba, 1 - sa)
    default: (1, 1)
    }
  }

  @Test(
    "Porter–Duff modes follow their formulas, inside the shape only",
    arguments: porterDuff)
  func porterDuffModes(mode: BlendMode) throws {
    for backdrop in Self.colors {
      for source in Self.colors {
        let canvas = try CanvasShapeTests.canvas(2, 1)
        canvas.state.fillColor = backdrop
        canvas.fill(Rect(0, 0, 2, 1))
        let before = Self.pixel(canvas, 1, 0)
        canvas.state.fillColor = source
        canvas.state.blendMode = mode
        canvas.fill(Rect(0, 0, 1, 1))
        let (fs, fb) = Self.factors(mode, source.alpha, backdrop.alpha)
        let sum = source.premultiplied * fs + backdrop.premultiplied * fb
        let expected = sum.clamped(lowerBound: RGBA(repeating: 0), upperBound: RGBA(repeating: 1))
        #expect(Self.isClose(Self.pixel(canvas, 0, 0), expected), "\(source) over \(backdrop)")
        #expect(Self.pixel(canvas, 1, 0) == before)
      }
    }
  }

  @Test("Luminosity takes the brightness of the source and the hue of the backdrop")
  func luminosity() throws {
    let canvas = try CanvasShapeTests.canvas(1, 1)
    let backdrop = Color(0.6, 0.4, 0.3), gray = 0.5
    canvas.state.fillColor = backdrop
    canvas.fill(Rect(0, 0, 1, 1))
    canvas.state.fillColor = Color(gray, gray, gray)
    canvas.state.blendMode = .luminosity
    canvas.fill(Rect(0, 0, 1, 1))
    let luminance = 0.3 * 0.6 + 0.59 * 0.4 + 0.11 * 0.3
    let expected = backdrop.components + RGBA(repeating: gray - luminance)
    #expect(Self.isClose(Self.pixel(canvas, 0, 0), RGBA(expected.x, expected.y, expected.z, 1)))
  }

  // MARK: Gradients

  @Test("A linear gradient interpolates straight colours between its points")
  func linearGradient() throws {
    let canvas = try CanvasShapeTests.canvas(100, 1)
    let (a, b) = (Color(1, 0, 0, 1), Color(0, 0, 1, 0))
    canvas.draw(
      CanvasGradient(
        shape: .linear(from: Point(20, 0), to: Point(80, 0)),
        stops: [.init(color: a, location: 0), .init(color: b, location: 1)]))
    for x in 0..<100 {
      let t = min(max((Double(x) + 0.5 - 20) / 60, 0), 1)
      let mixed = Color(components: a.components * (1 - t) + b.components * t).premultiplied
      #expect(Self.isClose(Self.pixel(canvas, x, 0), mixed, 0.02), "x = \(x)")
    }
  }

  @Test("Beyond its ends a gradient is drawn only where asked")
  func gradientEnds() throws {
    for (before, after) in [(false, false), (true, false), (false, true)] {
      let canvas = try CanvasShapeTests.canvas(100, 1)
      canvas.draw(
        CanvasGradient(
          shape: .linear(from: Point(20, 0), to: Point(80, 0)),
          stops: [.init(color: .white, location: 0), .init(color: .white, location: 1)],
          coversBefore: before, coversAfter: after))
      #expect(Self.pixel(canvas, 10, 0).w == (before ? 1 : 0))
      #expect(Self.pixel(canvas, 50, 0).w == 1)
      #expect(Self.pixel(canvas, 90, 0).w == (after ? 1 : 0))
    }
  }

  @Test("A radial gradient grows from one circle to the other")
  func radialGradient() throws {
    let canvas = try CanvasShapeTests.canvas(101, 101)
    canvas.draw(
      CanvasGradient(
        shape: .radial(
          from: Point(50.5, 50.5), fromRadius: 10, to: Point(50.5, 50.5), toRadius: 40),
        stops: [.init(color: .white, location: 0), .init(color: .black, location: 1)]))
    for x in 50..<101 {
      let t = min(max((Double(x) - 50 - 10) / 30, 0), 1)
      #expect(Self.isClose(Self.pixel(canvas, x, 50), RGBA(1 - t, 1 - t, 1 - t, 1), 0.02))
    }
  }

  @Test("Turned and far from the origin a gradient is the same as near it")
  func farGradient() throws {
    func row(scrolledBy distance: Double) throws -> [RGBA] {
      let canvas = try CanvasShapeTests.canvas(1, 100)
      canvas.transform = Matrix4.translation(-distance, -distance)
        .concat(.rotation(.pi / 2, 0, 0, 1)).concat(.translation(0.5, 0))
      canvas.draw(
        CanvasGradient(
          shape: .radial(
            from: Point(distance, distance), fromRadius: 0, to: Point(distance, distance),
            toRadius: 100),
          stops: [.init(color: .white, location: 0), .init(color: .black, location: 1)]))
      return (0..<100).map { Self.pixel(canvas, 0, $0) }
    }
    for y in 0..<100 {
      let t = (Double(y) + 0.5) / 100
      for distance in [0, 300, 70_000.0] {
        let pixel = try row(scrolledBy: distance)[y]
        #expect(Self.isClose(pixel, RGBA(1 - t, 1 - t, 1 - t, 1), 0.01), "\(distance): \(y)")
      }
    }
  }

  @Test("What Cairo cannot tell the colours of is left out, and later drawing is not")
  func beyondPatterns() throws {
    let turned = Matrix4.rotation(1, 0, 0, 1)
    let transforms = [
      turned.concat(.translation(1e30, 1e300)), turned.concat(.translation(1e10, 0)),
      Matrix4.scale(1e-9, 1e9).concat(turned), turned.concat(.scale(1e-6, 1e-6)),
    ]
    for transform in transforms {
      let canvas = try CanvasShapeTests.canvas(10, 10)
      canvas.save()
      canvas.transform = transform
      let ends = [
        CanvasGradient.Stop(color: .white, location: 0), .init(color: .black, location: 1),
      ]
      canvas.draw(
        CanvasGradient(shape: .linear(from: .zero, to: Point(9, 1)), stops: ends))
      canvas.draw(
        CanvasGradient(
          shape: .radial(from: .zero, fromRadius: 1, to: Point(9, 1), toRadius: 5), stops: ends))
      canvas.draw(Self.checkers, in: Rect(0, 0, 1e-3, 5))
      canvas.restore()
      canvas.clear(Rect(0, 0, 10, 10))
      canvas.state.fillColor = .white
      canvas.fill(Rect(0, 0, 10, 10))
      #expect(Self.pixel(canvas, 5, 5) == RGBA(1, 1, 1, 1))
    }
  }

  // MARK: Images

  static var checkers: Bitmap {
    var bitmap = Bitmap(size: PixelSize(4, 4), format: .bgra8Premultiplied)
    for y in 0..<4 {
      for x in 0..<4 {
        let i = (y * 4 + x) * 4
        bitmap.bytes[i] = UInt8(x * 60)
        bitmap.bytes[i + 1] = UInt8(y * 60)
        bitmap.bytes[i + 2] = UInt8((x + y) % 2 * 200)
        bitmap.bytes[i + 3] = 255
      }
    }
    return bitmap
  }

  @Test(
    "An image on whole pixels is copied exactly, whatever the interpolation",
    arguments: [Interpolation.none, .low, .high])
  func copied(interpolation: Interpolation) throws {
    let canvas = try CanvasShapeTests.canvas(10, 10)
    canvas.state.interpolation = interpolation
    canvas.draw(Self.checkers, in: Rect(3, 5, 4, 4))
    let bitmap = canvas.bitmap()
    for y in 0..<10 {
      for x in 0..<10 {
        let inside = (3..<7).contains(x) && (5..<9).contains(y)
        #expect(bitmap[x, y] == (inside ? Self.checkers[x - 3, y - 5] : SIMD4(repeating: 0)))
      }
    }
  }

  @Test("Nearest-neighbour enlargement repeats pixels; interpolation has no fringe at the edges")
  func enlarged() throws {
    for interpolation in [Interpolation.none, .low, .high] {
      let canvas = try CanvasShapeTests.canvas(12, 12)
      canvas.state.interpolation = interpolation
      canvas.draw(Self.checkers, in: Rect(0, 0, 12, 12))
      let bitmap = canvas.bitmap()
      #expect(bitmap.isOpaque)
      for (x, y) in [(0, 0), (11, 11), (0, 11), (11, 0)] {
        #expect(bitmap[x, y] == Self.checkers[x / 3, y / 3])
      }
      guard interpolation == .none else { continue }
      for y in 0..<12 {
        for x in 0..<12 { #expect(bitmap[x, y] == Self.checkers[x / 3, y / 3]) }
      }
    }
  }

  @Test("Shrinking averages with high interpolation")
  func shrunk() throws {
    var stripes = Bitmap(size: PixelSize(64, 64), format: .bgra8Premultiplied)
    for i in stripes.bytes.indices { stripes.bytes[i] = i % 4 == 3 || i / 4 % 2 == 0 ? 255 : 0 }
    let canvas = try CanvasShapeTests.canvas(8, 8)
    canvas.draw(stripes, in: Rect(0, 0, 8, 8))
    #expect(Self.isClose(Self.pixel(canvas, 4, 4), RGBA(0.5, 0.5, 0.5, 1), 0.02))
  }

  @Test("A mask is drawn in the fill colour, and alpha counts")
  func mask() throws {
    let mask = Bitmap(size: PixelSize(2, 1), format: .alpha8, bytes: [255, 100])
    let canvas = try CanvasShapeTests.canvas(2, 1)
    canvas.state.fillColor = Color(0, 1, 0)
    canvas.state.alpha = 0.5
    canvas.draw(mask, in: Rect(0, 0, 2, 1))
    #expect(Self.isClose(Self.pixel(canvas, 0, 0), RGBA(0, 0.5, 0, 0.5)))
    #expect(Self.isClose(Self.pixel(canvas, 1, 0), RGBA(0, 0.196, 0, 0.196)))
  }
}
