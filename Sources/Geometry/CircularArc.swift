import Glibc

/// An arc of a circle that a path consists of, made of equal Bézier curves: what drawing functions make
/// of circles and arcs.
package struct CircularArc: Hashable, Sendable {
  package var center: Point
  package var radius: Double
  /// Where it begins, as an angle from +x towards +y.
  package var start: Double
  /// The angle it goes through, negative for the other direction; a full turn at most.
  package var sweep: Double
  /// That of each curve, without a sign.
  package var step: Double
  package var isClosed: Bool

  package var isWhole: Bool { abs(sweep) > 2 * .pi - 1e-9 }
  package var isOfQuarters: Bool { abs(step - .pi / 2) < 1e-6 }

  /// Such a curve of a quarter lies outside of its circle, by this share of the radius at 22.5° and
  /// 67.5°. With a, the angle from its start: this · (1 − cos² 4a) · (1 + 0.428 cos 4a), with an error
  /// of 2e-5. That of shorter curves falls with the sixth power of their angle.
  package static let bulge = 2.725e-4

  /// Where a share of the path's length ends.
  package func angle(at share: Double) -> Double {
    var along = abs(sweep) * share
    // Where it bulges the way is longer.
    if isOfQuarters { along += Self.bulge / 16 * sin(8 * along) }
    return start + (sweep < 0 ? -along : along)
  }
}

extension Path {
  /// Nil for anything but one arc.
  package var circularArc: CircularArc? {
    guard elements.count >= 2, elements.count <= 10, case .move(let first)? = elements.first,
      case .cubic(let c1, _, let p1) = elements[1]
    else { return nil }
    // The centre lies on the normal of the first tangent, as far from both ends of the curve.
    let tangent = c1 - first, chord = p1 - first
    guard let direction = tangent.direction else { return nil }
    let normal = direction.quarterTurn
    let signed = chord.dot(chord) / (2 * normal.dot(chord))
    let radius = abs(signed)
    guard radius > 1e-9, radius < 1e9 else { return nil }
    let center = first + normal * signed
    let from = first - center, to = p1 - center
    let step = atan2(from.cross(to), from.dot(to))
    guard abs(step) > 1e-6, abs(step) < .pi / 2 + 1e-6, (step > 0) == (signed > 0) else {
      return nil
    }
    let near = radius * 1e-7
    let reach = 4.0 / 3 * tan(step / 4)
    var curves = 0
    var arm = from
    var isClosed = false
    for element in elements.dropFirst() {
      switch element {
      case .cubic(let c1, let c2, let p):
        guard !isClosed else { return nil }
        let next = Point(
          arm.x * cos(step) - arm.y * sin(step), arm.x * sin(step) + arm.y * cos(step))
        guard (center + arm + arm.quarterTurn * reach - c1).length < near,
          (center + next - next.quarterTurn * reach - c2).length < near,
          (center + next - p).length < near
        else { return nil }
        arm = next
        curves += 1
      case .close:
        guard !isClosed, (arm - from).length < near else { return nil }
        isClosed = true
      case .move, .line, .quad: return nil
      }
    }
    let sweep = step * Double(curves)
    guard abs(sweep) < 2 * .pi + 1e-6 else { return nil }
    return CircularArc(
      center: center, radius: radius, start: atan2(from.y, from.x), sweep: sweep, step: abs(step),
      isClosed: isClosed)
  }
}
