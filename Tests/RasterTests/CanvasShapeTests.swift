import Geometry
import Raster
import Testing

@Suite("Canvas: shapes")
struct CanvasShapeTests {
  static func canvas(_ width: Int = 40, _ height: Int = 40) throws -> Canvas {
    try #require(Canvas(size: PixelSize(width, height), format: .bgra8Premultiplied))
  }

  /// The covered area in pixels of a drawing in an opaque colour.
  static func area(_ canvas: Canvas) -> Double {
    let bitmap = canvas.bitmap()
    return (0..<bitmap.size.height).reduce(0.0) { sum, y in
      sum + (0..<bitmap.size.width).reduce(0.0) { $0 + Double(bitmap[$1, y].w) / 255 }
    }
  }

  static func line(_ points: Point...) -> Path {
    Path([.move(points[0])] + points.dropFirst().map { .line($0) })
  }

  static func circle(_ center: Point, _ radius: Double) -> Path {
    let k = radius * 0.5522847498
    let (x, y, r) = (center.x, center.y, radius)
    return Path([
      .move(Point(x + r, y)),
      .cubic(control1: Point(x + r, y + k), control2: Point(x + k, y + r), to: Point(x, y + r)),
      .cubic(control1: Point(x - k, y + r), control2: Point(x - r, y + k), to: Point(x - r, y)),
      .cubic(control1: Point(x - r, y - k), control2: Point(x - k, y - r), to: Point(x, y - r)),
      .cubic(control1: Point(x + k, y - r), control2: Point(x + r, y - k), to: Point(x + r, y)),
      .close,
    ])
  }

  @Test("A rectangle on whole pixels covers exactly those")
  func wholePixels() throws {
    let canvas = try Self.canvas()
    canvas.state.fillColor = Color(1, 0, 0)
    canvas.fill(Rect(3, 5, 7, 2))
    let bitmap = canvas.bitmap()
    for y in 0..<40 {
      for x in 0..<40 {
        let inside = (3..<10).contains(x) && (5..<7).contains(y)
        #expect(bitmap[x, y] == (inside ? SIMD4(255, 0, 0, 255) : SIMD4(0, 0, 0, 0)))
      }
    }
  }

  @Test("A rectangle between pixels covers them by the share of their area")
  func fractions() throws {
    let canvas = try Self.canvas()
    canvas.fill(Rect(2.25, 3.5, 4.5, 2.75))
    let bitmap = canvas.bitmap()
    let columns = [0, 0, 0.75, 1, 1, 1, 0.75, 0], rows = [0, 0, 0, 0.5, 1, 1, 0.25, 0]
    for (y, height) in rows.enumerated() {
      for (x, width) in columns.enumerated() {
        #expect(abs(Double(bitmap[x, y].w) - width * height * 255) <= 1, "(\(x), \(y))")
      }
    }
  }

  @Test("Premultiplied bytes are the colour times alpha times coverage")
  func premultiplied() throws {
    let canvas = try Self.canvas()
    canvas.state.fillColor = Color(1, 0.5, 0.25, 0.5)
    canvas.state.alpha = 0.5
    canvas.fill(Rect(0, 0, 1.5, 1))
    let bitmap = canvas.bitmap()
    for (x, coverage) in [(0, 1.0), (1, 0.5)] {
      let expected = [1, 0.5, 0.25, 1].map { $0 * 0.25 * coverage * 255 }
      for channel in 0..<4 {
        #expect(abs(Double(bitmap[x, 0][channel]) - expected[channel]) <= 1)
      }
    }
  }

  @Test("A disc's coverage adds up to π r²", arguments: [0.5, 3, 10.25, 17])
  func disc(radius: Double) throws {
    let canvas = try Self.canvas()
    canvas.fill(Self.circle(Point(20.3, 19.6), radius))
    #expect(abs(Self.area(canvas) - .pi * radius * radius) < 0.005 * .pi * radius * radius + 0.04)
  }

