import Foundation
import Geometry
import Renderer
import Testing

@testable import VulkanBackend

@Suite("Shadows", .enabled(if: TestDevice.isAvailable, TestDevice.skipReason))
struct ShadowTests {
  @Test("A straight edge falls off as the vectors say")
  func edge() throws {
    let cases = try Vectors("rendering-numbers").ofKind("shadow-edge")
    for item in cases {
      let sigma = try #require(item["shadowRadius"] as? Double)
      let opacity = try #require(item["shadowOpacity"] as? Double)
      let tolerance = try #require(item["tolerance"] as? Double)
      // The edge is at x = 60.5, so that pixel centres are whole distances from it.
      var list = DrawList(100, 11, clear: SIMD4(0, 0, 0, 0))
      list.add(
        .shadow, SIMD4(-200, -200, 260.5, 400), black * Float(opacity), own: Float(sigma))
      let image = try drawn(list)
      for sample in item["samples"] as? [Any] ?? [] {
        let pair = numbers(sample)
        let value = Double(image[60 + Int(pair[0]), 5].w) / 255
        #expect(
          abs(value - pair[1] * opacity) <= tolerance, "\(item["id"] ?? "") at \(pair[0]): \(value)"
        )
      }
    }
    print("shadow-edge: \(cases.count) cases, none excluded")
    #expect(cases.count >= 3)
  }

  struct Blur: Sendable {
    var width: Double, height: Double
    var radii: [Double]
    var sigma: Double
  }

  @Test(
    "Within 2 % of a true Gaussian blur of the rounded rectangle",
    arguments: [
      Blur(width: 60, height: 40, radii: [0, 0, 0, 0], sigma: 6),
      Blur(width: 60, height: 40, radii: [12, 12, 12, 12], sigma: 8),
      Blur(width: 60, height: 40, radii: [20, 20, 20, 20], sigma: 3),
      Blur(width: 60, height: 60, radii: [30, 30, 30, 30], sigma: 1.5),
      Blur(width: 20, height: 12, radii: [6, 6, 6, 6], sigma: 10),
      Blur(width: 50, height: 50, radii: [25, 0, 10, 3], sigma: 5),
      Blur(width: 8, height: 50, radii: [4, 4, 4, 4], sigma: 2),
      Blur(width: 70, height: 70, radii: [12, 12, 12, 12], sigma: 6),
      Blur(width: 70, height: 60, radii: [6, 6, 6, 6], sigma: 6),
    ])
  func gaussian(_ blur: Blur) throws {
    let size = 120
    let x = 60.3 - blur.width / 2, y = 60.7 - blur.height / 2
    var list = DrawList(size, size, clear: SIMD4(0, 0, 0, 0))
    list.add(
      .shadow, SIMD4(Float(x), Float(y), Float(blur.width), Float(blur.height)), black,
      radii: SIMD4(blur.radii.map { Float($0) }), own: Float(blur.sigma))
    let image = try drawn(list)
    let rect = ReferenceRect(
      x: x, y: y, width: blur.width, height: blur.height, radii: blur.radii)
    var worst = 0.0
    for py in stride(from: 0, to: size, by: 3) {
      for px in stride(from: 0, to: size, by: 3) {
        let expected = rect.blurred(Double(px) + 0.5, Double(py) + 0.5, sigma: blur.sigma)
        worst = max(worst, abs(Double(image[px, py].w) / 255 - expected))
      }
    }
    #expect(worst <= 0.02)
  }

  @Test("Without blur the shadow is the shape itself")
  func sharp() throws {
    let rows = Rows.rotation(sine: 0.6, cosine: 0.8, about: 30, 30)
    var shadow = DrawList(60, 60), shape = DrawList(60, 60)
    shadow.add(.shadow, SIMD4(12, 17.5, 30, 20), black, rows: rows, radius: 7)
    shape.add(.shape, SIMD4(12, 17.5, 30, 20), black, rows: rows, radius: 7)
    #expect(try drawn(shadow) == (try drawn(shape)))
  }

  @Test("A blur turns and scales with its plane")
  func transformed() throws {
    var plain = DrawList(100, 100), scaled = DrawList(100, 100), turned = DrawList(100, 100)
    plain.add(.shadow, SIMD4(30, 35, 40, 30), black, radius: 10, own: 6)
    scaled.add(.shadow, SIMD4(15, 17.5, 20, 15), black, rows: .scale(2, 2), radius: 5, own: 3)
    turned.add(
      .shadow, SIMD4(35, -70, 30, 40), black,
      rows: Rows(row0: SIMD4(0, 1, 0, 0), row1: SIMD4(-1, 0, 0, 0)), radius: 10, own: 6)
    let expected = try drawn(plain)
    #expect(try drawn(scaled).difference(expected) <= 1)
    #expect(try drawn(turned).difference(expected) <= 1)
  }
}
