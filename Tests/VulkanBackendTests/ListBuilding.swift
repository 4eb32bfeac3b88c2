import Geometry
import Renderer

let white = SIMD4<Float>(1, 1, 1, 1)
let black = SIMD4<Float>(0, 0, 0, 1)
let red = SIMD4<Float>(1, 0, 0, 1)
let green = SIMD4<Float>(0, 1, 0, 1)
let blue = SIMD4<Float>(0, 0, 1, 1)

/// Rows of a homography as draw lists hold them.
struct Rows {
  var row0 = SIMD4<Float>(1, 0, 0, 0)
  var row1 = SIMD4<Float>(0, 1, 0, 0)
  var row2 = SIMD4<Float>(0, 0, 1, 0)

  static let identity = Rows()

  static func translation(_ x: Float, _ y: Float) -> Rows {
    Rows(row2: SIMD4(x, y, 1, 0))
  }

  static func scale(_ x: Float, _ y: Float) -> Rows {
    Rows(row0: SIMD4(x, 0, 0, 0), row1: SIMD4(0, y, 0, 0))
  }

  /// Clockwise on the screen for a positive angle, about (x, y), by sine and cosine so that quarter
  /// turns can be exact.
  static func rotation(sine s: Float, cosine c: Float, about x: Float, _ y: Float) -> Rows {
    Rows(
      row0: SIMD4(c, s, 0, 0), row1: SIMD4(-s, c, 0, 0),
      row2: SIMD4(x - c * x + s * y, y - s * x - c * y, 1, 0))
  }

  func apply(_ x: Double, _ y: Double) -> Point {
    let v = SIMD4<Double>(row0) * x + SIMD4<Double>(row1) * y + SIMD4<Double>(row2)
    return Point(v.x / v.z, v.y / v.z)
  }
}

extension DrawList {
  /// Everything damaged.
  init(_ width: Int, _ height: Int, clear: SIMD4<Float> = white) {
    let size = PixelSize(width, height)
    self.init(size: size, damage: PixelRegion(size.bounds), clearColor: clear)
    passes = [Pass(target: .surface)]
  }

  /// Adds an instance to a pass, by default the last, as a batch of its own.
  mutating func add(
    _ kind: Kind, _ rect: SIMD4<Float>, _ color: SIMD4<Float>, rows: Rows = .identity,
    extra: SIMD4<Float> = .zero, radius: Float = 0, radii: SIMD4<Float>? = nil,
    own: Float = 0, edges: Float = 15, clip: Int = -1, texture: TextureSource = .none,
    blend: Blend = .over, backdrop: Int = -1, ramp: Int = 0, pass: Int? = nil
  ) {
    if kind == .solid {
      addSolid(rect, color, rows: rows, edges: edges, pass: pass)
      return
    }
    let at = instances.count
    instances.append(
      Instance(
        row0: rows.row0, row1: rows.row1, row2: rows.row2, rect: rect, color: color, extra: extra,
        radii: radii ?? (kind == .image ? extra : SIMD4(repeating: radius)),
        params: SIMD2(own, edges), clip: Int32(clip), ramp: Int32(ramp)))
    passes[pass ?? passes.count - 1].batches.append(
      Batch(
        kind: kind, texture: texture, blend: blend, backdrop: Int32(backdrop),
        instances: at..<(at + 1)))
  }

  private mutating func addSolid(
    _ rect: SIMD4<Float>, _ color: SIMD4<Float>, rows: Rows, edges: Float, pass: Int?
  ) {
    precondition(rows.row0.z == 0 && rows.row1.z == 0, "solids are not seen in perspective")
    let at = solids.count
    solids.append(
      Solid(
        matrix: SIMD4(rows.row0.x, rows.row0.y, rows.row1.x, rows.row1.y),
        offset: SIMD2(rows.row2.x, rows.row2.y), rect: rect, color: color, edges: UInt32(edges)))
    passes[pass ?? passes.count - 1].batches.append(
      Batch(kind: .solid, texture: .none, instances: at..<(at + 1)))
  }

  /// Adds an image drawn whole.
  mutating func add(
    _ image: PixelImage, _ rect: SIMD4<Float>, _ color: SIMD4<Float> = white,
    rows: Rows = .identity, unit: SIMD4<Float> = SIMD4(0, 0, 1, 1), nearest: Bool = false,
    edges: Float = 15, clip: Int = -1, blend: Blend = .over, pass: Int? = nil
  ) {
    if !uploads.contains(image) { uploads.append(image) }
    add(
      .image, rect, color, rows: rows, extra: unit, edges: edges, clip: clip,
      texture: .image(image.id, nearest ? .nearest : .linear), blend: blend, pass: pass)
  }

  /// Adds a pass that is drawn whole; returns its index.
  mutating func addPass(
    _ target: Pass.Target, start: Pass.Start = .clear, isWhole: Bool = true
  ) -> Int {
    passes.append(Pass(target: target, start: start, isWhole: isWhole))
    return passes.count - 1
  }

  /// Composites pass `index` over its area.
  mutating func composite(_ index: Int, _ color: SIMD4<Float> = white, clip: Int = -1) {
    guard case .offscreen(let area) = passes[index].target else { return }
    let rect = SIMD4<Float>(
      Float(area.x), Float(area.y), Float(area.width), Float(area.height))
    add(.pass, rect, color, edges: 0, clip: clip, texture: .pass(index))
  }

  /// Adds a clip that is a rounded rectangle in device pixels, or in the plane that `inverse` leads to.
  mutating func addClip(
    _ rect: SIMD4<Float>, radius: Float = 0, inverse: Rows = .identity, parent: Int = -1,
    isContinuous: Bool = false
  ) -> Int {
    clips.append(
      Clip(
        row0: inverse.row0, row1: inverse.row1, row2: inverse.row2, rect: rect,
        radii: SIMD4(repeating: radius), parent: Int32(parent), shape: isContinuous ? 2 : 0))
    return clips.count - 1
  }

  /// Adds the clip a·x + b·y + c ≥ 0 in device pixels.
  mutating func addHalfPlane(_ a: Float, _ b: Float, _ c: Float, parent: Int = -1) -> Int {
    clips.append(
      Clip(
        row0: Rows.identity.row0, row1: Rows.identity.row1, row2: Rows.identity.row2,
        rect: SIMD4(a, b, c, 0), parent: Int32(parent), shape: 1))
    return clips.count - 1
  }
}

extension Bitmap {
  init(_ width: Int, _ height: Int, _ pixels: (Int, Int) -> SIMD4<UInt8>) {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let p = pixels(x, y)
        bytes += [p.z, p.y, p.x, p.w]
      }
    }
    self.init(size: PixelSize(width, height), format: .bgra8Premultiplied, bytes: bytes)
  }

  /// The greatest difference of any byte.
  func difference(_ other: Bitmap) -> Int {
    guard size == other.size else { return 256 }
    return zip(bytes, other.bytes).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }
}
