import CoreGraphics
import Demos
import Foundation
import Geometry
import Profiling

/// `plot`: a movement as a picture, as JSON or as a table.
enum PlotCommand {
  /// Evenly spaced moments in the JSON document.
  private static let sampleCount = 101
  private static let tableRows = 20

  @MainActor static func run(_ options: PlotOptions) throws(Failure) {
    let motion = try PlotMotion(options)
    if let path = options.output {
      try OutputFile.write(try picture(of: motion, options), to: path)
      Console.note("wrote \(path)")
    }
    if options.wantsJSON {
      print(json(of: motion).text)
    } else if options.output == nil {
      printTable(of: motion)
    }
  }

  // MARK: Picture

  @MainActor
  private static func picture(of motion: PlotMotion, _ options: PlotOptions) throws(Failure)
    -> CGImage
  {
    let pixels = PixelSize(points: Size(options.size), scale: options.scale)
    guard let context = CGContext(pixelSize: pixels, scale: options.scale) else {
      throw .usage("a picture of \(pixels.width) × \(pixels.height) pixels is too large")
    }
    sheet(of: motion, width: options.size.width)
      .draw(in: context, size: options.size, theme: .current)
    guard let image = context.makeImage() else {
      throw Failure(.software, "the picture could not be made")
    }
    return image
  }

  private static func sheet(of motion: PlotMotion, width: CGFloat) -> ChartSheet {
    // Two to a point, so that the lines are smooth at every scale.
    let count = max(2, Int(width) * 2)
    let times = (0...count).map { motion.duration * Double($0) / Double(count) }
    func chart(_ title: String, _ numbers: (Double) -> [Double], keys: [Double]) -> CurveChart {
      let rows = times.map(numbers), keyRows = keys.map(numbers)
      let curves = motion.names.indices.map { i in
        CurveChart.Curve(
          name: motion.names[i],
          points: zip(times, rows).map { CGPoint(x: $0, y: $1[i]) },
          keys: zip(keys, keyRows).map { CGPoint(x: $0, y: $1[i]) }, accent: i)
      }
      return CurveChart(title: title, curves: curves, times: 0...motion.duration)
    }
    var value = chart("Value", motion.value, keys: motion.keyTimes)
    value.references = motion.references
    value.marks = motion.marks
    var velocity = chart("Velocity, per second", motion.velocity, keys: [])
    // Another colour for another quantity, where one curve is all there is.
    if velocity.curves.count == 1 { velocity.curves[0].accent = 4 }
    return ChartSheet(
      title: motion.title, subtitle: motion.subtitle, charts: [value, velocity])
  }

  // MARK: Numbers

  private static func json(of motion: PlotMotion) -> JSON {
    func numbers(_ values: [Double]) -> JSON {
      values.count == 1 ? .number(values[0]) : .array(values.map { .number($0) })
    }
    let samples = (0..<sampleCount).map { i in
      let time = motion.duration * Double(i) / Double(sampleCount - 1)
      return JSON.object([
        ("time", .number(time)), ("value", numbers(motion.value(time))),
        ("velocity", numbers(motion.velocity(time))),
      ])
    }
    return .object(
      motion.facts + [("duration", .number(motion.duration)), ("samples", .array(samples))])
  }

  private static func printTable(of motion: PlotMotion) {
    let columns = motion.names.count == 1 ? ["value"] : motion.names
    let heads = ["time"] + columns + columns.map { $0 == "value" ? "velocity" : "\($0) per s" }
    print("\(motion.title): \(motion.subtitle)")
    for mark in motion.marks { print(mark.label) }
    print(heads.map { aligned($0) }.joined())
    for i in 0...tableRows {
      let time = motion.duration * Double(i) / Double(tableRows)
      let row = [time] + motion.value(time) + motion.velocity(time)
      print(row.map { aligned(String(format: "%.4f", $0)) }.joined())
    }
  }

  private static func aligned(_ text: String) -> String {
    String(repeating: " ", count: max(1, 14 - text.count)) + text
  }
}
