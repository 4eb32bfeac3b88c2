import Foundation
import Geometry
import Renderer
import Testing

@testable import VulkanBackend

@Suite("Gradients", .enabled(if: TestDevice.isAvailable, TestDevice.skipReason))
struct GradientTests {
  private typealias Stop = (color: SIMD4<Float>, location: Float)

  private static let clear = SIMD4<Float>.zero
  private static let blackToWhite: [Stop] = [(black, 0), (white, 1)]

  /// One gradient in a surface of its own.
  private static func list(
    _ size: (Int, Int), _ rect: SIMD4<Float>, _ type: DrawList.GradientType = .axial,
    from start: SIMD2<Float> = SIMD2(0, 0.5), to end: SIMD2<Float> = SIMD2(1, 0.5),
    stops: [Stop] = blackToWhite, color: SIMD4<Float> = white, radius: Float = 0,
    under: SIMD4<Float> = clear, rows: Rows = .identity, edges: Float = 15,
    clip: ((inout DrawList) -> Int)? = nil
  ) -> DrawList {
    var list = DrawList(size.0, size.1, clear: clear)
    // Not the first: references must be followed.
    list.ramps = [
      SIMD4(7, 7, 7, 7), SIMD4(Float(type.rawValue), Float(stops.count), 0, 0), under,
    ]
    for stop in stops { list.ramps += [stop.color, SIMD4(stop.location, 0, 0, 0)] }
    let clip = clip.map { $0(&list) } ?? -1
    list.add(
      .gradient, rect, color, rows: rows, extra: SIMD4(lowHalf: start, highHalf: end),
      radius: radius, edges: edges, clip: clip, ramp: 1)
    return list
  }

  @Test("Colours between stops are those of the vectors, in the cheap pipeline and the other")
  func colors() throws {
    let cases = try Vectors("gradient").ofKind("color-at")
    for item in cases {
      let colors = (item["colors"] as? [Any] ?? []).map { numbers($0).map { Float($0) } }
      let given = numbers(item["locations"])
      let stops = colors.enumerated().map { i, c in
        let location = given.isEmpty ? Double(i) / Double(colors.count - 1) : given[i]
        return Stop(SIMD4(c[0], c[1], c[2], c[3]), Float(location))
      }
      for sample in item["samples"] as? [Any] ?? [] {
        let values = (sample as? [Any] ?? []).compactMap { $0 as? NSNumber }.map(\.doubleValue)
        let expected = numbers((sample as? [Any])?.last)
        // The pixel's centre lies half way across.
        let t = Float(values[0])
        let list = Self.list(
          (1, 1), SIMD4(0, 0, 1, 1), from: SIMD2(0.5 - t, 0), to: SIMD2(1.5 - t, 0), stops: stops)
        let pixel = try drawn(list)[0, 0]
        #expect(difference(pixel, expected) <= 1 / 255.0, "\(item["id"] ?? "") at \(t): \(pixel)")
      }
    }
    print("gradient color-at: \(cases.count) cases, none excluded")
    #expect(cases.count >= 9)
  }

  @Test("Places along axial, radial and conic gradients are those of the vectors")
  func places() throws {
    let cases = try Vectors("gradient").ofKind("parameter-at")
    for item in cases {
      let type: DrawList.GradientType =
        switch item["type"] as? String {
        case "axial": .axial
        case "radial": .radial
        default: .conic
        }
      let start = numbers(item["startPoint"]).map { Float($0) }
      let end = numbers(item["endPoint"]).map { Float($0) }
      for sample in (item["samples"] as? [Any] ?? []).map(numbers) {
        // A layer of 200 × 80 whose point in question is the only pixel's centre.
        let rect = SIMD4(0.5 - Float(sample[0]) * 200, 0.5 - Float(sample[1]) * 80, 200, 80)
        for more in [[], [Stop(white, 4)]] {
          let list = Self.list(
            (1, 1), rect, type, from: SIMD2(start[0], start[1]), to: SIMD2(end[0], end[1]),
            stops: [(black, -1), (white, 3)] + more)
          let t = Double(try drawn(list)[0, 0].x) / 255 * 4 - 1
          // The seam of a conic gradient is at both ends.
          let error = abs(t - sample[2]), around = type == .conic ? abs(1 - error) : error
          #expect(min(error, around) <= 4 / 255.0, "\(item["id"] ?? "") \(sample): \(t)")
        }
      }
    }
    print("gradient parameter-at: \(cases.count) cases, none excluded")
    #expect(cases.count >= 8)
  }

