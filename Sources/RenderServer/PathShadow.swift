import AnimationCore
import Geometry

/// The blurred inside of a path, below a layer.
struct PathShadow {
  /// The layer's.
  let slot: Int
  /// In the layer's own space, not moved yet.
  let path: Path
  let bounds: Rect
  let offset: Size
  /// Standard deviation in the layer's points; 0 for a hard copy.
  let sigma: Double
  /// Premultiplied, shadowOpacity included.
  let color: SIMD4<Double>

  /// Nil for a layer whose shadow, if there is one, has the shape of the layer.
  init?(_ values: [LayerValues], _ slot: Int, previous: PathShadow? = nil) {
    guard values[slot].shadowOpacity > 0, !values[slot].masksToBounds,
      let path = values[slot].shadowPath, !path.isEmpty, let color = values[slot].shadowColor
    else { return nil }
    let known = previous.flatMap { $0.path == path ? $0.bounds : nil }
    guard let bounds = known ?? path.bounds, bounds.isFinite else { return nil }
    self.slot = slot
    self.path = path
    self.bounds = bounds
    offset = values[slot].shadowOffset
    sigma = values[slot].shadowRadius > 0 ? values[slot].shadowRadius : 0
    self.color = LayerBody.drawn(color) * min(values[slot].shadowOpacity, 1)
    guard self.color.w > 0, offset.isFinite, sigma.isFinite else { return nil }
  }

  /// What drawing may touch, in the layer's own space; beyond three deviations nothing is drawn.
  var extent: Rect {
    let d = 3 * sigma
    return Rect(
      bounds.minX + offset.width - d, bounds.minY + offset.height - d, bounds.size.width + 2 * d,
      bounds.size.height + 2 * d)
  }

  /// The pixels that drawing may touch.
  func pixels(in plane: DevicePlane, within limit: PixelRect) -> PixelRect {
    plane.pixels(of: extent, within: limit)
  }
}
