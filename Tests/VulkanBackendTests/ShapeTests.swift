import Foundation
import Geometry
import Renderer
import Testing

@testable import VulkanBackend

@Suite("Rounded shapes", .enabled(if: TestDevice.isAvailable, TestDevice.skipReason))
struct ShapeTests {
  @Test(
    "Round corners cover what a circle covers",
    arguments: [
      [10.0, 10, 10, 10], [0, 15, 3, 7], [15, 15, 15, 15], [1, 2, 0.5, 0],
    ])
  func corners(_ radii: [Double]) throws {
    let rect = ReferenceRect(x: 4.3, y: 5, width: 40, height: 30, radii: radii)
    var list = DrawList(50, 40, clear: black)
    list.add(
      .shape, SIMD4(4.3, 5, 40, 30), white,
      radii: SIMD4(radii.map { Float($0) }))
    let image = try drawn(list)
    for y in 0..<40 {
      for x in 0..<50 {
        let expected = sampledCoverage(x, y, rect.contains)
        #expect(abs(Double(image[x, y].x) / 255 - expected) < 0.09, "at \(x), \(y)")
      }
    }
  }

  @Test("A circle has the area of a circle, at any size and scale")
  func circleArea() throws {
    for (radius, scale) in [(20.0, 1.0), (3, 1), (5, 4.3), (80, 0.2), (0.3, 1)] {
      var list = DrawList(60, 60, clear: black)
      let d = Float(radius * 2), r = Float(radius), s = Float(scale)
      let rows = Rows(
        row0: SIMD4(s, 0, 0, 0), row1: SIMD4(0, s, 0, 0),
        row2: SIMD4(30.2 - r * s, 30.4 - r * s, 1, 0))
      list.add(.shape, SIMD4(0, 0, d, d), white, rows: rows, radius: r)
      let image = try drawn(list)
      let sum = stride(from: 0, to: image.bytes.count, by: 4).reduce(0.0) {
        $0 + Double(image.bytes[$1]) / 255
      }
      let area = Double.pi * radius * radius * scale * scale
      #expect(abs(sum - area) < 0.02 * area + 0.1, "radius \(radius) × \(scale): \(sum), \(area)")
    }
  }

  @Test("Radii beyond half the shorter side are limited to it")
  func limitedRadii() throws {
    var large = DrawList(50, 40), exact = DrawList(50, 40)
    large.add(.shape, SIMD4(5, 5, 40, 20), red, radius: 1000)
    exact.add(.shape, SIMD4(5, 5, 40, 20), red, radius: 10)
    #expect(try drawn(large) == (try drawn(exact)))
  }

  @Test("The border is the ring between the edge and the edge moved in by its width")
  func borderRing() throws {
    for (width, radius) in [(3.0, 12.0), (2.5, 1), (6, 4), (1, 0)] {
      let outer = ReferenceRect(
        x: 5, y: 6, width: 40, height: 30, radii: Array(repeating: radius, count: 4))
      let inner = ReferenceRect(
        x: 5 + width, y: 6 + width, width: 40 - 2 * width, height: 30 - 2 * width,
        radii: Array(repeating: max(0, radius - width), count: 4))
      var list = DrawList(50, 42, clear: SIMD4(0, 0, 0, 0))
      list.add(
        .shape, SIMD4(5, 6, 40, 30), red, extra: blue, radius: Float(radius), own: Float(width))
      let image = try drawn(list)
      for y in 0..<42 {
        for x in 0..<50 {
          let o = sampledCoverage(x, y, outer.contains)
          let i = sampledCoverage(x, y, inner.contains)
          let expected = [i, 0, o - i, o]
          #expect(
            difference(image[x, y], expected) < 0.08, "width \(width) at \(x), \(y): \(image[x, y])"
          )
        }
      }
    }
  }

  @Test("A translucent border shows the fill below it, and none of it outside the edge")
  func translucentBorder() throws {
    var list = DrawList(40, 40)
    list.add(
      .shape, SIMD4(5, 5, 30, 30), red, extra: SIMD4(0, 0, 0.5, 0.5), radius: 8, own: 4)
    let image = try drawn(list)
    #expect(difference(image[20, 6], [0.5, 0, 0.5, 1]) < 0.005)
    #expect(image[20, 20] == SIMD4(255, 0, 0, 255))

    // An opaque border leaves no trace of the fill at the outer edge.
    var opaque = DrawList(40, 40, clear: SIMD4(0, 0, 0, 0))
    opaque.add(.shape, SIMD4(5.5, 5.3, 29, 29), red, extra: blue, radius: 8, own: 4)
    let ring = try drawn(opaque)
    for y in 0..<40 {
      for x in 0..<8 { #expect(ring[x, y].x == 0, "fill shows at \(x), \(y)") }
    }
  }

  @Test("A border wider than the shape fills it")
  func fullBorder() throws {
    var list = DrawList(40, 40)
    list.add(.shape, SIMD4(5, 5, 30, 30), red, extra: blue, own: 15)
    list.add(.shape, SIMD4(5, 5, 10, 10), red, extra: green, own: 500)
    let image = try drawn(list)
    #expect(image[20, 20] == SIMD4(0, 0, 255, 255))
    #expect(image[10, 10] == SIMD4(0, 255, 0, 255))
  }
}