  @Test(
    "Line caps add nothing, half a disc, or half a square at each end",
    arguments: [(LineCap.butt, 0.0), (.round, Double.pi * 4), (.square, 16.0)])
  func caps(cap: LineCap, extra: Double) throws {
    let canvas = try Self.canvas()
    canvas.state.lineWidth = 4
    canvas.state.lineCap = cap
    canvas.stroke(Self.line(Point(10, 20), Point(30, 20)))
    #expect(abs(Self.area(canvas) - (80 + extra)) < 0.3)
  }

  @Test(
    "Joins of a right angle add a square, a quarter disc or a triangle",
    arguments: [(LineJoin.miter, 4.0), (.round, Double.pi), (.bevel, 2.0)])
  func joins(join: LineJoin, corner: Double) throws {
    let canvas = try Self.canvas()
    canvas.state.lineWidth = 4
    canvas.state.lineJoin = join
    canvas.stroke(Self.line(Point(10, 30), Point(30, 30), Point(30, 10)))
    // Two arms of 20 × 4 that overlap in a 2 × 2 square inside the corner.
    #expect(abs(Self.area(canvas) - (160 - 4 + corner)) < 0.3)
  }

  @Test("A miter longer than its limit becomes a bevel")
  func miterLimit() throws {
    let canvas = try Self.canvas()
    canvas.state.lineWidth = 4
    canvas.state.miterLimit = 1.4  // a right angle needs √2
    canvas.stroke(Self.line(Point(10, 30), Point(30, 30), Point(30, 10)))
    #expect(abs(Self.area(canvas) - 158) < 0.3)
  }

  @Test("Dashes start their pattern at the phase")
  func dashes() throws {
    let canvas = try Self.canvas()
    canvas.state.lineWidth = 2
    canvas.state.dash = LineDash(phase: 1, lengths: [3, 2])
    canvas.stroke(Self.line(Point(5, 10), Point(35, 10)))
    let bitmap = canvas.bitmap()
    for x in 5..<35 {
      #expect(bitmap[x, 10].w == ((x - 5 + 1) % 5 < 3 ? 255 : 0), "x = \(x)")
    }
  }

  @Test("Even-odd leaves a hole where nonzero fills")
  func fillRules() throws {
    var path = Path(rect: Rect(5, 5, 20, 20))
    path.elements += Path(rect: Rect(10, 10, 10, 10)).elements
    for (rule, expected) in [(FillRule.nonZero, 400.0), (.evenOdd, 300)] {
      let canvas = try Self.canvas()
      canvas.fill(path, rule: rule)
      #expect(Self.area(canvas) == expected)
    }
  }

  @Test("The transform maps paths when they are drawn, and the pen of strokes")
  func transform() throws {
    let canvas = try Self.canvas()
    canvas.transform = Matrix4.scale(2, 5).concat(.translation(3, 1))
    canvas.fill(Rect(1, 1, 4, 2))
    #expect(canvas.bitmap()[5, 6].w == 255)
    #expect(Self.area(canvas) == 80)
    canvas.transform = .identity
    canvas.clear(Rect(0, 0, 40, 40))
    #expect(Self.area(canvas) == 0)
    canvas.transform = .scale(2, 5)
    canvas.stroke(Self.line(Point(2, 4), Point(10, 4)))
    #expect(abs(Self.area(canvas) - 16 * 5) < 0.3)
    // The same path, given in device pixels.
    canvas.clear(Rect(0, 0, 40, 40))
    canvas.stroke(Self.line(Point(4, 20), Point(20, 20)), in: .device)
    #expect(abs(Self.area(canvas) - 16 * 5) < 0.3)
  }

  @Test("Clips intersect, and end with restore")
  func clips() throws {
    let canvas = try Self.canvas()
    canvas.save()
    canvas.clip(to: Rect(5, 5, 20, 20))
    canvas.clip(to: Rect(15, 0, 40, 10.5))
    canvas.fill(Rect(0, 0, 40, 40))
    #expect(abs(Self.area(canvas) - 10 * 5.5) < 0.1)
    #expect(canvas.restore())
    #expect(!canvas.restore())
    canvas.fill(Rect(0, 0, 40, 40))
    #expect(Self.area(canvas) == 1600)
  }

