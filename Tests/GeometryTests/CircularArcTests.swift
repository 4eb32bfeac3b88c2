import Foundation
import Geometry
import Testing

@Suite("Arcs of circles found in paths")
struct CircularArcTests {
  private static let center = Point(30, -12)

  /// Curves with the control points of circular arcs.
  private static func path(_ curves: Int, step: Double, from start: Double, radius: Double) -> Path
  {
    let reach = 4.0 / 3 * tan(step / 4) * radius
    func on(_ a: Double) -> Point {
      Point(center.x + radius * cos(a), center.y + radius * sin(a))
    }
    func along(_ a: Double) -> Point { Point(-reach * sin(a), reach * cos(a)) }
    var path = Path([.move(on(start))])
    for i in 0..<curves {
      let a = start + step * Double(i), b = a + step
      path.elements.append(
        .cubic(control1: on(a) + along(a), control2: on(b) - along(b), to: on(b)))
    }
    return path
  }

  @Test(
    "A circle or a part of one is found, whatever its direction",
    arguments: [(1, 0.4), (3, 1.2), (4, .pi / 2), (4, -.pi / 2), (2, -1.0)])
  func found(_ curves: Int, _ step: Double) throws {
    let path = Self.path(curves, step: step, from: 2.5, radius: 40)
    let arc = try #require(path.circularArc)
    #expect((arc.center - Self.center).length < 1e-9)
    #expect(abs(arc.radius - 40) < 1e-9)
    #expect(abs(arc.start - 2.5) < 1e-9)
    #expect(abs(arc.sweep - step * Double(curves)) < 1e-9)
    #expect(abs(arc.step - abs(step)) < 1e-9)
    #expect(arc.isWhole == (curves == 4))
    #expect(!arc.isClosed)
  }

  @Test("Ovals of squares are closed circles, others and what has straight parts are none")
  func others() {
    let whole = Self.path(4, step: .pi / 2, from: 0, radius: 10)
    #expect(Path(whole.elements + [.close]).circularArc?.isClosed == true)
    #expect(Self.path(3, step: .pi / 2, from: 0, radius: 10).circularArc?.isWhole == false)
    let part = Self.path(3, step: .pi / 2, from: 0, radius: 10)
    let paths = [
      Path(part.elements + [.close]), Path(part.elements + [.line(.zero)]),
      Path(whole.elements + [.move(.zero)]), Path([.move(.zero)]), Path(),
      Path(whole.elements + Self.path(1, step: .pi / 2, from: 0, radius: 10).elements.dropFirst()),
      Path(
        whole.elements.map { element in
          guard case .cubic(let a, let b, let c) = element else { return element }
          func flat(_ p: Point) -> Point { Point(p.x, p.y * 1.0001) }
          return .cubic(control1: flat(a), control2: flat(b), to: flat(c))
        }),
      Path([
        .move(.zero), .cubic(control1: .zero, control2: Point(1, 1), to: Point(2, 0)),
      ]),
      Path([
        .move(.zero),
        .cubic(control1: Point(.nan, 0), control2: Point(1, .infinity), to: Point(2, 0)),
      ]),
    ]
    for path in paths { #expect(path.circularArc == nil, "\(path)") }
  }

  @Test("Shares of the length end at the angles where the curves' own lengths do")
  func shares() throws {
    for step in [Double.pi / 2, -.pi / 2, 1.1] {
      let path = Self.path(4, step: step, from: 0.3, radius: 1000)
      let arc = try #require(path.circularArc), measure = PathMeasure(path)
      for i in 0...40 {
        let place = try #require(measure.place(at: measure.length * Double(i) / 40))
        let wanted = measure.point(at: place) - arc.center
        let angle = arc.angle(at: Double(i) / 40)
        let found = Point(cos(angle), sin(angle))
        #expect(abs(found.cross(wanted)) < 0.02)
        // And lie outside of the circle by the stated bulge.
        let four = cos(4 * (angle - arc.start))
        let bulge =
          arc.isOfQuarters
          ? CircularArc.bulge * (1 - four * four) * (1 + 0.428 * four) : 0
        #expect(abs(wanted.length - 1000 * (1 + bulge)) < (arc.isOfQuarters ? 0.03 : 0.11))
      }
    }
  }
}
