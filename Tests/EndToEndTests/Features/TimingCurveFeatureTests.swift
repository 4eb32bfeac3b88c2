import CoreGraphics
import QuartzCore
import Testing

@MainActor @Suite("Timing curves by control points")
struct TimingCurveFeatureTests {
  private static func curve(_ x1: Float, _ y1: Float, _ x2: Float, _ y2: Float)
    -> CAMediaTimingFunction
  {
    CAMediaTimingFunction(controlPoints: x1, y1, x2, y2)
  }

  @Test(
    "S45 S46: a named curve and the one of its control points are the same, and both snap back",
    arguments: [
      (CAMediaTimingFunctionName.default, (0.25, 0.1, 0.25, 1)),
      (.easeInEaseOut, (0.42, 0, 0.58, 1)), (.easeIn, (0.42, 0, 1, 1)),
      (.easeOut, (0, 0, 0.58, 1)), (.linear, (0, 0, 1, 1)),
    ] as [(CAMediaTimingFunctionName, (Float, Float, Float, Float))])
  func namedCurves(name: CAMediaTimingFunctionName, points: (Float, Float, Float, Float)) throws {
    let stage = try TestStage(draws: false)
    let functions = [
      CAMediaTimingFunction(name: name), Self.curve(points.0, points.1, points.2, points.3),
    ]
    let layers = functions.map { function in
      let layer = stage.add(CALayer()) { $0.position.y = 50 }
      let drop = CABasicAnimation(keyPath: "position.y")
      drop.toValue = 300
      drop.duration = 0.5
      drop.timingFunction = function
      layer.add(drop, forKey: "drop")
      return layer
    }
    stage.mark()
    var last = 50.0
    for sample in 0..<20 {
      stage.at((Double(sample) + 0.5) / 40)
      let y = try layers.map { try stage.served($0).position.y }
      // Control points are given in single precision.
      expect(y[1], near: y[0], within: 250 * 1e-7, "\(name.rawValue), sample \(sample)")
      try ValueProbe.positionY.expect(layers[1], on: stage, near: [y[1]])
      #expect(y[0] > last, "it goes down all the time")
      last = y[0]
    }
    stage.at(0.501)
    for layer in layers {
      try ValueProbe.positionY.expect(layer, on: stage, near: [50], "no model was set")
    }
  }
}
