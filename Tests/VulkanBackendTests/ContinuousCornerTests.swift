import Foundation
import Geometry
import Renderer
import Testing

@testable import VulkanBackend

@Suite("Continuous corners", .enabled(if: TestDevice.isAvailable, TestDevice.skipReason))
struct ContinuousCornerShaderTests {
  /// The cubics of such a rectangle as a polygon.
  private struct Outline {
    private var points: [Point] = []

    init(_ rect: Rect, _ radius: Double) {
      let path = Path(continuousRoundedRect: rect, radii: Size(radius, radius))
      for element in path.elements {
        switch element {
        case .move(let p), .line(let p): points.append(p)
        case .cubic(let a, let b, let end):
          let start = points[points.count - 1]
          for i in 1...40 {
            let t = Double(i) / 40, s = 1 - t
            points.append(
              start * (s * s * s) + a * (3 * s * s * t) + b * (3 * s * t * t) + end * (t * t * t))
          }
        case .quad, .close: break
        }
      }
    }

    func contains(_ x: Double, _ y: Double) -> Bool {
      var inside = false
      for i in points.indices {
        let a = points[i], b = points[(i + 1) % points.count]
        guard (a.y > y) != (b.y > y) else { continue }
        if x < a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) { inside.toggle() }
      }
      return inside
    }
  }

  @Test(
    "Shapes and clips cover what the path covers, with room for the corners and without",
    arguments: [6.0, 15, 20, 24])
  func corners(_ radius: Double) throws {
    let rect = SIMD4<Float>(4.3, 5, 70, 48)
    let outline = Outline(Rect(4.3, 5, 70, 48), radius)
    var shape = DrawList(80, 60, clear: black), clipped = DrawList(80, 60, clear: black)
    shape.add(.shape, rect, white, radius: Float(radius), edges: 31)
    let clip = clipped.addClip(rect, radius: Float(radius), isContinuous: true)
    clipped.add(.shape, SIMD4(0, 0, 80, 60), white, clip: clip)
    let image = try drawn(shape), other = try drawn(clipped)
    #expect(image.difference(other) <= 1)
    for y in 0..<60 {
      for x in 0..<80 {
        let expected = sampledCoverage(x, y, outline.contains)
        #expect(abs(Double(image[x, y].x) / 255 - expected) < 0.09, "at \(x), \(y)")
      }
    }
  }

  @Test("Chains of continuous and circular clips multiply, in the company of others too")
  func chain() throws {
    let a = SIMD4<Float>(4, 5, 50, 50), b = SIMD4<Float>(10.5, 8, 52, 40)
    var chained = DrawList(70, 60, clear: black)
    let outer = chained.addClip(a, radius: 15, isContinuous: true)
    let inner = chained.addClip(b, radius: 12, parent: outer)
    chained.add(.shape, SIMD4(0, 0, 70, 60), white, clip: inner)
    func one(_ rect: SIMD4<Float>, _ radius: Float, _ edges: Float) throws -> Bitmap {
      var list = DrawList(70, 60, clear: black)
      list.add(.shape, rect, white, radius: radius, edges: edges)
      return try drawn(list)
    }
    let image = try drawn(chained), first = try one(a, 15, 31), second = try one(b, 12, 15)
    for y in 0..<60 {
      for x in 0..<70 {
        let expected = Double(first[x, y].x) * Double(second[x, y].x) / 255
        #expect(abs(Double(image[x, y].x) - expected) <= 1.01, "at \(x), \(y)")
      }
    }
  }

  @Test("The border is the ring to the shape inside, whose radius is less by its width")
  func border() throws {
    let outer = Outline(Rect(5, 6, 60, 40), 14), inner = Outline(Rect(9, 10, 52, 32), 10)
    var list = DrawList(70, 52, clear: SIMD4(0, 0, 0, 0))
    list.add(.shape, SIMD4(5, 6, 60, 40), red, extra: blue, radius: 14, own: 4, edges: 31)
    let image = try drawn(list)
    for y in 0..<52 {
      for x in 0..<70 {
        let o = sampledCoverage(x, y, outer.contains), i = sampledCoverage(x, y, inner.contains)
        #expect(difference(image[x, y], [i, 0, o - i, o]) < 0.09, "at \(x), \(y): \(image[x, y])")
      }
    }
  }

  @Test("They turn and scale with their plane, and where they are circles look like these")
  func planes() throws {
    let rect = SIMD4<Float>(15, 17.5, 20, 15)
    var small = DrawList(100, 100), large = DrawList(100, 100), turned = DrawList(100, 100)
    small.add(.shape, rect, black, rows: .scale(2, 2), radius: 4, edges: 31)
    large.add(.shape, rect * 2, black, radius: 8, edges: 31)
    turned.add(
      .shape, SIMD4(35, -70, 30, 40), black,
      rows: Rows(row0: SIMD4(0, 1, 0, 0), row1: SIMD4(-1, 0, 0, 0)), radius: 8, edges: 31)
    let expected = try drawn(large)
    #expect(try drawn(small).difference(expected) <= 1)
    #expect(try drawn(turned).difference(expected) <= 1)
    var circle = DrawList(100, 100), round = DrawList(100, 100)
    circle.add(.shape, SIMD4(10, 10, 80, 80), black, radius: 40)
    round.add(.shape, SIMD4(10, 10, 80, 80), black, radius: 40, edges: 31)
    #expect(try drawn(circle).difference(try drawn(round)) <= 10)
  }
}
