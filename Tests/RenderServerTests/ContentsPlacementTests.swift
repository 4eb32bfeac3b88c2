import AnimationCore
import Geometry
import RenderServer
import TestSupport
import Testing

@Suite("Placement of contents")
struct ContentsPlacementTests {
  private func gravity(_ name: String?) -> ContentsGravity? {
    ContentsGravity.allCases.first { "\($0)" == name }
  }

  private func rect(_ c: VectorCase, flipped: Bool) throws -> Rect {
    let bounds = c["boundsSize"].doubles, pixels = c["imagePixels"].doubles
    let scale = try #require(c["contentsScale"].double)
    return ContentsPlacement.rect(
      for: try #require(gravity(c["contentsGravity"].string)),
      image: Size(pixels[0] / scale, pixels[1] / scale), in: Rect(0, 0, bounds[0], bounds[1]),
      contentsAreFlipped: flipped)
  }

  private func expect(_ r: Rect, _ expected: [Double], _ id: String) {
    for (a, b) in zip([r.minX, r.minY, r.size.width, r.size.height], expected) {
      #expect(abs(a - b) < 1e-9, "\(id)")
    }
  }

  @Test("Every gravity puts the image where the table says")
  func gravities() throws {
    try VectorFile(named: "rendering-numbers").run(kind: "contents-gravity") { c in
      expect(try rect(c, flipped: true), c["rect"].doubles, c.id)
    }
  }

  @Test("Vertical names follow the y-up convention")
  func verticalGravities() throws {
    try VectorFile(named: "rendering-numbers").run(kind: "contents-gravity-vertical") { c in
      let flipped = c["contentsAreFlipped"].bool == true
      expect(try rect(c, flipped: flipped), c["rectFromVisualTop"].doubles, c.id)
    }
  }

  @Test("Nine parts keep the corners and stretch the middle")
  func contentsCenter() throws {
    try VectorFile(named: "rendering-numbers").run(kind: "contents-center") { c in
      let bounds = c["boundsSize"].doubles, image = c["imageSize"].doubles
      let center = c["contentsCenter"].doubles
      for axis in 0..<2 {
        let slices = ContentsPlacement.slices(
          start: center[axis], length: center[axis + 2], image: image[axis], pixels: image[axis],
          target: bounds[axis])
        let name = axis == 0 ? "X" : "Y"
        let source = c["source" + name].doubles, dest = c["dest" + name].doubles
        for i in 0..<4 {
          #expect(abs(slices.source[i] * image[axis] - source[i]) < 1e-6, "\(c.id)")
          #expect(abs(slices.destination[i] - dest[i]) < 1e-6, "\(c.id)")
        }
      }
    }
  }

  @Test("Fixed parts that do not fit shrink in proportion")
  func tooSmall() {
    let s = ContentsPlacement.slices(start: 0.25, length: 0.25, image: 40, pixels: 40, target: 15)
    #expect(s.destination == SIMD4(0, 5, 5, 15))
  }

  @Test("A centre without length is one pixel wide")
  func emptyCenter() {
    let s = ContentsPlacement.slices(start: 0.5, length: 0, image: 10, pixels: 20, target: 100)
    #expect(s.source == SIMD4(0, 0.475, 0.525, 1))
  }

  @Test("Points of a rounded rectangle are inside or outside as the table says")
  func cornerContains() throws {
    try VectorFile(named: "rendering-numbers").run(kind: "corner-contains") { c in
      let size = c["size"].doubles
      let shape = RoundedBounds(
        rect: Rect(0, 0, size[0], size[1]), radius: try #require(c["cornerRadius"].double))
      for sample in c["samples"].array {
        let p = Point(try #require(sample[0].double), try #require(sample[1].double))
        #expect(shape.contains(p) == sample[2].bool, "\(c.id) \(p)")
      }
    }
  }

  @Test("A radius is limited to half the shorter side and only masked corners are round")
  func radii() {
    let shape = RoundedBounds(
      rect: Rect(0, 0, 100, 20), radius: 80,
      corners: CornerBits.minXMinY | CornerBits.maxXMaxY)
    #expect(shape.radii == SIMD4(10, 0, 0, 10))
    #expect(RoundedBounds(rect: Rect(0, 0, 9, 9), radius: -4).radii == .zero)
    #expect(RoundedBounds(rect: Rect(0, 0, 9, 9), radius: .nan).radii == .zero)
  }

  @Test("An image that is cut at one side keeps its other edges soft, whatever rounding does")
  func cutImage() {
    for i in 0..<200 {
      let harness = Harness(
        100, 80,
        [
          Node(
            2,
            {
              $0.frame(0, 11, 60, 60)
              $0.masksToBounds = true
            },
            [
              Node(3) {
                $0.frame(5.44, -13.3 + 0.0137 * Double(i), 29.06, 44.54)
                $0.contents = Contents(image(2, 2, SIMD4(9, 9, 9, 255)))
              }
            ])
        ])
      let edges = harness.list.instances.map(\.params.y)
      #expect(edges == [11], "\(i)")
    }
  }
}
