import Geometry

/// What a spline can run through.
protocol SplinePoint: Hashable, Sendable {
  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, s: Double) -> Self
  var length: Double { get }
}

extension SIMD4<Double>: SplinePoint {}

/// One segment of a spline as a polynomial of u, which runs from 0 to 1.
struct CubicSegment<V: SplinePoint>: Hashable, Sendable {
  private var a: V
  private var b: V
  private var c: V
  private var d: V

  /// The Hermite segment with the tangents `m0` and `m1`.
  init(from p0: V, tangent m0: V, to p1: V, tangent m1: V) {
    let delta = p1 - p0
    a = p0
    b = m0
    c = delta * 3 - m0 * 2 - m1
    d = m0 + m1 - delta * 2
  }

  /// A straight line.
  init(from p0: V, to p1: V) {
    let delta = p1 - p0
    let zero = delta - delta
    a = p0
    b = delta
    c = zero
    d = zero
  }

  func value(at u: Double) -> V { ((d * u + c) * u + b) * u + a }

  func tangent(at u: Double) -> V { (d * (3 * u) + c * 2) * u + b }

  /// The length of the curve between two parameters, by Gauss–Legendre with three points.
  func length(from u0: Double, to u1: Double) -> Double {
    let middle = (u0 + u1) / 2
    let half = (u1 - u0) / 2
    let offset = half * 0.774_596_669_241_483_4  // √(3/5)
    let outer = tangent(at: middle - offset).length + tangent(at: middle + offset).length
    return half * (outer * 5 + tangent(at: middle).length * 8) / 9
  }

  /// The parameter that lies the given share of the arc between `u0` and `u1` behind `u0`. By
  /// Newton's method from the even division, which is near already when the piece is short.
  func parameter(share: Double, of u0: Double, _ u1: Double) -> Double {
    let wanted = share * length(from: u0, to: u1)
    var u = u0 + (u1 - u0) * share
    for _ in 0..<3 {
      let speed = tangent(at: u).length
      guard speed > 0 else { break }
      u = min(max(u - (length(from: u0, to: u) - wanted) / speed, u0), u1)
    }
    return u
  }
}

/// Tension, continuity and bias at the keys of a Kochanek–Bartels spline; an array whose count is
/// not that of the keys is ignored.
struct SplineShape {
  var tensions: [Double]
  var continuities: [Double]
  var biases: [Double]

  init(_ track: KeyframeTrack, count: Int) {
    func usable(_ numbers: [Double]) -> [Double] {
      numbers.count == track.values.count && numbers.allSatisfy(\.isFinite)
        ? numbers : [Double](repeating: 0, count: count)
    }
    tensions = usable(track.tensions)
    continuities = usable(track.continuities)
    biases = usable(track.biases)
  }

  /// The segments through the points at the given times. The first and the last tangent are the
  /// full difference to the neighbour.
  func segments<V: SplinePoint>(through points: [V], at times: [Double]) -> [CubicSegment<V>] {
    let last = points.count - 1
    return (0..<last).map { i in
      let delta = points[i + 1] - points[i]
      return CubicSegment(
        from: points[i], tangent: i == 0 ? delta : tangent(points, times, i, isOutgoing: true),
        to: points[i + 1],
        tangent: i + 1 == last ? delta : tangent(points, times, i + 1, isOutgoing: false))
    }
  }

  /// The tangent at an inner key, for a parameter that runs over the segment beside it.
  private func tangent<V: SplinePoint>(
    _ points: [V], _ times: [Double], _ i: Int, isOutgoing: Bool
  ) -> V {
    let (t, b) = (tensions[i], biases[i])
    let c = isOutgoing ? continuities[i] : -continuities[i]
    let before = points[i] - points[i - 1]
    let after = points[i + 1] - points[i]
    let d0 = times[i] - times[i - 1]
    let d1 = times[i + 1] - times[i]
    let spacing = d0 + d1 > 0 ? 2 * (isOutgoing ? d1 : d0) / (d0 + d1) : 1
    return (before * ((1 - t) * (1 + c) * (1 + b) / 2) + after * ((1 - t) * (1 - c) * (1 - b) / 2))
      * spacing
  }
}

