import Glibc

extension Path {
  /// A rectangle with corners that flow into the sides, so that the curvature has no jump: each
  /// takes up 1.528665 radii of its sides. Where that is more than half a side the corners tend to
  /// circular ones, and a radius of half a side gives a semicircle. The structure is always the same.
  ///
  /// - Parameters:
  ///   - radii: Across and down; what is larger than half a side is reduced to it.
  ///   - corners: Bits as of a layer's masked corners; the others stay sharp.
  package init(continuousRoundedRect rect: Rect, radii: Size, corners: UInt8 = 15) {
    let half = Size(rect.size.width / 2, rect.size.height / 2)
    let radii = Size(min(radii.width, half.width), min(radii.height, half.height))
    guard radii.width > 0, radii.height > 0, corners & 15 != 0 else {
      self.init(rect: rect)
      roundedRect = RoundedRect(rect: rect, radius: 0)
      return
    }
    let room = min(half.width / radii.width, half.height / radii.height)
    let shape = CornerShape(reach: min(room, ContinuousCorner.longestReach))
    self.init()
    func corner(_ bit: UInt8, at p: Point, inwards dx: Double, _ dy: Double, alongX: Bool) {
      var points = [p]
      if corners & bit != 0 {
        points = (alongX ? shape.points : shape.points.reversed()).map {
          Point(p.x + dx * $0.x * radii.width, p.y + dy * $0.y * radii.height)
        }
      }
      elements.append(elements.isEmpty ? .move(points[0]) : .line(points[0]))
      for i in stride(from: 1, to: points.count, by: 3) {
        elements.append(.cubic(control1: points[i], control2: points[i + 1], to: points[i + 2]))
      }
    }
    let c = rect.corners
    corner(2, at: c[1], inwards: -1, 1, alongX: true)
    corner(8, at: c[2], inwards: -1, -1, alongX: false)
    corner(4, at: c[3], inwards: 1, -1, alongX: true)
    corner(1, at: c[0], inwards: 1, 1, alongX: false)
    elements.append(.close)
    if corners & 15 == 15, radii.width == radii.height {
      roundedRect = RoundedRect(rect: rect, radius: radii.width)
    }
  }

  /// A closed rectangle.
  package init(rect: Rect) {
    let c = rect.corners
    self.init([.move(c[0]), .line(c[1]), .line(c[2]), .line(c[3]), .close])
  }
}

/// A rounded corner at the origin with sides along +x and +y, in radii, as three cubics.
private struct CornerShape {
  /// Four points to a cubic, neighbours sharing one, from the x axis to the y axis.
  let points: [Point]

  /// Of Apple's systems; measured.
  private static let continuous = [
    Point(ContinuousCorner.longestReach, 0), Point(1.08849296, 0), Point(0.86840694, 0),
    Point(0.63149379, 0.07491139), Point(0.37282383, 0.16905956),
  ]

  /// A quarter circle, cut where the continuous corner is.
  private static let circular: [Point] = {
    let angle = asin(1 - continuous[3].x)
    let side = 4.0 / 3 * tan(angle / 4), middle = 4.0 / 3 * tan((.pi / 2 - 2 * angle) / 4)
    let joint = Point(1 - sin(angle), 1 - cos(angle))
    let tangent = Point(-cos(angle), sin(angle))
    return [
      Point(1, 0), Point(1 - side, 0), joint - tangent * side, joint, joint + tangent * middle,
    ]
  }()

  /// From 1, a quarter circle, to the longest.
  init(reach: Double) {
    let share = (reach - 1) / (ContinuousCorner.longestReach - 1)
    let half = zip(Self.circular, Self.continuous).map { $0.interpolated(to: $1, at: share) }
    points = half + half.reversed().map { Point($0.y, $0.x) }
  }
}
