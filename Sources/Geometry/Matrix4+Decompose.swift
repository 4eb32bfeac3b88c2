import Glibc

/// A 2D affine matrix taken apart as in the CSS 2D transform specification: translation, scale,
/// angle and a rest that is the identity unless the matrix shears.
package struct AffineParts: Hashable, Sendable {
  package var translation: SIMD2<Double>
  /// Lengths of the images of the two axes; one of them is negative when the matrix mirrors.
  package var scale: SIMD2<Double>
  /// Radians, −π…π as taken from a matrix.
  package var angle: Double
  /// m11, m12, m21, m22 of what is left when scale and angle are taken away.
  package var rest: SIMD4<Double>

  package init(
    translation: SIMD2<Double>, scale: SIMD2<Double>, angle: Double, rest: SIMD4<Double>
  ) {
    self.translation = translation
    self.scale = scale
    self.angle = angle
    self.rest = rest
  }

  /// Nil when an axis shrinks to nothing. Only the 2D numbers of the matrix are looked at.
  package init?(_ m: Matrix4) {
    let (a, b, c, d) = (m.r0.x, m.r0.y, m.r1.x, m.r1.y)
    var sx = (a * a + b * b).squareRoot(), sy = (c * c + d * d).squareRoot()
    guard sx > 0, sy > 0, sx.isFinite, sy.isFinite else { return nil }
    if a * d - b * c < 0 {
      if a < d { sx = -sx } else { sy = -sy }
    }
    let angle = atan2(b / sx, a / sx)
    // The normalised rows, turned back by the angle.
    let (cosine, sine) = (a / sx, b / sx)
    let (u, v) = (c / sy, d / sy)
    self.init(
      translation: SIMD2(m.r3.x, m.r3.y), scale: SIMD2(sx, sy), angle: angle,
      rest: SIMD4(1, 0, u * cosine + v * sine, v * cosine - u * sine))
  }

  package var matrix: Matrix4 {
    let (c, s) = angle == 0 ? (1, 0) : (cos(angle), sin(angle))
    let m = rest
    return Matrix4(
      affine: (m.x * c - m.y * s) * scale.x, (m.x * s + m.y * c) * scale.x,
      (m.z * c - m.w * s) * scale.y, (m.z * s + m.w * c) * scale.y,
      translation.x, translation.y)
  }

  /// Changes `self` and the angle of `end` so that a straight line between their numbers is the
  /// shorter way round: the rule measured on Apple's systems. A turn by exactly π from no angle
  /// goes in the negative direction.
  package mutating func align(with end: inout AffineParts) {
    if (scale.x < 0 && end.scale.y < 0) || (scale.y < 0 && end.scale.x < 0) {
      scale = -scale
      angle += angle < 0 ? .pi : -.pi
    }
    // Two zero angles stay zero, so that unrotated matrices stay exactly unrotated.
    if angle == 0 && end.angle == 0 { return }
    if angle == 0 { angle = 2 * .pi }
    if end.angle == 0 { end.angle = 2 * .pi }
    if abs(angle - end.angle) > .pi {
      if angle > end.angle { angle -= 2 * .pi } else { end.angle -= 2 * .pi }
    }
  }

  /// Straight, number by number. Align the two first.
  package func lerp(to end: AffineParts, at t: Double) -> AffineParts {
    AffineParts(
      translation: translation + (end.translation - translation) * t,
      scale: scale + (end.scale - scale) * t, angle: angle + (end.angle - angle) * t,
      rest: rest + (end.rest - rest) * t)
  }
}

