/// The curves that run beside a Bézier curve at a pen's half width, as cubics.
///
/// Where the parameter moves on by dt, the curve at the distance d moves by (1 − d·κ) times what the
/// middle does, in the same direction: κ is the curvature, positive for a turn from +x towards +y,
/// and d counts towards the side +y has from +x. So ends and tangents are exact, and a cubic through
/// them is as near as the piece is short.
struct CurveOffsets {
  enum Piece {
    case smooth(Double, Double)
    /// So short a piece in which the direction changes that it is a corner.
    case turn(Double, Double)
  }

  private let curve: PathSegment
  private let half: Double
  private let tolerance: Double

  private static let maximumDepth = 18
  /// Of a curve that no pen draws: a thousand times those of one that bends and turns as it can.
  private static let mostPieces = 1 << 12

  init(_ curve: PathSegment, half: Double) {
    self.curve = curve
    self.half = half
    tolerance = max(half * 1e-4, curve.controlLength * 1e-9)
  }

  /// From start to end, each so short that `fit` is near, and without a change of the sign of
  /// `stretch` in it.
  func pieces() -> [Piece] {
    var result: [Piece] = []
    divide(0, 1, depth: 0, into: &result)
    return result
  }

  private func divide(_ t0: Double, _ t1: Double, depth: Int, into result: inout [Piece]) {
    if let turn = turn(t0, t1), turn > 0.5, isFit(t0, t1, at: half), isFit(t0, t1, at: -half) {
      appendSmooth(t0, t1, into: &result)
    } else if depth == Self.maximumDepth || result.count >= Self.mostPieces {
      if let turn = turn(t0, t1), turn <= 0.5 {
        result.append(.turn(t0, t1))
      } else {
        appendSmooth(t0, t1, into: &result)
      }
    } else {
      let middle = (t0 + t1) / 2
      divide(t0, middle, depth: depth + 1, into: &result)
      divide(middle, t1, depth: depth + 1, into: &result)
    }
  }

  /// Divided wherever one of the sides begins or ceases to run backwards: around an inflection both
  /// may do so in one piece.
  private func appendSmooth(_ t0: Double, _ t1: Double, into result: inout [Piece]) {
    let changes = [half, -half].compactMap { changeOfSign(t0, t1, by: $0) }
    let ends = [t0] + changes.sorted() + [t1]
    result += zip(ends, ends.dropFirst()).map { .smooth($0, $1) }
  }

  /// The cosine of the angle between the directions at two parameters.
  private func turn(_ t0: Double, _ t1: Double) -> Double? {
    guard let d0 = curve.direction(at: t0), let d1 = curve.direction(at: t1) else { return nil }
    return d0.dot(d1)
  }

  private func isFit(_ t0: Double, _ t1: Double, at distance: Double) -> Bool {
    let fit = fit(t0, t1, at: distance)
    return [0.25, 0.5, 0.75].allSatisfy { u in
      let error = (fit.point(at: u) - point(at: t0 + (t1 - t0) * u, distance)).length
      // What is too large for its square to be a number does not get better by division.
      return error <= tolerance || !error.isFinite
    }
  }

  /// The cubic beside a piece.
  func fit(_ t0: Double, _ t1: Double, at distance: Double) -> PathSegment {
    let a = point(at: t0, distance), b = point(at: t1, distance)
    let third = (t1 - t0) / 3
    let s0 = stretch(at: t0, by: distance), s1 = stretch(at: t1, by: distance)
    return .cubic(
      from: a, control1: a + curve.derivative(at: t0) * (s0 * third),
      control2: b - curve.derivative(at: t1) * (s1 * third), to: b)
  }

  private func point(at t: Double, _ distance: Double) -> Point {
    let p = curve.point(at: t)
    guard let direction = curve.direction(at: t) else { return p }
    return p + direction.quarterTurn * distance
  }

  /// 1 − d·κ: how much further the curve at a distance moves than the middle; negative where it runs
  /// backwards. 1 where the curvature is not known.
  func stretch(at t: Double, by distance: Double) -> Double {
    curvature(at: t).map { 1 - distance * $0 } ?? 1
  }

  /// Nil where it is infinite or the curve is a point.
  private func curvature(at t: Double) -> Double? {
    let velocity = curve.derivative(at: t)
    let speed = velocity.length
    let curvature = velocity.cross(curve.secondDerivative(at: t)) / (speed * speed * speed)
    return curvature.isFinite ? curvature : nil
  }

  /// Where the curve at a distance begins or ceases to run backwards.
  private func changeOfSign(_ t0: Double, _ t1: Double, by distance: Double) -> Double? {
    let starts = stretch(at: t0, by: distance) < 0
    guard starts != (stretch(at: t1, by: distance) < 0) else { return nil }
    var (low, high) = (t0, t1)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if (stretch(at: middle, by: distance) < 0) == starts { low = middle } else { high = middle }
    }
    return low > t0 ? low : nil
  }

  /// The centres of curvature, which lie between the middle and a side that runs backwards.
  ///
  /// A side that runs backwards in the middle of a piece may run forwards at both its ends. There the
  /// centre lies beyond the side, near an inflection anywhere, and the side itself takes its place.
  func centers(from t0: Double, to t1: Double, at distance: Double) -> [Point] {
    (0...4).map { i in
      let t = t0 + (t1 - t0) * Double(i) / 4
      let p = curve.point(at: t)
      guard let curvature = curvature(at: t), let direction = curve.direction(at: t) else {
        return p
      }
      return p + direction.quarterTurn * (distance * curvature > 1 ? 1 / curvature : distance)
    }
  }
}
