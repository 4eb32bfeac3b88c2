import Foundation
import Geometry
import Renderer
import Testing

@testable import VulkanBackend

@Suite("Rectangles and their edges", .enabled(if: TestDevice.isAvailable, TestDevice.skipReason))
struct EdgeTests {
  static let plainKinds: [DrawList.Kind] = [.solid, .shape]

  @Test("At whole pixels exactly the rectangle's pixels are drawn", arguments: plainKinds)
  func wholePixels(_ kind: DrawList.Kind) throws {
    var list = DrawList(40, 30)
    list.add(kind, SIMD4(5, 7, 20, 10), red)
    let image = try drawn(list)
    for y in 0..<30 {
      for x in 0..<40 {
        let inside = (5..<25).contains(x) && (7..<17).contains(y)
        #expect(image[x, y] == (inside ? SIMD4(255, 0, 0, 255) : SIMD4(255, 255, 255, 255)))
      }
    }
  }

  @Test(
    "A fractional rectangle covers each pixel by the overlap of their areas",
    arguments: plainKinds,
    [
      SIMD4<Float>(3.25, 4.5, 10.5, 6.25), SIMD4(3.4, 4.6, 0.3, 8), SIMD4(3.7, 4, 0.5, 8),
      SIMD4(3.2, 4.7, 0.25, 0.2), SIMD4(5.9, 2, 1, 5),
    ])
  func fractions(_ kind: DrawList.Kind, _ rect: SIMD4<Float>) throws {
    var list = DrawList(20, 16, clear: black)
    list.add(kind, rect, white)
    let image = try drawn(list)
    func overlap(_ p: Int, _ start: Float, _ length: Float) -> Double {
      Double(max(0, min(Float(p + 1), start + length) - max(Float(p), start)))
    }
    for y in 0..<16 {
      for x in 0..<20 {
        let expected = overlap(x, rect.x, rect.z) * overlap(y, rect.y, rect.w)
        #expect(abs(Double(image[x, y].x) / 255 - expected) < 0.0045, "at \(x), \(y)")
      }
    }
  }

  @Test(
    "A rotated edge covers each pixel by the area inside", arguments: plainKinds)
  func rotated(_ kind: DrawList.Kind) throws {
    for degrees in [5.0, 20, 45, 70, 133] {
      let angle = degrees * .pi / 180
      let rows = Rows.rotation(sine: Float(sin(angle)), cosine: Float(cos(angle)), about: 40, 40)
      var list = DrawList(80, 80, clear: black)
      list.add(kind, SIMD4(20, 25, 40, 30), white, rows: rows)
      let image = try drawn(list)
      let plane = InversePlane(rows)
      var gray = 0
      var sum = 0.0
      for y in 0..<80 {
        for x in 0..<80 {
          let value = Double(image[x, y].x) / 255
          sum += value
          if value > 0.02 && value < 0.98 { gray += 1 }
          let expected = sampledCoverage(x, y) { px, py in
            guard let p = plane.point(px, py) else { return false }
            return p.x >= 20 && p.x < 60 && p.y >= 25 && p.y < 55
          }
          // A corner pixel meets two ramps.
          #expect(abs(value - expected) < 0.13, "\(degrees)° at \(x), \(y): \(value), \(expected)")
        }
      }
      #expect(abs(sum - 1200) < 1, "\(degrees)°: area \(sum)")
      // A perimeter of 140 pixels, each crossed by a ramp one to 1.4 pixels wide.
      #expect((100...240).contains(gray), "\(degrees)°: \(gray) gray pixels")
    }
  }