/// Any regular matrix as `scale · skew · rotation · translation · perspective` (row vectors, the
/// leftmost acts first), the rotation as a unit quaternion.
package struct SpatialParts: Hashable, Sendable {
  package var scale: SIMD3<Double>
  /// xy, xz, yz.
  package var skew: SIMD3<Double>
  /// x, y, z, w.
  package var quaternion: SIMD4<Double>
  package var translation: SIMD3<Double>
  /// The last column of the perspective factor; (0, 0, 0, 1) is none.
  package var perspective: SIMD4<Double>

  package init(
    scale: SIMD3<Double>, skew: SIMD3<Double>, quaternion: SIMD4<Double>,
    translation: SIMD3<Double>, perspective: SIMD4<Double>
  ) {
    self.scale = scale
    self.skew = skew
    self.quaternion = quaternion
    self.translation = translation
    self.perspective = perspective
  }

  /// Nil when the upper-left 3×3 numbers are singular or anything is not finite.
  package init?(_ m: Matrix4) {
    guard m.isFinite else { return nil }
    let l = LinearParts(m)
    guard !l.isSingular else { return nil }
    self.init(
      scale: l.scale, skew: l.skew, quaternion: l.quaternion,
      translation: SIMD3(m.r3.x, m.r3.y, m.r3.z), perspective: Matrix4.perspective(of: m))
  }

  package var matrix: Matrix4 {
    Matrix4(
      scale: scale, skew: skew, axes: Axes(quaternion: quaternion), translation: translation,
      perspective: perspective)
  }

  /// Straight, except for the rotation, which takes the shorter arc at constant speed.
  package func lerp(to end: SpatialParts, at t: Double) -> SpatialParts {
    SpatialParts(
      scale: scale + (end.scale - scale) * t, skew: skew + (end.skew - skew) * t,
      quaternion: slerp(quaternion, end.quaternion, t),
      translation: translation + (end.translation - translation) * t,
      perspective: perspective + (end.perspective - perspective) * t)
  }
}

/// The images of the three axes under a rotation.
package struct Axes {
  package var x: SIMD3<Double>
  package var y: SIMD3<Double>
  package var z: SIMD3<Double>

  package init(x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>) {
    self.x = x
    self.y = y
    self.z = z
  }

  package init(quaternion q: SIMD4<Double>) {
    x = SIMD3(
      1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.w * q.z), 2 * (q.x * q.z - q.w * q.y))
    y = SIMD3(
      2 * (q.x * q.y - q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z + q.w * q.x))
    z = SIMD3(
      2 * (q.x * q.z + q.w * q.y), 2 * (q.y * q.z - q.w * q.x), 1 - 2 * (q.x * q.x + q.y * q.y))
  }
}

extension Matrix4 {
  /// `scale · skew · rotation · translation · perspective`.
  package init(
    scale: SIMD3<Double>, skew: SIMD3<Double>, axes: Axes, translation t: SIMD3<Double>,
    perspective p: SIMD4<Double>
  ) {
    let x = axes.x * scale.x
    let y = (axes.y + axes.x * skew.x) * scale.y
    let z = (axes.z + axes.x * skew.y + axes.y * skew.z) * scale.z
    let q = SIMD3(p.x, p.y, p.z)
    self.init(
      SIMD4(x, dot(x, q)), SIMD4(y, dot(y, q)), SIMD4(z, dot(z, q)), SIMD4(t, dot(t, q) + p.w))
  }

  /// The last column of P in M = L · P, where L is M without perspective.
  fileprivate static func perspective(of m: Matrix4) -> SIMD4<Double> {
    let column = SIMD3(m.r0.w, m.r1.w, m.r2.w)
    guard column != .zero else { return SIMD4(0, 0, 0, m.r3.w) }
    // Solve L · p = column by Cramer's rule, with the rows of L as coefficients.
    let (a, b, c) = (m.r0.xyz, m.r1.xyz, m.r2.xyz)
    let det = dot(a, cross(b, c))
    let p = (cross(b, c) * column.x + cross(c, a) * column.y + cross(a, b) * column.z) / det
    guard (p.x + p.y + p.z).isFinite else { return SIMD4(column, m.r3.w) }
    return SIMD4(p, m.r3.w - dot(m.r3.xyz, p))
  }
}

/// Scale, skew and rotation of the upper-left 3×3 numbers of any matrix, singular ones included:
/// an axis without length gets the direction that the other two leave for it.
struct LinearParts {
  var scale: SIMD3<Double>
  var skew: SIMD3<Double>
  var axes: Axes
  var isSingular: Bool

