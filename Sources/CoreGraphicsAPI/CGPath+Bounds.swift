import Foundation
import Geometry

extension CGPath {
  /// The smallest rectangle around the path itself, control points aside; null for an empty path.
  public var boundingBoxOfPath: CGRect {
    guard !path.isEmpty else { return .null }
    var points: [Point] = []
    var start = Point.zero, current = Point.zero
    for element in path.elements {
      switch element {
      case .move(let p):
        (start, current) = (p, p)
      case .line(let p):
        current = p
      case .quad(let c, let p):
        // The same curve as a cubic.
        let c1 = Self.mix(current, c, 2.0 / 3), c2 = Self.mix(p, c, 2.0 / 3)
        points += Self.extremes(current, c1, c2, p)
        current = p
      case .cubic(let c1, let c2, let p):
        points += Self.extremes(current, c1, c2, p)
        current = p
      case .close:
        current = start
      }
      points.append(current)
    }
    return CGRect(Rect(bounding: points))
  }

  /// The points of a cubic curve where it turns round in x or in y.
  private static func extremes(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> [Point] {
    let times = turns(a.x, b.x, c.x, d.x) + turns(a.y, b.y, c.y, d.y)
    return times.filter { $0 > 0 && $0 < 1 }.map { t in
      let ab = mix(a, b, t), bc = mix(b, c, t), cd = mix(c, d, t)
      return mix(mix(ab, bc, t), mix(bc, cd, t), t)
    }
  }

  /// The zeros of the derivative, which is 3·(u + 2·v·t + w·t²).
  private static func turns(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> [Double] {
    let u = b - a, v = a - 2 * b + c, w = d - 3 * c + 3 * b - a
    let root = (v * v - u * w).squareRoot()
    guard root.isFinite else { return [] }
    // Of the two forms of the solution each zero takes the one that does not cancel.
    let q = -(v + (v < 0 ? -root : root))
    return [q / w, u / q].filter(\.isFinite)
  }

  private static func mix(_ a: Point, _ b: Point, _ t: Double) -> Point {
    Point(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t)
  }
}
