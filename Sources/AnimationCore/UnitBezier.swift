/// A timing curve from (0, 0) to (1, 1) given by its two inner control points, whose x lie in 0…1.
package struct UnitBezier: Hashable, Sendable {
  package var x1: Double
  package var y1: Double
  package var x2: Double
  package var y2: Double

  package static let linear = UnitBezier(0, 0, 1, 1)
  package static let easeIn = UnitBezier(0.42, 0, 1, 1)
  package static let easeOut = UnitBezier(0, 0, 0.58, 1)
  package static let easeInEaseOut = UnitBezier(0.42, 0, 0.58, 1)
  package static let standard = UnitBezier(0.25, 0.1, 0.25, 1)

  /// Control x outside 0…1 is clamped; a number that is not finite counts as that of `linear`.
  package init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = x1.isFinite ? min(max(x1, 0), 1) : 0
    self.y1 = y1.isFinite ? y1 : 0
    self.x2 = x2.isFinite ? min(max(x2, 0), 1) : 1
    self.y2 = y2.isFinite ? y2 : 1
  }

  /// The curve's y at x, which is clamped to 0…1 first. The result leaves 0…1 where the control
  /// points make it overshoot. Exact to about 1e-12, vertical tangents included.
  package func value(at x: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    if x1 == y1 && x2 == y2 { return x }
    let s = parameter(at: x)
    let (a, b, c) = Self.coefficients(y1, y2)
    return ((a * s + b) * s + c) * s
  }

  /// The curve's slope dy/dx at x, clamped to 0…1 first; infinite on a vertical tangent.
  package func velocity(at x: Double) -> Double {
    if x1 == y1 && x2 == y2 { return 1 }
    let s = x > 0 ? (x < 1 ? parameter(at: x) : 1) : 0
    let (ax, bx, cx) = Self.coefficients(x1, x2)
    let (ay, by, cy) = Self.coefficients(y1, y2)
    let dx = (3 * ax * s + 2 * bx) * s + cx
    let dy = (3 * ay * s + 2 * by) * s + cy
    if abs(dx) > 1e-12 { return dy / dx }
    // A control point in the corner: the direction is that of the next derivative.
    let ddx = 6 * ax * s + 2 * bx
    let ddy = 6 * ay * s + 2 * by
    if abs(dy) > 1e-12 { return dy > 0 ? .infinity : -.infinity }
    if abs(ddx) > 1e-12 { return ddy / ddx }
    return abs(ddy) > 1e-12 ? .infinity : ay / ax
  }

  /// The s with x(s) = x, for x inside 0…1. x(s) does not decrease, so a bracket always holds the
  /// answer: Newton's step is taken while it stays inside, bisection where it does not.
  private func parameter(at x: Double) -> Double {
    let (a, b, c) = Self.coefficients(x1, x2)
    var low = 0.0
    var high = 1.0
    var s = x
    for _ in 0..<80 {
      let error = ((a * s + b) * s + c) * s - x
      if error == 0 { return s }
      if error > 0 { high = s } else { low = s }
      let slope = (3 * a * s + 2 * b) * s + c
      var next = s - error / slope
      // The comparison is also false for the NaN and infinity of a zero slope.
      if !(next > low && next < high) { next = (low + high) / 2 }
      let step = abs(next - s)
      s = next
      if step < 1e-15 || high - low < 1e-15 { break }
    }
    return s
  }

  /// Of the polynomial a·s³ + b·s² + c·s with the given inner control values.
  private static func coefficients(_ p1: Double, _ p2: Double) -> (Double, Double, Double) {
    (1 - 3 * p2 + 3 * p1, 3 * p2 - 6 * p1, 3 * p1)
  }
}