  init(_ m: Matrix4) {
    let (l0, l1, l2) = (m.r0.xyz, m.r1.xyz, m.r2.xyz)
    // Gram–Schmidt; an axis shorter than its own rounding errors counts as absent.
    let first = unit(l0, atLeast: 0)
    let second = unit(l1 - project(l1, on: first), atLeast: 1e-12 * length(l1))
    let third = unit(
      l2 - project(l2, on: first) - project(l2, on: second), atLeast: 1e-12 * length(l2))
    isSingular = first == nil || second == nil || third == nil
    let x: SIMD3<Double>
    let y: SIMD3<Double>
    switch (first, second, third) {
    case (let a?, let b?, _): (x, y) = (a, b)
    case (let a?, nil, let c?): (x, y) = (a, cross(c, a))
    case (let a?, nil, nil): (x, y) = (a, anyNormal(to: a))
    case (nil, let b?, let c?): (x, y) = (cross(b, c), b)
    case (nil, let b?, nil): (x, y) = (-anyNormal(to: b), b)
    case (nil, nil, let c?):
      x = anyNormal(to: c)
      y = cross(c, x)
    case (nil, nil, nil): (x, y) = (SIMD3(1, 0, 0), SIMD3(0, 1, 0))
    }
    axes = Axes(x: x, y: y, z: third ?? cross(x, y))
    scale = SIMD3(dot(l0, axes.x), dot(l1, axes.y), dot(l2, axes.z))
    skew = SIMD3(
      scale.y == 0 ? 0 : dot(l1, axes.x) / scale.y,
      scale.z == 0 ? 0 : dot(l2, axes.x) / scale.z,
      scale.z == 0 ? 0 : dot(l2, axes.y) / scale.z)
    if dot(cross(axes.x, axes.y), axes.z) < 0 { mirrorOneAxis() }
  }

  /// Turns the left-handed axes into right-handed ones by a negative scale on the axis that points
  /// most against itself: in 2D the rule that the affine decomposition uses.
  private mutating func mirrorOneAxis() {
    if axes.x.x < axes.y.y && axes.x.x < axes.z.z {
      axes.x = -axes.x
      scale.x = -scale.x
      skew.x = -skew.x
      skew.y = -skew.y
    } else if axes.y.y <= axes.z.z {
      axes.y = -axes.y
      scale.y = -scale.y
      skew.x = -skew.x
      skew.z = -skew.z
    } else {
      axes.z = -axes.z
      scale.z = -scale.z
      skew.y = -skew.y
      skew.z = -skew.z
    }
  }

  var quaternion: SIMD4<Double> {
    let (a, b, c) = (axes.x, axes.y, axes.z)
    let trace = a.x + b.y + c.z
    let q: SIMD4<Double>
    if trace > 0 {
      q = SIMD4(b.z - c.y, c.x - a.z, a.y - b.x, 1 + trace)
    } else if a.x >= b.y && a.x >= c.z {
      q = SIMD4(1 + a.x - b.y - c.z, a.y + b.x, c.x + a.z, b.z - c.y)
    } else if b.y >= c.z {
      q = SIMD4(a.y + b.x, 1 + b.y - a.x - c.z, b.z + c.y, c.x - a.z)
    } else {
      q = SIMD4(c.x + a.z, b.z + c.y, 1 + c.z - a.x - b.y, a.y - b.x)
    }
    return q / (q * q).sum().squareRoot()
  }
}

