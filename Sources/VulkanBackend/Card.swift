import Glibc
import Renderer

/// A rounded rectangle over its own blurred shadow as the device gets it: most things that look like
/// cards, drawn as one quad where a shadow and a shape each would change pipelines and blend twice.
/// Shaders/card.vert mirrors it.
///
/// Lengths are device pixels along the card's axes, about its middle, unless they count standard
/// deviations of the shadow.
struct Card: BitwiseCopyable {
  /// Where its x and y run on the device; of length 1, and at right angles.
  var axes: SIMD4<Float>
  /// What the quad covers: least and greatest corner.
  var reach: SIMD4<Float>
  /// From the middle to that of a corner, x and y; the corner's radius; what the border leaves of it.
  var body: SIMD4<Float>
  /// The shadow's middle and half its size, in standard deviations.
  var shade: SIMD4<Float>
  var fill: SIMD4<Float>
  /// What the border adds to the fill.
  var border: SIMD4<Float>
  var shadow: SIMD4<Float>
  /// The middle on the device; one over the standard deviation; the radius of the shadow's corners in
  /// standard deviations.
  var place: SIMD4<Float>

  /// Nil for what this pipeline does not draw: clipped, seen in perspective or stretched, with corners
  /// that differ, flow or hardly bend, with a shadow whose corners are large or close to each other.
  init?(shadow below: DrawList.Instance, under above: DrawList.Instance) {
    guard below.clip < 0, above.clip < 0, above.params.y == 15, below.params.y < 16,
      above.row0 == below.row0, above.row1 == below.row1, above.row2 == below.row2,
      let plane = Plane(above), below.castsShadowOfCard, below.hasEqualCorners,
      above.hasEqualCorners
    else { return nil }
    let scale = plane.scale
    let half = 0.5 * scale * above.rect.highHalf
    let radius = min(scale * above.radii.x, half.min()), width = scale * max(above.params.x, 0)
    // An edge that softens a pixel knows nothing of the one across.
    guard radius >= width + 1.5, half.max() < 4096 else { return nil }
    let centre = plane.pixel(above.middle)
    guard max(abs(centre.x), abs(centre.y)) < Plane.farthest else { return nil }
    // A pixel averages over its own width, which has a variance of 1/12.
    let sigma = (scale * scale * below.params.x * below.params.x + 1 / 12).squareRoot()
    let shift = scale * (below.middle - above.middle), cast = 0.5 * scale * below.rect.highHalf
    // What the eye can tell; as in Shaders/shadow.vert.
    let seen = sigma * min(max(2.93 + 0.36 * log(max(below.color.w, 1e-3)), 1), 3)
    let soft: Float = 0.75
    let low = pointwiseMin(-half - soft, shift - cast - seen)
    let high = pointwiseMax(half + soft, shift + cast + seen)
    // One quad for two things apart from each other would be mostly empty.
    guard Self.area(high - low) <= 1.25 * Self.area(2 * (cast + seen)) else { return nil }
    axes = plane.axes
    reach = SIMD4(lowHalf: low, highHalf: high)
    body = SIMD4(lowHalf: half - radius, highHalf: SIMD2(radius, radius - width))
    shade = SIMD4(lowHalf: shift, highHalf: cast) / sigma
    fill = above.color
    border = width > 0 ? above.extra - above.color * above.extra.w : .zero
    shadow = below.color
    place = SIMD4(
      lowHalf: centre, highHalf: SIMD2(1, min(scale * below.radii.x, cast.min())) / sigma)
  }

  private static func area(_ size: SIMD2<Float>) -> Float { size.x * size.y }

  /// How the card lies on the device: turned, mirrored and scaled alike in all directions.
  private struct Plane {
    let axes: SIMD4<Float>
    let scale: Float
    private let rows: (SIMD2<Float>, SIMD2<Float>, SIMD2<Float>)

    init?(_ instance: DrawList.Instance) {
      guard instance.row0.z == 0, instance.row1.z == 0, instance.row2.z == 1 else { return nil }
      rows = (instance.row0.lowHalf, instance.row1.lowHalf, instance.row2.lowHalf)
      let square = (rows.0 * rows.0).sum(), other = (rows.1 * rows.1).sum()
      let slip = 2e-6 * square
      guard square > 0, abs(square - other) <= slip, abs((rows.0 * rows.1).sum()) <= slip else {
        return nil
      }
      scale = square.squareRoot()
      axes = SIMD4(lowHalf: rows.0, highHalf: rows.1) / scale
    }

    /// Device pixels from where on the grid is finer than single precision, and differences are rounded.
    static let farthest: Float = 8192

    /// On a grid so fine that nobody sees it, and so coarse that differences of pixels are exact.
    func pixel(_ p: SIMD2<Float>) -> SIMD2<Float> {
      let grid: Float = 2048
      return ((rows.0 * p.x + rows.1 * p.y + rows.2) * grid).rounded(.toNearestOrEven) / grid
    }
  }
}

extension DrawList.Instance {
  fileprivate var middle: SIMD2<Float> { rect.lowHalf + 0.5 * rect.highHalf }

  fileprivate var hasEqualCorners: Bool { radii == SIMD4(repeating: radii.x) }

  /// Of kind `shadow`: its corners are small, and felt one at a time; as shadow.vert says.
  var castsShadowOfCard: Bool {
    let sigma = params.x, least = 0.5 * min(rect.z, rect.w)
    let radius = min(radii.max(), least)
    return sigma > 0 && radius <= 2 * sigma && least - radius > 2.95 * sigma
  }
}
