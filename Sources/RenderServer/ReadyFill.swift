import Geometry
import Renderer

/// A layer that is nothing but a fill and has nothing below it, as the quad that draws it where
/// nothing cuts it and nothing above fades: kept until the layer changes or moves, so that drawing
/// it again is copying 64 bytes.
struct ReadyFill {
  /// Device pixel = x · (matrix.x, matrix.y) + y · (matrix.z, matrix.w) + offset.
  private(set) var matrix = SIMD4<Float>(1, 0, 0, 1)
  /// In the layer's own points, or whole pixels.
  private(set) var rect = SIMD4<Float>.zero
  /// Premultiplied, the layer's factor included.
  private var color = SIMD4<Float>.zero
  private(set) var offset = SIMD2<Float>.zero
  /// Those that are antialiased, as drawn and as the layer has them.
  private var edges: UInt8 = 0
  private var ownEdges: UInt8 = 0
  /// Off where drawing takes more than one quad, or another kind of one.
  private(set) var isReady = false
  /// There is such a quad, `isReady` or not.
  private(set) var isKept = false
  /// Its place in `PlainPictures`; negative for a fill.
  private(set) var picture: Int32 = -1

  init() {}

  /// `surface` is all of it, to which pixels are limited.
  init(
    _ body: PlainBody, factor: SIMD4<Double>, _ plane: DevicePlane, within surface: PixelRect
  ) {
    color = SIMD4<Float>(body.fill * factor)
    isKept = true
    ownEdges = body.edges
    guard plane.matrix.isAffine else { return }
    place(FlatPlane(AffineMatrix(plane.matrix)), body.rect, within: surface)
  }

  /// Of a plain picture.
  init(picture body: PlainBody, _ plane: DevicePlane) {
    ownEdges = body.edges
    picture = body.picture
    isKept = true
    guard plane.matrix.isAffine else { return }
    place(FlatPlane(AffineMatrix(plane.matrix)), body.rect, within: .zero)
  }

  /// Moves the quad. True when it draws something else than before.
  @inline(__always) @discardableResult
  mutating func place(_ plane: FlatPlane, _ rect: Rect, within surface: PixelRect) -> Bool {
    if plane.isAxisAligned && picture < 0 { return placeAligned(plane, rect, within: surface) }
    let m = plane.matrix
    let newMatrix = SIMD4(Float(m.a), Float(m.b), Float(m.c), Float(m.d))
    let newOffset = SIMD2(Float(m.tx), Float(m.ty))
    let wasTurned = isReady && edges == ownEdges
    isReady = plane.isSurelyDrawable(rect)
    edges = ownEdges
    self.rect = SIMD4<Float>(rect)
    let isSame = wasTurned && isReady && newMatrix == matrix && newOffset == offset
    matrix = newMatrix
    offset = newOffset
    return !isSame
  }

  @inline(never) private mutating func placeAligned(
    _ plane: FlatPlane, _ rect: Rect, within surface: PixelRect
  ) -> Bool {
    let old = self
    let m = plane.matrix
    if let pixels = plane.devicePlane.wholePixels(of: rect, within: surface), !pixels.isEmpty {
      matrix = SIMD4(1, 0, 0, 1)
      offset = .zero
      self.rect = SIMD4<Float>(pixels)
      edges = 0
      isReady = true
    } else {
      // Not drawn from here; kept to tell whether anything moves.
      matrix = SIMD4(Float(m.a), Float(m.b), Float(m.c), Float(m.d))
      offset = SIMD2(Float(m.tx), Float(m.ty))
      self.rect = SIMD4<Float>(rect)
      isReady = false
    }
    return isReady != old.isReady || matrix != old.matrix || offset != old.offset
      || self.rect != old.rect
  }

  /// The quad of a picture; valid where it `isReady`.
  @inline(__always) func instance(_ picture: PlainPicture) -> DrawList.Instance {
    DrawList.Instance(
      row0: SIMD4(matrix.x, matrix.y, 0, 0), row1: SIMD4(matrix.z, matrix.w, 0, 0),
      row2: SIMD4(offset.x, offset.y, 1, 0), rect: rect, color: picture.color,
      extra: picture.part, radii: picture.part, params: SIMD2(0, Float(edges)), clip: -1)
  }

  /// The quad; valid where it `isReady`.
  @inline(__always) var solid: DrawList.Solid {
    DrawList.Solid(matrix: matrix, offset: offset, rect: rect, color: color, edges: UInt32(edges))
  }
}
