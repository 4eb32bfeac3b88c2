import CoreGraphics
import Geometry
import QuartzCore
import TestSupport
import Testing

@MainActor @Suite("Continuous corners by numbers")
struct CornerVectorTests {
  @Test("A continuous corner covers what lies inside the table's curve")
  func curves() throws {
    let cases = try VectorCases("rendering-numbers", kinds: ["continuous-corner"])
    for item in cases.selected {
      let stage = try TestStage(width: 40, height: 40, background: .opaque(0, 0, 0))
      defer { stage.stage.close() }
      stage.add(CALayer()) {
        $0.frame = CGRect(x: 2, y: 2, width: 100, height: 100)
        $0.cornerRadius = CGFloat(item["cornerRadius"].double ?? 0)
        $0.cornerCurve = .continuous
        $0.backgroundColor = .opaque(1, 1, 1)
      }
      stage.commit()
      stage.at(0.1)
      let pixels = stage.pixels()
      // From the curve's end down, along the bottom and up again.
      let corner = Path(item["path"])
      var inside = Path(corner.elements)
      inside.elements += [
        .line(Point(0, 100)), .line(Point(100, 100)), .line(Point(100, 0)), .close,
      ]
      for y in 0..<36 {
        for x in 0..<36 {
          expect(
            Double(pixels[x + 2, y + 2][0]) / 255, near: coverage(of: inside, x, y), within: 0.05,
            "\(item.id) at (\(x), \(y))")
        }
      }
    }
    cases.printSummary()
  }

  /// Of a pixel, by 16 × 16 samples where its corners do not agree.
  private func coverage(of path: Path, _ x: Int, _ y: Int) -> Double {
    func isInside(_ u: Double, _ v: Double) -> Bool {
      path.contains(Point(Double(x) + u, Double(y) + v), rule: .nonZero)
    }
    let corners = [isInside(0, 0), isInside(1, 0), isInside(0, 1), isInside(1, 1)]
    if Set(corners).count == 1 { return corners[0] ? 1 : 0 }
    let samples = (0..<256).filter {
      isInside((Double($0 % 16) + 0.5) / 16, (Double($0 / 16) + 0.5) / 16)
    }
    return Double(samples.count) / 256
  }
}
