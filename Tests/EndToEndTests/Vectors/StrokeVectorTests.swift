import CoreGraphics
import Geometry
import QuartzCore
import TestSupport
import Testing

@MainActor @Suite("Strokes by numbers")
struct StrokeVectorTests {
  @Test("Dashes cover the intervals that the table says")
  func dashes() throws {
    let cases = try VectorCases("path-animation", kinds: ["dash"])
    for item in cases.selected {
      let length = item["length"].double ?? 0, scale = 4.0
      let stage = try TestStage(
        width: length + 4, height: 10, background: .opaque(0, 0, 0), scale: scale)
      defer { stage.stage.close() }
      stage.add(CAShapeLayer()) {
        $0.position = CGPoint(x: 2, y: 5)
        $0.path = CGPath(Path([.move(.zero), .line(Point(length, 0))]))
        $0.fillColor = nil
        $0.strokeColor = .opaque(1, 1, 1)
        $0.lineWidth = 4
        $0.lineDashPattern = item["pattern"].doubles.map { NSNumber(value: $0) }
        $0.lineDashPhase = CGFloat(item["phase"].double ?? 0)
      }
      stage.commit()
      stage.at(0.1)
      let pixels = stage.pixels()
      for x in 0..<pixels.width {
        let left = Double(x) / scale - 2
        let covered = item["onIntervals"].array.map(\.doubles).reduce(0) {
          $0 + max(0, min($1[1], left + 1 / scale) - max($1[0], left))
        }
        expect(
          Double(pixels[x, 20][0]) / 255, near: covered * scale, within: 2.0 / 255,
          "\(item.id) at \(left)")
      }
    }
    cases.printSummary()
  }

  @Test("A trimmed stroke begins, ends and is as long as the table says")
  func trims() throws {
    let cases = try VectorCases("path-animation", kinds: ["stroke-trim"])
    for item in cases.selected {
      let scale = 2.0, width = 5.0, margin = 10.0
      let stage = try TestStage(
        width: 190, height: 170, background: .opaque(0, 0, 0), scale: scale)
      defer { stage.stage.close() }
      stage.add(CAShapeLayer()) {
        $0.position = CGPoint(x: margin, y: margin)
        $0.path = CGPath(Path(item["path"]))
        $0.fillColor = nil
        $0.strokeColor = .opaque(1, 1, 1)
        $0.lineWidth = width
        $0.strokeStart = CGFloat(item["strokeStart"].double ?? 0)
        $0.strokeEnd = CGFloat(item["strokeEnd"].double ?? 1)
      }
      stage.commit()
      stage.at(0.1)
      let pixels = stage.pixels()
      var area = 0.0
      for y in 0..<pixels.height {
        for x in 0..<pixels.width { area += Double(pixels[x, y][0]) / 255 }
      }
      // Where the line bends, what its outer side gains its inner side loses.
      let length = item["visibleLength"].double ?? 0
      expect(area / (scale * scale) / width, near: length, within: 0.004 * length, item.id)
      for end in ["startPoint", "endPoint"] where isInside(item, end) {
        // A butt end goes through the point: half of the square around it is covered.
        let point = item[end].doubles
        expect(
          coverage(around: point.map { ($0 + margin) * scale }, pixels), near: 0.5, within: 0.03,
          "\(item.id) \(end)")
      }
    }
    cases.printSummary()
  }

  /// The end is one of the trim, not the path's own.
  private func isInside(_ item: VectorCase, _ end: String) -> Bool {
    end == "startPoint" ? item["strokeStart"].double != 0 : item["strokeEnd"].double != 1
  }

  /// How much of the square with sides of six pixels around a place is covered; in pixels.
  private func coverage(around place: [Double], _ pixels: Pixels) -> Double {
    var sum = 0.0
    for y in Int(place[1]) - 4...Int(place[1]) + 4 {
      for x in Int(place[0]) - 4...Int(place[0]) + 4 {
        let part = overlap(x, place[0]) * overlap(y, place[1])
        sum += part * Double(pixels[x, y][0]) / 255
      }
    }
    return sum / 36
  }

  private func overlap(_ pixel: Int, _ middle: Double) -> Double {
    max(0, min(Double(pixel) + 1, middle + 3) - max(Double(pixel), middle - 3))
  }
}
