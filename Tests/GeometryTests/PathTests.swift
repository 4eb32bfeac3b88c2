import Geometry
import Testing

@Suite("Path interpolation")
struct PathTests {
  private let triangle = Path([
    .move(Point(0, 0)), .line(Point(10, 0)), .quad(control: Point(10, 10), to: Point(0, 10)),
    .close,
  ])

  @Test("Paths of the same structure meet point by point")
  func pointwise() {
    let other = Path([
      .move(Point(4, 0)), .line(Point(30, 8)), .quad(control: Point(0, 0), to: Point(2, 2)), .close,
    ])
    let half = Path([
      .move(Point(2, 0)), .line(Point(20, 4)), .quad(control: Point(5, 5), to: Point(1, 6)), .close,
    ])
    #expect(triangle.interpolated(to: other, at: 0.5) == half)
    #expect(triangle.hasSameStructure(as: other))
  }

  @Test("Paths of different structure have nothing between them")
  func different() {
    let other = Path([.move(Point(4, 0)), .line(Point(30, 8)), .line(Point(1, 1)), .close])
    #expect(triangle.interpolated(to: other, at: 0.5) == nil)
    #expect(!triangle.hasSameStructure(as: other))
    #expect(triangle.interpolated(to: Path(), at: 0.5) == nil)
  }

  @Test("A rounded rectangle between two others is still known as one")
  func roundedRect() {
    var a = Path([.move(.zero)])
    a.roundedRect = RoundedRect(rect: Rect(0, 0, 10, 20), radius: 2)
    var b = Path([.move(.zero)])
    b.roundedRect = RoundedRect(rect: Rect(10, 0, 30, 20), radius: 4)
    let between = a.interpolated(to: b, at: 0.25)
    #expect(between?.roundedRect == RoundedRect(rect: Rect(2.5, 0, 15, 20), radius: 2.5))
    #expect(a.interpolated(to: b, at: -2)?.roundedRect == nil)
  }
}
