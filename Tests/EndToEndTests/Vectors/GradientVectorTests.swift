import CoreGraphics
import QuartzCore
import TestSupport
import Testing

@MainActor @Suite("Gradients by numbers")
struct GradientVectorTests {
  @Test("A gradient has the expected colours at its parameters, over black and over white")
  func colors() throws {
    let cases = try VectorCases("gradient", kinds: ["color-at"])
    for item in cases.selected {
      let samples = item["samples"].array
      let stage = try TestStage(width: 30, height: 60, background: .opaque(0, 0, 0))
      defer { stage.stage.close() }
      stage.add(CALayer()) {
        $0.frame = CGRect(x: 15, y: 0, width: 15, height: 60)
        $0.backgroundColor = .opaque(1, 1, 1)
      }
      for (row, sample) in samples.enumerated() {
        for column in [7, 22] {
          stage.add(clip(column, row)) {
            $0.addSublayer(gradient(item, at: sample[0].double ?? 0))
          }
        }
      }
      stage.commit()
      stage.at(0.1)
      let pixels = stage.pixels()
      for (row, sample) in samples.enumerated() {
        let premultiplied = sample[5].doubles
        for (column, backdrop) in [(7, 0.0), (22, 1.0)] {
          expect(
            pixels[column, 3 * row + 1][0..<3].map { Double($0) / 255 },
            near: premultiplied[0..<3].map { $0 + backdrop * (1 - premultiplied[3]) },
            within: 1.1 / 255, "\(item.id) at \(sample[0]) over \(backdrop)")
        }
      }
    }
    cases.printSummary()
  }

  /// Shows one pixel of what lies in it.
  private func clip(_ x: Int, _ row: Int) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: x, y: 3 * row + 1, width: 1, height: 1)
    layer.masksToBounds = true
    return layer
  }

  /// An axial gradient whose parameter is `t` in the middle of its superlayer's pixel: parameters 0
  /// and 1 lie well within the bounds.
  private func gradient(_ item: VectorCase, at t: Double) -> CALayer {
    let layer = CAGradientLayer()
    layer.colors = item["colors"].array.map { CGColor.straight($0.doubles) }
    if !item["locations"].isNull {
      layer.locations = item["locations"].doubles.map { NSNumber(value: $0) }
    }
    layer.startPoint = CGPoint(x: 0.25, y: 0.5)
    layer.endPoint = CGPoint(x: 0.75, y: 0.5)
    layer.frame = CGRect(x: 0.5 - 400 * (0.25 + t / 2), y: -4, width: 400, height: 9)
    return layer
  }

  @Test("Each type of gradient has the expected parameter at points of its unit square")
  func parameters() throws {
    let cases = try VectorCases("gradient", kinds: ["parameter-at"])
    for item in cases.selected {
      for sample in item["samples"].array.map(\.doubles) {
        let stage = try TestStage(width: 140, height: 100, background: .opaque(0, 0, 0))
        defer { stage.stage.close() }
        let size = CGSize(width: 120, height: 80)
        stage.add(CAGradientLayer()) {
          // The point lies in the middle of a pixel.
          $0.frame = CGRect(
            x: 70.5 - size.width * sample[0], y: 50.5 - size.height * sample[1],
            width: size.width, height: size.height)
          $0.type = CAGradientLayerType(rawValue: item["type"].string ?? "")
          $0.startPoint = point(item["startPoint"])
          $0.endPoint = point(item["endPoint"])
          $0.colors = [CGColor.opaque(0, 0, 0), CGColor.opaque(1, 1, 1)]
          if sample[2] < 0 || sample[2] > 1 { $0.locations = [-2, 3] }
        }
        stage.commit()
        stage.at(0.1)
        let value = Double(stage.pixels()[70, 50][0]) / 255
        let isOutside = sample[2] < 0 || sample[2] > 1
        let expected = isOutside ? (sample[2] + 2) / 5 : sample[2]
        // At the seam of a conic gradient either of its ends is right.
        let atSeam = item["type"].string == "conic" && expected == 0 && value > 0.5
        expect(
          atSeam ? 1 - value : value, near: expected, within: 1.1 / 255, "\(item.id) \(sample)")
      }
    }
    cases.printSummary()
  }

  private func point(_ value: VectorValue) -> CGPoint {
    CGPoint(x: value[0].double ?? 0, y: value[1].double ?? 0)
  }
}
