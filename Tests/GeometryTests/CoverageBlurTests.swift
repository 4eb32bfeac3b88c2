import Foundation
import Geometry
import TestSupport
import Testing

@Suite("Blurred coverage")
struct CoverageBlurTests {
  /// Of the normal distribution, from −∞.
  private func share(_ x: Double) -> Double { erfc(-x / 2.0.squareRoot()) / 2 }

  /// The mean over a pixel of an interval that is covered, blurred.
  private func mean(of pixel: Double, from a: Double, to b: Double, _ sigma: Double) -> Double {
    (0..<16).reduce(0) { sum, i in
      let x = pixel + (Double(i) + 0.5) / 16
      return sum + (share((x - a) / sigma) - share((x - b) / sigma)) / 16
    }
  }

  private func blurred(
    _ rect: Rect, sigma: Double, within area: PixelRect = PixelRect(-400, -400, 1000, 1000)
  ) throws -> PathCoverage.Mask {
    var coverage = PathCoverage()
    var blur = CoverageBlur()
    let sharp = coverage.mask(
      of: Path(rect: rect), mappedBy: .identity, rule: .nonZero, within: area)
    let mask = blur.blurred(try #require(sharp), sigma: sigma, within: area)
    return try #require(mask)
  }

  @Test("A straight edge falls off as the table says")
  func table() throws {
    try VectorFile(named: "rendering-numbers").run(kind: "shadow-edge") { c in
      let sigma = try #require(c["shadowRadius"].double)
      // The edge lies between the pixels' middles and whole distances from them.
      let mask = try blurred(Rect(-100, -50, 160.5, 100), sigma: sigma)
      for sample in c["samples"].array {
        let numbers = sample.doubles
        let x = 60 + Int(numbers[0]) - mask.box.x
        let value =
          x < mask.box.width ? Double(mask.bitmap[x, -mask.box.y].w) / 255 : 0
        #expect(abs(value - numbers[1]) <= c.tolerance ?? 0.02, "\(c.id) at \(numbers[0])")
      }
    }
  }

  @Test(
    "Rectangles of any size and place are blurred as a Gaussian blurs them",
    arguments: [1.5, 2, 2.5, 4, 6, 7.9, 16, 40])
  func gaussian(sigma: Double) throws {
    let rects = [
      Rect(0, 0, 100, 60), Rect(0.5, 0.25, 3.75, 80), Rect(10.3, 7.6, 20.1, 20.4),
      Rect(0, 0, 1, 1),
    ]
    for rect in rects {
      let mask = try blurred(rect, sigma: sigma)
      var worst = 0.0
      let box = mask.box
      let across = (box.x..<box.maxX).map {
        mean(of: Double($0), from: rect.minX, to: rect.maxX, sigma)
      }
      for y in 0..<box.height {
        let down = mean(of: Double(box.y + y), from: rect.minY, to: rect.maxY, sigma)
        for x in 0..<box.width {
          let found = Double(mask.bitmap.bytes[y * box.width + x]) / 255
          worst = max(worst, abs(found - across[x] * down))
        }
      }
      #expect(worst < 0.02, "\(rect): \(worst)")
    }
  }

  @Test("A blur ends at three deviations and at the area that is asked for")
  func bounds() throws {
    let mask = try blurred(Rect(10, 20, 30, 5), sigma: 4)
    #expect(mask.box == PixelRect(-2, 8, 54, 29))
    let area = PixelRect(12, 0, 8, 100)
    let part = try blurred(Rect(10, 20, 30, 5), sigma: 4, within: PixelRect(0, -20, 32, 140))
    let whole = try blurred(Rect(10, 20, 30, 5), sigma: 4)
    #expect(part.box == PixelRect(0, 8, 32, 29))
    // Far enough from where the sharp mask was cut.
    for x in area.x..<area.maxX {
      for y in 8..<37 {
        let a = part.bitmap[x - part.box.x, y - part.box.y].w
        let b = whole.bitmap[x - whole.box.x, y - whole.box.y].w
        #expect(abs(Int(a) - Int(b)) <= 1)
      }
    }
  }

  @Test("Without a deviation nothing is spread, and the same blur again gives the same bytes")
  func repeated() throws {
    var coverage = PathCoverage()
    var blur = CoverageBlur()
    let area = PixelRect(0, 0, 100, 100)
    let mask = coverage.mask(
      of: .circle(Point(50, 50), 20), mappedBy: .identity, rule: .nonZero, within: area)
    let sharp = try #require(mask)
    let same = blur.blurred(sharp, sigma: 0, within: area)
    #expect(same == sharp)
    let first = blur.blurred(sharp, sigma: 6, within: area)
    _ = blur.blurred(sharp, sigma: 2, within: PixelRect(40, 40, 3, 3))
    let again = blur.blurred(sharp, sigma: 6, within: area)
    #expect(again == first)
    let beside = blur.blurred(sharp, sigma: 6, within: PixelRect(500, 500, 5, 5))
    #expect(beside == nil)
  }

  @Test("Reduced, a mask has the mean of its pixels, counted from the origin")
  func reduced() {
    let mask = PathCoverage.Mask(
      box: PixelRect(-3, 1, 4, 2),
      bitmap: Bitmap(
        size: PixelSize(4, 2), format: .alpha8, bytes: [100, 200, 40, 80, 0, 40, 80, 120]))
    let half = mask.reduced(by: 2)
    #expect(half.box == PixelRect(-2, 0, 3, 2))
    #expect(half.bitmap.bytes == [25, 60, 20, 0, 30, 30])
    #expect(mask.reduced(by: 1) == mask)
  }
}