  @Test("An empty clip leaves nothing to draw on")
  func emptyClip() throws {
    let canvas = try Self.canvas()
    canvas.clip(to: Path())
    canvas.fill(Rect(0, 0, 40, 40))
    #expect(Self.area(canvas) == 0)
  }

  @Test("Save and restore keep the whole state")
  func saveAndRestore() throws {
    let canvas = try Self.canvas()
    let before = canvas.state
    canvas.save()
    canvas.state.fillColor = .white
    canvas.state.lineWidth = 7
    canvas.state.blendMode = .xor
    canvas.transform = .scale(3, 3)
    canvas.restore()
    #expect(canvas.state == before)
  }

  @Test("Without antialiasing every pixel is in or out")
  func aliased() throws {
    let canvas = try Self.canvas()
    canvas.state.antialiases = false
    canvas.fill(Self.circle(Point(20, 20), 13.3))
    #expect(Set(canvas.bitmap().bytes).isSubset(of: [0, 255]))
  }

  @Test("A mask canvas keeps coverage only")
  func mask() throws {
    let canvas = try #require(Canvas(size: PixelSize(5, 3), format: .alpha8))
    canvas.state.fillColor = Color(1, 0, 0, 0.5)
    canvas.fill(Rect(1, 0, 2.5, 3))
    let bitmap = canvas.bitmap()
    #expect(bitmap.format == .alpha8)
    #expect((0..<5).map { bitmap[$0, 1].w } == [0, 128, 128, 64, 0])
  }

  @Test("Numbers that are not finite, singular transforms and huge coordinates do no harm")
  func badNumbers() throws {
    let bad = [Double.nan, .infinity, -.infinity, 1e30, -1e30, 1e300, .leastNonzeroMagnitude, -0.0]
    let canvas = try Self.canvas()
    canvas.state.dash = LineDash(phase: 0, lengths: [1, 1e-9])
    for a in bad {
      for b in bad {
        let rect = Rect(a, b, b, a)
        let path = Path([
          .move(Point(a, b)), .line(Point(b, 3)), .quad(control: Point(a, a), to: Point(1, b)),
          .cubic(control1: Point(b, b), control2: Point(a, 2), to: Point(b, a)), .close,
        ])
        for transform in [
          Matrix4.identity, .scale(a, b), .translation(a, b), .scale(0, 0), .scale(1e-200, 1e-200),
          .scale(1e30, 1e30),
        ] {
          canvas.save()
          canvas.transform = transform
          canvas.state.lineWidth = a
          canvas.state.miterLimit = b
          canvas.state.lineJoin = .round
          canvas.fill(rect)
          canvas.fill(path)
          canvas.stroke(path)
          canvas.draw(Bitmap(size: PixelSize(1, 1), format: .bgra8Premultiplied), in: rect)
          canvas.draw(
            CanvasGradient(
              shape: .linear(from: Point(a, b), to: Point(b, 1)),
              stops: [.init(color: .black, location: a), .init(color: .white, location: 1)]))
          canvas.draw(
            CanvasGradient(
              shape: .radial(from: Point(a, b), fromRadius: a, to: Point(b, 1), toRadius: b),
              stops: [.init(color: .black, location: 0), .init(color: .white, location: 1)]))
          canvas.drawText(
            TextRequest(string: "x", style: TextStyle(size: a), boxSize: Size(b, a)))
          canvas.clip(to: rect)
          canvas.restore()
        }
      }
    }
    // The canvas still works.
    canvas.clear(Rect(0, 0, 40, 40))
    canvas.state = CanvasState()
    canvas.fill(Rect(0, 0, 4, 4))
    #expect(Self.area(canvas) == 16)
  }

  @Test("A shape far larger than the bitmap fills it")
  func huge() throws {
    let canvas = try Self.canvas()
    canvas.fill(Rect(-1e12, -1e12, 2e12, 2e12))
    #expect(Self.area(canvas) == 1600)
  }

  @Test(
    "Sizes beyond the limits make no canvas",
    arguments: [(0, 5), (5, 0), (-1, 5), (16_385, 1), (16_384, 16_384), (Int.max, Int.max)])
  func sizes(width: Int, height: Int) {
    #expect(Canvas(size: PixelSize(width, height), format: .alpha8) == nil)
  }
}