/// A matrix as the parts that key paths such as `transform.rotation.z` name, in the order
/// `scale · skew · Rx · Ry · Rz · translation · perspective` (row vectors). Angles are not
/// normalised, so they can be counted over whole turns while the parts are kept.
package struct TransformParts: Hashable, Sendable {
  package var scale: SIMD3<Double>
  package var skew: SIMD3<Double>
  /// About x, y, z, in radians.
  package var rotation: SIMD3<Double>
  package var translation: SIMD3<Double>
  package var perspective: SIMD4<Double>

  /// Never fails: a singular matrix gets the directions it still shows.
  package init(_ m: Matrix4) {
    // Most layers that rotate do so from a transform that only moves and scales.
    if m.r0.y == 0, m.r1.x == 0, m.isAffine2D, m.r0.x > 0, m.r1.y > 0 {
      scale = SIMD3(m.r0.x, m.r1.y, 1)
      skew = .zero
      rotation = .zero
      translation = m.r3.xyz
      perspective = SIMD4(0, 0, 0, 1)
      return
    }
    let l = LinearParts(m)
    scale = l.scale
    skew = l.skew
    translation = m.r3.xyz
    perspective = Matrix4.perspective(of: m)
    let (a, b, c) = (l.axes.x, l.axes.y, l.axes.z)
    let cosine = (a.x * a.x + a.y * a.y).squareRoot()
    let y = atan2(-a.z, cosine)
    // With y at a quarter turn only the sum or difference of x and z is known: z is taken as 0.
    rotation =
      cosine > 1e-9
      ? SIMD3(atan2(b.z, c.z), y, atan2(a.y, a.x))
      : SIMD3(a.z < 0 ? atan2(b.x, b.y) : atan2(-b.x, b.y), y, 0)
  }

  package var matrix: Matrix4 {
    if rotation.x == 0, rotation.y == 0, skew == .zero, perspective == SIMD4(0, 0, 0, 1) {
      let (s, c) = sineAndCosine(rotation.z)
      return Matrix4(
        SIMD4(c, s, 0, 0) * scale.x, SIMD4(-s, c, 0, 0) * scale.y, SIMD4(0, 0, scale.z, 0),
        SIMD4(translation, 1))
    }
    let (sx, cx) = sineAndCosine(rotation.x)
    let (sy, cy) = sineAndCosine(rotation.y)
    let (sz, cz) = sineAndCosine(rotation.z)
    let axes = Axes(
      x: SIMD3(cy * cz, cy * sz, -sy),
      y: SIMD3(sx * sy * cz - cx * sz, sx * sy * sz + cx * cz, sx * cy),
      z: SIMD3(cx * sy * cz + sx * sz, cx * sy * sz - sx * cz, cx * cy))
    return Matrix4(
      scale: scale, skew: skew, axes: axes, translation: translation, perspective: perspective)
  }
}

private func sineAndCosine(_ angle: Double) -> (Double, Double) {
  angle == 0 ? (0, 1) : (sin(angle), cos(angle))
}

/// The shorter arc between two unit quaternions; beyond 0…1 it goes on along the same arc.
private func slerp(_ a: SIMD4<Double>, _ b: SIMD4<Double>, _ t: Double) -> SIMD4<Double> {
  var cosine = (a * b).sum()
  let end = cosine < 0 ? -b : b
  cosine = abs(cosine)
  // Near each other the arc is a line, and dividing by its sine would lose digits.
  guard cosine < 0.999_999 else {
    let q = a + (end - a) * t
    return q / (q * q).sum().squareRoot()
  }
  let angle = acos(cosine)
  return (a * sin((1 - t) * angle) + end * sin(t * angle)) / sin(angle)
}

extension SIMD4<Double> {
  fileprivate init(_ v: SIMD3<Double>, _ w: Double) { self.init(v.x, v.y, v.z, w) }
  fileprivate var xyz: SIMD3<Double> { SIMD3(x, y, z) }
}

private func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }

private func length(_ v: SIMD3<Double>) -> Double { dot(v, v).squareRoot() }

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

private func project(_ v: SIMD3<Double>, on axis: SIMD3<Double>?) -> SIMD3<Double> {
  axis.map { $0 * dot(v, $0) } ?? .zero
}

/// Nil when `v` is not longer than `least`.
private func unit(_ v: SIMD3<Double>, atLeast least: Double) -> SIMD3<Double>? {
  let l = length(v)
  return l > least && l.isFinite ? v / l : nil
}

/// In the plane of the screen when `v` is not along z, so that a flat layer stays flat.
private func anyNormal(to v: SIMD3<Double>) -> SIMD3<Double> {
  unit(SIMD3(-v.y, v.x, 0), atLeast: 1e-9) ?? SIMD3(1, 0, 0)
}
