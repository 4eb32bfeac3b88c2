import Foundation
import Geometry

extension CGMutablePath {
  /// An arc of a circle, after a line from the current point where there is one. `clockwise` false
  /// goes through growing angles, true through falling ones.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    let turn = 2 * Double.pi
    let start = Double(startAngle)
    var sweep = Double(endAngle) - start
    guard start.isFinite, sweep.isFinite, radius >= 0 else { return refuse() }
    // A full turn or more in the right direction is one full turn, and so are whole turns in the
    // other one; anything else lies within one.
    let isWhole = sweep != 0 && sweep.truncatingRemainder(dividingBy: turn) == 0
    if isWhole || (clockwise ? sweep <= -turn : sweep >= turn) {
      sweep = clockwise ? -turn : turn
    } else {
      sweep = sweep.truncatingRemainder(dividingBy: turn)
      if clockwise && sweep > 0 { sweep -= turn }
      if !clockwise && sweep < 0 { sweep += turn }
    }
    appendArc(
      center: Point(center), radius: Double(radius), from: start, sweep: sweep,
      transform: transform)
  }

  public func addRelativeArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat,
    transform: CGAffineTransform = .identity
  ) {
    guard startAngle.isFinite, delta.isFinite, radius >= 0 else { return refuse() }
    let turn = 2 * Double.pi
    appendArc(
      center: Point(center), radius: Double(radius), from: Double(startAngle),
      sweep: min(max(Double(delta), -turn), turn), transform: transform)
  }

  /// An arc that touches the line from the current point to `tangent1End` and the one from there to
  /// `tangent2End`, after a line to where it begins. Where there is no such arc, because the lines
  /// are one or the radius is 0, a line to `tangent1End`.
  public func addArc(
    tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat,
    transform: CGAffineTransform = .identity
  ) {
    guard radius.isFinite, radius >= 0 else { return refuse() }
    // The current point is mapped already.
    let from = Point(currentPoint.applying(transform.inverted()))
    let corner = Point(tangent1End), to = Point(tangent2End)
    let a = from - corner, b = to - corner
    let lengths = a.length * b.length
    let cross = a.cross(b), dot = a.dot(b)
    guard !isEmpty, radius > 0, lengths > 0, abs(cross) > lengths * 1e-12 else {
      return addLine(to: tangent1End, transform: transform)
    }
    let r = Double(radius)
    // Of the angle between the lines: the tangent of its half.
    let tangent = abs(cross) / (lengths + dot)
    let reach = r / tangent
    let touch = corner + a * (reach / a.length)
    let inwards = cross > 0 ? a.quarterTurn : -a.quarterTurn
    let center = touch + inwards * (r / a.length)
    let start = atan2(touch.y - center.y, touch.x - center.x)
    let turn = .pi - 2 * atan(tangent)
    appendArc(
      center: center, radius: r, from: start, sweep: cross > 0 ? -turn : turn,
      transform: transform)
  }

  private func appendArc(
    center: Point, radius: Double, from start: Double, sweep: Double, transform t: CGAffineTransform
  ) {
    func on(_ angle: Double) -> Point {
      Point(center.x + radius * cos(angle), center.y + radius * sin(angle))
    }
    guard on(start).isFinite else { return refuse() }
    let first = CGPoint(on(start))
    if path.isEmpty { move(to: first, transform: t) } else { addLine(to: first, transform: t) }
    let count = Int((abs(sweep) / (.pi / 2)).rounded(.up))
    guard count > 0 else { return }
    let step = sweep / Double(count)
    // Control points of a circular arc of this angle, along the tangents.
    let reach = 4.0 / 3.0 * tan(step / 4) * radius
    for i in 0..<count {
      let a = start + step * Double(i), b = a + step
      let p = on(a), q = on(b)
      addCurve(
        to: CGPoint(q), control1: CGPoint(x: p.x - reach * sin(a), y: p.y + reach * cos(a)),
        control2: CGPoint(x: q.x + reach * sin(b), y: q.y - reach * cos(b)), transform: t)
    }
  }
}