  @Test("Any number of stops, hard edges among them, each where it is")
  func manyStops() throws {
    let count = 300
    let stops = (0..<count).flatMap { i -> [Stop] in
      let color: SIMD4<Float> = i % 3 == 0 ? red : i % 3 == 1 ? green : blue
      return [(color, Float(i) / Float(count)), (color, Float(i + 1) / Float(count))]
    }
    let image = try drawn(
      Self.list((count, 2), SIMD4(0, 0, Float(count), 2), stops: stops))
    for x in 0..<count {
      var expected = SIMD4<UInt8>(0, 0, 0, 255)
      expected[x % 3] = 255
      #expect(image[x, 1] == expected, "at \(x)")
    }
  }

  @Test("Without a direction the last colour is everywhere; without two stops nothing is")
  func degenerate() throws {
    let middle = SIMD2<Float>(0.5, 0.5)
    for (type, end) in [
      (.axial, middle), (.radial, middle), (.radial, SIMD2(1, 0.5)), (.radial, SIMD2(0.5, 1)),
    ] as [(DrawList.GradientType, SIMD2<Float>)] {
      let image = try drawn(
        Self.list(
          (8, 8), SIMD4(0, 0, 8, 8), type, from: middle, to: end, stops: [(red, -3), (blue, 50)]))
      for y in 0..<8 { for x in 0..<8 { #expect(image[x, y] == SIMD4(0, 0, 255, 255)) } }
    }
    for stops in [[], [Stop(red, 0)]] {
      #expect(try drawn(Self.list((8, 8), SIMD4(0, 0, 8, 8), stops: stops))[4, 4] == .zero)
    }
    for (place, count) in [(1, 3), (-5, 2), (99, 2), (1, 1 << 24), (1, -2)] as [(Int32, Int)] {
      var list = Self.list((8, 8), SIMD4(0, 0, 8, 8))
      list.ramps[1].y = Float(count)
      list.instances[0].ramp = place
      #expect(try drawn(list)[4, 4] == .zero, "\(place) \(count)")
    }
    // The centre of a conic gradient has no angle, and is drawn.
    let conic = try drawn(
      Self.list((1, 1), SIMD4(0, 0, 1, 1), .conic, from: middle, to: SIMD2(1, 0.5)))
    #expect(conic[0, 0].w == 255)
  }

  @Test("The colour multiplies, alpha included; stops are mixed before they are premultiplied")
  func tint() throws {
    let image = try drawn(
      Self.list(
        (3, 1), SIMD4(0, 0, 3, 1), from: SIMD2(1.0 / 6, 0), to: SIMD2(5.0 / 6, 0),
        stops: [(red, 0), (SIMD4(0, 0, 0, 0), 1)], color: white * 0.6))
    for (x, alpha) in [1, 0.5, 0].enumerated() {
      #expect(difference(image[x, 0], [alpha * alpha * 0.6, 0, 0, alpha * 0.6]) < 0.005)
    }
  }

  @Test("What lies under a gradient shows through it, in the cheap pipeline and the other")
  func under() throws {
    for stops in [[(red, 0), (Self.clear, 1)], [(red, 0), (Self.clear, 1), (Self.clear, 2)]]
      as [[Stop]]
    {
      let image = try drawn(
        Self.list(
          (3, 1), SIMD4(0, 0, 3, 1), from: SIMD2(1.0 / 6, 0), to: SIMD2(5.0 / 6, 0), stops: stops,
          color: white * 0.5, under: SIMD4(0, 0, 0.8, 0.8)))
      for (x, alpha) in [1, 0.5, 0].enumerated() {
        let below = 0.8 * (1 - alpha)
        let expected = [alpha * alpha, 0, below, alpha + below].map { $0 * 0.5 }
        #expect(difference(image[x, 0], expected) < 0.005)
      }
    }
  }

  @Test("A gradient of one colour covers what the shape does: corners, edges, clips, perspective")
  func coverage() throws {
    let rect = SIMD4<Float>(10.3, 12, 31, 25.5)
    let planes: [Rows] = [
      .identity, .rotation(sine: 0.28, cosine: 0.96, about: 28, 28),
      Rows(row0: SIMD4(1.6, 0.35, 0.008, 0), row1: SIMD4(0.1, 1.1, 0, 0)),
    ]
    for rows in planes {
      for (radius, edges) in [(0, 15), (0, 5), (9, 15), (9, 31), (12.5, 31)] as [(Float, Float)] {
        for clipped in [false, true] {
          let clip: (inout DrawList) -> Int = { $0.addClip(SIMD4(12, 12, 40, 20), radius: 7) }
          let list = Self.list(
            (70, 60), rect, stops: [(red, 0), (red, 1)], color: white * 0.8, radius: radius,
            rows: rows,
            edges: edges, clip: clipped ? clip : nil)
          var shape = list
          shape.instances[0].color = red * 0.8
          shape.instances[0].extra = .zero
          shape.passes[0].batches[0].kind = .shape
          #expect(
            try drawn(list).difference(try drawn(shape)) <= 1, "\(radius) \(edges) \(clipped)")
        }
      }
    }
  }
}
