import Geometry
import Renderer

/// An image without clip and perspective as the device gets it: most images, and so many of them in
/// one draw that they can share a texture. Shaders/picture.glsl mirrors it.
struct Picture: BitwiseCopyable {
  /// As in `DrawList.Solid`.
  var matrix: SIMD4<Float>
  var rect: SIMD4<Float>
  var color: SIMD4<Float>
  /// The rectangle's texture coordinates: those of its least corner, and their change across it.
  var place: SIMD4<Float>
  /// Least and greatest texture coordinate that may be sampled.
  var limits: SIMD4<Float>
  var offset: SIMD2<Float>
  /// All of `antialiased` or none.
  var edges: UInt32
  /// 0 is nearest; only where a depth buffer is.
  var depth: Float = 0

  static let antialiased: UInt32 = 15

  /// Nil for what these pipelines do not draw: clipped, seen in perspective, thin, or with some edges
  /// antialiased and others not.
  init?(
    _ instance: DrawList.Instance, of image: TextureStore.Entry, filter: DrawList.ImageFilter
  ) {
    guard instance.clip < 0, instance.row0.z == 0, instance.row1.z == 0, instance.row2.z == 1
    else { return nil }
    matrix = SIMD4(instance.row0.x, instance.row0.y, instance.row1.x, instance.row1.y)
    rect = instance.rect
    guard instance.params.y == Float(Self.antialiased) || instance.params.y == 0 else { return nil }
    edges = UInt32(instance.params.y)
    let trimmed = Self.trimmed(instance, image)
    guard edges == 0 || trimmed != nil || Parallelogram.isBroad(matrix, rect) else { return nil }
    color = instance.color
    offset = SIMD2(instance.row2.x, instance.row2.y)
    let texel = 1 / SIMD2<Float>(image.texture.image.size)
    let origin = SIMD2(Float(image.x), Float(image.y)) * texel
    let used = SIMD2<Float>(image.size) * texel
    var start = origin + instance.extra.lowHalf * used
    let across = instance.extra.highHalf * used
    if filter == .nearest {
      // As nearestBias() of Shaders/target.glsl.
      let perPixel =
        SIMD2(abs(matrix.w) + abs(matrix.z), abs(matrix.x) + abs(matrix.y))
        / abs(matrix.x * matrix.w - matrix.y * matrix.z)
      let bias = perPixel * across / rect.highHalf / 512
      start += SIMD2(abs(bias.x), abs(bias.y))
    }
    place = SIMD4(lowHalf: start, highHalf: across)
    // Half a texel inside, so that linear sampling reads neither beyond what was asked for nor from a
    // neighbour in the texture.
    let half = 0.5 * texel
    let a = origin + instance.radii.lowHalf * used, b = a + instance.radii.highHalf * used
    let middle = 0.5 * (a + b)
    let low = pointwiseMin(pointwiseMin(a, b) + half, middle)
    let high = pointwiseMax(pointwiseMax(a, b) - half, middle)
    limits = SIMD4(
      lowHalf: low.clamped(lowerBound: origin + half, upperBound: origin + used - half),
      highHalf: high.clamped(lowerBound: origin + half, upperBound: origin + used - half))
    if let trimmed {
      edges = 0
      let perPoint = place.highHalf / rect.highHalf
      place = SIMD4(
        lowHalf: place.lowHalf + (trimmed.lowHalf - rect.lowHalf) * perPoint,
        highHalf: trimmed.highHalf * perPoint)
      rect = trimmed
    }
  }

  /// The part of the rectangle outside of which the image is clear, where no edge can be seen: nothing
  /// to antialias is left then, and less to sample. Nil for parts of images, and where a pixel that an
  /// edge crosses may show something.
  private static func trimmed(
    _ instance: DrawList.Instance, _ image: TextureStore.Entry
  ) -> SIMD4<Float>? {
    let all = SIMD4<Float>(0, 0, 1, 1), rect = instance.rect
    guard let ink = image.ink, instance.extra == all, instance.radii == all,
      instance.row0.y == 0, instance.row1.x == 0
    else { return nil }
    let texels = SIMD2<Float>(image.size)
    // Linear sampling reaches half a texel beyond the ink, a crossed pixel half a pixel inwards.
    let pixels = rect.highHalf * SIMD2(abs(instance.row0.x), abs(instance.row1.y)) / texels
    let low = SIMD2(Float(ink.x), Float(ink.y)), high = SIMD2(Float(ink.maxX), Float(ink.maxY))
    let rim = pointwiseMin(low, texels - high) - 0.5
    guard rim.x * pixels.x >= 0.5, rim.y * pixels.y >= 0.5 else { return nil }
    let unit = rect.highHalf / texels
    let start = low - 0.51, end = high + 0.51
    return SIMD4(lowHalf: rect.lowHalf + start * unit, highHalf: (end - start) * unit)
  }

  /// All corners, softened ones too, are closer to device pixel `first` in both directions.
  func lies(within reach: Float, of first: SIMD2<Float>) -> Bool {
    let half = 0.5 * rect.highHalf, middle = rect.lowHalf + half
    let centre = matrix.lowHalf * middle.x + matrix.highHalf * middle.y + offset - first
    let x = abs(centre.x) + abs(matrix.x) * half.x + abs(matrix.z) * half.y
    let y = abs(centre.y) + abs(matrix.y) * half.x + abs(matrix.w) * half.y
    return max(x, y) + 2 < reach
  }

  /// Device pixels covered, wherever they are.
  var area: Float {
    abs((matrix.x * matrix.w - matrix.y * matrix.z) * rect.z * rect.w)
  }
}

/// Quads without perspective.
enum Parallelogram {
  /// Opposite edges lie at least two pixels apart along their normals' greater components: a pixel
  /// that one of them crosses lies wholly inside the other. Not so large that interpolated distances
  /// lose their precision.
  static func isBroad(_ matrix: SIMD4<Float>, _ rect: SIMD4<Float>) -> Bool {
    let area = abs(matrix.x * matrix.w - matrix.y * matrix.z)
    let across = max(abs(matrix.x), abs(matrix.y)), down = max(abs(matrix.z), abs(matrix.w))
    return rect.z * area >= 2.01 * down && rect.w * area >= 2.01 * across
      && rect.z * across < 4096 && rect.w * down < 4096
  }
}

extension SIMD2<Float> {
  init(_ size: PixelSize) { self.init(Float(size.width), Float(size.height)) }
}
