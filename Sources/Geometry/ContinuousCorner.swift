/// A corner that flows into its sides, so that the curvature has no jump; as shaders evaluate it.
///
/// It takes up `reach` radii of both sides: 1.528665 where there is room, less where that is more than
/// half the shorter side, down to 1, where it is a quarter of a circle. Between the two the curve
/// changes evenly; `Path(continuousRoundedRect:)` has the same as cubics.
///
/// The curve is symmetric about the corner's diagonal. Seen from there it is an even function of the
/// place across, which a polynomial gives to 0.08 % of the radius.
package struct ContinuousCorner {
  /// Measured on Apple's systems.
  package static let longestReach = 1.528665

  /// Radii of each side that the corner takes up.
  package let reach: Double
  private let radius: Double
  /// By powers of the squared place across, which ends at 1.
  private let coefficients: SIMD4<Double>

  /// - Parameter room: Half the shorter side of the rectangle.
  package init(radius: Double, room: Double) {
    self.radius = radius
    reach = min(max(room / radius, 1), Self.longestReach)
    let s = (reach - 1) / (Self.longestReach - 1)
    coefficients =
      SIMD4(0.0614255, 0.0061892, 0.0340439, -0.0368420)
      + s
      * (SIMD4(-0.1898248, -0.3256448, -0.1738089, 0.2936867)
        + s * SIMD4(0.0003718, 0.1076460, 0.6020657, -0.5431901))
  }

  /// Whether a point so far from the two sides, inwards positive, is on the inner side of the curve;
  /// true beyond its ends.
  package func contains(_ x: Double, _ y: Double) -> Bool {
    guard radius > 0 else { return true }
    let x = x / radius, y = y / radius
    guard max(x, y) < reach else { return true }
    let across = (x - y) / reach, u = across * across
    let c = coefficients
    let bend = c.x + u * (c.y + u * (c.z + u * c.w))
    let diagonal = 0.5.squareRoot()
    let curve = 0.5 * reach * diagonal * (1 + u) + (1 - u) * (1 - u) * bend
    return (x + y) * diagonal >= curve
  }
}