  @Test("A line thinner than a pixel fades instead of vanishing, at any angle")
  func thinLines() throws {
    for degrees in [0.0, 10, 45, 80] {
      let angle = degrees * .pi / 180
      let rows = Rows.rotation(
        sine: Float(sin(angle)), cosine: Float(cos(angle)), about: 40.3, 40.1)
      var list = DrawList(80, 80, clear: black)
      list.add(.shape, SIMD4(40.1, 15, 0.25, 50), white, rows: rows)
      let image = try drawn(list)
      let sum = image.bytes.enumerated().reduce(0.0) {
        $1.offset % 4 == 0 ? $0 + Double($1.element) / 255 : $0
      }
      #expect(abs(sum - 12.5) < 1.3, "\(degrees)°: \(sum) of 12.5 pixels")
    }
  }

  @Test("Edges without antialiasing take whole pixels, and neighbours leave no gap or overlap")
  func hardEdges() throws {
    let rows = Rows.rotation(sine: 0.6, cosine: 0.8, about: 30, 30)
    for kind in Self.plainKinds {
      var list = DrawList(60, 60, clear: black)
      let half = white * 0.5
      list.add(kind, SIMD4(15, 20, 15.3, 20), half, rows: rows, edges: 0)
      list.add(kind, SIMD4(30.3, 20, 14.7, 20), half, rows: rows, edges: 0)
      let image = try drawn(list)
      let values = Set(stride(from: 0, to: image.bytes.count, by: 4).map { image.bytes[$0] })
      #expect(values == [0, 128], "\(kind): \(values)")
    }
  }

  @Test("Each side follows its own bit")
  func edgeBits() throws {
    for bit in [1, 2, 4, 8] {
      for kind in Self.plainKinds {
        var list = DrawList(30, 30, clear: black)
        // Reaches 0.7 of a pixel into the pixels at its sides: a hard edge takes them whole.
        list.add(kind, SIMD4(10.3, 10.3, 10.4, 10.4), white, edges: Float(bit))
        let image = try drawn(list)
        for (other, ox, oy) in [(1, 10, 15), (2, 20, 15), (4, 15, 10), (8, 15, 20)] {
          let value = image[ox, oy].x
          if other == bit {
            #expect(abs(Int(value) - 179) <= 2, "\(kind) bit \(bit): \(value)")
          } else {
            #expect(value == 255, "\(kind) bit \(bit), side \(other): \(value)")
          }
        }
      }
    }
  }

  @Test("A mirrored or turned rectangle is drawn like any other")
  func twoSided() throws {
    var plain = DrawList(40, 40), mirrored = DrawList(40, 40), turned = DrawList(40, 40)
    plain.add(.shape, SIMD4(5.5, 8.25, 20, 12), blue, radius: 4)
    mirrored.add(
      .shape, SIMD4(-25.5, 8.25, 20, 12), blue, rows: .scale(-1, 1), radius: 4)
    turned.add(
      .shape, SIMD4(8.25, -25.5, 12, 20), blue,
      rows: Rows(row0: SIMD4(0, 1, 0, 0), row1: SIMD4(-1, 0, 0, 0)), radius: 4)
    let expected = try drawn(plain)
    #expect(try drawn(mirrored).difference(expected) <= 1)
    #expect(try drawn(turned).difference(expected) <= 1)
  }

  @Test("A solid and a shape without corners or border agree")
  func solidAndShapeAgree() throws {
    let rows = Rows.rotation(sine: 0.28, cosine: 0.96, about: 30, 30)
    var solid = DrawList(60, 60), shape = DrawList(60, 60)
    for (rect, color) in [
      (SIMD4<Float>(12.3, 20, 30, 17.7), red), (SIMD4(25, 3, 9, 50), blue * 0.4),
    ] {
      solid.add(.solid, rect, color, rows: rows)
      shape.add(.shape, rect, color, rows: rows)
    }
    #expect(try drawn(solid).difference(try drawn(shape)) <= 1)
  }

