import Geometry
import TestSupport

extension Path {
  /// A few subpaths of lines and curves within 0…100, open and closed.
  static func random(using random: inout SeededGenerator) -> Path {
    func point() -> Point { Point(random.number(0...100), random.number(0...100)) }
    var path = Path()
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      path.elements.append(.move(point()))
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: path.elements.append(.line(point()))
        case 1: path.elements.append(.quad(control: point(), to: point()))
        case _: path.elements.append(.cubic(control1: point(), control2: point(), to: point()))
        }
      }
      if random.chance(0.5) { path.elements.append(.close) }
    }
    return path
  }

  /// A circle of four cubics.
  static func circle(_ center: Point, _ r: Double) -> Path {
    let k = r * 0.5522847498
    func p(_ x: Double, _ y: Double) -> Point { center + Point(x, y) }
    return Path([
      .move(p(r, 0)), .cubic(control1: p(r, k), control2: p(k, r), to: p(0, r)),
      .cubic(control1: p(-k, r), control2: p(-r, k), to: p(-r, 0)),
      .cubic(control1: p(-r, -k), control2: p(-k, -r), to: p(0, -r)),
      .cubic(control1: p(k, -r), control2: p(r, -k), to: p(r, 0)), .close,
    ])
  }

  /// Points along every segment, close together.
  func samples(perSegment count: Int) -> [[Point]] {
    subpaths.flatMap(\.segments).map { segment in
      (0...count).map { segment.point(at: Double($0) / Double(count)) }
    }
  }
}

func isClose(_ a: Double, _ b: Double, _ tolerance: Double) -> Bool { abs(a - b) <= tolerance }

func isClose(_ a: Point, _ b: Point, _ tolerance: Double) -> Bool {
  (a - b).length <= tolerance
}