/// A decomposed matrix as a point of a spline.
struct MatrixChannels: SplinePoint {
  private var c0: SIMD4<Double>
  private var c1: SIMD4<Double>
  private var c2: SIMD4<Double>
  private var c3: SIMD4<Double>
  private var c4: SIMD4<Double>

  /// Every matrix, flat ones in the 2D way if all are; nil when one is singular. Rotations take the
  /// shorter way from each matrix to the next.
  static func through(_ matrices: [Matrix4]) -> (points: [MatrixChannels], isFlat: Bool)? {
    let isFlat = matrices.allSatisfy(\.isAffine2D)
    var result: [MatrixChannels] = []
    if isFlat {
      var angle = 0.0
      for m in matrices {
        guard var parts = AffineParts(m) else { return nil }
        let turns = ((parts.angle - angle) / (2 * .pi)).rounded()
        if !result.isEmpty { parts.angle -= turns * 2 * .pi }
        angle = parts.angle
        result.append(MatrixChannels(parts))
      }
    } else {
      var quaternion = SIMD4(0.0, 0, 0, 1)
      for m in matrices {
        guard var parts = SpatialParts(m) else { return nil }
        if (quaternion * parts.quaternion).sum() < 0 { parts.quaternion = -parts.quaternion }
        quaternion = parts.quaternion
        result.append(MatrixChannels(parts))
      }
    }
    return (result, isFlat)
  }

  private init(_ p: AffineParts) {
    c0 = SIMD4(p.translation.x, p.translation.y, p.scale.x, p.scale.y)
    c1 = SIMD4(p.angle, 0, 0, 0)
    c2 = p.rest
    c3 = .zero
    c4 = .zero
  }

  private init(_ p: SpatialParts) {
    c0 = SIMD4(p.translation.x, p.translation.y, p.translation.z, 0)
    c1 = SIMD4(p.scale.x, p.scale.y, p.scale.z, 0)
    c2 = SIMD4(p.skew.x, p.skew.y, p.skew.z, 0)
    c3 = p.quaternion
    c4 = p.perspective
  }

  func matrix(isFlat: Bool) -> Matrix4 {
    if isFlat {
      return AffineParts(
        translation: SIMD2(c0.x, c0.y), scale: SIMD2(c0.z, c0.w), angle: c1.x, rest: c2
      ).matrix
    }
    let norm = c3.length
    return SpatialParts(
      scale: SIMD3(c1.x, c1.y, c1.z), skew: SIMD3(c2.x, c2.y, c2.z),
      quaternion: norm > 0 ? c3 / norm : SIMD4(0, 0, 0, 1),
      translation: SIMD3(c0.x, c0.y, c0.z), perspective: c4
    ).matrix
  }

  private init(
    _ c0: SIMD4<Double>, _ c1: SIMD4<Double>, _ c2: SIMD4<Double>, _ c3: SIMD4<Double>,
    _ c4: SIMD4<Double>
  ) {
    self.c0 = c0
    self.c1 = c1
    self.c2 = c2
    self.c3 = c3
    self.c4 = c4
  }

  static func + (a: Self, b: Self) -> Self {
    Self(a.c0 + b.c0, a.c1 + b.c1, a.c2 + b.c2, a.c3 + b.c3, a.c4 + b.c4)
  }

  static func - (a: Self, b: Self) -> Self {
    Self(a.c0 - b.c0, a.c1 - b.c1, a.c2 - b.c2, a.c3 - b.c3, a.c4 - b.c4)
  }

  static func * (a: Self, s: Double) -> Self {
    Self(a.c0 * s, a.c1 * s, a.c2 * s, a.c3 * s, a.c4 * s)
  }

  var length: Double {
    (c0 * c0 + c1 * c1 + c2 * c2 + c3 * c3 + c4 * c4).sum().squareRoot()
  }
}