  @Test("Solids that share a pipeline and those that do not agree, broad, thin and with hard edges")
  func solidVariants() throws {
    let rows = Rows.rotation(sine: 0.28, cosine: 0.96, about: 30, 30)
    let quads: [(SIMD4<Float>, SIMD4<Float>, Float)] = [
      (SIMD4(12.3, 20, 30, 17.7), red * 0.7, 15), (SIMD4(25, 3, 9.5, 50.2), blue * 0.4, 15),
      (SIMD4(2, 40, 51, 2.2), green, 15),
    ]
    // Alone a quad is drawn by the cheapest pipeline that does; a thin one far away or one with a
    // single hard edge takes all of its batch with it.
    let company: [(SIMD4<Float>, Float)?] = [
      nil, (SIMD4(300, 300, 0.5, 20), 15), (SIMD4(300, 300, 20, 20), 7),
      (SIMD4(300, 300, 20, 20), 0),
    ]
    var pictures: [Bitmap] = []
    for other in company {
      var list = DrawList(60, 60)
      for (rect, color, edges) in quads {
        list.add(.solid, rect, color, rows: rows, edges: edges)
      }
      if let other { list.add(.solid, other.0, red, edges: other.1) }
      list.passes[0].batches = [
        .init(kind: .solid, texture: .none, instances: list.solids.indices)
      ]
      pictures.append(try drawn(list))
    }
    for picture in pictures { #expect(picture.difference(pictures[0]) <= 1) }
    // Opaque without blending, and the same with a translucent one far away.
    var opaque = DrawList(60, 60)
    opaque.add(.solid, SIMD4(12.3, 20, 30, 17.7), red, rows: rows, edges: 0)
    opaque.add(.solid, SIMD4(20, 5, 9, 50), green, rows: rows, edges: 0)
    var blended = opaque
    blended.add(.solid, SIMD4(300, 300, 9, 50), green * 0.5, edges: 0)
    for list in [opaque, blended] {
      var list = list
      list.passes[0].batches = [
        .init(kind: .solid, texture: .none, instances: list.solids.indices)
      ]
      pictures.append(try drawn(list))
    }
    #expect(pictures[pictures.count - 1] == pictures[pictures.count - 2])
  }

  @Test("Perspective puts every pixel where the homography says")
  func perspective() throws {
    // Leans away to the right: w grows with x.
    let rows = Rows(
      row0: SIMD4(1.6, 0.35, 0.008, 0), row1: SIMD4(0, 1.1, 0, 0), row2: SIMD4(10, 8, 1, 0))
    var list = DrawList(90, 90, clear: black)
    list.add(.shape, SIMD4(0, 0, 90, 60), white, rows: rows)
    let image = try drawn(list)
    let plane = InversePlane(rows)
    for y in 0..<90 {
      for x in 0..<90 {
        let expected = sampledCoverage(x, y) { px, py in
          guard let p = plane.point(px, py) else { return false }
          return p.x >= 0 && p.x < 90 && p.y >= 0 && p.y < 60
        }
        #expect(abs(Double(image[x, y].x) / 255 - expected) < 0.13, "at \(x), \(y)")
      }
    }
  }

  @Test("What lies behind the viewer is cut off, not mirrored")
  func behindTheViewer() throws {
    // w = 1 − x/50: the right part of the rectangle is behind.
    let rows = Rows(
      row0: SIMD4(-0.6, -0.8, -0.02, 0), row1: SIMD4(0, 1, 0, 0), row2: SIMD4(20, 10, 1, 0))
    var list = DrawList(100, 100, clear: black)
    list.add(.shape, SIMD4(0, 0, 120, 40), white, rows: rows)
    let image = try drawn(list)
    let plane = InversePlane(rows)
    var covered = 0
    for y in 0..<100 {
      for x in 0..<100 {
        let expected = sampledCoverage(x, y) { px, py in
          guard let p = plane.point(px, py) else { return false }
          return p.x >= 0 && p.x < 120 && p.y >= 0 && p.y < 40
        }
        if expected == 1 { covered += 1 }
        #expect(abs(Double(image[x, y].x) / 255 - expected) < 0.13, "at \(x), \(y)")
      }
    }
    #expect(covered > 500)
  }
}
