import AnimationCore
import Foundation
import Geometry
import LayerCommit
import Renderer
import TestSupport
import Testing

@testable import RenderServer

@Suite("Shadows of paths")
struct PathShadowTests {
  private func node(
    _ path: Path, radius: Double, at p: Point, _ configure: (inout LayerValues) -> Void = { _ in }
  ) -> Node {
    Node(
      2,
      {
        $0.position = p
        $0.shadowPath = path
        $0.shadowOpacity = 1
        $0.shadowRadius = radius
        $0.shadowOffset = .zero
        configure(&$0)
      })
  }

  private func pixels(_ list: DrawList) -> ReferenceRasterizer {
    var rasterizer = ReferenceRasterizer()
    rasterizer.draw(list)
    return rasterizer
  }

  /// Of the normal distribution, from −∞.
  private func share(_ x: Double) -> Double { erfc(-x / 2.0.squareRoot()) / 2 }

  /// A rectangle blurred by a Gaussian, at a point.
  private func blurred(_ rect: Rect, _ sigma: Double, at p: Point) -> Double {
    guard
      max(rect.minX - p.x, p.x - rect.maxX, rect.minY - p.y, p.y - rect.maxY) < 3 * sigma
    else { return 0 }
    return (share((p.x - rect.minX) / sigma) - share((p.x - rect.maxX) / sigma))
      * (share((p.y - rect.minY) / sigma) - share((p.y - rect.maxY) / sigma))
  }

