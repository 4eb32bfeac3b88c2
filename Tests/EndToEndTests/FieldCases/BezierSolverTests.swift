import QuartzCore
import TestSupport
import Testing

@MainActor @Suite("F50 h10: timing curves, steep ends included")
struct BezierSolverTests {
  @Test("An animation with the curve is at y when x of its time has passed")
  func values() throws {
    let file = try fieldCase("h10-bezier-solver")
    let batch = try ValueBatch()
    for (name, item) in file["named"].fields {
      let byName = CAMediaTimingFunction(name: CAMediaTimingFunctionName(rawValue: name))
      addSamples(of: item, function: byName, to: batch, file, "\(name) by name")
      addSamples(of: item, function: controlPoints(item), to: batch, file, name)
    }
    for item in file["awkward"].array {
      addSamples(of: item, function: controlPoints(item), to: batch, file, "\(item["points"])")
    }
    for item in file["outside"].array {
      addSample(
        item["x"].double ?? 0, item["y"].double ?? 0,
        function: CAMediaTimingFunction(name: .easeInEaseOut), to: batch, within: 1e-9, "outside")
    }
    try batch.run()
  }

  private func controlPoints(_ item: VectorValue) -> CAMediaTimingFunction {
    let p = item["points"].doubles.map { Float($0) }
    return CAMediaTimingFunction(controlPoints: p[0], p[1], p[2], p[3])
  }

  private func addSamples(
    of item: VectorValue, function: CAMediaTimingFunction, to batch: ValueBatch,
    _ file: VectorValue,
    _ label: String
  ) {
    for (x, y) in item["y"].fields {
      addSample(
        Double(x) ?? .nan, y.double ?? .nan, function: function, to: batch,
        within: item["tol"].double ?? file["tol"].double ?? 0, "\(label) at \(x)")
    }
  }

  private func addSample(
    _ x: Double, _ y: Double, function: CAMediaTimingFunction, to batch: ValueBatch,
    within tolerance: Double, _ label: String
  ) {
    let animation = CABasicAnimation(keyPath: "position.x")
    animation.fromValue = 0.0
    animation.toValue = 1.0
    animation.duration = 1
    animation.timingFunction = function
    let layer = batch.add([animation])
    batch.expect(layer, at: x, .positionX, near: [y], within: tolerance, label)
  }
}
