import AnimationCore
import Geometry
import Renderer

/// The shadow of whatever a layer and all below it draw: their alpha, blurred, tinted and moved.
struct SilhouetteShadow {
  /// Premultiplied, `shadowOpacity` included.
  var color: SIMD4<Double>
  /// In device pixels, by the plane in the middle of the layer's bounds.
  var offset: SIMD2<Double>
  /// Standard deviation along the device's axes, in pixels.
  var sigma: SIMD2<Double>
  /// In perspective, where `offset` is zero and `sigma` what it is at most: pixels that the shadow is
  /// moved at most, in whatever direction.
  private var slack = 0

  /// Nil for a layer that casts none, or casts that of a path.
  init?(_ values: [LayerValues], _ slot: Int, _ plane: DevicePlane) {
    guard values[slot].shadowOpacity > 0, !values[slot].masksToBounds,
      values[slot].shadowPath == nil, let shadowColor = values[slot].shadowColor
    else { return nil }
    color = shadowColor.premultiplied * min(values[slot].shadowOpacity, 1)
    guard color.w > 0, color.sum().isFinite else { return nil }
    let bounds = values[slot].bounds
    let middle = Point(bounds.midX, bounds.midY)
    let (x, y) = plane.derivatives(at: middle)
    let move = values[slot].shadowOffset
    offset = x * move.width + y * move.height
    let radius = values[slot].shadowRadius > 0 ? values[slot].shadowRadius : 0
    // A turned circle stays one; of a stretched and turned one the axes are kept.
    let along = (x * x + y * y).squareRoot()
    sigma = pointwiseMin(along * radius, SIMD2(repeating: PictureFilter.greatestSigma))
    if !plane.matrix.isAffine {
      let most = plane.greatestScale(in: bounds)
      offset = .zero
      sigma = SIMD2(repeating: min(most * radius, PictureFilter.greatestSigma))
      let moved = most * (move.width * move.width + move.height * move.height).squareRoot()
      guard moved < 1e6 else { return nil }
      slack = Int(moved.rounded(.up))
    }
    guard abs(offset.x) < 1e6, abs(offset.y) < 1e6, sigma.x.isFinite, sigma.y.isFinite
    else { return nil }
  }

  /// Whether there is anything to blur.
  var isSoft: Bool { sigma.max() > 0.05 }

  /// Pixels that the blur, moved by part of a pixel, reaches beyond the silhouette.
  var blurReach: Int { (isSoft ? BlurAxis.reach(sigma: sigma.max()) + 1 : 1) + slack }

  /// Pixels that the shadow reaches beyond the silhouette, in whatever direction.
  var reach: Int { blurReach + Int(max(abs(offset.x), abs(offset.y)).rounded(.up)) }

  /// Where the silhouette lies whose shadow falls on `box`.
  func source(of box: PixelRect) -> PixelRect {
    moved(box, by: -offset).outset(by: blurReach)
  }

  /// Where the shadow of `box` falls.
  func target(of box: PixelRect) -> PixelRect {
    moved(box, by: offset).outset(by: blurReach)
  }

  private func moved(_ box: PixelRect, by d: SIMD2<Double>) -> PixelRect {
    guard !box.isEmpty else { return .zero }
    let low = d.rounded(.down), high = d.rounded(.up)
    let x = box.x + Int(low.x), y = box.y + Int(low.y)
    return PixelRect(
      x, y, box.maxX + Int(high.x) - x, box.maxY + Int(high.y) - y)
  }
}

extension DevicePlane {
  /// How a device pixel moves when a point of the plane does, along x and along y.
  func derivatives(at p: Point) -> (SIMD2<Double>, SIMD2<Double>) {
    let v = matrix.applied(to: p)
    let q = SIMD2(v.x, v.y) / v.z
    return (
      (SIMD2(matrix.r0.x, matrix.r0.y) - q * matrix.r0.z) / v.z,
      (SIMD2(matrix.r1.x, matrix.r1.y) - q * matrix.r1.z) / v.z
    )
  }
}
