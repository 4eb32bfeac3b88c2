import Foundation
import Testing

@testable import Geometry

@Suite("Corners that flow into their sides")
struct ContinuousCornerTests {
  @Test(
    "The curve is that of the path of the same rectangle, to a thousandth of the radius",
    arguments: [20.0, 30.5, 40, 60, 200])
  func agreesWithPath(_ side: Double) {
    let radius = 20.0
    let path = Path(
      continuousRoundedRect: Rect(0, 0, side * 2, side * 2 + 30),
      radii: Size(radius, radius))
    let corner = ContinuousCorner(radius: radius, room: side)
    #expect(corner.reach == min(max(side / radius, 1), 1.528665))
    // Along rays from a point inside, where the path says that the edge is.
    var checked = 0
    let inside = Point(corner.reach * radius, corner.reach * radius)
    for degrees in stride(from: 0.5, to: 90, by: 1) {
      let direction = Point(-cos(degrees * .pi / 180), -sin(degrees * .pi / 180))
      func contains(_ t: Double) -> Bool {
        path.contains(inside + direction * t, rule: .nonZero)
      }
      var low = 0.0, high = 3 * radius
      for _ in 0..<40 {
        let middle = (low + high) / 2
        if contains(middle) { low = middle } else { high = middle }
      }
      // The polynomial may be off by as much along the diagonal: twice that along a ray.
      let a = inside + direction * (low - 0.002 * radius)
      let b = inside + direction * (low + 0.002 * radius)
      guard max(b.x, b.y) < corner.reach * radius else { continue }
      #expect(corner.contains(a.x, a.y), "\(degrees)°")
      #expect(!corner.contains(b.x, b.y), "\(degrees)°")
      checked += 1
    }
    #expect(checked > 60)
  }

  @Test("Beyond its ends a corner takes nothing away, and a sharp one takes nothing at all")
  func ends() {
    let corner = ContinuousCorner(radius: 10, room: 100)
    #expect(corner.contains(15.3, 0) && corner.contains(0, 15.3) && corner.contains(50, 1))
    #expect(!corner.contains(0.5, 0.5) && corner.contains(4, 4))
    let sharp = ContinuousCorner(radius: 0, room: 100)
    #expect(sharp.contains(0, 0))
    // Half of a side: a circle.
    let round = ContinuousCorner(radius: 10, room: 10)
    #expect(!round.contains(2.9, 2.9) && round.contains(2.95, 2.95))
  }
}