  @Test(
    "A shadow is a Gaussian's in the layer's own space, turned, scaled and stretched with it",
    arguments: [1.2, 2.5, 5, 12, 30])
  func gaussian(sigma: Double) throws {
    let rect = Rect(-20, -12, 45, 30)
    let transforms: [Matrix4] = [
      .identity, .scale(2, 2, 1), .rotation(0.6, 0, 0, 1), .scale(2, 0.7, 1),
      .scale(1.8, 1, 1).concat(.rotation(-1, 0, 0, 1)),
      // Seen from 300 points away.
      Matrix4.rotation(0.7, 0, 1, 0).concat(
        Matrix4(
          SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, -1.0 / 300), SIMD4(0, 0, 0, 1))),
    ]
    for transform in transforms {
      let h = Harness(
        160, 140,
        [
          node(Path(rect: rect), radius: sigma, at: Point(80.25, 70)) {
            $0.transform = transform
            $0.shadowOffset = Size(4, -7)
          }
        ])
      let found = pixels(h.list)
      let back = try #require(
        transform.concat(.translation(80.25, 70, 0)).homography.inverse)
      var worst = 0.0
      for y in stride(from: 0, to: 140, by: 3) {
        for x in stride(from: y % 2, to: 160, by: 2) {
          let p = try #require(back.project(Point(Double(x) + 0.5, Double(y) + 0.5)))
          let wanted = blurred(rect.offsetBy(4, -7), sigma, at: p)
          worst = max(worst, abs(1 - found[x, y].x - wanted))
        }
      }
      #expect(worst < 0.025, "\(worst) with \(transform)")
    }
  }

  @Test("Without a radius the shadow is a hard copy of the path")
  func hard() {
    let path = Path([.move(.zero), .line(Point(20, 0)), .line(Point(0, 20)), .close])
    let found = pixels(
      Harness(
        50, 40,
        [
          node(path, radius: 0, at: Point(10, 10)) {
            $0.shadowColor = Color(0, 0, 1)
            $0.shadowOpacity = 0.5
            $0.shadowOffset = Size(3, 2)
          }
        ]
      ).list)
    #expect(found[14, 13] == SIMD4(0.5, 0.5, 1, 1))
    #expect(found[12, 13] == SIMD4(1, 1, 1, 1) && found[14, 11] == SIMD4(1, 1, 1, 1))
    // The long side passes through the middle of its pixels.
    #expect(abs(found[22, 22].x - 0.75) < 0.01)
  }

  @Test("The path takes the place of the silhouette, and the layer's own drawing lies above")
  func replaces() {
    let far = Path([
      .move(Point(30, 0)), .line(Point(40, 0)), .line(Point(40, 10)), .line(Point(30, 10)), .close,
    ])
    let h = Harness(
      60, 40,
      [
        node(far, radius: 0, at: Point(15, 15)) {
          $0.frame(10, 10, 10, 10)
          $0.backgroundColor = Color(1, 0, 0)
        }
      ])
    let found = pixels(h.list)
    #expect(found[15, 15] == SIMD4(1, 0, 0, 1))
    #expect(found[45, 15] == SIMD4(0, 0, 0, 1))
    #expect(found[25, 15] == SIMD4(1, 1, 1, 1))
    #expect(h.offscreenPasses == 0)
  }

  @Test(
    "A wide blur is made once, however its layer turns and moves; a narrow one moves for nothing")
  func hits() throws {
    let path = Path([.move(.zero), .line(Point(60, 0)), .line(Point(0, 40)), .close])
    let wide = Harness(200, 160, [node(path, radius: 8, at: Point(80, 70))])
    try wide.draw()
    #expect(wide.record.maskMisses == 1)
    wide.set(2, .transform, .matrix(.rotation(0.4, 0, 0, 1)))
    wide.set(2, .position, .point(Point(71.3, 66.6)))
    try wide.draw()
    #expect(wide.record.maskMisses == 0 && wide.record.maskHits == 1)
    let narrow = Harness(200, 160, [node(path, radius: 2, at: Point(80, 70))])
    try narrow.draw()
    narrow.set(2, .position, .point(Point(90, 60)))
    try narrow.draw()
    #expect(narrow.record.maskMisses == 0 && narrow.record.maskHits == 1)
  }

  @Test("Drawn part by part the picture is that of a whole frame")
  func damage() throws {
    var random = SeededGenerator.printed("PathShadowTests.damage")
    let path = Path([
      .move(.zero), .cubic(control1: Point(60, 0), control2: Point(0, 60), to: Point(50, 40)),
      .close,
    ])
    let h = Harness(140, 110, [node(path, radius: 3, at: Point(50, 40))])
    var parts = ReferenceRasterizer()
    for _ in 0..<(SeededGenerator.isDeepRun ? 200 : 30) {
      let (property, value): (LayerProperty, PropertyValue) = random.pick([
        (.position, .point(Point(random.number(0...140), random.number(0...110)))),
        (.shadowRadius, .number(random.number(0...15))),
        (.shadowOffset, .size(Size(random.number(-9...9), random.number(-9...9)))),
        (.shadowOpacity, .number(random.number(0...1))),
        (.transform, .matrix(.rotation(random.number(-3...3), 0, 0, 1))),
        (.transform, .matrix(.scale(random.number(0.3...2), random.number(0.3...2), 1))),
      ])
      h.set(2, property, value)
      guard try h.draw() == .drawn, let list = h.backend.lastList else { continue }
      parts.draw(list)
      var whole = parts
      whole.draw(h.list)
      #expect(parts.pixels == whole.pixels, "\(property) \(value)")
    }
  }

  @Test("Numbers without sense draw nothing and do no harm")
  func nonsense() throws {
    for (radius, size, offset) in [
      (1e300, 10.0, 0.0), (3, 1e200, 0), (1e5, 1e6, 0), (1e-300, 10, 1e300), (.infinity, 10, 0),
      (0.3, 1e7, 1e5),
    ] {
      let path = Path([
        .move(.zero), .line(Point(size, 0)), .line(Point(0, size)), .close,
      ])
      let h = Harness(
        60, 40,
        [node(path, radius: radius, at: Point(9, 9)) { $0.shadowOffset = Size(offset, 1) }])
      try h.draw()
      let list = try #require(h.backend.lastList)
      #expect(pixels(list)[30, 20].w == 1)
      #expect(h.record.maskBytes < 40 << 20)
    }
  }
}
